"""The life of a seat: keys and invitations, coming and going, and how a match ends that is not played to its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from secrets import token_hex
from typing import Any, Final, Literal

import navalcore as nc
from navalcore.bots import bot_names
from navalcore.errors import BadData, UnknownName
from navalcore.table._acts import SeatLifeAct
from navalcore.table._clock import counted, leaves, not_counted, on_leave
from navalcore.table._errors import Closed, Quota, SeatRefused
from navalcore.table._messages import HouseRules
from navalcore.table._room import Room
from navalcore.table._seats import digest_of
from navalcore.table._store import StoredMatch, StoredSeat, note_of

Told = dict[str, Any]
MOST: Final = 250
"""The notes at a table that the acts of one seat may make; how a match ends is noted all the same. Each seat has its
own, so that none can use up those of another.
"""


class SeatLife:
    """The acts of one seat of a room besides the game; ``key`` is the digest of the secret that opened the seat."""

    def __init__(self, room: Room, role: str, key: str | None) -> None:
        self._room, self._role, self._key = room, role, key

    async def act(self, act: SeatLifeAct) -> Told:
        """Do it; returns the part of the answer that is for this seat alone."""
        if self._role == nc.SPECTATOR:
            raise SeatRefused("a spectator has no seat at this match; only a seat can do this")
        decided = Decided(self._room.stored)

        def change(stored: StoredMatch) -> StoredMatch:
            nonlocal decided
            decided = SeatActs(self._room, self._role, self._key, stored).decide(act)
            return decided.after

        if act.do == "delete":
            await self._room.delete(change)
            return {}
        if act.do == "claim":  # by the turns that are stored, also those that this process has not heard of
            await self._room.catch_up()
        await self._room.amend(change)
        return decided.told


@dataclass(frozen=True)
class Decided:
    """The outcome of an act: the match after it, and the part of the answer for the seat alone."""

    after: StoredMatch
    told: Told = field(default_factory=dict)


class SeatActs:
    """Decides acts of a seat on a match as it is stored at a moment."""

    # Nothing is changed here: where two act at once, the later act is decided again after the first.

    def __init__(self, room: Room, role: str, key: str | None, stored: StoredMatch) -> None:
        self._room, self._role, self._key, self._stored = room, role, key, stored

    def decide(self, act: SeatLifeAct) -> Decided:
        """The outcome of an act; raises SeatRefused, Closed, Quota or UnknownName where it is refused."""
        if self._seat().secret != self._key:
            raise SeatRefused("this seat has changed hands meanwhile; open the match again")
        deciding: Callable[[SeatLifeAct], Decided] = getattr(self, f"_{act.do}")
        return deciding(act)

    # ---- who it is ---------------------------------------------------------------------------------------------------

    def _seat(self, role: str = "") -> StoredSeat:
        found = next((seat for seat in self._stored.seats if seat.role == (role or self._role)), None)
        if found is None or found.kind != "person":
            raise UnknownName(f"no person has a seat '{role}' at this match")
        return found

    @property
    def _house(self) -> HouseRules:
        return self._room.house

    @property
    def _notes(self) -> list[Mapping[str, Any]]:
        return list(self._stored.match.notes)

    def _others(self) -> list[StoredSeat]:
        return others(self._stored, self._role)

    def _sides(self) -> list[StoredSeat]:
        return [seat for seat in self._stored.seats if seat.kind != "nobody"]

    def _title(self, role: str = "") -> str:
        return self._room.game.the_role(role or self._role)

    def _noted(self, what: str, role: str = "", text: str = "", **details: Any) -> StoredMatch:
        """The match with a note of this act."""
        mine = sum(note.get("by") == self._role for note in self._notes)
        if "outcome" not in details and mine >= MOST:
            raise Quota(f"the acts of your seat have made {MOST} notes at this match, and may make no more")
        return self._stored.noted({**note_of(what, role or self._role, text), "by": self._role}, **details)

    # ---- keys --------------------------------------------------------------------------------------------------------

    def _renew(self, _act: SeatLifeAct) -> Decided:
        secret = token_hex(16)
        seat = replace(self._seat(), secret=digest_of(secret), invitation=None)
        return Decided(self._noted("renewed").seated(seat), {"secret": secret})

    def _link(self, _act: SeatLifeAct) -> Decided:
        link = token_hex(16)
        return Decided(self._stored.seated(replace(self._seat(), invitation=digest_of(link))), {"link": link})

    def _invite(self, act: SeatLifeAct) -> Decided:
        link, seat = token_hex(16), self._seat(act.role)
        if seat.taken:
            raise SeatRefused("this seat is taken; choose a free one")
        if self._role != self._room.host:
            raise SeatRefused("only the one who began the match may invite to it")
        invited = self._noted("invited", act.role).seated(replace(seat, invitation=digest_of(link)))
        return Decided(invited, {"role": act.role, "invitation": link})

    # ---- coming and going --------------------------------------------------------------------------------------------

    def _hand(self, act: SeatLifeAct) -> Decided:
        self._going_on()
        role = act.role or self._role
        seat = self._seat(role)
        if act.bot and act.bot not in bot_names(self._room.game):
            raise UnknownName(f"there is no bot '{act.bot}'; there are {', '.join(bot_names(self._room.game))}")
        if role != self._role and seat.taken:
            self._check_absent(role, act.bot is not None)
        elif role != self._role:
            self._check_may_fill(act.bot is not None)
        return self._handed(role, act.bot)

    def _handed(self, role: str, bot: str | None) -> Decided:
        """A seat becomes free, for a bot or a person with the new invitation."""
        link = None if self._stored.match.public else token_hex(16)
        free = replace(self._seat(role), secret=None, name="", notes="", invitation=digest_of(link) if link else None)
        handed = self._noted("freed" if bot is None else "bot", role, bot or "").seated(free)
        if bot is not None:
            handed = played_by(handed, role, bot)
        return Decided(handed, {"role": role, "invitation": link})

    def _check_may_fill(self, to_bot: bool) -> None:
        """Raise SeatRefused unless the rules of the table let this seat decide who has a free one."""
        host = next((seat for seat in self._stored.seats if seat.role == self._room.host), None)
        left = host is None or not host.taken  # then nobody else could invite
        by_rule = self._house.absent == "bot" if to_bot else left and self._house.absent != "wait"
        if self._role != self._room.host and not by_rule:
            raise SeatRefused("by the rules of this table only the one who began the match decides about a free seat")

    def _check_absent(self, role: str, to_bot: bool) -> None:
        """Raise SeatRefused unless the rules of the table let others have the seat of a person who is absent."""
        house, now = self._house, datetime.now(UTC)
        if house.absent == "wait" or (to_bot and house.absent != "bot"):
            raise SeatRefused(f"the rules of this table do not let others decide this about {self._title(role)}'s seat")
        begins = absent_from(self._room, self._stored, role, now)
        if begins is None or begins > now:
            raise SeatRefused(f"{self._title(role)} has not been awaited for {house.absent_days} days")

    def _leave(self, act: SeatLifeAct) -> Decided:
        self._going_on()
        now = datetime.now(UTC)
        if on_leave(self._role, self._house, self._notes, now):
            raise SeatRefused("you are on leave already: come back first")
        used = sum((end - begin for begin, end in leaves(self._role, self._house, self._notes, now)), timedelta())
        left = self._house.leave_days - used.total_seconds() / 86_400
        if left < 1:
            raise SeatRefused("you have used all the days of leave that this table gives")
        return Decided(self._noted("left", text=str(min(act.days, int(left)))))

    def _back(self, _act: SeatLifeAct) -> Decided:
        self._going_on()
        if not on_leave(self._role, self._house, self._notes, datetime.now(UTC)):
            raise SeatRefused("you are not on leave")
        return Decided(self._noted("back"))

    def _note(self, act: SeatLifeAct) -> Decided:
        return Decided(self._stored.seated(replace(self._seat(), notes=act.text)))

    # ---- the end -----------------------------------------------------------------------------------------------------

    def _going_on(self) -> None:
        if self._stored.match.outcome:
            raise Closed(f"the match is over: {self._stored.match.outcome}")

    def _end(self, what: str, reason: str) -> Decided:
        self._going_on()
        return Decided(self._noted(what, text=reason, **ended(reason)))

    def _resign(self, act: SeatLifeAct) -> Decided:
        follows = resigning(self._room, self._stored, self._role)
        if follows == "loss":
            return self._end("resigned", f"{self._title()} resigned")
        if follows == "end":
            return self._abandon(act)
        return self._hand(act.model_copy(update={"role": self._role, "bot": act.bot or ""}))

    def _draw(self, _act: SeatLifeAct) -> Decided:
        self._going_on()
        bots = [seat for seat in self._sides() if seat.kind == "bot"]
        others = self._others()
        if bots or not others:
            raise SeatRefused("a draw is agreed among people; this match has others")
        offered = self._offers()
        if self._role in offered:
            raise SeatRefused("you have offered a draw: the others accept it, or decline it")
        if {seat.role for seat in others} <= offered:
            return self._end("drawn", "a draw was agreed")
        return Decided(self._noted("draw"))

    def _offers(self) -> set[str]:
        """The roles whose people have offered a draw since one was declined last, and keep to it in their seats."""
        offered: set[str] = set()
        for note in self._notes:
            if note["what"] == "draw":
                offered.add(note["role"])
            elif note["what"] == "declined":
                offered.clear()
            elif note["what"] in ("withdrawn", "freed", "bot"):
                offered.discard(note["role"])
        return offered

    def _decline(self, _act: SeatLifeAct) -> Decided:
        self._going_on()
        if not (offered := self._offers()):
            raise SeatRefused("no draw has been offered")
        return Decided(self._noted("withdrawn" if self._role in offered else "declined"))

    def _claim(self, _act: SeatLifeAct) -> Decided:
        self._going_on()
        others = {seat.role for seat in self._others()}
        out = [role for role, left in self._room.clocks().items() if left < 0 and role in others]
        if self._house.runs_out != "claim" or not out:
            raise SeatRefused("there is nothing to claim: no clock has run out, or the table has other rules")
        if not are_opponents(self._room, self._stored):
            return self._handed(out[0], "")
        return self._end("claimed", f"{self._title(out[0])} ran out of time")

    def _abandon(self, _act: SeatLifeAct) -> Decided:
        if self._others():
            raise SeatRefused("you cannot end a match with others alone: resign, or offer a draw")
        return self._end("abandoned", "the match was abandoned")

    def _delete(self, _act: SeatLifeAct) -> Decided:
        if self._others() and not self._stored.match.outcome:
            raise SeatRefused("a match with others can be deleted only when it is over")
        if self._role != self._room.host:
            raise SeatRefused("only the one who began the match may delete it")
        return Decided(self._stored)


def played_by(stored: StoredMatch, role: str, bot: str) -> StoredMatch:
    """The match in which a bot continues at a seat that becomes free, by a standing order stored in the same write."""
    return stored.ordered(role, f"match by {bot}" if bot else "match")


def ended(reason: str) -> dict[str, Any]:
    """The details of a match that people, or the clock, have ended."""
    return {"outcome": reason, "closed": reason, "waiting": [], "asked": None}


def absent_from(room: Room, stored: StoredMatch, role: str, now: datetime) -> datetime | None:
    """From when on others may free the seat of a person who is awaited. None where the rules of the table forbid it,
    where the person is not awaited, and on a leave that was taken in time.
    """
    house, match = room.house, stored.match
    if house.absent == "wait" or match.asked is None or role not in match.waiting or role in stored.free:
        return None
    off = not_counted(role, house, match.notes, now, room.pauses(now), stored.free)
    begins = now + timedelta(days=house.absent_days, seconds=-counted(match.asked, now, off))
    return begins if begins <= now or not on_leave(role, house, match.notes, now) else None


def others(stored: StoredMatch, role: str) -> list[StoredSeat]:
    """The other people who sit here."""
    return [seat for seat in stored.seats if seat.kind == "person" and seat.secret and seat.role != role]


def resigning(room: Room, stored: StoredMatch, role: str) -> Literal["loss", "bot", "end"]:
    """The consequence where a seat resigns: the match is lost, a bot plays on there, or the match is abandoned."""
    if sum(seat.kind != "nobody" for seat in stored.seats) < 2 or are_opponents(room, stored):
        return "loss"
    return "bot" if others(stored, role) else "end"


def are_opponents(room: Room, stored: StoredMatch) -> bool:
    """Whether the match is between two roles of which one loses what the other wins; two of one side play on."""
    roles = [seat.role for seat in stored.seats if seat.kind != "nobody"]
    return len(roles) == 2 and room.game.returns(nc.Outcome(roles[0], ""))[roles[1]] < 0


async def time_is_up(room: Room) -> None:
    """Do what the rules of the table say where clocks have run out, unless that is to be claimed."""
    rule, out = room.house.runs_out, [role for role, left in room.clocks().items() if left < 0]
    for role in out if rule != "claim" else ():

        def change(stored: StoredMatch, role: str = role) -> StoredMatch | None:
            seat = next((each for each in stored.seats if each.role == role), None)
            if seat is None or not seat.secret or stored.match.outcome:
                return None
            if rule == "loss" and are_opponents(room, stored):
                reason = f"{room.game.the_role(role)} ran out of time"
                return stored.noted(note_of("lost", role, reason), **ended(reason))
            freed = stored.seated(replace(seat, secret=None, name="", notes="")).noted(note_of("bot", role))
            return played_by(freed, role, "")

        await room.amend(change)


def check_house(house: HouseRules, people: int) -> None:
    """Raise BadData for rules of a table that cannot be kept."""
    if people < 2 and (house.move_hours or house.reserve_hours):
        raise BadData("a clock is for a match of several people")
