"""The boxes of a base: who is in them, and who may still come in (10.1, 21.2)."""

from __future__ import annotations

from navalcore.rules import Flow, choose, rule
from navalcore_games.silent_war.asking import about_base
from navalcore_games.silent_war.boats.commands import commander_of_base
from navalcore_games.silent_war.choices import HOLD, ShuntToHold
from navalcore_games.silent_war.choosing import Word
from navalcore_games.silent_war.ids import BaseIndex
from navalcore_games.silent_war.lookups import base_named, boat_named, card_of, charts_of, index_of
from navalcore_games.silent_war.state import Boat, Place, Play, State

BOXES = {0: Place.BROOM, 1: Place.REPAIR_1, 2: Place.REPAIR_2, 3: Place.REPAIR_3}
REPAIR_BOXES = (Place.REPAIR_1, Place.REPAIR_2, Place.REPAIR_3)
ALONGSIDE = (Place.BROOM, Place.PIER_SIDE, Place.READY)
UNFIT = frozenset({*REPAIR_BOXES, Place.HOLD})
"""The places of boats under repair, or waiting for it."""


def boats_in(state: State, base: BaseIndex, *boxes: Place) -> list[Boat]:
    """The boats in some boxes of a base."""
    return [boat for boat in state.boats if boat.where == base and boat.place in boxes]


@rule("21.2", "21.22")
def takes(state: State, base: BaseIndex, boats: int = 1) -> bool:
    """Whether a base accepts so many boats: a tender up to its capacity, one above the printed, in its three boxes."""
    tender = state.tenders.get(base)
    if tender is None:
        return True
    return len(boats_in(state, base, *ALONGSIDE)) + boats <= charts_of(state).tenders[tender].capacity_printed + 1


def repair_room(state: State, base: BaseIndex) -> int:
    """How many more boats the Repair Boxes may take."""
    return charts_of(state).bases[base].capacity - len(boats_in(state, base, *REPAIR_BOXES))


@rule("10.1", "10.2")
def enter_repair(play: Play, boat: Boat, box: Place) -> Flow[None]:
    """A damaged boat gets its box if there is room; else it waits in Hold, or the player shunts another boat there."""
    state = play.state
    base = boat.base
    if repair_room(state, base) > 0:
        boat.place = box
        return
    charts = charts_of(state)
    others = boats_in(state, base, *REPAIR_BOXES)
    picks: list[Word | ShuntToHold] = [HOLD.of(boat_named(state, boat).id, base_named(state.data_pack, base).id)]
    named = [(boat_named(state, other), index_of(state, other)) for other in others]
    picks += [ShuntToHold(other.id, index, f"shunt {other} to Hold") for other, index in named]
    prompt = (
        f"No Repair Box is free at {charts.bases[base].name}: does {card_of(state, boat).name} wait, or another boat?"
    )
    choice = yield from choose(
        commander_of_base(play, base), prompt, picks, "10.2", kind="repair_box", about=about_base(state, base, boat)
    )
    if isinstance(choice, ShuntToHold):
        state.boats[choice.index].place = Place.HOLD
        boat.place = box
