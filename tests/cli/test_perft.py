"""``perft``: the ways a match can go on, counted."""

import json
from pathlib import Path

import pytest

import navalcore as nc
from navalcore.study._perft import perft
from tests.cli.conftest import Command


def test_the_command_counts_openings_and_saved_matches(navalcore: Command, tmp_path: Path) -> None:
    line = ["perft", "uboat_cards", "standard", "2"]
    answer = json.loads(navalcore(*line, "--json").out)
    match = nc.load("uboat_cards").new_match("standard", seed=0)
    assert answer["divide"] == dict(perft(match, 2).divide)
    assert f"lines: {answer['lines']}" in navalcore(*line).out
    for _ in range(5):
        match.choose(0)
    match.save(tmp_path / "later.jsonl")
    saved = json.loads(navalcore("perft", "uboat_cards", tmp_path / "later.jsonl", "2", "--json").out)
    assert saved["lines"] == perft(match, 2).lines


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere", "1"], "no scenario 'nowhere'"),
        (["missing.jsonl", "1"], "missing.jsonl"),
        (["standard", "0"], "a depth of 1 to 100, not 0"),
        (["missing.jsonl", "1", "--option", "a=b"], "leave --option out"),
    ],
)
def test_wrong_use_of_perft_is_one_clear_error(navalcore: Command, arguments: list[str], words: str) -> None:
    assert words in navalcore("perft", "uboat_cards", *arguments).error()[1]
