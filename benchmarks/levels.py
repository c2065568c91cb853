"""A bot against another: matches in every role, and the share of the decided ones that it wins, with its interval.

``python -m benchmarks.levels GAME [--matches 200] [--seed levels] [--bot hard] [--against standard] [--scenario S]
[--option NAME=VALUE] [--role ROLE] [--jobs N] [--journal FILE] [--plugin MODULE]``. Every deal is played once in each
role, or in one alone, by seeds alone: the same command prints the same figures on every machine, but for the seconds.
With a journal (a line of JSON a match) an interrupted run goes on where it stopped. Where one player plays against the
dice, both bots play the same matches, one after the other. A plug-in has further bots.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

from navalcore import load
from navalcore.bots import make_bot, play_out
from navalcore.odds import share_interval
from navalcore.rules import SeededChance


@dataclass(frozen=True, slots=True)
class Contest:
    """What is measured.

    Attributes:
        game: the game's id.
        scenarios: the scenarios, which take turns.
        bot: the bot's name.
        against: the name of the bot it is measured against.
        seed: what all deals and all bots' chance come from.
        plugins: modules of plug-ins with further bots.
        options: the options of the game, as ``NAME=VALUE``.
        role: the bot's role in all matches; every role in turn if left out.
    """

    game: str
    scenarios: tuple[str, ...]
    bot: str
    against: str
    seed: str
    plugins: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    role: str = ""


@dataclass(frozen=True, slots=True)
class Played:
    """A match.

    Attributes:
        number: its number; with the contest it says all that was played.
        scenario: the scenario.
        role: the bot's role.
        result: won, drawn or lost by the bot.
        other: the same for the other bot in the bot's place, where there is one role only.
        scores: the final scores.
        choices: how many choices were made.
        seconds: processor time.
    """

    number: int
    scenario: str
    role: str
    result: str
    other: str
    scores: dict[str, Any]
    choices: int
    seconds: float


def play_match(contest: Contest, number: int) -> Played:
    """Match ``number``: the roles take turns, so that every deal is played once in each."""
    game: Any = load(contest.game)
    first = [str(seat.role) for seat in game.seats(contest.scenarios[0]) if seat.taken_by != "nobody"]
    places = [contest.role] if contest.role else first
    deal, place = divmod(number, len(places))
    scenario = contest.scenarios[deal % len(contest.scenarios)]
    role = places[place]
    began = process_time()

    def play(name: str) -> Any:
        match = game.new_match(scenario, seed=f"{contest.seed} {deal}", options=options_of(contest))
        chance = SeededChance.from_seed(f"{contest.seed} bots {deal}")
        names = dict.fromkeys(game.roles, contest.against) | {role: name}
        more = contest.plugins
        play_out(match, {each: make_bot(game, each, bot, chance.stream(each), more) for each, bot in names.items()})
        return match

    match = play(contest.bot)
    other = result_of(play(contest.against), role) if len(first) == 1 else ""
    return Played(
        number, scenario, role, result_of(match, role), other, dict(match.outcome.scores), match.count,
        round(process_time() - began, 2),
    )  # fmt: skip


def options_of(contest: Contest) -> dict[str, Any]:
    """The options of the game; a value is JSON, or a word."""
    found: dict[str, Any] = {}
    for name, _, value in (each.partition("=") for each in contest.options):
        try:
            found[name] = json.loads(value)
        except ValueError:
            found[name] = value
    return found


def result_of(match: Any, role: str) -> str:
    """Won, drawn or lost; against the dice whoever does not win has lost."""
    winner = match.outcome.winner
    if winner is None:
        alone = sum(seat.taken_by != "nobody" for seat in match.game.seats(match.setup.scenario.id)) == 1
        return "lost" if alone else "drawn"
    return "won" if winner == role else "lost"


def kept(journal: Path | None, contest: Contest) -> list[Played]:
    """The matches of a contest in a journal."""
    if journal is None or not journal.exists():
        return []
    lines = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
    wanted = json.loads(json.dumps(asdict(contest)))
    return [
        Played(**line["match"])
        for line in lines
        if {"plugins": [], "options": [], "role": "", **line["contest"]} == wanted
    ]


def matches(contest: Contest, count: int, jobs: int, journal: Path | None) -> Iterator[Played]:
    """All matches asked for: those in the journal, then those still to be played."""
    done = [each for each in kept(journal, contest) if each.number < count]
    yield from done
    left = sorted(set(range(count)) - {each.number for each in done})
    with ProcessPoolExecutor(jobs) as workers:
        for match in workers.map(partial(play_match, contest), left):
            if journal is not None:
                line = json.dumps({"contest": asdict(contest), "match": asdict(match)}, sort_keys=True)
                with journal.open("a", encoding="utf-8") as file:
                    file.write(line + "\n")
            yield match


def summary(contest: Contest, played: list[Played]) -> list[str]:
    """What the matches say: a line for each role, one for all, and one for the other bot where it played alone."""
    lines = [f"{contest.bot} against {contest.against}, {contest.game}, seed {contest.seed}"]
    roles = dict.fromkeys(each.role for each in sorted(played, key=lambda each: each.number))
    for role in [*(roles if len(roles) > 1 else ()), None]:
        chosen = [each for each in played if role in (None, each.role)]
        lines.append(f"{role or 'all'}: {shares([each.result for each in chosen])}")
    alone = [each.other for each in played if each.other]
    if alone:
        lines.append(f"{contest.against} in the same matches: {shares(alone)}")
    slowest = max(each.seconds for each in played)
    mean = sum(each.seconds for each in played) / len(played)
    return [*lines, f"{mean:.1f} processor seconds a match, at most {slowest:.1f}"]


def shares(results: list[str]) -> str:
    """Results counted, with the share of the decided ones that were won and its 95 % interval."""
    won, drawn = results.count("won"), results.count("drawn")
    decided = len(results) - drawn
    low, high = share_interval(won, decided)
    share = won / decided if decided else 0.0
    return f"{won} won, {drawn} drawn, {decided - won} lost: {share:.1%} of the decided ({low:.1%} to {high:.1%})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("-n", "--matches", type=int, default=200)
    parser.add_argument("--seed", default="levels")
    parser.add_argument("--bot", default="hard")
    parser.add_argument("--against", default="standard")
    parser.add_argument("--scenario", action="append", help="may be repeated; the first one if left out")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--journal", type=Path, default=None)
    parser.add_argument("--plugin", action="append", default=[])
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE; may be repeated")
    parser.add_argument("--role", default="", help="the bot plays it in every match")
    arguments = parser.parse_args()
    scenarios = tuple(arguments.scenario or [next(iter(load(arguments.game).scenarios))])
    contest = Contest(
        arguments.game, scenarios, arguments.bot, arguments.against, arguments.seed, tuple(arguments.plugin),
        tuple(arguments.option), arguments.role,
    )  # fmt: skip
    played = list(matches(contest, arguments.matches, arguments.jobs, arguments.journal))
    print("\n".join(summary(contest, played)))


if __name__ == "__main__":
    main()
