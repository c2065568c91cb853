"""What a snapshot costs after a choice: bytes and milliseconds for each game, as a table.

Run: python -m benchmarks.snapshots
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

import navalcore as nc

MATCHES = {
    "uboat_cards": "standard",
    "tonnage_war": None,
    "aa50_subwar": None,
    "bismarck": "two_player",
    "silent_war patrol": "patrol_wahoo_1943",
    "silent_war campaign": "campaign_wp1",
}
CHOICES = 150


def measure(name: str, scenario: str | None) -> tuple[list[float], list[int]]:
    """Milliseconds and bytes of the snapshot (as JSON) that each seat is sent after each choice of random play."""
    game = nc.load(name.split()[0])
    match = game.new_match(scenario, seed=1, history=True)
    rng = random.Random(1)
    told = {role: match.snapshot(role).told for role in game.roles}
    times, sizes = [], []
    while not match.over and match.count < CHOICES:
        assert match.decision is not None
        match.choose(rng.randrange(len(match.decision.options)))
        for role in told:
            began = time.perf_counter()
            snapshot = match.snapshot(role, since=told[role])
            sent = snapshot.model_dump_json()
            times.append((time.perf_counter() - began) * 1000)
            sizes.append(len(sent.encode()))
            told[role] = snapshot.told
    return times, sizes


def _at(values: Sequence[float], share: int) -> float:
    return sorted(values)[len(values) * share // 100]


def main() -> None:
    """Print the table."""
    print("| game | ms, half | ms, 95 % | KB, half | KB, 95 % |")
    print("| --- | --- | --- | --- | --- |")
    for name, scenario in MATCHES.items():
        times, sizes = measure(name, scenario)
        kilobytes = [size / 1000 for size in sizes]
        figures = (_at(times, 50), _at(times, 95), _at(kilobytes, 50), _at(kilobytes, 95))
        print(f"| {name} | {' | '.join(f'{figure:.1f}' for figure in figures)} |")


if __name__ == "__main__":
    main()
