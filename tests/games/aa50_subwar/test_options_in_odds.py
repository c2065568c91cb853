"""Odds that are asked in a match take its options."""

from __future__ import annotations

from typing import Any

import pytest

import navalcore as nc
from navalcore_games.aa50_subwar.options import SubwarOptions

OTHERWISE: dict[str, Any] = {
    "spot_aircraft": 4,
    "spot_destroyer": 2,
    "stop_submarine": 5,
    "escape_timing": "after_return_fire",
    "surprise_attack_no_return": True,
    "attack_order": "random",
    "convoy_dice": 1,
    "convoy_fighter_dice": 1,
    "convoy_counts_up_to": 4,
    "convoy_value": "one",
}
"""Every option that changes a figure of a question, at another value than the default."""


@pytest.mark.rule("aa50_subwar", "S9", "S10", "S13", "S29", "B15")
def test_in_a_match_no_option_that_changes_a_figure_is_left_out() -> None:
    match = nc.load("aa50_subwar").new_match(options=OTHERWISE, seed="3")
    known = nc.face_of(match.game).known(match.view("axis"), match.setup.terms)
    same_name = {
        name
        for name in SubwarOptions.model_fields
        if any(name in each.parameters_class.model_fields for each in nc.face_of(match.game).questions())
    }
    assert same_name == {"spot_destroyer", "escape_timing", "surprise_attack_no_return"}
    assert {name: known[name] for name in same_name} == {name: OTHERWISE[name] for name in same_name}
    others = {"spot": 4, "stop": 5, "order": "random", "dice": 1, "plane_dice": 1, "hit": 4, "count": "one"}
    assert {name: known[name] for name in others} == others
