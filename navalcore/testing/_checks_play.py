"""Checks of play itself: matches run, end, keep their invariants and are the same every time."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import Any

from navalcore.testing._registry import check
from navalcore.testing._trial import CheckFailed, Playthrough, Trial, require

WORD = re.compile(r"[a-z0-9_]+")
ELSEWHERE_TIMEOUT = 300
"""Seconds another process may take."""


@check()
def plays(trial: Trial) -> None:
    """Random matches run: no rule raises, no decision is without options, no step runs in a circle."""
    played = trial.played
    if played.error is not None:
        raise _stopped(played.error, played.choosing, played.choices)
    if trial.script is not None:
        _try_every_option(trial)


def _stopped(error: BaseException, text: str, choices: list[int]) -> CheckFailed:
    chosen = f" (on choosing '{text}')" if text else ""
    return CheckFailed("a match that goes on to its end", f"{type(error).__name__}: {error}{chosen}", choices)


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
    require(played.ended, f"an end within {trial.max_choices} choices", "a match that goes on", played.choices)


@check()
def invariants(trial: Trial) -> None:
    """After every step of random play the game's own invariants hold."""
    for number, step, law in trial.played.broken:
        raise CheckFailed(f"the game's invariants to hold as step {step} begins", law, trial.played.choices[:number])


@check()
def outcome(trial: Trial) -> None:
    """Asking for the outcome changes nothing, gives the same answer again, and names a role or nobody as winner, a
    reason in words, and a short word for the way it ended.
    """
    match = trial.after(trial.played.choices)
    before = match.digest
    again = trial.game.outcome(match.state, match.setup.terms)
    require(match.digest == before, "a state that outcome() leaves alone", "a changed state", match)
    require(again == match.outcome, f"the same outcome when asked again: {match.outcome!r}", repr(again), match)
    if match.outcome is not None:
        winner = match.outcome.winner
        winners = (*trial.game.roles, None)
        require(winner in winners, f"a winner among {', '.join(trial.game.roles)} or None", repr(winner), match)
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


@check()
def same_seed_same_match(trial: Trial) -> None:
    """The same seed and choices give the same decisions and states every time, whatever was played in between: no
    randomness but the engine's, no memory outside the state.
    """
    first, again = trial.played, trial.play()
    _compare(first, again, "when the match is played again")
    one, other = trial.start(), trial.start()
    for choice in trial.line:
        for match in (one, other):
            match.choose(choice)
        alone = first.digests.get(one.count)
        if alone is not None:
            for match in (one, other):
                require(match.digest == alone, "two matches side by side to go as one alone", "another state", one)


def elsewhere(trial: Trial, hash_seed: int) -> dict[str, Any]:
    """What the trial comes to in another process with another hash seed."""
    game = type(trial.game)
    if "<locals>" in game.__qualname__ or game.__module__ == "__main__":
        raise CheckFailed(
            "a game class in a module that another process can import", f"{game.__module__}.{game.__qualname__}"
        )
    order = {
        "module": game.__module__,
        "name": game.__qualname__,
        "id": trial.game.id,
        "scenario": trial.scenario,
        "options": dict(trial.options),
        "seed": trial.seed,
        "max_choices": trial.max_choices,
        "script": trial.script,
        "mood": trial.mood,
    }
    ran = subprocess.run(
        [sys.executable, "-m", "navalcore.testing._elsewhere"],
        input=json.dumps(order),
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
        timeout=ELSEWHERE_TIMEOUT,
        check=False,
    )
    if ran.returncode != 0:
        raise CheckFailed("a match played in another process", (ran.stderr.strip().splitlines() or ["nothing"])[-1])
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
