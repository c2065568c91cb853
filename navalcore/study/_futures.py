"""What becomes of branches: the rest of each played by bots, many times, side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from navalcore._match.installed import load
from navalcore.bots import make_bots, play_out
from navalcore.components._chance import SeededChance
from navalcore.errors import BadData
from navalcore.odds._statistics import difference_interval
from navalcore.study._branches import Branches, match_of_lines
from navalcore.study._records import SimulatedMatch
from navalcore.study._simulate import Plan, record_of, summary
from navalcore.study._workers import in_batches


@dataclass(frozen=True)
class Continuation:
    """How the rest of a match is played."""

    lines: tuple[str, ...]
    """The match so far, as the lines of a save."""
    bots: Mapping[str, str] = field(default_factory=dict)
    """Bot by role; the default bot where left out."""
    seed: str = "0"
    """Every continuation's seeds come from it and its number."""
    as_seen_by: str | None = None
    """What this role does not know is imagined anew every time; None keeps everything as it is."""
    plugins: tuple[str, ...] = ()
    """Extra plug-in modules to load in the workers."""


def play_rest(game_id: str, rest: Continuation, numbers: Iterable[int]) -> list[SimulatedMatch]:
    """Play the rest of a match once for each number; what a worker does."""
    game = load(game_id, rest.plugins)
    match = match_of_lines(rest.lines, "the branch", game)
    played = []
    for number in numbers:
        seed = SeededChance.from_seed(rest.seed).stream(f"rest {number}").state[0][:16]
        future = match
        if not match.over:
            future = match.fork(seed=seed, as_seen_by=rest.as_seen_by)
            play_out(future, make_bots(game, {**dict.fromkeys(game.roles), **rest.bots}, f"bots {seed}", rest.plugins))
        played.append(record_of(future, number, seed))
    return played


def compare_branches(
    tree: Branches,
    names: Sequence[str] = (),
    *,
    matches: int = 100,
    bots: Mapping[str, str] | None = None,
    seed: int | str = "0",
    as_seen_by: str | None = None,
    plugins: tuple[str, ...] = (),
    jobs: int = 1,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
) -> dict[str, dict[str, Any]]:
    """Play the rest of each branch with bots, many times, and sum up; JSON-ready.

    The continuations of all branches are played on the same seeds, and each branch is compared with the first of them.

    Args:
        tree: the branches.
        names: which, first the one that the others are compared with; all if left out.
        matches: how often the rest of each is played.
        bots: bot by role; the default bot where left out.
        seed: where the chance of the continuations comes from.
        as_seen_by: imagine anew, each time, what this role does not know; otherwise everything hidden stays as it is.
        plugins: modules of further plug-ins.
        jobs: worker processes; 1 plays in this one. Not used with an executor.
        executor: what plays them instead.
        progress: called with the number of matches done so far.

    Returns:
        By branch what :func:`~navalcore.study.summary` says, and under ``"against"`` by role the mean
        difference of wins to the first branch, with the ends of its 95 % interval.

    Raises:
        BadData: fewer than one match or job; a person's roll is still to come.
        UnknownName: no such branch, role or bot.
        RuleError: a match failed.
    """
    if matches < 1 or jobs < 1:
        raise BadData(f"at least one match and one job are needed, not {matches} and {jobs}")
    chosen = list(dict.fromkeys(names)) or tree.names
    game = load(tree.game_id, plugins)
    if as_seen_by is not None:
        game.check_imagining(as_seen_by)
    records: dict[str, list[SimulatedMatch]] = {}
    plans: dict[str, Plan] = {}
    for name in chosen:
        setup = tree.match(name, game).setup
        options = setup.options.model_dump(mode="json", exclude_unset=True)
        plans[name] = Plan(game.id, setup.scenario.id, options, bots or {}, str(seed), plugins).filled()
        rest = Continuation(tree[name].lines, plans[name].bots, str(seed), as_seen_by, plugins)
        played: list[SimulatedMatch] = []
        for batch in in_batches(partial(play_rest, game.id, rest), range(matches), jobs=jobs, executor=executor):
            played += batch
            if progress is not None:
                progress(sum(map(len, records.values())) + len(played))
        records[name] = sorted(played, key=lambda record: record.number)
    first = records[chosen[0]]
    return {
        name: summary(plans[name], records[name], game.roles)
        | {"against": {role: _difference(records[name], first, role) for role in game.roles}}
        for name in chosen
    }


def _difference(records: Sequence[SimulatedMatch], others: Sequence[SimulatedMatch], role: str) -> dict[str, float]:
    if records is others:
        return {"difference": 0, "low": 0, "high": 0}
    gains = Counter((one.winner == role) - (other.winner == role) for one, other in zip(records, others, strict=True))
    low, high = difference_interval(gains[1], gains[-1], len(records))
    return {"difference": (gains[1] - gains[-1]) / len(records), "low": low, "high": high}
