"""What is raised where the rules have failed."""

from __future__ import annotations

from navalcore._play.chance import ChanceNeeded
from navalcore.errors import NavalCoreError, RuleError


def failed(error: BaseException, game: str, step: str) -> BaseException:
    """The error to raise where the rules have failed in a step: a RuleError for whatever is their own or their chance
    source's; only an interruption from the keyboard does not come from them, and stays as it is.
    """
    if isinstance(error, NavalCoreError | KeyboardInterrupt):
        return error
    what = f"{type(error).__name__}: {error}"
    if isinstance(error, ChanceNeeded):
        what = f"the chance source leaves a roll to a person ({error}); that takes a match with chance='physical'"
    return RuleError(f"the rules failed in step {step} of {game}: {what}")
