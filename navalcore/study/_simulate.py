"""Simulation: many matches played by bots, over any executor, with the same result on each of them."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from multiprocessing import current_process, get_context, parent_process
from multiprocessing.connection import Connection, wait
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, TypeVar

from navalcore._match.installed import load
from navalcore._match.match import Game, Match
from navalcore._play.commitments import fresh_salt
from navalcore._play.setup import Setup
from navalcore._saves.files import path_of, why_not
from navalcore._saves.journal import write_whole
from navalcore._saves.recorder import Recorder
from navalcore.bots import Bot, bot_print, make_bots, play_out, seat
from navalcore.bots._makers import answer_of, choices_made, next_for
from navalcore.errors import BadData, RuleError
from navalcore.study._plan import Plan
from navalcore.study._records import FailedMatch, SimulatedMatch, SimulationJournal
from navalcore.study._results import Simulation

MOST_DEATHS: Final = 3
"""How often worker processes may die before it is taken for no accident."""


def play_one(game: Game[Any, Any, Any], plan: Plan, number: int) -> SimulatedMatch:
    """Play match ``number`` of ``plan``, a match of ``game``; errors are raised as they are."""
    seed = plan.match_seed(number)
    match = game.new_match(plan.scenario, seed=seed, options=plan.options)
    made = choices_made(match, _bots_of(game, plan, seed))
    return replace(record_of(match, number, seed), asked=tuple(str(role) for role in game.roles if role in made))


def _bots_of(game: Game[Any, Any, Any], plan: Plan, seed: str) -> dict[str, Bot[Any]]:
    """The bots of a match, the default one where the plan names none."""
    return make_bots(game, {**dict.fromkeys(game.roles), **plan.bots}, f"bots {seed}", plan.plugins)


def record_of(match: Match[Any, Any, Any], number: int, seed: str) -> SimulatedMatch:
    """The record of a match that is over."""
    outcome = match.outcome
    if outcome is None:
        waits = "" if match.decision is None else f": it waits for {match.decision.role}, whom no bot plays"
        raise RuleError(f"the match stopped after {match.count} choices without an outcome{waits}")
    winner = None if outcome.winner is None else str(outcome.winner)
    scores = {str(name): value for name, value in outcome.scores.items()}
    return SimulatedMatch(number, seed, winner, outcome.ending, match.count, match.game.length(match.state), scores)


def play_batch(plan: Plan, numbers: Iterable[int]) -> list[SimulatedMatch | FailedMatch]:
    """Play the matches of ``plan`` that ``numbers`` names, as a worker does. A match that fails does not stop the
    others.
    """
    game = load(plan.game, plan.plugins)
    played: list[SimulatedMatch | FailedMatch] = []
    for number in numbers:
        try:
            played.append(play_one(game, plan, number))
        except Exception as error:
            played.append(_failed(game, plan, number, error))
    return played


def _failed(game: Game[Any, Any, Any], plan: Plan, number: int, error: Exception) -> FailedMatch:
    """The failed match played once more, up to the choice that failed and no further."""
    seed = plan.match_seed(number)
    what = str(error) if isinstance(error, RuleError) else f"{type(error).__name__}: {error}"
    try:
        match = game.new_match(plan.scenario, seed=seed, options=plan.options)
    except Exception:
        return FailedMatch(number, seed, f"{what} (during set-up)", _unbegun(game, plan, seed))
    bots, last = _bots_of(game, plan, seed), ""
    seat(match, bots)
    try:
        while (decision := next_for(match, bots)) is not None:
            last = f", when {decision.role}'s bot was asked: {decision.prompt}"
            choice = answer_of(bots[decision.role], match, decision)
            last = f", when {decision.role} chose '{decision.texts[decision.index(choice)]}'"
            match.choose(choice, role=decision.role)
        play_out(match, bots)  # which says who is asked whom no bot plays
    except Exception:
        what += f" (after {match.count} choices{last if match.decision else ''})"
    return FailedMatch(number, seed, what, match.dumps())


def _unbegun(game: Game[Any, Any, Any], plan: Plan, seed: str) -> str:
    """The save of a match whose set-up fails: its header, so that anyone who loads it meets the fault again."""
    scenario, options = game.scenario(plan.scenario), game.parse_options(plan.options)
    setup = Setup(scenario, options, seed=seed, salt=fresh_salt(), game=game)
    return Recorder.of(setup).text()


def simulate(
    plan: Plan,
    matches: int,
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    journal: str | Path | None = None,
    on_failure: Callable[[FailedMatch], object] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play ``matches`` matches; the records are the same on any executor, and in the order of their numbers. They
    sum themselves up, draw themselves in a notebook and become a data frame (:class:`Simulation`).

    Args:
        plan: the matches to play.
        matches: how many, at least one.
        jobs: worker processes; 1 plays in this one. Not used with an executor. They import the script that calls this,
            so let it be called below ``if __name__ == "__main__":``.
        executor: an executor that plays them instead: a thread pool, a cluster (``distributed.Client.get_executor()``),
        ...
        journal: a file to append every finished match to. If it holds matches of this plan, they are not played again.
        on_failure: told every match that failed (:func:`keep_failures` saves them); it is left out of the records.
            Without it the first failure ends the simulation.
        progress: called with the number of matches done so far.

    Raises:
        BadData: fewer than one match or job; a plan that cannot be played; a journal that is not this plan's; no worker
            process could begin.
        UnknownGame, UnknownName: the plan names something that is not there.
        RuleError: a match failed, and ``on_failure`` is left out.
    """
    if matches < 1 or jobs < 1:
        raise BadData(f"at least one match and one job are needed, not {matches} and {jobs}")
    if jobs > 1 and executor is None:
        end_if_imported_by_worker()
    whole = plan.filled()
    done: dict[int, SimulatedMatch | FailedMatch] = {}
    book = None
    if journal is not None:
        book = _journal_of(whole, journal)
        failures = {number: replace(each, plan=whole) for number, each in book.failures.items()}
        done = {number: each for number, each in (book.records | failures).items() if number < matches}
    waiting = [number for number in range(matches) if number not in done]
    try:
        _tell_failures(done.values(), on_failure)
        if done and progress is not None:
            progress(len(done))
        for batch in _batches(whole, waiting, jobs, executor):
            _tell_failures(batch, on_failure)
            if book is not None:
                book.note(batch)
            done.update({each.number: each for each in batch})
            if progress is not None:
                progress(len(done))
    finally:
        if book is not None:
            book.close()
    return Simulation(whole, [record for _, record in sorted(done.items()) if isinstance(record, SimulatedMatch)])


def _journal_of(whole: Plan, path: str | Path) -> SimulationJournal:
    """The journal of these matches in a file."""
    game = load(whole.game, whole.plugins)
    prints = {role: bot_print(game, bot, whole.plugins) for role, bot in whole.bots.items()}
    told = whole.to_json() | {"rules": game.version, "bot_prints": prints}
    return SimulationJournal(path, told, whole.match_seed)


def _batches(
    plan: Plan, waiting: Sequence[int], jobs: int, executor: Executor | None
) -> Iterator[Sequence[SimulatedMatch | FailedMatch]]:
    """The matches played, some at a time; those that were under way when a worker process died are played again."""
    deaths = 0
    while waiting:
        played: set[int] = set()
        try:
            for batch in in_batches(partial(play_batch, plan), waiting, jobs=jobs, executor=executor):
                played |= {each.number for each in batch}
                yield batch
            return
        except BrokenProcessPool:
            deaths += 1
            waiting = [number for number in waiting if number not in played]
            if executor is not None or deaths == MOST_DEATHS or len(waiting) < 2:  # one would be played in this process
                raise


def _tell_failures(
    played: Iterable[SimulatedMatch | FailedMatch], on_failure: Callable[[FailedMatch], object] | None
) -> None:
    for each in played:
        if not isinstance(each, FailedMatch):
            continue
        if on_failure is None:
            raise RuleError(f"match {each.number} (seed {each.seed}) failed: {each.error}")
        on_failure(each)


def keep_failures(folder: str | Path) -> Callable[[FailedMatch], Path]:
    """A function for ``on_failure`` that writes each failed match into ``folder``, as ``failed-NUMBER.jsonl``.

    The file is a saved match: ``navalcore replay`` and :func:`navalcore.load_match` lead to where it failed. A match
    that failed in an earlier run with the same journal is played again if its file is not there.

    Raises:
        BadData: the folder cannot be made.
    """
    folder = path_of(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, UnicodeError) as error:
        raise BadData(f"{folder}: cannot be made: {why_not(error)}") from None

    def keep(failure: FailedMatch) -> Path:
        path = folder / f"failed-{failure.number}.jsonl"
        if save := failure.save or (not path.exists() and _saved_again(failure)):
            write_whole(path, save)
        return path

    return keep


def _saved_again(failure: FailedMatch) -> str:
    """The save of a match of which a journal remembers that it failed; empty if it does not fail now."""
    if failure.plan is None:
        return ""
    (again,) = play_batch(failure.plan, [failure.number])
    return again.save if isinstance(again, FailedMatch) else ""


T = TypeVar("T")
LARGEST_BATCH = 16
"""Pieces of work handed to a worker at a time, at most: what is lost when the run is stopped."""
BATCHES = 64
"""Into how many batches small work is cut, so that every worker has some and progress is seen."""


def in_batches(
    work: Callable[[Sequence[int]], T], numbers: Sequence[int], *, jobs: int = 1, executor: Executor | None = None
) -> Generator[T, None, None]:
    """Have ``work`` done for all numbers, some at a time; yields results in any order. BadData: no worker began."""
    if executor is None and (jobs == 1 or len(numbers) < 2):
        for number in numbers:
            yield work([number])
        return
    end_if_imported_by_worker()
    size = max(1, min(LARGEST_BATCH, len(numbers) // BATCHES))
    batches = [numbers[first : first + size] for first in range(0, len(numbers), size)]
    if executor is not None:
        yield from _as_completed(executor, work, batches)
        return
    processes = get_context("spawn")
    heard, stop = processes.Pipe(duplex=False)
    begun, begin = processes.Pipe(duplex=False)
    pool = ProcessPoolExecutor(min(jobs, len(batches)), processes, initializer=_worker_begins, initargs=(heard, begin))
    try:
        yield from _as_completed(pool, work, batches)
    except BrokenProcessPool:
        stop.close()
        if begun.poll():
            raise
        raise BadData(
            "no worker process could begin: they were killed, or each imports the script that starts it. Start them in"
            " a file and below if __name__ == '__main__', or use jobs=1"
        ) from None
    except BaseException:
        stop.close()  # nobody waits for what they are at
        raise
    finally:
        with _deaf(signal.SIGINT, signal.SIGTERM):  # or workers that only begin would find nothing and say so
            pool.shutdown(cancel_futures=True)


def _as_completed(
    executor: Executor, work: Callable[[Sequence[int]], T], batches: Sequence[Sequence[int]]
) -> Iterator[T]:
    # Not as_completed: who interrupts it between two locks of its futures leaves one locked, and the pool never ends.
    done: SimpleQueue[Future[T]] = SimpleQueue()
    with _deaf(signal.SIGINT):
        futures = {executor.submit(work, batch) for batch in batches}
        for future in futures:
            future.add_done_callback(done.put)
    try:
        for _ in batches:
            future = done.get()
            futures.discard(future)
            with _deaf(signal.SIGINT):
                found = future.result()
            yield found
    finally:
        with _deaf(signal.SIGINT):
            for future in futures:
                future.cancel()


@contextmanager
def _deaf(*numbers: signal.Signals) -> Iterator[None]:
    """These signals are heard only afterwards, and never by processes that are started meanwhile."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_if_imported_by_worker() -> None:
    """End a worker process that came here while it imported the script; the main process reports it."""
    if getattr(current_process(), "_inheriting", False):  # so says multiprocessing during that import
        os._exit(1)


def _worker_begins(stop: Connection, begin: Connection) -> None:
    """Say so; leave the interrupt key to the main process; end when it closes its side of ``stop``, or is killed."""
    with suppress(OSError):  # the main process is gone
        begin.send_bytes(b".")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_when_told, args=(stop,), daemon=True).start()


def _end_when_told(stop: Connection) -> None:
    parent = parent_process()
    assert parent is not None
    wait([parent.sentinel, stop])
    os._exit(1)
