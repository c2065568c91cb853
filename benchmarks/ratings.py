"""A leaderboard: every bot of a game against every other in every role, and a rating for each, with its interval.

``python -m benchmarks.ratings GAME [--matches 40] [--bots random easy standard hard] [--seed ratings] [--jobs N]
[--scenario S] [--journal FILE] [--write]``; ``--write`` puts the table on its page. Where one player plays against the
dice, every bot plays the same matches, and the table shows the share that it wins. Ratings are those of Bradley and
Terry on the scale of Elo: of two bots 100 points apart the better one wins 64 % of the decided matches, half its
matches in each role. The standard bot has 0. A drawn match counts half. A bot that has won or lost all its matches has
no finite rating, so half a match won and lost is added to each pair.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, log, sqrt
from pathlib import Path

from benchmarks import figures
from benchmarks.levels import Contest, matches
from navalcore import load
from navalcore.odds import share_interval

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


@dataclass(frozen=True, slots=True)
class Tournament:
    """What is played.

    Attributes:
        game: the game's id.
        bots: the names of the bots.
        count: how many matches each pair plays, half of them in each role; or each bot, where one player plays alone.
        seed: what all deals and all bots' chance come from.
        jobs: processes.
        journal: where matches are noted.
        scenarios: the scenarios, which take turns; the game's first one if left out.
    """

    game: str
    bots: Sequence[str]
    count: int
    seed: str
    jobs: int = 1
    journal: Path | None = None
    scenarios: Sequence[str] = ()

    @property
    def played_alone(self) -> bool:
        """Whether one player plays against the dice."""
        return sum(seat.taken_by != "nobody" for seat in load(self.game).seats()) == 1

    def results(self, one: str, other: str) -> list[str]:
        """What the first of two bots made of the matches: won, drawn, lost."""
        scenarios = tuple(self.scenarios) or (next(iter(load(self.game).scenarios)),)
        contest = Contest(self.game, scenarios, one, other, self.seed)
        return [each.result for each in matches(contest, self.count, self.jobs, self.journal)]


def round_robin(tournament: Tournament) -> dict[tuple[str, str], list[float]]:
    """What the first bot of each pair made of their matches: 1, 0.5 or 0."""
    worth = {"won": 1.0, "drawn": 0.5, "lost": 0.0}
    return {pair: [worth[result] for result in tournament.results(*pair)] for pair in combinations(tournament.bots, 2)}


def table(tournament: Tournament, base: str) -> tuple[list[str], list[list[str]]]:
    """The header and the rows of the leaderboard, the best first."""
    if not tournament.played_alone:
        return ["bot", "rating", "matches", "share won"], [
            [
                _named(each.bot),
                "0" if each.bot == base else f"{each.points:+.0f} ± {each.within:.0f}",
                f"{each.matches:,}",
                f"{100 * each.score:.1f} %",
            ]
            for each in rated(round_robin(tournament), base)
        ]
    won = {bot: tournament.results(bot, bot).count("won") for bot in tournament.bots}
    return ["bot", "matches won", "share, with its 95 % interval"], [
        [_named(bot), f"{won[bot]:,} of {tournament.count:,}", _share(won[bot], tournament.count)]
        for bot in sorted(won, key=lambda bot: -won[bot])
    ]


def _named(bot: str) -> str:
    return "the trained policy" if bot.endswith(".zip") else f"`{bot}`"


def _share(won: int, of: int) -> str:
    low, high = share_interval(won, of)
    return f"{100 * won / of:.1f} % ({100 * low:.2g} % to {100 * high:.2g} %)"


def main() -> None:
    """Play and print, by the arguments of the command line."""
    parser = argparse.ArgumentParser(description="Rate the bots of a game by a round robin.")
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=40, help="for each pair of bots")
    parser.add_argument("--bots", nargs="+", default=["random", "easy", "standard", "hard"])
    parser.add_argument("--base", default="standard", help="the bot whose rating is 0")
    parser.add_argument("--seed", default="ratings")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--scenario", action="append", default=[], help="may be repeated; the first one if left out")
    parser.add_argument("--journal", type=Path)
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/figures.json")
    asked = parser.parse_args()
    tournament = Tournament(
        asked.game, asked.bots, asked.matches, asked.seed, asked.jobs, asked.journal, asked.scenario
    )
    header, rows = table(tournament, asked.base)
    if asked.write:
        command = f"python -m benchmarks.ratings {asked.game} --matches {asked.matches} --bots {' '.join(asked.bots)}"
        figures.write(f"ratings_{asked.game}", command, header, rows)
    for row in (header, ["---"] * len(header), *rows):
        print(f"| {' | '.join(row)} |")


if __name__ == "__main__":
    main()
