"""Matches that are kept as texts, or sent line by line: the same as in files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

import navalcore as nc
from navalcore.errors import BadData, DamagedTape, IncompatibleSave, NavalCoreError, NotWritten
from tests.engine.conftest import Lagoon, played

LINE = ("roll a die", "secretly out", "no", "do it again", "draw", "secretly in", "yes")
KEPT = sorted((Path(__file__).parents[1] / "saves").glob("*/*.jsonl"))


@pytest.fixture
def match(lagoon: Lagoon) -> Any:
    return played(lagoon.new_match("storm", seed=5, options={"turns": 8}), *LINE)


def come_to(load: Any) -> Any:
    """What loading comes to: where the match stands, or how it is refused, without the name of the file."""
    try:
        match = load()
    except NavalCoreError as error:
        return error.code, str(error).split("diverged")[-1].split(".jsonl: ")[-1].removeprefix("(text): ")
    return match.digest, match.count, match.outcome, match.tape()


@pytest.mark.parametrize("file", KEPT, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_a_text_of_any_format_and_rules_loads_or_is_refused_like_its_file(file: Path) -> None:
    assert come_to(lambda: nc.loads_match(file.read_text(encoding="utf-8"))) == come_to(lambda: nc.load_match(file))


def test_dumps_is_what_save_writes_with_its_seed_or_without(match: Any, tmp_path: Path) -> None:
    for seed in (True, False):
        match.save(tmp_path / "match.jsonl", seed=seed)
        assert match.dumps(seed=seed) == (tmp_path / "match.jsonl").read_text(encoding="utf-8")
    assert match.setup.salt in match.dumps()
    assert match.setup.salt not in match.dumps(seed=False)


def test_a_text_is_loaded_up_to_a_choice_and_goes_on_the_same_way(lagoon: Lagoon, match: Any) -> None:
    text = match.dumps()
    assert nc.loads_match(text, lagoon, to=3).count == 3
    again = nc.loads_match(text, lagoon)
    played(again, "roll two dice")
    played(match, "roll two dice")
    assert (again.digest, again.dumps()) == (match.digest, match.dumps())


def test_a_text_that_was_changed_or_is_of_another_format_or_none_is_refused(lagoon: Lagoon, match: Any) -> None:
    text = match.dumps()
    with pytest.raises(DamagedTape, match=r"\(text\), line 3: does not fit its digest"):
        nc.loads_match(text.replace("roll a die", "roll a fie"), lagoon)
    with pytest.raises(IncompatibleSave, match="has save format 9"):
        nc.loads_match(text.replace('"navalcore":5', '"navalcore":9'), lagoon)
    with pytest.raises(DamagedTape, match="is empty"):
        nc.loads_match("", lagoon)
    for junk in (None, 7, b"bytes", Path("match.jsonl")):
        with pytest.raises(BadData, match="the text of a save is a str"):
            nc.loads_match(junk, lagoon)  # type: ignore[arg-type]


def test_a_text_torn_in_its_last_line_loses_that_line_alone(lagoon: Lagoon, match: Any) -> None:
    torn = nc.read_save_text(match.dumps()[:-5])
    assert torn.torn
    assert torn.entries == tuple(match.tape()[:-1])
    assert nc.load_match(torn, lagoon).count == len(LINE) - 1


def test_a_function_is_sent_the_header_first_and_then_each_choice_with_its_results_in_one_piece(lagoon: Lagoon) -> None:
    match = lagoon.new_match("storm", seed=5, options={"turns": 8})
    texts: list[str] = []
    match.record_to(texts.append)
    assert texts[0].startswith('{"navalcore":5,"game":"lagoon"')
    assert texts[0].count("\n") == 1
    known = len(texts)
    for number, choice in enumerate(LINE, start=1):
        match.choose(choice)
        assert len(texts) == known + number
        assert texts[-1].endswith("\n")
    assert "".join(texts) == match.dumps()
    match.stop_recording()
    match.choose(0)
    assert len(texts) == known + len(LINE)


def test_a_function_is_sent_what_is_taken_back_too(lagoon: Lagoon) -> None:
    match = lagoon.new_match("storm", seed=5, undo="free")
    texts: list[str] = []
    match.record_to(texts.append)
    match.choose("roll a die")
    match.undo()
    assert texts[-1].startswith('{"kind":"undo","to":0')
    match.choose("draw")
    saved = nc.read_save_text("".join(texts))
    assert [entry.kind for entry in saved.written if entry.kind in ("choice", "undo")] == ["choice", "undo", "choice"]
    assert nc.verify(saved, lagoon).match.digest == match.digest  # type: ignore[union-attr]


def test_a_match_in_the_middle_and_a_loaded_one_are_sent_from_the_header_on(lagoon: Lagoon, match: Any) -> None:
    for each in (match, nc.loads_match(match.dumps(), lagoon)):
        texts: list[str] = []
        each.record_to(texts.append)
        assert "".join(texts) == each.dumps()
        assert nc.loads_match("".join(texts), lagoon).digest == each.digest


class Sink:
    """A database that fails now and then."""

    def __init__(self) -> None:
        self.text = ""
        self.full = False

    def __call__(self, text: str) -> None:
        if self.full:
            raise ConnectionError("gone")
        self.text += text


def test_when_the_function_raises_nothing_is_written_and_the_match_is_as_before(lagoon: Lagoon) -> None:
    match = lagoon.new_match("storm", seed=5, options={"turns": 8}, undo="free")
    sink = Sink()
    match.record_to(sink)
    match.choose("roll a die")
    before, standing = sink.text, (match.digest, match.count, str(match.decision), match.tape())
    sink.full = True
    with pytest.raises(NotWritten, match="ConnectionError: gone"):
        match.choose(0)
    with pytest.raises(NotWritten, match="ConnectionError: gone"):
        match.undo()
    assert (match.digest, match.count, str(match.decision), match.tape()) == standing
    assert sink.text == before
    sink.full = False
    played(match, *LINE[1:])
    assert sink.text == match.dumps()


def test_a_function_that_raises_at_the_header_leaves_the_match_unrecorded_and_playable(lagoon: Lagoon) -> None:
    match = lagoon.new_match("storm", seed=5)
    sink = Sink()
    sink.full = True
    with pytest.raises(NotWritten, match="ConnectionError: gone"):
        match.record_to(sink)
    match.choose("roll a die")
    assert (match.count, sink.text) == (1, "")
    sink.full = False
    match.record_to(sink)
    assert sink.text == match.dumps()


def test_durable_is_refused_for_a_function(match: Any) -> None:
    with pytest.raises(BadData, match="durable is for files"):
        match.record_to(print, durable=True)


def test_a_match_goes_from_a_file_to_a_function_and_lets_go_of_the_file(lagoon: Lagoon, tmp_path: Path) -> None:
    match = lagoon.new_match("storm", seed=5)
    match.record_to(tmp_path / "journal.jsonl")
    sink = Sink()
    match.record_to(sink)
    match.choose("roll a die")
    assert nc.load_match(tmp_path / "journal.jsonl", lagoon).count == 0
    assert nc.loads_match(sink.text, lagoon).count == 1
    lagoon.new_match().save(tmp_path / "journal.jsonl")  # refused (in_use) if it were still locked


def kept(match: Any) -> list[str]:
    pieces: list[str] = []
    match.record_to(pieces.append)
    return pieces


def test_a_match_loaded_from_its_lines_goes_on_where_they_end(lagoon: Lagoon) -> None:
    match = lagoon.new_match("storm", seed=5, options={"turns": 8}, history=True)
    pieces = kept(match)
    played(match, "do nothing")
    match.undo("red")
    played(match, "roll a die", "secretly out", "no")
    match.stop_recording()
    again = nc.loads_match("".join(pieces), lagoon, history=True)
    before = len(pieces)
    again.record_to(pieces.append, resume=True)
    assert len(pieces) == before, "nothing is handed over twice"
    again.choose(0)
    match.choose(0)
    assert len(pieces) == before + 1
    third = nc.loads_match("".join(pieces), lagoon)
    assert third.digest == again.digest == match.digest
    assert nc.verify(nc.read_save_text("".join(pieces)), lagoon).match is not None


def test_a_match_loaded_on_trust_goes_on_where_its_lines_end(lagoon: Lagoon) -> None:
    match = lagoon.new_match(seed=5, options={"turns": 400}, undo="free")
    pieces = kept(match)
    while match.count < 260:
        match.choose(0)
    match.undo()
    match.stop_recording()
    again = nc.loads_match("".join(pieces), lagoon, trust=True)
    again.record_to(pieces.append, resume=True)
    again.choose(0)
    match.choose(0)
    assert nc.loads_match("".join(pieces), lagoon).digest == match.digest


def test_where_there_is_nothing_to_resume_it_is_refused(lagoon: Lagoon, match: Any, tmp_path: Path) -> None:
    pieces: list[str] = []
    with pytest.raises(BadData, match="was not loaded from a save"):
        match.record_to(pieces.append, resume=True)
    with pytest.raises(BadData, match="resume is for a function"):
        match.record_to(tmp_path / "match.jsonl", resume=True)
    text = match.dumps()
    with pytest.raises(BadData, match="not all of it was loaded"):
        nc.loads_match(text, lagoon, to=2).record_to(pieces.append, resume=True)
    with pytest.raises(BadData, match="last line is torn"):
        nc.loads_match(text + '{"kind":"cho', lagoon).record_to(pieces.append, resume=True)
    assert pieces == []


def test_events_keep_their_numbers_when_a_match_with_choices_taken_back_is_loaded(lagoon: Lagoon) -> None:
    match: Any = lagoon.new_match("storm", seed=5, options={"turns": 8}, undo="free", history=True)
    pieces = kept(match)
    for number in range(12):
        match.choose(number % len(match.decision.options))
        if number % 4 == 1:
            match.undo()
            match.undo()
    match.choose(0)
    for trust in (False, True):
        again = nc.loads_match("".join(pieces), lagoon, history=True, trust=trust)
        for role in ("red", "blue", nc.SPECTATOR, nc.UMPIRE):
            assert again.snapshot(role, since=0) == match.snapshot(role, since=0)
    assert "undone" in [event.kind for event in match.snapshot(nc.UMPIRE, since=0).events]
    assert again.undo() is None
    assert nc.loads_match("".join(pieces), lagoon, to=2, history=True).snapshot("red", since=0).told > 0


def test_a_link_to_a_save_stays_a_link_and_what_is_not_a_file_stays_what_it_is(match: Any, tmp_path: Path) -> None:
    real, link = tmp_path / "real.jsonl", tmp_path / "link.jsonl"
    match.save(real)
    link.symlink_to(real)
    match.choose(0)
    match.save(link)
    assert link.is_symlink()
    assert real.read_text(encoding="utf-8") == match.dumps()
    os.mkfifo(pipe := tmp_path / "pipe.jsonl")
    with pytest.raises(BadData, match="it is not a file"):
        match.save(pipe)
    assert pipe.is_fifo()
