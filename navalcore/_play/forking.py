"""Forks: independent copies of a match, with the same chance and the same hidden things or with others."""

from __future__ import annotations

from typing import Any, TypeAlias

from navalcore._play import luck, submission
from navalcore._play.chance import check_fork
from navalcore._play.checkpoints import Checkpoint
from navalcore._play.driver import Driver
from navalcore._play.imagining import Unasked, imagine
from navalcore._play.line import Reseed
from navalcore._play.setup import seed_text
from navalcore._play.submission import Played
from navalcore._rules.decision import Decision
from navalcore.components._chance import Chance

AnyDriver: TypeAlias = Driver[Any, Any, Any]


def forked(
    match: Played, seed: int | str | None, as_seen_by: str | None, chance: Chance | None
) -> tuple[AnyDriver, Decision | None]:
    """The driver of a fork, and what is asked in it: see :meth:`Match.fork <navalcore.Match.fork>`."""
    if seed is not None or as_seen_by is not None or chance is not None:
        check_fork(seed, as_seen_by, chance)
        if as_seen_by is not None:
            return imagined(match, seed, as_seen_by)
    driver = match._driver
    twin, decision = driver.copy(_checkpoint_here(match), driver.line.count)
    if type(match.decision) is Unasked:
        decision = match.decision
    if seed is not None:
        luck.reseed(twin, Reseed.to(seed_text(seed), twin.line.count, None))
    elif chance is not None:
        luck.reseed(twin, Reseed(twin.line.count, "", None, chance))
    return twin, decision


def imagined(match: Played, seed: object, role: str) -> tuple[AnyDriver, Decision | None]:
    """The driver of a match in which everything that a role does not know was put in place anew, by a seed; and what is
    asked in it.
    """
    driver = match._driver
    driver.setup.game.check_imagining(role)
    text = seed_text(seed)
    return imagine(driver, match.decision, _checkpoint_here(match), text, role)


def _checkpoint_here(match: Played) -> Checkpoint[Any]:
    """The checkpoint of the step under way; from now on every step takes one."""
    driver = match._driver
    checkpoints = driver.checkpoints
    checkpoints.at_every_step()
    here = checkpoints.here
    if here is None:
        submission.rebuild(match, driver.line.count)
        here = checkpoints.here
        assert here is not None
    return here
