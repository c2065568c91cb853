"""The bots: patrol skippers of three temperaments, and ComSubPac, who runs the campaign."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from navalcore.bots import Bot
from navalcore.rules import Decision, SeededChance
from navalcore_games.silent_war.boats.congregating import crowd_modifier
from navalcore_games.silent_war.bots.fight import Fight
from navalcore_games.silent_war.bots.orders import (
    cost_of_event,
    event_chance,
    passage,
    patrol_worth,
    ratings_of,
    shortest_path,
    week_on_station,
)
from navalcore_games.silent_war.choices import (
    ATTACK,
    BARRIER,
    DIVE,
    END,
    FIGHT_ON,
    FORMED,
    GO_HOME,
    GUNS,
    IN_TRANSIT,
    KEEP,
    NO_ATTACK,
    ON_PATROL,
    RE_ATTACK,
    REMAIN,
    SEARCH,
    STAY,
    STOP,
    TORPEDOES,
    TURN_BACK,
    WITHDRAW,
    Aim,
    AsBarrier,
    CrashDive,
    FightOn,
    FormPack,
    GoToOverhaul,
    Guns,
    KeepUnmodified,
    MemberWithdraws,
    NoAttack,
    OnPatrol,
    Operate,
    ReAttack,
    Search,
    StepTo,
    TurnFaceDown,
)
from navalcore_games.silent_war.choosing import Pick
from navalcore_games.silent_war.data_pack.charts import Charts, load_charts
from navalcore_games.silent_war.ids import AreaIndex, area_id, numbered
from navalcore_games.silent_war.movement.routes import FAR, steps_to, steps_to_base
from navalcore_games.silent_war.state import Posture, Storm
from navalcore_games.silent_war.views import BoatView, CombatView, SilentWarView, active_bases
from navalcore_games.silent_war.words import COLUMNS

WEEK_AT_SEA = 1.0
"""The cost of a week under way to a boat, in thousands of tons not sunk."""
WORTH_A_MOVE = 0.6
"""By how many thousands of tons a neighbouring OpArea must promise more for a patrol to move there."""
LEAST_PROMISE = 0.02
"""Thousands of tons a week a patrol must promise for a boat to be sent out."""


@dataclass(frozen=True)
class Temperament:
    """How a skipper fights."""

    boat_worth: float
    """The skipper's value of the boat, in thousands of tons: the skipper takes a risk where it promises more."""
    postures: tuple[Posture, ...]
    """The attack postures the skipper uses."""
    home_when_damaged: bool
    """Whether the skipper gives up the patrol once damaged."""
    content_with: int
    """The level of a patrol's victory after which the skipper goes home (2 marginal, 1 substantial, 0 decisive)."""


TEMPERAMENTS = {
    "steady": Temperament(20.0, tuple(Posture), True, 0),
    "careful": Temperament(45.0, (Posture.CAUTIOUS, Posture.STANDARD), True, 2),
    "bold": Temperament(6.0, (Posture.STANDARD, Posture.AGGRESSIVE), False, 0),
}


def unit_asked_about(prompt: str) -> int:
    """The number of the unit that a question names, such as 12 in "Keep #12 D CL 3t face up ...?"."""
    return int(prompt.partition("#")[2].partition(" ")[0])


class PatrolBot(Bot[SilentWarView]):
    """Goes to the area it was ordered to, searches, fights by its temperament, comes home."""

    def __init__(self, role: str, chance: SeededChance, temperament: Temperament) -> None:  # noqa: ARG002
        self.temperament = temperament
        self.goals: dict[int, str] = {}

    def decide(self, view: SilentWarView, decision: Decision) -> object:
        """One of the options."""
        charts = load_charts(view.data_pack)
        options = decision.options
        if view.combat is not None:
            return self._in_combat(view, view.combat, charts, decision)
        if decision.rule == "4.0":
            return self._next_boat(view, decision)
        if view.acting is None:
            return self._in_base(view, charts, decision)
        boat = view.boats[view.acting]
        kinds = set(map(type, options))
        if Search in kinds:
            return self._search(view, charts, boat)
        if AsBarrier in kinds:
            return BARRIER
        if OnPatrol in kinds:
            return ON_PATROL if boat.where == self.goal(view, charts, boat) else IN_TRANSIT
        match decision.rule:
            case "15.1":
                return self._deploy(view, charts, boat, decision)
            case "12.0":
                return self._patrol_step(view, charts, boat, decision)
            case "15.23":
                return self._homeward(view, charts, boat, decision)
        return options[0]

    # ---- orders ------------------------------------------------------------------------------------------------------

    def _next_boat(self, view: SilentWarView, decision: Decision) -> object:
        """Boats on their way home first, then those on patrol, then the others; wolfpacks before single boats."""

        boats = view.boats
        options: Sequence[Any] = decision.options
        first: tuple[int, int] = (5, 0)
        best: object = END
        for pick in options:
            kind = type(pick)
            if kind is Operate or kind is GoToOverhaul:
                boat = boats[pick.index]
                if boat.place != "operating":
                    rank = 4
                else:
                    rank = 0 if boat.rtb != "none" else 1 if boat.on_patrol else 2
            elif kind is FormPack:
                rank = 3
            else:
                continue
            if rank <= first[0] and (rank, pick.index) < first:
                first, best = (rank, pick.index), pick
        return best

    def _in_base(self, view: SilentWarView, charts: Charts, decision: Decision) -> object:
        """A wolfpack's members and a skipper's new boat: the best boats; to training: the worst."""
        options = decision.options
        boats = [o for o in options if isinstance(o, Pick)]
        if decision.rule not in ("24.1", "25.3", "5.0") or not boats:
            return options[0]

        def quality(pick: Any) -> tuple[int, int, int]:
            card = charts.boats[view.boats[pick.index].card]
            return (card.speed, card.attack + card.defense + card.tactical, -pick.index)

        if decision.rule == "5.0":
            return min(boats, key=quality)
        best = max(boats, key=quality)
        slow = charts.boats[view.boats[best.index].card].speed < 2
        return FORMED if FORMED in options and slow else best

    def goal(self, view: SilentWarView, charts: Charts, boat: BoatView) -> str:
        """The OpArea the boat is sent to: the scenario's, or in a campaign the most promising one."""
        row = next(row for row in charts.scenarios if row.id == view.scenario)
        if row.assigned_area is not None:
            return charts.areas[charts.area_index[row.assigned_area]].name
        if boat.on_patrol:
            return boat.where
        kept = self.goals.get(boat.card)
        if kept is not None and boat.place != "ready":
            return kept
        return self._choose_goal(view, charts, boat)

    def _choose_goal(self, view: SilentWarView, charts: Charts, boat: BoatView) -> str:
        """The OpArea whose patrol promises most a week; "" if none does. Boats spread: each four beyond the first four
        count as a crowd (22.1), also where the chart has neither blue nor red and the rules count none.
        """
        crowd: Counter[str] = Counter()
        for other in view.boats:
            if other.card != boat.card and other.place in ("operating", "done") and other.rtb == "none":
                where = other.where if other.on_patrol else self.goals.get(other.card, other.where)
                crowd[where] += 1
        ratings = ratings_of(charts.boats[boat.card])
        active = active_bases(view, charts)
        pack, period, torpedo = view.data_pack, view.war_period, view.torpedo
        boat_worth = self.temperament.boat_worth
        best, goal = LEAST_PROMISE, ""
        for number, area in numbered(AreaIndex, charts.areas):
            crowded = crowd_modifier(crowd.get(area.name, 0) + 1)
            worth = patrol_worth(pack, period, active, ratings, boat.where, number, crowded, torpedo, boat_worth)
            if worth > best:
                best, goal = worth, area.name
        self.goals[boat.card] = goal
        return goal

    # ---- movement ----------------------------------------------------------------------------------------------------

    def _deploy(self, view: SilentWarView, charts: Charts, boat: BoatView, decision: Decision) -> object:
        """Toward the goal, with the odd single step where the check would be worst; a storm is waited for."""
        options = decision.options
        resting = next(o for o in options if o in (STAY, STOP, REMAIN))
        if REMAIN in options:
            self.goals.pop(boat.card, None)
        goal = self.goal(view, charts, boat)
        steps = [o for o in options if isinstance(o, Pick)]
        if not goal or boat.where == goal or not steps:
            return resting
        card = charts.boats[boat.card]
        active = active_bases(view, charts)
        ways = steps_to(view.data_pack, active, (charts.area_named[goal],), card.range)
        stormy = stormy_areas(view, charts)
        first = [o.index for o in steps]
        path = shortest_path(view.data_pack, ways, first, stormy)
        here = charts.area_named.get(boat.where)
        if not path or (here is not None and ways[path[0]] >= ways[here]):
            return self._lost_way(view, charts, boat, resting)
        step = next(o for o in steps if o.index == path[0])
        if path[0] in stormy and boat.at not in view.storms:
            return resting
        if STOP in options and here is not None:
            price = cost_of_event(self.temperament.boat_worth, boat.damage > 0)
            pack, period = view.data_pack, view.war_period
            stop = passage(pack, period, path, card.speed, price, WEEK_AT_SEA)[0]
            stop += event_chance(pack, period, (here,), -2) * price
            on = passage(pack, period, path[1:], card.speed, price, WEEK_AT_SEA)[0]
            on += event_chance(pack, period, (here, path[0]), -1) * price
            return resting if stop < on else step
        return step

    def _lost_way(self, view: SilentWarView, charts: Charts, boat: BoatView, resting: object) -> object:
        """The goal cannot be reached any more: another one, from here."""
        if boat.where not in (area.name for area in charts.areas) or resting == STOP:
            return resting
        self._choose_goal(view, charts, boat)
        if not self.goals[boat.card]:
            self.goals[boat.card] = boat.where
        return resting

    def _patrol_step(self, view: SilentWarView, charts: Charts, boat: BoatView, decision: Decision) -> object:
        """Stay, or to a neighbour that promises clearly more this week; a patrol scenario's boat to its area."""
        steps = [o for o in decision.options if isinstance(o, Pick)]
        goal = self.goal(view, charts, boat)
        if goal != boat.where:
            ways = steps_to(view.data_pack, active_bases(view, charts), (charts.area_named[goal],), FAR - 1)
            return min(steps, key=lambda pick: ways[pick.index], default=STAY)
        if any(row.assigned_area is not None for row in charts.scenarios if row.id == view.scenario):
            return STAY
        there = Counter([b.where for b in view.boats if b.place in ("operating", "done")])
        there[boat.where] -= 1
        stay = self._week(view, charts, boat, boat.where, there)
        best: float = stay + WORTH_A_MOVE
        choice: object = STAY
        for pick in steps:
            name = charts.areas[pick.index].name
            if area_id(charts.areas[pick.index].id) in view.storms:
                continue
            risk = event_chance(view.data_pack, view.war_period, (pick.index,), boat.spotted)
            worth = self._week(view, charts, boat, name, there)
            worth -= risk * cost_of_event(self.temperament.boat_worth, boat.damage > 0)
            if worth > best:
                best, choice = worth, pick
        return choice

    def _week(self, view: SilentWarView, charts: Charts, boat: BoatView, name: str, there: Counter[str]) -> float:
        """The gain of this week's search in an OpArea as it is now."""
        area = charts.area_named[name]
        at = area_id(charts.areas[area].id)
        storm = Storm[view.storms.get(at, "none").upper()]
        drm = -crowd_modifier(there[name] + 1)
        drm -= 0 if storm is Storm.NONE else 2 if storm is Storm.TROPICAL else 3
        card = charts.boats[boat.card]
        return week_on_station(
            *(view.data_pack, view.war_period, area, drm, at in view.ultra, view.torpedo),
            *(card.defense, self.temperament.boat_worth),
        )

    def _search(self, view: SilentWarView, charts: Charts, boat: BoatView) -> object:
        """Search, unless damage or enough success sends the boat home."""
        row = next(row for row in charts.scenarios if row.id == view.scenario)
        if row.kind == "campaign":
            return GO_HOME if boat.damage and self.temperament.home_when_damaged else SEARCH
        levels = (row.victory.decisive, row.victory.substantial, row.victory.marginal)
        if view.tonnage >= (levels[self.temperament.content_with] or 0):
            return GO_HOME
        if boat.damage and self.temperament.home_when_damaged and view.tonnage >= (row.victory.marginal or 0):
            return GO_HOME
        return SEARCH

    def _homeward(self, view: SilentWarView, charts: Charts, boat: BoatView, decision: Decision) -> object:
        """To the nearest base (a damaged boat to a permanent one), with single steps where that is safer."""
        options = decision.options
        active = active_bases(view, charts)
        here = charts.area_named[boat.where]
        steps = [o for o in options if isinstance(o, StepTo)]
        if not steps:

            def way(pick: Any) -> tuple[int, int]:
                base = charts.bases[pick.index]
                detour = 4 if base.forward and boat.damage else 2 if base.rolls_on_arrival else 0
                return steps_to_base(view.data_pack, active, pick.index, FAR - 1)[here] + detour, pick.index

            return min(options, key=way)
        stormy = stormy_areas(view, charts)
        period, pack = view.war_period, view.data_pack
        step = min(steps, key=lambda o: (o.index in stormy, event_chance(pack, period, (o.index,), 0), o.index))
        if STOP not in options:
            return step
        price = cost_of_event(self.temperament.boat_worth, boat.damage > 0)
        saved = event_chance(pack, period, (here, step.index), -1) - event_chance(pack, period, (here,), -2)
        saved -= event_chance(pack, period, (step.index,), -2)
        return STOP if saved * price > WEEK_AT_SEA or (step.index in stormy and boat.at not in view.storms) else step

    # ---- combat ------------------------------------------------------------------------------------------------------

    def _in_combat(self, view: SilentWarView, combat: CombatView, charts: Charts, decision: Decision) -> object:
        options: Sequence[Any] = decision.options
        fighter = next((one for one in combat.fighters[combat.acting or 0 :] if not one.out), combat.fighters[0])
        boat = view.boats[fighter.boat]
        fight = Fight(charts, view, combat, fighter, boat, self.temperament.boat_worth)
        again = combat.round_number > 0
        column = COLUMNS.index(fighter.column) if fighter.column else 0
        kinds = set(map(type, options))
        if CrashDive in kinds:
            return DIVE
        if FightOn in kinds:
            return (
                FIGHT_ON if fight.best_posture([Posture[fighter.posture.upper()]], column, again)[0] > 0 else WITHDRAW
            )
        if ReAttack in kinds:
            for pick in options:
                if isinstance(pick, MemberWithdraws):
                    member = next(member for member in combat.fighters if member.boat == pick.index)
                    own = Fight(charts, view, combat, member, view.boats[member.boat], self.temperament.boat_worth)
                    if self._again(own, COLUMNS.index(member.column)) <= 0:
                        return pick
            return RE_ATTACK if self._again(fight, column) > 0 else WITHDRAW
        if Guns in kinds:
            by_torpedoes = fight.forecast(column, Posture[fighter.posture.upper()], again)
            return GUNS if fight.gunfire() > max(0.0, by_torpedoes) else TORPEDOES
        if NoAttack in kinds:
            return ATTACK if fight.has_a_target() else NO_ATTACK
        if TurnFaceDown in kinds:
            sight = fight.sights[unit_asked_about(decision.prompt)]
            return TURN_BACK if sight.prospect.asw > 0 else KEEP
        match decision.rule:
            case "14.11":
                return max(options, key=lambda pick: fight.forecast(pick.index, 1, again))
            case "14.12" if not isinstance(options[0], KeepUnmodified):
                allowed = [p for p in self.temperament.postures if any(str(o) == str(p) for o in options)]
                _, chosen = fight.best_posture(allowed or [Posture.STANDARD], column, again)
                return next(o for o in options if str(o) == str(Posture(chosen)))
            case "14.12" | "14.13" | "14.14" | "19.21" | "14.16":
                return self._pick_unit(fight, decision)
            case "14.15" if isinstance(options[0], Aim):
                return fight.allocation(options)
        return options[0]

    def _again(self, fight: Fight, column: int) -> float:
        """The gain of a re-attack from the best column in reach."""
        posture = min(self.temperament.postures, key=lambda p: abs(p - Posture.STANDARD))
        return max(fight.forecast(other, posture, True) for other in range(4) if abs(other - column) <= 1)

    @staticmethod
    def _pick_unit(fight: Fight, decision: Decision) -> object:
        """The unit to reveal, mark, shell, or attack next (escorts first, to silence them)."""

        def worth(pick: Any) -> float:
            sight = fight.sights[pick.index]
            if decision.rule == "14.13":
                return sight.reveal_value
            if decision.rule == "14.16":
                return sight.prospect.asw
            if decision.rule == "14.12":
                return max(fight.solution(sight, fight.card.attack, unmodified=True))
            near = 1.0 if sight.unit.column == fight.fighter.column else 0.85
            return sight.promise * near

        return max((o for o in decision.options if isinstance(o, Pick)), key=worth, default=decision.options[0])


def stormy_areas(view: SilentWarView, charts: Charts) -> set[AreaIndex]:
    """The OpAreas with storms."""
    return {charts.area_at[area] for area in view.storms}


class ComSubPac(PatrolBot):
    """Runs the campaign: boats where they promise most, risks only where they pay, damaged boats home."""

    def __init__(self, role: str, chance: SeededChance) -> None:
        super().__init__(role, chance, TEMPERAMENTS["steady"])
