"""Reports: what the kit has found, in a form for people and for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from navalcore.errors import NavalCoreError
from navalcore.testing._reached import in_words
from navalcore.testing._trial import Placed, Trial

MANY = 8
"""The most procedures named of those that no match carried out; more are counted."""
FEW = 3
"""The most checks named that were not carried out for one reason; more are counted."""


@dataclass(frozen=True)
class Finding:
    """One promise that the game does not keep."""

    game: str
    """The game's id."""
    check: str
    """The check that found it."""
    expected: str
    """The result that was expected."""
    found: str
    """The result that was found instead."""
    scenario: str | None = None
    """The scenario of the match it was found in; None if it does not depend on a match."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The options of that match that differ from the default."""
    seed: str | None = None
    """The seed of its chance; None likewise."""
    decision: int | None = None
    """How many choices had been made."""
    choices: tuple[int, ...] = ()
    """The choices that lead there, as indices."""
    shrunk_from: int | None = None
    """How many choices led there before the match was shrunk; None if that was not tried."""
    save: Path | None = None
    """The save that leads there, if one was written."""

    @property
    def where(self) -> str:
        """Scenario, options, seed and decision."""
        if self.scenario is None:
            return "the game as a whole"
        options = ", ".join(f"{name}={value}" for name, value in self.options.items()) or "default"
        place = "" if self.decision is None else f", decision {self.decision}"
        return f"scenario {self.scenario}, options {options}, seed {self.seed}{place}"

    def to_json(self) -> dict[str, Any]:
        """The failure as JSON-ready data."""
        return {
            "check": self.check,
            "scenario": self.scenario,
            "options": None if self.scenario is None else dict(self.options),
            "seed": self.seed,
            "decision": self.decision,
            "expected": self.expected,
            "found": self.found,
            "shrunk_from": self.shrunk_from,
            "save": None if self.save is None else str(self.save),
        }

    def __str__(self) -> str:
        lines = [f"{self.check}: expected {self.expected}; found {self.found}", f"    in {self.where}"]
        if self.shrunk_from is not None and self.shrunk_from > len(self.choices):
            lines[1] += f" (shrunk from {self.shrunk_from} choices to {len(self.choices)})"
        if self.save is not None and self.check == "stress":
            lines.append(f"    see what came before: navalcore replay {self.save} --narrate")
        elif self.save is not None and self.scenario is not None:
            lines.append(f"    see it again: navalcore check {self.game} --save {self.save}")
        return "\n".join(lines)


@dataclass(frozen=True)
class TrialFinding(Finding):
    """The finding of a trial."""

    trial: Trial = field(kw_only=True)
    """The trial."""

    @classmethod
    def of(
        cls, check: str, trial: Trial, expected: str, found: str, choices: tuple[int, ...] | None = None
    ) -> TrialFinding:
        """The finding of a check in a trial, after these choices; None: it was not said after which."""
        return cls(
            trial.game.id,
            check,
            expected,
            found,
            trial.scenario,
            trial.options,
            trial.seed,
            None if choices is None else len(choices),
            choices or (),
            trial=trial,
        )

    def with_save(self, path: Path) -> TrialFinding:
        """The failure with a save that leads up to it, if it can be reached again."""
        if self.decision is None:
            return self
        try:
            match = self.trial.after(self.choices)
        except NavalCoreError:
            return self
        path.parent.mkdir(parents=True, exist_ok=True)
        match.save(path)
        return replace(self, save=path)


@dataclass
class Coverage:
    """The coverage of the random matches: information, not a verdict."""

    steps: Counter[str] = field(default_factory=Counter)
    """How often each step of the sequence of play was carried out."""
    unreached: list[str] = field(default_factory=list)
    """Steps that no match reached."""
    rules: Counter[str] = field(default_factory=Counter)
    """How often each section asked for a choice."""
    endings: Counter[str] = field(default_factory=Counter)
    """How the matches ended."""
    endings_of_bots: Counter[str] = field(default_factory=Counter)
    """How those ended that the game's own bots played, as far as they were played to the end."""
    options: dict[str, Counter[str]] = field(default_factory=dict)
    """The values each option was played with."""
    choices: int = 0
    """Choices made in all."""
    offered: Counter[str] = field(default_factory=Counter)
    """How often options of each kind were offered, as far as the kit has looked."""
    placed: Counter[str] = field(default_factory=Counter)
    """How often they named a place."""
    rules_unreached: list[str] = field(default_factory=list)
    """Procedures that no match carried out, each with its sections."""
    lines_unreached: dict[str, list[int]] = field(default_factory=dict)
    """By file, the lines of the other procedures that no match reached."""
    filters_unused: list[str] = field(default_factory=list)
    """Kinds that a variant filters, and that no decision of the matches had."""
    options_unread: list[str] = field(default_factory=list)
    """Optional rules that no code of the game names."""


@dataclass
class CheckReport:
    """The verdict on one game."""

    game: str
    """The game's id."""
    matches: int = 0
    """How many random matches were played."""
    ran: dict[str, int] = field(default_factory=dict)
    """In how many matches each check was carried out."""
    failures: list[Finding] = field(default_factory=list)
    """The promises not kept."""
    skipped: dict[str, str] = field(default_factory=dict)
    """Checks that were not carried out, and why."""
    coverage: Coverage = field(default_factory=Coverage)
    """The parts of the game that the matches met."""
    harmless: dict[str, str] = field(default_factory=dict)
    """Fields of the state that some role is neither shown nor has redealt, by the game's own word."""
    endless: str = ""
    """Why a match may last for ever, by the game's own word."""

    @property
    def ok(self) -> bool:
        """Whether every check that was carried out passed."""
        return not self.failures

    @property
    def failed(self) -> list[str]:
        """The checks that failed, in order."""
        return list(dict.fromkeys(failure.check for failure in self.failures))

    def to_json(self) -> dict[str, Any]:
        """The report as JSON-ready data."""
        covered = self.coverage
        return {
            "game": self.game,
            "ok": self.ok,
            "matches": self.matches,
            "checks": {name: name not in self.failed for name in self.ran},
            "failures": [failure.to_json() for failure in self.failures],
            "skipped": dict(self.skipped),
            "harmless": dict(self.harmless),
            "coverage": {
                **{name: dict(getattr(covered, name)) for name in ("steps", "rules", "endings", "endings_of_bots")},
                "unreached": list(covered.unreached),
                "options": {name: dict(values) for name, values in covered.options.items()},
                "choices": covered.choices,
                "rules_unreached": list(covered.rules_unreached),
                "lines_unreached": dict(covered.lines_unreached),
                "filters_unused": list(covered.filters_unused),
                "options_unread": list(covered.options_unread),
                "places": {
                    "offered": covered.offered.total(),
                    "placed": covered.placed.total(),
                    "kinds_without": Placed(covered.offered, covered.placed).acts,
                },
            },
        }

    def text(self) -> str:
        """The report for people."""
        verdict = "keeps every promise checked" if self.ok else f"fails {', '.join(self.failed)}"
        lines = [f"{self.game} {verdict} ({self.matches} matches, {self.coverage.choices} choices)", ""]
        lines += [f"  {'FAILED' if name in self.failed else 'ok':6}  {name}" for name in self.ran]
        for why in dict.fromkeys(self.skipped.values()):
            names = [name for name, because in self.skipped.items() if because == why]
            what = ", ".join(names) if len(names) <= FEW else f"{len(names)} checks"
            lines.append(f"  {'-':6}  {what}: not carried out, {why}")
        for failure in self.failures:
            lines += ["", *str(failure).splitlines()]
        lines += ["", *self._coverage_lines()]
        return "\n".join(lines)

    def _coverage_lines(self) -> list[str]:
        covered = self.coverage
        lines = [f"endings met: {listed(covered.endings)}", f"steps reached: {listed(covered.steps)}"]
        if covered.endings_of_bots:
            lines.insert(1, f"endings met by bots: {listed(covered.endings_of_bots)}")
        if covered.rules_unreached:
            shown, more = covered.rules_unreached[:MANY], len(covered.rules_unreached) - MANY
            lines.append(f"rules no match carried out: {'; '.join(shown)}{f' and {more} more' if more > 0 else ''}")
        if covered.lines_unreached:
            lines.append(f"lines of other rules no match reached: {in_words(covered.lines_unreached)}")
        if covered.filters_unused:
            lines.append(f"filtered, and no decision was of this kind: {', '.join(covered.filters_unused)}")
        if covered.unreached:
            lines.append(f"steps no match reached: {', '.join(covered.unreached)}")
        lines += [f"option {name}: {listed(values)}" for name, values in covered.options.items()]
        lines += [
            f"option {name}: no code of the game names it, so what does it change?" for name in covered.options_unread
        ]
        reasons: dict[str, list[str]] = {}
        for name, reason in self.harmless.items():
            reasons.setdefault(reason, []).append(name)
        lines += [f"hidden and harmless: {', '.join(names)} ({reason})" for reason, names in reasons.items()]
        if self.endless:
            lines.append(f"a match may last for ever: {self.endless}")
        if covered.offered:
            lines.append(f"options with a place: {Placed(covered.offered, covered.placed)}")
        return lines

    def write_saves(self, folder: str | Path) -> None:
        """Write a save that leads up to each failure into ``folder`` (made if need be).

        A failure that does not depend on a match, or that cannot be reached again, has none.

        Raises:
            BadData: a file cannot be written.
        """
        self.failures = [
            failure.with_save(Path(folder) / f"{self.game}-{number:02}-{failure.check}.jsonl")
            if isinstance(failure, TrialFinding)
            else failure
            for number, failure in enumerate(self.failures, start=1)
        ]

    def __str__(self) -> str:
        return self.text()


def listed(counts: Mapping[str, int]) -> str:
    """Counts by name in one line."""
    return ", ".join(f"{name} ({count})" for name, count in counts.items()) or "none"
