"""The computer's activity: a turn begins, orders are carried out (4.1, 4.51)."""

from __future__ import annotations

from navalcore.rules import rule
from navalcore_games.bismarck.cards import PLANE_NUMBERS, PLANES, SHIPS, SL1, SL3, plane_unit
from navalcore_games.bismarck.combat.damage import SLOW_MODE, SLOW_TYPES
from navalcore_games.bismarck.combat_events import Cause, Lost
from navalcore_games.bismarck.events import Landed, Moved, Refuelled, TookOff, TurnBegan
from navalcore_games.bismarck.movement.planes import flight_turns, way_home
from navalcore_games.bismarck.movement.reinforcements import bring_reinforcements
from navalcore_games.bismarck.movement.ships import fuel_cost, may_refuel
from navalcore_games.bismarck.sea_map import CLYDE, on_map
from navalcore_games.bismarck.search.spotting import home_square
from navalcore_games.bismarck.state import Play, State
from navalcore_games.bismarck.words import Fate, Hunt, Mode, PlaneNumber, ShipNumber, Side

REFUELLING_TURNS = 2
"""A plane that lands may fly again two turns later (8.6, BIS-R16)."""


@rule("2.5", "4.1")
def begin_turn(play: Play) -> None:
    """The turn is announced: here it may be saved, and a save resumes here. Orders of the turn before lapse."""
    state = play.state
    state.turn += 1
    play.tell(TurnBegan, state.turn, rule="4.1")
    bring_reinforcements(play)
    lapse_orders(state)


@rule("8.25")
def lapse_orders(state: State) -> None:
    """Units keep their modes and stay; planes on their way home fly on; a refuelling ship whose oiler is gone stops."""
    state.ordered.clear()
    for card, ship in zip(SHIPS, state.ships, strict=True):
        if ship.fate is Fate.ACTIVE:
            ship.path, ship.hunt, ship.contact = (), Hunt.NONE, False
            if ship.mode is Mode.R and not may_refuel(state, card.number):
                ship.mode = Mode.MOVE
            ship.order_mode = ship.mode
    for number, plane in zip(PLANE_NUMBERS, state.planes, strict=False):
        plane.path = way_home(state, number) if plane.aloft and plane.mode is Mode.HOME else ()
        plane.order_mode, plane.mark = plane.mode, None
        plane.hunt, plane.contact = Hunt.NONE, False


@rule("1.3", "4.51")
def movement(play: Play) -> None:
    """All orders of both sides are carried out together."""
    refuelling = [
        card.number
        for card, ship in zip(SHIPS, play.state.ships, strict=True)
        if ship.fate is Fate.ACTIVE
        and ship.order_mode is Mode.R
        and not ship.path
        and may_refuel(play.state, card.number)
    ]
    for plane in PLANE_NUMBERS:
        fly_plane(play, plane)
    for card in SHIPS:
        if play.state.ships[card.number].fate is Fate.ACTIVE:
            move_ship(play, card.number)
    for number in refuelling:
        refuel(play, number)
    carry_planes(play.state)


@rule("4.51", "6.51.2", "6.7", "10.8", "17.3")
def move_ship(play: Play, number: ShipNumber) -> None:
    """Move a ship to where it was ordered, take its fuel, keep its slow mode indicator; exits leave the map."""
    state = play.state
    ship, card = state.ships[number], SHIPS[number]
    start, path, squares = ship.here, ship.path, len(ship.path)
    if ship.fuel:
        ship.fuel = max(0, ship.fuel - fuel_cost(number, ship, squares))
    if card.type in SLOW_TYPES and ship.knots < SLOW_MODE:
        ship.slow = "Y" if squares else "N"
    ship.square, ship.mode, ship.moved = ship.projected, ship.order_mode, squares
    ship.contact = ship.hunt is Hunt.FOLLOWING
    ship.path = ()
    if not on_map(ship.square) or (number in (SL1, SL3) and ship.square == CLYDE):
        ship.fate = Fate.ARRIVED
        ship.seen = ship.contact = False
        state.missions[number] = state.turn
    if squares:
        play.tell(Moved, number, path[-1], start, path[:-1], rule="4.51", to=(card.side,))


@rule("6.26", "16.41.3", "16.51.3", "16.64")
def refuel(play: Play, number: ShipNumber) -> None:
    """Fuel and torpedoes are full again; damage is never repaired (BIS-R11)."""
    ship, card = play.state.ships[number], SHIPS[number]
    fuel = (card.fuel or 0) - (ship.fuel or 0)
    torpedoes = (card.torpedoes or 0) - ship.torpedoes
    if card.fuel is not None:
        ship.fuel = card.fuel
    ship.torpedoes = card.torpedoes or 0
    if fuel or torpedoes:
        play.tell(Refuelled, number, ship.here, fuel, torpedoes, rule="6.26", to=(card.side,))


@rule("2.21", "8.6", "8.8", "8.24.2")
def fly_plane(play: Play, number: PlaneNumber) -> None:
    """Fly a plane as ordered; each turn in the air costs endurance, take-off and landing turns too; down at 0."""
    state = play.state
    plane = state.planes[number]
    if plane.fate is not Fate.ACTIVE or plane.order_mode is Mode.BASE:
        return
    home = home_square(state, number)
    if not plane.aloft:
        plane.endurance = flight_turns(number, plane.order_mode)
        play.tell(TookOff, plane_unit(number), plane.here, rule="8.8", to=(Side.BRITISH,))
    start, path = plane.here, plane.path
    plane.square, plane.mode = plane.projected, plane.order_mode
    plane.contact = plane.hunt is Hunt.FOLLOWING
    plane.endurance -= 1
    plane.path = ()
    play.tell(Moved, plane_unit(number), plane.here, start, path[:-1], rule="4.51", to=(Side.BRITISH,))
    if plane.square == home:
        land(play, number)
    elif plane.endurance <= 0:
        plane.fate, plane.seen = Fate.CRASHED, False
        plane.mode = plane.order_mode = Mode.BASE
        state.crashed.append(number)
        play.tell(Lost, plane_unit(number), Cause.CRASHED, rule="8.6")


@rule("8.6", "16.33")
def land(play: Play, number: PlaneNumber) -> None:
    """A plane is back: it refuels and rearms on the next turn."""
    plane = play.state.planes[number]
    plane.mode = plane.order_mode = Mode.BASE
    plane.struck = plane.contact = plane.seen = False
    plane.ready = play.state.turn + REFUELLING_TURNS
    plane.endurance = full_endurance(number)
    play.tell(Landed, plane_unit(number), plane.here, rule="8.6", to=(Side.BRITISH,))


def full_endurance(number: PlaneNumber) -> int:
    """The endurance shown for a plane at its base."""
    card = PLANES[number]
    return max(card.move_endurance, card.patrol_endurance)


@rule("8.4")
def carry_planes(state: State) -> None:
    """Planes on deck are where their carrier is."""
    for plane, card in zip(state.planes, PLANES, strict=True):
        if card.carrier is not None and plane.mode is Mode.BASE and plane.fate is Fate.ACTIVE:
            plane.square = state.ships[card.carrier].square
