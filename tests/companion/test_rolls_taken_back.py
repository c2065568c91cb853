"""Rolls that are taken back: each alone, told by its face, and kept so in saves."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import navalcore as nc
from navalcore.errors import DamagedTape, UndoBarrier
from tests.companion.test_companions import PROCEDURES, filled
from tests.engine.forging import forged


def lines(match: Any) -> list[str]:
    """What has been told and holds."""
    events = match.snapshot("table", since=0).events
    gone = {number for event in events for number in event.fields.get("takes_back", ())}
    return [event.text for event in events if event.n not in gone and event.kind != "choice_made"]


def test_a_face_that_is_taken_back_is_named_and_nothing_before_it_is_told_again() -> None:
    match: Any = nc.load("aa50_subwar:companion").new_match(chance="physical", undo="free", history=True)
    filled(match, "hunt")
    match.choose("begin")
    match.choose("3")
    before = lines(match)
    match.choose("6")
    match.unroll()
    assert lines(match) == [*before, "Taken back: 6 (British destroyer attacks the submarine)"]
    match.unroll()
    assert lines(match)[-1] == "Taken back: 3 (British destroyer searches)"
    assert not [text for text in lines(match) if "spots" in text]
    with pytest.raises(UndoBarrier):
        match.unroll()  # the choice before it is not a roll
    match.undo()
    assert match.state.phase == "fill"
    assert not [text for text in lines(match) if text.startswith("Submarine hunt")]


@pytest.mark.parametrize(("game", "name"), PROCEDURES)
def test_each_roll_of_a_procedure_is_taken_back_alone_by_whoever_continues_from_a_link_too(game: str, name: str):
    rules: Any = nc.load(game)
    luck = Random(3)
    match = rules.new_match(chance="physical", undo="free")
    match.choose(f"ask_for/{name}")
    if match.state.phase == "fill":
        match.choose("begin")
    for _ in range(8):
        if (asked := match.decision) is None or match.state.phase != "resolve":
            break
        before = rules.states.digest(match.state)
        pick = luck.randrange(len(asked.options))
        if asked.role == nc.CHANCE:
            other = rules.position(match.position(), chance="physical", undo="free", recorded=True)
            for each in (match, other):
                each.choose(pick)
                each.unroll()
                assert (each.decision.prompt, rules.states.digest(each.state)) == (asked.prompt, before)
            again: Any = nc.loads_match(other.dumps(), rules)
            assert again.decision.prompt == asked.prompt
        match.choose(pick)


def test_an_evening_in_which_dice_were_taken_back_is_loaded_with_its_log_and_verified() -> None:
    rules: Any = nc.load("aa50_subwar:companion")
    pieces: list[str] = []
    match = rules.new_match(chance="physical", undo="free", history=True)
    match.record_to(pieces.append)
    filled(match, "hunt", destroyers=2)
    match.choose("begin")
    for face in "36":
        match.choose(face)
    match.unroll()
    match.unroll()
    match.choose("2")
    text = "".join(pieces)
    for trust in (False, True):
        again: Any = nc.loads_match(text, rules, history=True, trust=trust)
        assert (again.state, again.decision.prompt) == (match.state, match.decision.prompt)
        assert [event.text for event in again.snapshot("table", since=0).events] == [
            event.text for event in match.snapshot("table", since=0).events
        ]
    checks = {check.what: check.detail for check in nc.verify(nc.read_save_text(text)).checks}
    assert checks["taken back"].startswith("2 times, all of it played again")


def test_a_save_that_takes_back_a_roll_where_nothing_was_rolled_is_damaged(tmp_path: Path) -> None:
    match: Any = nc.load("aa50_subwar:companion").new_match(chance="physical", undo="free")
    match.record_to(tmp_path / "evening.jsonl")
    filled(match, "hunt")
    match.choose("begin")
    match.choose("3")
    match.unroll()
    match.stop_recording()
    twice = forged(tmp_path / "evening.jsonl", lambda entries: entries.append(entries[-1]))
    with pytest.raises(DamagedTape, match=r"line 6: takes back a roll, but none was made since the last choice"):
        nc.load_match(twice)


def test_a_draw_that_others_may_not_see_is_not_told_when_it_is_taken_back() -> None:
    match: Any = nc.load("uboat_cards").new_match(chance="physical", undo="free", history=True)
    drawn = match.decision.texts[0]
    match.choose(drawn)
    match.unroll()
    (told,) = [event.text for event in match.snapshot("convoy", since=0).events if event.kind == "undone"]
    assert told == "Taken back: what was rolled or drawn last"
