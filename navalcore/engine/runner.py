"""The machinery under a match: it drives the rules along the tape and makes every step all or nothing."""

from __future__ import annotations

from collections.abc import Callable, Generator
from itertools import repeat
from types import GeneratorType
from typing import Any, Final, Generic, NamedTuple, NoReturn, TypeVar

from navalcore.components.bus import EventBus
from navalcore.components.chance import Chance, SeededChance
from navalcore.components.events import Event
from navalcore.engine.chance import AnsweredChance, ChanceNeeded
from navalcore.engine.decision import Decision
from navalcore.engine.events import ChoiceMade, MatchEnded
from navalcore.engine.play import Play
from navalcore.engine.setup import Checkpoint, Setup
from navalcore.engine.tape import ChoiceEntry, OutcomeEntry, ReseedEntry, StateEntry, Tape, TapedChance, asked
from navalcore.engine.terms import Options, Outcome, View
from navalcore.errors import BadData, NavalCoreError, RuleError

S = TypeVar("S")
O = TypeVar("O", bound=Options)  # noqa: E741
V = TypeVar("V", bound=View)

CHECKPOINT_EVERY: Final = 256
"""Choices between two checkpoints of a match that nobody forks or takes back."""
CHECKPOINTS_KEPT: Final = 64
STATE_EVERY: Final = 25
"""Choices between two state digests on a recorded tape."""
RUNAWAY: Final = 100_000
"""Steps without a decision after which the rules are taken to run in a circle."""


def no_options(decision: Decision) -> RuleError:
    """The error of rules that ask without offering anything."""
    return RuleError(f"rule {decision.rule} asks {decision.role} '{decision.prompt}' without any option")


class Reseed(NamedTuple):
    """After ``at`` choices chance goes on from another seed, and hidden information is imagined if a role is named; or
    it goes on from a source of its own.
    """

    at: int
    seed: str
    as_seen_by: str | None
    chance: Chance | None = None


class Runner(Generic[S, O, V]):
    """Runs the rules of one match; :class:`~navalcore.engine.match.Match` is what people use."""

    __slots__ = (
        "_bus",
        "_checkpoint_due",
        "_checkpoints",
        "_choices",
        "_count",
        "_every",
        "_heard",
        "_imagined",
        "_needed",
        "_offset",
        "_past",
        "_play",
        "_previous_step",
        "_procedures",
        "_reseeds",
        "_root",
        "_send",
        "_step_checkpoint",
        "_tape",
        "_watched",
        "decision",
        "outcome",
        "setup",
    )  # fmt: skip

    def _blank(self, setup: Setup[S, O, V], root: Chance) -> None:
        self.setup = setup
        self.decision: Decision | None = None
        self.outcome: Outcome | None = None
        self._root: Chance = root
        self._bus: EventBus | None = None
        self._tape: Tape | None = None
        self._choices: list[int] = []
        self._offset = 0
        self._past: tuple[tuple[list[int], int], ...] = ()
        self._checkpoints: list[Checkpoint[S]] = []
        self._step_checkpoint: Checkpoint[S] | None = None
        self._every = CHECKPOINT_EVERY
        """Choices between two checkpoints; 0, and then ``_checkpoint_due`` is 0 too: one at every step."""
        self._needed: ChanceNeeded | None = None
        self._reseeds: tuple[Reseed, ...] = ()
        self._imagined: int | None = None
        """After how many choices the match (last) left what can be played again: hidden information was imagined, or
        chance came from a source of its own.
        """
        self._heard = 0
        self._watched = False
        """Whether somebody records or listens, or a person rolls: then every choice takes the slower way."""
        self._checkpoint_due = 0
        self._count = 0
        self._previous_step = 0
        self._procedures = setup.procedures

    @property
    def events(self) -> EventBus:
        """The bus on which the match tells what happens: ``match.events.subscribe(handler, role=...)``."""
        if self._bus is None:
            self._bus = EventBus(roles=self.setup.game.roles)
            self._watched = True
        return self._bus

    @property
    def digest(self) -> str:
        """A fingerprint of the whole state."""
        fingerprint: str = self.setup.game.states.digest(self._play.state)
        return fingerprint

    def choices(self) -> list[int]:
        """The indices chosen so far, from the first decision on; of a fork that imagines what a role does not know, or
        other chance results, those chosen since.
        """
        return self._line()[self._imagined or 0 :]

    def _line(self) -> list[int]:
        """The indices chosen from the first decision on, whatever has been imagined since."""
        made: list[int] = []
        for choices, length in self._past:
            made += choices[:length]
        return made + self._choices

    # ---- running -----------------------------------------------------------------------------------------------------

    def _submit(self, index: int | None) -> None:
        """Feed one choice (None: start the match), make it all or nothing, and let the world know."""
        if self._needed is not None and index is not None:
            self._answer(self._needed.values[index])
            return
        self._play.listen(self._listening)
        made = None if index is None else self._count
        length = len(self._tape.entries) if self._tape is not None else 0
        try:
            if index is None:
                self._advance(self._open_step)
            else:
                self._feed(index)
        except ChanceNeeded as needed:
            self._wait_for(needed)
        except BaseException as error:
            self._take_back_failure(made, length, error)
        self._publish()

    def _feed(self, index: int) -> None:
        """Make one choice: note it on the tape, tell it, and run the rules on."""
        decision = self.decision
        assert decision is not None
        if self._tape is not None:
            self._tape.note(
                ChoiceEntry(
                    role=decision.role,
                    rule=decision.rule,
                    prompt=decision.prompt,
                    asked=asked(decision),
                    pick=index,
                    text=str(decision.options[index]),
                )
            )
        if self._play.listening:
            self._play.tell(
                ChoiceMade(
                    role=decision.role,
                    prompt=decision.prompt,
                    text=str(decision.options[index]),
                    rule=decision.rule,
                    to=(decision.role,) if decision.secret else None,
                )
            )
        self._choices.append(index)
        self._count += 1
        self._run_on(index)

    def _advance(self, begin: Callable[[], Any]) -> None:
        """Set the rules going with the step that ``begin`` opens."""
        self._send = self._drive(begin).send
        self._run_on(None)

    def _run_on(self, reply: int | None) -> None:
        """Run the rules to the next decision or the end of the match."""
        try:
            decision = self._send(reply)
        except StopIteration:
            self.decision = None
            return
        if not decision.options:
            raise no_options(decision)
        decision.number = self._count
        self.decision = decision

    def _drive(self, begin: Callable[[], Any]) -> Generator[Decision, Any, None]:
        """The sequence of play: one step after another until the match is over."""
        play, following, procedures = self._play, self.setup.following, self._procedures
        outcome_of, terms = self.setup.game.outcome, self.setup.terms
        state: Any = play.state
        result = begin()
        while True:
            asked_at = self._count
            for _ in repeat(None, RUNAWAY):
                if type(result) is GeneratorType:
                    result = yield from result
                phase = state.phase = following[state.phase] if result is None else result
                outcome = outcome_of(state, terms)
                if outcome is not None:
                    self._end(outcome)
                    return
                if self._count >= self._checkpoint_due or phase not in procedures:
                    result = self._open_step()
                else:
                    self._step_checkpoint = None
                    result = procedures[phase](play)
            if asked_at == self._count:
                raise RuleError(f"{RUNAWAY} steps without a decision: the rules run in a circle at {state.phase}")

    def _open_step(self) -> Any:
        """Begin the step that ``state.phase`` names, with a checkpoint."""
        if self._tape is not None:
            self._note_state(self._tape)
        self._take_checkpoint()
        return self._begin_step()

    def _begin_step(self) -> Any:
        """Begin the step that ``state.phase`` names."""
        play: Any = self._play
        procedure = self._procedures.get(play.state.phase)
        if procedure is None:
            known = ", ".join(self._procedures)
            raise RuleError(f"the sequence of play has no step '{play.state.phase}'; it has {known}")
        return procedure(play)

    def _note_state(self, tape: Tape) -> None:
        """Put the state's digest on the tape, every so many choices."""
        count = self._count
        if count // STATE_EVERY != self._previous_step // STATE_EVERY:
            state: Any = self._play.state
            tape.note(StateEntry(step=state.phase, state=self.digest))
        self._previous_step = count

    def _end(self, outcome: Outcome) -> None:
        self.outcome = outcome
        if self._tape is not None:
            self._tape.note(OutcomeEntry(winner=outcome.winner, reason=outcome.reason))
        if self._play.listening:
            self._play.tell(MatchEnded(winner=outcome.winner, reason=outcome.reason, rule=outcome.rule))

    def _publish(self) -> None:
        """After a submission has succeeded: write the tape, deliver the events."""
        if self._tape is not None:
            self._tape.flush()
        told = self._told_before()
        if told and self._bus is not None:
            self._bus.emit_all(told)

    def _told_before(self) -> list[Event]:
        """What has been told and not yet delivered; from now on it counts as delivered."""
        told = self._play.told[:]
        self._play.told.clear()
        self._heard += len(told)
        return told

    @property
    def _listening(self) -> bool:
        """Whether events are built. Where a person rolls they always are: a step is run again for every roll, and what
        was told before must be known for what is new to be found.
        """
        return self.setup.chance == "physical" or (self._bus is not None and self._bus.active)

    def _take_back_failure(self, made: int | None, length: int, error: BaseException) -> None:
        """Leave the match as it was after ``made`` choices, before a submission that failed, and say what failed."""
        step = getattr(self._play.state, "phase", "?")
        if self._tape is not None:
            self._tape.rollback(length)
        if made is not None:
            self._choices = self._choices[: made - self._offset]
            self._rebuild(made)
        self._raise(step, error)

    def _raise(self, step: str, error: BaseException) -> NoReturn:
        """What a choice or a roll that failed raises: errors of the rules as RuleError, everything else as it is."""
        if isinstance(error, Exception) and not isinstance(error, NavalCoreError):
            raise RuleError(
                f"the rules failed in step {step} of {self.setup.game.id}: {type(error).__name__}: {error}"
            ) from error
        raise error

    # ---- chance from a person ----------------------------------------------------------------------------------------

    def _wait_for(self, needed: ChanceNeeded) -> None:
        self._needed = needed
        self.decision = needed.decision
        source = self._source()
        assert isinstance(source, AnsweredChance)
        needed.decision.number = -1 - len(source.answers)

    def _answer(self, value: int) -> None:
        """A person's roll or draw: rerun the step along the tape, silently up to where it had got."""
        source = self._source()
        assert isinstance(source, AnsweredChance)
        source.answers.append(value)
        heard, count = self._heard, self._count
        length = len(self._tape.entries) if self._tape is not None else 0
        try:
            told = self._rebuild(count)
        except BaseException as error:
            step = getattr(self._play.state, "phase", "?")
            source.answers.pop()
            if self._tape is not None:
                self._tape.rollback(length)
            self._rebuild(count)
            self._raise(step, error)
        new = told[heard:]
        self._play.told[:] = new
        self._heard -= len(new)
        self._publish()

    def _source(self) -> Chance:
        chance = self._play.chance
        return chance.source if isinstance(chance, TapedChance) else chance

    # ---- checkpoints -------------------------------------------------------------------------------------------------

    def _take_checkpoint(self) -> None:
        checkpoint = Checkpoint(
            self._count,
            self.setup.game.states.copy(self._play.state),
            self._source().fork(),
            self._tape.cursor if self._tape is not None else 0,
            self._previous_step,
        )
        self._step_checkpoint = checkpoint
        self._checkpoints.append(checkpoint)
        if self._every:
            self._checkpoint_due = self._count + self._every
        self._heard = -len(self._play.told)
        if len(self._checkpoints) > CHECKPOINTS_KEPT:
            old, recent = self._checkpoints[: -CHECKPOINTS_KEPT // 2], self._checkpoints[-CHECKPOINTS_KEPT // 2 :]
            self._checkpoints = old[::2] + recent

    def _restart(self) -> None:
        """Go back to before the first step."""
        state = self.setup.game.initial_state(self.setup.terms)
        self._resume(state, self._root.fork(), 0, 0, 0)

    def _resume(self, state: S, source: Chance, position: int, tape_length: int, previous_step: int) -> None:
        chance = source
        if self._tape is not None:
            self._tape.cursor = tape_length
            chance = TapedChance(source, self._tape)
        setup = self.setup
        self._play = Play(
            state,
            setup.options,
            chance,
            scenario=setup.scenario,
            listening=self._listening,
            modifiers=setup.game.modifiers,
        )
        self._needed = None
        self.decision = None
        self.outcome = None
        self._count = position
        self._previous_step = previous_step
        self._heard = 0

    def _restore(self, checkpoint: Checkpoint[S]) -> None:
        state = self.setup.game.states.copy(checkpoint.state)
        self._resume(
            state, checkpoint.source.fork(), checkpoint.position, checkpoint.tape_length, checkpoint.previous_step
        )
        self._step_checkpoint = checkpoint

    def _rebuild(self, position: int) -> list[Event]:
        """Be again where the match was after ``position`` choices; returns what was told since the checkpoint."""
        while self._checkpoints and self._checkpoints[-1].position > position:
            self._checkpoints.pop()
        if self._checkpoints:
            checkpoint = self._checkpoints[-1]
            choices, offset = self._choices, self._offset
            self._restore(checkpoint)
            start = self._begin_step
        else:
            choices, offset = self._line(), 0
            self._past, self._offset = (), 0
            self._checkpoint_due = 0
            self._restart()
            start = self._open_step
        first = self._count - offset
        self._choices = choices[:first]
        try:
            self._replay(start, choices[first : position - offset])
        except ChanceNeeded as needed:
            self._wait_for(needed)
        return self._told_before()

    def _replay(self, start: Callable[[], Any], choices: list[int]) -> None:
        reseeds = [reseed for reseed in self._reseeds if reseed.at >= self._count]
        self._advance(start)
        for index in choices:
            self._reseed_here(reseeds)
            self._feed(index)
        self._reseed_here(reseeds)

    def _reseed_here(self, reseeds: list[Reseed]) -> None:
        while reseeds and reseeds[0].at == self._count:
            self._use_seed(reseeds.pop(0))

    def reseed(self, seed: int | str, *, as_seen_by: str | None = None) -> None:
        """Let chance come from another seed from here on; noted on the tape.

        Args:
            seed: the new seed.
            as_seen_by: also put in place of everything that role does not know something as likely, by the same seed;
                the match can then not be saved any more.

        Raises:
            BadData: a person's roll is still to come, or the match is recorded and something shall be imagined.
            UnknownName: no such role, or the umpire, who knows everything.
        """
        if as_seen_by is not None:
            self.setup.game.check_imagining(as_seen_by)
        if as_seen_by is not None and self._tape is not None:
            raise BadData("hidden information cannot be imagined in a match that is recorded; fork it first")
        self._depart(Reseed(self._count, str(seed), as_seen_by))

    def _depart(self, reseed: Reseed) -> None:
        """Let chance go another way from here."""
        if self._needed is not None:
            raise BadData(f"chance can come from a seed only once this is answered: {self._needed.decision.prompt}")
        if reseed.as_seen_by is not None or reseed.chance is not None:
            self._imagined = self._count
        self._reseeds = (*self._reseeds, reseed)
        self._use_seed(reseed)

    def _use_seed(self, reseed: Reseed) -> None:
        source: Chance
        if reseed.chance is not None:
            source = reseed.chance.fork()
        else:
            source = seeded = SeededChance.from_seed(reseed.seed)
            if reseed.as_seen_by is not None:
                self.setup.game.redeal(self._play.state, reseed.as_seen_by, seeded.stream("hidden"), self.setup.terms)
        if self._tape is not None:
            self._tape.note(ReseedEntry(seed=reseed.seed))
            source = TapedChance(source, self._tape)
        self._play.use(source)
