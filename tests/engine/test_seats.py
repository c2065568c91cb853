"""Who sits where: arranged when a match begins, kept in its save, and played by the bots that sit there."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest

import navalcore as nc
from navalcore._saves.tape import header_line
from navalcore.errors import BadData, DamagedTape, IncompatibleSave, UnknownName

CARDS = nc.load("uboat_cards")
SEATS = {"uboat": "bot:standard", "convoy": "person"}


def seated(**how: Any) -> Any:
    return CARDS.new_match(seed=17, seats={"uboat": "bot:standard"}, **how)


def test_seats_stay_with_a_match_that_is_saved_loaded_forked_copied_pickled_or_recorded() -> None:
    match = seated()
    pieces: list[str] = []
    match.record_to(pieces.append)
    match.play_bots()
    others = [nc.loads_match(match.dumps()), nc.loads_match("".join(pieces)), match.fork(), copy.copy(match)]
    others.append(pickle.loads(pickle.dumps(match)))
    others.append(nc.loads_match(match.dumps(seed=False)))
    assert [dict(other.seats) for other in others] == [SEATS] * 6
    assert nc.verify(nc.read_save_text(match.dumps())).proven


def test_seats_cannot_be_changed_in_a_match_nor_in_its_file() -> None:
    match = seated()
    with pytest.raises(TypeError):
        match.seats["uboat"] = "person"
    text = match.dumps().replace('"uboat":"bot:standard"', '"uboat":"bot:easy"', 1)
    with pytest.raises(DamagedTape, match="does not fit its digest"):
        nc.read_save_text(text)


def test_a_match_without_seats_is_saved_as_before_and_sits_as_its_game_says() -> None:
    match = CARDS.new_match(seed=17)
    header = json.loads(match.dumps().splitlines()[0])
    assert header["navalcore"] == 5
    assert "seats" not in header
    assert dict(match.seats) == {"uboat": "person", "convoy": "person"}
    otto = nc.load("bismarck").new_match("solitaire", seed=1)
    assert dict(otto.seats) == {"british": "person", "german": "bot:sensible"}
    assert dict(nc.load("silent_war").new_match(seed=1).seats)["comsubsowespac"] == "nobody"


@pytest.mark.parametrize("change", [{"navalcore": 5}, {"navalcore": 4}, {"seats": None}])
def test_seats_and_format_belong_together(change: dict[str, Any]) -> None:
    header = nc.read_save_text(seated().dumps()).header
    with pytest.raises(ValueError, match="a header has seats from format 6 on"):
        type(header).model_validate({**header.model_dump(), **change})


@pytest.mark.parametrize(
    "seats", [{"raider": "person"}, {"uboat": "person"}, {**SEATS, "convoy": "nobody"}, {**SEATS, "convoy": "ghost"}]
)
def test_a_file_with_seats_that_the_game_does_not_have_is_refused(seats: dict[str, str]) -> None:
    lines = seated().dumps().splitlines(keepends=True)
    header = nc.read_save_text(lines[0]).header.model_copy(update={"seats": seats})
    with pytest.raises(IncompatibleSave):
        nc.loads_match(header_line(header))


@pytest.mark.parametrize("taken_by", ["me", "", "bot", "bot:", "bot: standard", "bot:a\nb", 3, None, "nobody"])
def test_a_seat_is_for_a_person_or_a_bot(taken_by: Any) -> None:
    with pytest.raises(BadData, match="seat"):
        CARDS.new_match(seats={"uboat": taken_by})
    with pytest.raises(UnknownName, match="it has uboat, convoy"):
        CARDS.new_match(seats={"raider": "person"})
    with pytest.raises(BadData, match="seats are who sits where"):
        CARDS.new_match(seats="uboat")  # type: ignore[arg-type]


def test_where_the_game_seats_a_bot_another_or_a_person_may_sit_and_nobody_where_nobody_decides() -> None:
    bismarck = nc.load("bismarck")
    assert dict(bismarck.new_match("solitaire").seats) == {"british": "person", "german": "bot:sensible"}, "15.1"
    for other in ("bot:hard", "person"):
        match = bismarck.new_match("solitaire", seats={"german": other})
        assert dict(match.seats) == {"british": "person", "german": other}
    with pytest.raises(BadData, match="taken by person, not by nobody"):
        bismarck.new_match(seats={"german": "nobody"})
    with pytest.raises(BadData, match="taken by nobody"):
        nc.load("silent_war").new_match(seats={"comsubsowespac": "bot:easy"})


def test_bots_play_until_a_person_is_asked_and_choose_the_same_for_the_same_seed() -> None:
    ends = []
    for _ in range(2):
        match = seated()
        for _ in range(20):
            match.play_bots()
            assert match.decision is not None
            assert match.decision.role == "convoy"
            match.choose(0)
        ends.append(match.choices())
    assert ends[0] == ends[1]


def test_bots_of_all_seats_play_to_the_end_or_to_a_limit() -> None:
    match = CARDS.new_match("short", seed=1, seats=dict.fromkeys(CARDS.roles, "bot:random"))
    match.play_bots(limit=7)
    assert match.count == 7
    match.play_bots()
    assert match.over


def test_bots_of_a_match_without_seats_do_nothing_and_bots_leave_rolls_to_people() -> None:
    match = CARDS.new_match(seed=1)
    match.play_bots()
    assert match.count == 0
    by_hand = CARDS.new_match(seats=dict.fromkeys(CARDS.roles, "bot:random"), chance="physical")
    by_hand.play_bots()
    assert by_hand.decision is not None
    assert by_hand.decision.role == "chance"


def test_a_bot_that_the_game_does_not_have_is_refused_when_it_is_to_play() -> None:
    match = CARDS.new_match(seats={"uboat": "bot:genius"})
    with pytest.raises(UnknownName, match="no bot 'genius'; it has sensible"):
        match.play_bots()


def test_undo_with_a_number_takes_back_one_choice_of_a_double_click() -> None:
    match = nc.load("bismarck").new_match("two_player", seed=3)
    for _ in range(3):
        match.choose(match.decisions["british"].options[-1], role="british")
    match.undo("british", decision=3)
    with pytest.raises(nc.StaleDecision, match="made 2 choices, not 3"):
        match.undo("british", decision=3)
    for wrong in (True, "2", 2.0):
        with pytest.raises(BadData, match="as a number"):
            match.undo("british", decision=wrong)  # type: ignore[arg-type]
    with pytest.raises(BadData, match="name the role"):
        match.undo(decision=2)
    with pytest.raises(UnknownName):
        match.undo("italian", decision=2)
    assert match.count == 2
    match.undo("british", decision=2)
    match.undo("british", decision=1)
    assert match.count == 0
