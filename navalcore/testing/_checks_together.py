"""The check of simultaneous choices: what one role chooses makes no difference to another while they are open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from navalcore._match.match import AnyMatch, driver_of
from navalcore.components._chance import SeededChance
from navalcore.components._events import Event
from navalcore.testing._registry import check
from navalcore.testing._trial import Trial, asked_of, require, required

GROUPS: Final = 4
"""How many groups of a match are looked at."""
ORDERS: Final = 3
"""How many other orders each of them is submitted in."""


@dataclass
class Seen:
    """What the roles of a group were shown while it was submitted in one order, and the digest of what came of it."""

    shown: dict[tuple[str, int], str] = field(default_factory=dict)  # by role and number of its own choices
    heard: dict[str, list[str]] = field(default_factory=dict)
    digest: str = ""


@check()
def simultaneous_choices_come_in_any_order(trial: Trial) -> None:
    """Where roles choose at the same time, each is asked, shown and told the same in every order in which the choices
    are submitted, and the state that follows is the same too.
    """
    for start, plan in _groups(trial):
        expected = _submit(trial, start, plan, [role for role, _ in plan])
        for number in range(ORDERS):
            order = _shuffled([role for role, _ in plan], trial.stream(f"order {start.count} {number}"))
            found = _submit(trial, start, plan, order)
            for role, made in expected.shown.keys() & found.shown.keys():
                _compare(trial, start, role, expected.shown[role, made], found.shown[role, made])
            for role, told in expected.heard.items():
                _compare(trial, start, role, str(told), str(found.heard[role]))
            same = expected.digest == found.digest
            require(same, "the same state whoever chooses first", f"another one in the order {', '.join(order)}", start)


def _compare(trial: Trial, start: AnyMatch, role: str, one: str, other: str) -> None:
    expected = f"{trial.game.the_role(role)} to be shown the same whatever others have chosen"
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
        match.events.subscribe(partial(_hear, heard), role=role)
    for place, role in enumerate(order):
        for each in roles:
            now = _shown(match, each)
            _compare(trial, start, each, seen.shown.setdefault((str(each), made[each]), now), now)
        with required(f"the choices of {role} to be possible in any order (after {', '.join(order[:place])})", start):
            match.choose(next(left[role]), role=role)
        made[role] += 1
    seen.digest = match.digest
    return seen


def _hear(heard: list[str], event: Event) -> None:
    heard.append(repr(event))


def _shown(match: AnyMatch, role: str) -> str:
    """What a role of an open group is asked, if it has not finished, and what it sees."""
    decision = match.decisions.get(role)
    return f"{decision and decision.number} {asked_of(decision)} {match.view(role)!r}"


def _shuffled(roles: list[str], chance: SeededChance) -> list[str]:
    """The same roles in an order drawn at random."""
    return [roles.pop(chance.below(len(roles))) for _ in range(len(roles))]
