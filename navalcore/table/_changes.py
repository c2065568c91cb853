"""What has changed in the state of a seat since it was last sent, for clients that put changes together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pydantic_core import to_json

from navalcore.table._messages import BoardPicture, State

APART: Final = frozenset(("type", "since", "snapshot", "board"))
"""The fields of a state that are always sent, or whose own parts are compared."""

END: Final = "\n"
"""What stands between the parts of a picture: its symbols, its pieces."""


class StateWriter:
    """Writes the states of one connection as text.

    Args:
        changes: whether the client puts changes together: then only the first state is sent whole. A state of another
            edition is, too.
    """

    def __init__(self, *, changes: bool) -> None:
        self._changes = changes
        self._before: State | None = None

    def write(self, state: State) -> str:
        """The state, whole or as what has changed since the one before."""
        before, self._before = self._before, state if self._changes else None
        if before is None or before.edition != state.edition:
            return state.model_dump_json()
        return to_json(changed(state, before)).decode()


def changed(state: State, before: State) -> dict[str, Any]:
    """A message of the type ``changes``: the fields that differ; of the snapshot what
    :meth:`~navalcore.Snapshot.changes` says; of each picture the parts that are new
    (:func:`parts_since`).
    """
    differing = {
        name for name in State.model_fields if name not in APART and getattr(state, name) != getattr(before, name)
    }
    sent = state.model_dump(mode="json", include=differing)
    sent |= {"type": "changes", "since": state.since, "snapshot": state.snapshot.changes(before.snapshot)}
    if state.board != before.board:
        drawn = {each.id: each.moving for each in before.board}
        sent["board"] = [_picture(each, drawn.get(each.id, "")) for each in state.board]
    return sent


def _picture(picture: BoardPicture, before: str) -> dict[str, Any]:
    return picture.model_dump(exclude={"moving"}) | {"parts": parts_since(before, picture.moving)}


def parts_since(before: str, now: str) -> list[str | Sequence[int]]:
    """A picture by its parts, each a line: those that are new as they are; those in a row that an earlier picture
    has, as which is the first there and how many they are.

    >>> parts_since("a\\nb\\nc\\nd", "a\\nb\\nnew\\nd")
    [[0, 2], 'new', [3, 1]]
    """
    places = {part: number for number, part in enumerate(before.split(END))}
    found: list[str | list[int]] = []
    first = count = -1
    for part in now.split(END):
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
