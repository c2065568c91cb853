"""Scenarios: order-of-battle and tactical decks, weather, carrier (§3, S1)."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema, model_validator

from navalcore.components import load_toml
from navalcore.errors import BadData
from navalcore.rules import Scenario, rule
from navalcore_games.tonnage_war.ids import CONTACT_NUMBERS
from navalcore_games.tonnage_war.options import ROUNDS
from navalcore_games.tonnage_war.state import Side, Tactical, Unit
from navalcore_games.tonnage_war.values import (
    AIRCRAFT,
    ATTACK_CARDS,
    BOATS,
    CONTACT_CARDS,
    ESCORT_CARDS,
    ESCORTS,
    EVADE_CARDS,
    FLAK_CARDS,
    SURFACE,
    standard_deck,
    tactical_of,
    unit_of,
)

SCENARIO_FOLDER = Path(__file__).parent / "scenarios"
TACTICAL_HAND = 13
UNIT_HAND = 10
SMALLEST_TACTICAL_DECK = ROUNDS * TACTICAL_HAND
"""Tactical cards are never used twice, so four hands must be there (TW-R44)."""

_UBOAT_CARDS = {*CONTACT_CARDS, *ATTACK_CARDS, *EVADE_CARDS, *FLAK_CARDS, Tactical.B_DIENST, Tactical.IDLE}
_ESCORT_CARDS = {*ESCORT_CARDS, Tactical.ROUTING, Tactical.IDLE}
TACTICAL_OF_SIDE = {
    Side.UBOAT: tuple(card for card in Tactical if card in _UBOAT_CARDS),
    Side.ESCORT: tuple(card for card in Tactical if card in _ESCORT_CARDS),
}
"""The tactical cards each side may have in its deck (2.1, 2.2)."""
UNITS_OF_SIDE = {
    Side.UBOAT: BOATS | {Unit.BLANK},
    Side.ESCORT: (ESCORTS | {Unit.SUPPORT_GROUP, Unit.BLANK}),
}


def counts_by_id(kinds: type[Enum], of_id: Callable[[str], Enum]) -> BeforeValidator:
    """Counts by the ids of the data files; names as saves have them will do too."""

    def read(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return {name if name in list(kinds) else _or_value_error(of_id, name): n for name, n in value.items()}

    return BeforeValidator(read)


def _or_value_error(find: Any, name: str) -> Any:
    try:
        return find(name)
    except BadData as error:
        raise ValueError(str(error)) from None


def counts_schema(kinds: type[Enum]) -> WithJsonSchema:
    """How counts look in a file: by the names in small letters, as its editor should offer them."""
    names = [kind.name.lower() for kind in kinds]
    counts = {"type": "integer", "minimum": 0, "maximum": MOST_CARDS}
    return WithJsonSchema({"type": "object", "properties": dict.fromkeys(names, counts), "additionalProperties": False})


MOST_CARDS: Final = 10_000
"""Cards of a kind that a deck may have."""
Count = Annotated[int, Field(ge=0, le=MOST_CARDS)]
UnitCounts = Annotated[dict[Unit, Count], counts_by_id(Unit, unit_of), counts_schema(Unit)]
TacticalCounts = Annotated[dict[Tactical, Count], counts_by_id(Tactical, tactical_of), counts_schema(Tactical)]
Rounds = tuple[Annotated[int, Field(ge=1, le=ROUNDS)], ...]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SideDecks(_Part):
    """The two decks of a side (§2)."""

    units: UnitCounts
    """The order-of-battle deck."""
    tactical: TacticalCounts | Literal["spring_1943"]
    """The tactical deck, or ``spring_1943`` for the pack of the tables D1 and D2."""

    @rule("2", "N4")
    def tactical_cards(self, side: Side) -> dict[Tactical, int]:
        """The tactical deck: the pack of the tables, or a mix of its own, which may hold idle cards."""
        return standard_deck(side) if isinstance(self.tactical, str) else self.tactical


class Carrier(_Part):
    """An escort carrier in the scenario (13.1)."""

    screen: UnitCounts = {}
    """The surface escorts bound to it."""
    aircraft: tuple[Unit, ...] = ()
    """The kinds of air units that fly from it."""
    points_damaged: int = 1
    """The worth of damaging it."""
    points_sunk: int = 2
    """The worth of sinking it in all."""

    @model_validator(mode="after")
    def _fitting(self) -> Carrier:
        if any(unit not in SURFACE for unit in self.screen):
            raise ValueError("the carrier's screen is made of surface escorts: sn, sr, sa")
        if any(unit not in AIRCRAFT for unit in self.aircraft):
            raise ValueError("the carrier's aircraft are kinds of air escorts: AN, AR, AA")
        return self


class ConvoyScenario(Scenario):
    """A convoy battle."""

    rounds: Annotated[int, Field(ge=1, le=ROUNDS)] = ROUNDS
    """Rounds of a game (§4)."""
    provenance: str
    """The parts of it that are from the source, and those of our own."""
    history: str
    """The historical events."""
    uboat: SideDecks
    """The U-boat side's decks."""
    escort: SideDecks
    """The escort side's decks."""
    storm: Rounds = ()
    """The rounds of stormy weather (14.1)."""
    bad_sonar: Rounds = ()
    """The rounds of bad sonar conditions (14.2)."""
    support_group_cards: Annotated[int, Field(ge=0, le=10)] = 0
    """How many cards a support group card brings (13.2)."""
    carrier: Carrier | None = None
    """The escort carrier, if there is one."""

    def decks(self, side: Side) -> SideDecks:
        """The decks of a side."""
        return self.uboat if side == Side.UBOAT else self.escort

    @model_validator(mode="after")
    def _playable(self) -> ConvoyScenario:
        for side in Side:
            self._check_side(side)
        if self.escort.units.get(Unit.SUPPORT_GROUP) and not self.support_group_cards:
            raise ValueError("support_group_cards: how many cards a support group brings is missing")
        return self

    def _check_side(self, side: Side) -> None:
        decks = self.decks(side)
        for unit, count in decks.units.items():
            if count and unit not in UNITS_OF_SIDE[side]:
                raise ValueError(f"{side}.units: {unit} does not belong to this side")
        tactical = decks.tactical_cards(side)
        for card, count in tactical.items():
            if count and card not in TACTICAL_OF_SIDE[side]:
                raise ValueError(f"{side}.tactical: {card} does not belong to this side")
        contacts = sum(tactical.get(card, 0) for card in CONTACT_CARDS)
        if contacts > len(CONTACT_NUMBERS):
            raise ValueError(f"{side}.tactical: {contacts} contact cards; at most {len(CONTACT_NUMBERS)} have places")
        size = sum(tactical.values())
        if size < SMALLEST_TACTICAL_DECK:
            raise ValueError(
                f"{side}.tactical: {size} cards; {SMALLEST_TACTICAL_DECK} are needed for {ROUNDS} rounds: "
                "fill up with idle cards (TW-R44)"
            )
        if sum(decks.units.values()) < UNIT_HAND:
            raise ValueError(f"{side}.units: at least {UNIT_HAND} cards are needed for a hand")


@rule("3")
def load_scenario(path: Path) -> ConvoyScenario:
    """Read a scenario file; its id is the file's name.

    Raises:
        BadData: the file breaks the layout; names file, line, key and what would be right.
    """
    return load_toml(path).model(ConvoyScenario, given={"id": path.stem})


ORDER = ("halifax_228", "evening", "sc_7", "hg_76", "on_166", "ons_5", "sc_130")


@rule("S1", "S1.1", "S1.2", "S1.3", "S1.4")
@cache
def own_scenarios() -> dict[str, ConvoyScenario]:
    """The scenarios that come with the game; the introductory one of the source first."""
    return {name: load_scenario(SCENARIO_FOLDER / f"{name}.toml") for name in ORDER}
