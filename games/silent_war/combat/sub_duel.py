"""Submarine against submarine (14.6)."""

from __future__ import annotations

from navalcore.components import place_id
from navalcore.rules import rule, takes_modifiers
from navalcore_games.silent_war.asking import Rolled, rolled_for
from navalcore_games.silent_war.boats.damage import damage, lose, note, note_party
from navalcore_games.silent_war.combat.attack import EFFECTS, roll_attack_result, roll_to_hit, score
from navalcore_games.silent_war.data_pack.models import EnemySubmarine
from navalcore_games.silent_war.data_pack.printed import month_number
from navalcore_games.silent_war.events.fights import SubmarineMet, SubmarinesFought, SubmarineSunk
from navalcore_games.silent_war.lookups import area_of, card_of, charts_of, has_radar, shallow_penalty, storm_at
from navalcore_games.silent_war.state import Boat, Play, State, Storm
from navalcore_games.silent_war.words import Cause, Effect, Named


@rule("14.6-C", "30.3")
def eligible_enemies(state: State, group: str) -> list[EnemySubmarine]:
    """The enemy submarines the Enemy Submarine Table allows: by date and geographic group, those sunk left out."""
    return [
        enemy
        for enemy in charts_of(state).enemy_subs
        if group in enemy.groups
        and month_number(enemy.from_) <= state.month <= month_number(enemy.to)
        and enemy.id not in state.enemy_subs_sunk
    ]


@rule("14.6-B", "23.0")
@takes_modifiers("14.6")
def enemy_first(play: Play, spotted: bool, damaged: bool, radar: bool, about: Rolled | None = None) -> bool:
    """The detection roll: 0-2 the enemy attacks."""
    drm = {"spotted": -1 * spotted, "damaged": -1 * damaged, "radar": 1 * radar}
    drm = {name: value for name, value in drm.items() if value}
    why, against = "detection, the enemy first on 0-2", {"the enemy first": 2}
    return play.dice.roll("d10z", why, "14.6", drm, needed=against, about=about) <= 2


@rule("14.6-E", "14.6-F", "14.6-D")
@takes_modifiers("14.6-E")
def duel_difference(
    play: Play, attack: int, torpedo: int, defense: int, tdc: int, *, plus: int = 0, minus: int = 0
) -> int:
    """Attacker (attack, torpedo value, ``plus``) less target (defense, TDC, ``minus``); same column, no posture."""
    attacker = {"attack": attack, "torpedo value": torpedo, "attacker's skipper": plus}
    target = {"defense": -defense, "TDC": -tdc, "target's skipper": -minus}
    return sum(play.modified("14.6-E", {**attacker, **target}).values())


@rule("14.6-F")
def sub_duel(play: Play, boat: Boat) -> bool:
    """One round between the boat and a random enemy submarine; no counterattack, no re-attack.

    False, and no contact, if the Enemy Submarine Table has none left for the date and place.
    """
    state = play.state
    charts = charts_of(state)
    area = area_of(state, boat)
    enemies = eligible_enemies(state, area.group)
    if not enemies:
        return False
    enemy = enemies[play.chance.pick([e.name for e in enemies], "which enemy submarine", "14.6")]
    met = Named(place_id("enemy", enemy.id), enemy.name)
    note_party(play, SubmarineMet, boat, "14.6", met)
    waters = shallow_penalty(area) + (1 if storm_at(state, boat.area) is Storm.TROPICAL else 0)
    card = card_of(state, boat)
    theirs = charts.enemy_torpedo[enemy.nation]
    about = rolled_for(state, boat)
    first = enemy_first(play, boat.spotted, boat.damage > 0, has_radar(play, boat), about)
    tdc = charts.tdc_pool[play.chance.pick(charts.tdc_pool, "TDC marker", "14.6")]
    if first:
        difference = duel_difference(play, enemy.attack, theirs - waters, card.defense, tdc, minus=boat.rating)
        drm = {"torpedo": theirs}
    else:
        difference = duel_difference(play, card.attack, state.torpedo - waters, enemy.defense, tdc, plus=boat.rating)
        drm = {"torpedo": state.torpedo}
        if card.nation in ("us", "british"):
            drm["US or British"] = -1
    hit = roll_to_hit(play, difference, {}, about=about)
    effect = EFFECTS[roll_attack_result(play, 1, drm, about=about)] if hit else None
    note(play, SubmarinesFought, boat, "14.6", met, first, effect)
    if first:
        take_hit(play, boat, effect)
    elif effect is Effect.SUNK:
        state.enemy_subs_sunk.append(enemy.id)
        score(play, boat, enemy.tonnage_kt)
        note(play, SubmarineSunk, boat, "14.6", enemy.tonnage_kt, met)
    return True


@rule("14.6-F")
def take_hit(play: Play, boat: Boat, effect: Effect | None) -> None:
    """The enemy's hit on the 1-4 row: nothing, a Damage marker or the end (SW-R57)."""
    if effect is Effect.SUNK:
        lose(play, boat, Cause.ENEMY_SUBMARINE, "14.6")
    elif effect is Effect.DAMAGED:
        damage(play, boat, "14.6")
