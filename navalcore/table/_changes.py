"""What has changed in the state of a seat since it was last sent, for clients that put changes together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pydantic_core import to_json

from navalcore.table._messages import BoardPicture, State

APART: Final = frozenset(("type", "since", "snapshot", "board"))
"""The fields of a state that are always sent, or whose own parts are compared."""

END: Final = "\n"
"""The marks between the parts of a picture: its symbols, its pieces."""


class StateWriter:
    """Writes the states of one connection as text.

    Args:
        changes: whether the client puts changes together: then only the first state is sent whole. A state of another
            edition is, too.
    """

    def __init__(self, *, changes: bool) -> None:
        self._changes = changes
        self._before: State | None = None
        self._drawn: dict[str, dict[str, int]] = {}  # the parts of each picture that was sent last, with their places

    def write(self, state: State) -> str:
        """The state, whole or as what has changed since the one before."""
        before, self._before = self._before, state if self._changes else None
        if before is None or before.edition != state.edition:
            self._drawn = {each.id: places_of(each.moving.split(END)) for each in state.board} if self._changes else {}
            return state.model_dump_json()
        sent = changed(state, before)
        if state.board != before.board:
            sent["board"] = [self._picture(each) for each in state.board]
        return to_json(sent).decode()

    def _picture(self, picture: BoardPicture) -> dict[str, Any]:
        """A picture by the parts that are new in it."""
        now = picture.moving.split(END)
        parts = parts_since(self._drawn.get(picture.id, {}), now)
        self._drawn[picture.id] = places_of(now)
        return {"id": picture.id, "title": picture.title, "still": picture.still, "parts": parts}


def changed(state: State, before: State) -> dict[str, Any]:
    """A message of the type ``changes`` but for the pictures: the fields that differ; of the snapshot what
    :meth:`~navalcore.Snapshot.changes` says.
    """
    differing = {
        name for name in State.model_fields if name not in APART and getattr(state, name) != getattr(before, name)
    }
    sent = state.model_dump(mode="json", include=differing)
    sent |= {"type": "changes", "since": state.since, "snapshot": state.snapshot.changes(before.snapshot)}
    return sent


def places_of(parts: Sequence[str]) -> dict[str, int]:
    """In which place each part of a picture is; of equal ones, the last."""
    return {part: number for number, part in enumerate(parts)}


def parts_since(places: Mapping[str, int], now: Sequence[str]) -> list[str | Sequence[int]]:
    """A picture by its parts. Those that are new come as they are. Those in a row that an earlier picture has in these
    places come as two numbers, the first of them there and how many they are.

    >>> parts_since({"a": 0, "b": 1, "c": 2, "d": 3}, ["a", "b", "new", "d"])
    [[0, 2], 'new', [3, 1]]
    """
    found: list[str | list[int]] = []
    first = count = -1
    for part in now:
        at = places.get(part, -1)
        if first >= 0 and at == first + count:
            count += 1
            continue
        if first >= 0:
            found.append([first, count])
        first, count = at, 1
        if at < 0:
            found.append(part)
    return [*found, *([[first, count]] if first >= 0 else [])]
