"""What may be stored of a match, and what is refused: the same over a database and over a browser's rows of text."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from navalcore.errors import UnknownName
from navalcore.table._service_rows import ServiceRows
from navalcore.table._store import MatchDetails, MatchStore, OutOfSync, Revision, StoredOrder, StoredSeat
from navalcore.table._text_rows import TextRows
from tests.table.memory import MemoryStore

BEGUN = datetime(2026, 11, 1, tzinfo=UTC)
MATCH = MatchDetails("a", "uboat_cards", "1.0", "short", {"x": [1]}, "barrier", False, "promise", BEGUN, BEGUN)
INVITED, MINE, THEIRS = "1" * 64, "2" * 64, "3" * 64
TURN, STOP = StoredOrder("uboat", "turn", 1), StoredOrder("convoy", "stop sunk", 1)

Test = Callable[[MatchStore], Awaitable[None]]


@pytest.fixture(params=["texts", "sqlite", "postgresql"])
def over(request: pytest.FixtureRequest) -> Callable[[Test], None]:
    """Runs a test over a store in which nothing is stored."""
    url = None if request.param == "texts" else request.getfixturevalue(request.param)

    async def go(test: Test) -> None:
        if url is None:
            await test(MatchStore(TextRows(MemoryStore())))
            return
        rows = ServiceRows(url)
        await rows.open()
        try:
            await test(MatchStore(rows))
        finally:
            await rows.close()

    return lambda test: asyncio.run(go(test))


async def begun(store: MatchStore, *seats: StoredSeat, pieces: tuple[str, ...] = ("set-up",), **details: Any) -> None:
    """Store a match with these seats."""
    await store.create(replace(MATCH, **details), seats or [StoredSeat("uboat", "person")], pieces)


def test_all_that_is_stored_of_a_match_is_found_again(over: Callable[[Test], None]) -> None:
    async def play(store: MatchStore) -> None:
        seats = (
            StoredSeat("uboat", "person", name="Ann", secret=MINE), StoredSeat("convoy", "person", invitation=INVITED),
            StoredSeat("ally", "bot", "random"), StoredSeat("umpire", "nobody"),
        )  # fmt: skip
        await begun(store, *seats, pieces=("set-up", "first"))
        found = await store.get("a")
        made = {name: getattr(found.match, name) for name in ("created", "changed")}
        assert replace(found.match, **{name: time.replace(tzinfo=UTC) for name, time in made.items()}) == replace(
            MATCH, pieces=2
        )
        assert found.seats == seats, "in the order of the game's roles"
        assert found.revision == Revision(0, 2)
        assert await store.pieces("a", found.revision) == ["set-up", "first"]
        assert await store.pieces("a", found.revision, 1) == ["first"]
        assert await store.pieces("a", Revision(0, 1)) == ["set-up"], "no further than it is asked for"

    over(play)


def test_a_match_that_is_not_there_is_unknown_and_one_that_is_there_is_not_stored_over(
    over: Callable[[Test], None],
) -> None:
    async def play(store: MatchStore) -> None:
        await begun(store, id="ab")
        with pytest.raises(UnknownName):
            await store.get("a")
        with pytest.raises(UnknownName):
            await store.take_seat("a", "uboat", None, MINE, "")
        with pytest.raises(OutOfSync):
            await store.append("a", Revision(0, 1), ["first"], (), "")
        with pytest.raises(OutOfSync):
            await begun(store, StoredSeat("convoy", "person"), id="ab")
        assert (await store.get("ab")).seats == (StoredSeat("uboat", "person"),)

    over(play)


# ---- seats ----------------------------------------------------------------------------------------------------------


def test_a_seat_is_taken_once_by_whoever_has_its_invitation_which_is_then_void(over: Callable[[Test], None]) -> None:
    async def play(store: MatchStore) -> None:
        await begun(store, StoredSeat("uboat", "person", invitation=INVITED), StoredSeat("convoy", "person"))
        assert not await store.take_seat("a", "uboat", None, MINE, "Ann"), "not without the invitation"
        assert not await store.take_seat("a", "uboat", THEIRS, MINE, "Ann"), "not with another one"
        assert await store.take_seat("a", "uboat", INVITED, MINE, "Ann")
        for invitation in (INVITED, None):
            assert not await store.take_seat("a", "uboat", invitation, THEIRS, "Bob"), "Ann has it"
        taken = StoredSeat("uboat", "person", name="Ann", secret=MINE)
        assert (await store.get("a")).seats == (taken, StoredSeat("convoy", "person"))

    over(play)


def test_a_seat_without_an_invitation_is_taken_once_by_anybody(over: Callable[[Test], None]) -> None:
    async def play(store: MatchStore) -> None:
        await begun(store)
        assert not await store.take_seat("a", "uboat", INVITED, MINE, "Ann"), "there is no invitation to it"
        assert not await store.take_seat("a", "convoy", None, MINE, "Ann"), "there is no such seat"
        assert await store.take_seat("a", "uboat", None, MINE, "Ann")
        assert not await store.take_seat("a", "uboat", None, THEIRS, "Bob")
        assert (await store.get("a")).seats[0].secret == MINE

    over(play)


def test_of_many_who_take_a_seat_at_the_same_time_one_gets_it(over: Callable[[Test], None]) -> None:
    async def play(store: MatchStore) -> None:
        await begun(store)
        secrets = [str(number) * 64 for number in range(6)]
        found = await asyncio.gather(*(store.take_seat("a", "uboat", None, secret, "") for secret in secrets))
        assert sorted(found) == [False] * 5 + [True]
        assert (await store.get("a")).seats[0].secret == secrets[found.index(True)]

    over(play)


def test_nobody_takes_the_seat_of_a_bot_or_one_that_is_asked_nothing(over: Callable[[Test], None]) -> None:
    async def play(store: MatchStore) -> None:
        await begun(store, StoredSeat("uboat", "bot", "random"), StoredSeat("convoy", "nobody"))
        for role in ("uboat", "convoy"):
            assert not await store.take_seat("a", role, None, MINE, "Ann")

    over(play)


def test_who_sits_down_while_another_chooses_refuses_no_choice(over: Callable[[Test], None]) -> None:
    async def play(store: MatchStore) -> None:
        await begun(store)
        revision = (await store.get("a")).revision
        assert await store.take_seat("a", "uboat", None, MINE, "Ann")
        await store.append("a", revision, ["first"], (), "")
        found = await store.get("a")
        assert (found.revision, found.seats[0].secret) == (Revision(0, 2), MINE)

    over(play)


# ---- pieces, orders, editions ---------------------------------------------------------------------------------------


def test_what_follows_on_a_revision_is_stored_once_and_what_comes_too_late_is_refused(
    over: Callable[[Test], None],
) -> None:
    async def play(store: MatchStore) -> None:
        await begun(store)
        await store.append("a", Revision(0, 1), ["first", "second"], (), "")
        for late in (Revision(0, 1), Revision(0, 2), Revision(0, 4), Revision(1, 3)):
            with pytest.raises(OutOfSync):
                await store.append("a", late, ["late"], (), "")
        found = await store.get("a")
        assert await store.pieces("a", found.revision) == ["set-up", "first", "second"]
        assert found.match.outcome == ""
        await store.append("a", found.revision, ["last"], (), "the convoy is through")
        found = await store.get("a")
        assert (found.revision, found.match.outcome) == (Revision(0, 4), "the convoy is through")
        assert found.match.changed.replace(tzinfo=UTC) > BEGUN + timedelta(1)
        assert found.match.created.replace(tzinfo=UTC) == BEGUN

    over(play)


def test_standing_orders_are_stored_with_pieces_and_without_and_replace_those_before(
    over: Callable[[Test], None],
) -> None:
    async def play(store: MatchStore) -> None:
        await begun(store)
        revision = Revision(0, 1)
        for pieces, orders in [((), (TURN, STOP)), (("first",), (STOP,)), (("second",), (STOP,)), ((), ())]:
            await store.append("a", revision, pieces, orders, "")
            after = (await store.get("a")).revision
            assert after == Revision(0, revision.pieces + len(pieces), orders)
            revision = after

    over(play)


def test_of_two_standing_orders_at_the_same_piece_the_one_that_knows_nothing_of_the_other_is_refused(
    over: Callable[[Test], None],
) -> None:
    async def play(store: MatchStore) -> None:
        await begun(store)
        await store.append("a", Revision(0, 1), [], (TURN,), "")
        for pieces, orders in [((), (STOP,)), (("first",), (STOP,)), (("first",), ())]:
            with pytest.raises(OutOfSync):
                await store.append("a", Revision(0, 1), pieces, orders, "")
        await store.append("a", Revision(0, 1, (TURN,)), [], (TURN, STOP), "")
        assert (await store.get("a")).revision == Revision(0, 1, (TURN, STOP))

    over(play)


def test_where_nothing_follows_nothing_is_written(over: Callable[[Test], None]) -> None:
    async def play(store: MatchStore) -> None:
        await begun(store)
        await store.append("a", Revision(0, 1), [], (), "")
        assert (await store.get("a")).match.changed.replace(tzinfo=UTC) == BEGUN

    over(play)


def test_a_new_edition_begins_with_its_own_pieces_and_the_edition_before_stays(over: Callable[[Test], None]) -> None:
    async def play(store: MatchStore) -> None:
        await begun(store, pieces=("set-up", "first", "second"))
        await store.append("a", Revision(0, 3), [], (TURN,), "")
        old = (await store.get("a")).revision
        new = await store.begin_edition("a", old, ["newer set-up", "newer first"], "2.0")
        found = await store.get("a")
        assert found.revision == new == Revision(1, 2), "standing orders do not go over"
        assert found.match.rules == "2.0"
        assert await store.pieces("a", new) == ["newer set-up", "newer first"]
        assert await store.pieces("a", old) == ["set-up", "first", "second"]
        with pytest.raises(OutOfSync):
            await store.begin_edition("a", old, ["late"], "2.0")
        await store.append("a", new, ["second"], (), "")
        assert await store.pieces("a", Revision(1, 3), 2) == ["second"]

    over(play)


def test_the_lobby_shows_first_where_everybody_saw_something_last(over: Callable[[Test], None]) -> None:
    async def play(store: MatchStore) -> None:
        for day, name in enumerate(["old", "new", "newest"]):
            time = BEGUN + timedelta(day)
            await begun(store, id=name, public=True, created=time, changed=time)
        await begun(store, id="private", changed=BEGUN + timedelta(9))
        await store.append("old", Revision(0, 1), ["first"], (), "", shown=BEGUN + timedelta(8))
        await store.append("new", Revision(0, 1), ["in secret"], (), "")
        found = await store.rows.public(9)
        assert [each.match.id for each in found] == ["old", "newest", "new"]
        assert [each.seats for each in found] == [(StoredSeat("uboat", "person"),)] * 3
        assert [each.match.id for each in await store.rows.public(2)] == ["old", "newest"]

    over(play)
