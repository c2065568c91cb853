"""Forks: independent copies of a match, with the same chance and the same hidden things or with others."""

from __future__ import annotations

from typing import Any

from navalcore._play import submission
from navalcore._play.chance import check_fork
from navalcore._play.checkpoints import Checkpoint
from navalcore._play.driver import AnyDriver
from navalcore._play.imagining import Unasked, imagine
from navalcore._play.line import Reseed
from navalcore._play.setup import seed_text
from navalcore.components._chance import Chance


def forked(driver: AnyDriver, seed: int | str | None, as_seen_by: str | None, chance: Chance | None) -> AnyDriver:
    """The driver of a fork: see :meth:`Match.fork <navalcore.Match.fork>`."""
    if seed is not None or as_seen_by is not None or chance is not None:
        check_fork(seed, as_seen_by, chance)
        if as_seen_by is not None:
            return imagined(driver, seed, as_seen_by)
    copied, _ = driver.copy(_checkpoint_here(driver), driver.line.count)
    if type(driver.decision) is Unasked:
        copied.decision = driver.decision
    if seed is not None:
        submission.reseed(copied, Reseed.to(seed_text(seed), copied.line.count, None))
    elif chance is not None:
        submission.reseed(copied, Reseed(copied.line.count, "", None, chance))
    return copied


def imagined(driver: AnyDriver, seed: object, role: str) -> AnyDriver:
    """The driver of a match in which everything that a role does not know was put in place again, by a seed."""
    driver.setup.game.check_imagining(role)
    text = seed_text(seed)
    copied, decision = imagine(driver, driver.decision, _checkpoint_here(driver), text, role)
    copied.decision = decision
    return copied


def _checkpoint_here(driver: AnyDriver) -> Checkpoint[Any]:
    """The checkpoint of the step under way; from now on every step takes one."""
    checkpoints = driver.checkpoints
    checkpoints.at_every_step()
    here = checkpoints.here
    if here is None:
        submission.rebuild(driver, driver.line.count)
        here = checkpoints.here
        assert here is not None
    return here
