"""The checks by name; each module of checks adds its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from navalcore.testing._trial import Trial


@dataclass(frozen=True)
class Check:
    """One promise a game must keep.

    Attributes:
        name: its name, as in ``check_game(game, only=[name])``.
        run: looks at one trial; raises ``Found`` if the promise is broken.
        trials: in how many trials it is carried out at most (None: in all of them).
        shrinks: how often it may be carried out again to shrink a failure; 0 where choices make no difference.
    """

    name: str
    run: Callable[[Trial], None]
    trials: int | None = None
    shrinks: int = 200

    @property
    def proves(self) -> str:
        """What it proves, in its own words."""
        return " ".join((self.run.__doc__ or "").split())


Run: TypeAlias = Callable[[Trial], None]
"""A check's function."""

CHECKS: dict[str, Check] = {}
"""Every check by name, in the order they are carried out."""


def check(*, trials: int | None = None, shrinks: int = 200) -> Callable[[Run], Run]:
    """Decorator: the function is a check of the kit."""

    def add(run: Run) -> Run:
        CHECKS[run.__name__] = Check(run.__name__, run, trials, shrinks)
        return run

    return add
