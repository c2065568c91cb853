"""A client that puts changes together has the same states as one that is sent each of them whole, for fewer bytes."""

from __future__ import annotations

import asyncio
import json
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, strategies as st

import navalcore as nc
from navalcore.table import _seat_handler as seat_handler
from navalcore.table._changes import END, parts_since
from navalcore.table._messages import Hello
from navalcore.table._pictures import layers
from navalcore.table._recorded_match import RecordedMatch
from navalcore.table._room import Room
from navalcore.table._rooms import to_store
from navalcore.table._seat_handler import SeatHandler
from navalcore.table._store import StoredSeat
from tests.table.client import Socket, table
from tests.table.wire import put_together, written

GAMES = ("uboat_cards", "tonnage_war", "aa50_subwar", "bismarck", "silent_war")
CHOICES = 25


class Reader:
    """Somebody at a socket who keeps what was sent, put together, and its length."""

    def __init__(self, socket: Socket) -> None:
        self.socket = socket
        self.state: Any = None
        self.sent: list[int] = []

    async def until(self, number: int) -> Any:
        """The state after so many choices of the seat."""
        while self.state is None or self.state["snapshot"]["number"] < number:
            await self.hear()
        return self.state

    async def hear(self) -> None:
        """The next message; answers to acts are passed over."""
        message = await asyncio.wait_for(self.socket.heard.get(), 20)
        if message.get("type") in ("state", "changes"):
            if self.state is not None:
                self.sent.append(len(json.dumps(message)))
            self.state = put_together(self.state, message)


@pytest.mark.parametrize("game", GAMES)
def test_changes_put_together_are_the_whole_state(sqlite: str, game: str) -> None:
    async def play() -> tuple[int, int]:
        random = Random(5)
        async with table(sqlite) as here:
            roles = [each["role"] for each in (await here.get(f"/games/{game}"))["roles"]]
            match = await here.begin(game, {role: "me" if role == roles[0] else "bot" for role in roles})
            hello = {"secret": match.secrets[roles[0]]}
            async with (
                here.socket(match.id, hello) as whole_socket,
                here.socket(match.id, {**hello, "changes": True}) as socket,
            ):
                whole, changes = Reader(whole_socket), Reader(socket)
                for number in range(CHOICES):
                    state = await changes.until(number)
                    while state["snapshot"]["decision"] is None and state["snapshot"]["outcome"] is None:
                        await changes.hear()
                        state = changes.state
                    if state["snapshot"]["outcome"]:
                        break
                    decision = state["snapshot"]["decision"]
                    option = random.choice(decision["options"])
                    await socket.send({"act": "choose", "keys": [option["key"]], "decision": decision["number"]})
                    await changes.until(number + 1)
                    await whole.until(number + 1)
                    while _moment(whole.state) != _moment(changes.state):
                        await (whole if _moment(whole.state) < _moment(changes.state) else changes).hear()
                    assert _known(changes.state) == _known(whole.state)
                return sum(whole.sent), sum(changes.sent)

    whole, changes = asyncio.run(play())
    assert changes < 0.6 * whole


def _moment(state: Any) -> tuple[int, int, bool]:
    snapshot = state["snapshot"]
    return snapshot["number"], snapshot["told"], snapshot["decision"] is not None


def _known(state: Any) -> Any:
    """A state but for the events, of which each is sent those after the message before."""
    return {name: value for name, value in state.items() if name != "since"} | {
        "snapshot": {name: value for name, value in state["snapshot"].items() if name != "events"}
    }


PICTURES = st.lists(st.sampled_from(["", "<g a>", "<g b>", "<g c>"]), min_size=1, max_size=12).map(END.join)


@given(before=PICTURES, now=PICTURES)
def test_a_picture_is_drawn_again_from_its_parts(before: str, now: str) -> None:
    assert written(before, parts_since(before.split(END), now.split(END))) == now


def test_what_stays_between_two_changes_is_one_run() -> None:
    assert parts_since([*"abcdef"], [*"ab", "new", *"de", "other", "f"]) == [[0, 2], "new", [3, 2], "other", [5, 1]]


def test_a_board_is_drawn_again_only_when_its_view_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one side of Bismarck orders, the other does not see: nothing is drawn for it."""
    game, random = nc.load("bismarck"), Random(8)
    recorded = RecordedMatch.new(game, "two_player", {}, "barrier")
    seats = [StoredSeat(str(role), "person", secret="taken") for role in game.roles]
    store: Any = SimpleNamespace(rows=SimpleNamespace(pauses=lambda _now: ()))
    room = Room(store, to_store(recorded, public=False, seats=seats), game, recorded)
    drawn: list[object] = []

    def draw(face: Any, view: Any) -> Any:
        drawn.append(view)
        return layers(face, view)

    monkeypatch.setattr(seat_handler, "layers", draw)
    handlers = [SeatHandler(room, str(role), Hello(since=0)) for role in game.roles]
    seen: list[Any] = [None, None]
    looks = others = 0
    for _ in range(60):
        decision = random.choice([*recorded.match.decisions.values()])
        recorded.match.choose(random.randrange(len(decision.options)), role=decision.role)
        for place, handler in enumerate(handlers):
            handler.look(recorded.match)
            state = handler.state_of(recorded.match)
            assert state.board == layers(room.face, state.snapshot.view)
            looks, others = looks + 1, others + (state.snapshot.view != seen[place])
            seen[place] = state.snapshot.view
    assert len(drawn) == others < 0.8 * looks
