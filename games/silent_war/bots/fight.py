"""How a bot fights: forecasts of an attack in thousands of tons, from the player's view and the printed tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import add
from typing import NamedTuple

from navalcore_games.silent_war.choices import Aim
from navalcore_games.silent_war.combat.attack import attacker_total, target_total, to_hit_drm
from navalcore_games.silent_war.combat.display import adjacent
from navalcore_games.silent_war.data_pack.charts import Charts, load_charts
from navalcore_games.silent_war.data_pack.printed import RED_BALL, Area, BoatCard
from navalcore_games.silent_war.ids import PieceIndex
from navalcore_games.silent_war.state import Posture, Storm
from navalcore_games.silent_war.views import BoatView, CombatView, FighterView, SilentWarView, UnitView
from navalcore_games.silent_war.words import COLUMNS

CREDIT_FOR_A_SHIP = 1.0
"""Thousands of tons a ship is worth besides its own."""
CREDIT_FOR_DAMAGE = 0.25
"""The share of a target's worth that a Damage marker on it brings."""
DAMAGE, SPOTTED, TURNED_BACK = 0.15, 0.03, 0.08
"""The cost of damage, a Spotted marker and a broken-off patrol, as shares of the boat's own worth."""
EXTRA_ENDURANCE = 0.4
"""The cost of the endurance modifier of an aggressive attack, in thousands of tons."""


class Kind(NamedTuple):
    """Pieces of one kind that a face-down unit may prove to be, and how likely."""

    share: float
    defense: int
    tonnage: int
    asw: int
    target: bool


@dataclass(frozen=True, eq=False)
class Prospect:
    """The bot's knowledge of a unit; the same object for the same knowledge."""

    kinds: tuple[Kind, ...]
    """The possibilities."""
    asw: float
    """The ASW to be expected."""
    unarmed: float
    """How likely it has none."""
    diligent: float
    """How likely it is a Diligent Escort."""


@lru_cache(maxsize=2048)
def known(data_pack: str, number: PieceIndex) -> Prospect:
    """A unit whose front the player knows."""
    ship = load_charts(data_pack).ships[number]
    target = not (ship.aircraft or ship.event or ship.hospital)
    kind = Kind(1.0, ship.defense, ship.tonnage, ship.asw, target)
    return Prospect((kind,), ship.asw, float(not ship.asw), 0.0)


@lru_cache(maxsize=256)
def may_be(data_pack: str, war_period: int, column: int, back: str) -> Prospect:
    """A face-down unit of a column and back, by the War Mix."""
    charts = load_charts(data_pack)
    weights: dict[tuple[int, int, int, bool], float] = {}
    diligent = 0.0
    for category, counts in charts.war_mix[war_period].items():
        pieces = [charts.ships[n] for n in charts.by_category.get(category, ())]
        for ship in pieces:
            if ship.chit or ship.back != back or not counts[column]:
                continue
            target = not (ship.aircraft or ship.event or ship.hospital)
            kind = (ship.defense, ship.tonnage, ship.asw, target)
            weights[kind] = weights.get(kind, 0.0) + counts[column] / len(pieces)
            diligent += counts[column] / len(pieces) if ship.diligent else 0.0
    whole = sum(weights.values()) or 1.0
    kinds = tuple(Kind(weight / whole, *kind) for kind, weight in weights.items())
    asw = sum(kind.share * kind.asw for kind in kinds)
    return Prospect(kinds, asw, sum(kind.share for kind in kinds if not kind.asw), diligent / whole)


@lru_cache(maxsize=4096)
def promise(data_pack: str, prospect: Prospect, torpedo: int, damaged: bool) -> float:
    """How good a target a unit makes, on its own."""
    return sum(
        kind.share * worth_of_a_hit(data_pack, kind.tonnage, torpedo, damaged) * (8 - kind.defense) / 7
        for kind in prospect.kinds
        if kind.target
    )


@lru_cache(maxsize=512)
def worth_of_a_hit(data_pack: str, tonnage: int, torpedo: int, damaged: bool) -> float:
    """Thousands of tons to be expected from a hit on a ship of that size."""
    charts = load_charts(data_pack)
    results = [charts.attack_result(tonnage, die + torpedo) for die in range(10)]
    sunk = sum(result == 2 or (damaged and result == 1) for result in results) / 10
    hurt = 0.0 if damaged else results.count(1) / 10
    return (sunk + CREDIT_FOR_DAMAGE * hurt) * (tonnage + CREDIT_FOR_A_SHIP)


@lru_cache(maxsize=16384)
def worth_by_points(
    data_pack: str, prospect: Prospect, torpedo: int, damaged: bool, advantage: int, drm: int, points: int
) -> tuple[float, ...]:
    """For 0, 1, ... ``points`` attack points on a unit the thousands of tons to be expected.

    Args:
        advantage: the attacker's total less the target's without the points and the target's Defense.
    """
    worth = [0.0]
    for given in range(1, points + 1):
        total = 0.0
        for kind in prospect.kinds:
            difference = given + advantage - kind.defense
            if kind.target and difference >= 0:
                chance = min(10, max(0, difference + 1 - drm)) / 10
                total += kind.share * chance * worth_of_a_hit(data_pack, kind.tonnage, torpedo, damaged)
        worth.append(total)
    return tuple(worth)


@lru_cache(maxsize=4096)
def best_split(curves: tuple[tuple[float, ...], ...], points: int) -> tuple[float, tuple[int, ...]]:
    """The split of attack points over targets that brings most, and what it brings."""
    values = [0.0] * (points + 1)
    """By points, what those split over the targets so far bring."""
    chosen: list[dict[int, int]] = []
    for number, curve in enumerate(curves, 1):
        following: dict[int, float] = {}
        given: dict[int, int] = {}
        for total in range(points + 1) if number < len(curves) else (points,):
            worth = list(map(add, values[total::-1], curve))
            best = max(worth)
            following[total], given[total] = (best, worth.index(best)) if best > 0.0 else (0.0, 0)
        values = list(following.values())
        chosen.append(given)
    split: list[int] = []
    left = points
    for given in reversed(chosen):
        split.append(given[left])
        left -= given[left]
    return values[-1], tuple(split[::-1])


@lru_cache(maxsize=4096)
def danger(data_pack: str, difference: int, drm: int, defense: int, damage: int) -> float:
    """The cost of a counterattack, as a share of the boat's worth."""
    charts = load_charts(data_pack)
    row = charts.counter_row(difference).results
    results = [row[min(max(die + drm, 0), len(row) - 1)] for die in range(10)]
    return cost_of(charts, results, defense, damage)


@lru_cache(maxsize=512)
def danger_of_diligence(data_pack: str, drm: int, defense: int, damage: int) -> float:
    """The cost of a Diligent Escort's own attack, as a share of the boat's worth."""
    charts = load_charts(data_pack)
    row = charts.diligent_row
    results = [row[min(max(die + drm, 0), len(row) - 1)] for die in range(10)]
    return cost_of(charts, results, defense, damage)


def cost_of(charts: Charts, results: Iterable[str], defense: int, damage: int) -> float:
    """The mean cost of ten equally likely results."""
    again = (1.0, 1.0)[damage - 1] if damage == 2 else (9 - defense) / 10 if damage else 0.0
    hurt = again + (1 - again) * DAMAGE
    costs = {"sunk": 1.0, "damaged": hurt, "damaged_rtb": hurt + TURNED_BACK, "spotted": SPOTTED, "rtb": TURNED_BACK}
    second = sum(costs.get(result, 0.0) for result in charts.second_roll) / 10
    costs["second_roll"] = second
    return sum(costs.get(result, 0.0) for result in results) / 10


class Sight(NamedTuple):
    """A unit of the display as a skipper judges it."""

    unit: UnitView
    """The unit."""
    column: int
    """Its column, 0 to 3."""
    prospect: Prospect
    """The kinds of unit that it may be."""
    promise: float
    """How good a target it makes, on its own."""
    reveal_value: float
    """How welcome the unit is: a good target, no escort."""


class Reach(NamedTuple):
    """The units before a boat in a column."""

    hidden: list[Sight]
    """The face-down units in reach in the order they would be turned up in: the best ones first, in a re-attack the
    Rising Suns."""
    targets: list[Sight]
    """The units it would attack."""
    level: int
    """The ASW of revealed units that count against it."""


@dataclass(frozen=True)
class Fight:
    """One boat's attack as its skipper sees it."""

    charts: Charts
    """The printed charts."""
    view: SilentWarView
    """The fight as the bot sees it."""
    combat: CombatView
    """The display."""
    fighter: FighterView
    """The bot's boat on it."""
    boat: BoatView
    """The bot's boat."""
    boat_worth: float
    """The bot's value of the boat, in thousands of tons."""

    @cached_property
    def card(self) -> BoatCard:
        """The boat's printed ratings."""
        return self.charts.boats[self.boat.card]

    @cached_property
    def area(self) -> Area:
        """The OpArea the fight is in."""
        return self.charts.areas[self.charts.area_named[self.combat.area]]

    @property
    def pack(self) -> bool:
        """Whether a wolfpack fights."""
        return self.boat.pack is not None

    @cached_property
    def sights(self) -> dict[int, Sight]:
        """The units of the display by their numbers."""
        return {unit.number: self._sight(unit) for unit in self.combat.units}

    def _sight(self, unit: UnitView) -> Sight:
        view = self.view
        pack = view.data_pack
        column = COLUMNS.index(unit.column)
        prospect = may_be(pack, view.war_period, column, unit.back) if unit.ship is None else known(pack, unit.ship)
        good = promise(pack, prospect, view.torpedo, unit.damaged)
        return Sight(unit, column, prospect, good, good - 2 * prospect.asw)

    def in_reach(self, column: int) -> list[Sight]:
        """The units in a column and next to it."""
        return [sight for sight in self.sights.values() if adjacent(sight.column, column)]

    def escorts(self, column: int) -> int:
        """The ASW of revealed units that count against a boat in a column."""
        taken = {f.column for f in self.combat.fighters if not f.out and f is not self.fighter}
        level = 0
        for sight in self.sights.values():
            unit = sight.unit
            if not unit.face_up or unit.damaged or unit.ship is None:
                continue
            ship = self.charts.ships[unit.ship]
            gap = abs(sight.column - column)
            if ship.aircraft or gap == 0 or (gap == 1 and unit.column not in taken):
                level += ship.asw - unit.ordinary
        return level

    @cached_property
    def attacker(self) -> int:
        """The attacker's total before attack points are given."""
        view = self.view
        storm = Storm[view.storms.get(self.combat.at, "none").upper()]
        return attacker_total(0, self.boat.rating, view.torpedo, storm)

    def curve(
        self, sight: Sight, column: int, posture: int, level: int, tdc: int, points: int, drm: int
    ) -> tuple[float, ...]:
        """The gain of attack points on a unit, up to so many.

        Args:
            level: the ASW in reach.
            tdc: the value of the marker on it before the posture changes it.
            drm: the modifiers of the to-hit roll.
        """
        pack, torpedo, damaged = self.view.data_pack, self.view.torpedo, sight.unit.damaged
        target = target_total(0, level, tdc + 1 - posture, sight.column == column, damaged)
        return worth_by_points(pack, sight.prospect, torpedo, damaged, self.attacker - target, drm, points)

    def reach(self, column: int, again: bool) -> Reach:
        """The units before the boat in a column."""
        units = self.in_reach(column)
        hidden = [sight for sight in units if not sight.unit.face_up]
        hidden.sort(key=lambda sight: (again and sight.unit.back == RED_BALL, -sight.reveal_value))
        targets = sorted(units, key=lambda sight: sight.promise, reverse=True)[: self.card.tactical]
        return Reach(hidden, targets, self.escorts(column))

    def forecast(self, column: int, posture: int, again: bool, reach: Reach | None = None) -> float:
        """Thousands of tons to be expected from a round, less what the counterattack may cost.

        Args:
            reach: what the boat has before it from there, if it is known already.
        """
        hidden, targets, level = reach or self.reach(column, again)
        if not targets:
            return 0.0
        shown = hidden[: max(0, self.card.tactical + posture - Posture.STANDARD)]
        expected = level + sum([sight.prospect.asw for sight in shown])
        tdc = (-1 if len(targets) > 2 else 0) - (1 if again else 0)
        drm = sum(to_hit_drm(Posture(posture), False, self.pack).values())
        points = self.card.attack
        curves = [self.curve(sight, column, posture, round(expected), tdc, points, drm) for sight in targets]
        gain, _ = best_split(tuple(curves), points)
        return gain - self.price(expected, shown, posture, again) * self.boat_worth - EXTRA_ENDURANCE * (posture == 2)

    @cached_property
    def armed(self) -> bool:
        """Whether a revealed unit has ASW."""
        ships = self.charts.ships
        return any(u.face_up and u.ship is not None and ships[u.ship].asw and not u.damaged for u in self.combat.units)

    def price(self, level: float, shown: Sequence[Sight], posture: int, again: bool) -> float:
        """The harm that escorts may do in a round, as a share of the boat's worth."""
        quiet = 1.0
        diligent = 0.0
        pack, period = self.view.data_pack, self.view.war_period
        for sight in shown:
            quiet *= sight.prospect.unarmed
            diligent += sight.prospect.diligent
        if self.armed:
            quiet = 0.0
        card, boat, area = self.card, self.boat, self.area
        strength = area.reds[period] + self.charts.general_asw[period]
        own = card.defense + boat.rating - area.shallow
        drm = boat.damage + boat.spotted + again + posture - Posture.STANDARD
        cost = (1 - quiet) * danger(pack, round(level + strength - own), drm, card.defense, boat.damage)
        dives = 0.0 if area.shallow or card.crash_dive is None else (card.crash_dive + 1) / 10
        special = danger_of_diligence(pack, 2 if posture == 2 else 0, card.defense, boat.damage)
        return cost + min(diligent, 1.0) * (1 - dives) * special

    def best_posture(self, postures: Sequence[int], column: int, again: bool) -> tuple[float, int]:
        """The posture that promises most, and what it promises."""
        reach = self.reach(column, again)
        return max((self.forecast(column, posture, again, reach), posture == 1, posture) for posture in postures)[::2]

    def allocation(self, aims: Sequence[Aim]) -> Aim:
        """The target and points of the best split of the points still to be given."""
        points = max(aim.points for aim in aims)
        numbers = list(dict.fromkeys(aim.unit for aim in aims))
        curves = [self.solution(self.sights[n], points, n == self.fighter.unmodified) for n in numbers]
        split = list(best_split(tuple(curves), points)[1])
        if sum(split) < points or not any(split):
            split[curves.index(max(curves, key=max))] += points - sum(split)
        allowed = {(aim.unit, aim.points): aim for aim in aims}
        plans = sorted(zip(split, numbers, strict=True), reverse=True)
        return next((allowed[n, given] for given, n in plans if (n, given) in allowed), aims[-1])

    def solution(self, sight: Sight, points: int, unmodified: bool) -> tuple[float, ...]:
        """The gain of attack points, up to so many, on a unit whose marker is turned up.

        Args:
            unmodified: whether a cautious boat leaves this marker as it is (14.12).
        """
        column = COLUMNS.index(self.fighter.column)
        posture = Posture.STANDARD if unmodified else Posture[self.fighter.posture.upper()]
        drm = sum(to_hit_drm(posture, False, self.pack).values())
        marker = sight.unit.tdc or 0
        tdc = marker - 1 if self.combat.round_number > 0 and marker > -3 else marker
        return self.curve(sight, column, posture, self.escorts(column), tdc, points, drm)

    def has_a_target(self) -> bool:
        """Whether an attack on a unit with a marker gains anything: none on a hospital ship does."""
        marked = [sight for sight in self.sights.values() if sight.unit.tdc is not None]
        kept = self.fighter.unmodified
        return any(max(self.solution(each, self.card.attack, each.unit.number == kept)) > 0 for each in marked)

    def gunfire(self) -> float:
        """The gain of a round of surface gunnery: the best merchant in the column, by the boat's gun row."""
        best = 0.0
        for unit in self.combat.units:
            if unit.column == self.fighter.column and unit.face_up and unit.ship is not None:
                ship = self.charts.ships[unit.ship]
                rolls = [self.charts.attack_result(self.card.gun_row, die + self.combat.loner) for die in range(10)]
                if ship.merchant and not ship.hospital:
                    sunk = sum(roll == 2 or (roll == 1 and unit.damaged) for roll in rolls) / 10
                    best = max(
                        best, (sunk + CREDIT_FOR_DAMAGE * rolls.count(1) / 10) * (ship.tonnage + CREDIT_FOR_A_SHIP)
                    )
        return best
