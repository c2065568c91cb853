"""Chapter 4: aircraft search an area, as well as the sky allows."""

from __future__ import annotations

from navalcore.components import reach
from navalcore.rules import Flow, choose, rule

from convoy_dash.choices import Search
from convoy_dash.events import AreaSearched
from convoy_dash.sea import open_sea, sea
from convoy_dash.state import CONVOY, Boat, Play, Sighting

REACH = 2
"""Steps from the convoy to the farthest area its aircraft can search."""


@rule("4")
def air_search(play: Play) -> Flow[None]:
    """Choose an area, draw a counter (which stays out of the cup), and sight what it lets the crews see."""
    state = play.state
    searches = [Search(area) for area in reach(state.convoy, REACH, sea().neighbours) if area in open_sea()]
    search = yield from choose(CONVOY, "Which area do the aircraft search?", searches, "4", kind="search")
    counter = state.cup.draw(play.chance, why="a sighting counter", rule="4")
    seen = areas_seen(search.area, counter)
    found = [boat for boat in state.boats if boat.area in seen]
    for boat in found:
        boat.sighted = True
    state.swept.extend(area for area in seen if area not in state.swept)
    play.tell(AreaSearched, search.area, counter, *_found(found), rule="4")


def _found(boats: list[Boat]) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The numbers of boats, and their areas."""
    return tuple(boat.number for boat in boats), tuple(boat.area for boat in boats)


@rule("4")
def areas_seen(area: str, counter: Sighting) -> list[str]:
    """Haze: nothing. Clear: the area. Sun: the area and all next to it."""
    if counter is Sighting.HAZE:
        return []
    if counter is Sighting.CLEAR:
        return [area]
    return [area, *(near for near in sea().neighbours(area) if near in open_sea())]
