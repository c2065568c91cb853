"""Solve the last turns of a small deck of the card game with OpenSpiel's CFR, and see how far each bot is from it.

The position: each side has laid two of the three cards of its row, both hands are empty, and the discard pile lies
open, so both sides know the same. It is the turn of the wolf pack. Whoever lays the third card wins; after the last
turn that is looked at, the match counts as a draw. The tree below the position is laid out once, by chance nodes, and
handed to OpenSpiel in the format of Gambit.

    python examples/learn/solve.py --turns 2 --iterations 1024 --write small_deck.csv
"""

from __future__ import annotations

import argparse
import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyspiel

import navalcore as nc
from navalcore.bots import ImaginingBot, make_bot, seat
from navalcore.components.chance import SeededChance
from navalcore.engine.decision import Decision
from navalcore.engine.match import Match
from navalcore.learn import ChanceNodes
from navalcore.learn.chance import SuspendingChance

DECK = Path(__file__).with_name("small_deck.toml")
ROLES = ("uboat", "convoy")
OPENING = (
    *("Water", "Water", "Periscope", "discard Water", "Sonar", "discard Water"),
    *("play Periscope", "play Sonar", "Torpedo", "Depth Charges", "play Torpedo", "play Depth Charges"),
)
"""What is drawn and done until each side has laid two cards."""
TURN = "The wolf pack draws a card"
"""The draw that begins a turn."""


@dataclass
class Asked:
    """An information state of a side: all positions that it cannot tell from each other.

    Attributes:
        number: its number, among those of its side.
        view: what the side sees.
        decision: what it is asked.
        tape: how one of the positions came about.
    """

    number: int
    view: Any
    decision: Decision
    tape: tuple[int, ...]


@dataclass
class Tree:
    """Everything that can come of the position.

    Attributes:
        asked: the information states of each side, by what it was told and has chosen.
        lines: the tree, node by node, in Gambit's format.
        chances: how many chance nodes it has.
        ends: how many ends it has.
    """

    asked: dict[str, dict[str, Asked]] = field(default_factory=lambda: {role: {} for role in ROLES})
    lines: list[str] = field(default_factory=list)
    chances: int = 0
    ends: int = 0

    @property
    def text(self) -> str:
        """The file for OpenSpiel."""
        return "\n".join(['EFG 2 R "small deck" { "uboat" "convoy" }', *self.lines]) + "\n"

    def end(self, worth: float) -> None:
        """The match is over, and was worth so much to the wolf pack."""
        self.ends += 1
        place = {1.0: 1, -1.0: 2, 0.0: 3}[worth]
        self.lines.append(f't "" {place} "" {{ {worth:g} {-worth:g} }}')

    def grow(self, nodes: ChanceNodes, turns: int) -> None:
        """Lay out what can come of a place in a match, with so many turns still to begin."""
        if nodes.outcome is not None:
            self.end(nodes.outcome.returns["uboat"])
            return
        draw, decision = nodes.draw, nodes.decision
        if draw is not None:
            if draw.why == TURN:
                turns -= 1
            if turns < 0:
                self.end(0.0)
                return
            self.chances += 1
            told = " ".join(f'"{text}" {weight}' for text, weight in zip(draw.texts, draw.weights, strict=True))
            self.lines.append(f'c "" {self.chances} "" {{ {told} }} 0')
            count = len(draw.values)
        else:
            assert decision is not None
            count = len(decision.options)
            if count > 1:
                self.ask(nodes, decision)
        for index in range(count):
            child = nodes.copy() if index < count - 1 else nodes
            child.choose(index)
            self.grow(child, turns)

    def ask(self, nodes: ChanceNodes, decision: Decision) -> None:
        """A node at which a side chooses."""
        known = self.asked[decision.role]
        state = nodes.information_state(decision.role)
        if state not in known:
            known[state] = Asked(len(known) + 1, nodes.view(decision.role), decision, tuple(nodes.tape))
        asked = known[state]
        if asked.view != nodes.view(decision.role) or asked.decision.texts != decision.texts:
            raise AssertionError(f"{decision.role} can tell two positions of one information state from each other")
        player = ROLES.index(decision.role) + 1
        actions = " ".join(f'"{text}"' for text in decision.texts)
        self.lines.append(f'p "" {player} {asked.number} "{decision.role} {asked.number}" {{ {actions} }} 0')


def position(deck: Path = DECK) -> ChanceNodes:
    """The match in which each side has laid two cards."""
    nodes = ChanceNodes(nc.load("uboat_cards"), str(deck))
    for wanted in OPENING:
        here = nodes.draw or nodes.decision
        assert here is not None
        nodes.choose(here.texts.index(wanted))
    return nodes


def tree_of(turns: int, deck: Path = DECK) -> Tree:
    """All that can come of the position within so many turns."""
    tree = Tree()
    tree.grow(position(deck), turns)
    return tree


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
    """What a match is worth to the wolf pack if both sides play by a policy."""
    return float(pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)[0])


def best_answer(game: Any, player: int, policy: Any) -> float:
    """What the best answer to a policy is worth to a player, the wolf pack's number being 0 and the convoy's 1."""
    return float(pyspiel.TabularBestResponse(game, player, policy).value_from_state(game.new_initial_state()))


def match_at(tape: Sequence[int], deck: Path = DECK) -> Match[Any, Any, Any]:
    """A match that has come along a tape, for bots that think about the match they sit at."""
    nodes = ChanceNodes(nc.load("uboat_cards"), str(deck))
    results, choices = [], []
    for answer in tape:
        if nodes.draw is None:
            choices.append(answer)
        else:
            results.append(nodes.draw.values[answer])
        nodes.choose(answer)
    match = nc.load("uboat_cards").new_match(str(deck), chance=SuspendingChance(results))
    for index in choices:
        match.choose(index)
    return match


def policy_of(tree: Tree, game: Any, name: str, times: int) -> Any:
    """How a bot plays at every information state: how often it takes each option, of so many times that it is asked."""
    rules, actions = nc.load("uboat_cards"), pyspiel.CFRSolver(game).tabular_average_policy().policy_table()
    table: dict[str, list[tuple[int, float]]] = {}
    for player, role in enumerate(ROLES):
        bot = make_bot(rules, role, name, SeededChance.from_seed(f"solve {role}"))
        for asked in tree.asked[role].values():
            decision = asked.decision
            if isinstance(bot, ImaginingBot):
                seat(match_at(asked.tape), {role: bot})
            taken = Counter(decision.index(bot.decide(asked.view, decision.bare())) for _ in range(times))
            state = f"{player}-{player}-{asked.number}-{role} {asked.number}"
            table[state] = [(action, taken[index] / times) for index, (action, _) in enumerate(actions[state])]
    return pyspiel.TabularPolicy(table)


def main() -> None:
    """Read the arguments, solve, and compare the bots."""
    wanted = argparse.ArgumentParser(description="Solve the last turns of a small deck of the card game by CFR.")
    wanted.add_argument("--turns", type=int, default=2, help="how many turns are looked at")
    wanted.add_argument("--iterations", type=int, default=1024, help="iterations of CFR")
    wanted.add_argument("--bots", nargs="*", default=["random", "easy", "standard", "keen"], help="bots to compare")
    wanted.add_argument("--times", type=int, default=200, help="how often a bot is asked the same")
    wanted.add_argument("--write", type=Path, help="a CSV file for exploitability against iterations")
    told = wanted.parse_args()
    tree = tree_of(told.turns)
    states = sum(map(len, tree.asked.values()))
    print(f"{len(tree.lines)} nodes, {tree.ends} ends, {states} information states")
    game = pyspiel.load_efg_game(tree.text)
    rows: list[tuple[int, float]] = []
    for done, exploitability, policy in solved(game, told.iterations):
        rows.append((done, exploitability))
        print(f"after {done} iterations: exploitability {exploitability:.6f}, worth {worth(game, policy):+.6f}")
    if told.write:
        with told.write.open("w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([("iterations", "exploitability"), *rows])
    for name in told.bots:
        policy = policy_of(tree, game, name, told.times)
        print(
            f"{name}: worth {worth(game, policy):+.4f} against itself, exploitability "
            f"{pyspiel.exploitability(game, policy):.4f}; the best answer to its wolf pack is worth "
            f"{best_answer(game, 1, policy):+.4f}, to its convoy {best_answer(game, 0, policy):+.4f}"
        )


if __name__ == "__main__":
    main()
