"""A seat over lines of JSON: ``play --protocol`` speaks it on the standard streams, ``--bot ROLE=exec:PROGRAM`` to a
program. What is said is the wire (docs/howto/line_protocol.md): ``{"snapshot": ...}`` and ``{"reply": ...}`` one way,
acts the other.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from typing import IO, Final

from navalcore import AnyMatch, SeatSession, Session
from navalcore._cli.output import print_note
from navalcore._cli.seats import PERSON, PROGRAM
from navalcore.errors import BadData, BrokenPlugin

SECONDS: Final = 60.0
"""So long may a program think about one choice."""
PATIENCE: Final = 20
"""So many refused acts in a row are one too many."""
AHEAD, LONGEST = 100, 1_000_000
"""So many lines, of so many characters, may a program write before they are read."""
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

    def hear(self) -> bool | None:
        """Do what the next line says, and answer it; whether it was done, or None if there is no more line."""
        line = self._next()
        if line is None:
            return None
        reply = self.seat.act_now(line)
        self._write(f'{{"reply":{reply}}}')
        return bool(json.loads(reply)["ok"])

    def _next(self) -> str | None:
        return self._reads.readline() or None

    def _write(self, text: str) -> None:
        self._writes.write(f"{text}\n")
        self._writes.flush()


class ProgramLine(ClientLine):
    """A program at a seat: it is started, told, asked within a time limit, and ended.

    Args:
        seat: its seat.
        command: the program and its arguments, as in a shell.
        seconds: so long may it think about one choice.

    Raises:
        BadData: it cannot be started.
    """

    def __init__(self, seat: SeatSession, command: str, seconds: float = SECONDS) -> None:
        self.name, self._seconds = f"the program of {seat.role} ({command})", seconds
        try:
            words = shlex.split(command)
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", errors="replace"
            )
        except (OSError, ValueError, IndexError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise BadData(f"{PROGRAM}{command}: cannot be started: {reason}") from None
        reads, writes = self._process.stdout, self._process.stdin
        assert reads is not None
        assert writes is not None
        super().__init__(seat, reads, writes)
        self._lines: Queue[str | None] = Queue(AHEAD)
        self._pumping = Thread(target=self._pump, args=(reads,), daemon=True)
        self._pumping.start()

    def _pump(self, reads: IO[str]) -> None:
        with reads:
            while line := reads.readline(LONGEST):
                self._lines.put(line)
        self._lines.put(None)

    def _next(self) -> str | None:
        try:
            return self._lines.get(timeout=self._seconds)
        except Empty:
            raise BrokenPlugin(f"{self.name} has not answered for {self._seconds:g} seconds") from None

    def _write(self, text: str) -> None:
        try:
            super()._write(text)
        except OSError:
            raise self._ended() from None

    def answer(self, match: AnyMatch) -> None:
        """Have it answer what its role is asked.

        Raises:
            BrokenPlugin: it has ended, takes too long, or does not say anything that is accepted.
        """
        decision, refused = match.decisions.get(self.seat.role), 0
        while decision is not None and match.decisions.get(self.seat.role) is decision:
            self.tell()
            done = self.hear()
            if done is None:
                raise self._ended()
            refused = 0 if done else refused + 1
            if refused == PATIENCE:
                raise BrokenPlugin(f"{self.name} has been refused {PATIENCE} times in a row")

    def _ended(self) -> BrokenPlugin:
        try:
            status = f" with exit status {self._process.wait(FAREWELL)}"
        except subprocess.TimeoutExpired:
            status = ""
        return BrokenPlugin(f"{self.name} has ended{status} before the match was over")

    def close(self) -> None:
        """Tell it what came last, and end it: its input ends, and soon after that it is killed."""
        with suppress(BrokenPlugin):  # it has ended already
            self.tell()
        with suppress(OSError):
            self._writes.close()
        try:
            self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._process.wait()
        while self._pumping.is_alive():
            with suppress(Empty):
                self._lines.get(timeout=0.05)


class Programs:
    """The programs at a match that is played at the keyboard.

    Args:
        match: the match.
        commands: the programs, by role.
    """

    def __init__(self, match: AnyMatch, commands: Mapping[str, str]) -> None:
        self._match = match
        self._session = Session(match, seats=dict.fromkeys(commands, PERSON), autopass=False) if commands else None
        self._lines: dict[str, ProgramLine] = {}
        for role, command in commands.items():
            assert self._session is not None
            self._lines[role] = ProgramLine(self._session.seat(role), command)

    def __contains__(self, role: object) -> bool:
        return role in self._lines

    def answer(self, role: str) -> None:
        """Have the program of a role answer what it is asked."""
        self._lines[role].answer(self._match)

    def close(self) -> None:
        """End them."""
        for line in self._lines.values():
            line.close()


def play_by_lines(match: AnyMatch, people: Sequence[str], commands: Mapping[str, str], plugins: Sequence[str]) -> None:
    """Play a match whose person speaks on the standard streams; bots and programs answer by themselves.

    Raises:
        BadData: not exactly one role is a person's.
    """
    if len(people) != 1:
        raise BadData("--protocol is the seat of one role: name it with --role")
    seats = dict.fromkeys([*people, *commands], PERSON)
    with Session(match, seats=seats, plugins=plugins, autopass=False) as session:
        client = ClientLine(session.seat(people[0]), sys.stdin, sys.stdout)
        programs = [ProgramLine(session.seat(role), command) for role, command in commands.items()]
        try:
            _converse(match, session, client, programs)
        finally:
            for program in programs:
                program.close()


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
