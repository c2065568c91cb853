"""Steps a second of the environments for learning: ``python -m benchmarks.learning [--pairs N] [--write]``.

The first table has them as shares of the bare engine's. Each pair of runs plays the same number of random choices of
the same scenario, bare and through the environment, one right after the other, so that whatever else the machine does
meets both. Printed is the median of the shares. The second table compares many matches of the card game at once with
one alone, in the same way. ``--write`` puts both among the figures of the report.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

import numpy as np

from benchmarks import figures
from navalcore import load
from navalcore.learn import ChanceNodes, GymEnv, LearningTable, PettingZooEnv, batch, vector_env
from navalcore.rules import SeededChance

SCENARIOS = {
    "card game": ("uboat_cards", None),
    "Tonnage War": ("tonnage_war", None),
    "Submarine warfare": ("aa50_subwar", None),
    "Computer Bismarck": ("bismarck", None),
    "Silent War, patrol": ("silent_war", None),
    "Silent War, campaign": ("silent_war", "campaign_wp1"),
}
HEADER = ["game", "AEC", "AEC, observed", "chance nodes", "an array, in views"]
STEPS = 400
CARDS = "uboat_cards"
BATCHES = (1024, 4096)
BY_TURNS = 8


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
    game, scenario = load(SCENARIOS[name][0]), SCENARIOS[name][1]
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


def with_batch(count: int, seed: int) -> float:
    """Seconds for as many steps as :func:`with_environment` makes, by a batch, with its masks and arrays."""
    matches, draw, steps = batch(CARDS, count, seed=seed), np.random.default_rng(seed), 8
    began = process_time()
    for _ in range(steps):
        masks = matches.masks()
        matches.observations()
        matches.step((draw.random(masks.shape) * masks).argmax(axis=1))
    return (process_time() - began) * STEPS / (count * steps)


def with_one(seed: int) -> float:
    """Seconds through one Gymnasium environment."""
    env = GymEnv(CARDS, "uboat", opponents={"convoy": "random"})
    _, info = env.reset(seed=seed)
    began = process_time()
    for _ in range(4 * STEPS):
        *_, over, _, info = env.step(info["action_mask"].argmax())
        if over:
            _, info = env.reset()
    return process_time() - began


def by_turns(seed: int) -> float:
    """Seconds for as many steps of several Gymnasium environments in this process."""
    env = vector_env(BY_TURNS, CARDS, "uboat", processes=False, opponents={"convoy": "random"})
    _, info = env.reset(seed=seed)
    began = process_time()
    for _ in range(4 * STEPS // BY_TURNS):
        *_, info = env.step(info["action_mask"].argmax(axis=1))
    return process_time() - began


def at_once(pairs: int) -> list[list[str]]:
    """How many times as many steps many matches at once make as one."""
    env = PettingZooEnv(CARDS)
    with_environment(env, 0, True)
    rows = []
    for count in BATCHES:
        times = median(with_environment(env, seed, True) / with_batch(count, seed) for seed in range(pairs))
        rows.append([f"a batch of {count:,}, by the AEC environment, observed", f"{times:.0f}"])
    times = median(with_one(seed) / by_turns(seed) for seed in range(pairs))
    return [*rows, [f"{BY_TURNS} Gymnasium environments by turns, by one", f"{times:.2f}"]]


def main() -> None:
    """Measure, print, and write if that is asked for."""
    parser = argparse.ArgumentParser(description="Steps a second of the environments, by the bare engine's.")
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--write", action="store_true", help="put the tables among the figures of the report")
    asked = parser.parse_args()
    rows = []
    for name in SCENARIOS:
        *found, array = shares(name, asked.pairs)
        rows.append([name, *(f"{share:.0%}".replace("%", " %") for share in found), f"{array:.1f}"])
        print(*rows[-1], sep=" | ", flush=True)
    many = at_once(asked.pairs)
    for row in many:
        print(*row, sep=": ")
    if asked.write:
        command = f"python -m benchmarks.learning --pairs {asked.pairs}"
        figures.write("environments", command, HEADER, rows)
        figures.write("matches_at_once", command, ["what", "times as many steps"], many)


if __name__ == "__main__":
    main()
