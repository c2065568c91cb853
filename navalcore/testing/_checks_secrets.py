"""Checks of secrets: nobody learns from what is told, asked or taken back more than he may look up in his view."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple

from navalcore._match.match import driver_of
from navalcore._play.undo import may_take_back
from navalcore._rules.decision import UMPIRE, Decision
from navalcore.components._events import Event
from navalcore.errors import NavalCoreError
from navalcore.testing._registry import check
from navalcore.testing._trial import AnyMatch, Trial, redealt_here, require, step_again

PAIRS: Final = 36
"""Public decisions of a match of which two options are compared."""
TAKEN_BACK: Final = 24
"""Choices of a match that may be taken back and are made again in other worlds."""
WORLDS: Final = 4
"""In how many other worlds."""


class Heard(NamedTuple):
    """What somebody hears and is asked after a choice."""

    heard: tuple[str, ...]
    """What is told to him, in words."""
    passing: tuple[str, ...]
    """Those of the events that show for a moment what no view keeps."""
    asked: tuple[object, ...] | None
    """The decision as he is shown it."""


def _asked(decision: Decision | None) -> tuple[object, ...] | None:
    return None if decision is None else (decision.role, decision.prompt, decision.rule, tuple(decision.texts))


def _told(match: AnyMatch, index: int, role: str) -> Heard:
    """Make the choice, and give what the role hears and is then asked."""
    heard: list[str] = []
    passing: list[str] = []

    def hear(event: Event) -> None:
        seen = event.seen_by(role)
        if seen is not None:
            (passing if event.passing else heard).append(repr(seen))

    match.events.subscribe(hear, role=UMPIRE)
    match.choose(index)
    return Heard(tuple(heard), tuple(passing), _asked(match.decision_for(role)))


def _keeps_something(trial: Trial, match: AnyMatch, chooser: str, role: str) -> bool:
    """Whether the chooser sees something that is hidden from the role."""
    game, terms = trial.game, match.setup.terms
    worlds = (game.determinize(match.state, role, trial.stream(f"hidden {world}"), terms) for world in range(2))
    return any(game.view(world, chooser, terms) != match.view(chooser) for world in worlds)


@check()
def secrets_are_marked(trial: Trial) -> None:
    """What another role chooses in the open shows in the view: where it makes no difference to what a role sees,
    neither does it to what that role is told or asked. Otherwise ``secret=True`` was forgotten, or the view shows too
    little. It may make a difference to a role that knows all its chooser knows, and where an event that is ``passing``
    tells it.
    """
    game = trial.game
    for match, decision in trial.questions(PAIRS):
        if decision.secret or len(decision.options) < 2:
            continue
        stream = trial.stream(f"pair {match.count}")
        one = stream.below(len(decision.options))
        other = (one + 1 + stream.below(len(decision.options) - 1)) % len(decision.options)
        for role in game.roles:
            if role == decision.role:
                continue
            twins = match.fork(), match.fork()
            told = [_told(twin, index, role) for twin, index in zip(twins, (one, other), strict=True)]
            same = told[0] == told[1] or told[0].passing != told[1].passing
            if same or twins[0].view(role) != twins[1].view(role):
                continue
            if not any(_keeps_something(trial, twin, decision.role, role) for twin in twins):
                continue
            text = f"'{decision.texts[one]}' and '{decision.texts[other]}'"
            require(
                False,
                f"{text} to be told apart by {game.the_role(role)} in its view, or not at all "
                f"(is secret=True missing where '{decision.prompt}' is asked?): {_unlike(told[0], told[1])}",
                _unlike(told[1], told[0]),
                match,
            )


def _unlike(one: Heard, other: Heard) -> str:
    """What is told in one case and not in the other."""
    heard = [text for text in one.heard if text not in other.heard]
    return f"hears {heard}" if heard else f"is asked {one.asked}"


@check()
def nobody_peeks_by_undo(trial: Trial) -> None:
    """As long as a choice may be taken back, its maker is told, shown and asked the same in every world that he cannot
    tell from the real one, and so is who is asked next: nobody can look what a choice brings out and then choose
    something else.
    """
    for match, index in _open_choices(trial):
        decision = match.decision
        assert decision is not None
        role = decision.role
        real = match.fork()
        told = _told(real, index, role)
        view = real.view(role)
        for world, twin in enumerate(_worlds(trial, match, role)):
            expected = (
                f"what follows '{decision.texts[index]}' to be the same in every world the "
                f"{trial.game.role_title(role)} cannot tell from this one, as it may be taken back"
            )
            try:
                other = _told(twin, index, role)
            except NavalCoreError as error:
                require(False, expected, f"{error} in world {world}", match)
                return
            require(told == other, f"{expected}: {_unlike(told, other)}", _unlike(other, told), match)
            require(view == twin.view(role), expected, "another view", match)


def _open_choices(trial: Trial) -> Iterator[tuple[AnyMatch, int]]:
    """Choices of the match that may be taken back: the match before each of them, and its index. Those after which
    somebody else is asked come first.
    """
    found: dict[int, bool] = {}
    # A match that somebody listens to knows of its last choice whether it may be taken back.
    match = trial.start(on_event=lambda _event: None)
    for choice in trial.line:
        decision = match.decision
        assert decision is not None
        # What several choose at the same time is looked at by the check of simultaneous choices.
        place, role, together = match.count, decision.role, driver_of(match).group is not None
        match.choose(choice)
        following = match.decision
        if following is None or together or driver_of(match).group is not None:
            continue
        if may_take_back(driver_of(match), role):
            found[place] = following.role != role
    below = trial.stream("open choices").below
    order = sorted(found, key=lambda place: (not found[place], below(1_000_000)))
    places = set(order[:TAKEN_BACK])
    match = trial.start()
    for place, choice in enumerate(trial.line):
        if place in places:
            yield match, choice
        match.choose(choice)


def _worlds(trial: Trial, match: AnyMatch, role: str) -> Iterator[AnyMatch]:
    """The match in other worlds that the role cannot tell from the real one: imagined where it stands, and from the
    beginning of the step.
    """
    game, terms = trial.game, match.setup.terms
    asked, view = _asked(match.decision_for(role)), match.view(role)
    for world in range(WORLDS):
        stream = trial.stream(f"peek {match.count} {world}")
        if world % 2:
            twin = step_again(match, partial(game.determinize, role=role, chance=stream, terms=terms))
        else:
            twin = redealt_here(match, role, f"peek {world}")
        if twin is not None and _asked(twin.decision_for(role)) == asked and twin.view(role) == view:
            yield twin
