"""The check of imagined worlds against what was told: what follows from it holds in every world imagined later."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from navalcore._match.match import AnyGame, AnyMatch
from navalcore._rules.decision import UMPIRE
from navalcore.errors import NavalCoreError
from navalcore.testing._registry import check
from navalcore.testing._trial import Trial, redealt_here, require, written_for

CHOICES: Final = 8
"""Choices of a match that are made again in other worlds, from its first one on: later much is known from before."""
WORLDS: Final = 28
"""Other worlds in which each is made."""
POSSIBLE: Final = 22
"""In so many of them the role must have been told the same before anything is said to follow from it."""
IMAGINED: Final = 12
"""Worlds imagined after the choice,"""
CONTRADICTING: Final = 8
"""of which so many must contradict it: what is alike in 22 worlds by accident is not another in most of these."""


@check(trials=2)
def imagined_worlds_fit_what_was_told(trial: Trial) -> None:
    """The events that a role is told are told again on worlds imagined for it: where the same choice tells it the same
    in them, and always leads to the same value, that value follows from what was told. No world that is imagined after
    the choice may have another, such as a discard pile without the card that was laid on it.
    """
    game = trial.game
    match = trial.start()
    for _ in range(CHOICES):
        decision = match.decision
        if decision is None:
            break
        index = trial.stream(f"told {match.count}").below(len(decision.options))
        for role in game.roles:
            if decision.secret and role != decision.role:
                continue  # it is not told what is chosen
            name = f"told {match.count} {role}"
            real = match.fork(seed=name)
            known = _told_alike(match, real, role, index, name)
            if not known:
                continue
            others: Counter[str] = Counter()
            for world in range(IMAGINED):
                found = _values(game, trial.world(real, role, f"{name} after {world}"))
                others.update(path for path, value in known.items() if found.get(path) != value)
            wrong = [path for path, times in others.items() if times >= CONTRADICTING]
            if wrong:
                path = wrong[0]
                expected = f"{path} to be {known[path]} in every world imagined for {role}, as it was told"
                require(False, expected, f"another in {others[path]} of {IMAGINED} worlds", real)
        match.choose(index)


def _told_alike(match: AnyMatch, real: AnyMatch, role: str, index: int, name: str) -> dict[str, str]:
    """What is the same in all worlds that may be, of those that tell the role what it is told in the real one."""
    told = _made(real, role, index)
    if told is None:
        return {}
    known, possible = _values(match.game, real.state), 0
    for world in range(WORLDS):
        other = redealt_here(match, role, f"{name} {world}")
        if _made(other, role, index) != told:
            if world - possible >= WORLDS - POSSIBLE:
                return {}
            continue
        possible += 1
        found = _values(match.game, other.state)
        known = {path: value for path, value in known.items() if found.get(path) == value}
    return known


def _made(match: AnyMatch, role: str, index: int) -> list[str] | None:
    """Make a choice; what the role is told of it and sees then, or None where that world has no such option."""
    heard: list[str] = []
    match.events.subscribe(written_for(role, heard), role=UMPIRE)
    try:
        match.choose(index)
    except (NavalCoreError, ValueError, LookupError, AttributeError, AssertionError):
        return None  # the options were made for the real world
    return [*heard, repr(match.view(role))]


def _values(game: AnyGame, state: Any) -> dict[str, str]:
    """The values of a state as it is saved, harmless ones too, by the way to each; a list of single values is one,
    without their order.
    """
    found: dict[str, str] = {}
    waiting: list[tuple[str, Any]] = [("", game.states.to_json(state))]
    while waiting:
        path, value = waiting.pop()
        parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        nested = [(f"{path}.{key}" if path else str(key), part) for key, part in parts]
        if nested and any(isinstance(part, dict | list) for _, part in nested):
            waiting += nested
        else:
            found[path] = repr(sorted(map(repr, value))) if isinstance(value, list) else repr(value)
    return found
