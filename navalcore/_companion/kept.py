"""Everything a companion keeps, as data laid over the state of an evening that begins, and marks taken off it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any

from navalcore._match.match import AnyGame
from navalcore._match.positions import changes, laid_over
from navalcore._rules.hints import shape_of
from navalcore._rules.terms import Terms
from navalcore.errors import BadData

LEFT_OUT = ("desk", "phase")
"""Fields that say where people are, and not what is on their board."""


def kept_of(game: AnyGame, state: Any, terms: Terms[Any]) -> dict[str, Any]:
    """Everything kept in a state."""
    now = game.states.to_json(state)
    start = _start(game, terms)
    return {name: changes(start[name], now[name]) for name in now if name not in LEFT_OUT and now[name] != start[name]}


def state_with(game: AnyGame, kept: Mapping[str, Any], terms: Terms[Any]) -> Any:
    """A state in which so much is kept; BadData if the game cannot keep it."""
    start = game.initial_state(terms)
    shape, base = shape_of(game.state_class), _start(game, terms)
    return game.states.from_json(laid_over(game.numbers(start), shape, base, kept, "kept"))


def _start(game: AnyGame, terms: Terms[Any]) -> dict[str, Any]:
    """The state of an evening that begins, as data, remembered with the game: every view is compared with it."""
    known: dict[tuple[str, str], dict[str, Any]] = game.__dict__.setdefault("_evenings", {})
    name = (terms.scenario.id, terms.options.model_dump_json())
    if name not in known:
        known[name] = game.states.to_json(game.initial_state(terms))
    return known[name]


def take_off(state: Any, key: str) -> None:
    """Take out what a key such as ``incomes/1941/uk`` names: an entry, an item, a whole field; BadData if none."""
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
