"""``navalcore fuzz``: random play over scenarios and options, looking for whatever breaks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from navalcore.cli.check import Verdict, conclude, games_of
from navalcore.cli.common import AnyGame, AsJson, GameOrModule, OptionPairs, ScenarioNames, pairs, settings_of
from navalcore.cli.output import progress_bar


def fuzz(
    context: typer.Context,
    game: GameOrModule,
    minutes: Annotated[float, typer.Option("--minutes", metavar="M", min=0.01, help="How long to go on.")] = 2.0,
    matches: Annotated[
        int | None, typer.Option("--matches", metavar="N", min=1, help="Stop after so many matches, if that is sooner.")
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="N", help="The same seed plays the same matches; fresh if left out.")
    ] = None,
    scenario: ScenarioNames = None,
    option: OptionPairs = None,
    into: Annotated[
        Path, typer.Option("--into", metavar="DIR", help="Where saves that lead up to the findings are written.")
    ] = Path("fuzz_findings"),
    as_json: AsJson = False,
) -> None:
    """Play a game at random and look for whatever breaks.

    Scenarios, options and the way of playing vary from match to match; every match meets checks of the conformance kit,
    the game's invariants after every step. A fault is kept as the shortest save found that leads up to it. The exit
    status is 1 if there is one.

    Examples::

        navalcore fuzz uboat_cards
        navalcore fuzz my_game --minutes 10 --into faults
        navalcore fuzz my_game --seed 7 --matches 50 --scenario storm
        navalcore check my_game --again faults/my_game-1f2e-01-plays.jsonl
    """
    from navalcore.testing import fuzz_game

    settings = settings_of(context)
    options = pairs(option, "--option")

    def fuzzed(found: AnyGame) -> Verdict:
        with progress_bar(f"{found.id}: seconds", round(minutes * 60)) as bar:
            return fuzz_game(
                found,
                seconds=minutes * 60,
                matches=matches,
                seed=seed,
                scenarios=scenario or None,
                options=options,
                into=into,
                progress=lambda report: bar(round(report.seconds)),
            )

    conclude(settings, map(fuzzed, games_of(settings, game)), as_json)
