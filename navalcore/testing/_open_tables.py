"""Games in which nothing is hidden: results of chance and choices of another role are told at once."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from navalcore._match.match import AnyMatch
from navalcore._rules.decision import CHANCE
from navalcore._rules.events import ChoiceMade
from navalcore._saves.entries import fingerprint_in_words
from navalcore.components._events import Event
from navalcore.testing._trial import RandomPlayer, Trial
from navalcore.testing._values import STEP, pattern_of, values_of

BRANCHED_AT: Final = 60
"""Places of a match at which something is decided in two ways."""
LONGEST: Final = 600
"""Choices of the match in which such places are looked for."""
ROLLS: Final = 200
"""Rolls and choices of others after which a role is taken not to be asked again."""


class Branched(NamedTuple):
    """The news that a role was told until it was asked again, and the state by then."""

    told: tuple[str, ...]
    view: Any
    asked: object
    values: dict[str, Any]


def untold(trial: Trial, role: str) -> dict[str, tuple[int, ...]]:
    """The parts of the state that differ by something hidden from a role, with the choices that led there.

    The match is played with real dice, so that every roll is a decision; each is made in two ways. Where the role is
    told the same, sees the same and is asked the same after both, the states must be the same as well.
    """
    found: dict[str, tuple[int, ...]] = {}
    match = trial.start(chance="physical")
    player, below, looked = RandomPlayer(trial), trial.stream(f"open {role}").below, 0
    while (decision := match.decision) is not None and match.count < LONGEST and looked < BRANCHED_AT:
        many = len(decision.options)
        if decision.role != role and many > 1:
            looked += 1
            one = below(many)
            first, second = (_after(match, role, index) for index in (one, (one + 1 + below(many - 1)) % many))
            if first[:3] == second[:3]:
                paths = first.values.keys() | second.values.keys()
                differing = {path for path in paths if first.values.get(path) != second.values.get(path)}
                for path in differing - {STEP}:
                    found.setdefault(path, tuple(match.choices()))
        match.choose(player.pick(match, decision))
    return found


def _after(match: AnyMatch, role: str, index: int) -> Branched:
    """A role's knowledge once something was decided in one way, and the state."""
    told: list[Event] = []
    fork = match.fork()
    fork.events.subscribe(told.append, role=role)
    fork.choose(index)
    for _ in range(ROLLS):
        if fork.decision is None or fork.decision.role == role:
            break
        fork.choose(0)
    texts = tuple(f"{event.kind} {event}" for event in told if not _is_a_roll(event))
    asked = None if fork.decision is None else fingerprint_in_words(fork.decision)
    values: dict[str, Any] = {}
    for path, value in values_of(fork.state).items():
        values.setdefault(pattern_of(path), []).append((path, value))
    return Branched(texts, fork.view(role), asked, values)


def _is_a_roll(event: Event) -> bool:
    """Whether it says only that a person typed a result in, which no person does where dice are not real."""
    return isinstance(event, ChoiceMade) and event.role == CHANCE
