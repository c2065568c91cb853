"""Who decides about a seat that nobody has: what the person who began the match has chosen, and all can read."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from navalcore.table._acts import SeatLifeAct
from navalcore.table._errors import SeatRefused
from navalcore.table._life import SeatActs
from navalcore.table._seats import digest_of
from navalcore.table._store import StoredSeat
from tests.table.client import Match, Table, table

MINE = {"act": "seat", "do": "hand", "role": "convoy"}


async def guest_of(at: Table, absent: str) -> Match:
    """A match whose host has given the own seat away; the person at ``uboat`` is the other, and ``convoy`` is free."""
    match = await at.begin("uboat_cards", {"convoy": "me", "uboat": "person"}, house={"absent": absent}, public=True)
    taken = await at.post(f"/matches/{match.id}/seats/uboat", {"name": "Ann"})
    match.secrets["uboat"] = taken["secret"]
    return match


@pytest.mark.parametrize("absent", ["wait", "free", "bot"])
def test_a_free_seat_is_given_to_a_bot_by_the_host_and_by_others_only_where_the_rules_of_the_table_say_so(
    sqlite: str, absent: str
) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            host = await at.begin("uboat_cards", {"uboat": "me", "convoy": "person"}, house={"absent": absent})
            assert (await host.act("uboat", **MINE, bot=""))["ok"], "the host, whatever the rule"
            match = await guest_of(at, absent)
            assert (await match.act("convoy", act="seat", do="hand"))["ok"]  # now the host's own seat is free
            answer = await match.act("uboat", **MINE, bot="")
            assert answer["ok"] is (absent == "bot")
            again = await match.act("uboat", **MINE)
            assert again["ok"] is (absent != "wait"), "where the host has gone, another person may be invited"

    asyncio.run(play())


@pytest.mark.parametrize("absent", ["wait", "free", "bot"])
def test_nobody_but_the_host_makes_void_the_invitation_that_the_host_has_sent(sqlite: str, absent: str) -> None:
    """Who got a new invitation to the third seat could sit there too, and see both hands. No game here has three."""

    async def play() -> None:
        async with table(sqlite) as at:
            seats = {"uboat": "me", "convoy": "me"}
            match = await at.begin("uboat_cards", seats, house={"absent": absent})
            room = await at.app.state.rooms.room(match.id)
            third = StoredSeat("third", "person", invitation=digest_of("7" * 32))
            stored = replace(room.stored, seats=(*room.stored.seats, third))

            def decide(role: str, **act: Any) -> StoredSeat:
                life = SeatLifeAct(act="seat", role="third", **act)
                after = SeatActs(room, role, digest_of(match.secrets[role]), stored).decide(life).after
                return after.seats[-1]

            for do in ("hand", "invite"):
                with pytest.raises(SeatRefused):
                    decide("convoy", do=do)
                assert decide("uboat", do=do).invitation != third.invitation

    asyncio.run(play())
