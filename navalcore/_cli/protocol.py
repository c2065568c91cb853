"""A seat over lines of JSON: ``play --protocol`` speaks it on the standard streams, ``--bot ROLE=exec:PROGRAM`` to a
program. What is said is the wire (docs/howto/line_protocol.md): ``{"snapshot": ...}`` and ``{"reply": ...}`` one way,
acts the other.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from queue import Empty, Full, Queue
from threading import Thread
from time import monotonic
from typing import IO, Any, Final
from weakref import finalize

from navalcore import AnyMatch, SeatSession, Session
from navalcore._cli.grammar import words_in
from navalcore._cli.output import print_note
from navalcore._cli.seats import PERSON, PROGRAM
from navalcore.errors import BadData, BrokenPlugin

SECONDS: Final = 60.0
"""So long may a program think about one choice."""
PATIENCE: Final = 20
"""The number of refused acts in a row that is one too many."""
TAKEBACKS: Final = 20
"""The most choices that a program may take back at one place of the match."""
AHEAD, LONGEST = 100, 1_000_000
"""The most lines, and the most characters in each, that a program may write before they are read."""
FAREWELL: Final = 2.0
"""Seconds that a program has to end by itself."""


class ClientLine:
    """A client at a seat, by two streams of lines."""

    def __init__(self, seat: SeatSession, reads: IO[str], writes: IO[str]) -> None:
        self.seat, self._reads, self._writes = seat, reads, writes

    def tell(self) -> None:
        """Write what is new for the seat, if anything is."""
        snapshot = self.seat.news_now(0)
        if snapshot is not None:
            self._write(f'{{"snapshot":{snapshot.model_dump_json()}}}')

    def hear(self) -> dict[str, Any] | None:
        """Do what the next line says, and answer it; the answer, or None if there is no more line."""
        line = self._next()
        if line is None:
            return None
        reply = self.seat.act_now(line)
        self._write(f'{{"reply":{reply}}}')
        answer: dict[str, Any] = json.loads(reply)
        return answer

    def _next(self) -> str | None:
        return self._reads.readline() or None

    def _write(self, text: str) -> None:
        self._writes.write(f"{text}\n")
        self._writes.flush()


class ProgramLine(ClientLine):
    """A program at a seat: it is started (BadData if it cannot be), told, asked within a time limit, and ended."""

    def __init__(self, seat: SeatSession, command: str) -> None:
        self.name = f"the program of {seat.role} ({command})"
        words = words_in(command, f"{PROGRAM}{command}")
        try:
            if not words:
                raise ValueError(f"name a program, as in {PROGRAM}./my_bot")
            self._process = subprocess.Popen(
                words, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise BadData(f"{PROGRAM}{command}: cannot be started: {reason}") from None
        self._kill = finalize(self, _kill, self._process)  # at the end of ours at the latest, whatever was interrupted
        reads, writes = self._process.stdout, self._process.stdin
        assert reads is not None
        assert writes is not None
        self.seat, self._until, self._deaf = seat, monotonic() + SECONDS, False
        self._taken_back: Counter[int] = Counter()  # how often, by the number of choices that were left
        self._refused = ""
        self._said: Queue[str | None] = Queue(AHEAD)
        self._told: Queue[str | None] = Queue(AHEAD)
        self._hearing = Thread(target=self._hear_all, args=(reads,), daemon=True)
        self._hearing.start()
        Thread(target=self._tell_all, args=(writes,), daemon=True).start()

    def _hear_all(self, reads: IO[bytes]) -> None:
        line = b""
        with reads:
            while part := reads.read(65_536):
                *whole, line = (line + part).split(b"\n")
                if len(line) > LONGEST:
                    whole, line = [*whole, line], b""
                for each in whole:
                    self._said.put(each.decode(errors="replace"))
        self._said.put(None)

    def _tell_all(self, writes: IO[bytes]) -> None:
        with suppress(OSError), writes:
            while (text := self._told.get()) is not None:
                left = memoryview(text.encode())
                while left:
                    left = left[writes.write(left) :]
        self._deaf = True

    def _next(self) -> str | None:
        with suppress(Empty):
            if (left := self._until - monotonic()) > 0:
                return self._said.get(timeout=left)
        raise self._late()

    def _write(self, text: str) -> None:
        if self._deaf:
            raise self._ended()
        try:
            self._told.put(f"{text}\n", timeout=max(self._until - monotonic(), 0.001))
        except Full:
            raise self._late() from None

    def _late(self) -> BrokenPlugin:
        return BrokenPlugin(f"{self.name} has not answered for {SECONDS:g} seconds{self._refused}")

    def answer(self, match: AnyMatch) -> None:
        """Have it answer what its role is asked; BrokenPlugin if it has ended, is late, or does not get on."""
        decision, refused, self._until = match.decisions.get(self.seat.role), 0, monotonic() + SECONDS
        while decision is not None and match.decisions.get(self.seat.role) is decision:
            self.tell()
            answer = self.hear()
            if answer is None:
                raise self._ended()
            refused = 0 if answer["ok"] else refused + 1
            self._refused = "" if answer["ok"] else f"; its last line was refused: {answer['error']['message']}"
            if refused == PATIENCE:
                raise BrokenPlugin(f"{self.name} has been refused {PATIENCE} times in a row{self._refused}")
            if answer["ok"] and "number" in answer and "chosen" not in answer:  # so an undo is answered
                self._count_takeback(answer["number"])

    def _count_takeback(self, number: int) -> None:
        self._taken_back[number] += 1
        if self._taken_back[number] > TAKEBACKS:
            raise BrokenPlugin(
                f"{self.name} has taken back its choice at decision {number} more than {TAKEBACKS} times"
            )

    def _ended(self) -> BrokenPlugin:
        try:
            status = f" with exit status {self._process.wait(FAREWELL)}"
        except subprocess.TimeoutExpired:
            status = ""
        return BrokenPlugin(f"{self.name} has ended{status} before the match was over{self._refused}")

    def close(self) -> None:
        """Send it what came last, and end it: its input ends; soon it is killed with all it has started."""
        farewell = Thread(target=self._say_farewell, daemon=True)  # not here: an interrupted queue may stay locked
        try:
            farewell.start()
            farewell.join(2 * FAREWELL)
        finally:
            self._kill()
        # What it has started may have left its group and keep its output open.
        Thread(target=self._hear_rest, daemon=True).start()
        self._hearing.join(FAREWELL / 4)

    def _say_farewell(self) -> None:
        self._until = monotonic()
        with suppress(BrokenPlugin):  # it has ended already, or does not read
            self.tell()
        with suppress(Full):
            self._told.put_nowait(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL)

    def _hear_rest(self) -> None:
        while self._hearing.is_alive():
            with suppress(Empty):
                self._said.get(timeout=0.05)


def _kill(process: subprocess.Popen[bytes]) -> None:
    if sys.platform != "win32":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


def _started(stack: ExitStack, session: Session, commands: Mapping[str, str]) -> dict[str, ProgramLine]:
    """The programs at their seats; all of them end with the stack, also where one cannot be started."""
    lines = {}
    for role, command in commands.items():
        lines[role] = ProgramLine(session.seat(role), command)
        stack.callback(lines[role].close)
    return lines


class Programs:
    """The programs, by role, at a match that is played at the keyboard."""

    def __init__(self, match: AnyMatch, commands: Mapping[str, str]) -> None:
        self._match = match
        self._session = Session(match, seats=dict.fromkeys(commands, PERSON), autopass=False) if commands else None
        with ExitStack() as started:
            self._lines = _started(started, self._session, commands) if self._session is not None else {}
            self._started = started.pop_all()

    def __contains__(self, role: object) -> bool:
        return role in self._lines

    def answer(self, role: str) -> None:
        """Have the program of a role answer what it is asked."""
        self._lines[role].answer(self._match)

    def close(self) -> None:
        """End them."""
        self._started.close()


def play_by_lines(match: AnyMatch, people: Sequence[str], commands: Mapping[str, str], plugins: Sequence[str]) -> None:
    """Play a match whose person (one, else BadData) speaks on the standard streams; bots and programs answer too."""
    if len(people) != 1:
        raise BadData("--protocol is the seat of one role: name it with --role")
    seats = dict.fromkeys([*people, *commands], PERSON)
    with Session(match, seats=seats, plugins=plugins, autopass=False) as session:
        client = ClientLine(session.seat(people[0]), sys.stdin, sys.stdout)
        with ExitStack() as started:
            _converse(match, session, client, list(_started(started, session, commands).values()))


def _converse(match: AnyMatch, session: Session, client: ClientLine, programs: Sequence[ProgramLine]) -> None:
    while True:
        for program in programs:
            if program.seat.role in match.decisions:
                program.answer(match)
                break
        else:
            client.tell()
            if session.trouble:
                raise BrokenPlugin(session.trouble)
            if match.over or client.hear() is None:
                break
    if not match.over:
        print_note("the input has ended before the match")
