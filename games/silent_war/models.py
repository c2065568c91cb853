"""The data pack's files as pydantic models: what each file must hold, down to the last cell."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

Result = Literal["no_effect", "spotted", "rtb", "damaged", "damaged_rtb", "second_roll", "sunk"]
Colour = Literal["white", "green", "orange", "blue", "red"]
ContactKind = Literal["C1", "C2", "TF"]
Month = Annotated[str, Field(pattern=r"^19[34]\d-(0[1-9]|1[0-2])$")]
EntryMonth = Annotated[str, Field(pattern=r"^(W/S|19[34]\d-(0[1-9]|1[0-2]))$")]
FourCups = Annotated[tuple[int, ...], Field(min_length=4, max_length=4)]
Status = Annotated[str, Field(pattern=r"^(exact|historical|reconstructed)(\+(exact|historical|reconstructed))*$")]


class Row(BaseModel):
    """A table of a file: unknown keys are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class Meta(Row):
    """What every file says of itself; ``status`` says where its figures come from."""

    game: Literal["silent_war"]
    status: Status
    sections: tuple[str, ...]
    summary: str


class File(Row):
    """One TOML file of the pack."""

    meta: Meta


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

    tonnage_min: int
    tonnage_max: int
    damaged_from: int
    damaged_to: int
    sunk_from: int

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

    box_1: Annotated[int, Field(ge=0, le=9)]
    box_2: Annotated[int, Field(ge=0, le=9)]
    box_3: Annotated[int, Field(ge=0, le=9)]


class BaseSpecial(Row):
    """A base's exceptions."""

    undamaged_arrivals_roll_damage: bool = False
    repair_2_or_3_becomes: int = 0
    section: str = ""
    shares_display_with: str = ""


class Note(Row):
    """A remark for people."""

    note: str


class BaseRow(Row):
    """A base of ``bases.toml``."""

    id: str
    name: str
    kind: Literal["major", "forward", "overhaul_box"]
    service: Literal["us", "allied"]
    lon: float
    lat: float
    zone: str = ""
    adjacent_areas: tuple[str, ...]
    needs_tender: bool = False
    max_repair_capacity: int = 0
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
    below_0_reads_as: int
    above_12_reads_as: int


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
    boxes: dict[str, int]


class EnduranceFormat(Row):
    """The torpedo values of the columns."""

    torpedo_values: tuple[int, ...]
    meaning: str


Five = Annotated[tuple[int, ...], Field(min_length=5, max_length=5)]


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
    tonnage_kt: int
    attack: int
    defense: int
    from_: Month = Field(alias="from")
    to: Month
    groups: tuple[str, ...]


class EnemyTorpedoes(Row):
    """Torpedo values by nation."""

    torpedo_value_japanese: int
    torpedo_value_german: int
    torpedo_value_italian: int


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
    lon: float
    lat: float
    connects: tuple[str, ...]
    bases: tuple[str, ...]
    zones: tuple[str, ...]
    named_in_rules: bool
    transit_drm_enter_or_leave: int = 0
    transit_drm_enter_or_leave_ultra: int | None = None


class ZoneRow(Row):
    """A Special Mission Zone."""

    id: str
    name: str
    areas: Annotated[tuple[str, ...], Field(min_length=1)]
    forward_base: bool
    lon: float
    lat: float
    named_in_rules: bool


class MapFile(File):
    """``map.toml``."""

    area: tuple[AreaRow, ...]
    zone: tuple[ZoneRow, ...]


class Arrival(Row):
    """A boat and the base it arrives at."""

    submarine: str
    base: str


class ReinforcementMonth(Row):
    """One month of the Master Submarine Reinforcements list."""

    month: Month
    arrivals: tuple[Arrival, ...]
    withdraw: tuple[str, ...]
    return_: tuple[str, ...] = Field(alias="return")
    allied_arrivals: tuple[Arrival, ...]
    tenders: tuple[str, ...]
    war_mix_add: tuple[str, ...]
    war_mix_remove: tuple[str, ...]


class ReinforcementRules(Row):
    """Which Early Gatos come back as Gatos, and where boats return to."""

    returns_as_gato: tuple[str, ...]
    return_base: str


class ReinforcementsFile(File):
    """``reinforcements.toml``."""

    rules: ReinforcementRules
    month: tuple[ReinforcementMonth, ...]


class Date(Row):
    """A week of a month."""

    month: Month
    week: Annotated[int, Field(ge=1, le=4)]


class Victory(Row):
    """Victory levels in thousands of tons."""

    unit: str
    decisive: int
    substantial: int
    marginal: int
    draw: int | None = None
    loss_limit: int | None = None


class Overhaul(Row):
    """A boat in overhaul at the start."""

    submarine: str
    returns: Month


class TenderAt(Row):
    """A tender in place at the start."""

    base: str
    tender: str


class ScenarioRow(Row):
    """A scenario of ``scenarios.toml``."""

    id: str
    kind: Literal["campaign", "patrol"]
    title: str
    start: Date
    end: Date | None = None
    max_turns: int | None = None
    war_period: Annotated[int, Field(ge=1, le=4)]
    war_period_advances: bool
    war_period_4_from: Month | None = None
    torpedo_value: Annotated[int, Field(ge=-2, le=2)]
    allied_torpedo_value_fixed: int | None = None
    uses_allied_boats: bool = False
    ships_sunk: int = 0
    tonnage_sunk_kt: int = 0
    submarines_lost: int = 0
    submarine: str | None = None
    base: str | None = None
    assigned_area: str | None = None
    active_bases: tuple[str, ...]
    events_already_used: tuple[str, ...] = ()
    already_sunk: tuple[str, ...] = ()
    wolfpack_experience: int = 0
    victory: Victory
    history: Note
    forces: dict[str, Any] = {}


class ScenariosFile(File):
    """``scenarios.toml``."""

    meta_victory: dict[str, str]
    scenario: tuple[ScenarioRow, ...]


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
            raise ValueError("the pool is empty")
        return markers


class TenderRow(Row):
    """A submarine tender."""

    id: str
    name: str
    hull: str
    entry: EntryMonth
    capacity_printed: int
    capacity: int
    note: str = ""


class TendersFile(File):
    """``tenders.toml``."""

    tender: tuple[TenderRow, ...]


class ImprovementColumn(Row):
    """A column of the Torpedo Improvement Table."""

    from_: int = Field(alias="from")
    to: int
    ships_sunk: tuple[int, ...]
    roll_needed: tuple[int, ...]


class TorpedoFile(File):
    """``torpedo_improvement.toml``."""

    column: tuple[ImprovementColumn, ...]


class TransitRow(Row):
    """A row of the Transit Event Table."""

    roll: Annotated[int, Field(ge=0, le=10)]
    cause: str
    results: Annotated[tuple[Result, ...], Field(min_length=11, max_length=11)]


class TransitFile(File):
    """``transit_events.toml``."""

    format: dict[str, str]
    row: Annotated[tuple[TransitRow, ...], Field(min_length=11, max_length=11)]


class UltraRows(Row):
    """A War Period's ten cells of the ULTRA Table."""

    areas: Annotated[tuple[tuple[str, ...], ...], Field(min_length=10, max_length=10)]


class UltraLimits(Row):
    """How many areas may be marked."""

    max_ultra_areas: int


class UltraFile(File):
    """``ultra.toml``."""

    limits: UltraLimits
    wp1: UltraRows
    wp2: UltraRows
    wp3: UltraRows
    wp4: UltraRows


class Trigger(Row):
    """When a war event happens."""

    die: str
    occurs_on: tuple[int, ...]
    then: str


class EventPeriod(Row):
    """A War Events Table and the months it holds for."""

    id: str
    from_: Month = Field(alias="from")
    to: Month
    d10: Annotated[tuple[str, ...], Field(min_length=10, max_length=10)]


class Effect(Row):
    """One effect of a war event."""

    type: Literal[
        "base_active",
        "base_inactive",
        "repair_box_escape",
        "remove_tender",
        "place_tender",
        "draw_tender",
        "ultra_rolls",
        "relegation",
        "special_mission",
    ]
    base: str = ""
    tender: str = ""
    lost_on: tuple[int, ...] = ()
    when: str = ""
    count: int = 0
    classes: tuple[str, ...] = ()
    smz: str = ""
    subs: int = 0
    mission: str = ""
    tf_only: bool = False


class WarEvent(Row):
    """A war event."""

    id: str
    name: str
    one_time: bool
    earliest: Month | None = None
    latest: Month | None = None
    automatic_on: Date | None = None
    requires: tuple[str, ...] = ()
    not_after: tuple[str, ...] = ()
    history: str = ""
    text: str
    effect: tuple[Effect, ...] = ()


class WarEventsFile(File):
    """``war_events.toml``."""

    trigger: Trigger
    period: tuple[EventPeriod, ...]
    event: tuple[WarEvent, ...]


class WarMixRules(Row):
    """The War Mix's special rules."""

    musashi_shares_yamato: bool
    italicised: tuple[str, ...]
    reshuffle_every_months: int


class WarMixFile(File):
    """``war_mix.toml``."""

    format: dict[str, tuple[str, ...]]
    wp1: dict[str, FourCups]
    wp2: dict[str, FourCups]
    wp3: dict[str, FourCups]
    wp4: dict[str, FourCups]
    rules: WarMixRules


class Transition(Row):
    """The way into one War Period."""

    to_war_period: int
    months: tuple[Month, ...]
    roll_needed: tuple[int, ...]
    automatic_after_last_month: bool
    ships_sunk_lines: tuple[int, ...]
    tonnage_sunk_lines_kt: tuple[int, ...]
    modifier_rows_by_ships: tuple[tuple[int, ...], ...]


class EarlyWarPeriod4(Row):
    """The early way into War Period 4."""

    ships_sunk: int
    tonnage_sunk_kt: int
    roll_needed_from_that_month: tuple[int, ...]
    section: str
    status: str


class WarProgressFile(File):
    """``war_progress.toml``."""

    transition: tuple[Transition, ...]
    early_war_period_4: EarlyWarPeriod4


class StormMove(Row):
    """Where a Typhoon-2 goes."""

    die_min: int
    die_max: int
    area: str


class StormRow(Row):
    """Where a storm appears, and where it goes from there."""

    die_min: int
    die_max: int
    area: str
    second_week_move: tuple[StormMove, ...]


class WeatherFile(File):
    """``weather.toml``."""

    formation_number: dict[str, int | Literal["X"]]
    initial_location: tuple[StormRow, ...]


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
    first_side: int
    second_side: int
    name_source: str
