"""Match: one game being played. All choice and all chance pass through its tape."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from navalcore import notebook
from navalcore.components.chance import Chance
from navalcore.components.events import Event
from navalcore.engine.chance import AnsweredChance, ChanceNeeded
from navalcore.engine.decision import UMPIRE, Decision, Refusal
from navalcore.engine.game import Rules
from navalcore.engine.runner import Reseed, Runner, no_options
from navalcore.engine.setup import Checkpoint, Setup
from navalcore.engine.tape import CountedChance, Entry, Tape
from navalcore.engine.terms import Options, View
from navalcore.errors import (
    Ambiguous,
    BadData,
    GameOver,
    NotOffered,
    NotYourTurn,
    SeedWithheld,
    StaleDecision,
    UndoBarrier,
)

S = TypeVar("S")
O = TypeVar("O", bound=Options)  # noqa: E741
V = TypeVar("V", bound=View)


class Match(Runner[S, O, V]):
    """A game being played.

    Made by :meth:`Game.new_match`, :func:`navalcore.load_match` or :meth:`fork`. Ask :attr:`decision`, answer with
    :meth:`choose`, until :attr:`over`.

    Attributes:
        setup: game, scenario and options it is played with.
        decision: what is asked now and of whom, or None when the match is over.
        outcome: how it ended, or None.
    """

    __slots__ = ()

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
            self.events.subscribe(on_event, role=UMPIRE)
        if setup.chance == "physical" or tape is not None:
            self._watched = True
            self._every = 0
        self._restart()
        self._submit(None)

    # ---- looking ----------------------------------------------------------------------------------------------

    @property
    def game(self) -> Rules[S, O, V]:
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
    def commitment(self) -> str:
        """The fingerprint of the seed, to be published before the match."""
        return self.setup.commitment

    def reveal_seed(self) -> str:
        """The seed, to be published after the match: see :func:`navalcore.verify_commitment`.

        Raises:
            SeedWithheld: the match was loaded from a file that holds only the commitment.
        """
        if not self.setup.seed:
            raise SeedWithheld("the file this match was loaded from holds only the commitment to the seed")
        return self.setup.seed

    def view(self, role: str = "") -> V:
        """Everything ``role`` may know (``UMPIRE`` sees all).

        Raises:
            UnknownName: nobody is named, or the game has no such role.
        """
        return self.game.view(self._play.state, self.game.check_role(role), self.setup.terms)

    def decision_for(self, role: str) -> Decision | None:
        """The current decision as ``role`` may see it: whole if it is theirs (or the umpire's to see), without
        options if it is another's, and without its question too if it is secret.

        Raises:
            UnknownName: nobody is named, or the game has no such role.
        """
        decision = self.decision
        if self.game.check_role(role) is UMPIRE or decision is None or decision.role == role:
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
        send = self._send  # a call of an attribute that is no method would be slower
        self._choices.append(choice)
        self._count = made = self._count + 1
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
        checkpoint = self._checkpoint_here()
        root, source = self._root, checkpoint.source
        if isinstance(root, AnsweredChance):
            root = root.detached()
            if isinstance(source, AnsweredChance):
                source = root.at(source.used)
        twin: Match[S, O, V] = object.__new__(Match)
        twin._blank(self.setup, root)
        checkpoint = Checkpoint(checkpoint.position, checkpoint.state, source, 0, checkpoint.previous_step)
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
        twin._told_before()
        if self.setup.chance == "physical":
            twin._watched = True
            twin._every = 0
        else:
            twin._checkpoint_due = checkpoint.position + twin._every
        if seed is not None:
            twin.reseed(seed, as_seen_by=as_seen_by)
        elif chance is not None:
            twin._depart(Reseed(twin._count, "", None, chance))
        if as_seen_by is not None:
            twin.setup = self.setup.without_seed
        return twin

    def _checkpoint_here(self) -> Checkpoint[S]:
        """The checkpoint of the step under way; from now on every step takes one."""
        self._every = self._checkpoint_due = 0
        if self._step_checkpoint is None:
            self._rebuild(self._count)
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
        if self._count == self._imagined:
            raise UndoBarrier("what came before this fork was made cannot be taken back")
        if self.setup.undo == "barrier":
            self._check_barrier(role)
        remaining = self._count - 1
        self._rebuild(remaining)
        self._reseeds = tuple(reseed for reseed in self._reseeds if reseed.at <= remaining)
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
        with suppress(ChanceNeeded):
            probe._feed(self.choices()[-1])
        if counted.count or probe._play.reveals > reveals:
            what = "a die or a draw" if counted.count else "a reveal"
            raise UndoBarrier(
                f"'{decision.options[self.choices()[-1]]}' cannot be taken back: {what} has brought new information"
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
        if self._imagined is not None:
            raise BadData("a fork that imagines hidden information or other chance results cannot be saved or recorded")
        twin: Match[S, O, V] = object.__new__(Match)
        twin._blank(self.setup, self._root)
        twin._tape = Tape(self.setup.header())
        twin._reseeds = self._reseeds
        twin._every = 0
        twin._restart()
        try:
            twin._replay(twin._open_step, self._line())
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
            self._every = self._checkpoint_due = 0
            self._rebuild(self._count)
        assert self._tape is not None
        self._tape.sink = open_journal(Path(path), self._tape, self.setup.seed or None, durable)
        self._tape.flush()

    def _repr_svg_(self) -> str | None:
        """The board in a notebook, as the umpire sees it; a role's own is ``nc.face(game).board_svg(view)``."""
        return notebook.board_svg(self)

    def __repr__(self) -> str:
        now = f"over: {self.outcome}" if self.over else repr(self.decision)
        return f"<Match of {self.game.id} '{self.setup.scenario.id}' after {self._count} choices, {now}>"
