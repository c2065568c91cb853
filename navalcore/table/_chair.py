"""A chair: what one seat of a room, or somebody who watches, is sent and may do."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, Final

import navalcore as nc
from navalcore._wire import wire
from navalcore._wire.wire import Snapshot
from navalcore.components._sentences import counted
from navalcore.errors import BadData, NavalCoreError, NotOffered, StaleDecision, UnknownName
from navalcore.table import _messages as say
from navalcore.table._errors import NotOver, SeatRefused
from navalcore.table._pictures import PICTURES, layers
from navalcore.table._room import Room
from navalcore.table._sheet import AnyMatch, Sheet

DIGITS: Final = 12
"""Hexadecimal digits of the digest of a moment."""
CLICKS_KEPT: Final = 64
"""Clicks of a seat that are known again."""


log = logging.getLogger("navalcore.table")


class Chair:
    """One seat of a room.

    Args:
        room: the room.
        role: who sits there: a role of the game, or ``SPECTATOR``.
        pictures: whether its states have pictures.
    """

    def __init__(self, room: Room, role: str, *, pictures: bool = True) -> None:
        self.room = room
        self.role = role
        self._pictures = pictures
        self._doing: Mapping[type, Callable[[Any], Any]] = {
            say.Choose: self._choose,
            say.Undo: self._undo,
            say.Give: self._give,
            say.Recall: self._recall,
            say.WhyNot: self._why_not,
            say.Odds: self._odds,
            say.At: self._at,
            say.Log: self._log,
            say.Board: self._board,
            say.Ask: self._ask,
            say.Report: self._report,
            say.Save: self._save,
        }

    async def state(self, since: int = 0, edition: int | None = None) -> say.State:
        """How it stands for this seat, with what it was told after ``since`` events (negative: the last so many)."""
        return await self.room.look(lambda sheet: self.state_of(sheet, since, edition))

    async def news(self, since: int, edition: int | None, before: say.State | None) -> tuple[str, say.State, int, int]:
        """What a socket is to be sent, after it was sent what looked like ``before``: the text of a state, or nothing
        if there is nothing new; what it looks like; how many events it tells up to; the edition.
        """

        def look(sheet: Sheet) -> tuple[str, say.State, int, int]:
            state = self.state_of(sheet, since, edition)
            snapshot = state.snapshot
            looks = state.model_copy(update={"since": 0, "snapshot": snapshot.model_copy(update={"events": ()})})
            text = state.model_dump_json() if snapshot.events or looks != before else ""
            return text, looks, snapshot.told, state.edition

        return await self.room.look(look)

    async def answer(self, act: say.Act, number: int = 0, *, always: bool = False) -> say.Answer:
        """Do what the seat asks for.

        Args:
            act: what.
            number: of the act, for the answer.
            always: answer with the state too, not only where a choice is refused.
        """
        moves = isinstance(act, say.Choose | say.Undo | say.Give | say.Recall)
        said, error = None, None
        try:
            said = await self._doing[type(act)](act)
        except NavalCoreError as refused:
            error = await self._explained(act, refused)
        except Exception:
            log.exception("match %s: an act failed", self.room.kept.id)
            error = say.Error(code="internal", sentence="the table has made a mistake that stands in its log")
        state = await self.state(-200) if moves and (error is not None or always) else None
        return say.Answer(id=number, error=error, state=state, said=said)

    async def _explained(self, act: say.Act, refused: NavalCoreError) -> say.Error:
        """What was refused; of a choice that is not offered the rules say why."""
        if isinstance(act, say.Choose) and isinstance(refused, NotOffered):
            for why in await self._why_not(say.WhyNot(act="why_not", text=act.key)):
                return say.Error(code=refused.code, sentence=f"{why['text']}: {why['reason']}", rule=why["rule"])
        return say.Error(code=refused.code, sentence=str(refused))

    # ---- the state --------------------------------------------------------------------------------------------------

    def state_of(self, sheet: Sheet, since: int = 0, edition: int | None = None) -> say.State:
        """How it stands, by a sheet that nobody else has in hand."""
        match, room = sheet.match, self.room
        if edition is not None and edition != room.edition:
            since = 0
        if since < 0:
            since = max(0, match.snapshot(self.role).told + since)
        snapshot = match.snapshot(self.role, since=since)
        if since > snapshot.told:
            since = 0
        over = match.over
        return say.State(
            match=room.kept.id,
            title=room.game.title,
            edition=room.edition,
            since=since,
            snapshot=snapshot,
            digest=digest_of(snapshot),
            board=self._picture(sheet, snapshot.view) if self._pictures else None,
            seats=self.seats(),
            meanings=self._meanings(match, snapshot),
            orders=sheet.orders_of(self.role),
            trouble=room.trouble,
            commitment=match.commitment,
            seed=say.Seed(seed=match.setup.seed, salt=match.setup.salt) if over else None,
        )

    def _meanings(self, match: AnyMatch, snapshot: Snapshot) -> dict[str, str]:
        """What the options of this seat's decision mean, those of which there is something to say."""
        asked = match.decisions.get(self.role)
        if asked is None or snapshot.decision is None:
            return {}
        options = zip(snapshot.decision.options, asked.options, strict=True)
        told = {sent.key: self.room.face.meaning(snapshot.view, option) for sent, option in options}
        return {key: meaning for key, meaning in told.items() if meaning}

    def _picture(self, sheet: Sheet, view: nc.View) -> say.Picture | None:
        """The picture of the view; drawn once, however many look at it."""
        stands, picture = self.room.pictures.get(self.role, (None, None))
        if stands != (self.room.edition, sheet.pieces):
            picture = layers(self.room.face, view)
            self.room.pictures[self.role] = (self.room.edition, sheet.pieces), picture
        return picture

    def seats(self) -> tuple[say.Seat, ...]:
        """Who sits where."""
        return tuple(
            say.Seat(
                role=seat.role, title=self.room.game.role_title(seat.role), called=self.room.game.the_role(seat.role),
                kind=seat.kind, bot=seat.bot, name=seat.name, taken=seat.taken,
            )
            for seat in self.room.seats
        )  # fmt: skip

    # ---- what moves the match ---------------------------------------------------------------------------------------

    def _sits(self) -> str:
        if self.role == nc.SPECTATOR:
            raise SeatRefused("an onlooker has no choices to make: take a seat, or open the link to yours")
        return self.role

    async def _once(self, click: str, action: Callable[[Sheet], object]) -> None:
        """Do something, unless it is the same click again."""
        known = self.room.clicks.setdefault(self.role, [])
        if click and click in known:
            return
        await self.room.act(action)
        if click:
            known.append(click)
            del known[:-CLICKS_KEPT]

    async def _choose(self, act: say.Choose) -> str:
        role = self._sits()
        chosen = ""

        def choose(sheet: Sheet) -> None:
            nonlocal chosen
            chosen = sheet.chosen_last(role, act.decision, act.key) or sheet.choose(act.key, role, act.decision)

        await self._once(act.click, choose)
        return chosen

    async def _undo(self, act: say.Undo) -> None:
        role = self._sits()

        def undo(sheet: Sheet) -> None:
            made = sheet.match.snapshot(role).number
            if made != act.number:
                raise StaleDecision(
                    f"you have made {counted(made, 'choice')}, not {act.number}: look again before undoing"
                )
            sheet.undo(role)

        await self._once(act.click, undo)

    async def _give(self, act: say.Give) -> None:
        role = self._sits()
        await self.room.act(lambda sheet: sheet.give(role, act.words))

    async def _recall(self, act: say.Recall) -> list[str]:
        role = self._sits()
        return await self.room.act(lambda sheet: sheet.recall(role, act.words))

    # ---- questions --------------------------------------------------------------------------------------------------

    async def _why_not(self, act: say.WhyNot) -> list[dict[str, str]]:
        def ask(sheet: Sheet) -> list[nc.Refusal]:
            decision = sheet.match.decisions.get(self.role)
            if decision is None:
                return []
            if not act.text:
                return decision.refusals()
            refusal = decision.why_not(act.text)
            return [] if refusal is None else [refusal]

        found = await self.room.look(ask)
        return [{"text": each.text, "rule": each.rule, "reason": each.reason} for each in found]

    async def _odds(self, act: say.Odds) -> Any:
        role = self._sits()
        return await self.room.look(lambda sheet: odds_of(sheet.match, role, act))

    async def _at(self, act: say.At) -> dict[str, Any]:
        position, told, count, over = await self.room.look(lambda sheet: self._place(sheet, act))
        match = await self.room.moment(position)
        snapshot = match.snapshot(self.role)
        picture = layers(self.room.face, snapshot.view)
        return {
            "choice": position if over else None,  # else it would tell how often others have chosen in secret
            "of": count if over else None,
            "told": told,
            "digest": digest_of(snapshot),
            "snapshot": snapshot.model_copy(update={"told": told}).model_dump(mode="json"),
            "board": None if picture is None else picture.model_dump(),
        }

    def _place(self, sheet: Sheet, act: say.At) -> tuple[int, int, int, bool]:
        """Of a moment: after how many choices it was, how many events the seat had been told, how many choices there
        are now, and whether the match is over.

        Raises:
            UnknownName: the seat has made no such decision.
            NotOver: that moment is not the seat's to look at yet.
            BadData: no moment is named.
        """
        marks, over = sheet.marks, sheet.match.over
        if act.decision is not None:
            own = [n for n, mark in enumerate(marks) if mark.role == self.role]
            if act.decision > len(own):
                raise UnknownName(
                    f"you have made {counted(len(own), 'choice')}; there is no decision {act.decision} yet"
                )
            position = own[act.decision] if act.decision < len(own) else len(marks)
        elif act.event is not None:
            position = sum(mark.told[self.role] < act.event for mark in marks)
        elif act.choice is None:
            raise BadData("name a decision of yours, an event or, once the match is over, a number of choices")
        elif not over:
            raise NotOver("other seats' choices are shown when the match is over; name a decision of yours")
        else:
            position = min(act.choice, len(marks))
        told = marks[position].told[self.role] if position < len(marks) else sheet.match.snapshot(self.role).told
        return position, told, len(marks), over

    async def _log(self, act: say.Log) -> list[Any]:
        snapshot = await self.room.look(lambda sheet: sheet.match.snapshot(self.role, since=act.since))
        return [event.model_dump(mode="json") for event in snapshot.events]

    async def _board(self, _act: say.Board) -> dict[str, Any]:
        view, face = await self.room.look(lambda sheet: sheet.match.view(self.role)), self.room.face
        picture = layers(face, view)
        return {
            "text": face.board_text(view),
            "still": "" if picture is None else PICTURES.get(picture.still, ""),
            "commands": {name: _first_line(each) for name, each in {**face.info_commands(), **face.reports()}.items()},
            "orders": await self._kinds_of_orders(),
        }

    async def _kinds_of_orders(self) -> dict[str, str]:
        if self.role == nc.SPECTATOR:
            return {}
        return await self.room.look(lambda sheet: sheet.kinds_of_orders(self.role))

    async def _ask(self, act: say.Ask) -> str:
        commands, reports = self.room.face.info_commands(), self.room.face.reports()
        command, report = commands.get(act.command), reports.get(act.command)
        if command is None and report is None:
            known = ", ".join((*commands, *reports)) or "none"
            raise UnknownName(f"there is no command '{act.command}'; there are {known}")

        def ask(sheet: Sheet) -> str:
            snapshot, game = sheet.match.snapshot(self.role, since=0), self.room.game
            if command is not None:
                return command(snapshot.view, act.argument)
            assert report is not None
            told = [wire.from_json(game, event.model_dump(mode="json")) for event in snapshot.events]
            return report(told, snapshot.view, act.argument)

        return await self.room.look(ask)

    # ---- after the end ----------------------------------------------------------------------------------------------

    async def _save(self, _act: say.Save) -> str:
        return await self.room.look(lambda sheet: _over(sheet.match).dumps())

    async def _report(self, _act: say.Report) -> Any:
        return await self.room.report(_over)


def digest_of(snapshot: Snapshot) -> str:
    """The digest of what a seat knows at a moment, whenever and by whatever process that is asked; it tells nothing
    else, so counts of what has happened are not in it.
    """
    counts: Any = {"events": True, "told": True, "may_undo": True, "number": True, "decision": {"number"}}
    known = snapshot.model_dump_json(exclude=counts)
    return sha256(known.encode()).hexdigest()[:DIGITS]


def _over(match: AnyMatch) -> AnyMatch:
    if not match.over:
        raise NotOver("this reveals what is hidden, so it is shown only when the match is over")
    return match


def _first_line(function: object) -> str:
    return (function.__doc__ or "information of this game").strip().splitlines()[0]


def odds_of(match: AnyMatch, role: str, act: say.Odds) -> Any:
    """What may come of an option of a role's decision.

    Raises:
        StaleDecision: it is not asked any more.
        NotOffered: it has no such option.
    """
    decision = match.decisions.get(role)
    if decision is None or decision.number != act.decision:
        raise StaleDecision("that decision is not asked any more")
    index = decision.read(act.key)
    found = wire.codec(match.game).option(index, decision.options[index], match.odds(index, role=role))
    return found.model_dump(mode="json")["chances"]
