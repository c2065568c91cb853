"""What one changed sign in the engine could have broken unseen: each test holds a place that a mutant showed bare."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from hashlib import blake2b
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from navalcore._match.loading import load_match
from navalcore._match.varying import vary
from navalcore._play.checkpoints import CHECKPOINTS_KEPT, Checkpoint, Checkpoints
from navalcore._play.recording import BEGINNING
from navalcore._rules.decision import Decision, Flow, choose
from navalcore._rules.running import run
from navalcore._rules.state import digest
from navalcore._rules.variants import Variant
from navalcore.odds._paths import BranchingChance, sums
from tests.kit.saboteurs.honest import Pickets


def test_a_decision_that_no_match_asks_has_the_number_of_none_that_was_made() -> None:
    assert Decision("red", "What now?", ("go",)).number == -1


BOOK = """
[game]
id = "pickets:fogged"
title = "Pickets in fog"
designer = "nobody"
year = 1943

[[section]]
number = "F1"
title = "Fog"
summary = "In fog nothing is seen."
kind = "rule"
"""


@pytest.mark.parametrize("text", ["", "abc", '{"hull":3}', "Zaunk\u00f6nig"])
def test_a_digest_is_128_bits_of_blake2b_so_that_files_can_be_checked_by_other_programs(text: str) -> None:
    found = digest(text)
    assert len(found) == 32
    assert found == blake2b(text.encode(), digest_size=16).hexdigest()
    if not text:
        assert found == "cae66941d9efbd404e4d88758ea67670", "as published for no text at all"


@pytest.mark.parametrize(("count", "faces"), [(0, 6), (1, 6), (2, 3), (2, 6), (3, 6), (2, 10)])
def test_every_sum_of_some_dice_comes_about_in_as_many_ways_as_there_are_throws_of_it(count: int, faces: int) -> None:
    throws = Counter(sum(throw) for throw in product(range(faces), repeat=count))
    assert dict(sums(count, faces)) == throws


def test_a_journal_whose_first_choice_was_taken_back_is_loaded_at_the_beginning(lagoon: Any, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    match = lagoon.new_match(seed=1)
    match.record_to(path)
    question = match.decision.prompt
    match.choose(0)
    match.undo()
    again = load_match(path, lagoon)
    assert again.decision is not None
    assert (again.count, again.decision.prompt) == (0, question)


@pytest.mark.parametrize(("count", "low", "high"), [(1, 1, 6), (2, 1, 6), (3, 0, 4), (2, 1, 10)])
def test_exact_odds_of_a_total_are_those_of_all_throws(count: int, low: int, high: int) -> None:
    chance = BranchingChance()
    found: dict[int, Fraction] = {}
    while True:
        faces = chance.total(count, low, high)
        assert len(faces) == count
        assert all(low <= face <= high for face in faces)
        found[sum(faces)] = found.get(sum(faces), Fraction(0)) + chance.weight
        if not chance.advance():
            break
    throws = Counter(sum(throw) for throw in product(range(low, high + 1), repeat=count))
    whole = (high - low + 1) ** count
    assert found == {total: Fraction(ways, whole) for total, ways in throws.items()}


def test_the_rule_book_of_a_varied_game_has_the_variants_sections_after_its_own(tmp_path: Path) -> None:
    game = Pickets()
    path = tmp_path / "rulebook.toml"
    path.write_text(BOOK)
    variant: Any = type("Fogged", (Variant,), {"game": game.id, "id": "fogged", "title": "fogged", "rulebook": path})
    own = [section.number for section in game.rulebook.sections]
    assert [section.number for section in vary(game, [variant()]).rulebook.sections] == [*own, "F1"]
    variant.rulebook = None
    assert [section.number for section in vary(game, [variant()]).rulebook.sections] == own


def test_the_first_checkpoints_are_all_kept_and_of_many_the_older_ones_are_thinned_out() -> None:
    checkpoints: Checkpoints[Any] = Checkpoints()
    checkpoints.at_every_step()
    for position in range(1000):
        checkpoints.add(Checkpoint(position, None, BranchingChance(), BEGINNING))
        kept = [each.position for each in checkpoints.kept]
        if position < CHECKPOINTS_KEPT:
            assert kept == list(range(position + 1))
        assert len(kept) <= CHECKPOINTS_KEPT
        assert kept[-10:] == list(range(max(0, position - 9), position + 1))
        assert kept[0] == 0


def test_a_policy_that_runs_out_of_answers_is_not_taken_for_the_end_of_the_procedure() -> None:
    def two_questions() -> Flow[str]:
        first = yield from choose("red", "What now?", ("go", "stay"), "1")
        second = yield from choose("red", "And then?", ("go", "stay"), "1")
        return f"{first}, {second}"

    answers = iter([0, 1])
    assert run(two_questions(), lambda decision: next(answers)) == "go, stay"
    answers = iter([0])
    with pytest.raises(StopIteration):
        run(two_questions(), lambda decision: next(answers))
