"""Questions that do not matter: kinds of decisions that have one option, one answer, or none that changes anything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from navalcore._match.match import AnyGame, AnyMatch
from navalcore._rules.decision import CHANCE, Decision
from navalcore.bots import RandomBot, make_bots, seat
from navalcore.components._chance import SeededChance
from navalcore.errors import BadData

TRIED: Final = 12
"""The number of decisions of a kind that are tried out with each of their options."""
FOLLOWED: Final = 4
"""The number of choices after an option by which something must have changed."""
MANY: Final = 16
"""A decision of more options than this is not tried out."""
ENOUGH: Final = 10
"""A kind that was asked less often is not judged by its answers."""


@dataclass
class QuestionKind:
    """The figures of one kind of decision of one role."""

    role: str
    """Who is asked."""
    kind: str
    """The kind of the question."""
    asked: int = 0
    """How often it was asked."""
    forced: int = 0
    """How often it had a single option."""
    tried: int = 0
    """How often all its options were tried out."""
    idle: int = 0
    """How often they all came to the same."""
    answers: Counter[str] = field(default_factory=Counter)
    """The answers of the game's bots where there was a choice."""

    @property
    def doubts(self) -> tuple[str, ...]:
        """The doubts whether it should be asked."""
        found = []
        if self.forced == self.asked:
            found.append("has one option every time")
        if len(self.answers) == 1 and self.answers.total() >= ENOUGH:
            found.append(f"is always answered {next(iter(self.answers))} by the bots")
        if self.tried and self.idle == self.tried:
            found.append("has no answer that changes anything")
        return tuple(found)

    def line(self, matches: int) -> str:
        """Its figures in a line, as averages over a number of ``matches``, 1 at least."""
        doubts = f"; {' and '.join(self.doubts)}" if self.doubts else ""
        often, forced = self.asked / matches, self.forced / matches
        return f"{self.role} {self.kind}: {often:.1f} a match, {forced:.1f} of them with one option{doubts}"


def questions_of(
    game: AnyGame, *, matches: int = 10, seed: str = "questions", scenario: str | None = None, options: Any = None
) -> list[QuestionKind]:
    """Play matches by the game's standard bots and at random in turn; the kinds of questions, most frequent first.

    Args:
        game: the game.
        matches: how many matches.
        seed: the same seed gives the same report.
        scenario: the scenario; the first if left out.
        options: its options.

    Raises:
        UnknownName: there is no such scenario.
        BadData: fewer than one match.
    """
    if matches < 1:
        raise BadData(f"at least one match is needed, not {matches}")
    found: dict[tuple[str, str], QuestionKind] = {}
    for number in range(matches):
        match = game.new_match(scenario, seed=f"{seed} {number}", options=options)
        _play(match, found, f"{seed} {number}", by_bots=number % 2 == 0)
    return sorted(found.values(), key=lambda each: -each.asked)


def _play(match: AnyMatch, found: dict[tuple[str, str], QuestionKind], seed: str, *, by_bots: bool) -> None:
    chance = SeededChance.from_seed(seed)
    bots: Mapping[str, Any] = (
        make_bots(match.game, seed=seed) if by_bots else dict.fromkeys(match.game.roles, RandomBot(chance))
    )
    seat(match, bots)
    for _ in range(match.game.longest_match):
        decision = match.decision
        if decision is None:
            return
        index = decision.index(bots[decision.role].decide(match.view(decision.role), decision.bare()))
        if decision.role != CHANCE:
            where = decision.role, decision.kind
            _note(match, decision, index, found.setdefault(where, QuestionKind(*where)), by_bots)
        match.choose(index, role=decision.role)


def _note(match: AnyMatch, decision: Decision, index: int, kind: QuestionKind, by_bots: bool) -> None:
    kind.asked += 1
    if len(decision.options) == 1:
        kind.forced += 1
        return
    kind.answers[decision.key(index)] += by_bots
    if kind.tried < TRIED and len(decision.options) <= MANY:
        kind.tried += 1
        kind.idle += len({_after(match, decision.role, each) for each in range(len(decision.options))}) == 1


def _after(match: AnyMatch, role: str, index: int) -> tuple[str, object]:
    """The results of an option: the match after it and after the first answers to the questions that follow."""
    fork = match.fork()
    fork.choose(index, role=role)
    for _ in range(FOLLOWED):
        if fork.decision is None:
            break
        fork.choose(0, role=fork.decision.role)
    asked = None if fork.decision is None else (fork.decision.role, fork.decision.kind, *fork.decision.texts)
    return fork.game.states.digest(fork.state), asked
