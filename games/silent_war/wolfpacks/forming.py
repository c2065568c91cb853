"""Forming a wolfpack in port (24.0, 24.1)."""

from __future__ import annotations

from navalcore.rules import Flow, choose_if_several, rule
from navalcore_games.silent_war.asking import about_base
from navalcore_games.silent_war.boats.commands import commander_of_base
from navalcore_games.silent_war.boats.packs import SMALLEST, limits, may_join
from navalcore_games.silent_war.choices import FORMED, JoinPack
from navalcore_games.silent_war.choosing import Word
from navalcore_games.silent_war.ids import BaseIndex, PackNumber
from navalcore_games.silent_war.lookups import base_named, boat_named, card_of, index_of
from navalcore_games.silent_war.state import Boat, Place, Play
from navalcore_games.silent_war.wolfpacks.operations import operate_pack


@rule("24.0", "24.1", "24.11", "24.12", "24.13", "26.0")
def form_pack(play: Play, base: BaseIndex) -> Flow[None]:
    """Three boats or more, as many as the experience allows, leave a base together."""
    state = play.state
    ready = may_join(state, base)
    most = limits(state.experience_before)[1]
    chosen: list[Boat] = []
    while len(chosen) < most:
        left = [boat for boat in ready if boat not in chosen]
        options: list[Word | JoinPack] = [
            JoinPack(boat_named(state, b).id, index_of(state, b), card_of(state, b).name) for b in left
        ]
        if len(chosen) >= SMALLEST:
            options.insert(0, FORMED.of(at=base_named(state.data_pack, base).id))
        if not options:
            break
        choice = yield from choose_if_several(
            commander_of_base(play, base),
            f"Which boat joins the wolfpack, which has {len(chosen)} of at most {most}?",
            options,
            "24.1",
            kind="join_pack",
            about=about_base(state, base, joined=len(chosen), most=most),
        )
        if not isinstance(choice, JoinPack):
            break
        chosen.append(state.boats[choice.index])
    for boat in chosen:
        boat.pack = state.next_pack
    state.next_pack = PackNumber(state.next_pack + 1)
    state.acting = index_of(state, chosen[0])
    yield from operate_pack(play, chosen)
    state.acting = None
    if chosen[0].place is Place.READY:
        for boat in chosen:
            boat.pack = None
