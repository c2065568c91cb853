"""Acts at a table that come at the same moment, or are cut off between two writes: each is made whole or refused."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from navalcore.errors import NotWritten
from navalcore.table._acts import SeatLifeAct
from navalcore.table._errors import SeatRefused
from navalcore.table._life import SeatLife
from navalcore.table._seats import digest_of
from navalcore.table._store import MatchStore, StoredMatch
from tests.table.client import Match, Table, table


def just_before(monkeypatch: pytest.MonkeyPatch, table_of: Table, act: str, other: Callable[[], Any]) -> list[Any]:
    """Let another act happen once, after ``act`` was decided and before it is written; what that was answered."""
    rows, answers = table_of.app.state.rooms.store.rows, list[Any]()
    write = getattr(rows, act)

    async def late(*given: Any) -> Any:
        if not answers:
            answers.append(None)
            answers[0] = await other()
        return await write(*given)

    monkeypatch.setattr(rows, act, late)
    return answers


def test_a_match_is_not_deleted_under_a_person_who_sits_down_at_that_moment(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "person"})
            taking = {"invitation": match.invitations["convoy"], "name": "Ann"}
            seated = just_before(
                monkeypatch, at, "delete", lambda: at.post(f"/matches/{match.id}/seats/convoy", taking)
            )
            refused = await match.act("uboat", act="seat", do="delete")
            assert refused["error"]["code"] == "seat_refused"
            assert (await at.get(f"/matches/{match.id}", seated[0]["secret"]))["snapshot"]["role"] == "convoy"

    asyncio.run(play())


def test_a_seat_is_given_to_a_bot_in_one_piece_whatever_cannot_be_written_then(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with table(database) as at:
            match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "me"})
            with monkeypatch.context() as broken:

                async def fails(*_given: Any) -> Any:
                    raise NotWritten("the disk is full")

                broken.setattr(at.app.state.rooms.store.rows, "write", fails)
                assert (await match.act("convoy", act="seat", do="hand", bot=""))["ok"]
                room = await at.app.state.rooms.room(match.id)
                await room.settled()
            seat = next(each for each in (await match.state("uboat"))["seats"] if each["role"] == "convoy")
            assert not seat["taken"]
        async with table(database) as at:  # the next process finds the bot's order, and the bot plays
            again = Match(at, match.id, match.secrets, {})
            stored: StoredMatch = await at.app.state.rooms.store.get(match.id)
            assert [(order.role, order.words) for order in stored.orders] == [("convoy", "match")]
            for _ in range(2):
                asked = (await again.state("uboat"))["snapshot"]["decision"]
                if asked is not None:
                    assert (await again.choose("uboat", asked["options"][0], asked))["ok"]
                await again.settled()
            assert "convoy" not in (await again.state("uboat"))["snapshot"]["waiting_for"]

    asyncio.run(play())


def test_a_bot_that_gets_a_seat_plays_whatever_orders_its_person_has_left_there(sqlite: str) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "me"})
            for words in ("stop boat", "rest"):
                assert (await match.act("convoy", act="order", words=words))["ok"]
            assert (await match.act("convoy", act="seat", do="hand", bot=""))["ok"]
            await match.act("uboat", act="order", words="match")
            await match.settled()
            assert (await match.state())["snapshot"]["outcome"], "the match is played to its end"

    asyncio.run(play())


def test_a_hand_over_that_meets_a_choice_is_decided_again_and_loses_no_order(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with table(database) as at, table(database) as other:
            match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "me"})
            there = Match(other, match.id, match.secrets, {})

            async def orders() -> Any:
                return await there.act("uboat", act="order", words="always pass")

            ordered = just_before(monkeypatch, at, "amend", orders)
            assert (await match.act("convoy", act="seat", do="hand", bot=""))["ok"]
            assert ordered[0]["ok"]
            found = {(each.role, each.words) for each in (await MatchStore(other.app.state.rows).get(match.id)).orders}
            assert found == {("convoy", "match"), ("uboat", "always pass")}

    asyncio.run(play())


def test_who_claims_at_one_process_is_told_the_clock_that_another_has_stored(database: str) -> None:
    """A process that has not heard of a choice yet would see the clock of its player run on."""

    async def play() -> None:
        house = {"move_hours": 1}
        async with table(database) as at:
            match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "me"}, house=house)
            await match.play(1)
            room = await at.app.state.rooms.room(match.id)
            async with table(database) as other:
                there = Match(other, match.id, match.secrets, {})
                (before,) = (await there.state())["snapshot"]["waiting_for"]
                at.app.state.rooms._listener.cancel()
                while (await there.state())["snapshot"]["waiting_for"] == [before]:
                    await there.play(1)
            claimant = {"uboat": "convoy", "convoy": "uboat"}[before]
            known, act = len(room.turns), SeatLifeAct(act="seat", do="claim")
            with pytest.raises(SeatRefused, match="nothing to claim"):
                await SeatLife(room, claimant, digest_of(match.secrets[claimant])).act(act)
            assert len(room.turns) > known

    asyncio.run(play())
