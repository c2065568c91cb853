"""``make calibrate``: play the campaigns the journal lacks, and write the report."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from navalcore.errors import BadData
from navalcore_games.silent_war.calibration.campaigns import BOT, HARD
from navalcore_games.silent_war.calibration.figures import MARGINS, against_history
from navalcore_games.silent_war.calibration.journal import journal_of, play_missing
from navalcore_games.silent_war.calibration.report import write_report


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, and write the report; 0 if every median is near enough to history, 1 if not, 2 for a bad request."""
    about = "The campaign against history: many campaigns played by a bot."
    parser = argparse.ArgumentParser(prog="make calibrate", description=about)
    parser.add_argument("--campaigns", type=int, default=24, help="how many campaigns (default: 24)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)")
    parser.add_argument("--docs", type=Path, default=Path("docs/games"), help="where journal, report and plots go")
    wanted = parser.parse_args(arguments)
    try:
        if wanted.campaigns < 2:
            raise BadData(f"--campaigns {wanted.campaigns}: the spread of the figures takes at least 2")
        campaigns, by_hard = (
            play_missing(journal_of(wanted.docs, bot), wanted.campaigns, wanted.jobs, bot) for bot in (BOT, HARD)
        )
    except BadData as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    write_report(wanted.docs, campaigns, by_hard)
    lines = against_history(campaigns)
    for line in lines:
        word = "within" if line.within else "OUTSIDE"
        print(
            f"{line.month} {line.track:8} {line.median:7.0f} ({line.deviation:+.0%}) {word} {MARGINS[line.track]:.0%}"
        )
    return 0 if all(line.within for line in lines) else 1


if __name__ == "__main__":
    raise SystemExit(main())
