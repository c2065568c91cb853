"""The tape of a match hands over each of its entries once, whatever is taken back before, between and after."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import navalcore as nc
from tests.engine.conftest import Lagoon, played
from tests.engine.test_together import Regatta


def kinds(text: str) -> list[str]:
    return [json.loads(line).get("kind", "header") for line in text.splitlines()]


@pytest.mark.parametrize("recorded", [True, False])
def test_what_was_taken_back_before_a_journal_began_is_not_in_it(lagoon: Lagoon, recorded: bool) -> None:
    match = played(lagoon.new_match(seed=5, undo="free", recorded=recorded), "roll a die", "secretly in")
    match.undo()
    match.undo()
    texts: list[str] = []
    match.record_to(texts.append)
    assert kinds("".join(texts)) == ["header", "chance"]
    played(match, "do nothing")
    assert kinds("".join(texts)) == ["header", "chance", "choice"]
    assert nc.loads_match("".join(texts), lagoon).digest == match.digest


def test_a_journal_that_stopped_goes_on_after_its_last_line_and_not_before_what_was_taken_back(
    lagoon: Lagoon, tmp_path: Path
) -> None:
    path = tmp_path / "journal.jsonl"
    match = lagoon.new_match(seed=5, undo="free")
    match.record_to(path)
    played(match, "do nothing", "secretly in")
    match.stop_recording()
    played(match, "yes")
    match.undo()
    played(match, "no")
    match.record_to(path)
    assert kinds(path.read_text()) == ["header", "chance", "choice", "choice", "choice"]
    match.undo()
    match.undo()
    assert kinds(path.read_text())[-2:] == ["undo", "undo"]
    match.stop_recording()
    assert nc.verify(path, lagoon).match is not None
    assert nc.load_match(path, lagoon).digest == match.digest


@pytest.mark.parametrize("sent", [True, False])
def test_a_choice_taken_out_from_among_those_of_others_is_in_a_journal_only_if_it_was_there(sent: bool) -> None:
    match: Any = Regatta().new_match(seed=5, recorded=True)
    texts: list[str] = []
    while len(match.decisions) < 2:
        match.choose(0)
    first, second = list(match.decisions)[:2]
    match.choose(0, role=first)
    match.choose(0, role=second)
    if sent:
        match.record_to(texts.append)
    match.undo(first)
    if not sent:
        match.record_to(texts.append)
    match.choose(1, role=first)
    text = "".join(texts)
    assert kinds(text).count("undo") == sent
    assert kinds(text).count("choice") == match.count + sent
    assert nc.loads_match(text, Regatta()).digest == match.digest == nc.loads_match(match.dumps(), Regatta()).digest
