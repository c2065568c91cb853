"""One check in one match: what it comes to."""

from __future__ import annotations

from navalcore.testing._registry import Check
from navalcore.testing._report import Failure
from navalcore.testing._trial import Found, Trial
from navalcore.testing._watchdog import Stuck, Watchdog


def failure_of(check: Check, trial: Trial, patience: float) -> Failure | None:
    """Carry out a check in a trial; the promise that is not kept, or None.

    Args:
        check: the check.
        trial: the match to look at.
        patience: seconds after which the rules are taken to run in a circle.
    """
    try:
        with Watchdog(patience):
            check.run(trial)
    except Found as found:
        choices = tuple(found.choices or ())
        decision = None if found.choices is None else len(choices)
        return Failure(check.name, trial, decision, found.expected, found.found, choices)
    except Stuck:
        what = f"nothing came back within {patience:g} seconds: the rules run in a circle"
        return Failure(check.name, trial, None, "rules that come to a decision", what)
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        return Failure(check.name, trial, None, "the check to run through", what)
    return None
