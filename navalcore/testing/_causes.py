"""The origin of a failure: where two playings of one match part, and at which line rules run in a circle."""

from __future__ import annotations

from traceback import extract_tb
from types import TracebackType
from typing import Final

from navalcore.testing._trial import CheckFailed, Trial, differences, state_of

SAME: Final = "same_seed_same_match"
"""The check that must pass before others mean anything."""
OFTEN: Final = 3
"""How often a match is played again to find out whether it is the same."""
LIKELY: Final = (
    "look for random or time, for a variable of a module or class, for a changed list or dict of the game's data, "
    "and for the order of a set"
)


def check_twice(trial: Trial) -> None:
    """Play two matches side by side and say at which choice and in which field they part."""
    one, other = trial.start(), trial.start()
    for place, choice in enumerate(trial.line):
        for match in (one, other):
            try:
                match.choose(choice)
            except Exception as error:
                raise _parted(trial, place, "nothing fails", f"{type(error).__name__}: {error}") from None
        if state_of(one) != state_of(other):
            states = trial.game.states
            told = differences(states.to_json(one.state), states.to_json(other.state))
            asked = differences(state_of(one)._asdict(), state_of(other)._asdict())
            raise _parted(trial, place, "the same state", told or asked)


def _parted(trial: Trial, place: int, expected: str, found: str) -> CheckFailed:
    return CheckFailed(
        f"{expected} each time the match is played", f"after choice {place + 1}: {found}; {LIKELY}", trial.line[:place]
    )


def where_stuck(trace: TracebackType | None, package: str) -> str:
    """The innermost line of the game that was carried out; empty if none was."""
    folder = f"/{package.rpartition('.')[2]}/"
    frames = [each for each in extract_tb(trace) if folder in each.filename.replace("\\", "/")]
    return f" at {frames[-1].filename}:{frames[-1].lineno}, in {frames[-1].name}" if frames else ""
