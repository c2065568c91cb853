"""One seat of a session: what it is sent, and what it says."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from time import monotonic
from typing import Any, Final

from navalcore._match.match import AnyMatch, driver_of
from navalcore._play.seating import PERSON
from navalcore._rules.decision import CHANCE
from navalcore._session import acts
from navalcore._session.acts import Reply
from navalcore._session.choosing import Refused, choose_all
from navalcore._session.players import Players
from navalcore._session.seated_match import SeatedMatch
from navalcore._session.writing import MessageWriter, drawn
from navalcore._wire.messages import Snapshot
from navalcore.components._roles import UMPIRE
from navalcore.errors import NavalCoreError, NotOffered, NotYourTurn, StaleDecision

log = logging.getLogger("navalcore")

UNTOLD: Final = {"events": (), "may_undo": False}
"""What is left out where a snapshot is compared with the one before. Events are new whenever there are any. Whether an
undo is possible also changes when another role chooses in secret, and nobody is to be woken by that."""


class SeatSession:
    """A seat of a :class:`Session`, for one client; made by :meth:`Session.seat`.

    ``async for snapshot in seat`` gives its snapshots: the first at once, then one whenever something has changed that
    this seat may know, each with the events since the one before. It ends with the snapshot that has the outcome, or
    with the session. Who reads slowly gets fewer, none the less complete. In a plain program it is
    ``for snapshot in seat``, which waits in its thread.

    What others choose in secret, and how often, wakes nobody, nor does anything that is refused.

    Attributes:
        role: whose seat it is.
        told: the number of the last event that it has been sent.
    """

    role: str
    told: int
    _session: SeatedMatch
    _players: Players
    _before: str
    _doing: Mapping[type, Callable[[AnyMatch, Any], Reply]]

    def __init__(self) -> None:
        raise TypeError("a seat is taken by Session.seat")

    @classmethod
    def _at(cls, session: SeatedMatch, role: str, since: int) -> SeatSession:
        seat = object.__new__(cls)
        seat._session, seat._players = session, session._players
        seat.role, seat.told, seat._before = role, since, ""
        seat._doing = {
            acts.SeatChoose: seat._choose,
            acts.SeatUndo: seat._undo,
            acts.SeatOrder: seat._order,
            acts.SeatRecall: seat._recall,
            acts.SeatWhyNot: seat._why_not,
            acts.SeatOdds: seat._odds,
            acts.SeatBoard: seat._board,
        }
        return seat

    # ---- what it is sent ---------------------------------------------------------------------------------------------

    async def news(self, timeout: float | None = None) -> Snapshot | None:
        """The next snapshot, as soon as there is something new; None if there is nothing after so many seconds, or the
        session has ended.
        """
        session = self._session
        session.begin()
        end = None if timeout is None else monotonic() + timeout
        while True:
            changed = session.changed
            found = self._sent(*await session.look(self._look))
            if found is not None or session.closed:
                return found
            try:
                await asyncio.wait_for(changed.wait(), None if end is None else end - monotonic())
            except TimeoutError:
                return None

    def news_now(self, timeout: float | None = None) -> Snapshot | None:
        """The next snapshot, likewise; waits in this thread."""
        session = self._session
        session.begin_now()
        end = None if timeout is None else monotonic() + timeout
        while True:
            changes = session._changes
            found = self._sent(*session.look_now(self._look))
            if found is not None or session.closed or not session._await_change(changes, end):
                return found

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

    async def messages(self, *, pictures: bool = False) -> AsyncIterator[str]:
        """The same stream as JSON text: the first snapshot whole, then of each only what has changed
        (:meth:`Snapshot.changes <navalcore.Snapshot.changes>`). A message that has ``protocol`` is whole.

        Args:
            pictures: each message also has the board as pictures, as the act ``board`` answers it, under ``pictures``.
                The picture of a scene itself comes once.
        """
        writer = MessageWriter(self._session._game if pictures else None)
        async for snapshot in self:
            yield writer.write(snapshot)

    def messages_now(self, *, pictures: bool = False) -> Iterator[str]:
        """The same stream as JSON text, likewise; waits in this thread."""
        return map(MessageWriter(self._session._game if pictures else None).write, self)

    def _look(self, match: AnyMatch) -> tuple[Snapshot, str]:
        """How it stands for this seat, and the same as a text without what does not count as new."""
        snapshot = match.snapshot(self.role, since=self.told)
        return snapshot, snapshot.model_copy(update=UNTOLD).model_dump_json()

    def _sent(self, snapshot: Snapshot, looks: str) -> Snapshot | None:
        """The snapshot, if there is something new in it; then it counts as sent."""
        if looks == self._before and not snapshot.events:
            return None
        self._before, self.told = looks, snapshot.told
        return snapshot

    # ---- what it says ------------------------------------------------------------------------------------------------

    @property
    def orders(self) -> tuple[str, ...]:
        """The standing orders of this seat that are in force."""
        return self._players.in_force(self.role)

    async def act(self, text: str | bytes) -> str:
        """Do what a client says, as JSON, and answer as JSON: ``{"ok": true, ...}`` or ``{"ok": false, "error":
        {"code", "message", ...}}``. Nothing that a client can say raises anything, and what is refused changes nothing.

        ===================================================  ==========================================================
        ``{"act": "choose", "keys": [...], "decision": n}``  answer decision n, and those that follow, by an option's
                                                             key, whole text or index each: all are taken, or none
        ``{"act": "undo", "decision": n}``                   take my last choice back, if I have made n
        ``{"act": "order", "words": "turn"}``                hand something to a bot (:class:`StandingOrders
                                                             <navalcore.bots.StandingOrders>`)
        ``{"act": "recall", "words": ""}``                   take standing orders back
        ``{"act": "why_not", "words": ""}``                  what is not offered, and why
        ``{"act": "odds", "key": "...", "decision": n}``     what may come of an option
        ``{"act": "board", "known": [...]}``                 the board as pictures, without the scenes of these digests
        ===================================================  ==========================================================

        An act may have an ``id``, which its answer has too.
        """
        act, number, error = acts.read_act(text)
        if act is None:
            assert error is not None
            return Reply.no(error).text(number)
        self._session.begin()
        answer = await self._session.look(lambda match: self._answered(match, act))
        if answer["ok"] and _moves(act):
            self._session.tell()
            self._session.go_on()
        return answer.text(number)

    def act_now(self, text: str | bytes) -> str:
        """Do what a client says, likewise, in this thread; bots have answered when it returns."""
        act, number, error = acts.read_act(text)
        if act is None:
            assert error is not None
            return Reply.no(error).text(number)
        self._session.begin_now()
        answer = self._session.look_now(lambda match: self._answered(match, act))
        if answer["ok"] and _moves(act):
            self._session.tell()
            self._session.go_on_now()
        return answer.text(number)

    def _answered(self, match: AnyMatch, act: acts.SeatAct) -> Reply:
        """Do it, and say what came of it."""
        try:
            return self._doing[type(act)](match, act)
        except NavalCoreError as error:
            return Reply.no(error)
        except Exception:
            log.exception("an act of %s failed: %s", self.role, act)
            return Reply(ok=False, error={"code": "internal", "message": "the server has made a mistake, and noted it"})

    def _choose(self, match: AnyMatch, act: acts.SeatChoose) -> Reply:
        try:
            chosen = choose_all(match, self._chooser(), act.keys, act.decision)
        except Refused as refused:
            return self._refused(match, refused, several=len(act.keys) > 1)
        return Reply.yes(chosen=chosen, number=self._number(match))

    def _refused(self, match: AnyMatch, refused: Refused, *, several: bool) -> Reply:
        """Why a choice is refused: of what is not offered the rules say it."""
        place = refused.place if several else None
        decision = self._number(match) if isinstance(refused.error, StaleDecision) else None
        return Reply.no(refused.error, at=place, decision=decision, **_reason(refused))

    def _undo(self, match: AnyMatch, act: acts.SeatUndo) -> Reply:
        role = self._player()
        try:
            match.undo(role, decision=act.decision)
        except StaleDecision as error:
            return Reply.no(error, decision=self._number(match))
        self._players.recall(role)
        return Reply.yes(number=self._number(match))

    def _order(self, _match: AnyMatch, act: acts.SeatOrder) -> Reply:
        order = self._players.orders(self._player()).give(act.words)
        return Reply.yes(said=order.said, orders=self.orders)

    def _recall(self, _match: AnyMatch, act: acts.SeatRecall) -> Reply:
        recalled = self._players.recall(self._player(), act.words)
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
            return Reply.no(error, decision=None if decision is None else decision.number)
        return Reply.yes(odds=match.game.to_json(match.odds(decision.index(act.key), role=role)))

    def _board(self, match: AnyMatch, act: acts.SeatBoard) -> Reply:
        return Reply.yes(pictures=drawn(match.game, match.view(self.role), act.known))

    # ---- who it is ---------------------------------------------------------------------------------------------------

    def _player(self) -> str:
        """The role that acts here; raises NotYourTurn where nobody can act."""
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


def seat_of(session: SeatedMatch, role: str, since: int) -> SeatSession:
    """The seat of a role in a session."""
    return SeatSession._at(session, role, since)


def _reason(refused: Refused) -> dict[str, str]:
    """The rule and the reason why something is not offered, where the rules say it."""
    if not isinstance(refused.error, NotOffered) or refused.decision is None:
        return {}
    why = refused.decision.why_not(refused.key)
    return {} if why is None else {"rule": why.rule, "reason": why.reason}


def _moves(act: acts.SeatAct) -> bool:
    return isinstance(act, acts.SeatChoose | acts.SeatUndo | acts.SeatOrder | acts.SeatRecall)
