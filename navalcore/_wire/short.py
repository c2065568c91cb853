"""Short messages: what a seat was sent before is left out of options, facts, events and pieces, and put back."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from navalcore.errors import BadData

KEPT: Final = 1_000
"""How many items both ends of a stream keep at most."""
MARK: Final = "~"
"""The field of an item with two numbers: of the kept item that completes it, and where it is kept itself."""

_OF_DECISION: Final = {"options": "key", "facts": "text", "summands": "text"}
_OF_BOARD: Final = {"pieces": "id", "traces": "title", "tints": "region"}
"""The lists whose items are kept, and the field by which an item is known again."""

_ItemChange: TypeAlias = Callable[[dict[str, Any], str, str], dict[str, Any]]


def each_item(message: Mapping[str, Any], change: _ItemChange) -> dict[str, Any]:
    """A message with every item that both ends keep changed, given its list and the field it is known by."""
    made = dict(message)
    if made.get("decision"):
        made["decision"] = _changed(made["decision"], _OF_DECISION, change)
    made = _changed(made, {"events": "kind"}, change)
    if made.get("board"):
        made["board"] = board = _changed(made["board"], _OF_BOARD, change)
        if "at" in board:
            board["at"] = _changed(board["at"], dict.fromkeys(board["at"], "id"), change, "pieces")
    return made


def _changed(holder: Mapping[str, Any], lists: Mapping[str, str], change: _ItemChange, of: str = "") -> dict[str, Any]:
    found = {
        name: [change(item, of or name, by) for item in holder[name]] for name, by in lists.items() if name in holder
    }
    return {**holder, **found}


class Shortener:
    """Leaves out of the items of a stream what the last of the same key, or else of the kind, had before."""

    def __init__(self) -> None:
        self._kept: list[dict[str, Any]] = []
        self._numbers: dict[tuple[str, str], int] = {}  # by list and key, that used last at the end
        self._kinds: dict[tuple[str, str], int] = {}

    def shorten(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """A message, short; the first of a stream is a whole snapshot."""
        return each_item(message, self._item)

    def _item(self, item: dict[str, Any], place: str, by: str) -> dict[str, Any]:
        key, kind = (place, item.get(by, "")), (place, item.get("kind", ""))
        known = self._numbers.get(key)
        start = self._kinds.get(kind) if known is None else known
        old = {} if start is None else self._kept[start]
        number = self._number_for(key)
        self._kinds[kind], self._kept[number] = number, item
        gone = [name for name in old if name not in item]
        own = _differing(item, old)
        if "fields" in own and "fields" in old:
            if old["fields"].keys() <= item["fields"].keys():
                own["fields"] = _differing(item["fields"], old["fields"])
            else:
                gone.append("fields")
        return {MARK: number if start == number and not gone else [start, number, *gone], **own}

    def _number_for(self, key: tuple[str, str]) -> int:
        """Under which number an item is kept: its own, a new one, or that of the item not used for longest."""
        number = self._numbers.pop(key, None)
        if number is None and len(self._kept) < KEPT:
            number = len(self._kept)
            self._kept.append({})
        elif number is None:
            number = self._numbers.pop(next(iter(self._numbers)))
        self._numbers[key] = number
        return number


def _differing(now: Mapping[str, Any], then: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in now.items() if name not in then or not _same(then[name], value)}


def _same(one: object, other: object) -> bool:
    """Whether two values are the same as JSON, where true is not 1."""
    return one == other and (isinstance(one, str) or repr(one) == repr(other))


class MessageReader:
    """Rebuilds snapshots from the messages of a seat (:meth:`SeatSession.messages <navalcore.SeatSession.messages>`),
    short or not, for a client in Python.

    >>> import navalcore as nc
    >>> session = nc.Session(nc.load("uboat_cards").new_match(seed=17))
    >>> stream, reader = session.seat("uboat").messages_now(short=True), nc.MessageReader()
    >>> first = reader.read(next(stream))
    >>> session.run_now(lambda match: match.choose("discard Sonar"))
    >>> later = reader.read(next(stream))
    >>> [event["text"] for event in later["events"]], later["number"]
    (['Wolf pack: discard Sonar', 'The wolf pack discards Sonar.'], 1)
    """

    def __init__(self) -> None:
        self._kept: dict[int, dict[str, Any]] = {}
        self._known: dict[str, Any] = {}

    def read(self, text: str | bytes) -> dict[str, Any]:
        """Return the seat's whole snapshot after the next message, JSON-ready. Do not change it: the next one is made
        from it.

        Args:
            text: the message, as the seat's stream gave it. If it came with ``pictures``, so does the result.

        Raises:
            BadData: the text is not a message, or not the next one.
        """
        try:
            message = each_item(json.loads(text), self._item)
            if "protocol" not in message:
                message = applied(self._known, message)
        except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
            raise BadData("this is not the next message of a seat's stream; ask for a whole snapshot") from error
        self._known = {name: value for name, value in message.items() if name != "pictures"}
        return message

    def _item(self, item: dict[str, Any], _place: str, _by: str) -> dict[str, Any]:
        if MARK not in item:
            return item
        own = dict(item)
        mark = own.pop(MARK)
        start, number, *gone = mark if isinstance(mark, list) else (mark, mark)
        made = {name: value for name, value in self._kept.get(start, {}).items() if name not in gone}
        if "fields" in made and "fields" in own:
            own["fields"] = made["fields"] | own["fields"]
        self._kept[number] = made | own
        return self._kept[number]


def applied(before: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """An earlier snapshot with the changes since (``Snapshot.changes``), both as JSON."""
    made = {**before, **changes, "view": {**before["view"], **changes.get("view", {})}}
    for name, items in made.pop("items", {}).items():
        kept = made["view"][name]
        if isinstance(kept, list):
            made["view"][name] = [items.get(str(place), item) for place, item in enumerate(kept)]
        else:
            made["view"][name] = {**kept, **items}
    if changes.get("board") and before["board"]:
        board = {**before["board"], **changes["board"]}
        moved = board.pop("at", {})
        others = [piece for piece in board["pieces"] if piece["at"] not in moved]
        board["pieces"] = others + [piece for pieces in moved.values() for piece in pieces]
        made["board"] = board
    return made
