"""Sessions: a match, those who sit at it, what each of them is sent, and what each says."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from math import inf
from time import monotonic
from typing import Any, Final, Self, TypeGuard

from navalcore._match.match import AnyMatch, driver_of
from navalcore._misfits import told_in_methods, whole
from navalcore._play.seating import PERSON
from navalcore._rules.decision import CHANCE
from navalcore._session import acts
from navalcore._session.acts import Refused, Reply
from navalcore._session.choosing import NotTaken, choose_all
from navalcore._session.seated_match import QUICK, Quick, SeatedMatch
from navalcore._session.writing import MessageWriter, drawn
from navalcore._wire.messages import Snapshot
from navalcore.components._roles import UMPIRE
from navalcore.errors import NavalCoreError, NotOffered, NotYourTurn, StaleDecision

try:
    from time import thread_time
except ImportError:  # in a browser there is one thread, and no clock of its own
    from time import process_time as thread_time

log = logging.getLogger("navalcore")

UNTOLD: Final = {"events": (), "may_undo": False}
"""Left out where snapshots are compared: events are always new, and who may undo must wake no other client."""


@told_in_methods
class Session(SeatedMatch):
    """A match that people and bots play, each at a seat.

    A seat receives a snapshot whenever something has changed that it may know, and nothing else; it acts by JSON. Bots
    and standing orders answer by themselves. A session belongs to one event loop, or to threads: each coroutine has a
    twin whose name ends in ``_now``. The match must not be used directly: look at it by :meth:`look`, change it by
    :meth:`run`.

    >>> import asyncio
    >>> import navalcore as nc
    >>> async def play() -> None:
    ...     match = nc.load("uboat_cards").new_match(seed=17, seats={"convoy": "bot:standard"})
    ...     async with nc.Session(match) as session:
    ...         seat = session.seat("uboat")
    ...         print((await seat.news()).told)
    ...         print(await seat.act('{"act": "choose", "keys": ["discard_card/Sonar"], "decision": 0}'))
    ...         print((await seat.news()).told)
    ...         print(await seat.act('{"act": "choose", "keys": ["discard_card/Sonar"], "decision": 0}'))
    >>> asyncio.run(play())  # doctest: +ELLIPSIS
    12
    {"ok": true, "chosen": ["discard_card/Sonar"], "number": 1}
    14
    {"ok": false, "error": {"code": "stale_decision", "message": "...", "decision": 1}}

    Args:
        match: the match. If it keeps no history, it begins one.
        seats: who sits where, by role: ``person`` or ``bot:NAME``, where it is to be another than :attr:`Match.seats`
            says.
        plugins: modules of further plug-ins to look for bots in.
        autopass: whether a person's decision with a single answer is answered at once, where that reveals nothing
            (:meth:`Match.answers_itself`).

    Attributes:
        trouble: the error of a bot that has failed, whose choices are then not made; empty as a rule.

    Raises:
        UnknownName: the game has no such role or bot.
        BadData: a seat that does not exist.
    """

    def seat(self, role: str, *, since: int = 0) -> SeatSession:
        """Return the seat of a role, of ``SPECTATOR`` or of ``UMPIRE``, for one client. It receives every event from
        now on.

        Args:
            role: the role of the seat.
            since: the number of the last event that the client has received
                (:attr:`Snapshot.told <navalcore.Snapshot.told>`).

        Raises:
            UnknownName: ``role`` is empty, or the game has no such role. BadData: ``since`` is not 0 or more.
        """
        return SeatSession(self, role, whole("since is a number of events", since))

    async def __aenter__(self) -> Self:
        self.begin()
        return self

    async def __aexit__(self, *_error: object) -> None:
        self.close()
        await self.settled()

    def __enter__(self) -> Self:
        self.begin_now()
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


@told_in_methods
class SeatSession:
    """A seat of a :class:`Session`, for one client, as :meth:`Session.seat` makes it.

    ``async for snapshot in seat`` gives its snapshots: the first at once, then one whenever something has changed that
    this seat may know, each with the events since the one before. It ends with the snapshot that has the outcome, or
    with the session. A slow reader gets fewer snapshots, each complete. A program without asyncio writes
    ``for snapshot in seat``, which waits in its thread.

    Secret choices of other roles, however many, wake no other seat, and neither does anything that is refused.

    Args:
        session: the session.
        role: whose seat it is.
        since: the number of the last event that the client was told before.

    Attributes:
        role: whose seat it is.
        told: the number of the last event that it has been sent.
    """

    role: str
    told: int

    def __init__(self, session: Session, role: str, since: int = 0) -> None:
        self.role, self.told = session._match.game.check_role(role), since
        self._session = session
        self._before: tuple[Snapshot, object] | None = None  # what was sent last
        self._looked = -1  # how many changes there had been when it last looked
        self._took_to_look = self._took_to_move = inf  # processor seconds, the last time

    # ---- what it is sent ---------------------------------------------------------------------------------------------

    async def news(self, timeout: float | None = None) -> Snapshot | None:
        """Wait for the next snapshot. Returns None after ``timeout`` seconds without news, or if the session has
        ended."""
        session = self._session
        session.begin()
        end = None if timeout is None else monotonic() + timeout
        while True:
            changed, changes = session.changed, session._changes
            if changes != self._looked:
                look = Quick(self._look) if self._took_to_look < QUICK else self._look
                found = self._sent(*await session.look(look))
                self._looked = changes
                if found is not None:
                    return found
            if session.closed:
                return None
            try:
                await asyncio.wait_for(changed.wait(), None if end is None else end - monotonic())
            except TimeoutError:
                return None

    def news_now(self, timeout: float | None = None) -> Snapshot | None:
        """Wait for the next snapshot in this thread, as :meth:`news` does in a coroutine.

        Args:
            timeout: how many seconds to wait; None: for ever. When they are over, the result is None.
        """
        session = self._session
        session.begin_now()
        end = None if timeout is None else monotonic() + timeout
        while True:
            changes = session._changes
            if changes != self._looked:
                found = self._sent(*session.look_now(self._look))
                self._looked = changes
                if found is not None:
                    return found
            if session.closed or not session._await_change(changes, end):
                return None

    async def __aiter__(self) -> AsyncIterator[Snapshot]:
        while (snapshot := await self.news()) is not None:
            yield snapshot
            if snapshot.outcome is not None:
                return

    def __iter__(self) -> Iterator[Snapshot]:
        while (snapshot := self.news_now()) is not None:
            yield snapshot
            if snapshot.outcome is not None:
                return

    async def messages(self, *, pictures: bool = False, short: bool = False) -> AsyncIterator[str]:
        """The same stream as JSON texts: the first snapshot whole, then only the changes of each
        (:meth:`Snapshot.changes <navalcore.Snapshot.changes>`). A message that has ``protocol`` is whole.

        Args:
            pictures: each message also has the board as pictures, as the act ``board`` answers it, under ``pictures``.
                The picture of a scene itself comes once.
            short: options, facts, events and pieces leave out what was sent before. Only for a client that completes
                them, such as :class:`~navalcore.MessageReader`.
        """
        writer = self._writer(pictures, short)
        async for snapshot in self:
            yield writer.write(snapshot)

    def messages_now(self, *, pictures: bool = False, short: bool = False) -> Iterator[str]:
        """The stream of :meth:`messages`, for a thread. Arguments are as for :meth:`messages`."""
        return map(self._writer(pictures, short).write, self)

    def _writer(self, pictures: bool, short: bool) -> MessageWriter:
        return MessageWriter(self._session._game if pictures else None, short=short)

    def look(self, match: AnyMatch) -> tuple[Snapshot, object]:
        """Return ``match`` as this seat sees it, with the events since its last snapshot. A class of your own that
        derives from this one may add more for its client; a change of that is news too.
        """
        return match.snapshot(self.role, since=self.told), None

    def _look(self, match: AnyMatch) -> tuple[Snapshot, object, bool]:
        """Where the match is, what else is sent, and whether there is something new in that."""
        began = thread_time()
        snapshot, beside = self.look(match)
        self._took_to_look = thread_time() - began
        if self._before is None or snapshot.events:
            return snapshot, beside, True
        before, also = self._before
        return snapshot, beside, beside != also or _compared(snapshot) != _compared(before)

    def _sent(self, snapshot: Snapshot, beside: object, new: bool) -> Snapshot | None:
        """The snapshot, if there is something new in it; then it counts as sent."""
        if not new:
            return None
        self._before, self.told = (snapshot, beside), snapshot.told
        return snapshot

    # ---- what it says ------------------------------------------------------------------------------------------------

    @property
    def orders(self) -> tuple[str, ...]:
        """The standing orders of this seat that are in force."""
        return self._session._players.in_force(self.role)

    async def act(self, text: str | bytes) -> str:
        """Carry out ``text``, an act of a client as JSON, and answer as JSON: ``{"ok": true, ...}`` or ``{"ok": false,
        "error": {"code", "message", ...}}``. No act raises an exception, and a refused act changes nothing.

        ===================================================  ==========================================================
        ``{"act": "choose", "keys": [...], "decision": n}``  answer decision n, and those that follow, by an option's
                                                             key, whole text or index each: all are taken, or none
        ``{"act": "undo", "decision": n}``                   take my last choice back, if I have made n
        ``{"act": "order", "words": "turn"}``                hand something to a bot (:class:`StandingOrders
                                                             <navalcore.bots.StandingOrders>`)
        ``{"act": "recall", "words": ""}``                   take standing orders back
        ``{"act": "why_not", "words": ""}``                  the options left out, each with its reason
        ``{"act": "odds", "key": "...", "decision": n}``     the odds of an option
        ``{"act": "board", "known": [...]}``                 the board as pictures, without the scenes of these digests
        ===================================================  ==========================================================

        An act may have an ``id``, which the answer repeats. A choice or an undo may have a ``click``, any word of the
        client's: an act with the same word is not carried out twice. A choice that is ``typed`` may be any words that
        match one option.
        """
        act, number = acts.read_act(text)
        session = self._session
        session.begin()
        try:
            if isinstance(act, NavalCoreError):
                answer = Reply.no(act)
            elif isinstance(act, dict):
                answer = Reply.yes(**await self.answer_other(act))
            elif _moves(act):
                move: Callable[[AnyMatch], Reply] = lambda match: self._do(match, act)  # noqa: E731
                quick = _clicked(act) and self._took_to_move < QUICK
                answer = self._noted(act, await session.run(Quick(move) if quick else move))
                session.go_on()
            else:
                answer = await session.look(lambda match: self._do(match, act))
        except Exception as error:
            answer = self._failed(act, error)
        return answer.text(number)

    async def answer_other(self, act: Mapping[str, Any]) -> Mapping[str, Any]:  # noqa: ARG002
        """Answer ``act``, a mapping of a kind that is not listed, for a class of your own that derives from this one;
        the answer is JSON-ready, and has no ``ok``. The library's errors that it raises are answered too.
        """
        raise acts.unknown_act()

    def act_now(self, text: str | bytes) -> str:
        """Carry out ``text`` as :meth:`act` does, in this thread; bots have answered when it returns."""
        act, number = acts.read_act(text)
        session = self._session
        session.begin_now()
        try:
            if isinstance(act, NavalCoreError):
                answer = Reply.no(act)
            elif isinstance(act, dict):
                raise acts.unknown_act()
            elif _moves(act):
                answer = self._noted(act, session.run_now(lambda match: self._do(match, act)))
                session.go_on_now()
            else:
                answer = session.look_now(lambda match: self._do(match, act))
        except Exception as error:
            answer = self._failed(act, error)
        return answer.text(number)

    def _do(self, match: AnyMatch, act: acts.SeatAct) -> Reply:
        """Do it, unless it was done, and say what came of it."""
        known = self._session._clicks.answered(self.role, act) if _clicked(act) else None
        if known is not None:
            return known
        began = thread_time()
        try:
            doing: Callable[[AnyMatch, Any], Reply] = getattr(self, f"_{act.act}")
            return doing(match, act)
        finally:
            if _clicked(act):
                self._took_to_move = thread_time() - began

    def _noted(self, act: acts.SeatAct, answer: Reply) -> Reply:
        """The answer to an act that was done, noted for anyone who says it again."""
        if _clicked(act):
            self._session._clicks.note(self.role, act, answer)
        return answer

    def _failed(self, act: object, error: Exception) -> Reply:
        """The answer to an act that has raised something."""
        if isinstance(error, NavalCoreError):
            return Reply.no(error)
        log.error("an act of %s failed: %s", self.role, act, exc_info=error)
        return Reply(ok=False, error={"code": "internal", "message": "the server has made a mistake, and noted it"})

    def _choose(self, match: AnyMatch, act: acts.SeatChoose) -> Reply:
        try:
            chosen = choose_all(match, self._chooser(), act.keys, act.decision, typed=act.typed)
        except NotTaken as refused:
            place = refused.place if len(act.keys) > 1 else None
            number = self._number(match) if isinstance(refused.error, StaleDecision) else None
            raise Refused(refused.error, at=place, decision=number, **_reason(refused)) from refused
        return Reply.yes(chosen=chosen, number=self._number(match))

    def _undo(self, match: AnyMatch, act: acts.SeatUndo) -> Reply:
        role = self._player()
        try:
            self._session._players.take_back(role, act.decision)
        except StaleDecision as error:
            raise Refused(error, decision=self._number(match)) from error
        self._session._players.recall(role)
        return Reply.yes(number=self._number(match))

    def _order(self, _match: AnyMatch, act: acts.SeatOrder) -> Reply:
        order = self._session._players.orders(self._player()).give(act.words)
        return Reply.yes(said=order.said, orders=self.orders)

    def _recall(self, _match: AnyMatch, act: acts.SeatRecall) -> Reply:
        recalled = self._session._players.recall(self._player(), act.words)
        return Reply.yes(recalled=recalled, orders=self.orders)

    def _why_not(self, match: AnyMatch, act: acts.SeatWhyNot) -> Reply:
        decision = match.decisions.get(self._chooser())
        if decision is None:
            found = []
        elif act.words:
            found = [why] if (why := decision.why_not(act.words)) is not None else []
        else:
            found = decision.refusals()
        return Reply.yes(refusals=[{"text": why.text, "rule": why.rule, "reason": why.reason} for why in found])

    def _odds(self, match: AnyMatch, act: acts.SeatOdds) -> Reply:
        role = self._chooser()
        decision = match.decisions.get(role)
        if decision is None or decision.number != act.decision:
            error = StaleDecision(f"decision {act.decision} is not asked now")
            raise Refused(error, decision=None if decision is None else decision.number)
        index = decision.read(act.key) if act.typed else decision.index(act.key)
        return Reply.yes(odds=match.game.to_json(match.odds(index, role=role)))

    def _board(self, match: AnyMatch, act: acts.SeatBoard) -> Reply:
        return Reply.yes(pictures=drawn(match.game, match.view(self.role), act.known))

    # ---- who it is ---------------------------------------------------------------------------------------------------

    def _player(self) -> str:
        """The role that acts here; raises NotYourTurn where no role can act."""
        taken_by = self._session.seats.get(str(self.role)) if self.role is not UMPIRE else None
        if taken_by == PERSON:
            return self.role
        who = "an onlooker has no choices to make" if taken_by is None else f"{self.role} is played by {taken_by}"
        raise NotYourTurn(f"{who}: take the seat of a person")

    def _chooser(self) -> str:
        """The role whose decisions are answered here: the umpire rolls and draws where people do."""
        return CHANCE if self.role is UMPIRE else self._player()

    def _number(self, match: AnyMatch) -> int:
        line = driver_of(match).line
        return line.chosen_by(self._chooser(), line.count)


def _reason(refused: NotTaken) -> dict[str, str]:
    """The rule and the reason why something is not offered, where the rules say it."""
    if not isinstance(refused.error, NotOffered) or refused.decision is None:
        return {}
    why = refused.decision.why_not(refused.key)
    return {} if why is None else {"rule": why.rule, "reason": why.reason}


def _clicked(act: acts.SeatAct) -> TypeGuard[acts.SeatChoose | acts.SeatUndo]:
    return isinstance(act, acts.SeatChoose | acts.SeatUndo)


def _compared(snapshot: Snapshot) -> str:
    """A snapshot without what does not count as new."""
    return snapshot.model_copy(update=UNTOLD).model_dump_json()


def _moves(act: acts.SeatAct) -> bool:
    return _clicked(act) or isinstance(act, acts.SeatOrder | acts.SeatRecall)
