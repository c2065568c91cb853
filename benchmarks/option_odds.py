"""What the odds of an option cost: milliseconds by kind of decision for each game, as a table.

Matches in which bots and chance choose by turns, so that all sorts of positions come about; of every few decisions the
odds of one option are asked. Kinds of which all but one in twenty cost less than the bound are summed up.

Run: python -m benchmarks.option_odds [SECONDS A GAME]
"""

from __future__ import annotations

import random
import sys
import time
from collections import defaultdict
from collections.abc import Sequence

import navalcore as nc
from benchmarks.sample import MATCHES
from navalcore.bots import make_bots, seat

BOUND = 50
"""Milliseconds."""
ASKED, AT_RANDOM = 0.1, 0.3
"""How many decisions odds are asked of, and how many are answered at random."""
RARE = 5
"""Of a kind of decision that has come up more seldom, odds are always asked."""


def measure(name: str, scenario: str | None, seconds: float) -> dict[str, list[float]]:
    """Milliseconds of processor time for the odds of an option, by kind of decision."""
    game = nc.load(name.split()[0])
    rng = random.Random(1)
    times: dict[str, list[float]] = defaultdict(list)
    until, seed = time.perf_counter() + seconds, 0
    while time.perf_counter() < until:
        seed += 1
        match = game.new_match(scenario, seed=seed)
        bots = make_bots(game, seed=seed)
        seat(match, bots)
        while not match.over and time.perf_counter() < until:
            decision = rng.choice(list(match.decisions.values()))
            role, kind = decision.role, decision.kind
            if rng.random() < ASKED or len(times[kind]) < RARE:
                index = rng.randrange(len(decision.options))
                began = time.process_time()
                match.odds(index, role=role)
                times[kind].append((time.process_time() - began) * 1000)
            answer: object = rng.randrange(len(decision.options))
            if rng.random() > AT_RANDOM:
                answer = bots[role].decide(match.view(role), match.decisions[role].bare())
            match.choose(answer, role=role)
    return times


def _row(name: str, kind: str, times: Sequence[float]) -> str:
    found = sorted(times)
    figures = found[len(found) // 2], found[len(found) * 95 // 100], found[-1]
    return f"| {name} | {kind} | {len(found)} | {' | '.join(f'{figure:.1f}' for figure in figures)} |"


def main() -> None:
    """Print the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    print("| game | decision | odds asked | ms, half | ms, 95 % | ms, most |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name, scenario in MATCHES.items():
        times = measure(name, scenario, seconds)
        slow = {kind for kind, each in times.items() if sorted(each)[len(each) * 95 // 100] > BOUND}
        rest = [figure for kind, each in times.items() if kind not in slow for figure in each]
        print(_row(name, f"{len(times) - len(slow)} kinds", rest) if rest else "", flush=True)
        for kind in sorted(slow):
            print(_row(name, kind, times[kind]), flush=True)


if __name__ == "__main__":
    main()
