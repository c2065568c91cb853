"""Submissions: a choice or a person's roll in a match that is recorded or listened to, made wholly or not at all."""

from __future__ import annotations

from threading import get_ident
from typing import Any, NoReturn, Protocol

from navalcore._play.chance import AnsweredChance
from navalcore._play.driver import Driver
from navalcore._play.failing import failed
from navalcore._rules.decision import Decision
from navalcore._saves.tape import NOTHING, Noted


class Played(Protocol):
    """A match, as far as a submission moves it: its driver, what is asked, and who may call it."""

    _busy: int
    _driver: Driver[Any, Any, Any]
    decision: Decision | None


def submit(match: Played, decision: Decision, index: int) -> None:
    """Feed one choice, make it all or nothing, and let the world know."""
    driver = match._driver
    if driver.needed is not None:
        _answer(match, driver.needed.values[index])
        return
    made, noted = driver.line.count, driver.noted
    try:
        match.decision = driver.submit(decision, index)
    except BaseException as error:
        take_back_failure(match, made, noted, error)
    publish(match)


def advance(match: Played, decision: Decision, index: int) -> None:
    """Make one choice where nobody listens, nothing is recorded, and no person rolls."""
    driver = match._driver
    made = driver.line.count
    try:
        match.decision = driver.advance(decision, index)
    except BaseException as error:
        take_back_failure(match, made, NOTHING, error)


def _answer(match: Played, value: int) -> None:
    """A person's roll or draw: rerun the step along the line, silently up to where it had got."""
    driver, source = match._driver, match._driver.source
    assert isinstance(source, AnsweredChance)
    delivered, made, noted = driver.delivered, driver.line.count, driver.noted
    source.answers.append(value)
    try:
        match.decision = driver.rebuild(made)
        driver.write()
    except BaseException as error:
        if driver.take_off(noted):
            source.answers.pop()
        take_back_failure(match, made, noted, error)
    publish(match, delivered)


def publish(match: Played, known: int = 0) -> None:
    """After a submission has succeeded and been written: deliver the events but the first ``known``."""
    driver = match._driver
    told = driver.take_told(known)
    if told and driver.bus is not None:
        match._busy = get_ident()
        driver.bus.emit_all(told)


def take_back_failure(match: Played, made: int, noted: Noted, error: BaseException) -> NoReturn:
    """Be as before a submission that failed (or after it, if it was interrupted once written); say what failed."""
    driver = match._driver
    step = driver.phase
    rebuild(match, made if driver.take_off(noted) else driver.line.count)
    fail(match, error, step)


def fail(match: Played, error: BaseException, step: str | None = None) -> NoReturn:
    """Raise what a choice or a roll that failed comes to."""
    driver = match._driver
    told = failed(error, driver.setup.game.id, step or driver.phase)
    if told is error:
        raise error
    raise told from error


def rebuild(match: Played, position: int) -> None:
    """Be again where the match was after ``position`` choices; what is told on the way was told before."""
    match.decision = match._driver.rebuild(position)
    match._driver.take_told()
