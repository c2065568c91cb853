"""The files of the war as a whole: scenarios, reinforcements, events, ULTRA, weather, progress."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from navalcore_games.silent_war.data_pack.models_base import (
    Count,
    Die,
    EntryMonth,
    Figure,
    File,
    Month,
    Note,
    Row,
    TorpedoValue,
)
from navalcore_games.silent_war.data_pack.printed import month_number


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
    decisive: Figure
    substantial: Figure
    marginal: Figure
    draw: Figure | None = None
    loss_limit: int | None = None


class Overhaul(Row):
    """A boat in overhaul at the start."""

    submarine: str
    returns: Month


class TenderAt(Row):
    """A tender in place at the start."""

    base: str
    tender: str


class Forces(BaseModel):
    """The places at the start of a campaign; every further key is a base with its boats."""

    model_config = ConfigDict(frozen=True, extra="allow")
    __pydantic_extra__: dict[str, tuple[str, ...]]

    place_in: Literal["ready", "pier_side", "broom"] = "broom"
    in_overhaul: tuple[Overhaul, ...] = ()
    tenders: tuple[TenderAt, ...] = ()

    @property
    def boats(self) -> dict[str, tuple[str, ...]]:
        """The boats of each base."""
        return self.__pydantic_extra__


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
    torpedo_value: TorpedoValue
    allied_torpedo_value_fixed: int | None = None
    uses_allied_boats: bool = False
    ships_sunk: Figure = 0
    tonnage_sunk_kt: Figure = 0
    submarines_lost: Count = 0
    submarine: str | None = None
    base: str | None = None
    assigned_area: str | None = None
    active_bases: tuple[str, ...]
    events_already_used: tuple[str, ...] = ()
    already_sunk: tuple[str, ...] = ()
    wolfpack_experience: Count = 0
    victory: Victory
    history: Note
    forces: Forces = Forces()

    @property
    def weeks(self) -> int | None:
        """How many weeks it lasts at most; None without a limit."""
        if self.end is None:
            return self.max_turns
        months = month_number(self.end.month) - month_number(self.start.month)
        return 4 * months + self.end.week - self.start.week + 1


class ScenariosFile(File):
    """``scenarios.toml``."""

    meta_victory: dict[str, str]
    scenario: tuple[ScenarioRow, ...]


class TenderRow(Row):
    """A submarine tender."""

    id: str
    name: str
    hull: str
    entry: EntryMonth
    capacity_printed: Count
    capacity: Count
    note: str = ""


class TendersFile(File):
    """``tenders.toml``."""

    tender: tuple[TenderRow, ...]


class ImprovementColumn(Row):
    """A column of the Torpedo Improvement Table."""

    from_: TorpedoValue = Field(alias="from")
    to: TorpedoValue
    ships_sunk: tuple[Figure, ...]
    roll_needed: tuple[Count, ...]


class TorpedoFile(File):
    """``torpedo_improvement.toml``."""

    column: tuple[ImprovementColumn, ...]


class UltraRows(Row):
    """A War Period's ten cells of the ULTRA Table."""

    areas: Annotated[tuple[tuple[str, ...], ...], Field(min_length=10, max_length=10)]


class UltraLimits(Row):
    """How many areas may be marked."""

    max_ultra_areas: Literal[3]


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
    occurs_on: tuple[Die, ...]
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
    lost_on: tuple[Die, ...] = ()
    when: str = ""
    count: Count = 0
    classes: tuple[str, ...] = ()
    smz: str = ""
    subs: Count = 0
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


class Transition(Row):
    """The way into one War Period."""

    to_war_period: Annotated[int, Field(ge=2, le=4)]
    months: tuple[Month, ...]
    roll_needed: tuple[Count, ...]
    automatic_after_last_month: bool
    ships_sunk_lines: tuple[Figure, ...]
    tonnage_sunk_lines_kt: tuple[Figure, ...]
    modifier_rows_by_ships: tuple[tuple[int, ...], ...]


class EarlyWarPeriod4(Row):
    """The early way into War Period 4."""

    ships_sunk: Figure
    tonnage_sunk_kt: Figure
    roll_needed_from_that_month: tuple[Count, ...]
    section: str
    status: str


class WarProgressFile(File):
    """``war_progress.toml``."""

    transition: tuple[Transition, ...]
    early_war_period_4: EarlyWarPeriod4


class StormMove(Row):
    """Where a Typhoon-2 goes."""

    die_min: Die
    die_max: Die
    area: str


class StormRow(Row):
    """Where a storm appears, and where it goes from there."""

    die_min: Die
    die_max: Die
    area: str
    second_week_move: tuple[StormMove, ...]


class WeatherFile(File):
    """``weather.toml``."""

    formation_number: dict[str, Die | Literal["X"]]
    initial_location: tuple[StormRow, ...]
