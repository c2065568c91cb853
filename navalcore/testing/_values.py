"""The values that a state holds, by the way to each of them."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Final, TypeAlias, cast

from navalcore._rules.views import harmless_fields

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
    """Every value that a state holds, by the way to it; a list of plain values is one, as a tuple."""
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
            _gather(getattr(value, name), (*path, name), into)
    else:
        into[path] = value


ONE_PLACE: Final = "every list and table of the state in one place alone, as a copy or a save makes two of it"


def shared_part(state: Any) -> str:
    """Where a list, table or part that can change is met a second time in a state; empty if none is."""
    met: dict[int, Path] = {}
    waiting: list[tuple[Path, Any]] = [((), state)]
    while waiting:
        path, value = waiting.pop()
        if not _can_change(value):
            continue
        first = met.setdefault(id(value), path)
        if first is not path:
            return f"{_told(first)} and {_told(path)} are the same {type(value).__name__}"
        if isinstance(value, list):
            waiting += [((*path, Item(place)), item) for place, item in enumerate(value)]
        elif isinstance(value, dict):
            waiting += [((*path, Item(key)), item) for key, item in value.items()]
        else:
            waiting += [((*path, each.name), getattr(value, each.name)) for each in fields(value)]
    return ""


def _told(path: Path) -> str:
    return ".".join(str(step.key) if isinstance(step, Item) else step for step in path)
