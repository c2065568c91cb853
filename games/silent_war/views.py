"""What the player may see: everything but the fronts of face-down units and the contents of the cups (section 5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any

from games.silent_war.combat.display import COLUMNS
from games.silent_war.data_pack.charts import load_charts
from games.silent_war.data_pack.printed import month_text
from games.silent_war.ids import BoatIndex, CardIndex, PackNumber, PieceIndex, UnitNumber
from games.silent_war.lookups import card_of, charts_of
from games.silent_war.state import AT_SEA, IN_BASE, Combat, Fighter, Place, Rtb, State, Unit
from navalcore.components.chance import Chance
from navalcore.engine.terms import View


class BoatView(View):
    """A boat as the player sees it.

    Attributes:
        card: its index among the submarines of the charts.
        name: as printed.
        boat_class: as printed.
        place: its box or section.
        where: the base or OpArea by name, or "".
        on_patrol: its patrol side is up.
        rtb: its Return to Base marker.
        spotted: whether it has a Spotted marker.
        damage: its Damage markers.
        moved: it has had its Operations Segment this turn.
        pack: its wolfpack by number, or None.
        skipper: its Super Skipper by name, or "".
        rating: his rating.
        ships: units it has sunk.
        tonnage: their tonnage in thousands of tons.
    """

    card: CardIndex
    name: str
    boat_class: str
    place: str
    where: str
    on_patrol: bool
    rtb: str
    spotted: bool
    damage: int
    pack: PackNumber | None
    skipper: str
    rating: int
    moved: bool
    ships: int
    tonnage: int


class UnitView(View):
    """A Japanese unit on the display; ``ship`` is its index among the pieces where the player knows it, else None."""

    number: UnitNumber
    column: str
    back: str
    face_up: bool
    ship: PieceIndex | None
    name: str
    damaged: bool
    ordinary: bool
    tdc: int | None


class FighterView(View):
    """A boat on the display."""

    boat: BoatIndex
    name: str
    column: str
    posture: str
    ships: int
    tons: int
    out: bool


class CombatView(View):
    """The combat display: units, boats, what holds in the round, points allocated."""

    area: str
    loner: bool
    round_number: int
    acting: int | None
    units: tuple[UnitView, ...]
    fighters: tuple[FighterView, ...]
    attack: int
    aims: dict[UnitNumber, int]
    event: int | None
    deadly_division: bool


class SilentWarView(View):
    """The match as seen.

    Attributes:
        role: who looks; None is the umpire.
        scenario: what is played.
        data_pack: with whose charts.
        phase: the step of the sequence of play.
        turn: weekly turns begun.
        month: the month as text.
        week: the week of the month.
        war_period: 1 to 4.
        torpedo: the torpedo value.
        ships_sunk: the track of units sunk.
        tonnage: the track of tonnage, in thousands of tons.
        submarines_lost: the track of boats lost.
        bases: active bases by name.
        ultra: OpAreas with ULTRA by name.
        storms: storms by OpArea name.
        boats: every boat of the scenario.
        acting: the boat whose Operations Segment it is, by index, or None.
        cups: how many pieces each cup holds.
        record: ships sunk, tonnage and boats lost at the end of each month played.
        combat: the display, or None.
        cup_contents: the pieces in each cup by id, for the umpire only.
    """

    role: str | None
    scenario: str
    data_pack: str
    phase: str
    turn: int
    month: str
    week: int
    war_period: int
    torpedo: int
    ships_sunk: int
    tonnage: int
    submarines_lost: int
    bases: tuple[str, ...]
    ultra: tuple[str, ...]
    storms: dict[str, str]
    boats: tuple[BoatView, ...]
    acting: BoatIndex | None
    cups: tuple[int, ...]
    record: tuple[tuple[int, int, int], ...]
    combat: CombatView | None
    cup_contents: tuple[tuple[str, ...], ...] | None = None


class LiveBoats(Sequence[BoatView]):
    """The boats of a state as it is when they are looked at: for a bot that looks before the state moves on."""

    def __init__(self, state: State) -> None:
        self.boats = state.boats
        self.seen = _boat_views(state.data_pack)

    def __len__(self) -> int:
        return len(self.boats)

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return tuple(map(self.seen.__getitem__, map(_OF_A_BOAT, self.boats[number])))
        return self.seen[_OF_A_BOAT(self.boats[number])]

    def __iter__(self) -> Iterator[BoatView]:
        return map(self.seen.__getitem__, map(_OF_A_BOAT, self.boats))


def see(state: State, role: str | None, *, live: bool = False) -> SilentWarView:
    """What ``role`` may know; the umpire sees fronts and cups too.

    Args:
        live: the boats are read when they are looked at; for views nobody keeps, such as a simulation's.
    """
    charts = charts_of(state)
    boats: Any = LiveBoats(state)
    return SilentWarView.model_construct(
        role=role,
        scenario=state.scenario,
        data_pack=state.data_pack,
        phase=state.phase,
        turn=state.turn,
        month=month_text(state.month),
        week=state.week,
        war_period=state.war_period,
        torpedo=state.torpedo,
        ships_sunk=state.ships_sunk,
        tonnage=state.tonnage,
        submarines_lost=state.submarines_lost,
        bases=tuple(base.name for number, base in enumerate(charts.bases) if state.active[number]),
        ultra=tuple(charts.areas[area].name for area in state.ultra),
        storms={charts.areas[area].name: storm.name.lower() for area, storm in state.storms.items()},
        boats=boats if live else tuple(boats),
        acting=state.acting,
        cups=tuple(len(cup) for cup in state.cups),
        record=tuple(state.record),
        combat=None if state.combat is None else _combat(state, state.combat, role is None),
        cup_contents=None
        if role is not None
        else tuple(tuple(sorted(charts.ships[piece].id for piece in cup)) for cup in state.cups),
    )


_OF_A_BOAT = attrgetter(
    *("card", "place", "where", "on_patrol", "rtb", "spotted", "damage", "moved", "skipper", "rating", "pack"),
    *("ships", "tonnage"),
)
MOST_KEPT = 8192


class _BoatViews(dict[tuple[Any, ...], BoatView]):
    """Boats as seen, by what there is to see of them: most look as they did a moment ago."""

    def __init__(self, data_pack: str) -> None:
        super().__init__()
        self.charts = load_charts(data_pack)

    def __missing__(self, key: tuple[Any, ...]) -> BoatView:
        if len(self) >= MOST_KEPT:
            self.clear()
        self[key] = view = self._built(*key)
        return view

    def _built(
        self,
        number: CardIndex,
        place: Place,
        at: int | None,
        on_patrol: bool,
        rtb: Rtb,
        spotted: bool,
        damage: int,
        moved: bool,
        skipper: int | None,
        rating: int,
        pack: PackNumber | None,
        ships: int,
        tonnage: int,
    ) -> BoatView:
        charts = self.charts
        card = charts.boats[number]
        where = ""
        if at is not None and place in IN_BASE:
            where = charts.bases[at].name
        elif at is not None and place in AT_SEA:
            where = charts.areas[at].name
        return BoatView.model_construct(
            card=number,
            name=card.name,
            boat_class=card.boat_class,
            place=place.name.lower(),
            where=where,
            on_patrol=on_patrol,
            rtb=rtb.name.lower(),
            spotted=spotted,
            damage=damage,
            pack=pack,
            skipper=charts.skippers[skipper].name if skipper is not None else "",
            rating=rating,
            moved=moved,
            ships=ships,
            tonnage=tonnage,
        )


@lru_cache(maxsize=8)
def _boat_views(data_pack: str) -> _BoatViews:
    return _BoatViews(data_pack)


def _combat(state: State, combat: Combat, umpire: bool) -> CombatView:
    return CombatView.model_construct(
        area=charts_of(state).areas[combat.area].name,
        loner=combat.loner,
        round_number=combat.round_number,
        acting=combat.acting,
        units=tuple(_unit(state, unit, umpire) for unit in combat.units),
        fighters=tuple(_fighter(state, fighter) for fighter in combat.fighters),
        attack=combat.round.attack,
        aims=combat.round.aims.copy(),
        event=combat.round.event,
        deadly_division=combat.deadly_division,
    )


def _unit(state: State, unit: Unit, umpire: bool) -> UnitView:
    seen = umpire or unit.known
    marks = (unit.face_up, unit.damaged, unit.ordinary, unit.tdc)
    return _unit_view(state.data_pack, unit.piece, unit.number, unit.column, seen, marks)


@lru_cache(maxsize=8192)
def _unit_view(
    data_pack: str,
    piece: PieceIndex,
    number: UnitNumber,
    column: int,
    seen: bool,
    marks: tuple[bool, bool, bool, int | None],
) -> UnitView:
    ship = load_charts(data_pack).ships[piece]
    face_up, damaged, ordinary, tdc = marks
    return UnitView.model_construct(
        number=number,
        column=COLUMNS[column],
        back=ship.back,
        face_up=face_up,
        ship=piece if seen else None,
        name=ship.name if seen else "",
        damaged=damaged,
        ordinary=ordinary,
        tdc=tdc,
    )


def _fighter(state: State, fighter: Fighter) -> FighterView:
    return FighterView.model_construct(
        boat=fighter.boat,
        name=card_of(state, state.boats[fighter.boat]).name,
        column=COLUMNS[fighter.column] if fighter.column is not None else "",
        posture=str(fighter.posture),
        ships=fighter.ships,
        tons=fighter.tons,
        out=fighter.out,
    )


def redeal(state: State, chance: Chance) -> None:
    """Exchange, in place, the face-down units with pieces of their cup: any with the same back is as likely.

    What a cup holds can be worked out by a player who kept count, so cups keep their contents, units included. Cups and
    pools are sorted first, so that what is dealt depends on chance and on nothing that lies hidden.
    """
    for cup in state.cups:
        cup.sort()
    if state.combat is None:
        return
    ships = charts_of(state).ships
    hidden = [unit for unit in state.combat.units if not unit.known]
    for column, back in sorted({(unit.column, ships[unit.piece].back) for unit in hidden}):
        cup = state.cups[column]
        units = [unit for unit in hidden if unit.column == column and ships[unit.piece].back == back]
        places = [n for n, piece in enumerate(cup) if ships[piece].back == back and not ships[piece].chit]
        pool = sorted([unit.piece for unit in units] + [cup[n] for n in places])
        for unit in units:
            unit.piece = pool.pop(chance.below(len(pool), "redeal"))
        for n, piece in zip(places, pool, strict=True):
            cup[n] = piece
        cup.sort()
