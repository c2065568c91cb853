"""Checks of play and its tape: matches run and end, are the same every time, and come back from saves and undo."""

from __future__ import annotations

import json
import os
import pickle
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any, Final

from navalcore._face.face import face_of
from navalcore._match.loading import load_match
from navalcore._match.match import AnyMatch
from navalcore._saves.files import read_save
from navalcore.errors import GameOver, NavalCoreError, NotOffered, NotYourTurn, StaleDecision, UndoBarrier
from navalcore.testing._checks_code import modules_of, values_in
from navalcore.testing._registry import check
from navalcore.testing._trial import (
    PLAYED_AGAIN,
    CheckFailed,
    Playthrough,
    RandomPlayer,
    Trial,
    asked,
    asked_of,
    differences,
    require,
    required,
    state_of,
    step_again,
    watched_game,
    written_in,
)
from navalcore.testing._values import ONE_PLACE, shared_part

WORD = re.compile(r"[a-z0-9_]+")
LAST = 40
"""Choices at the end of a match without an end that are looked at,"""
FEW = 4
"""and options among them that are named."""
LIKELY: Final = (
    "look for random or time, for a variable of a module or class, for a changed list or dict of the game's data, "
    "and for the order of a set"
)
ELSEWHERE_TIMEOUT = 300
"""Seconds another process may take."""


@check()
def plays(trial: Trial) -> None:
    """Random matches run: no rule raises, no decision is without options, no step runs in a circle."""
    played = trial.played
    if played.error is not None:
        part = shared_part(trial.start().state) if played.choices else ""
        require(not part, ONE_PLACE, part, ())
        raise _stopped(played.error, played.choosing, played.choices)
    if trial.script is not None:
        _try_every_option(trial)


def _stopped(error: BaseException, text: str, choices: list[int]) -> CheckFailed:
    chosen = f" (on choosing '{text}')" if text else ""
    return CheckFailed("a match that continues to its end", f"{type(error).__name__}: {error}{chosen}", choices)


def _try_every_option(trial: Trial) -> None:
    """Where a script stops, any option may be the one that cannot be carried out."""
    match = trial.after(trial.played.choices)
    decision = match.decision
    for index, option in enumerate(decision.options if decision is not None else ()):
        try:
            match.fork().choose(index)
        except Exception as error:
            trial.played.error = error
            raise _stopped(error, str(option), match.choices()) from None


@check(shrinks=0)
def ends(trial: Trial) -> None:
    """Random matches come to an end within the number of choices allowed."""
    if trial.script is not None and len(trial.script) < trial.max_choices:
        return  # it stops where the script does
    played = trial.played
    require(played.ended, f"an end within {trial.max_choices} choices", "a match that continues", played.choices)


@check(trials=4, shrinks=0)
def ends_however_it_is_played(trial: Trial) -> None:
    """A match comes to an end even if all roles always do the same: always holds fire, or always takes an order back
    that was given a moment ago. Every kind of option is preferred to every other in one match of two. A game that sets
    no end says why: ``Game.endless``.
    """
    if trial.script is not None or trial.game.endless:
        return
    played = replace(trial, mood="stubborn").play()
    if played.error is not None:
        raise _stopped(played.error, played.choosing, played.choices)
    if not played.ended:
        match = trial.after(played.choices[:-LAST])
        last = dict.fromkeys(_chosen(match, index) for index in played.choices[-LAST:])
        told = ", ".join(f"'{text}'" for text in list(last)[:FEW])
        expected = (
            f"an end within {trial.max_choices} choices, however the match is played (or `endless` with the reason)"
        )
        raise CheckFailed(expected, f"a match that continues, its last choices {told}", played.choices)


def _chosen(match: AnyMatch, index: int) -> str:
    """Make a choice, and give its words."""
    text = asked(match).texts[index]
    match.choose(index)
    return text


@check()
def invariants(trial: Trial) -> None:
    """After every step of random play the game's own invariants hold."""
    for number, step, law in trial.played.broken:
        raise CheckFailed(f"the game's invariants to hold as step {step} begins", law, trial.played.choices[:number])


@check()
def outcome(trial: Trial) -> None:
    """Asking for the outcome changes nothing, and gives the same answer again. It names a role or none as winner, a
    reason in words, and a short word for the way it ended.
    """
    game, changed = trial.game, list[str]()

    def ask(state: Any, terms: Any) -> None:
        before = game.states.copy(state)
        game.outcome(state, terms)
        if state != before and (told := differences(game.states.to_json(before), game.states.to_json(state))):
            changed.append(told)

    match = trial.after(trial.played.choices, game=watched_game(game, ask))
    require(not changed, "a state that outcome() leaves alone", next(iter(changed), ""))
    again = game.outcome(match.state, match.setup.terms)
    require(again == match.outcome, f"the same outcome when asked again: {match.outcome!r}", repr(again), match)
    winner_plays(match)


def winner_plays(match: AnyMatch) -> None:
    """The outcome of a match, if it has one, names a role or none, a reason, and at most one word for its ending."""
    if match.outcome is None:
        return
    winner, roles = match.outcome.winner, match.game.roles
    require(winner in (*roles, None), f"a winner among {', '.join(roles)} or None", repr(winner), match)
    require(bool(match.outcome.reason), "a reason for the outcome", "none", match)
    ending = match.outcome.ending
    require(not ending or WORD.fullmatch(ending) is not None, "one short word as ending", repr(ending), match)


def _compare(expected: Playthrough, found: Playthrough, where: str) -> None:
    """Two playings of one trial must ask the same and go through the same states."""
    for place, (one, other) in enumerate(zip(expected.asked, found.asked, strict=False)):
        require(
            one == other, f"the same decision {where}", "another question or other options", expected.choices[:place]
        )
    for place, state in expected.digests.items():
        require(
            found.digests.get(place) == state,
            f"the same state {where} (digest {state[:8]})",
            f"digest {str(found.digests.get(place))[:8]}",
            expected.choices[:place],
        )
    require(len(expected.asked) == len(found.asked), f"{len(expected.asked)} decisions {where}", len(found.asked))


def _estimate(match: AnyMatch, role: str) -> str:
    """The estimate of the face for a role's chances, or why it says nothing."""
    try:
        return repr(face_of(match.game).evaluate(match.state, role, match.setup.terms))
    except Exception as error:
        return repr(error)


@check()
def same_seed_same_match(trial: Trial) -> None:
    """The same seed and choices give the same decisions, states and imagined worlds every time, after any other play in
    between. There is no randomness but the engine's and no memory outside the state.
    """
    first, before = trial.played, values_in(modules_of(trial.game))
    again, after = trial.play(), values_in(modules_of(trial.game))
    changed = [name for name in before.keys() & after.keys() if before[name] != after[name]]
    require(not changed, "no value of a module or class that changes during a match", ", ".join(sorted(changed)))
    if first.error is not None and not first.choices:
        return  # a match that does not begin, as the check that plays says
    if first.fingerprint != again.fingerprint:
        for _ in range(PLAYED_AGAIN):
            _compare_step_by_step(trial)
    _compare(first, again, "when the match is played again")
    match, others = trial.start(), _others(trial)
    for place, choice in enumerate(trial.line):
        next(others)
        with required(f"a match to go among others as it does alone; {LIKELY}", trial.line[:place]):
            match.choose(choice)
            alone = first.digests.get(match.count)
            require(alone is None or alone == match.digest, "the same state as alone", "another")
        if alone is not None:
            _look_twice(trial, match)


def _others(trial: Trial) -> Iterator[None]:
    """Makes a choice at a time in other matches of the scenario, which do not matter."""
    for number in count(1):
        yield
        other = replace(trial, seed=f"{trial.seed}, {number}", script=None, mood="random")
        with suppress(Exception):
            match, player = other.start(), RandomPlayer(other)
            while (decision := match.decision) is not None:
                match.choose(player.pick(match, decision))
                yield


def _compare_step_by_step(trial: Trial) -> None:
    """Play two matches side by side and say at which choice and in which field they part."""
    one, other = trial.start(), trial.start()
    for place, choice in enumerate(trial.line):
        for match in (one, other):
            try:
                match.choose(choice)
            except Exception as error:
                raise _parted(trial, place, "nothing fails", f"{type(error).__name__}: {error}") from None
        if state_of(one) != state_of(other):
            states = trial.game.states
            told = differences(states.to_json(one.state), states.to_json(other.state))
            asked = differences(state_of(one)._asdict(), state_of(other)._asdict())
            raise _parted(trial, place, "the same state", told or asked)


def _parted(trial: Trial, place: int, expected: str, found: str) -> CheckFailed:
    return CheckFailed(
        f"{expected} each time the match is played", f"after choice {place + 1}: {found}; {LIKELY}", trial.line[:place]
    )


def _look_twice(trial: Trial, match: AnyMatch) -> None:
    """As long as a role is asked, a role imagines the same world by the same chance, and is estimated the same."""
    for role in () if match.over else trial.game.roles:
        said, again = (_estimate(match, role) for _ in range(2))
        require(said == again, f"evaluate() to give the same for {role} when asked again: {said}", again, match)
        one, other = (trial.game.states.to_json(trial.world(match, role, "twice")) for _ in range(2))
        expected = f"redeal() to imagine the same world for {role} by the same chance"
        require(one == other, expected, differences(one, other), match)


ELSEWHERE: Final = """
import json, pickle, sys
played = pickle.load(sys.stdin.buffer).played
json.dump({"asked": played.asked, "digests": played.digests}, sys.stdout)
"""
"""The other process: plays the trial that comes on standard input."""


def elsewhere(trial: Trial, hash_seed: int) -> dict[str, Any]:
    """The result of the trial in another process with another hash seed."""
    with required("a game class in a module that another process can import"):
        order = pickle.dumps(replace(trial))  # as it was before it was played
    ran = subprocess.run(
        [sys.executable, "-c", ELSEWHERE],
        input=order,
        capture_output=True,
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
        timeout=ELSEWHERE_TIMEOUT,
        check=False,
    )
    if ran.returncode != 0:
        raise CheckFailed(
            "a match played in another process", (ran.stderr.decode().strip().splitlines() or ["nothing"])[-1]
        )
    answer: dict[str, Any] = json.loads(ran.stdout)
    return answer


@check(trials=2, shrinks=12)
def same_in_another_process(trial: Trial) -> None:
    """The same seed and choices give the same decisions and states in another process with another PYTHONHASHSEED:
    nothing depends on the order of a set or on an object's address.
    """
    hash_seed = trial.number + 1
    answer = elsewhere(trial, hash_seed)
    found = Playthrough(asked=answer["asked"], digests={int(at): value for at, value in answer["digests"].items()})
    _compare(trial.played, found, f"in another process with PYTHONHASHSEED={hash_seed}")


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
    """An answer that was not offered is refused with the right error and changes nothing: other texts, indices,
    objects, a stale number, another role, anything after the end.
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


@check()
def replay_equals_live(trial: Trial) -> None:
    """A match verifies against its save, whether recorded from the start, watched, or saved at the end. The tapes are
    the same, and so are the events, and the match goes the same way as one without listeners.
    """
    choices = trial.line
    with tempfile.TemporaryDirectory() as folder:
        journal, saved = Path(folder, "journal.jsonl"), Path(folder, "saved.jsonl")
        live: list[str] = []
        match = trial.start(on_event=written_in(live))
        match.record_to(journal)
        for choice in choices:
            match.choose(choice)
        unwatched = trial.after(choices)
        unwatched.save(saved)
        require(match.digest == unwatched.digest, "the same match whether watched or not", "another state", choices)
        tapes = [list(map(repr, read_save(path).entries)) for path in (journal, saved)]
        same = tapes[0] == tapes[1]
        require(same, "the same tape in the journal and in the save", _first_difference(*tapes), choices)
        for path in (journal, saved):
            told: list[str] = []
            with required("a save that can be verified", choices):
                again = load_match(path, trial.game, on_event=written_in(told))
            require(state_of(again) == state_of(match), "the same match after loading", "another one", choices)
            require(told == live, "the same events in the replay", _first_difference(live, told), choices)


def _first_difference(expected: list[str], found: list[str]) -> str:
    for number, (one, other) in enumerate(zip(expected, found, strict=False), start=1):
        if one != other:
            return f"number {number}: {other} instead of {one}"
    return f"{len(found)} instead of {len(expected)}"


@check()
def resumes_from_checkpoints(trial: Trial) -> None:
    """From any decision, a copy of the match that starts again at the checkpoint of its step goes the same way to the
    same end. So does a copy of that checkpoint written as JSON and read again: all that the rules know is in the state.
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
                f"{what} to be where the match is",
                "another place",
                match,
            )
            for choice in choices[match.count :]:
                with required(f"{what} to go the same way", copied):
                    copied.choose(choice)
            require(copied.digest == final, f"{what} to end the same", "another end", match)


@check()
def undo_stops_at_new_information(trial: Trial) -> None:
    """Undo either restores the match exactly or is refused. It is refused wherever a die, a draw or hidden information
    came out (the rules must call ``play.reveal()`` for facts that were hidden in the state).
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
    decision = asked(match)
    role, text = decision.role, decision.texts[index]
    seen: list[object] = []
    for world in range(4):
        copied = match.fork(seed=f"world {world}", as_seen_by=role)
        copied.choose(index)
        seen.append(_seen(copied, role))
    copied = match.fork()
    copied.choose(index)
    real = _seen(copied, role)
    expected = f"undo of '{text}' to be refused, as it shows {trial.game.the_role(role)} something new"
    require(all(other == real for other in seen), expected, "it was allowed", match)
    digests = set()
    for seed in ("one", "another", "a third"):
        copied = match.fork(seed=seed)
        copied.choose(index)
        digests.add(copied.digest)
    require(len(digests) == 1, f"undo of '{text}' to be refused, as chance has spoken", "it was allowed", match)


def _seen(match: AnyMatch, role: str) -> object:
    return match.view(role), asked_of(match.decision_for(role)), match.outcome
