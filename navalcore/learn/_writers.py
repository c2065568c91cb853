"""How values are written into arrays: a writer for each shape of ``navalcore._rules.hints``.

Writers append the places of entries, and the number that is added in each. :class:`~navalcore.learn.Encoder` sums them
in double precision. The sums are exact, as :func:`squashed` gives few digits, so numbers can be taken from them again.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import lru_cache, partial
from hashlib import blake2b
from math import log1p
from operator import attrgetter
from struct import pack, unpack
from typing import Any, Final, NamedTuple, TypeAlias

from navalcore._rules.field_marks import Categorical, Features, Harmless, Slots, Values, values_of
from navalcore._rules.hints import ClassShape, DictShape, HintShape, Maybe, Plain, Several, TupleShape, Words
from navalcore.errors import BadData

Write: TypeAlias = Callable[["array[int]", "array[float]", Any], None]
"""Appends the places and the numbers that a value (the third) has in an array."""

MOST_KEPT: Final = 8192
"""How many values a writer remembers the entries of."""
_ONE: Final = array("d", [1.0])
_COARSE: Final = 3.0 * 2**15
"""A number to which this is added, and from which it is taken again, is rounded to a multiple of 1 / 2**36."""


@lru_cache(MOST_KEPT)
def squashed(number: float) -> float:
    """A number as encoders write it: log(1 + n) with its sign, so that small ones differ most and none is huge."""
    value: float = unpack("f", pack("f", log1p(number) if number >= 0 else -log1p(-number)))[0]
    return value + _COARSE - _COARSE


class PartOf(NamedTuple):
    """A function that writes some of the entries."""

    write: Write
    where: slice
    """Its entries."""

    @property
    def has_entries(self) -> bool:
        """Whether it has any."""
        return bool(self.where.stop - self.where.start)


class Compiler:
    """Goes through a shape, names the entries, and makes what writes them; ``words``: vocabularies by path."""

    def __init__(self, words: Mapping[str, Values]) -> None:
        self.words = words
        self.names: list[str] = []
        """The name of each entry."""

    def value(self, shape: HintShape, path: str, marks: tuple[Any, ...] = ()) -> Write:
        """Make the function that writes a value of a shape; ``marks`` are those of the value that contains it."""
        marks = (*marks, *shape.marks)
        features, categories = _mark(marks, Features), _mark(marks, Categorical)
        vocabulary = self.words.get(path) if categories is None else categories.values
        match shape:
            case Maybe(inner=inner):
                return Present(self.entry(f"{path}?"), self.value(inner, path, marks))
            case Plain(cls=cls) if features is not None and issubclass(cls, int | str):
                return _features([self.entry(f"{path}.{name}") for name in features.names], features.split)
            case Plain(cls=cls) if issubclass(cls, Enum):
                return self.one_of(tuple(cls), path)
            case Plain(cls=cls) if vocabulary is not None and issubclass(cls, str | int):
                return self.one_of(values_of(vocabulary), path)
            case Plain(cls=cls) if issubclass(cls, str):
                if _mark(marks, Harmless) is None:
                    raise BadData(
                        f"{path} is a text whose possible values are not declared: mark it with Categorical(values), "
                        "or with harmless(reason) if it says nothing that other fields do not"
                    )
                return nothing
            case Plain(cls=cls) if issubclass(cls, int | float | Fraction):
                return (FlagAt if cls is bool else NumberAt)(self.entry(path))
            case Words(values=values):
                return self.one_of(values, path)
            case ClassShape():
                return self.record(shape, path)
            case TupleShape(items=items):
                passed = _passed_on(marks)
                return RowOf(
                    [self.part(partial(self.value, each, f"{path}.{n}", passed)) for n, each in enumerate(items)]
                )
            case Several(item=item):
                return self.several(item, path, marks)
            case DictShape():
                return self.table(shape, path, marks)
        raise BadData(f"{path} is a {shape}, which an encoder cannot write as numbers")

    def entry(self, name: str) -> int:
        """A new entry; returns its place."""
        self.names.append(name)
        return len(self.names) - 1

    def part(self, made: Callable[[], Write]) -> PartOf:
        """A function that writes some of the entries, with those entries; ``made`` makes it."""
        first = len(self.names)
        write = made()
        return PartOf(write, slice(first, len(self.names)))

    def one_of(self, values: Sequence[Hashable], path: str) -> Write:
        """An entry for each value."""
        return EntryOf({value: self.entry(f"{path}.{value}") for value in values}.get)

    def record(self, shape: ClassShape, path: str = "") -> Write:
        """The fields of a view, a dataclass or a named tuple, one after another."""
        prefix = f"{path}." if path else ""
        members = {name: self.part(partial(self.value, each, f"{prefix}{name}")) for name, each in shape.fields.items()}
        for each in getattr(shape.cls, "__dataclass_fields__", {}).values():
            if not each.compare and each.name in members and members[each.name].has_entries:
                raise BadData(
                    f"{prefix}{each.name} is not compared (compare=False), so an encoder could not see it change"
                )
        return FieldsOf(members)

    def several(self, item: HintShape, path: str, marks: tuple[Any, ...]) -> Write:
        """A sequence: a bag of items, or a table of known ones."""
        slots, passed = _mark(marks, Slots), _passed_on(marks)
        if slots is None:
            count = self.entry(f"{path}:count")
            nested = not isinstance(item, Plain | ClassShape)
            inner = self.mixed(item, f"{path}.each" if nested else path, passed, f"{path}:mix")
            return Bag(count, inner, _each(item, inner))
        if slots.by:
            several = {
                key: self.part(partial(self.mixed_slot, item, f"{path}.{key}", passed)) for key in values_of(slots.keys)
            }
            return _each(item, _by(slots.by, several))
        return RowOf([self.part(partial(self.slot, item, f"{path}.{key}", passed)) for key in values_of(slots.keys)])

    def table(self, shape: DictShape, path: str, marks: tuple[Any, ...]) -> Write:
        """A dictionary: of known things, or a bag of keys and items."""
        slots, passed, key, item = _mark(marks, Slots), _passed_on(marks), shape.key, shape.item
        if slots is None and isinstance(key, Plain) and issubclass(key.cls, Enum):
            slots = Slots(tuple(key.cls))
        if slots is None:
            pair = TupleShape(Any, (key, item))
            count, inner = self.entry(f"{path}:count"), self.mixed(pair, path, passed, f"{path}:mix")
            write = Bag(count, inner, every_item(inner))
            return lambda places, numbers, value: write(places, numbers, value.items())
        return TableOf(
            {one: self.part(partial(self.slot, item, f"{path}.{one}", passed)) for one in values_of(slots.keys)}
        )

    def mixed(self, item: HintShape, path: str, marks: tuple[Any, ...], name: str) -> Write:
        """A function that writes the items of a bag, with an entry that distinguishes bags of the same sums."""
        first = len(self.names)
        write = self.value(item, path, marks)
        return write if isinstance(write, EntryOf) else _mixed(first, self.entry(name), write)

    def mixed_slot(self, item: HintShape, path: str, marks: tuple[Any, ...]) -> Write:
        """The place of one known thing of which there may be several."""
        first = len(self.names)
        write = self.slot(item, path, marks)
        return _mixed(first, self.entry(f"{path}:mix"), write)

    def slot(self, item: HintShape, path: str, marks: tuple[Any, ...]) -> Write:
        """The place of one known thing: whether (or how often) it is there, and what it is."""
        if isinstance(item, Plain) and item.cls in (int, float, bool):
            return self.value(item, path, marks)
        return Present(self.entry(f"{path}!"), self.value(item, path, marks))


def _mark(marks: tuple[Any, ...], kind: type[Any]) -> Any:
    return next((mark for mark in marks if isinstance(mark, kind)), None)


def _passed_on(marks: tuple[Any, ...]) -> tuple[Any, ...]:
    """The marks of a container that are those of its items."""
    return tuple(mark for mark in marks if isinstance(mark, Categorical | Features | Harmless))


# ---- single values -------------------------------------------------------------------------------------------------


class NumberAt:
    """Writes a number."""

    def __init__(self, at: int) -> None:
        self.at = at

    def __call__(self, places: array[int], numbers: array[float], value: Any) -> None:
        places.append(self.at)
        numbers.append(squashed(value))


class FlagAt:
    """Writes whether something is so."""

    def __init__(self, at: int) -> None:
        self.at = at

    def __call__(self, places: array[int], numbers: array[float], value: Any) -> None:
        if value:
            places.append(self.at)
            numbers.append(1.0)


class EntryOf:
    """Writes one of a few values; any other is not written."""

    def __init__(self, find: Callable[[Any], int | None]) -> None:
        self.find = find

    def __call__(self, places: array[int], numbers: array[float], value: Any) -> None:
        at = self.find(value)
        if at is not None:
            places.append(at)
            numbers.append(1.0)

    def every(self, places: array[int], numbers: array[float], values: Iterable[Any]) -> None:
        """Write several of them."""
        find = self.find
        found = array("q", [at for value in values if (at := find(value)) is not None])
        places.extend(found)
        numbers.extend(_ONE * len(found))


def nothing(places: array[int], numbers: array[float], value: Any) -> None:
    """Fields that reveal nothing are not written."""


def _features(entries: Sequence[int], split: Callable[[Any], Sequence[float]]) -> Write:
    """A number, or a text, made of several numbers."""

    def write(places: array[int], numbers: array[float], value: Any) -> None:
        places.extend(entries)
        numbers.extend(map(squashed, split(value)))

    return write


# ---- records and rows ----------------------------------------------------------------------------------------------


class Present:
    """A value that may be None: whether it is there, and what it is."""

    def __init__(self, at: int, inner: Write) -> None:
        self.at, self.inner = at, inner

    def __call__(self, places: array[int], numbers: array[float], value: Any) -> None:
        if value is not None:
            places.append(self.at)
            numbers.append(1.0)
            self.inner(places, numbers, value)


class FieldsOf:
    """Writes named fields, one after another."""

    def __init__(self, members: Mapping[str, PartOf]) -> None:
        said = {name: part for name, part in members.items() if part.has_entries}
        names, self.parts = list(said), list(said.values())
        self.get: Callable[[Any], Sequence[Any]] = (
            attrgetter(*names) if len(names) > 1 else lambda value: [getattr(value, name) for name in names]
        )
        self.writers = [each.write for each in self.parts]

    def __call__(self, places: array[int], numbers: array[float], value: Any) -> None:
        for writer, each in zip(self.writers, self.get(value), strict=True):
            writer(places, numbers, each)


class RowOf:
    """Writes values by their places in a tuple."""

    def __init__(self, parts: Sequence[PartOf]) -> None:
        self.parts = parts
        self.writers = [each.write for each in parts]

    def __call__(self, places: array[int], numbers: array[float], value: Any) -> None:
        for writer, each in zip(self.writers, value, strict=False):
            writer(places, numbers, each)


class TableOf:
    """Writes a dictionary of known things."""

    def __init__(self, parts: Mapping[Hashable, PartOf]) -> None:
        self.parts = parts

    def __call__(self, places: array[int], numbers: array[float], value: Any) -> None:
        for key, each in value.items():
            if (slot := self.parts.get(key)) is not None:
                slot.write(places, numbers, each)


def _by(called: str, slots: Mapping[Hashable, PartOf]) -> Write:
    """A record of a table in which several may be in one place; ``called``: the attribute that says in which it is."""

    def write(places: array[int], numbers: array[float], value: Any) -> None:
        if (slot := slots.get(getattr(value, called))) is not None:
            slot.write(places, numbers, value)

    return write


# ---- several things ------------------------------------------------------------------------------------------------


class Bag:
    """How many things there are, and the sum of their values."""

    def __init__(self, count: int, item: Write, each: Write) -> None:
        self.count, self.item, self.each = count, item, each

    def __call__(self, places: array[int], numbers: array[float], value: Any) -> None:
        if value:
            places.append(self.count)
            numbers.append(len(value))
            self.each(places, numbers, value)


def every_item(inner: Write) -> Write:
    """All items of something."""
    if isinstance(inner, EntryOf):
        return inner.every

    def write(places: array[int], numbers: array[float], value: Any) -> None:
        for item in value:
            inner(places, numbers, item)

    return write


@lru_cache(MOST_KEPT)
def _mix_of(packed: bytes) -> float:
    """A number from 0 to 1 that is another for other entries; of as many bits that sums of it are exact."""
    return (int.from_bytes(blake2b(packed, digest_size=4).digest(), "big") >> 12) / (1 << 20)


def _mixed(first: int, at: int, inner: Write) -> Write:
    """An item of a bag, and a number made of its entries, whose places are counted from ``first``."""

    def write(places: array[int], numbers: array[float], value: Any) -> None:
        begun = len(places)
        inner(places, numbers, value)
        written = sorted(zip(places[begun:], numbers[begun:], strict=True))
        pairs = [each for place, number in written if number for each in (place - first, number)]
        numbers.append(_mix_of(pack("<" + "qd" * (len(pairs) // 2), *pairs)))
        places.append(at)

    return write


def _each(item: HintShape, inner: Write) -> Write:
    """All items of a sequence."""
    return every_item(inner) if isinstance(item, Plain | Words | Maybe) else Items(inner)


class Items:
    """Writes all items of a sequence; the entries of those that are shown in view after view are remembered."""

    def __init__(self, write: Write) -> None:
        self.known = KnownValues(write)

    def __call__(self, places: array[int], numbers: array[float], value: Any) -> None:
        if value:
            known = self.known
            _, where, what = zip(*[known.get(id(item)) or known.worked_out(item) for item in value], strict=True)
            places.frombytes(b"".join(where))
            numbers.frombytes(b"".join(what))


class KnownValues(dict[int, tuple[Any, "array[int]", "array[float]"]]):
    """The entries of objects, by their ids; one that is equal to a known one has the same."""

    # The objects are kept, so no other can have the same id.

    def __init__(self, write: Write) -> None:
        super().__init__()
        self.write = write
        self.equal: dict[Any, tuple[array[int], array[float]]] = {}

    def worked_out(self, value: Any) -> tuple[Any, array[int], array[float]]:
        """Those of an object that is not known yet."""
        if len(self) >= MOST_KEPT:
            self.clear()
            self.equal.clear()
        try:
            entries = self.equal.get(value) or self.equal.setdefault(value, self.written(value))
        except TypeError:  # it cannot be hashed
            entries = self.written(value)
        found = self[id(value)] = value, *entries
        return found

    def written(self, value: Any) -> tuple[array[int], array[float]]:
        """The entries that are written for an object."""
        places, numbers = array("q"), array("d")
        self.write(places, numbers, value)
        return places, numbers
