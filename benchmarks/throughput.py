"""What a user waits for, game by game: playouts of the search, whole matches and odds questions a second.

``python -m benchmarks.throughput [--json]``. What each costs is told as a ratio to the card game in the same run; how
many come in a second depends on the machine. One core is measured in processor time, two cores against one by the
clock, so that other programs make the gain of two cores smaller.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from itertools import count
from multiprocessing import get_context
from time import perf_counter, process_time
from typing import Any, Final

from benchmarks.sample import MATCHES
from navalcore import Match, face_of, games, load
from navalcore.bots import Budget, SearchBot, make_bots, play_out, seat
from navalcore.rules import SeededChance
from navalcore.study import Plan, play_batch, play_one, simulate

SECONDS: Final = 1.5
"""About how long a figure is measured."""
TRIES: Final = 20
"""Playouts that the search makes at a position, if it is not certain before."""
YARDSTICK: Final = "uboat_cards"
MEANING: Final = {
    "playouts": "playouts of the search of {}, from the middle of matches, a second of processor time",
    "playout_in_cards": "a playout of {} / of the card game",
    "random_matches": "random matches of {} a second of processor time",
    "random_match_in_cards": "a random match of {} / of the card game",
    "bot_matches": "matches by bots of {} a second of processor time",
    "bot_match_in_cards": "a match by bots of {} / of the card game",
    "two_cores": "matches by bots of {} with two processes / with one, by the clock",
    "questions": "odds questions of {} a second",
}
"""What the figures say; each is named after one of these and its game."""


def measure(seconds: float = SECONDS) -> dict[str, float]:
    """All figures."""
    figures = on_two_cores(seconds) | questions(seconds)
    for name in MATCHES:
        figures[f"playouts_{name}"] = playouts(name, seconds)
        for kind, bot in (("random_matches", "random"), ("bot_matches", None)):
            figures[f"{kind}_{name}"] = matches(plan_of(name, bot), seconds)
    for name in MATCHES:
        for one, many in (("playout", "playouts"), ("random_match", "random_matches"), ("bot_match", "bot_matches")):
            figures[f"{one}_in_cards_{name}"] = figures[f"{many}_{YARDSTICK}"] / figures[f"{many}_{name}"]
    return figures


def plan_of(name: str, bot: str | None) -> Plan:
    """Matches of a game of the sample, by the bots of that name (None: the game's own)."""
    game = load(name.split()[0])
    bots = dict.fromkeys(map(str, game.roles), bot) if bot else {}
    return Plan(game.id, MATCHES[name], bots=bots, seed="bench").filled()


def matches(plan: Plan, seconds: float) -> float:
    """Matches of a plan a second of processor time, each of them fresh."""
    game = load(plan.game)
    play_one(game, plan, 0)
    began = process_time()
    for number in count(1):
        play_one(game, plan, number)
        if process_time() - began >= seconds:
            return number / (process_time() - began)
    raise AssertionError


def playouts(name: str, seconds: float) -> float:
    """Playouts a second of processor time, those of the first position left out."""
    made, taken = 0, 0.0
    for number, match in enumerate(middles(name)):
        decision = match.decision
        assert decision is not None
        bot = SearchBot(decision.role, SeededChance.from_seed(number), Budget(seconds=None, playouts=TRIES))
        seat(match, {decision.role: bot})
        began = process_time()
        race = bot.think(decision)
        if number:
            taken += process_time() - began
            made += race.playouts
        if taken >= seconds:
            break
    return made / taken


def middles(name: str) -> Iterator[Match[Any, Any, Any]]:
    """Fresh matches of a game, played by its bots to their middle or the next decision that has several options."""
    game = load(name.split()[0])
    for number in count():
        whole, half = (game.new_match(MATCHES[name], seed=f"middle {number}") for _ in range(2))
        play_out(whole, make_bots(game, seed=number))
        bots = make_bots(game, seed=number)
        play_out(half, bots, limit=whole.count // 2)
        while half.decision is not None and len(half.decision.options) == 1:
            half.choose(0)
        if half.decision is not None:
            yield half


def on_two_cores(seconds: float = SECONDS) -> dict[str, float]:
    """How many times as many matches by bots two processes play as one does, both of them ready."""
    figures: dict[str, float] = {}
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        for name in MATCHES:
            plan = plan_of(name, None)
            simulate(plan, 1)
            began = perf_counter()
            simulate(plan, 2)
            number = max(4, min(1000, round(2 * seconds / (perf_counter() - began))))
            for future in [pool.submit(play_batch, plan, [0]) for _ in range(4)]:
                future.result()  # let both workers load the game before the clock runs
            figures[f"two_cores_{name}"] = _clocked(plan, number, None) / _clocked(plan, number, pool)
    return figures


def _clocked(plan: Plan, number: int, executor: Executor | None) -> float:
    began = perf_counter()
    simulate(plan, number, executor=executor)
    return perf_counter() - began


def questions(seconds: float = SECONDS) -> dict[str, float]:
    """How often in a second the first odds question of every installed game is answered, as it stands by default."""
    figures: dict[str, float] = {}
    for name in sorted(games()):
        asked = next(iter(face_of(load(name)).questions()), None)
        if asked is not None:
            figures[f"questions_{name}"] = _repeated(lambda asked=asked: asked.ask({}), seconds)  # type: ignore[misc]
    return figures


def _repeated(work: Callable[[], object], seconds: float) -> float:
    work()
    began, times = perf_counter(), 0
    while perf_counter() - began < seconds or not times:
        work()
        times += 1
    return times / (perf_counter() - began)


def meaning(figure: str) -> str:
    """What a figure says; nothing if it is not one of these."""
    kind = max((kind for kind in MEANING if figure.startswith(f"{kind}_")), key=len, default="")
    return MEANING[kind].format(figure.removeprefix(f"{kind}_")) if kind else ""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.throughput", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    arguments = parser.parse_args()
    figures = measure()
    if arguments.json:
        print(json.dumps(figures, indent=2))
    else:
        for name in sorted(figures):
            print(f"{figures[name]:10.3f}  {meaning(name)}")


if __name__ == "__main__":
    main()
