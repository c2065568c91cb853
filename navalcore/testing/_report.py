"""Reports: what the kit has found, in a form for people and for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from navalcore.errors import NavalCoreError
from navalcore.testing._places import Placed
from navalcore.testing._trial import Trial

FEW = 3
"""So many checks that were not carried out for one reason are named; more are counted."""


@dataclass(frozen=True)
class Finding:
    """One promise that the game does not keep."""

    check: str
    """The check that found it."""
    trial: Trial | None
    """The match it was found in; None if it does not depend on a match."""
    decision: int | None
    """How many choices had been made."""
    expected: str
    """What was expected."""
    found: str
    """What was found instead."""
    choices: tuple[int, ...] = ()
    """The choices that lead there, as indices."""
    shrunk_from: int | None = None
    """How many choices led there before the match was shrunk; None if that was not tried."""
    save: Path | None = None
    """The save that leads there, if one was written."""

    @property
    def where(self) -> str:
        """Scenario, options, seed and decision."""
        if self.trial is None:
            return "the game as a whole"
        options = ", ".join(f"{name}={value}" for name, value in self.trial.options.items()) or "default"
        place = "" if self.decision is None else f", decision {self.decision}"
        return f"scenario {self.trial.scenario}, options {options}, seed {self.trial.seed}{place}"

    def to_json(self) -> dict[str, Any]:
        """The failure as JSON-ready data."""
        trial = self.trial
        return {
            "check": self.check,
            "scenario": trial.scenario if trial else None,
            "options": dict(trial.options) if trial else None,
            "seed": trial.seed if trial else None,
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
        elif self.save is not None and self.trial is not None:
            lines.append(f"    see it again: navalcore check {self.trial.game.id} --again {self.save}")
        return "\n".join(lines)

    def write_save(self, path: Path) -> Finding:
        """The failure with a save that leads up to it, if it depends on a match and can be reached again.

        Raises:
            BadData: the file cannot be written.
        """
        if self.trial is None or self.decision is None:
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
    """What the random matches met: information, not a verdict."""

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
    places: Placed = field(default_factory=Placed)
    """How many of the options that were looked at name a place."""


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
    """What the matches met."""
    harmless: dict[str, str] = field(default_factory=dict)
    """Fields of the state that some role is neither shown nor has redealt, by the game's own word."""

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
                "steps": dict(covered.steps),
                "unreached": list(covered.unreached),
                "rules": dict(covered.rules),
                "endings": dict(covered.endings),
                "endings_of_bots": dict(covered.endings_of_bots),
                "options": {name: dict(values) for name, values in covered.options.items()},
                "choices": covered.choices,
                "places": {
                    "offered": covered.places.offered.total(),
                    "placed": covered.places.placed.total(),
                    "kinds_without": covered.places.acts,
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
        if covered.unreached:
            lines.append(f"steps no match reached: {', '.join(covered.unreached)}")
        lines += [f"option {name}: {listed(values)}" for name, values in covered.options.items()]
        reasons: dict[str, list[str]] = {}
        for name, reason in self.harmless.items():
            reasons.setdefault(reason, []).append(name)
        lines += [f"hidden and harmless: {', '.join(names)} ({reason})" for reason, names in reasons.items()]
        if covered.places.offered:
            lines.append(f"options with a place: {covered.places}")
        return lines

    def write_saves(self, folder: str | Path) -> None:
        """Write a save that leads up to each failure into ``folder`` (made if need be).

        A failure that does not depend on a match, or that cannot be reached again, has none.

        Raises:
            BadData: a file cannot be written.
        """
        self.failures = [
            failure.write_save(Path(folder) / f"{self.game}-{number:02}-{failure.check}.jsonl")
            for number, failure in enumerate(self.failures, start=1)
        ]

    def __str__(self) -> str:
        return self.text()


def listed(counts: Mapping[str, int]) -> str:
    """Counts by name in one line."""
    return ", ".join(f"{name} ({count})" for name, count in counts.items()) or "none"
