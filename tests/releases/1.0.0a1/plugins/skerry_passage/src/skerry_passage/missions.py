"""Chapters 2 and 9: what each side is out for, and who has won."""

from __future__ import annotations

from navalcore.rules import rule

from skerry_passage.events import MissionDrawn
from skerry_passage.passage import chart, sea
from skerry_passage.state import ENEMY, SIDES, Mission, Play, Side, State

NEAR_THE_LIGHT = 2
POINTS = 5
"""For a mission that is fulfilled."""


@rule("2")
def draw_missions(play: Play) -> None:
    """Each side draws one of the three, and is the only one to know it."""
    for side in SIDES:
        missions = list(Mission)
        mission = missions[play.chance.pick(missions, f"the mission of the {side} squadron", "2")]
        play.state.missions[side] = mission
        play.tell(MissionDrawn, side, mission, rule="2", to=(side,))


@rule("2")
def fulfilled(state: State, side: Side, mission: Mission) -> bool:
    """Whether a side would fulfil a mission if the match ended now."""
    if mission is Mission.BREAK_THROUGH:
        return any(ship.side == side and not ship.space and not ship.sunk for ship in state.ships)
    if mission is Mission.FLAGSHIP:
        return any(ship.side != side and ship.card.flagship and ship.slowed for ship in state.ships)
    return at_the_light(state, side) > at_the_light(state, ENEMY[side])


def at_the_light(state: State, side: Side) -> int:
    """How many ships of a side are near enough to the light."""
    return sum(sea().distance(ship.space, chart().light) <= NEAR_THE_LIGHT for ship in state.squadron(side))


@rule("9")
def points(state: State, side: Side) -> int:
    """For hits on enemy ships, for those that were sunk, and for the side's own mission."""
    enemies = [ship for ship in state.ships if ship.side != side]
    scored = sum(ship.damage.filled + ship.card.worth * ship.sunk for ship in enemies)
    return scored + POINTS * fulfilled(state, side, state.missions[side])
