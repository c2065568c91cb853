"""``navalcore fuzz``: random play over scenarios and options, looking for whatever breaks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from navalcore._cli.check import FaultReport, conclude, games_of
from navalcore._cli.common import AnyGame, AsJson, GameOrModule, OptionPairs, ScenarioNames, pairs, settings_of
from navalcore._cli.output import progress_bar
from navalcore.errors import BadData

Minutes: TypeAlias = Annotated[
    float | None,
    typer.Option("--minutes", metavar="M", min=0.01, help="How long to go on (2)."),
]
MostMatches: TypeAlias = Annotated[
    int | None,
    typer.Option("-n", "--matches", metavar="N", min=1, help="Stop after N matches, if that is sooner."),
]
FuzzSeed: TypeAlias = Annotated[
    str | None, typer.Option("--seed", metavar="N", help="The same seed plays the same matches; fresh if left out.")
]
Into: TypeAlias = Annotated[
    Path, typer.Option("--into", metavar="DIR", help="Where saves that lead up to the findings are written.")
]
First: TypeAlias = Annotated[
    int, typer.Option("--first", metavar="N", min=0, help="With --seed: begin with match N, to go on where it stopped.")
]
Closely: TypeAlias = Annotated[
    int, typer.Option("--closely", metavar="N", min=1, help="Make the checks of the kit in one match of N.")
]
UntilText: TypeAlias = Annotated[
    str | None,
    typer.Option("--until", metavar="K=N", help="Leave a match when the figure K of its state is N, such as turn=25."),
]


def fuzz(
    context: typer.Context,
    game: GameOrModule,
    minutes: Minutes = None,
    matches: MostMatches = None,
    seed: FuzzSeed = None,
    scenario: ScenarioNames = None,
    option: OptionPairs = None,
    into: Into = Path("fuzz_findings"),
    until: UntilText = None,
    first: First = 0,
    closely: Closely = 1,
    as_json: AsJson = False,
) -> None:
    """Play a game at random and look for whatever breaks.

    Scenarios, options and the way of playing vary from match to match. Forks, undo, reseeds, saves and loads happen to
    every match at random moments; then it meets checks of the conformance kit, the game's invariants after every step.
    A fault is kept as the shortest save found that leads up to it. The exit status is 1 if there is one.

    With --closely the other matches are played through without the kit's checks, many times as fast.

    Examples::

        navalcore fuzz uboat_cards
        navalcore fuzz my_game --minutes 10 --into faults
        navalcore fuzz my_game --seed 7 --matches 50 --scenario storm
        navalcore fuzz my_game --seed 7 --first 20000 -n 1000 --minutes 60 --closely 200
        navalcore check my_game --again faults/my_game-1f2e-01-plays.jsonl
    """
    from navalcore.testing import StopAt, fuzz_game

    settings = settings_of(context)
    options = pairs(option, "--option")
    if first and seed is None:
        raise BadData("--first goes with --seed, of whose matches it names one")
    seconds = 60 * (minutes or 2.0)

    def fuzzed(found: AnyGame) -> FaultReport:
        with progress_bar(f"{found.id}: seconds", round(seconds)) as bar:
            return fuzz_game(
                found,
                seconds=seconds,
                matches=matches,
                seed=seed,
                scenarios=scenario or None,
                options=options,
                into=into,
                first=first,
                closely=closely,
                until=StopAt.of(until) if until else None,
                progress=lambda report: bar(round(report.seconds)),
            )

    conclude(settings, map(fuzzed, games_of(settings, game)), as_json)
