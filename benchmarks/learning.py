"""Steps a second of the environments for learning, as a share of the bare engine's: ``python -m benchmarks.learning``.

Each pair of runs plays the same number of random choices of the same scenario, bare and through the environment, one
right after the other, so that whatever else the machine does meets both. Printed is the median of the shares.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

from navalcore import load
from navalcore.learn import ActionSpace, ChanceNodes, Encoder, LearningTable, PettingZooEnv
from navalcore.rules import SeededChance

SCENARIOS = {
    "uboat_cards": None,
    "tonnage_war": None,
    "aa50_subwar": None,
    "bismarck": None,
    "silent_war": None,
    "silent_war campaign": "campaign_wp1",
}
STEPS = 400


def bare(game: Any, scenario: str | None, seed: int) -> float:
    """Seconds for a random match, or several, without any environment."""
    below = SeededChance.from_seed(f"l{seed}").below
    number, match = 0, game.new_match(scenario, seed=f"{seed} 0")
    began = process_time()
    for _ in range(STEPS):
        if match.decision is None:
            number += 1
            match = game.new_match(scenario, seed=f"{seed} {number}")
        match.choose(below(len(match.decision.options)))
    return process_time() - began


def with_environment(env: PettingZooEnv, seed: int, observed: bool) -> float:
    """Seconds through PettingZoo's interface, where the agent that is asked observes, or not."""
    below = SeededChance.from_seed(f"l{seed}").below
    env.reset(seed)
    began = process_time()
    for _ in range(STEPS):
        agent = env.agent_selection
        if env.terminations[agent]:
            env.reset()
            agent = env.agent_selection
        if observed:
            env.last()
        ids = env.table.ids(env.table.match.decisions[agent])
        env.step(ids[below(len(ids))])
    return process_time() - began


def with_nodes(game: Any, scenario: str | None, seed: int) -> float:
    """Seconds with every die and draw as a node, its weights looked at."""
    below = SeededChance.from_seed(f"l{seed}").below
    nodes, made = ChanceNodes(game, scenario, heard=False), 0
    began = process_time()
    while made < STEPS:
        if nodes.draw is not None:
            nodes.choose(below(len(nodes.draw.ways)))
        elif nodes.decision is not None:
            made += 1
            nodes.choose(below(len(nodes.decision.options)))
        else:
            nodes = ChanceNodes(game, scenario, heard=False)
    return process_time() - began


def shares(name: str, pairs: int) -> list[float]:
    """The median share of the bare engine's speed that each way has; and the cost of an array, in views."""
    game, scenario = load(name.partition(" ")[0]), SCENARIOS[name]
    env = PettingZooEnv(game, scenario=scenario)
    ways: list[Callable[[int], float]] = [
        lambda seed: with_environment(env, seed, False),
        lambda seed: with_environment(env, seed, True),
        lambda seed: with_nodes(game, scenario, seed),
    ]
    bare(game, scenario, 0)
    found = [median(bare(game, scenario, seed) / way(seed) for seed in range(pairs)) for way in ways]
    return [*found, median(array_by_view(env.table, seed) for seed in range(pairs))]


def array_by_view(table: LearningTable, seed: int) -> float:
    """What an array costs, as a multiple of the view it is made of, over a random match."""
    table.begin(seed)
    below, views, arrays = SeededChance.from_seed(seed).below, 0.0, 0.0
    for _ in range(STEPS):
        decision = table.match.decision
        if decision is None:
            break
        began = process_time()
        view = table.game.view(table.match.state, decision.role, table.terms)
        between = process_time()
        table.encoder(view)
        views, arrays = views + between - began, arrays + process_time() - between
        table.match.choose(below(len(decision.options)))
    return arrays / views


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Steps a second of the environments, by the bare engine's.")
    parser.add_argument("--pairs", type=int, default=7)
    asked = parser.parse_args()
    print("| game | actions | entries | AEC | AEC, observed | chance nodes | an array, in views |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name in SCENARIOS:
        game = load(name.partition(" ")[0])
        figures = shares(name, asked.pairs)
        told = " | ".join([*(f"{share:.0%}" for share in figures[:3]), f"{figures[3]:.1f}"])
        print(f"| {name} | {ActionSpace(game).n:,} | {Encoder.of(game).size:,} | {told} |", flush=True)


if __name__ == "__main__":
    main()
