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
    load_models,
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
    """The card of a ship."""

    id: str
    """Its key in the file."""
    name: str
    """The ship's name."""
    side: Literal["grey", "blue"]
    """Whose it is."""
    letters: str
    """What stands on its counter."""
    hull: int = Field(ge=1)
    """The boxes of its damage track."""
    fore: int = Field(ge=0, le=2)
    """Guns that bear ahead and abeam."""
    aft: int = Field(ge=0, le=2)
    """Guns that bear abeam and astern."""
    speed: int = Field(ge=1)
    """The legs of a course, at most."""
    worth: int = Field(ge=1)
    """Points for sinking it, beside those for the hits."""
    damage: dict[int, Literal["slowed", "fore guns out", "aft guns out", "sunk"]]
    """What happens when so many boxes are filled."""
    torpedoes: int = 0
    """How many it carries."""
    smoke: int = 0
    """How often it can make smoke."""
    flagship: bool = False
    """Whether it leads its side."""


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
    """The ranges of guns, the Gunnery Table and the Torpedo Table."""
    return load_tables(DATA / "tables.toml")


@cache
def arc_of(space: str, facing: Bearing, target: str) -> str:
    """In which arc of a ship a target lies: bow, stern, port or starboard."""
    return ARCS.arc(sea(), space, facing, target)
