"""The stream of a seat: complete, in order, and silent where nothing is new."""

from __future__ import annotations

import asyncio
import json
import logging
from threading import Thread
from typing import Any

import pytest

import navalcore as nc
from navalcore.bots import Bot, RandomBot
from navalcore.errors import UnknownName

CARDS = nc.load("uboat_cards")
CONVOYS = nc.load("tonnage_war")


def choose(snapshot: nc.Snapshot, index: int = -1) -> str:
    assert snapshot.decision is not None
    options = snapshot.decision.options
    return json.dumps({"act": "choose", "keys": [options[index].key], "decision": snapshot.decision.number})


def varied(snapshot: nc.Snapshot) -> str:
    assert snapshot.decision is not None
    return choose(snapshot, snapshot.number % len(snapshot.decision.options))


def whole(snapshots: list[nc.Snapshot]) -> bool:
    """Whether no event is lost, none comes twice, and the last snapshot has the outcome."""
    numbers = [event.n for snapshot in snapshots for event in snapshot.events]
    return numbers == list(range(1, len(numbers) + 1)) and snapshots[-1].outcome is not None


def test_each_seat_has_a_stream_of_snapshots_that_ends_with_the_outcome() -> None:
    async def play() -> dict[str, list[nc.Snapshot]]:
        seen: dict[str, list[nc.Snapshot]] = {role: [] for role in (*CONVOYS.roles, nc.SPECTATOR)}

        async def sit(session: nc.Session, role: str) -> None:
            seat = session.seat(role)
            async for snapshot in seat:
                seen[role].append(snapshot)
                if snapshot.decision is not None:
                    assert json.loads(await seat.act(varied(snapshot)))["ok"]

        async with nc.Session(CONVOYS.new_match(seed=17)) as session:
            await asyncio.gather(*[sit(session, role) for role in seen])
        return seen

    assert all(map(whole, asyncio.run(play()).values()))


def test_a_plain_program_has_the_same_streams_in_its_threads() -> None:
    match = CONVOYS.new_match(seed=17)
    seen: dict[str, list[nc.Snapshot]] = {role: [] for role in CONVOYS.roles}
    with nc.Session(match) as session:

        def sit(role: str) -> None:
            seat = session.seat(role)
            for snapshot in seat:
                seen[role].append(snapshot)
                if snapshot.decision is not None:
                    seat.act_now(varied(snapshot))

        people = [Thread(target=sit, args=[role], daemon=True) for role in seen]
        for person in people:
            person.start()
        for person in people:
            person.join(timeout=60)
    assert match.over
    assert all(map(whole, seen.values()))


def test_clients_that_answer_whatever_they_are_sent_do_not_chase_each_other() -> None:
    """Two simple clients: each answers every snapshot, with its last decision if it has no other, and says all twice.
    Every refused act used to wake both, for ever.
    """

    async def play() -> tuple[int, dict[str, int]]:
        match = nc.load("bismarck").new_match("two_player", seed=2)
        sent = dict.fromkeys(match.game.roles, 0)

        async def sit(session: nc.Session, role: str) -> None:
            seat, last = session.seat(role), '{"act": "choose", "keys": [0], "decision": 0}'
            while (snapshot := await seat.news(timeout=0.3)) is not None:
                sent[role] += 1
                if snapshot.decision is not None and sent[role] < 30:
                    last = choose(snapshot)
                await seat.act(last)
                await seat.act(last)

        async with nc.Session(match) as session:
            await asyncio.gather(*[sit(session, role) for role in sent])
        return match.count, sent

    made, sent = asyncio.run(play())
    assert made >= 30
    assert all(1 < messages <= made + 2 for messages in sent.values())


def test_a_refused_act_and_a_look_wake_nobody_and_a_change_from_outside_does() -> None:
    async def play() -> list[bool]:
        match = CARDS.new_match(seed=17)
        async with nc.Session(match) as session:
            seats = [session.seat(role) for role in ("uboat", "convoy", nc.SPECTATOR)]
            found = [await seat.news() is not None for seat in seats]
            await seats[0].act('{"act": "choose", "keys": ["pass"], "decision": 0}')
            await session.look(lambda match: match.digest)
            await session.run(lambda match: match.why_not("pass"))
            found += [await seat.news(0.05) is None for seat in seats]
            await session.run(lambda match: match.choose("discard Dive"))
            found += [await seat.news(1) is not None for seat in seats]
        return found

    assert asyncio.run(play()) == [True] * 9


def test_a_client_that_comes_back_goes_on_after_what_it_was_told() -> None:
    match = CARDS.new_match(seed=17)
    session = nc.Session(match)
    seat = session.seat("uboat")
    first = seat.news_now()
    assert first is not None
    seat.act_now(choose(first))
    again = session.seat("uboat", since=first.told).news_now()
    assert again is not None
    assert [event.n for event in again.events] == [first.told + 1, first.told + 2]
    assert session.seat("uboat", since=10**6).news_now() is not None


def test_who_reads_slowly_gets_one_snapshot_for_all_that_has_happened() -> None:
    match = CARDS.new_match(seed=17, seats={"convoy": "bot:standard"})
    session = nc.Session(match)
    acting, slow = session.seat("uboat"), session.seat(nc.SPECTATOR)
    first = slow.news_now()
    assert first is not None
    for _ in range(12):
        snapshot = acting.news_now(0)
        assert snapshot is not None
        acting.act_now(choose(snapshot, 0))
    late = slow.news_now(0)
    assert late is not None
    assert [event.n for event in late.events] == list(range(first.told + 1, late.told + 1))
    assert late.told - first.told > 20
    assert slow.news_now(0) is None


def test_what_a_cancelled_reader_has_not_got_is_not_lost() -> None:
    async def play() -> list[int]:
        match = CARDS.new_match(seed=17)
        async with nc.Session(match) as session:
            seat = session.seat("uboat")
            got: list[object] = []
            for _ in range(20):
                reading = asyncio.create_task(seat.news())
                await asyncio.sleep(0)
                reading.cancel()
                got += await asyncio.gather(reading, return_exceptions=True)
            read = [each for each in got if isinstance(each, nc.Snapshot)]
            if not read and (late := await seat.news(10)) is not None:
                read = [late]
        return [len(snapshot.events) for snapshot in read]

    assert asyncio.run(play()) == [12]


def test_closing_a_session_ends_its_streams_and_its_bots() -> None:
    async def play() -> tuple[list[int], int]:
        match = nc.load("silent_war").new_match("campaign_full", seed=1, seats={"comsubpac": "bot:random"})
        seen: list[int] = []

        async def read(session: nc.Session) -> None:
            async for snapshot in session.seat(nc.SPECTATOR):
                seen.append(snapshot.told)

        async with nc.Session(match) as session:
            reading = [asyncio.create_task(read(session)) for _ in range(2)]
            await asyncio.sleep(0.3)
        await asyncio.wait_for(asyncio.gather(*reading), 10)
        made = match.count
        await asyncio.sleep(0.2)
        assert not match.over
        return seen, match.count - made

    seen, after = asyncio.run(asyncio.wait_for(play(), 60))
    assert len(seen) >= 2
    assert after == 0


def test_bots_answer_beside_and_play_a_match_of_their_own_to_the_end() -> None:
    async def play() -> list[nc.Snapshot]:
        match = CARDS.new_match("short", seed=1, seats=dict.fromkeys(CARDS.roles, "bot:standard"))
        async with nc.Session(match) as session:
            return [snapshot async for snapshot in session.seat("convoy")]

    assert whole(asyncio.run(asyncio.wait_for(play(), 60)))


def test_seats_given_to_a_session_stand_above_those_of_the_match() -> None:
    session = nc.Session(CARDS.new_match(seed=1), seats={"uboat": "bot:random"})
    assert dict(session.seats) == {"uboat": "bot:random", "convoy": "person"}
    snapshot = session.seat("convoy").news_now()
    assert snapshot is not None
    assert snapshot.decision is not None
    with pytest.raises(UnknownName, match="no bot 'genius'"):
        nc.Session(CARDS.new_match(seed=1), seats={"uboat": "bot:genius"})
    with pytest.raises(UnknownName, match="umpire"):
        session.seat("umpire")
    with pytest.raises(UnknownName, match="raider"):
        session.seat("raider")


def test_a_bot_that_fails_is_trouble_of_the_session_and_no_error_of_a_client(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> int:
        raise ValueError("no idea")

    monkeypatch.setattr(RandomBot, "decide", fail)
    match = CARDS.new_match(seed=17, seats={"convoy": "bot:random"})
    session = nc.Session(match)
    seat = session.seat("uboat")
    caplog.set_level(logging.CRITICAL, "navalcore")
    while match.decision is not None and match.decision.role == "uboat":
        snapshot = seat.news_now(0)
        assert snapshot is not None
        assert json.loads(seat.act_now(choose(snapshot)))["ok"]
    assert "failed on" in session.trouble
    assert "no idea" in session.trouble
    monkeypatch.undo()
    session.go_on_now()
    assert session.trouble == ""
    assert issubclass(RandomBot, Bot)


def test_a_match_that_kept_no_history_is_told_from_its_beginning() -> None:
    match = CARDS.new_match(seed=17)
    match.choose("discard Dive")
    snapshot = nc.Session(match).seat("uboat").news_now()
    assert snapshot is not None
    other: Any = CARDS.new_match(seed=17, history=True)
    other.choose("discard Dive")
    assert snapshot == other.snapshot("uboat", since=0)


def test_the_session_of_a_saved_match_goes_on_with_those_who_sat_there() -> None:
    match = CARDS.new_match(seed=17, seats={"convoy": "bot:standard"})
    session = nc.Session(match)
    seat = session.seat("uboat")
    for _ in range(5):
        snapshot = seat.news_now(0)
        assert snapshot is not None
        seat.act_now(choose(snapshot, 0))
    resumed = nc.Session(nc.loads_match(match.dumps(), history=True))
    assert dict(resumed.seats) == dict(session.seats)
    snapshot = resumed.seat("uboat", since=seat.told).news_now()
    assert snapshot is not None
    assert json.loads(resumed.seat("uboat").act_now(choose(snapshot, 0)))["ok"]


class Storing(nc.Session):
    """A session of one's own, which stores what was done before anybody hears of it."""

    def __init__(self, match: nc.AnyMatch) -> None:
        super().__init__(match)
        self.stored: list[int] = []

    async def run(self, action: Any, pool: Any = None) -> Any:
        result = await super().run(action, pool)
        self.stored.append(await self.look(lambda match: match.count))
        return result


def test_a_session_of_ones_own_hears_of_every_act_however_little_the_last_one_took() -> None:
    async def play() -> list[int]:
        async with Storing(CARDS.new_match(seed=17)) as session:
            seats = {role: session.seat(role) for role in CARDS.roles}
            asked = "uboat"
            for _ in range(12):
                snapshot = await seats[asked].news(10)
                assert snapshot is not None
                if snapshot.decision is not None:
                    assert json.loads(await seats[asked].act(choose(snapshot, 0)))["ok"]
                asked = await session.look(lambda match: str(match.decision.role) if match.decision else "uboat")
        return session.stored

    stored = asyncio.run(play())
    assert stored == list(range(1, len(stored) + 1))
    assert len(stored) > 3
