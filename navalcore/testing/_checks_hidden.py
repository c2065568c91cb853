"""Checks of hidden information: nobody learns through views, decisions or events what the rules keep from him."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from navalcore._match.match import AnyGame, AnyMatch
from navalcore._rules.decision import SPECTATOR, UMPIRE, Decision
from navalcore._rules.events import ChoiceMade, MatchEnded
from navalcore._rules.state import canonical_json
from navalcore.components._dice import DiceRolled
from navalcore.components._events import Event
from navalcore.errors import RuleError
from navalcore.testing._differences import differences
from navalcore.testing._registry import check
from navalcore.testing._trial import Trial, redealt_here, require, step_again

WORLDS = 3
"""How many other worlds each moment is compared with."""


@check()
def views_hide_what_is_hidden(trial: Trial) -> None:
    """A role sees the same in every world it cannot tell from the real one, and the public sees no more than any role:
    ``view(determinize(state, role), role) == view(state, role)``. Worlds can be imagined for the spectator too.
    """
    game = trial.game
    for match in trial.moments():
        terms = match.setup.terms
        was_broken = list(game.invariants(match.state, terms))
        for role in (*game.roles, SPECTATOR):
            for world in range(WORLDS):
                chance = trial.stream(f"world {match.count} {role} {world}")
                copied = game.determinize(match.state, role, chance, terms)
                for onlooker in (role, SPECTATOR):
                    real, seen = match.view(onlooker), game.view(copied, onlooker, terms)
                    who = game.the_role(onlooker)
                    expected = f"{who} to see nothing of what {game.the_role(role)} does not know"
                    require(
                        seen == real,
                        expected,
                        f"in another world {differences(real, seen)}" if seen != real else "",
                        match,
                    )
                broken = list(game.invariants(copied, terms))
                require(
                    not broken or bool(was_broken), f"a world imagined by the {role} to be a legal state", broken, match
                )


NOBODY: tuple[Any, ...] = (None, "", str(UMPIRE))
"""What a failed look-up and a request from outside may give for a role; none of it is the umpire."""


@check()
def the_umpire_is_asked_for_by_name(trial: Trial) -> None:
    """Whoever is not named, or calls himself the umpire by a mere text, sees no more than the public: what he sees is
    the same in all worlds that a role cannot tell apart. The game may also refuse to show him anything.
    """
    game = trial.game
    for match in trial.moments():
        terms = match.setup.terms
        for role in game.roles:
            copied = game.determinize(match.state, role, trial.stream(f"unnamed {match.count} {role}"), terms)
            for nobody in NOBODY:
                try:
                    real, seen = (game.view(state, nobody, terms) for state in (match.state, copied))
                except Exception:
                    continue
                expected = (
                    f"view(state, {nobody!r}, terms) to show no more than the public sees (rules know the umpire by "
                    "`role is UMPIRE`, not by `==` or `in`)"
                )
                require(seen == real, expected, f"in another world {differences(real, seen)}", match)


def _question(game: AnyGame, decision: Decision | None) -> tuple[object, ...] | None:
    """All of a decision that its onlooker is shown."""
    if decision is None:
        return None
    reasons = tuple(str(refusal) for refusal in decision.refusals())
    options = [canonical_json(game.to_json(option)) for option in decision.options]
    return decision.role, decision.kind, decision.prompt, decision.rule, tuple(options), reasons


@check()
def decisions_hide_what_is_hidden(trial: Trial) -> None:
    """In every world that a role cannot tell from the real one it is asked the same, with the same options and the same
    reasons for what is left out; and what it is shown of another's decision is the same too.
    """
    game = trial.game
    for match, decision in trial.questions():
        for role in game.roles:
            shown = match.decision_for(role)
            assert shown is not None
            asked, view = _question(game, shown), match.view(role)
            if role not in match.decisions:
                require(not shown.options, f"a decision of another without its options for {role}", shown.texts, match)
            for world in range(WORLDS):
                # From the step's beginning, because a decision that is already asked does not change any more.
                copied = step_again(match, _redealt(trial, match, role, f"{match.count} {role} {world}"))
                if copied is None or copied.decision is None or copied.decision.role != decision.role:
                    continue
                if copied.view(role) == view and (other := _question(game, copied.decision_for(role))) != asked:
                    expected = f"{game.role_title(role)} to be shown the same in a world it cannot tell from this one"
                    require(False, f"{expected}: {asked}", other, match)


def _redealt(trial: Trial, match: AnyMatch, role: str, name: str) -> Callable[[Any], Any]:
    terms = match.setup.terms
    return lambda state: trial.game.determinize(state, role, trial.stream(f"world {name}"), terms)


@check()
def events_hide_what_is_hidden(trial: Trial) -> None:
    """What a role hears tells it no more than its view does: the same choice and the same chance in two worlds that it
    sees the same before and after are told to it in the same words.

    Rolls and choices are public or secret by themselves, and what is addressed to the role is meant for it; an event
    that shows for a moment what the view does not keep says so: ``passing = True`` in its class.
    """
    for match, decision in trial.questions(4 * 12):
        index = trial.stream(f"heard {match.count}").below(len(decision.options))
        for role in trial.game.roles:
            for world in range(WORLDS):
                _compare_worlds(trial, match, role, index, f"{match.count} {world}")


def _compare_worlds(trial: Trial, match: AnyMatch, role: str, index: int, seed: str) -> None:
    decision = match.decision
    assert decision is not None
    real = match.fork(seed=seed)
    imagined = redealt_here(match, role, seed)
    heard: list[list[str]] = [[], []]
    for copied, into in zip((real, imagined), heard, strict=True):
        copied.events.subscribe(_overheard(into, role), role=UMPIRE)
        try:
            copied.choose(index)
        except RuleError:
            # The options of another's decision were made for the real world and may not exist in the imagined one.
            if decision.role == role:
                raise
            return
    if heard[0] != heard[1] and real.view(role) == imagined.view(role):
        expected = f"{trial.game.the_role(role)} to hear no more than its view shows (or `passing = True` in the event)"
        require(False, f"{expected}: {heard[0]}", heard[1], match)


def _overheard(into: list[str], role: str) -> Callable[[Event], None]:
    """Notes the game's own events as the role hears them, without those that are meant for it."""

    def hear(event: Event) -> None:
        if isinstance(event, DiceRolled | ChoiceMade | MatchEnded) or event.passing:
            return
        seen = event.seen_by(role)
        if seen is not None and (event.to is None or role not in event.to):
            into.append(repr(seen))

    return hear
