"""Counted runs: every match once, whoever plays it and however often the run is stopped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from navalcore.errors import BadData, InUse, UnknownName
from navalcore.testing import fuzz_game
from tests.endurance import counted
from tests.endurance.counted import CountFile, Tally, Way, count_matches, gaps, merged, play_chunk, read_counts
from tests.kit.saboteurs import SABOTEURS

CARDS = Way("uboat_cards", ("short",))


def test_numbers_are_kept_as_ranges_and_gaps_are_played_first() -> None:
    assert merged([(5, 9), (0, 2), (2, 4), (8, 10)]) == [(0, 4), (5, 10)]
    assert gaps([(0, 4), (5, 10)], 20) == [(4, 5), (10, 20)]
    assert gaps([(0, 4), (5, 30)], 20) == [(4, 5)]
    assert gaps([], 3) == [(0, 3)]
    assert gaps([(0, 3)], 3) == []


def test_a_run_goes_on_where_it_was_and_counts_no_match_twice(tmp_path: Path) -> None:
    path = tmp_path / "counts.json"
    first = count_matches(path, CARDS, 4)
    assert (first.matches, first.added.counts["matches"]) == (4, 4)
    more = count_matches(path, CARDS, 7)
    assert (more.matches, more.added.counts["matches"]) == (7, 3)
    assert count_matches(path, CARDS, 7).added.counts["matches"] == 0
    (entry,) = read_counts(path)
    assert entry["numbers"] == [[0, 7]]
    straight = fuzz_game("uboat_cards", matches=7, seed=counted.SEED, scenarios=["short"], closely=counted.CLOSELY)
    assert entry["counts"]["choices"] == straight.choices
    assert {name: entry["counts"][name] for name in straight.happened} == dict(straight.happened)
    assert entry["rules"] == "1.0"


def test_a_run_that_is_interrupted_has_counted_what_was_played_before(tmp_path: Path) -> None:
    path = tmp_path / "counts.json"

    def interrupt(done: int) -> None:
        if done >= 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        count_matches(path, CARDS, 9, progress=interrupt)
    before = sum(end - first for first, end in read_counts(path)[0]["numbers"])
    assert 3 <= before < 9
    assert count_matches(path, CARDS, 9).added.counts["matches"] == 9 - before


def test_other_rules_commits_and_ways_have_entries_of_their_own(tmp_path: Path) -> None:
    file = CountFile(tmp_path / "counts.json")
    tally = Tally()
    tally.counts["matches"] = 5
    about = {"rules": "1.0", "commit": "a"}
    file.add(CARDS, about, (0, 5), tally)
    file.add(CARDS, about, (5, 10), tally)
    file.add(CARDS, {**about, "commit": "b"}, (10, 15), tally)
    file.add(Way("uboat_cards"), about, (0, 5), tally)
    file.close()
    entries = read_counts(tmp_path / "counts.json")
    assert [(each["commit"], each["scenarios"], each["numbers"]) for each in entries] == [
        ("a", ["short"], [[0, 10]]),
        ("b", ["short"], [[10, 15]]),
        ("a", [], [[0, 5]]),
    ]
    assert entries[0]["counts"] == {"matches": 10}


def test_a_second_process_does_not_count_in_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "counts.json"
    file = CountFile(path)
    with pytest.raises(InUse):
        count_matches(path, CARDS, 1)
    file.close()
    assert count_matches(path, CARDS, 1).matches == 1


@pytest.mark.parametrize("text", ["", "{", "[1]", '[{"numbers": [[0]]}]', '{"numbers": 3}'])
def test_a_file_that_holds_something_else_is_left_as_it_is(text: str, tmp_path: Path) -> None:
    path = tmp_path / "counts.json"
    path.write_text(text)
    with pytest.raises(BadData, match="not a file in which matches were counted"):
        count_matches(path, CARDS, 1)
    assert path.read_text() == text


def test_what_cannot_be_played_is_refused_before_the_file_is_made(tmp_path: Path) -> None:
    with pytest.raises(UnknownName):
        count_matches(tmp_path / "counts.json", Way("uboat_cards", ("evening",)), 1)
    assert list(tmp_path.iterdir()) == []


def test_a_fault_is_counted_once_and_its_save_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(game: str, plugins: Any = ()) -> Any:
        return SABOTEURS[game]()

    monkeypatch.setattr(counted, "load", broken)
    way = Way("raising_rule")
    tally = play_chunk(way, 0, 40, str(tmp_path))
    assert tally.faults
    assert list(tmp_path.glob("*.jsonl"))
    file = CountFile(tmp_path / "counts.json")
    for numbers in ((0, 40), (40, 80)):
        file.add(way, {"rules": "1.0", "commit": ""}, numbers, tally)
    file.close()
    (entry,) = json.loads((tmp_path / "counts.json").read_text())
    assert entry["faults"] == tally.faults
