"""A handler: what one seat of a room, or an onlooker, is sent and may do."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from operator import attrgetter
from typing import Any, Final

from pydantic import ValidationError

import navalcore as nc
from navalcore import AnyMatch
from navalcore.bots import bot_title
from navalcore.components import counted
from navalcore.errors import BadData, NotImagined, NotYourTurn, StaleDecision, UnknownName
from navalcore.study import reasons
from navalcore.table import _acts as acts, _messages as messages
from navalcore.table._changes import StateWriter
from navalcore.table._errors import BadRequest, NotOver, SeatRefused
from navalcore.table._exported import ExportedMatch, ExportedSeat
from navalcore.table._life import SeatLife, absent_from, resigning
from navalcore.table._lobby import hides_nothing
from navalcore.table._pictures import PICTURES, layers
from navalcore.table._recorded_match import Past
from navalcore.table._room import Room
from navalcore.table._seats import digest_of as digest_of_secret
from navalcore.table._store import StoredSeat, note_of, told_note

PAGE: Final = 2_000
"""Events that are sent at once at most; the others are asked for."""
BEFORE: Final = 400
"""Events before one that may have brought it about."""
FAILED: Final = "A bot or a standing order has failed, so its choice is not made. The table's log has the error."
"""The trouble as all may read it: the error itself has the question and the options of the role that was asked."""
DIGITS: Final = 12
"""Hexadecimal digits of the digest of a moment."""

BESIDE: Final = attrgetter(
    *(name for name in messages.State.model_fields if name not in ("since", "snapshot", "clocks"))
)
"""The fields of a state that are news when they have changed, apart from its snapshot: clocks run without that."""


class SeatHandler(nc.SeatSession):
    """One seat of a room, opened by a ``secret``. A table says and answers more than any session does."""

    def __init__(self, room: Room, role: str, hello: messages.Hello, secret: str | None = None) -> None:
        super().__init__(room, role, hello.since)
        self.room = room
        self._edition, self._pictures = hello.edition, hello.pictures
        self._state_writer = StateWriter(changes=hello.changes)
        self._state: messages.State
        self._key = self._seat.secret if self._seat is not None else None
        self._holder = digest_of_secret(secret) if secret is not None else self._key

    def _check_key(self) -> None:
        """Raise SeatRefused if the key by which this handler came to the seat no longer opens it."""
        if self._seat is None:
            return
        held = self._holder == self._key or (self._holder, self.role) in self.room.holders
        if self._seat.secret != self._key or not held:
            raise SeatRefused("this seat has another key now, or another person; open the match again")

    async def act(self, text: str | bytes) -> str:
        """Do something at the seat, while its key is the one that this handler came with."""
        try:
            self._check_key()
        except SeatRefused as error:
            return messages.refused(error, text if isinstance(text, str) else text.decode(errors="replace"))
        return await super().act(text)

    # ---- the state --------------------------------------------------------------------------------------------------

    async def state(self) -> messages.State:
        """Where it is now."""
        await self.room.look(self.look)
        return self._state

    async def states(self) -> AsyncIterator[str]:
        """The state as text, now and whenever something in it has changed, with the events since the one before."""
        while await self.news() is not None:
            yield self._state_writer.write(self._state)

    def look(self, match: AnyMatch) -> tuple[nc.Snapshot, object]:
        """Where it is for this seat, and what else is in its state; SeatRefused if its key opens it no more."""
        self._check_key()
        self._state = self.state_of(match, self._edition, self.told)
        self._edition = self._state.edition
        return self._state.snapshot, BESIDE(self._state)

    def _snapshot(self, match: AnyMatch, edition: int | None, told: int) -> tuple[nc.Snapshot, int]:
        """Everything for a client told so many events of an edition (below 0: the last so many), and their number."""
        count, known = self.room.recorded.told[self.role], edition in (None, self.room.edition)
        while True:
            oldest = max(count - PAGE, self.room.recorded.oldest.get(self.role, 0))
            since = max(oldest, told if told >= 0 else told + count) if known and told <= count else oldest
            snapshot = match.snapshot(self.role, since=since, board=not self._pictures)
            if snapshot.told == count:
                return snapshot, since
            count = snapshot.told

    def state_of(self, match: AnyMatch, edition: int | None = None, told: int = 0) -> messages.State:
        """The match as this seat sees it, with its news after so many events of an edition."""
        room, (snapshot, since) = self.room, self._snapshot(match, edition, told)
        return messages.State.of(
            type="state",
            match=room.id,
            title=room.game.title,
            edition=room.edition,
            since=since,
            snapshot=snapshot,
            board=self._picture(snapshot.view) if self._pictures else (),
            headline=tuple(room.face.headline(snapshot.view)),
            seats=self.seats(),
            orders=self.orders,
            undo=match.setup.undo,
            roll=self._to_roll(match),
            rolled=self.room.recorded.rolls() if self._may_take_back_rolls(match) else 0,
            house=room.house,
            host=room.host,
            notes=room.once("notes", room.stored.match.notes, _told_notes),
            mine=self._seat.notes if self._seat is not None else "",
            clocks=tuple(
                messages.ClockInfo(role=role, seconds=int(left), runs=room.running(role))
                for role, left in room.clocks().items()
            ),
            absent=self._absent(),
            resigning=resigning(room, room.stored, self.role),
            closed=room.ended,
            trouble=FAILED if room.trouble else "",
            commitment=match.commitment,
            seed=messages.SeedInfo(seed=match.setup.seed, salt=match.setup.salt)
            if match.over or room.stored.match.closed
            else None,
        )

    def _absent(self) -> dict[str, str]:
        """From when on the seats of those who are awaited may be freed."""
        stored, now = self.room.stored, datetime.now(UTC)
        begins = {role: absent_from(self.room, stored, role, now) for role in stored.match.waiting}
        return {role: at.isoformat(timespec="minutes") for role, at in begins.items() if at is not None}

    def _picture(self, view: nc.View) -> tuple[messages.BoardPicture, ...]:
        """The pictures of the view; drawn once, however many look at it, and however often it stays the same."""
        seen, picture = self.room.pictures.get(self.role, (None, ()))
        if seen != view:
            picture = layers(self.room.face, view)
            self.room.pictures[self.role] = view, picture
        return picture

    @property
    def _seat(self) -> StoredSeat | None:
        return next((seat for seat in self.room.places if seat.role == self.role), None)

    def seats(self) -> tuple[messages.SeatInfo, ...]:
        """Who sits where."""
        game = self.room.game

        def told(places: tuple[StoredSeat, ...]) -> tuple[messages.SeatInfo, ...]:
            return tuple(
                messages.SeatInfo(
                    role=seat.role, title=game.role_title(seat.role), called=game.the_role(seat.role), kind=seat.kind,
                    bot=seat.bot, bot_title=bot_title(game, seat.bot) if seat.kind == "bot" else "",
                    name=seat.name, taken=seat.taken,
                )
                for seat in places
            )  # fmt: skip

        return self.room.once("seats", self.room.places, told)

    # ---- questions --------------------------------------------------------------------------------------------------

    async def answer_other(self, act: Mapping[str, Any]) -> Mapping[str, Any]:
        """Answer what only a table is asked."""
        try:
            asked = acts.TABLE_ACT.validate_python(act)
        except ValidationError as error:
            raise BadRequest.of(error.errors(include_url=False), "act") from None
        if isinstance(asked, acts.SeatLifeAct):
            said = await SeatLife(self.room, self.role, self._key).act(asked)
            if asked.do == "renew":
                came_by, self._key = self._holder, digest_of_secret(said["secret"])
                self._holder = self._key
                if came_by is not None:
                    await self.room.keep_on_page(came_by, self.role, self._key)
            return {"said": said}
        answer: Callable[[Any], Awaitable[Any]] = getattr(self, f"_{asked.act}")
        return {"said": await answer(asked)}

    async def _at(self, act: acts.AtAct) -> dict[str, Any]:
        def look_back(past: Past) -> tuple[int, int, int, bool, nc.Snapshot, tuple[messages.BoardPicture, ...]]:
            position, told, count, ended = self._place(past, act)
            eye = act.eye if ended and act.eye else self.role
            eye = nc.UMPIRE if eye == nc.UMPIRE else eye  # from the wire comes a text, and the umpire is no text
            snapshot = past.at(position).snapshot(eye, board=not self._pictures)
            return position, told, count, ended, snapshot, layers(self.room.face, snapshot.view)

        position, told, count, ended, snapshot, picture = await self.room.past(look_back)
        return {
            "choice": position if ended else None,  # else it would tell how often others have chosen in secret
            "of": count if ended else None,
            "told": told,
            "digest": digest_of(snapshot),
            "headline": self.room.face.headline(snapshot.view),
            "snapshot": snapshot.model_copy(update={"told": told}).model_dump(mode="json"),
            "board": [each.model_dump() for each in picture],
        }

    def _place(self, past: Past, act: acts.AtAct) -> tuple[int, int, int, bool]:
        """Of a moment: the choices and the events told before it; the choices there are now, and whether it is over."""
        made, ended = past.made, past.match.over or bool(self.room.stored.match.closed)
        eyes = [*map(str, self.room.game.roles), nc.UMPIRE]
        if act.eye and act.eye not in eyes:
            raise UnknownName(f"there is no role '{act.eye}'; there are {', '.join(eyes)}")
        if act.eye not in ("", self.role):
            self._over(past.match)
        if act.decision is not None:
            own = [n for n, choice in enumerate(made) if choice.role == self.role]
            if act.decision > len(own):
                raise UnknownName(
                    f"you have made {counted(len(own), 'choice')}; there is no decision {act.decision} yet"
                )
            position = own[act.decision] if act.decision < len(own) else len(made)
        elif act.event is not None:
            position = sum(choice.told[self.role] < act.event for choice in made)
        elif act.choice is None:
            raise BadData("name a decision of yours, an event or, once the match is over, a number of choices")
        elif not ended:
            raise NotOver("other seats' choices are shown when the match is over; name a decision of yours")
        else:
            position = min(act.choice, len(made))
        told = made[position].told[self.role] if position < len(made) else past.told[self.role]
        return position, told, len(made), ended

    async def _digest(self, _act: acts.DigestAct) -> str:
        return digest_of(await self.room.look(lambda match: match.snapshot(self.role, board=False)))

    async def _log(self, act: acts.LogAct) -> list[Any]:
        """A page of past events."""
        told, oldest = self.room.recorded.told[self.role], self.room.recorded.oldest[self.role]
        since = min(act.since, told)
        if since >= oldest:
            snapshot = await self.room.look(lambda match: match.snapshot(self.role, since=max(since, 0)))
        else:
            snapshot = await self.room.past(lambda past: past.match.snapshot(self.role, since=since))
        return [event.model_dump(mode="json") for event in snapshot.events[:PAGE]]

    async def _text_board(self, _act: acts.TextBoardAct) -> dict[str, Any]:
        view, face = await self.room.look(lambda match: match.view(self.role)), self.room.face
        pictures = layers(face, view)
        return {
            "text": face.board_text(view),
            "stills": {each.still: PICTURES.get(each.still, "") for each in pictures},
            "last": list(face.last_groups),
            "glossary": dict(face.glossary()),
            "scores": dict(face.game.score_titles),
            "commands": {name: _first_line(each) for name, each in {**face.info_commands(), **face.reports()}.items()},
            "orders": await self._kinds_of_orders(),
        }

    async def _kinds_of_orders(self) -> dict[str, str]:
        if self.role == nc.SPECTATOR:
            return {}
        return await self.room.look(lambda _: self.room.orders(self.role).kinds())

    async def _ask(self, act: acts.AskAct) -> str:
        commands, reports = self.room.face.info_commands(), self.room.face.reports()
        command, report = commands.get(act.command), reports.get(act.command)
        if command is None and report is None:
            known = ", ".join((*commands, *reports)) or "none"
            raise UnknownName(f"there is no command '{act.command}'; there are {known}")

        def ask(match: AnyMatch) -> str:
            snapshot, game = match.snapshot(self.role, since=0), self.room.game
            if command is not None:
                return command(snapshot.view, act.argument)
            assert report is not None
            told = [game.from_json(event.model_dump(mode="json")) for event in snapshot.events]
            return report(told, snapshot.view, act.argument)

        return await self.room.look(ask)

    async def _how(self, act: acts.HowAct) -> list[dict[str, Any]]:
        """The sum behind an event that this seat was told."""

        def look(past: Past) -> list[dict[str, Any]]:
            events, game = past.match.snapshot(self.role, since=max(0, act.event - BEFORE)).events, self.room.game
            told = [game.from_json(event.model_dump(mode="json")) for event in events if event.n <= act.event]
            if not told or events[len(told) - 1].n != act.event:
                raise UnknownName(f"you were told nothing with the number {act.event}")
            found = reasons(game, told)
            return [acts.ReasonInfo(text=r.text, value=r.value, rule=r.rule).model_dump() for r in found]

        return await self.room.past(look)

    # ---- dice and cards of a real table ------------------------------------------------------------------------------

    def _to_roll(self, match: AnyMatch) -> messages.RollInfo | None:
        """The roll or draw that people have to make now, for a person's seat."""
        asked = match.decisions.get(nc.CHANCE)
        if asked is None or not self._is_person():
            return None
        texts = asked.texts
        die = all(text.isdigit() for text in texts)
        return messages.RollInfo(
            number=asked.number,
            prompt=asked.prompt,
            rule=asked.rule,
            faces=(int(texts[0]), int(texts[-1])) if die else None,
            items=() if die else tuple(texts),
        )

    def _may_take_back_rolls(self, match: AnyMatch) -> bool:
        return (match.setup.chance, match.setup.undo) == ("physical", "free") and self._is_person()

    def _is_person(self) -> bool:
        return any(seat.role == self.role and seat.kind == "person" for seat in self.room.places)

    def _check_person(self) -> None:
        if not self._is_person():
            raise NotYourTurn("only a person with a seat may roll or draw")

    async def _roll(self, act: acts.RollAct) -> str:
        self._check_person()

        def rolled(match: AnyMatch) -> None:
            match.choose(act.key, role=nc.CHANCE, decision=act.roll)

        await self.room.run(rolled)
        self.room.go_on()
        return act.key

    async def _unroll(self, act: acts.UnrollAct) -> str:
        self._check_person()

        def taken_back(match: AnyMatch) -> None:
            if act.rolled not in (None, self.room.recorded.rolls()):
                raise StaleDecision("other dice have been rolled or taken back: look again before taking one back")
            match.unroll()

        await self.room.run(taken_back)
        self.room.go_on()
        return ""

    async def _pass_on(self, _act: acts.PassOnAct) -> Any:
        if not hides_nothing(self.room.game):
            raise BadData("only a companion is passed on as it is: it hides nothing")
        return await self.room.look(lambda match: match.position())

    async def _meant(self, act: acts.MeantAct) -> str:
        """The key of the option that some words mean, which are read as those of a choice are."""

        def read(match: AnyMatch) -> str:
            decision = match.decisions.get(self.role)
            if decision is None or decision.number != act.decision:
                raise StaleDecision("the question has changed, so nothing was done")
            return decision.key(decision.read(act.words))

        return await self.room.look(read)

    async def _revocable(self, act: acts.RevocableAct) -> bool:
        """Whether a choice could be taken back: it is tried in an imagined match, so the answer reveals nothing new."""
        persons = {seat.role for seat in self.room.places if seat.kind == "person"}
        self._check_person()
        role = self.role

        def tried(match: AnyMatch) -> bool:
            decision = match.decisions.get(role)
            if decision is None or decision.number != act.decision or match.setup.undo == "free":
                return True
            fork = match.fork(as_seen_by=role, seed=act.decision)
            try:
                fork.choose(decision.index(act.key), role=role)
            except NotImagined:
                return False
            # A bot answers before anybody could take back what it waits for.
            return fork.snapshot(role).may_undo and (role in fork.decisions or not persons.isdisjoint(fork.decisions))

        return await self.room.look(tried)

    # ---- after the end ----------------------------------------------------------------------------------------------

    async def _save(self, act: acts.SaveAct) -> str:
        """The match as a file. A player who is alone may have it before the end; all then read that."""
        people = [seat.role for seat in self.room.places if seat.kind == "person"]
        going_on = await self.room.look(lambda match: not match.over and not self.room.stored.match.closed)
        if going_on and people != [self.role]:
            self._over(await self.room.look(lambda match: match))
        if going_on and not any(note["what"] == "saw" for note in self.room.stored.match.notes):
            await self.room.amend(lambda stored: stored.noted(note_of("saw", self.role)))
        save = await self.room.look(lambda match: match.dumps())
        if not act.whole:
            return save
        stored, mine = self.room.stored, self._seat
        return ExportedMatch(
            save=save, seats={seat.role: ExportedSeat(taken_by=seat.taken_by, name=seat.name) for seat in stored.seats},
            house=self.room.house, notes=[*map(told_note, stored.match.notes)], mine=mine.notes if mine else "",
        ).model_dump_json()  # fmt: skip

    async def _report(self, _act: acts.ReportAct) -> Any:
        return await self.room.report(self._over)

    def _over(self, match: AnyMatch) -> AnyMatch:
        if not match.over and not self.room.stored.match.closed:
            raise NotOver("this reveals what is hidden, so it is shown only when the match is over")
        return match


def _told_notes(notes: Sequence[Mapping[str, Any]]) -> tuple[messages.NoteInfo, ...]:
    return tuple(messages.NoteInfo.model_validate({**told_note(note), "at": note["at"][:16]}) for note in notes)


def digest_of(snapshot: nc.Snapshot) -> str:
    """The digest of a seat's knowledge at a moment, the same for all who ask. It leaves out counts of past events."""
    counts: Any = {
        "events": True,
        "told": True,
        "board": True,
        "may_undo": True,
        "number": True,
        "decision": {"number"},
    }
    known = snapshot.model_dump_json(exclude=counts)
    return sha256(known.encode()).hexdigest()[:DIGITS]


def _first_line(function: object) -> str:
    return (function.__doc__ or "information of this game").strip().splitlines()[0]
