"""Those who answer by themselves at a match: bots, and the standing orders of people."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import Any, TypeAlias

from navalcore._face.order import Order
from navalcore._match.match import Match
from navalcore._play.seating import PERSON
from navalcore.bots._bot import Bot
from navalcore.bots._makers import answer_of, seated_bots
from navalcore.bots._orders import StandingOrders
from navalcore.components._chance import SeededChance
from navalcore.errors import BrokenPlugin, NavalCoreError, UndoBarrier

BotAt: TypeAlias = Callable[[str, str, SeededChance], Bot[Any]]
"""Makes the bot of a role, from its name and a stream of chance for its use."""


class Players:
    """Bots and standing orders at a match; with ``autopass`` decisions of people that have a single answer, too."""

    def __init__(
        self,
        match: Match[Any, Any, Any],
        seats: Mapping[str, str],
        plugins: Sequence[str] = (),
        autopass: bool = False,
        make: BotAt | None = None,
    ) -> None:
        self._match, self._plugins, self._make = match, tuple(plugins), make
        self._people = [role for role, taken_by in seats.items() if autopass and taken_by == PERSON]
        self._bots = seated_bots(match, seats, plugins, make)
        self._orders: dict[str, StandingOrders[Any]] = {}

    def orders(self, role: str) -> StandingOrders[Any]:
        """The standing orders of a role; none at first."""
        if role not in self._orders:
            seed = f"orders {self._match.setup.seed} {role}"
            self._orders[role] = StandingOrders(self._match, role, seed, self._plugins, self._make)
        return self._orders[role]

    def given(self) -> list[tuple[str, Order[Any]]]:
        """The standing orders in force, each with the role that gave it."""
        return [(role, order) for role, orders in self._orders.items() for order in orders.in_force]

    def asked(self) -> bool:
        """Whether any of them has a decision to look at."""
        return any(role in self._bots or self.in_force(role) or self._forced(role) for role in self._match.decisions)

    def recall(self, role: str, words: str = "") -> list[str]:
        """Take standing orders back, all of the role's without words; the texts of those that were in force."""
        return self._orders[role].take_back(words) if role in self._orders else []

    def in_force(self, role: str) -> tuple[str, ...]:
        """The standing orders of a role, and why they rest if they do."""
        if role not in self._orders:
            return ()
        orders = self._orders[role]
        texts = tuple(order.text for order in orders.in_force if order.text != "rest")
        return (*texts, f"rest: {orders.resting}") if orders.resting else texts

    def answer(self, seconds: float) -> bool:
        """Let them answer for so many seconds; whether they would continue."""
        end = monotonic() + seconds
        while self._answer_one():
            if monotonic() > end:
                return True
        return False

    def _answer_one(self) -> bool:
        for role, decision in self._match.decisions.items():
            if role in self._bots:
                answer: object = answer_of(self._bots[role], self._match, decision)
            else:
                answer = 0 if self._forced(role) else self._ordered(role)
            if answer is not None:
                self._match.choose(answer, role=role)
                return True
        return False

    def _forced(self, role: str) -> bool:
        """Whether a person is asked who has no choice."""
        return role in self._people and self._match.answers_itself(role, self._people)

    def take_back(self, role: str, decision: int) -> None:
        """Undo the last choice of a role, and before it those that were made here; UndoBarrier, StaleDecision."""
        self._match.undo(role, decision=decision)
        while self._forced(role):
            try:
                self._match.undo(role)
            except UndoBarrier:
                self._match.choose(0, role=role)  # as it was
                raise

    def _ordered(self, role: str) -> object:
        """The answer of standing orders, if the role has any that cover the question."""
        if role not in self._orders:
            return None
        try:
            return self._orders[role].answer()
        except NavalCoreError:
            raise
        except Exception as error:
            raise BrokenPlugin(f"a standing order of {role} failed: {type(error).__name__}: {error}") from error
