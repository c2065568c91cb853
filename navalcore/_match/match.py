"""Match: one game being played. All choice and all chance pass through its tape."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from threading import get_ident
from typing import Any, Literal, TypeAlias, cast, get_args

from navalcore import _notebook as notebook
from navalcore._match.positions import read_position, running_from_position, state_at
from navalcore._match.saved import Saved
from navalcore._match.sent import SentGame, shown_of
from navalcore._play import seats, submission
from navalcore._play.busy import FREE, RUNNING, alone, check_mine, still
from navalcore._play.chance import PhysicalChance, Result
from navalcore._play.driver import Driver
from navalcore._play.imagining import forked
from navalcore._play.line import Reseed
from navalcore._play.recording import Recording
from navalcore._play.seating import seating
from navalcore._play.setup import Beginning, Setup, chosen_chance, seed_text
from navalcore._play.undo import take_back, take_back_roll
from navalcore._rules.decision import CHANCE, Decision, Refusal
from navalcore._rules.terms import ChanceKind, O, S, Terms, UndoPolicy, V
from navalcore._saves.entries import last_roll
from navalcore._saves.pickled import Pickled
from navalcore._saves.recorder import Recorder, tape_of
from navalcore._wire.history import History
from navalcore._wire.messages import Snapshot
from navalcore._wire.snapshots import snapshot
from navalcore.components._chance import Chance
from navalcore.components._events import Event
from navalcore.components._roles import SPECTATOR, UMPIRE
from navalcore.errors import BadData, UndoBarrier
from navalcore.odds import _options as options
from navalcore.odds._answers import OptionOdds
from navalcore.odds._options import BUDGET, TABLE_BUDGET


class Match(Saved[S, O, V]):
    """A game being played.

    Made by :meth:`Game.new_match`, :func:`navalcore.load_match` or :meth:`fork`. Read :attr:`decision` and answer it
    with :meth:`choose`, until the match is :attr:`over`.

    Only one call at a time may move or copy a match: :meth:`choose`, :meth:`undo`, :meth:`reseed`, :meth:`fork`,
    :meth:`save`, :meth:`record_to`, :meth:`tape`, copying and pickling. Another call in the middle of one, from another
    thread or from the rules themselves, is refused (``busy``) and changes nothing. So are :meth:`view`,
    :meth:`snapshot`, :meth:`why_not` and :attr:`digest`, which would look at a state half changed; several threads may
    look at once. Attributes such as :attr:`decision` can be read at any time. While events are delivered the match
    is at rest: all may look, and the handlers themselves may choose and do everything else. Different matches,
    even a match and its forks, share nothing, and each may be used by a thread of its own.

    A copy (``copy.copy``, ``copy.deepcopy``) is a :meth:`fork`. A pickled match holds its
    choices and not its state. Unpickled in any process that can import the game, it plays them again and is in the
    same place, without listeners and without a recording.
    """

    __slots__ = ()

    def __init__(self) -> None:
        raise TypeError("a match is begun by Game.new_match or loaded by navalcore.load_match")

    @classmethod
    def _played_by(cls, driver: Driver[S, O, V], history: History | None = None) -> Match[S, O, V]:
        """The match that a driver plays, and its history, which listens to the driver already."""
        match: Match[S, O, V] = object.__new__(cls)
        match._busy, match._history = FREE, history
        match._take(driver)
        return match

    # ---- looking ----------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game[S, O, V]:
        """The game being played."""
        return cast("Game[S, O, V]", self._driver.setup.game)

    @still
    def view(self, role: str) -> V:
        """Everything ``role`` may know (``UMPIRE`` sees all).

        Raises UnknownName if ``role`` is empty or the game has no such role, and Busy while the match moves.
        """
        return self.game.view(self._driver.play.state, self.game.check_role(role), self.setup.terms)

    def sees_alike(self, *roles: str) -> bool:
        """Whether all ``roles`` see the same table now: none of them knows anything that is hidden from another.

        Raises UnknownName where the game has no such role.
        """
        seen = [self.view(role).model_copy(update={"role": ""}) for role in roles]
        return all(view == seen[0] for view in seen)

    def answers_itself(self, role: str, people: Collection[str]) -> bool:
        """Whether the question to ``role`` has a single answer that can be given at once without revealing anything. A
        person who sees less than the role would otherwise learn from the speed that there was no choice.

        Args:
            role: who is asked.
            people: the roles that people play. UnknownName is raised where the game has no such role.
        """
        for each in (role, *people):
            if each != CHANCE:
                self.game.check_role(each)
        decision = self.decisions.get(role)
        if decision is None or role == CHANCE or len(decision.options) > 1:
            return False
        others = [each for each in people if each != role]
        return not others or self.sees_alike(role, *others)

    def decision_for(self, role: str) -> Decision | None:
        """The decision as ``role`` may know it. Its own decision is complete (``UMPIRE`` sees the first one complete).
        Another role's has no options, and no question either if it is secret. Its number is the role's own.

        Raises UnknownName if ``role`` is empty or the game has no such role.
        """
        return seats.decision_for(self._driver, self.decision, role)

    @still
    def snapshot(self, role: str, *, since: int | None = None, odds: bool = False, board: bool = True) -> Snapshot:
        """Everything that one seat may be sent now: its view, its decision, the roles that the match waits for, its
        events, whether it may undo, and the outcome. After a choice it is the whole update.

        Args:
            role: a role of the game, ``SPECTATOR``, or ``UMPIRE``, who receives every question.
            since: send also the events that the role was told after this number: what :attr:`Snapshot.told
                <navalcore.Snapshot.told>` was last time, 0 for all. A number greater than there are events
                (because the save that the match was loaded from has lost what was taken back) gives all of them.
            odds: whether to send the odds of each option of its decision, as :meth:`odds_table` gives them.
            board: whether to send the board as data. Anyone who sends pictures, or none, spares its cost.

        Raises:
            UnknownName: ``role`` is empty, or the game has no such role.
            BadData: events are asked for, and the match keeps no history; or ``since`` is not a number.
            Busy: the match moves.
        """
        chances = options.odds_for_seat(self._driver, self.decision, role) if odds else ()
        return snapshot(
            self._driver, self.decision, self._history, role, since, shown_of(self.game), chances, board=board
        )

    @still
    def why_not(self, choice: object, *, role: str | None = None) -> Refusal | None:
        """The reason why something cannot be chosen now, with its rule; None if :meth:`choose` would take it.

        Args:
            choice: a choice as for :meth:`choose`.
            role: the role that would choose; needed where several roles are asked, because their questions are secret.

        Raises:
            GameOver: nothing can be chosen any more.
            NotYourTurn, UnknownName: the role has no question now, or the game has no such role.
            BadData, Busy: several roles are asked, and ``role`` is left out; or the match moves.
        """
        return seats.meant(self._driver, self.decision, role).why_not(choice)

    @alone
    def odds(self, option: object, *, role: str | None = None, budget: int = BUDGET) -> OptionOdds:
        """The possible results of an option until the next decision, as far as the role that is asked can know.

        Args:
            option: an option as for :meth:`choose`.
            role: the role that would choose, as for :meth:`why_not`.
            budget: the work it may take; with more, more answers are exact.

        Raises GameOver, NotYourTurn, NotOffered or Ambiguous as :meth:`choose` does, and BadData while a person has to
        roll or where ``role`` is needed.
        """
        return options.odds(self._driver, self.decision, option, role, budget)

    @alone
    def odds_table(self, *, role: str | None = None, budget: int = TABLE_BUDGET) -> tuple[OptionOdds, ...]:
        """The odds of every option of a decision, in less time than one by one. Arguments and errors are as for
        :meth:`odds`.
        """
        return options.odds_table(self._driver, self.decision, role, budget)

    # ---- choosing ---------------------------------------------------------------------------------------------

    def choose(self, choice: object, role: str | None = None, decision: int | None = None) -> None:
        """Answer the current decision.

        Args:
            choice: an option, its index, its key, its text, or words that mean no other option
                (:meth:`Decision.read <navalcore.Decision.read>`).
            role: the role that answers; where several roles are asked, by default the first of :attr:`decisions`.
            decision: the number of the decision that is answered; checked if given. As each role's decisions have
                numbers of their own, the role must be given with it in a game of several roles.

        Raises:
            GameOver, StaleDecision, NotYourTurn, NotOffered, Ambiguous: the choice is refused, nothing has changed.
            UnknownName: the game has no such role; nothing has changed.
            BadData: a decision's number is given without its role; nothing has changed.
            RuleError: the rules failed on the choice; the match is as it was before.
            NotWritten: the choice could not be written; the match and its file are as they were before.
            Busy: another choice is being made.
        """
        before = self._busy  # what ``alone`` does, written out: every choice of every match comes through here
        if before:
            check_mine(self)
        self._busy = RUNNING
        try:
            driver = self._driver
            current = driver.decision
            if current is None or role is not None or decision is not None:
                current = seats.answerable(driver, current, role, decision)
            if type(choice) is int and 0 <= choice < len(current.options):  # programs give an index: nothing to read
                index = choice
            else:
                index = current.read(choice)
            if self._watched or current is not driver.decision:
                self._deliver(submission.submit(driver, current, index))
            else:
                made = driver.line.count
                try:
                    driver.decision = driver.advance(current, index)
                except BaseException as error:
                    submission.take_back_failure(driver, made, None, error)
        finally:
            self._busy = before

    def _roll_again(self, results: Iterator[Result]) -> None:
        """Give the match what people had rolled and drawn in a position, while it asks for more."""
        while (needed := self._driver.needed) is not None and (result := next(results, None)) is not None:
            self.choose(needed.option_of(result), CHANCE)

    def _deliver(self, told: Sequence[Event]) -> None:
        """Report what has happened to those who listen: they may call the match."""
        if told and self._driver.bus is not None:
            self._busy = get_ident()
            self._driver.bus.emit_all(told)

    # ---- forking and taking back ------------------------------------------------------------------------------

    def fork(
        self, *, seed: int | str | None = None, as_seen_by: str | None = None, chance: Chance | None = None
    ) -> Match[S, O, V]:
        """Return an independent copy of the match at this point.

        Args:
            seed: take chance from this seed from here on; without it the copy has the same chance results.
            as_seen_by: replace everything that this role does not know by something as likely (needs ``seed``), as
                search bots do. Such a fork can be played but not saved, and it reveals neither the match's seed nor the
                choices made before. If another role has the question, the fork asks it again; where the step has gone
                too far for that, it refuses that role's choices (``not_imagined``).
            chance: take chance from this source from here on (a script: what if the die had shown 6?). Such a fork
                can be played but not saved.

        Raises:
            BadData: ``as_seen_by`` is given without ``seed``, or with ``chance``; one of them is given while a person
                has still to roll; or ``chance`` is not a source, or is a person's dice.
            UnknownName, Busy: the game has no such role; the match moves.
        """
        # What ``alone`` does, written out: searches fork all the time.
        before = self._busy
        if before:
            check_mine(self)
        self._busy = RUNNING
        try:
            return Match._played_by(forked(self._driver, seed, as_seen_by, chance))
        finally:
            self._busy = before

    @alone
    def reseed(self, seed: int | str) -> None:
        """Take chance from the stream of ``seed``, a number or a text, from here on. The tape records it.

        Raises BadData while a person has still to roll, and Busy while the match moves.
        """
        submission.reseed(self._driver, Reseed.to(seed_text(seed), self.count, None))

    @alone
    def undo(self, role: str | None = None, decision: int | None = None) -> None:
        """Take back the last choice; while several roles choose at the same time, the role's own last one, even if
        others have chosen since.

        Args:
            role: the role that takes back; by default the role of the last choice.
            decision: how many choices the role has made (:attr:`Snapshot.number <navalcore.Snapshot.number>`, the
                number of the decision that it is asked next); checked if given, so a double click takes back one.

        Raises:
            StaleDecision: the role has made another number of choices.
            UnknownName, BadData: the game has no such role; or the number is given without its role.
            UndoBarrier: no choice was made, or the last one was another role's. Or since then a die, a draw, a reveal,
                or the beginning or end of simultaneous choices has brought new information (unless the match allows
                free undo).
            NotWritten: the undo could not be written; nothing has been taken back.
            Busy: the match moves.
        """
        self._deliver([take_back(self._driver, role, decision)])

    @alone
    def unroll(self) -> None:
        """Take back only the last roll or draw that a person entered. The choice and the rolls before it remain.

        Raises UndoBarrier if there was no roll by hand since the last choice or the match does not allow free undo.
        Raises NotWritten and Busy as :meth:`undo` does.
        """
        if last_roll(tape_of(self._driver).entries) is None:
            raise UndoBarrier("nothing was rolled since the last choice: take that back")
        self._deliver([take_back_roll(self._driver)])

    def __copy__(self) -> Match[S, O, V]:
        return self.fork()

    def __deepcopy__(self, memo: dict[int, Any]) -> Match[S, O, V]:
        return self.fork()

    @alone
    def __reduce__(self) -> tuple[Callable[[Pickled], Match[Any, Any, Any]], tuple[Pickled]]:
        return Match._unpickled, (Pickled.of(self._driver),)

    @classmethod
    def _unpickled(cls, pickled: Pickled) -> Match[Any, Any, Any]:
        """The match that was pickled, played again."""
        return cls._played_by(pickled.played_again())

    def _repr_svg_(self) -> str | None:
        """The board in a notebook, as the umpire sees it; a role's own is ``nc.face_of(game).board_svg(view)``."""
        return notebook.board_svg(self)

    def __repr__(self) -> str:
        now = f"over: {self.outcome}" if self.over else repr(self.decision)
        return f"<Match of {self.game.id} '{self.setup.scenario.id}' after {self.count} choices, {now}>"


def driver_of(match: Match[S, O, V]) -> Driver[S, O, V]:
    """The driver that plays a match, for the tools that test what the rules do."""
    return match._driver


def begun(
    setup: Setup[S, O, V],
    source: Chance,
    *,
    recorder: Recording | None = None,
    on_event: Callable[[Event], None] | None = None,
    history: bool = False,
) -> Match[S, O, V]:
    """The match that begins with a setup and a source of chance."""
    kept = History() if history else None
    note = None if kept is None else kept.note
    listeners = [each for each in (note, on_event) if each is not None]
    return match_of(submission.begin(setup, source, recorder, listeners), kept)


def match_of(driver: Driver[S, O, V], history: History | None = None) -> Match[S, O, V]:
    """The match that a driver plays, with its history, which listens to the driver already."""
    return Match._played_by(driver, history)


AnyMatch: TypeAlias = Match[Any, Any, Any]
"""A match of any game."""


class Game(SentGame[S, O, V]):
    """One game: its rules (``Rules`` says what they are), and matches of it."""

    def new_match(
        self,
        scenario: str | None = None,
        *,
        seed: int | str | None = None,
        salt: str | None = None,
        options: Mapping[str, Any] | O | None = None,
        chance: Chance | Literal["seeded", "committed", "physical"] = "seeded",
        undo: UndoPolicy = "barrier",
        seats: Mapping[str, str] | None = None,
        on_event: Callable[[Event], None] | None = None,
        history: bool = False,
        recorded: bool = False,
    ) -> Match[S, O, V]:
        """Start a match.

        Args:
            scenario: its id; the default scenario if left out.
            seed: the seed of the chance stream; a fresh unguessable one if left out.
            salt: the salt of the commitment to the seed, 32 hexadecimal digits; fresh if left out. Seed and salt of an
                earlier match give that match its commitment again.
            options: the game's options by name, or its options model.
            chance: ``"seeded"`` (the same seed gives the same results), or ``"committed"`` (from seed and salt
                together, so that even a short seed cannot be found from the results it has given). Or ``"physical"`` (a
                person rolls and draws), or a source such as a script.
            undo: ``"barrier"`` (no undo once new information came out) or ``"free"``.
            seats: who sits where, by role: ``"person"`` or ``"bot:NAME"``; the others as :meth:`Game.seats` says. It is
                kept in saves, and :meth:`Match.play_bots` has the bots play.
            on_event: called with every event, from the set-up on (later listeners use ``match.events``).
            history: keep every event from the set-up on, for :meth:`Match.snapshot`.
            recorded: record everything on a tape in memory from the set-up on. Then :meth:`Match.save`,
                :meth:`Match.dumps`, :meth:`Match.tape` and the beginning of a journal need not play the match again,
                but every choice takes longer. It pays for a match that is saved more than once.

        Raises:
            UnknownName: no such scenario, or no such role.
            BadData: an option that does not exist, an impossible value or seat, an empty seed, or something that is not
                a salt.
        """
        return self._begin(
            self.terms(scenario, options), None, seed, salt, chance, undo, seats, on_event, history, recorded
        )

    def position(
        self,
        source: str | Path | Mapping[str, Any],
        *,
        seed: int | str | None = None,
        chance: Chance | Literal["seeded", "committed", "physical"] = "seeded",
        undo: UndoPolicy = "barrier",
        seats: Mapping[str, str] | None = None,
        on_event: Callable[[Event], None] | None = None,
        history: bool = False,
        recorded: bool = False,
    ) -> Match[S, O, V]:
        """Start a match from a position that the rules allow, as a small text file describes it
        ([Positions](../howto/positions.md)).

        Args:
            source: the file (TOML or JSON), or the same as a mapping; :meth:`Match.position` makes one.
            seed: of the chance results, after those that the position says itself.

        The other arguments are as for :meth:`new_match`.

        Raises:
            BadData: the file cannot be read, or the rules do not allow the position; says where and why.
            UnknownName: the scenario, a role or a bot does not exist.
            NotOffered: a choice made since the step began is not offered.

        >>> import navalcore as nc
        >>> seat = {"row": ["Periscope", "Torpedo"], "hand": ["Transport", "Dive", "Water"], "sunk": 5}
        >>> match = nc.load("uboat_cards").position({"at": "uboat_action", "set": {"seats": {"uboat": seat}}}, seed=1)
        >>> match.choose("play Transport")
        >>> match.state.seats["uboat"].sunk
        6
        """
        wanted = read_position(source)
        if wanted.game not in ("", self.id):
            raise BadData(f"a position of {wanted.game} does not fit {self.id}; begin it with {wanted.game}")
        terms = self.terms(wanted.scenario, wanted.options)
        by_hand = chance == "physical" or isinstance(chance, PhysicalChance)
        placed = Beginning(state_at(self, terms, wanted), () if by_hand else tuple(wanted.results))
        with running_from_position(self):
            match = self._begin(terms, placed, seed, None, chance, undo, seats, on_event, history, recorded)
            for looker in (*self.roles, SPECTATOR, UMPIRE):
                match.snapshot(looker)  # a state that cannot be shown is not a position
        results = iter(wanted.results if by_hand else ())
        for choice in wanted.choices:
            match._roll_again(results)
            role, key = (None, choice) if isinstance(choice, str) else choice
            match.choose(key, role)
        match._roll_again(results)
        return match

    def _begin(
        self,
        terms: Terms[O],
        position: Beginning | None,
        seed: int | str | None,
        salt: str | None,
        chance: Chance | ChanceKind,
        undo: UndoPolicy,
        seats: Mapping[str, str] | None,
        on_event: Callable[[Event], None] | None,
        history: bool,
        recorded: bool,
    ) -> Match[S, O, V]:
        if undo not in get_args(UndoPolicy):
            raise BadData(f"undo is 'barrier' or 'free', not {undo!r}")
        kind, seeds, given = chosen_chance(chance, seed, salt)
        where = None if seats is None else seating(self, terms, seats)
        setup: Setup[S, O, V] = Setup(
            terms.scenario, terms.options, kind, undo, *seeds, "", where, position=position, game=self
        )
        recorder = Recorder.of(setup) if recorded else None
        return begun(
            setup, setup.source([]) if given is None else given, recorder=recorder, on_event=on_event, history=history
        )


AnyGame: TypeAlias = Game[Any, Any, Any]
"""Any game."""
