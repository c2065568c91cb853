"""A match that is recorded in memory is saved without being played again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import navalcore as nc
from navalcore.errors import NavalCoreError
from tests.engine.conftest import Lagoon, played

LINE = ("roll a die", "secretly out", "no", "do it again", "draw", "secretly in")


def test_a_save_after_two_thousand_choices_runs_not_one_step_again(
    lagoon: Lagoon, begun: list[str], tmp_path: Path
) -> None:
    match = lagoon.new_match(seed=5, options={"turns": 2000}, recorded=True)
    while match.count < 2000:
        assert match.decision is not None
        match.choose(match.count % 3 % len(match.decision.options))
    assert len(begun) > 500
    begun.clear()
    match.save(tmp_path / "one.jsonl")
    match.dumps(seed=False)
    tape = match.tape()
    match.record_to(tmp_path / "two.jsonl")
    assert begun == []
    match.stop_recording()
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()
    assert tuple(tape) == nc.read_save(tmp_path / "one.jsonl").entries
    lagoon.new_match(seed=5).save(tmp_path / "other.jsonl")
    assert begun, "a match that is not recorded is played again"


@pytest.mark.parametrize("chance", ["seeded", "committed", "physical"])
def test_a_recorded_match_has_the_file_of_one_that_is_not(lagoon: Lagoon, chance: Any) -> None:
    def saved(recorded: bool) -> str:
        match = lagoon.new_match(seed=5, salt="5" * 32, chance=chance, recorded=recorded, undo="free")
        while match.count < 6:
            assert match.decision is not None
            match.choose(LINE[match.count] if match.decision.role != "chance" else 0)
        match.undo()
        with pytest.raises(NavalCoreError):
            match.choose("fly away")
        match.choose("secretly out")
        return match.dumps()

    with_undo, without = saved(True), saved(False)
    match = nc.loads_match(with_undo, lagoon)
    assert match.dumps() == without
    assert nc.verify(nc.read_save_text(with_undo), lagoon).error is None


def test_a_fork_of_a_recorded_match_is_a_match_of_its_own(lagoon: Lagoon) -> None:
    match = played(lagoon.new_match(seed=5, recorded=True), *LINE)
    before = match.dumps()
    fork = match.fork(seed=7)
    played(fork, "no")
    assert match.dumps() == before
    assert nc.loads_match(fork.dumps(), lagoon).digest == fork.digest
