"""The passage, the cards of the ships, the tables: what is printed, and what is measured on it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Literal

from navalcore.components import (
    Arcs,
    Bearing,
    HexMap,
    LookupTable,
    RangeBands,
    load_models,
    load_range_bands,
    load_tables,
    load_toml,
)
from pydantic import BaseModel, Field

DATA = Path(__file__).parent / "data"
ARCS = Arcs.broadsides()
FORE, AFT, ABEAM = {"bow", "port", "starboard"}, {"stern", "port", "starboard"}, {"port", "starboard"}
TORPEDO_RANGE = 3


class Chart(BaseModel, extra="forbid"):
    """The file of the map."""

    columns: int = Field(ge=5)
    rows: int = Field(ge=5)
    light: str
    islands: frozenset[str]


class Card(BaseModel, extra="forbid", frozen=True):
    """The card of a ship.

    Attributes:
        id: its key in the file.
        name: the ship's name.
        side: whose it is.
        letters: what stands on its counter.
        hull: the boxes of its damage track.
        fore: guns that bear ahead and abeam.
        aft: guns that bear abeam and astern.
        speed: the legs of a course, at most.
        worth: points for sinking it, beside those for the hits.
        damage: what happens when so many boxes are filled.
        torpedoes: how many it carries.
        smoke: how often it can make smoke.
        flagship: whether it leads its side.
    """

    id: str
    name: str
    side: Literal["grey", "blue"]
    letters: str
    hull: int = Field(ge=1)
    fore: int = Field(ge=0, le=2)
    aft: int = Field(ge=0, le=2)
    speed: int = Field(ge=1)
    worth: int = Field(ge=1)
    damage: dict[int, Literal["slowed", "fore guns out", "aft guns out", "sunk"]]
    torpedoes: int = 0
    smoke: int = 0
    flagship: bool = False


@cache
def chart() -> Chart:
    """The islands and the light."""
    return load_toml(DATA / "chart.toml").model(Chart)


@cache
def sea() -> HexMap[str]:
    """All hexes, islands included."""
    return HexMap(chart().columns, chart().rows)


@cache
def cards() -> dict[str, Card]:
    """The cards of the ships by id."""
    return {card.id: card for card in load_models(DATA / "ships.toml", Card)}


@cache
def tables() -> dict[str, LookupTable[Any]]:
    """The Gunnery Table and the Torpedo Table."""
    return load_tables(DATA / "tables.toml")


@cache
def gun_ranges() -> RangeBands:
    """The ranges of guns."""
    return load_range_bands(DATA / "ranges.toml")["guns"]


@cache
def arc_of(space: str, facing: Bearing, target: str) -> str:
    """In which arc of a ship a target lies: bow, stern, port or starboard."""
    return ARCS.arc(sea(), space, facing, target)
