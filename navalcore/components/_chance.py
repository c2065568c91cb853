"""Chance: the one doorway through which every die, draw and shuffle passes."""

from __future__ import annotations

import struct
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from hashlib import blake2b
from numbers import Integral
from operator import index as whole_number
from typing import TypeAlias, TypeVar

from navalcore._misfits import told_when_made, whole
from navalcore.errors import BadData

T = TypeVar("T")

_WORDS = struct.Struct("<16I")
_MASK = 0xFFFFFFFF

Reading: TypeAlias = Callable[[int], Hashable]
"""The meaning of a face for the rules; faces that read the same may replace each other."""


def take_unordered(items: list[T], index: int) -> T:
    """Take one item out of a list whose order means nothing: the last item fills its place."""
    items[index], items[-1] = items[-1], items[index]
    return items.pop()


def number_of(items: Sequence[object]) -> int:
    """How many items there are to pick or draw from; raises BadData where there is no list of them."""
    try:
        return len(items)
    except TypeError:
        raise BadData(f"something is picked or drawn out of several things in a list, not out of {items!r}") from None


def _cannot_draw(items: Sequence[object], count: object) -> BadData:
    said = "draw a whole number, at most as many as there are"
    return BadData(f"cannot draw {count} of {number_of(items)} items; {said}")


class Chance(ABC):
    """A source of chance results.

    Every request names its purpose (``why``) and the rule section it follows (``rule``), so that a tape, a person at
    the table or a test script can distinguish rolls.
    """

    __slots__ = ()

    @abstractmethod
    def below(self, n: int, why: str = "", rule: str = "") -> int:
        """A whole number from 0 to ``n - 1``, each equally likely.

        Args:
            n: how many results there are, 1 at least.
            why: the purpose, in words for people.
            rule: the section that asks for it.
        """

    def roll(self, low: int, high: int, why: str = "", rule: str = "") -> int:
        """The face of a die numbered ``low`` to ``high``.

        Args:
            why: the purpose, in words for people.
            rule: the section that asks for it.

        Raises:
            BadData: the faces are not whole numbers, or the highest is below the lowest.
        """
        try:
            return low + self.below(high - low + 1, why, rule)
        except (TypeError, BadData):
            if isinstance(low, Integral) and isinstance(high, Integral) and low <= high:
                raise
            raise BadData(f"a die is numbered in whole numbers, the lowest first, not {low!r} to {high!r}") from None

    def pick(self, items: Sequence[object], why: str = "", rule: str = "") -> int:
        """The index of one item taken blindly. Equal items are interchangeable: sources may treat them as one.

        Where items with the same text differ (counters with different backs), give them an ``in_full``. That is a text
        that says everything printed on them, by which a person who draws real ones names them.

        Args:
            items: the items, one at least.
            why: the purpose, in words for people.
            rule: the section that asks for it.
        """
        return self.below(number_of(items), why, rule)

    def draw(self, items: list[T], count: int, why: str = "", rule: str = "") -> list[T]:
        """Take ``count`` items blindly out of a list whose order means nothing, each by a :meth:`pick`; returns them
        in the order drawn.

        Args:
            items: the list, which loses the items drawn.
            count: how many to take, from 0 to all.
            why: the purpose, in words for people.
            rule: the section that asks for it.

        Raises:
            BadData: there are not so many.
        """
        try:
            fits = 0 <= count <= len(items) and not count % 1
        except TypeError:
            fits = False
        if not fits:
            raise _cannot_draw(items, count)
        return [take_unordered(items, self.pick(items, why, rule)) for _ in range(count)]

    def pool(
        self,
        count: int,
        low: int,
        high: int,
        why: str = "",
        rule: str = "",
        reads: Reading | None = None,  # noqa: ARG002 - for sources that run over every result
    ) -> list[int]:
        """The faces of ``count`` equal dice whose order means nothing to the rules.

        Args:
            count: how many dice.
            low: the lowest face of each.
            high: the highest.
            why: what they are for.
            rule: the section they follow.
            reads: the part of a face that the rules use, where that is less than the face itself.

        Raises:
            BadData: ``count`` is below 0.
        """
        if count < 0:
            raise BadData(f"a pool needs 0 or more dice, not {count}")
        return [self.roll(low, high, why, rule) for _ in range(count)]

    def total(self, count: int, low: int, high: int, why: str = "", rule: str = "") -> list[int]:
        """The faces of ``count`` equal dice of which only the sum means anything to the rules.

        Args:
            low: the lowest face of each.
            high: the highest.
            why: the purpose, in words for people.
            rule: the section that asks for it.

        Raises:
            BadData: ``count`` is below 0.
        """
        if count < 0:
            raise BadData(f"a total needs 0 or more dice, not {count}")
        return [self.roll(low, high, why, rule) for _ in range(count)]

    def mark(self) -> object:
        """A value that changes with every result given; None where the source cannot say."""
        return None

    def fork(self) -> Chance:
        """An independent copy that will give the same results; a match needs one of its source.

        Raises:
            BadData: this kind of source cannot be copied.
        """
        raise BadData(f"{type(self).__name__} cannot be copied, so no match can be played with it: give it fork()")


@told_when_made
class SeededChance(Chance):
    """A keyed counter stream: 32-bit words of BLAKE2b(counter, key), independent of Python's own generators.

    Its whole state is ``(key, counter, position)``: tiny to copy and the same on every machine and Python version.
    Numbers are scaled by multiplication with rejection, so every result is exactly equally likely.

    >>> SeededChance.from_seed(1943).below(6) == SeededChance.from_seed("1943").below(6)
    True

    Args:
        key: at most 64 bytes; :meth:`from_seed` makes them from a seed.
        counter: how many blocks of 16 words have been made.
        position: how many words of the last block have been used, from 0 to 16.

    Raises:
        BadData: the key is longer, or a number is not one of these.
    """

    __slots__ = ("_counter", "_key", "_position", "_words")

    def __init__(self, key: bytes, counter: int = 0, position: int = 16) -> None:
        self._key = key
        self._counter = counter
        self._position = position
        try:
            self._words: tuple[int, ...] = self._block(counter - 1) if position < 16 else ()
        except (OverflowError, ValueError) as error:
            raise BadData(f"a stream has a key of 64 bytes at most, and has made blocks: {error}") from error

    @classmethod
    def from_seed(cls, seed: int | str) -> SeededChance:
        """The stream of ``seed``; a number and its decimal text are the same seed.

        Raises:
            BadData: the seed is neither a whole number nor a text, or has characters that no text can have.
        """
        try:
            words = f"navalcore stream {seed if isinstance(seed, str) else whole_number(seed)}".encode()
        except TypeError:
            raise BadData(f"a seed is a whole number or a text, not {seed!r}") from None
        except UnicodeEncodeError:
            raise BadData("the seed has characters that no text has; give a number or a word") from None
        return cls(blake2b(words, digest_size=32).digest())

    def _block(self, counter: int) -> tuple[int, ...]:
        return _WORDS.unpack(blake2b(counter.to_bytes(8, "little"), key=self._key).digest())

    def below(self, n: int, why: str = "", rule: str = "") -> int:  # noqa: ARG002
        """A whole number from 0 to ``n - 1``; ``n`` may be up to 2**32.

        Raises:
            BadData: ``n`` is not a whole number from 1 to 2**32.
        """
        position = self._position
        try:
            if not 0 < n <= 0x100000000:
                raise TypeError
            if position == 16:
                self._words = self._block(self._counter)
                self._counter += 1
                position = 0
            self._position = position + 1
            scaled = self._words[position] * n
            if scaled & _MASK < n and scaled & _MASK < (0x100000000 - n) % n:
                return self.below(n)  # this word would make small results a little more likely: take the next
        except TypeError:
            raise BadData(f"below() needs a whole number of results from 1 to 2**32, not {n!r}") from None
        return scaled >> 32

    def pick(self, items: Sequence[object], why: str = "", rule: str = "") -> int:  # noqa: ARG002
        """The index of one item, each equally likely.

        Raises:
            BadData: there is no item.
        """
        # below() written out: decks are drawn from in the innermost loops.
        try:
            n = len(items)
        except TypeError:
            n = number_of(items)
        position = self._position
        if position == 16:
            self._words = self._block(self._counter)
            self._counter += 1
            position = 0
        self._position = position + 1
        scaled = self._words[position] * n
        if scaled & _MASK <= n:  # also where there is nothing
            if not n:
                raise BadData("pick() needs something to pick from")
            if scaled & _MASK < (0x100000000 - n) % n:
                return self.below(n)
        return scaled >> 32

    def draw(self, items: list[T], count: int, why: str = "", rule: str = "") -> list[T]:  # noqa: ARG002
        """Take ``count`` items blindly, each equally likely."""
        # pick() written out: see there.
        try:
            left = len(items)
            fits = 0 <= count <= left and not count % 1
        except TypeError:
            fits = False
        if not fits:
            raise _cannot_draw(items, count)
        words, position = self._words, self._position
        drawn = []
        while count:
            if position == 16:
                words = self._words = self._block(self._counter)
                self._counter += 1
                position = 0
            scaled = words[position] * left
            position += 1
            if scaled & _MASK < left and scaled & _MASK < (0x100000000 - left) % left:
                continue  # this word would make some items a little more likely: take the next
            count -= 1
            left -= 1
            index = scaled >> 32
            drawn.append(items[index])
            items[index] = items[left]  # it fills the hole
            items.pop()
        self._position = position
        return drawn

    def mark(self) -> object:
        """The number of words used."""
        return self._counter, self._position

    @property
    def used(self) -> int:
        """The number of words used; a number takes one, and seldom one more."""
        return 16 * (self._counter - 1) + self._position

    def at(self, used: int) -> SeededChance:
        """The same stream where ``used`` 32-bit words have been used.

        Raises:
            BadData: that is not a whole number from 0 up.
        """
        used = whole("a stream has used a number of words", used)
        counter = -(-used // 16)
        return SeededChance(self._key, counter, used - 16 * (counter - 1))

    def fork(self) -> SeededChance:
        """A copy that will hand out the same numbers."""
        copied = object.__new__(type(self))
        copied._key, copied._counter = self._key, self._counter
        copied._position, copied._words = self._position, self._words
        return copied

    def stream(self, name: object) -> SeededChance:
        """An independent stream derived from this one's key and ``name`` (a match number, a bot's role, ...)."""
        return SeededChance(blake2b(f"stream {name}".encode(), key=self._key, digest_size=32).digest())

    @property
    def state(self) -> tuple[str, int, int]:
        """``(key as hex, counter, position)``: where the stream is."""
        return (self._key.hex(), self._counter, self._position)
