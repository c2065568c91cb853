"""One call at a time: what keeps a match from being moved in the middle of another call."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import get_ident
from typing import Concatenate, Final, ParamSpec, Protocol, TypeVar

from navalcore.errors import Busy

FREE: Final = 0
"""Nothing is going on."""
RUNNING: Final = -1
"""The match moves. (Another number is the thread that delivers what has happened: then it does not move.)"""


class Guarded(Protocol):
    """Something that one call at a time may move: nothing may run between the check of ``_busy`` and its mark."""

    _busy: int

    @property
    def _standing(self) -> tuple[object, ...]:
        """Something that is another after every move."""


P = ParamSpec("P")
T = TypeVar("T")
G = TypeVar("G", bound=Guarded)


MOVES: Final = "the match is moving at this moment: look at it when the call that moves it has returned"


def check_mine(guarded: Guarded) -> None:
    """Refuse to move it in the middle of another call, unless that only delivers the news to this thread's handlers."""
    if guarded._busy != get_ident():
        raise Busy(
            "the match is in the middle of another call, made by another thread or by the rules that run for it; "
            "make this call when that one has returned"
        )


def alone(method: Callable[Concatenate[G, P], T]) -> Callable[Concatenate[G, P], T]:
    """Decorator: the method is refused (:class:`~navalcore.Busy`) in the middle of another call."""

    @wraps(method)
    def call(guarded: G, /, *args: P.args, **kwargs: P.kwargs) -> T:
        before = guarded._busy
        if before:
            check_mine(guarded)
        guarded._busy = RUNNING
        try:
            return method(guarded, *args, **kwargs)
        finally:
            guarded._busy = before

    return call


def still(method: Callable[Concatenate[G, P], T]) -> Callable[Concatenate[G, P], T]:
    """Decorator: the method only looks, and is refused where the match moves before it returns."""

    @wraps(method)
    def call(guarded: G, /, *args: P.args, **kwargs: P.kwargs) -> T:
        if guarded._busy == RUNNING:
            raise Busy(MOVES)
        standing = guarded._standing
        try:
            found = method(guarded, *args, **kwargs)
        except (KeyboardInterrupt, SystemExit, GeneratorExit):
            raise
        except BaseException as error:  # what is looked at changes: not even libraries say so with an Exception
            if guarded._busy == RUNNING or guarded._standing != standing:
                raise Busy(MOVES) from error
            raise
        if guarded._busy == RUNNING or guarded._standing != standing:
            raise Busy(MOVES)
        return found

    return call
