"""What a snapshot and the moving layer of the board cost after a choice, for each game, as two tables.

Run: python -m benchmarks.snapshots
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Sequence
from typing import Any

import navalcore as nc
from benchmarks.sample import MATCHES
from navalcore._wire.short import Shortener
from navalcore.boards import pieces_svg
from navalcore.bots import make_bots, play_out

CHOICES = 150
CAMPAIGN = 1120


def measure(name: str, scenario: str | None) -> tuple[list[float], list[int], list[int], list[int]]:
    """Milliseconds and bytes of the snapshot (as JSON) that each seat is sent after each choice of random play, and
    bytes of what has changed in it, as it is and in short messages.
    """
    game = nc.load(name.split()[0])
    match = game.new_match(scenario, seed=1, history=True)
    rng = random.Random(1)
    before = {role: match.snapshot(role) for role in game.roles}
    shorteners = {role: _begun(first) for role, first in before.items()}
    times, sizes, changed, short = [], [], [], []
    while not match.over and match.count < CHOICES:
        assert match.decision is not None
        match.choose(rng.randrange(len(match.decision.options)))
        for role in before:
            began = time.process_time()
            snapshot = match.snapshot(role, since=before[role].told)
            sent = snapshot.model_dump_json()
            times.append((time.process_time() - began) * 1000)
            sizes.append(len(sent.encode()))
            changes = snapshot.changes(before[role])
            changed.append(_size(changes))
            short.append(_size(shorteners[role].shorten(changes)))
            before[role] = snapshot
    return times, sizes, changed, short


def _begun(first: nc.Snapshot) -> Shortener:
    """What shortens the messages of a seat whose first snapshot has been sent."""
    shortener = Shortener()
    shortener.shorten(first.model_dump(mode="json"))
    return shortener


def measure_campaign() -> tuple[list[int], list[int], list[int]]:
    """Bytes of what has changed after each choice of the standard bot in Silent War's campaign: of all, of those whose
    question has facts, and of all in short messages.
    """
    match = nc.load("silent_war").new_match(MATCHES["silent_war campaign"], seed=1, history=True)
    role = match.game.roles[0]
    bots, before = make_bots(match.game, {role: "standard"}, 1), match.snapshot(role)
    sizes, known, short, shortener = [], [], [], _begun(before)
    while not match.over and match.count < CAMPAIGN:
        play_out(match, bots, limit=1)
        snapshot = match.snapshot(role, since=before.told)
        changes = snapshot.changes(before)
        sizes.append(_size(changes))
        short.append(_size(shortener.shorten(changes)))
        if snapshot.decision is not None and snapshot.decision.facts:
            known.append(sizes[-1])
        before = snapshot
    return sizes, known, short


def _size(changes: dict[str, Any]) -> int:
    return len(json.dumps(changes, separators=(",", ":")).encode())


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
    """Print both tables, and what a campaign costs that is played well."""
    print("| game | ms, half | ms, 95 % | KB, half | KB, 95 % | changes, KB, half | 95 % | short, KB, half | 95 % |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for name, scenario in MATCHES.items():
        times, *sizes = measure(name, scenario)
        kilobytes = [[size / 1000 for size in each] for each in sizes]
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
    for what, found in zip(("choices", "of these with facts", "choices, short"), measure_campaign(), strict=True):
        figures = [sum(found) / len(found), _at(found, 50), _at(found, 95), max(found)]
        told = ", ".join(
            f"{word} {figure / 1000:.1f}"
            for word, figure in zip(("mean", "half", "95 %", "most"), figures, strict=True)
        )
        print(f"silent_war campaign, standard bot, {len(found)} {what}: KB, {told}")


if __name__ == "__main__":
    main()
