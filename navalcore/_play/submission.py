"""Submissions: choices, rolls and other chance that move a match, each wholly or not at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from navalcore._misfits import fault_of
from navalcore._play.chance import AnsweredChance, ChanceNeeded
from navalcore._play.checkpoints import Checkpoints
from navalcore._play.driver import AnyDriver, Driver
from navalcore._play.line import Line, Reseed
from navalcore._play.recording import Recording
from navalcore._play.setup import Setup
from navalcore._rules.decision import Decision
from navalcore.components._chance import Chance
from navalcore.components._events import Event
from navalcore.components._roles import UMPIRE
from navalcore.errors import BadData, NavalCoreError, RuleError


def begin(
    setup: Setup[Any, Any, Any],
    source: Chance,
    recorder: Recording | None = None,
    listeners: Sequence[Callable[[Event], None]] = (),
) -> AnyDriver:
    """The driver of a match that has come to its first decision."""
    driver: AnyDriver = Driver(setup, source, Line(), Checkpoints(), recorder)
    for listener in listeners:
        driver.events.subscribe(listener, role=UMPIRE)
    driver.set_up()
    try:
        driver.start()
    except BaseException as error:
        fail(driver, error)
    deliver(driver, driver.take_told())
    return driver


def submit(driver: AnyDriver, decision: Decision, index: int) -> list[Event]:
    """Feed one choice, all or nothing, and have it written; what is to be delivered of it."""
    if driver.needed is not None:
        return answer(driver, driver.needed.values[index])
    made, progress = driver.line.count, driver.progress
    try:
        driver.submit(decision, index)
    except BaseException as error:
        take_back_failure(driver, made, progress, error)
    return driver.take_told()


def answer(driver: AnyDriver, value: int) -> list[Event]:
    """A person's roll or draw: rerun the step along the line, silently up to where it had got."""
    source = driver.source
    assert isinstance(source, AnsweredChance)
    delivered, made, progress = driver.checkpoints.delivered, driver.line.count, driver.progress
    source.answers.append(value)
    try:
        driver.rebuild(made)
        driver.write()
    except BaseException as error:
        if driver.take_off(progress):
            source.answers.pop()
            driver.checkpoints.forget_after(len(source.answers))
        take_back_failure(driver, made, progress, error)
    return driver.take_told(delivered)


def deliver(driver: AnyDriver, told: Sequence[Event]) -> None:
    """Deliver the events to those who listen."""
    if told and driver.bus is not None:
        driver.bus.emit_all(told)


# ---- failures --------------------------------------------------------------------------------------------------------


def failed(error: BaseException, game: str, step: str) -> BaseException:
    """The error where rules have failed: ours and the keyboard's as they are, BadData and others a RuleError."""
    if isinstance(error, KeyboardInterrupt) or (isinstance(error, NavalCoreError) and type(error) is not BadData):
        return error
    what = fault_of(error)
    if isinstance(error, ChanceNeeded):
        what = f"the chance source leaves a roll to a person ({error}); that takes a match with chance='physical'"
    return RuleError(f"the rules failed in step {step} of {game}: {what}")


def fail(driver: AnyDriver, error: BaseException, step: str | None = None) -> NoReturn:
    """Raise what a choice or a roll that failed comes to."""
    told = failed(error, driver.setup.game.id, step or driver.phase)
    if told is error:
        raise error
    raise told from error


def take_back_failure(driver: AnyDriver, made: int, progress: object, error: BaseException) -> NoReturn:
    """Be as before a submission that failed (or after it, if it was interrupted once written); say what failed."""
    step = driver.phase
    rebuild(driver, made if driver.take_off(progress) else driver.line.count)
    fail(driver, error, step)


def rebuild(driver: AnyDriver, position: int) -> None:
    """Be again where the match was after ``position`` choices; events on the way were reported before."""
    driver.rebuild(position)
    driver.take_told()


# ---- other chance ----------------------------------------------------------------------------------------------------


def reseed(driver: AnyDriver, to: Reseed) -> None:
    """Let chance go another way from here."""
    check_rolled(driver)
    line = driver.line
    before, progress = (line.reseeds, line.imagined), driver.progress
    try:
        line.depart(to)
        driver.use_seed(to)
    except BaseException as error:
        driver.take_off(progress)
        line.reseeds, line.imagined = before
        step = f"{driver.phase} (chance from another seed)"
        rebuild(driver, line.count)
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
    """Forget results given from outside and not yet used: another choice may ask for others."""
    source = driver.source
    if isinstance(source, AnsweredChance):
        del source.answers[source.used :]
