"""Functions that lines are sent to: what they raise and what they may not do."""

from __future__ import annotations

import pytest

import navalcore as nc
from navalcore.errors import Busy, NotWritten
from tests.engine.conftest import Lagoon, played
from tests.engine.test_misuse import MOVES


@pytest.mark.parametrize("raised", [OSError, ValueError, MemoryError, KeyboardInterrupt])
@pytest.mark.parametrize("nth", range(1, 7))
def test_a_function_that_raises_once_gets_what_it_missed_if_the_choice_is_made_again(
    nth: int, raised: type[BaseException]
) -> None:
    match = nc.load("uboat_cards").new_match(seed=1)
    calls, lines = 0, []

    def sink(text: str) -> None:
        nonlocal calls
        calls += 1
        if calls == nth:
            raise raised("no room")
        lines.append(text)

    while True:
        lines.clear()
        try:
            match.record_to(sink)
            break
        except (NotWritten, KeyboardInterrupt):
            assert not lines or nth == 2  # the header came through, and it is not enough
    failures = 0
    while match.count < 8:
        before = match.count, match.digest
        try:
            match.choose(0)
        except (NotWritten, KeyboardInterrupt):
            failures += 1
            assert (match.count, match.digest) == before
    again = nc.loads_match("".join(lines))
    assert (again.count, again.digest) == (8, match.digest)
    assert failures <= 1


def test_a_function_may_not_move_or_copy_the_match_whose_lines_it_is_sent(lagoon: Lagoon) -> None:
    match = lagoon.new_match(seed=1)
    refused: list[str] = []

    def sink(text: str) -> None:
        for call in MOVES.values():
            with pytest.raises(Busy) as busy:
                call(match)
            refused.append(busy.value.code)

    match.record_to(sink)
    played(match, "do nothing", "secretly in")
    assert match.choices() == [0, 0]
    assert set(refused) == {"busy"}
