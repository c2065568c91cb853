"""Encoders: views as arrays of numbers, by a function that is made once of the view's type hints."""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from math import log1p
from operator import attrgetter, is_
from typing import Annotated, Any, Final, Literal, NewType, TypeAlias, Union, cast, get_args, get_origin
from typing import get_type_hints as type_hints
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from navalcore.engine.game import Rules
from navalcore.engine.shapes import Among, Each, Split, Values, listed
from navalcore.engine.terms import View
from navalcore.errors import BadData

Write: TypeAlias = Callable[[Any, Any], None]
"""Puts a value into the buffer, each number at its place; what is not put stays 0."""

BUCKETS: Final = 8
"""Into how many entries a text without a known vocabulary is hashed."""
MOST_KEPT: Final = 8192
"""How many unchanging items of bags an encoder remembers."""
_FIELD: Final = re.compile(r"\w+")
_SQUASHED: Final = tuple(log1p(number) for number in range(512))


def squashed(number: float) -> float:
    """A number as encoders write it: log(1 + n) with its sign, so that small ones differ most and none is huge."""
    if number.__class__ is int and 0 <= number < 512:
        return _SQUASHED[number]
    return log1p(number) if number >= 0 else -log1p(-number)


class Encoder:
    """Turns views of one class into arrays of 32-bit numbers.

    What the type hints say is written one after another: a flag for what may be None, an entry for each member of an
    enumeration or of a mark :class:`~navalcore.engine.shapes.Among`, a number as :func:`squashed` gives it. A table of
    known things (a dictionary by enumeration, or whatever is marked :class:`~navalcore.engine.shapes.Each`) has a place
    for each thing; anything else of several items is a bag: how many there are, and the sum of their entries. Text
    without a known vocabulary is hashed into 8 entries.

    Args:
        view_class: the class of the views, such as ``game.view_class``.
        words: vocabularies of text fields by their path, such as ``{"phase": ["deal", "draw"]}``.

    Attributes:
        names: what each entry is, such as ``uboat.hand.Torpedo``.
        size: how many entries there are.

    Raises:
        BadData: a field has a type that cannot be written as numbers.
    """

    def __init__(self, view_class: type[View], words: Mapping[str, Values] | None = None) -> None:
        self.view_class = view_class
        self._words = dict(words or {})
        self.names: tuple[str, ...]
        compiler = _Compiler(self._words)
        self._write = compiler.model(view_class, "", False)
        self.names = tuple(compiler.names)
        self.size = len(self.names)
        self._parts: dict[str, slice] | None = None

    @classmethod
    def of(cls, game: Rules[Any, Any, Any]) -> Encoder:
        """The encoder of a game's views, which knows the names of its roles and of the steps of all its scenarios."""
        steps = {step.name: None for name in game.scenarios for step in game.sequence_of_play(game.terms(name))}
        return cls(game.view_class, {"role": game.roles, "phase": tuple(steps)})

    def __call__(self, view: View) -> NDArray[np.float32]:
        """The view as one flat array.

        Raises:
            BadData: it is a view of another class.
        """
        if not isinstance(view, self.view_class):
            raise BadData(f"this encoder writes a {self.view_class.__name__}, and was given a {type(view).__name__}")
        buffer = bytearray(4 * self.size)
        self._write(memoryview(buffer).cast("f"), view)
        return np.frombuffer(buffer, np.float32)

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
    """Goes through the type hints, names the entries, and makes the closures that write them."""

    def __init__(self, words: Mapping[str, Values]) -> None:
        self.words = words
        self.names: list[str] = []

    def entry(self, name: str) -> int:
        """A new entry; returns its place."""
        self.names.append(name)
        return len(self.names) - 1

    def value(self, hint: Any, path: str, add: bool, marks: tuple[Any, ...] = ()) -> Write:
        """What writes a value of a type; ``add`` within bags, where several are written at one place."""
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
            return _optional(self.entry(f"{path}?"), self.value(inner[0], path, add, marks), add)
        split = next((mark for mark in marks if isinstance(mark, Split)), None)
        if split is not None and isinstance(hint, type) and issubclass(hint, int):
            return _split([self.entry(f"{path}.{name}") for name in split.names], split.split, add)
        among = next((mark for mark in marks if isinstance(mark, Among)), None)
        vocabulary = among.values if among is not None else self.words.get(path)
        if isinstance(hint, type) and not get_args(hint):
            return self.plain(hint, path, add, vocabulary)
        if get_origin(hint) is Literal:
            return self.one_of(get_args(hint), path, add)
        return self.several(hint, path, add, marks)

    def plain(self, hint: type[Any], path: str, add: bool, vocabulary: Values | None) -> Write:
        """A value that is not a container of others by its hint."""
        if issubclass(hint, Enum):
            return self.one_of(tuple(hint), path, add)
        if vocabulary is not None and issubclass(hint, str | int):
            return self.one_of(listed(vocabulary), path, add)
        if issubclass(hint, str):
            return _hashed([self.entry(f"{path}#{bucket}") for bucket in range(BUCKETS)])
        if issubclass(hint, int | float | Fraction):
            return (_flag if hint is bool else _number)(self.entry(path), add)
        if is_dataclass(hint) or issubclass(hint, BaseModel) or hasattr(hint, "_fields"):
            return self.model(hint, path, add)
        raise BadData(f"{path} is a {hint.__name__}, which an encoder cannot write as numbers")

    def one_of(self, values: Sequence[Hashable], path: str, add: bool) -> Write:
        """An entry for each value."""
        return _one_of({value: self.entry(f"{path}.{value}") for value in values}, add)

    def model(self, cls: type[Any], path: str, add: bool) -> Write:
        """The fields of a view, a dataclass or a named tuple, one after another."""
        hints = type_hints(cls, include_extras=True)
        if issubclass(cls, BaseModel):
            names = list(cls.model_fields)
        else:
            names = [each.name for each in fields(cls)] if is_dataclass(cls) else list(cast(Any, cls)._fields)
        prefix = f"{path}." if path else ""
        return _fields(names, [self.value(hints[name], f"{prefix}{name}", add) for name in names])

    def several(self, hint: Any, path: str, add: bool, marks: tuple[Any, ...]) -> Write:
        """A tuple, list or dictionary."""
        origin, inner = get_origin(hint), get_args(hint)
        each = next((mark for mark in marks if isinstance(mark, Each)), None)
        among = tuple(mark for mark in marks if isinstance(mark, Among | Split))
        if origin is tuple and inner[-1] is not Ellipsis:
            return _zipped([self.value(item, f"{path}.{n}", add, among) for n, item in enumerate(inner)])
        if isinstance(origin, type) and issubclass(origin, Mapping):
            key, item = inner
            if each is None and isinstance(key, type) and issubclass(key, Enum):
                each = Each(tuple(key))
            if each is None:
                return self.bag(types.GenericAlias(tuple, (key, item)), path, among, True)
            slots = {one: self.remembered(item, f"{path}.{one}", among, add) for one in listed(each.keys)}
            return _table(slots)
        if isinstance(origin, type) and issubclass(origin, Sequence):
            if each is None:
                return self.bag(inner[0], path, among, False)
            return self.places(inner[0], path, add, among, each)
        raise BadData(f"{path} is {hint}, which an encoder cannot write as numbers")

    def places(self, item: Any, path: str, add: bool, marks: tuple[Any, ...], each: Each) -> Write:
        """A place for each of the known things of a sequence."""
        slots: dict[Hashable, Write] = {}
        spans: dict[Hashable, slice] = {}
        for one in listed(each.keys):
            start = len(self.names)
            slots[one] = self.remembered(item, f"{path}.{one}", marks, True)
            spans[one] = slice(start, len(self.names))
        if not each.by:
            return _zipped(list(slots.values()), exact=False)
        called = attrgetter(each.by)
        write = _by(slots, called)
        return write if add or not spans or not _is_frozen(_bare(item)) else _only_what_changed(write, spans, called)

    def remembered(self, item: Any, path: str, marks: tuple[Any, ...], add: bool) -> Write:
        """The place of one known thing, or of several, each worked out once for all that look the same."""
        start = len(self.names)
        kind = _bare(item)
        if not is_dataclass(kind):
            return self.slot(item, path, add, marks)
        write = self.slot(item, path, True, marks)
        names = [each.name for each in fields(kind)]
        return _remembering(write, start, len(self.names), attrgetter(*names))

    def slot(self, item: Any, path: str, add: bool, marks: tuple[Any, ...]) -> Write:
        """The place of one known thing: whether (or how often) it is there, and what it is."""
        if _bare(item) in (int, float, bool):
            return self.value(item, path, add, marks)
        return _present(self.entry(f"{path}!"), self.value(item, path, add, marks), add)

    def bag(self, item: Any, path: str, marks: tuple[Any, ...], table: bool) -> Write:
        """How many items, and the sum of what they are."""
        count = self.entry(f"{path}:count")
        start = len(self.names)
        kind = _bare(item)
        nested = get_origin(kind) is not None and not table
        write = self.value(item, f"{path}.each" if nested else path, True, marks)
        if _is_frozen(kind):
            return _remembering_bag(count, write, start, len(self.names))
        return _bag(count, write, table)


def _bare(hint: Any) -> Any:
    """A type without its marks and names."""
    while get_origin(hint) is Annotated or isinstance(hint, NewType):
        hint = hint.__supertype__ if isinstance(hint, NewType) else get_args(hint)[0]
    return hint


def _is_frozen(kind: Any) -> bool:
    """Whether the things of a type never change."""
    return is_dataclass(kind) and bool(cast(Any, kind).__dataclass_params__.frozen)


# ---- writers -----------------------------------------------------------------------------------------------------


def _flag(at: int, add: bool) -> Write:
    def write(out: Any, value: Any) -> None:
        if value:
            out[at] = out[at] + 1.0 if add else 1.0

    return write


def _number(at: int, add: bool) -> Write:
    def put(out: Any, value: Any) -> None:
        if value:
            out[at] = squashed(value)

    def more(out: Any, value: Any) -> None:
        if value:
            out[at] += squashed(value)

    return more if add else put


def _one_of(places: Mapping[Hashable, int], add: bool) -> Write:
    find = dict(places).get

    def put(out: Any, value: Any) -> None:
        at = find(value)
        if at is not None:
            out[at] = 1.0

    def more(out: Any, value: Any) -> None:
        at = find(value)
        if at is not None:
            out[at] += 1.0

    return more if add else put


def _hashed(places: Sequence[int]) -> Write:
    known: dict[str, int] = {}

    def write(out: Any, value: str) -> None:
        if value:
            at = known.get(value)
            if at is None:
                at = known[value] = places[crc32(value.encode()) % len(places)]
            out[at] += 1.0

    return write


def _split(places: Sequence[int], split: Callable[[Any], Sequence[float]], add: bool) -> Write:
    known: dict[Any, tuple[tuple[int, float], ...]] = {}

    def write(out: Any, value: Any) -> None:
        pairs = known.get(value)
        if pairs is None:
            pairs = known[value] = tuple(zip(places, map(squashed, split(value)), strict=True))
        for at, number in pairs:
            out[at] = out[at] + number if add else number

    return write


def _optional(at: int, inner: Write, add: bool) -> Write:
    def write(out: Any, value: Any) -> None:
        if value is not None:
            out[at] = out[at] + 1.0 if add else 1.0
            inner(out, value)

    return write


def _present(at: int, inner: Write, add: bool) -> Write:
    return _optional(at, inner, add)


def _fields(names: Sequence[str], writers: Sequence[Write]) -> Write:
    if len(names) == 1:
        get, only = attrgetter(names[0]), writers[0]
        return lambda out, value: only(out, get(value))
    get_all = attrgetter(*names)
    pairs = tuple(writers)

    def write(out: Any, value: Any) -> None:
        for writer, each in zip(pairs, get_all(value)):  # noqa: B905 - the innermost loop, of equal lengths
            writer(out, each)

    return write


def _zipped(writers: Sequence[Write], *, exact: bool = True) -> Write:
    def write(out: Any, value: Any) -> None:
        for writer, each in zip(writers, value, strict=exact):
            writer(out, each)

    return write


def _table(slots: Mapping[Hashable, Write]) -> Write:
    find = dict(slots).get

    def write(out: Any, value: Any) -> None:
        for key, each in value.items():
            writer = find(key)
            if writer is not None:
                writer(out, each)

    return write


def _by(slots: Mapping[Hashable, Write], called: Callable[[Any], Hashable]) -> Write:
    find = dict(slots).get

    def write(out: Any, value: Any) -> None:
        for each in value:
            writer = find(called(each))
            if writer is not None:
                writer(out, each)

    return write


def _only_what_changed(whole: Write, spans: Mapping[Hashable, slice], called: Callable[[Any], Hashable]) -> Write:
    """A table of unchanging things, of which few are replaced from one view to the next: it is kept, and only the
    places of what was replaced are written anew.
    """
    start, end = min(span.start for span in spans.values()), max(span.stop for span in spans.values())
    nothing = memoryview(bytearray(4 * end)).cast("f")
    kept: tuple[Sequence[Any], memoryview[float]] = ((), nothing)

    def anew(value: Sequence[Any]) -> memoryview[float]:
        nonlocal kept
        table = memoryview(bytearray(4 * end)).cast("f")
        before, last = kept
        replaced = [new for new, old in zip(value, before, strict=False) if new is not old]
        alike = len(value) == len(before) and [called(each) for each in value] == [called(each) for each in before]
        if not alike:
            whole(table, value)
        else:
            table[:] = last
            for each in replaced:
                if (span := spans.get(called(each))) is not None:
                    table[span] = nothing[span]
            whole(table, replaced)
        # Replaced as a whole and never changed, so that threads may share an encoder.
        kept = (tuple(value), table)
        return table

    def write(out: Any, value: Sequence[Any]) -> None:
        before, table = kept
        if len(value) != len(before) or not all(map(is_, value, before)):
            if len({called(each) for each in value}) < len(value):
                whole(out, value)  # several things in one place
                return
            table = anew(value)
        out[start:end] = table[start:end]

    return write


def _bag(count: int, inner: Write, table: bool) -> Write:
    def write(out: Any, value: Any) -> None:
        if value:
            out[count] += len(value)
            for each in value.items() if table else value:
                inner(out, each)

    return write


def _worked_out(inner: Write, value: Any, start: int, end: int) -> tuple[tuple[int, float], ...]:
    """What a value comes to: places and numbers."""
    scratch = memoryview(bytearray(4 * end)).cast("f")
    inner(scratch, value)
    return tuple((at, scratch[at]) for at in range(start, end) if scratch[at])


def _remembering(inner: Write, start: int, end: int, looks: Callable[[Any], Any]) -> Write:
    """What is worked out once for all things that look the same."""
    known: dict[Any, tuple[tuple[int, float], ...]] = {}

    def write(out: Any, value: Any) -> None:
        try:
            key = looks(value)
            pairs = known.get(key)
        except TypeError:  # something in it cannot be looked up
            inner(out, value)
            return
        if pairs is None:
            if len(known) >= MOST_KEPT:
                known.clear()
            pairs = known[key] = _worked_out(inner, value, start, end)
        for at, number in pairs:
            out[at] += number

    return write


def _remembering_bag(count: int, inner: Write, start: int, end: int) -> Write:
    """A bag of things that never change: what comes again and again is worked out once."""
    known: dict[int, tuple[Any, tuple[tuple[int, float], ...]]] = {}
    met: dict[int, Any] = {}

    def write(out: Any, value: Any) -> None:
        if value:
            out[count] += len(value)
            for each in value:
                found = known.get(id(each))
                if found is not None:
                    for at, number in found[1]:
                        out[at] += number
                    continue
                inner(out, each)
                if met.get(id(each)) is each:
                    if len(known) >= MOST_KEPT:
                        known.clear()
                    # The item is kept with what it comes to, so that no other can be given its id.
                    known[id(each)] = (each, _worked_out(inner, each, start, end))
                elif len(met) >= MOST_KEPT:
                    met.clear()
                met[id(each)] = each

    return write
