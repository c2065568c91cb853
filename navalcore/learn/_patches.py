"""How an array is brought up to date: a patch writes the value of one field of a view over the value before it."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterator
from itertools import compress
from operator import attrgetter, ne
from typing import Any, Final, TypeAlias

import numpy as np

from navalcore._rules.hints import ClassShape, HintShape, Plain
from navalcore.learn._writers import Bag, Compiler, EntryOf, Present, Slotted, Write, nothing, squashed

Patch: TypeAlias = Callable[["memoryview[float]", Any, Any], None]
"""Writes a value (the second) into its part of an array, in which another (the third) was before."""


def fields_of(compiler: Compiler, shape: ClassShape, path: str = "") -> Iterator[tuple[str, Patch]]:
    """The paths of the fields of a view that have entries, with their patches; in the place of a record that is always
    there, those of the record.
    """
    for name, each in shape.fields.items():
        inside = f"{path}.{name}" if path else name
        if type(each) is ClassShape:
            yield from fields_of(compiler, each, inside)
        elif (patch := _patch_of(compiler, each, inside)) is not None:
            yield inside, patch


def _patch_of(compiler: Compiler, shape: HintShape, path: str) -> Patch | None:
    first = len(compiler.names)
    write = compiler.value(shape, path)
    size = len(compiler.names) - first
    if write is nothing or not size:
        return None
    if isinstance(write, EntryOf):
        return _patch_one_of(first, size, write.find)
    present, bag = (write.at, write.inner) if isinstance(write, Present) else (None, write)
    if isinstance(bag, Bag) and isinstance(bag.item, EntryOf):
        return _patch_bag(first, size, present, bag.count, bag.item.find)
    if isinstance(shape, Plain) and size == 1:
        return _patch_flag(first) if shape.cls is bool else _patch_number(first)
    whole = _patch_part(first, size, write)
    return _patch_slots(write, whole) if isinstance(write, Slotted) else whole


def _patch_number(at: int) -> Patch:
    def patch(numbers: memoryview[float], value: Any, _: Any) -> None:
        numbers[at] = squashed(value)

    return patch


def _patch_flag(at: int) -> Patch:
    def patch(numbers: memoryview[float], value: Any, _: Any) -> None:
        numbers[at] = 1.0 if value else 0.0

    return patch


def _patch_one_of(first: int, size: int, find: Callable[[Any], int | None]) -> Patch:
    part, empty = slice(first, first + size), array("f", bytes(4 * size))

    def patch(numbers: memoryview[float], value: Any, _: Any) -> None:
        numbers[part] = empty
        at = find(value)
        if at is not None:
            numbers[at] = 1.0

    return patch


def _patch_bag(first: int, size: int, present: int | None, count: int, find: Callable[[Any], int | None]) -> Patch:
    part, empty = slice(first, first + size), array("f", bytes(4 * size))

    def patch(numbers: memoryview[float], value: Any, _: Any) -> None:
        numbers[part] = empty
        if present is not None and value is not None:
            numbers[present] = 1.0
        if value:
            numbers[count] = len(value)
            for one in value:
                at = find(one)
                if at is not None:
                    numbers[at] += 1.0

    return patch


_FEW: Final = 48
"""Up to so many entries Python sums them sooner than NumPy."""


def _patch_part(first: int, size: int, write: Write) -> Patch:
    part, few, nothing = slice(first, first + size), size <= _FEW, [0.0] * size

    def patch(numbers: memoryview[float], value: Any, _: Any) -> None:
        places, added = array("q"), array("d")
        write(places, added, value)
        if few and len(places) <= _FEW:
            sums = nothing[:]
            for place, number in zip(places, added, strict=True):
                sums[place - first] += number
            numbers[part] = array("f", sums)
        else:
            summed = np.bincount(np.frombuffer(places, np.int64) - first, np.frombuffer(added), size)
            numbers[part] = summed.astype(np.float32)  # type: ignore[call-overload]  # an array is a buffer

    return patch


_FEW_SLOTS: Final = 4
"""If things in more places than so many have changed, all are written."""


def _patch_slots(slotted: Slotted, whole: Patch) -> Patch:
    called = attrgetter(slotted.called)
    patches = {
        key: _patch_part(part.start, part.stop - part.start, slotted.write) for key, part in slotted.parts.items()
    }

    def patch(numbers: memoryview[float], value: Any, before: Any) -> None:
        changed: set[Hashable] = set()
        if isinstance(before, tuple) and len(before) == len(value):
            for pair in compress(zip(value, before, strict=True), map(ne, value, before)):
                changed.update(map(called, pair))
        if not 0 < len(changed) <= _FEW_SLOTS:
            whole(numbers, value, before)
            return
        keys = list(map(called, value))
        for key in changed & patches.keys():
            patches[key](
                numbers, [each for each, called_by in zip(value, keys, strict=True) if called_by == key], before
            )

    return patch
