"""The subject of a decision, for programs: the ids of the boat and her place, and the figures its prompt names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from navalcore.rules import About, Option, Place as Spot, places
from navalcore_games.silent_war.ids import TRACK, BaseIndex, area_id
from navalcore_games.silent_war.lookups import base_named, boat_named, target_named, where_named
from navalcore_games.silent_war.state import Boat, State, Unit

Asked = Callable[[], About]
Rolled = Callable[[], tuple[Spot, ...]]
"""Gives the boat that dice are rolled for, the unit that they are rolled against, and where."""
Plain = str | int | bool | None


class Here(NamedTuple):
    """A boat and where she is, by their ids: what most options are about."""

    boat: str
    at: str


def here(state: State, boat: Boat) -> Here:
    """A boat and where she is."""
    where = where_named(state, boat)
    return Here(boat_named(state, boat).id, "" if where is None else where.id)


def rolled_for(state: State, boat: Boat, *units: Unit) -> Rolled:
    """For a boat where she is, perhaps against units of the display."""
    return lambda: about_boat(state, boat, *units)().places


def rolled_for_pack(state: State, pack: Sequence[Boat]) -> Rolled:
    """For a wolfpack where it is."""
    return lambda: about_pack(state, pack)().places


def rolled_at(*areas: str) -> Rolled:
    """For rolls in OpAreas; for the war at large without one."""
    return lambda: places(at=[area_id(area) for area in areas] or TRACK)


def about_boat(state: State, boat: Boat, /, *units: Unit, **fields: Plain) -> Asked:
    """A boat, where she is, and the units of the display it is about.

    Args:
        fields: what else the prompt says.
    """
    return about_pack(state, (boat,), *units, **fields)


def about_pack(state: State, pack: Sequence[Boat], /, *units: Unit, **fields: Plain) -> Asked:
    """A wolfpack or a single boat, by its first boat, where it is, and the units of the display it is about. A prompt
    names one unit, or none.
    """

    def about() -> About:
        boats = [boat_named(state, boat) for boat in pack]
        where = where_named(state, pack[0])
        targets = [target_named(state, unit) for unit in units]
        told: dict[str, Plain] = {"boat": boats[0].id, "wolfpack": pack[0].pack is not None}
        told |= {} if where is None else {"at": where.id}
        if len(targets) == 1:
            told |= {"unit": targets[0].id, "column": targets[0].column, "name": targets[0].name}
        acting = [boat.id for boat in boats]
        at = "" if where is None else where.id
        return About(told | fields, places(subject=acting, target=[each.id for each in targets], at=at))

    return about


def about_options(state: State, options: Sequence[Option], /, **fields: Plain) -> Asked:
    """The places of the boats that options would have do something, and of those that name a place themselves.

    Args:
        fields: what else the prompt says.
    """

    def about() -> About:
        boats = {boat_named(state, boat).id: where_named(state, boat) for boat in state.boats}
        named = [place.id for option in options for place in option.places]
        at = [boats.get(name) for name in named]
        where = [name if there is None else there.id for name, there in zip(named, at, strict=True)]
        return About({"boats": sum(there is not None for there in at), **fields}, places(at=[*dict.fromkeys(where)]))

    return about


def about_base(state: State, base: BaseIndex, boat: Boat | None = None, **fields: Plain) -> Asked:
    """A base, and the boat that it is about."""

    def about() -> About:
        named = base_named(state.data_pack, base)
        subject = None if boat is None else boat_named(state, boat)
        told: dict[str, Plain] = {"base": named.id}
        told |= {} if subject is None else {"boat": subject.id}
        return About(told | fields, places(subject="" if subject is None else subject.id, at=named.id))

    return about
