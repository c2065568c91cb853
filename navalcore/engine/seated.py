"""A match as it is sent to those who sit at it: one snapshot for one seat."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Generic, TypeVar

from navalcore.engine.decision import UMPIRE, Decision
from navalcore.engine.driver import Driver
from navalcore.engine.history import History
from navalcore.engine.setup import Setup
from navalcore.engine.terms import Options, View
from navalcore.engine.undo import may_take_back
from navalcore.engine.wire import Moment, Snapshot, codec

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
    def view(self, role: str) -> V:
        """Everything ``role`` may know."""

    @property
    @abstractmethod
    def decisions(self) -> Mapping[str, Decision]:
        """What each role is asked now."""

    def decision_for(self, role: str) -> Decision | None:
        """What ``role`` may know of what is asked now: its own decision whole (``UMPIRE`` sees the first whole);
        another's without options, and without its question too if it is secret. Its number is the role's own.

        Raises:
            UnknownName: nobody is named, or the game has no such role.
        """
        decision = self.decision
        if self.setup.game.check_role(role) is UMPIRE or decision is None:
            return decision
        decisions = self.decisions
        own = decisions.get(role)
        if own is not None:
            return own
        if decision.secret:
            waited_for = " and the ".join(self.setup.game.role_title(each) for each in decisions)
            seen = Decision(decision.role, f"waiting for the {waited_for}", (), "", True)
        else:
            seen = Decision(decision.role, decision.prompt, (), decision.rule)
        seen.number = self._driver.line.chosen_by(role, self._driver.line.count)
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
        view, driver = self.view(role), self._driver
        made = driver.line.chosen_by(role, driver.line.count)
        moment = Moment(view, made, self.decisions, driver.outcome, may_take_back(driver, role, self._latest))
        return codec(self.setup.game).snapshot(self.setup, role, moment, self._history, since)
