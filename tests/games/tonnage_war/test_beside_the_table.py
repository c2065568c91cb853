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


def engagement(**form: str) -> Any:
    """An engagement of one novice's ship with a regular boat, begun; the table rolls the dice."""
    match: Any = nc.load("tonnage_war:companion").new_match(chance="physical", undo="free")
    match.choose("ask_for/engagement")
    for name, value in {"sr": "0", "sn": "1", **form}.items():
        match.choose(f"fill/{name}/{value}")
    match.choose("begin")
    return match


def marks_after(match: Any, *faces: str) -> list[str]:
    for face in faces:
        match.choose(face)
    return [mark.text for mark in match.view("table").marks]


@pytest.mark.rule("tonnage_war", "8.6")
def test_a_2_of_a_novice_sinks_in_a_first_attack_and_damages_in_a_continuation():
    assert marks_after(engagement(), "20", "2") == ["Boat R sunk"]
    assert marks_after(engagement(continuation="yes"), "20", "2") == ["Boat R damaged"]


@pytest.mark.rule("tonnage_war", "8.7")
def test_a_boat_that_is_damaged_already_is_sunk_by_one_more_damage_and_noted_only_if_it_is_hit():
    assert marks_after(engagement(continuation="yes", boat_is_damaged="yes"), "20", "2") == ["Boat R sunk"]
    assert marks_after(engagement(continuation="yes", boat_is_damaged="yes"), "1") == []


@pytest.mark.rule("tonnage_war", "14.2")
@pytest.mark.parametrize(("continuation", "found"), [("no", True), ("yes", False)])
def test_bad_sonar_hides_a_boat_on_3_more_after_the_first_attack(continuation: str, found: bool):
    match = engagement(bad_sonar="yes", continuation=continuation)
    match.choose("12")  # a regular boat is undetected by a novice's ship on 10 or less
    assert (match.decision.role == "chance") is found, "only escorts that find the boat roll to hit it"
