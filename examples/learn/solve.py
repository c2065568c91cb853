"""Solve a small deck of the card game with OpenSpiel's CFR, and see how far each bot is from it.

A match of these decks is over with the first vessel destroyed, and after the last turn that is looked at it counts as a
draw. By itself it could go on for ever. The tree of all that can happen is laid out once and handed to OpenSpiel in the
format of Gambit. Each position is played once, by chance nodes, however often it comes up in the tree; where nobody can
win any more in the turns that are left, the match is a draw there and the tree ends.

    python examples/learn/solve.py --write whole_match.csv
    python examples/learn/solve.py small_deck.toml --late --turns 2 --iterations 1024 --write small_deck.csv

With ``--late`` it begins where each side has laid two of the three cards of its row, both hands are empty, and it is
the turn of the wolf pack.
"""

from __future__ import annotations

import argparse
import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import pyspiel

import navalcore as nc
from navalcore import Match
from navalcore.bots import ImaginingBot, make_bot, seat
from navalcore.learn import ChanceNodes, SuspendingChance
from navalcore.rules import UMPIRE, Decision, SeededChance

WHOLE = Path(__file__).with_name("whole_match.toml")
LATE = Path(__file__).with_name("small_deck.toml")
ROLES = ("uboat", "convoy")
OPENING = (
    *("Water", "Water", "Periscope", "discard Water", "Sonar", "discard Water"),
    *("play Periscope", "play Sonar", "Torpedo", "Depth Charges", "play Torpedo", "play Depth Charges"),
)
"""What is drawn and done until each side has laid two cards."""
TURN = "The wolf pack draws a card"
"""The draw that begins a turn, and the deal."""


@dataclass
class Place:
    """A position, with all that can come of it."""

    role: str = ""
    """Who chooses; nobody at a draw and at an end."""
    texts: tuple[str, ...] = ()
    """The options or results."""
    weights: tuple[Fraction, ...] = ()
    """The chance of each result."""
    next: list[tuple[Place, dict[str, str]]] = field(default_factory=list)
    """Where each leads, and what each side is told on the way."""
    worth: float = 0.0
    """What an end is worth to the wolf pack."""
    decided: bool = False
    """Whether anybody can win from here in the turns that are left."""
    view: Any = None
    """What the side that chooses sees."""
    decision: Decision | None = None
    """What it is asked."""
    tape: tuple[int, ...] = ()
    """One of the ways to get here."""


DRAWN = Place()
"""Where a match ends that nobody can win any more."""


def sorted_view(nodes: ChanceNodes, role: Any) -> Any:
    """What a side sees, without the order of the discard pile, which is of no account."""
    view = nodes.view(role)
    return view.model_copy(update={"discards": tuple(sorted(view.discards))})


def explore(nodes: ChanceNodes, turn: int, last: int, known: dict[str, Place]) -> Place:
    """All that can come of a place in a match, reached in some turn, up to the last turn that is looked at; what is
    known is not played again.
    """
    if nodes.outcome is not None:
        return Place(worth=nodes.outcome.returns["uboat"], decided=True)
    draw, decision, name = nodes.draw, nodes.decision, ""
    if draw is not None:
        place = Place(texts=draw.texts, weights=draw.weights)
        over = turn == last and draw.why == TURN
    else:
        assert decision is not None
        name = f"{decision.role} {sorted_view(nodes, UMPIRE).model_dump_json()} {decision.texts}"
        if name in known:
            return known[name]
        view = sorted_view(nodes, decision.role)
        place = Place(decision.role, tuple(decision.texts), view=view, decision=decision, tape=tuple(nodes.tape))
        turn = view.turn
        over = turn > last  # the draws before it had one result
    told = {role: len(nodes.information_state(role)) for role in ROLES}
    for index in range(0 if over else len(place.texts)):
        child = nodes.copy()
        child.choose(index)
        reached = explore(child, turn, last, known)
        news = {role: child.information_state(role)[length:] for role, length in told.items()}
        place.next.append((reached, news))
    place.decided = any(reached.decided for reached, _ in place.next)
    found = place if place.decided else DRAWN
    if name:
        known[name] = found
    return found


@dataclass
class Tree:
    """Everything that can happen, each way of it by itself."""

    asked: dict[str, dict[int, tuple[int, Place]]] = field(default_factory=lambda: {role: {} for role in ROLES})
    """The information states of each side, by what it was told and has chosen: their number and a place."""
    lines: list[str] = field(default_factory=list)
    """The tree, node by node, in Gambit's format."""
    chances: int = 0
    """How many chance nodes it has."""
    ends: int = 0
    """How many ends it has."""
    wins: int = 0
    """How many of them somebody has won."""
    memories: dict[tuple[int, str], int] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The file for OpenSpiel."""
        return "\n".join(['EFG 2 R "small deck" { "uboat" "convoy" }', *self.lines]) + "\n"

    def grow(self, place: Place, known: dict[str, int]) -> None:
        """Lay out what can come of a place for sides that know so much: the number of each side's memory."""
        if not place.next:
            self.ends += 1
            self.wins += place.worth != 0
            number = {1.0: 1, -1.0: 2, 0.0: 3}[place.worth]
            self.lines.append(f't "" {number} "" {{ {place.worth:g} {-place.worth:g} }}')
            return
        if not place.role:
            self.chances += 1
            told = " ".join(f'"{text}" {weight}' for text, weight in zip(place.texts, place.weights, strict=True))
            self.lines.append(f'c "" {self.chances} "" {{ {told} }} 0')
        elif len(place.texts) > 1:
            self.ask(place, known[place.role])
        for reached, news in place.next:
            self.grow(reached, {role: self.memory(known[role], news[role]) for role in ROLES})

    def memory(self, before: int, news: str) -> int:
        """The number of what a side knows when it has been told something more."""
        return self.memories.setdefault((before, news), len(self.memories) + 1) if news else before

    def ask(self, place: Place, memory: int) -> None:
        """A node at which a side chooses."""
        known = self.asked[place.role]
        number, first = known.setdefault(memory, (len(known) + 1, place))
        if first is not place and (first.view != place.view or first.texts != place.texts):
            raise AssertionError(f"{place.role} can tell two positions of one information state from each other")
        actions = " ".join(f'"{text}"' for text in place.texts)
        player = ROLES.index(place.role) + 1
        self.lines.append(f'p "" {player} {number} "{place.role} {number}" {{ {actions} }} 0')


def tree_of(deck: Path, turns: int, late: bool = False) -> Tree:
    """All that can come of the deal, or of the position in which each side has laid two cards, within so many turns."""
    nodes = ChanceNodes(nc.load("uboat_cards"), str(deck))
    turn = 0
    for wanted in OPENING if late else ():
        here = nodes.draw or nodes.decision
        assert here is not None
        turn = turn if nodes.draw else nodes.state.turn
        nodes.choose(here.texts.index(wanted))
    tree = Tree()
    tree.grow(explore(nodes, turn, turn + turns, {}), dict.fromkeys(ROLES, 0))
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


def match_at(deck: Path, tape: Sequence[int]) -> Match[Any, Any, Any]:
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


def policy_of(tree: Tree, game: Any, deck: Path, name: str, times: int) -> Any:
    """How a bot plays at every information state: how often it takes each option, of so many times that it is asked the
    same. Bots look at the table as it is, so information states with the same view are asked once for all.
    """
    rules, actions = nc.load("uboat_cards"), pyspiel.CFRSolver(game).tabular_average_policy().policy_table()
    table: dict[str, list[tuple[int, float]]] = {}
    for player, role in enumerate(ROLES):
        bot = make_bot(rules, role, name, SeededChance.from_seed(f"solve {role}"))
        answers: dict[str, Counter[int]] = {}
        for number, place in tree.asked[role].values():
            decision, seen = place.decision, f"{place.view.model_dump_json()} {place.texts}"
            assert decision is not None
            if seen not in answers:
                if isinstance(bot, ImaginingBot):
                    seat(match_at(deck, place.tape), {role: bot})
                answers[seen] = Counter(decision.index(bot.decide(place.view, decision.bare())) for _ in range(times))
            state = f"{player}-{player}-{number}-{role} {number}"
            table[state] = [(action, answers[seen][index] / times) for index, (action, _) in enumerate(actions[state])]
    return pyspiel.TabularPolicy(table)


def main() -> None:
    """Read the arguments, solve, and compare the bots."""
    wanted = argparse.ArgumentParser(description="Solve a small deck of the card game by CFR.")
    wanted.add_argument("deck", type=Path, nargs="?", default=WHOLE)
    wanted.add_argument("--late", action="store_true", help="begin where each side has laid two cards")
    wanted.add_argument("--turns", type=int, default=3, help="how many turns are looked at")
    wanted.add_argument("--iterations", type=int, default=256, help="iterations of CFR")
    wanted.add_argument("--bots", nargs="*", default=["random", "easy", "standard", "keen"], help="bots to compare")
    wanted.add_argument("--times", type=int, default=200, help="how often a bot is asked the same")
    wanted.add_argument("--write", type=Path, help="a CSV file for exploitability against iterations")
    told = wanted.parse_args()
    tree = tree_of(told.deck, told.turns, told.late)
    states = sum(map(len, tree.asked.values()))
    print(
        f"{len(tree.lines)} nodes, {tree.ends} ends, {tree.wins} of them won, {states} information states", flush=True
    )
    game = pyspiel.load_efg_game(tree.text)
    rows: list[tuple[int, float]] = []
    for done, exploitability, policy in solved(game, told.iterations):
        rows.append((done, exploitability))
        print(f"after {done}: exploitability {exploitability:.6f}, worth {worth(game, policy):+.6f}", flush=True)
    if told.write:
        with told.write.open("w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([("iterations", "exploitability"), *rows])
    for name in told.bots:
        policy = policy_of(tree, game, told.deck, name, told.times)
        print(
            f"{name}: worth {worth(game, policy):+.4f} against itself, exploitability "
            f"{pyspiel.exploitability(game, policy):.4f}; the best answer to its wolf pack is worth "
            f"{best_answer(game, 1, policy):+.4f}, to its convoy {best_answer(game, 0, policy):+.4f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
