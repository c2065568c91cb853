"""Chapters 2 and 3: the pack places its boats, and orders one of them every turn. Both are secret."""

from __future__ import annotations

from collections.abc import Iterator

from navalcore.rules import Flow, Refusal, choose, rule

from convoy_dash.choices import NO_ORDER, Order
from convoy_dash.events import BoatMoved, ContactLost
from convoy_dash.sea import START, open_sea, sea
from convoy_dash.state import PACK, Boat, Play, State

CLOSEST = 2
"""Steps from Merrow to the nearest area where a boat may be placed."""


@rule("2")
def place_boats(play: Play) -> Flow[None]:
    """Each boat in an area of its own, two steps or more from Merrow."""
    boats = play.state.boats
    for boat in boats:
        taken = {other.area for other in boats}
        free = [area for area in open_sea() if area not in taken and sea().distance(START, area) >= CLOSEST]
        orders = [Order(boat.number, area) for area in free]
        order = yield from choose(
            PACK, f"Where does U{boat.number} lie in wait?", orders, "2", secret=True, kind="place_boat"
        )
        play.tell(BoatMoved, boat.number, boat.area, order.area, rule="2", to=(PACK,))
        boat.area = order.area


@rule("3")
def give_order(play: Play) -> Flow[None]:
    """One boat moves to a neighbouring area, or none does; a boat that moves is lost from sight."""
    state = play.state
    state.turn += 1
    order = yield from choose(
        PACK, "Which boat moves?", orders(state), "3", secret=True, reasons=(cannot_order, state.boats), kind="order"
    )
    state.swept.clear()
    for boat in state.boats:
        if boat.number == order.boat:
            start, boat.area = boat.area, order.area
            play.tell(BoatMoved, boat.number, start, order.area, rule="3", to=(PACK,))
            if boat.sighted:
                boat.sighted = False
                play.tell(ContactLost, boat.number, rule="3")


def orders(state: State) -> list[Order]:
    """Every order that may be given."""
    taken = {boat.area for boat in state.boats}
    return [
        NO_ORDER,
        *(
            Order(boat.number, area, boat.area)
            for boat in state.boats
            for area in sea().neighbours(boat.area)
            if area in open_sea() and area not in taken
        ),
    ]


def cannot_order(boats: list[Boat]) -> Iterator[Refusal]:
    """Why a boat cannot go to an area next to it."""
    taken = {boat.area: boat.number for boat in boats}
    for boat in boats:
        for area in sea().neighbours(boat.area):
            order = str(Order(boat.number, area))
            if area not in open_sea():
                yield Refusal(order, "3", "no boat may enter a port")
            elif area in taken:
                yield Refusal(order, "3", f"U{taken[area]} is there")
