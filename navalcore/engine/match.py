"""Match: one game being played. All choice and all chance pass through its tape."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Generic, NoReturn, TypeVar

from navalcore import notebook
from navalcore.components.bus import EventBus
from navalcore.components.chance import Chance
from navalcore.components.events import Event
from navalcore.engine.chance import AnsweredChance
from navalcore.engine.checkpoints import Checkpoint, Checkpoints
from navalcore.engine.commitments import RevealedSeed, fresh_salt
from navalcore.engine.decision import Decision, Refusal
from navalcore.engine.driver import Driver, no_options
from navalcore.engine.files import write_save
from navalcore.engine.game import Rules
from navalcore.engine.line import Line, Reseed
from navalcore.engine.recorder import Recorder
from navalcore.engine.setup import Setup
from navalcore.engine.tape import Entry, Tape
from navalcore.engine.terms import Options, Outcome, View
from navalcore.errors import (
    Ambiguous,
    BadData,
    GameOver,
    NavalCoreError,
    NotOffered,
    NotYourTurn,
    RuleError,
    SeedWithheld,
    StaleDecision,
    UndoBarrier,
)

S = TypeVar("S")
O = TypeVar("O", bound=Options)  # noqa: E741
V = TypeVar("V", bound=View)


class Match(Generic[S, O, V]):
    """A game being played.

    Made by :meth:`Game.new_match`, :func:`navalcore.load_match` or :meth:`fork`. Ask :attr:`decision`, answer with
    :meth:`choose`, until :attr:`over`.

    A match is its setup and a driver, which runs the rules with the line of play, the checkpoints and, if the match is
    recorded, the recorder. The match itself makes every choice all or nothing.

    Attributes:
        setup: game, scenario and options it is played with.
        decision: what is asked now and of whom, or None when the match is over.
    """

    __slots__ = ("_driver", "_line", "_watched", "decision", "setup")

    def __init__(
        self,
        setup: Setup[S, O, V],
        source: Chance,
        *,
        recorder: Recorder | None = None,
        on_event: Callable[[Event], None] | None = None,
    ) -> None:
        self._take(Driver(setup, source, Line(), Checkpoints(), recorder))
        if on_event is not None:
            self.events.subscribe(on_event)
        self._driver.set_up()
        try:
            self.decision = self._driver.start()
        except BaseException as error:
            self._fail(error)
        self._publish()

    def _take(self, driver: Driver[S, O, V]) -> None:
        """Be played by this driver and its parts."""
        self._driver = driver
        self._line = driver.line
        self.setup = driver.setup
        self._watched = driver.recorder is not None or driver.bus is not None or driver.setup.chance == "physical"
        """Whether somebody records or listens, or a person rolls: then every choice takes the slower way."""

    def _copy(
        self,
        checkpoint: Checkpoint[S] | None,
        position: int,
        *,
        setup: Setup[S, O, V] | None = None,
        recorder: Recorder | None = None,
    ) -> Match[S, O, V]:
        """A match that stands where this one stood after ``position`` choices: every copy of a match is made here.

        Args:
            checkpoint: one of this match's at or before ``position``, from which the copy is played; None: from the
                start.
            position: after how many choices.
            setup: what it says of how it is played; this match's own if left out.
            recorder: notes what happens from the start on.
        """
        twin: Match[S, O, V] = object.__new__(Match)
        twin._take(self._driver.copy(checkpoint, setup or self.setup, recorder))
        twin._rebuild(position)
        return twin

    # ---- looking ----------------------------------------------------------------------------------------------

    @property
    def game(self) -> Rules[S, O, V]:
        """The game being played."""
        return self.setup.game

    @property
    def outcome(self) -> Outcome | None:
        """How the match has ended, or None."""
        return self._driver.outcome

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._driver.outcome is not None

    @property
    def state(self) -> S:
        """The state itself: the umpire's own. Look, do not touch; front ends and bots use :meth:`view`."""
        return self._driver.play.state

    @property
    def digest(self) -> str:
        """A fingerprint of the whole state."""
        return self._driver.digest

    @property
    def events(self) -> EventBus:
        """The bus on which the match tells what happens: ``match.events.subscribe(handler, role=...)``."""
        bus = self._driver.bus
        if bus is None:
            bus = self._driver.bus = EventBus()
            self._watched = True
        return bus

    @property
    def count(self) -> int:
        """How many choices have been made."""
        return self._line.count

    def choices(self) -> list[int]:
        """The indices chosen so far, from the first decision on; of a fork that imagines what a role does not know, or
        other chance results, those chosen since.
        """
        return self._line.choices()[self._line.imagined or 0 :]

    @property
    def commitment(self) -> str:
        """What is promised of the seed, to be published before the match; empty where chance comes from none."""
        return self.setup.commitment

    def reveal_seed(self) -> RevealedSeed:
        """The seed and its salt, to be published after the match: see :func:`navalcore.verify_commitment`.

        Raises:
            SeedWithheld: the match was loaded from a file that holds only the commitment, or no seed is behind its
                chance results.
        """
        if not self.setup.commitment:
            raise SeedWithheld(f"chance in this match is {self.setup.chance}: no seed is behind it")
        if not self.setup.seed:
            raise SeedWithheld("the file this match was loaded from holds only the commitment to the seed")
        return self.setup.revealed

    def view(self, role: str | None = None) -> V:
        """Everything ``role`` may know (None: the umpire, who sees all).

        Raises:
            UnknownName: the game has no such role.
        """
        return self.game.view(self._driver.play.state, self.game.check_role(role), self.setup.terms)

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
        """Why something cannot be chosen now, with the rule that says so; None if :meth:`choose` would take it.

        Raises:
            GameOver: nothing can be chosen any more.
        """
        decision = self.decision
        if decision is None:
            raise GameOver(f"the match is over: {self.outcome}")
        try:
            decision.index(choice)
            return None
        except Ambiguous as error:
            return Refusal(str(choice), decision.rule, str(error))
        except NotOffered:
            pass
        text = " ".join(str(choice).split()).casefold()
        refusals = decision.refusals()
        for refusal in refusals:
            if refusal.text.casefold() == text:
                return refusal
        for refusal in refusals:
            if text and refusal.text.casefold().startswith(text):
                return refusal
        return Refusal(str(choice), decision.rule, f"nothing of the kind is asked here: {decision.prompt}")

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
        if current is None or role is not None or decision is not None:
            current = self._answerable(role, decision)
        if type(choice) is not int or not 0 <= choice < len(current.options):
            choice = current.index(choice)
        if self._watched:
            self._submit(choice)
            return
        line = self._line
        send = self._driver.send  # a call of an attribute that is no method would be slower
        line.own.append(choice)
        line.count = made = line.count + 1
        try:
            self.decision = current = send(choice)
            if not current.options:
                raise no_options(current)
            current.number = made
        except StopIteration:
            self.decision = None
        except BaseException as error:
            self._take_back_failure(made - 1, 0, error)

    def _answerable(self, role: str | None, number: int | None) -> Decision:
        """The current decision, if it is the one of this number and ``role`` may answer it."""
        current = self.decision
        if current is None:
            raise GameOver(f"the match is over: {self.outcome}")
        if number is not None and number != current.number:
            raise StaleDecision(
                f"decision {number} is not the current one, which is {current.number}: {current.prompt}"
            )
        if role is not None and role != current.role:
            raise NotYourTurn(f"it is not {role}'s turn: {current.role} decides ({current.prompt})")
        return current

    def _submit(self, index: int) -> None:
        """Feed one choice, make it all or nothing, and let the world know."""
        driver, decision = self._driver, self.decision
        if driver.needed is not None:
            self._answer(driver.needed.values[index])
            return
        assert decision is not None
        driver.listen()
        made, length = self._line.count, self._recorded
        try:
            self.decision = driver.feed(decision, index)
        except BaseException as error:
            self._take_back_failure(made, length, error)
        self._publish()

    def _answer(self, value: int) -> None:
        """A person's roll or draw: rerun the step along the line, silently up to where it had got."""
        driver, source = self._driver, self._driver.source
        assert isinstance(source, AnsweredChance)
        delivered, made, length = driver.delivered, self._line.count, self._recorded
        source.answers.append(value)
        try:
            self.decision = driver.rebuild(made)
        except BaseException as error:
            source.answers.pop()
            self._take_back_failure(made, length, error)
        self._publish(delivered)

    def _publish(self, known: int = 0) -> None:
        """After a submission has succeeded: write the tape, deliver the events but the first ``known``."""
        driver = self._driver
        if driver.recorder is not None:
            driver.recorder.flush()
        told = driver.take_told(known)
        if told and driver.bus is not None:
            driver.bus.emit_all(told)

    @property
    def _recorded(self) -> int:
        """How many entries the tape has, if there is one."""
        recorder = self._driver.recorder
        return 0 if recorder is None else len(recorder.tape.entries)

    def _take_back_failure(self, made: int, length: int, error: BaseException) -> NoReturn:
        """Leave the match as it was after ``made`` choices, before a submission that failed, and say what failed."""
        step = self._driver.phase
        if self._driver.recorder is not None:
            self._driver.recorder.rollback(length)
        self._rebuild(made)
        self._fail(error, step)

    def _fail(self, error: BaseException, step: str | None = None) -> NoReturn:
        """What a choice or a roll that failed raises: errors of the rules as RuleError, everything else as it is."""
        if isinstance(error, Exception) and not isinstance(error, NavalCoreError):
            raise RuleError(
                f"the rules failed in step {step or self._driver.phase} of {self.game.id}: "
                f"{type(error).__name__}: {error}"
            ) from error
        raise error

    def _rebuild(self, position: int) -> None:
        """Be again where the match was after ``position`` choices; what is told on the way was told before."""
        self.decision = self._driver.rebuild(position)
        self._driver.take_told()

    # ---- forking and taking back ------------------------------------------------------------------------------

    def fork(
        self, *, seed: int | str | None = None, as_seen_by: str | None = None, chance: Chance | None = None
    ) -> Match[S, O, V]:
        """An independent copy of the match at this point.

        Args:
            seed: let chance go its own way from here; without it the copy meets the same chance results.
            as_seen_by: put in place of everything that role does not know something as likely (needs ``seed``): the
                fork for search bots. Such a fork can be played but not saved, and it tells neither the match's seed
                nor the choices made before. Meant for when that role decides: options already offered to another role
                are not made anew.
            chance: let chance come from this source from here on (a script: what if the die had shown 6?). Such a fork
                can be played but not saved.

        Raises:
            BadData: ``as_seen_by`` without ``seed``, ``chance`` with it, or one of them while a person's roll is still
                to come.
            UnknownName: no such role.
        """
        if as_seen_by is not None and seed is None:
            raise BadData("a fork as seen by a role needs a seed to imagine what the role does not know")
        if chance is not None and seed is not None:
            raise BadData("a fork takes chance from a seed or from a source, not from both")
        if as_seen_by is not None:
            self.game.check_role(as_seen_by)
        setup = self.setup if as_seen_by is None else self.setup.without_seed
        twin = self._copy(self._checkpoint_here(), self._line.count, setup=setup)
        if seed is not None:
            twin.reseed(seed, as_seen_by=as_seen_by)
        elif chance is not None:
            twin._driver.reseed(Reseed(twin._line.count, "", None, chance))
        return twin

    def _checkpoint_here(self) -> Checkpoint[S]:
        """The checkpoint of the step under way; from now on every step takes one."""
        checkpoints = self._driver.checkpoints
        checkpoints.at_every_step()
        if checkpoints.here is None:
            self._rebuild(self._line.count)
        assert checkpoints.here is not None
        return checkpoints.here

    def reseed(self, seed: int | str, *, as_seen_by: str | None = None) -> None:
        """Let chance come from another seed from here on; noted on the tape.

        Args:
            seed: the new seed.
            as_seen_by: also put in place of everything that role does not know something as likely, by the same seed;
                the match can then not be saved any more.

        Raises:
            BadData: a person's roll is still to come, or the match is recorded and something shall be imagined.
        """
        if as_seen_by is not None and self._driver.recorder is not None:
            raise BadData("hidden information cannot be imagined in a match that is recorded; fork it first")
        if not str(seed):
            raise BadData("the seed is empty; give a number or a word")
        salt = fresh_salt() if as_seen_by is None else ""
        self._driver.reseed(Reseed(self._line.count, str(seed), as_seen_by, None, salt))

    def undo(self, role: str | None = None) -> None:
        """Take the last choice back.

        Args:
            role: who wants to; by default whoever made the last choice.

        Raises:
            UndoBarrier: no choice was made; the last one was another role's; or since then a die, a draw or a reveal
                has brought new information (unless the match allows free undo).
        """
        count = self._line.count
        if count == 0:
            raise UndoBarrier("no choice has been made yet: there is nothing to take back")
        if count == self._line.imagined:
            raise UndoBarrier("what came before this fork was made cannot be taken back")
        if self.setup.undo == "barrier":
            self._check_barrier(role)
        self._rebuild(count - 1)
        self._driver.forget_results()
        recorder = self._driver.recorder
        if recorder is not None:
            recorder.undo(count - 1)

    def _check_barrier(self, role: str | None) -> None:
        last = self._line.count - 1
        probe = self._copy(self._driver.checkpoints.before(last), last)
        decision, index = probe.decision, self._line.choices()[-1]
        assert decision is not None
        if role is not None and role != decision.role:
            raise UndoBarrier(f"the last choice was made by {decision.role}, not by {role}: it cannot be taken back")
        news = probe._driver.news_of(decision, index)
        if news:
            raise UndoBarrier(f"'{decision.options[index]}' cannot be taken back: {news} has brought new information")

    # ---- saving -----------------------------------------------------------------------------------------------

    def _transcribed(self) -> tuple[Match[S, O, V], Recorder]:
        """The match played again from the start along its line, with every entry noted, and what noted them."""
        if self._line.imagined is not None:
            raise BadData("a fork that imagines hidden information or other chance results cannot be saved or recorded")
        recorder = Recorder(Tape(self.setup.header()))
        return self._copy(None, self._line.count, recorder=recorder), recorder

    def _taped(self) -> Tape:
        return (self._driver.recorder or self._transcribed()[1]).tape

    def tape(self) -> list[Entry]:
        """Every choice and chance result so far, with purposes, rules and state digests."""
        return list(self._taped().entries)

    def save(self, path: str | Path, *, seed: bool = True) -> None:
        """Write the match to a file, replacing it whole or not at all.

        Args:
            path: the file, by custom ``*.jsonl``.
            seed: write every seed too, and its salt; without them only the commitments are there, and the match can be
                replayed and verified but not continued.

        Raises:
            InUse: a match, here or in another program, records to the file.
            BadData: it cannot be written.
        """
        write_save(Path(path), self._taped().text(seed=seed))

    def record_to(self, path: str | Path, *, durable: bool = False) -> None:
        """From now on keep a journal: every choice is in the file before :meth:`choose` returns.

        Args:
            path: a new file, or the file this match was loaded from, which is then continued.
            durable: also wait until the disk has it (survives a power cut, not only a crash of the program).

        Raises:
            InUse: another match, here or in another program, records to the file.
            BadData: the file exists and holds something else.
        """
        recorder = self._driver.recorder
        if recorder is None:
            twin, recorder = self._transcribed()
            twin._driver.bus = self._driver.bus
            self._take(twin._driver)
            self.decision = twin.decision
        recorder.keep_journal(Path(path), durable=durable)

    def stop_recording(self) -> None:
        """Write to the journal no more, and let others write to it; it holds the match as it stands now."""
        if self._driver.recorder is not None:
            self._driver.recorder.close_journal()

    def _repr_svg_(self) -> str | None:
        """The board in a notebook, as the umpire sees it; a role's own is ``nc.face_of(game).board_svg(view)``."""
        return notebook.board_svg(self)

    def __repr__(self) -> str:
        now = f"over: {self.outcome}" if self.over else repr(self.decision)
        return f"<Match of {self.game.id} '{self.setup.scenario.id}' after {self.count} choices, {now}>"
