"""Rules of the week at sea and in port, each from a position with scripted dice: all of it is public."""

from __future__ import annotations

from typing import Any

import pytest

import navalcore as nc

EMPIRE = "area/empire_pacific"
"""War Period 2: green on 6, orange on 7, red on 8 and 9."""
STAYS = 6
"""The Endurance Table, rating A (Wahoo), torpedo value -1: so much or less stays."""


def patrol(results: list[Any], *others: str, state: dict[str, Any] | None = None, **boat: Any) -> Any:
    """Wahoo on patrol in July 1942, to operate first; other boats of her class are Done in the same OpArea."""
    at_sea = {"place": "operating", "where": EMPIRE, "on_patrol": True}
    done = dict(at_sea, place="done")
    boats: dict[str, Any] = {"boat/wahoo": at_sea | boat} | {f"boat/{name}": done for name in others}
    given = {"scenario": "campaign_wp2", "at": "operations", "deal": False, "results": results}
    match = nc.load("silent_war").position({**given, "set": {"torpedo": -1, "boats": boats} | (state or {})}, seed=1)
    if match.decision is not None and match.decision.kind == "operate":
        match.choose("Wahoo")
    return match


def wahoo(match: Any) -> Any:
    return next(boat for boat in match.view("comsubpac").boats if boat.name == "Wahoo")


def searched(results: list[Any], *others: str, **how: Any) -> Any:
    """Wahoo stays where she is and searches."""
    match = patrol(results, *others, **how)
    match.choose("stay here")
    match.choose("search")
    return match


def die(match: Any, why: str) -> Any:
    """The first entry of chance with these words."""
    return next(entry for entry in match.tape() if entry.kind == "chance" and why in entry.why)


@pytest.mark.rule("silent_war", "13.1-A5", "14.7-a")
@pytest.mark.parametrize(("endurance", "rtb"), [(STAYS + 1, "none"), (STAYS + 2, "involuntary")])
def test_a_search_without_contact_brings_an_endurance_check_at_minus_1(endurance: int, rtb: str) -> None:
    match = searched([["search", 5], ["search, second roll", 1], ["endurance", endurance]])
    assert wahoo(match).rtb == rtb


@pytest.mark.rule("silent_war", "13.1-byp", "14.7-b")
@pytest.mark.parametrize(("endurance", "rtb"), [(STAYS + 2, "none"), (STAYS + 3, "involuntary")])
def test_a_bypass_brings_an_endurance_check_at_minus_2_and_takes_spotted_off(endurance: int, rtb: str) -> None:
    match = patrol([["endurance", endurance]], spotted=True)
    match.choose("stay here")
    match.choose("bypass")
    assert (wahoo(match).rtb, wahoo(match).spotted) == (rtb, False)


@pytest.mark.rule("silent_war", "13.1-byp")
def test_the_log_tells_of_the_spotted_marker_that_a_bypass_takes_off() -> None:
    match = patrol([["endurance", 0]], spotted=True)
    told: list[Any] = []
    match.events.subscribe(told.append, role="comsubpac")
    match.choose("stay here")
    match.choose("bypass")
    assert [(str(e), e.rule) for e in told if e.kind == "unspotted"] == [("Wahoo is no longer Spotted.", "13.1")]


@pytest.mark.rule("silent_war", "14.7-a")
@pytest.mark.parametrize(("endurance", "rtb"), [(STAYS + 1, "none"), (STAYS + 2, "involuntary")])
def test_damage_adds_1_to_the_endurance_check(endurance: int, rtb: str) -> None:
    match = patrol([["endurance", endurance]], damage=1)
    match.choose("stay here")
    match.choose("bypass")
    assert wahoo(match).rtb == rtb


@pytest.mark.rule("silent_war", "13.1-A", "7.1-b")
@pytest.mark.parametrize(("ultra", "second"), [([], True), ([EMPIRE], False)])
def test_ultra_adds_1_to_the_search(ultra: list[str], second: bool) -> None:
    """A 5 is white, and the row has red boxes: a second roll. With ULTRA it is a 6, which is green."""
    match = searched([["search", 5]], state={"ultra": ultra})
    assert any("second roll" in entry.why for entry in match.tape() if entry.kind == "chance") is second


@pytest.mark.rule("silent_war", "22.1", "22.2")
@pytest.mark.parametrize(("others", "second"), [(3, False), (4, True)])
def test_a_fifth_boat_takes_1_from_the_search(others: int, second: bool) -> None:
    names = ("gato", "greenling", "grouper", "growler")[:others]
    match = searched([["search", 6]], *names)
    assert any("second roll" in entry.why for entry in match.tape() if entry.kind == "chance") is second


@pytest.mark.rule("silent_war", "7.21-S3", "13.1-A")
@pytest.mark.parametrize(("search", "second"), [(7, True), (8, False)])
def test_a_tropical_storm_takes_2_from_the_search(search: int, second: bool) -> None:
    match = searched([["search", search]], state={"storms": {EMPIRE: "tropical"}})
    assert any("second roll" in entry.why for entry in match.tape() if entry.kind == "chance") is second


@pytest.mark.rule("silent_war", "23.0")
@pytest.mark.parametrize(("period", "second"), [(2, True), (3, False)])
def test_a_spotted_boat_searches_at_minus_1_until_war_period_2(period: int, second: bool) -> None:
    match = searched([["search", 6]], spotted=True, state={"war_period": period})
    assert any("second roll" in entry.why for entry in match.tape() if entry.kind == "chance") is second


@pytest.mark.rule("silent_war", "13.1-A4", "14.6-A")
def test_two_natural_zeros_meet_an_enemy_submarine() -> None:
    match = searched([["search", 0], ["search, second roll", 0]])
    assert die(match, "which enemy submarine").rule == "14.6"


@pytest.mark.rule("silent_war", "15.21", "15.23")
def test_a_boat_that_turns_for_home_of_its_own_will_makes_no_endurance_check_and_chooses_its_base() -> None:
    match = patrol([])
    match.choose("stay here")
    match.choose("bypass and return to base")
    assert not any("endurance" in entry.why for entry in match.tape() if entry.kind == "chance")
    assert match.decision.kind == "home"
    assert "Pearl Harbor" in match.decision.texts


@pytest.mark.rule("silent_war", "20.2", "22.1")
@pytest.mark.parametrize("mission", [True, False])
def test_a_boat_home_from_its_special_mission_does_not_mind_the_crowd_it_leaves(mission: bool) -> None:
    """Five boats in the East China Sea. The check is on the Empire Pacific, red from 8 on: an 8 less 1 for transit."""
    boats = ("gato", "greenling", "grouper", "growler")
    zone = {"missions": {"zone/okinawa": {"boats": 1, "kind": "transport", "tf_only": False}}}
    found = {name: {"place": "done", "where": "area/east_china_sea", "on_patrol": True} for name in boats}
    at_sea = {"boat/wahoo": {"place": "operating", "where": "area/east_china_sea", "on_patrol": True}}
    everyone = at_sea | {f"boat/{name}": boat for name, boat in found.items()}
    given = {"scenario": "campaign_wp2", "at": "operations", "deal": False}
    results = [*[["Transit", 0]] * mission, ["Transit", 8]]
    match = nc.load("silent_war").position(
        {**given, "results": results, "set": {"boats": everyone} | (zone if mission else {})}, seed=1
    )
    if not mission:
        match.choose("stay here")
        match.choose("bypass and return to base")
    match.choose("Pearl Harbor")
    match.choose("to North Pacific")
    assert any("Transit Event, row" in entry.why for entry in match.tape() if entry.kind == "chance") is not mission


@pytest.mark.rule("silent_war", "10.0", "10.1")
@pytest.mark.parametrize(("roll", "repaired"), [(7, True), (8, False)])
def test_a_boat_in_repair_box_1_of_pearl_harbor_is_repaired_on_7_or_less(roll: int, repaired: bool) -> None:
    boats = {"boat/wahoo": {"place": "repair_1", "where": "base/pearl_harbor"}}
    given = {"scenario": "campaign_wp2", "at": "repair", "deal": False, "results": [["repair", roll]]}
    match = nc.load("silent_war").position({**given, "set": {"boats": boats}}, seed=1)
    assert (wahoo(match).place != "repair_1") is repaired


@pytest.mark.rule("silent_war", "9.0-a")
def test_a_boat_at_the_pier_is_ready_for_sea_in_the_next_week_without_a_roll() -> None:
    boats = {"boat/wahoo": {"place": "pier_side", "where": "base/pearl_harbor"}}
    given = {"scenario": "campaign_wp2", "at": "ready", "deal": False}
    match = nc.load("silent_war").position({**given, "set": {"boats": boats}}, seed=1)
    assert wahoo(match).place == "ready"


@pytest.mark.rule("silent_war", "16.2-A")
@pytest.mark.parametrize(("roll", "stays"), [(6, False), (7, True)])
def test_a_spotted_marker_comes_off_on_6_or_less(roll: int, stays: bool) -> None:
    boats = {"boat/wahoo": {"place": "done", "where": EMPIRE, "on_patrol": True, "spotted": True}}
    given = {"scenario": "campaign_wp2", "at": "conclude", "deal": False, "results": [["Spotted", roll]]}
    match = nc.load("silent_war").position({**given, "set": {"boats": boats}}, seed=1)
    assert wahoo(match).spotted is stays


@pytest.mark.rule("silent_war", "17.0-D")
def test_the_log_tells_that_war_period_4_begins_where_a_scenario_gives_it_a_month_too() -> None:
    given = {"scenario": "campaign_allied_1944", "at": "operations", "deal": False}
    boats = {"boat/truant": {"place": "ready", "where": "base/trincomalee"}}
    october = {"month": 1944 * 12 + 9, "week": 4, "boats": boats}
    match = nc.load("silent_war").position({**given, "set": october}, seed=1)
    told: list[Any] = []
    match.events.subscribe(told.append, role="comsubpac")
    match.choose("end the turn")
    assert [str(event) for event in told if event.kind == "war_period_began"] == ["War Period 4 begins."]


@pytest.mark.rule("silent_war", "7.2-A1")
def test_a_typhoon_that_a_position_puts_where_none_can_begin_a_week_dissolves() -> None:
    given = {"scenario": "campaign_wp2", "at": "weather", "deal": False, "set": {"storms": {EMPIRE: "typhoon_2"}}}
    match = nc.load("silent_war").position({**given, "results": [["weather event", 9]]}, seed=1)
    assert match.view("comsubpac").storms == {}
