"""The sequence of play of a match as it runs: one step after another until the match is over."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from functools import partial
from itertools import repeat
from pathlib import Path
from types import GeneratorType
from typing import Any, Final

from navalcore._play.chance import unwatched
from navalcore._play.checkpoints import Checkpoint, Checkpoints
from navalcore._play.line import Line
from navalcore._play.recording import BEGINNING, Recording
from navalcore._play.setup import Setup
from navalcore._rules.decision import Decision
from navalcore._rules.events import MatchEnded
from navalcore._rules.play import Play
from navalcore._rules.terms import Outcome
from navalcore._rules.wrong_questions import wrong_result
from navalcore.errors import RuleError

RUNAWAY: Final = 10_000
"""Steps without a decision after which the rules are taken to run in a circle."""


def run_steps(
    setup: Setup[Any, Any, Any],
    play: Play[Any, Any],
    line: Line,
    checkpoints: Checkpoints[Any],
    recorder: Recording | None,
    again: bool,
) -> Generator[Decision, Any, Outcome]:
    """The steps as one flow that returns the outcome; it knows no driver, so a fork is freed once it is left."""
    steps, terms = setup.sequence, setup.terms
    outcome_of = setup.game.outcome
    state = play.state
    if not again:
        _take_checkpoint(setup, play, line, checkpoints, recorder)
    if state.phase not in steps:
        raise _no_step(setup, state.phase)
    procedure, after = steps[state.phase]
    result: Any = procedure(play)
    while True:
        asked_at = line.count
        for _ in repeat(None, RUNAWAY):
            if type(result) is GeneratorType:
                result = yield from result
            if play.state is not state:
                named = _named(procedure)
                raise RuleError(f"after the procedure{named} play.state is another object: change it in place")
            state.phase = phase = after if result is None else result
            outcome = outcome_of(state, terms)
            if outcome is not None:
                return _end(setup, play, recorder, outcome)
            if line.count >= checkpoints.look and checkpoints.begin_step(line.count):
                _take_checkpoint(setup, play, line, checkpoints, recorder)
            try:
                following, after = steps[phase]
            except (KeyError, TypeError):
                raise _no_step(setup, phase, procedure) from None
            if play.kept is not None and following is not procedure:
                play.kept = None
            procedure = following
            result = procedure(play)
        if asked_at == line.count:
            raise RuleError(f"{RUNAWAY} steps without a decision: the rules run in a circle at {state.phase}")


def _end(setup: Setup[Any, Any, Any], play: Play[Any, Any], recorder: Recording | None, outcome: object) -> Outcome:
    """Note and report how the match has ended."""
    if not isinstance(outcome, Outcome):
        raise wrong_result(setup.game.id, "outcome", outcome, "Outcome or None")
    outcome = replace(outcome, returns=setup.game.returns(outcome))
    if recorder is not None:
        recorder.outcome(outcome)
    play.tell(partial(MatchEnded, winner=outcome.winner, reason=outcome.reason), rule=outcome.rule)
    return outcome


def _take_checkpoint(
    setup: Setup[Any, Any, Any],
    play: Play[Any, Any],
    line: Line,
    checkpoints: Checkpoints[Any],
    recorder: Recording | None,
) -> None:
    """Take one of the step that ``state.phase`` names, before it begins."""
    states, source, place = setup.game.states, unwatched(play.chance), BEGINNING
    if recorder is not None:
        recorder.step(line.count, play.state.phase, source, lambda: states.to_json(play.state))
        place = recorder.place
    checkpoints.add(Checkpoint(line.count, states.copy(play.state), source.fork(), place))
    checkpoints.delivered = -len(play.told)


def _no_step(setup: Setup[Any, Any, Any], phase: object, procedure: Any = None) -> RuleError:
    """The error of rules that continue with a step that does not exist."""
    ended = "" if procedure is None else f"; the procedure{_named(procedure)} returns it, and may return a step or None"
    return RuleError(f"the sequence of play has no step '{phase}'; it has {', '.join(setup.sequence)}{ended}")


def _named(procedure: Any) -> str:
    """The name of a procedure, with its line."""
    code = getattr(procedure, "__code__", None)
    return "" if code is None else f" {code.co_qualname} ({Path(code.co_filename).name}:{code.co_firstlineno})"
