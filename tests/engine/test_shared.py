"""Matches in asynchronous programs."""

import asyncio
from typing import Any

import pytest

import navalcore as nc


def table(**how: Any) -> Any:
    return nc.SharedMatch(nc.load("uboat_cards").new_match(seed=17, history=True, **how))


def test_each_seat_has_a_stream_of_snapshots_that_ends_with_the_outcome() -> None:
    async def play() -> dict[str, list[Any]]:
        match = table()
        seen: dict[str, list[Any]] = {role: [] for role in ("uboat", "convoy", nc.SPECTATOR)}

        async def sit(role: str) -> None:
            async for snapshot in match.snapshots(role):
                seen[role].append(snapshot)
                if snapshot.decision is not None:
                    last = len(snapshot.decision.options) - 1
                    await match.choose(last, role=role, decision=snapshot.decision.number)

        await asyncio.gather(*[sit(role) for role in seen])
        return seen

    for snapshots in asyncio.run(play()).values():
        assert snapshots[-1].outcome is not None
        numbers = [event.n for snapshot in snapshots for event in snapshot.events]
        assert numbers == list(range(1, len(numbers) + 1)), "no event is lost and none comes twice"


def test_a_snapshot_is_sent_with_odds_on_request() -> None:
    async def ask() -> Any:
        match = table()
        return await match.snapshot("uboat"), await match.snapshot("uboat", odds=True)

    plain, told = asyncio.run(ask())
    assert [option.chances for option in plain.decision.options] == [None] * 6
    assert all(option.chances.outcomes for option in told.decision.options)


def test_the_second_of_two_clicks_at_once_is_refused_and_the_loop_goes_on() -> None:
    async def click() -> list[Any]:
        match = table()
        clicks = [match.choose(0, role="uboat", decision=0) for _ in range(2)]
        return await asyncio.gather(*clicks, return_exceptions=True)

    first, second = asyncio.run(click())
    assert first is None
    assert isinstance(second, nc.NavalCoreError)
    assert second.code == "stale_decision"


def test_a_refused_choice_leaves_the_table_usable() -> None:
    async def try_it() -> int:
        match = table()
        with pytest.raises(nc.NavalCoreError):
            await match.choose("play Torpedo", role="uboat")
        await match.choose(0, role="uboat")
        await match.undo("uboat")
        snapshot = await match.snapshot("uboat", since=0)
        return int(snapshot.number)

    assert asyncio.run(try_it()) == 0
