"""Everything next to the flat array: lists of entities with padding and masks, and the last events as tokens."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import fields
from enum import Enum
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from navalcore._match.match import Match
from navalcore._misfits import told_when_made, whole
from navalcore._rules.field_marks import Slots, Values, values_of
from navalcore._rules.hints import ClassShape, DictShape, HintShape, Maybe, Plain, Several, TupleShape
from navalcore._rules.terms import View
from navalcore.components._events import Event
from navalcore.errors import BadData
from navalcore.learn._encoding import Encoder, check_view_class
from navalcore.learn._games import AnyGame, GameOrId, game_of
from navalcore.learn._writers import Compiler, Write

MOST: Final = 64
"""Entities of one kind in a view, unless another number is given."""


@told_when_made
class EntityEncoder:
    """Turns views into lists of entities, for networks that attend to them. Each field of a view that holds records
    (ships, boats, units) becomes an array with a row for each, and a mask that says which rows are there.

    The rows are what :class:`~navalcore.learn.Encoder` would sum up in a bag, or lay side by side in a table. All that
    is not in a list of records is in the flat array, which goes with them.

    Args:
        view_class: the class of the views.
        words: vocabularies of text fields by their path, as for the encoder.
        most: how many rows a list has that has no fixed number of them.

    Attributes:
        shapes: rows and columns of each list, by the path of the field.
        names: what each column is, by the path of the field.

    Raises:
        BadData: as for the encoder; or ``most`` is below 1.
    """

    def __init__(self, view_class: type[View], words: Mapping[str, Values] | None = None, most: int = MOST) -> None:
        check_view_class(view_class, "EntityEncoder")
        whole("a list has a number of rows", most, 1)
        self.view_class = view_class
        self.shapes: dict[str, tuple[int, int]] = {}
        self.names: dict[str, tuple[str, ...]] = {}
        self._writers: dict[str, tuple[Write, Sequence[Hashable] | None]] = {}
        for path, shape in _lists_in(ClassShape(view_class, view_class), ""):
            compiler, keys = Compiler(words or {}), _keys_of(shape)
            item = shape.item
            if isinstance(shape, DictShape) and keys is None:
                item = TupleShape(Any, (shape.key, shape.item))
            write = compiler.value(item, path, tuple(mark for mark in shape.marks if not isinstance(mark, Slots)))
            self.shapes[path] = most if keys is None else len(keys), len(compiler.names)
            self.names[path] = tuple(compiler.names)
            self._writers[path] = write, keys

    @classmethod
    def of(cls, game: GameOrId, most: int | None = None) -> EntityEncoder:
        """The encoder of a game's views.

        Args:
            game: the game or its id.
            most: how many things a field may hold; a view in which one holds more is refused. None: 64, or as many as
                a match of one of the scenarios begins with.

        Raises:
            UnknownGame: no game of that id is installed. BadData: it is neither a game nor an id.
        """
        game = game_of(game)
        made = cls(game.view_class, Encoder.of(game)._words, MOST if most is None else most)
        if most is None:
            made._make_room(game)
        return made

    def _make_room(self, game: AnyGame) -> None:
        """Give the lists the rows that matches of the game begin with."""
        for scenario in game.scenarios:
            match = game.new_match(scenario, seed=1)
            for view in map(match.view, game.roles):
                for path, (rows, columns) in self.shapes.items():
                    if self._writers[path][1] is None:
                        self.shapes[path] = max(rows, len(_held(view, path) or ())), columns

    def __call__(self, view: View) -> dict[str, tuple[NDArray[np.float32], NDArray[np.bool_]]]:
        """By the path of each field its rows, padded with 0, and which of them are there.

        Raises:
            BadData: it is a view of another class, or a field holds more than ``most``.
        """
        if not isinstance(view, self.view_class):
            raise BadData(f"this encoder writes a {self.view_class.__name__}, and was given a {type(view).__name__}")
        found = {}
        for path, (rows, columns) in self.shapes.items():
            held = _held(view, path)
            write, keys = self._writers[path]
            if isinstance(held, Mapping):
                held = held.items() if keys is None else [held.get(key) for key in keys]
            items = tuple(held or ())
            if len(items) > rows:
                raise BadData(f"{path} holds {len(items)}, and its list has {rows} rows: give more as most")
            written, there = np.zeros((rows, columns), np.float32), np.zeros(rows, np.bool_)
            for row, item in enumerate(items):
                if item is not None:
                    places, numbers = array("q"), array("d")
                    write(places, numbers, item)
                    written[row] = np.bincount(np.frombuffer(places, np.int64), np.frombuffer(numbers), columns)
                    there[row] = True
            found[path] = written, there
        return found


def _held(view: View, path: str) -> Any:
    """The contents of a field of a view; None where they are not known."""
    held: Any = view
    for name in path.split("."):
        held = None if held is None else getattr(held, name)
    return held


def _keys_of(shape: Several | DictShape) -> Sequence[Hashable] | None:
    """Everything in each row of a table of known things; None for a bag."""
    slots = shape.mark(Slots)
    if slots is not None and not slots.by:
        return tuple(values_of(slots.keys))
    if slots is None and isinstance(shape, DictShape) and isinstance(shape.key, Plain):
        return tuple(shape.key.cls) if issubclass(shape.key.cls, Enum) else None
    return None


def _lists_in(shape: ClassShape, path: str) -> Iterator[tuple[str, Several | DictShape]]:
    """The fields that hold several records, those within records that are always there too."""
    for name, each in shape.fields.items():
        inside = f"{path}.{name}" if path else name
        plain: HintShape = each.inner if isinstance(each, Maybe) else each
        if type(each) is ClassShape:
            yield from _lists_in(each, inside)
        elif isinstance(plain, Several | DictShape):
            item = plain.item.inner if isinstance(plain.item, Maybe) else plain.item
            if isinstance(item, ClassShape):
                yield inside, plain


TOKENS: Final = 8192
LAST: Final = 32
WIDTH: Final = 8
MOST_NUMBERS: Final = 10_000_000
"""The rows of events of a role have so many numbers at most."""


@told_when_made
class EventTokens:
    """The last events that a role of a match was told, as rows of whole numbers. A row has the kind of the event, and a
    number for each of its fields with its value. 0 represents nothing.

    Kinds and fields are hashed, the same on every machine, so two may share a number; few do.

    Args:
        match: the match; its events from now on are kept.
        role: who is told.
        last: how many events are kept.
        width: how many numbers an event has; further fields are left out.
        tokens: how many different numbers there are.

    Raises:
        UnknownName: the game has no such role. BadData: a number is below 1, there are fewer than 2 tokens, or the rows
            would have more than 10,000,000 numbers.
    """

    def __init__(
        self, match: Match[Any, Any, Any], role: str, last: int = LAST, width: int = WIDTH, tokens: int = TOKENS
    ) -> None:
        if min(last, width) < 1 or tokens < 2:
            raise BadData(f"last and width are 1 or more, and tokens 2 or more, not {last}, {width} and {tokens}")
        if last * width > MOST_NUMBERS:
            raise BadData(f"{last} events of {width} numbers are more than {MOST_NUMBERS:,} numbers")
        match.game.check_player(role)
        self._width, self._tokens = width, tokens
        self._rows: deque[list[int]] = deque(maxlen=last)
        match.events.subscribe(self._hear, role=role)

    def _hear(self, event: Event) -> None:
        said = [event.kind]
        for each in fields(event):
            value = getattr(event, each.name)
            if each.name not in ("rule", "to") and value is not None:
                said.append(f"{each.name}={value}")
        self._rows.append([token_of(word, self._tokens) for word in said[: self._width]])

    def array(self) -> NDArray[np.int32]:
        """The rows, the latest last; rows of 0 are before them while there are fewer."""
        found = np.zeros((self._rows.maxlen or 0, self._width), np.int32)
        first = len(found) - len(self._rows)
        for place, row in enumerate(self._rows, start=first):
            found[place, : len(row)] = row
        return found


@lru_cache(1 << 16)
def token_of(word: str, tokens: int) -> int:
    """The number of a word, from 1 up to but not ``tokens``."""
    return 1 + int.from_bytes(blake2b(word.encode(), digest_size=8).digest(), "big") % (tokens - 1)
