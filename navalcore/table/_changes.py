"""The changes in the state of a seat since it was last sent, for clients that put changes together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pydantic_core import to_json

from navalcore.table._messages import BoardPicture, State

COMPARED: Final = tuple(name for name in State.model_fields if name not in ("type", "since", "snapshot", "board"))
"""The fields of a state that are sent where they differ: of the others some are always sent, of some the parts that
differ.
"""

END: Final = "\n"
"""The marks between the parts of a picture: its symbols, its pieces."""


class StateWriter:
    """Writes the states of one connection as text; with ``changes`` only the first of an edition whole."""

    def __init__(self, *, changes: bool) -> None:
        self._changes = changes
        self._before: State | None = None
        self._drawn: dict[str, list[str]] = {}  # the parts of each picture that was sent last

    def write(self, state: State) -> str:
        """The state, whole or as what has changed since the one before."""
        before, self._before = self._before, state if self._changes else None
        if before is None or before.edition != state.edition:
            self._drawn = {each.id: each.moving.split(END) for each in state.board} if self._changes else {}
            return state.model_dump_json()
        sent = changed(state, before)
        if state.board != before.board:
            sent["board"] = [self._picture(each) for each in state.board]
        return to_json(sent).decode()

    def _picture(self, picture: BoardPicture) -> dict[str, Any]:
        """A picture by the parts that are new in it."""
        now = picture.moving.split(END)
        parts = parts_since(self._drawn.get(picture.id, ()), now)
        self._drawn[picture.id] = now
        return {"id": picture.id, "title": picture.title, "still": picture.still, "parts": parts}


def changed(state: State, before: State) -> dict[str, Any]:
    """A message of the type ``changes`` but for the pictures: the fields that differ, and the snapshot's changes."""
    now, then = state.__dict__, before.__dict__
    differing = {name for name in COMPARED if now[name] is not then[name] and now[name] != then[name]}
    sent = state.model_dump(mode="json", include=differing) if differing else {}
    sent |= {"type": "changes", "since": state.since, "snapshot": state.snapshot.changes(before.snapshot)}
    return sent


def parts_since(before: Sequence[str], now: Sequence[str]) -> list[str | Sequence[int]]:
    """A picture by its parts. Those that are new come as they are. Those in a row that an earlier picture has too come
    as two numbers, the first of them there and how many they are.

    >>> parts_since(["a", "b", "c", "d"], ["a", "b", "new", "d"])
    [[0, 2], 'new', [3, 1]]
    """
    least = min(len(before), len(now))
    same = next((place for place in range(least) if before[place] != now[place]), least)
    ends = (place for place in range(1, least - same + 1) if before[-place] != now[-place])
    same_end = next(ends, least - same + 1) - 1
    places = {part: place for place, part in enumerate(before[same : len(before) - same_end], same)}
    found: list[str | list[int]] = [[0, same]] if same else []
    for part in now[same : len(now) - same_end]:
        at, run = places.get(part), found[-1] if found else ""
        if at is None:
            found.append(part)
        elif isinstance(run, list) and at == sum(run):
            run[1] += 1
        else:
            found.append([at, 1])
    return [*found, [len(before) - same_end, same_end]] if same_end else [*found]
