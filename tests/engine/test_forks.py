"""Forks that take chance from a source of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from navalcore.components.chance import SeededChance
from navalcore.engine.chance import ScriptedChance
from navalcore.errors import BadData
from tests.engine.conftest import Lagoon


def test_a_fork_may_take_chance_from_a_script_and_is_taken_back_into_it_but_not_saved(
    lagoon: Lagoon, tmp_path: Path
) -> None:
    match = lagoon.new_match(seed=1, undo="free")
    fork = match.fork(chance=ScriptedChance(6, 2, then=SeededChance.from_seed(3)))
    fork.choose("roll a die")
    assert fork.state.score == 6
    fork.undo()
    fork.choose("roll two dice")
    assert fork.state.score == 12, "the script begins again where the fork began"
    assert match.state.score == 0
    assert fork.fork().state.score == 12
    with pytest.raises(BadData, match="other chance results cannot be saved"):
        fork.save(tmp_path / "fork.jsonl")
    with pytest.raises(BadData, match="from a seed or from a source, not from both"):
        match.fork(seed=1, chance=ScriptedChance(6))
