"""The movement phase (4.3): both sides order in secret, a unit at a time, as often as wanted, until DM."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from navalcore.components import counted
from navalcore.rules import About, Flow, Refusal, choose, places, rule, together
from navalcore_games.bismarck.cards import (
    PLANE_NUMBERS,
    PLANES,
    SHIP_NUMBERS,
    SHIPS,
    is_ship,
    plane_number,
    plane_unit,
)
from navalcore_games.bismarck.choices import (
    DONE,
    MODES,
    Done,
    Go,
    Mark,
    OrderTo,
    SetMode,
    Stop,
    Unit,
    go,
    stop,
    unit_in,
)
from navalcore_games.bismarck.events import OrderGiven
from navalcore_games.bismarck.ids import UNIT_IDS, square_id, turn_id
from navalcore_games.bismarck.movement.planes import (
    flight_squares,
    flight_steps,
    flyable,
    order_plane,
    plane_held_back,
    plane_modes,
    strayed,
    way_home,
)
from navalcore_games.bismarck.movement.ships import (
    allowance,
    modes_for,
    order_ship,
    orderable,
    ship_held_back,
    steps_from,
)
from navalcore_games.bismarck.movement.whole_orders import (
    plane_orders,
    refused_plane_orders,
    refused_ship_orders,
    ship_orders,
)
from navalcore_games.bismarck.search.spotting import home_square
from navalcore_games.bismarck.state import Play, State
from navalcore_games.bismarck.words import (
    Mode,
    PlaneNumber,
    PlaneType,
    ShipNumber,
    Side,
    Square,
    UnitNumber,
)

SECTION = {Side.BRITISH: "4.31", Side.GERMAN: "4.32"}


@rule("1.3")
def orders(play: Play) -> Flow[None]:
    """Both sides give their orders at the same time, neither knowing the other's (BIS-R03)."""
    play.kept = {}
    yield from together({Side.BRITISH: british_orders(play), Side.GERMAN: german_orders(play)})
    play.kept = None


@rule("4.31", "5.23.1", "5.23.2", "5.28", "6.1", "8.0")
def british_orders(play: Play) -> Flow[None]:
    """The British order ships and planes, each as often as they like, and end with DM."""
    while (yield from order_a_unit(play, Side.BRITISH)):
        pass


@rule("4.32", "5.23.1", "5.28", "6.1")
def german_orders(play: Play) -> Flow[None]:
    """The Germans likewise, without knowing the British orders."""
    while (yield from order_a_unit(play, Side.GERMAN)):
        pass


def order_a_unit(play: Play, side: Side) -> Flow[bool]:
    """One unit's orders, or DM; whether more may follow."""
    state = play.state
    options = movable(play, side)
    if not options:
        return False
    stray = strayed(state) if side is Side.BRITISH else []
    closing = () if stray else (DONE,)
    choice: Done | Unit = yield from choose(
        side,
        which_next(stray),
        (*closing, *options),
        SECTION[side],
        secret=True,
        reasons=lambda: refused_units(state, side),
        kind="order_unit",
        about=lambda: About({"turn": state.turn}, places(at=turn_id(state.turn))),
    )
    if isinstance(choice, Done):
        return False
    state.ordering[side] = choice.number
    if is_ship(choice.number):
        yield from order_a_ship(play, choice.number)
    else:
        yield from order_a_plane(play, plane_number(choice.number))
    if state.ordering.pop(side, None) is not None:
        ordered = state.ordered.setdefault(side, [])
        if choice.number not in ordered:
            ordered.append(choice.number)
    return True


def which_next(stray: Sequence[PlaneNumber]) -> str:
    """The question for the next unit, or why the orders cannot be ended yet."""
    if stray:
        return f"Which unit do you order next, as {PLANES[stray[0]].id} would not meet its carrier?"
    return "Which unit do you order next, or are you done (DM)?"


def void(state: State, side: Side, begun: UnitNumber | None) -> bool:
    """Whether the order a side has begun is void, as it is in a world that another role imagines, where the unit is
    elsewhere. The side is then asked again.

    Args:
        begun: the unit the side was noted to be ordering when the order began.
    """
    return state.ordering.get(side) != begun


@rule("6.5")
def movable(play: Play, side: Side) -> list[Unit]:
    """The units that can be ordered now. No order changes which ships they are and where, so these are kept while
    orders are given (until a redeal).
    """
    state, kept = play.state, {} if play.kept is None else play.kept
    units: list[Unit] | None = kept.get(side)
    if units is None:
        units = [unit_in(number, state.ships[number].here) for number in SHIP_NUMBERS[side] if orderable(state, number)]
        kept[side] = units
    units = units.copy()
    if side is Side.BRITISH:
        planes = state.planes
        units += (unit_in(plane_unit(n), planes[n].here) for n in PLANE_NUMBERS if flyable(state, n))
    return units


@rule("6.1", "7.0")
def order_a_ship(play: Play, number: ShipNumber, why: str = "") -> Flow[None]:
    """A ship's whole order; or her mode, then her squares one by one: fewer than allowed will do.

    Args:
        play: the match.
        number: the ship.
        why: a sentence that the questions begin with, if she is ordered for a reason of her own.
    """
    state = play.state
    side = SHIPS[number].side
    begun = state.ordering.get(side)
    modes = modes_for(state, number)
    mode, way = modes[0], None
    if len(modes) > 1:
        whole = ship_orders(state, number)
        offered: list[SetMode | OrderTo] = [*(MODES[each] for each in modes), *whole]
        chosen = yield from choose(
            side,
            lambda: f"{why}Which order of chart B does {SHIPS[number].name} receive in {state.ships[number].square}?",
            offered,
            "6.1",
            secret=True,
            reasons=lambda: chain(modes.refusals, refused_ship_orders(state, number)),
            kind="ship_mode",
            about=lambda: about_unit(number, state.ships[number].here),
        )
        mode = chosen.mode
        if void(state, side, begun):
            return
        way = whole[chosen] if isinstance(chosen, OrderTo) else None
    order_ship(state, number, mode, way or ())
    ship = state.ships[number]
    left = allowance(state, number, mode) if way is None else 0
    while left:
        here = ship.projected
        ways = steps_from(number, here)
        if not ways:
            break
        options: list[Go | Stop] = [stop(here), *(go(way, there) for way, there in ways)]
        step = yield from choose(
            side,
            lambda here=here, left=left: why + where_to(SHIPS[number].name, here, left),  # type: ignore[misc]
            options,
            "7.0",
            secret=True,
            reasons=lambda ways=ways: ways.refusals,  # type: ignore[misc]
            kind="ship_move",
            about=lambda here=here, left=left: about_step(number, here, left),  # type: ignore[misc]
        )
        if isinstance(step, Stop):
            break
        if void(state, side, begun):
            return
        ship.path = (*ship.path, step.square)
        left -= 1
    play.tell(OrderGiven, number, mode, ship.path, ship.here, rule="7.0", to=(side,))


@rule("8.0", "8.9")
def order_a_plane(play: Play, number: PlaneNumber) -> Flow[None]:
    """A plane's whole order; or its mode, then its squares. A torpedo bomber that attacks also marks where, and comes
    back (8.24.2).
    """
    state = play.state
    begun = state.ordering.get(Side.BRITISH)
    modes = plane_modes(state, number)
    mode, way, attacked = modes[0], None, None
    if len(modes) > 1:
        whole = plane_orders(state, number)
        offered: list[SetMode | OrderTo] = [*(MODES[each] for each in modes), *whole]
        chosen = yield from choose(
            Side.BRITISH,
            lambda: f"Which order of chart C does {PLANES[number].id} receive in {state.planes[number].square}?",
            offered,
            "8.0",
            secret=True,
            reasons=lambda: chain(modes.refusals, refused_plane_orders(state, number)),
            kind="plane_mode",
            about=lambda: about_unit(plane_unit(number), state.planes[number].here),
        )
        mode = chosen.mode
        if void(state, Side.BRITISH, begun):
            return
        if isinstance(chosen, OrderTo):
            way = whole[chosen]
            strikes = PLANES[number].type is PlaneType.TORPEDO_BOMBER and mode is Mode.ATTACK
            attacked = chosen.square if strikes else None
    if way is not None:
        order_plane(state, number, mode, way, attacked)
    elif mode in (Mode.HOME, Mode.BASE):
        order_plane(state, number, mode, way_home(state, number) if mode is Mode.HOME else ())
    else:
        order_plane(state, number, mode, ())
        yield from fly(play, number, mode)
    plane = state.planes[number]
    play.tell(OrderGiven, plane_unit(number), mode, plane.path, plane.here, rule="8.9", to=(Side.BRITISH,))


@rule("8.9", "8.24.2")
def fly(play: Play, number: PlaneNumber, mode: Mode) -> Flow[None]:
    """The squares of a flight, and the square of a torpedo bomber's attack."""
    state = play.state
    begun = state.ordering.get(Side.BRITISH)
    plane = state.planes[number]
    strike = PLANES[number].type is PlaneType.TORPEDO_BOMBER and mode is Mode.ATTACK
    home = home_square(state, number) if strike else None
    left = flight_squares(state, number, mode)
    while True:
        here = plane.projected
        options: list[Go | Stop | Mark] = [go(way, there) for way, there in flight_steps(here, left, home)]
        if strike and plane.mark is None:
            options.insert(0, Mark(here))
        if (plane.mark is not None and here == home) if strike else (plane.path or plane.aloft):
            options.insert(0, stop(here))
        if len(options) == 1 and isinstance(options[0], Stop):
            return
        step = yield from choose(
            Side.BRITISH,
            lambda here=here, left=left: where_to(PLANES[number].id, here, left),  # type: ignore[misc]
            options,
            "8.24.2" if strike else "8.9",
            secret=True,
            kind="plane_move",
            about=lambda here=here, left=left: about_step(plane_unit(number), here, left),  # type: ignore[misc]
        )
        if isinstance(step, Stop) or void(state, Side.BRITISH, begun):
            return
        if isinstance(step, Mark):
            plane.mark = step.square
        else:
            plane.path = (*plane.path, step.square)
            left -= 1


def where_to(unit: str, here: Square, left: int) -> str:
    """The question for a unit's next square."""
    return f"Where does {unit} go from {here} ({counted(left, 'square')} left)?"


def about_unit(unit: UnitNumber, here: Square) -> About:
    """The question for a unit's mode, in fields."""
    return About(
        {"unit": UNIT_IDS[unit], "square": square_id(here)}, places(subject=UNIT_IDS[unit], at=square_id(here))
    )


def about_step(unit: UnitNumber, here: Square, left: int) -> About:
    """The question for its next square, in fields."""
    told = {"unit": UNIT_IDS[unit], "square": square_id(here), "left": left}
    return About(told, places(subject=UNIT_IDS[unit], from_=square_id(here)))


def refused_units(state: State, side: Side) -> Iterator[Refusal]:
    """Why the other units cannot be ordered, and why the phase cannot be closed."""
    for ship in SHIP_NUMBERS[side]:
        if (why := ship_held_back(state, ship)) is not None:
            yield Refusal(SHIPS[ship].name, *why)
    if side is Side.GERMAN:
        return
    for plane in PLANE_NUMBERS:
        if (why := plane_held_back(state, plane)) is not None:
            yield Refusal(PLANES[plane].id, *why)
    for plane in strayed(state):
        reason = f"{PLANES[plane].id} would not meet its carrier; change the orders of one of them"
        yield Refusal(str(DONE), "8.24.2", reason)
