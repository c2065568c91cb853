"""``make endurance``: play on at the counted runs until every game has its number of matches."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import monotonic
from typing import Final

from navalcore.testing.counted import CountFile, Way, commit, count_matches
from tests.endurance.kills import kills

COUNTS: Final = Path(__file__).with_name("counts.json")
CAMPAIGNS: Final = (
    *("campaign_full", "campaign_wp1", "campaign_wp2", "campaign_wp3", "campaign_wp4", "campaign_allied_1944"),
)
PATROLS: Final = (
    *("patrol_swordfish_1941", "patrol_silversides_1942", "patrol_nautilus_1942", "patrol_guardfish_1942"),
    *("patrol_wahoo_1943", "patrol_trigger_1943", "patrol_flasher_1944", "patrol_harder_1944", "patrol_tang_1944"),
    *("patrol_rasher_1944", "patrol_archerfish_1944", "patrol_barb_1945", "patrol_torsk_1945"),
)
PLAN: Final = (
    (Way("uboat_cards"), 100_000),
    (Way("tonnage_war"), 100_000),
    (Way("silent_war", PATROLS), 100_000),
    (Way("aa50_subwar"), 10_000),
    (Way("bismarck"), 10_000),
    (Way("silent_war", CAMPAIGNS, "turn=25"), 100),
)
"""What is played, and how many matches of it there are to be; a campaign is left after 24 weeks."""
KILLS: Final = Way("kill -9")
KILLS_WANTED: Final = 1_000
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
            if killed >= KILLS_WANTED:
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
        for way, matches in PLAN:
            left = min(ROUND, end - monotonic())
            if left <= 0:
                break
            tally = count_matches(COUNTS, way, matches, jobs=wanted.jobs, seconds=left, into=wanted.into).added
            if tally.counts["matches"]:
                busy = True
                print(f"{way.game} {way.until}: {dict(tally.counts)}, {tally.seconds:.0f} s", flush=True)
            for fault in tally.faults:
                found = True
                print(fault, flush=True)
    return int(found)


if __name__ == "__main__":
    sys.exit(main())
