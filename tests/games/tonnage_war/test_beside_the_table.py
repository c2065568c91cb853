"""Attacks on the convoy beside a real table: the rescue ship is known from one attack to the next (14.3)."""

from __future__ import annotations

from typing import Any

import pytest

import navalcore as nc


def evening() -> Any:
    match: Any = nc.load("tonnage_war:companion").new_match(chance="physical", undo="free")
    match.choose("ask_for/convoy")
    return match


def attack(match: Any, *faces: str) -> list[str]:
    """Roll dice for a beam attack of a regular boat; the marks afterwards."""
    match.choose("begin")
    for face in faces:
        match.choose(face)
    return [mark.text for mark in match.view("table").marks]


def rescue_ship(match: Any) -> str:
    form = {field.name: field.value for field in match.view("table").form}
    return str(form["rescue_ship"])


@pytest.mark.rule("tonnage_war", "14.3")
def test_an_escort_that_took_over_from_the_rescue_ship_is_lost_to_a_1_and_is_no_ship_of_the_convoy():
    match = evening()
    marks = attack(match, "1", "1", "5", "5")
    assert marks == ["4 ships of the convoy sunk", "The rescue ship is sunk: name a surface escort"]
    assert rescue_ship(match) == "none", "nobody has been named yet"
    match.choose("fill/rescue_ship/SR")
    assert attack(match, "1", "1", "5", "5") == [
        "7 ships of the convoy sunk",
        "The rescue ship is sunk: name a surface escort",
        "Escort SR destroyed",
    ]


@pytest.mark.rule("tonnage_war", "14.3")
def test_the_rescue_ship_stays_on_duty_until_a_1_is_rolled():
    match = evening()
    match.choose("fill/rescue_ship/SN")
    assert attack(match, "2", "3", "4", "5") == ["4 ships of the convoy sunk", "SN is the rescue ship"]
    assert rescue_ship(match) == "SN"


@pytest.mark.rule("tonnage_war", "14.3")
def test_without_a_rescue_ship_a_1_sinks_a_merchantman():
    match = evening()
    match.choose("fill/rescue_ship/none")
    assert attack(match, "1", "3", "4", "5") == ["4 ships of the convoy sunk"]
