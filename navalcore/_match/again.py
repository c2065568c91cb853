"""Matches made of another: played again from its beginning, or keeping their events from now on."""

from __future__ import annotations

from typing import Any

from navalcore._match.match import Match, begun, driver_of
from navalcore._play.setup import Setup
from navalcore._rules.terms import O, S, V
from navalcore._wire.history import History, told_in
from navalcore.components._chance import Chance
from navalcore.components._roles import UMPIRE


def begin_again(setup: Setup[S, O, V], chance: Chance) -> Match[S, O, V]:
    """A match with the setup of another, from its beginning, with chance from a source: known results, or others."""
    return begun(Setup(setup.scenario, setup.options, "recorded", position=setup.position, game=setup.game), chance)


def keep_history(match: Match[Any, Any, Any]) -> None:
    """Have a match keep all its events; earlier ones are found by playing it again."""
    if match._history is None:
        driver = driver_of(match)
        history = told_in(driver) if driver.line.imagined is None else History()
        match.events.subscribe(history.note, role=UMPIRE)
        match._history = history
