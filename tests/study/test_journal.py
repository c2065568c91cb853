"""The journal of a simulation: one writer, and nothing that is no file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from navalcore.errors import BadData, InUse
from navalcore.study._records import SimulationJournal, journal_plan


def test_a_second_simulation_is_refused_a_journal_in_use_and_gets_it_afterwards(tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    first = SimulationJournal(path, {"game": "duel"}, str)
    with pytest.raises(InUse, match="is being recorded to"):
        SimulationJournal(path, {"game": "duel"}, str)
    first.close()
    SimulationJournal(path, {"game": "duel"}, str).close()
    assert [each.name for each in tmp_path.iterdir()] == ["runs.jsonl"]


def test_what_is_no_file_is_no_journal_and_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for odd in (pipe, tmp_path, Path("/dev/zero")):
        with pytest.raises(BadData, match="cannot be read"):
            SimulationJournal(odd, {"game": "duel"}, str)
        with pytest.raises(BadData, match="cannot be read"):
            journal_plan(odd)
