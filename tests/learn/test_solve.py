"""The small deck that is solved: its tree, and what it is worth by hand."""

import csv
import importlib.util
import sys
from fractions import Fraction
from pathlib import Path

import pytest

pyspiel = pytest.importorskip("pyspiel")

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
    tree = solve.tree_of(solve.LATE, 1, late=True)
    # The wolf pack has a choice that matters if it holds Cat and Mouse, Dive or Transport. After its pass the convoy
    # has one if it holds a U-boat; with any other card nobody can win in this turn, nor after a Dive, which leaves it
    # no row, nor after Cat and Mouse, which leaves it no card.
    assert {role: len(asked) for role, asked in tree.asked.items()} == {"uboat": 3, "convoy": 1}
    game = pyspiel.load_efg_game(tree.text)
    *_, (_, exploitability, policy) = solve.solved(game, 512)
    for player, sign in ((0, 1), (1, -1)):
        assert sign * solve.best_answer(game, player, policy) == pytest.approx(float(by_hand), abs=1e-3)
    assert 0 <= exploitability < 1e-3


def test_a_bot_is_asked_at_every_information_state_and_none_beats_the_solution(solve):
    tree = solve.tree_of(solve.LATE, 1, late=True)
    game = pyspiel.load_efg_game(tree.text)
    *_, (_, _, solution) = solve.solved(game, 256)
    gaps = {}
    for name in ("random", "standard"):
        policy = solve.policy_of(tree, game, solve.LATE, name, 60)
        assert len(policy.policy_table()) == 4
        gaps[name] = pyspiel.exploitability(game, policy)
    assert pyspiel.exploitability(game, solution) < gaps["random"]
    assert gaps["standard"] <= gaps["random"]


def test_nobody_wins_in_fewer_turns_than_a_row_has_cards_so_that_tree_is_a_single_draw(solve):
    tree = solve.tree_of(solve.WHOLE, 1)
    assert tree.lines == ['t "" 3 "" { 0 -0 }']
    assert not any(tree.asked.values())


@pytest.mark.parametrize("name", ["small_deck.csv", "whole_match.csv"])
def test_the_curve_on_the_page_falls_to_nothing(name):
    with (FOLDER / name).open() as file:
        curve = [(int(row["iterations"]), float(row["exploitability"])) for row in csv.DictReader(file)]
    assert curve == sorted(curve)
    assert [gap for _, gap in curve] == sorted((gap for _, gap in curve), reverse=True)
    assert curve[-1][1] < 0.001
