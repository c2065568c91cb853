"""Matches that begin to keep what is told in them."""

from __future__ import annotations

from typing import Any

from navalcore._match.match import Match, driver_of
from navalcore._wire.history import History, told_in
from navalcore.components._roles import UMPIRE


def keep_history(match: Match[Any, Any, Any]) -> None:
    """Have a match keep everything that is told in it, as ``history=True`` does; what was told before is found by
    playing it again. Of a fork that imagines nothing is known from before.
    """
    if match._history is None:
        driver = driver_of(match)
        history = told_in(driver) if driver.line.imagined is None else History()
        match.events.subscribe(history.note, role=UMPIRE)
        match._history = history
