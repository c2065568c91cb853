"""The checks by name; each module of checks adds its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from navalcore._misfits import fault_of
from navalcore.testing._report import TrialFinding
from navalcore.testing._trial import CheckFailed, NotCarriedOut, Trial
from navalcore.testing._watchdog import Stuck, Watchdog, where_stuck


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
    """How often it may be carried out again to shrink a failure; 0 if choices make no difference."""

    @property
    def proves(self) -> str:
        """The promise that it proves, in its own words."""
        return " ".join((self.run.__doc__ or "").split())

    def finding(self, trial: Trial, patience: float) -> TrialFinding | None:
        """Carry it out in a trial: the promise that is not kept, or None. Rules that take longer run in a circle.

        Raises:
            NotCarriedOut: there is nothing to look at.
        """
        try:
            with Watchdog(patience):
                self.run(trial)
        except NotCarriedOut:
            raise
        except CheckFailed as failed:
            choices = None if failed.choices is None else tuple(failed.choices)
            return TrialFinding.of(self.name, trial, failed.expected, failed.found, choices)
        except Stuck as stuck:
            where = where_stuck(stuck.__traceback__, trial.game.package)
            what = f"nothing came back within {patience:g} seconds: the rules run in a circle{where}"
            return TrialFinding.of(self.name, trial, "rules that come to a decision", what)
        except Exception as error:
            return TrialFinding.of(self.name, trial, "the check to run through", fault_of(error))
        return None


CheckFunction: TypeAlias = Callable[[Trial], None]
"""A check's function."""

REGISTERED: dict[str, ConformanceCheck] = {}
"""Every check by name, in the order they are carried out."""


def check(*, trials: int | None = None, shrinks: int = 200) -> Callable[[CheckFunction], CheckFunction]:
    """Decorator: the function is a check of the kit."""

    def add(run: CheckFunction) -> CheckFunction:
        REGISTERED[run.__name__] = ConformanceCheck(run.__name__, run, trials, shrinks)
        return run

    return add
