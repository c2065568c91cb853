"""What is told of a game of Tonnage War."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from navalcore.components import counted, listed
from navalcore.rules import Event
from navalcore_games.tonnage_war.choices import NOUNS, one
from navalcore_games.tonnage_war.state import ContactNumber, Side, Tactical, Target, Unit

NAMES = {Side.UBOAT: "U-boat side", Side.ESCORT: "escort side"}


def units_in_words(units: Sequence[Unit]) -> str:
    """Unit cards in a sentence, at least one: "SA, 2 SR and a blank"."""
    return listed(
        [
            one(unit) if number == 1 else counted(number, str(unit), "" if unit in NOUNS else str(unit))
            for unit, number in Counter(units).items()
        ]
    )


def _named(unit: Unit | None, unknown: str = "") -> str:
    """A unit card at the beginning of a sentence."""
    if unit is None:
        return unknown
    return f"A {unit}" if unit in NOUNS else str(unit)


def _listed(units: tuple[Unit, ...] | None, number: int) -> str:
    if units is None:
        return counted(number, "face-down card")
    return units_in_words(units) if units else "no card"


@dataclass(frozen=True, slots=True)
class GameBegun(Event):
    """A game begins."""

    game: int
    uboat_player: str

    def __str__(self) -> str:
        return f"Game {self.game} begins{', with the sides exchanged' if self.game > 1 else ''}."


@dataclass(frozen=True, slots=True)
class RoundBegun(Event):
    """A round begins."""

    round: int
    storm: bool
    bad_sonar: bool

    def __str__(self) -> str:
        weather = "stormy" if self.storm else "clear"
        sonar = "bad" if self.bad_sonar else "good"
        return f"Round {self.round} of 4 begins in {weather} weather and {sonar} sonar conditions."


@dataclass(frozen=True, slots=True)
class HandDealt(Event):
    """A side has been dealt its cards; only it knows which."""

    side: Side
    tactical_number: int
    units_number: int
    tactical: tuple[Tactical, ...] | None
    units: tuple[Unit, ...] | None

    def redacted(self) -> Event:
        """The numbers of cards only."""
        return replace(self, tactical=None, units=None, to=None)

    @property
    def headline(self) -> str:
        """Without the cards."""
        return f"The {NAMES[self.side]} is dealt a hand."

    @classmethod
    def in_brief(cls, events: Sequence[Self]) -> Sequence[str]:
        """Without the cards, which the table shows."""
        return [str(event.redacted()) for event in events]

    def __str__(self) -> str:
        tactical, units = counted(self.tactical_number, "tactical card"), counted(self.units_number, "unit card")
        if self.tactical:
            tactical += f" ({', '.join(self.tactical)})"
        if self.units:
            units += f" ({units_in_words(self.units)})"
        return f"The {NAMES[self.side]} is dealt {tactical} and {units}."


@dataclass(frozen=True, slots=True)
class SupportGroupDrawn(Event):
    """A support group card was drawn, and further cards for it."""

    number: int
    drawn: tuple[Unit, ...] | None

    def redacted(self) -> Event:
        """Without the cards drawn."""
        return replace(self, drawn=None, to=None)

    @property
    def headline(self) -> str:
        """Without the cards drawn."""
        return "The escort side draws a support group."

    def __str__(self) -> str:
        return f"The escort side draws a support group, and {_listed(self.drawn, self.number)} for it."


@dataclass(frozen=True, slots=True)
class CardDiscarded(Event):
    """A tactical card was discarded face-down."""

    side: Side
    card: Tactical | None

    def redacted(self) -> Event:
        """Without the card."""
        return replace(self, card=None, to=None)

    def __str__(self) -> str:
        return f"The {NAMES[self.side]} discards {self.card or 'a card'} face-down."


@dataclass(frozen=True, slots=True)
class ContactMade(Event):
    """A contact card was played with a boat."""

    number: ContactNumber
    card: Tactical
    target: Target
    boat: Unit | None

    def redacted(self) -> Event:
        """Without the boat."""
        return replace(self, boat=None, to=None)

    def __str__(self) -> str:
        return (
            f"{_named(self.boat, 'A boat')} makes contact {self.number} with the {self.target} by a {self.card} card."
        )


@dataclass(frozen=True, slots=True)
class AttackDeclared(Event):
    """A U-boat attack card was played."""

    card: Tactical
    target: Target
    contact: ContactNumber | None
    unit: Unit | None

    def redacted(self) -> Event:
        """Without the face-down card."""
        return replace(self, unit=None, to=None)

    def __str__(self) -> str:
        by = f"The boat of contact {self.contact}" if self.contact else "A face-down card"
        return f"{by}{f' ({one(self.unit)})' if self.unit else ''} makes a {self.card} on the {self.target}."


@dataclass(frozen=True, slots=True)
class Answered(Event):
    """The boat under attack answers with a card."""

    card: Tactical

    def __str__(self) -> str:
        return f"The boat answers with {self.card}."


@dataclass(frozen=True, slots=True)
class RoutingPlayed(Event):
    """Evasive routing was played on a contact."""

    contact: ContactNumber

    def __str__(self) -> str:
        return f"The escort side plays evasive routing on contact {self.contact}."


@dataclass(frozen=True, slots=True)
class RoutingCountered(Event):
    """B-dienst has cancelled evasive routing."""

    contact: ContactNumber

    def __str__(self) -> str:
        return f"The U-boat side plays B-dienst, so contact {self.contact} holds."


@dataclass(frozen=True, slots=True)
class ContactEnded(Event):
    """A contact is no longer in effect."""

    number: ContactNumber
    why: str

    def __str__(self) -> str:
        return f"Contact {self.number} ends: {self.why}."


@dataclass(frozen=True, slots=True)
class EscortsSent(Event):
    """A card of the escorts was played with a group of face-down cards."""

    card: Tactical
    at: str
    attempt: int
    number: int
    units: tuple[Unit, ...] | None

    def redacted(self) -> Event:
        """Without the cards of the group."""
        return replace(self, units=None, to=None)

    def __str__(self) -> str:
        sent = _listed(self.units, self.number)
        if self.attempt == 1:
            return f"The escort side plays {self.card} on {self.at} and sends {sent}."
        joins = "no further escort joins"
        if self.number:
            joins = f"{sent} {'joins' if self.number == 1 else 'join'}"
        return f"The escort side plays {self.card} on {self.at} (attempt {self.attempt}), and {joins}."


@dataclass(frozen=True, slots=True)
class CardPulled(Event):
    """An air search has pulled a card of the U-boat side."""

    unit: Unit | None

    def redacted(self) -> Event:
        """Without the card."""
        return replace(self, unit=None, to=None)

    def __str__(self) -> str:
        found = f"a face-down card: it is {one(self.unit)}" if self.unit else "a face-down card"
        return f"The aircraft come upon {found}."


@dataclass(frozen=True, slots=True)
class CardsTurnedUp(Event):
    """The cards of an engagement are turned up."""

    passing: ClassVar[bool] = True
    unit: Unit
    group: tuple[Unit, ...]

    def __str__(self) -> str:
        against = f" against {units_in_words(self.group)}" if self.group else ""
        return f"{_named(self.unit)} is turned up{against}."


@dataclass(frozen=True, slots=True)
class DetectionTried(Event):
    """The boat has rolled to stay undetected by one escort."""

    passing: ClassVar[bool] = True
    escort: Unit
    roll: int
    needed: int
    modifiers: tuple[tuple[str, int], ...]

    @property
    def detected(self) -> bool:
        """Whether the escort has found the boat."""
        return self.roll > self.needed

    @property
    def headline(self) -> str:
        """Without the roll."""
        return f"{self.escort} {'finds the boat' if self.detected else 'does not find the boat'}."

    def __str__(self) -> str:
        sums = ", ".join(f"{name} {value:+d}" for name, value in self.modifiers)
        return f"{self.headline.rstrip('.')}: the boat rolled {self.roll} and needed {self.needed} or less ({sums})."


@dataclass(frozen=True, slots=True)
class BoatAttacked(Event):
    """An escort has rolled to attack the boat."""

    passing: ClassVar[bool] = True
    escort: Unit
    roll: int
    attempt: int
    value: int
    effect: str

    @property
    def headline(self) -> str:
        """Without the roll."""
        return f"{self.escort} attacks the boat: {self.effect}."

    def __str__(self) -> str:
        first = "first attack" if self.attempt == 1 else "continuation"
        how = f"with attack value {self.value} ({first})"
        return f"{self.escort} attacks the boat {how} and rolls {self.roll}: {self.effect}."


@dataclass(frozen=True, slots=True)
class ConvoyRolled(Event):
    """A boat has rolled once against the convoy or the carrier."""

    unit: Unit
    target: Target
    roll: int
    needed: int
    effect: str

    @property
    def headline(self) -> str:
        """Without the roll."""
        return f"{self.unit} fires at the {self.target}: {self.effect}."

    def __str__(self) -> str:
        return (
            f"{self.unit} fires at the {self.target}, rolls {self.roll} and needs {self.needed} or less: {self.effect}."
        )


@dataclass(frozen=True, slots=True)
class EscortShotAt(Event):
    """A boat has fired at an escort, by torpedo or flak."""

    passing: ClassVar[bool] = True
    unit: Unit
    escort: Unit
    roll: int
    needed: int
    effect: str

    @property
    def headline(self) -> str:
        """Without the roll."""
        return f"{self.unit} fires at {self.escort}: {self.effect}."

    def __str__(self) -> str:
        return f"{self.unit} fires at {self.escort}, rolls {self.roll} and needs {self.needed} or less: {self.effect}."


@dataclass(frozen=True, slots=True)
class EscortDepleted(Event):
    """A surface escort has spent its depth charges (8.5.4)."""

    passing: ClassVar[bool] = True
    escort: Unit

    def __str__(self) -> str:
        return f"{self.escort} has spent its depth charges."


@dataclass(frozen=True, slots=True)
class UnitMoved(Event):
    """A unit card has gone somewhere; ``where`` says so in words that follow its name."""

    passing: ClassVar[bool] = True
    side: Side
    unit: Unit | None
    where: str

    def redacted(self) -> Event:
        """Without the card."""
        return replace(self, unit=None, to=None)

    def __str__(self) -> str:
        return f"{_named(self.unit, 'A face-down card')} of the {NAMES[self.side]} {self.where}."


@dataclass(frozen=True, slots=True)
class RescueShipNamed(Event):
    """An escort takes over the duty of rescue ship."""

    unit: Unit | None

    def redacted(self) -> Event:
        """Without the escort."""
        return replace(self, unit=None, to=None)

    def __str__(self) -> str:
        return f"{self.unit or 'A surface escort'} takes over as the rescue ship."


@dataclass(frozen=True, slots=True)
class EndOffered(Event):
    """A side has offered to end the round."""

    side: Side
    accepted: bool

    def __str__(self) -> str:
        answer = "agrees" if self.accepted else "plays on"
        other = NAMES[Side.ESCORT if self.side is Side.UBOAT else Side.UBOAT]
        return f"The {NAMES[self.side]} offers to end the round, and the {other} {answer}."


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """A round is over."""

    round: int
    uboat_points: int
    escort_points: int

    def __str__(self) -> str:
        uboat, escort = counted(self.uboat_points, "point"), counted(self.escort_points, "point")
        return f"Round {self.round} is over: the U-boat side has {uboat}, the escort side has {escort}."
