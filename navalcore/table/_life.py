"""The life of a seat: keys and invitations, coming and going, and how a match ends that is not played to its end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from secrets import token_hex
from typing import Any, Final

import navalcore as nc
from navalcore.bots import bot_names
from navalcore.errors import BadData, UnknownName
from navalcore.table._clock import leaves
from navalcore.table._errors import Closed, Quota, SeatRefused
from navalcore.table._messages import HouseRules, SeatLifeAct
from navalcore.table._room import Room
from navalcore.table._seats import digest_of
from navalcore.table._store import StoredSeat, note_of

Told = dict[str, Any]
MOST: Final = 500
"""The kinds of note at a table; how a match ends is noted all the same."""


class SeatLife:
    """The acts of one seat of a room besides the game."""

    def __init__(self, room: Room, role: str) -> None:
        self._room, self._role = room, role

    async def act(self, act: SeatLifeAct) -> Told:
        """Do it; returns the part of the answer that is for this seat alone."""
        if self._role == nc.SPECTATOR:
            raise SeatRefused("a spectator has no seat at this match; only a seat can do this")
        doing: Callable[[SeatLifeAct], Awaitable[Told]] = getattr(self, f"_{act.do}")
        told = await doing(act)
        if act.do != "delete":
            await self._room.seats_changed()
        return told

    # ---- who it is ---------------------------------------------------------------------------------------------------

    def _seat(self, role: str = "") -> StoredSeat:
        found = next((seat for seat in self._room.places if seat.role == (role or self._role)), None)
        if found is None or found.kind != "person":
            raise UnknownName(f"no person has a seat '{role}' at this match")
        return found

    @property
    def _house(self) -> HouseRules:
        return self._room.house

    def _others(self) -> list[StoredSeat]:
        """The other people who sit here."""
        return [seat for seat in self._room.places if seat.kind == "person" and seat.secret and seat.role != self._role]

    def _sides(self) -> list[StoredSeat]:
        return [seat for seat in self._room.places if seat.kind != "nobody"]

    def _title(self, role: str = "") -> str:
        return self._room.game.the_role(role or self._role)

    async def _change(self, *seats: StoredSeat, note: Mapping[str, Any] | None = None, **details: Any) -> None:
        if note is not None and "outcome" not in details and len(self._room.stored.match.notes) >= MOST:
            raise Quota(f"this match has {MOST} notes already, and a match has at most that many")
        if not await self._room.amend(*seats, note=note, **details):
            raise SeatRefused("this seat has changed hands meanwhile; open the match again")

    # ---- keys --------------------------------------------------------------------------------------------------------

    async def _renew(self, _act: SeatLifeAct) -> Told:
        secret, seat = token_hex(16), self._seat()
        new = replace(seat, secret=digest_of(secret), invitation=None)
        await self._change(seat, new, note=note_of("renewed", self._role))
        return {"secret": secret}

    async def _link(self, _act: SeatLifeAct) -> Told:
        link, seat = token_hex(16), self._seat()
        await self._change(seat, replace(seat, invitation=digest_of(link)))
        return {"link": link}

    async def _invite(self, act: SeatLifeAct) -> Told:
        link, seat = token_hex(16), self._seat(act.role)
        if seat.taken:
            raise SeatRefused("this seat is taken; choose a free one")
        if self._role != self._room.host:
            raise SeatRefused("only the one who began the match may invite to it")
        await self._change(seat, replace(seat, invitation=digest_of(link)), note=note_of("invited", act.role))
        return {"role": act.role, "invitation": link}

    # ---- coming and going --------------------------------------------------------------------------------------------

    async def _hand(self, act: SeatLifeAct) -> Told:
        self._going_on()
        role = act.role or self._role
        seat = self._seat(role)
        if act.bot and act.bot not in bot_names(self._room.game):
            raise UnknownName(f"there is no bot '{act.bot}'; there are {', '.join(bot_names(self._room.game))}")
        if role != self._role and seat.taken:
            self._check_absent(role, act.bot is not None)
        link = None if self._room.stored.match.public else token_hex(16)
        free = replace(seat, secret=None, name="", notes="", invitation=digest_of(link) if link else None)
        what = "freed" if act.bot is None else "bot"
        await self._change(seat, free, note=note_of(what, role, act.bot or ""))
        if act.bot is not None:
            await self._room.hand_to_bot(role, act.bot)
        return {"role": role, "invitation": link}

    def _check_absent(self, role: str, to_bot: bool) -> None:
        """Raise SeatRefused unless the rules of the table let others have the seat of a person who is absent."""
        house, match = self._house, self._room.stored.match
        if house.absent == "wait" or (to_bot and house.absent != "bot"):
            raise SeatRefused(f"the rules of this table do not let others decide this about {self._title(role)}'s seat")
        since = match.asked if role in match.waiting else None
        days = timedelta(days=house.absent_days)
        now = datetime.now(UTC)
        away = sum((end - max(begin, since) for begin, end in leaves(role, house, match.notes, now)
                    if since is not None and end > since), timedelta())  # fmt: skip
        if since is None or now - since - away < days:
            raise SeatRefused(f"{self._title(role)} has not been awaited for {house.absent_days} days")

    async def _leave(self, act: SeatLifeAct) -> Told:
        now = datetime.now(UTC)
        used = sum(
            (
                min(end, now) - begin
                for begin, end in leaves(self._role, self._house, self._room.stored.match.notes, now)
            ),
            timedelta(),
        )
        left = self._house.leave_days - used.total_seconds() / 86_400
        if left < 1:
            raise SeatRefused("you have used all the days of leave that this table gives")
        await self._change(note=note_of("left", self._role, str(min(act.days, int(left)))))
        return {}

    async def _back(self, _act: SeatLifeAct) -> Told:
        await self._change(note=note_of("back", self._role))
        return {}

    async def _note(self, act: SeatLifeAct) -> Told:
        seat = self._seat()
        await self._change(seat, replace(seat, notes=act.text))
        return {}

    # ---- the end -----------------------------------------------------------------------------------------------------

    def _going_on(self) -> None:
        if self._room.stored.match.outcome:
            raise Closed(f"the match is over: {self._room.stored.match.outcome}")

    async def _end(self, what: str, reason: str) -> Told:
        self._going_on()
        note = note_of(what, self._role, reason)
        await self._change(note=note, outcome=reason, closed=reason, waiting=[], asked=None)
        return {}

    async def _resign(self, act: SeatLifeAct) -> Told:
        if len(self._sides()) > 2:  # the others play on
            return await self._hand(act.model_copy(update={"role": self._role, "bot": act.bot or ""}))
        return await self._end("resigned", f"{self._title()} resigned")

    async def _draw(self, _act: SeatLifeAct) -> Told:
        self._going_on()
        bots = [seat for seat in self._sides() if seat.kind == "bot"]
        others = self._others()
        if bots or not others:
            raise SeatRefused("a draw is agreed among people; this match has others")
        offered = self._offers()
        if self._role in offered:
            raise SeatRefused("you have offered a draw: the others accept it, or decline it")
        if {seat.role for seat in others} <= offered:
            return await self._end("drawn", "a draw was agreed")
        await self._change(note=note_of("draw", self._role))
        return {}

    def _offers(self) -> set[str]:
        """The roles that have offered a draw since one was declined last."""
        offered: set[str] = set()
        for note in self._room.stored.match.notes:
            if note["what"] == "draw":
                offered.add(note["role"])
            elif note["what"] == "declined":
                offered.clear()
        return offered

    async def _decline(self, _act: SeatLifeAct) -> Told:
        self._going_on()
        if not self._offers():
            raise SeatRefused("no draw has been offered")
        await self._change(note=note_of("declined", self._role))
        return {}

    async def _claim(self, _act: SeatLifeAct) -> Told:
        out = [role for role, left in self._room.clocks().items() if left < 0 and role != self._role]
        if self._house.runs_out != "claim" or not out or len(self._sides()) > 2:
            raise SeatRefused("there is nothing to claim: no clock has run out, or the table has other rules")
        return await self._end("claimed", f"{self._title(out[0])} ran out of time")

    async def _abandon(self, _act: SeatLifeAct) -> Told:
        if self._others():
            raise SeatRefused("you cannot end a match with others alone: resign, or offer a draw")
        return await self._end("abandoned", "the match was abandoned")

    async def _delete(self, _act: SeatLifeAct) -> Told:
        room = self._room
        if self._others() and not room.stored.match.outcome:
            raise SeatRefused("a match with others can be deleted only when it is over")
        if self._role != room.host:
            raise SeatRefused("only the one who began the match may delete it")
        await room.delete()
        return {}


async def time_is_up(room: Room) -> None:
    """Do what the rules of the table say where clocks have run out, unless that is to be claimed."""
    rule = room.house.runs_out
    for role, left in room.clocks().items():
        seat = next((each for each in room.places if each.role == role), None)
        if left >= 0 or rule == "claim" or seat is None or not seat.secret or room.stored.match.outcome:
            continue
        if rule == "loss" and sum(each.kind != "nobody" for each in room.places) == 2:
            reason = f"{room.game.the_role(role)} ran out of time"
            note = note_of("lost", role, reason)
            await room.amend(note=note, outcome=reason, closed=reason, waiting=[], asked=None)
        elif await room.amend(seat, replace(seat, secret=None, name="", notes=""), note=note_of("bot", role)):
            await room.hand_to_bot(role, "")
        await room.seats_changed()


def check_house(house: HouseRules, people: int) -> None:
    """Raise BadData for rules of a table that cannot be kept."""
    if people < 2 and (house.move_hours or house.reserve_hours):
        raise BadData("a clock is for a match of several people")
