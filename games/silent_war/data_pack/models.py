"""The charts of the data pack as pydantic models: what each file must hold, down to the last cell."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from navalcore_games.silent_war.data_pack.models_base import (
    Count,
    Die,
    EntryMonth,
    File,
    Latitude,
    Longitude,
    Month,
    Note,
    Row,
    Threshold,
    TorpedoValue,
)

Result = Literal["no_effect", "spotted", "rtb", "damaged", "damaged_rtb", "second_roll", "sunk"]
Colour = Literal["white", "green", "orange", "blue", "red"]
ContactKind = Literal["C1", "C2", "TF"]
FourCups = Annotated[tuple[Count, ...], Field(min_length=4, max_length=4)]
TenColours = Annotated[tuple[Colour, ...], Field(min_length=10, max_length=10)]
RANK = {"white": 0, "green": 1, "orange": 2, "blue": 3, "red": 4}


class ActivityRows(Row):
    """An Area Activity Chart: ten boxes for each War Period, never falling from left to right."""

    wp1: TenColours
    wp2: TenColours
    wp3: TenColours
    wp4: TenColours

    @field_validator("wp1", "wp2", "wp3", "wp4")
    @classmethod
    def _rising(cls, boxes: tuple[Colour, ...]) -> tuple[Colour, ...]:
        ranks = [RANK[box] for box in boxes]
        if ranks != sorted(ranks):
            raise ValueError("the boxes must rise from white to red, left to right")
        return boxes


class ActivityFile(File):
    """``area_activity.toml``."""

    area: dict[str, ActivityRows]


class AttackRow(Row):
    """One tonnage class of the Attack Results Table."""

    tonnage_min: Count
    tonnage_max: Count
    damaged_from: Threshold
    damaged_to: Threshold
    sunk_from: Threshold

    @field_validator("sunk_from")
    @classmethod
    def _after_damage(cls, sunk_from: int, info: Any) -> int:
        if sunk_from != info.data.get("damaged_to", sunk_from - 1) + 1:
            raise ValueError("sunk_from must be one more than damaged_to: no result may be missing or doubled")
        return sunk_from


class AttackFile(File):
    """``attack_results.toml``."""

    format: dict[str, str]
    row: tuple[AttackRow, ...]


class Activation(Row):
    """When a base opens and closes."""

    start: Literal["war_start", "event", "scenario"]
    active_on_event: str = ""
    inactive_on_event: str = ""


class RepairNumbers(Row):
    """The repair number of each Repair Box."""

    box_1: Die
    box_2: Die
    box_3: Die


class BaseSpecial(Row):
    """A base's exceptions."""

    undamaged_arrivals_roll_damage: bool = False
    repair_2_or_3_becomes: int = 0
    section: str = ""
    shares_display_with: str = ""


class BaseRow(Row):
    """A base of ``bases.toml``."""

    id: str
    name: str
    kind: Literal["major", "forward", "overhaul_box"]
    service: Literal["us", "allied"]
    lon: Longitude
    lat: Latitude
    zone: str = ""
    adjacent_areas: tuple[str, ...]
    needs_tender: bool = False
    max_repair_capacity: Count = 0
    repair_number: RepairNumbers | None = None
    activation: Activation
    history: Note
    special: BaseSpecial = BaseSpecial()


class BasesFile(File):
    """``bases.toml``."""

    base: tuple[BaseRow, ...]
    boxes: dict[str, tuple[str, ...]]


class ContactRow(Row):
    """A War Period's line of the Contact Table."""

    results: Annotated[tuple[ContactKind, ...], Field(min_length=10, max_length=10)]


class ContactFile(File):
    """``contact.toml``."""

    wp1: ContactRow
    wp2: ContactRow
    wp3: ContactRow
    wp4: ContactRow


class CounterattackRow(Row):
    """A row of the Counterattack Table; a missing bound means open."""

    label: str
    difference_min: int | None = None
    difference_max: int | None = None
    results: tuple[Result, ...]


class SpecialRow(Row):
    """The Diligent Escort, Event Aircraft or second-roll row."""

    results: tuple[Result, ...]


class CounterattackFormat(Row):
    """Which modified rolls the rows hold, and how rolls beyond are read."""

    modified_rolls: tuple[int, ...]
    below_0_reads_as: Literal[0]
    above_12_reads_as: Literal[12]


class CounterattackFile(File):
    """``counterattack.toml``."""

    format: CounterattackFormat
    row: tuple[CounterattackRow, ...]
    diligent_escort: SpecialRow
    event_aircraft: SpecialRow
    second_roll: SpecialRow


class DamageRow(Row):
    """The ten results of the Submarine Damage Table."""

    results: Annotated[
        tuple[Literal["superficial", "repair_1", "repair_2", "repair_3"], ...], Field(min_length=10, max_length=10)
    ]


class DamageFile(File):
    """``damage.toml``."""

    d10: DamageRow
    boxes: dict[Literal["superficial", "repair_1", "repair_2", "repair_3"], Annotated[int, Field(ge=0, le=3)]]


class EnduranceFormat(Row):
    """The torpedo values of the columns."""

    torpedo_values: tuple[int, ...]
    meaning: str


Five = Annotated[tuple[Threshold, ...], Field(min_length=5, max_length=5)]


class EnduranceNumbers(Row):
    """The Endurance Table's rows."""

    A: Five
    B: Five
    C: Five
    D: Five


class EnduranceFile(File):
    """``endurance.toml``."""

    format: EnduranceFormat
    number: EnduranceNumbers


class EnemySubmarine(Row):
    """An enemy submarine piece, its dates and the groups of OpAreas it is met in."""

    id: str
    name: str
    nation: Literal["japanese", "german", "italian"]
    tonnage_kt: Count
    attack: Count
    defense: Count
    from_: Month = Field(alias="from")
    to: Month
    groups: tuple[str, ...]


class EnemyTorpedoes(Row):
    """Torpedo values by nation."""

    torpedo_value_japanese: TorpedoValue
    torpedo_value_german: TorpedoValue
    torpedo_value_italian: TorpedoValue


class EnemySubsFile(File):
    """``enemy_subs.toml``."""

    opponents: EnemyTorpedoes
    submarine: tuple[EnemySubmarine, ...]


class EngagementRows(Row):
    """Pieces drawn from each cup by activity level."""

    sparse: FourCups
    low: FourCups
    moderate: FourCups
    high: FourCups


class EngagementBlock(Row):
    """One Engagement Table."""

    C1: EngagementRows
    C2: EngagementRows
    TF: EngagementRows


class EngagementFile(File):
    """``engagement.toml``."""

    format: dict[str, Any]
    original: EngagementBlock
    wp1: EngagementBlock
    wp2: EngagementBlock
    wp3: EngagementBlock
    wp4: EngagementBlock


class GeneralAsw(Row):
    """General ASW value by War Period."""

    wp1: Annotated[int, Field(ge=0)]
    wp2: Annotated[int, Field(ge=0)]
    wp3: Annotated[int, Field(ge=0)]
    wp4: Annotated[int, Field(ge=0)]


class GeneralAswFile(File):
    """``general_asw.toml``."""

    general_asw: GeneralAsw


class AreaRow(Row):
    """An OpArea."""

    id: str
    name: str
    aliases: tuple[str, ...]
    group: str
    narrow: bool
    shallow: bool
    lon: Longitude
    lat: Latitude
    connects: tuple[str, ...]
    bases: tuple[str, ...]
    zones: tuple[str, ...]
    named_in_rules: bool
    transit_drm_enter_or_leave: Threshold = 0
    transit_drm_enter_or_leave_ultra: Threshold | None = None


class ZoneRow(Row):
    """A Special Mission Zone."""

    id: str
    name: str
    areas: Annotated[tuple[str, ...], Field(min_length=1)]
    forward_base: bool
    lon: Longitude
    lat: Latitude
    named_in_rules: bool


class MapFile(File):
    """``map.toml``."""

    area: tuple[AreaRow, ...]
    zone: tuple[ZoneRow, ...]


class TdcFile(File):
    """``tdc.toml``: how many markers of each value the pool holds."""

    markers: dict[str, Annotated[int, Field(ge=0)]]

    @field_validator("markers")
    @classmethod
    def _range(cls, markers: dict[str, int]) -> dict[str, int]:
        for value in markers:
            if not re.fullmatch(r"[+-]?[0-3]", value):
                raise ValueError(f"there is no TDC marker '{value}'; they run from -3 to +3")
        if sum(markers.values()) < 1:
            raise ValueError("the pool is empty; it must have at least one TDC marker")
        return markers


class TransitRow(Row):
    """A row of the Transit Event Table."""

    roll: Annotated[int, Field(ge=0, le=10)]
    cause: str
    results: Annotated[tuple[Result, ...], Field(min_length=11, max_length=11)]


class TransitFile(File):
    """``transit_events.toml``."""

    format: dict[str, str]
    row: Annotated[tuple[TransitRow, ...], Field(min_length=11, max_length=11)]


class WarMixRules(Row):
    """The War Mix's special rules."""

    musashi_shares_yamato: bool
    italicised: tuple[str, ...]
    reshuffle_every_months: Annotated[int, Field(ge=1)]


class WarMixFile(File):
    """``war_mix.toml``."""

    format: dict[str, tuple[str, ...]]
    wp1: dict[str, FourCups]
    wp2: dict[str, FourCups]
    wp3: dict[str, FourCups]
    wp4: dict[str, FourCups]
    rules: WarMixRules


class Submarine(Row):
    """A boat: a row of ``submarines.csv``."""

    id: str
    name: str
    hull: str
    nation: Literal["us", "dutch", "british"]
    boat_class: str = Field(alias="class")
    entry: EntryMonth
    arrival_base: str
    speed: Annotated[int, Field(ge=1, le=9)]
    range: Annotated[int, Field(ge=1)]
    readiness: Annotated[int, Field(ge=0, le=9)]
    attack: Annotated[int, Field(ge=1)]
    defense: Annotated[int, Field(ge=0)]
    tactical: Annotated[int, Field(ge=0)]
    endurance: Literal["A", "B", "C", "D"]
    crash_dive: Annotated[str, Field(pattern=r"^([0-9]|X)$")]
    gun_line: Annotated[str, Field(pattern=r"^\d+-\d+$")]
    optional: Literal["no", "allied"]
    historical_fate: str = ""


class ShipPiece(Row):
    """A Japanese piece: a row of ``ships.csv``."""

    id: str
    category: str
    type: str
    name: str = ""
    tonnage_kt: Annotated[int, Field(ge=0)]
    defense: Annotated[int, Field(ge=0)]
    asw: Literal["0", "0.5-zed", "1", "2", "3", "4"]
    flag_front: Literal["rising_sun", "red_ball", "tdc_back"]
    flag_back: Literal["rising_sun", "red_ball", "tdc_back"]
    entry: Month | None = None
    leaves: Month | None = None
    named: Literal["yes", "no"]
    removed_when_sunk: Literal["yes", "no"]


class SuperSkipper(Row):
    """A row of ``super_skippers.csv``."""

    id: str
    name: str
    nation: str
    historical_boat: str
    first_side: Annotated[int, Field(ge=1, le=2)]
    second_side: Annotated[int, Field(ge=1, le=2)]
    name_source: str
