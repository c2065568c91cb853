"""The contract of a bot: it answers the decisions of one role, from a view and the decision."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeAlias

from navalcore._misfits import told_when_made
from navalcore._rules.decision import Decision
from navalcore._rules.terms import V
from navalcore.bots._imagination import Imagination
from navalcore.components._chance import Chance, SeededChance


class Bot(ABC, Generic[V]):
    """Answers the decisions of one role."""

    needs_view: ClassVar[bool] = True
    """Whether it looks at the view; one that does not is given an empty :class:`View`, which is faster."""

    @abstractmethod
    def decide(self, view: V, decision: Decision) -> object:
        """Return one of ``decision.options``, or its index.

        Args:
            view: everything its role may know now.
            decision: the question to its role.
        """

    def evaluate(self, view: V) -> float | None:  # noqa: ARG002
        """Estimate the value of a match that is not over, from 0 (lost) to 1 (won), as :meth:`Face.evaluate
        <navalcore.rules.Face.evaluate>` does. None if the bot makes no estimate. A search bot whose policy makes one
        looks ahead to the next turn and asks for it there.

        Args:
            view: everything its role may know now.
        """
        return None


class ImaginingBot(Bot[V]):
    """A bot that also tries things out, in matches that might be the one it plays in.

    Anyone who seats it at a match lends it an :class:`~navalcore.bots.Imagination` first, as
    :func:`~navalcore.bots.seat` does.
    """

    imagination: Imagination | None = None
    """The world that it may imagine; None until it is seated at a match."""


@told_when_made
class RandomBot(Bot[Any]):
    """Takes any option, each equally likely.

    Args:
        chance: the source of its choices.
    """

    needs_view = False

    def __init__(self, chance: Chance) -> None:
        self._below = chance.below

    def decide(self, view: Any, decision: Decision) -> int:  # noqa: ARG002
        """The index of an option taken at random."""
        return self._below(len(decision.options))


BotMaker: TypeAlias = Callable[[str, SeededChance], Bot[Any]]
"""Makes a bot from its role and a stream of chance for its use."""
