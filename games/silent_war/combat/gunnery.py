"""Surface gunnery (19.21, 28.14): when the guns may be used, and on whom."""

from __future__ import annotations

from collections.abc import Sequence

from navalcore.rules import Flow, choose, rule
from navalcore_games.silent_war.asking import Rolled, about_boat, rolled_for
from navalcore_games.silent_war.boats.commands import commander
from navalcore_games.silent_war.boats.damage import note, spot
from navalcore_games.silent_war.choices import Shell
from navalcore_games.silent_war.combat.attack import EFFECTS, NOTHING, apply_attack_result, roll_attack_result
from navalcore_games.silent_war.combat.display import known_hospital_ship, name_of, the_combat
from navalcore_games.silent_war.events.fights import Shelled
from navalcore_games.silent_war.ids import AreaIndex
from navalcore_games.silent_war.lookups import (
    boat_name,
    boat_named,
    card_of,
    in_typhoon,
    ship_of,
    storm_at,
    target_named,
)
from navalcore_games.silent_war.state import Combat, Fighter, Play, State, Storm, Unit

WARSHIPS = frozenset({"BB", "BV", "CV", "CA", "AC", "CL", "DD", "DE"})


def gunnery_weather(play: Play, area: AreaIndex, about: Rolled | None = None) -> bool:
    """Whether the weather lets the guns be used: never in a typhoon, in a storm on 0-1."""
    storm = storm_at(play.state, area)
    if storm is Storm.NONE:
        return True
    return not in_typhoon(play.state, area) and storm_lets_guns(play, about)


@rule("7.21-S5", "7.21-Y7")
def storm_lets_guns(play: Play, about: Rolled | None = None) -> bool:
    """Surface gunnery in a Tropical Storm, on 0-1."""
    return play.dice.d10z("gunnery in a storm, possible on 0-1", "7.21", about) <= 1


@rule("19.21-1")
def gunnery_targets(state: State, combat: Combat, fighter: Fighter) -> list[Unit]:
    """Revealed merchants and transports in the boat's column; none while any IJN unit is face up (SW-R55, SW-R74)."""
    shown = [unit for unit in combat.units if unit.face_up]
    if any(ship_of(state, u).type in WARSHIPS or ship_of(state, u).aircraft for u in shown):
        return []
    return [u for u in shown if u.column == fighter.column and ship_of(state, u).merchant]


@rule("19.21-1", "28.3")
def must_shell(state: State, targets: Sequence[Unit]) -> bool:
    """Whether event 1 compels the boat to use its guns: it does on any target that is not a hospital ship (SW-R102)."""
    return not all(known_hospital_ship(state, unit) for unit in targets)


@rule("19.21-1", "28.14")
def surface_gunnery(play: Play, fighter: Fighter) -> Flow[None]:
    """Spotted marker, then one d10 on the boat's gun row, without the torpedo value (+1 against a loner)."""
    state = play.state
    combat = the_combat(state)
    boat = state.boats[fighter.boat]
    combat.round.gunnery = combat.round.attacked = True
    spot(play, boat, "19.21")
    fighter.own_mark = True
    targets = gunnery_targets(state, combat, fighter)
    target = targets[0]
    if len(targets) > 1:
        acting = boat_named(state, boat).id
        picks = [Shell.of(unit.number, name_of(state, unit), acting) for unit in targets]
        prompt = f"Which ship does {boat_name(state, boat)} shell?"
        picked = yield from choose(commander(play), prompt, picks, "19.21", kind="shell", about=about_boat(state, boat))
        target = next(u for u in targets if u.number == picked.index)
    drm = {"loner": 1} if combat.loner else {}
    about = rolled_for(state, boat, target)
    result = roll_attack_result(play, card_of(state, boat).gun_row, drm, target.damaged, about=about)
    note(play, Shelled, boat, "19.21", target_named(state, target), EFFECTS[result])
    if result != NOTHING:
        apply_attack_result(play, fighter, target, result)
