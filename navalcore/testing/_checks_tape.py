"""Checks of the tape: refusals, saving, replay, resuming, taking back."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from navalcore._match.loading import load_match
from navalcore._match.match import AnyMatch
from navalcore._saves.files import read_save
from navalcore.components._events import Event
from navalcore.errors import GameOver, NavalCoreError, NotOffered, NotYourTurn, StaleDecision, UndoBarrier
from navalcore.testing._registry import check
from navalcore.testing._trial import CheckFailed, Trial, asked_of, require, required, state_of, step_again


def _refused(match: AnyMatch, kind: type[NavalCoreError], what: str, choice: object, **arguments: Any) -> None:
    before = state_of(match)
    try:
        match.choose(choice, **arguments)
    except kind:
        require(state_of(match) == before, f"a match untouched by {what}", "a changed one", match)
    except Exception as error:
        raise CheckFailed(f"{what} to be refused ({kind.code})", f"{type(error).__name__}: {error}", match) from None
    else:
        raise CheckFailed(f"{what} to be refused ({kind.code})", "it was taken for an option", match.choices()[:-1])


class _Stranger:
    """An option no game offers."""

    def __str__(self) -> str:
        return "an option no game offers"


@check()
def refuses_what_is_not_offered(trial: Trial) -> None:
    """What was not offered is refused with the right error and changes nothing: other texts, indices, objects, a stale
    number, another role, anything after the end.
    """
    for match, decision in trial.questions(6):
        fork = match.fork()
        _refused(fork, NotOffered, "a text that is not offered", "\x00 no such option")
        _refused(fork, NotOffered, "an empty text", "")
        _refused(fork, NotOffered, "an index past the last", len(decision.options))
        _refused(fork, NotOffered, "a negative index", -1)
        _refused(fork, NotOffered, "a foreign object", _Stranger())
        _refused(fork, NotOffered, "None", None)
        _refused(
            fork, StaleDecision, "an answer to the decision before", 0, role=decision.role, decision=decision.number - 1
        )
        _refused(
            fork, StaleDecision, "an answer to a decision to come", 0, role=decision.role, decision=decision.number + 1
        )
        for role in trial.game.roles:
            if role not in match.decisions:
                _refused(fork, NotYourTurn, f"an answer by {role}", 0, role=role)
    over = trial.after(trial.played.choices)
    if over.over:
        _refused(over, GameOver, "a choice after the end", 0)


def _events(into: list[str]) -> Callable[[Event], None]:
    return lambda event: into.append(repr(event))


@check()
def replay_equals_live(trial: Trial) -> None:
    """A match verifies against its save, whether recorded from the start, watched, or saved at the end: the tapes are
    the same, and so are the events, and the match goes the same way as one that nobody watches.
    """
    choices = trial.line
    with tempfile.TemporaryDirectory() as folder:
        journal, saved = Path(folder, "journal.jsonl"), Path(folder, "saved.jsonl")
        live: list[str] = []
        match = trial.start(on_event=_events(live))
        match.record_to(journal)
        for choice in choices:
            match.choose(choice)
        unwatched = trial.after(choices)
        unwatched.save(saved)
        require(match.digest == unwatched.digest, "the same match whether watched or not", "another state", choices)
        kept = read_save(saved).entries
        for number, (one, other) in enumerate(zip(read_save(journal).entries, kept, strict=False), start=1):
            require(
                one == other,
                "the same tape in the journal and in the save",
                f"entry {number}: {one!r} and {other!r}",
                choices,
            )
        for path in (journal, saved):
            told: list[str] = []
            with required("a save that can be verified", choices):
                again = load_match(path, trial.game, on_event=_events(told))
            require(state_of(again) == state_of(match), "the same match after loading", "another one", choices)
            require(told == live, "the same events in the replay", _first_difference(live, told), choices)


def _first_difference(expected: list[str], found: list[str]) -> str:
    for number, (one, other) in enumerate(zip(expected, found, strict=False), start=1):
        if one != other:
            return f"event {number}: {other} instead of {one}"
    return f"{len(found)} events instead of {len(expected)}"


@check()
def resumes_from_checkpoints(trial: Trial) -> None:
    """From any decision, a copy of the match that starts again at the checkpoint of its step - as it is, and written
    as JSON and read again - goes the same way to the same end: all that the rules know is in the state.
    """
    states, choices = trial.game.states, trial.line
    final = trial.played.digests[len(choices)]
    for match in trial.moments(6):
        copies = {
            "a fork": match.fork(),
            "the checkpoint read back from JSON": step_again(
                match, lambda state: states.from_json(json.loads(json.dumps(states.to_json(state))))
            ),
        }
        for what, copied in copies.items():
            if copied is None:
                raise CheckFailed(f"{what} to come to the same decision", "an error on the way", match)
            require(
                state_of(copied) == state_of(match),
                f"{what} to stand where the match stands",
                "another place",
                match,
            )
            for choice in choices[match.count :]:
                with required(f"{what} to go the same way", copied):
                    copied.choose(choice)
            require(copied.digest == final, f"{what} to end the same", "another end", match)


@check()
def undo_stops_at_new_information(trial: Trial) -> None:
    """Undo either restores the match exactly or is refused; it is refused wherever a die, a draw or hidden information
    came out (the rules must call ``play.reveal()`` for what lay hidden in the state).
    """
    below = trial.stream("undo").below
    for match, decision in trial.questions(2 * 12):
        before = state_of(match)
        for index in sorted({below(len(decision.options)) for _ in range(4)}):
            fork = match.fork()
            fork.choose(index)
            after = state_of(fork)
            try:
                fork.undo(decision.role)
            except UndoBarrier:
                require(state_of(fork) == after, "a refused undo to change nothing", "a changed match", fork)
                continue
            require(state_of(fork) == before, "undo to restore the match exactly", "another match", match)
            fork.choose(index)
            require(state_of(fork) == after, "the same choice after undo to lead to the same place", "another", match)
            _nothing_came_out(trial, match, index)


def _nothing_came_out(trial: Trial, match: AnyMatch, index: int) -> None:
    """The choice may be taken back: then neither another chance nor another world may show in its result."""
    decision = match.decision
    assert decision is not None
    role, text = decision.role, decision.texts[index]
    seen: list[object] = []
    for world in range(4):
        copied = match.fork(seed=f"world {world}", as_seen_by=role)
        copied.choose(index)
        seen.append(_seen(copied, role))
    copied = match.fork()
    copied.choose(index)
    real = _seen(copied, role)
    expected = f"undo of '{text}' to be refused, as it tells {trial.game.the_role(role)} something new"
    require(all(other == real for other in seen), expected, "it was allowed", match)
    digests = set()
    for seed in ("one", "another", "a third"):
        copied = match.fork(seed=seed)
        copied.choose(index)
        digests.add(copied.digest)
    require(len(digests) == 1, f"undo of '{text}' to be refused, as chance has spoken", "it was allowed", match)


def _seen(match: AnyMatch, role: str) -> object:
    return match.view(role), asked_of(match.decision_for(role)), match.outcome
