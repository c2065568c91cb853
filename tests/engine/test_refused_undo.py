"""What a refused undo may say while several roles choose unseen by each other."""

from __future__ import annotations

import pytest

import navalcore as nc
from navalcore.errors import UndoBarrier


def test_a_refused_undo_does_not_tell_whether_others_have_made_the_first_choice_of_the_match() -> None:
    match = nc.load("bismarck").new_match("two_player", seed=3)
    with pytest.raises(UndoBarrier) as before:
        match.undo("british")
    match.choose("DM", role="german")
    with pytest.raises(UndoBarrier) as after:
        match.undo("british")
    assert str(before.value) == str(after.value)


def test_an_undo_for_nobody_in_particular_before_any_choice_is_refused() -> None:
    with pytest.raises(UndoBarrier, match="no choice has been made yet"):
        nc.load("bismarck").new_match("two_player", seed=3).undo()
