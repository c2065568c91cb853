"""The news of attacks and engagements: who goes out, what the dice say, where unit cards go afterwards."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from navalcore.rules import Event, Move, Place, places
from navalcore_games.tonnage_war import ids
from navalcore_games.tonnage_war.convoys import TACTICAL_HAND
from navalcore_games.tonnage_war.events import (
    NAMES,
    cards_in_words,
    escort_moves,
    named,
    one_in_words,
    played,
    units_in_words,
)
from navalcore_games.tonnage_war.results import BoatFate, EscortFate, Goes, ShipFate
from navalcore_games.tonnage_war.state import Kind, Side, Target, Unit
from navalcore_games.tonnage_war.values import in_words

_BOAT_FATES: Final = {
    BoatFate.MISSED: "it misses",
    BoatFate.DAMAGED: "the boat is damaged",
    BoatFate.SUNK: "the boat is sunk",
    BoatFate.DAMAGED_AGAIN: "the boat is damaged for the second time and sunk",
    BoatFate.GUNFIRE: "the boat is sunk by gunfire",
    BoatFate.RAMMED: "the boat is rammed and sunk, and the escort is damaged",
    BoatFate.NO_CHARGES: "it has no depth charges left",
}
_SHIP_FATES: Final = {
    ShipFate.MISSED: "it misses",
    ShipFate.MERCHANTMAN_SUNK: "a merchantman is sunk",
    ShipFate.RESCUE_SHIP_SUNK: "the rescue ship is sunk",
    ShipFate.CARRIER_HIT: "the carrier is hit",
    ShipFate.CARRIER_SUNK: "the carrier is sunk",
    ShipFate.SUNK_ALREADY: "the carrier is sunk already",
}
_GOES: Final = {
    Goes.HAND: "returns to the hand",
    Goes.SCREEN: "is back in the carrier's screen",
    Goes.RETURNING: "returns to the hand at the end of",
    Goes.DECK: "goes to the deck",
    Goes.OUT: "leaves play",
}


def _boat(unit: Unit | None) -> str:
    return ids.unit_id(Side.UBOAT, unit)


def _escort(unit: Unit) -> str:
    return ids.unit_id(Side.ESCORT, unit)


@dataclass(frozen=True, slots=True)
class EscortsSent(Event):
    """A card of the escorts was played with a group of face-down cards."""

    card: ids.CardId
    engagement: Kind
    contact: ids.ContactId | None
    """The contact whose boat they hunt, or from which the attacker came."""
    attempt: int
    number: int
    units: tuple[ids.EscortId, ...] | None
    screen: tuple[ids.EscortId, ...]
    """Those of them that are of the carrier's screen, which is face-up."""
    boat: ids.BoatId | None
    """The boat they go after, where it is turned up already."""
    group: tuple[ids.MemberId, ...]
    """Who is on it from before, each with its damage."""

    def redacted(self) -> Event:
        """Without the cards of the group."""
        return replace(self, units=None, to=None)

    @property
    def _aim(self) -> str:
        return ids.aim_of(self.engagement, self.contact, self.attempt)

    @property
    def _told_aim(self) -> str:
        """Their target, in words."""
        if self.attempt > 1:
            return "the boat just attacked"
        if self.engagement is Kind.AIR_SEARCH:
            return "a random card"
        return "the attacker" if self._aim == ids.ATTACK else f"contact {self.contact}"

    @property
    def places(self) -> tuple[Place, ...]:
        """The card, and what it is played on."""
        return places(subject=ids.CARD[self.card], target=self._aim, at=ids.ENGAGEMENT)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The card, the escorts, and those who were with the attack or the engagement that continues."""
        hand, screen, end = ids.UNITS[Side.ESCORT], Counter(self.screen), ids.ENGAGEMENT
        from_hand = None if self.units is None else tuple((Counter(self.units) - screen).elements())
        sent = escort_moves(from_hand, self.number - screen.total(), hand, end)
        start, before = self._aim, Counter(self.group)
        there = [Move(_boat(self.boat), start, end)] if start in (ids.ATTACK, ids.WINDOW) else []
        there += [Move(ids.MEMBER[each], start, end, copies) for each, copies in before.items()]
        return (
            played(Side.ESCORT, self.card),
            *escort_moves(self.screen, 0, ids.SCREEN, end),
            *sent,
            *there,
        )

    def __str__(self) -> str:
        sent, at = cards_in_words(self.units, self.number), self._told_aim
        if self.attempt == 1:
            return f"The escort side plays {self.card} on {at} and sends {sent}."
        joins = "no further escort joins"
        if self.number:
            joins = f"{sent} {'joins' if self.number == 1 else 'join'}"
        return f"The escort side plays {self.card} on {at} (attempt {self.attempt}), and {joins}."


@dataclass(frozen=True, slots=True)
class CardPulled(Event):
    """An air search has pulled a card of the U-boat side."""

    unit: ids.BoatId | None
    from_deck: bool
    """Whether it is of the deck, not of the hand (TW-R07)."""

    def redacted(self) -> Event:
        """Without the card."""
        return replace(self, unit=None, to=None)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The card."""
        start = ids.UNIT_DECK[Side.UBOAT] if self.from_deck else ids.UNITS[Side.UBOAT]
        return (Move(_boat(self.unit), start, ids.ENGAGEMENT),)

    def __str__(self) -> str:
        found = f"a face-down card: it is {one_in_words(self.unit)}" if self.unit else "a face-down card"
        return f"The aircraft come upon {found}."


@dataclass(frozen=True, slots=True)
class CardsTurnedUp(Event):
    """The cards of an engagement are turned up."""

    passing: ClassVar[bool] = True
    unit: ids.BoatId
    group: tuple[ids.EscortId, ...]
    at: str
    """The place of the U-boat player's card."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The card of the U-boat side, those of the escorts, and where they are."""
        group = [_escort(unit) for unit in dict.fromkeys(self.group)]
        return places(subject=_boat(self.unit), target=group, at=self.at)

    def __str__(self) -> str:
        against = f" against {units_in_words(self.group)}" if self.group else ""
        return f"{named(self.unit)} is turned up{against}."


@dataclass(frozen=True, slots=True)
class BlanksTurnedUp(Event):
    """A group of blanks alone is turned up: nobody looks for the boat, whose card stays as it is."""

    passing: ClassVar[bool] = True
    group: tuple[ids.EscortId, ...]
    at: str
    """The place of the U-boat player's card."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The blanks, and where they are."""
        return places(subject=_escort(Unit.BLANK), at=self.at)

    def __str__(self) -> str:
        return f"The escort side's group is {units_in_words(self.group)}: nobody looks for the boat."


@dataclass(frozen=True, slots=True)
class DetectionTried(Event):
    """The boat has rolled to stay undetected by one escort."""

    passing: ClassVar[bool] = True
    escort: ids.EscortId
    roll: int
    needed: int
    modifiers: tuple[tuple[str, int], ...]
    boat: ids.BoatId
    at: str
    """The place of the boat."""

    @property
    def detected(self) -> bool:
        """Whether the escort has found the boat."""
        return self.roll > self.needed

    @property
    def places(self) -> tuple[Place, ...]:
        """The escort that searches, and the boat."""
        return places(subject=_escort(self.escort), target=_boat(self.boat), at=self.at)

    @property
    def headline(self) -> str:
        """Without the roll."""
        return f"{named(self.escort)} {'finds the boat' if self.detected else 'does not find the boat'}."

    def __str__(self) -> str:
        sums = ", ".join(f"{name} {value:+d}" for name, value in self.modifiers)
        return f"{self.headline.rstrip('.')}: the boat rolled {self.roll} and needed {self.needed} or less ({sums})."


@dataclass(frozen=True, slots=True)
class BoatAttacked(Event):
    """An escort has rolled to attack the boat."""

    passing: ClassVar[bool] = True
    escort: ids.EscortId
    roll: int
    attempt: int
    value: int
    effect: BoatFate
    boat: ids.BoatId
    at: str
    """The place of the boat."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The escort, and the boat."""
        return places(subject=_escort(self.escort), target=_boat(self.boat), at=self.at)

    @property
    def headline(self) -> str:
        """Without the roll."""
        return f"{named(self.escort)} attacks the boat: {_BOAT_FATES[self.effect]}."

    def __str__(self) -> str:
        first = "first attack" if self.attempt == 1 else "continuation"
        how = f"with attack value {self.value} ({first})"
        return f"{named(self.escort)} attacks the boat {how} and rolls {self.roll}: {_BOAT_FATES[self.effect]}."


@dataclass(frozen=True, slots=True)
class ConvoyRolled(Event):
    """A boat has rolled once against the convoy or the carrier."""

    unit: ids.BoatId
    target: Target
    roll: int
    needed: int
    effect: ShipFate
    at: str
    """The place of the boat."""
    own: bool = False
    """The rescue ship that is sunk is the convoy's own, not an escort."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The boat, and what it fires at."""
        rescue_ship = self.effect is ShipFate.RESCUE_SHIP_SUNK
        return places(subject=_boat(self.unit), target=ids.RESCUE if rescue_ship else self.target, at=self.at)

    @property
    def moves(self) -> tuple[Move, ...]:
        """A merchantman, or the convoy's own rescue ship, that is sunk."""
        if self.own:
            return (Move(ids.RESCUE_SHIP, ids.RESCUE, ids.SUNK_SHIPS),)
        if self.effect is not ShipFate.MERCHANTMAN_SUNK:
            return ()
        return (Move(ids.MERCHANTMAN, ids.CONVOY, ids.SUNK_SHIPS),)

    @property
    def headline(self) -> str:
        """Without the roll."""
        return f"{named(self.unit)} fires at the {self.target}: {_SHIP_FATES[self.effect]}."

    def __str__(self) -> str:
        rolls = f"rolls {self.roll} and needs {self.needed} or less"
        return f"{named(self.unit)} fires at the {self.target}, {rolls}: {_SHIP_FATES[self.effect]}."


@dataclass(frozen=True, slots=True)
class EscortShotAt(Event):
    """A boat has fired at an escort, by torpedo or flak."""

    passing: ClassVar[bool] = True
    unit: ids.BoatId
    escort: ids.UnitId
    roll: int
    needed: int
    effect: EscortFate
    was_damaged: bool
    """Whether the escort was damaged before."""
    at: str
    """The place of the boat."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The boat, and the escort."""
        return places(subject=_boat(self.unit), target=self.escort, at=self.at)

    @property
    def _told(self) -> str:
        return "it misses" if self.effect is EscortFate.MISSED else f"the {in_words(self._card)} is {self.effect}"

    @property
    def _card(self) -> Unit:
        return ids.UNIT[self.escort]

    @property
    def headline(self) -> str:
        """Without the roll."""
        return f"{named(self.unit)} fires at {one_in_words(self._card)}: {self._told}."

    def __str__(self) -> str:
        rolls = f"rolls {self.roll} and needs {self.needed} or less"
        return f"{named(self.unit)} fires at {one_in_words(self._card)}, {rolls}: {self._told}."


@dataclass(frozen=True, slots=True)
class EngagementHeld(Event):
    """The boat and the escorts stay on the table, as the escorts may continue in their next turn (8.6)."""

    passing: ClassVar[bool] = True
    boat: ids.BoatId
    group: tuple[ids.MemberId, ...]
    """The escorts that stay, each with its damage."""

    @property
    def detail(self) -> bool:
        """The next event reports it."""
        return True

    @property
    def moves(self) -> tuple[Move, ...]:
        """All of them, to where they wait."""
        escorts = Counter(ids.MEMBER[each] for each in self.group)
        return tuple(
            Move(piece, ids.ENGAGEMENT, ids.WINDOW, number)
            for piece, number in ((_boat(self.boat), 1), *escorts.items())
        )

    def __str__(self) -> str:
        group = units_in_words([unit for unit, damage in self.group if not damage])
        return f"{group[0].upper()}{group[1:]} may go on with the attack."


@dataclass(frozen=True, slots=True)
class EscortDepleted(Event):
    """A surface escort has spent its depth charges (8.5.4)."""

    passing: ClassVar[bool] = True
    escort: ids.EscortId

    @property
    def places(self) -> tuple[Place, ...]:
        """The escort."""
        return places(subject=_escort(self.escort), at=ids.ENGAGEMENT)

    def __str__(self) -> str:
        return f"{named(self.escort)} has spent its depth charges."


@dataclass(frozen=True, slots=True)
class UnitMoved(Event):
    """A unit card has gone somewhere."""

    passing: ClassVar[bool] = True
    side: Side
    unit: ids.UnitId | None
    goes: Goes
    start: str
    """The id of the place it has left."""
    damaged: bool = False
    due: int = 0
    """The turn at whose end it is back, if it comes back later."""
    screen: bool = False
    """Whether it comes back to the carrier's screen, and not to the hand."""

    def redacted(self) -> Event:
        """Without the card."""
        return replace(self, unit=None, to=None)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The card."""
        ends = {
            Goes.HAND: ids.UNITS[self.side],
            Goes.SCREEN: ids.SCREEN,
            Goes.RETURNING: ids.RETURNING,
            Goes.DECK: ids.UNIT_DECK[self.side],
            Goes.OUT: ids.OUT[self.side],
        }
        return (Move(self.unit or ids.UNIT_BACK[self.side], self.start, ends[self.goes]),)

    def __str__(self) -> str:
        goes = _GOES[self.goes]
        if self.goes is Goes.RETURNING:
            goes = goes.replace("the hand", "the carrier's screen") if self.screen else goes
            goes += f" turn {self.due}" if self.due < 2 * TACTICAL_HAND else " the round"
        elif self.goes is Goes.OUT and self.start == ids.RESCUE:
            goes = f"is sunk as the rescue ship and {goes}"
        card = None if self.unit is None else ids.UNIT[self.unit]
        return f"{named(card, 'A face-down card')} of the {NAMES[self.side]} {goes}."
