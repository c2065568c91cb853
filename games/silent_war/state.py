"""The state: boats, cups, tracks, and the combat display while a combat is under way."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Annotated, TypeAlias, TypeVar, cast

from navalcore import rules
from navalcore.rules import Looked, harmless, nothing_as
from navalcore_games.silent_war.ids import (
    AreaIndex,
    BaseIndex,
    BoatIndex,
    CardIndex,
    PackNumber,
    PieceIndex,
    SkipperIndex,
    TenderIndex,
    UnitNumber,
    ZoneIndex,
)
from navalcore_games.silent_war.options import SilentWarOptions

FIRST_UNIT, FIRST_PACK = UnitNumber(1), PackNumber(0)
T = TypeVar("T")
OrMinusOne: TypeAlias = Annotated[T | None, nothing_as(-1)]
"""A value or None; saved matches say -1 for None."""


ON_THE_MAP = harmless("it lies open on the map, the tracks and the turn record, or follows from what does")
"""A mark of what the view leaves out and the player sees all the same."""


class Role(StrEnum):
    """Who decides: the commander of the submarines; of those from Australia and Manila another, if two play (26.0)."""

    COMSUBPAC = "comsubpac"
    COMSUBSOWESPAC = "comsubsowespac"


class Place(IntEnum):
    """Where a boat is. READY and below ``AT_SEA`` are boxes of a base (``Boat.where``)."""

    NOT_IN_PLAY = 0
    READY = 1
    PIER_SIDE = 2
    BROOM = 3
    REPAIR_1 = 4
    REPAIR_2 = 5
    REPAIR_3 = 6
    HOLD = 7
    OPERATING = 8
    DONE = 9
    LOST = 10
    REMOVED = 11
    WEST_COAST = 12


IN_BASE = frozenset(
    {Place.READY, Place.PIER_SIDE, Place.BROOM, Place.REPAIR_1, Place.REPAIR_2, Place.REPAIR_3, Place.HOLD}
)
AT_SEA = frozenset({Place.OPERATING, Place.DONE})


class Rtb(IntEnum):
    """The Return to Base marker."""

    NONE = 0
    VOLUNTARY = 1
    INVOLUNTARY = 2


class Posture(IntEnum):
    """Attack posture, in the order of its steps."""

    CAUTIOUS = 0
    STANDARD = 1
    AGGRESSIVE = 2

    def __str__(self) -> str:
        return self.name.lower()


class Storm(IntEnum):
    """The weather of an OpArea."""

    NONE = 0
    TROPICAL = 1
    TYPHOON_1 = 2
    TYPHOON_2 = 3


@dataclass(slots=True)
class Boat(Looked):
    """One submarine.

    Attributes:
        card: its index among the submarines.
        place: the box or section it is in.
        where: the base (in a base) or the OpArea (at sea), by index; None elsewhere.
        zone: the Special Mission Zone it is in, or None; ``where`` is then the OpArea it entered from.
        on_patrol: its patrol side is up.
        rtb: its Return to Base marker.
        spotted: whether it has a Spotted marker.
        damage: its Damage markers, 0 to 2.
        skipper: its Super Skipper by index, or None.
        rating: his rating, 0 without one.
        major_base_only: a tender could not repair it (21.23).
        pack: its wolfpack by number, or None.
        ordered_home: withdrawn for overhaul and on the way to Pearl Harbor (8.0).
        stranded: found out of range of every base, damaged for it (15.26).
        moved: it has had its Operations Segment this turn.
        left: the OpArea it has left by Patrol Movement this turn, or None; its storm counts too (SW-R24).
        south_west: it belongs to the command of the South-West Pacific (26.0).
        radar: its radar is fitted, where that is counted boat by boat (30.6).
        ships: Japanese units it has sunk.
        tonnage: their tonnage in thousands of tons.
    """

    card: CardIndex
    place: Place = Place.NOT_IN_PLAY
    where: OrMinusOne[AreaIndex | BaseIndex] = None
    zone: Annotated[OrMinusOne[ZoneIndex], ON_THE_MAP] = None
    on_patrol: bool = False
    rtb: Rtb = Rtb.NONE
    spotted: bool = False
    damage: int = 0
    skipper: OrMinusOne[SkipperIndex] = None
    rating: int = 0
    major_base_only: Annotated[bool, ON_THE_MAP] = False
    pack: OrMinusOne[PackNumber] = None
    ordered_home: bool = False
    stranded: Annotated[bool, ON_THE_MAP] = False
    moved: bool = False
    left: Annotated[OrMinusOne[AreaIndex], ON_THE_MAP] = None
    south_west: Annotated[bool, ON_THE_MAP] = False
    radar: Annotated[bool, ON_THE_MAP] = False
    ships: int = 0
    tonnage: int = 0

    @property
    def area(self) -> AreaIndex:
        """The OpArea of a boat at sea."""
        assert self.where is not None
        return cast("AreaIndex", self.where)

    @property
    def base(self) -> BaseIndex:
        """The base of a boat in port."""
        assert self.where is not None
        return cast("BaseIndex", self.where)


@dataclass(slots=True)
class Mission:
    """A Special Mission Zone active this turn.

    Attributes:
        boats: how many boats are called for.
        kind: ``search``, or what else they do there.
        held_down: event 8 holds down the members of the pack still to attack.
        tf_only: only task forces are met (13.3).
        entered: boats that have entered it.
    """

    boats: int
    kind: str
    tf_only: bool
    entered: int = 0


@dataclass(slots=True)
class Unit:
    """A Japanese piece on the combat display.

    Attributes:
        piece: which; hidden from the player until it is turned up.
        column: 0 to 3 for A to D.
        face_up: whether it is turned up.
        known: turned back face down by radar, so the player knows it.
        damaged: whether it has a Damage marker.
        ordinary: a Diligent Escort that became an ordinary DD with ASW one lower.
        tdc: the value of the TDC marker on it, or None.
        number: its name on the display, for choices.
    """

    piece: PieceIndex
    column: int
    number: UnitNumber
    face_up: bool = False
    known: bool = False
    damaged: bool = False
    ordinary: bool = False
    tdc: int | None = None


@dataclass(slots=True)
class Fighter:
    """A boat on the combat display.

    Attributes:
        boat: the boat by index.
        column: 0 to 3, or None before it has one.
        posture: its attack posture of this round.
        aggressive_used: it was aggressive in some round.
        unmodified: the unit whose TDC a cautious boat leaves unmodified, or None.
        ships: units sunk in this Combat Phase.
        tons: their tonnage as scored.
        merchants: printed tonnage of the merchants sunk.
        doublings: how often event 6 came up.
        no_endurance: no endurance check follows (event 4).
        relieved: it sank a hospital ship and must go home after this round.
        out: withdrawn, driven off or sunk.
    """

    boat: BoatIndex
    column: OrMinusOne[int] = 0
    posture: Posture = Posture.STANDARD
    aggressive_used: Annotated[bool, ON_THE_MAP] = False
    unmodified: Annotated[OrMinusOne[UnitNumber], ON_THE_MAP] = None
    ships: int = 0
    tons: int = 0
    merchants: Annotated[list[int], ON_THE_MAP] = field(default_factory=list)
    doublings: Annotated[int, ON_THE_MAP] = 0
    no_endurance: Annotated[bool, ON_THE_MAP] = False
    relieved: Annotated[bool, ON_THE_MAP] = False
    gunnery: bool = False
    own_mark: Annotated[bool, ON_THE_MAP] = False
    out: bool = False


@dataclass(slots=True)
class Round:
    """What holds in a boat's attack round under way.

    Attributes:
        event: the combat event of the round by its number, or None.
        unflipped: the radar was used.
        attack: the attack value to allocate.
        perfect_setup: every TDC counts as negative (event 5).
        asw_bonus: 1 after a premature detonation.
        counter_first: the counterattack comes before the attack (events 7 and 8).
        no_attack: there is no attack (event 8, or an attack value of 0).
        no_counter: there is no counterattack (events 2e and 9).
        must_counter: the counterattack comes although no attack could be made (events 2a to 2c).
        extra_attack: a free attack follows (event 9).
        circular: a torpedo runs in a circle (event 2a).
        gunnery: the round is a surface gunnery round.
        bonus_used: an escort's own ASW was left out of its defense (28.4).
        attacked: the boat has made its attack, torpedoes or guns.
        aims: points allocated by unit number, in the order chosen.
    """

    event: OrMinusOne[int] = None
    unflipped: Annotated[bool, ON_THE_MAP] = False
    attack: int = 0
    perfect_setup: Annotated[bool, ON_THE_MAP] = False
    asw_bonus: Annotated[int, ON_THE_MAP] = 0
    counter_first: Annotated[bool, ON_THE_MAP] = False
    no_attack: Annotated[bool, ON_THE_MAP] = False
    no_counter: Annotated[bool, ON_THE_MAP] = False
    must_counter: Annotated[bool, ON_THE_MAP] = False
    extra_attack: Annotated[bool, ON_THE_MAP] = False
    circular: Annotated[bool, ON_THE_MAP] = False
    gunnery: bool = False
    bonus_used: Annotated[bool, ON_THE_MAP] = False
    attacked: Annotated[bool, ON_THE_MAP] = False
    aims: dict[UnitNumber, int] = field(default_factory=dict)


@dataclass(slots=True)
class Combat:
    """The combat display.

    Attributes:
        area: the OpArea whose charts govern.
        tf_only: only Rising Sun units of column D take part (13.3).
        loner: a single ship outside a convoy.
        units: the Japanese pieces on the display.
        spent: pieces that left the display and go back to their cups at the end: cup and piece.
        sunk: pieces sunk: cup and piece.
        chits: how many No TDC Solution chits were drawn.
        fighters: the boats.
        acting: the index of the fighter whose attack round it is, or None.
        round_number: 0 the first attack, 1 and 2 re-attacks.
        round: what holds in the round.
        deadly_division: event 5b came up in this combat.
        escorts_alert: events 7 or 8 occurred (28.41).
        member_attacked: a member of the pack has attacked already (28.41).
        diligent_seen: a Diligent Escort was revealed (28.41).
        next_number: the number of the next unit placed.
    """

    area: AreaIndex
    loner: bool = False
    units: list[Unit] = field(default_factory=list)
    spent: Annotated[list[tuple[int, PieceIndex]], ON_THE_MAP] = field(default_factory=list)
    sunk: Annotated[list[tuple[int, PieceIndex]], ON_THE_MAP] = field(default_factory=list)
    chits: Annotated[int, ON_THE_MAP] = 0
    fighters: list[Fighter] = field(default_factory=list)
    acting: OrMinusOne[int] = None
    round_number: int = 0
    round: Round = field(default_factory=Round)
    deadly_division: bool = False
    escorts_alert: Annotated[bool, ON_THE_MAP] = False
    member_attacked: Annotated[bool, ON_THE_MAP] = False
    diligent_seen: Annotated[bool, ON_THE_MAP] = False
    next_number: Annotated[UnitNumber, ON_THE_MAP] = FIRST_UNIT
    held_down: Annotated[bool, ON_THE_MAP] = False
    tf_only: Annotated[bool, ON_THE_MAP] = False


@dataclass(slots=True)
class State:
    """A match.

    Attributes:
        phase: the step of the sequence of play.
        scenario: the scenario's id.
        data_pack: the owner's folder laid over the charts, or "".
        turn: weekly turns begun.
        month: the month as a number (see ``charts.month_text``).
        week: 1 to 4.
        war_period: 1 to 4.
        torpedo: the torpedo value, -2 to +2.
        ships_sunk: the track of units sunk.
        tonnage: the track of tonnage, in thousands of tons.
        submarines_lost: the track of boats lost.
        active: for each base, whether it is active.
        boats: every boat of the scenario.
        cups: the Japanese pieces in cups A to D.
        outside: pieces that are in play but in no cup.
        ijn: named ships of the IJN expansion in their piles; none without the option (3.IJN).
        ijn_in_dock: named ships under repair, and the month they are back.
        gone: pieces out of the game for good.
        ultra: OpAreas with an ULTRA marker.
        storms: the weather by OpArea.
        skippers: Super Skippers not yet drawn, by index.
        missions: the Special Mission Zones active this turn, by index.
        events_used: one-time war events that have happened.
        bases_to_open: forward bases that open in the War Progress Phase.
        no_ultra: a war event forbids the ULTRA roll of this turn.
        tenders: the tender at each forward base, by index.
        tender_pile: tenders that may be drawn, by index.
        torpedo_line: the ships-sunk line of the last torpedo improvement roll.
        early_month: the month the early way into War Period 4 began with, or 0.
        enemy_subs_sunk: enemy submarine pieces out of the game.
        experience: Wolfpack Experience.
        experience_before: what it was when the turn began; the limits follow it.
        packs_scored: wolfpacks that have gained their point on this patrol.
        next_pack: the number of the next wolfpack.
        record: ships sunk, tonnage and boats lost at the end of each month played.
        acting: the boat whose Operations Segment it is, by index, or None.
        combat: the combat under way, or None.
    """

    phase: str
    scenario: str = ""
    data_pack: str = ""
    turn: int = 0
    month: int = 0
    week: int = 1
    war_period: int = 1
    torpedo: int = -2
    ships_sunk: int = 0
    tonnage: int = 0
    submarines_lost: int = 0
    active: list[bool] = field(default_factory=list)
    boats: list[Boat] = field(default_factory=list)
    cups: list[list[PieceIndex]] = field(default_factory=list)
    outside: list[PieceIndex] = field(default_factory=list)
    gone: Annotated[list[PieceIndex], ON_THE_MAP] = field(default_factory=list)
    ijn: Annotated[list[PieceIndex], ON_THE_MAP] = field(default_factory=list)
    ijn_in_dock: Annotated[dict[PieceIndex, int], ON_THE_MAP] = field(default_factory=dict)
    ultra: list[AreaIndex] = field(default_factory=list)
    storms: dict[AreaIndex, Storm] = field(default_factory=dict)
    skippers: Annotated[list[SkipperIndex], ON_THE_MAP] = field(default_factory=list)
    missions: Annotated[dict[ZoneIndex, Mission], ON_THE_MAP] = field(default_factory=dict)
    events_used: Annotated[list[str], ON_THE_MAP] = field(default_factory=list)
    bases_to_open: Annotated[list[BaseIndex], ON_THE_MAP] = field(default_factory=list)
    no_ultra: Annotated[bool, ON_THE_MAP] = False
    tenders: Annotated[dict[BaseIndex, TenderIndex], ON_THE_MAP] = field(default_factory=dict)
    tender_pile: Annotated[list[TenderIndex], ON_THE_MAP] = field(default_factory=list)
    torpedo_line: Annotated[int, ON_THE_MAP] = 0
    early_month: Annotated[int, ON_THE_MAP] = 0
    enemy_subs_sunk: Annotated[list[str], ON_THE_MAP] = field(default_factory=list)
    experience: Annotated[int, ON_THE_MAP] = 0
    experience_before: Annotated[int, ON_THE_MAP] = 0
    packs_scored: Annotated[list[PackNumber], ON_THE_MAP] = field(default_factory=list)
    next_pack: Annotated[PackNumber, ON_THE_MAP] = FIRST_PACK
    record: list[tuple[int, int, int]] = field(default_factory=list)
    acting: OrMinusOne[BoatIndex] = None
    combat: Combat | None = None


Play: TypeAlias = rules.Play[State, SilentWarOptions]
"""What every procedure of the game holds in its hands."""
