"""Briefings: what a newcomer is told of every scenario, in a minute."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import navalcore as nc
from navalcore._plugins.briefing import briefing_in
from navalcore.errors import BadData


@pytest.mark.parametrize("game", nc.games())
def test_every_scenario_has_a_goal_for_every_role_and_at_most_five_sentences(game: str) -> None:
    manifest = nc.games()[game]
    for scenario in manifest.scenarios:
        told = manifest.briefing(scenario)
        assert told is not None
        assert set(told["goal"]) == set(manifest.roles)
        for goal in told["goal"].values():
            said = " ".join((goal, told["end"], told["turn"]))
            assert len(re.findall(r"[.!?](?=\s|$)", said)) <= 5, said


def test_what_is_otherwise_in_a_scenario_is_told_there_alone() -> None:
    manifest = nc.games()["uboat_cards"]
    mirror, standard = manifest.briefing("mirror"), manifest.briefing("standard")
    assert mirror is not None
    assert standard is not None
    assert "fifth" in mirror["end"]
    assert "fifth" not in standard["end"]


def test_a_game_without_a_briefing_has_none_and_a_malformed_one_is_refused(tmp_path: Path) -> None:
    assert briefing_in(tmp_path, "any") is None
    (tmp_path / "briefing.toml").write_text('players = "2"\nweight = 9\n', encoding="utf-8")
    with pytest.raises(BadData, match=r"briefing\.toml"):
        briefing_in(tmp_path, "any")
