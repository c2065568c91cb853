"""The small deck that is solved: its tree, and what it is worth by hand."""

import csv
import importlib.util
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import cfr  # noqa: E402
from open_spiel.python.algorithms.exploitability import exploitability as python_exploitability  # noqa: E402

import navalcore as nc  # noqa: E402
from navalcore.bots import make_bot  # noqa: E402
from navalcore.errors import BadData  # noqa: E402
from navalcore.learn import (  # noqa: E402
    BestAnswer,
    Mixture,
    exploitability,
    miniatures,
    mixture_of_bots,
    register_with_openspiel,
)
from navalcore.rules import SeededChance  # noqa: E402

FOLDER = Path(__file__).parents[2] / "examples" / "learn"


@pytest.fixture(scope="module")
def solve():
    spec = importlib.util.spec_from_file_location("solve", FOLDER / "solve.py")
    assert spec is not None
    assert spec.loader is not None
    sys.modules["solve"] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    del sys.modules["solve"]


def test_one_turn_of_the_small_deck_is_worth_what_it_is_by_hand(solve):
    # Nine cards are left: 2 Transport, 2 U-boat, 2 Cat and Mouse, 1 Dive, 1 Destroyer Sweep, 1 Water; each side draws
    # one. A Transport wins at once (2/9). Cat and Mouse takes the convoy's only card and Dive its row, so neither side
    # wins. With any other card the wolf pack has to pass, and the convoy wins if it has drawn a U-boat: 1 of 8 cards
    # if the wolf pack holds the other one (2/9), else 2 of 8 (Destroyer Sweep 1/9, Water 1/9).
    by_hand = Fraction(2, 9) - Fraction(2, 9) * Fraction(1, 8) - Fraction(2, 9) * Fraction(2, 8)
    tree = miniatures("uboat_cards")["turn"].tree()
    # The wolf pack has a choice that matters if it holds Cat and Mouse, Dive or Transport. After its pass the convoy
    # has one if it holds a U-boat; with any other card nobody can win in this turn, nor after a Dive, which leaves it
    # no row, nor after Cat and Mouse, which leaves it no card.
    assert {role: len(asked) for role, asked in tree.asked.items()} == {"uboat": 3, "convoy": 1}
    game = pyspiel.load_efg_game(tree.gambit())
    *_, (_, exploitability, policy) = solve.solved(game, 512)
    assert solve.worth(game, policy) == pytest.approx(float(by_hand), abs=1e-3)
    assert 0 <= exploitability < 1e-3


def test_a_bot_is_asked_at_every_information_state_and_its_exploitability_is_the_one_that_openspiel_finds():
    register_with_openspiel()
    game = pyspiel.load_game("navalcore_miniature(game=uboat_cards,miniature=late)")
    texts = game.laid_out.texts
    tree, rules, gaps = game.tree, nc.load("uboat_cards"), {}
    for name in ("standard",):
        bots = {role: make_bot(rules, role, name, SeededChance.from_seed(role)) for role in tree.roles}
        mixture = mixture_of_bots(tree, bots, 5)
        assert sum(map(len, mixture.values())) == tree.states == 441  # as an independent count has it
        table = {"uboat 0": [(texts.index("nothing is left to decide"), 1.0)]}
        state_of = {(node.player, node.state): node for node in tree.nodes if node.player >= 0}
        for (player, number), node in state_of.items():
            chances = mixture[tree.roles[player]][number]
            pairs = [(texts.index(text), chance) for text, chance in zip(node.texts, chances, strict=True)]
            table[f"{tree.roles[player]} {number}"] = pairs
        theirs = pyspiel.exploitability(game, pyspiel.TabularPolicy(table))
        gaps[name] = exploitability(tree, mixture)
        assert gaps[name] == pytest.approx(theirs, abs=1e-9)
    assert 0 < gaps["standard"] < 0.1  # the page has 0.027, of 200 answers at each state


def test_a_best_answer_wants_a_role_of_the_tree_and_a_mixture_for_every_state_of_the_other():
    tree = miniatures("uboat_cards")["turn"].tree()
    mixture: Mixture
    for role, mixture in (("kriegsmarine", {}), ("uboat", {"convoy": {}}), ("uboat", {})):
        with pytest.raises(BadData):
            BestAnswer(tree, role, mixture)
    with pytest.raises(BadData, match="no bot is given for uboat"):
        mixture_of_bots(tree, {})


@pytest.mark.parametrize("change", [lambda row: row[:-1], lambda row: [*row, 0.0], lambda row: [2.0, -1.0, *row[2:]]])
def test_a_mixture_gives_each_option_its_chance_and_all_of_them_one(change):
    tree = miniatures("uboat_cards")["turn"].tree()
    fair: dict[str, dict[int, list[float]]] = {role: {} for role in tree.roles}
    for node in tree.nodes:
        if node.player >= 0:
            fair[tree.roles[node.player]][node.state] = [1 / len(node.next)] * len(node.next)
    assert exploitability(tree, fair) >= 0
    role = next(role for role in tree.roles if any(len(row) > 1 for row in fair[role].values()))
    state = next(state for state, row in fair[role].items() if len(row) > 1)
    with pytest.raises(BadData, match=f"gives {role} at its information state {state} the chances"):
        exploitability(tree, {**fair, role: {**fair[role], state: change(fair[role][state])}})


def test_nobody_wins_in_fewer_turns_than_a_row_has_cards_so_that_tree_is_a_single_draw():
    whole = replace(miniatures("uboat_cards")["whole"], turns=1)
    assert [(node.player, node.worth) for node in whole.tree().nodes] == [(-4, 0.0)]


def test_a_miniature_whose_opening_cannot_come_is_refused():
    wrong = replace(miniatures("uboat_cards")["late"], opening=("Iceberg",))
    with pytest.raises(BadData, match="wants 'Iceberg'"):
        wrong.tree()
    assert miniatures("silent_war") == {}


def test_openspiels_own_random_test_and_its_cfr_pass_on_a_registered_miniature():
    register_with_openspiel()
    game = pyspiel.load_game("navalcore_miniature(miniature=turn)")
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    solver = cfr.CFRSolver(game)
    for _ in range(64):
        solver.evaluate_and_update_policy()
    assert python_exploitability(game, solver.average_policy()) < 0.01
    state = game.new_initial_state()
    tensors: dict[tuple[float, ...], set[str]] = {}
    waiting = [state]
    while waiting:
        state = waiting.pop()
        if state.is_terminal():
            continue
        if state.current_player() >= 0:
            tensors.setdefault(tuple(state.information_state_tensor()), set()).add(state.information_state_string())
        waiting += [state.child(action) for action in state.legal_actions()]
    assert len(tensors) == 5  # one of them where chance has ended the match, and nothing is to decide
    assert all(len(texts) == 1 for texts in tensors.values())


@pytest.mark.parametrize("name", ["small_deck.csv", "whole_match.csv"])
def test_the_curve_on_the_page_falls_to_nothing(name):
    with (FOLDER / name).open() as file:
        curve = [(int(row["iterations"]), float(row["exploitability"])) for row in csv.DictReader(file)]
    assert curve == sorted(curve)
    assert [gap for _, gap in curve] == sorted((gap for _, gap in curve), reverse=True)
    assert curve[-1][1] < 0.001
