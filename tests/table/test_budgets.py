"""Budgets: nothing runs where nobody is, who has used least comes first, and what was spent is refused."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import Any

import pytest

import navalcore as nc
from navalcore._session import seated_match
from navalcore.table import _budgets as budgets_module, _hindsight as hindsight, _room as room_module
from navalcore.table._budgets import SPENDER, FairQueue, Presence, TokenBucket, metered
from navalcore.table._errors import TooMany
from navalcore.table._limits import address_of
from navalcore.table._recorded_match import Past
from navalcore.table._settings import Limits
from tests.table.client import GENEROUS, table

AWAY = replace(GENEROUS, linger=0, alone=1e6, alone_choices=25)
"""A table where bots make so many choices when nobody is there."""


def test_a_match_without_a_person_is_refused(sqlite: str) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            seats = {role: {"by": "bot", "bot": "search"} for role in ("german", "british")}
            refused = await at.post("/matches", {"game": "bismarck", "seats": seats}, status=400)
            assert "needs a person" in refused["message"]
            assert await at.get("/matches") == []

    asyncio.run(play())


def test_bots_and_orders_stop_when_nobody_is_there_and_go_on_when_somebody_comes(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seated_match, "AT_ONCE", 0.0)  # a turn is one answer, or two, on every machine

    async def play() -> None:
        async with table(sqlite, AWAY) as at:
            match = await at.begin("tonnage_war", first_seat("tonnage_war"))
            role = next(iter(match.secrets))
            room = await at.app.state.rooms.room(match.id)
            assert (await match.act(role, act="order", words="match"))["ok"]
            await match.settled()
            stopped = room.revision.pieces
            assert not (await match.state())["snapshot"]["outcome"]
            assert AWAY.alone_choices <= stopped < AWAY.alone_choices + 10, "a turn of answers may be under way"
            await match.state()
            await match.settled()
            assert room.revision.pieces == stopped, "whoever watches has no seat"
            await match.act(role, act="log", since=0)
            await match.settled()
            assert room.revision.pieces > stopped

    asyncio.run(play())


def first_seat(game: str) -> dict[str, str]:
    """Me at the first seat, bots at all others."""
    return {str(next(iter(nc.load(game).roles))): "me"}


def test_bots_of_a_match_that_is_too_large_or_of_an_address_that_has_spent_all_rest() -> None:
    here = Presence()
    limits = Limits(match_bytes=100, address_bytes=1000, bots=0, bots_at_once=5)
    found = budgets_module.Budgets(limits)
    assert found.endless(here, "a", 100)
    assert not found.endless(here, "a", 101)
    found.bytes["a"] = 1001
    assert not found.endless(here, "a", 0)
    assert found.endless(here, "b", 0)
    found.bots.of("b").spend(5)
    assert not found.endless(here, "b", 0)


def test_an_address_that_keeps_too_many_unfinished_matches_begins_none(sqlite: str) -> None:
    async def play() -> None:
        async with table(sqlite, replace(GENEROUS, unfinished=2)) as at:
            one = await at.begin("uboat_cards", {"uboat": "me"})
            await at.begin("uboat_cards", {"uboat": "me"})
            wish = {"game": "uboat_cards", "seats": {"uboat": {"by": "me"}}}
            assert (await at.post("/matches", wish, status=429))["code"] == "quota"
            assert (await one.act("uboat", act="seat", do="abandon"))["ok"]
            await at.post("/matches", wish, status=201)

    asyncio.run(play())


def test_of_those_that_wait_the_address_that_has_used_least_comes_first_and_who_searches_last() -> None:
    async def play() -> None:
        queue, bills, came = FairQueue(), {name: TokenBucket(0, 100) for name in "abcd"}, []

        async def turn(name: str, searching: bool = False, cost: float = 0) -> None:
            async with queue.turn(name, searching, bills[name]):
                came.append(name)
                bills[name].spend(cost)
                await asyncio.sleep(0.01)

        await asyncio.gather(turn("a", cost=5), turn("b", cost=1))
        came.clear()
        await asyncio.gather(*(turn("d", searching=True) for _ in range(3)), turn("a"), turn("b"), turn("c"))
        assert came[:2] == ["d", "a"], "the places that are free are given at once"
        assert came[2:4] == ["c", "b"], "of the others who has used least"
        assert came[4:] == ["d", "d"]
        assert not len(queue)

    asyncio.run(play())


def test_who_is_cancelled_while_he_waits_gives_his_turn_to_another() -> None:
    async def play() -> None:
        queue, bill = FairQueue(), TokenBucket(0, 100)

        async def turn(seconds: float) -> None:
            async with queue.turn("a", False, bill):
                await asyncio.sleep(seconds)

        at_work = [asyncio.create_task(turn(0.05)) for _ in range(2)]
        gone = [asyncio.create_task(turn(9)) for _ in range(3)]
        await asyncio.sleep(0.01)
        for task in gone:
            task.cancel()
        await asyncio.wait_for(turn(0), 5)
        await asyncio.gather(*at_work)
        assert all(task.cancelled() for task in gone)

    asyncio.run(play())


def test_what_somebody_has_asked_for_is_put_on_his_bill_and_who_has_spent_all_is_refused() -> None:
    bill = TokenBucket(0, 0.01)
    SPENDER.set(bill)

    def work() -> int:
        end = time.thread_time() + 0.02
        while time.thread_time() < end:
            pass
        return 7

    assert metered(work)() == 7
    assert bill.left < 0
    with pytest.raises(TooMany):
        bill.check()
    SPENDER.set(None)
    assert metered(work) is work


def test_an_address_that_has_used_its_processor_seconds_is_refused_and_others_are_not(sqlite: str) -> None:
    async def play() -> None:
        async with table(sqlite, replace(GENEROUS, work=0, work_at_once=0.02)) as at:
            match = await at.begin("uboat_cards", first_seat("uboat_cards"))
            codes = [0]
            while codes[-1] != 429 and len(codes) < 3_000:  # a look takes less than it did, and machines differ
                codes.append((await at.http.get(f"/api/matches/{match.id}?since=0")).status_code)
            assert codes[1] == 200
            assert codes[-1] == 429

    asyncio.run(play())


def test_an_address_of_ipv6_is_what_a_household_shares() -> None:
    def of(address: str) -> str:
        return address_of({"type": "http", "client": (address, 1)})

    assert of("2001:db8:1:2:3::4") == of("2001:db8:1:2::ff") != of("2001:db8:1:3::4")
    assert of("::1") == "::1"


def test_looking_back_at_a_long_match_keeps_nobody_at_it_waiting_and_is_not_done_twice(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hindsight, "SLICE", 0.002)  # a piece at a time

    async def play() -> None:
        async with table(sqlite) as at:
            match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "me"})
            await match.play(60)
            room = await at.app.state.rooms.room(match.id)
            followed: list[int] = []
            original = Past.follow

            def counting(past: Any, piece: str) -> None:
                followed.append(1)
                time.sleep(0.005)
                original(past, piece)

            monkeypatch.setattr(Past, "follow", counting)
            looking = asyncio.create_task(match.act("uboat", act="at", decision=3))
            await asyncio.sleep(0.02)
            await match.state("uboat")
            assert not looking.done(), "who is at the match is answered while somebody looks back"
            assert (await looking)["ok"]
            whole = len(followed)
            assert whole == room.revision.pieces - 1
            await match.play(1, seed=3)
            assert (await match.act("uboat", act="at", decision=4))["ok"]
            assert len(followed) <= whole + 3, "what is there is extended"

    asyncio.run(play())


def test_a_long_match_is_loaded_from_its_last_checkpoint_and_stands_as_it_stood(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_module, "LONG", 100)

    async def play() -> None:
        async with table(sqlite) as at:
            match = await at.begin("silent_war", first_seat("silent_war"), scenario="campaign_full")
            room = await at.app.state.rooms.room(match.id)
            role = next(iter(match.secrets))
            await room.run(lambda found: [found.choose(-1 + len(found.decision.options)) for _ in range(300)] and None)
            room.go_on()
            await room.settled()
            before = await match.state(role, since=-20)
        async with table(sqlite) as again:
            choices: list[int] = []
            original = nc.Match.choose

            def counting(self: Any, *args: Any, **kwargs: Any) -> None:
                choices.append(1)
                original(self, *args, **kwargs)

            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(nc.Match, "choose", counting)
                state = await again.get(f"/matches/{match.id}?since=-20&pictures=false", match.secrets[role])
            assert not choices, "it is not played again"
            told = before["snapshot"]["told"]
            assert state["snapshot"]["told"] == told
            assert {**state, "since": 0, "snapshot": None} == {**before, "since": 0, "snapshot": None}
            assert state["snapshot"]["view"] == before["snapshot"]["view"]
            body = {"act": "log", "since": 5}
            earlier = await again.post(f"/matches/{match.id}/act", body, match.secrets[role])
            assert [event["n"] for event in earlier["said"]][:2] == [6, 7]

    asyncio.run(play())


def test_a_luck_report_is_paid_from_what_bots_have_and_whoever_asked_for_it_is_answered(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hindsight, "SLICE", 0.01)
    monkeypatch.setattr(hindsight, "SOON", 0.3)

    async def play() -> None:
        async with table(sqlite, replace(GENEROUS, bots=0, bots_at_once=1000)) as at:
            match = await at.begin("silent_war", {"comsubpac": "me"}, scenario="patrol_tang_1944")
            assert (await match.act("comsubpac", act="seat", do="resign"))["ok"]
            room = await at.app.state.rooms.room(match.id)
            budgets, origin = room._budgets, room.stored.match.origin
            budgets.bots.of(origin).spend(1000)
            asked = budgets.work.of(origin).spent
            said = [(await match.act(None, act="report"))["said"] for _ in range(2)]
            assert [each.get("done") for each in said] == [0, 0], "it waits where that is spent"
            assert budgets.work.of(origin).spent - asked < 1
            budgets.bots.of(origin).spend(-2000)
            before = budgets.bots.of(origin).spent
            while "done" in (await match.act(None, act="report"))["said"]:
                pass
            assert budgets.bots.of(origin).spent > before

    asyncio.run(play())
