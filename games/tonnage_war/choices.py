"""The options of the decisions of Tonnage War."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from navalcore.components import place_id
from navalcore.rules import Option, Place, places
from navalcore_games.tonnage_war.state import ContactNumber, Tactical, Target, Unit

_HAND: Final = {card: place_id("hand", card) for card in Tactical}
_UNIT: Final = {unit: place_id("unit", unit) for unit in Unit}
_SCREEN: Final = {unit: place_id("screen", unit) for unit in Unit}
_GROUP: Final = {unit: place_id("group", unit) for unit in Unit}


def hand_place(card: Tactical) -> str:
    """The place of a tactical card in the hand."""
    return _HAND[card]


def unit_place(unit: Unit) -> str:
    """The place of a unit card in the hand."""
    return _UNIT[unit]


def screen_place(unit: Unit) -> str:
    """The place of an escort of the carrier's screen."""
    return _SCREEN[unit]


def group_place(unit: Unit, damage: int = 0) -> str:
    """The place of an escort that is on a boat."""
    return f"{_GROUP[unit]}/damaged" if damage else _GROUP[unit]


NOUNS: Final = frozenset({Unit.BLANK, Unit.SUPPORT_GROUP, Unit.TANKER})
"""The unit cards that go by a noun; all others go by letters."""


def one(unit: Unit) -> str:
    """A unit card in a sentence: "SR", "a blank"."""
    return f"a {unit}" if unit in NOUNS else str(unit)


def contact_place(contact: ContactNumber) -> str:
    """The place of a contact."""
    return f"contact/{contact}"


@dataclass(frozen=True, slots=True)
class Discard(Option):
    """Discard a tactical card face-down (7.2.1, 7.3.1)."""

    card: Tactical

    @property
    def places(self) -> tuple[Place, ...]:
        """The card."""
        return places(subject=_HAND[self.card])

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
        return places(subject=_HAND[self.card], target=self.target)

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
        return places(subject=_HAND[self.card], target=self.target)

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
        return places(subject=_HAND[self.card], target=contact_place(self.contact))

    def __str__(self) -> str:
        return f"{self.card} by the boat of contact {self.contact}"


@dataclass(frozen=True, slots=True)
class Evade(Option):
    """Answer the escorts with an evade card (7.2.4)."""

    card: Tactical

    @property
    def places(self) -> tuple[Place, ...]:
        """The card."""
        return places(subject=_HAND[self.card])

    def __str__(self) -> str:
        return f"answer with {self.card}"


@dataclass(frozen=True, slots=True)
class UseFlak(Option):
    """Answer an air patrol with a flak card (7.2.5)."""

    card: Tactical

    @property
    def places(self) -> tuple[Place, ...]:
        """The card."""
        return places(subject=_HAND[self.card])

    def __str__(self) -> str:
        return f"answer with {self.card}"


@dataclass(frozen=True, slots=True)
class FireAtEscorts(Option):
    """Answer an escort attack or HF/DF with an attack card (7.2.6)."""

    card: Tactical

    @property
    def places(self) -> tuple[Place, ...]:
        """The card."""
        return places(subject=_HAND[self.card], target="engagement")

    def __str__(self) -> str:
        return f"{self.card} on the escorts"


@dataclass(frozen=True, slots=True)
class UseBDienst(Option):
    """Counter evasive routing (7.2.7)."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The card."""
        return places(subject=_HAND[Tactical.B_DIENST])

    def __str__(self) -> str:
        return "answer with B-dienst"


@dataclass(frozen=True, slots=True)
class WithUnit(Option):
    """The face-down card that goes with a contact or attack card."""

    unit: Unit

    @property
    def places(self) -> tuple[Place, ...]:
        """The unit card."""
        return places(subject=_UNIT[self.unit])

    def __str__(self) -> str:
        return f"with {one(self.unit)}"


@dataclass(frozen=True, slots=True)
class Route(Option):
    """Evasive routing on a contact (7.3.4)."""

    contact: ContactNumber

    @property
    def places(self) -> tuple[Place, ...]:
        """The contact, and the card."""
        return places(subject=_HAND[Tactical.ROUTING], target=contact_place(self.contact))

    def __str__(self) -> str:
        return f"evasive routing on contact {self.contact}"


@dataclass(frozen=True, slots=True)
class SearchByAir(Option):
    """Air patrol on a card of the U-boat side pulled at random (7.3.2)."""

    card: Tactical

    @property
    def places(self) -> tuple[Place, ...]:
        """The card, and the hand that it is pulled from."""
        return places(subject=_HAND[self.card], target="units/uboat")

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
        return places(subject=_HAND[self.card], target=contact_place(self.contact))

    def __str__(self) -> str:
        return f"{self.card} on contact {self.contact}"


@dataclass(frozen=True, slots=True)
class DefendAgainstAttack(Option):
    """Escort attack on a boat that attacks (7.3.6)."""

    card: Tactical

    @property
    def places(self) -> tuple[Place, ...]:
        """The card, and the attack."""
        return places(subject=_HAND[self.card], target="attack")

    def __str__(self) -> str:
        return f"{self.card} on the attacker"


@dataclass(frozen=True, slots=True)
class Continue(Option):
    """Another card of the same type on the boat just attacked (7.3.7, 7.3.8)."""

    card: Tactical

    @property
    def places(self) -> tuple[Place, ...]:
        """The card, and the engagement that goes on."""
        return places(subject=_HAND[self.card], target="window")

    def __str__(self) -> str:
        return f"continue with {self.card}"


@dataclass(frozen=True, slots=True)
class Commit(Option):
    """Send an escort or blank along."""

    unit: Unit

    @property
    def places(self) -> tuple[Place, ...]:
        """The unit card."""
        return places(subject=_UNIT[self.unit])

    def __str__(self) -> str:
        return f"send {one(self.unit)}"


@dataclass(frozen=True, slots=True)
class CommitScreen(Option):
    """Send an escort of the carrier's screen along."""

    unit: Unit

    @property
    def places(self) -> tuple[Place, ...]:
        """The escort beside the carrier."""
        return places(subject=_SCREEN[self.unit])

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
        return places(at="round")

    def __str__(self) -> str:
        return "offer to end the round"


@dataclass(frozen=True, slots=True)
class AnswerOffer(Option):
    """Accept or refuse the end of the round (§4)."""

    accepted: bool

    @property
    def places(self) -> tuple[Place, ...]:
        """Where the round is told, if it ends; to play on is an act without a place."""
        return places(at="round") if self.accepted else ()

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
        return places(subject=group_place(self.unit, self.damage))

    def __str__(self) -> str:
        return f"{self.unit}{', damaged' if self.damage else ''} (no. {self.place + 1})"


@dataclass(frozen=True, slots=True)
class Hold(Option):
    """Hold an escort for a continuation, or not (9.3, immediate return)."""

    held: bool
    unit: Unit

    @property
    def places(self) -> tuple[Place, ...]:
        """The escort in its group."""
        return places(subject=_GROUP[self.unit])

    def __str__(self) -> str:
        return f"hold {self.unit} for a continuation" if self.held else f"return {self.unit} to the hand at once"


@dataclass(frozen=True, slots=True)
class SendToDeck(Option):
    """Send an escort to the deck instead of the hand (10.1)."""

    unit: Unit

    @property
    def places(self) -> tuple[Place, ...]:
        """The escort in its group."""
        return places(subject=_GROUP[self.unit])

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
        """The unit card."""
        return places(subject=_UNIT[self.unit])

    def __str__(self) -> str:
        return f"{self.unit} becomes the rescue ship"


@dataclass(frozen=True, slots=True)
class PutBack(Option):
    """Put a card back into the deck after drawing a support group (13.2)."""

    unit: Unit

    @property
    def places(self) -> tuple[Place, ...]:
        """The unit card."""
        return places(subject=_UNIT[self.unit])

    def __str__(self) -> str:
        return f"put {one(self.unit)} back"


@dataclass(frozen=True, slots=True)
class KeepTheRest(Option):
    """Put no further card back (13.2)."""

    def __str__(self) -> str:
        return "keep the rest"


DISCARD: Final = {card: Discard(card) for card in Tactical}
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
TO_DECK: Final = {unit: SendToDeck(unit) for unit in Unit}
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
