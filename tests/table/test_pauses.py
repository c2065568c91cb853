"""Time in which no process serves a table: it counts for no player."""

from __future__ import annotations

import asyncio
import sys
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, func, insert, select, update

from navalcore.table import _notices as notices
from navalcore.table._clock import time_left
from navalcore.table._database import Database
from navalcore.table._housekeeping import delete_unused, look_at_clocks
from navalcore.table._keeping import backup, before_pauses, check_database, prune_database, restore
from navalcore.table._messages import HouseRules
from navalcore.table._notices import NoticeSender
from navalcore.table._schema import OutboxRow, ServedRow, TurnRow
from navalcore.table._settings import Limits
from navalcore.table._signs import EVERY, SignsOfLife
from tests.table.client import GENEROUS, Match, Table, table

DAY = timedelta(days=1)
HOURS = {"move_hours": 24, "absent_days": 3, "absent": "bot"}


class Clock:
    """The time that the table's modules are told: as much later as a test says."""

    def __init__(self) -> None:
        self.ahead = timedelta()

    def goes_on(self, by: timedelta) -> None:
        """Let time pass in which nothing happens."""
        self.ahead += by

    def now(self) -> datetime:
        """The time that is told."""
        return datetime.now(UTC) + self.ahead


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time of the table's modules; they do nothing by themselves meanwhile."""
    clock = Clock()

    class AsDatetime(type):
        def __instancecheck__(cls, each: object) -> bool:
            return isinstance(each, datetime)

    class Told(datetime, metaclass=AsDatetime):
        @classmethod
        def now(cls, tz: Any = None) -> datetime:  # type: ignore[override]
            return datetime.now(tz) + clock.ahead

    for name, module in list(sys.modules.items()):
        if name.startswith("navalcore.table.") and getattr(module, "datetime", None) is datetime:
            monkeypatch.setattr(module, "datetime", Told)
    for name in ("NOTICES", "CLOCKS", "OLD"):
        monkeypatch.setattr(f"navalcore.table._housekeeping.{name}", 3600.0)
    monkeypatch.setattr("navalcore.table._housekeeping.EVERY", timedelta(hours=1))
    return clock


async def begun(at: Table, **house: Any) -> tuple[Match, str, str]:
    """A match whose clocks run; who is awaited, and the other."""
    match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "me"}, house={**HOURS, **house})
    await match.play(1)
    (waiting,) = (await match.state())["snapshot"]["waiting_for"]
    return match, waiting, {"uboat": "convoy", "convoy": "uboat"}[waiting]


async def seconds_left(match: Match, role: str) -> int:
    """What the clock of a role shows."""
    return next(int(each["seconds"]) for each in (await match.state())["clocks"] if each["role"] == role)


async def served_before(at: Table, match: Match, time: timedelta) -> None:
    """Let the match have waited so much longer while it was served."""

    def earlier(connection: Connection) -> None:
        begun = connection.execute(select(func.max(TurnRow.at)).where(TurnRow.match == match.id)).scalar_one()
        connection.execute(update(TurnRow).where(TurnRow.match == match.id).values(at=begun - time))

    await at.app.state.rows.transaction(earlier)
    room = await at.app.state.rooms.room(match.id)
    room.turns = await at.app.state.rows.turns(match.id)


@pytest.mark.parametrize("rule", ["loss", "bot", "claim"])
def test_a_player_loses_no_time_while_no_process_serves_the_table(database: str, clock: Clock, rule: str) -> None:
    async def play() -> None:
        async with table(database) as at:
            match, waiting, other = await begun(at, runs_out=rule)
            before = await seconds_left(match, waiting)
        clock.goes_on(30 * DAY)
        async with table(database) as again:
            there = Match(again, match.id, match.secrets, {})
            await look_at_clocks(again.app.state.rooms, again.app.state.rows, {})
            assert await seconds_left(there, waiting) == pytest.approx(before, abs=60)
            state = await there.state()
            assert (state["closed"], [seat["taken"] for seat in state["seats"]]) == ("", [True, True])
            assert (await there.act(other, act="seat", do="claim"))["error"]["code"] == "seat_refused"
            hand = {"act": "seat", "do": "hand", "role": waiting, "bot": ""}
            assert (await there.act(other, **hand))["error"]["code"] == "seat_refused"
            await served_before(again, there, timedelta(hours=25))
            assert await seconds_left(there, waiting) < 0, "time that was served counts, whatever was not"

    asyncio.run(play())


def test_a_machine_that_has_slept_takes_no_time_from_a_player(sqlite: str, clock: Clock) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            match, waiting, _ = await begun(at, runs_out="loss")
            before = await seconds_left(match, waiting)
            clock.goes_on(2 * DAY)
            assert await seconds_left(match, waiting) == pytest.approx(before, abs=60), "the first to ask is told so"
            await look_at_clocks(at.app.state.rooms, at.app.state.rows, {})
            assert not (await match.state())["closed"]
            clock.goes_on(EVERY)
            await look_at_clocks(at.app.state.rooms, at.app.state.rows, {})
            assert await seconds_left(match, waiting) == pytest.approx(before, abs=60), "and it stays so"

    asyncio.run(play())


def test_after_a_wrong_time_of_the_system_clocks_and_notices_go_on_as_before(sqlite: str, clock: Clock) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            match, waiting, _ = await begun(at)
            before, rows = await seconds_left(match, waiting), at.app.state.rows
            told = {"match": match.id, "role": waiting, "notice": "", "asked": clock.now(), "tries": 0, "sent": 0}
            soon = insert(OutboxRow).values(**told, due=clock.now() + timedelta(minutes=2))
            await rows.transaction(lambda connection: connection.execute(soon))
            for wrong in (5 * DAY, -5 * DAY):
                clock.goes_on(wrong)
                await rows.signs.give()
            for _ in range(20):
                clock.goes_on(EVERY)
                await rows.signs.give()
            assert await seconds_left(match, waiting) == pytest.approx(before - 200, abs=60)
            assert [due.role for due in await rows.claim_due(60, 10)] == [waiting]

    asyncio.run(play())


def test_a_restored_table_counts_no_time_between_the_backup_and_its_start(
    sqlite: str, clock: Clock, tmp_path: Path
) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            match, waiting, _ = await begun(at, runs_out="loss")
            before = await seconds_left(match, waiting)
            await backup(sqlite, tmp_path / "table.jsonl.gz")
            clock.goes_on(5 * DAY)
        new = f"sqlite:///{tmp_path / 'new.sqlite'}"
        await restore(new, tmp_path / "table.jsonl.gz")
        async with table(new) as again:
            there = Match(again, match.id, match.secrets, {})
            await look_at_clocks(again.app.state.rooms, again.app.state.rows, {})
            assert await seconds_left(there, waiting) == pytest.approx(before, abs=60)

    asyncio.run(play())


def test_a_table_is_served_while_any_of_its_processes_is_there(database: str, clock: Clock) -> None:
    async def serve() -> None:
        async with AsyncExitStack() as stack:

            async def process() -> SignsOfLife:
                rows = Database(database)
                await rows.open()
                stack.push_async_callback(rows.close)
                return rows.signs

            first, second, third = [await process() for _ in range(3)]
            await first.give()
            for _ in range(10):  # the first is killed meanwhile, and the second serves
                await second.give()
                clock.goes_on(EVERY)
            await third.give()
            await second.give()
            clock.goes_on(EVERY)
            await third.give()
            stood = sum((end - begin for begin, end in third.pauses(clock.now())), timedelta())
            assert stood.total_seconds() == pytest.approx(0, abs=1)
            await second.give(at_last=True)
            await third.give(at_last=True)
            stopped = clock.now()
            clock.goes_on(timedelta(seconds=3))
            last = await process()
            await last.give()
            *_, (begin, end) = last.pauses(clock.now())
            assert (begin - stopped).total_seconds() == pytest.approx(0, abs=1)
            assert (end - begin).total_seconds() == pytest.approx(3, abs=1), "a short restart does not count either"

    asyncio.run(serve())


def test_commands_that_look_after_a_table_do_not_serve_it(sqlite: str, clock: Clock, tmp_path: Path) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            await begun(at)
        clock.goes_on(DAY)
        await backup(sqlite, tmp_path / "table.jsonl.gz")
        assert [fault async for _, fault in check_database(sqlite, at.app.state.rooms.game_of)] == [""]
        assert await prune_database(sqlite, 2, 2) == 0
        async with table(sqlite) as again:
            rows = again.app.state.rows
            assert len(await rows.read(lambda connection: connection.execute(select(ServedRow)).all())) == 2
            ((begin, end),) = rows.pauses(clock.now())
            assert (end - begin).total_seconds() == pytest.approx(DAY.total_seconds(), abs=60)

    asyncio.run(play())


def test_notices_wait_for_an_answer_only_while_the_table_is_served(
    database: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    monkeypatch.setattr(notices, "post_to", lambda address, _body: sent.append(address))
    limits = Limits(tell_after=60, remind=24)

    async def to_be_told(at: Table) -> Match:
        page = {"Authorization": f"Page {(await at.post('/page', {}, status=201))['secret']}"}
        wish = {"channel": "webhook", "address": "https://a.example/x"}
        await at.http.post("/api/page/notices", json=wish, headers=page)
        match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "me"})
        for secret in match.secrets.values():
            await at.http.post("/api/page/seats", json={"match": match.id, "secret": secret}, headers=page)
        waiting = (await match.state())["snapshot"]["waiting_for"]
        while (await match.state())["snapshot"]["waiting_for"] == waiting:
            await match.play(1)
        return match

    async def served_for(at: Table, time: timedelta) -> int:
        """How many notices are sent when the table has been served for so long."""
        for _ in range(time // EVERY):
            clock.goes_on(EVERY)
            await at.app.state.rows.signs.give()
        return await NoticeSender(at.app.state.rows, limits).send_due()

    async def play() -> None:
        async with table(database) as at:
            await to_be_told(at)
        clock.goes_on(DAY)
        async with table(database) as at:
            assert await NoticeSender(at.app.state.rows, limits).send_due() == 0, "the person could not answer"
            assert await served_for(at, timedelta(seconds=80)) == 1
        clock.goes_on(2 * DAY)
        async with table(database) as at:
            assert await NoticeSender(at.app.state.rows, limits).send_due() == 0, "nor is the reminder due"
            monkeypatch.setattr("navalcore.table._signs.LATE", 3 * DAY)
            clock.goes_on(DAY)
            assert await NoticeSender(at.app.state.rows, limits).send_due() == 1

    asyncio.run(play())
    assert len(sent) == 2


def test_a_person_is_warned_by_the_time_that_counts(sqlite: str, clock: Clock) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            match, waiting, _ = await begun(at, move_hours=30)
        clock.goes_on(28.5 * timedelta(hours=1))
        async with table(sqlite) as again:
            warned: list[str] = []

            async def tell_again(_match: str, role: str) -> None:
                warned.append(role)

            rows = again.app.state.rows
            rows.tell_again = tell_again
            await look_at_clocks(again.app.state.rooms, rows, {})
            assert warned == []
            await served_before(again, Match(again, match.id, match.secrets, {}), timedelta(hours=7))
            await look_at_clocks(again.app.state.rooms, rows, {})
            assert warned == [waiting]

    asyncio.run(play())


def test_no_match_grows_old_while_its_players_cannot_come(sqlite: str, clock: Clock) -> None:
    async def play() -> None:
        limits = replace(GENEROUS, keep_untouched=30)
        async with table(sqlite, limits) as at:
            match, _, _ = await begun(at)
        clock.goes_on(60 * DAY)
        async with table(sqlite, limits) as again:
            rows = again.app.state.rows
            await rows.signs.give()
            assert await delete_unused(rows, limits) == 0
            assert await again.get(f"/matches/{match.id}")

    asyncio.run(play())


def test_an_age_is_reached_as_much_later_as_the_table_was_not_served() -> None:
    def day(number: float) -> datetime:
        return datetime(2026, 11, 1, tzinfo=UTC) + number * DAY

    pauses = [(day(2), day(3)), (day(8), day(10))]
    assert before_pauses(day(9), []) == day(9)
    assert before_pauses(day(11), pauses) == day(11)
    assert before_pauses(day(9), pauses) == day(7)
    assert before_pauses(day(4), pauses) == day(1), "with the first pause too"


def test_a_seat_that_is_free_takes_no_time_from_who_sits_down_there() -> None:
    now = datetime(2026, 11, 25, tzinfo=UTC)
    house, turns = HouseRules(move_hours=100), [(now - timedelta(hours=50), ["a"])]

    def left(*notes: tuple[str, float], free: bool) -> float:
        written = [
            {"what": what, "role": "a", "at": (now - timedelta(hours=ago)).isoformat(), "text": ""}
            for what, ago in notes
        ]
        return time_left(house, turns, written, now, free=["a"] if free else [])["a"] / 3600

    assert left(free=False) == 100 - 50, "who has begun the match sits there from the beginning"
    assert left(free=True) == 100
    assert left(("sat", 20), free=False) == 100 - 20
    assert left(("freed", 40), free=True) == 100 - 10
    assert left(("freed", 40), ("sat", 30), free=False) == 100 - 10 - 30
    assert left(("sat", 45), ("bot", 40), ("sat", 30), ("freed", 25), free=True) == 100 - 5 - 5


@pytest.mark.parametrize("rule", ["loss", "claim"])
def test_who_sits_down_late_has_not_lost_already(sqlite: str, clock: Clock, rule: str) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            house = {**HOURS, "runs_out": rule, "absent": "free"}
            match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "person"}, house=house)
            while (await match.state())["snapshot"]["waiting_for"] == ["uboat"]:
                await match.play(1)
            await served_before(at, match, 5 * DAY)
            assert (await match.act("uboat", act="seat", do="claim"))["error"]["code"] == "seat_refused"
            assert not any(each["runs"] for each in (await match.state())["clocks"]), "the seat is free"
            seat = f"/matches/{match.id}/seats/convoy"
            await at.post(seat, {"invitation": match.invitations["convoy"], "name": "Ann"})
            await look_at_clocks(at.app.state.rooms, at.app.state.rows, {})
            assert not (await match.state())["closed"]
            hand = {"act": "seat", "do": "hand", "role": "convoy"}
            for act in (hand, {"act": "seat", "do": "claim"}):
                assert (await match.act("uboat", **act))["error"]["code"] == "seat_refused"

    asyncio.run(play())


def test_time_that_does_not_count_for_two_reasons_is_left_out_once() -> None:
    now = datetime(2026, 11, 25, tzinfo=UTC)

    def hours_ago(*hours: float) -> Any:
        return tuple(now - timedelta(hours=each) for each in hours)

    house, turns = HouseRules(move_hours=100, leave_days=3), [(now - timedelta(hours=50), ["a", "b"])]
    left = {"what": "left", "role": "a", "at": hours_ago(30)[0].isoformat(), "text": "1"}
    pauses = [hours_ago(60, 48), hours_ago(20, 10)]
    found = time_left(house, turns, [left], now, pauses)
    hours_not_counted = {"a": 2 + 24, "b": 2 + 10}
    assert {role: each / 3600 for role, each in found.items()} == {
        role: 100 - 50 + each for role, each in hours_not_counted.items()
    }


@pytest.mark.parametrize(
    ("turns", "now"),
    [
        # Chosen while the time of the system was five days ahead; the other then took 20 hours.
        ([(0, "uboat"), (120, "convoy"), (20, "uboat")], 21),
        # The same, and nothing has been chosen since.
        ([(0, "uboat"), (120, "convoy"), (121, "uboat")], 20),
        # Chosen while it was two hours ahead.
        ([(0, "uboat"), (2, "convoy"), (1, "uboat")], 2),
    ],
)
def test_what_others_took_after_the_time_of_the_system_was_set_back_is_not_taken_from_a_player(
    turns: list[tuple[int, str]], now: int
) -> None:
    begin = datetime(2026, 1, 1, tzinfo=UTC)
    stored = [(begin + timedelta(hours=at), [role]) for at, role in turns]
    left = time_left(HouseRules(move_hours=24), stored, [], begin + timedelta(hours=now))
    assert left["uboat"] >= 23 * 3600, "the last wait has taken an hour at most"


def test_a_look_at_the_clocks_reads_only_matches_of_which_something_may_come(
    sqlite: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = [0.0]
    monkeypatch.setattr("navalcore.table._housekeeping.monotonic", lambda: later[0])

    async def play() -> None:
        async with table(sqlite) as at:
            rooms, rows = at.app.state.rooms, at.app.state.rows
            first, second = [(await begun(at, runs_out="loss"))[0] for _ in range(2)]
            read: list[str] = []
            with_turns = rows.with_turns

            def noted(ids: list[str]) -> Any:
                read.extend(ids)
                return with_turns(ids)

            rows.with_turns = noted
            known: dict[str, Any] = {}

            async def looked_at(hours: float = 0) -> set[str]:
                read.clear()
                later[0] += 3600 * hours
                for match in (first, second) if hours else ():
                    await served_before(at, match, timedelta(hours=hours))
                await look_at_clocks(rooms, rows, known)
                return set(read)

            assert await looked_at() == {first.id, second.id}
            assert await looked_at(1) == set(), "a day is left, and the first warning is 2 hours before its end"
            before = (await first.state())["snapshot"]["waiting_for"]
            while (await first.state())["snapshot"]["waiting_for"] == before:
                await first.play(1)
            assert await looked_at() == {first.id}, "a choice was made"
            assert await looked_at(21.5) == {second.id}, "in the other less than 2 hours are left"
            assert await looked_at(2) == {first.id, second.id}
            assert [bool((await each.state())["closed"]) for each in (first, second)] == [False, True]

    asyncio.run(play())
