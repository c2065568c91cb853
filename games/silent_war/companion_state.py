"""The marks that a companion of Silent War keeps of a real map."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from navalcore.rules import Desk, StateType
from navalcore_games.silent_war.state import State


@dataclass(slots=True)
class BesideState(State):
    """The campaign on the real map, and what became of boats."""

    desk: Desk = field(default_factory=Desk)
    noted: bool = False
    """Whether people keep a campaign here: its date, tracks, bases and boats."""
    lately: list[str] = field(default_factory=list)
    """The fates of the boats that fought, the last first."""


COPIES = StateType(BesideState)
"""Copies of states."""
KEPT = (
    "boats", "acting", "month", "war_period", "torpedo", "ultra", "storms", "cups", "outside", "combat",
)  # fmt: skip
"""The fields that a procedure may set for itself while the campaign's own values are kept."""


@contextmanager
def set_aside(state: BesideState) -> Iterator[None]:
    """Let a procedure set the date, the weather and a boat of its own; then what is kept is there again. Its
    sinkings count on the tracks.
    """
    before = {name: getattr(state, name) for name in KEPT}
    state.storms, state.ultra = dict(state.storms), list(state.ultra)
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(state, name, value)
        state.outside = [piece for piece in state.outside if piece not in state.gone]
