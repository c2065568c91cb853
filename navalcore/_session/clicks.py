"""Acts that are sent twice: a client that has heard no answer sends its act again, and it counts once."""

from __future__ import annotations

from typing import Any, Final

from navalcore._match.match import Match, driver_of
from navalcore._rules.events import ChoiceMade, Undone
from navalcore._session.acts import Reply, SeatChoose, SeatUndo
from navalcore.components._events import Event
from navalcore.components._roles import UMPIRE

KEPT: Final = 64
"""Clicks of a role that are known again."""


class Clicks:
    """The clicks answered at a match, and each role's last choice, known again if it was made before a restart."""

    def __init__(self, match: Match[Any, Any, Any]) -> None:
        self._match = match
        self._answers: dict[str, dict[str, Reply]] = {}
        self._last: dict[str, tuple[int, str]] = {}
        match.events.subscribe(self._hear, role=UMPIRE)

    def answered(self, role: str, act: SeatChoose | SeatUndo) -> Reply | None:
        """The answer to an act that is the same again."""
        known = self._answers.get(role, {}).get(act.click)
        if known is None and act.click and isinstance(act, SeatChoose) and role in self._last:
            number, key = self._last[role]
            if (act.decision, act.keys) == (number, (key,)):
                return Reply.yes(chosen=[key], number=number + 1)
        return known

    def note(self, role: str, act: SeatChoose | SeatUndo, answer: Reply) -> None:
        """Note what an act was answered."""
        if act.click:
            known = self._answers.setdefault(role, {})
            known[act.click] = answer
            if len(known) > KEPT:
                del known[next(iter(known))]

    def _hear(self, event: Event) -> None:
        if isinstance(event, ChoiceMade):
            line = driver_of(self._match).line
            self._last[event.role] = line.chosen_by(event.role, line.count) - 1, event.key
        elif isinstance(event, Undone):
            self._last.pop(event.role, None)
