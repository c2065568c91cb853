"""Fit Tonnage War's estimate: ``python -m benchmarks.fit_tonnage_war [--games N]`` (needs the extra ``fit``).

Games of the game's own bots, which take a random option now and then so that unusual tables are seen too; the table at
the beginning of every turn; how much the lead of the U-boat side changed from there to the end of the round. Regression
trees are fitted to that, and written to ``games/tonnage_war/data/estimate.json``.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy
from sklearn.ensemble import HistGradientBoostingRegressor

from games.tonnage_war.evaluation import FIGURES, TREES_FILE, figures
from navalcore import load
from navalcore.bots import make_bots
from navalcore.engine.match import Match

RANDOM_OPTIONS = (0.05, 0.05, 0.15)
"""The share of random options, in turn from game to game."""
OTHER_SCENARIOS = 8
"""Of so many games one is of each other scenario."""
HELD_BACK = 6
"""Every so many games one is kept to see how good the fit is."""


def lead(match: Match[Any, Any, Any]) -> int:
    """The points of the U-boat side less those of the escorts."""
    tally = match.state.tally
    return int(tally.uboat_points - tally.escort_points)


def rounds(game: Any, scenario: str, number: int) -> Iterator[list[tuple[list[float], int]]]:
    """The rounds of a game: figures at the beginning of every turn, and how the lead changed from there on."""
    match = game.new_match(scenario, seed=f"fit {scenario} {number}")
    bots, random = make_bots(game, seed=f"fit {number}"), Random(number)
    share = RANDOM_OPTIONS[number % len(RANDOM_OPTIONS)]
    under_way, turns, turn_of_match = 0, [], 0
    while (decision := match.decision) is not None:
        state = match.state
        if state.round != under_way and turns:
            yield [(seen, lead(match) - before) for seen, before in turns]
            turns = []
        under_way = state.round
        if state.turn and state.turns != turn_of_match:
            turn_of_match = state.turns
            turns.append((figures(state), lead(match)))
        if random.random() < share:
            match.choose(random.randrange(len(decision.options)))
        else:
            match.choose(bots[decision.role].decide(game.view(state, decision.role), decision))
    yield [(seen, lead(match) - before) for seen, before in turns]


def as_tree(nodes: Any, index: int = 0) -> Any:
    """A tree as nested lists: a number, or figure, threshold, what holds up to it, what beyond."""
    node = nodes[index]
    if node["is_leaf"]:
        return round(float(node["value"]), 4)
    below = [as_tree(nodes, int(node[side])) for side in ("left", "right")]
    return [int(node["feature_idx"]), float(node["num_threshold"]), *below]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1800)
    arguments = parser.parse_args()
    game = load("tonnage_war")
    standard, *others = game.scenarios
    seen: dict[bool, list[tuple[list[float], int]]] = {True: [], False: []}
    first_turns: list[int] = []
    for number in range(arguments.games):
        place = number % (OTHER_SCENARIOS + len(others)) - OTHER_SCENARIOS
        scenario = standard if place < 0 else others[place]
        for turns in rounds(game, scenario, number):
            seen[number % HELD_BACK == 0] += turns
            if scenario == standard and RANDOM_OPTIONS[number % len(RANDOM_OPTIONS)] == min(RANDOM_OPTIONS):
                first_turns.append(turns[0][1])
    looked_at, came = [numpy.array(part) for part in zip(*seen[False], strict=True)]
    fresh, fresh_came = [numpy.array(part) for part in zip(*seen[True], strict=True)]
    model = HistGradientBoostingRegressor(
        learning_rate=0.1, max_iter=90, max_leaf_nodes=16, min_samples_leaf=150, l2_regularization=5,
        max_bins=64, early_stopping=False,
    ).fit(looked_at, came)  # fmt: skip
    error = ((model.predict(fresh) - fresh_came) ** 2).mean() / ((came.mean() - fresh_came) ** 2).mean()
    print(f"{len(came)} turns; {1 - error:.1%} of the variance of {len(fresh_came)} fresh ones explained")
    trees = [as_tree(predictor.nodes) for (predictor,) in model._predictors]
    trees.append(round(float(model._baseline_prediction.item()), 4))
    head = {
        "about": "fitted by python -m benchmarks.fit_tonnage_war; see evaluation.py",
        "figures": FIGURES,
        "a_round": round(float(numpy.mean(first_turns)), 2),
        "spread": round(float(numpy.var(first_turns)), 2),
    }
    lines = [f" {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
    body = ",\n".join("  " + json.dumps(tree, separators=(",", ":")) for tree in trees)
    TREES_FILE.write_text("\n".join(["{", *lines, ' "trees": [', body, " ]", "}", ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
