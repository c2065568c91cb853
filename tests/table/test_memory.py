"""Matches in memory: what the page needs where the library itself is in the browser, and there is no server."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from functools import partial
from typing import Any

import pytest

import navalcore as nc
from navalcore._session import seated_match
from navalcore.table import _messages as messages
from navalcore.table._recorded_match import RecordedMatch
from navalcore.table._rooms import Rooms
from navalcore.table._seat_handler import SeatHandler
from navalcore.table._seats import new_seats
from navalcore.table._store import MatchStore
from navalcore.table._text_rows import TextRows
from tests.table.memory import MemoryStore


@pytest.mark.parametrize("threads", [True, False])
def test_a_match_against_a_bot_is_played_to_its_end_without_a_server_and_without_threads(
    threads: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seated_match, "THREADS", threads)

    async def said(handler: SeatHandler, **act: Any) -> Any:
        return json.loads(await handler.act(json.dumps(act)))

    async def play() -> None:
        rooms = Rooms(MatchStore(TextRows(MemoryStore())), nc.load)
        game = nc.load("uboat_cards")
        wish = messages.NewMatch(game=game.id, scenario="short", seats={"uboat": messages.SeatWish(by="me")})
        seats, secrets = new_seats(game, wish)
        made = partial(RecordedMatch.new, game, wish.scenario, wish.options, wish.undo)
        room = await rooms.begin(made, wish.public, seats)
        assert await room.role_of(secrets[0]["secret"]) == "uboat"
        handler = SeatHandler(room, "uboat", messages.Hello())
        state: Any = await handler.state()
        for _ in range(5):
            await room.settled()
            state = await handler.state()
            asked = state.snapshot.decision  # a question with one answer is answered by itself, and counts
            assert (await said(handler, act="choose", decision=asked.number, keys=[asked.options[-1].key]))["ok"]
        await said(handler, act="order", words="match")
        await room.settled()
        assert (await handler.state()).snapshot.outcome
        saved = (await said(handler, act="save"))["said"]
        assert nc.loads_match(saved).over
        again = await rooms.room(room.id)
        assert again is room
        await rooms.stop()

    asyncio.run(play())


def test_without_a_server_neither_a_web_framework_nor_a_database_is_loaded() -> None:
    program = "import sys, navalcore.table._local\nprint(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(ran.stdout.split())
    assert not loaded & {"fastapi", "starlette", "uvicorn", "sqlalchemy", "alembic", "asyncpg", "typer"}
