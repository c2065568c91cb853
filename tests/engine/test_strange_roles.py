"""Roles that do not play: refused by name, and the match is as it was."""

from __future__ import annotations

from typing import Any

import pytest

import navalcore as nc
from navalcore.errors import UnknownName
from tests.engine.conftest import Lagoon
from tests.engine.test_match import standing

NOBODY: tuple[Any, ...] = ("purple", "", "umpire", nc.SPECTATOR, nc.UMPIRE, "RED", 0, True, (), [], {}, b"red")


@pytest.mark.parametrize("undo", ["barrier", "free"])
@pytest.mark.parametrize("role", NOBODY, ids=repr)
def test_a_role_that_does_not_play_takes_nothing_back_and_chooses_nothing(lagoon: Lagoon, role: Any, undo: Any) -> None:
    match = lagoon.new_match(seed=1, undo=undo)
    match.choose("do nothing")
    before = standing(match)
    calls = (lambda: match.undo(role), lambda: match.choose(0, role=role), lambda: match.why_not(0, role=role))
    for call in calls:
        with pytest.raises(UnknownName, match=r"no role .* that plays; it has red"):
            call()
    assert standing(match) == before


def test_an_onlooker_is_not_told_that_he_may_take_back_where_everybody_else_may(lagoon: Lagoon) -> None:
    match = lagoon.new_match(seed=1, undo="free")
    match.choose("do nothing")
    assert match.snapshot("red").may_undo
    assert not match.snapshot(nc.SPECTATOR).may_undo
