"""Checks of chance and of events: every roll says what for, real dice do as well, faults are taken back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from navalcore._match.again import begin_again
from navalcore._match.match import AnyMatch, driver_of
from navalcore._play.chance import WatchedChance, told_apart
from navalcore._rules.decision import CHANCE, UMPIRE
from navalcore._saves.entries import ChanceEntry
from navalcore.components._chance import Chance
from navalcore.components._events import Event
from navalcore.testing._registry import check
from navalcore.testing._trial import CheckFailed, Trial, require, required

BY_HAND: Final = 40
"""Choices of a match that is played with real dice: a step is run again for each of its rolls."""


@check()
def chance_says_what_for(trial: Trial) -> None:
    """Every roll and draw says what it is for and which section of the rule book it follows. So a person at a real
    table, a replay and an audit can distinguish rolls.
    """
    match = trial.after(trial.line)
    book = trial.game.rulebook
    for entry in match.tape():
        if not isinstance(entry, ChanceEntry):
            continue
        what = f"{entry.die} for '{entry.why}'"
        require(
            bool(entry.why.strip()), "a roll or draw that says what it is for", f"{what} (rule {entry.rule})", match
        )
        require(entry.rule in book, f"{what} to follow a section of the rule book", repr(entry.rule), match)


@check()
def told_in_words(trial: Trial) -> None:
    """Everything that is told is a sentence to all who may hear it, and names a section of the rule book or none."""
    match = trial.start()
    told: list[Event] = []
    match.events.subscribe(told.append, role=UMPIRE)
    book = trial.game.rulebook
    for choice in trial.line:
        match.choose(choice)
        for event in told:
            _check_event(event, trial, match)
            require(not event.rule or event.rule in book, f"'{event}' to follow a section", repr(event.rule), match)
        told.clear()


def _check_event(event: Event, trial: Trial, match: AnyMatch) -> None:
    name = type(event).__name__
    for role in trial.onlookers:
        who = trial.game.the_role(role)
        with required(f"{name} in words for {who}", match):
            seen = event.seen_by(role)
            text = "silence" if seen is None else str(seen)
        require(bool(text.strip()) and text != repr(seen), f"{name} in words for {who} (its __str__)", text, match)


@check()
def real_dice(trial: Trial) -> None:
    """With real dice and cards, where the match waits for a person at every roll and draw, the same choices and results
    lead to the same questions. So rules can be interrupted at any roll and carried out again.
    """
    choices = trial.line[:BY_HAND]
    setup, results = driver_of(trial.start()).setup, list[str]()
    live = begin_again(setup, _WrittenChance(setup.source([]), results))
    questions, texts = [_question(live)], []
    for choice in choices:
        assert live.decision is not None
        texts.append(live.decision.texts[choice])
        live.choose(choice)
        questions.append(_question(live))
    typed = iter(results)
    with required("a match with real dice that can begin", ()):
        table = trial.start(chance="physical")
    for place in range(len(questions)):
        _roll_on(table, typed, choices[:place])
        one, other = questions[place], _question(table)
        require(other == one, f"the same question with real dice: {one}", other, choices[:place])
        if place < len(texts):
            _by_hand(table, texts[place], choices[:place])


def _question(match: AnyMatch) -> tuple[object, ...] | None:
    """The question. Equal cards are one at a real table, so the order of the options may differ."""
    decision = match.decision
    return None if decision is None else (decision.role, decision.prompt, tuple(sorted(decision.texts)))


def _roll_on(table: AnyMatch, results: Iterator[str], choices: Sequence[int]) -> None:
    """Type the results in until a role has to decide again."""
    while table.decision is not None and table.decision.role == CHANCE:
        text = next(results, None)
        if text is None:
            raise CheckFailed("no more rolls with real dice than without", table.decision.prompt, choices)
        _by_hand(table, text, choices)


def _by_hand(table: AnyMatch, text: str, choices: Sequence[int]) -> None:
    decision = table.decision
    offered = [] if decision is None else decision.texts
    require(text in offered, f"'{text}' to be possible with real dice as well", ", ".join(offered), choices)
    with required(f"rules that continue after '{text}' with real dice", choices):
        table.choose(offered.index(text))


class _WrittenChance(WatchedChance):
    """A chance source whose results are written down as a person at a table would type them."""

    def __init__(self, source: Chance, lines: list[str], place: int = 0) -> None:
        super().__init__(source)
        self.lines = lines
        self.place = place

    def seen(self, die: str, value: int, text: str, why: str, rule: str) -> None:  # noqa: ARG002
        del self.lines[self.place :]  # of a step that is carried out again
        self.lines.append(text)
        self.place += 1

    def pick(self, items: Sequence[object], why: str = "", rule: str = "") -> int:
        return super().pick(told_apart(items), why, rule)

    def fork(self) -> Chance:
        return _WrittenChance(self.source.fork(), self.lines, self.place)


class Wreck(Exception):
    """The fault that the kit puts into the rules."""


class _WreckedChance(WatchedChance):
    """A chance source that fails at one of its results."""

    def __init__(self, source: Chance, after: int) -> None:
        super().__init__(source)
        self.left = after
        self.failed = False

    def wanted(self, why: str, rule: str) -> None:  # noqa: ARG002
        self.left -= 1
        if self.left == -1:
            self.failed = True
            raise Wreck("a fault put there by the conformance kit")

    def seen(self, die: str, value: int, text: str, why: str, rule: str) -> None: ...


@check()
def faults_change_nothing(trial: Trial) -> None:
    """When something fails in the middle of the rules, the fault comes out, the match is as it was before the choice,
    and the same choice then goes through. The rules hide no fault and keep nothing outside the state.
    """
    for match, decision in islice(trial.questions(4 * 12), 48):
        index = trial.stream(f"fault {match.count}").below(len(decision.options))
        for after in (0, 1):
            fork = match.fork()
            before = fork.digest, fork.count, list(decision.texts)
            group = driver_of(fork).group
            if group is not None:  # what is drawn when the simultaneous choices are over
                group.chance = wrecked = _WreckedChance(group.chance, after)
            else:
                wrecked = _WreckedChance(driver_of(fork).play.chance, after)
                driver_of(fork).play.use(wrecked)
            try:
                fork.choose(index)
            except Exception:
                if not wrecked.failed:
                    raise
            else:
                require(not wrecked.failed, "a fault in the middle of the rules to come out", "it was hidden", match)
                break  # no such roll before the next decision
            assert fork.decision is not None
            now = fork.digest, fork.count, fork.decision.texts
            require(now == before, "a match untouched by a fault in the rules", "a changed match", match)
            fork.choose(index)
            straight = match.fork()
            straight.choose(index)
            same = fork.digest == straight.digest
            require(same, "the same choice to go through after a fault", "another state", match)
