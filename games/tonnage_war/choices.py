"""The options of the decisions of Tonnage War."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Annotated, Final, Protocol, TypeAlias

from navalcore.rules import Option, PlacePart, Refusal, worded
from navalcore_games.tonnage_war import ids
from navalcore_games.tonnage_war.state import Side, Tactical, Target, Unit

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
_BY_BOATS: Final[Mapping[PlacePart, str]] = {"subject": "card/{card:id}", "from": _BOAT_CARDS}
_ON_TARGET: Final[Mapping[PlacePart, str]] = {**_BY_BOATS, "target": "{target}"}
_ANSWER: Final[Mapping[PlacePart, str]] = {**_BY_BOATS, "target": ids.ENGAGEMENT}
_BY_ESCORTS: Final[Mapping[PlacePart, str]] = {"subject": "card/{card:id}", "from": _ESCORT_CARDS}
"""A tactical card from the hand, and on what it is played."""
OneBoat: TypeAlias = Annotated[ids.BoatId, worded(one)]
OneEscort: TypeAlias = Annotated[ids.EscortId, worded(one)]
_HELD: Final = {True: ids.WINDOW, False: _ESCORTS}


class _OfUnit(Protocol):
    @property
    def unit(self) -> Unit: ...


def _boat(option: _OfUnit) -> str:
    return ids.unit_id(Side.UBOAT, option.unit)


def _escort(option: _OfUnit) -> str:
    return ids.unit_id(Side.ESCORT, option.unit)


class Discard(
    Option,
    text="discard {card}",
    places={"subject": "card/{card:id}", "from": "hand/{side:id}", "to": "discards/{side:id}"},
):
    """Discard a tactical card face-down (7.2.1, 7.3.1)."""

    card: ids.CardId
    side: Side = field(compare=False)
    """Whose it is: the same action for either."""


class MakeContact(Option, text="{card} with the {target}", places=_ON_TARGET):
    """Play a contact card with a boat (7.2.2, 13.1)."""

    card: ids.CardId
    target: Target


class Attack(Option, text="{card} on the {target}", places=_ON_TARGET):
    """Play an attack card with a boat or blank (7.2.3)."""

    card: ids.CardId
    target: Target


class ShootContactBoat(
    Option, text="{card} by the boat of contact {contact}", places={**_BY_BOATS, "at": "contact/{contact}"}
):
    """Play an attack card on a boat that is with a contact (14.4)."""

    card: ids.CardId
    contact: ids.ContactId


class Evade(Option, text="answer with {card}", places=_ANSWER):
    """Answer the escorts with an evade card (7.2.4)."""

    card: ids.CardId


class UseFlak(Option, text="answer with {card}", places=_ANSWER):
    """Answer an air patrol with a flak card (7.2.5)."""

    card: ids.CardId


class FireAtEscorts(Option, text="{card} on the escorts", places=_ANSWER):
    """Answer an escort attack or HF/DF with an attack card (7.2.6)."""

    card: ids.CardId


class UseBDienst(
    Option, text="answer with B-dienst", places={"subject": ids.CARD[Tactical.B_DIENST], "from": _BOAT_CARDS}
):
    """Counter evasive routing (7.2.7)."""


class WithUnit(Option, text="with {unit}", places={"subject": _boat, "from": _BOATS}):
    """The face-down card that goes with a contact or attack card."""

    unit: OneBoat


class Route(
    Option,
    text="evasive routing on contact {contact}",
    places={"subject": ids.CARD[Tactical.ROUTING], "from": _ESCORT_CARDS, "target": "contact/{contact}"},
):
    """Evasive routing on a contact (7.3.4)."""

    contact: ids.ContactId


class SearchByAir(Option, text="{card} on a random card", places={**_BY_ESCORTS, "target": _BOATS}):
    """Air patrol on a card of the U-boat side pulled at random (7.3.2)."""

    card: ids.CardId


class HuntContact(Option, text="{card} on contact {contact}", places={**_BY_ESCORTS, "target": "contact/{contact}"}):
    """HF/DF or air patrol on a contact (7.3.3, 7.3.5)."""

    card: ids.CardId
    contact: ids.ContactId


class DefendAgainstAttack(Option, text="{card} on the attacker", places={**_BY_ESCORTS, "target": ids.ATTACK}):
    """Escort attack on a boat that attacks (7.3.6)."""

    card: ids.CardId


class Continue(Option, text="continue with {card}", places={**_BY_ESCORTS, "target": ids.WINDOW}):
    """Another card of the same type on the boat just attacked (7.3.7, 7.3.8)."""

    card: ids.CardId


class Commit(Option, text="send {unit}", places={"subject": _escort, "from": _ESCORTS}):
    """Send an escort or blank along."""

    unit: OneEscort


class CommitScreen(Option, text="send {unit} of the carrier's screen", places={"subject": _escort, "from": ids.SCREEN}):
    """Send an escort of the carrier's screen along."""

    unit: ids.EscortId


class EnoughUnits(Option, text="send no further escort"):
    """Send no further escort along."""


class OfferEnd(Option, text="offer to end the round", places={"at": ids.ROUND}):
    """Offer to end the round (§4)."""


class AnswerOffer(Option, text="{accepted}", places={"at": ids.ROUND}):
    """Accept or refuse the end of the round (§4)."""

    accepted: Annotated[bool, worded({True: "end the round", False: "play on"}.__getitem__)]


class OfGroup(Option, places={"at": ids.ENGAGEMENT}):
    """An escort of the group on the table; alike ones are told apart by ``place``."""

    keyed = "escort_choice"
    unit: ids.UnitId
    damage: int
    place: int

    @property
    def card(self) -> Unit:
        """The card."""
        return ids.UNIT[self.unit]

    @property
    def key(self) -> str:
        """The card, its damage and its place."""
        return f"{self.keyed}/{self.card}/{self.damage}/{self.place}"

    def __str__(self) -> str:
        return f"{self.card}{', damaged' if self.damage else ''} (no. {self.place + 1})"


class EscortChoice(OfGroup, places={"subject": "{unit}", "at": ids.ENGAGEMENT}):
    """The escort that attacks next."""


class FiredAt(OfGroup, places={"target": "{unit}", "at": ids.ENGAGEMENT}):
    """The escort that a boat fires at."""


class Hold(Option, places={"subject": _escort, "from": ids.ENGAGEMENT, "to": lambda hold: _HELD[hold.held]}):
    """Hold an escort for a continuation, or not (9.3, immediate return)."""

    held: bool
    unit: ids.EscortId

    def __str__(self) -> str:
        return f"hold {self.unit} for a continuation" if self.held else f"return {self.unit} to the hand at once"


class SendToDeck(
    Option, text="send {unit} to the deck", places={"subject": _escort, "from": "{engagement}", "to": _ESCORT_DECK}
):
    """Send an escort to the deck instead of the hand (10.1)."""

    unit: ids.EscortId
    engagement: str = field(compare=False)
    """Where it is: with the engagement under way, or with one that might have been continued."""


class RestToHand(Option, text="return the rest to the hand"):
    """All escorts not sent to the deck go to the hand (10.1)."""


class NameRescueShip(
    Option, text="{unit} becomes the rescue ship", places={"subject": _escort, "from": _ESCORTS, "to": ids.RESCUE}
):
    """Name an escort as the new rescue ship (14.3)."""

    unit: ids.EscortId


class PutBack(Option, text="put {unit} back", places={"subject": _escort, "from": _ESCORTS, "to": _ESCORT_DECK}):
    """Put a card back into the deck after drawing a support group (13.2)."""

    unit: OneEscort


class KeepTheRest(Option, text="keep the rest"):
    """Put no further card back (13.2)."""


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


def left_out(
    actions: Iterable[tuple[Option, str, str]], offered: Container[Option], held: Sequence[Tactical], side: str
) -> Iterator[Refusal]:
    """Why actions of a side are not offered.

    Args:
        actions: all there are, each with its section, and why it cannot be taken with its card in hand.
    """
    for option, section, why in actions:
        if option not in offered:
            lacking = getattr(option, "card", None) not in {*held, None}
            yield Refusal(str(option), section, f"the {side} side does not hold the card" if lacking else why)
