"""Order: what a player may hand to a bot for a while, as a game's face makes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic

from navalcore._rules.decision import Decision
from navalcore._rules.terms import V
from navalcore.components._events import Event

if TYPE_CHECKING:
    from navalcore.bots._bot import Bot


@dataclass(frozen=True, slots=True)
class Ask:
    """An order that answers a decision that the player is to make, before all other orders."""

    why: str = ""
    """If it says something, all orders rest for that reason until the player says ``go``."""


class Order(Generic[V]):
    """Decisions that a player hands to a bot for a while (``StandingOrders`` of ``navalcore.bots``). Orders that
    remember or that end by themselves derive from it.

    Args:
        text: the order in words.
        answer: see :meth:`answer`; no answer to anything if left out.
        lasting: whether it stays in force after a decision that it does not cover, until it is taken back.
        rank: orders of a lower rank are asked first, and among equals the newest.

    Attributes:
        text: as given.
        given: the words that the player typed, or else its text.
        lasting: as given.
        rank: as given; 0 for specific orders, more for orders that apply where there is no specific one.
    """

    def __init__(
        self,
        text: str,
        answer: Callable[[V, Decision, Bot[V]], object | None] | None = None,
        lasting: bool = False,
        rank: int = 0,
    ) -> None:
        self.text: str = text
        self.given: str = text
        self.lasting = lasting
        self.rank = rank
        self._answer = answer

    @property
    def said(self) -> str:
        """The message to the player when it is given."""
        return f"A bot answers for you: {self.text}{', until recalled' if self.lasting else ''}."

    def answer(self, view: V, decision: Decision, bot: Bot[V]) -> object | None:
        """The answer to a decision of the player's, :class:`Ask` if the player is to make it, or None where the order
        does not cover it.

        Args:
            view: the player's view.
            decision: the player's decision.
            bot: the bot that the order was given to.
        """
        return None if self._answer is None else self._answer(view, decision, bot)

    def hear(self, event: Event) -> None:
        """Receive ``event``, which the player is shown while the order is in force."""

    def stop(self, event: Event) -> str:  # noqa: ARG002 (for those who derive from it)
        """The reason why all orders rest after ``event``, which the player is shown; "" if they do not."""
        return ""

    def over(self) -> bool:
        """Whether the order is complete, and so no longer in force."""
        return False

    def give_way(self, newer: Order[V]) -> None:
        """Leave the common part of both to ``newer``, an order given later; by default this order keeps all."""
