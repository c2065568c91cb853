"""The values that a state holds, by the way to each of them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Final, TypeAlias, cast

from navalcore._rules.views import harmless_fields
from navalcore.components._cards import Deck
from navalcore.testing._trial import parts_of

STEP: Final = "phase"
"""The field of every state that names the step under way: the engine keeps it, and the question asked shows it."""

Path: TypeAlias = tuple["str | Item", ...]
"""The way from a state to one of its values."""


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a list or a dictionary, on the way to a value; of its keys only those of an enum are reported."""

    key: Any

    def __str__(self) -> str:
        return str(self.key.value) if isinstance(self.key, Enum) else "*"


def pattern_of(path: Path) -> str:
    return ".".join(map(str, path))


@cache
def _looked_at(cls: type[Any]) -> tuple[str, ...]:
    """The fields of a dataclass of the state that are not marked harmless."""
    harmless = harmless_fields(cls)
    return tuple(each.name for each in fields(cls) if each.name not in harmless)


@cache
def _changeable(cls: Any) -> bool:
    if is_dataclass(cls):
        return not cast(Any, cls).__dataclass_params__.frozen
    return issubclass(cls, list | dict)


def _can_change(value: Any) -> bool:
    return _changeable(cast(Hashable, type(value)))


def values_of(state: Any) -> dict[Path, Any]:
    """Every value that a state holds, by the way to it; a list of plain values is one, as a tuple. Decks are sorted,
    as the order of their lists means nothing.
    """
    found: dict[Path, Any] = {}
    _gather(state, (), found)
    return found


def _gather(value: Any, path: Path, into: dict[Path, Any]) -> None:
    if isinstance(value, list):
        if any(map(_can_change, value)):
            for place, item in enumerate(value):
                _gather(item, (*path, Item(place)), into)
        else:
            into[path] = tuple(value)
    elif isinstance(value, dict):
        if any(isinstance(key, Enum) or _can_change(item) for key, item in value.items()):
            for key, item in value.items():
                _gather(item, (*path, Item(key)), into)
        else:
            into[path] = tuple(value.items())
    elif _can_change(value):
        for name in _looked_at(cast(Hashable, type(value))):
            part = getattr(value, name)
            _gather(sorted(part, key=repr) if isinstance(value, Deck) else part, (*path, name), into)
    else:
        into[path] = value


ONE_PLACE: Final = "every list and table of the state in one place alone, as a copy or a save makes two of it"


def shared_part(state: Any) -> str:
    """Where a list, table or part that can change is met a second time in a state; empty if none is."""
    met: dict[int, str] = {}
    for part, path in mutable_parts(state):
        if (first := met.setdefault(id(part), path)) != path:
            return f"{first} and {path} are the same {type(part).__name__}"
    return ""


def mutable_parts(value: Any, path: str = "state") -> Iterator[tuple[object, str]]:
    """Every object in a state that can change, with the way to it."""
    if isinstance(value, Enum | str | bytes | int | float | None):
        return
    frozen = is_dataclass(value) and vars(type(value))["__dataclass_params__"].frozen
    if not frozen and not isinstance(value, tuple):
        yield value, path
    for name, part in (parts_of(value) or {}).items():
        yield from mutable_parts(part, path + name)
