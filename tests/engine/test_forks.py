"""Forks that take chance from a source of their own."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any
from weakref import ref

import pytest

import navalcore as nc
from navalcore._match.match import driver_of
from navalcore._play.chance import ScriptedChance
from navalcore.components._chance import SeededChance
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


def left_over(match: Any, role: str) -> list[Any]:
    """What is left of forks of the match that nobody holds, without the garbage collector."""
    match.fork()
    gc.disable()
    try:
        forks = [match.fork(), match.fork(seed=2), match.fork(seed=2, as_seen_by=role)]
        for fork in forks:
            fork.choose(0)
        drivers = [ref(driver_of(fork)) for fork in forks]
        del fork, forks
        return [driver() for driver in drivers if driver() is not None]
    finally:
        gc.enable()


def test_a_fork_that_nobody_holds_is_gone_at_once_without_the_garbage_collector(lagoon: Lagoon) -> None:
    match = lagoon.new_match(seed=1)
    match.choose("roll a die")
    assert left_over(match, "blue") == []


def test_so_is_a_fork_in_the_middle_of_simultaneous_choices() -> None:
    match = nc.load("bismarck").new_match("two_player", seed=1)
    while len(match.decisions) < 2:
        match.choose(0)
    assert left_over(match, "british") == []
