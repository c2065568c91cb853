"""``navalcore check`` and ``navalcore fuzz``: does a game keep what engine and front ends rely on?"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from navalcore import AnyGame, load
from navalcore._cli.common import (
    AsJson,
    GameOrModule,
    OptionPairs,
    ScenarioNames,
    Settings,
    look_in_this_folder,
    option,
    pairs,
    settings_of,
)
from navalcore._cli.output import print_note, progress_bar
from navalcore._cli.upgrading import to_change
from navalcore.components import counted
from navalcore.errors import BadData, BrokenPlugin, UnknownGame
from navalcore.rules import discover

if TYPE_CHECKING:
    from navalcore.testing import CheckReport, FuzzReport


def check(
    context: typer.Context,
    game: GameOrModule,
    matches: Annotated[int, option("--matches N", "Random matches to play; fewer take less time.", min=1)] = 20,
    seed: Annotated[str, option("--seed N", "The same seed gives the same report.")] = "kit",
    only: Annotated[list[str] | None, option("--only CHECK", "Carry out this check; may be repeated.")] = None,
    scenario: ScenarioNames = None,
    option: OptionPairs = None,
    most: Annotated[
        int | None,
        option("--max-choices N", "How many choices a match may last; the game's own limit if left out.", min=1),
    ] = None,
    saves: Annotated[Path | None, option("--saves DIR", "Write a save that leads up to each failure.")] = None,
    again: Annotated[Path | None, option("--again FILE", "Check only the match of such a save.")] = None,
    questions: Annotated[
        bool, option("--questions", "Play, and tell which questions never have a choice that matters.")
    ] = False,
    upgrade: Annotated[
        bool, option("--upgrade", "GAME is a plug-in's folder: tell line by line what to change for this version.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Put a game through the conformance kit.

    The exit status is 1 if it breaks a promise. Without --option every enumerable value of every option is played.

    Examples::

        navalcore check uboat_cards
        navalcore check my_game --matches 100 --saves failures
        navalcore check my_game --only invariants --scenario storm --option clear_scope=opponent
        navalcore check my_game --again failures/my_game-01-invariants.jsonl
        navalcore check my_game --questions --matches 50
        navalcore check --upgrade src/my_game
    """
    settings = settings_of(context)
    if upgrade:
        _list_changes(settings, Path(game))
        return
    from navalcore.testing import check_game, questions_of

    options = pairs(option, "--option") if option else None
    if questions:
        one = scenario[0] if scenario else None
        for kind in questions_of(settings.game(game), matches=matches, seed=seed, scenario=one, options=options):
            settings.out.line(kind.line(matches))
        return
    if again is not None and (scenario or option):
        raise BadData("--again names the scenario and options by its save; leave --scenario and --option out")

    def checked(found: AnyGame) -> CheckReport:
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
                on_failure=lambda failure: print_note(f"{failure.check} has failed: {failure.found}"),
            )

    _conclude(settings, game, checked, as_json)


def _list_changes(settings: Settings, folder: Path) -> None:
    """Print what a plug-in has to change; the exit status is 1 if there is something."""
    lines = list(to_change(folder))
    for line in lines:
        settings.out.line(line)
    settings.out.line(f"{counted(len(lines), 'line')} to change; see docs/upgrade.md for what stands behind them.")
    if lines:
        raise typer.Exit(1)


def fuzz(
    context: typer.Context,
    game: GameOrModule,
    minutes: Annotated[float | None, option("--minutes M", "How long to go on (2).", min=0.01)] = None,
    matches: Annotated[int | None, option("-n --matches N", "Stop after N matches, if that is sooner.", min=1)] = None,
    seed: Annotated[str | None, option("--seed N", "The same seed plays the same matches; fresh if left out.")] = None,
    scenario: ScenarioNames = None,
    option: OptionPairs = None,
    into: Annotated[Path, option("--into DIR", "Where saves that lead up to the findings are written.")] = Path(
        "fuzz_findings"
    ),
    until: Annotated[
        str | None, option("--until K=N", "Leave a match when the figure K of its state is N, such as turn=25.")
    ] = None,
    first: Annotated[
        int, option("--first N", "With --seed: begin with match N, to go on where it stopped.", min=0)
    ] = 0,
    closely: Annotated[int, option("--closely N", "Make the checks of the kit in one match of N.", min=1)] = 1,
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

    def fuzzed(found: AnyGame) -> FuzzReport:
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

    _conclude(settings, game, fuzzed, as_json)


def _conclude(
    settings: Settings, name: str, searched: Callable[[AnyGame], CheckReport | FuzzReport], as_json: bool
) -> None:
    """Search each game for faults and print its report as it comes, or all of them as one JSON document."""
    reports = []
    for game in _games_of(settings, name):
        reports.append(searched(game))
        if not as_json:
            settings.out.block(reports[-1].text())
    if as_json:
        settings.out.document([report.to_json() for report in reports])
    if not all(report.ok for report in reports):
        raise typer.Exit(1)


def _games_of(settings: Settings, name: str) -> list[AnyGame]:
    """The game of that id, or the games of the module of that name, which may lie in the current folder."""
    before = discover(settings.plugins)
    if name.partition(":")[0] in before.games:
        return [settings.game(name)]
    look_in_this_folder()
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
