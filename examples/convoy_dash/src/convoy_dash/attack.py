"""Chapters 5 to 7: the convoy sails, and boats in its area attack and are hunted."""

from __future__ import annotations

from typing import Literal, TypeAlias

from navalcore.rules import Flow, choose, rule

from convoy_dash.choices import Sail
from convoy_dash.events import ConvoySailed, EscortsStruck, ShipsTorpedoed
from convoy_dash.sea import sea, tables, way_home
from convoy_dash.state import CONVOY, Boat, Play

Column: TypeAlias = Literal["unseen", "sighted"]


@rule("5")
def sail(play: Play) -> Flow[None]:
    """The convoy sails to a neighbouring area or stays; then every boat it finds there attacks, by number."""
    state = play.state
    areas = sorted(sea().neighbours(state.convoy), key=way_home)
    options = [Sail(area, area == state.convoy, state.convoy) for area in (*areas, state.convoy)]
    choice = yield from choose(CONVOY, "Where does the convoy sail?", options, "5", kind="sail")
    start, state.convoy = state.convoy, choice.area
    play.reveal()  # the convoy learns at least that nothing is there: this cannot be taken back
    play.tell(ConvoySailed, state.convoy, start, rule="5")
    for boat in [boat for boat in state.boats if boat.area == state.convoy]:
        attack(play, boat)
    if state.convoy not in state.swept:
        state.swept.append(state.convoy)


@rule("6")
def attack(play: Play, boat: Boat) -> None:
    """Torpedoes, then the escorts; a boat without salvos, or destroyed, leaves the map, any other is sighted."""
    state = play.state
    column: Column = "sighted" if boat.sighted and not play.options.night else "unseen"
    sunk = torpedoes(play, boat, column)
    state.ships -= sunk
    play.tell(ShipsTorpedoed, boat.number, sunk, state.ships, boat.area, rule="6")
    boat.sighted = True
    boat.salvos -= 1
    result = escorts(play, boat, column)
    leaves = result == "destroyed" or boat.salvos == 0
    play.tell(EscortsStruck, boat.number, result, boat.area, leaves, rule="7")
    if leaves:
        state.boats.remove(boat)


@rule("6")
def torpedoes(play: Play, boat: Boat, column: Column) -> int:
    """A die on the Torpedo Table: ships sunk, at most those there are."""
    die = play.dice.d6(f"torpedoes of U{boat.number}", "6")
    sunk: int = tables()["torpedoes"][die, column]
    return min(sunk, play.state.ships)


@rule("7")
def escorts(play: Play, boat: Boat, column: Column) -> str:
    """A die on the Escort Table: "escapes" or "destroyed"."""
    die = play.dice.d6(f"escorts against U{boat.number}", "7")
    result: str = tables()["escorts"][die, column]
    return result
