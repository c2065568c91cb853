"""Chapters 6 to 8: guns, torpedoes, and what they do."""

from __future__ import annotations

from navalcore.rules import rule, takes_modifiers

from skerry_passage.aiming import guns_bearing
from skerry_passage.choices import Weapon
from skerry_passage.events import Damaged, Fired, HitsMarked
from skerry_passage.passage import arc_of, sea, tables
from skerry_passage.state import Play, Ship

FAST = 4
"""Hexes sailed in a turn that make a ship hard to hit."""


@rule("8")
def fire(play: Play) -> None:
    """All shots are fired before any hit counts."""
    state = play.state
    hits: dict[str, int] = {}
    for _, shot in state.shots.in_order(state.shots.sheets):
        ship, target = state.ship(shot.ship), state.ship(shot.target)
        scored = torpedo(play, ship, target) if shot.weapon is Weapon.TORPEDO else salvo(play, ship, target)
        hits[target.id] = hits.get(target.id, 0) + scored
        play.tell(Fired, ship.id, shot.weapon, target.id, scored, rule="7" if shot.weapon is Weapon.TORPEDO else "6")
    for name, scored in hits.items():
        ship = state.ship(name)
        before, effects = ship.damage.filled, ship.damage.hit(scored)
        if ship.damage.filled > before:
            play.tell(HitsMarked, name, before, ship.damage.filled, rule="8")
        for effect in effects:
            play.tell(Damaged, name, effect, ship.space, rule="8")


@rule("6")
@takes_modifiers("6")
def salvo(play: Play, ship: Ship, target: Ship) -> int:
    """A die with modifiers on the Gunnery Table: hits."""
    total = play.dice.roll("d6", f"guns of {ship.card.name}", "6", modifiers(ship, target))
    hits: int = tables()["gunnery"][total, str(guns_bearing(ship, target.space))]
    return hits


@rule("6")
def modifiers(ship: Ship, target: Ship) -> dict[str, int]:
    """What is added to the die, by name."""
    band = tables()["ranges"][sea().distance(ship.space, target.space)]
    found = {"short range": 1} if band == "short range" else {"long range": -1} if band == "long range" else {}
    if arc_of(target.space, target.facing, ship.space) in ("bow", "stern"):
        found["raked"] = 1
    if target.sailed >= FAST:
        found["fast target"] = -1
    return found


@rule("7")
def torpedo(play: Play, ship: Ship, target: Ship) -> int:
    """A die on the Torpedo Table: hits."""
    ship.torpedoes -= 1
    die = play.dice.d6(f"torpedo of {ship.card.name}", "7")
    hits: int = tables()["torpedoes"][die, str(sea().distance(ship.space, target.space))]
    return hits
