"""kill -9 at random moments: what was acknowledged is there, what was torn is left out, and the match goes on.

A warm process forks one child for each kill; the child plays, keeps its match in one of several ways, and says over a
pipe what it is about to do and what has returned. It is killed by its parent after a random time, or by itself in the
middle of a system call: with some bytes of a text written and others not, or before or after ``fsync``.
"""

from __future__ import annotations

import io
import os
import random
import select
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, Final

import navalcore as nc
from navalcore._cli.app import run
from navalcore._match.match import Match
from navalcore._saves import journal
from navalcore.errors import DamagedTape
from navalcore.study._plan import Plan
from navalcore.study._records import SimulationJournal
from navalcore.study._simulate import simulate
from tests.endurance.counted import Tally

GAMES: Final = {
    "uboat_cards": "standard",
    "tonnage_war": "sc_7",
    "silent_war": "campaign_wp3",
    "aa50_subwar": "atlantic_1942",
    "bismarck": "two_player",
}
WAYS: Final = ("record", "record", "durable", "play", "save", "simulate")
LONGEST: Final = 0.06
"""Seconds after which a child is killed at the latest, from its first acknowledgement on."""
CHOICES: Final = 400
MORE: Final = 4
"""Choices that are made after the kill."""


@dataclass
class Said:
    """What a child has said.

    Attributes:
        begun: whether its file was there.
        made: the choices it has made and was told of, without what was taken back.
        doing: what it was about to do.
        done: how many things have returned.
        killed: whether it was killed.
    """

    begun: bool = False
    made: list[int] = field(default_factory=list)
    doing: list[int] | None = None
    done: int = 0
    killed: bool = True


@cache
def game_of(name: str) -> Any:
    """The game, loaded once for all children."""
    game = nc.load(name)
    game.new_match(GAMES[name], seed=1)
    return game


@dataclass(frozen=True)
class Killed:
    """What became of one child.

    Attributes:
        way: how it kept its match.
        done: how many things it was told were done.
        killed: whether it was killed; if not, it had come to its end before.
    """

    way: str
    done: int
    killed: bool


def kill_one(number: int) -> Killed:
    """One kill, determined by its number but for the moment.

    Raises:
        AssertionError: something that was acknowledged is lost, or something is there that was not done.
    """
    chance = random.Random(f"kill {number}")
    way = WAYS[number % len(WAYS)]
    game = game_of(list(GAMES)[number // len(WAYS) % len(GAMES)])
    with TemporaryDirectory() as folder:
        path = Path(folder, "match.jsonl")
        child = _Child(game, way, path, chance.random())
        by_itself = chance.random() < 0.4
        said = child.killed(None if by_itself else chance.random() * LONGEST)
        if way == "simulate":
            _look_at_simulation(path, said, child.plan)
        else:
            _look_at_match(path, said, game, child.seed)
        return Killed(way, said.done, said.killed)


class _Child:
    """A process that plays until it is killed."""

    def __init__(self, game: Any, way: str, path: Path, luck: float) -> None:
        self.game, self.way, self.path = game, way, path
        self.chance = random.Random(luck)
        self.seed = self.chance.randrange(10**6)
        self.plan = Plan("tonnage_war", seed=str(self.seed))

    def killed(self, after: float | None) -> Said:
        """What it has said by the time it is killed: after so many seconds, or by itself."""
        ours, its = os.pipe()
        process = os.fork()
        if process == 0:
            self._live(its, kills_itself=after is None)
        os.close(its)
        text = b""
        with io.FileIO(ours) as pipe:
            if after is not None:
                text += pipe.read(1) or b""
                select.select([], [], [], after)
                os.kill(process, signal.SIGKILL)
            while more := pipe.read(1 << 16):
                text += more
        _, status = os.waitpid(process, 0)
        assert status in (signal.SIGKILL, 0), text[-2000:].decode()
        said = _understood(text.decode())
        said.killed = status == signal.SIGKILL
        return said

    def _live(self, pipe: int, *, kills_itself: bool) -> None:
        """The life of the child; it never returns."""
        try:
            with Path(os.devnull).open("w") as nothing:
                sys.stdout = sys.stderr = nothing
                say = _Voice(pipe)
                if kills_itself:
                    _die_in_a_call(self.chance)
                getattr(self, f"_{self.way}")(say)
            os._exit(0)
        except BaseException as error:
            os.write(pipe, f"{type(error).__name__}: {error}\n".encode())
            os._exit(1)

    def _record(self, say: _Voice, durable: bool = False) -> None:
        match = self.game.new_match(GAMES[self.game.id], seed=self.seed, undo="free")
        for _ in range(self.chance.randrange(6)):
            match.choose(self.chance.randrange(len(match.decision.options)))
        say.doing([], match.choices())
        match.record_to(self.path, durable=durable)
        say.begun(match.choices())
        for _ in range(CHOICES):
            made = match.choices()
            if match.decision is None:
                break
            if made and self.chance.random() < 0.15:
                say.doing(made, made[:-1])
                match.undo()
            else:
                index = self.chance.randrange(len(match.decision.options))
                say.doing(made, [*made, index])
                match.choose(index)
            say.done()

    def _durable(self, say: _Voice) -> None:
        self._record(say, durable=True)

    def _save(self, say: _Voice) -> None:
        """Again and again the whole match is put in the place of what the file held."""
        match = self.game.new_match(GAMES[self.game.id], seed=self.seed, undo="free")
        made: list[int] = []
        match.save(self.path)
        say.begun([])
        while match.decision is not None and match.count < CHOICES:
            for _ in range(3):
                if match.decision is not None:
                    match.choose(self.chance.randrange(len(match.decision.options)))
            say.doing(made, match.choices())
            match.save(self.path)
            say.done()
            made = match.choices()

    def _play(self, say: _Voice) -> None:
        """The command line, answered from a list."""
        choose = Match.choose

        def chosen(match: Any, choice: object, **arguments: Any) -> None:
            made = match.choices()
            decision = match.decision
            say.doing(made, [*made, decision.index(choice)])
            choose(match, choice, **arguments)
            say.done()

        Match.choose = chosen  # type: ignore[method-assign, assignment]
        sys.stdin = io.StringIO("1\n" * CHOICES)
        words = ("play", self.game.id, "--scenario", GAMES[self.game.id], "--role", "all", "--seed", str(self.seed))
        run([*words, "--save", str(self.path)])

    def _simulate(self, say: _Voice) -> None:
        simulate(self.plan, 60, journal=self.path, progress=lambda number: say.counted(number))


class _Voice:
    """What a child says over its pipe: a line at a time."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe

    def _say(self, line: str) -> None:
        os.write(self._pipe, f"{line}\n".encode())

    def begun(self, made: list[int]) -> None:
        """The file is there, with these choices in it."""
        self._say(f"begun {' '.join(map(str, made))}")

    def doing(self, before: list[int], after: list[int]) -> None:
        """Something is tried that leads from these choices to those: how many are kept, and what follows them."""
        kept = next(
            (i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), min(len(before), len(after))
        )
        self._say(f"doing {kept} {' '.join(map(str, after[kept:]))}")

    def done(self) -> None:
        """It has returned."""
        self._say("done")

    def counted(self, number: int) -> None:
        """So many matches are in the file."""
        self._say(f"counted {number}")


def _understood(text: str) -> Said:
    said = Said()
    for line in text.split("\n")[:-1]:
        what, *rest = line.split(" ")
        numbers = [int(word) for word in rest if word]
        if what == "begun":
            said.begun, said.made, said.doing = True, numbers, None
        elif what == "doing":
            said.doing = [*said.made[: numbers[0]], *numbers[1:]]
        elif what == "done":
            assert said.doing is not None
            said.made, said.doing, said.begun = said.doing, None, True
            said.done += 1
        elif what == "counted":
            said.done, said.begun = numbers[0], True
        else:
            raise AssertionError(text)
    return said


def _die_in_a_call(chance: random.Random) -> None:
    """Let the process kill itself in the middle of one of its next system calls."""
    left = chance.randrange(1, 40)

    def die() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def due() -> bool:
        nonlocal left
        left -= 1
        return left == 0

    def torn(write: Callable[[Any], int], text: Any) -> int:
        if due():
            write(bytes(text)[: chance.randrange(len(text) + 1)])
            die()
        return write(text)

    class Torn:
        """A file that is left in the middle of a text."""

        def __init__(self, file: io.FileIO) -> None:
            self._file = file

        def __getattr__(self, name: str) -> Any:
            return getattr(self._file, name)

        def write(self, text: Any) -> int:
            return torn(self._file.write, text)

    opened, fsync, note = journal._opened, os.fsync, SimulationJournal._write

    def open_torn(*arguments: Any) -> Any:
        file, whole = opened(*arguments)
        return Torn(file), whole

    def sync(descriptor: int) -> None:
        before = chance.random() < 0.5
        last = due()
        if last and before:
            die()
        fsync(descriptor)
        if last:
            die()

    def noting(results: Any, lines: Any) -> None:
        if not isinstance(results._file, Torn):
            results._file = Torn(results._file)
        note(results, lines)

    journal._opened, os.fsync, SimulationJournal._write = open_torn, sync, noting  # type: ignore[assignment, method-assign]


def _look_at_match(path: Path, said: Said, game: Any, seed: int) -> None:
    """Nothing acknowledged is lost, and the match goes on."""
    if not path.exists() or path.stat().st_size == 0:
        assert not said.begun, "the file is gone"
        return
    try:
        match = nc.load_match(path, game)
    except DamagedTape:
        assert not said.begun, f"the file is damaged: {path.read_bytes()[-300:]!r}"
        return
    found = match.choices()
    if said.begun:
        assert found in (said.made, said.doing), f"{found} is neither {said.made} nor {said.doing}"
    else:
        assert said.doing is None or found == said.doing[: len(found)], f"{found} is not the beginning of {said.doing}"
    straight = game.new_match(GAMES[game.id], seed=seed, undo=match.setup.undo)
    for choice in found:
        straight.choose(choice)
    assert straight.digest == match.digest, "another state"
    trusting = nc.load_match(path, game, trust=True)
    assert (trusting.choices(), trusting.digest) == (found, match.digest), "another match when the file is trusted"
    match.record_to(path)
    for _ in range(MORE):
        if match.decision is not None:
            match.choose(match.count % len(match.decision.options))
    match.stop_recording()
    checked = nc.verify(path, game)
    assert checked.error is None, str(checked.error)
    again = nc.load_match(path, game)
    assert (again.choices(), again.digest) == (match.choices(), match.digest), "another match after it has gone on"


def _look_at_simulation(path: Path, said: Said, plan: Plan) -> None:
    """Every match that was counted is in the journal, and the simulation goes on with the others."""
    if said.done:
        assert path.exists(), "the journal is gone"
    played: list[int] = []
    records = simulate(plan, said.done + 2, journal=path, progress=played.append)
    assert not said.done or played[0] >= said.done, f"{said.done} were counted, and {played[0]} are there"
    assert [record.number for record in records] == list(range(said.done + 2))
    assert records == simulate(plan, said.done + 2), "other matches than without the kill"


def kills(first: int, end: int) -> Tally:
    """So many kills, for the file in which they are counted."""
    begun, tally = process_time(), Tally()
    for number in range(first, end):
        try:
            child = kill_one(number)
        except (AssertionError, nc.NavalCoreError) as error:
            tally.faults.append(f"kill {number}: {type(error).__name__}: {error}")
            continue
        tally.counts["kills" if child.killed else "came to an end before"] += 1
        tally.counts[f"kept by {child.way}"] += child.killed
        tally.counts["acknowledged"] += child.done
    tally.seconds = process_time() - begun
    return tally
