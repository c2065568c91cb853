"""Odds that are asked in a match take its options."""

from __future__ import annotations

import pytest

import navalcore as nc

OTHERWISE = {
    "spot_aircraft": ("spot", 4),
    "stop_submarine": ("stop", 5),
    "attack_order": ("order", "random"),
    "convoy_dice": ("dice", 1),
    "convoy_fighter_dice": ("plane_dice", 1),
    "convoy_counts_up_to": ("hit", 4),
    "convoy_value": ("count", "one"),
}
"""Options that change a figure of a question in which they have another name, with a value that is no default."""


@pytest.mark.rule("aa50_subwar", "S9", "S29", "B15")
def test_in_a_match_no_option_that_changes_a_figure_is_left_out() -> None:
    options = {option: value for option, (_, value) in OTHERWISE.items()}
    match = nc.load("aa50_subwar").new_match(options=options, seed="3")
    known = nc.face_of(match.game).known(match.view("axis"), match.setup.terms)
    assert {name: known[name] for name, _ in OTHERWISE.values()} == dict(OTHERWISE.values())
