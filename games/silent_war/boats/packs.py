"""Wolfpacks: members, limits, disbanding (24.0, 24.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from navalcore.rules import rule
from navalcore_games.silent_war.data_pack.printed import WOLFPACK_MONTH
from navalcore_games.silent_war.events.boats import Disbanded
from navalcore_games.silent_war.ids import AreaIndex, BaseIndex, BoatIndex, PackNumber, numbered
from navalcore_games.silent_war.lookups import boat_named, charts_of, in_typhoon, where_named
from navalcore_games.silent_war.state import Boat, Place, Play, State

SMALLEST = 3
LIMITS = ((15, 5, 6), (9, 3, 4), (0, 1, 3))
"""From this experience on: packs at a time, boats in each."""


def members(state: State, pack: PackNumber) -> list[Boat]:
    """The boats of a pack."""
    return [boat for boat in state.boats if boat.pack == pack]


def leaders_of_packs(state: State) -> set[BoatIndex]:
    """The boats that lead a pack: the first of each."""
    packed = [(boat.pack, number) for number, boat in numbered(BoatIndex, state.boats) if boat.pack is not None]
    return set(dict(reversed(packed)).values())


def packs_out(state: State) -> list[PackNumber]:
    """The packs there are, by number."""
    return sorted({boat.pack for boat in state.boats if boat.pack is not None})


@rule("24.11", "24.12", "24.13")
def limits(experience: int) -> tuple[int, int]:
    """How many packs at a time, and how many boats in each, from the turn after the experience was reached."""
    return next((packs, boats) for reached, packs, boats in LIMITS if experience >= reached)


@rule("24.11", "24.12", "24.13")
def pack_is_free(state: State) -> bool:
    """Whether fewer packs are out than the experience allows."""
    return len(packs_out(state)) < limits(state.experience_before)[0]


@rule("24.0", "24.1", "7.21-Y9", "21.3")
def may_join(state: State, base: BaseIndex, among: Iterable[Boat] | None = None) -> list[Boat]:
    """The boats that could form a pack at a base now: US boats Ready for Sea at a Major Base, from October 1943. No
    typhoon is next to it, a pack is still free, and there are at least three boats. Empty if none can be formed.

    Args:
        among: the boats to look at, where those are known that are Ready for Sea; by default all.
    """
    charts = charts_of(state)
    place = charts.bases[base]
    if state.month < WOLFPACK_MONTH or place.forward or not state.active[base]:
        return []
    if any(in_typhoon(state, area) for area in place.areas) or not pack_is_free(state):
        return []
    ready = [
        boat
        for boat in (state.boats if among is None else among)
        if boat.place is Place.READY
        and boat.where == base
        and not boat.moved
        and not boat.ordered_home
        and boat.south_west == place.south_west
        and charts.boats[boat.card].nation == "us"
    ]
    return ready if len(ready) >= SMALLEST else []


@rule("24.14")
def disband(play: Play, boats: Sequence[Boat]) -> None:
    """The boats of a pack, those that are left of it, are one no more and continue singly."""
    packed = [boat for boat in boats if boat.pack is not None]
    for boat in packed:
        boat.pack = None
    if packed:
        left = tuple(boat_named(play.state, boat) for boat in packed)
        play.tell(Disbanded, left, where_named(play.state, packed[0]), rule="24.14")


@rule("24.14")
def disband_if_small(play: Play, pack: PackNumber) -> None:
    """With fewer than three members a pack ends."""
    left = members(play.state, pack)
    if len(left) < SMALLEST:
        disband(play, left)


def disband_small_packs(play: Play) -> None:
    """The same for every pack, after boats have been taken away or sent home."""
    for number in packs_out(play.state):
        disband_if_small(play, number)


@rule("24.0", "24.14")
def leave_pack(play: Play, boat: Boat) -> None:
    """A boat leaves its pack for good and acts on its own (SW-R91); below three boats the pack is no more."""
    pack, boat.pack = boat.pack, None
    if pack is not None:
        disband_if_small(play, pack)


@rule("24.14", "7.2-C2", "7.21-Y9")
def disband_in_typhoons(play: Play) -> None:
    """A typhoon disbands the packs in its OpArea."""
    state = play.state
    for number in packs_out(state):
        at_sea = [boat for boat in members(state, number) if boat.place in (Place.OPERATING, Place.DONE)]
        disband(play, [boat for boat in at_sea if in_typhoon(state, boat.area)])


@rule("24.14", "7.21-Y9")
def disband_on_entering(play: Play, pack: Sequence[Boat], entered: Sequence[AreaIndex]) -> None:
    """A pack that has moved through or into a typhoon, on patrol or in transit, is one no more (SW-R82)."""
    if any(in_typhoon(play.state, area) for area in entered):
        disband(play, pack)
