"""A stranger's first visit to a long match, at a server that has just been started.

    python -m benchmarks.table_visit                    a whole campaign of Silent War by its bot, five visits
    python -m benchmarks.table_visit --choices 20000    the campaign is left after so many choices

Each visit is at a server process of its own. Measured is the time from the socket's opening until the state with its
picture is there, and the server's processor time for it. The last column is the same once more at the same server.
Exit status 1 if a visitor is not shown the match as it was left.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
from functools import partial
from time import perf_counter

from websockets.asyncio.client import connect

import navalcore as nc
from benchmarks.table import Servers
from benchmarks.table_attacks import long_match
from navalcore.bots import make_bots, play_out

PATIENCE = 120.0
"""Seconds after which a state that has not come is missing."""


def play(match: nc.AnyMatch, *, choices: int, left: list[int]) -> None:
    """Let the bot play so many choices; note how many there were, and how many events a spectator was told."""
    play_out(match, make_bots(match.game, seed=0), limit=choices)
    left += match.count, match.snapshot(nc.SPECTATOR).told


async def visit(address: str, match: str, servers: Servers) -> tuple[float, float, int]:
    """Look at a match: seconds until its state is there, the server's seconds, and how many events it has told."""
    spent, began = servers.used()[0], perf_counter()
    async with connect(f"ws://{address}/api/matches/{match}/socket", max_size=None, proxy=None) as line:
        await line.send("{}")
        state = json.loads(await asyncio.wait_for(line.recv(), PATIENCE))
        took = perf_counter() - began
    return took, servers.used()[0] - spent, state["snapshot"]["told"]


def main() -> int:
    """Measure and report."""
    parser = argparse.ArgumentParser(
        "python -m benchmarks.table_visit", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--choices", type=int, default=1_000_000, metavar="N", help="choices at most (no limit)")
    parser.add_argument("--visits", type=int, default=5, metavar="N", help="visits (5)")
    asked = parser.parse_args()
    left: list[int] = []
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/table.sqlite"
        match = asyncio.run(long_match(database, partial(play, choices=asked.choices, left=left)))
        print(f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}; {left[0]} choices", flush=True)
        for _ in range(asked.visits):
            servers = Servers(database, 1)
            for when in ("first visit", "once more"):
                took, spent, told = asyncio.run(visit(servers.addresses[0], match, servers))
                wrong += told != left[1]
                print(f"{when}: {took:.2f} s, {spent:.2f} s of the server's processor", flush=True)
            servers.stop()
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
