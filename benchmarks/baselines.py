"""The table of baselines: ``python -m benchmarks.baselines [--play] [--deals 100]``.

Puts the leaderboard (``benchmarks/leaderboard.json``) among the figures that the report on training shows. With
``--play`` the bots and policies that come with navalcore are evaluated first; entries of others stay as they are.
``--check`` plays one entry again and says whether its figures are the same: ``--check uboat_cards.zip``.
"""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from pathlib import Path

from benchmarks import figures
from navalcore.learn import LeaderboardEntry, SeatTally, add_to_leaderboard, evaluate, read_leaderboard

ROOT = Path(__file__).parents[1]
LEADERBOARD = ROOT / "benchmarks" / "leaderboard.json"
OPPONENTS = ("random", "easy", "standard")
PLAYERS = {
    "uboat_cards": ("random", "easy", "standard", "keen", "examples/learn/uboat_cards.zip"),
    "tonnage_war": ("random", "easy", "standard", "wary", "examples/learn/tonnage_war.zip"),
}
"""What is evaluated by ``--play``."""


def play(deals: int) -> None:
    """Evaluate what comes with navalcore, and write it into the leaderboard."""
    for game, players in PLAYERS.items():
        for player in players:
            path = str(ROOT / player) if player.endswith(".zip") else player
            found = evaluate(path, game, against=OPPONENTS, deals=deals)
            today = datetime.now(UTC).date().isoformat()
            add_to_leaderboard(LEADERBOARD, LeaderboardEntry("navalcore", today, player, found))
            print(game, player, flush=True)


def check(player: str) -> bool:
    """Play the entry of a player again; whether everything but the fingerprint of its code is the same."""
    same = True
    for entry in read_leaderboard(LEADERBOARD):
        told = entry.evaluation
        if told.player == player:
            path = str(ROOT / entry.source) if player.endswith(".zip") else player
            against = list(dict.fromkeys(each.against for each in told.results))
            again = evaluate(path, told.game, against=against, deals=told.deals)
            fits = (again.results, again.exploitability) == (told.results, told.exploitability)
            print(f"{told.game} {player}: {'the same' if fits else 'other figures'}")
            same = same and fits
    return same


def tables() -> dict[str, tuple[list[str], list[list[str]]]]:
    """The leaderboard as figures: head and rows of a table for each game."""
    found = {}
    entries = read_leaderboard(LEADERBOARD)
    for game in dict.fromkeys(each.evaluation.game for each in entries):
        chosen = [each for each in entries if each.evaluation.game == game]
        opponents = list(dict.fromkeys(name for each in chosen for name in each.evaluation.by_opponent()))
        gaps = list(dict.fromkeys(name for each in chosen for name in each.evaluation.exploitability))
        against = [*(f"against `{name}`" for name in opponents), *(f"gap in `{name}`" for name in gaps)]
        rows = []
        for entry in chosen:
            told = entry.evaluation
            met = {name: _share(SeatTally.added(each)) for name, each in told.by_opponent().items()}
            cells = [f"`{told.player}`", entry.by, str(told.deals), *(met.get(name, "") for name in opponents)]
            rows.append([*cells, *(f"{told.exploitability[name]:.4f}" for name in gaps)])
        found[f"baselines_{game}"] = (["player", "by", "deals", *against], rows)
    return found


def _share(tally: SeatTally) -> str:
    low, high = tally.interval
    return f"{100 * tally.share:.1f} % ({100 * low:.0f} to {100 * high:.0f})"


def main() -> int:
    """Do what the arguments say; returns the exit status."""
    parser = argparse.ArgumentParser(description="The table of baselines.")
    parser.add_argument("--play", action="store_true", help="evaluate the bots and policies that come with navalcore")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--check", metavar="PLAYER", help="play this entry again and compare")
    asked = parser.parse_args()
    if asked.check:
        return 0 if check(asked.check) else 1
    if asked.play:
        play(asked.deals)
    for name, (header, rows) in tables().items():
        figures.write(name, "python -m benchmarks.baselines --play", header, rows)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
