"""The old hand: he thinks of where every course would leave his ship, and of his mission."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

from navalcore.bots import Bot
from navalcore.components import Bearing
from navalcore.rules import Chance, Decision

from skerry_passage.aiming import bearing, visible
from skerry_passage.choices import Leg, Shot, Way, Weapon
from skerry_passage.courses import far_column, legs, turned
from skerry_passage.gunnery import modifiers
from skerry_passage.missions import NEAR_THE_LIGHT
from skerry_passage.passage import arc_of, chart, sea, tables
from skerry_passage.state import Mission, Ship, Side
from skerry_passage.views import PassageView

CAUTION = 0.8
"""How much a hit suffered weighs against one inflicted."""


class OldHand(Bot[PassageView]):
    """Weighs fire against fire at the end of every course, as if the enemy held on, and steers for his mission."""

    def __init__(self, role: str, chance: Chance) -> None:
        self.side = Side(role)
        self.chance = chance
        self.plan: list[Leg] = []

    def decide(self, view: PassageView, decision: Decision) -> object:
        """A leg of the best course, or the best shot."""
        if isinstance(decision.options[0], Shot):
            return max(decision.options, key=lambda shot: self._gain(view, shot))
        if not (self.plan and self.plan[0] in decision.options):
            self.plan = self._course(view, decision.options)
        return self.plan.pop(0)

    # ---- courses -------------------------------------------------------------------------------------------------

    def _course(self, view: PassageView, options: object) -> list[Leg]:
        """The best of all courses that begin with one of the options; a little is left to chance."""
        assert isinstance(options, list)
        ship = _ship(view, options[0].ship)
        written = [leg for leg in (view.courses[self.side] or ()) if leg.ship == ship.id]
        space, facing, sailed = ship.space, ship.facing, 0
        for leg in written:
            if leg.way is not Way.SMOKE:
                space, facing, sailed = leg.to, turned(facing, leg.way), sailed + 1
        worth = cache(partial(self._worth, view, ship))  # many courses end alike
        best = max(
            _courses(ship, space, facing, ship.speed - sailed),
            key=lambda course: worth(course[1], course[2]) + self.chance.below(100) / 400,
        )[0]
        smoke = Leg(ship.id, Way.SMOKE, space)
        if smoke in options and self._wants_smoke(view, ship):
            return [smoke, *best]
        stop = Leg(ship.id, Way.STOP, best[-1].to if best else space)
        return [*best, stop]

    def _wants_smoke(self, view: PassageView, ship: Ship) -> bool:
        """Whether smoke may save a ship: an enemy is near, and she is hurt or on her way out."""
        near = any(sea().distance(ship.space, enemy.space) <= 5 for enemy in _enemies(view, self.side))
        hurt = ship.damage.filled > 0 or view.missions[self.side] is Mission.BREAK_THROUGH
        return near and hurt and self.chance.below(3) > 0

    def _worth(self, view: PassageView, ship: Ship, space: str, facing: Bearing) -> float:
        """What it is worth to have a ship in a hex with a heading when the guns speak."""
        mission = view.missions[self.side]
        if not space:
            return 6.0 if mission is Mission.BREAK_THROUGH and ship is self._runner(view) else -6.0
        worth = 0.0
        smoke = view.markers.spaces("smoke")
        for enemy in _enemies(view, self.side):
            there = _ahead(enemy, enemy.speed // 2)
            if there == space or not visible(view.sight, smoke, space, there):
                continue
            weight = 1.7 if mission is Mission.FLAGSHIP and enemy.card.flagship else 1.0
            worth += weight * _hits(ship, space, facing, there, enemy.facing)
            worth -= CAUTION * _hits(enemy, there, enemy.facing, space, facing)
            if ship.torpedoes and sea().distance(space, there) <= 2:
                worth += 0.6 * weight
        return worth + self._towards(view, ship, space, mission)

    def _towards(self, view: PassageView, ship: Ship, space: str, mission: Mission | None) -> float:
        """How a hex serves the mission, and that the enemy should not be lost from sight."""
        nearest = min((sea().distance(space, enemy.space) for enemy in _enemies(view, self.side)), default=0)
        worth = -0.08 * abs(nearest - 4)
        if mission is Mission.BREAK_THROUGH and ship is self._runner(view):
            worth -= 0.45 * abs(sea().place(space)[0] - far_column(self.side))
        if mission is Mission.FLAGSHIP:
            worth -= 0.15 * max(0, _to_flagship(view, self.side, space) - 3)
        if mission is Mission.LIGHT:
            away = max(0, sea().distance(space, chart().light) - NEAR_THE_LIGHT)
            worth -= 0.15 * away * (1 + view.turn / view.turns) * (3 if view.turn == view.turns else 1)
        return worth

    def _runner(self, view: PassageView) -> Ship | None:
        """The ship that is to break through: the one that is quickest to the far edge."""
        edge = far_column(self.side)
        mine = [ship for ship in view.ships if ship.side == self.side and ship.here]
        return min(mine, key=lambda ship: abs(sea().place(ship.space)[0] - edge) / ship.speed, default=None)

    # ---- shots ---------------------------------------------------------------------------------------------------

    def _gain(self, view: PassageView, shot: object) -> float:
        """The hits to be expected of a shot, worth more where they finish a ship or serve the mission."""
        assert isinstance(shot, Shot)
        if shot.weapon is Weapon.NONE:
            return 0.0
        ship, target = _ship(view, shot.ship), _ship(view, shot.target)
        if shot.weapon is Weapon.GUNS:
            hits = _salvo(sum(modifiers(ship, target).values()), _guns(ship, ship.space, ship.facing, target.space))
        else:
            hits = _torpedo(sea().distance(ship.space, target.space)) - 0.5
        flagship = target.card.flagship and view.missions[self.side] is Mission.FLAGSHIP
        return hits * (1.5 if flagship else 1.0) * (1 + 1 / (1 + target.damage.left)) + self.chance.below(100) / 1000


def _ship(view: PassageView, name: str) -> Ship:
    return next(ship for ship in view.ships if ship.id == name)


def _enemies(view: PassageView, side: Side) -> list[Ship]:
    return [ship for ship in view.ships if ship.side != side and ship.here]


def _courses(ship: Ship, space: str, facing: Bearing, left: int) -> Iterator[tuple[list[Leg], str, Bearing]]:
    """Every course of at most so many legs, with where it ends."""
    options = legs(ship, space, facing) if left and space else []
    if left < ship.speed or not options:
        yield [], space, facing
    for leg in options:
        for rest, end, heading in _courses(ship, leg.to, turned(facing, leg.way), left - 1):
            yield [leg, *rest], end, heading


def _ahead(ship: Ship, hexes: int) -> str:
    """Where a ship would be if it held its course."""
    space = ship.space
    for _ in range(hexes):
        after = sea().step(space, ship.facing)
        if after is None or after in chart().islands:
            break
        space = after
    return space


def _to_flagship(view: PassageView, side: Side, space: str) -> int:
    ways = [sea().distance(space, enemy.space) for enemy in _enemies(view, side) if enemy.card.flagship]
    return min(ways, default=0)


def _guns(ship: Ship, space: str, facing: Bearing, target: str) -> int:
    return bearing(ship.card, ship.damage.in_force, space, facing, target)


def _hits(ship: Ship, space: str, facing: Bearing, target: str, heading: Bearing) -> float:
    """The hits to be expected of a ship's guns from one hex at another."""
    guns = _guns(ship, space, facing, target)
    if not guns:
        return 0.0
    band = tables()["ranges"][sea().distance(space, target)]
    raked = arc_of(target, heading, space) in ("bow", "stern")
    return _salvo((band == "short range") - (band == "long range") + raked, guns)


@cache
def _salvo(modifier: int, guns: int) -> float:
    hits = [int(tables()["gunnery"][die + modifier, str(guns)]) for die in range(1, 7)]
    return sum(hits) / len(hits)


@cache
def _torpedo(distance: int) -> float:
    hits = [int(tables()["torpedoes"][die, str(distance)]) for die in range(1, 7)]
    return sum(hits) / len(hits)
