"""Fit Tonnage War's estimate: ``python -m benchmarks.fit_tonnage_war [--games N] [--jobs N]``, with the extra ``fit``.

What is fitted is the worth of a table if the game's own bots play on: by how many points the lead of the U-boat side
changes to the end of the round. A searching bot comes to tables that the own bots never make, for it holds back cards
and boats, so the tables are taken from games of players who differ from round to round: some take many random options,
some throw their cards away. At the beginning of every turn the own bots play the round on in a fork, once. Regression
trees are fitted to what came of it, and written to ``games/tonnage_war/data/estimate.json``.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any, TypeAlias

import numpy
from sklearn.ensemble import HistGradientBoostingRegressor

from navalcore import Decision, Match, load
from navalcore.bots import Bot, make_bots
from navalcore_games.tonnage_war.choices import Discard
from navalcore_games.tonnage_war.evaluation import FIGURES, TREES_FILE, figures

RANDOM_OPTIONS = (0.0, 0.1, 0.3, 0.6)
"""Shares of options that a player takes at random; another one every round."""
OTHER_SCENARIOS = 8
"""Of so many games one is of each other scenario."""
HELD_BACK = 6
"""Every so many games one is kept to see how good the fit is."""

Sample: TypeAlias = "tuple[list[float], int]"
"""Figures of a table, and by how much the lead changed to the end of its round."""


def lead(match: Match[Any, Any, Any]) -> int:
    """The points of the U-boat side less those of the escorts."""
    tally = match.state.tally
    return int(tally.uboat_points - tally.escort_points)


def played_on(match: Match[Any, Any, Any], seed: str) -> int:
    """By how much the lead changes if the own bots play the round to its end."""
    fork, bots = match.fork(seed=seed), make_bots(match.game, seed=0)
    before, round_under_way = lead(fork), fork.state.round
    while (decision := fork.decision) is not None and fork.state.round == round_under_way:
        fork.choose(bots[decision.role].decide(fork.game.view(fork.state, decision.role, fork.setup.terms), decision))
    return lead(fork) - before


class Player:
    """Plays like the own bot but for random options, and cards thrown away."""

    def __init__(self, bot: Bot[Any], random: Random) -> None:
        self._bot, self._random = bot, random
        self.change()

    def change(self) -> None:
        """Become another player."""
        self._share, self._throws_away = self._random.choice(RANDOM_OPTIONS), self._random.random() < 0.5

    def decide(self, view: Any, decision: Decision) -> object:
        """An option or its index."""
        if self._random.random() >= self._share:
            return self._bot.decide(view, decision)
        discards = [option for option in decision.options if isinstance(option, Discard)]
        return self._random.choice(discards if discards and self._throws_away else decision.options)


def samples(game: Any, scenario: str, number: int) -> Iterator[Sample]:
    """The tables of a game, one a turn."""
    match = game.new_match(scenario, seed=f"fit {scenario} {number}", options={"match_of_two": False})
    random = Random(number)
    players = {role: Player(bot, random) for role, bot in make_bots(game, seed=0).items()}
    under_way = turns = 0
    while (decision := match.decision) is not None:
        state = match.state
        if state.round != under_way:
            under_way = state.round
            for player in players.values():
                player.change()
        if state.turn and state.turns != turns:
            turns = state.turns
            yield figures(state), played_on(match, f"on {number} {turns}")
        match.choose(players[decision.role].decide(game.view(state, decision.role, match.setup.terms), decision))


def samples_of(number: int) -> tuple[bool, list[Sample]]:
    """Whether a game is of the standard scenario, and its samples."""
    game = load("tonnage_war")
    standard, *others = game.scenarios
    place = number % (OTHER_SCENARIOS + len(others)) - OTHER_SCENARIOS
    scenario = standard if place < 0 else others[place]
    return place < 0, list(samples(game, scenario, number))


def as_tree(nodes: Any, index: int = 0) -> Any:
    """A tree as nested lists: a number, or figure, threshold, what holds up to it, what beyond."""
    node = nodes[index]
    if node["is_leaf"]:
        return round(float(node["value"]), 4)
    below = [as_tree(nodes, int(node[side])) for side in ("left", "right")]
    return [int(node["feature_idx"]), float(node["num_threshold"]), *below]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2400)
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    seen: dict[bool, list[Sample]] = {True: [], False: []}
    first_turns: list[int] = []
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for number, (standard, found) in enumerate(pool.map(samples_of, range(arguments.games), chunksize=10)):
            seen[number % HELD_BACK == 0] += found
            if standard:
                first_turns += [change for seen_figures, change in found if seen_figures[0] == 1]
    looked_at, came = [numpy.array(part) for part in zip(*seen[False], strict=True)]
    fresh, fresh_came = [numpy.array(part) for part in zip(*seen[True], strict=True)]
    model = HistGradientBoostingRegressor(
        learning_rate=0.1, max_iter=150, max_leaf_nodes=16, min_samples_leaf=100, l2_regularization=5,
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
