"""Encoders: views as arrays of numbers, by a function that is made once of the view's type hints."""

from __future__ import annotations

import re
import types
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from threading import Lock
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NewType,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints as type_hints,
)

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from navalcore._rules.shapes import Among, Each, Split, Values, listed
from navalcore._rules.terms import View
from navalcore.errors import BadData
from navalcore.learn import _writers as writers
from navalcore.learn._games import GameOrId, game_of
from navalcore.learn._writers import Writer

BUCKETS: Final = 8
"""Into how many entries a text without a known vocabulary is hashed."""
_FIELD: Final = re.compile(r"\w+")


class Encoder:
    """Turns views of one class into arrays of 32-bit numbers.

    What the type hints say is written one after another: a flag for what may be None, an entry for each member of an
    enumeration or of a mark :class:`~navalcore.rules.Among`, a number as :func:`squashed` gives it. A table of
    known things (a dictionary by enumeration, or whatever is marked :class:`~navalcore.rules.Each`) has a place
    for each thing; anything else of several items is a bag: how many there are, and the sum of their entries. Text
    without a known vocabulary is hashed into 8 entries.

    Args:
        view_class: the class of the views, such as ``game.view_class``.
        words: vocabularies of text fields by their path, such as ``{"phase": ["deal", "draw"]}``.

    Attributes:
        names: what each entry is, such as ``uboat.hand.Torpedo``.
        size: how many entries there are.

    Raises:
        BadData: it is not a class of views, or a field has a type that cannot be written as numbers.
    """

    def __init__(self, view_class: type[View], words: Mapping[str, Values] | None = None) -> None:
        if not isinstance(view_class, type) or not issubclass(view_class, View):
            raise BadData(f"{view_class!r} is not a class of views; for the views of a game give Encoder.of(game)")
        self.view_class = view_class
        self._words = dict(words or {})
        self.names: tuple[str, ...]
        self._spare: _Memory | None = _Memory(view_class, self._words)
        self.names = tuple(self._spare.names)
        self.size = len(self.names)
        self._lock = Lock()
        self._memories: dict[Any, _Memory] = {}
        self._parts: dict[str, slice] | None = None

    @classmethod
    def of(cls, game: GameOrId) -> Encoder:
        """The encoder of a game's views, which knows the names of its roles and of the steps of all its scenarios.

        Args:
            game: the game or its id.

        Raises:
            UnknownGame: no game of that id is installed. BadData: it is neither a game nor an id.
        """
        game = game_of(game)
        steps = {step.name: None for name in game.scenarios for step in game.sequence_of_play(game.terms(name))}
        return cls(game.view_class, {"role": game.roles, "phase": tuple(steps)})

    def __call__(self, view: View) -> NDArray[np.float32]:
        """The view as one flat array.

        Raises:
            BadData: it is a view of another class.
        """
        if not isinstance(view, self.view_class):
            raise BadData(f"this encoder writes a {self.view_class.__name__}, and was given a {type(view).__name__}")
        role = getattr(view, "role", None)
        with self._lock:
            memory = self._memories.get(role)
            if memory is None:
                memory = self._memories[role] = self._spare or _Memory(self.view_class, self._words)
                self._spare = None
            try:
                memory.write(view)
            except BaseException:
                del self._memories[role]  # it is half written
                raise
            return memory.array.copy()

    @property
    def parts(self) -> Mapping[str, slice]:
        """Where in the flat array each field of the view is."""
        if self._parts is None:
            found: dict[str, slice] = {}
            for place, name in enumerate(self.names):
                field = _FIELD.match(name)[0]  # type: ignore[index]  # every name begins with one
                found[field] = slice(found[field].start if field in found else place, place + 1)
            self._parts = found
        return self._parts

    def arrays(self, view: View) -> dict[str, NDArray[np.float32]]:
        """The view as an array for each of its fields."""
        flat = self(view)
        return {field: flat[where] for field, where in self.parts.items()}

    def __reduce__(self) -> tuple[type[Encoder], tuple[type[View], dict[str, Values]]]:
        return Encoder, (self.view_class, self._words)

    def __repr__(self) -> str:
        return f"<Encoder of {self.view_class.__name__}: {self.size} entries>"


class _Compiler:
    """Goes through the type hints, names the entries, and makes what writes them."""

    def __init__(self, words: Mapping[str, Values]) -> None:
        self.words = words
        self.names: list[str] = []

    def entry(self, name: str) -> int:
        """A new entry; returns its place."""
        self.names.append(name)
        return len(self.names) - 1

    def value(self, hint: Any, path: str, marks: tuple[Any, ...] = ()) -> Writer:
        """What writes a value of a type."""
        while True:
            if get_origin(hint) is Annotated:
                marks = (*marks, *hint.__metadata__)
                hint = get_args(hint)[0]
            elif isinstance(hint, NewType):
                hint = hint.__supertype__
            else:
                break
        inner = [each for each in get_args(hint) if each is not type(None)]
        if get_origin(hint) in (Union, types.UnionType):
            if len(inner) == len(get_args(hint)) or len(inner) != 1:
                raise BadData(f"{path} may be any of {hint}; an encoder can write one type, or one and None")
            return writers.optional(self.entry(f"{path}?"), self.value(inner[0], path, marks))
        split = next((mark for mark in marks if isinstance(mark, Split)), None)
        if split is not None and isinstance(hint, type) and issubclass(hint, int):
            start = len(self.names)
            self.names += [f"{path}.{name}" for name in split.names]
            return writers.split(start, len(self.names), split.split)
        among = next((mark for mark in marks if isinstance(mark, Among)), None)
        vocabulary = among.values if among is not None else self.words.get(path)
        if isinstance(hint, type) and not get_args(hint):
            return self.plain(hint, path, vocabulary)
        if get_origin(hint) is Literal:
            return self.one_of(get_args(hint), path)
        return self.several(hint, path, marks)

    def plain(self, hint: type[Any], path: str, vocabulary: Values | None) -> Writer:
        """A value that is not a container of others by its hint."""
        if issubclass(hint, Enum):
            return self.one_of(tuple(hint), path)
        if vocabulary is not None and issubclass(hint, str | int):
            return self.one_of(listed(vocabulary), path)
        if issubclass(hint, str):
            start = len(self.names)
            self.names += [f"{path}#{bucket}" for bucket in range(BUCKETS)]
            return writers.hashed(range(start, len(self.names)))
        if issubclass(hint, int | float | Fraction):
            return (writers.flag if hint is bool else writers.number)(self.entry(path))
        if is_dataclass(hint) or issubclass(hint, BaseModel) or hasattr(hint, "_fields"):
            return self.model(hint, path)
        raise BadData(f"{path} is a {hint.__name__}, which an encoder cannot write as numbers")

    def one_of(self, values: Sequence[Hashable], path: str) -> Writer:
        """An entry for each value."""
        start = len(self.names)
        return writers.one_of({value: self.entry(f"{path}.{value}") for value in values}, start)

    def model(self, cls: type[Any], path: str) -> Writer:
        """The fields of a view, a dataclass or a named tuple, one after another."""
        hints, start = type_hints(cls, include_extras=True), len(self.names)
        prefix = f"{path}." if path else ""
        members = [(name, self.value(hints[name], f"{prefix}{name}")) for name in _names_of(cls)]
        return writers.record(start, len(self.names), members)

    def several(self, hint: Any, path: str, marks: tuple[Any, ...]) -> Writer:
        """A tuple, list or dictionary."""
        origin, inner, start = get_origin(hint), get_args(hint), len(self.names)
        each = next((mark for mark in marks if isinstance(mark, Each)), None)
        among = tuple(mark for mark in marks if isinstance(mark, Among | Split))
        if origin is tuple and inner[-1] is not Ellipsis:
            places = [self.value(item, f"{path}.{n}", among) for n, item in enumerate(inner)]
            return writers.row(start, len(self.names), places, exact=True)
        if isinstance(origin, type) and issubclass(origin, Mapping):
            key, item = inner
            if each is None and isinstance(key, type) and issubclass(key, Enum):
                each = Each(tuple(key))
            if each is None:
                return self.bag(types.GenericAlias(tuple, (key, item)), path, among, True)
            slots = {one: self.slot(item, f"{path}.{one}", among) for one in listed(each.keys)}
            return writers.table(start, len(self.names), slots)
        if isinstance(origin, type) and issubclass(origin, Sequence):
            if each is None:
                return self.bag(inner[0], path, among, False)
            slots = {one: self.slot(inner[0], f"{path}.{one}", among) for one in listed(each.keys)}
            if not each.by:
                return writers.row(start, len(self.names), list(slots.values()), exact=False)
            return writers.by(start, len(self.names), slots, each.by)
        raise BadData(f"{path} is {hint}, which an encoder cannot write as numbers")

    def slot(self, item: Any, path: str, marks: tuple[Any, ...]) -> Writer:
        """The place of one known thing: whether (or how often) it is there, and what it is."""
        if _bare(item) in (int, float, bool):
            return self.value(item, path, marks)
        return writers.optional(self.entry(f"{path}!"), self.value(item, path, marks))

    def bag(self, item: Any, path: str, marks: tuple[Any, ...], table: bool) -> Writer:
        """How many items, and the sum of what they are."""
        count = self.entry(f"{path}:count")
        nested = get_origin(_bare(item)) is not None and not table
        writer = self.value(item, f"{path}.each" if nested else path, marks)
        if writer.find is not None and not table:
            return writers.counted(count, writer.end, writer.find)
        return writers.bag(count, writer, in_table=table)


def _names_of(cls: type[Any]) -> list[str]:
    """The names of the fields of a model, a dataclass or a named tuple."""
    if issubclass(cls, BaseModel):
        return list(cls.model_fields)
    return [each.name for each in fields(cls)] if is_dataclass(cls) else list(cast(Any, cls)._fields)


def _bare(hint: Any) -> Any:
    """A type without its marks and names."""
    while get_origin(hint) is Annotated or isinstance(hint, NewType):
        hint = hint.__supertype__ if isinstance(hint, NewType) else get_args(hint)[0]
    return hint


class _Memory:
    """The array of a role, and the values that it says.

    Attributes:
        names: what each entry is.
        array: what was written last.
    """

    def __init__(self, view_class: type[View], words: Mapping[str, Values]) -> None:
        compiler = _Compiler(words)
        self._rewrite = compiler.model(view_class, "").rewrite
        self.names = compiler.names
        self.array = np.zeros(len(self.names), np.float32)
        self._out = memoryview(cast(Any, self.array))
        self._view: View | writers.Nothing = writers.NOTHING

    def write(self, view: View) -> None:
        """Make the array say what a view says."""
        self._rewrite(self._out, view, self._view)
        self._view = view
