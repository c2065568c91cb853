"""Match: one game being played. All choice and all chance pass through its tape."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import GeneratorType
from typing import Any, Final, Generic, TypeVar

from navalcore.components.bus import EventBus
from navalcore.components.chance import Chance, SeededChance
from navalcore.components.events import Event
from navalcore.engine.chance import AnsweredChance, ChanceNeeded
from navalcore.engine.decision import Decision, Refusal
from navalcore.engine.events import ChoiceMade, MatchEnded
from navalcore.engine.game import ChanceKind, Game, Options, Outcome, Procedure, Scenario, UndoPolicy, View
from navalcore.engine.play import Play
from navalcore.engine.tape import (
    FORMAT,
    ChoiceEntry,
    CountedChance,
    Entry,
    Header,
    OutcomeEntry,
    ReseedEntry,
    StateEntry,
    Tape,
    TapedChance,
    asked,
)
from navalcore.errors import (
    BadData,
    GameOver,
    NavalCoreError,
    NotYourTurn,
    RuleError,
    StaleDecision,
    UndoBarrier,
)

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


@dataclass(frozen=True)
class Setup(Generic[S, O, V]):
    """What a match is played with; together with the tape it determines everything."""

    game: Game[S, O, V]
    scenario: Scenario
    options: O
    seed: str
    commitment: str
    chance: ChanceKind
    undo: UndoPolicy

    @cached_property
    def procedures(self) -> dict[str, Procedure]:
        """The procedure of each step of the sequence of play."""
        return {name: step.procedure for name, step in self._steps[0].items()}

    @cached_property
    def following(self) -> dict[str, str]:
        """The step that follows each step."""
        return self._steps[1]

    @cached_property
    def _steps(self) -> Any:
        return self.game.steps(self.scenario, self.options)

    def header(self) -> Header:
        """The header of a save of such a match, seed included."""
        return Header(
            navalcore=FORMAT,
            game=self.game.id,
            rules=self.game.version,
            scenario=self.scenario.id,
            options=self.options.model_dump(mode="json"),
            chance=self.chance,
            commitment=self.commitment,
            seed=self.seed or None,
            undo=self.undo,
        )


class _Checkpoint(Generic[S]):
    """A match between two steps: with the tape from here on, all that is needed to go on."""

    __slots__ = ("position", "previous_step", "source", "state", "tape_length")

    def __init__(self, position: int, state: S, source: Chance, tape_length: int, previous_step: int) -> None:
        self.position = position
        self.state = state
        self.source = source
        self.tape_length = tape_length
        self.previous_step = previous_step


def _no_options(decision: Decision) -> RuleError:
    return RuleError(f"rule {decision.rule} asks {decision.role} '{decision.prompt}' without any option")


class Match(Generic[S, O, V]):
    """A game being played.

    Made by :meth:`Game.new_match`, :func:`navalcore.load_match` or :meth:`fork`. Ask :attr:`decision`, answer with
    :meth:`choose`, until :attr:`over`.

    Attributes:
        setup: game, scenario and options it is played with.
        decision: what is asked now and of whom, or None when the match is over.
        outcome: how it ended, or None.
    """

    __slots__ = (
        "_bus", "_checkpoint_due", "_checkpoints", "_count", "_frequent", "_heard", "_imagined", "_needed", "_offset", "_past",
        "_play", "_previous_step", "_procedures", "_reseeds", "_root", "_send", "_step_checkpoint", "_tape", "_choices",
        "_watched",
        "decision", "outcome", "setup",
    )  # fmt: skip

    def __init__(
        self,
        setup: Setup[S, O, V],
        source: Chance,
        *,
        tape: Tape | None = None,
        on_event: Callable[[Event], None] | None = None,
    ) -> None:
        self._blank(setup, source)
        self._tape = tape
        if on_event is not None:
            self.events.subscribe(on_event)
        self._frequent = setup.chance == "physical"
        self._watched = self._watched or tape is not None or self._frequent
        self._restart()
        self._submit(None)

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
        self._checkpoints: list[_Checkpoint[S]] = []
        self._step_checkpoint: _Checkpoint[S] | None = None
        self._frequent = False
        self._needed: ChanceNeeded | None = None
        self._reseeds: tuple[tuple[int, str], ...] = ()
        self._imagined = False
        self._heard = 0
        self._watched = False
        self._checkpoint_due = 0
        self._procedures = setup.procedures

    # ---- looking ----------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game[S, O, V]:
        """The game being played."""
        return self.setup.game

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.outcome is not None

    @property
    def state(self) -> S:
        """The state itself: the umpire's own. Look, do not touch; front ends and bots use :meth:`view`."""
        return self._play.state

    @property
    def count(self) -> int:
        """How many choices have been made."""
        return self._count

    @property
    def digest(self) -> str:
        """A fingerprint of the whole state."""
        return self.game.states.digest(self._play.state)

    @property
    def commitment(self) -> str:
        """The fingerprint of the seed, to be published before the match."""
        return self.setup.commitment

    def reveal_seed(self) -> str:
        """The seed, to be published after the match: see :func:`navalcore.verify_commitment`."""
        return self.setup.seed

    @property
    def events(self) -> EventBus:
        """The bus on which the match tells what happens: ``match.events.subscribe(handler, role=...)``."""
        if self._bus is None:
            self._bus = EventBus()
            self._watched = True
        return self._bus

    def view(self, role: str | None = None) -> V:
        """Everything ``role`` may know (None: the umpire, who sees all).

        Raises:
            UnknownName: the game has no such role.
        """
        return self.game.view(self._play.state, self.game.check_role(role))

    def decision_for(self, role: str | None) -> Decision | None:
        """The current decision as ``role`` may see it: whole if it is theirs (or the umpire's to see), without
        options if it is another's, and without its question too if it is secret.
        """
        decision = self.decision
        if decision is None or role is None or decision.role == self.game.check_role(role):
            return decision
        prompt = f"waiting for the {self.game.role_title(decision.role)}" if decision.secret else decision.prompt
        seen = Decision(decision.role, prompt, (), decision.rule if not decision.secret else "", decision.secret)
        seen.number = decision.number
        return seen

    def why_not(self, choice: object) -> Refusal | None:
        """Why something cannot be chosen now, with the rule that says so; None if it can be.

        Raises:
            GameOver: nothing can be chosen any more.
        """
        decision = self.decision
        if decision is None:
            raise GameOver(f"the match is over: {self.outcome}")
        text = " ".join(str(choice).split()).casefold()
        if any(choice == option or text == str(option).casefold() for option in decision.options):
            return None
        refusals = decision.refusals()
        for refusal in refusals:
            if refusal.text.casefold() == text:
                return refusal
        for refusal in refusals:
            if text and refusal.text.casefold().startswith(text):
                return refusal
        return Refusal(str(choice), decision.rule, f"nothing of the kind is asked here: {decision.prompt}")

    def choices(self) -> list[int]:
        """The indices chosen so far, from the first decision on."""
        made: list[int] = []
        for choices, length in self._past:
            made += choices[:length]
        return made + self._choices

    # ---- choosing ---------------------------------------------------------------------------------------------

    def choose(self, choice: object, *, role: str | None = None, decision: int | None = None) -> None:
        """Answer the current decision.

        Args:
            choice: an option, its index, its notation, or an unmistakable beginning of the notation.
            role: who answers; checked if given.
            decision: the number of the decision that is answered; checked if given.

        Raises:
            GameOver, StaleDecision, NotYourTurn, NotOffered, Ambiguous: the choice is refused, nothing has changed.
            RuleError: the rules failed on it; the match is as it was before.
        """
        current = self.decision
        if current is None:
            raise GameOver(f"the match is over: {self.outcome}")
        if decision is not None and decision != current.number:
            raise StaleDecision(f"decision {decision} is not the current one, which is {current.number}: {current.prompt}")
        if role is not None and role != current.role:
            raise NotYourTurn(f"it is not {role}'s turn: {current.role} decides ({current.prompt})")
        index = choice if type(choice) is int and 0 <= choice < len(current.options) else current.index(choice)
        if self._watched:
            self._submit(index)
            return
        made = self._count
        self._choices.append(index)
        self._count = made + 1
        try:
            current = self._send(index)
            if not current.options:
                raise _no_options(current)
            current.number = made + 1
            self.decision = current
        except StopIteration:
            self.decision = None
        except BaseException as error:
            self._take_back_failure(made, 0, error)

    def _submit(self, index: int | None) -> None:
        """Feed one choice (None: start the match), make it all or nothing, and let the world know."""
        if self._needed is not None and index is not None:
            self._answer(self._needed.values[index])
            return
        if self._bus is not None:
            self._play.listen(self._bus.active)
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
            raise _no_options(decision)
        decision.number = self._count
        self.decision = decision

    def _drive(self, begin: Callable[[], Any]) -> Generator[Decision, Any, None]:
        """The sequence of play: one step after another until the match is over."""
        play, following, outcome_of = self._play, self.setup.following, self.setup.game.outcome
        state: Any = play.state
        idle, asked_at = 0, self._count
        result = begin()
        while True:
            if type(result) is GeneratorType:
                result = yield from result
            state.phase = following[state.phase] if result is None else result
            outcome = outcome_of(state)
            if outcome is not None:
                self._end(outcome)
                return
            if asked_at == self._count:
                idle += 1
                if idle > RUNAWAY:
                    raise RuleError(f"{RUNAWAY} steps without a decision: the rules run in a circle at {state.phase}")
            else:
                idle, asked_at = 0, self._count
            result = self._open_step()

    def _open_step(self) -> Any:
        """Begin the step that ``state.phase`` names, after a checkpoint where one is due."""
        count = self._count
        if self._tape is not None and count // STATE_EVERY != self._previous_step // STATE_EVERY:
            state: Any = self._play.state
            self._tape.note(StateEntry(step=state.phase, state=self.digest))
        self._previous_step = count
        if self._frequent or count >= self._checkpoint_due:
            self._take_checkpoint()
        else:
            self._step_checkpoint = None
        return self._begin_step()

    def _begin_step(self) -> Any:
        play = self._play
        try:
            procedure = self._procedures[play.state.phase]  # type: ignore[attr-defined]
        except KeyError as missing:
            known = ", ".join(self._procedures)
            raise RuleError(f"the sequence of play has no step {missing}; it has {known}") from None
        return procedure(play)

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
        told = self._play.told
        if told and self._bus is not None:
            events = told[:]
            told.clear()
            self._heard += len(events)
            for event in events:
                self._bus.emit(event)

    def _take_back_failure(self, made: int | None, length: int, error: BaseException) -> None:
        """Leave the match as it was after ``made`` choices, before a submission that failed, and say what failed."""
        step = getattr(self._play.state, "phase", "?")
        if self._tape is not None:
            self._tape.rollback(length)
        if made is not None and (self._checkpoints or not self._imagined):
            self._choices = self._choices[: made - self._offset]
            self._rebuild(made)
        if isinstance(error, Exception) and not isinstance(error, NavalCoreError):
            raise RuleError(
                f"the rules failed in step {step} of {self.game.id}: {type(error).__name__}: {error}"
            ) from error
        raise error

    # ---- chance from a person ---------------------------------------------------------------------------------

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
        heard = self._heard
        length = len(self._tape.entries) if self._tape is not None else 0
        try:
            told = self._rebuild(self._count)
        except BaseException:
            source.answers.pop()
            if self._tape is not None:
                self._tape.rollback(length)
            self._rebuild(self._count)
            raise
        new = told[heard:]
        self._play.told[:] = new
        self._heard -= len(new)
        self._publish()

    def _source(self) -> Chance:
        chance = self._play.chance
        return chance.source if isinstance(chance, TapedChance) else chance

    # ---- checkpoints ------------------------------------------------------------------------------------------

    def _take_checkpoint(self) -> None:
        checkpoint = _Checkpoint(
            self._count,
            self.game.states.copy(self._play.state),
            self._source().fork(),
            self._tape.cursor if self._tape is not None else 0,
            self._previous_step,
        )
        self._step_checkpoint = checkpoint
        self._checkpoints.append(checkpoint)
        self._checkpoint_due = self._count + CHECKPOINT_EVERY
        self._heard = -len(self._play.told)
        if len(self._checkpoints) > CHECKPOINTS_KEPT:
            old, recent = self._checkpoints[: -CHECKPOINTS_KEPT // 2], self._checkpoints[-CHECKPOINTS_KEPT // 2 :]
            self._checkpoints = old[::2] + recent

    def _restart(self) -> None:
        """Go back to before the first step."""
        state = self.game.initial_state(self.setup.scenario, self.setup.options)
        self._resume(state, self._root.fork(), 0, 0, 0)

    def _resume(self, state: S, source: Chance, position: int, tape_length: int, previous_step: int) -> None:
        chance = source
        if self._tape is not None:
            self._tape.cursor = tape_length
            chance = TapedChance(source, self._tape)
        listening = self._bus is not None and self._bus.active
        self._play = Play(state, self.setup.options, chance, scenario=self.setup.scenario, listening=listening)
        self._needed = None
        self.decision = None
        self.outcome = None
        self._count = position
        self._previous_step = previous_step
        self._heard = 0

    def _restore(self, checkpoint: _Checkpoint[S]) -> None:
        state = self.game.states.copy(checkpoint.state)
        self._resume(state, checkpoint.source.fork(), checkpoint.position, checkpoint.tape_length, checkpoint.previous_step)
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
        elif self._imagined:
            raise RuleError("a fork that imagines hidden information cannot go back to before its first whole step")
        else:
            choices, offset = self.choices(), 0
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
        told = self._play.told[:]
        self._play.told.clear()
        self._heard += len(told)
        return told

    def _replay(self, start: Callable[[], Any], choices: list[int]) -> None:
        reseeds = [reseed for reseed in self._reseeds if reseed[0] >= self._count]
        self._advance(start)
        for index in choices:
            self._reseed_here(reseeds)
            self._feed(index)
        self._reseed_here(reseeds)

    def _reseed_here(self, reseeds: list[tuple[int, str]]) -> None:
        while reseeds and reseeds[0][0] == self._count:
            self._use_seed(reseeds.pop(0)[1])

    # ---- forking and taking back ------------------------------------------------------------------------------

    def fork(self, *, seed: int | str | None = None, as_seen_by: str | None = None) -> Match[S, O, V]:
        """An independent copy of the match at this point.

        Args:
            seed: let chance go its own way from here; without it the copy meets the same chance results.
            as_seen_by: put in place of everything that role does not know something as likely (needs ``seed``): the
                fork for search bots. Such a fork can be played but not saved.

        Raises:
            BadData: ``as_seen_by`` without ``seed``.
            UnknownName: no such role.
        """
        if as_seen_by is not None and seed is None:
            raise BadData("a fork as seen by a role needs a seed to imagine what the role does not know")
        checkpoint = self._checkpoint_here()
        twin: Match[S, O, V] = object.__new__(Match)
        twin._blank(self.setup, self._root)
        source = checkpoint.source
        if isinstance(source, AnsweredChance):
            own_answers = source.detached()
            checkpoint = _Checkpoint(checkpoint.position, checkpoint.state, own_answers, 0, checkpoint.previous_step)
        own = checkpoint.position - self._offset
        twin._past = (*self._past, (self._choices, own)) if own else self._past
        twin._offset = checkpoint.position
        twin._checkpoints = [checkpoint]
        twin._reseeds = self._reseeds
        twin._imagined = self._imagined
        twin._restore(checkpoint)
        try:
            twin._replay(twin._begin_step, self._choices[own:])
        except ChanceNeeded as needed:
            twin._wait_for(needed)
        twin._frequent = twin._watched = self.setup.chance == "physical"
        if seed is not None:
            twin._imagine(as_seen_by, str(seed))
        return twin

    def _imagine(self, role: str | None, seed: str) -> None:
        if role is not None:
            self.game.check_role(role)
            self.game.redeal(self._play.state, role, SeededChance.from_seed(seed).stream("hidden"))
            self._imagined = True
            self._checkpoints, self._step_checkpoint = [], None
        self.reseed(seed)

    def reseed(self, seed: int | str) -> None:
        """Let chance come from another seed from here on; noted on the tape."""
        self._reseeds = (*self._reseeds, (self._count, str(seed)))
        self._use_seed(str(seed))

    def _use_seed(self, seed: str) -> None:
        source: Chance = SeededChance.from_seed(seed)
        if self._tape is not None:
            self._tape.note(ReseedEntry(seed=seed))
            source = TapedChance(source, self._tape)
        self._play.use(source)

    def _checkpoint_here(self) -> _Checkpoint[S]:
        """The checkpoint of the step under way; from now on every step takes one."""
        if self._step_checkpoint is None:
            if self._imagined and not self._checkpoints:
                raise RuleError("a fork that imagines hidden information can be forked from its next whole step on")
            self._frequent = True
            self._rebuild(self._count)
        self._frequent = True
        checkpoint = self._step_checkpoint
        assert checkpoint is not None
        return checkpoint

    def undo(self, role: str | None = None) -> None:
        """Take the last choice back.

        Args:
            role: who wants to; by default whoever made the last choice.

        Raises:
            UndoBarrier: no choice was made; the last one was another role's; or since then a die, a draw or a reveal
                has brought new information (unless the match allows free undo).
        """
        if self._count == 0:
            raise UndoBarrier("no choice has been made yet: there is nothing to take back")
        if self.setup.undo == "barrier":
            self._check_barrier(role)
        remaining = self._count - 1
        self._rebuild(remaining)
        self._reseeds = tuple(reseed for reseed in self._reseeds if reseed[0] <= remaining)
        source = self._source()
        if isinstance(source, AnsweredChance):
            del source.answers[source.used :]
        if self._tape is not None:
            self._tape.undo(remaining)
            self._tape.flush()

    def _check_barrier(self, role: str | None) -> None:
        probe = self._at(self._count - 1)
        decision = probe.decision
        assert decision is not None
        if role is not None and role != decision.role:
            raise UndoBarrier(f"the last choice was made by {decision.role}, not by {role}: it cannot be taken back")
        counted = CountedChance(probe._play.chance)
        probe._play.use(counted)
        reveals = probe._play.reveals
        try:
            probe._feed(self.choices()[-1])
        except ChanceNeeded:
            return
        if counted.count or probe._play.reveals > reveals:
            what = "a die or a draw" if counted.count else "a reveal"
            raise UndoBarrier(
                f"'{decision.options[self.choices()[-1]]}' cannot be taken back: {what} has brought new information since"
            )

    def _at(self, position: int) -> Match[S, O, V]:
        """A copy of the match as it was after ``position`` choices, sharing nothing but the past."""
        twin: Match[S, O, V] = object.__new__(Match)
        twin._blank(self.setup, self._root)
        twin._past, twin._offset, twin._choices = self._past, self._offset, self._choices[:]
        twin._checkpoints = self._checkpoints[:]
        twin._reseeds, twin._imagined = self._reseeds, self._imagined
        twin._rebuild(position)
        return twin

    # ---- saving -----------------------------------------------------------------------------------------------

    def _transcribed(self) -> Match[S, O, V]:
        """The match played again from the start along its tape, with every entry noted."""
        if self._imagined:
            raise BadData("a fork that imagines hidden information cannot be saved or recorded")
        twin: Match[S, O, V] = object.__new__(Match)
        twin._blank(self.setup, self._root)
        twin._tape = Tape(self.setup.header())
        twin._reseeds = self._reseeds
        twin._frequent = self._frequent
        twin._restart()
        try:
            twin._replay(twin._open_step, self.choices())
        except ChanceNeeded as needed:
            twin._wait_for(needed)
        return twin

    def tape(self) -> list[Entry]:
        """Every choice and chance result so far, with purposes, rules and state digests."""
        tape = self._tape if self._tape is not None else self._transcribed()._tape
        assert tape is not None
        return list(tape.entries)

    def save(self, path: str | Path, *, seed: bool = True) -> None:
        """Write the match to a file, replacing it whole or not at all.

        Args:
            path: the file, by custom ``*.jsonl``.
            seed: write the seed too; without it only the commitment is there, and the match can be replayed and
                verified but not continued.
        """
        from navalcore.engine.saves import write_whole

        tape = self._tape if self._tape is not None else self._transcribed()._tape
        assert tape is not None
        write_whole(Path(path), tape.text(self.setup.seed or None if seed else None))

    def record_to(self, path: str | Path, *, durable: bool = False) -> None:
        """From now on keep a journal: every choice is in the file before :meth:`choose` returns.

        Args:
            path: a new file, or the file this match was loaded from, which is then continued.
            durable: also wait until the disk has it (survives a power cut, not only a crash of the program).

        Raises:
            BadData: the file exists and holds something else.
        """
        from navalcore.engine.saves import open_journal

        if self._tape is None:
            twin = self._transcribed()
            self._tape = twin._tape
            self._play, self._needed = twin._play, twin._needed
            self.decision, self.outcome = twin.decision, twin.outcome
            self._checkpoints, self._step_checkpoint = twin._checkpoints, twin._step_checkpoint
            self._choices, self._past, self._offset = twin._choices, (), 0
            self._previous_step, self._heard = twin._previous_step, 0
            self._watched = True
            self._checkpoint_due = twin._checkpoint_due
            self._rebuild(self._count)
        assert self._tape is not None
        self._tape.sink = open_journal(Path(path), self._tape, self.setup.seed or None, durable)
        self._tape.flush()

    def __repr__(self) -> str:
        now = f"over: {self.outcome}" if self.over else repr(self.decision)
        return f"<Match of {self.game.id} '{self.setup.scenario.id}' after {self._count} choices, {now}>"

