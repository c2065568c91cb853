"""Where a match's chance results come from: a seeded stream, a script, or a person's dice."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Self, TypeAlias

from navalcore._misfits import told_when_made
from navalcore._rules.decision import CHANCE, Decision
from navalcore.components._chance import Chance, number_of
from navalcore.errors import BadData, BadRoll, SeedWithheld

Result: TypeAlias = int | str | tuple[str, int | str]
"""A scripted result: a die's face or an item's text, alone or after (part of) the purpose it must be for."""


def face_of(wanted: int | str, low: int, high: int, what: str) -> int:
    """A die face given by a person or a script, checked against the die."""
    try:
        face = int(wanted)
    except ValueError:
        raise BadRoll(
            f"{what}: '{wanted}' is not a result of this die; a whole number from {low} to {high} is wanted"
        ) from None
    if not low <= face <= high:
        raise BadRoll(f"{what}: {face} is not on the die; it has {low} to {high}")
    return face


def told_apart(items: Sequence[object]) -> list[str]:
    """The texts of items for a person who holds one: in full where items of one name differ, as by their backs."""
    texts = [str(item) for item in items]
    full = [str(getattr(item, "in_full", text)) for item, text in zip(items, texts, strict=True)]
    several = {
        text for text, number in Counter(text for text, _ in set(zip(texts, full, strict=True))).items() if number > 1
    }
    return [whole if text in several else text for text, whole in zip(texts, full, strict=True)]


def item_of(wanted: int | str, items: Sequence[object], what: str) -> int:
    """The index of an item named by a person or a script."""
    if isinstance(wanted, int):
        if 0 <= wanted < len(items):
            return wanted
        raise BadRoll(f"{what}: there are {len(items)} to draw from; item {wanted} does not exist")
    texts = [str(item).casefold() for item in items]
    try:
        return texts.index(wanted.casefold())
    except ValueError:
        there = ", ".join(sorted({str(item) for item in items}))
        raise BadRoll(f"{what}: '{wanted}' is not there to be drawn; there are: {there}") from None


def _named(why: str, rule: str) -> str:
    return (why or "a roll") + (f" (rule {rule})" if rule else "")


def _check_result(number: int, result: object) -> None:
    """Whether it can be a result of a script."""
    value = result
    if isinstance(result, tuple):
        if len(result) != 2 or not isinstance(result[0], str):
            raise BadRoll(
                f"result {number} of the script is {result!r}; a pair is (purpose, result), such as ('torpedo hits', "
                "4), and two dice are two results: 4, 4"
            )
        value = result[1]
    if not isinstance(value, int | str):
        raise BadRoll(
            f"result {number} of the script is {result!r}; a result is the face of a die, the text of an item, or "
            "a pair (purpose, result)"
        )


@told_when_made
class ScriptedChance(Chance):
    """Results given beforehand, in order: for worked examples and tests.

    A result is a die's face or the text of the item drawn, or a pair of a text that must occur in the purpose and a
    result. As a context manager it checks on leaving that every result was used, by it or by the match it was given to.

    >>> with ScriptedChance(4, ("draws a card", "Dive")) as chance:
    ...     chance.roll(1, 6), chance.pick(["Water", "Dive"], why="wolf pack draws a card")
    (4, 1)
    """

    __slots__ = ("_furthest", "_position", "_results", "_then")

    def __init__(self, *results: Result, then: Chance | None = None) -> None:
        """A script of these results.

        Args:
            results: in order.
            then: the source of every result after them; without it nothing may come.

        Raises:
            BadRoll: a result is none, or ``then`` is not a source.
        """
        for number, result in enumerate(results, start=1):
            _check_result(number, result)
        if then is not None and not isinstance(then, Chance):
            raise BadRoll(f"after its results a script needs a source of chance, not {then!r}")
        self._results = results
        self._position = 0
        self._furthest = [0]  # shared with the copies: a match draws from a copy of the script it is given
        self._then = then

    def _next(self, why: str, rule: str) -> int | str | None:
        if self._position == len(self._results):
            if self._then is not None:
                return None
            raise BadRoll(f"the script has no result left for {_named(why, rule)}; it had {len(self._results)}")
        result = self._results[self._position]
        self._position += 1
        self._furthest[0] = max(self._furthest[0], self._position)
        if isinstance(result, tuple):
            purpose, result = result
            if purpose.casefold() not in why.casefold():
                raise BadRoll(
                    f"result {self._position} of the script is for '{purpose}', but {_named(why, rule)} was rolled"
                )
        return result

    def below(self, n: int, why: str = "", rule: str = "") -> int:
        """The next scripted number, from 0 to ``n - 1``.

        Raises:
            BadRoll: as :meth:`roll`.
        """
        return self.roll(0, n - 1, why, rule)

    def roll(self, low: int, high: int, why: str = "", rule: str = "") -> int:
        """The next scripted face.

        Raises:
            BadRoll: the script has no result left, the next is not a face of this die, or it is for another purpose.
        """
        result = self._next(why, rule)
        if result is None:
            assert self._then is not None
            return self._then.roll(low, high, why, rule)
        return face_of(result, low, high, _named(why, rule))

    def pick(self, items: Sequence[object], why: str = "", rule: str = "") -> int:
        """The index of the next scripted item.

        Raises:
            BadRoll: the script has no result left, the next is not an item here, or it is for another purpose.
        """
        number_of(items)
        result = self._next(why, rule)
        if result is None:
            assert self._then is not None
            return self._then.pick(items, why, rule)
        return item_of(result, items, _named(why, rule))

    def fork(self) -> ScriptedChance:
        """A copy at the same place of the script."""
        then = None if self._then is None else self._then.fork()
        copied = ScriptedChance(then=then)
        copied._results, copied._position, copied._furthest = self._results, self._position, self._furthest
        return copied

    @property
    def left(self) -> int:
        """The number of results that have not been used."""
        return len(self._results) - self._position

    def __enter__(self) -> ScriptedChance:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        unused = len(self._results) - self._furthest[0]
        if kind is None and unused:
            raise BadRoll(f"{unused} of the script's {len(self._results)} results were never asked for")


class ChanceNeeded(BaseException):
    """Raised inside the rules where a result is not there yet; the engine drops the step and asks for it."""

    def __init__(self, decision: Decision, values: Sequence[int], why: str = "") -> None:
        super().__init__(decision.prompt)
        self.decision = decision
        self.values = values
        self.why = why

    def told(self, value: int) -> str:
        """A result and what it is for, such as ``3 (the boat evades)``."""
        face = self.decision.texts[self.values.index(value)]
        return f"{face} ({self.why})" if self.why else face

    def option_of(self, result: Result) -> int:
        """The option that is a result as a position has it: the number of a value, or its text."""
        wanted = result[1] if isinstance(result, tuple) else result
        if isinstance(wanted, int) and wanted in self.values:
            return self.values.index(wanted)
        return self.decision.read(str(wanted))


class AnsweredChance(Chance):
    """Results that come from outside: copies share the list ``answers``, and not how many are ``used``."""

    __slots__ = ("answers", "used")

    def __init__(self, answers: list[int] | None = None, used: int = 0) -> None:
        self.answers: list[int] = [] if answers is None else answers
        self.used = used

    def next(self, question: str, values: Sequence[int], items: Sequence[object] | None, why: str, rule: str) -> int:
        """The next answer to ``question``: one of the ``values``, which are numbers, or the indices of ``items``. It is
        for the purpose ``why`` and the section ``rule``.
        """
        if self.used == len(self.answers):
            raise self.missing(question, values, items, why, rule)
        self.used += 1
        return self.answers[self.used - 1]

    def below(self, n: int, why: str = "", rule: str = "") -> int:
        """The next answer, a number from 0 to ``n - 1``."""
        return self.next(f"Take a number from 0 to {n - 1} at random: which one is it?", range(n), None, why, rule)

    def roll(self, low: int, high: int, why: str = "", rule: str = "") -> int:
        """The next answer, a face."""
        question = f"Roll a die of {low} to {high}: what does it show?"
        return self.next(question, range(low, high + 1), None, why, rule)

    def pick(self, items: Sequence[object], why: str = "", rule: str = "") -> int:
        """The next answer, the index of an item."""
        return self.next("Draw blindly: which one is it?", range(len(items)), items, why, rule)

    def missing(
        self, question: str, values: Sequence[int], items: Sequence[object] | None, why: str, rule: str
    ) -> BaseException:
        """The exception to raise where the answers have run out; arguments as for :meth:`next`."""
        return SeedWithheld(
            f"{_named(why, rule)} needs a new result ({question} {len(items or values)} are possible), but the file "
            "holds no seed to get it from: a person rolls, or the file has only the commitment to the seed"
        )

    def fork(self) -> Self:
        """A copy at the same place that shares the answers given."""
        return self.at(self.used)

    def at(self, used: int, answers: list[int] | None = None) -> Self:
        """A copy at the place where ``used`` answers have been given out; it shares them, or has these ``answers``."""
        return type(self)(self.answers if answers is None else answers, used)

    def detached(self) -> Self:
        """A copy at the same place with answers of its own."""
        return self.at(self.used, self.answers[:])


def own_answers() -> Callable[[Chance], Chance]:
    """A function that gives sources of answers copies with lists of their own, shared as they were."""
    lists: dict[int, list[int]] = {}

    def own(source: Chance) -> Chance:
        if not isinstance(source, AnsweredChance):
            return source
        return source.at(source.used, lists.setdefault(id(source.answers), source.answers[:]))

    return own


class PhysicalChance(AnsweredChance):
    """A person rolls real dice and draws real cards: the match asks (a decision of role ``chance``) and continues."""

    __slots__ = ()

    def missing(
        self, question: str, values: Sequence[int], items: Sequence[object] | None, why: str, rule: str
    ) -> BaseException:
        """The signal that a person must answer; items that read alike are offered once, or by their texts in full."""
        names = [str(value) for value in values] if items is None else told_apart(items)
        first = dict(reversed([*zip(names, values, strict=True)]))
        texts = names if items is None else sorted(first)
        prompt = f"{why[0].upper()}{why[1:]}. {question}" if why else question
        return ChanceNeeded(Decision(CHANCE, prompt, texts, rule), [first[text] for text in texts], why)


def check_fork(seed: int | str | None, as_seen_by: str | None, chance: object) -> None:
    """Refuse what a fork cannot take chance from."""
    if as_seen_by is not None and seed is None:
        raise BadData("a fork as seen by a role needs a seed to imagine what the role does not know")
    if chance is not None and seed is not None:
        raise BadData("a fork takes chance from a seed or from a source, not from both")
    if chance is not None and (not isinstance(chance, Chance) or isinstance(chance, PhysicalChance)):
        raise BadData(
            f"a fork takes chance from a source such as a script, not from {chance!r}; "
            "for real dice start the match with chance='physical'"
        )


class WatchedChance(Chance):
    """A chance source whose every result is looked at on its way from ``source`` to the rules."""

    __slots__ = ("source",)

    def __init__(self, source: Chance) -> None:
        self.source = source

    def wanted(self, why: str, rule: str) -> None:
        """A result is wanted."""

    @abstractmethod
    def seen(self, die: str, value: int, text: str, why: str, rule: str) -> None:
        """A result has come: of which die or draw, its number, its text, and what it is for by which rule."""

    def below(self, n: int, why: str = "", rule: str = "") -> int:
        """A number from the source."""
        self.wanted(why, rule)
        value = self.source.below(n, why, rule)
        self.seen(f"0-{n - 1}", value, str(value), why, rule)
        return value

    def roll(self, low: int, high: int, why: str = "", rule: str = "") -> int:
        """A face from the source."""
        self.wanted(why, rule)
        value = self.source.roll(low, high, why, rule)
        self.seen(f"die {low}-{high}", value, str(value), why, rule)
        return value

    def pick(self, items: Sequence[object], why: str = "", rule: str = "") -> int:
        """An index from the source."""
        self.wanted(why, rule)
        value = self.source.pick(items, why, rule)
        self.seen(f"draw of {len(items)}", value, str(items[value]) if 0 <= value < len(items) else "?", why, rule)
        return value

    def fork(self) -> Chance:
        """A copy of the source, without a watcher."""
        return self.source.fork()


def unwatched(chance: Chance) -> Chance:
    """The source behind all that look at its results on their way."""
    while isinstance(chance, WatchedChance):
        chance = chance.source
    return chance


class CountedChance(WatchedChance):
    """A chance source that counts its results: how the engine finds out whether luck has spoken."""

    __slots__ = ("count",)

    def __init__(self, source: Chance) -> None:
        super().__init__(source)
        self.count = 0

    def seen(self, die: str, value: int, text: str, why: str, rule: str) -> None:  # noqa: ARG002
        """Count it."""
        self.count += 1
