"""The theatre: map, limits, unit table, powers and scenarios, read from the data files (B18-B21, S17-S23)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import inf
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from navalcore.components import MapGraph, closest, load_models, load_toml, reach
from navalcore.errors import BadData, UnknownName
from navalcore.rules import Scenario, rule
from navalcore_games.aa50_subwar.words import SIDE_OF, Kind, Power, Side, Space, Territory, Zone

HERE = Path(__file__).parent
DATA = HERE / "data"
SCENARIOS = HERE / "scenarios"


class Row(BaseModel):
    """One line of a data file; it does not change."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ZoneData(Row):
    """One sea zone: its limit is the most IPC that can be destroyed from it (S17)."""

    id: str
    map_name: str
    convoy_limit: int = Field(ge=0)
    limit_source: Literal["source", "default"]
    shores: str = ""


class TerritoryData(Row):
    """One territory: owners by set-up, value, and the most IPC that can be charged to it (S18)."""

    id: str
    source_name: str = ""
    map_name: str
    owner_1941: str
    owner_1942: str
    ipc: int = Field(ge=0)
    convoy_limit: int = Field(ge=0)
    limit_source: Literal["source", "default"]
    factory: bool
    capital_of: str = ""
    passable: bool


class Link(Row):
    """A connection of two spaces; those out of the theatre (``inside`` 0) are closed."""

    a: str
    b: str
    kind: Literal["sea-sea", "sea-land", "land-land"]
    inside: bool


class UnitType(Row):
    """One line of the unit table (B18); ``convoy_dice`` of a fighter holds for one aboard a carrier."""

    unit: Kind
    cost: int = Field(ge=1)
    attack: int = Field(ge=0, le=6)
    defense: int = Field(ge=0, le=6)
    move: int = Field(ge=1)
    hits: int = Field(ge=1)
    domain: Literal["sea", "air"]
    convoy_dice: int = Field(ge=0)
    warship: bool
    fighter_capacity: int = Field(ge=0)
    carrier_capable: bool


class SetupRow(Row):
    """Units of a set-up; passive ones are not placed."""

    space: Space
    power: str
    unit: Kind
    quantity: int = Field(ge=1)
    use: Literal["play", "passive"]


class PowerData(Row):
    """One power: where it mobilizes, and the IPC it spends outside the theatre each turn."""

    side: Side
    title: str
    capital: Territory
    mobilize_at: tuple[Zone, ...]
    commitment: int = Field(ge=0)


class Starvation(Row):
    """Where and how much must be lost in one phase for peace (S25)."""

    territory: Territory
    loss: int = Field(ge=1)


class AtlanticScenario(Scenario):
    """A set-up of the theatre."""

    setup: str
    """The file of its units."""
    owners: Literal["owner_1941", "owner_1942"]
    """The column of the owners of territories."""
    rounds: int = Field(ge=1)
    """The length of the match."""
    treasury: dict[Power, int]
    """IPC of each power at the start."""
    commitment: Mapping[Power, int] = Field(default_factory=dict)
    """IPC that powers spend outside the theatre each turn, where it is another sum than usual."""
    head_start: Mapping[Side, int] = Field(default_factory=dict)
    """Points that a side begins with."""


class AtlanticFile(Row):
    """The file of powers and scenarios."""

    power: dict[Power, PowerData]
    scenario: dict[str, dict[str, Any]]
    starvation: Starvation


@rule("B18")
def load_units(path: Path = DATA / "units.csv") -> dict[Kind, UnitType]:
    """The unit table by kind.

    Raises:
        BadData: a kind is missing or there twice, or a cell is wrong; names file and line.
    """
    rows = load_models(path, UnitType)
    table = {row.unit: row for row in rows}
    if len(table) != len(rows) or set(table) != set(Kind):
        raise BadData(f"{path}: the unit table needs one line for each of {', '.join(Kind)}")
    return table


@rule("B19", "S17", "S18", "S21", "S23")
def load_map(folder: Path = DATA) -> MapGraph[ZoneData | TerritoryData, Link]:
    """The zones and territories of the theatre with their limits, and the open connections between them.

    Raises:
        BadData: a file is wrong, or the shores in the zone table are not those of the connections.
    """
    zones = load_models(folder / "zones.csv", ZoneData)
    territories = load_models(folder / "territories.csv", TerritoryData)
    links = [link for link in load_models(folder / "adjacency.csv", Link) if link.inside]
    area_map: MapGraph[ZoneData | TerritoryData, Link] = MapGraph.from_rows(
        [*zones, *territories], links, lambda area: area.id, lambda link: (link.a, link.b)
    )
    names = {territory.id for territory in territories}
    for zone in zones:
        shores = {space for space in area_map.neighbours(zone.id) if space in names}
        if shores != set(filter(None, zone.shores.split(";"))):
            raise BadData(f"{folder / 'zones.csv'}: the shores of {zone.id} are {sorted(shores)} in adjacency.csv")
    return area_map


def _load_atlantic(path: Path = SCENARIOS / "atlantic.toml") -> AtlanticFile:
    return load_toml(path).model(AtlanticFile)


UNITS = load_units()
MAP = load_map()
"""The zones and territories of the theatre."""
_ATLANTIC = _load_atlantic()
POWERS = _ATLANTIC.power
STARVATION = _ATLANTIC.starvation

COST = {kind: row.cost for kind, row in UNITS.items()}
ATTACK = {kind: row.attack for kind, row in UNITS.items()}
DEFENCE = {kind: row.defense for kind, row in UNITS.items()}
MOVE = {kind: row.move for kind, row in UNITS.items()}
ROOM = {kind: row.fighter_capacity for kind, row in UNITS.items()}

ZONES = {Zone(Space(name)): area for name, area in MAP.areas.items() if isinstance(area, ZoneData)}
"""The sea zones by id."""
TERRITORIES = {Territory(Space(name)): area for name, area in MAP.areas.items() if isinstance(area, TerritoryData)}
"""The territories by id."""
SEA: dict[Space, tuple[Zone, ...]] = {zone: tuple(n for n in ZONES if n in MAP.neighbours(zone)) for zone in ZONES}
NEIGHBOURS = {
    Space(space): tuple(near for near in map(Space, (*ZONES, *TERRITORIES)) if near in MAP.neighbours(space))
    for space in MAP
}
"""What lies next to each space: zones in the order of their numbers, then territories."""
SHORES = {zone: tuple(land for land in map(Territory, NEIGHBOURS[zone]) if land in TERRITORIES) for zone in ZONES}
FACTORY_LIMIT = {power: TERRITORIES[data.capital].ipc for power, data in POWERS.items()}

MOBILIZES: dict[Space, Power] = {
    space: power for power, data in POWERS.items() for space in (data.capital, *data.mobilize_at)
}
"""The power whose new units come into a space."""

OwnerColumn = Literal["owner_1941", "owner_1942"]


@cache
def owners(column: str) -> dict[Territory, str]:
    """The owner of each territory in a set-up: a power, "ussr" or "neutral"."""
    return {name: getattr(territory, column) for name, territory in TERRITORIES.items()}


def side_of_owner(owner: str) -> Side | None:
    """The side a territory's owner belongs to; the passive USSR is Allied, neutrals are of no side."""
    if owner == "ussr":
        return Side.ALLIES
    return SIDE_OF[Power(owner)] if owner in list(Power) else None


@cache
def income_of(column: str, power: Power) -> int:
    """The IPC that a power's territories are worth together (B15)."""
    return sum(TERRITORIES[name].ipc for name, owner in owners(column).items() if owner == power)


@cache
def own_land(column: str, side: Side) -> frozenset[Territory]:
    """The territories a side's aircraft may fly over and land in (B5)."""
    return frozenset(
        name for name, owner in owners(column).items() if TERRITORIES[name].passable and side_of_owner(owner) is side
    )


@cache
def flights(column: str, side: Side) -> dict[Space, dict[Space, int]]:
    """For each space the movement points an aircraft of a side needs to every space it may fly to (B5)."""
    land = own_land(column, side)
    open_to = {space: [near for near in MAP.neighbours(space) if near in ZONES or near in land] for space in MAP}
    reached = {space: reach(space, len(MAP), open_to.__getitem__) for space in MAP}
    return {Space(space): {Space(to): far for to, far in near.items()} for space, near in reached.items()}


@cache
def way_between(column: str, side: Side, start: Space, end: Space) -> tuple[Space, ...]:
    """The spaces that an aircraft of a side passes on the shortest way, the ends left out; of equal ways the first."""
    near = flights(column, side)
    way: list[Space] = []
    here = start
    while near[here][end] > 1:
        here = next(space for space in NEIGHBOURS[here] if near.get(space, {}).get(end) == near[here][end] - 1)
        way.append(here)
    return tuple(way)


@cache
def to_land(column: str, side: Side) -> dict[Space, float]:
    """For each space the movement points an aircraft of a side needs to the nearest land it may land in (B5)."""
    land = own_land(column, side)
    return {
        space: min((steps for area, steps in near.items() if area in land), default=inf)
        for space, near in flights(column, side).items()
    }


@cache
def zones_within(column: str, side: Side, space: Space, moves: int) -> frozenset[Space]:
    """The zones to which an aircraft of a side may fly with so many movement points."""
    return frozenset(area for area, steps in flights(column, side)[space].items() if steps <= moves and area in ZONES)


@cache
def landing_places(column: str, side: Side, space: Space, moves: int, decks: bool) -> tuple[tuple[Space, int], ...]:
    """The land to land in, and with ``decks`` the zones, to which an aircraft of a side may fly with so many movement
    points, each with those it takes.
    """
    land = own_land(column, side)
    ways = flights(column, side)[space].items()
    return tuple(
        (area, steps) for area, steps in ways if steps <= moves and (area in land or (decks and area in ZONES))
    )


@rule("B20", "B21")
def load_scenarios() -> dict[str, AtlanticScenario]:
    """The scenarios of the data file, the default first."""
    return {name: AtlanticScenario.model_validate({"id": name, **entry}) for name, entry in _ATLANTIC.scenario.items()}


@cache
def setup_rows(name: str) -> tuple[SetupRow, ...]:
    """The units of a set-up file.

    Raises:
        BadData: a space or power that does not exist.
    """
    rows = load_models(SCENARIOS / name, SetupRow)
    for row in rows:
        check_space(row.space)
        if row.use == "play" and row.power not in list(Power):
            raise BadData(f"{name}: {row.power!r} is not a power in play; those are {', '.join(Power)}")
    return tuple(rows)


def check_space(space: str) -> Space:
    """A zone or territory by its id.

    Raises:
        UnknownName: there is none; names those that are close.
    """
    if space not in MAP:
        raise UnknownName(f"there is no zone or territory {space!r}; {closest(space, MAP)}")
    return Space(space)


def check_zone(zone: str) -> Zone:
    """A sea zone by its id ("sz7"; "Sz7" and "7" will do).

    Raises:
        UnknownName: there is none; lists the zones.
    """
    wanted = str(zone).strip().casefold()
    wanted = wanted if wanted.startswith("sz") else f"sz{wanted}"
    if wanted not in ZONES:
        raise UnknownName(f"there is no sea zone {zone!r}; the zones are {', '.join(ZONES)}")
    return Zone(Space(wanted))


def title_of(space: Space) -> str:
    """The name of a space for people: "Sz7", "England", "NWEurope"."""
    return _TITLES[space]


_TITLES: dict[Space, str] = {zone: f"Sz{zone[2:]}" for zone in ZONES}
_TITLES |= {name: territory.source_name or territory.map_name for name, territory in TERRITORIES.items()}


def check_counts(counts: Mapping[str, int], what: str) -> dict[Kind, int]:
    """Numbers of units by kind.

    Raises:
        UnknownName: a kind that does not exist.
        BadData: a number that is negative or no whole number, or no numbers by kind at all.
    """
    if not isinstance(counts, Mapping):
        raise BadData(f"{what}: {counts!r} will not do; numbers by kind are wanted, such as {{'destroyer': 2}}")
    checked: dict[Kind, int] = {}
    for name, number in counts.items():
        singular = str(name).strip().casefold().removesuffix("s")
        if singular not in list(Kind):
            raise UnknownName(f"{what}: there is no unit {name!r}; the units are {', '.join(Kind)}")
        if not isinstance(number, int) or isinstance(number, bool) or number < 0:
            raise BadData(f"{what}: {number!r} {singular}s will not do; a whole number from 0 up is wanted")
        checked[Kind(singular)] = checked.get(Kind(singular), 0) + number
    return checked


@cache
def shores_of(column: str, zone: Zone, owner: str) -> tuple[Territory, ...]:
    """The territories on a zone's shores that belong to an owner."""
    return tuple(name for name in SHORES[zone] if owners(column)[name] == owner)
