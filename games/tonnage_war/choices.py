"""The options of the decisions of Tonnage War."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from navalcore.rules import Option, Place, places
from navalcore_games.tonnage_war import ids
from navalcore_games.tonnage_war.state import ContactNumber, Side, Tactical, Target, Unit

NOUNS: Final = frozenset({Unit.BLANK, Unit.SUPPORT_GROUP, Unit.TANKER})
"""The unit cards that go by a noun; all others go by letters."""


def one(unit: Unit) -> str:
    """A unit card in a sentence: "SR", "a blank"."""
    return f"a {unit}" if unit in NOUNS else str(unit)


_BOAT_CARDS: Final = ids.HAND[Side.UBOAT]
_BOATS: Final = ids.UNITS[Side.UBOAT]
_ESCORT_CARDS: Final = ids.HAND[Side.ESCORT]
_ESCORTS: Final = ids.UNITS[Side.ESCORT]
_ESCORT_DECK: Final = ids.UNIT_DECK[Side.ESCORT]
_HELD: Final = {True: "", False: _ESCORTS}


def _escort(unit: Unit, damage: int = 0) -> str:
    return ids.unit_id(Side.ESCORT, unit, damage)


@dataclass(frozen=True, slots=True)
class Discard(Option):
    """Discard a tactical card face-down (7.2.1, 7.3.1)."""

    card: Tactical
    side: Side = field(compare=False)
    """Whose it is: the same action for either."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The card in the hand, and the pile it goes to."""
        return places(subject=ids.CARD[self.card], from_=ids.HAND[self.side], to=ids.DISCARDS[self.side])

    def __str__(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True, slots=True)
class MakeContact(Option):
    """Play a contact card with a boat (7.2.2, 13.1)."""

    card: Tactical
    target: Target

    @property
    def places(self) -> tuple[Place, ...]:
        """The card, and what it finds."""
        return places(subject=ids.CARD[self.card], from_=_BOAT_CARDS, target=self.target)

    def __str__(self) -> str:
        return f"{self.card} with the {self.target}"


@dataclass(frozen=True, slots=True)
class Attack(Option):
    """Play an attack card with a boat or blank (7.2.3)."""

    card: Tactical
    target: Target

    @property
    def places(self) -> tuple[Place, ...]:
        """The card, and what it is aimed at."""
        return places(subject=ids.CARD[self.card], from_=_BOAT_CARDS, target=self.target)

    def __str__(self) -> str:
        return f"{self.card} on the {self.target}"


@dataclass(frozen=True, slots=True)
class ShootContactBoat(Option):
    """Play an attack card on a boat that lies with a contact (14.4)."""

    card: Tactical
    contact: ContactNumber

    @property
    def places(self) -> tuple[Place, ...]:
        """The card, and the contact of the boat."""
        return places(subject=ids.CARD[self.card], from_=_BOAT_CARDS, at=ids.contact_id(self.contact))

    def __str__(self) -> str:
        return f"{self.card} by the boat of contact {self.contact}"


@dataclass(frozen=True, slots=True)
class Evade(Option):
    """Answer the escorts with an evade card (7.2.4)."""

    card: Tactical

    @property
    def places(self) -> tuple[Place, ...]:
        """The card, and what it answers."""
        return places(subject=ids.CARD[self.card], from_=_BOAT_CARDS, target=ids.ENGAGEMENT)

    def __str__(self) -> str:
        return f"answer with {self.card}"


@dataclass(frozen=True, slots=True)
class UseFlak(Option):
    """Answer an air patrol with a flak card (7.2.5)."""

    card: Tactical

    @property
    def places(self) -> tuple[Place, ...]:
        """The card, and what it answers."""
        return places(subject=ids.CARD[self.card], from_=_BOAT_CARDS, target=ids.ENGAGEMENT)

    def __str__(self) -> str:
        return f"answer with {self.card}"


@dataclass(frozen=True, slots=True)
class FireAtEscorts(Option):
    """Answer an escort attack or HF/DF with an attack card (7.2.6)."""

    card: Tactical

    @property
    def places(self) -> tuple[Place, ...]:
        """The card, and what it answers."""
        return places(subject=ids.CARD[self.card], from_=_BOAT_CARDS, target=ids.ENGAGEMENT)

    def __str__(self) -> str:
        return f"{self.card} on the escorts"


@dataclass(frozen=True, slots=True)
class UseBDienst(Option):
    """Counter evasive routing (7.2.7)."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The card."""
        return places(subject=ids.CARD[Tactical.B_DIENST], from_=_BOAT_CARDS)

    def __str__(self) -> str:
        return "answer with B-dienst"


@dataclass(frozen=True, slots=True)
class WithUnit(Option):
    """The face-down card that goes with a contact or attack card."""

    unit: Unit

    @property
    def places(self) -> tuple[Place, ...]:
        """The unit card."""
        return places(subject=ids.unit_id(Side.UBOAT, self.unit), from_=_BOATS)

    def __str__(self) -> str:
        return f"with {one(self.unit)}"


@dataclass(frozen=True, slots=True)
class Route(Option):
    """Evasive routing on a contact (7.3.4)."""

    contact: ContactNumber

    @property
    def places(self) -> tuple[Place, ...]:
        """The card, and the contact."""
        return places(subject=ids.CARD[Tactical.ROUTING], from_=_ESCORT_CARDS, target=ids.contact_id(self.contact))

    def __str__(self) -> str:
        return f"evasive routing on contact {self.contact}"


@dataclass(frozen=True, slots=True)
class SearchByAir(Option):
    """Air patrol on a card of the U-boat side pulled at random (7.3.2)."""

    card: Tactical

    @property
    def places(self) -> tuple[Place, ...]:
        """The card, and the hand that it is pulled from."""
        return places(subject=ids.CARD[self.card], from_=_ESCORT_CARDS, target=_BOATS)

    def __str__(self) -> str:
        return f"{self.card} on a random card"


@dataclass(frozen=True, slots=True)
class HuntContact(Option):
    """HF/DF or air patrol on a contact (7.3.3, 7.3.5)."""

    card: Tactical
    contact: ContactNumber

    @property
    def places(self) -> tuple[Place, ...]:
        """The card, and the contact."""
        return places(subject=ids.CARD[self.card], from_=_ESCORT_CARDS, target=ids.contact_id(self.contact))

    def __str__(self) -> str:
        return f"{self.card} on contact {self.contact}"


@dataclass(frozen=True, slots=True)
class DefendAgainstAttack(Option):
    """Escort attack on a boat that attacks (7.3.6)."""

    card: Tactical

    @property
    def places(self) -> tuple[Place, ...]:
        """The card, and the attack."""
        return places(subject=ids.CARD[self.card], from_=_ESCORT_CARDS, target=ids.ATTACK)

    def __str__(self) -> str:
        return f"{self.card} on the attacker"


@dataclass(frozen=True, slots=True)
class Continue(Option):
    """Another card of the same type on the boat just attacked (7.3.7, 7.3.8)."""

    card: Tactical

    @property
    def places(self) -> tuple[Place, ...]:
        """The card, and the engagement that goes on."""
        return places(subject=ids.CARD[self.card], from_=_ESCORT_CARDS, target=ids.WINDOW)

    def __str__(self) -> str:
        return f"continue with {self.card}"


@dataclass(frozen=True, slots=True)
class Commit(Option):
    """Send an escort or blank along."""

    unit: Unit

    @property
    def places(self) -> tuple[Place, ...]:
        """The unit card."""
        return places(subject=_escort(self.unit), from_=_ESCORTS)

    def __str__(self) -> str:
        return f"send {one(self.unit)}"


@dataclass(frozen=True, slots=True)
class CommitScreen(Option):
    """Send an escort of the carrier's screen along."""

    unit: Unit

    @property
    def places(self) -> tuple[Place, ...]:
        """The escort beside the carrier."""
        return places(subject=_escort(self.unit), from_=ids.SCREEN)

    def __str__(self) -> str:
        return f"send {self.unit} of the carrier's screen"


@dataclass(frozen=True, slots=True)
class EnoughUnits(Option):
    """Send no further escort along."""

    def __str__(self) -> str:
        return "send no further escort"


@dataclass(frozen=True, slots=True)
class OfferEnd(Option):
    """Offer to end the round (§4)."""

    @property
    def places(self) -> tuple[Place, ...]:
        """Where the round is told."""
        return places(at=ids.ROUND)

    def __str__(self) -> str:
        return "offer to end the round"


@dataclass(frozen=True, slots=True)
class AnswerOffer(Option):
    """Accept or refuse the end of the round (§4)."""

    accepted: bool

    @property
    def places(self) -> tuple[Place, ...]:
        """Where the round is told, if it ends; to play on is an act without a place."""
        return places(at=ids.ROUND) if self.accepted else ()

    def __str__(self) -> str:
        return "end the round" if self.accepted else "play on"


@dataclass(frozen=True, slots=True)
class EscortChoice(Option):
    """One escort of the group on the table; alike ones are told apart by ``place``."""

    unit: Unit
    damage: int
    place: int

    @property
    def places(self) -> tuple[Place, ...]:
        """The escort in its group."""
        return places(subject=_escort(self.unit, self.damage), from_=ids.ENGAGEMENT)

    def __str__(self) -> str:
        return f"{self.unit}{', damaged' if self.damage else ''} (no. {self.place + 1})"


@dataclass(frozen=True, slots=True)
class Hold(Option):
    """Hold an escort for a continuation, or not (9.3, immediate return)."""

    held: bool
    unit: Unit

    @property
    def places(self) -> tuple[Place, ...]:
        """The escort in its group, and the hand if it goes there."""
        return places(subject=_escort(self.unit), from_=ids.ENGAGEMENT, to=_HELD[self.held])

    def __str__(self) -> str:
        return f"hold {self.unit} for a continuation" if self.held else f"return {self.unit} to the hand at once"


@dataclass(frozen=True, slots=True)
class SendToDeck(Option):
    """Send an escort to the deck instead of the hand (10.1)."""

    unit: Unit
    engagement: str = field(compare=False)
    """Where it lies: with the engagement under way, or with one that might have been continued."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The escort in its group, and the deck."""
        return places(subject=_escort(self.unit), from_=self.engagement, to=_ESCORT_DECK)

    def __str__(self) -> str:
        return f"send {self.unit} to the deck"


@dataclass(frozen=True, slots=True)
class RestToHand(Option):
    """All escorts not sent to the deck go to the hand (10.1)."""

    def __str__(self) -> str:
        return "return the rest to the hand"


@dataclass(frozen=True, slots=True)
class NameRescueShip(Option):
    """Name an escort as the new rescue ship (14.3)."""

    unit: Unit

    @property
    def places(self) -> tuple[Place, ...]:
        """The unit card, and the place of the rescue ship."""
        return places(subject=_escort(self.unit), from_=_ESCORTS, to=ids.RESCUE)

    def __str__(self) -> str:
        return f"{self.unit} becomes the rescue ship"


@dataclass(frozen=True, slots=True)
class PutBack(Option):
    """Put a card back into the deck after drawing a support group (13.2)."""

    unit: Unit

    @property
    def places(self) -> tuple[Place, ...]:
        """The unit card, and the deck."""
        return places(subject=_escort(self.unit), from_=_ESCORTS, to=_ESCORT_DECK)

    def __str__(self) -> str:
        return f"put {one(self.unit)} back"


@dataclass(frozen=True, slots=True)
class KeepTheRest(Option):
    """Put no further card back (13.2)."""

    def __str__(self) -> str:
        return "keep the rest"


DISCARD: Final = {side: {card: Discard(card, side) for card in Tactical} for side in Side}
EVADE: Final = {card: Evade(card) for card in Tactical}
FLAK: Final = {card: UseFlak(card) for card in Tactical}
FIRE: Final = {card: FireAtEscorts(card) for card in Tactical}
ATTACK: Final = {(card, target): Attack(card, target) for card in Tactical for target in Target}
CONTACT: Final = {(card, target): MakeContact(card, target) for card in Tactical for target in Target}
SEARCH: Final = {card: SearchByAir(card) for card in Tactical}
DEFEND: Final = {card: DefendAgainstAttack(card) for card in Tactical}
CONTINUE: Final = {card: Continue(card) for card in Tactical}
WITH: Final = {unit: WithUnit(unit) for unit in Unit}
COMMIT: Final = {unit: Commit(unit) for unit in Unit}
COMMIT_SCREEN: Final = {unit: CommitScreen(unit) for unit in Unit}
TO_DECK: Final = {at: {unit: SendToDeck(unit, at) for unit in Unit} for at in (ids.ENGAGEMENT, ids.WINDOW)}
RESCUE_SHIP: Final = {unit: NameRescueShip(unit) for unit in Unit}
PUT_BACK: Final = {unit: PutBack(unit) for unit in Unit}
B_DIENST: Final = UseBDienst()
ENOUGH: Final = EnoughUnits()
OFFER_END: Final = OfferEnd()
ACCEPT: Final = AnswerOffer(True)
REFUSE: Final = AnswerOffer(False)
REST_TO_HAND: Final = RestToHand()
KEEP_THE_REST: Final = KeepTheRest()
HOLD: Final = {unit: (Hold(True, unit), Hold(False, unit)) for unit in Unit}
"""To hold an escort, and to let it go."""
