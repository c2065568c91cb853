"""``navalcore fuzz``: random play over scenarios and options, looking for whatever breaks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from navalcore._cli.check import FaultReport, conclude, games_of
from navalcore._cli.common import (
    AnyGame,
    AsJson,
    GameOrModule,
    OptionPairs,
    ScenarioNames,
    Settings,
    pairs,
    settings_of,
)
from navalcore._cli.output import progress_bar
from navalcore._plugins import discover
from navalcore.errors import BadData

Minutes: TypeAlias = Annotated[
    float | None,
    typer.Option("--minutes", metavar="M", min=0.01, help="How long to go on: 2, or with --resume without end."),
]
Matches: TypeAlias = Annotated[
    int | None,
    typer.Option("-n", "--matches", metavar="N", min=1, help="Stop after N matches, if that is sooner."),
]
FuzzSeed: TypeAlias = Annotated[
    str | None, typer.Option("--seed", metavar="N", help="The same seed plays the same matches; fresh if left out.")
]
Into: TypeAlias = Annotated[
    Path, typer.Option("--into", metavar="DIR", help="Where saves that lead up to the findings are written.")
]
Resume: TypeAlias = Annotated[
    Path | None,
    typer.Option("--resume", metavar="FILE", help="Count the matches in FILE, and go on until it has -n of them."),
]
Jobs: TypeAlias = Annotated[
    int, typer.Option("--jobs", metavar="J", min=1, help="With --resume: use J processes.", show_default=False)
]
UntilText: TypeAlias = Annotated[
    str | None,
    typer.Option("--until", metavar="K=N", help="Leave a match when the figure K of its state is N, such as turn=25."),
]


def fuzz(
    context: typer.Context,
    game: GameOrModule,
    minutes: Minutes = None,
    matches: Matches = None,
    seed: FuzzSeed = None,
    scenario: ScenarioNames = None,
    option: OptionPairs = None,
    into: Into = Path("fuzz_findings"),
    until: UntilText = None,
    resume: Resume = None,
    jobs: Jobs = 1,
    as_json: AsJson = False,
) -> None:
    """Play a game at random and look for whatever breaks.

    Scenarios, options and the way of playing vary from match to match. Forks, undo, reseeds, saves and loads happen to
    every match at random moments; then it meets checks of the conformance kit, the game's invariants after every step.
    A fault is kept as the shortest save found that leads up to it. The exit status is 1 if there is one.

    With --resume the kit's checks are made in one match of 200, and FILE says how many were played, by which rules and
    at which commit. A run that is stopped goes on where it was.

    Examples::

        navalcore fuzz uboat_cards
        navalcore fuzz my_game --minutes 10 --into faults
        navalcore fuzz my_game --seed 7 --matches 50 --scenario storm
        navalcore fuzz my_game -n 100000 --resume counts.json --jobs 2
        navalcore check my_game --again faults/my_game-1f2e-01-plays.jsonl
    """
    settings = settings_of(context)
    look: Callable[[AnyGame], FaultReport]
    if resume is not None:
        if matches is None or option:
            raise BadData("--resume needs -n, how many matches FILE is to count; options vary from match to match")
        look = partial(_count, settings, game, resume, matches, minutes, scenario or (), until or "", seed, jobs, into)
    elif jobs != 1:
        raise BadData("--jobs goes with --resume")
    else:
        options = pairs(option, "--option")
        look = partial(_fuzz, minutes or 2.0, matches, seed, scenario or None, options, until, into)
    conclude(settings, map(look, games_of(settings, game)), as_json)


def _count(
    settings: Settings,
    named: str,
    file: Path,
    matches: int,
    minutes: float | None,
    scenarios: Sequence[str],
    until: str,
    seed: str | None,
    jobs: int,
    into: Path,
    game: AnyGame,
) -> FaultReport:
    """Go on with the matches that ``file`` counts, until there are so many."""
    from navalcore.testing._counted import SEED, Way, count_matches

    known = named.partition(":")[0] in discover(settings.plugins).games
    with progress_bar(f"{game.id}: matches", matches) as bar:
        return count_matches(
            file,
            Way(game.id, tuple(scenarios), until, seed or SEED),
            matches,
            jobs=jobs,
            seconds=None if minutes is None else 60 * minutes,
            into=into,
            plugins=settings.plugins if known else (*settings.plugins, named),
            progress=bar,
        )


def _fuzz(
    minutes: float,
    matches: int | None,
    seed: str | None,
    scenarios: Sequence[str] | None,
    options: Mapping[str, str],
    until: str | None,
    into: Path,
    game: AnyGame,
) -> FaultReport:
    """Play for so many minutes."""
    from navalcore.testing import fuzz_game
    from navalcore.testing._lives import Until

    with progress_bar(f"{game.id}: seconds", round(60 * minutes)) as bar:
        return fuzz_game(
            game,
            seconds=60 * minutes,
            matches=matches,
            seed=seed,
            scenarios=scenarios,
            options=options,
            into=into,
            until=Until.of(until) if until else None,
            progress=lambda report: bar(round(report.seconds)),
        )
