"""Nothing hidden is in any message: what a seat is sent does not change when only what it cannot know changes."""

from __future__ import annotations

import asyncio
import json
from typing import Any, cast

import pytest

import navalcore as nc
from navalcore.table import _messages as messages
from navalcore.table._seat_handler import SeatHandler
from tests.table.client import Socket, table
from tests.table.wire import texts_in

WORLDS = 3
GAMES = [("uboat_cards", "short"), *((game, None) for game in ("tonnage_war", "aa50_subwar", "bismarck", "silent_war"))]


class Imagined:
    """A match that might be the real one for all a role knows. What was told is not imagined."""

    def __init__(self, match: Any) -> None:
        self._match = match

    def __getattr__(self, name: str) -> Any:
        return getattr(self._match, name)

    def snapshot(self, role: str, *, since: int | None = None) -> Any:
        return self._match.snapshot(role)


def without_events(state: messages.State) -> Any:
    """A state without what an imagined match does not have: what was told, and how many choices a seat has made."""
    data = state.model_dump(mode="json")
    for name in ("events", "told", "may_undo", "number"):
        del data["snapshot"][name]
    if data["snapshot"]["decision"]:
        del data["snapshot"]["decision"]["number"]
    return data


@pytest.mark.parametrize(("game", "scenario"), GAMES, ids=[game for game, _ in GAMES])
def test_what_a_seat_is_sent_is_the_same_in_every_world_it_cannot_tell_from_this_one(
    sqlite: str, game: str, scenario: str | None
) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            seats = await at.post(f"/games/{game}/seats", {"scenario": scenario})
            mine = {seat["role"]: "me" for seat in seats if seat["taken_by"] == "person"}
            match = await at.begin(game, mine, scenario=scenario)
            for stop in range(3):
                await match.play(5, seed=stop)
                await match.settled()
                room = await at.app.state.rooms.room(match.id)
                for role in (*room.game.roles, nc.SPECTATOR):
                    handler = SeatHandler(room, role, messages.Hello())
                    real = room.recorded.match
                    if real.over:
                        return
                    room.pictures.clear()
                    sent = without_events(handler.state_of(real))
                    # What any role does not know the spectator does not know either.
                    knowing = [role] if role != nc.SPECTATOR else list(room.game.roles)
                    for world in range(WORLDS):
                        other = real.fork(seed=f"world {world}", as_seen_by=knowing[world % len(knowing)])
                        room.pictures.clear()
                        imagined = without_events(handler.state_of(cast("nc.AnyMatch", Imagined(other))))
                        assert imagined == sent, f"{role} in world {world}"
                    room.pictures.clear()

    asyncio.run(play())


def test_no_seed_salt_or_foreign_secret_is_in_any_message_on_any_route_or_socket(sqlite: str) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            match = await at.begin("bismarck", {"british": "me", "german": "me"}, scenario="two_player", public=True)
            room = await at.app.state.rooms.room(match.id)
            setup = room.recorded.match.setup
            heard: dict[str | None, list[str]] = {role: [] for role in (*match.secrets, None)}
            for role, texts in heard.items():
                hello = {"secret": match.secrets.get(role or ""), "since": 0}
                async with at.socket(match.id, hello) as socket:
                    await everything_asked(socket)
                    texts += socket.texts
            await match.play(12)
            for role, texts in heard.items():
                async with at.socket(match.id, {"secret": match.secrets.get(role or ""), "since": 0}) as socket:
                    await everything_asked(socket)
                    texts += socket.texts
                texts.append(json.dumps(await match.state(role)))
                texts.append(json.dumps(await at.get("/matches")))
            for role, texts in heard.items():
                secrets = {setup.seed, setup.salt, *match.secrets.values()}
                words = {word for text in texts for word in texts_in(json.loads(text))}
                assert words
                assert not [word for word in words if any(secret in word for secret in secrets)]
                for text in texts:
                    check_events(json.loads(text), role)

    asyncio.run(play())


async def everything_asked(socket: Socket) -> None:
    """Ask every question there is, those that are refused too."""
    await socket.hear("state")
    asked: list[dict[str, Any]] = [
        {"act": "why_not"},
        {"act": "why_not", "words": "Bismarck"},
        {"act": "odds", "decision": 0, "key": "x"},
        {"act": "at", "decision": 0},
        {"act": "at", "choice": 3},
        {"act": "log", "since": 0},
        {"act": "text_board"},
        {"act": "ask", "command": "QN", "argument": "Bismarck"},
        {"act": "report"},
        {"act": "save"},
        {"act": "choose", "decision": 99, "keys": ["x"]},
        {"act": "recall"},
    ]
    for act in asked:
        await socket.act(**act)


def check_events(message: Any, role: str | None) -> None:
    """Every event in a message was told to its seat."""
    if isinstance(message, dict):
        if "n" in message and "kind" in message and message.get("to") is not None:
            assert role in message["to"]
        for value in message.values():
            check_events(value, role)
    elif isinstance(message, list):
        for value in message:
            check_events(value, role)


def test_a_secret_choice_of_the_other_side_sends_a_seat_nothing(sqlite: str) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            match = await at.begin("bismarck", {"british": "me", "german": "me"}, scenario="two_player")
            async with at.socket(match.id, {"secret": match.secrets["german"], "since": 0}) as german:
                await german.hear("state")
                asked = (await match.state("british"))["snapshot"]["decision"]
                assert asked["secret"]
                answer = await match.choose("british", asked["options"][-1], asked)
                assert answer["ok"]
                with pytest.raises(asyncio.TimeoutError):
                    await german.hear("state", seconds=0.5)

    asyncio.run(play())
