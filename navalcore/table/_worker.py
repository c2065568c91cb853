"""A process of its own for long work. Work in the table's own process makes all its clients wait, because its threads
take turns at one interpreter.
"""

from __future__ import annotations

import logging
import os
import pickle
import signal
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from queue import Empty, SimpleQueue
from threading import Lock, Thread, Timer
from time import monotonic, process_time
from typing import Any, BinaryIO, Concatenate, Final, ParamSpec, TypeVar

import navalcore as nc
from navalcore import AnyGame
from navalcore.errors import NavalCoreError
from navalcore.table._budgets import charge
from navalcore.table._errors import TableMistake, TooLarge, TooLong

P = ParamSpec("P")
R = TypeVar("R")

LONGEST: Final = 120.0
"""Seconds that a piece of work may take."""
SHORT: Final = 10.0
"""Seconds that a file may take where most files are verified."""
IDLE: Final = 600.0
"""Seconds after which a worker ends that is asked nothing."""
POLITE: Final = 10
"""By how much the system prefers every other process to a worker."""
MATCHES: Final = 20
"""Matches that a worker keeps at hand."""
GAMES: Final = 50
"""Games and variants that a worker keeps loaded."""
BEGIN: Final = "from navalcore.table._worker import serve; serve()"

log = logging.getLogger("navalcore.table")


class WorkBench:
    """The means of work: what loads a game (``game_of``), the matches that are followed, and whether memory is full."""

    def __init__(self, game_of: Callable[[str], AnyGame]) -> None:
        self.game_of = game_of
        self.matches: OrderedDict[str, Any] = OrderedDict()
        self.full = False

    def keep(self, word: str, match: Any) -> None:
        """Keep a match at hand."""
        self.matches[word] = match
        self.matches.move_to_end(word)
        if len(self.matches) > MATCHES:
            self.matches.popitem(last=False)


class Worker:
    """A process that does work for this one, one piece after the other. It begins when it is first needed; when it has
    ended, another one takes its place.

    Args:
        plugins: modules of further plug-ins.
        most: the bytes of memory that it may have; 0: any number.
        longest: the seconds that a piece of work may take.
    """

    def __init__(self, plugins: Sequence[str] = (), most: int = 0, longest: float = LONGEST) -> None:
        self._plugins, self._most, self._longest = tuple(plugins), most, longest
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = self._late = False

    def ask(self, function: Callable[Concatenate[WorkBench, P], R], *given: P.args, **named: P.kwargs) -> R:
        """The answer of a module's function there; call it in a thread, which waits. Work that a worker has not
        done before it ended is done once more. Work that comes to nothing costs the time that it took.

        Raises:
            TooLong: it takes longer than work may here.
            TooLarge: it takes more memory.
        """
        work = pickle.dumps((function, given, named), pickle.HIGHEST_PROTOCOL)
        with self._lock:
            try:
                seconds, answer, error = self._asked(work)
            except (OSError, EOFError, pickle.UnpicklingError):
                self._check()
                log.warning("a worker has ended: another one does its work")
                try:
                    seconds, answer, error = self._asked(work)
                except (OSError, EOFError, pickle.UnpicklingError):
                    self._check()
                    raise TableMistake(
                        "this piece of work has ended two worker processes, so it is not tried again"
                    ) from None
        charge(seconds)
        if error is not None:
            raise error
        return answer  # type: ignore[no-any-return]

    def _asked(self, work: bytes) -> tuple[float, Any, NavalCoreError | None]:
        if self._process is not None and self._process.poll() is not None:  # it had nothing to do for long
            self._end()
        process = self._process or self._begin()
        assert process.stdin is not None
        assert process.stdout is not None
        late = Timer(self._longest, self._too_late, (process,))
        late.daemon = True
        late.start()
        began = monotonic()
        try:
            process.stdin.write(work)
            process.stdin.flush()
            found: tuple[float, Any, NavalCoreError | None] = pickle.load(process.stdout)
            return found
        except BaseException:
            charge(monotonic() - began)
            self._end()
            raise
        finally:
            late.cancel()

    def _begin(self) -> subprocess.Popen[bytes]:
        if self._closed:
            raise TableMistake("the table is being closed; try again when it is open")
        paths = os.pathsep.join(filter(None, sys.path))
        self._process = subprocess.Popen(
            [sys.executable, "-c", BEGIN, str(self._most), *self._plugins],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": paths},
            process_group=0,  # the interrupt key is meant for the table, and would reach a worker that only begins
        )  # fmt: skip
        if self._closed:  # meanwhile, when there was no process to end yet
            self._process.kill()
        return self._process

    def _too_late(self, process: subprocess.Popen[bytes]) -> None:
        self._late = True
        process.kill()

    def _check(self) -> None:
        """Let no work begin again that has taken too long, or for which no client waits."""
        late, self._late = self._late, False
        if late:
            raise TooLong(f"that takes longer than {self._longest:g} seconds; ask for less")
        if self._closed:
            raise TableMistake("the table is being closed; try again when it is open")

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):
                    pipe.close()  # type: ignore[union-attr]
            process.wait()

    def close(self) -> None:
        """End at once, in the middle of work too."""
        self._closed = True
        process = self._process
        if process is not None:
            process.kill()  # whoever waits for an answer hears of that, and ends
        with self._lock:
            self._end()

    @property
    def pid(self) -> int | None:
        """The number of the process, if there is one."""
        process = self._process
        return None if process is None else process.pid


class Workers:
    """The workers of a table: one in which bots search, and two that verify the files that people bring in."""

    # Files that take long begin again in the second of these, where only others like them wait.

    def __init__(self, plugins: Sequence[str] = (), most: int = 0) -> None:
        self.searching, self.verifying = Worker(plugins, most), Worker(plugins, most, SHORT)
        self.verifying_long = Worker(plugins, most)

    def close(self) -> None:
        """End them."""
        for worker in (self.searching, self.verifying, self.verifying_long):
            worker.close()


# ---- in the worker --------------------------------------------------------------------------------------------------


def serve() -> None:
    """Do what is asked, until the table has gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is meant for the table, and Windows has no groups
    if sys.platform != "win32":
        with suppress(OSError):  # a system may refuse it
            os.nice(POLITE)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a plug-in prints is no answer
    asked: SimpleQueue[Any] = SimpleQueue()
    questions = os.fdopen(os.dup(sys.stdin.fileno()), "rb")  # a Python that ends waits in vain for a stdin in use
    Thread(target=_hear, args=(questions, asked), daemon=True).start()
    most, plugins = int(sys.argv[1]), tuple(sys.argv[2:])
    _limit_memory(most)
    desk = WorkBench(lru_cache(maxsize=GAMES)(lambda game: nc.load(game, plugins)))
    with suppress(Empty, BrokenPipeError):
        while not desk.full:
            pickle.dump(_done(desk, *asked.get(timeout=IDLE)), answers, pickle.HIGHEST_PROTOCOL)
            answers.flush()


def _limit_memory(most: int) -> None:
    """Have no more memory than so many bytes, where the system can be told that."""
    if most and sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def _hear(questions: BinaryIO, asked: SimpleQueue[Any]) -> None:
    """Take in questions; when the table has gone, end in the middle of work."""
    try:
        while True:
            asked.put(pickle.load(questions))
    finally:
        os.kill(os.getpid(), signal.SIGTERM)


def _done(
    desk: WorkBench, function: Callable[..., Any], given: tuple[Any, ...], named: dict[str, Any]
) -> tuple[float, Any, NavalCoreError | None]:
    """The processor seconds that a piece of work took, and what came of it: an answer or a refusal."""
    began = process_time()
    answer: Any = None
    error: NavalCoreError | None = None
    try:
        answer = function(desk, *given, **named)
    except Exception as failed:
        if _out_of_memory(failed):
            desk.full, error = True, TooLarge("that takes more memory than any work may; ask for less")
        elif isinstance(failed, NavalCoreError):
            error = _sent(failed)
        else:
            log.exception("work failed")
            error = TableMistake(f"{type(failed).__name__}: {failed}")
    return process_time() - began, answer, error


def _out_of_memory(error: BaseException | None) -> bool:
    """Whether memory has run out, even if the rules and the engine have made something else of that."""
    return error is not None and (isinstance(error, MemoryError) or _out_of_memory(error.__cause__))


def _sent(error: NavalCoreError) -> NavalCoreError:
    """An error as it can be sent: one of the same code and sentence."""
    with suppress(Exception):
        again = pickle.loads(pickle.dumps(error))
        if str(again) == str(error):
            return error
    plain = NavalCoreError(str(error))
    plain.code = error.code  # type: ignore[misc]
    return plain
