"""``navalcore check``: does a game keep every promise that the engine, bots and front ends rely on?"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Protocol, TypeAlias

import typer

from navalcore import load
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
from navalcore.errors import BadData, BrokenPlugin, UnknownGame
from navalcore.rules import discover


class FaultReport(Protocol):
    """What a search for faults found: a report of the kit or of random play."""

    @property
    def ok(self) -> bool:
        """Whether no fault was found."""

    def text(self) -> str:
        """It in lines."""

    def to_json(self) -> dict[str, Any]:
        """It as a document."""


MatchesOption: TypeAlias = Annotated[
    int, typer.Option("--matches", metavar="N", min=1, help="Random matches to play; fewer take less time.")
]
KitSeed: TypeAlias = Annotated[str, typer.Option("--seed", metavar="N", help="The same seed gives the same report.")]
OnlyChecks: TypeAlias = Annotated[
    list[str] | None, typer.Option("--only", metavar="CHECK", help="Carry out this check; may be repeated.")
]
MostChoices: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--max-choices", metavar="N", min=1, help="How many choices a match may last; the game's own limit if left out."
    ),
]
SavesTo: TypeAlias = Annotated[
    Path | None, typer.Option("--saves", metavar="DIR", help="Write a save that leads up to each failure.")
]
Again: TypeAlias = Annotated[
    Path | None, typer.Option("--again", metavar="FILE", help="Check only the match of such a save.")
]


def check(
    context: typer.Context,
    game: GameOrModule,
    matches: MatchesOption = 20,
    seed: KitSeed = "kit",
    only: OnlyChecks = None,
    scenario: ScenarioNames = None,
    option: OptionPairs = None,
    most: MostChoices = None,
    saves: SavesTo = None,
    again: Again = None,
    as_json: AsJson = False,
) -> None:
    """Put a game through the conformance kit.

    The exit status is 1 if it breaks a promise. Without --option every enumerable value of every option is played.

    Examples::

        navalcore check uboat_cards
        navalcore check my_game --matches 100 --saves failures
        navalcore check my_game --only invariants --scenario storm --option clear_scope=opponent
        navalcore check my_game --again failures/my_game-01-invariants.jsonl
    """
    from navalcore.testing import check_game

    settings = settings_of(context)
    options = pairs(option, "--option") if option else None
    if again is not None and (scenario or option):
        raise BadData("--again names the scenario and options by its save; leave --scenario and --option out")

    def checked(found: AnyGame) -> FaultReport:
        with progress_bar(f"{found.id}: checks") as progress:
            return check_game(
                found,
                matches=matches,
                seed=seed,
                scenarios=scenario or None,
                options=options,
                max_choices=most,
                only=only,
                again=again,
                saves_to=saves,
                progress=progress,
            )

    conclude(settings, map(checked, games_of(settings, game)), as_json)


def conclude(settings: Settings, reports: Iterable[FaultReport], as_json: bool) -> None:
    """Print each report as it comes, or all of them as one JSON document."""
    printed = []
    for report in reports:
        printed.append(report)
        if not as_json:
            settings.out.block(report.text())
    if as_json:
        settings.out.document([report.to_json() for report in printed])
    if not all(report.ok for report in printed):
        raise typer.Exit(1)


def games_of(settings: Settings, name: str) -> list[AnyGame]:
    """The game of that id, or the games of the module of that name, which may lie in the current folder."""
    before = discover(settings.plugins)
    if name.partition(":")[0] in before.games:
        return [settings.game(name)]
    sys.path.insert(0, str(Path.cwd()))
    plugins = (*settings.plugins, name)
    after = discover(plugins)
    for report in after.broken[len(before.broken) :]:
        if report.error.startswith("ModuleNotFoundError") and f"'{name}'" in report.error:
            raise UnknownGame(
                f"'{name}' is neither an installed game ({', '.join(sorted(before.games)) or 'there are none'}) "
                "nor a module that can be imported"
            )
        raise BrokenPlugin(str(report))
    offered = [game for game in after.games if game not in before.games]
    if not offered:
        raise BadData(f"module {name} offers no games beyond those installed; name one of its games instead")
    return [load(game, plugins) for game in offered]
