"""Short ways from the state to the printed figures."""

from __future__ import annotations

from navalcore.rules import rule
from navalcore_games.silent_war.data_pack.charts import Charts, load_charts
from navalcore_games.silent_war.data_pack.printed import RADAR_MONTH, Area, BoatCard, Ship
from navalcore_games.silent_war.ids import AreaIndex, BoatIndex, numbered
from navalcore_games.silent_war.state import Boat, Play, State, Storm, Unit


def charts_of(state: State) -> Charts:
    """The charts the match is played with."""
    return load_charts(state.data_pack)


def card_of(state: State, boat: Boat) -> BoatCard:
    """A boat's printed ratings."""
    return load_charts(state.data_pack).boats[boat.card]


def boat_name(state: State, boat: Boat) -> str:
    """What a boat is called."""
    return load_charts(state.data_pack).boats[boat.card].name


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
    """What a boat is called by."""
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
