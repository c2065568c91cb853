"""Ready Submarines (9.0) and Submarine Repair (10.0): what is done in port every week."""

from __future__ import annotations

from navalcore.rules import Flow, choose, rule
from navalcore_games.silent_war.asking import about_base, rolled_for
from navalcore_games.silent_war.bases.boxes import ALONGSIDE, BOXES, REPAIR_BOXES, UNFIT, boats_in, repair_room
from navalcore_games.silent_war.boats.commands import commander_of_base
from navalcore_games.silent_war.boats.damage import note
from navalcore_games.silent_war.choices import HOLD, ToRepair
from navalcore_games.silent_war.choosing import Word
from navalcore_games.silent_war.data_pack.printed import RADAR_MONTH
from navalcore_games.silent_war.events.boats import MadeReady, Repaired
from navalcore_games.silent_war.ids import BaseIndex, numbered
from navalcore_games.silent_war.lookups import base_named, boat_name, boat_named, charts_of, in_typhoon, index_of
from navalcore_games.silent_war.state import Place, Play, State


@rule("9.0-a", "9.0-b")
def ready_boats(play: Play) -> None:
    """Pier Side goes to Ready for Sea; a boat that began in the Broom Box does on its Readiness or less."""
    state = play.state
    fit_radar(state)
    began = [boat for boat in state.boats if boat.place is Place.BROOM]
    for boat in state.boats:
        if boat.place is Place.PIER_SIDE:
            boat.place = Place.READY
            note(play, MadeReady, boat, "9.0")
    for boat in began:
        readiness = charts_of(state).boats[boat.card].readiness
        why = f"readiness of {boat_name(state, boat)}, {readiness} or less"
        ready = play.dice.d10z(why, "9.0", rolled_for(state, boat)) <= readiness
        boat.place = Place.READY if ready else Place.PIER_SIDE
        if ready:
            note(play, MadeReady, boat, "9.0")


@rule("30.6")
def fit_radar(state: State) -> None:
    """From October 1943 boats are fitted with radar as they are made ready in a major base (SW-R32)."""
    if state.month >= RADAR_MONTH:
        bases = charts_of(state).bases
        for boat in state.boats:
            if not boat.radar and boat.place in ALONGSIDE and not bases[boat.base].forward:
                boat.radar = True


@rule("10.0", "10.3", "21.3", "7.21-Y10")
def repair_boats(play: Play) -> Flow[None]:
    """One roll for each boat in the boxes 1, 2, 3 in this order, one box at most; then Hold.

    Next to a typhoon no roll is made; boats may still go from Hold into box 3, which takes none.
    """
    state = play.state
    occupied = {boat.base for boat in state.boats if boat.place in UNFIT}
    for number, base in numbered(BaseIndex, charts_of(state).bases):
        if number not in occupied:
            continue
        in_a_typhoon = any(in_typhoon(state, area) for area in base.areas)
        for box, place in enumerate(() if in_a_typhoon else REPAIR_BOXES, 1):
            for boat in boats_in(state, number, place):
                needed = base.repair_numbers[box]
                why = f"repair of {boat_name(state, boat)}, {needed} or less"
                if play.dice.d10z(why, "10.0", rolled_for(state, boat)) <= needed:
                    boat.place = BOXES[box - 1]
                    if box == 1:
                        note(play, Repaired, boat, "10.0")
        yield from out_of_hold(play, number)


@rule("10.21")
def out_of_hold(play: Play, base: BaseIndex) -> Flow[None]:
    """While there is room boats may go from Hold into box 3; they roll from the next turn on."""
    state = play.state
    charts = charts_of(state)
    while repair_room(state, base) > 0 and (waiting := boats_in(state, base, Place.HOLD)):
        picks: list[Word | ToRepair] = [
            ToRepair(boat_named(state, b).id, index_of(state, b), f"{charts.boats[b.card].name} goes to Repair Box 3")
            for b in waiting
        ]
        prompt = f"Which boat at {charts.bases[base].name} leaves Hold?"
        picks.append(HOLD.of(at=base_named(state.data_pack, base).id))
        choice = yield from choose(
            commander_of_base(play, base), prompt, picks, "10.21", kind="leave_hold", about=about_base(state, base)
        )
        if not isinstance(choice, ToRepair):
            return
        state.boats[choice.index].place = Place.REPAIR_3
