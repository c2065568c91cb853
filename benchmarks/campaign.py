"""A whole campaign of Silent War by its bot: seconds, memory, the size of its save, a fork in its middle.

``python -m benchmarks.campaign [--json] [--profile]``. Exit status 1 if a budget is broken.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import pstats
import resource
import sys
import tempfile
from pathlib import Path
from time import process_time
from typing import Any

from navalcore import Match, load, load_match
from navalcore.bots import make_bots, play_out

BUDGET = {
    "campaign_seconds": 60.0,
    "peak_megabytes": 300.0,
    "save_megabytes": 20.0,
    "fork_milliseconds": 5.0,
    "trusting_load": 0.1,
}
MEANING = {
    "choices": "choices in the campaign",
    "campaign_seconds": "a full campaign by the bot on one core, processor seconds (budget 60)",
    "fork_milliseconds": "a fork of the match in its middle, milliseconds (budget 5)",
    "first_fork_milliseconds": "the first fork of a match: it replays up to 256 choices, milliseconds",
    "save_megabytes": "its save file, megabytes (budget 20)",
    "trusting_load": "a load of that file that trusts its checkpoints, as a part of a full load (budget 0.1)",
    "recorded_seconds": "the same campaign with every choice kept in a journal, processor seconds",
    "peak_megabytes": "the most memory the campaign has taken, megabytes (budget 300)",
    "peak_with_saves_megabytes": "the same with two more copies of the match and their tapes at once",
}
FORKS = 20


def measure() -> dict[str, float]:
    """All figures of one campaign."""
    game = load("silent_war")
    match = game.new_match("campaign_full", seed=1)
    began = process_time()
    play_out(match, make_bots(game, seed=0))
    seconds = process_time() - began
    peak = _peak_megabytes()
    choices = match.choices()
    with tempfile.TemporaryDirectory() as folder:
        match.save(Path(folder) / "whole.jsonl")
        size = (Path(folder) / "whole.jsonl").stat().st_size
        loads = [_load_seconds(Path(folder) / "whole.jsonl", trust) for trust in (False, True)]
        recorded = game.new_match("campaign_full", seed=1)
        recorded.record_to(Path(folder) / "journal.jsonl")
        began = process_time()
        play_out(recorded, make_bots(game, seed=0))
        recorded_seconds = process_time() - began
    middle = game.new_match("campaign_full", seed=1)
    for index in choices[: len(choices) // 2]:
        middle.choose(index)
    first, later = _timed(middle, 1), _timed(middle, FORKS)
    return {
        "choices": len(choices),
        "campaign_seconds": seconds,
        "fork_milliseconds": later * 1000,
        "first_fork_milliseconds": first * 1000,
        "save_megabytes": size / 1e6,
        "trusting_load": loads[1] / loads[0],
        "recorded_seconds": recorded_seconds,
        "peak_megabytes": peak,
        "peak_with_saves_megabytes": _peak_megabytes(),
    }


def _peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _load_seconds(save: Path, trust: bool) -> float:
    began = process_time()
    load_match(save, trust=trust)
    return process_time() - began


def _timed(match: Match[Any, Any, Any], forks: int) -> float:
    began = process_time()
    for _ in range(forks):
        match.fork()
    return (process_time() - began) / forks


def profile() -> None:
    """Where the time of a campaign goes, the twenty dearest procedures first."""
    game = load("silent_war")
    match, bots = game.new_match("campaign_full", seed=1), make_bots(game, seed=0)
    profiler = cProfile.Profile()
    profiler.runcall(play_out, match, bots)
    pstats.Stats(profiler).sort_stats("tottime").print_stats(20)


def main() -> int:
    """Measure, print, and say whether the budgets hold."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.campaign", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--profile", action="store_true", help="print where the time goes instead")
    arguments = parser.parse_args()
    if arguments.profile:
        profile()
        return 0
    figures = measure()
    if arguments.json:
        print(json.dumps(figures, indent=2))
    else:
        for name, value in figures.items():
            print(f"{value:10.3f}  {MEANING[name]}")
    broken = [name for name, most in BUDGET.items() if figures[name] > most]
    if broken:
        print(f"over budget: {', '.join(broken)}", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
