"""How an array is brought up to date: a patch writes the value of one field of a view over the value before it."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import compress, count
from operator import is_not, ne
from typing import Any, Final, TypeAlias

import numpy as np

from navalcore._rules.hints import ClassShape
from navalcore.learn._writers import (
    Bag,
    Compiler,
    EntryOf,
    FieldsOf,
    FlagAt,
    Items,
    NumberAt,
    PartOf,
    Present,
    RowOf,
    TableOf,
    squashed,
)

Patch: TypeAlias = Callable[["memoryview[float]", Any, Any], None]
"""Writes a value (the second) into its part of an array, in which another (the third) was before."""


def fields_of(compiler: Compiler, shape: ClassShape, path: str = "") -> Iterator[tuple[str, Patch]]:
    """The paths of a view's fields with entries, and their patches; of a record that is always there, its fields'."""
    for name, each in shape.fields.items():
        inside = f"{path}.{name}" if path else name
        if type(each) is ClassShape:
            yield from fields_of(compiler, each, inside)
        else:
            part = compiler.part(lambda each=each, inside=inside: compiler.value(each, inside))  # type: ignore[misc]
            if part.has_entries:
                yield inside, _patch_of(part)


def _patch_of(part: PartOf) -> Patch:
    write, where = part
    match write:
        case EntryOf():
            return _patch_one_of(where, None, write.find)
        case Present(inner=EntryOf(find=find)):
            return _patch_one_of(where, write.at, find)
        case Bag(item=EntryOf(find=find)):
            return _patch_bag(where, None, write.count, find)
        case Present(inner=Bag(item=EntryOf(find=find)) as bag):
            return _patch_bag(where, write.at, bag.count, find)
        case NumberAt():
            return _patch_number(write.at)
        case FlagAt():
            return _patch_flag(write.at)
        case FieldsOf():
            return _patch_record(write, _patch_part(part))
        case Present(inner=FieldsOf() as record):
            return _patch_record(record, _patch_part(part))
        case RowOf():
            return _patch_row(write, _patch_part(part))
        case TableOf():
            return _patch_table(write, _patch_part(part))
        case (Items() as items) | Present(inner=Items() as items):
            return _patch_items(items, None, _patch_part(part))
        case Bag(count=at, each=Items() as items) | Present(inner=Bag(count=at, each=Items() as items)):
            return _patch_items(items, at, _patch_part(part))
    return _patch_part(part)


# ---- single values and bags of them --------------------------------------------------------------------------------


def _patch_number(at: int) -> Patch:
    def patch(numbers: memoryview[float], value: Any, _: Any) -> None:
        numbers[at] = squashed(value)

    return patch


def _patch_flag(at: int) -> Patch:
    def patch(numbers: memoryview[float], value: Any, _: Any) -> None:
        numbers[at] = 1.0 if value else 0.0

    return patch


def _patch_one_of(where: slice, present: int | None, find: Callable[[Any], int | None]) -> Patch:
    empty = _empty(where)

    def patch(numbers: memoryview[float], value: Any, _: Any) -> None:
        numbers[where] = empty
        if present is not None and value is not None:
            numbers[present] = 1.0
        at = find(value)
        if at is not None:
            numbers[at] = 1.0

    return patch


def _patch_bag(where: slice, present: int | None, count: int, find: Callable[[Any], int | None]) -> Patch:
    empty = _empty(where)

    def patch(numbers: memoryview[float], value: Any, _: Any) -> None:
        numbers[where] = empty
        if present is not None and value is not None:
            numbers[present] = 1.0
        if value:
            numbers[count] = len(value)
            for one in value:
                at = find(one)
                if at is not None:
                    numbers[at] += 1.0

    return patch


def _empty(where: slice) -> array[float]:
    return array("d", bytes(8 * (where.stop - where.start)))


# ---- whatever is made of several values ----------------------------------------------------------------------------


_FEW: Final = 48
"""Up to so many entries Python sums them sooner than NumPy."""


def _patch_part(part: PartOf) -> Patch:
    write, where = part
    first, size, empty = where.start, where.stop - where.start, _empty(where)

    def patch(numbers: memoryview[float], value: Any, _: Any) -> None:
        places, added = array("q"), array("d")
        write(places, added, value)
        if len(places) <= _FEW:
            sums = dict(zip(places, added, strict=True))
            if len(sums) < len(places):
                sums = dict.fromkeys(sums, 0.0)
                for place, number in zip(places, added, strict=True):
                    sums[place] += number
            numbers[where] = empty
            for place, number in sums.items():
                numbers[place] = number
        else:
            summed = np.bincount(np.frombuffer(places, np.int64) - first, np.frombuffer(added), size)
            numbers[where] = summed  # type: ignore[call-overload]  # an array is a buffer

    return patch


def _patch_record(record: FieldsOf, whole: Patch) -> Patch:
    get, patches = record.get, list(map(_patch_of, record.parts))

    def patch(numbers: memoryview[float], value: Any, before: Any) -> None:
        if type(value) is not type(before):
            whole(numbers, value, before)
        elif value is not None:
            new, old = get(value), get(before)
            for change, one, former in compress(zip(patches, new, old, strict=True), map(ne, new, old)):
                change(numbers, one, former)

    return patch


def _patch_row(row: RowOf, whole: Patch) -> Patch:
    patches = list(map(_patch_of, row.parts))

    def patch(numbers: memoryview[float], value: Any, before: Any) -> None:
        if not isinstance(before, tuple) or len(before) != len(value):
            whole(numbers, value, before)
            return
        for change, one, former in compress(zip(patches, value, before, strict=False), map(is_not, value, before)):
            change(numbers, one, former)

    return patch


def _patch_table(table: TableOf, whole: Patch) -> Patch:
    patches: Mapping[Hashable, Patch] = {key: _patch_of(part) for key, part in table.parts.items()}

    def patch(numbers: memoryview[float], value: Any, before: Any) -> None:
        if not isinstance(before, dict) or before.keys() != value.keys():
            whole(numbers, value, before)
            return
        for key in compress(value, map(is_not, value.values(), map(before.__getitem__, value))):
            if (change := patches.get(key)) is not None:
                change(numbers, value[key], before[key])

    return patch


_FEW_ITEMS: Final = 16
"""If more items than so many have come and gone, all are written."""


def _patch_items(items: Items, count_at: int | None, whole: Patch) -> Patch:
    known, entries_of = items.known, items.known.worked_out

    def patch(numbers: memoryview[float], value: Any, before: Any) -> None:
        if type(value) is not type(before) or value is None:
            whole(numbers, value, before)
            return
        gone, come = _exchanged(before, value)
        if len(gone) + len(come) > _FEW_ITEMS:
            whole(numbers, value, before)
            return
        for item in gone:
            _, places, added = known.get(id(item)) or entries_of(item)
            for place, number in zip(places, added, strict=True):
                numbers[place] -= number
        for item in come:
            _, places, added = known.get(id(item)) or entries_of(item)
            for place, number in zip(places, added, strict=True):
                numbers[place] += number
        if count_at is not None:
            numbers[count_at] = len(value)

    return patch


def _exchanged(before: Sequence[Any], value: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """The items that a sequence has no more in their places, and those it has instead."""
    # Places are counted from the end, so that one item more or less does not exchange all that follow.
    least = min(len(before), len(value))
    same = next(compress(count(), map(is_not, before, value)), least)
    gone, come = list(before[same:]), list(value[same:])
    gone.reverse()
    come.reverse()
    pairs = [(old, new) for old, new in compress(zip(gone, come, strict=False), map(is_not, gone, come)) if old != new]
    least -= same
    return [old for old, _ in pairs] + gone[least:], [new for _, new in pairs] + come[least:]
