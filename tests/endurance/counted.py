"""Counted runs: fuzz that goes on where it stopped, and keeps count in a file.

The file is JSON: one entry for each game, version of its rules, commit and way of playing, with the numbers of the
matches played. A match depends on the seed and its number alone, so none is ever counted twice.
"""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from datetime import date
from multiprocessing import get_context
from pathlib import Path
from time import monotonic, process_time
from typing import Any, Final

from navalcore._match.installed import load
from navalcore._saves.locks import FileLock
from navalcore.errors import BadData
from navalcore.testing._fuzz import fuzz_game
from navalcore.testing._report import listed
from navalcore.testing._stress import StopAt

SEED: Final = "counted"
CLOSELY: Final = 200
"""Of so many matches one is played again for the checks of the kit."""
CHUNK_SECONDS: Final = 8.0
"""About as long a worker plays before its matches are counted: no more than that is lost when a run is stopped."""
LARGEST_CHUNK: Final = 2_000


@dataclass(frozen=True)
class Way:
    """What is played and how: an entry of the file is of one way of playing.

    Attributes:
        game: the game's id.
        scenarios: those that are played; all of them if there are none.
        until: where a match is left, as ``field=number``; empty if it is played to its end.
        seed: of it all.
    """

    game: str
    scenarios: tuple[str, ...] = ()
    until: str = ""
    seed: str = SEED

    def to_json(self) -> dict[str, Any]:
        """As it is in the file."""
        return {"game": self.game, "scenarios": list(self.scenarios), "until": self.until, "seed": self.seed}


@dataclass
class Tally:
    """What a run of matches came to.

    Attributes:
        counts: numbers that add up: matches, choices, forks, ...
        seconds: of processor time.
        faults: what was found, in words.
    """

    counts: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    faults: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Take in what other matches came to; a fault that is known is not named again."""
        self.counts += other.counts
        self.seconds += other.seconds
        self.faults += [fault for fault in other.faults if fault not in self.faults]


@dataclass
class Counted:
    """What a call of :func:`count_matches` came to.

    Attributes:
        way: what was played.
        matches: how many matches the file counts.
        added: what this call has added.
    """

    way: Way
    matches: int
    added: Tally

    @property
    def ok(self) -> bool:
        """Whether nothing was found."""
        return not self.added.faults

    def to_json(self) -> dict[str, Any]:
        """It as a document."""
        added = self.added
        return {
            **self.way.to_json(),
            "ok": self.ok,
            "matches": self.matches,
            "added": dict(added.counts),
            "seconds": round(added.seconds, 1),
            "faults": list(added.faults),
        }

    def text(self) -> str:
        """It in lines."""
        counts = self.added.counts
        found = "found nothing" if self.ok else f"found {len(self.added.faults)} faults"
        happened = {name: number for name, number in counts.items() if name not in ("matches", "choices")}
        return "\n".join(
            [
                f"fuzz of {self.way.game} {found} in {counts['matches']} more matches and {counts['choices']} choices "
                f"({self.added.seconds:.0f} s of processor time); {self.matches} are counted",
                *("\n" + fault for fault in self.added.faults),
                "",
                f"what happened to the matches: {listed(happened)}",
            ]
        )


class CountFile:
    """The file in which runs are counted, held by one process at a time.

    Raises:
        InUse: another process counts in it.
        BadData: it cannot be read, or holds something else.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._lock = FileLock(self.path)
        try:
            self.entries = read_counts(self.path) if self.path.exists() else []
        except BaseException:
            self._lock.release()
            raise

    def close(self) -> None:
        """Let others count."""
        self._lock.release()

    def done(self, way: Way) -> list[tuple[int, int]]:
        """The numbers counted so far, as ranges (the second number no longer belongs to each)."""
        wanted = way.to_json()
        return merged(
            (first, end)
            for entry in self.entries
            if all(entry.get(name) == value for name, value in wanted.items())
            for first, end in entry["numbers"]
        )

    def counted(self, way: Way) -> int:
        """How many that are."""
        return sum(end - first for first, end in self.done(way))

    def add(self, way: Way, about: Mapping[str, str], numbers: tuple[int, int], tally: Tally) -> None:
        """Count what was played, and write it down, wholly or not at all."""
        key = {**way.to_json(), **about}
        entry = next((each for each in self.entries if all(each.get(n) == v for n, v in key.items())), None)
        if entry is None:
            entry = {**key, "numbers": [], "counts": {}, "seconds": 0.0, "faults": []}
            self.entries.append(entry)
        entry["numbers"] = [list(each) for each in merged([*map(tuple, entry["numbers"]), numbers])]
        entry["counts"] = dict(sorted((Counter(entry["counts"]) + tally.counts).items()))
        entry["seconds"] = round(entry["seconds"] + tally.seconds, 1)
        entry["last"] = date.today().isoformat()
        entry["faults"] += [fault for fault in tally.faults if fault not in entry["faults"]]
        beside = self.path.with_name(f".{self.path.name}.new")
        beside.write_text(written(self.entries), encoding="utf-8")
        beside.replace(self.path)


def written(entries: Sequence[Mapping[str, Any]]) -> str:
    """The text of a file of counts: one field a line."""
    shown = [
        "{\n" + ",\n".join(f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in entry.items()) + "\n}"
        for entry in entries
    ]
    return "[" + ",\n".join(shown) + "]\n"


def read_counts(path: str | Path) -> list[dict[str, Any]]:
    """The entries of a file of counts.

    Raises:
        BadData: it cannot be read, or holds something else.
    """
    try:
        entries = json.loads(Path(path).read_text(encoding="utf-8"))
        for entry in entries:
            merged((first, end) for first, end in entry["numbers"])
            Counter(entry["counts"]), float(entry["seconds"]), list(entry["faults"])
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadData(f"{path}: is not a file in which matches were counted: {error}") from None
    return list(entries)


def merged(ranges: Iterator[tuple[int, int]] | Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same numbers in as few ranges as possible."""
    found: list[tuple[int, int]] = []
    for first, end in sorted(ranges):
        if found and first <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((first, end))
    return found


def gaps(done: Sequence[tuple[int, int]], matches: int) -> list[tuple[int, int]]:
    """The ranges of numbers below ``matches`` that were not played yet."""
    found, at = [], 0
    for first, end in (*done, (matches, matches)):
        if at < min(first, matches):
            found.append((at, min(first, matches)))
        at = max(at, end)
    return found


def play_chunk(way: Way, first: int, end: int, into: str | None, plugins: Sequence[str] = ()) -> Tally:
    """Play some matches of a run and carry out their checks; what a worker does."""
    begun = process_time()
    report = fuzz_game(
        load(way.game, plugins),
        seconds=float("inf"),
        matches=end - first,
        first=first,
        seed=way.seed,
        scenarios=way.scenarios or None,
        closely=CLOSELY,
        until=StopAt.of(way.until) if way.until else None,
        into=into,
    )
    counts = Counter({"matches": report.matches, "choices": report.choices}) + report.happened
    counts["looked at closely"] = report.checks.get("plays", 0)
    return Tally(counts, process_time() - begun, [str(each) for each in report.findings])


def count_matches(
    path: str | Path,
    way: Way,
    matches: int,
    *,
    jobs: int = 1,
    seconds: float | None = None,
    into: str | Path | None = None,
    plugins: Sequence[str] = (),
    progress: Callable[[int], None] | None = None,
) -> Counted:
    """Play until the file counts so many matches of this way of playing.

    Stopped at any time it loses no more than what the workers were at; the same call goes on.

    Args:
        path: the file.
        way: what to play.
        matches: how many there are to be in the file.
        jobs: worker processes.
        seconds: begin nothing more after so long.
        into: a folder for saves that lead up to what is found.
        plugins: modules of further plug-ins, for the workers too.
        progress: called with the number of matches in the file.

    Raises:
        InUse: another process counts in the file.
        UnknownGame, UnknownName: there is no such game or scenario.
        BadData: the file holds something else, or the state has no such number.
    """
    about = _played_by(way, plugins)
    file, added = CountFile(path), Tally()
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
    running: dict[Future[Tally], tuple[int, int]] = {}
    begun, size = monotonic(), 1
    waiting = gaps(file.done(way), matches)
    try:
        while waiting or running:
            while waiting and len(running) < jobs and (seconds is None or monotonic() - begun < seconds):
                first, end = waiting.pop(0)
                last = min(end, first + size)
                if last < end:
                    waiting.insert(0, (last, end))
                chunk = pool.submit(play_chunk, way, first, last, None if into is None else str(into), tuple(plugins))
                running[chunk] = (first, last)
            if not running:
                break
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                numbers, tally = running.pop(done), done.result()
                file.add(way, about, numbers, tally)
                added.add(tally)
                each = max(tally.seconds, 0.001) / (numbers[1] - numbers[0])
                size = max(1, min(LARGEST_CHUNK, 4 * size, round(CHUNK_SECONDS / each)))
                if progress is not None:
                    progress(file.counted(way))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        file.close()
    return Counted(way, file.counted(way), added)


def _played_by(way: Way, plugins: Sequence[str]) -> dict[str, str]:
    """The versions that a way is played by; a game or scenario that is not there is refused."""
    game = load(way.game, plugins)
    for name in way.scenarios:
        game.scenario(name)
    return {"rules": game.version, "commit": commit()}


def commit() -> str:
    """The commit of the folder the program is started in; empty if it is none of a repository."""
    try:
        found = subprocess.run(
            ["git", "rev-parse", "--short=10", "HEAD"], capture_output=True, text=True, check=False, timeout=10
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return found.stdout.strip() if found.returncode == 0 else ""
