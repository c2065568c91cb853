"""Every companion: each of its procedures comes to an end, whatever people answer, and is kept, undone and loaded."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import navalcore as nc
from navalcore.errors import BadData, NotOffered
from navalcore.rules import companion_in, discover
from navalcore.testing import check_game

COMPANIONS = [f"{game}:companion" for game in nc.games() if "companion" in discover().variants_of(game)]
PROCEDURES = [
    (game, procedure)
    for game in COMPANIONS
    for procedure in {
        "aa50_subwar:companion": ("hunt", "raid", "charge", "sortie", "battle", "limit", "take_off", "clear"),
        "silent_war:companion": ("search", "attack", "counterattack", "combat", "upkeep"),
        "tonnage_war:companion": ("engagement", "convoy"),
        "bismarck:companion": ("shadow", "search", "battle"),
    }[game]
]
MOST = 400


def carried_out(match: Any, seed: int) -> list[str]:
    """Answer whatever is asked at random, until the procedure has ended; what was told."""
    random, told = Random(seed), match.count
    while match.state.phase == "resolve":
        assert match.count - told < MOST, "it does not end"
        match.choose(random.randrange(len(match.decision.options)))
    return [event.text for event in match.snapshot("table", since=0).events]


def test_every_game_with_a_board_or_cards_of_its_own_has_a_companion():
    assert {game.partition(":")[0] for game in COMPANIONS} == {"aa50_subwar", "silent_war", "tonnage_war", "bismarck"}


@pytest.mark.parametrize(("game", "name"), PROCEDURES)
def test_a_procedure_ends_whatever_is_answered_and_its_evening_can_be_loaded(game: str, name: str):
    found = nc.load(game)
    match = found.new_match(seed=2, undo="free", history=True)
    match.choose(f"ask_for/{name}")
    if match.state.phase == "fill":
        match.choose("begin")
    carried_out(match, 2)
    assert match.state.desk.runs == 1
    again = nc.loads_match(match.dumps(), found)
    assert again.view("table") == match.view("table")
    match.undo()
    assert match.state.desk.runs == 0


@pytest.mark.rule("aa50_subwar", "S25", "S18")
def test_england_starves_at_the_limit_that_the_group_has_set_for_her():
    match: Any = nc.load("aa50_subwar:companion").new_match(chance="physical", undo="free")
    for key in ("ask_for/limit", "fill/space/england", "fill/limit/1", "begin", "ask_for/raid", "fill/zone/sz7"):
        match.choose(key)
    for key in ("fill/submarines/3", "fill/raiders/germany", "fill/convoys/uk", "begin"):
        match.choose(key)
    while match.decision.role == nc.CHANCE:
        match.choose("3")
    assert match.state.marks == {"sz7": 1}, "C1 is the limit of Sz7"
    for key in ("ask_for/charge", "fill/convoys/uk", "begin"):
        match.choose(key)
    assert match.state.charges == {"england": 1}
    assert match.state.starved


def test_what_is_told_in_secret_in_a_match_is_told_at_the_table():
    match: Any = nc.load("bismarck:companion").new_match(seed=1, history=True)
    match.choose("ask_for/shadow")
    match.choose("begin")
    rolled = [event for event in match.snapshot("table", since=0).events if event.kind == "dice_rolled"]
    assert rolled, "the die of 10.7, which nobody sees in a match"


def test_a_form_refuses_what_its_types_do_not_allow():
    match: Any = nc.load("aa50_subwar:companion").new_match(seed=1)
    match.choose("ask_for/hunt")
    for wrong in ("fill/zone/sz66", "fill/destroyers/10", "fill/hunters/sweden", "fill/speed/3"):
        with pytest.raises(NotOffered):
            match.choose(wrong)
    with pytest.raises(BadData, match="no field 'speed'"):
        companion_in(match.game).procedures[0].filled({"speed": "3"})


def test_an_evening_ends_when_its_people_say_so():
    match: Any = nc.load("aa50_subwar:companion").new_match(seed=1)
    match.choose("end the evening")
    assert match.outcome is not None
    assert match.outcome.ending == "evening_over"


@pytest.mark.parametrize(
    "desk",
    [
        {"procedure": "sink"},
        {"recent": ["sink"]},
        {"procedure": "hunt", "values": {"zone": "sz99"}},
        {"last": {"hunt": {"speed": "3"}}},
    ],
)
def test_a_link_with_what_there_is_not_is_refused(desk: dict[str, Any]):
    with pytest.raises(BadData):
        nc.load("aa50_subwar:companion").position({"at": "fill", "set": {"desk": desk}})


UNFIT = [
    ("aa50_subwar", "hunt", {"destroyers": "0"}, "destroyers", "at least 1 destroyer, fighter or bomber"),
    ("aa50_subwar", "hunt", {"hunters": "us", "prey": "uk"}, "prey", "give German, Japanese or Italian"),
    ("aa50_subwar", "raid", {"submarines": "0"}, "submarines", "at least 1 submarine, ship or fighter"),
    ("aa50_subwar", "raid", {"zone": "sz62"}, "convoys", "give Japanese"),
    ("aa50_subwar", "raid", {"zone": "sz1"}, "zone", "set a limit of your own"),
    ("aa50_subwar", "sortie", {"guards": "germany"}, "guards", "give British, American"),
    ("aa50_subwar", "battle", {"against_destroyers": "0"}, "against_destroyers", "at least 1 ship"),
    ("aa50_subwar", "battle", {"submarines": "0"}, "submarines", "at least 1 submarine, cruiser or fighter"),
    ("tonnage_war", "engagement", {"sr": "0"}, "sr", "at least 1 escort"),
    ("tonnage_war", "engagement", {"card": "air_patrol"}, "card", "SR cannot go out"),
    ("tonnage_war", "engagement", {"answer": "flak_1"}, "answer", "nothing, an evade card or fire at escorts"),
    (
        "tonnage_war",
        "engagement",
        {"boat_is_damaged": "yes", "answer": "fire_at_escorts"},
        "answer",
        "nothing or an evade",
    ),
    ("bismarck", "battle", {"with_british": "Hood"}, "with_british", "nobody else"),
]


@pytest.mark.parametrize(("game", "name", "values", "field", "right"), UNFIT)
def test_a_form_that_makes_no_sense_cannot_begin_and_says_which_field_and_what_would_be_right(
    game: str, name: str, values: dict[str, str], field: str, right: str
):
    match: Any = nc.load(f"{game}:companion").new_match(seed=1, undo="free")
    match.choose(f"ask_for/{name}")
    for each, value in values.items():
        match.choose(f"fill/{each}/{value}")
    assert "begin" not in match.decision.texts
    assert match.view("table").misfit[0] == field
    assert right in match.view("table").misfit[1]
    (refused,) = match.decision.refusals()
    assert (refused.text, refused.reason) == ("begin", ": ".join(match.view("table").misfit))
    with pytest.raises(NotOffered):
        match.choose("begin")
    for _ in values:
        match.undo()
    assert match.view("table").misfit is None
    match.choose("begin")


def test_a_ship_that_was_sunk_this_evening_does_not_fight_again():
    match: Any = nc.load("bismarck:companion").new_match(seed=1, history=True)
    match.choose("ask_for/battle")
    for seed in range(20):
        if match.view("table").misfit is not None:
            break
        match.choose("begin")
        carried_out(match, seed)
    field, words = match.view("table").misfit
    sunk = match.state.desk.values[field]
    assert any(mark.text.startswith(f"{sunk}: sunk") for mark in match.view("table").marks)
    assert words == f"{sunk} was sunk this evening; name another ship"


def test_a_link_with_a_procedure_under_way_that_cannot_be_is_refused():
    desk = {"procedure": "hunt", "values": {"destroyers": "0"}}
    game = nc.load("aa50_subwar:companion")
    with pytest.raises(BadData, match="field destroyers of hunt: nobody hunts"):
        game.position({"at": "resolve", "set": {"desk": desk}})
    game.position({"at": "fill", "set": {"desk": desk}})  # a form may be passed on half filled in


@pytest.mark.parametrize("game", COMPANIONS)
def test_the_kit_carries_procedures_out_and_finds_nothing_hidden_nor_any_other_fault(game: str):
    found = nc.load(game)
    report = check_game(found, matches=1, scenarios=[next(iter(found.scenarios))], options={}, shrinking=False)
    assert not report.failures, report.text()
    assert report.coverage.steps["resolve"] > 2
    assert report.coverage.choices < 200, "an evening of the kit ends soon, however many values its forms have"


def test_a_counter_on_the_display_is_in_no_real_cup_any_more():
    match: Any = nc.load("silent_war:companion").new_match(chance="physical", undo="free")
    match.choose("ask_for/combat")
    match.choose("begin")
    while "piece from cup" in match.decision.prompt.lower():
        match.choose(0)
    pieces = [unit.piece for unit in match.state.combat.units]
    assert len(set(pieces)) == len(pieces)
    marks = [mark.text for mark in match.view("table").marks]
    assert len([mark for mark in marks if mark.startswith("Column ")]) == len(pieces) == 6


@pytest.mark.rule("silent_war", "17.0-1")  # after the last number the War Period advances whatever is rolled
def test_the_upkeep_of_a_month_asks_for_dice_alone_and_says_when_the_real_cups_are_sorted():
    match: Any = nc.load("silent_war:companion").new_match(chance="physical", undo="free", history=True)
    for key in ("ask_for/upkeep", "fill/month/1942-11", "fill/war_period/1", "fill/ships/200", "fill/tonnage/800"):
        match.choose(key)
    match.choose("begin")
    while match.state.phase == "resolve":
        assert set(match.decision.texts) <= set(map(str, range(10)))
        match.choose("9")
    told = [event.text for event in match.snapshot("table", since=0).events if event.kind == "resolved"]
    assert "War Period 2 (sort the cups anew, 3.15)" in told[0]
