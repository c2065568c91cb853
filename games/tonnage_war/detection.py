"""Does the boat stay undetected? 8.5, 8.5.1, 8.5.2, 14.1, 14.2."""

from __future__ import annotations

from collections.abc import Mapping

from navalcore.rules import rule, takes_modifiers
from navalcore_games.tonnage_war import ids
from navalcore_games.tonnage_war.combat_events import DetectionTried
from navalcore_games.tonnage_war.state import Engagement, Play, Unit, Weapon
from navalcore_games.tonnage_war.values import CONDITIONS, SURFACE, UNITS


@rule("8.5.1", "8.5.2")
def detect(play: Play, engagement: Engagement, evade_card: int = 0) -> bool:
    """The U-boat player rolls once for each undamaged escort of the group; one that detects is enough for all."""
    detected = False
    for member in engagement.group:
        if member.unit is not Unit.BLANK and not member.damage:
            detected |= not stays_hidden(play, engagement, member.unit, evade_card)
    return detected


@rule("8.5")
def stays_hidden(play: Play, engagement: Engagement, escort: Unit, evade_card: int) -> bool:
    """One roll of a D20: at or under the sum of everything the boat stays undetected by this escort (TW-R04)."""
    boat = play.state.boat_of(engagement)
    modifiers = detection_modifiers(play, engagement, boat, escort, evade_card)
    needed = sum(modifiers.values())
    at = ids.boat_place(play.state, engagement)
    why = f"{boat} tries to stay undetected by {escort}"
    roll = play.dice.roll(
        "d20", why, "8.5", reads=needed.__ge__, needed=modifiers, about=lambda: ids.searched_at(escort, at)
    )
    play.tell(DetectionTried, escort, roll, needed, tuple(modifiers.items()), boat, at, rule="8.5")
    return roll <= needed


@rule("8.5", "14.1", "14.2")
@takes_modifiers("8.5")
def detection_modifiers(
    play: Play, engagement: Engagement, boat: Unit, escort: Unit, evade_card: int
) -> Mapping[str, int]:
    """Everything that adds up to the number a boat needs: its evade value, the escort's detect modifier, and what the
    cards and conditions bring.
    """
    state, figures = play.state, UNITS[escort]
    modifiers = {"evade value": UNITS[boat].evade, str(escort): figures.detect}
    if engagement.weapon is Weapon.HFDF:
        modifiers["HF/DF"] = figures.hfdf if play.options.hfdf_modifier == "penalty" else -figures.hfdf
    if evade_card:
        modifiers["evade card"] = evade_card
    if state.storm:
        modifiers["storm"] = CONDITIONS.storm_evade
    if state.bad_sonar and engagement.attempt > 1 and escort in SURFACE:
        modifiers["bad sonar"] = CONDITIONS.bad_sonar
    return play.modified("8.5", modifiers)
