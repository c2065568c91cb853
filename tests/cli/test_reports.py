"""``navalcore report``: luck and decisions of a saved match, as text, as JSON and as a picture."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import navalcore as nc
from navalcore.bots import make_bots, play_out
from tests.cli.conftest import Command


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The beginning of a match of the card game."""
    path = tmp_path_factory.mktemp("report") / "match.jsonl"
    game = nc.load("uboat_cards")
    match = game.new_match("short", seed=17)
    play_out(match, make_bots(game, seed=0), limit=12)
    match.save(path)
    return path


def test_a_report_is_told_to_people_and_one_document_to_programs(
    navalcore: Command, saved: Path, tmp_path: Path
) -> None:
    told = navalcore("report", saved, "--seconds-per-decision", 0, "--plot", tmp_path / "luck.svg")
    assert told.status == 0
    assert "Luck and decisions: " in told.out
    assert "rolls and draws gave" in told.out
    assert "were searched" not in told.out
    assert (tmp_path / "luck.svg").read_text(encoding="utf-8").startswith("<svg ")
    document = json.loads(navalcore("report", saved, "--seconds-per-decision", 0, "--json").out)
    assert document["scenario"] == "short"
    assert document["decisions_searched"] == 0


def test_with_a_number_of_playouts_for_each_decision_every_report_says_the_same(
    navalcore: Command, saved: Path
) -> None:
    one, again = (json.loads(navalcore("report", saved, "--tries", 6, "--json").out) for _ in range(2))
    assert one == again
    assert one["decisions_searched"] > 0
