"""Chapter 5: both sides choose their targets at the same time; what can be seen, and which guns bear."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial

from navalcore.components import Bearing, in_sight, place_id
from navalcore.rules import About, Flow, Refusal, choose, places, plot, rule

from skerry_passage.choices import HoldFire, Shot, Weapon
from skerry_passage.passage import ABEAM, AFT, FORE, TORPEDO_RANGE, Card, arc_of, chart, sea
from skerry_passage.state import ENEMY, SIDES, Play, Ship, State


@rule("5")
def aim(play: Play) -> Flow[None]:
    """A target for every ship that has one. The sheets are shown when both are written."""
    yield from plot(play, play.state.shots, SIDES, partial(aim_side, play))


def aim_side(play: Play, side: str, sheet: list[Shot]) -> Flow[None]:
    """The shots of one side, ship by ship."""
    state = play.state
    for ship in state.squadron(side):
        if options := shots(state, ship):
            options.append(HoldFire(ship.id, Weapon.NONE, ""))
            prompt = f"At what does {ship.card.name} fire?"
            about = About(places=places(subject=place_id("ship", ship.id), at=place_id("hex", ship.space)))
            reasons = (cannot_fire, state, ship)
            shot = yield from choose(ship.side, prompt, options, "5", reasons, "shot", about=about)
            if shot.target:
                sheet.append(shot)


def shots(state: State, ship: Ship) -> list[Shot]:
    """What a ship can fire, and at whom."""
    found = []
    for enemy in state.squadron(ENEMY[ship.side]):
        if visible(state.sight, smoke_of(state), ship.space, enemy.space):
            found += [Shot(ship.id, Weapon.GUNS, enemy.id)] if guns_bearing(ship, enemy.space) else []
            found += [Shot(ship.id, Weapon.TORPEDO, enemy.id)] if torpedo_bears(ship, enemy.space) else []
    return found


def smoke_of(state: State) -> Collection[str]:
    """The hexes with smoke."""
    return state.markers.spaces("smoke")


@rule("5")
def visible(sight: int, smoke: Collection[str], here: str, there: str) -> bool:
    """Whether a ship in one hex sees one in another: the same both ways."""
    distance = sea().distance(here, there)
    if distance > sight or (distance > 1 and (here in smoke or there in smoke)):
        return False
    islands = chart().islands
    return in_sight(sea(), here, there, lambda space: space in islands or space in smoke)


@rule("5")
def guns_bearing(ship: Ship, target: str) -> int:
    """How many guns of a ship bear on a hex."""
    return bearing(ship.card, ship.damage.in_force, ship.space, ship.facing, target)


def bearing(card: Card, damage: Collection[str], space: str, facing: Bearing, target: str) -> int:
    """How many guns would bear from a hex, with what is out of action."""
    arc = arc_of(space, facing, target)
    fore = card.fore if arc in FORE and "fore guns out" not in damage else 0
    aft = card.aft if arc in AFT and "aft guns out" not in damage else 0
    return fore + aft


@rule("5")
def torpedo_bears(ship: Ship, target: str) -> bool:
    """Whether a ship has a torpedo left and the hex is near enough, abeam."""
    near = sea().distance(ship.space, target) <= TORPEDO_RANGE
    return ship.torpedoes > 0 and near and arc_of(ship.space, ship.facing, target) in ABEAM


def cannot_fire(state: State, ship: Ship) -> Iterator[Refusal]:
    """Why a ship cannot fire at an enemy."""
    smoke = smoke_of(state)
    for enemy in state.squadron(ENEMY[ship.side]):
        seen = visible(state.sight, smoke, ship.space, enemy.space)
        if not seen:
            yield Refusal(str(Shot(ship.id, Weapon.GUNS, enemy.id)), "5", "she is out of sight")
        elif not guns_bearing(ship, enemy.space):
            yield Refusal(str(Shot(ship.id, Weapon.GUNS, enemy.id)), "5", "no gun bears")
        if ship.torpedoes and seen and not torpedo_bears(ship, enemy.space):
            why = "a torpedo runs up to 3 hexes, abeam only"
            yield Refusal(str(Shot(ship.id, Weapon.TORPEDO, enemy.id)), "5", why)
