"""A boat shoots back: torpedoes at surface escorts (8.3), flak at aircraft (8.1.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from navalcore.rules import About, Flow, Place, choose_if_several, places, rule, takes_modifiers
from navalcore_games.tonnage_war import ids
from navalcore_games.tonnage_war.choices import FiredAt
from navalcore_games.tonnage_war.combat_events import EscortShotAt
from navalcore_games.tonnage_war.convoy_attack import attack_value
from navalcore_games.tonnage_war.movements import out_of_play
from navalcore_games.tonnage_war.results import EscortFate
from navalcore_games.tonnage_war.scoring import SUNK, damage_escort
from navalcore_games.tonnage_war.state import Committed, Engagement, Play, Side, State, Tactical, Unit, player_of
from navalcore_games.tonnage_war.values import AIRCRAFT, ATTACK_CARDS, FLAK_CARDS, SURFACE, UNITS

DETECTED_HITS_ON = 2
"""What a detected boat hits an escort on (8.3.1)."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One shot at an escort: the roll and what it had to be."""

    target: Committed
    roll: int
    needed: int


@rule("8.3", "8.3.1", "8.3.2", "8.2", "7.2.6")
def fire_at_escorts(play: Play, engagement: Engagement, card: Tactical, detected: bool) -> Flow[bool]:
    """One roll of a D20 at a surface escort of the group, of the U-boat player's choice, with any card.

    Detected: 2 or less hits; undetected: half the attack value or less. A card that homes (TW-M06) doubles both.
    Returns whether there was a target (TW-R35).
    """
    engagement.fired = True
    target = yield from chosen_target(play, engagement, SURFACE)
    if target is None:
        return False
    boat = play.state.boat_of(engagement)
    needed = needed_against_escort(play, boat, card, detected)
    section = "8.3.1" if detected else "8.3.2"
    against = {"found by the escort" if detected else "half the attack value": needed}
    why = f"{boat} fires at {target.unit}"
    roll = play.dice.roll(
        "d20", why, section, reads=partial(_read, needed), needed=against,
        about=lambda: _shooting(play.state, engagement, boat, target),
    )  # fmt: skip
    shot_takes_effect(play, engagement, Shot(target, roll, needed), section)
    return True


@rule("8.2", "8.3.1", "8.3.2", "14.1")
def needed_against_escort(play: Play, boat: Unit, card: Tactical, detected: bool) -> int:
    """The number a shot at an escort hits on; fractions are dropped, card modifiers ignored (TW-R02)."""
    homing = ATTACK_CARDS[card].homing
    if detected:
        return DETECTED_HITS_ON * 2 if homing else DETECTED_HITS_ON
    value = attack_value(play, boat)
    return value if homing else value // 2


@rule("8.1.4", "7.2.5")
def flak(play: Play, engagement: Engagement, card: Tactical) -> Flow[Shot | None]:
    """One roll of a D20 at an aircraft of the group, of the U-boat player's choice (TW-R08).

    The aircraft's attack is simultaneous, so the caller lets the shot take effect after it.
    """
    target = yield from chosen_target(play, engagement, AIRCRAFT)
    if target is None:
        return None
    boat = play.state.boat_of(engagement)
    against = flak_sum(play, boat, card)
    needed = sum(against.values())
    why = f"{boat} fires flak at {target.unit}"
    roll = play.dice.roll(
        "d20", why, "8.1.4", reads=partial(_read, needed), needed=against,
        about=lambda: _shooting(play.state, engagement, boat, target),
    )  # fmt: skip
    return Shot(target, roll, needed)


@rule("8.1.4")
def needed_for_flak(play: Play, boat: Unit, card: Tactical) -> int:
    """The number flak hits on: 2, or half or all of the attack value (TW-R08), plus the card's; no weather."""
    return sum(flak_sum(play, boat, card).values())


@takes_modifiers("8.1.4")
def flak_sum(play: Play, boat: Unit, card: Tactical) -> Mapping[str, int]:
    """The numbers that add up to :func:`needed_for_flak`."""
    value = UNITS[boat].attack
    base = {"detected": DETECTED_HITS_ON, "half": value // 2, "full": value}[play.options.flak_base]
    return play.modified("8.1.4", {"flak": base, "flak card": FLAK_CARDS[card]})


def _read(needed: int, roll: int) -> tuple[bool, bool]:
    """The parts of a shot's roll that count: whether it hits, and whether by half of what is needed."""
    return roll <= needed, roll * 2 <= needed


def chosen_target(play: Play, engagement: Engagement, fit: frozenset[Unit]) -> Flow[Committed | None]:
    """The U-boat player picks an escort of the group; damaged ones may be shot at again, or not (TW-R10)."""
    again = play.options.damaged_escorts_are_targets
    targets = [
        place for place, member in enumerate(engagement.group) if member.unit in fit and (again or not member.damage)
    ]
    if not targets:
        return None
    group = engagement.group
    options = [
        FiredAt(ids.MEMBER[group[place].unit, group[place].damage], group[place].damage, place) for place in targets
    ]
    player = player_of(play.state, Side.UBOAT)
    prompt = "At which escort does the boat fire?"
    choice = yield from choose_if_several(
        player, prompt, options, "8.3", kind="shoot_at", about=lambda: _firing(play.state)
    )
    return group[choice.place]


def _shooting(state: State, engagement: Engagement, boat: Unit, target: Committed) -> tuple[Place, ...]:
    """The boat that fires, at whom, and where."""
    at = ids.boat_place(state, engagement)
    return ids.boat_rolls(boat, at, ids.unit_id(Side.ESCORT, target.unit, target.damage))


def _firing(state: State) -> About:
    """The boat that fires, and where the escorts are."""
    engagement = state.engagement
    assert engagement is not None
    boat = state.boat_of(engagement)
    shooter = ids.unit_id(Side.UBOAT, boat)
    return About({"boat": shooter}, places(subject=shooter, at=ids.place_of(state, engagement)))


@rule("8.7", "8.3.4", "11.6")
def shot_takes_effect(play: Play, engagement: Engagement, shot: Shot, section: str) -> None:
    """A hit damages, or sinks as TW-R09 says; a destroyed escort leaves play at once."""
    member, effect = shot.target, EscortFate.MISSED
    was_damaged = bool(member.damage)
    if shot.roll <= shot.needed:
        rule_of_hits = play.options.uboat_hit_on_escort
        sinks = rule_of_hits == "sinks" or (rule_of_hits == "half_sinks" and shot.roll * 2 <= shot.needed)
        destroyed = damage_escort(play, member, SUNK if sinks else 1, by_uboat=True)
        effect = EscortFate.DESTROYED if destroyed else EscortFate.DAMAGED
    boat = play.state.boat_of(engagement)
    at = ids.boat_place(play.state, engagement)
    target = ids.MEMBER[member.unit, was_damaged]
    play.tell(EscortShotAt, boat, target, shot.roll, shot.needed, effect, was_damaged, at, rule=section)
    if member.damage == SUNK:
        engagement.group.remove(member)
        out_of_play(play, Side.ESCORT, member.unit, "11.6", ids.place_of(play.state, engagement), was_damaged)
