"""What each role may see, and how the rest is dealt anew."""

from __future__ import annotations

from navalcore import Chance, View

from convoy_dash.sea import open_sea
from convoy_dash.state import PACK, Sighting, State


class BoatView(View):
    """A boat as seen.

    Attributes:
        number: its name.
        area: where it is, or None where that is hidden.
        salvos: attacks it can still make.
        sighted: whether the convoy knows where it is.
    """

    number: int
    area: str | None
    salvos: int
    sighted: bool


class SeaView(View):
    """The sea as one role sees it.

    Attributes:
        role: who looks; None is the umpire.
        turn: turns begun.
        turns: the turns there are.
        convoy: the convoy's area.
        ships: merchant ships afloat.
        needed: how many must come home.
        boats: the boats that are still there.
        cup: the counters left in the cup, which everybody can count.
        swept: areas known to hold no boat that was not sighted.
    """

    role: str | None
    turn: int
    turns: int
    convoy: str
    ships: int
    needed: int
    boats: tuple[BoatView, ...]
    cup: dict[Sighting, int]
    swept: tuple[str, ...]


def see(state: State, role: str | None) -> SeaView:
    """The pack and the umpire see every boat, all others those that are sighted."""
    everything = role in (PACK, None)
    boats = tuple(
        BoatView(
            number=boat.number,
            area=boat.area if boat.sighted or everything else None,
            salvos=boat.salvos,
            sighted=boat.sighted,
        )
        for boat in state.boats
    )
    return SeaView(
        role=role,
        turn=state.turn,
        turns=state.turns,
        convoy=state.convoy,
        ships=state.ships,
        needed=state.needed,
        boats=boats,
        cup=dict(state.cup.counts()),
        swept=tuple(state.swept),
    )


def redeal(state: State, role: str, chance: Chance) -> None:
    """Put every boat that the convoy has not sighted into some area where it may be."""
    if role == PACK:
        return
    sighted = {boat.area for boat in state.boats if boat.sighted}
    areas = [area for area in open_sea() if area not in sighted and area not in state.swept]
    for boat in state.boats:
        if not boat.sighted and boat.area:
            boat.area = areas.pop(chance.below(len(areas)))
