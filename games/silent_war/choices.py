"""The options of the game's decisions: small immutable values with a notation of their own."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from navalcore.components import counted
from navalcore.rules import Option, Place, places
from navalcore_games.silent_war.choosing import AtArea, IntoZone, OfBoat, OfUnit, Pick, Thing, ToArea, ToBase, Word
from navalcore_games.silent_war.ids import (
    AreaIndex,
    BaseIndex,
    BoatIndex,
    UnitNumber,
    ZoneIndex,
    base_id,
    station_id,
    unit_id,
)


class StepTo(ToArea, Pick[AreaIndex]):
    """A step to an OpArea."""

    __slots__ = ()


class TurnBackAt(AtArea, Pick[AreaIndex]):
    """The boat turns back in this OpArea."""

    __slots__ = ()


class MoveTyphoon(AtArea, Pick[AreaIndex]):
    """The typhoon of this OpArea moves next."""

    __slots__ = ()


class ByArea(ToArea, Pick[AreaIndex]):
    """To the mission by this OpArea."""

    __slots__ = ()


class ReturnTo(ToBase, Pick[BaseIndex]):
    """Return to this base."""

    __slots__ = ()


class IntoBase(ToBase, Thing[BaseIndex]):
    """A step into a base, beside steps to OpAreas."""

    __slots__ = ()


class FormPack(Thing[BaseIndex]):
    """Form a wolfpack in a base, beside boats that may operate."""

    __slots__ = ()

    @property
    def places(self) -> tuple[Place, ...]:
        """The base."""
        return places(at=base_id(self.id))


class EnterZone(IntoZone, Pick[ZoneIndex]):
    """Into this Special Mission Zone."""

    __slots__ = ()


class Operate(OfBoat, Pick[BoatIndex]):
    """This boat, or the wolfpack it leads, operates next."""

    __slots__ = ()


class GoToOverhaul(OfBoat, Pick[BoatIndex]):
    """This boat leaves for overhaul next."""

    __slots__ = ()


class LeavePack(OfBoat, Thing[BoatIndex]):
    """A boat leaves its wolfpack, beside boats that may operate."""

    __slots__ = ()


class Decommission(OfBoat, Thing[BoatIndex]):
    """Give up a boat under repair, beside boats that may operate."""

    __slots__ = ()


class DemandBoat(OfBoat, Pick[BoatIndex]):
    """This boat is demanded from Pearl Harbor."""

    __slots__ = ()


class GiveSkipper(Pick[BoatIndex]):
    """This boat, which may still have to arrive, is given the Super Skipper."""

    __slots__ = ()

    @property
    def places(self) -> tuple[Place, ...]:
        """The boat, if she is on the map."""
        return places(target=self.boat)


class ToRepair(OfBoat, Pick[BoatIndex]):
    """This boat leaves Hold for a Repair Box."""

    __slots__ = ()


class ShuntToHold(OfBoat, Pick[BoatIndex]):
    """This boat makes room and waits in Hold."""

    __slots__ = ()


class JoinPack(OfBoat, Pick[BoatIndex]):
    """This boat joins the wolfpack."""

    __slots__ = ()


class ToTraining(OfBoat, Pick[BoatIndex]):
    """This boat goes to training duty."""

    __slots__ = ()


class AttackWith(OfBoat, Pick[BoatIndex]):
    """This boat of the pack attacks next."""

    __slots__ = ()


class MemberWithdraws(OfBoat, Pick[BoatIndex]):
    """This boat of the pack withdraws from combat."""

    __slots__ = ()


class Reveal(OfUnit):
    """This unit is turned up."""

    __slots__ = ()


class Shell(OfUnit):
    """This ship is shelled."""

    __slots__ = ()


class Lumber(OfUnit):
    """This ship lumbers into the way."""

    __slots__ = ()


class MarkTdc(OfUnit):
    """A TDC marker goes on this unit."""

    __slots__ = ()


class KeepUnmodified(OfUnit):
    """The TDC of this unit stays unmodified."""

    __slots__ = ()


class AttackNext(OfUnit):
    """This unit is attacked next."""

    __slots__ = ()


class TakeColumn(Pick[int]):
    """The boat goes to this column."""

    __slots__ = ()

    @property
    def places(self) -> tuple[Place, ...]:
        """The boat, where she is on the display, and her side of the column."""
        return places(subject=self.boat, from_=self.start, to=station_id(self.id))


@dataclass(frozen=True, slots=True)
class TakePosture(Option):
    """The boat attacks in this posture."""

    posture: str
    boat: str = field(default="", compare=False)
    """The id of the boat."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The boat."""
        return places(subject=self.boat)

    def __str__(self) -> str:
        return self.posture


@dataclass(frozen=True, slots=True)
class Aim(Option):
    """Attack points on a unit."""

    id: str
    """All that is known of the unit."""
    points: int
    """How many."""
    unit: UnitNumber = field(compare=False)
    """Its number on the display."""
    boat: str = field(default="", compare=False)
    """The id of the boat that attacks."""

    def __str__(self) -> str:
        return f"{counted(self.points, 'point')} on {self.id}"

    @property
    def places(self) -> tuple[Place, ...]:
        """The boat, and the unit."""
        return places(subject=self.boat, target=unit_id(self.unit))


@lru_cache(maxsize=4096)
def aim_at(unit: str, points: int, number: UnitNumber, boat: str) -> Aim:
    """The one :class:`Aim` of these values."""
    return Aim(unit, points, number, boat)


class Search(Word):
    """Search for the enemy."""

    __slots__ = ()
    words = "search"


class Bypass(Word):
    """Make no search this week."""

    __slots__ = ()
    words = "bypass"


class GoHome(Word):
    """Make no search and return to base."""

    __slots__ = ()
    words = "bypass and return to base"


class Stay(Word):
    """Stay in the OpArea, or outside the zone."""

    __slots__ = ()
    words = "stay here"


class Stop(Word):
    """Go no further this week."""

    __slots__ = ()
    words = "stop here"


class OnPatrol(Word):
    """Patrol side up."""

    __slots__ = ()
    words = "patrol side"


class InTransit(Word):
    """Transit side up."""

    __slots__ = ()
    words = "transit side"


class Remain(Word):
    """Remain in base."""

    __slots__ = ()
    words = "remain in base"


class CrashDive(Word):
    """Crash dive."""

    __slots__ = ()
    words = "crash dive"


class NoDive(Word):
    """Do not dive."""

    __slots__ = ()
    words = "do not dive"


class Withdraw(Word):
    """Withdraw from combat."""

    __slots__ = ()
    words = "withdraw"


class FightOn(Word):
    """Fight on though damaged."""

    __slots__ = ()
    words = "fight on"


class ReAttack(Word):
    """Attack again."""

    __slots__ = ()
    words = "re-attack"


class KeepFaceUp(Word):
    """Leave the unit face up."""

    __slots__ = ()
    words = "keep it face up"


class TurnFaceDown(Word):
    """Turn the unit back, by radar."""

    __slots__ = ()
    words = "turn it back by radar"


class Guns(Word):
    """Attack with guns."""

    __slots__ = ()
    words = "surface gunnery"


class UseTorpedoes(Word):
    """Attack with torpedoes."""

    __slots__ = ()
    words = "torpedoes"


class Attack(Word):
    """Make the attack."""

    __slots__ = ()
    words = "attack"


class NoAttack(Word):
    """Make no attack."""

    __slots__ = ()
    words = "make no attack"


class LeaveOutAsw(Word):
    """Leave out the ASW of this escort."""

    __slots__ = ()
    words = "leave out its ASW"


class SaveForAnother(Word):
    """Keep that for another escort."""

    __slots__ = ()
    words = "save this for another escort"


class EndTurn(Word):
    """No further boat operates."""

    __slots__ = ()
    words = "end the turn"


class WaitInHold(Word):
    """Wait in Hold."""

    __slots__ = ()
    words = "wait in Hold"


class AsGroup(Word):
    """Search as a Group."""

    __slots__ = ()
    words = "as a Group"


class AsBarrier(Word):
    """Search as a Barrier."""

    __slots__ = ()
    words = "as a Barrier"


class PackComplete(Word):
    """No further boat joins the wolfpack."""

    __slots__ = ()
    words = "the wolfpack is complete"


class TakeOver(Word):
    """Take the boat of the other command over."""

    __slots__ = ()
    words = "take her over"


class Decline(Word):
    """Do not take her."""

    __slots__ = ()
    words = "decline"


class LeaveUnassigned(Word):
    """Give the Super Skipper no boat."""

    __slots__ = ()
    words = "no boat: he leaves the war"


class NoMoreBoats(Word):
    """Demand no more boats."""

    __slots__ = ()
    words = "demand no more boats"


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
