"""How a match is kept: played again along its line with everything noted, and written wherever it is to go."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from navalcore._play.driver import Driver
from navalcore._rules.decision import Decision
from navalcore._rules.terms import Options, View
from navalcore._saves.files import path_of
from navalcore._saves.recorder import Recorder
from navalcore._saves.tape import Tape
from navalcore.errors import BadData

S = TypeVar("S")
O = TypeVar("O", bound=Options)  # noqa: E741
V = TypeVar("V", bound=View)

Sink = Path | Callable[[str], object]
"""Where a journal goes: a file, or a function that is called with its lines."""


def recorded(driver: Driver[S, O, V]) -> tuple[Driver[S, O, V], Decision | None]:
    """A driver that has played the match again from the start and noted everything, and notes what comes; and what is
    asked. Those who listen to the match listen to it.

    Raises:
        BadData: the match cannot be played again, because something in it is imagined.
    """
    if driver.line.imagined is not None:
        raise BadData("a fork that imagines hidden information or other chance results cannot be saved or recorded")
    twin, decision = driver.copy(None, driver.line.count, recorder=Recorder(Tape(driver.setup.header())))
    twin.bus = driver.bus
    return twin, decision


def tape_of(driver: Driver[Any, Any, Any]) -> Tape:
    """Everything that has happened in the match.

    Raises:
        BadData: the match cannot be saved.
    """
    recorder = driver.recorder or recorded(driver)[0].recorder
    assert recorder is not None
    return recorder.tape


def sink_of(target: str | Path | Callable[[str], object], *, durable: bool, resume: bool) -> Sink:
    """Where a journal is to go.

    Raises:
        BadData: that cannot be.
    """
    if isinstance(target, str | os.PathLike) or not callable(target):
        if resume:
            raise BadData("resume is for a function; without it a match goes on with the file that it was loaded from")
        return path_of(target)
    if durable:
        raise BadData("durable is for files; a function that lines are sent to returns when it has them for good")
    return target


def keep(driver: Driver[Any, Any, Any], sink: Sink, *, durable: bool, resume: bool) -> None:
    """Have the recorder of the match write what it has noted, and from now on every choice.

    Raises:
        InUse, BadData, NotWritten: see :meth:`Match.record_to <navalcore.Match.record_to>`.
    """
    recorder = driver.recorder
    assert recorder is not None
    if isinstance(sink, Path):
        recorder.keep_journal(sink, durable=durable)
    else:
        recorder.keep_sending(sink, resume=resume)


def stop(driver: Driver[Any, Any, Any]) -> None:
    """Have the recorder, if there is one, write no more."""
    if driver.recorder is not None:
        driver.recorder.close_journal()
