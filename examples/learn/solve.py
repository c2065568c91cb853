"""Solve a miniature with OpenSpiel's CFR, and see how far each bot is from the solution.

    python examples/learn/solve.py whole --iterations 128 --write whole_match.csv
    python examples/learn/solve.py late --iterations 1024 --write small_deck.csv

A miniature is a position of a game from which so few turns are played that all that can happen can be laid out as a
tree. The tree is handed to OpenSpiel in the format of Gambit, so that CFR runs in C++.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyspiel

import navalcore as nc
from navalcore.bots import make_bot
from navalcore.learn import BestAnswer, GameTree, exploitability, miniatures, mixture_of_bots
from navalcore.rules import SeededChance


def solved(game: Any, iterations: int) -> Iterator[tuple[int, float, Any]]:
    """CFR: after 1, 2, 4... iterations how many, the exploitability of the average policy, and the policy itself."""
    solver, done, wanted = pyspiel.CFRSolver(game), 0, 1
    while done < iterations:
        while done < min(wanted, iterations):
            solver.evaluate_and_update_policy()
            done += 1
        policy = solver.tabular_average_policy()
        yield done, pyspiel.exploitability(game, policy), policy
        wanted *= 2


def worth(game: Any, policy: Any) -> float:
    """What a match is worth to the first role if both sides play by a policy."""
    return float(pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)[0])


def told_of(tree: GameTree, name: str, times: int) -> str:
    """How far a bot is from a solution, in a line."""
    game = nc.load(tree.miniature.game)
    bots = {role: make_bot(game, role, name, SeededChance.from_seed(f"solve {role}")) for role in tree.roles}
    mixture = mixture_of_bots(tree, bots, times)
    first, second = tree.roles
    left, given = -BestAnswer(tree, second, mixture).worth, BestAnswer(tree, first, mixture).worth
    return (
        f"{name}: exploitability {exploitability(tree, mixture):.4f}; the best answer to its {first} leaves it "
        f"{left:+.4f}, to its {second} gives the {first} {given:+.4f}"
    )


def main() -> None:
    """Read the arguments, solve, and compare the bots."""
    wanted = argparse.ArgumentParser(description="Solve a miniature by CFR.")
    wanted.add_argument("miniature", nargs="?", default="whole", help="such as late or whole")
    wanted.add_argument("--game", default="uboat_cards")
    wanted.add_argument("--iterations", type=int, default=128, help="iterations of CFR")
    wanted.add_argument("--bots", nargs="*", default=["random", "easy", "standard", "keen"], help="bots to compare")
    wanted.add_argument("--times", type=int, default=200, help="how often a bot is asked the same")
    wanted.add_argument("--write", type=Path, help="a CSV file for exploitability against iterations")
    told = wanted.parse_args()
    tree = miniatures(told.game)[told.miniature].tree()
    ends = [node.worth for node in tree.nodes if node.player == -4]
    won = sum(map(bool, ends))
    print(f"{len(tree.nodes)} nodes, {len(ends)} ends, {won} of them won, {tree.states} information states", flush=True)
    game = pyspiel.load_efg_game(tree.gambit())
    rows: list[tuple[int, float]] = []
    for done, gap, policy in solved(game, told.iterations):
        rows.append((done, gap))
        print(f"after {done}: exploitability {gap:.6f}, worth {worth(game, policy):+.6f}", flush=True)
    if told.write:
        with told.write.open("w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([("iterations", "exploitability"), *rows])
    for name in told.bots:
        print(told_of(tree, name, told.times), flush=True)


if __name__ == "__main__":
    main()
