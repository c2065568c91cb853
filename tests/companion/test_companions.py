"""Every companion: each of its procedures comes to an end, whatever people answer, and is kept, undone and loaded."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import navalcore as nc
from navalcore.errors import BadData, NotOffered
from navalcore.rules import companion_in, discover

COMPANIONS = [f"{game}:companion" for game in nc.games() if "companion" in discover().variants_of(game)]
PROCEDURES = [
    (game, procedure)
    for game in COMPANIONS
    for procedure in {
        "aa50_subwar:companion": ("hunt", "raid", "charge", "sortie", "battle", "limit", "take_off"),
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


def test_what_is_told_in_secret_in_a_match_is_told_at_the_table():
    match = nc.load("bismarck:companion").new_match(seed=1, history=True)
    match.choose("ask_for/shadow")
    match.choose("begin")
    rolled = [event for event in match.snapshot("table", since=0).events if event.kind == "dice_rolled"]
    assert rolled, "the die of 10.7, which nobody sees in a match"


def test_a_form_refuses_what_its_types_do_not_allow():
    match = nc.load("aa50_subwar:companion").new_match(seed=1)
    match.choose("ask_for/hunt")
    for wrong in ("fill/zone/sz66", "fill/destroyers/10", "fill/hunters/sweden", "fill/speed/3"):
        with pytest.raises(NotOffered):
            match.choose(wrong)
    with pytest.raises(BadData, match="no field 'speed'"):
        companion_in(match.game).procedures[0].filled({"speed": "3"})


def test_an_evening_ends_when_its_people_say_so():
    match = nc.load("aa50_subwar:companion").new_match(seed=1)
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
