"""The ids of the cards on the table and of their places. They go by sides, not by players, who exchange them."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from navalcore.components import place_id
from navalcore.rules import Place, places, written_as
from navalcore_games.tonnage_war.state import ContactNumber, Engagement, Kind, Side, State, Tactical, Target, Unit
from navalcore_games.tonnage_war.values import ESCORTS

CONTACT_NUMBERS: Final = tuple(ContactNumber(number) for number in range(1, 14))
"""A pack of playing cards makes 13 contact cards, and each is dealt once a game (D1, 3)."""
ROUND: Final = "round"
CONVOY: Final = place_id(Target.CONVOY)
CARRIER: Final = place_id(Target.CARRIER)
SUNK_SHIPS: Final = "sunk"
SCREEN: Final = "screen"
RESCUE: Final = "rescue"
RETURNING: Final = "returning"
ATTACK: Final = "attack"
ENGAGEMENT: Final = "engagement"
WINDOW: Final = "window"
MERCHANTMAN: Final = place_id("ship", "merchantman")
MERCHANTMEN: Final = place_id("ship", "merchantmen")
"""Those that sail, whose number does not matter."""
RESCUE_SHIP: Final = place_id("ship", "rescue_ship")
CARRIER_SHIP: Final = place_id("ship", "carrier")

HAND: Final = {side: place_id("hand", side) for side in Side}
"""The tactical cards that a side holds."""
UNITS: Final = {side: place_id("units", side) for side in Side}
"""The unit cards that a side holds."""
PLAYED: Final = {side: place_id("played", side) for side in Side}
DISCARDS: Final = {side: place_id("discards", side) for side in Side}
OUT: Final = {side: place_id("out", side) for side in Side}
"""Units that are out of play."""
DECK: Final = {side: place_id("deck", side) for side in Side}
UNIT_DECK: Final = {side: place_id("unit_deck", side) for side in Side}
SCORE: Final = {side: place_id("score", side) for side in Side}

CARD: Final = {card: place_id("card", card) for card in Tactical}
CARDS: Final = {name: card for card, name in CARD.items()}
"""Tactical cards by their ids."""
BACK: Final = {side: place_id("back", side) for side in Side}
"""Tactical cards face down, one and all."""
UNIT_BACK: Final = {side: place_id("back", side, "unit") for side in Side}
"""Unit cards face down, one and all."""
_UNIT: Final = {unit: place_id("unit", unit) for unit in Unit}
_BLANK: Final = {side: place_id("unit", Unit.BLANK, side) for side in Side}
"""Both sides have blanks, and they can meet."""
_DAMAGED: Final = {unit: place_id("unit", unit, "damaged") for unit in Unit if unit in ESCORTS}


def card_id(side: Side, card: Tactical | None) -> str:
    """A tactical card, or its back if it is not known."""
    return BACK[side] if card is None else CARD[card]


def unit_id(side: Side, unit: Unit | None, damage: int = 0) -> str:
    """A unit card, or its back if it is not known. Escorts of a group that are damaged have ids of their own."""
    if unit is None:
        return UNIT_BACK[side]
    if unit is Unit.BLANK:
        return _BLANK[side]
    return _DAMAGED[unit] if damage and side is Side.ESCORT else _UNIT[unit]


def contact_id(contact: ContactNumber) -> str:
    """A contact: where its boat is."""
    return f"contact/{contact}"


def contact_card_id(contact: ContactNumber) -> str:
    """Where the card of a contact is."""
    return f"contact/{contact}/card"


def aim_of(kind: Kind, contact: ContactNumber | None, attempt: int) -> str:
    """The target of a card of the escorts: an engagement under way, a hand, a contact, or an attack."""
    if attempt > 1:
        return WINDOW
    if kind is Kind.AIR_SEARCH:
        return UNITS[Side.UBOAT]
    if kind in (Kind.HFDF_CONTACT, Kind.AIR_CONTACT) and contact is not None:
        return contact_id(contact)
    return ATTACK


def place_of(state: State, engagement: Engagement) -> str:
    """Where the escorts of an engagement are, and its boat unless it is with its contact."""
    if engagement is state.attack:
        return ATTACK
    return WINDOW if engagement is state.window else ENGAGEMENT


def boat_place(state: State, engagement: Engagement) -> str:
    """Where the U-boat player's card of an engagement is."""
    if engagement.unit is None and engagement.contact is not None:
        return contact_id(engagement.contact)
    return place_of(state, engagement)


def searched_at(escort: Unit, at: str) -> tuple[Place, ...]:
    """The places of a roll to stay undetected: the boat may have to stay unseen."""
    return places(subject=unit_id(Side.ESCORT, escort), at=at)


def boat_rolls(boat: Unit, at: str, target: str = "") -> tuple[Place, ...]:
    """The places of a roll that a boat makes."""
    return places(subject=unit_id(Side.UBOAT, boat), target=target, at=at)


UNIT_OF: Final = {side: {unit: unit_id(side, unit) for unit in Unit} for side in Side}
"""The ids of unit cards face up, by side."""
CardId: TypeAlias = Annotated[Tactical, written_as(CARD, "CardId")]
"""A tactical card, by its id on the wire."""
MEMBER: Final = {(unit, 0): name for unit, name in UNIT_OF[Side.ESCORT].items()} | {
    (unit, 1): name for unit, name in _DAMAGED.items()
}
"""The ids of the cards of a group, unhurt and damaged."""
UNIT: Final = {name: unit for side in Side for unit, name in UNIT_OF[side].items()} | {
    name: unit for (unit, _), name in MEMBER.items()
}
"""The unit card of each id."""
BoatId: TypeAlias = Annotated[Unit, written_as(UNIT_OF[Side.UBOAT], "UnitId")]
"""A unit card of the U-boat side, by its id on the wire."""
EscortId: TypeAlias = Annotated[Unit, written_as(UNIT_OF[Side.ESCORT], "UnitId")]
"""A unit card of the escort side, by its id on the wire."""
MemberId: TypeAlias = Annotated[tuple[Unit, int], written_as(MEMBER, "UnitId")]
"""An escort of a group with its damage, by its id on the wire."""
UnitId: TypeAlias = Annotated[str, written_as(dict(zip(UNIT, UNIT, strict=True)), "UnitId")]
"""The id of a unit card of either side."""
_CONTACT: Final = {number: contact_id(number) for number in CONTACT_NUMBERS}
ContactId: TypeAlias = Annotated[ContactNumber, written_as(_CONTACT, "ContactId")]
"""A contact, by its id on the wire."""
