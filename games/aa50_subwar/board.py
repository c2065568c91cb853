"""The Atlantic as data: the fleets on the chart, convoys afloat and sunk, money, points, the combat under way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from navalcore.boards import Badge, Board, Piece, Tint
from navalcore.components import counted, listed, place_id
from navalcore_games.aa50_subwar.chart import PHASES, chart
from navalcore_games.aa50_subwar.chart_plan import limit_of
from navalcore_games.aa50_subwar.ids import (
    BOUGHT,
    ORDERS,
    convoy_id,
    phase_id,
    points_id,
    price_id,
    round_id,
    ships_id,
    space_id,
    treasury_id,
    unit_id,
)
from navalcore_games.aa50_subwar.summary import under_way
from navalcore_games.aa50_subwar.theatre import COST, TERRITORIES, ZONES, title_of
from navalcore_games.aa50_subwar.views import AtlanticView, UnitView
from navalcore_games.aa50_subwar.words import (
    ATLANTIC,
    POWER_NAMES,
    SHORT,
    SIDE_NAMES,
    Kind,
    Power,
    Side,
    Space,
    name_of,
)

MOVING = ("combat_move", "combat", "noncombat_move")
"""The phases in which it matters which units have moved."""


def describe(view: AtlanticView) -> Board:
    """The table."""
    pieces = [*_told(view), *_convoys(view), *_prices(), *_fleets(view), *_bought(view)]
    return Board((chart(view.owners, view.rounds),), tuple(pieces), tints=tuple(_tints(view)))


def _told(view: AtlanticView) -> Iterator[Piece]:
    """Money, points, and what is under way, in words."""
    for power in ATLANTIC:
        words = f"{SHORT[power]} {view.treasury[power]} IPC"
        yield Piece(place_id("told", power), "heading", treasury_id(power), words, words, power)
    for side in Side:
        words = f"{SIDE_NAMES[side]} {view.points(side)}"
        title = f"{SIDE_NAMES[side]} {counted(view.points(side), 'point')}"
        yield Piece(place_id("told", side), "heading", points_id(side), title, words, side)
    words = f"Turn of {POWER_NAMES[view.power]}"
    if view.starved:
        words = "England starves: peace"
    elif view.battle is not None:
        words = under_way(view.battle)
    elif view.round > view.rounds:
        words = "The last round is over"
    yield Piece("told/orders", "heading", ORDERS, words, words, view.power)


def _convoys(view: AtlanticView) -> Iterator[Piece]:
    """A merchantman for each IPC that a space can lose: afloat, or sunk in the last convoy phase."""
    charged = {str(space): number for told in (view.charges, view.marks) for space, number in told.items()}
    for space in (*ZONES, *TERRITORIES):
        limit = limit_of(space)
        if not limit:
            continue
        lost = charged.get(space, 0)
        name = f"A ship of the convoys of {title_of(space)}"
        at, told = convoy_id(space), f"{title_of(space)}: {lost} of {limit} IPC lost to convoy disruption"
        if limit > lost:
            yield Piece(ships_id(space), "merchant", at, told, count=limit - lost, name=name)
        if lost:
            yield Piece(
                place_id("sunk", at.partition("/")[2]), "merchant", at, told, count=lost, state="sunk", name=name
            )


def _prices() -> Iterator[Piece]:
    """A silhouette for each line of the price list."""
    for kind, cost in COST.items():
        yield Piece(place_id("price", kind), kind, price_id(kind), f"{kind}: {cost} IPC", name=kind)


def _fleets(view: AtlanticView) -> Iterator[Piece]:
    """The units of a kind that a power has in a space as one stack."""
    stacks: dict[tuple[Space, Power, Kind], list[UnitView]] = {}
    for unit in view.units:
        stacks.setdefault((unit.space, unit.power, unit.kind), []).append(unit)
    powers, kinds = list(Power), list(Kind)
    for key in sorted(stacks, key=lambda key: (key[0], powers.index(key[1]), kinds.index(key[2]))):
        yield _stack(view, *key, stacks[key])


def _stack(view: AtlanticView, space: Space, power: Power, kind: Kind, units: Sequence[UnitView]) -> Piece:
    badges = tuple(_badges(view, units))
    title = ", ".join([f"{name_of(power, kind)} in {title_of(space)}", *(badge.title for badge in badges)])
    return Piece(
        unit_id(power, kind), kind, space_id(space), title, kind, power,
        count=len(units), badges=badges, state=_state(view, units), name=name_of(power, kind),
    )  # fmt: skip


def _state(view: AtlanticView, units: Sequence[UnitView]) -> str:
    """Chosen if one of them hunts now, pale if all of them have moved or fought."""
    if view.battle is not None and view.battle.hunter in [unit.number for unit in units]:
        return "chosen"
    moving = view.phase in MOVING and units[0].power is view.power
    return "done" if moving and not any(map(_may_move, units)) else ""


def _may_move(unit: UnitView) -> bool:
    return unit.airborne or not (unit.acted or unit.stopped or unit.mission)


def _badges(view: AtlanticView, units: Sequence[UnitView]) -> Iterator[Badge]:
    """The features by which some units of a stack differ from the others."""
    number = len(units)
    aloft = Counter(unit.moves_left for unit in units if unit.airborne)
    if aloft:
        each = [f"{those} with {counted(left, 'movement point')}" for left, those in sorted(aloft.items())]
        yield Badge(f"{', '.join(map(str, sorted(aloft)))} left", f"in the air, {listed(each)} left", "last")
    if damaged := sum(unit.damaged for unit in units):
        yield Badge("D", f"{damaged} damaged", "bad")
    battle = view.battle
    if battle is not None and battle.zone == units[0].space:
        fighting = sum(unit.number in battle.attackers or unit.number in battle.defenders for unit in units)
        if fighting < number:
            yield Badge(f"{fighting} of {number}", f"{fighting} of {number} in the combat", "bad")
    elif view.phase in MOVING and units[0].power is view.power:
        ready = sum(map(_may_move, units))
        if 0 < ready < number:
            yield Badge(f"{ready} of {number}", f"{ready} of {number} may still move")


def _bought(view: AtlanticView) -> Iterator[Piece]:
    """The units that wait for their mobilization."""
    for kind, number in Counter(view.bought).items():
        name = name_of(view.power, kind)
        yield Piece(
            unit_id(view.power, kind), kind, BOUGHT, f"{name}, bought", kind, view.power, count=number, name=name
        )


def _tints(view: AtlanticView) -> Iterator[Tint]:
    """The round, the phase, and where a combat is fought."""
    if view.round <= view.rounds:
        yield Tint(round_id(view.round), "reach", "the round under way")
        if view.phase in PHASES:
            yield Tint(phase_id(view.phase), "reach", "the phase under way")
    if view.battle is not None:
        yield Tint(space_id(view.battle.zone), "danger", under_way(view.battle))
