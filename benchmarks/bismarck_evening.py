"""Computer Bismarck in an evening: how much a British player types in a turn who leaves convoys and planes to orders.

``python -m benchmarks.bismarck_evening [--matches 6]``. The player of this script has the Admiralty's plans in mind:
every ship whose mode or square is to change is ordered by a line of her own, "Hood M E SE" for a turn or "orders sail
Hood 2018" for as many turns as it takes, unless a raider comes in sight meanwhile. The other ships stay as they are.
Lines of orders, DM and every answer to another question count alike. With ``--no-sail`` every turn is ordered anew.
Exit status 1 if a turn takes more than 20 lines on average.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from statistics import mean, quantiles
from typing import Any

from navalcore import load
from navalcore.bots import StandingOrders, make_bots
from navalcore.rules import SeededChance
from navalcore_games.bismarck.bots import staff
from navalcore_games.bismarck.bots.admiral import Admiral
from navalcore_games.bismarck.bots.standing_orders import Sail
from navalcore_games.bismarck.cards import SHIPS, is_ship
from navalcore_games.bismarck.choices import Unit
from navalcore_games.bismarck.sea_map import distance
from navalcore_games.bismarck.views import BismarckView
from navalcore_games.bismarck.words import Mode, UnitNumber

MOST = 20.0
"""So many lines a turn at most."""
FAR = 2
"""Squares of a turn's move."""
STANDING = ("convoys", "planes")
PART_OF_A_LINE = ("ship_mode", "ship_move", "plane_mode", "plane_move")
"""Questions that the line which names the unit answers too."""


class Player(Admiral):
    """Orders only those whose orders change something."""

    def __init__(self, role: str, chance: SeededChance) -> None:
        super().__init__(role, chance)
        self.sailing: set[UnitNumber] = set()

    def make_plan(self, view: BismarckView) -> dict[UnitNumber, staff.Order]:
        """With a raider in sight every ship is thought of anew; else those under way sail on."""
        plan = super().make_plan(view)
        if self._contact(view) is None:
            plan = {unit: order for unit, order in plan.items() if unit not in self.sailing}
        return plan

    def way(self, view: BismarckView, unit: UnitNumber) -> str:
        """The order that sails a ship where her plan sends her; none if it takes a turn only."""
        order = self.plan[unit]
        if not is_ship(unit) or order.mode is not Mode.MOVE or order.goal is None or self._contact(view) is not None:
            return ""
        return f"sail {SHIPS[unit].name} {order.goal}" if distance(view.ships[unit].here, order.goal) > FAR else ""

    def next_planned(self, view: BismarckView, options: Sequence[Any]) -> Unit | None:
        """The next unit of the plan that is to do something else than it does."""
        left = [option for option in options if not (isinstance(option, Unit) and self._goes_on(view, option))]
        return super().next_planned(view, left)

    def _goes_on(self, view: BismarckView, unit: Unit) -> bool:
        order = self.plan.get(unit.number)
        if order is None or not is_ship(unit.number):
            return order is None
        ship = view.ships[unit.number]
        return order.mode is ship.order_mode and order.goal in (None, ship.here)


def play(number: int, scenario: str, sails: bool) -> tuple[list[int], Counter[str], dict[str, int]]:
    """One match: the lines of each turn, the answers by kind, and the scores."""
    game = load("bismarck")
    match = game.new_match(scenario, seed=f"evening {number}")
    player = Player("british", SeededChance.from_seed(f"player {number}"))
    otto = {"german": make_bots(game, {"german": "standard"}, number)["german"]}
    orders = StandingOrders(match, "british", seed=number)
    for words in STANDING:
        orders.give(words)
    lines: Counter[int] = Counter({1: len(STANDING)})
    kinds: Counter[str] = Counter()
    while not match.over:
        orders.play(otto)
        decision = match.decisions.get("british")
        if decision is None:
            continue
        view = match.view("british")
        player.sailing = {ship for order in orders.in_force if isinstance(order, Sail) for ship in order.ships}
        answer = player.decide(view, decision)
        words = player.way(view, answer.number) if isinstance(answer, Unit) and decision.kind == "order_unit" else ""
        if sails and words:
            lines[view.turn] += 1
            kinds["sail"] += 1
            orders.give(words)
            continue
        if decision.kind not in PART_OF_A_LINE or view.phase != "orders":
            lines[view.turn] += 1
            kinds[decision.kind] += 1
        match.choose(answer, role="british")
    assert match.outcome is not None
    return [lines[turn] for turn in sorted(lines)], kinds, dict(match.outcome.scores)


def main() -> int:
    """Print the lines of a turn, what they answered, and how the matches went."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--matches", type=int, default=6)
    parser.add_argument("--scenario", default="solitaire")
    parser.add_argument("--no-sail", action="store_true")
    wanted = parser.parse_args()
    turns: list[int] = []
    kinds: Counter[str] = Counter()
    for number in range(wanted.matches):
        lines, answers, scores = play(number, wanted.scenario, not wanted.no_sail)
        turns += lines
        kinds += answers
        print(f"match {number}: {len(lines)} turns, {sum(lines)} lines, {scores}")
    cuts = quantiles(turns, n=20)
    print(f"lines a turn: mean {mean(turns):.1f}, half {cuts[9]:.0f}, 95 % {cuts[18]:.0f}, most {max(turns)}")
    print(", ".join(f"{kind} {count / len(turns):.2f}" for kind, count in kinds.most_common()))
    return int(mean(turns) > MOST)


if __name__ == "__main__":
    sys.exit(main())
