"""Play: what a rules procedure holds in its hands - state, dice, options, and a way to tell what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from navalcore.components.chance import Chance
from navalcore.components.dice import Dice

if TYPE_CHECKING:
    from navalcore.components.events import Event

S = TypeVar("S")
O = TypeVar("O")  # noqa: E741


class Play(Generic[S, O]):
    """The argument of every rules procedure.

    A procedure may also be called on its own, without a match: ``Play(state, options, chance)`` is all it needs.

    Attributes:
        state: the game's state, plain data, changed in place by the rules.
        options: the game's options (a frozen pydantic model).
        chance: where draws and picks come from; dice go through ``dice``.
        scenario: the scenario played, or None outside a match.
        listening: whether anybody listens; guard a ``tell`` with it where speed matters.
        told: events told and not yet delivered.
        reveals: how often hidden information was made known; see :meth:`reveal`.
    """

    __slots__ = ("chance", "dice", "listening", "options", "reveals", "scenario", "state", "told")

    def __init__(self, state: S, options: O, chance: Chance, *, scenario: Any = None, listening: bool = False) -> None:
        self.state = state
        self.options = options
        self.scenario = scenario
        self.told: list[Event] = []
        self.reveals = 0
        self.listening = listening
        self.use(chance)

    def use(self, chance: Chance) -> None:
        """Take all further results from ``chance``."""
        self.chance = chance
        self.dice = Dice(chance, self.told.append if self.listening else None)

    def listen(self, listening: bool) -> None:
        """Switch the telling of events on or off."""
        if listening != self.listening:
            self.listening = listening
            self.use(self.chance)

    def tell(self, event: Event) -> None:
        """Say what happened. Costs next to nothing when nobody listens; to build nothing either, write
        ``if play.listening: play.tell(...)``.
        """
        if self.listening:
            self.told.append(event)

    def reveal(self) -> None:
        """Say that hidden information has just been made known to a role (a card turned up, a unit sighted).

        Dice, draws and other roles' choices are noticed by the engine; this is for information that lay hidden in the
        state. Choices made before it cannot be taken back.
        """
        self.reveals += 1
