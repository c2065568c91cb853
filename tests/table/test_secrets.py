"""Nothing hidden is in any message: what a seat is sent does not change when only what it cannot know changes."""

from __future__ import annotations

import asyncio
import json
import re
from random import Random
from typing import Any, cast

import pytest

import navalcore as nc
from navalcore.table import _messages as messages
from navalcore.table._seat_handler import SeatHandler
from tests.table.client import Match, Socket, Table, table
from tests.table.wire import texts_in

WORLDS = 3
GAMES = [("uboat_cards", "short"), *((game, None) for game in ("tonnage_war", "aa50_subwar", "bismarck", "silent_war"))]


class Imagined:
    """A match that might be the real one for all a role knows. What was told is not imagined."""

    def __init__(self, match: Any) -> None:
        self._match = match

    def __getattr__(self, name: str) -> Any:
        return getattr(self._match, name)

    def snapshot(self, role: str, *, since: int | None = None, board: bool = True) -> Any:
        return self._match.snapshot(role, board=board)


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


@pytest.mark.parametrize(("game", "scenario"), GAMES, ids=[game for game, _ in GAMES])
def test_those_worlds_differ_wherever_something_is_hidden_and_one_game_hides_nothing(
    game: str, scenario: str | None
) -> None:
    """What the comparison above proves: in AA50's submarine warfare everybody sees all, and no world is another."""
    match, random, others = nc.load(game).new_match(scenario, seed="worlds"), Random(1), 0
    roles = [role for role, by in match.seats.items() if by == "person"]
    for _ in range(25):
        if match.over:
            break
        role, decision = next(iter(match.decisions.items()))
        match.choose(random.randrange(len(decision.options)), role=role)
        others += sum(match.fork(seed="w", as_seen_by=each).digest != match.digest for each in roles)
        if game == "aa50_subwar":
            assert match.sees_alike(*roles, nc.SPECTATOR)
    assert (others == 0) is (game == "aa50_subwar")


def test_what_is_chosen_in_secret_is_nowhere_told_to_others_until_it_is_revealed(sqlite: str) -> None:
    """Two equal matches, in which the other side orders different units: events with their texts and order, log,
    board, commands, questions, looking back, the save and the report that are refused, and the lobby.
    """
    start = nc.load("bismarck").new_match("two_player", seed="twice", chance="committed")
    for _ in range(6):
        role, decision = next(iter(start.decisions.items()))
        start.choose(-1 + len(decision.options), role=role)
    first = next(role for role, decision in start.decisions.items() if decision.secret)
    other = next(role for role in ("british", "german") if role != first)

    async def told(at: Table, index: int) -> list[Any]:
        wish = {"save": start.dumps(), "dice": "same", "public": True}
        begun = await at.post(
            "/imports", {**wish, "seats": {role: {"by": "me"} for role in (first, other)}}, status=201
        )
        secrets = {each["role"]: each["secret"] for each in begun["seats"]}
        match = Match(at, begun["match"], secrets, {})
        asked = (await match.state(first))["snapshot"]["decision"]
        assert len(asked["options"]) > 1
        assert (await match.choose(first, asked["options"][index], asked))["ok"]
        found: list[Any] = [each for each in await at.get("/matches") if each["id"] == match.id]
        for role in (other, None):
            number = (await match.state(role))["snapshot"]["number"]
            asks: list[dict[str, Any]] = [
                {"act": "log"},
                {"act": "text_board"},
                {"act": "why_not", "words": "Bismarck"},
                {"act": "report"},
            ]
            asks += [
                {"act": "save"},
                {"act": "at", "event": 5},
                *({"act": "at", "decision": n} for n in range(number + 1)),
            ]
            about = (await match.act(role, act="text_board"))["said"]
            asks += [{"act": "ask", "command": name, "argument": ""} for name in about["commands"]]
            found += [await match.state(role), *[await match.act(role, **ask) for ask in asks]]
        text = json.dumps(found).replace(match.id, "ID")
        told: list[Any] = json.loads(re.sub(r"2\d\d\d-\d\d-\d\d[T ][\d:.+]*", "WHEN", text))
        return told

    async def play() -> None:
        async with table(sqlite) as at:
            last = len(next(iter(start.decisions.values())).options) - 1
            for one, another in zip(await told(at, 1), await told(at, last), strict=True):
                assert one == another

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
