"""The common part of both bots: carrying a plan through the decisions of the movement phase, convoy timetables,
chances.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

from navalcore.bots import Bot
from navalcore.components import steps_from
from navalcore.rules import Ask, Decision, SeededChance
from navalcore_games.bismarck.cards import (
    BRITANNIC,
    GUNS,
    SHIPS,
    SL1,
    SL3,
    WS8B,
    is_ship,
    plane_number,
    plane_unit,
    unit_name,
)
from navalcore_games.bismarck.choices import (
    DONE,
    FIGHT,
    MODES,
    NOBODY,
    WITHDRAW,
    Done,
    Go,
    Launch,
    Mark,
    SetMode,
    Unit,
    stop,
)
from navalcore_games.bismarck.movement.planes import strayed
from navalcore_games.bismarck.sea_map import (
    CLYDE,
    COLUMNS,
    ROWS,
    SEA_WAYS,
    SQUARES,
    distance,
    open_to_ships,
    sea_distances,
)
from navalcore_games.bismarck.state import Plane, Ship
from navalcore_games.bismarck.turns import LAST_TURN, TURNS
from navalcore_games.bismarck.victory import MISSIONS
from navalcore_games.bismarck.views import BismarckView
from navalcore_games.bismarck.words import OPPONENT, Mode, ShipNumber, Side, Square, UnitNumber


class Order(NamedTuple):
    """The orders of a unit: a mode, where to go if anywhere, how many squares at most, where to strike if at all."""

    mode: Mode
    goal: Square | None = None
    most: int = 9
    strike: Square | None = None


@cache
def convoy_distances(convoy: ShipNumber) -> dict[Square, int]:
    """The moves a convoy still needs to its goal, from every square from which it can get there."""
    column = {mission.convoy: mission.column for mission in MISSIONS}[convoy]
    if convoy == WS8B:
        goals = [square for square in SQUARES if square // 100 == ROWS[-1]]
    elif convoy == BRITANNIC:
        goals = [square for square in SQUARES if square % 100 == COLUMNS[0]]
    elif convoy in (SL1, SL3):
        goals = [CLYDE]
    else:
        goals = [square for square in SQUARES if square % 100 == column]
    return nearest(tuple(square for square in goals if open_to_ships(Side.BRITISH, square)))


@cache
def nearest(goals: tuple[Square, ...]) -> dict[Square, int]:
    """Moves to the nearest of the goals, by sea, for a British ship."""
    sea = {here: [there for _, there in ways] for here, ways in SEA_WAYS[Side.BRITISH].items()}
    return steps_from(sea, dict.fromkeys(goals, 0))


@cache
def timetable(convoy: ShipNumber, square: Square, turn: int) -> tuple[dict[Square, float], ...]:
    """The chances of a convoy's squares by turn (0 to 30) if it was in ``square`` at the end of ``turn`` and keeps to
    any of the shortest ways. Either player can work them out from the cards.
    """
    return sailed(convoy, {square: 1.0}, turn)


def sailed(convoy: ShipNumber, now: dict[Square, float], turn: int) -> tuple[dict[Square, float], ...]:
    """The chances of a convoy's squares by turn (0 to 30) from those at the end of ``turn``; none before it."""
    fast = SHIPS[convoy].mode is Mode.FAST
    found: list[dict[Square, float]] = [{}] * turn + [now]
    for later in range(turn + 1, LAST_TURN + 1):
        if TURNS[later].fast if fast else TURNS[later].slow:
            now = _step(convoy, now)
        found.append(now)
    return tuple(found)


def _step(convoy: ShipNumber, now: dict[Square, float]) -> dict[Square, float]:
    """One move of a convoy, by any of the shortest ways as likely; from its goal it leaves, or stays there."""
    far = convoy_distances(convoy)
    leaves = convoy in (WS8B, BRITANNIC, SL1, SL3)
    after: dict[Square, float] = {}
    for here, chance in now.items():
        near = [there for _, there in SEA_WAYS[Side.BRITISH][here] if far.get(there, 99) < far.get(here, 99)]
        for there in near or ([] if leaves else [here]):
            after[there] = after.get(there, 0.0) + chance / max(len(near), 1)
    return after


def strength(ships: Iterable[tuple[int, int]]) -> int:
    """Fighting strength: firepower plus twice the midships, of (firepower, midships) pairs."""
    return sum(firepower + 2 * midships for firepower, midships in ships)


def card_strength(numbers: Iterable[int]) -> int:
    """The strength of ships as their cards say: what is known of the enemy."""
    cards = (SHIPS[number] for number in numbers)
    return strength((card.firepower or 0, card.midships) for card in cards if card.type in GUNS)


class Staff(Bot[BismarckView]):
    """A bot that makes a plan once a movement phase and carries it through the choices."""

    side: Side

    def __init__(self, role: str, chance: SeededChance) -> None:
        self.side = Side(role)
        self.chance = chance
        self.plan: dict[UnitNumber, Order] = {}
        self.by_hand: frozenset[UnitNumber] = frozenset()
        self.planned = (0, "")

    @abstractmethod
    def make_plan(self, view: BismarckView) -> dict[UnitNumber, Order]:
        """The order of each unit for this turn."""

    @abstractmethod
    def hunted(self, view: BismarckView, number: ShipNumber) -> Order:
        """The order of an own ship that is being shadowed."""

    def decide(self, view: BismarckView, decision: Decision) -> object:
        """The option to take."""
        options = decision.options
        phase = view.phase
        if phase == "shadow_move":
            if (view.turn, str(view.ordering)) != self.planned:
                self.planned = (view.turn, str(view.ordering))
                number = view.ordering
                assert number is not None, "she is being moved"
                assert is_ship(number), "only ships are shadowed"
                self.plan = {number: self.hunted(view, number)}
            return self.carry_out(view, options)
        if phase == "orders":
            if (view.turn, phase) != self.planned:
                self.planned = (view.turn, phase)
                self.by_hand = frozenset(view.ordered)
                self.plan = self.make_plan(view)
            return self.carry_out(view, options)
        if phase == "shadow_choice":
            return self.choose_shadower(view, options)
        if phase == "combat_check":
            return FIGHT if self.fights(view) else WITHDRAW
        if phase == "aim":
            return self.choose_target(view, options)
        return self.choose_victim(view, options)

    # ---- orders -------------------------------------------------------------------------------------------------

    def carry_out(self, view: BismarckView, options: Sequence[Any]) -> object:
        """The option that brings the plan forward."""
        first = options[0]
        if isinstance(first, SetMode):
            return self._mode(view, options)
        if isinstance(first, Done | Unit):
            return self._next_unit(view, options)
        return self._step(view, options)

    def next_planned(self, view: BismarckView, options: Sequence[Any]) -> Unit | None:
        """The next unit of the plan without an order in this phase."""
        for option in options:
            if isinstance(option, Unit) and option.number in self.plan and option.number not in view.ordered:
                return option
        return None

    def _next_unit(self, view: BismarckView, options: Sequence[Any]) -> object:
        if planned := self.next_planned(view, options):
            return planned
        if options[0] == DONE:
            return DONE
        # A strike no longer meets its carrier: the planes in question go back to base, unless their orders were given
        # by somebody else.
        strays = [plane_unit(number) for number in strayed(view)]
        ours = [stray for stray in strays if stray not in self.by_hand]
        if not ours:
            return Ask(f"{unit_name(strays[0])} would not meet its carrier: change the orders of one of them.")
        self.plan[ours[0]] = Order(Mode.BASE)
        return next(option for option in options if isinstance(option, Unit) and option.number == ours[0])

    def _mode(self, view: BismarckView, options: Sequence[Any]) -> object:
        wanted = MODES[self._order(view).mode]
        return wanted if wanted in options else options[0]

    def _order(self, view: BismarckView) -> Order:
        return Order(Mode.MOVE) if view.ordering is None else self.plan.get(view.ordering, Order(Mode.MOVE))

    def _step(self, view: BismarckView, options: Sequence[Any]) -> object:
        order = self._order(view)
        unit = view.ordering
        assert unit is not None, "a step is asked of a unit"
        body: Ship | Plane = view.ships[unit] if is_ship(unit) else view.planes[plane_number(unit)]
        here = body.projected
        end, steps = stop(here), [option for option in options if isinstance(option, Go)]
        if order.strike is not None:
            assert order.goal is not None, "who strikes comes back"
            return self._strike_step(view.planes[plane_number(unit)], order.strike, order.goal, options)
        goal = order.goal
        if goal is None or here == goal or len(body.path) >= order.most or not steps:
            return end if end in options else (steps or options)[0]
        if is_ship(unit):
            far = sea_distances(self.side, goal) if goal in SEA_WAYS[self.side] else {}
            best = min(
                steps, key=lambda step: (far.get(step.square, 99), self.danger(view, step.square), self.leaning(step))
            )
            if far.get(best.square, 99) >= far.get(here, 99) and goal != best.square and end in options:
                return end
            return best
        return min(steps, key=lambda step: (distance(step.square, goal), str(step)))

    def _strike_step(self, plane: Plane, strike: Square, goal: Square, options: Sequence[Any]) -> object:
        here = plane.projected
        mark = next((option for option in options if isinstance(option, Mark)), None)
        steps = [option for option in options if isinstance(option, Go)]
        if plane.mark is None:
            if here == strike or not steps:
                return mark or options[0]
            best = min(steps, key=lambda step: distance(step.square, strike))
            if distance(best.square, strike) >= distance(here, strike):
                return mark or best
            return best
        if (end := stop(here)) in options:
            return end
        return min(steps, key=lambda step: (distance(step.square, goal), str(step)))

    def leaning(self, step: Go) -> tuple[int, str]:
        """The tie-break between steps that are equally good."""
        return 0, str(step)

    def danger(self, view: BismarckView, square: Square) -> int:
        """How much a ship would rather not be in a square."""
        return sum(2 for sighting in view.enemies if sighting.spotted and sighting.square == square)

    # ---- everything else ----------------------------------------------------------------------------------------

    @abstractmethod
    def choose_shadower(self, view: BismarckView, options: Sequence[Any]) -> object:
        """Which unit shadows, if any."""

    @abstractmethod
    def fights(self, view: BismarckView) -> bool:
        """Whether the side wants to fight on."""

    def choose_victim(self, view: BismarckView, options: Sequence[Any]) -> object:  # noqa: ARG002
        """The ship to attack by plane, submarine or destroyers: the one worth most."""
        return max(options, key=lambda option: 0 if option == NOBODY else SHIPS[option.number].vp)

    def choose_target(self, view: BismarckView, options: Sequence[Any]) -> object:  # noqa: ARG002
        """Fire at the ship with the fewest midships for its points; launch all torpedoes there."""
        if isinstance(options[0], Unit):
            return min(options, key=lambda option: (SHIPS[option.number].midships, -SHIPS[option.number].vp))
        launches = [option for option in options if isinstance(option, Launch)]
        return max(launches, key=lambda launch: (SHIPS[launch.target].vp, launch.factors))

    def odds_of_battle(self, view: BismarckView) -> tuple[int, int]:
        """Own strength, and the enemy's as far as the cards show."""
        battle = view.battle
        assert battle is not None
        own = [view.ships[number] for number in battle.ships(self.side) if SHIPS[number].type in GUNS]
        enemy = battle.ships(OPPONENT[self.side])
        return strength((ship.firepower, ship.midships) for ship in own), card_strength(enemy)
