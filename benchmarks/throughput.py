"""What a user waits for: whole matches a second on one core and on two, and odds questions a second, game by game."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from time import perf_counter, process_time

from navalcore import games, load
from navalcore.analysis.simulate import Plan, play_batch, simulate
from navalcore.face import face_of

SECONDS = 1.5
"""About how long a figure is measured."""


def playouts(seconds: float = SECONDS) -> dict[str, float]:
    """Random matches a second of every installed game on one core, and how many times as many two cores play."""
    figures: dict[str, float] = {}
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        for name in sorted(games()):
            game = load(name)
            plan = Plan(name, bots=dict.fromkeys(map(str, game.roles), "random"), seed="bench")
            began = perf_counter()
            simulate(plan, 2)
            matches = max(4, min(1000, round(2 * seconds / (perf_counter() - began))))
            for future in [pool.submit(play_batch, plan, [0]) for _ in range(4)]:
                future.result()  # let both workers load the game before the clock runs
            began = process_time()
            one = _rate(plan, matches, None)
            figures[f"playouts_{name}"] = matches / (process_time() - began)
            figures[f"two_cores_{name}"] = _rate(plan, matches, pool) / one
    return figures


def _rate(plan: Plan, matches: int, executor: Executor | None) -> float:
    began = perf_counter()
    simulate(plan, matches, executor=executor)
    return matches / (perf_counter() - began)


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
