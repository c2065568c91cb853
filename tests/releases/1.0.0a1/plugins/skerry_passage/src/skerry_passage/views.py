"""What each role may see, and how the rest is dealt anew."""

from __future__ import annotations

from functools import partial

from navalcore.components import Markers
from navalcore.rules import UMPIRE, Chance, View

from skerry_passage.aiming import aim_side
from skerry_passage.choices import Leg, Shot
from skerry_passage.courses import write_side
from skerry_passage.state import Mission, Play, Rules, Ship, Side, State


class PassageView(View, of=State):
    """The passage as one role sees it: everything but the enemy's mission, and orders that are not yet shown."""

    role: str
    """Who looks."""
    phase: str
    turn: int
    turns: int
    sight: int
    ships: tuple[Ship, ...]
    markers: Markers[str]
    missions: dict[Side, Mission | None]
    """What each side is out for; None for a side whose mission is hidden."""
    courses: dict[str, tuple[Leg, ...] | None]
    """The legs written, by side; None for a sheet that is still hidden."""
    shots: dict[str, tuple[Shot, ...] | None]
    """The shots written, likewise."""


def see(state: State, role: str) -> PassageView:
    """A side sees its own mission and its own sheets, and all sheets once they are shown."""
    known = {side: mission if role == side or role is UMPIRE else None for side, mission in state.missions.items()}
    seen = {"courses": state.courses.seen(role), "shots": state.shots.seen(role)}
    return PassageView.of(state, role, role=str(role), missions=known, **seen)


def redeal(state: State, role: str, chance: Chance, rules: Rules) -> None:
    """Another mission for the enemy, and other orders where his are still hidden."""
    for side in state.missions:
        if side != role:
            missions = list(Mission)
            state.missions[side] = missions[chance.pick(missions)]
    play = Play(state, rules, chance)
    state.courses.redeal(role, chance, partial(write_side, play))
    state.shots.redeal(role, chance, partial(aim_side, play))
