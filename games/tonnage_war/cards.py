"""Everything on the cards: the symbols, colours and words of their faces, and the ships that units are at sea."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from navalcore.boards import Badge, Piece
from navalcore_games.tonnage_war import ids
from navalcore_games.tonnage_war.state import Side, Tactical, Unit, Weapon
from navalcore_games.tonnage_war.values import (
    AIRCRAFT,
    ATTACK_CARDS,
    BOATS,
    CONTACT_CARDS,
    DEPLETED_ESCORTS,
    ESCORT_CARDS,
    ESCORTS,
    EVADE_CARDS,
    FLAK_CARDS,
    UNITS,
    in_words,
)

SHOWN_EACH: Final = 12
"""So many backs of a hand are drawn each; of more the library draws one with their number."""
_KEPT: Final = lru_cache(maxsize=4096)
"""Most pieces are as they were on some board before."""


class Face(NamedTuple):
    """The face of a card."""

    symbol: str
    side: str
    """Whose colour it has, or that of what it is for."""
    band: str
    figure: str
    name: str
    foot: str


_SYMBOLS: Final = {
    Tactical.BEAM: "beam_attack",
    Tactical.BOW: "bow_attack",
    Tactical.BOW_FAT: "bow_attack",
    Tactical.QUARTER: "quarter_attack",
    Tactical.STERN: "stern_attack",
    Tactical.STRAGGLER: "straggler",
    Tactical.ZAUNKOENIG: "torpedo",
}
_WEAPONS: Final = {
    Weapon.ESCORT_ATTACK: ("depth_charges", "escort", "escorts", "Escort attack"),
    Weapon.HFDF: ("direction_finding", "signals", "signals", "HF/DF"),
    Weapon.AIR_PATROL: ("air_patrol", "contact", "aircraft", "Air patrol"),
}


def _tactical(card: Tactical) -> Face:
    if card in ATTACK_CARDS:
        figures = ATTACK_CARDS[card]
        rolls = f"{figures.rolls} roll{'s' * (figures.rolls != 1)}{f', {figures.modifier:+d}' * bool(figures.modifier)}"
        name = str(card).removesuffix(" attack").replace(" attack with", "").replace("Zaunkoenig", "T5 Zaunkoenig")
        return Face(_SYMBOLS[card], "attack", "attack", str(figures.rolls), name[0].upper() + name[1:], rolls)
    if card in EVADE_CARDS:
        figure = f"{EVADE_CARDS[card]:+d}"
        return Face("evade", "evade", "evade", figure, f"Evade {figure}", "hides a boat")
    if card in FLAK_CARDS:
        figure = f"{FLAK_CARDS[card]:+d}"
        return Face("flak", "flak", "flak", figure, f"Flak {figure}", "on aircraft")
    if card in ESCORT_CARDS:
        units, (symbol, side, band, name) = ESCORT_CARDS[card].units, _WEAPONS[ESCORT_CARDS[card].weapon]
        return Face(symbol, side, band, str(units), name, "1 card" if units == 1 else f"{units} cards")
    if card in CONTACT_CARDS:
        special = card is Tactical.SPECIAL_CONTACT
        symbol, found = ("special_contact", "convoy, carrier") if special else ("contact", "convoy")
        return Face(symbol, "contact", "contact", "", str(card).capitalize(), found)
    if card is Tactical.B_DIENST:
        return Face("signals", "signals", "signals", "", "B-dienst", "no routing")
    if card is Tactical.ROUTING:
        return Face("convoy", "evade", "routing", "", "Evasive routing", "ends a contact")
    return Face("water", "", "idle", "", "Idle card", "no use")


def _unit(unit: Unit) -> Face:
    if unit in BOATS:
        values = UNITS[unit]
        foot = f"attack {values.attack}, evade {values.evade}"
        return Face("submarine", "uboat", "boat", str(unit)[0], in_words(unit).capitalize(), foot)
    if unit in ESCORTS:
        values, plane = UNITS[unit], unit in AIRCRAFT
        foot = f"attack {values.attack}, detect {values.detect:+d}"
        foot += f", HF/DF {values.hfdf}" if values.hfdf else ""
        symbol, band = ("aircraft", "aircraft") if plane else ("destroyer", "escort")
        return Face(symbol, "escort", band, str(unit)[:2], in_words(unit).capitalize(), foot)
    if unit is Unit.SUPPORT_GROUP:
        return Face("destroyer", "escort", "group", "", "Support group", "brings cards")
    return Face("water", "", "decoy", "", "Blank", "a decoy")


def _called(unit: Unit) -> str:
    """A unit whose outline says already what it is: "ace", "regular", "spent regular"."""
    return in_words(unit).rpartition(" ")[0] or in_words(unit)


TACTICAL: Final = {card: _tactical(card) for card in Tactical}
UNIT: Final = {unit: _unit(unit) for unit in Unit}


@_KEPT
def card_piece(card: Tactical, at: str, title: str, number: int = 1) -> Piece:
    """A tactical card face up, or a stack of like ones."""
    return _card(TACTICAL[card], ids.CARD[card], at, title, number, card)


@_KEPT
def unit_card(unit: Unit, side: Side, at: str, title: str, number: int = 1) -> Piece:
    """A unit card face up, or a stack of like ones."""
    return _card(UNIT[unit], ids.unit_id(side, unit), at, title, number, in_words(unit))


def _card(face: Face, place: str, at: str, title: str, number: int, name: str) -> Piece:
    told = (Badge(face.band, kind="band"), Badge(face.figure, kind="figure"), Badge(face.foot, kind="foot"))
    badges = tuple(badge for badge in told if badge.text)
    return Piece(
        place, "card", at, title, face.name, face.side, count=number, badges=badges, symbol=face.symbol, name=name
    )


@_KEPT
def card_slip(card: Tactical, at: str, title: str, number: int = 1) -> Piece:
    """A tactical card that has been played or discarded, small."""
    face = TACTICAL[card]
    return _slip(face, ids.CARD[card], at, title, number, face.figure, card)


@_KEPT
def unit_slip(unit: Unit, side: Side, at: str, title: str, number: int = 1) -> Piece:
    """A unit card, small."""
    face = UNIT[unit]
    figure = f"{face.figure}-" if unit in DEPLETED_ESCORTS else face.figure
    return _slip(face, ids.unit_id(side, unit), at, title, number, figure, in_words(unit))


def _slip(face: Face, place: str, at: str, title: str, number: int, figure: str, name: str) -> Piece:
    badges = (Badge(figure, face.foot),) if figure else ()
    return Piece(
        place, "counter", at, title, side=face.side, count=number, badges=badges, symbol=face.symbol, name=name
    )


BACKS: Final = {ids.BACK[side]: "A tactical card, face down" for side in Side} | {
    ids.UNIT_BACK[side]: "A unit card, face down" for side in Side
}
"""The names of cards of which only the back is seen."""


def backs(place: str, side: Side, at: str, title: str, number: int) -> list[Piece]:
    """Cards face down, with their number; none if there are none."""
    if not number:
        return []
    badges = (Badge(str(number), title),) if 1 < number <= SHOWN_EACH else ()
    return [Piece(place, "card", at, title, side=side, count=number, badges=badges, face="down", name=BACKS[place])]


@_KEPT
def at_sea(
    unit: Unit | None,
    side: Side,
    at: str,
    title: str,
    *,
    number: int = 1,
    damage: int = 0,
    badges: tuple[Badge, ...] = (),
) -> Piece:
    """A unit on the sea: a ship, a boat or an aircraft with its name, or something unknown."""
    whose = ids.unit_id(side, unit, damage)
    hurt = (Badge("damaged", "damaged", "bad"),) if damage else ()
    if unit is None:
        unknown = "submarine" if side is Side.UBOAT else "destroyer"
        return Piece(
            whose, unknown, at, title, "unknown", side, count=number, badges=(*badges, *hurt), face="down",
            name=BACKS[whose],
        )  # fmt: skip
    name = in_words(unit)
    if unit not in UNITS:
        return Piece(whose, "counter", at, title, name, count=number, badges=badges, name=name)
    kind = "aircraft" if unit in AIRCRAFT else "submarine" if unit in BOATS else "destroyer"
    return Piece(whose, kind, at, title, _called(unit), side, count=number, badges=(*badges, *hurt), name=name)
