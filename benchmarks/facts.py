"""How long a game takes to say what is known about the options of a decision: milliseconds a decision, for each game.

Run: python -m benchmarks.facts [GAME ...]
"""

from __future__ import annotations

import random
import sys
from statistics import quantiles
from time import process_time

import navalcore as nc
from benchmarks.sample import MATCHES

CHOICES = 600


def measure(game_id: str, scenario: str | None, seed: int) -> list[float]:
    """The milliseconds of each decision with facts in a match of random choices."""
    game, chosen = nc.load(game_id), random.Random(seed)
    face, match, found = nc.face_of(game), game.new_match(scenario, seed=seed), []
    while (decision := match.decision) is not None and match.count < CHOICES:
        view = match.view(decision.role)
        begin = process_time()
        facts = face.facts(view, decision, match.setup.terms)
        if facts:
            found.append((process_time() - begin) * 1000)
        match.choose(chosen.randrange(len(decision.options)))
    return found


def main() -> None:
    """Print for every game how many decisions had facts, and how long half, 95 % and the longest of them took."""
    print("| game | decisions with facts | ms, half | 95 % | most |\n| --- | --: | --: | --: | --: |")
    for name, scenario in MATCHES.items():
        game = name.split()[0]
        if sys.argv[1:] and game not in sys.argv[1:]:
            continue
        times = [time for seed in range(3) for time in measure(game, scenario, seed)]
        if len(times) > 1:
            cuts = quantiles(times, n=20)
            print(f"| {name} | {len(times)} | {cuts[9]:.2f} | {cuts[18]:.2f} | {max(times):.2f} |")


if __name__ == "__main__":
    main()
