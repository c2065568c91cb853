"""A handler: what one seat of a room, or somebody who watches, is sent and may do."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Mapping
from functools import partial
from hashlib import sha256
from typing import Any, Final

import navalcore as nc
from navalcore import AnyMatch
from navalcore.components import counted
from navalcore.errors import BadData, NavalCoreError, NotOffered, StaleDecision, UnknownName
from navalcore.table import _messages as messages
from navalcore.table._errors import NotOver, SeatRefused
from navalcore.table._pictures import PICTURES, layers
from navalcore.table._recorded_match import RecordedMatch
from navalcore.table._room import Room

DIGITS: Final = 12
"""Hexadecimal digits of the digest of a moment."""
CLICKS_KEPT: Final = 64
"""Clicks of a seat that are known again."""


log = logging.getLogger("navalcore.table")


class SeatHandler:
    """One seat of a room."""

    def __init__(self, room: Room, role: str, *, pictures: bool = True) -> None:
        self.room = room
        self.role = role
        self._pictures = pictures
        self._doing: Mapping[type, Callable[[Any], Any]] = {
            messages.ChooseAct: self._choose,
            messages.UndoAct: self._undo,
            messages.GiveAct: self._give,
            messages.RecallAct: self._recall,
            messages.WhyNotAct: self._why_not,
            messages.OddsAct: self._odds,
            messages.AtAct: self._at,
            messages.LogAct: self._log,
            messages.BoardAct: self._board,
            messages.AskAct: self._ask,
            messages.ReportAct: self._report,
            messages.SaveAct: self._save,
        }

    async def state(self, since: int = 0, edition: int | None = None) -> messages.State:
        """How it stands for this seat, with what it was told after ``since`` events (negative: the last so many)."""
        return await self.room.look(lambda recorded: self.state_of(recorded, since, edition))

    async def states(self, hello: messages.Hello) -> AsyncIterator[str]:
        """The state as text, now and whenever something in it has changed, with what was told since the one before."""
        since, edition, before = hello.since, hello.edition, None
        while True:
            changed = self.room.changed
            text, before, since, edition = await self.room.look(partial(self._news, since, edition, before))
            if text:
                yield text
            await changed.wait()

    def _news(
        self, since: int, edition: int | None, before: messages.State | None, recorded: RecordedMatch
    ) -> tuple[str, messages.State, int, int]:
        """The state as text, if it is new since one that looked so; how it looks, and the events it tells up to."""
        state = self.state_of(recorded, since, edition)
        snapshot = state.snapshot
        looks = state.model_copy(update={"since": 0, "snapshot": snapshot.model_copy(update={"events": ()})})
        text = state.model_dump_json() if snapshot.events or looks != before else ""
        return text, looks, snapshot.told, state.edition

    async def answer(self, act: messages.Act, number: int = 0, *, always: bool = False) -> messages.Answer:
        """Do what the seat asks for; ``always`` answers with the state too, not only where a choice is refused."""
        moves = isinstance(act, messages.ChooseAct | messages.UndoAct | messages.GiveAct | messages.RecallAct)
        said, error = None, None
        try:
            said = await self._doing[type(act)](act)
        except NavalCoreError as refused:
            error = await self._explained(act, refused)
        except Exception:
            log.exception("match %s: an act failed", self.room.id)
            error = messages.Error(code="internal", sentence="the table has made a mistake that stands in its log")
        state = await self.state(-200) if moves and (error is not None or always) else None
        return messages.Answer(id=number, error=error, state=state, said=said)

    async def _explained(self, act: messages.Act, refused: NavalCoreError) -> messages.Error:
        """What was refused; of a choice that is not offered the rules say why."""
        if isinstance(act, messages.ChooseAct) and isinstance(refused, NotOffered):
            for why in await self._why_not(messages.WhyNotAct(act="why_not", text=act.key)):
                return messages.Error(code=refused.code, sentence=f"{why['text']}: {why['reason']}", rule=why["rule"])
        return messages.Error(code=refused.code, sentence=str(refused))

    # ---- the state --------------------------------------------------------------------------------------------------

    def state_of(self, recorded: RecordedMatch, since: int, edition: int | None) -> messages.State:
        """How it stands, by a recorded match that nobody else has in hand."""
        match, room = recorded.match, self.room
        if edition is not None and edition != room.edition:
            since = 0
        if since < 0:
            since = max(0, match.snapshot(self.role).told + since)
        snapshot = match.snapshot(self.role, since=since)
        if since > snapshot.told:
            since = 0
        over = match.over
        return messages.State(
            match=room.id,
            title=room.game.title,
            edition=room.edition,
            since=since,
            snapshot=snapshot,
            digest=digest_of(snapshot),
            board=self._picture(recorded, snapshot.view) if self._pictures else None,
            seats=self.seats(),
            meanings=self._meanings(match, snapshot),
            orders=recorded.orders_of(self.role),
            trouble=room.trouble,
            commitment=match.commitment,
            seed=messages.SeedInfo(seed=match.setup.seed, salt=match.setup.salt) if over else None,
        )

    def _meanings(self, match: AnyMatch, snapshot: nc.Snapshot) -> dict[str, str]:
        """What the options of this seat's decision mean, those of which there is something to say."""
        asked = match.decisions.get(self.role)
        if asked is None or snapshot.decision is None:
            return {}
        options = zip(snapshot.decision.options, asked.options, strict=True)
        told = {sent.key: self.room.face.meaning(snapshot.view, option) for sent, option in options}
        return {key: meaning for key, meaning in told.items() if meaning}

    def _picture(self, recorded: RecordedMatch, view: nc.View) -> messages.BoardPicture | None:
        """The picture of the view; drawn once, however many look at it."""
        stands, picture = self.room.pictures.get(self.role, (None, None))
        if stands != (self.room.edition, recorded.pieces):
            picture = layers(self.room.face, view)
            self.room.pictures[self.role] = (self.room.edition, recorded.pieces), picture
        return picture

    def seats(self) -> tuple[messages.SeatInfo, ...]:
        """Who sits where."""
        return tuple(
            messages.SeatInfo(
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

    async def _once(self, click: str, action: Callable[[RecordedMatch], object]) -> None:
        """Do something, unless it is the same click again."""
        known = self.room.clicks.setdefault(self.role, [])
        if click and click in known:
            return
        await self.room.act(action)
        if click:
            known.append(click)
            del known[:-CLICKS_KEPT]

    async def _choose(self, act: messages.ChooseAct) -> str:
        role = self._sits()
        chosen = ""

        def choose(recorded: RecordedMatch) -> None:
            nonlocal chosen
            chosen = recorded.chosen_last(role, act.decision, act.key) or recorded.choose(act.key, role, act.decision)

        await self._once(act.click, choose)
        return chosen

    async def _undo(self, act: messages.UndoAct) -> None:
        role = self._sits()
        await self._once(act.click, lambda recorded: recorded.undo(role, act.number))

    async def _give(self, act: messages.GiveAct) -> None:
        role = self._sits()
        await self.room.act(lambda recorded: recorded.give(role, act.words))

    async def _recall(self, act: messages.RecallAct) -> list[str]:
        role = self._sits()
        return await self.room.act(lambda recorded: recorded.recall(role, act.words))

    # ---- questions --------------------------------------------------------------------------------------------------

    async def _why_not(self, act: messages.WhyNotAct) -> list[dict[str, str]]:
        def ask(recorded: RecordedMatch) -> list[nc.Refusal]:
            decision = recorded.match.decisions.get(self.role)
            if decision is None:
                return []
            if not act.text:
                return decision.refusals()
            refusal = decision.why_not(act.text)
            return [] if refusal is None else [refusal]

        found = await self.room.look(ask)
        return [{"text": each.text, "rule": each.rule, "reason": each.reason} for each in found]

    async def _odds(self, act: messages.OddsAct) -> Any:
        role = self._sits()
        return await self.room.look(lambda recorded: odds_of(recorded.match, role, act))

    async def _at(self, act: messages.AtAct) -> dict[str, Any]:
        position, told, count, over = await self.room.look(lambda recorded: self._place(recorded, act))
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

    def _place(self, recorded: RecordedMatch, act: messages.AtAct) -> tuple[int, int, int, bool]:
        """Of a moment: the choices and the events told before it; the choices there are now, and whether it is over."""
        made, over = recorded.made, recorded.match.over
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
        elif not over:
            raise NotOver("other seats' choices are shown when the match is over; name a decision of yours")
        else:
            position = min(act.choice, len(made))
        told = made[position].told[self.role] if position < len(made) else recorded.match.snapshot(self.role).told
        return position, told, len(made), over

    async def _log(self, act: messages.LogAct) -> list[Any]:
        snapshot = await self.room.look(lambda recorded: recorded.match.snapshot(self.role, since=act.since))
        return [event.model_dump(mode="json") for event in snapshot.events]

    async def _board(self, _act: messages.BoardAct) -> dict[str, Any]:
        view, face = await self.room.look(lambda recorded: recorded.match.view(self.role)), self.room.face
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
        return await self.room.look(lambda recorded: recorded.kinds_of_orders(self.role))

    async def _ask(self, act: messages.AskAct) -> str:
        commands, reports = self.room.face.info_commands(), self.room.face.reports()
        command, report = commands.get(act.command), reports.get(act.command)
        if command is None and report is None:
            known = ", ".join((*commands, *reports)) or "none"
            raise UnknownName(f"there is no command '{act.command}'; there are {known}")

        def ask(recorded: RecordedMatch) -> str:
            snapshot, game = recorded.match.snapshot(self.role, since=0), self.room.game
            if command is not None:
                return command(snapshot.view, act.argument)
            assert report is not None
            told = [game.from_json(event.model_dump(mode="json")) for event in snapshot.events]
            return report(told, snapshot.view, act.argument)

        return await self.room.look(ask)

    # ---- after the end ----------------------------------------------------------------------------------------------

    async def _save(self, _act: messages.SaveAct) -> str:
        return await self.room.look(lambda recorded: _over(recorded.match).dumps())

    async def _report(self, _act: messages.ReportAct) -> Any:
        return await self.room.report(_over)


def digest_of(snapshot: nc.Snapshot) -> str:
    """The digest of what a seat knows at a moment, whoever asks; counts of what has happened are not in it."""
    counts: Any = {"events": True, "told": True, "may_undo": True, "number": True, "decision": {"number"}}
    known = snapshot.model_dump_json(exclude=counts)
    return sha256(known.encode()).hexdigest()[:DIGITS]


def _over(match: AnyMatch) -> AnyMatch:
    if not match.over:
        raise NotOver("this reveals what is hidden, so it is shown only when the match is over")
    return match


def _first_line(function: object) -> str:
    return (function.__doc__ or "information of this game").strip().splitlines()[0]


def odds_of(match: AnyMatch, role: str, act: messages.OddsAct) -> Any:
    """What may come of an option of a role's decision."""
    decision = match.decisions.get(role)
    if decision is None or decision.number != act.decision:
        raise StaleDecision("that decision is not asked any more")
    index = decision.read(act.key)
    return match.game.to_json(match.odds(index, role=role))
