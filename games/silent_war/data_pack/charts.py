"""The charts as the rules use them: ints and tuples, neighbours and lookups worked out once for each data pack."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from navalcore_games.silent_war.data_pack import models, models_war
from navalcore_games.silent_war.data_pack.building import (
    areas_of,
    attack_rows_of,
    bases_of,
    boat_of,
    categories_of,
    contact_of,
    damage_of,
    endurance_of,
    enemy_torpedo_of,
    engagements_of,
    formation_of,
    general_asw_of,
    improvement_of,
    months_of,
    refitted_of,
    ships_of,
    storms_of,
    tdc_pool_of,
    ultra_of,
    zones_of,
)
from navalcore_games.silent_war.data_pack.loading import load_pack
from navalcore_games.silent_war.data_pack.pack import DataPack
from navalcore_games.silent_war.data_pack.printed import CATEGORY_TITLES, Area, Base, BoatCard, Ship, Zone
from navalcore_games.silent_war.ids import AreaIndex, BaseIndex, CardIndex, PieceIndex, area_id, indices, numbered


@dataclass(frozen=True)
class Charts:
    """Everything printed, by index; from ``first_ijn`` on ``ships`` are those of the IJN expansion."""

    pack: DataPack
    areas: tuple[Area, ...]
    bases: tuple[Base, ...]
    zones: tuple[Zone, ...]
    ships: tuple[Ship, ...]
    first_ijn: int
    boats: tuple[BoatCard, ...]
    skippers: tuple[models.SuperSkipper, ...]
    scenarios: tuple[models_war.ScenarioRow, ...]
    contact: tuple[tuple[str, ...], ...]
    engagement: tuple[dict[str, tuple[tuple[int, ...], ...]], ...]
    attack_rows: tuple[tuple[int, int, int], ...]
    counter_rows: tuple[models.CounterattackRow, ...]
    diligent_row: tuple[str, ...]
    aircraft_row: tuple[str, ...]
    second_roll: tuple[str, ...]
    general_asw: tuple[int, ...]
    endurance: dict[str, tuple[int, ...]]
    damage: tuple[int, ...]
    transit: tuple[tuple[str, ...], ...]
    transit_causes: tuple[str, ...]
    tdc_pool: tuple[int, ...]
    war_mix: tuple[dict[str, tuple[int, ...]], ...]
    sort_every_months: int
    by_category: dict[str, tuple[PieceIndex, ...]]
    enemy_subs: tuple[models.EnemySubmarine, ...]
    enemy_torpedo: dict[str, int]
    refits: dict[CardIndex, CardIndex]
    war_events: models_war.WarEventsFile
    events: dict[str, models_war.WarEvent]
    tenders: tuple[models_war.TenderRow, ...]
    months: dict[int, models_war.ReinforcementMonth]
    improvement: dict[int, tuple[tuple[int, int], ...]]
    ultra: tuple[tuple[tuple[AreaIndex, ...], ...], ...]
    formation: tuple[int | None, ...]
    storm_location: tuple[AreaIndex, ...]
    storm_move: dict[AreaIndex, tuple[AreaIndex, ...]]
    transitions: dict[int, models_war.Transition]
    early_war_period_4: models_war.EarlyWarPeriod4
    area_named: dict[str, AreaIndex] = field(default_factory=dict)
    area_at: dict[str, AreaIndex] = field(default_factory=dict)
    """The OpAreas by their ids on the board."""
    area_index: dict[str, AreaIndex] = field(default_factory=dict)
    base_index: dict[str, BaseIndex] = field(default_factory=dict)
    boat_index: dict[str, CardIndex] = field(default_factory=dict)
    ship_index: dict[str, PieceIndex] = field(default_factory=dict)

    @cached_property
    def pieces(self) -> tuple[PieceIndex, ...]:
        """The names of the Japanese pieces."""
        return tuple(number for number, _ in numbered(PieceIndex, self.ships))

    @cached_property
    def shares(self) -> tuple[dict[str, tuple[tuple[int, int, str], ...]], ...]:
        """By War Period what the War Mix Table gives of each category to the cups that get any: the cup, how many, and
        what to call the draw.
        """
        return tuple(
            {
                category: tuple(
                    (cup, count, f"which {CATEGORY_TITLES.get(category, category)} for cup {'ABCD'[cup]}")
                    for cup, count in enumerate(counts)
                    if count
                )
                for category, counts in mix.items()
            }
            for mix in self.war_mix
        )

    @cached_property
    def scenario_named(self) -> dict[str, models_war.ScenarioRow]:
        """The scenarios by their ids."""
        return {row.id: row for row in self.scenarios}

    @cached_property
    def _serving(self) -> dict[int, dict[str, tuple[PieceIndex, ...]]]:
        return {}

    def serving_in(self, month: int) -> dict[str, tuple[PieceIndex, ...]]:
        """The pieces of each War Mix category whose dates let them be in play in a month."""
        if month not in self._serving:
            ships = self.ships
            self._serving[month] = {
                category: tuple(p for p in pieces if ships[p].entry <= month < ships[p].leaves)
                for category, pieces in self.by_category.items()
            }
        return self._serving[month]

    def counter_row(self, difference: int) -> models.CounterattackRow:
        """The row of the Counterattack Table for a difference; the first and last rows are open."""
        for row in self.counter_rows:
            if row.difference_max is None or difference <= row.difference_max:
                return row
        raise AssertionError("the last row is open upwards")

    def attack_result(self, tonnage: int, roll: int) -> int:
        """0 nothing, 1 damaged, 2 sunk for a modified roll on the row of a tonnage."""
        for largest, damaged, sunk in self.attack_rows:
            if tonnage <= largest:
                return 2 if roll >= sunk else 1 if roll >= damaged else 0
        raise AssertionError("the last row holds the largest ships")

    def attack_row(self, tonnage: int) -> str:
        """The name of the row of a tonnage, such as "26-35"."""
        least = 1
        for largest, _, _ in self.attack_rows:
            if tonnage <= largest:
                return f"{least}-{largest}"
            least = largest + 1
        raise AssertionError("the last row holds the largest ships")


@lru_cache(maxsize=8)
def load_charts(folder: str = "") -> Charts:
    """The charts of a data pack: the game's own, or an owner's folder laid over them."""
    pack = load_pack(folder)
    areas, bases, ships = areas_of(pack), bases_of(pack), ships_of(pack)
    area_index = indices(AreaIndex, areas)
    boats = tuple(boat_of(row) for row in pack.submarines)
    refitted = refitted_of(boats)
    mix = pack.file("war_mix", models.WarMixFile)
    counter = pack.file("counterattack", models.CounterattackFile)
    transit = pack.file("transit_events", models.TransitFile).row
    enemy = pack.file("enemy_subs", models.EnemySubsFile)
    events = pack.file("war_events", models_war.WarEventsFile)
    progress = pack.file("war_progress", models_war.WarProgressFile)
    weather = pack.file("weather", models_war.WeatherFile)
    storm_location, storm_move = storms_of(weather, area_index)
    return Charts(
        pack, areas, bases, zones_of(pack, area_index), ships, skippers=pack.skippers, first_ijn=len(pack.ships),
        boats=boats + tuple(refitted.values()),
        refits={early: CardIndex(n) for n, early in enumerate(refitted, len(boats))},
        scenarios=pack.file("scenarios", models_war.ScenariosFile).scenario,
        contact=contact_of(pack), engagement=engagements_of(pack), attack_rows=attack_rows_of(pack),
        counter_rows=counter.row, diligent_row=counter.diligent_escort.results,
        aircraft_row=counter.event_aircraft.results, second_roll=counter.second_roll.results,
        general_asw=general_asw_of(pack), endurance=endurance_of(pack), damage=damage_of(pack),
        transit=tuple(row.results for row in transit), transit_causes=tuple(row.cause for row in transit),
        tdc_pool=tdc_pool_of(pack), war_mix=({}, mix.wp1, mix.wp2, mix.wp3, mix.wp4), by_category=categories_of(ships),
        sort_every_months=mix.rules.reshuffle_every_months,
        enemy_subs=enemy.submarine, enemy_torpedo=enemy_torpedo_of(enemy),
        war_events=events, events={event.id: event for event in events.event},
        tenders=pack.file("tenders", models_war.TendersFile).tender, months=months_of(pack),
        improvement=improvement_of(pack), ultra=ultra_of(pack, area_index), formation=formation_of(weather),
        storm_location=storm_location, storm_move=storm_move,
        transitions={row.to_war_period: row for row in progress.transition},
        early_war_period_4=progress.early_war_period_4, area_index=area_index,
        area_at={area_id(area.id): number for number, area in numbered(AreaIndex, areas)},
        area_named={area.name: number for number, area in numbered(AreaIndex, areas)},
        base_index=indices(BaseIndex, bases),
        boat_index=indices(CardIndex, boats),
        ship_index=indices(PieceIndex, ships),
    )  # fmt: skip
