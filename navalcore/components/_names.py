"""Fields of data files that name an entry of another table: the name is looked up when the file is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from navalcore.components._model_errors import closest
from navalcore.errors import BadData

Known: TypeAlias = "str | Callable[[Mapping[str, Any]], Iterable[str]]"
"""Where the names are: the key of a table of the same file, or what works them out from all that the file says."""


class _NameIn:
    """The mark that :func:`name_in` makes."""

    def __init__(self, known: Known) -> None:
        self.known = known

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from pydantic_core import core_schema

        return core_schema.with_info_after_validator_function(self._checked, handler(source))

    def _checked(self, name: str, info: Any) -> str:
        names = None if info.context is None else self._names(info.context)
        if names is None or name in names:
            return name
        where = f"not in {self.known}" if isinstance(self.known, str) else "not possible here"
        raise ValueError(f"{name!r} is {where}; {closest(name, names)}")

    def _names(self, data: Mapping[str, Any]) -> list[str] | None:
        """The names that the file has; None where what they follow from is not there, which is an error of its own."""
        try:
            if callable(self.known):
                return list(self.known(data))
            here: Any = data
            for part in self.known.split("."):
                here = here[part]
            return [each["id"] if isinstance(each, Mapping) else each for each in here]
        except (LookupError, TypeError, ValueError, BadData):
            return None


def name_in(known: Known) -> Any:
    """The mark of a field, or of a key, that names an entry of another table of the same file. A name that is not there
    is refused with its line when the file is read, and not when a match comes to it::

        class Battle(Scenario):
            place: dict[Annotated[str, name_in("ships")], str]

    Args:
        known: the key of the table, such as ``"ships"`` or ``"fleet.ships"``, or a function that gives the names from
            the data of the file.
    """
    return _NameIn(known)
