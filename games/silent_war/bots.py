"""Patrol bots of three temperaments: they see what the player sees and answer every decision of a boat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from games.silent_war.attack import attacker_total, target_total, to_hit_drm
from games.silent_war.charts import Charts, charts
from games.silent_war.choices import (
    DIVE,
    END,
    FIGHT_ON,
    GO_HOME,
    GUNS,
    ON_PATROL,
    RE_ATTACK,
    REMAIN,
    SEARCH,
    STAY,
    STOP,
    TURN_BACK,
    WITHDRAW,
    Aim,
    Pick,
)
from games.silent_war.display import COLUMNS
from games.silent_war.movement import distances, steps_to_area, steps_to_base
from games.silent_war.state import Posture, Storm
from games.silent_war.views import BoatView, CombatView, FighterView, SilentWarView, UnitView
from navalcore.bots import Bot
from navalcore.components.chance import SeededChance
from navalcore.engine.decision import Decision


@dataclass(frozen=True)
class Temperament:
    """How a skipper fights.

    Attributes:
        posture: his usual attack posture.
        withdraw_damaged: he breaks off when a Diligent Escort damages him.
        again_up_to: he re-attacks while the escorts in reach have at most this ASW.
        home_when_damaged: he gives up the patrol once damaged.
        use_guns: he surfaces when he may.
    """

    posture: Posture
    withdraw_damaged: bool
    again_up_to: int
    home_when_damaged: bool
    use_guns: bool


TEMPERAMENTS = {
    "steady": Temperament(Posture.STANDARD, True, 3, True, True),
    "careful": Temperament(Posture.CAUTIOUS, True, 0, True, False),
    "bold": Temperament(Posture.AGGRESSIVE, False, 99, False, True),
}


class PatrolBot(Bot[SilentWarView]):
    """Goes to the area it was ordered to, searches, fights by its temperament, comes home."""

    def __init__(self, role: str, chance: SeededChance, temperament: Temperament) -> None:  # noqa: ARG002
        self.temperament = temperament

    def decide(self, view: SilentWarView, decision: Decision) -> object:
        """One of the options."""
        table = charts(view.data_pack)
        options = decision.options
        if view.combat is not None:
            return self._in_combat(view, view.combat, table, decision)
        if decision.rule == "4.0":
            return next((o for o in options if isinstance(o, Pick) and o.index >= 0), END)
        if view.acting < 0:
            return options[0]
        boat = view.boats[view.acting]
        if SEARCH in options:
            return GO_HOME if boat.damage and self.temperament.home_when_damaged else SEARCH
        if ON_PATROL in options:
            return ON_PATROL if boat.where == self._orders(view, table, boat) else options[1]
        if decision.rule in ("15.1", "12.0"):
            return self._toward(view, table, self._orders(view, table, boat), decision)
        if decision.rule == "15.23" and all(isinstance(o, Pick) and not o.text.startswith("to ") for o in options):
            return self._nearest(view, table, boat, decision)
        return options[0]

    def _orders(self, view: SilentWarView, table: Charts, boat: BoatView) -> str:
        """The OpArea the boat is sent to: the scenario's, or in a campaign the best within its range."""
        row = next(row for row in table.scenarios if row.id == view.scenario)
        if row.assigned_area is not None:
            return table.areas[table.area_index[row.assigned_area]].name
        if boat.on_patrol:
            return boat.where
        names = set(view.bases)
        near = distances(view.data_pack, tuple(base.name in names for base in table.bases))
        reach = table.boats[boat.card].range
        crowd = Counter(
            other.where
            for n, other in enumerate(view.boats)
            if other.place in ("operating", "done") and n != view.acting and (other.pack < 0 or other.pack != boat.pack)
        )
        here = table.area_named(boat.where)
        ways = steps_to_area(view.data_pack, here) if here >= 0 else near
        period = view.war_period

        def worth(number: int) -> float:
            area = table.areas[number]
            return sum(area.boxes[period]) / 10 - crowd[area.name] * 0.15 - ways[number] * 0.08

        return table.areas[max((n for n in range(len(table.areas)) if near[n] <= reach), key=worth)].name

    @staticmethod
    def _nearest(view: SilentWarView, table: Charts, boat: BoatView, decision: Decision) -> object:
        """The base with the shortest way, for a damaged boat a permanent one."""
        active = tuple(base.name in set(view.bases) for base in table.bases)
        here = table.area_named(boat.where)

        def way(pick: Any) -> tuple[bool, int]:
            tender = table.bases[pick.index].forward and boat.damage > 0
            return tender, steps_to_base(view.data_pack, active, pick.index, 98)[here]

        return min(decision.options, key=way)

    def _toward(self, view: SilentWarView, table: Charts, goal: str, decision: Decision) -> object:
        """The step that leads to the goal by the shortest way within reach; once there, no further."""
        resting = next(o for o in decision.options if o in (STAY, STOP, REMAIN))
        boat = view.boats[view.acting]
        steps = [o for o in decision.options if isinstance(o, Pick) and o.index >= 0]
        if boat.where == goal or not steps:
            return resting
        way = steps_to_area(view.data_pack, next(n for n, area in enumerate(table.areas) if area.name == goal))
        return min(steps, key=lambda pick: way[pick.index])

    def _in_combat(self, view: SilentWarView, combat: CombatView, table: Charts, decision: Decision) -> object:
        options: Sequence[Any] = decision.options
        fighter = combat.fighters[max(combat.acting, 0)]
        boat = view.boats[fighter.boat]
        mood = self.temperament
        if DIVE in options:
            return DIVE
        if FIGHT_ON in options:
            return WITHDRAW if mood.withdraw_damaged else FIGHT_ON
        if RE_ATTACK in options:
            wanted = _escort_level(combat, fighter, table) <= mood.again_up_to and not boat.damage
            return RE_ATTACK if wanted else WITHDRAW
        if GUNS in options:
            return GUNS if mood.use_guns else options[0]
        if TURN_BACK in options:
            return TURN_BACK if _newest_is_escort(combat, table) else options[0]
        match decision.rule:
            case "14.11":
                return max(options, key=lambda pick: _column_worth(combat, pick.index))
            case "14.12" if not isinstance(options[0], Pick):
                return next((o for o in options if str(o) == str(mood.posture)), options[0])
            case "14.12" | "14.13" | "14.14" | "19.21" | "14.16":
                return max(options, key=lambda pick: _worth(combat, pick.index, table))
            case "14.15" if isinstance(options[0], Aim):
                return _best_aim(view, combat, fighter, boat, table, decision)
        return options[0]


def _unit(combat: CombatView, number: int) -> UnitView:
    return next(unit for unit in combat.units if unit.number == number)


def _worth(combat: CombatView, number: int, table: Charts) -> float:
    """What a unit is worth to the skipper: tonnage where known, a guess by its back where not."""
    unit = _unit(combat, number)
    if unit.ship is None:
        return 4.0 if unit.back == "red_ball" else 2.0
    ship = table.ships[unit.ship]
    return 0.0 if ship.hospital or ship.aircraft else float(ship.tonnage) - (unit.tdc or 0)


def _column_worth(combat: CombatView, column: int) -> int:
    """Red Balls in the column count twice, next to it once."""
    worth = 0
    for unit in combat.units:
        gap = abs(COLUMNS.index(unit.column) - column)
        if unit.back == "red_ball" and gap <= 1:
            worth += 2 - gap
    return worth


def _newest_is_escort(combat: CombatView, table: Charts) -> bool:
    shown = [unit for unit in combat.units if unit.face_up and unit.ship is not None]
    return bool(shown) and max(table.ships[unit.ship or 0].asw for unit in shown) > 0


def _escort_level(combat: CombatView, fighter: FighterView, table: Charts) -> int:
    level = 0
    for unit in combat.units:
        if unit.face_up and unit.ship is not None and not unit.damaged:
            ship = table.ships[unit.ship]
            if ship.aircraft or abs(COLUMNS.index(unit.column) - COLUMNS.index(fighter.column)) <= 1:
                level += ship.asw - unit.ordinary
    return level


def _best_aim(
    view: SilentWarView, combat: CombatView, fighter: FighterView, boat: BoatView, table: Charts, decision: Decision
) -> object:
    """The target and points with the most tonnage to be expected from them, the rest counted at half."""
    posture = Posture[fighter.posture.upper()]
    level = _escort_level(combat, fighter, table)
    storm = Storm[view.storms.get(combat.area, "none").upper()]
    drm = sum(to_hit_drm(posture, False, len(combat.fighters) > 1).values())

    aims: Sequence[Any] = decision.options
    points_left = max(aim.points for aim in aims)

    def expected(number: int, points: int) -> float:
        unit = _unit(combat, number)
        ship = table.ships[unit.ship] if unit.ship is not None else None
        if ship is not None and ship.hospital:
            return -1.0
        same = unit.column == fighter.column
        tdc = (unit.tdc or 0) + 1 - posture - (1 if combat.round_number else 0)
        target = target_total(ship.defense if ship and unit.face_up else 1, level, tdc, same, unit.damaged)
        difference = attacker_total(points, boat.rating, view.torpedo, storm) - target
        chance = 0.0 if difference < 0 else min(10, max(0, difference + 1 - drm)) / 10
        return chance * _worth(combat, number, table)

    def value(aim: Aim) -> float:
        others = [a.unit for a in aims if a.unit != aim.unit]
        rest = max((expected(n, points_left - aim.points) for n in others), default=0.0) if others else 0.0
        return expected(aim.unit, aim.points) + (rest if aim.points < points_left else 0.0)

    return max(aims, key=value)


BOTS: Mapping[str, Callable[[str, SeededChance], Bot[SilentWarView]]] = {
    name: partial(PatrolBot, temperament=temperament) for name, temperament in TEMPERAMENTS.items()
}
"""The patrol bots by temperament."""
