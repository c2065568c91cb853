"""Escorts attack a detected boat: 8.5, 8.5.3, 8.5.4, 8.6, 8.7."""

from __future__ import annotations

from functools import partial

from navalcore.rules import About, Flow, choose, places, rule
from navalcore_games.tonnage_war import ids
from navalcore_games.tonnage_war.choices import EscortChoice
from navalcore_games.tonnage_war.combat_events import BoatAttacked, EscortDepleted
from navalcore_games.tonnage_war.convoy_attack import attack_value
from navalcore_games.tonnage_war.results import BoatFate
from navalcore_games.tonnage_war.scoring import SUNK, damage_boat, damage_escort
from navalcore_games.tonnage_war.state import Committed, Engagement, Play, Side, State, Unit, player_of
from navalcore_games.tonnage_war.values import DEPLETED, DEPLETED_ESCORTS, SURFACE, UNITS

RAMMING, GUNFIRE = 1, 2
"""The natural rolls of a surface escort's first attack that sink a boat regardless of the escort's value (8.5.3)."""


@rule("8.5.2", "8.7")
def attackers(engagement: Engagement) -> list[Committed]:
    """Those of a group that may attack: every undamaged escort."""
    return [member for member in engagement.group if member.unit is not Unit.BLANK and not member.damage]


@rule("8.5.2")
def escorts_attack(play: Play, engagement: Engagement, attacking: list[Committed]) -> Flow[None]:
    """All escorts attack, one after the other in the order the escort side likes, until the boat is sunk (TW-R12)."""
    left = attacking[:]
    while left and engagement.damage < SUNK:
        alike = len({member.unit for member in left}) == 1
        member = left.pop(0 if alike else (yield from next_attacker(play, left)))
        attack_boat(play, engagement, member)


def next_attacker(play: Play, left: list[Committed]) -> Flow[int]:
    """The escort side says who attacks next; returns the place in ``left``."""
    options = [
        EscortChoice(ids.MEMBER[member.unit, member.damage], member.damage, place) for place, member in enumerate(left)
    ]
    player = player_of(play.state, Side.ESCORT)
    choice = yield from choose(
        player, "Which escort attacks next?", options, "8.5.2", kind="escort", about=lambda: _attacked(play.state)
    )
    return choice.place


def _attacked(state: State) -> About:
    """The boat that is attacked."""
    engagement = state.engagement
    assert engagement is not None
    boat = state.boat_of(engagement)
    where = ids.boat_place(state, engagement)
    target = ids.unit_id(Side.UBOAT, boat)
    return About({"boat": target}, places(target=target, at=where))


@rule("8.5", "8.5.3", "8.5.4", "8.6")
def attack_boat(play: Play, engagement: Engagement, member: Committed) -> None:
    """One roll of a D20: at or under the attack value damages, at or under half of it sinks.

    In the first attack a surface escort sinks the boat on a 2 by gunfire, and on a 1 by ramming, which damages it too.
    A depleted escort has only that left.
    """
    escort = member.unit
    first = engagement.attempt == 1 and escort in SURFACE
    depleted = escort in DEPLETED_ESCORTS
    if depleted and not first:
        return
    member.attacked = True
    member.continued = member.continued or engagement.attempt > 1
    value = attack_value(play, escort)
    counted = UNITS[escort].depletion if play.options.depletion and escort in DEPLETED else 0

    def read(roll: int) -> tuple[int, bool, bool, bool]:
        return min(roll, GUNFIRE + 1) if first else 0, roll * 2 <= value, roll <= value, roll >= counted

    boat, at = play.state.boat_of(engagement), ids.boat_place(play.state, engagement)
    target = ids.unit_id(Side.UBOAT, boat)
    about = partial(places, subject=ids.unit_id(Side.ESCORT, escort, member.damage), target=target, at=at)
    why, against = f"{escort} attacks {boat}", {"attack value": value}
    roll = play.dice.roll("d20", why, "8.5", reads=read, needed=against, about=about)
    effect = BoatFate.MISSED
    if first and roll <= GUNFIRE:
        damage_boat(play, engagement, SUNK)
        effect = BoatFate.GUNFIRE
        if roll == RAMMING:
            damage_escort(play, member, 1, by_uboat=False)
            effect = BoatFate.RAMMED
    elif depleted:
        effect = BoatFate.NO_CHARGES
    elif roll * 2 <= value:
        damage_boat(play, engagement, SUNK)
        effect = BoatFate.SUNK
    elif roll <= value:
        effect = BoatFate.DAMAGED_AGAIN if engagement.damage else BoatFate.DAMAGED
        damage_boat(play, engagement, 1)
    section = "8.5.3" if first else "8.5"
    play.tell(BoatAttacked, escort, roll, engagement.attempt, value, effect, boat, at, rule=section)
    if counted and roll >= counted:
        member.unit = DEPLETED[escort]
        play.tell(EscortDepleted, escort, rule="8.5.4")
