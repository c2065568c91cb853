"""The search bot against a game's own bot: matches in every seat, the share it wins with its interval.

``python -m benchmarks.search_bot GAME [-n 200] [--seconds 0.2] [--playouts N] [--clock wall] [--journal FILE]``. With a
journal (a line of JSON a match) an interrupted run goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from navalcore import load
from navalcore.analysis.statistics import share_interval
from navalcore.bots import Budget, SearchBot, make_bots, play_out
from navalcore.components.chance import SeededChance

CLOCKS = {"wall": perf_counter, "processor": process_time}


def play_match(game: Any, number: int, budget: Budget) -> dict[str, Any]:
    """Match ``number``: the seats take turns, so that every deal is played once from each."""
    role = game.roles[number % len(game.roles)]
    deal = number // len(game.roles)
    match = game.new_match(seed=f"search bot {deal}")
    bots = make_bots(game, seed=f"own bots {deal}")
    bots[role] = SearchBot(role, SeededChance.from_seed(f"search {number}"), budget)
    began = process_time()
    play_out(match, bots)
    winner = match.outcome.winner
    return {
        "game": game.id,
        "number": number,
        "role": str(role),
        "result": "drawn" if winner is None else "won" if winner == role else "lost",
        "choices": match.count,
        "processor_seconds": round(process_time() - began, 2),
    }


def played(journal: Path | None, game: str) -> list[dict[str, Any]]:
    """The matches of a game in a journal."""
    if journal is None or not journal.exists():
        return []
    lines = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if line["game"] == game]


def matches(arguments: argparse.Namespace, budget: Budget) -> Iterator[dict[str, Any]]:
    """All matches asked for: those in the journal, then those still to be played."""
    done = played(arguments.journal, arguments.game)
    yield from done
    game = load(arguments.game)
    for number in sorted(set(range(arguments.matches)) - {each["number"] for each in done}):
        match = play_match(game, number, budget)
        if arguments.journal is not None:
            with arguments.journal.open("a", encoding="utf-8") as file:
                file.write(json.dumps(match) + "\n")
        yield match


def summary(records: list[dict[str, Any]]) -> list[str]:
    """What the matches say, a line a seat and one for all."""
    lines = []
    for role in [*dict.fromkeys(record["role"] for record in records), None]:
        chosen = [record for record in records if role in (None, record["role"])]
        results = Counter(record["result"] for record in chosen)
        low, high = share_interval(results["won"], len(chosen))
        lines.append(
            f"{role or 'all'}: {results['won']} won, {results['drawn']} drawn, {results['lost']} lost "
            f"of {len(chosen)}: {results['won'] / len(chosen):.1%} ({low:.1%} to {high:.1%})"
        )
    seconds = sum(record["processor_seconds"] for record in records) / len(records)
    lines.append(f"{seconds:.1f} processor seconds a match")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("-n", "--matches", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.2, help="time for a decision")
    parser.add_argument("--playouts", type=int, default=None, help="playouts for a decision, if that is reached first")
    parser.add_argument("--clock", choices=list(CLOCKS), default="wall")
    parser.add_argument("--journal", type=Path, default=None)
    arguments = parser.parse_args()
    budget = Budget(arguments.seconds, arguments.playouts, CLOCKS[arguments.clock])
    print("\n".join(summary(list(matches(arguments, budget)))))


if __name__ == "__main__":
    main()
