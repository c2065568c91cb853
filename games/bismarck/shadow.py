"""Shadow (10) and fast shadow (11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from navalcore import rules
from navalcore.rules import About, Flow, choose, places, rule, takes_modifiers
from navalcore_games.bismarck.cards import (
    PLANE_NUMBERS,
    PLANES,
    RAIDERS,
    SHIP_NUMBERS,
    SHIPS,
    is_plane,
    is_ship,
    plane_number,
    plane_unit,
    pronoun,
    unit_name,
)
from navalcore_games.bismarck.choices import NO_SHADOWER, NoShadower, Shadower, shadower_in
from navalcore_games.bismarck.events import Followed, ShadowBegun, ShadowReported
from navalcore_games.bismarck.ids import UNIT_IDS, square_id
from navalcore_games.bismarck.movement.orders import order_a_ship
from navalcore_games.bismarck.movement.planes import flyable
from navalcore_games.bismarck.movement.ships import orderable
from navalcore_games.bismarck.sea_map import open_to_ships
from navalcore_games.bismarck.search.spotting import (
    fog_in,
    projected_totals,
    search_strength,
    stays_aloft,
    visibility_in,
)
from navalcore_games.bismarck.state import Plane, Play, Ship, State
from navalcore_games.bismarck.tables import TABLES
from navalcore_games.bismarck.turns import is_night
from navalcore_games.bismarck.words import (
    OPPONENT,
    Fate,
    Hunt,
    Mode,
    PlaneType,
    ShipNumber,
    ShipType,
    Side,
    Square,
    UnitNumber,
)

QUARRY = {
    Side.GERMAN: (ShipType.BATTLESHIP, ShipType.CRUISER, ShipType.OILER),
    Side.BRITISH: (ShipType.CONVOY,),
}
"""The units of each side that may be shadowed (10.2)."""

HUNTERS = {
    Side.BRITISH: (ShipType.BATTLESHIP, ShipType.CRUISER, ShipType.DESTROYERS, ShipType.SUBMARINES),
    Side.GERMAN: (ShipType.SUBMARINES,),
}
"""Ships of each side that may shadow (10.3)."""

DIE = 2 * TABLES.shadow.divisor
"""Half points are kept by rolling twelfths (BIS-R24)."""


@rule("4.2", "10.2")
def shadow_phase(play: Play) -> None:
    """Line up the spotted ships that may be shadowed: German ones first, then convoys on their move turns."""
    state = play.state
    state.ships_waiting[:] = [
        number
        for side in (Side.GERMAN, Side.BRITISH)
        for number in SHIP_NUMBERS[side]
        if state.ships[number].seen and SHIPS[number].type in QUARRY[side] and orderable(state, number)
    ]


def _seen(quarry: ShipNumber, square: Square) -> About:
    """The ship that may be shadowed, and where she was seen."""
    where = square_id(square)
    return About({"ship": UNIT_IDS[quarry], "square": where}, places(target=UNIT_IDS[quarry], at=where))


@rule("10.1", "10.4", "10.5", "10.6")
def shadow_choice(play: Play) -> Flow[str | None]:
    """For the next spotted ship: which of the capable units in its square shadows it, if any."""
    state = play.state
    if not state.ships_waiting:
        return "orders"
    number = state.ships_waiting[0]
    ship = state.ships[number]
    side = OPPONENT[SHIPS[number].side]
    hunters = [unit for unit in capable(state, side, number, ship.here) if _free(state, unit)]
    if not hunters:
        del state.ships_waiting[0]
        return state.phase
    options: list[NoShadower | Shadower] = [NO_SHADOWER, *(shadower_in(unit, ship.here) for unit in hunters)]
    choice = yield from choose(
        side,
        lambda: f"Which unit shadows {SHIPS[number].name}, spotted in {ship.square}?",
        options,
        "10.1",
        secret=True,
        kind="shadow",
        about=lambda: _seen(number, ship.here),
    )
    if isinstance(choice, NoShadower):
        del state.ships_waiting[0]
        return state.phase
    state.hunter = choice.number
    play.tell(ShadowBegun, choice.number, number, ship.here, rule="10.1", to=(SHIPS[number].side,))
    return None


def _free(state: State, unit: UnitNumber) -> bool:
    if is_ship(unit):
        return orderable(state, unit)
    return flyable(state, plane_number(unit))


@rule("10.1")
def shadow_move(play: Play) -> Flow[str | None]:
    """The owner of the shadowed ship, who knows by whom, moves her in secret; then the shadow is resolved."""
    state = play.state
    number = state.ships_waiting[0]
    side = SHIPS[number].side
    state.ordering[side] = number
    assert state.hunter is not None, "shadow_choice named it"
    name, whom = SHIPS[number].name, "her" if pronoun(number) == "she" else "it"
    yield from order_a_ship(play, number, f"{unit_name(state.hunter)} shadows {name}: move {whom} now, in secret. ")
    del state.ordering[side]
    resolve_shadow(play, state.hunter, number)
    del state.ships_waiting[0]
    state.hunter = None
    return "shadow_choice"


@rule("10.3", "10.4")
def capable(state: State, side: Side, quarry: ShipNumber, square: Square) -> list[UnitNumber]:
    """The side's units in a square that can shadow a ship: by type, by knots, and with air left for one turn more."""
    knots = state.ships[quarry].knots
    ships: list[UnitNumber] = [
        number
        for number in SHIP_NUMBERS[side]
        if SHIPS[number].type in HUNTERS[side] and _can_follow(state, number, square, knots)
    ]
    if side is Side.GERMAN:
        return ships
    return ships + [
        plane_unit(number)
        for number, plane in zip(PLANE_NUMBERS, state.planes, strict=False)
        if PLANES[number].type is PlaneType.RECONNAISSANCE
        and plane.aloft
        and plane.square == square
        and plane.endurance >= 2
    ]


def _can_follow(state: State, number: ShipNumber, square: Square, knots: int) -> bool:
    ship = state.ships[number]
    return (
        ship.fate is Fate.ACTIVE and ship.square == square and ship.knots >= max(knots, 1) and ship.barred != state.turn
    )


@rule("10.7")
def shadow_modifiers(strength: int, visibility: int, squares: int, helpers: int) -> dict[str, int]:
    """The numbers that add up to twice the adjusted shadow strength, by name, in halves of a point."""
    table = TABLES.shadow
    return {
        "shadow strength": 2 * strength,
        "visibility": 2 * table.visibility[visibility],
        "moved two squares": 2 * table.moved_two_squares if squares >= 2 else 0,
        "helpers": round(2 * table.per_helper) * helpers,
    }


@rule("10.7")
def doubled_strength(
    play: rules.Play[Any, Any], unit_strength: int, visibility: int, squares: int, helpers: int
) -> int:
    """Twice the adjusted shadow strength in a square with a visibility, as a variant may have it."""
    return sum(doubled_parts(play, unit_strength, visibility, squares, helpers).values())


@takes_modifiers("10.7")
def doubled_parts(
    play: rules.Play[Any, Any], unit_strength: int, visibility: int, squares: int, helpers: int
) -> dict[str, int]:
    """The numbers that add up to twice the adjusted shadow strength, by name."""
    parts = play.modified("10.7", shadow_modifiers(unit_strength, visibility, squares, helpers))
    return {f"{name}, doubled": value for name, value in parts.items()}


@rule("10.7", "11.6")
def shadow_succeeds(play: Play, quarry: ShipNumber, parts: Mapping[str, int], square: Square) -> bool:
    """Roll for a shadow; ``parts`` add up to twice its adjusted strength, which may hold a half. The roll is hidden:
    with the result it would bound how far the ship has moved in secret, and how many others could follow (BIS-R67).
    """
    why = f"shadow of {SHIPS[quarry].name} in {square}"
    doubled = sum(parts.values())
    about = partial(places, target=UNIT_IDS[quarry], at=square_id(square))
    return play.dice.roll(f"d{DIE}", why, "10.7", to=(), reads=doubled.__ge__, needed=parts, about=about) <= doubled


def shadow_strength(unit: UnitNumber, night: bool) -> int:
    """The shadow strength of a unit by day or night (2.26)."""
    card = SHIPS[unit] if is_ship(unit) else PLANES[plane_number(unit)]
    return card.shadow[night] if card.shadow else 0


@rule("10.1", "10.7", "10.8", "10.9")
def resolve_shadow(play: Play, hunter: UnitNumber, quarry: ShipNumber) -> bool:
    """A success takes the shadower to the ship's new square, where it keeps contact; neither has a regular move."""
    state = play.state
    ship = state.ships[quarry]
    square = ship.here
    involved = capable(state, OPPONENT[SHIPS[quarry].side], quarry, square)
    strength = shadow_strength(hunter, is_night(state.turn, square))
    parts = doubled_parts(play, strength, visibility_in(state, square), len(ship.path), len(involved) - 1)
    succeeded = shadow_succeeds(play, quarry, parts, square) and may_enter(hunter, ship.projected)
    unit = unit_of(state, hunter)
    ship.hunt = Hunt.FOLLOWED if succeeded else Hunt.SHADOWED
    unit.hunt = Hunt.FOLLOWING if succeeded else Hunt.ATTEMPTED
    unit.path = ship.path if succeeded else ()
    if succeeded:
        ship.seen_square = ship.projected
    _report(play, hunter, quarry, square, False, succeeded, involved)
    return succeeded


def unit_of(state: State, unit: UnitNumber) -> Ship | Plane:
    """A ship or plane by its unit number."""
    return state.ships[unit] if is_ship(unit) else state.planes[plane_number(unit)]


@rule("10.1")
def may_enter(unit: UnitNumber, square: Square) -> bool:
    """Whether a shadower may follow to a square: no wolfpack off the map, no British ship into a German port."""
    return is_plane(unit) or open_to_ships(SHIPS[unit].side, square)


@rule("4.4", "11.1", "11.3", "11.4", "11.8")
def fast_shadow_phase(play: Play) -> None:
    """Automatic: Bismarck first, then Prinz Eugen, if they move two squares or more. Where the first was followed the
    second is not (BIS-R68).
    """
    left: set[Square] = set()
    for number in RAIDERS:
        ship = play.state.ships[number]
        if ship.fate is Fate.ACTIVE and len(ship.path) >= 2 and ship.hunt is not Hunt.FOLLOWED:
            square = ship.path[0]
            if fast_shadow(play, number, fails=square in left):
                left.add(square)


@rule("11.1", "11.2", "11.4", "11.5", "11.6", "11.7")
def fast_shadow(play: Play, quarry: ShipNumber, *, fails: bool = False) -> bool:
    """British patrols in the first square moved through try to follow, if they would have spotted the ship there. An
    attempt that ``fails`` of itself (11.8) is reported, but not rolled for. Returns whether it succeeded.
    """
    state = play.state
    ship = state.ships[quarry]
    square = ship.path[0]
    if fog_in(state, square):
        return False
    total = projected_totals(state, Side.BRITISH).get(square, 0)
    if search_strength(play, Side.BRITISH, total) < visibility_in(state, square):
        return False
    there = projected_hunters(state, quarry, square)
    patrols = [unit for unit in there if unit_of(state, unit).order_mode is Mode.PATROL]
    patrols = [unit for unit in patrols if unit_of(state, unit).hunt is Hunt.NONE]
    if not patrols:
        return False
    night = is_night(state.turn, square)
    hunter = max(patrols, key=lambda unit: shadow_strength(unit, night))
    strength = shadow_strength(hunter, night)
    parts = doubled_parts(play, strength, visibility_in(state, square), len(ship.path), len(there) - 1)
    succeeded = not fails and shadow_succeeds(play, quarry, parts, square) and may_enter(hunter, ship.projected)
    involved = sorted({*there, *follow(state, quarry, square)} if succeeded else there)
    _report(play, hunter, quarry, square, True, succeeded, involved)
    return succeeded


@rule("10.1", "11.3")
def _report(
    play: Play,
    hunter: UnitNumber,
    quarry: ShipNumber,
    square: Square,
    fast: bool,
    succeeded: bool,
    involved: Sequence[UnitNumber],
) -> None:
    """Both sides are told of a shadow and the units involved; the enemy not of submarines that helped (BIS-R69)."""
    others = tuple(unit for unit in involved if unit != hunter)
    section, to = "11.3" if fast else "10.1", (OPPONENT[SHIPS[quarry].side],)
    play.tell(ShadowReported, hunter, quarry, square, fast, succeeded, others, rule=section, to=to)
    if succeeded:
        play.tell(Followed, quarry, play.state.ships[quarry].projected, rule=section, to=to)


@rule("11.4", "11.5")
def projected_hunters(state: State, quarry: ShipNumber, square: Square) -> list[UnitNumber]:
    """British units that will be in a square and could shadow a ship: the conditions of 10.4, as projected."""
    knots = state.ships[quarry].knots
    ships: list[UnitNumber] = [
        number
        for number in SHIP_NUMBERS[Side.BRITISH]
        if SHIPS[number].type in HUNTERS[Side.BRITISH]
        and state.ships[number].fate is Fate.ACTIVE
        and state.ships[number].projected == square
        and state.ships[number].knots >= knots
    ]
    return ships + [
        plane_unit(number)
        for number, plane in zip(PLANE_NUMBERS, state.planes, strict=False)
        if PLANES[number].type is PlaneType.RECONNAISSANCE
        and plane.fate is Fate.ACTIVE
        and plane.projected == square
        and stays_aloft(state, number)
        and plane.endurance >= 2
    ]


@rule("11.7")
def follow(state: State, quarry: ShipNumber, square: Square) -> list[UnitNumber]:
    """All British units in patrol mode in the square go where the ship goes, in contact. Who may not enter stays, and
    so does who cannot move (6.6); who follows another ship already keeps to her. Returns who goes.
    """
    ship = state.ships[quarry]
    way = ship.path[1:]
    gone: list[UnitNumber] = []
    for number in SHIP_NUMBERS[Side.BRITISH]:
        other = state.ships[number]
        if (
            other.fate is Fate.ACTIVE
            and other.order_mode is Mode.PATROL
            and other.projected == square
            and other.knots
            and other.hunt is not Hunt.FOLLOWING
            and may_enter(number, ship.projected)
        ):
            other.path, other.hunt = (*other.path, *way), Hunt.FOLLOWING
            gone.append(number)
    for flying, plane in zip(PLANE_NUMBERS, state.planes, strict=False):
        if (
            plane.fate is Fate.ACTIVE
            and plane.order_mode is Mode.PATROL
            and plane.projected == square
            and plane.hunt is not Hunt.FOLLOWING
            and stays_aloft(state, flying)
        ):
            plane.path, plane.hunt = (*plane.path, *way), Hunt.FOLLOWING
            gone.append(plane_unit(flying))
    ship.hunt = Hunt.FOLLOWED
    ship.seen_square = ship.projected
    return gone
