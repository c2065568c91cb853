"""``make endurance``: play on at the counted runs until every game has its number of matches."""

from __future__ import annotations

import argparse
import sys
import tomllib
from pathlib import Path
from time import monotonic
from typing import Final

from tests.endurance.counted import CountFile, Way, commit, count_matches
from tests.endurance.kills import kills

HERE: Final = Path(__file__).parent
COUNTS: Final = HERE / "counts.json"
PLAN: Final = tomllib.loads((HERE / "plan.toml").read_text(encoding="utf-8"))
KILLS: Final = Way("kill -9")
KILLS_AT_ONCE: Final = 50
ROUND: Final = 150.0
"""Seconds for each in turn, so that all get on if the time is short."""


def kill(end: float) -> bool:
    """Kill until there were enough, or the time is over; whether anything was found."""
    file, found = CountFile(COUNTS), False
    try:
        while monotonic() < end:
            done = file.done(KILLS)
            killed = sum(entry["counts"].get("kills", 0) for entry in file.entries if entry["game"] == KILLS.game)
            if killed >= PLAN["kills"]:
                break
            first = done[-1][1] if done else 0
            tally = kills(first, first + KILLS_AT_ONCE)
            file.add(KILLS, {"rules": "", "commit": commit()}, (first, first + KILLS_AT_ONCE), tally)
            print(f"{killed + tally.counts['kills']} kills", *tally.faults, sep="\n", flush=True)
            found = found or bool(tally.faults)
    finally:
        file.close()
    return found


def main() -> int:
    """Play on for so many minutes, or until everything is done; 1 if anything was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.endurance", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--into", default="fuzz_findings", help="where saves that lead up to what is found are written")
    parser.add_argument("--kills", action="store_true", help="kill recorded matches instead")
    wanted = parser.parse_args()
    end, found, busy = monotonic() + 60 * wanted.minutes, False, True
    if wanted.kills:
        return int(kill(end))
    while busy and monotonic() < end:
        busy = False
        for run in PLAN["run"]:
            way = Way(run["game"], tuple(run.get("scenarios", ())), run.get("until", ""))
            left = min(ROUND, end - monotonic())
            if left <= 0:
                break
            tally = count_matches(COUNTS, way, run["matches"], jobs=wanted.jobs, seconds=left, into=wanted.into).added
            if tally.counts["matches"]:
                busy = True
                print(f"{way.game} {way.until}: {dict(tally.counts)}, {tally.seconds:.0f} s", flush=True)
            for fault in tally.faults:
                found = True
                print(fault, flush=True)
    return int(found)


if __name__ == "__main__":
    sys.exit(main())
