"""Play: what a rules procedure is given: state, dice, options, and a way to report what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVarTuple

from typing_extensions import TypeVar

from navalcore.components._chance import Chance
from navalcore.components._dice import Dice

if TYPE_CHECKING:
    from navalcore.components._events import Event

Fields = TypeVarTuple("Fields")
S = TypeVar("S")
O = TypeVar("O")  # noqa: E741
Sc = TypeVar("Sc", default=Any)

ModifierProvider: TypeAlias = Callable[["Play[Any, Any]", Mapping[str, int]], Mapping[str, int]]
"""A function that is given the play and the modifiers of a section by name, and returns those that count instead."""


class Play(Generic[S, O, Sc]):
    """The argument of every rules procedure.

    A procedure may also be called on its own, without a match: ``Play(state, options, chance)`` is all it needs.

    Attributes:
        state: the game's state, plain data, changed in place by the rules.
        options: the game's options (a frozen pydantic model).
        chance: where draws and picks come from; dice go through ``dice``.
        scenario: the scenario played, or None outside a match; ``Play[State, Rules, Raid]`` says its class.
        listening: whether there is a listener.
        told: events reported and not yet delivered.
        reveals: how often hidden information was made known; see :meth:`reveal`.
        modifiers: what a variant makes of the modifiers of a section; see :meth:`modified`.
        sequence: for each step of the match its procedure, and the step that follows; empty outside a match.
        kept: a result that the procedure of the current step has worked out from the state and uses again, or None. It
            is in no save and no copy, and is emptied when another procedure begins, so anyone who uses it works it out
            again where it is None. A procedure that uses it in a later step keeps nothing while it is not the
            :attr:`step` itself. A variant's procedure that calls it may change the state before the next call.
    """

    __slots__ = (
        "chance",
        "dice",
        "kept",
        "listening",
        "modifiers",
        "options",
        "reveals",
        "scenario",
        "sequence",
        "state",
        "told",
    )

    def __init__(
        self,
        state: S,
        options: O,
        chance: Chance,
        *,
        scenario: Any = None,
        listening: bool = False,
        modifiers: Mapping[str, ModifierProvider] | None = None,
    ) -> None:
        self.state = state
        self.modifiers = modifiers
        self.options = options
        self.scenario: Sc = scenario
        self.told: list[Event] = []
        self.reveals: int = 0
        self.sequence: Mapping[str, tuple[Callable[[Any], Any], str]] = {}
        self.kept: Any = None
        self.listening = listening
        self.chance = chance
        self.dice: Dice = Dice(chance, self.told.append if listening else None, self.modified if modifiers else None)

    @property
    def step(self) -> Callable[[Any], Any] | None:
        """The procedure of the step under way; None outside a match."""
        state: Any = self.state
        return self.sequence[state.phase][0] if self.sequence else None

    def use(self, chance: Chance) -> None:
        """Take all further results from ``chance``."""
        self.chance = chance
        self.dice = Dice(
            chance, self.told.append if self.listening else None, self.modified if self.modifiers else None
        )

    def modified(self, rule: str, modifiers: Mapping[str, int]) -> Mapping[str, int]:
        """The modifiers of a section by name, as a variant has them; without a variant they stay as they are.

        ``play.dice.roll`` calls this for every roll with modifiers. A procedure that sums modifiers without such a
        roll calls it itself. Both name their sections by :func:`~navalcore.rules.takes_modifiers`.

        Args:
            rule: the number of the section.
            modifiers: the modifiers by name, as the game has them.
        """
        if self.modifiers and (provider := self.modifiers.get(rule)):
            return provider(self, modifiers)
        return modifiers

    def listen(self, listening: bool) -> None:
        """Switch the reporting of events on or off, as ``listening`` says."""
        if listening != self.listening:
            self.listening = listening
            self.use(self.chance)

    def tell(
        self,
        event: Callable[[*Fields], Event],
        /,
        *fields: *Fields,
        rule: str = "",
        to: tuple[str, ...] | None = None,
    ) -> None:
        """Report an event: ``play.tell(ShipSunk, ship, rule="8.2")``. The event is made only if there is a listener.

        Args:
            event: its class, or a function that returns one and takes ``rule`` and ``to`` too.
            fields: the values of its fields, in order.
            rule: the section of the rules it follows.
            to: the roles that may see it; all if left out.
        """
        # Only the fields that every event has are given by name: names at will would take a dictionary for every call.
        if self.listening:
            self.told.append(event(*fields, rule=rule, to=to))  # type: ignore[call-arg]  # those of every event

    def tell_all(self, events: Callable[[*Fields], Iterable[Event]], /, *fields: *Fields) -> None:
        """Report several events: ``play.tell_all(drawn, side, cards, "U6")``, where the function ``drawn`` makes an
        event of each card. It is called only if there is a listener.

        Args:
            events: makes the events.
            fields: what it makes them of.
        """
        if self.listening:
            self.told += events(*fields)

    def reveal(self) -> None:
        """Declare that hidden information has just been made known to a role (a card turned up, a unit sighted).

        The engine notices dice, draws and other roles' choices by itself; call this for information that was hidden in
        the state. Choices made before it cannot be taken back.
        """
        self.reveals += 1
