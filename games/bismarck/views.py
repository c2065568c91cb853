"""Everything that each side may know (2.4, 5.1, 9.6, 10.9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, NamedTuple, TypeAlias, get_args

from navalcore.rules import UMPIRE, Categorical, Slots, View, cached_views, redacted_copy, rule, seen_by, written_with
from navalcore_games.bismarck.cards import (
    PLANE_NUMBERS,
    SHIP_NUMBERS,
    SHIPS,
    SINGLE_SHIPS,
    UNIT_COUNT,
    plane_unit,
    unit_name,
)
from navalcore_games.bismarck.ids import BY_PLANE, WRITTEN, ShipId, SquareId, UnitId
from navalcore_games.bismarck.options import Strategy
from navalcore_games.bismarck.sea_map import ROWS
from navalcore_games.bismarck.state import Award, Plane, Report, Ship, State
from navalcore_games.bismarck.victory import mission_done
from navalcore_games.bismarck.words import GRID_LINES, OPPONENT, Fate, ShipNumber, Side, UnitNumber

UNITS = tuple(range(UNIT_COUNT))
"""All ships and planes by number."""

GONE = (Fate.SUNK, Fate.CRASHED, Fate.DISPERSED)
"""Fates the enemy learns of."""


_MAYBE: Final = Annotated[SquareId | None, GRID_LINES]
_WAY: Final = Annotated[tuple[SquareId, ...], GRID_LINES]
ShownShip: TypeAlias = Annotated[Ship, written_with({"square": _MAYBE, "seen_square": _MAYBE, "path": _WAY})]
ShownPlane: TypeAlias = Annotated[Plane, written_with({"square": _MAYBE, "mark": _MAYBE, "path": _WAY})]
ShownReport: TypeAlias = Annotated[Report, written_with({"ship": ShipId, "square": _MAYBE})]
"""Ships, planes and reports as they are in the state, with their squares by ids, and null for a missing one."""


class Sighting(NamedTuple):
    """An enemy unit as a side knows it."""

    unit: Annotated[UnitNumber, WRITTEN, Categorical(UNITS)]
    """Which."""
    square: Annotated[SquareId, GRID_LINES]
    """Where it was seen, or where it will be if it is successfully shadowed (10.9)."""
    turn: int
    """When it was seen."""
    spotted: bool
    """Whether it is in sight now, or only remembered."""

    def __str__(self) -> str:
        when = "spotted" if self.spotted else f"last spotted on turn {self.turn}"
        return f"{unit_name(self.unit)} {self.square} ({when})"


@dataclass(frozen=True, slots=True)
class BattleView:
    """A naval combat as both sides see it: where, who, how many rounds."""

    square: Annotated[SquareId, GRID_LINES]
    british: Annotated[tuple[ShipId, ...], Categorical(UNITS)]
    german: Annotated[tuple[ShipId, ...], Categorical(UNITS)]
    round: int
    surprise: bool

    def ships(self, side: Side) -> tuple[ShipNumber, ...]:
        """The ships of a side that are in the fight."""
        return self.british if side is Side.BRITISH else self.german


_OF_SEVERAL: Final = {
    side: tuple([number for number in SHIP_NUMBERS[side] if SHIPS[number].type in SINGLE_SHIPS]) for side in Side
}
"""The units of each side that are several ships."""


def _player(state: State, role: str) -> bool:  # noqa: ARG001
    return role is UMPIRE or role in (Side.BRITISH, Side.GERMAN)


def _british(state: State, role: str) -> bool:  # noqa: ARG001
    return role is UMPIRE or role == Side.BRITISH


def _german(state: State, role: str) -> bool:  # noqa: ARG001
    return role is UMPIRE or role == Side.GERMAN


class BismarckView(View, of=State):
    """The sea as one side knows it."""

    role: str
    """Who looks."""
    phase: Annotated[str, seen_by(_player, "")]
    turn: int
    solitaire: bool
    two_squares: Annotated[str, Categorical(("after_rest", "odd_turns", "even_turns"))]
    visibility: Annotated[tuple[int, ...], Slots(ROWS)]
    fog: Annotated[tuple[bool, ...], seen_by(_player, ()), Slots(range(2))]
    """Whether there is fog in each area; empty for onlookers."""
    points: dict[Side, int]
    record: tuple[Award, ...]
    ships: Annotated[dict[ShipId, ShownShip], Slots(UNITS)]
    """Own ships by their ids, with their orders (all ships for the umpire)."""
    planes: Annotated[tuple[ShownPlane, ...], BY_PLANE, Slots(PLANE_NUMBERS)]
    """Own planes by their ids."""
    enemies: Annotated[tuple[Sighting, ...], Slots(UNITS, by="unit")]
    """The facts known of enemy units: in sight, or last seen."""
    lost: Annotated[tuple[UnitId, ...], Categorical(UNITS)]
    """Enemy units known to be out of the game."""
    ships_sunk: Annotated[dict[ShipId, int], Slots(UNITS)]
    """Of enemy units of several ships, how many of these have been sunk (16.72)."""
    reports: tuple[ShownReport, ...]
    """Chance spottings; the Germans do not learn the squares (None)."""
    missions: Annotated[dict[ShipId, int], seen_by(_british, {}), Slots(UNITS)]
    """British: the turn each convoy reached its goal."""
    settled: Annotated[dict[ShipId, bool], Slots(UNITS)]
    """The convoys whose missions have been judged, and whether they were done."""
    ordering: Annotated[UnitNumber | None, WRITTEN, Categorical(UNITS)]
    """The own unit that is being ordered; None for none (the umpire sees the British one, if there are two)."""
    ordered: Annotated[tuple[UnitId, ...], Categorical(UNITS)]
    """The own units that have been ordered in this movement phase (all of them for the umpire)."""
    hunter: Annotated[UnitNumber | None, WRITTEN, Categorical(UNITS), seen_by(_player, None)]
    """The unit that shadows the ship that is being moved; None for none."""
    quarry: Annotated[ShipNumber | None, WRITTEN, Categorical(UNITS)]
    """The enemy ship a shadower is wanted for; None for none."""
    battle: BattleView | None
    refuel_squares: Annotated[tuple[SquareId, ...], seen_by(_german, ()), GRID_LINES]
    """German, solitaire: where ships may refuel."""
    otto: Annotated[str, seen_by(_german, ""), Categorical(get_args(Strategy))]
    """German: the strategy Otto is told to begin with."""
    released: int | None
    """British: the turn Bergen was searched or Bismarck located, the earlier of the two; None for neither."""
    ended: Annotated[str, Categorical(("turn_30", "bismarck_sunk"))]


@rule("2.4", "5.1", "9.6")
def see(state: State, role: str) -> BismarckView:
    """Own units whole; of the enemy only what was spotted. No password is needed: a side sees its own view only."""
    side = Side(role) if role in (Side.BRITISH, Side.GERMAN) else None
    umpire = role is UMPIRE
    ordering = [unit for owner, unit in sorted(state.ordering.items()) if umpire or owner is side]
    found = [turn for turn in (state.bergen_turn, state.located_turn) if turn is not None]
    return BismarckView.of(
        state,
        role,
        role=role,
        ships=_ships(state, side, role),
        planes=_planes(state, role) if _british(state, role) else (),
        enemies=_sightings(state, side) if side is not None else (),
        lost=_lost(state, side) if side is not None else (),
        ships_sunk=_ships_sunk(state, side) if side is not None else {},
        reports=_reports(state, role) if umpire or side is not None else (),
        settled={number: mission_done(state, number) for number in state.due},
        ordering=ordering[0] if ordering else None,
        ordered=tuple(
            unit for owner, units in sorted(state.ordered.items()) if umpire or owner is side for unit in units
        ),
        quarry=_quarry(state, side),
        battle=_battle(state) if umpire or side is not None else None,
        released=min(found, default=None) if _british(state, role) else None,
    )


def _ships(state: State, side: Side | None, role: str) -> dict[ShipNumber, Ship]:
    """A side's own ships, as its owner sees them; for the umpire all, with the enemy's knowledge."""
    if side is not None:
        own = SHIP_NUMBERS[side]
        shown = cached_views([state.ships[number] for number in own], lambda ship: redacted_copy(ship, side))
        return dict(zip(own, shown, strict=True))
    return {card.number: redacted_copy(state.ships[card.number], role) for card in SHIPS} if role is UMPIRE else {}


def _planes(state: State, role: str) -> tuple[Plane, ...]:
    """The British planes as their owner sees them; for the umpire with the enemy's knowledge."""
    if role is UMPIRE:
        return tuple([redacted_copy(plane, role) for plane in state.planes])
    return tuple(cached_views(state.planes, lambda plane: redacted_copy(plane, role)))


@rule("9.6", "10.9", "12.4")
def _sightings(state: State, side: Side) -> tuple[Sighting, ...]:
    """Enemy units in sight, and where the others were seen last; chance spottings are not among them."""
    found = [
        Sighting(number, ship.seen_square, ship.seen_turn, ship.seen)
        for number in SHIP_NUMBERS[OPPONENT[side]]
        for ship in (state.ships[number],)
        if ship.seen_square is not None and ship.fate not in GONE
    ]
    if side is Side.GERMAN:
        found += [
            Sighting(plane_unit(number), plane.here, state.turn, True)
            for number, plane in zip(PLANE_NUMBERS, state.planes, strict=True)
            if plane.seen
        ]
    return tuple(found)


def _lost(state: State, side: Side) -> tuple[UnitNumber, ...]:
    units: list[UnitNumber] = [number for number in SHIP_NUMBERS[OPPONENT[side]] if state.ships[number].fate in GONE]
    if side is Side.GERMAN:
        units += [
            plane_unit(n) for n, plane in zip(PLANE_NUMBERS, state.planes, strict=True) if plane.fate is Fate.CRASHED
        ]
    return tuple(units)


@rule("16.72")
def _ships_sunk(state: State, side: Side) -> dict[ShipNumber, int]:
    """Points are given for each ship, so the enemy knows how many of a unit are gone."""
    left = {number: SHIPS[number].midships - state.ships[number].midships for number in _OF_SEVERAL[OPPONENT[side]]}
    return {number: sunk for number, sunk in left.items() if sunk}


@rule("12.2", "12.3")
def _reports(state: State, role: str) -> tuple[Report, ...]:
    """Chance spottings: the British learn the square, the Germans only that a ship was found."""
    if role == Side.GERMAN:
        return tuple([Report(report.turn, report.ship, None, report.exact) for report in state.reports])
    return tuple(state.reports)


def _quarry(state: State, side: Side | None) -> ShipNumber | None:
    """The ship that may be shadowed: known to the side that is asked for a shadower."""
    if state.phase != "shadow_choice" or not state.queue or side is None:
        return None
    number = state.ships_waiting[0]
    return number if SHIPS[number].side is not side else None


def _battle(state: State) -> BattleView | None:
    battle = state.battle
    if battle is None:
        return None
    british, german = (tuple(battle.fighting[side]) for side in Side)
    return BattleView(battle.square, british, german, battle.round, battle.surprise)
