"""The rooms of a process: those that nobody needs are left, and whoever comes back finds the match as it is stored."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest
from sqlalchemy import update

import navalcore as nc
from navalcore._session.acts import SeatChoose
from navalcore._session.clicks import Clicks
from navalcore._session.players import Players
from navalcore.errors import StaleDecision, UnknownName
from navalcore.table import _messages as messages, _rooms as rooms
from navalcore.table._errors import SeatRefused
from navalcore.table._recorded_match import Past, RecordedMatch
from navalcore.table._room import Room
from navalcore.table._rooms import Rooms
from navalcore.table._schema import MatchRow
from navalcore.table._seat_handler import SeatHandler
from navalcore.table._seats import digest_of, new_seats
from navalcore.table._settings import Limits
from navalcore.table._store import MatchStore, OutOfSync, StoredSeat
from navalcore.table._text_rows import TextRows
from tests.table.client import table
from tests.table.memory import MemoryStore

PEOPLE = (StoredSeat("uboat", "person"), StoredSeat("convoy", "person"))
BOTS = (StoredSeat("uboat", "bot", "random"), StoredSeat("convoy", "bot", "random"))


@asynccontextmanager
async def opened() -> AsyncIterator[Rooms]:
    """Rooms over a store in which nothing is stored."""
    found = Rooms(MatchStore(TextRows(MemoryStore())), nc.load)
    yield found
    await found.stop()


async def begin(found: Rooms, seats: Any = PEOPLE) -> Room:
    """Begin a match."""
    return await found.begin(partial(RecordedMatch.new, nc.load("uboat_cards"), "short", {}, "barrier"), False, seats)


async def choose(room: Room, times: int = 1) -> None:
    """Let whoever is asked choose the first option."""

    def first(match: nc.AnyMatch) -> None:
        match.choose(0)

    for _ in range(times):
        await room.run(first)
        room.go_on()


@pytest.fixture
def at_most_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """One room stays open though nobody is in it."""
    monkeypatch.setattr(rooms, "Limits", lambda: Limits(room_bytes=1))


@pytest.mark.usefixtures("at_most_one")
def test_a_room_that_nobody_is_in_is_left_when_there_are_too_many() -> None:
    async def play() -> None:
        async with opened() as found:
            first = await begin(found)
            await first.settled()
            assert await found.room(first.id) is first
            second = await begin(found)
            assert await found.room(second.id) is second
            again = await found.room(first.id)
            assert again is not first
            assert again.id == first.id

    asyncio.run(play())


@pytest.mark.usefixtures("at_most_one")
def test_a_room_stays_open_while_a_guest_is_in_it_and_until_the_last_guest_has_left() -> None:
    async def play() -> None:
        async with opened() as found:
            room = await begin(found)
            await room.settled()
            async with found.guest(room.id) as guested:
                async with found.guest(room.id):
                    await begin(found)
                await begin(found)
                assert await found.room(room.id) is guested is room
            await begin(found)
            assert await found.room(room.id) is not room

    asyncio.run(play())


@pytest.mark.usefixtures("at_most_one")
def test_a_room_whose_bots_are_answering_is_not_left(monkeypatch: pytest.MonkeyPatch) -> None:
    thinking, endless = threading.Event(), threading.Event()

    def think(_self: Any, _seconds: float) -> bool:
        thinking.set()
        endless.wait(20)
        return False

    monkeypatch.setattr(Players, "answer", think)

    async def play() -> None:
        async with opened() as found:
            try:
                room = await begin(found, BOTS)
                async with asyncio.timeout(20):
                    while not thinking.is_set():
                        await asyncio.sleep(0.01)
                for _ in range(2):
                    await begin(found)
                assert room.answering
                assert await found.room(room.id) is room, "its bots would answer beside those of another room"
            finally:
                endless.set()

    asyncio.run(play())


def test_a_bot_that_searches_is_lent_what_its_role_may_imagine_in_a_new_room_and_in_one_that_is_opened_again() -> None:
    async def play() -> None:
        rows = MemoryStore()
        here, there = (Rooms(MatchStore(TextRows(rows)), nc.load) for _ in range(2))
        seats = (StoredSeat("uboat", "bot", "search:200"), StoredSeat("convoy", "bot", "search:200"))
        match_id = (await begin(here, seats)).id
        for found in (here, there):
            room = await found.room(match_id)
            before = len(await choices(room))
            async with asyncio.timeout(60):
                while len(await choices(room)) < before + 2:
                    assert room.trouble == ""
                    await asyncio.sleep(0.01)
            await found.stop()

    asyncio.run(play())


def test_two_who_open_a_match_at_the_same_time_are_in_one_room() -> None:
    async def play() -> None:
        async with opened() as found:
            match_id = (await begin(found)).id
            async with opened() as others:
                others.store = found.store
                one, two = await asyncio.gather(others.room(match_id), others.room(match_id))
                assert one is two
                with pytest.raises(UnknownName):
                    await others.room("nothing")

    asyncio.run(play())


# ---- in sync with the store -----------------------------------------------------------------------------------------


@asynccontextmanager
async def twice() -> AsyncIterator[tuple[Room, Room]]:
    """A match that two processes have open."""
    rows = MemoryStore()
    here, there = (Rooms(MatchStore(TextRows(rows)), nc.load) for _ in range(2))
    one = await begin(here)
    yield one, await there.room(one.id)
    await here.stop()
    await there.stop()


async def choices(room: Room) -> list[int]:
    """The choices of a room's match."""
    return await room.look(lambda match: list(match.choices()))


def test_who_acts_on_what_another_process_has_changed_acts_on_the_match_as_it_is_stored() -> None:
    async def play() -> None:
        async with twice() as (one, two):
            await choose(one, 2)
            await choose(two)
            assert len(await choices(two)) == 3
            await one.catch_up()
            assert await choices(one) == await choices(two)

    asyncio.run(play())


def test_what_is_refused_only_because_others_have_written_is_tried_again_on_what_they_wrote() -> None:
    async def play() -> None:
        async with twice() as (one, two):
            await choose(one, 2)

            def third(match: nc.AnyMatch) -> None:
                if match.count < 2:
                    raise StaleDecision("look again")
                match.choose(0)

            await two.run(third)
            assert len(await choices(two)) == 3

    asyncio.run(play())


def test_what_is_refused_where_nobody_else_has_written_is_refused_once() -> None:
    async def play() -> None:
        async with opened() as found:
            room = await begin(found)
            asked = []

            def refuse(_match: nc.AnyMatch) -> None:
                asked.append(1)
                raise StaleDecision("look again")

            with pytest.raises(StaleDecision):
                await room.run(refuse)
            assert asked == [1]

    asyncio.run(play())


def test_what_fails_in_the_midst_has_not_happened() -> None:
    async def play() -> None:
        async with opened() as found:
            room = await begin(found)
            await choose(room)

            def fail(match: nc.AnyMatch) -> None:
                match.choose(0)
                raise RuntimeError("in the midst")

            with pytest.raises(RuntimeError):
                await room.run(fail)
            assert len(await choices(room)) == 1
            await choose(room)
            assert len(await choices(room)) == 2

    asyncio.run(play())


def test_standing_orders_that_another_process_gave_and_took_back_are_followed() -> None:
    async def play() -> None:
        async with twice() as (one, two):
            role = await one.look(lambda match: next(iter(match.decisions)))
            other = next(each for each in ("uboat", "convoy") if each != role)
            await one.run(lambda _: one.orders(other).give("stop  sunk"))
            await two.catch_up()
            assert two.seat(other).orders == ("stop sunk",)
            await one.run(lambda _: one.orders(other).take_back())
            await two.catch_up()
            assert two.seat(other).orders == ()

    asyncio.run(play())


def test_a_match_whose_pieces_the_rules_do_not_make_is_out_of_sync() -> None:
    game = nc.load("uboat_cards")
    recorded = RecordedMatch.new(game, "short", {}, "barrier")
    for _ in range(2):
        recorded.match.choose(0)
    pieces = list(recorded.fresh)
    assert followed(game, pieces).match.choices() == recorded.match.choices()
    for wrong in (
        ["".join(pieces[0].splitlines(keepends=True)[:-1]), *pieces[1:]],
        [pieces[0], pieces[2]],
        [*pieces[:2], pieces[2] + " "],
        [pieces[0], pieces[1].replace('"choice"', '"undo"')],
    ):
        with pytest.raises(OutOfSync):
            followed(game, wrong)


def followed(game: nc.AnyGame, pieces: list[str]) -> RecordedMatch:
    """The match of pieces."""
    recorded = RecordedMatch.begun(game, pieces[0])
    for piece in pieces:
        recorded.follow(piece)
    return recorded


def test_a_choice_that_was_taken_back_by_whomever_is_not_the_last_one_any_more() -> None:
    for by_its_role in (True, False):
        game = nc.load("uboat_cards")
        recorded = Past(game.new_match("short", undo="free", history=True))
        role, decision = next(iter(recorded.match.decisions.items()))
        act = SeatChoose(act="choose", keys=(decision.key(0),), decision=decision.number, click="late")
        clicks = Clicks(recorded.match)
        recorded.match.choose(0)
        assert clicks.answered(role, act)
        assert [choice.role for choice in recorded.made] == [role]
        recorded.match.undo(role if by_its_role else None)
        assert clicks.answered(role, act) is None, "a late click is refused and not believed"
        assert recorded.made == []


# ---- seats ----------------------------------------------------------------------------------------------------------


def test_a_secret_that_another_process_has_given_out_opens_its_seat_and_one_that_nobody_has_opens_none() -> None:
    async def play() -> None:
        async with opened() as found:
            room = await begin(found)
            assert await found.store.take_seat(room.id, "convoy", None, digest_of("7" * 32), "Ann")
            assert [seat.taken for seat in room.places] == [False, False], "this room has not heard of it"
            assert await room.role_of("7" * 32) == "convoy"
            assert await room.role_of(None) == nc.SPECTATOR
            with pytest.raises(SeatRefused):
                await room.role_of("8" * 32)

    asyncio.run(play())


def test_a_state_told_since_an_older_edition_has_all_events_of_the_present_one() -> None:
    async def play() -> None:
        async with opened() as found:
            room = await begin(found)
            await choose(room, 3)

            async def state(since: int, edition: int | None = None) -> messages.State:
                return await SeatHandler(room, "uboat", messages.Hello(since=since, edition=edition)).state()

            whole = await state(0)
            told = whole.snapshot.told
            room.revision = replace(room.revision, edition=1)
            for edition, since in ((0, 0), (2, 0), (1, told - 1), (None, told - 1)):
                heard = await state(told - 1, edition)
                assert heard.since == since, f"heard of edition {edition}"
                assert [event.n for event in heard.snapshot.events] == list(range(since + 1, told + 1))
            beyond = await state(told + 1, 1)
            assert beyond.since == 0
            assert (await state(told, 1)).since == told
            assert (await state(-2, 1)).since == told - 2
            assert (await state(-told - 5, 1)).since == 0

    asyncio.run(play())


def test_a_seat_is_sent_nothing_while_nothing_changes_and_then_only_what_it_has_not_been_told() -> None:
    async def play() -> None:
        async with opened() as found:
            room = await begin(found)
            states = SeatHandler(room, "uboat", messages.Hello(pictures=False)).states()
            first = json.loads(await anext(states))
            coming = asyncio.ensure_future(anext(states))
            for _ in range(3):
                await room.seats_changed()
                await room.look(lambda _: None)
                await asyncio.sleep(0.02)
            assert not coming.done(), "nobody has sat down"
            await choose(room)
            second = json.loads(await asyncio.wait_for(coming, 20))
            told = first["snapshot"]["told"]
            assert second["since"] == told
            numbers = [event["n"] for event in second["snapshot"]["events"]]
            assert numbers == list(range(told + 1, second["snapshot"]["told"] + 1))
            assert numbers
            await found.store.take_seat(room.id, "convoy", None, digest_of("7" * 32), "Ann")
            await room.seats_changed()
            third = json.loads(await asyncio.wait_for(anext(states), 20))
            assert third["seats"] != second["seats"]
            assert third["snapshot"]["events"] == []

    asyncio.run(play())


def test_the_seats_of_a_new_match_are_as_wished_for_and_each_secret_opens_its_own() -> None:
    game = nc.load("uboat_cards")
    for public in (False, True):
        wish = messages.NewMatch(
            game=game.id, public=public, name="Ann",
            seats={"uboat": messages.SeatWish(by="me"), "convoy": messages.SeatWish(by="person")},
        )  # fmt: skip
        seats, told = new_seats(game, wish)
        mine, theirs = {seat.role: seat for seat in seats}["uboat"], {seat.role: seat for seat in seats}["convoy"]
        assert (mine.kind, mine.name, mine.taken) == ("person", "Ann", True)
        assert (theirs.kind, theirs.name, theirs.taken) == ("person", "", False)
        assert (theirs.invitation is None) == public
        assert sorted(told[0]) == ["role", "secret", "title"]
        assert ("invitation" in told[1]) != public
    bots, nobody = new_seats(game, messages.NewMatch(game=game.id))
    assert nobody == []
    assert all(seat.kind == "bot" and seat.bot for seat in bots), "without a wish the game's first bot"


def test_bots_answer_until_their_time_is_over_and_say_whether_they_would_go_on() -> None:
    game = nc.load("uboat_cards")
    match = game.new_match("short", seed=1)
    players = Players(match, dict.fromkeys(game.roles, "bot:standard"))
    assert players.answer(-1.0), "one answer is given in any case"
    assert match.count == 1
    assert not players.answer(600.0)
    assert match.over


@pytest.mark.parametrize("way", ["by its host", "as it is old"])
def test_a_match_that_was_deleted_is_gone_in_every_process_and_keeps_none_from_news_of_others(
    database: str, way: str
) -> None:
    async def play() -> None:
        async with table(database) as at, table(database) as other:
            gone, kept = [await at.begin("uboat_cards", {"uboat": "me"}) for _ in range(2)]
            async with AsyncExitStack() as stack:
                lines = {}
                for match in (gone, kept):
                    hello = {"secret": match.secrets["uboat"], "pictures": False}
                    lines[match.id] = await stack.enter_async_context(other.socket(match.id, hello))
                    await lines[match.id].hear("state")
                if way == "by its host":
                    assert (await gone.act("uboat", act="seat", do="delete"))["ok"]
                else:
                    old = (
                        update(MatchRow).where(MatchRow.id == gone.id).values(changed=datetime(2026, 1, 1, tzinfo=UTC))
                    )
                    await at.app.state.rows.transaction(lambda connection: connection.execute(old))
                    assert await at.app.state.rows.delete_older(datetime(2026, 1, 2, tzinfo=UTC), finished=False) == 1
                await kept.play(1)
                assert (await lines[kept.id].hear("state"))["snapshot"]["number"] > 0
                for each in (at, other):
                    assert (await each.get(f"/matches/{gone.id}", status=404))["code"] == "unknown_name"
                async with asyncio.timeout(5):
                    while gone.id in other.app.state.rooms._guests:  # the socket there is still attended
                        await asyncio.sleep(0.05)

    asyncio.run(play())
