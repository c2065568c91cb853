"""Marks that are taken off the board one by one."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any

from navalcore.errors import BadData


def take_off(state: Any, key: str) -> None:
    """Take what a key names out of a state: an entry of a dictionary, an item of a list by its number, or all that a
    field holds. The field then has its default. The entry may be one of a dictionary within another, as in
    ``incomes/1941/uk``.

    Raises:
        BadData: the state has no such field or entry.
    """
    name, _, entry = key.partition("/")
    held = getattr(state, name, None)
    while isinstance(held, dict) and "/" in entry:
        within, _, entry = entry.partition("/")
        held = next((inner for each, inner in held.items() if str(each) == within), None)
    match held:
        case dict() if entry:
            found = [each for each in held if str(each) == entry]
            if found:
                del held[found[0]]
                return
        case list() if entry.isdecimal() and int(entry) < len(held):
            del held[int(entry)]
            return
        case _ if not entry:
            for each in fields(state):
                if each.name == name:
                    setattr(state, name, _default(each))
                    return
    raise BadData(f"there is no mark '{key}'")


def _default(field: Any) -> Any:
    if field.default_factory is not MISSING:
        return field.default_factory()
    if field.default is MISSING:
        raise BadData(f"the field {field.name} has no default that a mark could be taken off to")
    return field.default
