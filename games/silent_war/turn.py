"""The turn around the boats: Prep for Operations (11), Conclude Turn (16)."""

from __future__ import annotations

from games.silent_war.damage import note
from games.silent_war.operations import operate
from games.silent_war.options import Table
from games.silent_war.state import Boat, Place
from navalcore.engine.decision import Flow
from navalcore.rulebook import rule


@rule("2.4", "11.0")
def prep_for_operations(play: Table) -> None:
    """A week begins: every boat at sea goes from Done to Operating."""
    state = play.state
    state.turn += 1
    for boat in state.boats:
        boat.moved = False
        if boat.place is Place.DONE:
            boat.place = Place.OPERATING


def patrol_operations(play: Table) -> Flow[None]:
    """The Operations Segment of a patrol scenario: its one boat."""
    yield from operate(play, play.state.boats[0])


@rule("16.2-A")
def stays_spotted(play: Table, rating: int) -> bool:
    """d10 less the skipper's rating: 0-6 removes the marker."""
    return play.dice.roll("d10z", "Spotted, removed on 0-6", "16.2", {"skipper": -rating}) > 6


@rule("16.2-A")
def remove_spotted(play: Table, boats: list[Boat]) -> None:
    """One roll for each Spotted boat at sea."""
    for boat in boats:
        if boat.spotted and boat.place in (Place.OPERATING, Place.DONE) and not stays_spotted(play, boat.rating):
            boat.spotted = False
            note(play, "unspotted", boat, "is no longer spotted.", "16.2")


@rule("16.2-A", "16.2-B", "16.3")
def conclude_turn(play: Table) -> None:
    """Spotted rolls, ULTRA off, the date a week on."""
    state = play.state
    remove_spotted(play, state.boats)
    state.ultra.clear()
    state.week += 1
    if state.week > 4:
        state.week = 1
        state.month += 1
