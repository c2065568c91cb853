"""Card and unit values, Spring 1943: the tables D1, D2 and D3 as data."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict

from navalcore.components import load_toml
from navalcore.errors import BadData
from navalcore.rules import rule
from navalcore_games.tonnage_war.state import Side, Tactical, Unit, Weapon

VALUES_FILE = Path(__file__).parent / "data" / "spring_1943.toml"
SUITS = ("hearts", "spades", "clubs", "diamonds")
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class UnitValues(_Model):
    """The figures of a unit (D3)."""

    name: str
    """Its name for people."""
    attack: int
    """The attack value."""
    evade: int = 0
    """A boat's evade value."""
    detect: int = 0
    """An escort's detect modifier."""
    hfdf: int = 0
    """The size of a surface escort's HF/DF figure; 0 for all others."""
    depletion: int = 0
    """A surface escort's depletion number (8.5.4); 0 for all others."""
    points_damaged: int = 1
    """The worth of damaging it."""
    points_sunk: int = 2
    """The worth of destroying it in all."""


class AttackCard(_Model):
    """A U-boat attack card: rolls, modifier against the convoy, and whether it homes on escorts (TW-M06)."""

    rolls: int
    modifier: int = 0
    homing: bool = False


class EscortCard(_Model):
    """A card of the escorts: its type, and how many units it lets go out."""

    weapon: Weapon
    units: int


class Conditions(_Model):
    """The modifiers for storms and bad sonar."""

    storm_evade: int
    """To the evade values of boats (14.1)."""
    storm_attack: int
    """To all attack values (14.1)."""
    bad_sonar: int
    """To the numbers boats need against surface escorts after the first attack (14.2)."""


class ValuesFile(_Model):
    """The file of card and unit values."""

    unit: dict[str, UnitValues]
    conditions: Conditions
    attack_card: dict[str, AttackCard]
    evade_card: dict[str, int]
    flak_card: dict[str, int]
    escort_card: dict[str, EscortCard]
    playing_cards: dict[Side, dict[str, dict[str, str]]]


def tactical_of(name: str) -> Tactical:
    """The kind of tactical card of an id of the data files."""
    try:
        return Tactical[name.upper()]
    except KeyError:
        known = ", ".join(card.name.lower() for card in Tactical)
        raise BadData(f"there is no tactical card {name}; there are {known}") from None


def unit_of(name: str) -> Unit:
    """The kind of unit of an id of the data files."""
    try:
        return Unit[name.upper()]
    except KeyError:
        known = ", ".join(unit.name.lower() for unit in Unit)
        raise BadData(f"there is no unit {name}; there are {known}") from None


_VALUES: Final = load_toml(VALUES_FILE).model(ValuesFile)


@rule("D3")
def unit_values(values: ValuesFile) -> dict[Unit, UnitValues]:
    """The figures of every unit; a depleted escort has those of its kind."""
    table = {unit_of(name): figures for name, figures in values.unit.items()}
    table |= {DEPLETED[unit]: table[unit] for unit in DEPLETED}
    return table


DEPLETED: Final = {Unit.SN: Unit.SN_DEPLETED, Unit.SR: Unit.SR_DEPLETED, Unit.SA: Unit.SA_DEPLETED}
"""The fate of a surface escort whose depth charges are spent (8.5.4)."""
UNITS: Final = unit_values(_VALUES)
CONDITIONS: Final = _VALUES.conditions
ATTACK_CARDS: Final = {tactical_of(name): card for name, card in _VALUES.attack_card.items()}
EVADE_CARDS: Final = {tactical_of(name): modifier for name, modifier in _VALUES.evade_card.items()}
FLAK_CARDS: Final = {tactical_of(name): modifier for name, modifier in _VALUES.flak_card.items()}
ESCORT_CARDS: Final = {tactical_of(name): card for name, card in _VALUES.escort_card.items()}
CONTACT_CARDS: Final = frozenset({Tactical.CONTACT, Tactical.SPECIAL_CONTACT})
FIGHTING_BOATS: Final = frozenset({Unit.N, Unit.R, Unit.A})
BOATS: Final = FIGHTING_BOATS | {Unit.TANKER}
DEPLETED_ESCORTS: Final = frozenset(DEPLETED.values())
SURFACE: Final = frozenset({*DEPLETED, *DEPLETED_ESCORTS})
AIRCRAFT: Final = frozenset({Unit.AN, Unit.AR, Unit.AA})
ESCORTS: Final = SURFACE | AIRCRAFT


@dataclass(frozen=True, slots=True)
class PlayingCard:
    """An ordinary playing card."""

    suit: str
    rank: str

    def __str__(self) -> str:
        return f"{self.rank} of {self.suit}"


@rule("D1", "D2")
def read_playing_cards(side: Side) -> dict[PlayingCard, Tactical]:
    """Which tactical card each of the 52 playing cards of a side's pack represents.

    Raises:
        BadData: the table leaves a card out or names one twice.
    """
    table: dict[PlayingCard, Tactical] = {}
    for suit, kinds in _VALUES.playing_cards[side].items():
        for name, ranks in kinds.items():
            for rank in ranks.split():
                card = PlayingCard(suit, rank)
                if suit not in SUITS or rank not in RANKS or card in table:
                    raise BadData(
                        f"{VALUES_FILE.name}: playing_cards.{side}: {card} is not a playing card, or is listed twice"
                    )
                table[card] = tactical_of(name)
    missing = [str(card) for suit in SUITS for rank in RANKS if (card := PlayingCard(suit, rank)) not in table]
    if missing:
        raise BadData(f"{VALUES_FILE.name}: playing_cards.{side}: no meaning is given for the {', '.join(missing)}")
    return table


@rule("D1", "D2", "2.1", "2.2")
def standard_deck(side: Side) -> dict[Tactical, int]:
    """How many of each tactical card a pack of playing cards makes for a side."""
    return dict(Counter(read_playing_cards(side).values()))


def in_words(unit: Unit) -> str:
    """A unit as it is called: "ace boat", "regular escort", "spent regular escort"."""
    if unit not in UNITS:
        return str(unit)
    name = UNITS[unit].name.replace("surface escort", "escort").replace("air escort", "aircraft")
    return f"spent {name}" if unit in DEPLETED_ESCORTS else name
