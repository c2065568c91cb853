"""The state: boats, cups, tracks, and the combat display while a combat is under way."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Annotated, TypeAlias, TypeVar, cast

from navalcore import rules
from navalcore.rules import CachesView, harmless, none_as
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
OrMinusOne: TypeAlias = Annotated[T | None, none_as(-1)]
"""A value or None; saved matches say -1 for None."""


ON_THE_MAP = harmless("it is open on the map, the tracks and the turn record, or follows from them")
"""A mark for values that the view leaves out and the player sees all the same."""


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
class Boat(CachesView):
    """One submarine."""

    card: CardIndex
    """Its index among the submarines."""
    place: Place = Place.NOT_IN_PLAY
    """The box or section it is in."""
    where: OrMinusOne[AreaIndex | BaseIndex] = None
    """The base (in a base) or the OpArea (at sea), by index; None elsewhere."""
    zone: Annotated[OrMinusOne[ZoneIndex], ON_THE_MAP] = None
    """The Special Mission Zone it is in, or None; ``where`` is then the OpArea it entered from."""
    on_patrol: bool = False
    """Its patrol side is up."""
    rtb: Rtb = Rtb.NONE
    """Its Return to Base marker."""
    spotted: bool = False
    """Whether it has a Spotted marker."""
    damage: int = 0
    """Its Damage markers, 0 to 2."""
    skipper: OrMinusOne[SkipperIndex] = None
    """Its Super Skipper by index, or None."""
    rating: int = 0
    """The skipper's rating, 0 without one."""
    major_base_only: Annotated[bool, ON_THE_MAP] = False
    """A tender could not repair it (21.23)."""
    pack: OrMinusOne[PackNumber] = None
    """Its wolfpack by number, or None."""
    ordered_home: bool = False
    """Withdrawn for overhaul and on the way to Pearl Harbor (8.0)."""
    stranded: Annotated[bool, ON_THE_MAP] = False
    """Found out of range of every base, damaged for it (15.26)."""
    moved: bool = False
    """It has had its Operations Segment this turn."""
    left: Annotated[OrMinusOne[AreaIndex], ON_THE_MAP] = None
    """The OpArea it has left by Patrol Movement this turn, or None; its storm counts too (SW-R24)."""
    south_west: Annotated[bool, ON_THE_MAP] = False
    """It belongs to the command of the South-West Pacific (26.0)."""
    radar: Annotated[bool, ON_THE_MAP] = False
    """Its radar is fitted, where that is counted boat by boat (30.6)."""
    ships: int = 0
    """Japanese units it has sunk."""
    tonnage: int = 0
    """Their tonnage in thousands of tons."""

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
        held_down: event 8 holds down the members of the pack still to attack.
    """

    boats: int
    """How many boats are called for."""
    kind: str
    """``search``, or what else they do there."""
    tf_only: bool
    """Only task forces are met (13.3)."""
    entered: int = 0
    """Boats that have entered it."""


@dataclass(slots=True)
class Unit:
    """A Japanese piece on the combat display."""

    piece: PieceIndex
    """Which; hidden from the player until it is turned up."""
    column: int
    """0 to 3 for A to D."""
    number: UnitNumber
    """Its name on the display, for choices."""
    face_up: bool = False
    """Whether it is turned up."""
    known: bool = False
    """Turned back face down by radar, so the player knows it."""
    damaged: bool = False
    """Whether it has a Damage marker."""
    ordinary: bool = False
    """A Diligent Escort that became an ordinary DD with ASW one lower."""
    tdc: int | None = None
    """The value of the TDC marker on it, or None."""


@dataclass(slots=True)
class Fighter:
    """A boat on the combat display."""

    boat: BoatIndex
    """The boat by index."""
    column: OrMinusOne[int] = 0
    """0 to 3, or None before it has one."""
    posture: Posture = Posture.STANDARD
    """Its attack posture of this round."""
    aggressive_used: Annotated[bool, ON_THE_MAP] = False
    """It was aggressive in some round."""
    unmodified: OrMinusOne[UnitNumber] = None
    """The unit whose TDC a cautious boat leaves unmodified, or None."""
    ships: int = 0
    """Units sunk in this Combat Phase."""
    tons: int = 0
    """Their tonnage as scored."""
    merchants: Annotated[list[int], ON_THE_MAP] = field(default_factory=list)
    """Printed tonnage of the merchants sunk."""
    doublings: Annotated[int, ON_THE_MAP] = 0
    """How often event 6 came up."""
    no_endurance: Annotated[bool, ON_THE_MAP] = False
    """No endurance check follows (event 4)."""
    endurance_due: Annotated[bool, ON_THE_MAP] = False
    """It has attacked, or event 3 sent it on to the endurance check; no other member of a pack makes it (24.32)."""
    relieved: Annotated[bool, ON_THE_MAP] = False
    """It sank a hospital ship and must go home after this round."""
    gunnery: bool = False
    own_mark: Annotated[bool, ON_THE_MAP] = False
    out: bool = False
    """Withdrawn, driven off or sunk."""


@dataclass(slots=True)
class Round:
    """The state of a boat's attack round under way."""

    event: OrMinusOne[int] = None
    """The combat event of the round by its number, or None."""
    unflipped: Annotated[bool, ON_THE_MAP] = False
    """The radar was used."""
    attack: int = 0
    """The attack value to allocate."""
    perfect_setup: bool = False
    """Every TDC counts as negative (event 5)."""
    asw_bonus: int = 0
    """1 after a premature detonation."""
    counter_first: Annotated[bool, ON_THE_MAP] = False
    """The counterattack comes before the attack (events 7 and 8)."""
    no_attack: Annotated[bool, ON_THE_MAP] = False
    """There is no attack (event 8, or an attack value of 0)."""
    no_counter: bool = False
    """There is no counterattack (events 2e and 9)."""
    must_counter: Annotated[bool, ON_THE_MAP] = False
    """The counterattack comes although no attack could be made (events 2a to 2c)."""
    extra_attack: Annotated[bool, ON_THE_MAP] = False
    """A free attack follows (event 9)."""
    circular: Annotated[bool, ON_THE_MAP] = False
    """A torpedo runs in a circle (event 2a)."""
    gunnery: bool = False
    """The round is a surface gunnery round."""
    bonus_used: bool = False
    """An escort's own ASW was left out of its defense (28.4)."""
    attacked: Annotated[bool, ON_THE_MAP] = False
    """The boat has made its attack, torpedoes or guns."""
    aims: dict[UnitNumber, int] = field(default_factory=dict)
    """Points allocated by unit number, in the order chosen."""


@dataclass(slots=True)
class Combat:
    """The combat display."""

    area: AreaIndex
    """The OpArea whose charts govern."""
    loner: bool = False
    """A single ship outside a convoy."""
    units: list[Unit] = field(default_factory=list)
    """The Japanese pieces on the display."""
    spent: Annotated[list[tuple[int, PieceIndex]], ON_THE_MAP] = field(default_factory=list)
    """Pieces that left the display and go back to their cups at the end: cup and piece."""
    sunk: Annotated[list[tuple[int, PieceIndex]], ON_THE_MAP] = field(default_factory=list)
    """Pieces sunk: cup and piece."""
    chits: Annotated[int, ON_THE_MAP] = 0
    """How many No TDC Solution chits were drawn."""
    fighters: list[Fighter] = field(default_factory=list)
    """The boats."""
    acting: OrMinusOne[int] = None
    """The index of the fighter whose attack round it is, or who takes her column or posture; or None."""
    round_number: int = 0
    """0 the first attack, 1 and 2 re-attacks."""
    round: Round = field(default_factory=Round)
    """The state of the round."""
    deadly_division: bool = False
    """Event 5b came up in this combat."""
    escorts_alert: bool = False
    """Events 7 or 8 occurred (28.41)."""
    member_attacked: bool = False
    """A member of the pack has attacked already (28.41)."""
    diligent_seen: bool = False
    """A Diligent Escort was revealed (28.41)."""
    aircraft_seen: bool = False
    """An aircraft was revealed, though a storm may have sent it home (28.41)."""
    next_number: Annotated[UnitNumber, ON_THE_MAP] = FIRST_UNIT
    """The number of the next unit placed."""
    held_down: Annotated[bool, ON_THE_MAP] = False
    turned_back: Annotated[list[UnitNumber], ON_THE_MAP] = field(default_factory=list)
    """Units that radar turned back in the first round; it cannot do so again (14.4)."""
    tf_only: Annotated[bool, ON_THE_MAP] = False
    """Only Rising Sun units of column D take part (13.3)."""


@dataclass(slots=True)
class State:
    """A match."""

    phase: str
    """The step of the sequence of play."""
    scenario: str = ""
    """The scenario's id."""
    data_pack: str = ""
    """The owner's folder laid over the charts, or ""."""
    turn: int = 0
    """Weekly turns begun."""
    month: int = 0
    """The month as a number (see ``charts.month_text``)."""
    week: int = 1
    """1 to 4."""
    war_period: int = 1
    """1 to 4."""
    torpedo: int = -2
    """The torpedo value, -2 to +2."""
    ships_sunk: int = 0
    """The track of units sunk."""
    tonnage: int = 0
    """The track of tonnage, in thousands of tons."""
    submarines_lost: int = 0
    """The track of boats lost."""
    active: list[bool] = field(default_factory=list)
    """For each base, whether it is active."""
    boats: list[Boat] = field(default_factory=list)
    """Every boat of the scenario."""
    cups: list[list[PieceIndex]] = field(default_factory=list)
    """The Japanese pieces in cups A to D."""
    outside: list[PieceIndex] = field(default_factory=list)
    """Pieces that are in play but in no cup."""
    gone: Annotated[list[PieceIndex], ON_THE_MAP] = field(default_factory=list)
    """Pieces out of the game for good."""
    ijn: Annotated[list[PieceIndex], ON_THE_MAP] = field(default_factory=list)
    """Named ships of the IJN expansion in their piles; none without the option (3.IJN)."""
    ijn_in_dock: Annotated[dict[PieceIndex, int], ON_THE_MAP] = field(default_factory=dict)
    """Named ships under repair, and the month they are back."""
    ultra: list[AreaIndex] = field(default_factory=list)
    """OpAreas with an ULTRA marker."""
    storms: dict[AreaIndex, Storm] = field(default_factory=dict)
    """The weather by OpArea."""
    skippers: Annotated[list[SkipperIndex], ON_THE_MAP] = field(default_factory=list)
    """Super Skippers not yet drawn, by index."""
    missions: Annotated[dict[ZoneIndex, Mission], ON_THE_MAP] = field(default_factory=dict)
    """The Special Mission Zones active this turn, by index."""
    events_used: Annotated[list[str], ON_THE_MAP] = field(default_factory=list)
    """One-time war events that have happened."""
    bases_to_open: Annotated[list[BaseIndex], ON_THE_MAP] = field(default_factory=list)
    """Forward bases that open in the War Progress Phase."""
    no_ultra: Annotated[bool, ON_THE_MAP] = False
    """A war event forbids the ULTRA roll of this turn."""
    tenders: Annotated[dict[BaseIndex, TenderIndex], ON_THE_MAP] = field(default_factory=dict)
    """The tender at each forward base, by index."""
    tender_pile: Annotated[list[TenderIndex], ON_THE_MAP] = field(default_factory=list)
    """Tenders that may be drawn, by index."""
    torpedo_line: Annotated[int, ON_THE_MAP] = 0
    """The ships-sunk line of the last torpedo improvement roll."""
    early_month: Annotated[int, ON_THE_MAP] = 0
    """The month the early way into War Period 4 began with, or 0."""
    enemy_subs_sunk: Annotated[list[str], ON_THE_MAP] = field(default_factory=list)
    """Enemy submarine pieces out of the game."""
    experience: Annotated[int, ON_THE_MAP] = 0
    """Wolfpack Experience."""
    experience_before: Annotated[int, ON_THE_MAP] = 0
    """Its value when the turn began; the limits follow it."""
    packs_scored: Annotated[list[PackNumber], ON_THE_MAP] = field(default_factory=list)
    """Wolfpacks that have gained their point on this patrol."""
    next_pack: Annotated[PackNumber, ON_THE_MAP] = FIRST_PACK
    """The number of the next wolfpack."""
    record: list[tuple[int, int, int]] = field(default_factory=list)
    """Ships sunk, tonnage and boats lost at the end of each month played."""
    acting: OrMinusOne[BoatIndex] = None
    """The boat whose Operations Segment it is, by index, or None."""
    combat: Combat | None = None
    """The combat under way, or None."""


Play: TypeAlias = rules.Play[State, SilentWarOptions]
"""The play that every procedure of the game is given."""
