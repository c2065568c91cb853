"""A match as it is sent to those who sit at it: one snapshot for one seat."""

from __future__ import annotations

from abc import abstractmethod
from typing import Generic, TypeVar

from navalcore.engine.decision import UMPIRE, Decision
from navalcore.engine.driver import Driver
from navalcore.engine.history import History
from navalcore.engine.setup import Setup
from navalcore.engine.terms import Options, View
from navalcore.engine.wire import Moment, Snapshot, codec
from navalcore.errors import UndoBarrier

S = TypeVar("S")
O = TypeVar("O", bound=Options)  # noqa: E741
V = TypeVar("V", bound=View)


class Seated(Generic[S, O, V]):
    """The side of a match that seats are sent; :class:`~navalcore.engine.match.Match` is the match itself."""

    __slots__ = ()

    setup: Setup[S, O, V]
    decision: Decision | None
    _driver: Driver[S, O, V]
    _history: History | None
    _latest: tuple[int, str, bool] | None
    """Of the last choice, if it is known: its place, its role, and whether it brought new information."""

    @abstractmethod
    def view(self, role: str = "") -> V:
        """Everything ``role`` may know."""

    @abstractmethod
    def _check_barrier(self, role: str | None) -> None:
        """Raise UndoBarrier if the last choice cannot be taken back by this role."""

    def decision_for(self, role: str) -> Decision | None:
        """The current decision as ``role`` may see it: whole if it is theirs (or the umpire's to see), without
        options if it is another's, and without its question too if it is secret.

        Raises:
            UnknownName: nobody is named, or the game has no such role.
        """
        decision = self.decision
        if self.setup.game.check_role(role) is UMPIRE or decision is None or decision.role == role:
            return decision
        prompt = f"waiting for the {self.setup.game.role_title(decision.role)}" if decision.secret else decision.prompt
        seen = Decision(decision.role, prompt, (), decision.rule if not decision.secret else "", decision.secret)
        seen.number = decision.number
        return seen

    def snapshot(self, role: str, *, since: int | None = None) -> Snapshot:
        """Everything that one seat is to be sent now, and nothing else: its view, its decision, whom the match waits
        for, what it was told, whether it may take back, the outcome. After a choice it is the whole update.

        Args:
            role: whose snapshot: a role of the game, ``SPECTATOR``, or ``UMPIRE``, who is sent whatever is asked.
            since: also the events the role was told after so many: what :attr:`Snapshot.told
                <navalcore.engine.wire.Snapshot.told>` was last time, 0 for all. More than there are (the match was
                loaded from a save that has lost what was taken back) gives all of them, from number 1 on.

        Raises:
            UnknownName: nobody is named, or the game has no such role.
            BadData: events are asked for, and the match keeps no history.
            Busy: the match moves.
        """
        view = self.view(role)
        moment = Moment(view, self.decision, self._driver.outcome, self._may_undo(role))
        return codec(self.setup.game).snapshot(self.setup, role, moment, self._history, since)

    def _may_undo(self, role: str) -> bool:
        """Whether :meth:`undo` would take back the last choice for this role."""
        count = self._driver.line.count
        if count in (0, self._driver.line.imagined):
            return False
        if self.setup.undo == "free":
            return True
        if self._latest is not None and self._latest[0] == count:
            _, chooser, news = self._latest
            return chooser == role and not news
        try:
            self._check_barrier(role)
        except UndoBarrier:
            return False
        return True
