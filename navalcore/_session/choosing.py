"""Several answers in a row: all of them are taken, or none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from navalcore._match.match import Match, driver_of
from navalcore._play.seats import answerable
from navalcore._play.undo import may_take_back
from navalcore._rules.decision import Decision
from navalcore.errors import NavalCoreError, UndoBarrier


class NotTaken(Exception):
    """One of several answers is refused: why, its place from 0, what was sent for it, and what it was to answer."""

    def __init__(self, error: NavalCoreError, place: int, key: int | str, decision: Decision | None) -> None:
        super().__init__(str(error))
        self.error, self.place, self.key, self.decision = error, place, key, decision


def choose_all(
    match: Match[Any, Any, Any], role: str, keys: Sequence[int | str], number: int, *, typed: bool = False
) -> list[str]:
    """Answer decisions of a role one after the other; the result is the keys of the choices.

    They are tried in a fork first, so an answer that is refused leaves no trace in the match, its chance, its file or
    its history. Clients do not hear of it. No answer but the last may bring what could not be taken back: a die, a
    draw, a reveal, another role's turn. Otherwise a client could look ahead by sending answers that are refused.

    Words that a person has typed may be anything that :meth:`Decision.read <navalcore.Decision.read>` takes.

    Raises NotTaken.
    """
    tried = match if len(keys) == 1 else match.fork()
    indices: list[int] = []
    chosen: list[str] = []
    decision: Decision | None = None
    for place, key in enumerate(keys):
        try:
            decision = None
            decision = answerable(driver_of(tried), tried.decision, role, number if not place else None)
            indices.append(decision.read(key) if typed else decision.index(key))
            chosen.append(decision.key(indices[-1]))
            if tried is not match:
                tried.choose(indices[-1], role=role)
                _check_open(tried, role, last=place == len(keys) - 1)
        except NavalCoreError as error:
            raise NotTaken(error, place, key, decision) from error
    for made, index in enumerate(indices):
        try:
            match.choose(index, role=role)
        except NavalCoreError as error:  # it could not be written
            for _ in range(made):
                match.undo(role)
            raise NotTaken(error, made, keys[made], decision) from error
    return chosen


def _check_open(match: Match[Any, Any, Any], role: str, *, last: bool) -> None:
    """Refuse an answer that is not the last, but could not be taken back or ends the role's turn."""
    if last:
        return
    if match.over or role not in match.decisions or not may_take_back(driver_of(match), role):
        raise UndoBarrier("this answer brings something new: what follows it has to be answered by itself")
