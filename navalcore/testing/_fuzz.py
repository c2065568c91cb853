"""Fuzz: random play over scenarios and options for any length of time, looking for faults."""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from navalcore._match.match import AnyGame
from navalcore._play.setup import seed_text
from navalcore._rulebook.model import Rulebook, Section
from navalcore.components._events import Event
from navalcore.errors import BadData
from navalcore.testing._kit import FIRST, find_game
from navalcore.testing._reached import sections_reached
from navalcore.testing._registry import REGISTERED, ConformanceCheck
from navalcore.testing._report import Finding, TrialFinding, listed
from navalcore.testing._settings import Setting, random_setting
from navalcore.testing._shrink import same_fault, shrink
from navalcore.testing._stress import STRESS, StopAt, StressRun
from navalcore.testing._trial import Mood, NotCarriedOut, Trial

ALWAYS: Final = (FIRST, "ends", "invariants", "outcome")
"""The checks of every match; of the others, as far as the match makes a difference to them, each meets one in turn."""
RANDOM: Final[tuple[Mood, ...]] = ("random",)
MANY_MOODS: Final[tuple[Mood, ...]] = (*RANDOM * 22, "bots", "last", "first")
"""How matches are played of which only a few are looked at closely: quickly, for the most part."""
MOODS: Final[tuple[Mood, ...]] = ("random", "random", "bots", "last", "first")
TRACED_ONE_IN: Final = 4
"""Of so many matches one is traced for the procedures it carries out."""
PROMISING_KEPT: Final = 20
STUBBORN_CHOICES: Final = 5_000
"""How long a match by first or last options lasts: two who always pass may continue for ever, so it need not end."""


@dataclass
class FuzzReport:
    """The findings of fuzz."""

    game: str
    """The game's id."""
    seed: str
    """The seed of it all: the same seed plays the same matches in the same order."""
    binding: int = 0
    """How many sections of the rule book bind the game."""
    seconds: float = 0.0
    """How long it took."""
    matches: int = 0
    """Matches played."""
    choices: int = 0
    """Choices made in them."""
    findings: list[Finding] = field(default_factory=list)
    """Each fault found once, its match as short as shrinking could make it."""
    times: list[int] = field(default_factory=list)
    """How often each of the findings was met."""
    checks: Counter[str] = field(default_factory=Counter)
    """How often each check was carried out."""
    endings: Counter[str] = field(default_factory=Counter)
    """How the matches ended."""
    moods: Counter[str] = field(default_factory=Counter)
    """How the choices were made."""
    steps: Counter[str] = field(default_factory=Counter)
    """How often each step of the sequence of play was carried out."""
    happened: Counter[str] = field(default_factory=Counter)
    """How often each thing has happened to the matches: forks, undo, saves, ..."""
    missing: list[tuple[str, str]] = field(default_factory=list)
    """The binding sections that nothing reached: number and title."""

    @property
    def ok(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    def to_json(self) -> dict[str, Any]:
        """The report as JSON-ready data."""
        found = zip(self.findings, self.times, strict=True)
        return {
            "game": self.game,
            "ok": self.ok,
            "seed": self.seed,
            "seconds": round(self.seconds, 1),
            "matches": self.matches,
            "choices": self.choices,
            "choices_per_second": self._speed,
            "findings": [{**failure.to_json(), "times": times} for failure, times in found],
            **{name: dict(getattr(self, name)) for name in ("checks", "endings", "moods", "steps", "happened")},
            "sections": {
                "binding": self.binding,
                "reached": self.binding - len(self.missing),
                "missing": [{"number": number, "title": title} for number, title in self.missing],
            },
        }

    @property
    def _speed(self) -> int:
        return round(self.choices / self.seconds) if self.seconds else 0

    def text(self) -> str:
        """The report for people."""
        found = "found nothing" if self.ok else f"found {len(self.findings)} faults"
        lines = [
            f"fuzz of {self.game} {found} in {self.matches} matches and {self.choices} choices "
            f"({self.seconds:.0f} s, {self._speed} choices a second with all checks; seed {self.seed})"
        ]
        for failure, times in zip(self.findings, self.times, strict=True):
            lines += ["", *str(failure).splitlines(), f"    met {times} times" if times > 1 else "    met once"]
        lines += ["", f"endings met: {listed(self.endings)}", f"played by: {listed(self.moods)}"]
        lines.append(f"what happened to the matches: {listed(self.happened)}")
        reached = self.binding - len(self.missing)
        lines.append(f"sections of the rule book reached: {reached} of {self.binding}")
        lines += [f"  not reached: {number} {title}" for number, title in self.missing]
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()


def fuzz_game(
    game: AnyGame | type[AnyGame] | str,
    *,
    seconds: float = 120.0,
    matches: int | None = None,
    seed: str | None = None,
    scenarios: Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
    into: str | Path | None = None,
    patience: float | None = None,
    first: int = 0,
    closely: int = 1,
    until: StopAt | None = None,
    progress: Callable[[FuzzReport], None] | None = None,
) -> FuzzReport:
    """Play a game at random, over its scenarios and options, and look at every match with the checks of the kit.

    Every match is put under stress first: forks, undo, reseeds, saves and loads happen to it at random moments. In the
    end it must be where a straight run is. Then it is played again for the checks, and the invariants are asked
    after every step. Some matches are played at random, others mostly by the game's own bots or mostly by the first or
    last option. Settings that reached new sections of the rule book are played more often.

    Args:
        game: the game, its class, its id, or ``package.module:ClassName``.
        seconds: how long to continue; the match under way is looked at to its end.
        matches: stop after so many matches, if that is sooner.
        seed: of it all; a fresh one if left out.
        scenarios: those to play; all of them if left out.
        options: options that stay as they are given.
        into: a folder for saves that lead up to the findings.
        patience: seconds in which a check in one match must come back, or its match make a choice, before the rules are
            taken to run in a circle. If left out, what the game says.
        first: the number of the first match.
        closely: of so many matches one is played again for the checks of the kit. Where that is more than 1, a match
            depends on the seed and its number alone, not on those played before it.
        until: leave every match when a number of its state has come so far; the checks of the kit are not made then.
        progress: called after every match.

    Raises:
        UnknownName: no such scenario.
        BadData: no such option, no time to play in, or no such number in the state.
    """
    found = find_game(game)
    if seconds <= 0 or (matches is not None and matches < 1) or closely < 1 or first < 0:
        raise BadData("fuzz needs some time and at least one match")
    _check_setting(found, scenarios or (), options or {}, until)
    seed, folder = seed_text(secrets.token_hex(4) if seed is None else seed), None if into is None else Path(into)
    fuzz = _Fuzz(
        found, seed, list(scenarios or found.scenarios), options or {}, folder, patience or found.kit_patience, first,
        closely, until,
    )  # fmt: skip
    begun = time.monotonic()
    while fuzz.report.matches != matches and time.monotonic() - begun < seconds:
        fuzz.play_one()
        fuzz.report.seconds = time.monotonic() - begun
        if progress is not None:
            progress(fuzz.report)
    return fuzz.report


def _check_setting(game: AnyGame, scenarios: Sequence[str], options: Mapping[str, Any], until: StopAt | None) -> None:
    """Refuse a scenario, an option or a number of the state that the game does not have."""
    if until is not None and until.field not in {each.name for each in fields(game.state_class)}:
        raise BadData(f"the state of {game.id} has no number '{until.field}'")
    for name in scenarios:
        game.scenario(name)
    game.parse_options(options)


@dataclass
class _Fuzz:
    """The matches of one call of :func:`fuzz_game`, one after another."""

    game: AnyGame
    seed: str
    scenarios: Sequence[str]
    options: Mapping[str, Any]
    into: Path | None
    patience: float
    first: int
    closely: int
    until: StopAt | None

    def __post_init__(self) -> None:
        self.reached = Reached(self.game.rulebook)
        self.report = FuzzReport(self.game.id, self.seed, len(self.reached.missing))
        others = [check for name, check in REGISTERED.items() if name not in ALWAYS]
        self.others = [check for check in others if check.shrinks or check.name == "bots"]
        self.promising: list[tuple[Setting, Mood]] = []

    def play_one(self) -> None:
        """Put the next match under stress and, if it is its turn, carry out its checks before."""
        number = self.first + self.report.matches
        trial = self._trial(number)
        looked = self.until is None and number % self.closely == 0
        if not (looked and self._fails(trial, number // self.closely)):
            stressed, failure = self._stress(trial)
            # What shows without anything having happened to the match is shown so: it can be shrunk then.
            if failure is not None and (self.until is not None or looked or not self._fails(trial, number)):
                self._note(failure, STRESS, stressed)
        self._note_coverage(trial)

    def _stress(self, trial: Trial) -> tuple[StressRun | None, TrialFinding | None]:
        """Let everything happen to the match."""
        runs: list[StressRun] = []

        def run(trial: Trial) -> None:
            runs.append(StressRun(trial, self.until))
            runs[0].run()

        self.report.checks[STRESS.name] += 1
        failure = replace(STRESS, run=run).finding(trial, self.patience)
        for stressed in runs:
            self.report.choices += stressed.choices
            self.report.happened += stressed.happened
        return runs[0] if runs else None, failure

    def _fails(self, trial: Trial, number: int) -> bool:
        """Play the match for the checks of the kit; whether one of those that all matches meet fails."""
        before, failed = len(self.reached.numbers), False
        first = replace(REGISTERED[FIRST], run=self._played_with_ears)
        checks = [first, *(REGISTERED[name] for name in ALWAYS[1:]), self.others[number % len(self.others)]]
        for check in checks:
            if check.name == "ends" and trial.mood in ("first", "last"):
                continue
            self.report.checks[check.name] += 1
            try:
                failure = check.finding(trial, self.patience)
            except NotCarriedOut:
                continue
            if failure is not None:
                self._note(failure, REGISTERED[check.name])
                failed = failed or check.name in ALWAYS
                if check.name == FIRST:
                    break
        if len(self.reached.numbers) > before:
            self.promising = [*self.promising, ((trial.scenario, trial.options), trial.mood)][-PROMISING_KEPT:]
        return failed

    def _trial(self, number: int) -> Trial:
        seed = f"{self.report.seed}-{number}"
        chance = Trial(self.game, number, "", {}, seed, 0).stream("setting")
        setting = random_setting(self.game, chance, self.scenarios, self.options)
        moods = MOODS if self.closely == 1 else MANY_MOODS
        mood = moods[chance.below(len(moods))]
        if self.closely == 1 and self.promising and chance.below(2):
            setting, mood = self.promising[chance.below(len(self.promising))]
        longest = self.game.longest_match
        limit = min(longest, STUBBORN_CHOICES) if mood in ("first", "last") else longest
        return Trial(self.game, number, *setting, seed, limit, mood=mood)

    def _played_with_ears(self, trial: Trial) -> None:
        """The first check, with the match played in one of three ways: traced, listened to, or left alone."""
        if trial.number % TRACED_ONE_IN == 0:
            self.reached.numbers |= sections_reached(self.game, trial.played.lines)
        else:
            trial.__dict__["played"] = trial.play(self.reached.hear if trial.number % 2 else None)
        REGISTERED[FIRST].run(trial)

    def _note(self, failure: TrialFinding, check: ConformanceCheck, stressed: StressRun | None = None) -> None:
        for number, known in enumerate(self.report.findings):
            if same_fault(known, failure):
                self.report.times[number] += 1
                return
        found = shrink(failure, check, self.patience)
        if self.into is not None:
            seed = quote(self.report.seed, safe=" ")  # it may have any letters, and names a file here
            name = f"{self.game.id}-{seed}-{len(self.report.findings) + 1:02}-{check.name}.jsonl"
            path = self.into / name
            found = found.with_save(path) if stressed is None else _write_match(found, stressed, path)
        self.report.findings.append(found)
        self.report.times.append(1)

    def _note_coverage(self, trial: Trial) -> None:
        report = self.report
        report.matches += 1
        report.moods[trial.mood] += 1
        played = trial.__dict__.get("played")
        if played is not None:
            report.choices += len(played.choices)
            report.endings[played.ending if played.ended else "(none)"] += 1
            report.steps += played.steps
            self.reached.numbers |= set(played.rules)
        report.missing = [(section.number, section.title) for section in self.reached.missing]


def _write_match(failure: TrialFinding, stressed: StressRun, path: Path) -> TrialFinding:
    """The failure with a save of the match as it was when it was found, if it can be saved."""
    try:
        text = stressed.match.dumps()
    except Exception:
        return failure
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return replace(failure, save=path)


class Reached:
    """The sections of a rule book that matches have come to, by number."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.numbers: set[str] = set()

    def hear(self, event: Event) -> None:
        """Note the section an event follows."""
        self.numbers.add(event.rule)

    @property
    def missing(self) -> list[Section]:
        """The binding sections that were not reached, in the order of the rule book."""
        return [s for s in self.rulebook.sections if s.binding and s.number not in self.numbers]
