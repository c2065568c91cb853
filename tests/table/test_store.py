"""What the database keeps while people come and go: nobody's choice waits for, or is spoilt by, somebody else's."""

from __future__ import annotations

import asyncio
import threading
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import Connection, text

import navalcore as nc
from navalcore.errors import NotWritten
from navalcore.table._errors import NotRead
from navalcore.table._room import Room
from navalcore.table._service_rows import ServiceRows
from navalcore.table._shared import SharedRooms
from navalcore.table._store import MatchDetails, MatchStore, OutOfSync, Revision, StoredSeat
from tests.table.client import Match, table

BEGUN = Revision(0, 1)


async def opened(database: str, *matches: str) -> MatchStore:
    """A store in a database, with some matches, each of one piece."""
    rows = ServiceRows(database)
    await rows.open()
    store = MatchStore(rows)
    for match in matches:
        now = datetime.now(UTC)
        details = MatchDetails(match, "uboat_cards", "1.0", "short", {}, "barrier", False, "", now, now)
        await store.create(details, [StoredSeat("uboat", "person")], ["set-up"])
    return store


async def closed(store: MatchStore) -> None:
    """Let go of the database."""
    assert isinstance(store.rows, ServiceRows)
    await store.rows.close()


async def write(store: MatchStore, match: str, text: str) -> None:
    """Append a second piece to a match."""
    await store.append(match, BEGUN, [text], (), "")


async def pieces(store: MatchStore, match: str) -> list[str]:
    """What is stored of a match."""
    return await store.pieces(match, (await store.get(match)).revision)


def test_two_servers_that_start_at_once_on_a_new_database_both_open_it(database: str) -> None:
    def start() -> None:
        async def begin() -> None:
            await closed(await opened(database))

        try:
            asyncio.run(begin())
        except Exception as error:
            failed.append(error)

    failed: list[Exception] = []
    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


def test_whoever_goes_away_while_his_choice_is_written_holds_up_nobody_elses(database: str) -> None:
    async def play() -> None:
        store = await opened(database, "a", "b", "c")
        writing = [asyncio.create_task(write(store, match, "choice")) for match in ("a", "b", "c")]
        await asyncio.sleep(0)
        writing[0].cancel()
        async with asyncio.timeout(20):
            await asyncio.gather(*writing[1:])
        assert [await pieces(store, match) for match in ("b", "c")] == [["set-up", "choice"]] * 2
        await closed(store)

    asyncio.run(play())


def test_of_choices_written_together_the_one_that_comes_too_late_is_refused_alone(database: str) -> None:
    async def play() -> None:
        store = await opened(database, "a", "b")
        await write(store, "a", "first")
        found = await asyncio.gather(write(store, "b", "choice"), write(store, "a", "late"), return_exceptions=True)
        assert found[0] is None
        assert isinstance(found[1], OutOfSync)
        assert await pieces(store, "a") == ["set-up", "first"]
        assert await pieces(store, "b") == ["set-up", "choice"]
        await closed(store)

    asyncio.run(play())


def test_of_choices_written_together_the_one_that_cannot_be_kept_is_refused_alone(database: str) -> None:
    async def play() -> None:
        store = await opened(database, "a", "b", "c")
        found = await asyncio.gather(
            write(store, "a", "choice"), write(store, "b", "half of a pair: \ud800"),
            write(store, "c", "choice"), return_exceptions=True,
        )  # fmt: skip
        assert isinstance(found[1], NotWritten)
        assert (found[0], found[2]) == (None, None)
        assert await pieces(store, "b") == ["set-up"]
        assert [await pieces(store, match) for match in ("a", "c")] == [["set-up", "choice"]] * 2
        await closed(store)

    asyncio.run(play())


def test_two_processes_that_write_the_same_matches_at_once_make_each_choice_once(database: str) -> None:
    async def play() -> None:
        names = [f"m{number}" for number in range(20)]
        one = await opened(database, *names)
        other = await opened(database)
        found = await asyncio.gather(
            *(write(store, name, "choice") for name in names for store in (one, other)), return_exceptions=True
        )
        assert sorted(map(type, found), key=repr) == [type(None)] * 20 + [OutOfSync] * 20
        for name in names:
            assert await pieces(one, name) == ["set-up", "choice"]
        await closed(one)
        await closed(other)

    asyncio.run(play())


def test_who_is_cancelled_while_a_thread_works_waits_for_its_end() -> None:
    async def play() -> None:
        may_end, ended = threading.Event(), threading.Event()

        def work() -> None:
            may_end.wait(20)
            ended.set()

        task = asyncio.create_task(nc.Session.aside(work))
        await asyncio.sleep(0.05)
        task.cancel()
        await asyncio.sleep(0.05)
        assert not task.done(), "what the thread works on is not free yet"
        may_end.set()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert ended.is_set()

    asyncio.run(play())


def test_a_file_tells_that_others_wrote_and_not_what_this_process_wrote(sqlite: str) -> None:
    async def ask() -> list[bool]:
        mine, other = await opened(sqlite, "one", "two"), await opened(sqlite)
        assert isinstance(mine.rows, ServiceRows)
        await mine.rows.others_wrote()
        said = []
        for store, match in ((mine, "one"), (other, "two")):
            await write(store, match, "choice")
            said += [await mine.rows.others_wrote(), await mine.rows.others_wrote()]
        await closed(mine)
        await closed(other)
        return said

    assert asyncio.run(ask()) == [False, False, True, False]


def test_orders_that_two_servers_are_given_at_the_same_piece_are_both_in_force_at_both(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("navalcore.table._shared.LOOK_EVERY", 1000.0)

    async def play() -> list[list[str]]:
        async with table(database) as here, table(database) as there:
            match = await here.begin("silent_war", {"comsubpac": "me"}, scenario="campaign_full")
            other = Match(there, match.id, match.secrets, {})
            for at, words in ((match, "rest"), (other, "fight all"), (match, "staff")):
                await at.act("comsubpac", act="order", words=words)
            return [(await at.state("comsubpac"))["orders"] for at in (match, other)]

    assert asyncio.run(play()) == [["fight all", "staff", "rest: You told them to."]] * 2


def test_an_order_at_one_server_is_seen_at_the_other_at_once(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("navalcore.table._shared.LOOK_EVERY", 1000.0)

    async def play() -> list[str]:
        async with table(database) as here, table(database) as there:
            match = await here.begin("silent_war", {"comsubpac": "me"}, scenario="campaign_full")
            async with there.socket(match.id, {"secret": match.secrets["comsubpac"], "pictures": False}) as socket:
                await socket.hear("state")
                await match.act("comsubpac", act="order", words="rest")
                state = await socket.hear("state", seconds=5)
                return list(state["orders"])

    assert asyncio.run(play()) == ["rest: You told them to."]


def test_what_is_chosen_at_one_server_is_seen_at_the_other_at_once(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("navalcore.table._shared.LOOK_EVERY", 1000.0)

    async def play() -> list[int]:
        async with table(database) as here, table(database) as there:
            match = await here.begin("bismarck", {"british": "me", "german": "me"}, scenario="two_player")
            seen = []
            async with there.socket(match.id, {"secret": match.secrets["british"], "pictures": False}) as socket:
                before = (await socket.hear("state"))["snapshot"]["number"]
                for _ in range(3):
                    await match.play(1)
                    state = await socket.hear("state", seconds=5)
                    seen.append(state["snapshot"]["number"] - before)
            return seen

    assert asyncio.run(play()) == [1, 2, 3]


def test_what_others_wrote_is_seen_soon_although_the_first_look_at_it_fails(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("navalcore.table._shared.FILE_EVERY", 1000.0)
    monkeypatch.setattr("navalcore.table._shared.LOOK_EVERY", 0.1)
    whole, fails = SharedRooms._bring_up, [False]

    async def failing(rooms: SharedRooms, *ids: str) -> None:
        if fails[0] and rooms._guests:
            fails[0] = False
            raise NotRead("the file cannot be read at this moment")
        await whole(rooms, *ids)

    async def play() -> int:
        async with table(sqlite) as here, table(sqlite) as there:
            match = await here.begin("bismarck", {"british": "me", "german": "me"}, scenario="two_player")
            async with there.socket(match.id, {"secret": match.secrets["british"], "pictures": False}) as socket:
                before = (await socket.hear("state"))["snapshot"]["number"]
                await asyncio.sleep(0.3)  # both have looked at what they found when they opened it
                monkeypatch.setattr(SharedRooms, "_bring_up", failing)
                fails[0] = True
                await match.play(1)
                state = await socket.hear("state", seconds=5)
                number: int = state["snapshot"]["number"] - before
                return number

    assert asyncio.run(play()) == 1
    assert not fails[0]


def test_a_match_whose_news_cannot_be_read_at_first_is_read_again_and_keeps_no_other_from_its_news(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("navalcore.table._shared.LOOK_EVERY", 0.1)
    whole, broken = Room.catch_up, dict[str, int]()

    async def failing(room: Room, *given: Any) -> None:
        if broken.get(room.id, 0):
            broken[room.id] -= 1
            raise NotRead("the database cannot be read at this moment")
        await whole(room, *given)

    async def play() -> None:
        async with table(database) as here, table(database) as there, AsyncExitStack() as lines:
            matches = [await here.begin("uboat_cards", {"uboat": "me", "convoy": "me"}) for _ in range(3)]
            sockets = []
            for match in matches:
                hello = {"secret": match.secrets["uboat"], "pictures": False}
                sockets.append(await lines.enter_async_context(there.socket(match.id, hello)))
                await sockets[-1].hear("state")
            await asyncio.sleep(0.3)
            monkeypatch.setattr(Room, "catch_up", failing)
            broken.update({matches[0].id: 10_000, matches[1].id: 3})
            for match in matches:
                await match.play(1)
            for socket in sockets[1:]:
                assert await socket.hear("state", seconds=8)
            broken.clear()
            assert await sockets[0].hear("state", seconds=8)

    asyncio.run(play())


def test_a_database_is_let_go_of_only_when_nobody_works_on_it(sqlite: str) -> None:
    begun, may_end, ended = threading.Event(), threading.Event(), list[int]()

    def work(connection: Connection) -> None:
        begun.set()
        assert may_end.wait(60)
        ended.append(connection.execute(text("SELECT 1")).scalar_one())

    async def play() -> None:
        rows = ServiceRows(sqlite)
        await rows.open()
        working = asyncio.create_task(rows._write_alone(work))
        assert await asyncio.to_thread(begun.wait, 60)
        closing = asyncio.create_task(rows.close())
        done, _ = await asyncio.wait([closing], timeout=0.2)
        assert not done, "the connection would be closed while a thread uses it"
        may_end.set()
        await asyncio.gather(working, closing)
        assert ended == [1]

    asyncio.run(play())
