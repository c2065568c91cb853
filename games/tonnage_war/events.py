"""The news of rounds, of cards that are dealt and played, and of contacts. Events of engagements have a module of their
own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Self

from navalcore.components import counted, listed
from navalcore.rules import Event, Move, Place, places
from navalcore_games.tonnage_war import ids
from navalcore_games.tonnage_war.results import Ending
from navalcore_games.tonnage_war.state import Side, Tactical, Target, Unit
from navalcore_games.tonnage_war.values import AIRCRAFT, in_words

NAMES = {Side.UBOAT: "U-boat side", Side.ESCORT: "escort side"}
_ENDINGS: Final = {
    Ending.ROUTED: "the convoy has been routed away",
    Ending.ATTACKS: "its boat attacks",
    Ending.SUNK: "its boat is sunk",
    Ending.DETECTED: "its boat was detected and attacked",
    Ending.FIRED: "its boat has fired",
    Ending.BACK_IN_HAND: "its boat has gone back to the hand",
    Ending.EVADED: "its boat has evaded",
    Ending.CARRIER_SUNK: "the carrier is sunk",
}


def cards_of(units: Sequence[ids.UnitId]) -> tuple[Unit, ...]:
    """The unit cards of ids."""
    return tuple(ids.UNIT[unit] for unit in units)


def units_in_words(units: Sequence[Unit]) -> str:
    """Unit cards in a sentence, at least one: "an ace escort, 2 regular escorts and a blank"."""
    return listed(
        one_in_words(unit) if number == 1 else _several(unit, number) for unit, number in Counter(units).items()
    )


def _several(unit: Unit, number: int) -> str:
    name = in_words(unit)
    return counted(number, name, name if unit in AIRCRAFT else "")


def one_in_words(unit: Unit) -> str:
    """A unit card in a sentence: "an ace boat", "a blank"."""
    name = in_words(unit)
    return f"{'an' if name[0] in 'aeio' else 'a'} {name}"


def named(unit: Unit | None, unknown: str = "") -> str:
    """A unit card at the beginning of a sentence."""
    if unit is None:
        return unknown
    name = one_in_words(unit)
    return name[0].upper() + name[1:]


def cards_in_words(units: tuple[Unit, ...] | None, number: int) -> str:
    """Unit cards in a sentence, or their number if they are not known."""
    if units is None:
        return counted(number, "face-down card")
    return units_in_words(units) if units else "no card"


def unit_moves(side: Side, units: Sequence[ids.UnitId] | None, number: int, start: str, end: str) -> tuple[Move, ...]:
    """Unit cards that go the same way: by kinds, or so many backs if they are not known."""
    if units is None:
        return (Move(ids.UNIT_BACK[side], start, end, number),) if number else ()
    return tuple(Move(unit, start, end, copies) for unit, copies in Counter(units).items())


def escort_moves(units: Sequence[Unit] | None, number: int, start: str, end: str) -> tuple[Move, ...]:
    """Cards of the escort side that go the same way."""
    told = None if units is None else [ids.UNIT_OF[Side.ESCORT][unit] for unit in units]
    return unit_moves(Side.ESCORT, told, number, start, end)


def card_moves(side: Side, cards: Sequence[Tactical] | None, number: int, start: str, end: str) -> tuple[Move, ...]:
    """Tactical cards that go the same way: by kinds, or so many backs if they are not known."""
    if cards is None:
        return (Move(ids.BACK[side], start, end, number),) if number else ()
    return tuple(Move(ids.CARD[card], start, end, copies) for card, copies in Counter(cards).items())


def played(side: Side, card: Tactical) -> Move:
    """A tactical card that is played, face-up."""
    return Move(ids.CARD[card], ids.HAND[side], ids.PLAYED[side])


@dataclass(frozen=True, slots=True)
class GameBegun(Event):
    """A game begins."""

    game: int
    uboat_player: str

    @property
    def places(self) -> tuple[Place, ...]:
        """The place of news of the round."""
        return places(at=ids.ROUND)

    def __str__(self) -> str:
        return f"Game {self.game} begins{', with the sides exchanged' if self.game > 1 else ''}."


@dataclass(frozen=True, slots=True)
class RoundBegun(Event):
    """A round begins."""

    round: int
    storm: bool
    bad_sonar: bool
    rounds: int

    @property
    def places(self) -> tuple[Place, ...]:
        """The place of news of the round."""
        return places(at=ids.ROUND)

    def __str__(self) -> str:
        weather = "stormy" if self.storm else "clear"
        sonar = "bad" if self.bad_sonar else "good"
        return f"Round {self.round} of {self.rounds} begins in {weather} weather and {sonar} sonar conditions."


@dataclass(frozen=True, slots=True)
class HandDealt(Event):
    """A side has been dealt its cards; only it knows which."""

    side: Side
    tactical_number: int
    units_number: int
    units_dealt: int
    """How many of the unit cards are new; the others were kept from the round before."""
    tactical: tuple[ids.CardId, ...] | None
    units: tuple[ids.UnitId, ...] | None

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

    @property
    def moves(self) -> tuple[Move, ...]:
        """The cards that come from the decks."""
        cards = card_moves(self.side, self.tactical, self.tactical_number, ids.DECK[self.side], ids.HAND[self.side])
        units = None if self.units is None else self.units[len(self.units) - self.units_dealt :]
        start, end = ids.UNIT_DECK[self.side], ids.UNITS[self.side]
        return (*cards, *unit_moves(self.side, units, self.units_dealt, start, end))

    def __str__(self) -> str:
        tactical, units = counted(self.tactical_number, "tactical card"), counted(self.units_number, "unit card")
        if self.tactical:
            tactical += f" ({', '.join(self.tactical)})"
        if self.units_dealt < self.units_number:
            units = f"{counted(self.units_dealt, 'unit card')}, and holds {self.units_number}"
        if self.units:
            units += f" ({units_in_words(cards_of(self.units))})"
        return f"The {NAMES[self.side]} is dealt {tactical} and {units}."


@dataclass(frozen=True, slots=True)
class HandPutAway(Event):
    """At the end of a round a side has discarded its tactical cards and put unit cards away."""

    passing: ClassVar[bool] = True
    side: Side
    tactical_number: int
    units_number: int
    tactical: tuple[ids.CardId, ...] | None
    units: tuple[ids.UnitId, ...] | None
    out: bool
    """The unit cards leave play, open to all; else they go back to the deck."""

    def redacted(self) -> Event:
        """The numbers of cards that stay face-down."""
        return replace(self, tactical=None, units=self.units if self.out else None, to=None)

    @property
    def detail(self) -> bool:
        """It is the same in every round."""
        return True

    @property
    def moves(self) -> tuple[Move, ...]:
        """All of the cards."""
        side, end = self.side, (ids.OUT if self.out else ids.UNIT_DECK)[self.side]
        cards = card_moves(side, self.tactical, self.tactical_number, ids.HAND[side], ids.DISCARDS[side])
        return (*cards, *unit_moves(side, self.units, self.units_number, ids.UNITS[side], end))

    def __str__(self) -> str:
        tactical, units = counted(self.tactical_number, "tactical card"), counted(self.units_number, "unit card")
        return f"The {NAMES[self.side]} discards {tactical} and puts {units} away."


@dataclass(frozen=True, slots=True)
class SupportGroupDrawn(Event):
    """A support group card was drawn, and further cards for it."""

    number: int
    drawn: tuple[ids.EscortId, ...] | None

    def redacted(self) -> Event:
        """Without the cards drawn."""
        return replace(self, drawn=None, to=None)

    @property
    def headline(self) -> str:
        """Without the cards drawn."""
        return "The escort side draws a support group."

    @property
    def moves(self) -> tuple[Move, ...]:
        """The cards that come from the deck."""
        return escort_moves(self.drawn, self.number, ids.UNIT_DECK[Side.ESCORT], ids.UNITS[Side.ESCORT])

    def __str__(self) -> str:
        return f"The escort side draws a support group, and {cards_in_words(self.drawn, self.number)} for it."


@dataclass(frozen=True, slots=True)
class CardDiscarded(Event):
    """A tactical card was discarded face-down."""

    side: Side
    card: ids.CardId | None

    def redacted(self) -> Event:
        """Without the card."""
        return replace(self, card=None, to=None)

    @property
    def moves(self) -> tuple[Move, ...]:
        """From the hand to the discards, its face unseen by the other side."""
        return (Move(ids.card_id(self.side, self.card), ids.HAND[self.side], ids.DISCARDS[self.side]),)

    def __str__(self) -> str:
        return f"The {NAMES[self.side]} discards {self.card or 'a card'} face-down."


@dataclass(frozen=True, slots=True)
class ContactMade(Event):
    """A contact card was played with a boat."""

    number: ids.ContactId
    card: ids.CardId
    target: Target
    boat: ids.BoatId | None

    def redacted(self) -> Event:
        """Without the boat."""
        return replace(self, boat=None, to=None)

    @property
    def places(self) -> tuple[Place, ...]:
        """The boat, what it has found, and where it is from now on."""
        return places(
            subject=ids.unit_id(Side.UBOAT, self.boat),
            from_=ids.UNITS[Side.UBOAT],
            to=ids.contact_id(self.number),
            target=self.target,
        )

    @property
    def moves(self) -> tuple[Move, ...]:
        """The card, and the boat."""
        boat, side = ids.unit_id(Side.UBOAT, self.boat), Side.UBOAT
        return (
            Move(ids.CARD[self.card], ids.HAND[side], ids.contact_card_id(self.number)),
            Move(boat, ids.UNITS[side], ids.contact_id(self.number)),
        )

    def __str__(self) -> str:
        return f"{named(self.boat, 'A boat')} makes contact {self.number} with the {self.target} by a {self.card} card."


@dataclass(frozen=True, slots=True)
class AttackDeclared(Event):
    """A U-boat attack card was played."""

    card: ids.CardId
    target: Target
    contact: ids.ContactId | None
    unit: ids.BoatId | None
    answers: bool = False
    """Its card was played while the boat was under an air patrol, and has been told of then."""

    def redacted(self) -> Event:
        """Without the face-down card."""
        return replace(self, unit=None, to=None)

    @property
    def places(self) -> tuple[Place, ...]:
        """The card that attacks, and what it is aimed at."""
        return places(subject=ids.unit_id(Side.UBOAT, self.unit), target=self.target, at=ids.ATTACK)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The attack card, and the boat or blank, from the hand or from its contact."""
        start = ids.UNITS[Side.UBOAT] if self.contact is None else ids.contact_id(self.contact)
        boat = Move(ids.unit_id(Side.UBOAT, self.unit), start, ids.ATTACK)
        return (boat,) if self.answers else (played(Side.UBOAT, self.card), boat)

    def __str__(self) -> str:
        by = f"The boat of contact {self.contact}" if self.contact else "A face-down card"
        return f"{by}{f' ({one_in_words(self.unit)})' if self.unit else ''} makes a {self.card} on the {self.target}."


@dataclass(frozen=True, slots=True)
class Answered(Event):
    """The boat under attack plays a card: an answer, or, under an air patrol, an attack card (14.4), which is none."""

    card: ids.CardId

    @property
    def places(self) -> tuple[Place, ...]:
        """The card, and what it answers."""
        return places(subject=ids.CARD[self.card], target=ids.ENGAGEMENT)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The card."""
        return (played(Side.UBOAT, self.card),)

    def __str__(self) -> str:
        if self.rule == "14.4":
            return f"The boat under the air patrol plays {self.card}."
        return f"The boat answers with {self.card}."


@dataclass(frozen=True, slots=True)
class RoutingPlayed(Event):
    """Evasive routing was played on a contact."""

    contact: ids.ContactId

    @property
    def places(self) -> tuple[Place, ...]:
        """The card, and the contact."""
        return places(subject=ids.CARD[Tactical.ROUTING], target=ids.contact_id(self.contact))

    @property
    def moves(self) -> tuple[Move, ...]:
        """The card."""
        return (played(Side.ESCORT, Tactical.ROUTING),)

    def __str__(self) -> str:
        return f"The escort side plays evasive routing on contact {self.contact}."


@dataclass(frozen=True, slots=True)
class RoutingCountered(Event):
    """B-dienst has cancelled evasive routing."""

    contact: ids.ContactId

    @property
    def places(self) -> tuple[Place, ...]:
        """The card, and the contact."""
        return places(subject=ids.CARD[Tactical.B_DIENST], target=ids.contact_id(self.contact))

    @property
    def moves(self) -> tuple[Move, ...]:
        """The card."""
        return (played(Side.UBOAT, Tactical.B_DIENST),)

    def __str__(self) -> str:
        return f"The U-boat side plays B-dienst, so contact {self.contact} holds."


@dataclass(frozen=True, slots=True)
class ContactEnded(Event):
    """A contact is no longer in effect."""

    passing: ClassVar[bool] = True
    number: ids.ContactId
    card: ids.CardId
    why: Ending
    boat: ids.BoatId | None = None
    """The boat, if it stays with the engagement; else it is told where it goes."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The contact."""
        return places(at=ids.contact_id(self.number))

    @property
    def moves(self) -> tuple[Move, ...]:
        """The contact card, which is spent, and a boat that stays with the engagement."""
        card = Move(ids.CARD[self.card], ids.contact_card_id(self.number), ids.PLAYED[Side.UBOAT])
        if self.boat is None:
            return (card,)
        return card, Move(ids.unit_id(Side.UBOAT, self.boat), ids.contact_id(self.number), ids.ENGAGEMENT)

    def __str__(self) -> str:
        return f"Contact {self.number} ends: {_ENDINGS[self.why]}."


@dataclass(frozen=True, slots=True)
class RescueShipNamed(Event):
    """An escort takes over the duty of rescue ship."""

    unit: ids.EscortId | None

    def redacted(self) -> Event:
        """Without the escort."""
        return replace(self, unit=None, to=None)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The escort, from the hand to its place with the convoy."""
        return (Move(ids.unit_id(Side.ESCORT, self.unit), ids.UNITS[Side.ESCORT], ids.RESCUE),)

    def __str__(self) -> str:
        return f"{named(self.unit, 'A surface escort')} takes over as the rescue ship."


@dataclass(frozen=True, slots=True)
class EndOffered(Event):
    """A side has offered to end the round."""

    side: Side
    accepted: bool

    @property
    def places(self) -> tuple[Place, ...]:
        """The place of news of the round."""
        return places(at=ids.ROUND)

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

    @property
    def places(self) -> tuple[Place, ...]:
        """The place of news of the round."""
        return places(at=ids.ROUND)

    def __str__(self) -> str:
        uboat, escort = counted(self.uboat_points, "point"), counted(self.escort_points, "point")
        return f"Round {self.round} is over: the U-boat side has {uboat}, the escort side has {escort}."
