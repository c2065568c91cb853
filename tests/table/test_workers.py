"""Workers: what takes long is done in a process of its own, at the cost of whoever wanted it, and is done again if that
process ends.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import lru_cache, partial
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

import navalcore as nc
from navalcore.bots import SearchBot
from navalcore.components import SeededChance
from navalcore.errors import BadData, UnknownGame
from navalcore.table import _importing as importing, _worker as worker_module
from navalcore.table._budgets import SPENDER, TokenBucket, metered
from navalcore.table._database import MOVED
from navalcore.table._errors import TableMistake, TooLarge
from navalcore.table._recorded_match import RecordedMatch
from navalcore.table._room import Room
from navalcore.table._searching import SearchWanted, answer
from navalcore.table._shared import SharedRooms
from navalcore.table._worker import WorkBench, Worker
from tests.table.client import table

GAME = nc.load("uboat_cards")


# ---- work that the workers of these tests are given ------------------------------------------------------------------


def who_does_it(_desk: WorkBench) -> int:
    """The process that does it."""
    return os.getpid()


def end_at_first(_desk: WorkBench, mark: str) -> str:
    """End whoever does this for the first time."""
    if not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(60)
    return "done"


def end_always(_desk: WorkBench) -> None:
    """End whoever does this."""
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(60)


def sleep(_desk: WorkBench, seconds: float) -> None:
    """Take long."""
    time.sleep(seconds)


def load(desk: WorkBench, game: str) -> str:
    """Load a game."""
    return desk.game_of(game).title


def compute(_desk: WorkBench, seconds: float) -> None:
    """Need so many processor seconds, and print something."""
    print("this is no answer")
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def fail(_desk: WorkBench) -> None:
    """Make a mistake."""
    raise ZeroDivisionError("by nothing")


@pytest.fixture
def worker() -> Iterator[Worker]:
    """A worker, ended after the test."""
    found = Worker()
    yield found
    found.close()


def gone(pid: int) -> bool:
    """Whether a process has ended, a while from now at the latest."""
    for _ in range(600):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        if Path(f"/proc/{pid}/stat").exists() and ") Z " in Path(f"/proc/{pid}/stat").read_text():
            return True
        time.sleep(0.05)
    return False


# ---- workers ---------------------------------------------------------------------------------------------------------


def test_work_is_done_by_another_process_and_the_next_piece_by_the_same(worker: Worker) -> None:
    assert worker.pid is None, "nobody needs it yet"
    pid = worker.ask(who_does_it)
    assert pid == worker.pid != os.getpid()
    assert worker.ask(who_does_it) == pid


def test_another_worker_does_what_one_has_ended_over_and_nobody_does_it_a_third_time(
    worker: Worker, tmp_path: Path
) -> None:
    assert worker.ask(end_at_first, str(tmp_path / "mark")) == "done"
    with pytest.raises(TableMistake, match="has ended two worker processes"):
        worker.ask(end_always)
    before = worker.ask(who_does_it)
    os.kill(before, signal.SIGKILL)
    assert worker.ask(who_does_it) != before


def test_work_that_takes_too_long_is_ended_and_not_begun_again(worker: Worker) -> None:
    pid = worker.ask(who_does_it)
    worker._longest = 0.2
    with pytest.raises(TooLarge, match=r"longer than 0\.2 seconds"):
        worker.ask(sleep, 60)
    assert gone(pid)


def test_a_worker_that_was_asked_nothing_for_long_ends_without_a_word() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", "from navalcore.table import _worker as w; w.IDLE = 0.2; w.serve()", "0"],
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stderr is not None
    with process:
        assert process.wait(60) == 0
        assert process.stderr.read() == ""


def test_refusals_come_as_they_are_and_mistakes_as_mistakes(worker: Worker) -> None:
    with pytest.raises(UnknownGame, match="nothing_like_it"):
        worker.ask(load, "nothing_like_it")
    with pytest.raises(TableMistake, match="ZeroDivisionError: by nothing"):
        worker.ask(fail)
    assert worker.ask(load, "uboat_cards") == GAME.title


def test_a_worker_is_paid_by_whoever_asks(worker: Worker) -> None:
    bill = TokenBucket(0, 100)
    SPENDER.set(bill)
    metered(partial(worker.ask, compute, 0.3))()
    assert bill.spent >= 0.3
    SPENDER.set(None)


def test_who_waits_for_a_worker_hears_that_it_is_closed_and_it_leaves_no_process(worker: Worker) -> None:
    pid = worker.ask(who_does_it)
    heard: list[Exception] = []

    def wait() -> None:
        try:
            worker.ask(sleep, 60)
        except TableMistake as error:
            heard.append(error)

    waiting = Thread(target=wait)
    waiting.start()
    while not worker._lock.locked():
        time.sleep(0.01)
    worker.close()
    waiting.join(30)
    assert "closed" in str(heard[0])
    assert gone(pid)


def test_a_worker_ends_with_the_process_that_it_works_for() -> None:
    program = (
        "import os, signal; from navalcore.table._worker import Worker; from tests.table.test_workers import *; "
        "print(Worker().ask(who_does_it), flush=True); os.kill(os.getpid(), signal.SIGKILL)"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ended.returncode == -signal.SIGKILL
    assert gone(int(ended.stdout))


# ---- what tables have them do ----------------------------------------------------------------------------------------


def test_a_worker_follows_a_match_by_what_is_written_of_it() -> None:
    recorded = RecordedMatch.new(GAME, "short", {}, "free", dict.fromkeys(GAME.roles, "person"))
    match, desk = recorded.match, WorkBench(lru_cache(nc.load))

    def ask(since: int, word: str = "a") -> int | None:
        assert match.decision is not None
        role = match.decision.role
        chance = SeededChance.from_seed("chance")
        told = dict(recorded.told)
        asked = SearchWanted(word, since, recorded.written[since:], told, GAME.id, role, "search:3", chance)
        return answer(desk, asked)

    assert ask(1) is None, "it has heard nothing of this match"
    for _ in range(3):
        had = recorded.pieces
        found = ask(0)
        assert found is not None
        match.choose(found)
        assert ask(had) is not None
        assert desk.matches["a"].recorded.match.dumps() == match.dumps()
    match.undo()
    assert ask(recorded.pieces - 1) is not None
    assert desk.matches["a"].recorded.match.dumps() == match.dumps()
    assert ask(recorded.pieces - 1) is None, "as far as that it has been told already"
    for number in range(worker_module.MATCHES):
        ask(0, f"other {number}")
    assert ask(recorded.pieces) is None, "it has been asked about too many others"


def test_bots_that_search_think_in_a_worker_and_go_on_when_that_has_been_killed(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def here(*_: Any) -> None:
        raise AssertionError("it thinks in the table's own process")

    monkeypatch.setattr(SearchBot, "think", here)

    async def play() -> None:
        async with table(sqlite) as at:
            seats = {"uboat": {"by": "me"}, "convoy": {"by": "bot", "bot": "search"}}
            begun = await at.post("/matches", {"game": "uboat_cards", "seats": seats}, status=201)
            room = await at.app.state.rooms.room(begun["match"])
            secret, worker = begun["seats"][0]["secret"], at.app.state.rooms.workers.searching
            acknowledged: dict[int, int] = {}
            killed_after = 0
            while True:
                await room.settled()
                assert not room.trouble
                tape = await room.look(lambda match: [entry for entry in match.tape() if entry.kind == "choice"])
                mine = [entry.pick for entry in tape if entry.role == "uboat"]
                assert {number: mine[number] for number in acknowledged} == acknowledged
                thought = len(tape) - len(mine)
                if killed_after and thought > killed_after + 1:
                    break
                if thought and not killed_after:
                    killed_after = thought
                    os.kill(worker.pid, signal.SIGKILL)
                decision = (await at.get(f"/matches/{room.id}", secret))["snapshot"]["decision"]
                pick = len(acknowledged) % len(decision["options"])
                act = {"act": "choose", "keys": [pick], "decision": decision["number"]}
                assert (await at.post(f"/matches/{room.id}/act", act, secret))["ok"]
                acknowledged[decision["number"]] = pick
            pid = worker.pid
        assert gone(pid)

    asyncio.run(play())


def test_files_are_verified_in_a_worker(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def here(*_: Any) -> None:
        raise BadData("it is verified in the table's own process")

    monkeypatch.setattr(importing, "read_import", here)
    match = GAME.new_match("short", seed=1)
    for _ in range(5):
        match.choose(0)

    async def bring_in() -> None:
        async with table(sqlite) as at:
            said = await at.post("/imports", {"save": match.dumps()}, status=201)
            assert said["proven"]
            state = await at.get(f"/matches/{said['match']}")
            assert state["snapshot"]["view"] == match.snapshot(nc.SPECTATOR).view.model_dump(mode="json")
            refused = await at.post("/imports", {"save": match.dumps()[:-30] + "}\n"}, status=400)
            assert refused["code"] == "damaged_tape"

    asyncio.run(bring_in())


def test_what_other_processes_do_is_played_here_only_while_somebody_is_here(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[str] = []

    async def note(_: SharedRooms, room: Room, __: str) -> None:
        played.append(room.id)

    async def hear() -> None:
        async with table(sqlite) as at:
            match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "me"})
            rooms = at.app.state.rooms
            monkeypatch.setattr(SharedRooms, "_heard", note)
            rooms._told(f"elsewhere {MOVED} {match.id}")
            await asyncio.gather(*rooms._tasks)
            assert played == []
            async with rooms.guest(match.id):
                rooms._told(f"{rooms._database.process} {MOVED} {match.id}")
                await asyncio.gather(*rooms._tasks)
                assert played == [], "this process has done it itself"
                rooms._told(f"elsewhere {MOVED} {match.id}")
                await asyncio.gather(*rooms._tasks)
            assert played == [match.id]

    asyncio.run(hear())
