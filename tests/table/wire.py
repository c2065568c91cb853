"""What a browser was sent, held against what its seat may know."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, Final

import navalcore as nc
from navalcore.table._changes import END
from navalcore.table._messages import StateChanges
from navalcore.table._pictures import PICTURES, layers
from navalcore.table._recorded_match import Past, RecordedMatch
from tests.engine.test_changes import merged

MOMENTS: Final = 60
"""States of one seat that are held against an imagined world; the rest of a long match that bots play is not."""


def texts_in(data: Any) -> Iterator[str]:
    """Every text in a message."""
    if isinstance(data, dict):
        for name, value in data.items():
            yield name
            yield from texts_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from texts_in(value)
    elif isinstance(data, str):
        yield data


def states_in(heard: Sequence[str]) -> list[Any]:
    """Every state that was sent."""
    found: list[Any] = []
    last = None
    for message in (json.loads(text) for text in heard if text.startswith("{")):
        if message.get("type") in ("state", "changes"):
            last = put_together(last, message)
            found.append(last)
        elif message.get("state") is not None:
            found.append(message["state"])
    return found


def put_together(before: Any, message: Any) -> Any:
    """The state that a message brings: whole, or after the one before on the same socket."""
    if message["type"] == "state":
        return message
    StateChanges.model_validate(message)
    sent = {name: value for name, value in message.items() if name != "type"}
    drawn = {each["id"]: each["moving"] for each in before["board"]}
    board = [
        {name: value for name, value in each.items() if name != "parts"}
        | {"moving": written(drawn.get(each["id"], ""), each["parts"])}
        for each in sent.pop("board", [])
    ]
    snapshot = merged(before["snapshot"], sent.pop("snapshot"))
    return {**before, **sent, "snapshot": snapshot, "board": board or before["board"]}


def written(before: str, parts: Any) -> str:
    """A picture from its parts and the one before."""
    known = before.split(END)
    runs = [[each] if isinstance(each, str) else known[each[0] : each[0] + each[1]] for each in parts]
    return END.join(part for run in runs for part in run)


def bare(snapshot: Any) -> Any:
    """A snapshot without what an imagined match does not have: what was told, and how many choices a seat has made."""
    data = dict(snapshot)
    for name in ("events", "told", "may_undo", "number"):
        del data[name]
    if data["decision"]:
        data["decision"] = {name: value for name, value in data["decision"].items() if name != "number"}
    return data


class Truth:
    """A match that is over, by which what was sent in its course is judged.

    Args:
        save: its save.
    """

    def __init__(self, save: str) -> None:
        header = nc.read_save_text(save).header
        self.game: nc.Game[Any, Any, Any] = nc.load(header.game)
        pieces = RecordedMatch.carried_over(self.game, [save]).fresh
        recorded = Past.begun(self.game, pieces[0])
        for piece in pieces:
            recorded.follow(piece)
        self.match = recorded.match
        self.hidden = [each for each in (header.seed, header.salt) if each]
        self._recorded = recorded
        self._face = nc.face_of(self.game)
        self._after: dict[tuple[str, int], list[int]] = defaultdict(list)
        for position, choice in enumerate(recorded.made):
            for role, told in choice.told.items():
                self._after[role, told].append(position)
        for role in (*self.game.roles, nc.SPECTATOR):
            self._after[role, self.match.snapshot(role).told].append(len(recorded.made))

    def hold(self, heard: Sequence[str], role: str, secrets: Sequence[str]) -> int:
        """Hold everything that was sent to a seat against what it may know; how many states that were.

        Each state is what the match shows this seat at that moment, and the same is shown in a world that the seat
        cannot tell from the real one. Every event is one it was told. Nowhere are a seed or a secret of others.

        Args:
            heard: the messages.
            role: the seat's role.
            secrets: what opens the seats of others.
        """
        states = states_in(heard)
        seats = {state["snapshot"]["role"] for state in states}
        assert role in seats
        assert seats <= {role, nc.SPECTATOR}, "before a browser has said which seat it has, it sees what everybody sees"
        told = {
            seat: {event.n: event.model_dump(mode="json") for event in self.match.snapshot(seat, since=0).events}
            for seat in seats
        }
        boards: set[str] = set()
        for number, state in enumerate(states):
            seat = state["snapshot"]["role"]
            for event in state["snapshot"]["events"]:
                assert event == told[seat][event["n"]], "an event that this seat was not told"
            if number < MOMENTS or state is states[-1]:
                boards.add(self._hold_state(state, seat))
        for text in heard:
            message = json.loads(text) if text.startswith(("{", "[")) else text
            over = isinstance(message, dict) and message.get("seed") is not None
            hidden = [*secrets, *([] if over else self.hidden)]
            if isinstance(message, dict) and isinstance(message.get("said"), dict):
                assert message["said"].get("text", "") in {*boards, ""}, "a board that this seat does not see"
            if not _is_save(message):
                assert not [word for word in texts_in(message) if any(each in word for each in hidden)]
        return len(states)

    def _hold_state(self, state: Any, role: str) -> str:
        """Hold one state; the board in letters that belongs to it."""
        sent, board = bare(state["snapshot"]), state["snapshot"]["board"] is not None
        for position in self._after[role, state["snapshot"]["told"]]:
            match = self._recorded.at(position)
            if _json(bare(match.snapshot(role, board=board).model_dump(mode="json"))) == _json(sent):
                break
        else:
            raise AssertionError(f"{role} was sent what the match never showed him: {sent}")
        knows = role if role != nc.SPECTATOR else self.game.roles[position % len(self.game.roles)]
        world = match if match.over else match.fork(seed=f"world {position}", as_seen_by=knows)
        shown = bare(world.snapshot(role, board=board).model_dump(mode="json"))
        assert _json(shown) == _json(sent), "what nobody may know was sent"
        view = world.view(role)
        drawn = layers(self._face, view)
        assert state["board"] in ([], [each.model_dump() for each in drawn]), "an answer over HTTP may have no pictures"
        assert all(each.still in PICTURES for each in drawn)
        return self._face.board_text(view)


def _json(data: Any) -> str:
    return json.dumps(data, sort_keys=True)


def _is_save(message: Any) -> bool:
    said = message.get("said") if isinstance(message, dict) else None
    return isinstance(said, str) and said.startswith('{"')
