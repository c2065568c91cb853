"""Simulation: many matches played by bots, over processes, with the same result however many there are."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from multiprocessing import get_context
from typing import Any

from navalcore.analysis.statistics import mean_interval, quantile, share_interval
from navalcore.bots import make_bots, play_out
from navalcore.components.chance import SeededChance
from navalcore.engine.game import Game
from navalcore.engine.installed import find_game
from navalcore.errors import BadData

BATCH = 50
"""Matches handed to a worker process at a time."""


@dataclass(frozen=True)
class Plan:
    """What to simulate; small and plain, so that it can be sent to another process.

    Attributes:
        game: the game's id.
        scenario: the scenario's id.
        options: the game's options by name.
        bots: bot by role; the default bot where left out.
        seed: every match's seeds come from it and the match's number.
        plugins: extra plug-in modules to load in the workers.
    """

    game: str
    scenario: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    bots: Mapping[str, str] = field(default_factory=dict)
    seed: str = "0"
    plugins: tuple[str, ...] = ()

    def match_seed(self, number: int) -> str:
        """The seed of one match: replays it with ``navalcore play --seed``."""
        return SeededChance.from_seed(self.seed).stream(f"match {number}").state[0][:16]


@dataclass(frozen=True, slots=True)
class Record:
    """One simulated match: its number and seed, how it ended, how long it took."""

    number: int
    seed: str
    winner: str | None
    ending: str
    choices: int
    length: int
    scores: dict[str, int]

    def row(self) -> dict[str, Any]:
        """The record as a flat row, one column a score."""
        data = asdict(self)
        scores = data.pop("scores")
        return data | {f"score_{name}": value for name, value in scores.items()}


def play_one(game: Game[Any, Any, Any], plan: Plan, number: int) -> Record:
    """Play match ``number`` of a plan."""
    seed = plan.match_seed(number)
    match = game.new_match(plan.scenario, seed=seed, options=plan.options)
    play_out(match, make_bots(game, plan.bots, f"bots {seed}", plan.plugins))
    outcome = match.outcome
    assert outcome is not None
    length = game.length(match.state)
    return Record(number, seed, outcome.winner, outcome.ending, match.count, length, dict(outcome.scores))


def play_batch(plan: Plan, numbers: Sequence[int]) -> list[Record]:
    """Play some matches of a plan; what a worker process does."""
    game = find_game(plan.game, plan.plugins)
    return [play_one(game, plan, number) for number in numbers]


def simulate(plan: Plan, matches: int, *, jobs: int = 1, progress: Callable[[int], None] | None = None) -> list[Record]:
    """Play ``matches`` matches; the records are the same whatever ``jobs`` is.

    Args:
        plan: what to play.
        matches: how many, at least one.
        jobs: worker processes; 1 plays in this one.
        progress: called with the number of matches done so far.

    Raises:
        BadData: fewer than one match or job.
        UnknownGame, UnknownName: the plan names something that is not there.
    """
    if matches < 1 or jobs < 1:
        raise BadData(f"at least one match and one job are needed, not {matches} and {jobs}")
    batches = [range(first, min(first + BATCH, matches)) for first in range(0, matches, BATCH)]
    records: list[Record] = []
    for batch in _played(plan, batches, min(jobs, len(batches))):
        records += batch
        if progress is not None:
            progress(len(records))
    return records


def _played(plan: Plan, batches: Sequence[range], jobs: int) -> Iterator[list[Record]]:
    if jobs == 1:
        for batch in batches:
            yield play_batch(plan, batch)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(play_batch, [plan] * len(batches), batches)


def summary(plan: Plan, records: Sequence[Record], roles: Sequence[str]) -> dict[str, Any]:
    """What the records say: wins with 95 % intervals, lengths, endings, scores; JSON-ready."""
    trials = len(records)
    winners = Counter(record.winner for record in records)
    return {
        "game": plan.game,
        "scenario": plan.scenario,
        "options": dict(plan.options),
        "bots": dict(plan.bots),
        "seed": plan.seed,
        "matches": trials,
        "wins": {role: _share(winners[role], trials) for role in roles},
        "draws": _share(winners[None], trials),
        "length": _spread([record.length for record in records]),
        "choices": _spread([record.choices for record in records]),
        "endings": dict(sorted(Counter(record.ending for record in records).items())),
        "scores": {
            name: _spread([record.scores[name] for record in records if name in record.scores])
            for name in sorted({name for record in records for name in record.scores})
        },
    }


def _share(hits: int, trials: int) -> dict[str, float]:
    low, high = share_interval(hits, trials)
    return {"count": hits, "share": hits / trials, "low": low, "high": high}


def _spread(values: Sequence[float]) -> dict[str, float]:
    mean, low, high = mean_interval(values)
    return {
        "mean": mean,
        "mean_low": low,
        "mean_high": high,
        "least": min(values),
        "quartile": quantile(values, 0.25),
        "median": quantile(values, 0.5),
        "upper_quartile": quantile(values, 0.75),
        "most": max(values),
    }


def as_csv(records: Sequence[Record]) -> str:
    """The records as CSV text, one row a match."""
    rows = [record.row() for record in records]
    columns = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
