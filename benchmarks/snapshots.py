"""What a snapshot and the moving layer of the board cost after a choice, for each game, as two tables.

Run: python -m benchmarks.snapshots
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Sequence

import navalcore as nc
from benchmarks.sample import MATCHES
from navalcore.boards import pieces_svg

CHOICES = 150


def measure(name: str, scenario: str | None) -> tuple[list[float], list[int], list[int]]:
    """Milliseconds and bytes of the snapshot (as JSON) that each seat is sent after each choice of random play, and
    bytes of what has changed in it.
    """
    game = nc.load(name.split()[0])
    match = game.new_match(scenario, seed=1, history=True)
    rng = random.Random(1)
    before = {role: match.snapshot(role) for role in game.roles}
    times, sizes, changed = [], [], []
    while not match.over and match.count < CHOICES:
        assert match.decision is not None
        match.choose(rng.randrange(len(match.decision.options)))
        for role in before:
            began = time.process_time()
            snapshot = match.snapshot(role, since=before[role].told)
            sent = snapshot.model_dump_json()
            times.append((time.process_time() - began) * 1000)
            sizes.append(len(sent.encode()))
            changed.append(len(json.dumps(snapshot.changes(before[role])).encode()))
            before[role] = snapshot
    return times, sizes, changed


def measure_boards(name: str, scenario: str | None) -> tuple[float, float, list[float], list[float]]:
    """Of the first picture, still layer included, milliseconds and KB; of the moving layers that follow each choice of
    random play, drawn for whoever is asked, milliseconds and KB.
    """
    game = nc.load(name.split()[0])
    match = game.new_match(scenario, seed=1)
    view, face = match.view(game.roles[0]), nc.face_of(game)
    began = time.process_time()
    whole = face.board_svg(view)
    first = (time.process_time() - began) * 1000
    assert whole is not None
    rng = random.Random(1)
    times, sizes = [], []
    while not match.over and match.count < CHOICES:
        assert match.decision is not None
        view = match.view(match.decision.role)
        began = time.process_time()
        board = face.board(view)
        assert board is not None
        moving = pieces_svg(board)
        times.append((time.process_time() - began) * 1000)
        sizes.append(len(moving.encode()) / 1000)
        match.choose(rng.randrange(len(match.decision.options)))
    return first, len(whole.encode()) / 1000, times, sizes


def _at(values: Sequence[float], share: int) -> float:
    return sorted(values)[len(values) * share // 100]


def main() -> None:
    """Print both tables."""
    print("| game | ms, half | ms, 95 % | KB, half | KB, 95 % | changes, KB, half | 95 % |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name, scenario in MATCHES.items():
        times, sizes, changed = measure(name, scenario)
        kilobytes = [[size / 1000 for size in each] for each in (sizes, changed)]
        figures = [_at(each, share) for each in (times, *kilobytes) for share in (50, 95)]
        print(f"| {name} | {' | '.join(f'{figure:.1f}' for figure in figures)} |")
    print()
    print("| game | whole, KB | moving, KB, half | 95 % | share | whole, ms | moving, ms, half | 95 % | share |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for name, scenario in MATCHES.items():
        first, whole, drawing, moving = measure_boards(name, scenario)
        size = f"{whole:.0f} | {_at(moving, 50):.1f} | {_at(moving, 95):.1f} | {_at(moving, 50) / whole:.0%}"
        cost = f"{first:.1f} | {_at(drawing, 50):.1f} | {_at(drawing, 95):.1f} | {_at(drawing, 50) / first:.0%}"
        print(f"| {name} | {size} | {cost} |")


if __name__ == "__main__":
    main()
