"""What each role may see, and how the rest is dealt anew."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from navalcore.rules import UMPIRE, Chance, Part, View, seen_by

from convoy_dash.sea import open_sea
from convoy_dash.state import PACK, Boat, Sighting, State


@dataclass(frozen=True, slots=True)
class BoatView(Part, of=Boat):
    """A boat as seen."""

    number: int
    area: Annotated[str | None, seen_by(lambda boat, role: boat.sighted or role == PACK or role is UMPIRE)]
    """Where it is, or None where that is hidden."""
    salvos: int
    sighted: bool


class SeaView(View, of=State):
    """The sea as one role sees it."""

    role: str
    """Who looks."""
    turn: int
    turns: int
    convoy: str
    ships: int
    needed: int
    boats: tuple[BoatView, ...]
    cup: dict[Sighting, int]
    """The counters left in the cup, which everybody can count."""
    swept: tuple[str, ...]


def see(state: State, role: str) -> SeaView:
    """The pack and the umpire see every boat, all others those that are sighted."""
    return SeaView.of(state, role, role=role, cup=dict(state.cup.remaining()))


def redeal(state: State, role: str, chance: Chance) -> None:
    """Put every boat that the convoy has not sighted into some area where it may be."""
    if role == PACK:
        return
    sighted = {boat.area for boat in state.boats if boat.sighted}
    areas = [area for area in open_sea() if area not in sighted and area not in state.swept]
    for boat in state.boats:
        if not boat.sighted and boat.area:
            boat.area = areas.pop(chance.below(len(areas)))
