"""The sea between the two ports, and the two tables: what is printed on the board."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from navalcore.components import LookupTable, MapGraph, load_tables, load_toml
from pydantic import BaseModel

DATA = Path(__file__).parent / "data"
START, HOME = "Merrow", "Haven"


class Area(BaseModel, extra="forbid"):
    """An area of the sea: where it is drawn, and whether it is a port, where no boat may be."""

    column: int
    row: float
    port: bool = False


class SeaMap(BaseModel, extra="forbid"):
    """The map file: the areas, and for each the areas next to it that come later."""

    areas: dict[str, Area]
    lanes: dict[str, list[str]]


@cache
def sea() -> MapGraph[Area, None]:
    """The map. Data are read when they are first wanted, so that importing the game stays quick."""
    found = load_toml(DATA / "map.toml").model(SeaMap)
    return MapGraph(found.areas, [(one, other, None) for one, near in found.lanes.items() for other in near])


@cache
def open_sea() -> tuple[str, ...]:
    """Every area a boat may be in."""
    return tuple(name for name, area in sea().areas.items() if not area.port)


@cache
def tables() -> dict[str, LookupTable[Any]]:
    """The Torpedo Table and the Escort Table."""
    return load_tables(DATA / "tables.toml")


def way_home(area: str) -> int:
    """Steps from an area to Haven."""
    return sea().distance(area, HOME)
