"""The options of the game's decisions: small immutable values with a notation of their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import lru_cache
from typing import Annotated, Final, TypeAlias

from pydantic import Field

from navalcore.components import counted
from navalcore.rules import Option, PlacePart, worded
from navalcore_games.silent_war.choosing import OnUnit, Pick, Thing, Word
from navalcore_games.silent_war.ids import AreaIndex, BaseIndex, BoatIndex, UnitNumber, ZoneIndex, unit_id
from navalcore_games.silent_war.words import COLUMNS

Places: TypeAlias = Mapping[PlacePart, str]

GOES: Final[Places] = {"subject": "{boat}", "from": "{start}", "to": "{id}"}
IN_AREA: Final[Places] = {"subject": "{boat}", "at": "{id}"}
BOAT: Final[Places] = {"subject": "{id}"}
"""The places that options have in common."""


class StepTo(Pick[AreaIndex], places=GOES):
    """A step to an OpArea."""


class TurnBackAt(Pick[AreaIndex], places=IN_AREA):
    """The boat turns back in this OpArea."""


class MoveTyphoon(Pick[AreaIndex], places=IN_AREA):
    """The typhoon of this OpArea moves next."""


class ByArea(Pick[AreaIndex], places=GOES):
    """To the mission by this OpArea."""


class ReturnTo(Pick[BaseIndex], places=GOES):
    """Return to this base."""


class IntoBase(Thing[BaseIndex], places=GOES):
    """A step into a base, offered with steps to OpAreas."""


class FormPack(Thing[BaseIndex], places={"at": "{id}"}):
    """Form a wolfpack in a base, offered with boats that may operate."""


class EnterZone(Pick[ZoneIndex], places=GOES):
    """Into this Special Mission Zone."""


class Operate(Pick[BoatIndex], places=BOAT):
    """This boat, or the wolfpack it leads, operates next."""


class GoToOverhaul(Pick[BoatIndex], places=BOAT):
    """This boat leaves for overhaul next."""


class LeavePack(Thing[BoatIndex], places=BOAT):
    """A boat leaves its wolfpack, offered with boats that may operate."""


class Decommission(Thing[BoatIndex], places=BOAT):
    """Give up a boat under repair, offered with boats that may operate."""


class DemandBoat(Pick[BoatIndex], places=BOAT):
    """This boat is demanded from Pearl Harbor."""


class GiveSkipper(Pick[BoatIndex], places={"target": "{boat}"}):
    """This boat, which may still have to arrive, is given the Super Skipper."""


class ToRepair(Pick[BoatIndex], places=BOAT):
    """This boat leaves Hold for a Repair Box."""


class ShuntToHold(Pick[BoatIndex], places=BOAT):
    """This boat makes room and waits in Hold."""


class JoinPack(Pick[BoatIndex], places=BOAT):
    """This boat joins the wolfpack."""


class ToTraining(Pick[BoatIndex], places=BOAT):
    """This boat goes to training duty."""


class AttackWith(Pick[BoatIndex], places=BOAT):
    """This boat of the pack attacks next."""


class MemberWithdraws(Pick[BoatIndex], places=BOAT):
    """This boat of the pack withdraws from combat."""


class Reveal(OnUnit):
    """This unit is turned up."""


class Shell(OnUnit):
    """This ship is shelled."""


class Lumber(OnUnit):
    """This ship lumbers into the way."""


class MarkTdc(OnUnit):
    """A TDC marker is put on this unit."""


class KeepUnmodified(OnUnit):
    """The TDC of this unit stays unmodified."""


class AttackNext(OnUnit):
    """This unit is attacked next."""


class TakeColumn(Pick[int], places=GOES):
    """The boat goes to her side of this column."""

    @property
    def key(self) -> str:
        """The kind, and the letter of the column."""
        return f"{self.kind}/{COLUMNS[self.index]}"


class TakePosture(Option, text="{posture}", places={"subject": "{boat}"}):
    """The boat attacks in this posture."""

    posture: str
    boat: str = field(default="", compare=False)
    """The id of the boat."""


class Aim(Option, text="{points} on {known}", places={"subject": "{boat}", "target": "{id}"}):
    """Attack points on a unit."""

    known: str
    """All that is known of the unit."""
    points: Annotated[int, worded(lambda points: counted(points, "point"))]
    """How many."""
    id: str = field(compare=False)
    """The unit's id on the board."""
    unit: Annotated[UnitNumber, Field(exclude=True)] = field(default=UnitNumber(-1), compare=False)
    """Its number on the display, for the rules: no client is sent it."""
    boat: str = field(default="", compare=False)
    """The id of the boat that attacks."""


@lru_cache(maxsize=4096)
def aim_at(known: str, points: int, number: UnitNumber, boat: str) -> Aim:
    """The one :class:`Aim` of these values."""
    return Aim(known, points, unit_id(number), number, boat)


class Search(Word, text="search"):
    """Search for the enemy."""


class Bypass(Word, text="bypass"):
    """Make no search this week."""


class GoHome(Word, text="bypass and return to base"):
    """Make no search and return to base."""


class Stay(Word, text="stay here"):
    """Stay in the OpArea, or outside the zone."""


class Stop(Word, text="stop here"):
    """Go no further this week."""


class OnPatrol(Word, text="patrol side"):
    """Patrol side up."""


class InTransit(Word, text="transit side"):
    """Transit side up."""


class Remain(Word, text="remain in base"):
    """Remain in base."""


class CrashDive(Word, text="crash dive"):
    """Crash dive."""


class NoDive(Word, text="do not dive"):
    """Do not dive."""


class Withdraw(Word, text="withdraw"):
    """Withdraw from combat."""


class FightOn(Word, text="fight on"):
    """Fight on though damaged."""


class ReAttack(Word, text="re-attack"):
    """Attack again."""


class KeepFaceUp(Word, text="keep it face up"):
    """Leave the unit face up."""


class TurnFaceDown(Word, text="turn it back by radar"):
    """Turn the unit back, by radar."""


class Guns(Word, text="surface gunnery"):
    """Attack with guns."""


class UseTorpedoes(Word, text="torpedoes"):
    """Attack with torpedoes."""


class Attack(Word, text="attack"):
    """Make the attack."""


class NoAttack(Word, text="make no attack"):
    """Make no attack."""


class LeaveOutAsw(Word, text="leave out its ASW"):
    """Leave out the ASW of this escort."""


class SaveForAnother(Word, text="save this for another escort"):
    """Keep that for another escort."""


class EndTurn(Word, text="end the turn"):
    """No further boat operates."""


class WaitInHold(Word, text="wait in Hold"):
    """Wait in Hold."""


class AsGroup(Word, text="as a Group"):
    """Search as a Group."""


class AsBarrier(Word, text="as a Barrier"):
    """Search as a Barrier."""


class PackComplete(Word, text="the wolfpack is complete"):
    """No further boat joins the wolfpack."""


class TakeOver(Word, text="take her over"):
    """Take the boat of the other command over."""


class Decline(Word, text="decline"):
    """Do not take her."""


class LeaveUnassigned(Word, text="no boat: the skipper leaves the war"):
    """Give the Super Skipper no boat."""


class NoMoreBoats(Word, text="demand no more boats"):
    """Demand no more boats."""


SEARCH = Search()
BYPASS = Bypass()
GO_HOME = GoHome()
STAY = Stay()
STOP = Stop()
ON_PATROL = OnPatrol()
IN_TRANSIT = InTransit()
REMAIN = Remain()
DIVE = CrashDive()
NO_DIVE = NoDive()
WITHDRAW = Withdraw()
FIGHT_ON = FightOn()
RE_ATTACK = ReAttack()
KEEP = KeepFaceUp()
TURN_BACK = TurnFaceDown()
GUNS = Guns()
TORPEDOES = UseTorpedoes()
ATTACK = Attack()
NO_ATTACK = NoAttack()
USE_BONUS = LeaveOutAsw()
SAVE_BONUS = SaveForAnother()
END = EndTurn()
HOLD = WaitInHold()
GROUP = AsGroup()
BARRIER = AsBarrier()
FORMED = PackComplete()
TAKE_OVER = TakeOver()
DECLINE = Decline()
UNASSIGNED = LeaveUnassigned()
NO_MORE = NoMoreBoats()
