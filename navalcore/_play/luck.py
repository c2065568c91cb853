"""A match's luck from here on: chance from another seed or source, and results that are given from outside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from navalcore._play.chance import AnsweredChance
from navalcore._play.driver import Driver
from navalcore._play.failing import failed
from navalcore._play.line import Reseed
from navalcore.errors import BadData

AnyDriver: TypeAlias = Driver[Any, Any, Any]


def reseed(driver: AnyDriver, to: Reseed) -> None:
    """Let chance go another way from here.

    Raises:
        BadData: a person's roll is still to come.
    """
    check_rolled(driver)
    line = driver.line
    before = line.reseeds, line.imagined
    line.depart(to)
    try:
        driver.use_seed(to)
    except Exception as error:
        line.reseeds, line.imagined = before
        step = f"{driver.phase} (chance from another seed)"
        driver.rebuild(line.count)
        driver.take_told()
        raise failed(error, driver.setup.game.id, step) from error


def check_rolled(driver: AnyDriver) -> None:
    """Refuse (BadData) another source of chance while a person's roll is still to come."""
    if driver.needed is not None:
        raise BadData(f"chance can come from a seed only once this is answered: {driver.needed.decision.prompt}")


def give_results(driver: AnyDriver, results: Sequence[int]) -> None:
    """Add results to those that were given from outside, if that is where they come from."""
    source = driver.source
    if isinstance(source, AnsweredChance):
        source.answers += results


def forget_results(driver: AnyDriver) -> None:
    """Forget results given from outside for what lies ahead: another choice may ask for others."""
    source = driver.source
    if isinstance(source, AnsweredChance):
        del source.answers[source.used :]
