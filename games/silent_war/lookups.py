"""Short ways from the state to the printed figures."""

from __future__ import annotations

from functools import lru_cache

from navalcore.components import place_id
from navalcore.rules import rule
from navalcore_games.silent_war.data_pack.charts import Charts, load_charts
from navalcore_games.silent_war.data_pack.printed import FLAGS, RADAR_MONTH, WEST_COAST, Area, BoatCard, Ship
from navalcore_games.silent_war.ids import (
    AreaIndex,
    BaseIndex,
    BoatIndex,
    CardIndex,
    PieceIndex,
    SkipperIndex,
    UnitNumber,
    ZoneIndex,
    area_id,
    base_id,
    boat_id,
    numbered,
    unit_id,
    zone_id,
)
from navalcore_games.silent_war.state import AT_SEA, IN_BASE, Boat, Place, Play, State, Storm, Unit
from navalcore_games.silent_war.words import COLUMNS, Named, Target


def charts_of(state: State) -> Charts:
    """The charts the match is played with."""
    return load_charts(state.data_pack)


def card_of(state: State, boat: Boat) -> BoatCard:
    """A boat's printed ratings."""
    return load_charts(state.data_pack).boats[boat.card]


def boat_name(state: State, boat: Boat) -> str:
    """The name of a boat."""
    return load_charts(state.data_pack).boats[boat.card].name


@lru_cache(maxsize=1024)
def card_named(data_pack: str, card: CardIndex) -> Named:
    """A boat by its card, with its id."""
    printed = load_charts(data_pack).boats[card]
    return Named(boat_id(printed.id), printed.name)


@lru_cache(maxsize=256)
def area_named(data_pack: str, area: AreaIndex) -> Named:
    """An OpArea with its id."""
    printed = load_charts(data_pack).areas[area]
    return Named(area_id(printed.id), printed.name)


@lru_cache(maxsize=256)
def base_named(data_pack: str, base: BaseIndex) -> Named:
    """A base with its id."""
    printed = load_charts(data_pack).bases[base]
    return Named(base_id(printed.id), printed.name)


@lru_cache(maxsize=256)
def skipper_named(data_pack: str, skipper: SkipperIndex) -> Named:
    """A Super Skipper with the id."""
    printed = load_charts(data_pack).skippers[skipper]
    return Named(place_id("skipper", printed.id), printed.name)


@lru_cache(maxsize=256)
def zone_named(data_pack: str, zone: ZoneIndex) -> Named:
    """A Special Mission Zone with its id."""
    printed = load_charts(data_pack).zones[zone]
    return Named(zone_id(printed.id), printed.name)


@lru_cache(maxsize=4096)
def _target(data_pack: str, number: UnitNumber, column: int, piece: PieceIndex, known: bool) -> Target:
    ship = load_charts(data_pack).ships[piece]
    return Target(unit_id(number), number, COLUMNS[column], ship.called if known else FLAGS[ship.back])


def target_named(state: State, unit: Unit) -> Target:
    """A unit of the combat display with its id and what the player may know of it."""
    return _target(state.data_pack, unit.number, unit.column, unit.piece, unit.known)


def boat_named(state: State, boat: Boat) -> Named:
    """A boat with its id."""
    return card_named(state.data_pack, boat.card)


def where_named(state: State, boat: Boat) -> Named | None:
    """The OpArea or base a boat is in, that of the West Coast in overhaul, or None off the map."""
    if boat.place in AT_SEA:
        return area_named(state.data_pack, boat.area)
    if boat.place is Place.WEST_COAST:
        return base_named(state.data_pack, charts_of(state).base_index[WEST_COAST])
    return base_named(state.data_pack, boat.base) if boat.place in IN_BASE else None


def leader_named(state: State, boat: Boat) -> Named | None:
    """The boat that leads a boat's wolfpack, or None of a single boat."""
    if boat.pack is None:
        return None
    return boat_named(state, next(each for each in state.boats if each.pack == boat.pack))


def called(state: State, boat: Boat) -> str:
    """A boat by its name, or the wolfpack that it leads."""
    name = boat_name(state, boat)
    return name if boat.pack is None else f"the wolfpack of {name}"


def area_of(state: State, boat: Boat) -> Area:
    """The OpArea a boat at sea is in (in a Special Mission Zone: the one it entered from)."""
    return load_charts(state.data_pack).areas[boat.area]


def ship_of(state: State, unit: Unit) -> Ship:
    """A unit's printed figures."""
    return load_charts(state.data_pack).ships[unit.piece]


def index_of(state: State, boat: Boat) -> BoatIndex:
    """The number of a boat."""
    return next(number for number, each in numbered(BoatIndex, state.boats) if each is boat)


def storm_at(state: State, area: AreaIndex) -> Storm:
    """The weather of an OpArea."""
    return state.storms.get(area, Storm.NONE)


def in_typhoon(state: State, area: AreaIndex) -> bool:
    """Whether a typhoon of either age is there."""
    return state.storms.get(area, Storm.NONE) >= Storm.TYPHOON_1


@rule("30.6", "14.13-f")
def has_radar(play: Play, boat: Boat) -> bool:
    """Whether a boat has radar: from October 1943 all of them, or boat by boat as they are fitted (SW-R32)."""
    return play.state.month >= RADAR_MONTH and (boat.radar or not play.options.realistic_radar)


@rule("2.1-e")
def shallow_penalty(area: Area) -> int:
    """1 where a Shallow OpArea lowers the boat's Defense, else 0."""
    return 1 if area.shallow else 0
