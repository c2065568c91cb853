"""Checks of choices that other roles do not see: their order makes no difference, and the state holds them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from navalcore._match.match import AnyMatch, driver_of
from navalcore.components._chance import Chance
from navalcore.testing._registry import check
from navalcore.testing._trial import Trial, asked, asked_of, require, required, state_of, written_in

GROUPS: Final = 4
"""How many groups of a match are looked at."""
ORDERS: Final = 3
"""How many other orders each of them is submitted in."""


@dataclass
class Seen:
    """The views of a group's roles while it was submitted in one order, and the digest of the result."""

    shown: dict[tuple[str, int], str] = field(default_factory=dict)  # by role and number of its own choices
    heard: dict[str, list[str]] = field(default_factory=dict)
    digest: str = ""


@check()
def simultaneous_choices_come_in_any_order(trial: Trial) -> None:
    """Where roles choose at the same time, each is asked, shown and told the same in every order in which the choices
    are submitted. The state that follows is the same too.
    """
    for start, plan in _groups(trial):
        expected = _submit(trial, start, plan, [role for role, _ in plan])
        for number in range(ORDERS):
            below, left = trial.stream(f"order {start.count} {number}").below, [role for role, _ in plan]
            order = [left.pop(below(len(left))) for _ in plan]
            found = _submit(trial, start, plan, order)
            for role, made in expected.shown.keys() & found.shown.keys():
                _compare(trial, start, role, expected.shown[role, made], found.shown[role, made])
            for role, told in expected.heard.items():
                _compare(trial, start, role, str(told), str(found.heard[role]))
            same = expected.digest == found.digest
            require(
                same, "the same state in each order of choosing", f"another one in the order {', '.join(order)}", start
            )


def _compare(trial: Trial, start: AnyMatch, role: str, one: str, other: str) -> None:
    expected = f"{trial.game.the_role(role)} to be shown the same for all choices of others"
    require(one == other, f"{expected}: {one}", other, start)


def _groups(trial: Trial) -> Iterator[tuple[AnyMatch, list[tuple[str, int]]]]:
    """The match at the beginning of some of its groups, with the choices made in each and who made them."""
    spans: list[tuple[int, int]] = []
    match, group, first = trial.start(), None, 0
    for place, choice in enumerate(trial.line):
        now = driver_of(match).group
        if now is not group:
            if group is not None and group.several:
                spans.append((first, place))
            group, first = now, place
        match.choose(choice)
    for start, end in sorted({spans[number * len(spans) // GROUPS] for number in range(GROUPS)} if spans else ()):
        match = trial.after(trial.line[:start])
        copied, plan = match.fork(), []
        for choice in trial.line[start:end]:
            assert copied.decision is not None
            plan.append((str(copied.decision.role), choice))
            copied.choose(choice)
        yield match, plan


def _submit(trial: Trial, start: AnyMatch, plan: Sequence[tuple[str, int]], order: Sequence[str]) -> Seen:
    """Make the choices of the plan, each role's in their order, the roles in this order."""
    left = {role: iter([index for each, index in plan if each == role]) for role in order}
    match, seen, made = start.fork(), Seen(), Counter[str]()
    roles = list(start.decisions)
    for role in roles:
        heard = seen.heard[str(role)] = []
        match.events.subscribe(written_in(heard), role=role)
    for place, role in enumerate(order):
        for each in roles:
            now = _asked_and_shown(match, each)
            _compare(trial, start, each, seen.shown.setdefault((str(each), made[each]), now), now)
        with required(f"the choices of {role} to be possible in any order (after {', '.join(order[:place])})", start):
            match.choose(next(left[role]), role=role)
        made[role] += 1
    seen.digest = match.digest
    return seen


def _asked_and_shown(match: AnyMatch, role: str) -> str:
    """The question to a role of an open group, if it has not finished, and its view."""
    decision = match.decisions.get(role)
    return f"{decision and decision.number} {asked_of(decision)} {match.view(role)!r}"


SECRET_CHOICES: Final = 36
"""Decisions of a match of which two options are looked at, where they are secret,"""
COURSES: Final = 3
"""each continued so many times at random,"""
FOLLOWED: Final = 8
"""with so many choices."""


@check()
def secrets_are_kept_in_the_state(trial: Trial) -> None:
    """A secret choice is in the state before another role is asked, and a redeal can change it there. It is not in a
    variable of the procedure, and no procedure of simultaneous choices returns it.
    """
    match = trial.start()
    for choice in trial.line:
        group = driver_of(match).group
        for role, result in group.results.items() if group is not None and group.several else ():
            require(
                role in driver_of(match).decisions or result is None,
                f"the procedure of {role} to write what it chose into the state, and to return nothing",
                f"it returned {result!r}, which no redeal can change",
                match,
            )
        match.choose(choice)
    for place, decision in trial.questions(SECRET_CHOICES):
        if decision.secret and len(decision.options) > 1 and driver_of(place).group is None:
            for course in range(COURSES):
                _follow_two(trial, place, trial.stream(f"kept {place.count} {course}"))


def _follow_two(trial: Trial, match: AnyMatch, chance: Chance) -> None:
    """Make two secret choices, and the same ones after them. If the state and the next question are the same after
    both, they stay so.
    """
    decision = asked(match)
    index = chance.below(len(decision.options))
    pair = {index: match.fork(), index - 1: match.fork()}
    for each, copied in pair.items():
        copied.choose(each % len(decision.options))
    one, other = pair.values()
    told = one.decision
    if told is None or told.role == decision.role or state_of(one) != state_of(other):
        return
    for _ in range(FOLLOWED):
        if one.decision is None:
            return
        following = chance.below(len(one.decision.options))
        for copied in (one, other):
            copied.choose(following)
        expected = " and ".join(f"'{decision.texts[each]}'" for each in pair)
        require(
            state_of(one) == state_of(other),
            f"{expected} to differ in the state before {trial.game.the_role(told.role)} is asked",
            "they are in a variable of the step, where no redeal can change them",
            match,
        )
