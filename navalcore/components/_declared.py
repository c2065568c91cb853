"""Options and events declared by a text, places and moves: the functions that write them out."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from string import Formatter
from typing import Annotated, Any, Final, TypeAlias, get_args, get_origin

from navalcore.components._places import Move, Place, PlacePart, place_part, places
from navalcore.errors import BadData

DeclaredPlaces: TypeAlias = Mapping[PlacePart, str | Callable[[Any], str | Sequence[str]]]
"""By part, the id of a place with fields between braces, or a function that is given the option or event."""
DeclaredMove: TypeAlias = tuple[str, str, str]
"""The pieces that an event moves, from where and to where: ids with fields between braces, empty off the board."""


@dataclass(frozen=True, slots=True)
class worded:  # noqa: N801 (it stands in annotations like a word)
    """Set how the texts of options and events write a field, and which place it is:
    ``zone: Annotated[int, worded(title_of, id=zone_id)]``. Then ``{zone}`` in a text is the title, and ``{zone:id}``
    the id of the place.
    """

    text: Callable[[Any], str]
    """Gives the words for a value."""
    id: Callable[[Any], str] = place_part
    """Gives the id of the place, or the part of one, that a value represents."""


_NAME: Final = re.compile(r"[a-z_]\w*(\.[a-z_]\w*)*")


def written(cls: type, text: str, *, as_id: bool = False) -> Callable[[Any], str]:
    """The function that writes an option or event by its text; an id of which a field is None is empty."""
    parts, names = [], []
    given: dict[str, Any] = {"place_part": place_part, "__name__": __name__}
    try:
        for literal, name, spec, conversion in Formatter().parse(text):
            parts += [repr(literal)] if literal else []
            if name is not None:
                names.append(name)
                asked = name if conversion is None else f"{name}!{conversion}"
                parts.append(_value(cls, text, asked, spec or "", given))
    except ValueError as error:
        raise BadData(f"{cls.__qualname__}: {text!r} cannot be read: {error}") from None
    # An option is written at every decision that somebody looks at: Python made once is quicker than str.format.
    unknown = " or ".join(f"self.{name} is None" for name in names) if as_id else ""
    code = f"lambda self: {repr('') + f' if {unknown} else ' if unknown else ''}{' + '.join(parts) or repr('')}"
    found: Callable[[Any], str] = eval(code, given)
    return found


def _mark(cls: type, name: str) -> worded | None:
    """How a field is written, if its annotation says so."""
    for base in cls.__mro__:
        hint = vars(base).get("__annotations__", {}).get(name)
        if isinstance(hint, str):
            try:
                hint = eval(hint, vars(sys.modules[base.__module__]))
            except NameError:  # a name for type checkers alone
                return None
        if get_origin(hint) is Annotated:
            return next((mark for mark in get_args(hint) if isinstance(mark, worded)), None)
        if hint is not None:
            return None
    return None


def _value(cls: type, text: str, name: str, spec: str, given: dict[str, Any]) -> str:
    """Everything between braces, as Python, which may call what is given."""
    known = {*getattr(cls, "__dataclass_fields__", {}), *dir(cls)}
    if not _NAME.fullmatch(name) or name.partition(".")[0] not in known:
        fields = ", ".join(getattr(cls, "__dataclass_fields__", {})) or "none"
        raise BadData(f"{cls.__qualname__} has no field {name!r}, which {text!r} names; it has {fields}")
    if spec in {"", "id"} and (mark := _mark(cls, name)) is not None:
        maker = f"{name}_{spec or 'text'}"
        given[maker] = mark.id if spec else mark.text
        return f"{maker}(self.{name})"
    return f"place_part(self.{name})" if spec == "id" else f"format(self.{name}, {spec!r})"


def placed(cls: type, declared: DeclaredPlaces) -> property:
    """The property that lists the places of an option or event."""
    if unknown := declared.keys() - set(get_args(PlacePart)):
        parts = ", ".join(get_args(PlacePart))
        raise BadData(f"{cls.__qualname__} has places for {', '.join(sorted(unknown))}; the parts are {parts}")
    made = {
        f"{part}_" if part == "from" else part: written(cls, given, as_id=True) if isinstance(given, str) else given
        for part, given in declared.items()
    }

    def listed(self: Any) -> tuple[Place, ...]:
        return places(**{part: make(self) for part, make in made.items()})

    return property(listed, doc="The parts of the board that it names.")


def moving(cls: type, declared: DeclaredMove) -> property:
    """The property that lists what an event moves: nothing where those who look may not know the piece."""
    made = [written(cls, given, as_id=True) for given in declared]

    def listed(self: Any) -> tuple[Move, ...]:
        piece, start, end = (make(self) for make in made)
        return (Move(piece, start, end),) if piece else ()

    return property(listed, doc="What it moves.")


def hiding(cls: type, names: Sequence[str]) -> Callable[[Any], Any]:
    """The method that leaves out of an event what only some may know; BadData if a name is not a field."""
    fields = getattr(cls, "__dataclass_fields__", {})
    if unknown := [name for name in names if name not in fields]:
        raise BadData(f"{cls.__qualname__} hides {unknown[0]!r}, which is not a field of it")
    return lambda self: replace(self, **dict.fromkeys(names))
