"""The theatre: map, limits, unit table, powers and scenarios, read from the data files (B18-B21, S17-S23)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from math import inf
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from navalcore.components import MapGraph, Named, closest, load_models, load_toml, name_in, reach
from navalcore.errors import BadData, UnknownName
from navalcore.rules import Scenario, rule
from navalcore_games.aa50_subwar.map_rows import (
    MOST_LIMIT as MOST_LIMIT,
    Adjacency,
    Fault,
    Link,
    TerritoryData,
    ZoneData,
    wrong_links,
)
from navalcore_games.aa50_subwar.powers import WORLD, FileRow
from navalcore_games.aa50_subwar.words import ATLANTIC, SIDE_OF, Kind, Power, Side, Space, Territory, Zone

HERE = Path(__file__).parent
DATA = HERE / "data"
SCENARIOS = HERE / "scenarios"


OwnerColumn = Literal["owner_1941", "owner_1942", "world_1941", "world_1942"]
"""The Atlantic or the whole board, and who holds its territories when."""


class UnitType(FileRow):
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


MOST_UNITS = 99
"""Units of a kind that a set-up may have in one space."""


class SetupRow(FileRow):
    """Units of a set-up; passive ones are not placed."""

    space: Space
    power: str
    unit: Kind
    quantity: int = Field(ge=1, le=MOST_UNITS)
    use: Literal["play", "passive"]


class PowerData(FileRow):
    """One power: where it mobilizes, and the IPC it spends outside the theatre each turn."""

    side: Side
    title: str
    capital: Territory
    mobilize_at: tuple[Zone, ...]
    commitment: int = Field(ge=0)


class Starvation(FileRow):
    """Where and how much must be lost in one phase for peace (S25)."""

    territory: Territory
    loss: int = Field(ge=1)


class AtlanticScenario(Scenario):
    """A set-up of the theatre."""

    setup: Annotated[str, name_in(lambda _: ["", *(file.name for file in SCENARIOS.glob("*.csv"))])]
    """The file of its units; "" if none are on the board."""
    owners: OwnerColumn
    """The column of the owners of territories."""
    rounds: int = Field(ge=1)
    """The length of the match."""
    treasury: dict[Power, int]
    """IPC of each power at the start."""
    commitment: Mapping[Power, int] = Field(default_factory=dict)
    """IPC that powers spend outside the theatre each turn, where it is another sum than usual."""
    head_start: Mapping[Side, int] = Field(default_factory=dict)
    """Points that a side begins with."""


class Canal(FileRow):
    """A canal between two zones: only the ships of the side that holds its shores pass (AAS-R46)."""

    zones: tuple[Zone, Zone]
    side: Side


class AtlanticFile(FileRow):
    """The file of powers and scenarios."""

    map: Literal["", "world_"] = ""
    """The beginning of the names of the map's files."""
    drawn: bool = True
    """Whether there is an outline of every space; otherwise the chart is of tiles, or told in letters without these."""
    power: dict[Power, PowerData]
    scenario: Named[AtlanticScenario]
    starvation: Starvation
    canal: tuple[Canal, ...] = ()


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
def load_map(folder: Path = DATA, prefix: str = "") -> MapGraph[ZoneData | TerritoryData, Link]:
    """The zones and territories of the theatre with their limits, and the open connections between them.

    Args:
        folder: where the files are.
        prefix: what their names begin with: ``world_`` for the whole board.

    Raises:
        BadData: a file is wrong, or the shores in the zone table are not those of the connections.
    """
    beside = Adjacency(
        f"{prefix}adjacency.csv", load_models(folder / f"{prefix}adjacency.csv", Link, check=wrong_links)
    )
    zones = load_models(folder / f"{prefix}zones.csv", ZoneData, check=beside.wrong_zones)
    territories = load_models(folder / f"{prefix}territories.csv", TerritoryData, check=beside.wrong_territories)
    return MapGraph.from_rows(
        [*zones, *territories], beside.inside, lambda area: area.id, lambda link: (link.a, link.b)
    )


def _load_atlantic(path: Path = SCENARIOS / "atlantic.toml") -> AtlanticFile:
    return load_toml(path).model(AtlanticFile)


UNITS = load_units()
_ATLANTIC = _load_atlantic()
MAP = load_map(prefix=_ATLANTIC.map)
"""The zones and territories of the theatre."""
POWERS = _ATLANTIC.power
STARVATION = _ATLANTIC.starvation
DRAWN = _ATLANTIC.drawn
SETUPS: dict[str, str] = {entry.owners: entry.setup for entry in reversed(_ATLANTIC.scenario.values())}
"""The file of the units of a set-up, by the column of its owners."""

COST = {kind: row.cost for kind, row in UNITS.items()}
ATTACK = {kind: row.attack for kind, row in UNITS.items()}
DEFENCE = {kind: row.defense for kind, row in UNITS.items()}
MOVE = {kind: row.move for kind, row in UNITS.items()}
ROOM = {kind: row.fighter_capacity for kind, row in UNITS.items()}


@dataclass(frozen=True, slots=True)
class Waters:
    """A part of the board, or all of it: its spaces and the neighbours of each."""

    area_map: MapGraph[ZoneData | TerritoryData, Link]
    zones: Mapping[Zone, ZoneData]
    """The sea zones by id, in the order of their numbers."""
    territories: Mapping[Territory, TerritoryData]
    """The territories by id."""
    sea: Mapping[Space, tuple[Zone, ...]]
    """The zones next to each zone."""
    neighbours: Mapping[Space, tuple[Space, ...]]
    """The neighbours of each space: zones in the order of their numbers, then territories."""
    shores: Mapping[Zone, tuple[Territory, ...]]
    """The territories next to each zone."""

    @classmethod
    def of(cls, area_map: MapGraph[ZoneData | TerritoryData, Link]) -> Waters:
        """Those of a map."""
        zones = {Zone(Space(name)): area for name, area in area_map.areas.items() if isinstance(area, ZoneData)}
        lands = {
            Territory(Space(name)): area for name, area in area_map.areas.items() if isinstance(area, TerritoryData)
        }
        order: list[Space] = [*zones, *lands]
        near = {
            Space(space): tuple(each for each in order if each in beside)
            for space in area_map
            for beside in (set(area_map.neighbours(space)),)
        }
        return cls(
            area_map, zones, lands,
            {zone: tuple(each for each in map(Zone, near[zone]) if each in zones) for zone in zones},
            near,
            {zone: tuple(each for each in map(Territory, near[zone]) if each in lands) for zone in zones},
        )  # fmt: skip


_WATERS = Waters.of(MAP)
ZONES = _WATERS.zones
"""The sea zones of the Atlantic by id."""
TERRITORIES = _WATERS.territories
"""The territories of the Atlantic by id."""
SEA = _WATERS.sea
OPEN_SEA: Mapping[Side, Mapping[Space, tuple[Zone, ...]]] = {
    side: {
        zone: tuple(
            near for near in beside if {zone, near} not in [{*c.zones} for c in _ATLANTIC.canal if c.side is not side]
        )
        for zone, beside in SEA.items()
    }
    for side in Side
}
"""The zones next to each zone to which a side's ships may sail: not through a canal that the enemy holds (B4)."""
NEIGHBOURS = _WATERS.neighbours
SHORES = _WATERS.shores


@cache
def waters(column: str) -> Waters:
    """Where a match or a question takes place, by the column of its territories' owners: ``owner_1941`` and
    ``owner_1942`` are the Atlantic, ``world_1941`` and ``world_1942`` the whole board.

    Raises:
        BadData: a file of the whole board is wrong.
    """
    return Waters.of(load_map(prefix="world_")) if column.startswith("world") else _WATERS


FACTORY_LIMIT = {power: TERRITORIES[data.capital].ipc for power, data in POWERS.items()}


@cache
def turn_order(column: str) -> tuple[Power, ...]:
    """The powers in the order of their turns: on the whole board that of the set-up's year, in the Atlantic the file's
    (B1).
    """
    if not _ATLANTIC.map:
        return ATLANTIC
    year = column.rpartition("_")[2]
    return tuple(power for power in map(Power, WORLD.setup[year].order) if power in ATLANTIC)


MOBILIZES: dict[Space, Power] = {
    space: power for power, data in POWERS.items() for space in (data.capital, *data.mobilize_at)
}
"""The power whose new units come into a space."""


@cache
def owners(column: str) -> dict[Territory, str]:
    """The owner of each territory in a set-up: a power, "ussr" or "neutral"."""
    field = column.replace("world", "owner")
    return {name: getattr(territory, field) for name, territory in waters(column).territories.items()}


def side_of_owner(owner: str) -> Side | None:
    """The side a territory's owner belongs to; neutrals are of no side."""
    return SIDE_OF[Power(owner)] if owner in list(Power) else None


@cache
def income_of(column: str, power: Power) -> int:
    """The IPC that a power's territories are worth together (B15)."""
    lands = waters(column).territories
    return sum(lands[name].ipc for name, owner in owners(column).items() if owner == power)


@cache
def own_land(column: str, side: Side) -> frozenset[Territory]:
    """The territories a side's aircraft may fly over and land in (B5)."""
    lands = waters(column).territories
    return frozenset(
        name for name, owner in owners(column).items() if lands[name].passable and side_of_owner(owner) is side
    )


@cache
def flights(column: str, side: Side) -> dict[Space, dict[Space, int]]:
    """For each space the movement points an aircraft of a side needs to every space it may fly to (B5)."""
    land, board = own_land(column, side), waters(column)
    area_map = board.area_map
    open_to = {
        space: [near for near in area_map.neighbours(space) if near in board.zones or near in land]
        for space in area_map
    }
    reached = {space: reach(space, len(area_map), open_to.__getitem__) for space in area_map}
    return {Space(space): {Space(to): far for to, far in near.items()} for space, near in reached.items()}


@cache
def way_between(column: str, side: Side, start: Space, end: Space) -> tuple[Space, ...]:
    """The spaces that an aircraft of a side passes on the shortest way, the ends left out; of equal ways the first."""
    near = flights(column, side)
    way: list[Space] = []
    here = start
    while near[here][end] > 1:
        beside = [space for space in waters(column).neighbours[here] if space in near[here]]
        here = next(space for space in beside if near[space].get(end) == near[here][end] - 1)
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
    zones = waters(column).zones
    return frozenset(area for area, steps in flights(column, side)[space].items() if steps <= moves and area in zones)


@cache
def landing_places(column: str, side: Side, space: Space, moves: int, decks: bool) -> tuple[tuple[Space, int], ...]:
    """The land to land in, and with ``decks`` the zones, to which an aircraft of a side may fly with so many movement
    points, each with those it takes.
    """
    land, zones = own_land(column, side), waters(column).zones
    ways = flights(column, side)[space].items()
    return tuple(
        (area, steps) for area, steps in ways if steps <= moves and (area in land or (decks and area in zones))
    )


@rule("B20", "B21")
def load_scenarios() -> dict[str, AtlanticScenario]:
    """The scenarios of the data file, the default first."""
    return dict(_ATLANTIC.scenario)


@cache
def setup_rows(name: str) -> tuple[SetupRow, ...]:
    """The units of a set-up file.

    Raises:
        BadData: a space or power that does not exist.
    """
    return tuple(load_models(SCENARIOS / name, SetupRow, check=partial(wrong_setup, MAP, ATLANTIC)))


def wrong_setup(spaces: Collection[str], powers: Collection[str], rows: Sequence[SetupRow]) -> Iterator[Fault]:
    """Rows of a set-up file with a space or a power in play that there is not."""
    for number, row in enumerate(rows):
        if row.space not in spaces:
            yield number, "space", f"there is no zone or territory '{row.space}'; {closest(row.space, spaces)}"
        if row.use == "play" and row.power not in powers:
            yield number, "power", f"'{row.power}' is not a power in play; those are {', '.join(powers)}"


def check_space(space: str) -> Space:
    """A zone or territory by its id.

    Raises:
        UnknownName: there is none; names those that are close.
    """
    if space not in MAP:
        raise UnknownName(f"there is no zone or territory {space!r}; {closest(space, MAP)}")
    return Space(space)


def check_zone(zone: str, column: str = "owner_1941") -> Zone:
    """A sea zone of the Atlantic, or of the board of a column, by its id ("sz7"; "Sz7" and "7" will do).

    Raises:
        UnknownName: there is none; lists the zones.
    """
    wanted = str(zone).strip().casefold()
    wanted = wanted if wanted.startswith("sz") else f"sz{wanted}"
    zones = waters(column).zones
    if wanted not in zones:
        raise UnknownName(f"there is no sea zone {zone!r}; the zones are {', '.join(zones)}")
    return Zone(Space(wanted))


def title_of(space: Space) -> str:
    """The name of a space for people: "Sz7", "England", "NWEurope"."""
    found = _TITLES.get(space)
    return world_titles()[space] if found is None else found


def titles_in(board: Waters) -> dict[Space, str]:
    """The names of all spaces of a board for people."""
    found: dict[Space, str] = {zone: f"Sz{zone[2:]}" for zone in board.zones}
    return found | {name: land.source_name or land.map_name for name, land in board.territories.items()}


_TITLES = titles_in(_WATERS)


@cache
def world_titles() -> dict[Space, str]:
    """The names of all spaces of the whole board for people."""
    return titles_in(waters("world_1941"))


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
    return tuple(name for name in waters(column).shores[zone] if owners(column)[name] == owner)
