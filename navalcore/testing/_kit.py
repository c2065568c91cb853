"""The conformance kit: random matches of a game, looked at by every check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from navalcore._match.installed import load as installed_game
from navalcore._match.match import AnyGame, Game
from navalcore._play.setup import seed_text
from navalcore._plugins.discovery import discover
from navalcore._rules.replacing import filtered_kinds
from navalcore._rules.views import harmless_in
from navalcore._saves.entries import ChoiceEntry
from navalcore._saves.files import read_save
from navalcore.errors import BadData, UnknownName
from navalcore.testing._reached import Lines, options_unread, unreached
from navalcore.testing._registry import REGISTERED, ConformanceCheck
from navalcore.testing._report import CheckReport, Coverage, Finding, TrialFinding
from navalcore.testing._settings import WHOLE_DATA, data_problems, make_trials, option_values
from navalcore.testing._shrink import shrink
from navalcore.testing._trial import LOOKED_AT, PLAYED_AGAIN, NotCarriedOut, Playthrough, Trial

for _module in (
    "play", "data", "chance", "hidden", "secrets", "unseen", "redeals", "house", "code", "boards", "lessons",
):  # fmt: skip
    _loaded = import_module(f"navalcore.testing._checks_{_module}")
    # a module that somebody imported earlier has its place here all the same
    REGISTERED.update(
        {
            name: REGISTERED.pop(name)
            for name, check in list(REGISTERED.items())
            if check.run.__module__ == _loaded.__name__
        }
    )

CHECKS: Final[Mapping[str, str]] = {check.name: check.proves for check in REGISTERED.values()}
"""Every check by name, with the promise it proves, in the order in which they are carried out."""

SAME: Final = "same_seed_same_match"
"""The check that must pass before others mean anything."""
NOT_THE_SAME = "as the match is not the same when it is played again"
DATA = "data_is_whole"
"""The check that is made before any match: without whole data none is played."""
FIRST = "plays"
"""The check that goes first; a match that cannot be played is not looked at any further."""
ENDS: Final = ("ends", "ends_however_it_is_played")
"""The checks that play a match as long as it may last: one match without an end is enough."""
ENDLESS = "as a match did not end"
CAUSES: Final = ("views_hide_what_is_hidden", "states_survive_json", SAME, ENDS[0], FIRST)
"""The checks that name what much else comes from, the first of them last."""
FAILURES_OF_A_CHECK = 3
"""After so many failures a check is not carried out again, as more of the same would be no help."""


def find_game(game: AnyGame | type[AnyGame] | str) -> AnyGame:
    """The game itself, from a class, an installed id (``game`` or ``game:variant``), or ``package.module:ClassName``.

    Raises:
        UnknownGame, UnknownName: no such id or variant is installed.
        BadData: the module or class cannot be found.
    """
    if isinstance(game, Game):
        return game
    if isinstance(game, type):
        return game()
    module, colon, name = game.partition(":")
    if not colon or module in discover().games:
        return installed_game(game)
    try:
        made: AnyGame = getattr(import_module(module), name)()
    except (ImportError, AttributeError) as error:
        raise BadData(f"{game}: {error}; write package.module:ClassName") from None
    return made


def check_game(
    game: AnyGame | type[AnyGame] | str,
    *,
    matches: int = 20,
    seed: str = "kit",
    scenarios: Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
    max_choices: int | None = None,
    only: Sequence[str] | None = None,
    again: str | Path | None = None,
    patience: float | None = None,
    shrinking: bool = True,
    saves_to: str | Path | None = None,
    progress: Callable[[int, int], None] | None = None,
    on_failure: Callable[[Finding], None] | None = None,
) -> CheckReport:
    """Look whether a game keeps every promise that the engine, bots and front ends rely on.

    Args:
        game: the game, its class, its id, or ``package.module:ClassName``.
        matches: random matches to play; more if it takes more to meet every scenario and every value of an option.
            They are chosen so that, with enough of them, any two of these values meet.
        seed: the same seed, the same report.
        scenarios: those to play; all of them if left out.
        options: those to play with; if left out the defaults and every enumerable value of every option.
        max_choices: how many choices a random match may last; the game's ``longest_match`` if left out.
        only: the names of the checks to carry out (see :data:`navalcore.testing.CHECKS`).
        again: a save written for a failure: this match is looked at, and no other.
        patience: seconds of processor time. A check in one match must come back, or its match make a choice, within
            them, or the rules are taken to run in a circle. If left out, what the game says (``Game.kit_patience``).
        shrinking: whether the match of the first failure of each check is made as short and plain as possible.
        saves_to: a folder for saves that lead up to the failures.
        progress: called with the checks done and the checks in all.
        on_failure: called with each failure as soon as it is found, before its match is made shorter.

    Raises:
        UnknownName: no such check or scenario.
        BadData: no such option, fewer than one match, no seed, or a save that does not fit.
    """
    found, seed = find_game(game), seed_text(seed)
    checks = _checks(only)
    if matches < 1:
        raise BadData(f"at least one match is needed, not {matches}")
    if DATA in {check.name for check in checks} and (problems := data_problems(found)):
        return _not_whole(found, checks, problems)
    limit = max_choices if max_choices is not None else found.longest_match
    again_only = [] if again is None else [trial_of(again, found, limit)]
    trials = again_only or make_trials(found, matches, seed, scenarios, options, limit)
    time = found.kit_patience if patience is None else patience
    report = CheckReport(found.id, len(trials), harmless=harmless_in(found.state_class), endless=found.endless)
    _Looks(report, checks, trials, time, shrinking and not again_only, progress, on_failure).look()
    if saves_to is not None:
        report.write_saves(saves_to)
    return report


def _checks(only: Sequence[str] | None) -> list[ConformanceCheck]:
    """The checks to carry out, those first without which others mean nothing."""
    for name in only or ():
        if name not in CHECKS:
            raise UnknownName(f"the kit has no check '{name}'; it has {', '.join(CHECKS)}")
    chosen = [check for check in REGISTERED.values() if only is None or check.name in only or check.name == FIRST]
    return sorted(chosen, key=lambda check: -CAUSES.index(check.name) if check.name in CAUSES else 1)


def _not_whole(game: AnyGame, checks: Sequence[ConformanceCheck], problems: Sequence[str]) -> CheckReport:
    """The report on a game whose data is not whole: no match of it is played."""
    return CheckReport(
        game.id,
        ran={DATA: 1},
        failures=[Finding(game.id, DATA, WHOLE_DATA, problem) for problem in problems],
        skipped={check.name: "as the data is not whole" for check in checks if check.name != DATA},
        harmless=harmless_in(game.state_class),
    )


def trial_of(path: str | Path, game: AnyGame, max_choices: int) -> Trial:
    """The match of a save as a trial, even if the rules have changed since it was written."""
    save = read_save(path)
    header = save.header
    if header.game != game.id:
        raise BadData(f"{path}: is a match of {header.game}, not of {game.id}")
    if header.seed is None or header.chance != "seeded":
        raise BadData(f"{path}: holds no match played from a seed; give a save that the kit or fuzz has written")
    game.scenario(header.scenario)
    defaults = game.parse_options().model_dump(mode="json")
    options = {name: value for name, value in header.options.items() if value != defaults.get(name, value)}
    game.parse_options(header.options)
    script = tuple(entry.pick for entry in save.entries if isinstance(entry, ChoiceEntry))
    return Trial(game, 0, header.scenario, options, header.seed, max_choices, script)


@dataclass
class Met:
    """Gathers what trials met into the coverage of a report."""

    covered: Coverage
    lines: Lines = field(default_factory=dict)
    kinds: Counter[str] = field(default_factory=Counter)

    def note(self, trial: Trial) -> None:
        """Take note of a trial that was looked at; its match is then let go."""
        played: Playthrough | None = trial.__dict__.pop("played", None)
        if played is None:
            return
        covered = self.covered
        covered.steps += played.steps
        covered.rules += played.rules
        covered.choices += len(played.choices)
        covered.offered += trial.placed.offered
        covered.placed += trial.placed.placed
        covered.endings_of_bots += trial.ended_by_bots
        covered.endings[played.ending if played.ended else "(none)"] += 1
        self.kinds += played.kinds
        for file, reached in played.lines.items():
            self.lines.setdefault(file, set()).update(reached)

    def finish(self, trials: Sequence[Trial]) -> None:
        """Say what none of the trials met."""
        game = trials[0].game
        self.covered.rules_unreached, self.covered.lines_unreached = unreached(game, self.lines)
        self.covered.options_unread = options_unread(game)
        self.covered.filters_unused = sorted(each for each in filtered_kinds(game.variants) if not self.kinds[each])
        self._order_steps(game, trials)

    def _order_steps(self, game: AnyGame, trials: Sequence[Trial]) -> None:
        covered = self.covered
        names: dict[str, None] = {}
        for trial in trials:
            terms = game.terms(trial.scenario, trial.options)
            steps = [step.name for step in game.sequence_of_play(terms)]
            names |= dict.fromkeys(steps)
            covered.steps[steps[0]] += covered.steps.pop("(first)", 0)
            for name in option_values(game):
                value = getattr(terms.options, name)
                covered.options.setdefault(name, Counter())[str(value)] += 1
        covered.unreached = [name for name in names if not covered.steps[name]]
        covered.steps = Counter({name: covered.steps[name] for name in names if covered.steps[name]})


@dataclass
class _Looks:
    """The checks of all trials, one after another."""

    report: CheckReport
    checks: Sequence[ConformanceCheck]
    trials: Sequence[Trial]
    patience: float
    shrinking: bool
    progress: Callable[[int, int], None] | None
    on_failure: Callable[[Finding], None] | None
    parted: bool = False
    """Whether a match is not the same when it is played again; then no other check means anything."""
    played_twice: bool = False
    """Whether that has been looked into for the trial under way, or is not to be."""

    def look(self) -> None:
        """Carry out every check in every trial, and note what the matches met."""
        met = Met(self.report.coverage)
        for number, each in enumerate(self.trials):
            trial = self._look_at(each, number * len(self.checks))
            if self.parted:
                left = [check.name for check in self.checks if check.name not in (FIRST, SAME)]
                self.report.skipped = dict.fromkeys(left, NOT_THE_SAME)
                break
            met.note(trial)
        met.finish(self.trials)

    def _look_at(self, trial: Trial, done: int) -> Trial:
        """Carry out every check until the match is not the same twice; long ones are cut once one has not ended."""
        self.played_twice = REGISTERED[SAME] not in self.checks
        for number, check in enumerate(self.checks, start=1):
            if self._unending(ENDS[0]) and trial.max_choices > LOOKED_AT:
                trial = _no_longer_than_looked_at(trial)
            self._carry_out(check, trial)
            if self.progress is not None:
                self.progress(done + number, len(self.trials) * len(self.checks))
            if self.parted:
                break
        return trial

    def _unending(self, name: str) -> bool:
        """Whether a check of the ends of matches has found one without, too long to play more like it."""
        return any(each.check == name and len(each.choices or ()) > LOOKED_AT for each in self.report.failures)

    def _carry_out(self, check: ConformanceCheck, trial: Trial) -> None:
        """One check, unless it has failed often enough or the match cannot be played."""
        report = self.report
        if check.trials is not None and trial.number >= check.trials:
            return
        if check.name in ENDS and (self._unending(check.name) or self._unending(ENDS[0])):
            if check.name not in report.ran:
                report.skipped[check.name] = ENDLESS
            return
        played = trial.__dict__.get("played")
        if check.name != FIRST and (played is None or (played.error is not None and check.name != SAME)):
            if check.name not in report.ran:
                report.skipped[check.name] = "as the match cannot be played"
            return
        failed = sum(failure.check == check.name for failure in report.failures)
        if failed >= FAILURES_OF_A_CHECK:
            return
        report.skipped.pop(check.name, None)
        report.ran[check.name] = report.ran.get(check.name, 0) + 1
        try:
            failure = check.finding(trial, self.patience)
        except NotCarriedOut as why:
            del report.ran[check.name]
            report.skipped[check.name] = str(why)
            return
        if failure is None:
            return
        if check.name == ENDS[0] and trial.max_choices > LOOKED_AT:
            trial = _no_longer_than_looked_at(trial)
        if check.name != SAME and (cause := self._cause(trial)) is not None:
            check, failure = REGISTERED[SAME], cause
        if check.name == SAME:
            self.parted = True
            report.failures.clear()
        if self.on_failure is not None:
            self.on_failure(failure)
        report.failures.append(
            shrink(failure, check, self.patience) if self.shrinking and not failed and not self.parted else failure
        )

    def _cause(self, trial: Trial) -> TrialFinding | None:
        """That the match is not the same twice, if that is what another failure comes from."""
        if self.played_twice or trial.__dict__.get("played") is None:
            return None
        self.played_twice = True
        found = (REGISTERED[SAME].finding(trial, self.patience) for _ in range(PLAYED_AGAIN))
        return next(filter(None, found), None)


def _no_longer_than_looked_at(trial: Trial) -> Trial:
    """The same match, stopped where the checks look at it closely no more."""
    short = replace(trial, max_choices=LOOKED_AT)
    short.__dict__["played"] = short.play()
    return short
