"""The two commands of the two-player variant: Pearl Harbor and the South-West Pacific (26)."""

from __future__ import annotations

from navalcore.rules import Flow, choose, rule
from navalcore_games.silent_war.asking import about_base
from navalcore_games.silent_war.choices import DECLINE, NO_MORE, TAKE_OVER, DemandBoat
from navalcore_games.silent_war.choosing import Word
from navalcore_games.silent_war.data_pack.printed import PEARL_HARBOR
from navalcore_games.silent_war.ids import BaseIndex
from navalcore_games.silent_war.lookups import base_named, boat_named, card_of, charts_of, index_of
from navalcore_games.silent_war.state import AT_SEA, IN_BASE, Boat, Place, Play, Role, State

FEWEST, DEMANDED = 36, 6


@rule("26.0")
def two_command(play: Play) -> bool:
    """Whether two players share the boats: in a campaign, if they want to; a patrol has one commander (SW-R97)."""
    return play.options.two_player and (play.scenario is None or play.scenario.row.kind == "campaign")


@rule("26.0")
def commander(play: Play) -> Role:
    """Who decides for the boat whose turn it is; one player decides for all boats unless two play."""
    state = play.state
    return Role.COMSUBPAC if state.acting is None else commander_of(play, state.boats[state.acting])


@rule("26.0")
def commander_of(play: Play, boat: Boat) -> Role:
    """Who decides for a boat."""
    return Role.COMSUBSOWESPAC if boat.south_west and two_command(play) else Role.COMSUBPAC


def commander_of_base(play: Play, base: BaseIndex) -> Role:
    """Who decides in a base."""
    if two_command(play) and charts_of(play.state).bases[base].south_west:
        return Role.COMSUBSOWESPAC
    return Role.COMSUBPAC


@rule("26.0")
def reports(state: State, boat: Boat) -> None:
    """A boat that comes to a base comes under the command the base belongs to."""
    boat.south_west = charts_of(state).bases[boat.base].south_west


@rule("26.0")
def welcome(play: Play, base: BaseIndex) -> Flow[bool]:
    """A boat goes to a base of the other command by agreement only (SW-R97)."""
    host = commander_of_base(play, base)
    if host is commander(play):
        return True
    state = play.state
    assert state.acting is not None
    boat = state.boats[state.acting]
    name = card_of(state, boat).name
    there = boat_named(state, boat).id, base_named(state.data_pack, base).id
    prompt = f"{name} would come to {charts_of(state).bases[base].name}. Do you take her over?"
    answer = yield from choose(
        host,
        prompt,
        [TAKE_OVER.of(*there), DECLINE.of(*there)],
        "26.0",
        kind="take_over",
        about=about_base(state, base, boat),
    )
    return answer == TAKE_OVER


@rule("26.0")
def demand_boats(play: Play) -> Flow[None]:
    """In the first week of a month the South-West Pacific, with fewer than 36 boats, may take over six of Pearl
    Harbor's newest class. They must be in port there (SW-R97).
    """
    state = play.state
    theirs = [boat for boat in state.boats if boat.south_west and (boat.place in IN_BASE or boat.place in AT_SEA)]
    offered = newest_at_pearl_harbor(state)
    if state.week != 1 or len(theirs) >= FEWEST or not offered or not _australia_open(state):
        return
    pearl_harbor = charts_of(state).base_index[PEARL_HARBOR]
    for left in range(min(DEMANDED, len(offered)), 0, -1):
        options: list[Word | DemandBoat] = [
            NO_MORE,
            *(DemandBoat(boat_named(state, b).id, index_of(state, b), card_of(state, b).name) for b in offered),
        ]
        prompt = f"Which boat do you demand from Pearl Harbor ({left} left)?"
        choice = yield from choose(
            Role.COMSUBSOWESPAC,
            prompt,
            options,
            "26.0",
            kind="demand",
            about=about_base(state, pearl_harbor, left=left),
        )
        if not isinstance(choice, DemandBoat):
            return
        boat = state.boats[choice.index]
        boat.south_west = True
        offered.remove(boat)


def _australia_open(state: State) -> bool:
    return any(state.active[n] and base.australian for n, base in enumerate(charts_of(state).bases))


@rule("26.0")
def newest_at_pearl_harbor(state: State) -> list[Boat]:
    """Its own boats of the newest class alongside at Pearl Harbor; a class is as new as its first boat."""
    charts = charts_of(state)
    first: dict[str, int] = {}
    for card in charts.boats:
        first[card.boat_class] = min(card.entry, first.get(card.boat_class, card.entry))
    there = [
        boat
        for boat in state.boats
        if boat.where == charts.base_index[PEARL_HARBOR]
        and boat.place in (Place.READY, Place.PIER_SIDE, Place.BROOM)
        and not (boat.south_west or boat.ordered_home)
    ]
    newest = max((first[card_of(state, boat).boat_class] for boat in there), default=0)
    return [boat for boat in there if first[card_of(state, boat).boat_class] == newest]
