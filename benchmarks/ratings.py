"""A leaderboard: every bot of a game against every other from every seat, and a rating for each, with its interval.

``python -m benchmarks.ratings GAME [--matches 40] [--bots random easy standard hard] [--seed ratings] [--jobs N]
[--journal FILE]``. Ratings are those of Bradley and Terry on the scale of Elo: of two bots 100 points apart the better
one wins 64 % of the decided matches, half its matches as each seat. The standard bot has 0. A drawn match counts half.
A bot that has won or lost all its matches has no finite rating, so half a match won and lost is added to each pair.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, log, sqrt
from pathlib import Path

from benchmarks.levels import Contest, matches
from navalcore import load

PER_DOUBLING = 400 / log(10)
"""Elo points for each unit of the logarithm of the odds."""
HALF = 0.5


@dataclass(frozen=True, slots=True)
class Rating:
    """What a bot came to.

    Attributes:
        bot: its name.
        points: its rating; that of the bot they are measured by is 0.
        within: half the width of the 95 % interval of the difference from that bot.
        matches: how many matches it played.
        score: the share of them it won, draws counted half.
    """

    bot: str
    points: float
    within: float
    matches: int
    score: float


def rated(results: Mapping[tuple[str, str], Sequence[float]], base: str) -> list[Rating]:
    """Ratings of bots, the best first.

    Args:
        results: for each pair what the first of it made of each match: 1, 0.5 or 0.
        base: the bot whose rating is 0.
    """
    bots = list(dict.fromkeys(bot for pair in results for bot in pair))
    won = dict.fromkeys(bots, 0.0)
    met: dict[tuple[str, str], float] = {}
    for (one, other), scores in results.items():
        won[one] += sum(scores) + HALF
        won[other] += len(scores) - sum(scores) + HALF
        met[one, other] = met[other, one] = len(scores) + 2 * HALF
    strength = dict.fromkeys(bots, 1.0)
    for _ in range(10_000):  # the method of minorisation and maximisation, which always comes nearer
        new = {
            bot: won[bot] / sum(n / (strength[bot] + strength[other]) for (one, other), n in met.items() if one == bot)
            for bot in bots
        }
        moved = max(abs(log(new[bot] / new[base]) - log(strength[bot] / strength[base])) for bot in bots)
        strength = new
        if moved < 1e-9:
            break
    logs = {bot: log(strength[bot] / strength[base]) for bot in bots}
    found = []
    for bot in bots:
        played = [score for pair, scores in results.items() if bot in pair for score in _for(bot, pair, scores)]
        error = 0.0 if bot == base else sqrt(_variance(logs, met, bots, base)[bot])
        found.append(
            Rating(bot, logs[bot] * PER_DOUBLING, 1.96 * error * PER_DOUBLING, len(played), sum(played) / len(played))
        )
    return sorted(found, key=lambda each: -each.points)


def _for(bot: str, pair: tuple[str, str], scores: Sequence[float]) -> list[float]:
    return [score if bot == pair[0] else 1 - score for score in scores]


def _variance(
    logs: Mapping[str, float], met: Mapping[tuple[str, str], float], bots: Sequence[str], base: str
) -> dict[str, float]:
    """The variance of each rating's difference from the base, from the inverse of the information in the matches."""
    free = [bot for bot in bots if bot != base]
    information = [[0.0] * len(free) for _ in free]
    for (one, other), n in met.items():
        share = 1 / (1 + exp(logs[other] - logs[one]))
        weight = n * share * (1 - share)
        if one in free:
            row = free.index(one)
            information[row][row] += weight
            if other in free:
                information[row][free.index(other)] -= weight
    inverse = _inverse(information)
    return {bot: inverse[place][place] for place, bot in enumerate(free)}


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """The inverse of a small matrix that is positive definite."""
    size = len(matrix)
    rows = [[*row, *(float(place == number) for place in range(size))] for number, row in enumerate(matrix)]
    for place in range(size):
        pivot = rows[place][place]
        rows[place] = [value / pivot for value in rows[place]]
        for number in range(size):
            if number != place:
                factor = rows[number][place]
                rows[number] = [a - factor * b for a, b in zip(rows[number], rows[place], strict=True)]
    return [row[size:] for row in rows]


def round_robin(
    game: str, bots: Sequence[str], count: int, seed: str, jobs: int, journal: Path | None
) -> dict[tuple[str, str], list[float]]:
    """What came of the matches of each pair of bots, ``count`` for each, half of them from each seat."""
    worth = {"won": 1.0, "drawn": 0.5, "lost": 0.0}
    scenario = next(iter(load(game).scenarios))
    return {
        (one, other): [
            worth[each.result] for each in matches(Contest(game, (scenario,), one, other, seed), count, jobs, journal)
        ]
        for one, other in combinations(bots, 2)
    }


def table(ratings: Sequence[Rating]) -> list[str]:
    """The leaderboard in Markdown."""
    rows = [
        f"| {each.bot} | {each.points:+.0f} ± {each.within:.0f} | {each.matches} | {each.score:.1%} |"
        for each in ratings
    ]
    return ["| bot | rating | matches | share won |", "| --- | --- | --- | --- |", *rows]


def main() -> None:
    """Play and print, by the arguments of the command line."""
    parser = argparse.ArgumentParser(description="Rate the bots of a game by a round robin.")
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=40, help="for each pair of bots")
    parser.add_argument("--bots", nargs="+", default=["random", "easy", "standard", "hard"])
    parser.add_argument("--base", default="standard", help="the bot whose rating is 0")
    parser.add_argument("--seed", default="ratings")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--journal", type=Path)
    asked = parser.parse_args()
    results = round_robin(asked.game, asked.bots, asked.matches, asked.seed, asked.jobs, asked.journal)
    print("\n".join(table(rated(results, asked.base))))


if __name__ == "__main__":
    main()
