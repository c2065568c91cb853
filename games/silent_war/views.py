"""The view of the player: everything but the fronts of face-down units and the contents of the cups (section 5)."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from itertools import compress
from operator import attrgetter
from typing import Annotated, Any

from navalcore.components import counted
from navalcore.rules import UMPIRE, Categorical, Features, Part, Slots, View, cached_views, harmless
from navalcore_games.silent_war.data_pack.charts import Charts, load_charts
from navalcore_games.silent_war.data_pack.printed import WEST_COAST, month_text
from navalcore_games.silent_war.ids import (
    BoatIndex,
    CardIndex,
    PackNumber,
    PieceIndex,
    UnitNumber,
    area_id,
    base_id,
    boat_id,
    unit_id,
    zone_id,
)
from navalcore_games.silent_war.lookups import boat_named, charts_of
from navalcore_games.silent_war.options import SilentWarOptions
from navalcore_games.silent_war.state import (
    AT_SEA,
    IN_BASE,
    Boat,
    Combat,
    Fighter,
    Mission,
    Place,
    Posture,
    Rtb,
    State,
    Storm,
    Unit,
)
from navalcore_games.silent_war.words import COLUMNS


def _printed() -> Charts:
    return load_charts(SilentWarOptions().data_pack)


def _cards() -> range:
    return range(len(_printed().boats))


def _since_1941(month: str) -> tuple[int, int]:
    return int(month[:4]) - 1941, int(month[5:])


def _area_ids() -> list[str]:
    return [area_id(area.id) for area in _printed().areas]


BY_CARD = harmless("follows from the boat's card")
BY_NUMBER = harmless("follows from the number of the boat or unit")
BY_NAME = harmless("follows from the name of the place")
IN_COLUMN = Categorical(tuple(COLUMNS))
AREA_NAMES = Categorical(lambda: [area.name for area in _printed().areas])
PLACE_NAMES = Categorical(
    lambda: [*(base.name for base in _printed().bases), *(area.name for area in _printed().areas)]
)


@dataclass(frozen=True, slots=True)
class BoatView(Part, of=Boat):
    """A boat as the player sees it."""

    id: Annotated[str, BY_CARD]
    """Its id on the board, such as ``boat/gar``."""
    card: CardIndex
    """Its index among the submarines of the charts."""
    name: Annotated[str, BY_CARD]
    """As printed."""
    boat_class: Annotated[str, BY_CARD]
    """As printed."""
    place: Annotated[str, Categorical([each.name.lower() for each in Place])]
    """Its box or section."""
    where: Annotated[str, PLACE_NAMES]
    """The base or OpArea by name, or ""."""
    at: Annotated[str, BY_NAME]
    """The same by its id on the board, that of the West Coast in overhaul, or ""."""
    on_patrol: bool
    rtb: Annotated[str, Categorical([each.name.lower() for each in Rtb])]
    spotted: bool
    damage: int
    pack: PackNumber | None
    ordered_home: bool
    """It is withdrawn for overhaul and must go to Pearl Harbor."""
    skipper: Annotated[str, Categorical(lambda: [each.name for each in _printed().skippers])]
    """Its Super Skipper by name, or ""."""
    rating: int
    """The skipper's rating."""
    moved: bool
    ships: int
    """Units it has sunk."""
    tonnage: int


@dataclass(frozen=True, slots=True)
class UnitView(Part, of=Unit):
    """A Japanese unit on the display."""

    id: Annotated[str, BY_NUMBER]
    """Its id on the board, such as ``unit/3``."""
    number: UnitNumber
    column: Annotated[str, IN_COLUMN]
    """A to D."""
    back: Annotated[str, Categorical(lambda: sorted({ship.back for ship in _printed().ships}))]
    """The figures on its back."""
    face_up: bool
    ship: PieceIndex | None
    """Its index among the pieces where the player knows it, else None."""
    name: Annotated[str, harmless("follows from the ship")]
    """Its name where the player knows it, else ""."""
    damaged: bool
    ordinary: bool
    tdc: int | None


@dataclass(frozen=True, slots=True)
class FighterView(Part, of=Fighter):
    """A boat on the display."""

    id: Annotated[str, BY_NUMBER]
    """The boat's id on the board."""
    boat: BoatIndex
    name: Annotated[str, BY_NUMBER]
    """As printed."""
    column: Annotated[str, IN_COLUMN]
    """A to D, or ""."""
    posture: Annotated[str, Categorical([str(each) for each in Posture])]
    """Its attack posture of this round, by name."""
    unmodified: UnitNumber | None
    """The unit whose TDC a cautious boat leaves unmodified, or None."""
    ships: int
    tons: int
    out: bool


@dataclass(frozen=True, slots=True)
class CombatView(Part, of=Combat):
    """The combat display: units, boats, what holds in the round, points allocated."""

    area: Annotated[str, AREA_NAMES]
    """The OpArea whose charts govern, by name."""
    at: Annotated[str, BY_NAME]
    """Its id on the board."""
    loner: bool
    round_number: int
    acting: int | None
    units: tuple[UnitView, ...]
    fighters: tuple[FighterView, ...]
    attack: int
    """The attack value to allocate."""
    aims: dict[UnitNumber, int]
    """Points allocated by unit number, in the order chosen."""
    event: int | None
    """The combat event of the round by its number, or None."""
    perfect_setup: bool
    """Every TDC counts as negative in this round."""
    asw_bonus: int
    """1 after a premature detonation."""
    no_counter: bool
    """No counterattack follows in this round."""
    bonus_used: bool
    """An escort's own ASW was left out of its defense in this round."""
    escorts_alert: bool
    member_attacked: bool
    diligent_seen: bool
    aircraft_seen: bool
    deadly_division: bool


@dataclass(frozen=True, slots=True)
class MissionView(Part, of=Mission):
    """A Special Mission Zone active this turn."""

    zone: Annotated[str, harmless("follows from its id")]
    """Its name."""
    kind: Annotated[str, Categorical(("search", "transport", "lifeguard"))]
    """``search``, or what else they do there."""
    boats: int
    """How many are called for."""
    entered: int
    """How many have entered it."""

    def __str__(self) -> str:
        return f"{self.kind}, {self.entered} of {counted(self.boats, 'boat')} entered"


@dataclass(frozen=True, slots=True)
class MonthView:
    """How the war stood at the end of a month."""

    ships_sunk: int
    """Ships sunk so far."""
    tonnage: int
    """Their tonnage, in thousands of tons."""
    submarines_lost: int
    """Boats lost so far."""


class SilentWarView(View, of=State):
    """The match as seen."""

    role: str
    """Who looks."""
    scenario: str
    """The match to be played."""
    data_pack: Annotated[str, harmless("the same throughout a match")]
    """With whose charts."""
    phase: str
    turn: int
    month: Annotated[str, Features(("year", "month"), _since_1941)]
    """The month as text."""
    week: int
    """The week of the month."""
    war_period: int
    torpedo: int
    ships_sunk: int
    tonnage: int
    submarines_lost: int
    bases: Annotated[tuple[str, ...], Categorical(lambda: [base_id(base.id) for base in _printed().bases])]
    """The active bases, by their ids on the board."""
    ultra: Annotated[tuple[str, ...], Categorical(_area_ids)]
    """The OpAreas with ULTRA, by their ids."""
    storms: Annotated[dict[str, str], Slots(_area_ids), Categorical([each.name.lower() for each in Storm])]
    """Storms, by the ids of their OpAreas."""
    special_missions: Annotated[dict[str, MissionView], Slots(lambda: [zone_id(each.id) for each in _printed().zones])]
    """The missions wanted in the Special Mission Zones active this turn, by the ids of the zones."""
    boats: Annotated[tuple[BoatView, ...], Slots(_cards, by="card")]
    acting: BoatIndex | None
    cups: tuple[int, ...]
    """How many pieces each cup holds."""
    record: tuple[MonthView, ...]
    """How the war stood at the end of each month played."""
    combat: CombatView | None
    """The display, or None."""
    cup_contents: Annotated[tuple[tuple[str, ...], ...] | None, harmless("no player sees it")] = None
    """The pieces in each cup by id, for the umpire only."""


def see(state: State, role: str) -> SilentWarView:
    """Everything that ``role`` may know; the umpire sees fronts and cups too."""
    charts = charts_of(state)
    cups = None
    if role is UMPIRE:
        cups = tuple(tuple(sorted(charts.ships[piece].id for piece in cup)) for cup in state.cups)
    return SilentWarView.of(
        state,
        role=role,
        month=month_text(state.month),
        bases=tuple(compress(_boat_views(state.data_pack).bases, state.active)),
        ultra=tuple([area_id(charts.areas[area].id) for area in state.ultra]),
        storms={area_id(charts.areas[area].id): storm.name.lower() for area, storm in state.storms.items()},
        special_missions={
            zone_id(charts.zones[zone].id): MissionView.of(mission, zone=charts.zones[zone].name)
            for zone, mission in state.missions.items()
        },
        boats=_boats(state),
        cups=tuple(map(len, state.cups)),
        record=tuple([MonthView(*totals) for totals in state.record]),
        combat=None if state.combat is None else _combat(state, state.combat, role is UMPIRE),
        cup_contents=cups,
    )


def _boats(state: State) -> tuple[BoatView, ...]:
    """Every boat as seen; most look as they did a moment ago."""
    seen = _boat_views(state.data_pack)
    return tuple(cached_views(state.boats, seen.of))


SHOWN = [each.name for each in fields(Boat) if each.name in {shown.name for shown in fields(BoatView)}]
"""The fields of a boat that its view is made of."""
_OF_A_BOAT = attrgetter(*SHOWN)
MOST_KEPT = 8192


class _BoatViews:
    """Boats as seen, by everything that shows of them: those of a fork look like those it was made from."""

    def __init__(self, data_pack: str) -> None:
        self.charts = load_charts(data_pack)
        self.bases = [base_id(base.id) for base in self.charts.bases]
        self.kept: dict[tuple[Any, ...], BoatView] = {}

    def of(self, boat: Boat) -> BoatView:
        """A boat as seen."""
        key = _OF_A_BOAT(boat)
        view = self.kept.get(key)
        if view is None:
            if len(self.kept) >= MOST_KEPT:
                self.kept.clear()
            self.kept[key] = view = self._built(boat)
        return view

    def _built(self, boat: Boat) -> BoatView:
        charts = self.charts
        card = charts.boats[boat.card]
        where = at = ""
        if boat.where is not None and boat.place in IN_BASE:
            base = charts.bases[boat.where]
            where, at = base.name, base_id(base.id)
        elif boat.where is not None and boat.place in AT_SEA:
            area = charts.areas[boat.where]
            where, at = area.name, area_id(area.id)
        elif boat.place is Place.WEST_COAST:
            at = base_id(WEST_COAST)
        return BoatView.of(
            boat,
            id=boat_id(card.id),
            name=card.name,
            boat_class=card.boat_class,
            place=boat.place.name.lower(),
            where=where,
            at=at,
            rtb=boat.rtb.name.lower(),
            skipper="" if boat.skipper is None else charts.skippers[boat.skipper].name,
        )


@lru_cache(maxsize=8)
def _boat_views(data_pack: str) -> _BoatViews:
    return _BoatViews(data_pack)


def _combat(state: State, combat: Combat, umpire: bool) -> CombatView:
    charts = charts_of(state)
    return CombatView.of(
        combat,
        area=charts.areas[combat.area].name,
        at=area_id(charts.areas[combat.area].id),
        units=tuple([_unit(charts, unit, umpire) for unit in combat.units]),
        fighters=tuple([_fighter(state, fighter) for fighter in combat.fighters]),
        attack=combat.round.attack,
        aims=combat.round.aims.copy(),
        event=combat.round.event,
        perfect_setup=combat.round.perfect_setup,
        asw_bonus=combat.round.asw_bonus,
        no_counter=combat.round.no_counter,
        bonus_used=combat.round.bonus_used,
    )


def _unit(charts: Charts, unit: Unit, umpire: bool) -> UnitView:
    ship = charts.ships[unit.piece]
    known = umpire or unit.known
    return UnitView.of(
        unit,
        id=unit_id(unit.number),
        column=COLUMNS[unit.column],
        back=ship.back,
        ship=unit.piece if known else None,
        name=ship.called if known else "",
    )


def _fighter(state: State, fighter: Fighter) -> FighterView:
    boat = boat_named(state, state.boats[fighter.boat])
    return FighterView.of(
        fighter,
        id=boat.id,
        name=boat.name,
        column=COLUMNS[fighter.column] if fighter.column is not None else "",
        posture=str(fighter.posture),
    )


def active_bases(view: SilentWarView, charts: Charts) -> tuple[bool, ...]:
    """Which bases are active."""
    active = set(view.bases)
    return tuple(base_id(base.id) in active for base in charts.bases)
