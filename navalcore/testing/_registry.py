"""The checks by name; each module of checks adds its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from navalcore.testing._report import Finding
from navalcore.testing._trial import CheckFailed, Trial
from navalcore.testing._watchdog import Stuck, Watchdog


@dataclass(frozen=True)
class ConformanceCheck:
    """One promise a game must keep."""

    name: str
    """Its name, as in ``check_game(game, only=[name])``."""
    run: Callable[[Trial], None]
    """Looks at one trial; raises ``CheckFailed`` if the promise is broken."""
    trials: int | None = None
    """In how many trials it is carried out at most (None: in all of them)."""
    shrinks: int = 200
    """How often it may be carried out again to shrink a failure; 0 where choices make no difference."""

    @property
    def proves(self) -> str:
        """What it proves, in its own words."""
        return " ".join((self.run.__doc__ or "").split())

    def finding(self, trial: Trial, patience: float) -> Finding | None:
        """Carry it out in a trial: the promise that is not kept, or None. Rules that take longer run in a circle."""
        try:
            with Watchdog(patience):
                self.run(trial)
        except CheckFailed as failed:
            choices = tuple(failed.choices or ())
            decision = None if failed.choices is None else len(choices)
            return Finding(self.name, trial, decision, failed.expected, failed.found, choices)
        except Stuck:
            what = f"nothing came back within {patience:g} seconds: the rules run in a circle"
            return Finding(self.name, trial, None, "rules that come to a decision", what)
        except Exception as error:
            return Finding(self.name, trial, None, "the check to run through", f"{type(error).__name__}: {error}")
        return None


CheckFunction: TypeAlias = Callable[[Trial], None]
"""A check's function."""

CHECKS: dict[str, ConformanceCheck] = {}
"""Every check by name, in the order they are carried out."""


def check(*, trials: int | None = None, shrinks: int = 200) -> Callable[[CheckFunction], CheckFunction]:
    """Decorator: the function is a check of the kit."""

    def add(run: CheckFunction) -> CheckFunction:
        CHECKS[run.__name__] = ConformanceCheck(run.__name__, run, trials, shrinks)
        return run

    return add
