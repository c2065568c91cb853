"""Changes of many matches are written in few transactions, and nobody waits without need."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from navalcore.table import _write_queue
from navalcore.table._store import Change, Revision
from navalcore.table._write_queue import WriteQueue


def change(match: str) -> Change:
    return Change(match, Revision(0, 1), Revision(0, 2), ["piece"], {})


class Steps:
    """A database that takes no time."""

    def __init__(self) -> None:
        self.made: list[list[str]] = []
        self.queue = WriteQueue(self.step, asyncio.Lock())

    async def step(self, changes: Sequence[Change]) -> Sequence[bool]:
        self.made.append([each.match for each in changes])
        return [True] * len(changes)

    async def write(self, *matches: str) -> None:
        for match in matches:
            assert await self.queue.write(change(match))


def test_changes_of_other_matches_that_follow_soon_are_one_transaction(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_write_queue, "GATHERING", 0.5)

    async def written() -> list[list[str]]:
        steps = Steps()
        await steps.write("a", "b")
        later = []
        for match in "cde":
            later.append(asyncio.create_task(steps.write(match)))
            await asyncio.sleep(0.01)
        await asyncio.gather(*later)
        return steps.made

    assert asyncio.run(written()) == [["a"], ["b"], ["c", "d", "e"]]


def test_the_choices_of_one_match_wait_for_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_write_queue, "GATHERING", 60.0)

    async def written() -> list[list[str]]:
        steps = Steps()
        await asyncio.wait_for(steps.write("a", "a", "a", "a"), 5)
        return steps.made

    assert asyncio.run(written()) == [["a"]] * 4


def test_a_full_transaction_is_followed_by_the_next_without_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_write_queue, "GATHERING", 60.0)
    monkeypatch.setattr(_write_queue, "AT_ONCE", 2)

    async def written() -> list[list[str]]:
        steps = Steps()
        await asyncio.wait_for(asyncio.gather(*map(steps.write, "abcdef")), 5)
        return steps.made

    assert asyncio.run(written()) == [["a", "b"], ["c", "d"], ["e", "f"]]
