"""Damage, losses and points: 8.7, 11, 12."""

from __future__ import annotations

from navalcore.components import counted
from navalcore.rules import Outcome, rule
from navalcore_games.tonnage_war.state import Committed, Engagement, Play, Side, Tally
from navalcore_games.tonnage_war.values import UNITS

SUNK = 2
"""Two points of damage sink or shoot down anything."""


@rule("8.7", "11.6", "12", "13.3")
def damage_boat(play: Play, engagement: Engagement, points: int) -> bool:
    """Damage a boat; a second point, or two at once, sink it. Returns whether it is sunk.

    Points count the final state (TW-R19): sinking a damaged boat brings the difference.
    """
    state = play.state
    unit = state.boat_of(engagement)
    values, tally = UNITS[unit], state.tally
    before = engagement.damage
    engagement.damage = min(SUNK, before + points)
    if engagement.damage == SUNK:
        tally.boats_sunk += 1
        tally.boats_damaged -= before
        tally.escort_points += values.points_sunk - (values.points_damaged if before else 0)
        return True
    tally.boats_damaged += 1
    tally.escort_points += values.points_damaged
    return False


@rule("8.7", "11.6", "12")
def damage_escort(play: Play, member: Committed, points: int, *, by_uboat: bool) -> bool:
    """Damage an escort; a second point, or two at once, destroy it. Returns whether it is destroyed.

    Damage done by ramming brings no points, unless TW-R19 says otherwise; a destroyed escort brings 2 in all.
    """
    tally = play.state.tally
    before, scoring = member.damage, play.options.score_escort_damage
    member.damage = min(SUNK, before + points)
    values = UNITS[member.unit]
    if member.damage == SUNK:
        worth = values.points_sunk
        tally.escorts_destroyed += 1
        tally.escorts_damaged -= before
    else:
        worth = values.points_damaged if scoring == "all" or (scoring == "by_uboat" and by_uboat) else 0
        tally.escorts_damaged += 1
    tally.uboat_points += worth - member.scored
    member.scored = worth
    return member.damage == SUNK


@rule("13.1", "12")
def damage_carrier(play: Play) -> bool:
    """One hit on the carrier; the second sinks it. Returns whether this hit did."""
    state = play.state
    carrier, tally = play.scenario.carrier, state.tally
    if state.carrier_damage == SUNK:
        return False
    state.carrier_damage += 1
    if state.carrier_damage == SUNK:
        tally.uboat_points += carrier.points_sunk - carrier.points_damaged
        tally.escorts_destroyed += 1
        tally.escorts_damaged -= 1
        return True
    tally.uboat_points += carrier.points_damaged
    tally.escorts_damaged += 1
    return False


def _side_figures(tally: Tally) -> dict[str, int]:
    return {
        "ships_sunk": tally.ships,
        "escorts_damaged": tally.escorts_damaged,
        "escorts_destroyed": tally.escorts_destroyed,
        "boats_damaged": tally.boats_damaged,
        "boats_sunk": tally.boats_sunk,
    }


@rule("12")
def single_game(tally: Tally) -> Outcome:
    """The result of one game: the side with more points is ahead (TW-R56)."""
    uboat, escort = tally.uboat_points, tally.escort_points
    scores = {Side.UBOAT.value: uboat, Side.ESCORT.value: escort, **_side_figures(tally)}
    if uboat == escort:
        return Outcome(None, f"The game is level: each side has {counted(uboat, 'point')}.", "12", scores, "level")
    winner = Side.UBOAT if uboat > escort else Side.ESCORT
    ahead = "U-boat" if winner is Side.UBOAT else "escort"
    score = f"{counted(max(uboat, escort), 'point')} to {min(uboat, escort)}"
    return Outcome(winner, f"The {ahead} side is ahead, {score}.", "12", scores, f"{winner}_ahead")


@rule("4", "12")
def match_of_two(first: Tally, second: Tally) -> Outcome:
    """The result of two games with roles exchanged.

    A player wins who has more points than the other as U-boat player and also more in total; all else is a draw.
    The player ``uboat`` commanded the boats in the first game, the player ``escort`` in the second.
    """
    as_uboat = (first.uboat_points, second.uboat_points)
    totals = (first.uboat_points + second.escort_points, second.uboat_points + first.escort_points)
    scores = {
        Side.UBOAT.value: totals[0],
        Side.ESCORT.value: totals[1],
        "uboat_as_uboat": as_uboat[0],
        "escort_as_uboat": as_uboat[1],
        "ships_sunk": first.ships + second.ships,
        "boats_sunk": first.boats_sunk + second.boats_sunk,
    }
    for player, mine, his in ((Side.UBOAT, 0, 1), (Side.ESCORT, 1, 0)):
        if as_uboat[mine] > as_uboat[his] and totals[mine] > totals[his]:
            opened = "U-boat" if player is Side.UBOAT else "escort"
            score = f"{counted(totals[mine], 'point')} to {totals[his]} in total"
            with_boats = f"{as_uboat[mine]} to {as_uboat[his]} with the U-boats"
            reason = f"The player who began as the {opened} side wins the match: {score}, and {with_boats}."
            return Outcome(player, reason, "12", scores, f"{player}_wins_match")
    said = (
        f"the player who began as the U-boat side has {counted(totals[0], 'point')} to {totals[1]} in total, and "
        f"{as_uboat[0]} to {as_uboat[1]} with the U-boats"
    )
    return Outcome(
        None, f"The match is drawn, as neither player is ahead in both: {said}.", "12", scores, "match_drawn"
    )
