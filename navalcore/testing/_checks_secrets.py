"""Checks of secrets: nobody learns from what is told, asked or taken back more than he may look up in his view."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple

from navalcore._match.match import AnyMatch, driver_of
from navalcore._play.undo import may_take_back
from navalcore._rules.decision import UMPIRE
from navalcore.components._events import Event
from navalcore.testing._registry import check
from navalcore.testing._trial import Trial, asked_of, redealt_here, require, required, step_again

PAIRS: Final = 36
"""Public decisions of a match of which two options are compared."""
TAKEN_BACK: Final = 24
"""Choices of a match that may be taken back and are made again in other worlds."""
WORLDS: Final = 4
"""In how many other worlds."""


class Heard(NamedTuple):
    """What somebody hears and is asked after a choice; ``passing`` events show for a moment what no view keeps."""

    heard: tuple[str, ...]
    passing: tuple[str, ...]
    asked: tuple[object, ...] | None


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
    return Heard(tuple(heard), tuple(passing), asked_of(match.decision_for(role)))


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
            copies = match.fork(), match.fork()
            told = [_told(copied, index, role) for copied, index in zip(copies, (one, other), strict=True)]
            same = told[0] == told[1] or told[0].passing != told[1].passing
            if same or copies[0].view(role) != copies[1].view(role):
                continue
            if not any(_keeps_something(trial, copied, decision.role, role) for copied in copies):
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
        for world, copied in enumerate(_worlds(trial, match, role)):
            expected = (
                f"what follows '{decision.texts[index]}' to be the same in every world the "
                f"{trial.game.role_title(role)} cannot tell from this one, as it may be taken back"
            )
            with required(f"{expected} (in world {world})", match):
                other = _told(copied, index, role)
            require(told == other, f"{expected}: {_unlike(told, other)}", _unlike(other, told), match)
            require(view == copied.view(role), expected, "another view", match)


def _open_choices(trial: Trial) -> Iterator[tuple[AnyMatch, int]]:
    """Choices that may be taken back, each with the match before it; those after which another is asked come first."""
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
    """The match in worlds that the role cannot tell from it, imagined where it stands and from the step's beginning."""
    game, terms = trial.game, match.setup.terms
    asked, view = asked_of(match.decision_for(role)), match.view(role)
    for world in range(WORLDS):
        stream = trial.stream(f"peek {match.count} {world}")
        if world % 2:
            copied = step_again(match, partial(game.determinize, role=role, chance=stream, terms=terms))
        else:
            copied = redealt_here(match, role, f"peek {world}")
        if copied is not None and asked_of(copied.decision_for(role)) == asked and copied.view(role) == view:
            yield copied
