"""How parts of views are written into arrays: each part knows its entries, and writes only what has changed.

An array begins as the last one that was made for the same role. A :class:`Writer` is given what its part of the view
said then and says now, and makes the entries say the latter. What is summed (several things in one place, bags) is
summed in double precision of numbers that are rounded to 32 bits each, so that the order makes no difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress, count
from math import log1p
from operator import is_not, ne
from struct import pack, unpack
from typing import Any, Final, TypeAlias
from zlib import crc32

from navalcore._rules.looks import attributes_of_each, getter

Sums: TypeAlias = dict[int, float]
"""Entries by their place, with what has been summed in them."""
Add: TypeAlias = Callable[[Sums, Any], None]
"""Adds what a value comes to."""
Rewrite: TypeAlias = Callable[[Any, Any, Any], None]
"""Makes the entries (of the first argument) that said an old value (the third) say a new one (the second)."""
Parts: TypeAlias = tuple[tuple[int, float], ...]
"""Entries by their place, each with the number that a value writes there."""

MOST_KEPT: Final = 8192
"""How many values a writer remembers the entries of."""

LITTLE: Final = 8
"""Fewer things are sooner written than compared."""


class Nothing:
    """What stands in entries that nothing has been written to: they are all 0."""


NOTHING: Final = Nothing()


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes one part of a view.

    Attributes:
        start: its first entry.
        end: the entry after its last.
        add: what adds it to sums.
        rewrite: what writes it where it has entries of its own.
        leaves: of a record, its fields by their dotted names; fields that are records are taken apart.
        fields: of a record, the entries of each of those by its value.
        inner: of what may be None, what writes it where it is there.
        find: of one of a few values, what gives the entry of each.
    """

    start: int
    end: int
    add: Add
    rewrite: Rewrite
    leaves: tuple[tuple[str, Writer], ...] = ()
    find: Callable[[Any], int | None] | None = None
    fields: tuple[Entries, ...] = ()
    inner: Writer | None = None


def squashed(number: float) -> float:
    """A number as encoders write it: log(1 + n) with its sign, so that small ones differ most and none is huge."""
    value: float = unpack("f", pack("f", log1p(number) if number >= 0 else -log1p(-number)))[0]
    return value


class _Squashed(dict[Any, float]):
    """Numbers as they are written, by the number."""

    def __missing__(self, number: Any) -> float:
        if len(self) >= MOST_KEPT:
            self.clear()
        self[number] = value = squashed(number)
        return value


_SQUASHED: Final = _Squashed()


@lru_cache
def _zeros(many: int) -> memoryview[float]:
    return memoryview(bytes(4 * many)).cast("f")


def _put(out: Any, sums: Sums) -> None:
    for at, number in sums.items():
        out[at] = number


def _written(start: int, end: int, add: Add) -> Rewrite:
    """What writes a part by summing it anew."""

    def rewrite(out: Any, new: Any, old: Any) -> None:
        if new == old:
            return
        if old is not NOTHING:
            out[start:end] = _zeros(end - start)
        sums: Sums = {}
        add(sums, new)
        _put(out, sums)

    return rewrite


class Entries(dict[Any, Parts]):
    """The entries and numbers of values, worked out once for those that come again and again."""

    def __init__(self, work_out: Callable[[Any], Parts]) -> None:
        super().__init__()
        self.work_out = work_out

    def __missing__(self, value: Any) -> Parts:
        if len(self) >= MOST_KEPT:
            self.clear()
        self[value] = found = self.work_out(value)
        return found

    def of(self, value: Any) -> Parts:
        """Those of any value."""
        try:
            return self[value]
        except TypeError:  # it cannot be looked up
            return self.work_out(value)


def _entries_of(add: Add) -> Entries:
    """The entries that something adds to sums."""

    def work_out(value: Any) -> Parts:
        sums: Sums = {}
        add(sums, value)
        return tuple(sums.items())

    return Entries(work_out)


def _parts_of(fields: Sequence[Entries], values: Sequence[Any]) -> Parts:
    """The entries and numbers of several fields, which have entries of their own."""
    try:
        return tuple([part for known, value in zip(fields, values) for part in known[value]])  # noqa: B905 - innermost
    except TypeError:  # one of them cannot be looked up
        return tuple([part for known, value in zip(fields, values, strict=False) for part in known.of(value)])


# ---- single values -----------------------------------------------------------------------------------------------


def number(at: int) -> Writer:
    """A number."""

    def add(sums: Sums, value: Any) -> None:
        sums[at] = sums.get(at, 0.0) + _SQUASHED[value]

    def rewrite(out: Any, new: Any, old: Any) -> None:  # noqa: ARG001
        out[at] = _SQUASHED[new]

    return Writer(at, at + 1, add, rewrite)


def flag(at: int) -> Writer:
    """Whether something is so."""

    def add(sums: Sums, value: Any) -> None:
        if value:
            sums[at] = sums.get(at, 0.0) + 1.0

    def rewrite(out: Any, new: Any, old: Any) -> None:  # noqa: ARG001
        out[at] = 1.0 if new else 0.0

    return Writer(at, at + 1, add, rewrite)


class _Hashed(dict[Any, int | None]):
    """Places of texts: any of a few, by the text."""

    def __init__(self, places: range) -> None:
        self.places = places
        super().__init__({"": None, NOTHING: None})

    def __missing__(self, text: str) -> int | None:
        if len(self) >= MOST_KEPT:
            self.clear()
            self.__init__(self.places)  # type: ignore[misc]
        self[text] = place = self.places[crc32(text.encode()) % len(self.places)]
        return place


def hashed(places: range) -> Writer:
    """A text without a known vocabulary."""
    return _in_one_place(places.start, places.stop, _Hashed(places).__getitem__)


def one_of(places: Mapping[Hashable, int], start: int) -> Writer:
    """One of a few values; any other is not written."""
    return _in_one_place(start, start + len(places), dict(places).get)


def _in_one_place(start: int, end: int, find: Callable[[Any], int | None]) -> Writer:
    def add(sums: Sums, value: Any) -> None:
        at = find(value)
        if at is not None:
            sums[at] = sums.get(at, 0.0) + 1.0

    def rewrite(out: Any, new: Any, old: Any) -> None:
        was = find(old)
        if was is not None:
            out[was] = 0.0
        at = find(new)
        if at is not None:
            out[at] = 1.0

    return Writer(start, end, add, rewrite, find=find)


def split(start: int, end: int, parts: Callable[[Any], Sequence[float]]) -> Writer:
    """A number made of several."""
    known: dict[Any, tuple[tuple[int, float], ...]] = {}

    def pairs(value: Any) -> tuple[tuple[int, float], ...]:
        found = known.get(value)
        if found is None:
            if len(known) >= MOST_KEPT:
                known.clear()
            numbers = [squashed(part) for part in parts(value)]
            found = known[value] = tuple(zip(range(start, end), numbers, strict=True))
        return found

    def add(sums: Sums, value: Any) -> None:
        for at, part in pairs(value):
            sums[at] = sums.get(at, 0.0) + part

    def rewrite(out: Any, new: Any, old: Any) -> None:  # noqa: ARG001
        for at, part in pairs(new):
            out[at] = part

    return Writer(start, end, add, rewrite)


# ---- records -----------------------------------------------------------------------------------------------------


def optional(at: int, inner: Writer) -> Writer:
    """What may be None: whether it is there, and what it is."""
    inner_add, inner_rewrite, end = inner.add, inner.rewrite, inner.end

    def add(sums: Sums, value: Any) -> None:
        if value is not None:
            sums[at] = sums.get(at, 0.0) + 1.0
            inner_add(sums, value)

    def rewrite(out: Any, new: Any, old: Any) -> None:
        if new is None:
            if old is not None and old is not NOTHING:
                out[at:end] = _zeros(end - at)
        elif old is None or old is NOTHING:
            out[at] = 1.0
            inner_rewrite(out, new, NOTHING)
        else:
            inner_rewrite(out, new, old)

    return Writer(at, end, add, rewrite, inner=inner)


def record(start: int, end: int, members: Sequence[tuple[str, Writer]]) -> Writer:
    """Named fields, each with its own entries."""
    leaves: list[tuple[str, Writer]] = []
    for name, writer in members:
        inner = [(f"{name}.{each}", leaf) for each, leaf in writer.leaves]
        leaves += inner or [(name, writer)]
    get = getter(*[name for name, _ in leaves])
    fields = tuple(_entries_of(writer.add) for _, writer in leaves)
    rewriters = tuple(writer.rewrite for _, writer in leaves)
    nothing = (NOTHING,) * len(leaves)

    whole = Entries(lambda values: _parts_of(fields, values))

    def add(sums: Sums, value: Any) -> None:
        for at, part in whole.of(get(value)):
            sums[at] = sums.get(at, 0.0) + part

    def rewrite(out: Any, new: Any, old: Any) -> None:
        before = nothing if old is NOTHING else get(old)
        for rewriter, now, was in zip(rewriters, get(new), before):  # noqa: B905 - an innermost loop, of equal lengths
            if now is not was:
                rewriter(out, now, was)

    return Writer(start, end, add, rewrite, tuple(leaves), fields=fields)


def row(start: int, end: int, writers: Sequence[Writer], *, exact: bool) -> Writer:
    """Values by their places in a tuple; ``exact``: there are as many of them as of places."""

    def add(sums: Sums, value: Any) -> None:
        for writer, each in zip(writers, value, strict=exact):
            writer.add(sums, each)

    def rewrite(out: Any, new: Any, old: Any) -> None:
        if new == old:
            return
        if old is NOTHING or len(old) != len(new):
            if old is not NOTHING:
                out[start:end] = _zeros(end - start)
            old = (NOTHING,) * len(new)
        for writer, now, was in zip(writers, new, old, strict=False):
            if now is not was:
                writer.rewrite(out, now, was)

    return Writer(start, end, add, rewrite)


# ---- tables of known things --------------------------------------------------------------------------------------


def table(start: int, end: int, slots: Mapping[Hashable, Writer]) -> Writer:
    """A dictionary of known things."""
    find = dict(slots).get
    empty: Mapping[Any, Any] = {}

    def add(sums: Sums, value: Any) -> None:
        for key, each in value.items():
            slot = find(key)
            if slot is not None:
                slot.add(sums, each)

    def rewrite(out: Any, new: Any, old: Any) -> None:
        if new == old:
            return
        if old is NOTHING:
            old = empty
        alike = len(old) == len(new)
        for key, now in new.items():
            was = old.get(key, NOTHING)
            if now is not was:
                alike = alike and was is not NOTHING
                if (slot := find(key)) is not None:
                    slot.rewrite(out, now, was)
        for key in () if alike else old.keys() - new.keys():
            if (slot := find(key)) is not None:
                out[slot.start : slot.end] = _zeros(slot.end - slot.start)

    return Writer(start, end, add, rewrite)


def by(start: int, end: int, slots: Mapping[Hashable, Writer], called: str) -> Writer:
    """A sequence of records, of which several may be in one place: what is in it is summed.

    Args:
        start: its first entry.
        end: the entry after its last.
        slots: what writes the records in each place; see :func:`optional`.
        called: the attribute that says in which place a record is.
    """
    names: list[str] = []
    places: dict[Hashable, tuple[Entries, ...]] = {}
    for key, slot in slots.items():
        inner = slot.inner or slot
        names = [name for name, _ in inner.leaves]
        places[key] = (*inner.fields, _one(slot.start))
    looks, find = attributes_of_each(*names, called), places.get
    sums: Sums = {}
    keys: list[Any] = []

    whole = Entries(lambda look: _parts_of(find(look[-1], ()), look))

    def add(sums: Sums, value: Any) -> None:
        for look in looks(value):
            for at, part in whole.of(look):
                sums[at] = sums.get(at, 0.0) + part

    def exchange(out: Any, gone: Parts, come: Parts) -> None:
        for at, part in gone:
            out[at] = sums[at] = sums[at] - part
        for at, part in come:
            out[at] = sums[at] = sums.get(at, 0.0) + part

    def change(out: Any, look: Any, before: Any) -> None:
        if look[-1] != before[-1]:
            exchange(out, whole.of(before), whole.of(look))
            return
        for known, now, was in zip(find(look[-1], ()), look, before):  # noqa: B905 - an innermost loop
            if now is not was and now != was:
                exchange(out, known.of(was), known.of(now))

    def rewrite(out: Any, new: Any, old: Any) -> None:
        nonlocal keys
        if old is NOTHING:
            sums.clear()
            keys, old = [], ()
        if len(new) == len(keys):
            others = list(map(is_not, new, old))
            now, was = looks(compress(new, others)), list(compress(keys, others))
            changed = compress(count(), others)
            for place, look, before in compress(zip(changed, now, was), map(ne, now, was)):  # noqa: B905 - innermost
                change(out, look, before)
                keys[place] = look
            return
        now = looks(new)
        most = min(len(now), len(keys))
        begin = next(compress(count(), map(ne, now, keys)), most)
        end = min(most - begin, next(compress(count(), map(ne, reversed(now), reversed(keys))), most))
        gone, come = _unlike(keys[begin : len(keys) - end], now[begin : len(now) - end])
        for look in gone:
            exchange(out, whole.of(look), ())
        for look in come:
            exchange(out, (), whole.of(look))
        keys = now

    return Writer(start, end, add, rewrite)


def _unlike(some: list[Any], others: list[Any]) -> tuple[Iterable[Any], Iterable[Any]]:
    """Of each list what the other one has not, or all of it where there is little."""
    if len(some) < LITTLE or len(others) < LITTLE:
        return some, others
    try:
        one, other = Counter(some), Counter(others)
    except TypeError:  # they cannot be counted
        return some, others
    return (one - other).elements(), (other - one).elements()


def _one(at: int) -> Entries:
    """What counts one in an entry, whatever the value."""
    return Entries(lambda _: ((at, 1.0),))


# ---- bags --------------------------------------------------------------------------------------------------------


def bag(size: int, inner: Writer, *, in_table: bool) -> Writer:
    """How many things there are, and the sum of what they are. Where things are put on top of the last, only they are
    added.
    """
    known: Any = ()
    kept: Sums = {}
    inner_add, end = inner.add, inner.end

    def add(sums: Sums, value: Any) -> None:
        if value:
            sums[size] = sums.get(size, 0.0) + len(value)
            for each in value.items() if in_table else value:
                inner_add(sums, each)

    def grown(out: Any, new: Any, old: Any) -> None:
        nonlocal known, kept
        if new == old:
            return
        begun = len(known)
        if len(new) < begun or new[:begun] != known:
            begun, kept = 0, {}
        for each in new[begun:]:
            inner_add(kept, each)
        known = new
        if old is not NOTHING:
            out[size:end] = _zeros(end - size)
        out[size] = len(new)
        _put(out, kept)

    return Writer(size, end, add, _written(size, end, add) if in_table else grown)


def counted(size: int, end: int, find: Callable[[Any], int | None]) -> Writer:
    """A bag of values that have an entry each."""

    def add(sums: Sums, value: Any) -> None:
        if value:
            sums[size] = sums.get(size, 0.0) + len(value)
            for each in value:
                at = find(each)
                if at is not None:
                    sums[at] = sums.get(at, 0.0) + 1.0

    def rewrite(out: Any, new: Any, old: Any) -> None:
        more = new
        if old is not NOTHING and old:
            begun = len(old)
            if new[:begun] == old:
                if len(new) == begun:
                    return
                more = new[begun:]
            else:
                out[size:end] = _zeros(end - size)
        out[size] = len(new)
        for each in more:
            at = find(each)
            if at is not None:
                out[at] += 1.0

    return Writer(size, end, add, rewrite)
