"""Everything a companion keeps, as data: what has to be laid over the state of an evening that begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from navalcore._match.match import AnyGame
from navalcore._match.positions import changes, laid_over
from navalcore._rules.hints import shape_of
from navalcore._rules.terms import Terms

LEFT_OUT = ("desk", "phase")
"""Fields that say where people are, and not what is on their board."""


def kept_of(game: AnyGame, state: Any, terms: Terms[Any]) -> dict[str, Any]:
    """Everything kept in a state."""
    now = game.states.to_json(state)
    start = _start(game, terms)
    return {name: changes(start[name], now[name]) for name in now if name not in LEFT_OUT and now[name] != start[name]}


def state_with(game: AnyGame, kept: Mapping[str, Any], terms: Terms[Any]) -> Any:
    """A state in which so much is kept.

    Raises:
        BadData: it is nothing that the game can keep.
    """
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
