"""Options declared by a text and by places: the functions that write them out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from typing import Any, Final, TypeAlias, get_args

from navalcore.components._places import Place, PlacePart, place_part, places
from navalcore.errors import BadData

DeclaredPlaces: TypeAlias = Mapping[PlacePart, str | Callable[[Any], str | Sequence[str]]]
"""By part, the id of a place with fields between braces, or a function that is given the option."""

_NAME: Final = re.compile(r"[a-z_]\w*(\.[a-z_]\w*)*")


def written(cls: type, text: str) -> Callable[[Any], str]:
    """The function that writes an option by its text.

    Raises:
        BadData: the text has something between braces that is not a field.
    """
    parts = []
    try:
        for literal, name, spec, conversion in Formatter().parse(text):
            parts += [repr(literal)] if literal else []
            if name is not None:
                parts.append(_value(cls, text, name if conversion is None else f"{name}!{conversion}", spec or ""))
    except ValueError as error:
        raise BadData(f"{cls.__qualname__}: {text!r} cannot be read: {error}") from None
    # An option is written at every decision that somebody looks at: Python made once is quicker than str.format.
    found: Callable[[Any], str] = eval(
        f"lambda self: {' + '.join(parts) or repr('')}", {"place_part": place_part, "__name__": __name__}
    )
    return found


def _value(cls: type, text: str, name: str, spec: str) -> str:
    """What stands between braces, as Python."""
    known = {*getattr(cls, "__dataclass_fields__", {}), *dir(cls)}
    if not _NAME.fullmatch(name) or name.partition(".")[0] not in known:
        fields = ", ".join(getattr(cls, "__dataclass_fields__", {})) or "none"
        raise BadData(f"{cls.__qualname__} has no field {name!r}, which stands in {text!r}; it has {fields}")
    return f"place_part(self.{name})" if spec == "id" else f"format(self.{name}, {spec!r})"


def placed(cls: type, declared: DeclaredPlaces) -> property:
    """The property that lists the places of an option.

    Raises:
        BadData: a part has another name than places have, or an id names what is not a field.
    """
    if unknown := declared.keys() - set(get_args(PlacePart)):
        parts = ", ".join(get_args(PlacePart))
        raise BadData(f"{cls.__qualname__} has places for {', '.join(sorted(unknown))}; the parts are {parts}")
    made = {
        f"{part}_" if part == "from" else part: written(cls, given) if isinstance(given, str) else given
        for part, given in declared.items()
    }

    def listed(self: Any) -> tuple[Place, ...]:
        return places(**{part: make(self) for part, make in made.items()})

    return property(listed, doc="What of the board it is about.")
