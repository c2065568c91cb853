"""The journal of a simulation: one writer, and nothing that is no file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from navalcore.errors import BadData, InUse
from navalcore.study import FailedMatch, SimulatedMatch
from navalcore.study._records import SimulationJournal, journal_plan

PLAYED = SimulatedMatch(0, "0", "wölfe", "sunk", 9, 4, {"uboat": 6}, ("uboat",))
FAILED = FailedMatch(1, "1", 'it said {"no"}', "")


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


@pytest.mark.parametrize(
    ("written", "put"), [('"uboat":6', '"uboat":7'), ('"choices":9', '"choices":8'), ("it said", "it says")]
)
def test_a_line_that_was_changed_after_it_was_written_is_refused_by_its_number(
    tmp_path: Path, written: str, put: str
) -> None:
    path = tmp_path / "runs.jsonl"
    journal = SimulationJournal(path, {"game": "duel"}, str)
    journal.note([PLAYED, FAILED])
    journal.close()
    again = SimulationJournal(path, {"game": "duel"}, str)
    assert (again.records, list(again.failures)) == ({0: PLAYED}, [1])
    again.close()
    text = path.read_text(encoding="utf-8")
    assert text.count(written) == 1
    path.write_text(text.replace(written, put), encoding="utf-8")
    with pytest.raises(BadData, match=r"runs.jsonl, line [23]: was changed after it was written; cut the line out"):
        SimulationJournal(path, {"game": "duel"}, str)


def test_a_line_from_before_there_were_digests_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    journal = SimulationJournal(path, {"game": "duel"}, str)
    journal.note([PLAYED])
    journal.close()
    plan, line = path.read_text(encoding="utf-8").splitlines()
    path.write_text(plan + "\n" + line.partition(',"digest"')[0] + "}\n", encoding="utf-8")
    again = SimulationJournal(path, {"game": "duel"}, str)
    assert again.records == {0: PLAYED}
    again.close()
