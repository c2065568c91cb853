"""``navalcore check`` and ``navalcore fuzz``: does a game keep what engine and front ends rely on?"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from navalcore import AnyGame, load
from navalcore._cli import common
from navalcore._cli.common import Settings, look_in_this_folder, option, options_given, settings_of
from navalcore._cli.grammar import nearest
from navalcore._cli.output import print_note, progress_bar
from navalcore._cli.outputs import check_folder
from navalcore.components import counted
from navalcore.errors import BadData, BrokenPlugin, UnknownGame
from navalcore.rules import Game, discover

if TYPE_CHECKING:
    from navalcore.testing import CheckReport, FuzzReport


@dataclass(frozen=True)
class Played:
    """The match to be played."""

    scenario: common.ScenarioNames = None
    option: common.OptionPairs = None

    def scenarios_of(self, game: AnyGame) -> list[str]:
        """The ids of the scenarios that are named."""
        return [nearest(name, game.scenarios) for name in self.scenario or ()]

    def options_of(self, game: AnyGame) -> dict[str, str]:
        """The rule options."""
        return options_given(self.option, game)


@dataclass(frozen=True)
class Kit:
    """The tasks of the conformance kit."""

    matches: Annotated[int, common.how_many("-n --matches N", "Random matches to play; fewer take less time.")] = 20
    seed: Annotated[str, option("--seed N", "The same seed gives the same report.")] = "kit"
    only: Annotated[list[str] | None, option("--only CHECK", "Carry out this check; may be repeated.")] = None
    most: Annotated[
        int | None,
        option("--max-choices N", "How many choices a match may last; the game's own limit if left out.", min=1),
    ] = None
    failures: common.FailuresFolder = None
    save: Annotated[
        Path | None, option("--save FILE", "Check only the match of a save that leads up to a failure.")
    ] = None

    def report(self, game: AnyGame, played: Played) -> CheckReport:
        """The findings."""
        from navalcore.testing import CHECKS, check_game

        if self.failures is not None:
            check_folder(self.failures)
        with progress_bar(f"{game.id}: checks") as progress:
            return check_game(
                game,
                matches=self.matches,
                seed=self.seed,
                scenarios=played.scenarios_of(game) or None,
                options=played.options_of(game) or None,
                max_choices=self.most,
                only=[nearest(name, CHECKS) for name in self.only or ()] or None,
                again=self.save,
                saves_to=self.failures,
                progress=progress,
                on_failure=lambda failure: print_note(f"{failure.check} has failed: {failure.found}"),
            )


def check(
    context: typer.Context,
    game: common.GameOrModule,
    kit: Kit,
    played: Played,
    questions: Annotated[
        bool, option("--questions", "Play, and list the questions that never have a choice that matters.")
    ] = False,
    upgrade: Annotated[
        bool, option("--upgrade", "GAME is a plug-in's folder: list line by line what to change for this version.")
    ] = False,
    as_json: common.AsJson = False,
) -> None:
    """Put a game through the conformance kit.

    The exit status is 1 if it breaks a promise. Without --option every enumerable value of every option is played.

    Examples::

        navalcore check uboat_cards
        navalcore check my_game -n 100 --failures failures
        navalcore check my_game --only invariants --scenario storm --option clear_scope=opponent
        navalcore check my_game --save failures/my_game-01-invariants.jsonl
        navalcore check my_game --questions -n 50
        navalcore check --upgrade src/my_game
    """
    settings = settings_of(context)
    if upgrade:
        _list_changes(settings, Path(game), as_json)
    elif questions:
        _list_questions(settings, game, kit, played, as_json)
    elif kit.save is not None and (played.scenario or played.option):
        raise BadData("--save has the scenario and options in its file; leave --scenario and --option out")
    else:
        _conclude(settings, game, lambda found: kit.report(found, played), as_json)


def _list_questions(settings: Settings, game: str, kit: Kit, played: Played, as_json: bool) -> None:
    """Print how often each question had a choice that matters."""
    from navalcore.testing import questions_of

    found, *others = _games_of(settings, game)
    if others:
        raise BadData(f"module {game} offers {counted(len(others) + 1, 'game')}; name one: --plugin {game} check GAME")
    scenario = next(iter(played.scenarios_of(found)), None)
    options = played.options_of(found) or None
    kinds = questions_of(found, matches=kit.matches, seed=kit.seed, scenario=scenario, options=options)
    if as_json:
        told = [{**vars(kind), "doubts": kind.doubts} for kind in kinds]
        settings.out.document({"game": found.id, "matches": kit.matches, "questions": told})
        return
    for kind in kinds:
        settings.out.line(kind.line(kit.matches))


def _list_changes(settings: Settings, folder: Path, as_json: bool) -> None:
    """Print what a plug-in has to change; the exit status is 1 if there is something."""
    lines = list(to_change(folder))
    for line in () if as_json else lines:
        settings.out.line(line)
    said = f"{counted(len(lines), 'line')} to change; docs/upgrade.md gives the reasons."
    settings.out.done(as_json, {"changes": lines}, said)
    if lines:
        raise typer.Exit(1)


LONGEST = 1_000_000
"""Minutes that fuzz may take; more than a year."""


@dataclass(frozen=True)
class Search:
    """How faults are looked for."""

    minutes: Annotated[float | None, option("--minutes M", "How long to continue (2).", min=0.01, max=LONGEST)] = None
    matches: Annotated[int | None, common.how_many("-n --matches N", "Stop after N matches, if that is sooner.")] = None
    seed: Annotated[str | None, option("--seed N", "The same seed plays the same matches; fresh if left out.")] = None
    failures: common.FailuresFolder = Path("fuzz_findings")
    until: Annotated[
        str | None, option("--until NAME=N", "Leave a match when this figure of its state is N, such as turn=25.")
    ] = None
    first: Annotated[
        int, option("--first N", "With --seed: begin with match N, to continue where it stopped.", min=0)
    ] = 0
    closely: Annotated[int, option("--closely N", "Make the checks of the kit in one match of N.", min=1)] = 1

    def report(self, game: AnyGame, played: Played) -> FuzzReport:
        """The findings."""
        from navalcore.testing import StopAt, fuzz_game

        folder = self.failures or Path("fuzz_findings")
        check_folder(folder)
        seconds = 60 * (self.minutes or 2.0)
        with progress_bar(f"{game.id}: seconds", round(seconds)) as bar:
            return fuzz_game(
                game,
                seconds=seconds,
                matches=self.matches,
                seed=self.seed,
                scenarios=played.scenarios_of(game) or None,
                options=played.options_of(game),
                into=folder,
                first=self.first,
                closely=self.closely,
                until=StopAt.of(self.until) if self.until else None,
                progress=lambda report: bar(round(report.seconds)),
            )


def fuzz(
    context: typer.Context, game: common.GameOrModule, search: Search, played: Played, as_json: common.AsJson = False
) -> None:
    """Play a game at random and look for faults.

    Scenarios, options and the way of playing vary from match to match. Forks, undo, reseeds, saves and loads happen to
    every match at random moments; then it meets checks of the conformance kit, the game's invariants after every step.
    A fault is kept as the shortest save found that leads up to it. The exit status is 1 if there is one.

    With --closely the other matches are played through without the kit's checks, many times as fast.

    Examples::

        navalcore fuzz uboat_cards
        navalcore fuzz my_game --minutes 10 --failures faults
        navalcore fuzz my_game --seed 7 --matches 50 --scenario storm
        navalcore fuzz my_game --seed 7 --first 20000 -n 1000 --minutes 60 --closely 200
        navalcore check my_game --save faults/my_game-1f2e-01-plays.jsonl
    """
    if search.first and search.seed is None:
        raise BadData("--first names a match of a seed; give that --seed too")
    _conclude(settings_of(context), game, lambda found: search.report(found, played), as_json)


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
    """The game of that id, or the games of the module of that name, which may be in the current folder."""
    before = discover(settings.plugins)
    if name.partition(":")[0] in before.games:
        return [settings.game(name)]
    look_in_this_folder()
    plugins = (*settings.plugins, name)
    after = discover(plugins)
    for report in after.broken[len(before.broken) :]:
        if report.error.startswith("ModuleNotFoundError") and f"'{name}'" in report.error:
            if nearest(name.partition(":")[0], before.games) in before.games:
                return [settings.game(name)]
            raise UnknownGame(
                f"'{name}' is neither an installed game ({', '.join(sorted(before.games)) or 'there are none'}) "
                "nor a module that can be imported"
            )
        with suppress(UnknownGame):
            load(report.name, plugins)  # wrong data are told as such
        raise BrokenPlugin(str(report))
    offered = [game for game in after.games if game not in before.games]
    if not offered:
        raise BadData(f"module {name} offers no games beyond those installed; name one of its games instead")
    return [load(game, plugins) for game in offered]


METHODS: Final = ("initial_state", "sequence_of_play", "outcome", "view", "redeal", "invariants")
"""Methods of a game that were given the scenario and the options, which are terms now."""


def to_change(folder: Path) -> Iterator[str]:
    """A line for each place in a folder's Python files (BadData if it has none) that this version cannot follow."""
    if not folder.is_dir():
        raise BadData(f"{folder}: there is no such folder; name the folder of a plug-in's source")
    files = [each for each in sorted(folder.rglob("*.py")) if not any(part.startswith(".") for part in each.parts)]
    if not files:
        raise BadData(f"{folder}: has no Python files; name the folder of a plug-in's source")
    for file in files:
        try:
            tree = ast.parse(file.read_text(encoding="utf-8"), str(file))
        except (SyntaxError, ValueError) as error:
            yield f"{file}: cannot be read as Python: {error}"
            continue
        found = {(line, told) for node in ast.walk(tree) for line, told in _of(node)}
        yield from (f"{file}:{line}: {told}" for line, told in sorted(found))


def _of(node: ast.AST) -> Iterator[tuple[int, str]]:
    if isinstance(node, ast.ImportFrom) and node.level == 0 and _ours(node.module):
        for name in node.names:
            yield from _missing(node.lineno, str(node.module), name.name)
    elif isinstance(node, ast.Import):
        for name in node.names:
            yield from _missing(node.lineno, name.name) if _ours(name.name) else ()
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ("nc", "navalcore"):
        yield from _missing(node.lineno, "navalcore", node.attr)
    elif isinstance(node, ast.ClassDef):
        yield from _methods(node)


def _ours(module: str | None) -> bool:
    return module is not None and module.partition(".")[0] in ("navalcore", "navalcore_games", "games")


def _missing(line: int, module: str, name: str = "") -> Iterator[tuple[int, str]]:
    if any(part.startswith("_") for part in module.split(".")):
        yield line, f"{module} is private; import from navalcore, navalcore.rules or another door instead"
        return
    try:
        found = import_module(module)
        if name and name != "*" and not hasattr(found, name):
            import_module(f"{module}.{name}")
    except ImportError as error:
        told = str(error)
        try:
            getattr(import_module(module), name or "__name__")
        except (ImportError, AttributeError) as said:
            told = str(said)
        if told == f"No module named '{module}'" and module.count(".") > 1:
            told += f"; what it has comes from {'.'.join(module.split('.')[:2])}"
        yield line, told


def _methods(node: ast.ClassDef) -> Iterator[tuple[int, str]]:
    """Methods of a game that take what they are not given any more."""
    written = {each.name: each for each in node.body if isinstance(each, ast.FunctionDef) and each.name in METHODS}
    for name, method in written.items() if len(written) > 1 else ():
        takes = [each.arg for each in method.args.args]
        wanted = list(signature(getattr(Game, name)).parameters)
        if len(takes) != len(wanted) and method.args.vararg is None:
            yield method.lineno, f"{node.name}.{name} takes ({', '.join(takes)}); write ({', '.join(wanted)})"
