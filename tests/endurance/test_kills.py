"""A few kills of those that ``make endurance`` counts, and kills of a library that loses something."""

from __future__ import annotations

import os
from typing import Any

import pytest

from navalcore._saves import files, journal

if not hasattr(os, "fork"):
    pytest.skip("a system that cannot fork", allow_module_level=True)

from tests.endurance.kills import WAYS, kill_one, kills


@pytest.mark.parametrize("number", range(len(WAYS)))
def test_after_kill_9_nothing_acknowledged_is_lost_and_the_match_goes_on(number: int) -> None:
    child = kill_one(number)
    assert child.way == WAYS[number]


def found_by(kill: range) -> str:
    """The first fault that these kills find."""
    return next((fault for number in kill for fault in kills(number, number + 1).faults), "")


def test_a_journal_that_is_written_later_than_it_says_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    write, ours = journal.JournalWriter.__call__, os.getpid()
    waiting: list[str] = []

    def late(writer: Any, text: str) -> None:
        waiting.append(text)
        if len(waiting) == 5 or os.getpid() == ours:
            write(writer, "".join(waiting))
            waiting.clear()

    monkeypatch.setattr(journal.JournalWriter, "__call__", late)
    assert "is neither" in found_by(range(0, 90, len(WAYS)))


def test_a_torn_text_that_is_taken_as_whole_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = files.SaveReader.take

    def careless(reading: Any, line: bytes, number: int) -> None:
        taken(reading, line if line.endswith(b"\n") else line + b"\n", number)

    monkeypatch.setattr(files.SaveReader, "take", careless)
    assert "damaged" in found_by(range(120))
