"""Offers: functions of plain values that yield what may be chosen, and why something else may not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import update_wrapper
from typing import Any, Final, Generic, ParamSpec, TypeVar, overload
from weakref import WeakSet

from navalcore.errors import RuleError

T = TypeVar("T")
P = ParamSpec("P")

MOST_KEPT: Final = 10_000
"""The most lists kept for one function. Then all are forgotten, and made again when they are wanted."""


_BY_IDENTITY: Final[Any] = object.__hash__


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something is not among the options: its notation, the rule section, and the reason in a sentence."""

    text: str
    rule: str
    reason: str

    def __str__(self) -> str:
        return f"{self.text}: {self.reason} ({self.rule})" if self.rule else f"{self.text}: {self.reason}"


class No:
    """An option that is left out, and why; see :func:`no`.

    Args:
        option: the option that is left out, or words for it.
        rule: the section that says so.
        reason: a clause that completes "You cannot, because ...".
    """

    __slots__ = ("option", "reason", "rule")

    def __init__(self, option: object, rule: str, reason: str) -> None:
        self.option = option
        self.rule = rule
        self.reason = reason

    @property
    def refusal(self) -> Refusal:
        """The sentence for people."""
        return Refusal(str(self.option), self.rule, self.reason)


@overload
def no(option: str, rule: str, reason: str) -> Any: ...
@overload
def no(option: T, rule: str, reason: str) -> T: ...
def no(option: Any, rule: str, reason: str) -> Any:
    """Give the reason in place of an option that is not offered. For type checkers the result is still the option.

    Args:
        option: the option that is left out, or words for something that is never an option.
        rule: the section that says so.
        reason: a clause that completes "You cannot, because ...".
    """
    return No(option, rule, reason)


class Offers(tuple[T, ...]):
    """The options of a decision, as a function marked with :func:`offers` yields them.

    Attributes:
        left_out: the options that are not offered, each with the reason.
    """

    left_out: tuple[No, ...] = ()

    @property
    def refusals(self) -> list[Refusal]:
        """The reasons why what is left out cannot be chosen."""
        return [each.refusal for each in self.left_out]


@dataclass(eq=False)
class _Offering(Generic[P, T]):
    """A function marked with :func:`offers`; where a variant changes what it calls, the variant has its own."""

    function: Callable[P, Iterator[T]]
    keeps: bool
    kept: dict[tuple[Any, ...], Offers[T]] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        update_wrapper(self, self.function)
        _OFFERINGS.add(self)

    def __call__(self, *values: P.args, **named: P.kwargs) -> Offers[T]:
        if not named:  # decisions in the innermost loops come through here
            try:
                return self.kept[values]
            except (KeyError, TypeError):
                pass
        return self._found(values, named)

    def _found(self, values: Any, named: Any) -> Offers[T]:
        if not self.keeps:
            return self._made(values, named)
        key = (values, *named.items()) if named else values
        try:
            found = self.kept.get(key)
        except TypeError as error:
            raise self._not_plain(str(error)) from None
        if found is None:
            if strange := [each for each in (*values, *named.values()) if type(each).__hash__ is _BY_IDENTITY]:
                raise self._not_plain(f"{type(strange[0]).__name__} is not")
            if len(self.kept) >= MOST_KEPT:
                self.kept.clear()
            found = self.kept[key] = self._made(values, named)
        return found

    def _made(self, values: Any, named: Any) -> Offers[T]:
        yielded: list[Any] = list(self.function(*values, **named))
        made = Offers[T](each for each in yielded if type(each) is not No)
        made.left_out = tuple(each for each in yielded if type(each) is No)
        return made

    def _not_plain(self, why: str) -> RuleError:
        name = f"{self.function.__module__}.{self.function.__qualname__}"
        return RuleError(
            f"{name} keeps what it offers, so it should be given values that do not change, such as texts, numbers, "
            f"tuples, frozensets and enums ({why}). Marked @offers(kept=False) it may be given anything"
        )


_OFFERINGS: Final[WeakSet[_Offering[Any, Any]]] = WeakSet()


def forget_offers() -> None:
    """Forget the lists that were kept: the kit notes which functions a match carries out."""
    for each in _OFFERINGS:
        each.kept.clear()


@overload
def offers(function: Callable[P, Iterator[T]], /) -> Callable[P, Offers[T]]: ...
@overload
def offers(*, kept: bool) -> Callable[[Callable[P, Iterator[T]]], Callable[P, Offers[T]]]: ...
def offers(function: Callable[..., Iterator[Any]] | None = None, /, *, kept: bool = True) -> Any:
    """Decorator: this function yields the options of a decision, and :func:`no` with the reason for each that is left
    out.

    Legality is then written once: the same lines answer why something cannot be chosen. The result should follow from
    the arguments alone, which are plain values that do not change. Results are kept and returned again for equal
    arguments. So it suits decisions whose values return, such as money. Where nearly every hand is new, plain code is
    faster::

        @offers
        @rule("3")
        def cards(held: frozenset[str], contact: int) -> Iterator[Lay]:
            for card in sorted(held):
                if card == "torpedo" and not contact:
                    yield no(Lay(card), "3", "it needs a contact")
                else:
                    yield Lay(card)

        choice = yield from choose(role, "Which card do you lay?", cards(frozenset(seat.hand), state.contact), "3")

    Args:
        function: the function; its result, a tuple of the options, is what :func:`choose` is given.
        kept: False where the values would be the whole state: then it may be given a state or a play, and runs each
            time.

    Raises:
        RuleError: when it is called with a value that may change, unless ``kept`` is False.
    """
    if function is None:
        return lambda function: _Offering(function, kept)
    return _Offering(function, kept)
