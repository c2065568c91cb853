"""The engine against the same card game written by hand: every figure is a ratio of two times of this run.

``python -m benchmarks [--json] [--rounds N] [--fresh N] [--margin X]``. Exit status 1 if a budget is broken or a target
missed.

There are two yardsticks. *Fresh* matches are played once each, by hand and by the engine in turn, and the median of the
ratios counts: nothing that was kept of a match can help to play it. *Repeated* matches are the same few again and
again, of which the least time counts: what is left is the code itself, without what else the machine does.

Where the extra ``peers`` is installed, the same card game as an OpenSpiel and a PettingZoo game is measured too, and
then what a user waits for in every game (:mod:`benchmarks.throughput`); only these last figures depend on the machine.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from math import inf
from pathlib import Path
from statistics import median, quantiles
from time import process_time, process_time_ns
from typing import Any

from benchmarks import handwritten, throughput, waiting
from navalcore import Match, Scenario, games, load
from navalcore.rules import SeededChance
from navalcore_games.uboat_cards.decks import own_decks
from navalcore_games.uboat_cards.game import UboatCards
from navalcore_games.uboat_cards.state import Side

BUDGET = {
    "engine_overhead": 2.25,
    "engine_overhead_fresh": 2.25,
    "choosing_by_option": 1.05,
    "fork_in_handwritten_decisions": 12.0,
    "events_off": 1.05,
    "growth": 1.15,
    **waiting.BUDGET,
}
TARGET = {"openspiel": 2.0, "pettingzoo": 3.0}
"""How many decisions ours makes at least while a peer makes one."""
PEERS: dict[str, tuple[str, dict[str, Any]]] = {
    "openspiel": ("benchmarks.peers.openspiel", {}),
    "pettingzoo": ("benchmarks.peers.pettingzoo_env", {}),
    "pettingzoo_unobserved": ("benchmarks.peers.pettingzoo_env", {"observe": False}),
}
LENGTHS = {"growth_1000": 1000, "growth_10000": 10_000, "growth": 100_000}
"""Choices after which a decision is timed."""
MATCHES = 6
"""Different matches that are measured. Of each the least of many measurements counts, as whatever disturbs one only
makes it longer; a match is short enough to be left in peace now and then on a busy machine.
"""


def play_by_engine(seed: int, game: Any, **arguments: Any) -> int:
    """A random match through the engine; returns the decisions made."""
    match = game.new_match(seed=seed, **arguments)
    below = SeededChance.from_seed(f"choices {seed}").below
    while (decision := match.decision) is not None:
        match.choose(below(len(decision.options)))
    made: int = match.count
    return made


def play_by_option(seed: int, game: Any) -> int:
    """The same match, each choice made by giving the option itself."""
    match = game.new_match(seed=seed)
    below = SeededChance.from_seed(f"choices {seed}").below
    while (decision := match.decision) is not None:
        match.choose(decision.options[below(len(decision.options))])
    made: int = match.count
    return made


def play_by_hand(seed: int) -> int:
    """The same match without an engine; returns the decisions made."""
    return handwritten.play(SeededChance.from_seed(seed), SeededChance.from_seed(f"choices {seed}").below)[2]


def play_by_peer(seed: int, module: Any, **arguments: Any) -> int:
    """A random match of a peer; returns the decisions made."""
    made: int = module.play(seed, SeededChance.from_seed(f"choices {seed}").below, **arguments)[2]
    return made


def against_peers(rounds: int) -> dict[str, float]:
    """Time per decision of each peer that is installed, as a ratio to ours: how many times as fast ours is."""
    plays: dict[str, Callable[[int], int]] = {}
    for name, (module, arguments) in PEERS.items():
        try:
            plays[name] = partial(play_by_peer, module=importlib.import_module(module), **arguments)
        except ImportError as error:
            print(f"{name} is left out: {error} (pip install 'navalcore[peers]')", file=sys.stderr)
    game = UboatCards()
    ours, *theirs = least(rounds, partial(play_by_engine, game=game), *plays.values())
    return {name: taken / ours for name, taken in zip(plays, theirs, strict=True)}


def least(rounds: int, *works: Callable[[int], int], parts: int = MATCHES) -> list[float]:
    """The least processor time of each in nanoseconds per decision, measured in turn after a warm-up.

    Args:
        rounds: how often each part is measured.
        works: each does the part of that number and returns the decisions made.
        parts: how many different parts there are; the least of each counts.
    """
    made = [sum(work(part) for part in range(parts)) for work in works]
    taken = [[inf] * parts for _ in works]
    for _ in range(rounds):
        for part in range(parts):
            for place, work in enumerate(works):
                began = process_time_ns()
                work(part)
                taken[place][part] = min(taken[place][part], process_time_ns() - began)
    return [sum(least_of_each) / decisions for least_of_each, decisions in zip(taken, made, strict=True)]


def fresh(pairs: int, work: Callable[[int], int], other: Callable[[int], int], first: int = 10**6) -> list[float]:
    """The quartiles of how many times as long ``other`` takes as ``work`` for a match that nothing has played before.

    Args:
        pairs: how many matches are played; each by both, and who goes first changes from match to match.
        work: plays the match of a seed and returns the decisions made.
        other: does the same in another way.
        first: the seed of the first match; a few before it are played to warm up.
    """
    for seed in range(first - 10, first):
        work(seed)
        other(seed)
    ratios = []
    for seed in range(first, first + pairs):
        taken = dict.fromkeys((work, other) if seed % 2 else (other, work), 0)
        for each in taken:
            began = process_time_ns()
            each(seed)
            taken[each] = process_time_ns() - began
        ratios.append(taken[other] / taken[work])
    return quantiles(ratios, n=4)


def without_events(folder: Path) -> Any:
    """The card game with every ``play.tell(...)`` taken out of its code."""
    source = Path(sys.modules[UboatCards.__module__].__file__ or "").parent
    package = folder / "silent_cards"
    for path in source.rglob("*"):
        target = package / path.relative_to(source)
        if path.suffix == ".py":
            tree = _Silencer().visit(ast.parse(path.read_text(encoding="utf-8")))
            target.parent.mkdir(parents=True, exist_ok=True)
            code = ast.unparse(ast.fix_missing_locations(tree)).replace("navalcore_games.uboat_cards", "silent_cards")
            target.write_text(code, encoding="utf-8")
        elif path.suffix == ".toml":
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    sys.path.insert(0, str(folder))
    return importlib.import_module("silent_cards.game").UboatCards()


class _Silencer(ast.NodeTransformer):
    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        return None if ast.unparse(node).startswith(("play.tell(", "play.tell_all(")) else node


def fork_cost(game: UboatCards, pairs: int = 60) -> tuple[float, float]:
    """What a fork in the middle of a match costs: the least nanoseconds, and the median of how many decisions of the
    hand-written game take as long. Forks and a hand-written match are measured in turn, so that a machine that becomes
    slower for a while makes both slower.
    """
    match = game.new_match(seed=3)
    below = SeededChance.from_seed("middle").below
    for _ in range(301):
        assert match.decision is not None
        match.choose(below(len(match.decision.options)))
    forks, taken, ratios = 50, [], []
    for seed in range(-5, pairs):
        began = process_time_ns()
        for _ in range(forks):
            match.fork()
        between = process_time_ns()
        decisions = play_by_hand(3 * 10**6 + seed)
        by_hand = (process_time_ns() - between) / decisions
        if seed >= 0:  # the five before it warm up
            taken.append((between - began) / forks)
            ratios.append(taken[-1] / by_hand)
    return min(taken), median(ratios)


def growth(game: UboatCards) -> dict[str, float]:
    """Time per decision around decisions 1,000, 10,000 and 100,000, as ratios to that around decision 100."""
    early, later = _at(game, 100), {name: _at(game, choices) for name, choices in LENGTHS.items()}
    took = {name: min(_timed(match, 4000) for _ in range(12)) for name, match in later.items()}
    yardstick = min(_timed(early, 4000) for _ in range(12))
    return {name: taken / yardstick for name, taken in took.items()}


def _at(game: UboatCards, choices: int) -> Match[Any, Any, Any]:
    match = game.new_match(seed=5)
    _run(match, choices)
    return match


def _run(match: Match[Any, Any, Any], choices: int) -> None:
    below = SeededChance.from_seed("growth").below
    for _ in range(choices):
        assert match.decision is not None
        match.choose(below(len(match.decision.options)))


def _timed(match: Match[Any, Any, Any], choices: int) -> float:
    began = process_time()
    _run(match, choices)
    return process_time() - began


class EndlessCards(UboatCards):
    """The card game with a number of sinkings that nobody reaches."""

    def scenario(self, name: str | None = None) -> Scenario:
        """The standard deck, without an end."""
        return own_decks()[name or "standard"].model_copy(update={"victory": dict.fromkeys(Side, 10**9)})


def random_play(game_id: str, limit: int = 3000) -> float:
    """Processor nanoseconds per decision of random play, set-up included, over at most ``limit`` decisions."""
    game = load(game_id)

    def play(seed: int) -> int:
        match = game.new_match(seed=seed)
        below = SeededChance.from_seed(f"choices {seed}").below
        while (decision := match.decision) is not None and match.count < limit // 3:
            match.choose(below(len(decision.options)))
        return match.count

    return least(5, play, parts=3)[0]


def games_against_the_card_game() -> dict[str, float]:
    """Time per decision of random play of every installed game, as a ratio to the card game's."""
    yardstick = random_play("uboat_cards")
    return {name: random_play(name) / yardstick for name in sorted(games()) if name != "uboat_cards"}


def import_seconds(statement: str, times: int = 5) -> float:
    """The least time a fresh interpreter takes for ``statement``."""
    program = f"from time import perf_counter as now; began = now(); {statement}; print(now() - began)"
    run = [sys.executable, "-c", program]
    return min(float(subprocess.run(run, capture_output=True, text=True, check=True).stdout) for _ in range(times))


def measure(rounds: int, pairs: int) -> dict[str, float]:
    """All figures."""
    game = UboatCards()
    through_engine = partial(play_by_engine, game=game)
    # Apart from the others: the interpreter gets used to one game, and a second one would disturb the first.
    quartiles = fresh(pairs, play_by_hand, through_engine)
    by_hand, by_engine = least(rounds, play_by_hand, through_engine)
    by_option = fresh(pairs, through_engine, partial(play_by_option, game=game), first=2 * 10**6)
    with tempfile.TemporaryDirectory() as folder:
        silent = without_events(Path(folder))
        heard: list[object] = []
        unheard, stripped, listened = least(
            rounds,
            through_engine,
            partial(play_by_engine, game=silent),
            partial(play_by_engine, game=game, on_event=heard.append),
        )
    fork, fork_in_decisions = fork_cost(game)
    return {
        "handwritten_nanoseconds": by_hand,
        "engine_nanoseconds": by_engine,
        "engine_overhead": by_engine / by_hand,
        "engine_overhead_fresh": quartiles[1],
        "engine_overhead_fresh_lower": quartiles[0],
        "engine_overhead_fresh_upper": quartiles[2],
        "choosing_by_option": by_option[1],
        "events_off": unheard / stripped,
        "events_on": listened / unheard,
        "fork_microseconds": fork / 1000,
        "fork_in_handwritten_decisions": fork_in_decisions,
        **growth(EndlessCards()),
        "import_seconds": import_seconds("import navalcore"),
        "load_seconds": import_seconds("import navalcore; navalcore.load('uboat_cards')"),
        "load_in_pydantic_imports": import_seconds("import navalcore; navalcore.load('uboat_cards')")
        / import_seconds("import pydantic; pydantic.BaseModel"),
    }


MEANING = {
    "handwritten_nanoseconds": "a decision of the hand-written game, nanoseconds",
    "engine_nanoseconds": "a decision through the engine, nanoseconds",
    "engine_overhead": "engine / hand-written, the same matches repeated (budget 2.25)",
    "engine_overhead_fresh": "engine / hand-written, fresh matches, the median of many (budget 2.25)",
    "engine_overhead_fresh_lower": "the lower quartile of the same",
    "engine_overhead_fresh_upper": "the upper quartile of the same",
    "choosing_by_option": "a choice by its option / by its index, fresh matches (budget 1.05)",
    "events_off": "nobody listens / no event code at all (budget 1.05)",
    "events_on": "one listener / nobody listens",
    "fork_microseconds": "a fork in mid-match, microseconds",
    "fork_in_handwritten_decisions": "a fork / a hand-written decision (budget 12)",
    "growth_1000": "a decision at 1,000 / a decision at 100",
    "growth_10000": "a decision at 10,000 / a decision at 100",
    "growth": "a decision at 100,000 / a decision at 100 (budget 1.15)",
    "import_seconds": "import navalcore, seconds",
    "load_seconds": "import navalcore, find every installed game and load one, seconds",
    "load_in_pydantic_imports": "the same / import pydantic",
    **waiting.MEANING,
}


def meaning(name: str) -> str:
    """What a figure says."""
    if name in PEERS:
        target = f" (target {TARGET[name]})" if name in TARGET else ""
        return f"decisions of ours while the same game in {name.replace('_', ' ')} makes one{target}"
    of_random_play = f"a decision of random play of {name.removeprefix('random_')} / of the card game"
    return MEANING.get(name) or throughput.meaning(name) or of_random_play


def main() -> int:
    """Measure, print, and say whether the budgets hold."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--rounds", type=int, default=30, help="measurements of each, the least counts")
    parser.add_argument("--fresh", type=int, default=200, help="fresh matches, the median counts")
    parser.add_argument("--margin", type=float, default=1.0, help="how far over budget a shared machine may be (1.3)")
    parser.add_argument("--brief", action="store_true", help="leave out the other games and the peers")
    arguments = parser.parse_args()
    figures = measure(arguments.rounds, arguments.fresh)
    if not arguments.brief:
        figures |= against_peers(arguments.rounds)
        figures |= {f"random_{name}": ratio for name, ratio in games_against_the_card_game().items()}
        figures |= waiting.measure() | throughput.measure()
    if arguments.json:
        print(json.dumps(figures, indent=2))
    else:
        for name, value in figures.items():
            print(f"{value:10.3f}  {meaning(name)}")
    broken = [name for name, most in BUDGET.items() if figures.get(name, most) > most * arguments.margin]
    broken += [name for name, least in TARGET.items() if figures.get(name, least) * arguments.margin < least]
    if broken:
        print(f"over budget or under target: {', '.join(broken)}", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
