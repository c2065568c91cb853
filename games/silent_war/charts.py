"""The charts as the rules use them: ints and tuples, neighbours and lookups worked out once for each data pack."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from games.silent_war import models, models_war
from games.silent_war.pack import DataPack, load_pack
from navalcore.rulebook import rule

WHITE, SPARSE, LOW, MODERATE, HIGH = range(5)
ACTIVITY_NAMES = ("No Contact", "Sparse", "Low", "Moderate", "High")
ESCORTS = frozenset({"DD", "DE"})
CATEGORY_DILIGENT = frozenset({"diligent_rising_sun", "diligent_red_ball"})
RISING_SUN, RED_BALL = "rising_sun", "red_ball"


def month_number(month: str) -> int:
    """A month as a number that counts up; ``W/S`` is December 1941.

    >>> month_number("1942-01") - month_number("W/S")
    1
    """
    if month == "W/S":
        month = "1941-12"
    year, number = month.split("-")
    return int(year) * 12 + int(number) - 1


RADAR_MONTH = month_number("1943-10")
WOLFPACK_MONTH = month_number("1943-10")


def month_text(number: int) -> str:
    """The month of a number, such as ``1942-06``."""
    return f"{number // 12}-{number % 12 + 1:02d}"


@dataclass(frozen=True, slots=True)
class Area:
    """An OpArea with its Area Activity Chart.

    ``boxes[wp]`` are the ten activity levels of War Period ``wp`` (1-4); ``first_red[wp]`` is the box its red begins
    with, or 99; ``reds[wp]`` counts them; ``crowding[wp]`` says whether Congregating Risk holds (blue or red there).
    """

    id: str
    name: str
    group: str
    narrow: bool
    shallow: bool
    neighbours: tuple[int, ...]
    bases: tuple[int, ...]
    zones: tuple[int, ...]
    boxes: tuple[tuple[int, ...], ...]
    first_red: tuple[int, ...]
    reds: tuple[int, ...]
    crowding: tuple[bool, ...]
    transit_drm: int
    transit_drm_ultra: int
    lon: float
    lat: float

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Base:
    """A base; ``zone`` is a forward base's Special Mission Zone, or -1; ``south_west`` tells its command (26.0)."""

    id: str
    name: str
    forward: bool
    allied: bool
    south_west: bool
    australian: bool
    areas: tuple[int, ...]
    zone: int
    capacity: int
    repair_numbers: tuple[int, int, int, int]
    rolls_on_arrival: bool
    lon: float
    lat: float

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Zone:
    """A Special Mission Zone and the OpAreas it is entered from."""

    id: str
    name: str
    areas: tuple[int, ...]
    lon: float
    lat: float


@dataclass(frozen=True, slots=True)
class Ship:
    """A Japanese piece. ``asw2`` is its ASW in halves (a zed is 1 half, and counts in gunnery only)."""

    id: str
    name: str
    type: str
    category: str
    tonnage: int
    defense: int
    asw: int
    zed: bool
    back: str
    front: str
    entry: int
    leaves: int
    unique: bool
    event: bool
    aircraft: bool
    diligent: bool
    chit: bool
    merchant: bool
    hospital: bool

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class BoatCard:
    """A submarine's printed ratings. ``crash_dive`` is -1 for X; ``gun_row`` a tonnage of its row for gunnery."""

    id: str
    name: str
    nation: str
    boat_class: str
    entry: int
    speed: int
    range: int
    readiness: int
    attack: int
    defense: int
    tactical: int
    endurance: str
    crash_dive: int
    gun_row: int
    allied: bool

    def __str__(self) -> str:
        return self.name


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
    by_category: dict[str, tuple[int, ...]]
    enemy_subs: tuple[models.EnemySubmarine, ...]
    enemy_torpedo: dict[str, int]
    refits: dict[int, int]
    war_events: models_war.WarEventsFile
    events: dict[str, models_war.WarEvent]
    tenders: tuple[models_war.TenderRow, ...]
    months: dict[int, models_war.ReinforcementMonth]
    improvement: dict[int, tuple[tuple[int, int], ...]]
    ultra: tuple[tuple[tuple[int, ...], ...], ...]
    formation: tuple[int, ...]
    storm_location: tuple[int, ...]
    storm_move: dict[int, tuple[int, ...]]
    transitions: dict[int, models_war.Transition]
    early_war_period_4: models_war.EarlyWarPeriod4
    area_index: dict[str, int] = field(default_factory=dict)
    base_index: dict[str, int] = field(default_factory=dict)
    boat_index: dict[str, int] = field(default_factory=dict)
    ship_index: dict[str, int] = field(default_factory=dict)

    def area_named(self, name: str) -> int:
        """The OpArea of a name, or -1."""
        return next((n for n, area in enumerate(self.areas) if area.name == name), -1)

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


def _activity(rows: models.ActivityRows) -> tuple[tuple[int, ...], ...]:
    periods = (rows.wp1, rows.wp2, rows.wp3, rows.wp4)
    return ((), *(tuple(models.RANK[box] for box in boxes) for boxes in periods))


@rule("2.1-a", "2.1-b", "2.1-c")
def _areas(pack: DataPack) -> tuple[Area, ...]:
    chart = pack.file("map", models.MapFile)
    activity = pack.file("area_activity", models.ActivityFile)
    index = {area.id: number for number, area in enumerate(chart.area)}
    base_index = {base.id: number for number, base in enumerate(pack.file("bases", models.BasesFile).base)}
    zone_index = {zone.id: number for number, zone in enumerate(chart.zone)}
    areas = []
    for row in chart.area:
        boxes = _activity(activity.area[row.id])
        ultra = row.transit_drm_enter_or_leave_ultra
        areas.append(
            Area(
                row.id,
                row.name,
                row.group,
                row.narrow,
                row.shallow,
                tuple(index[other] for other in row.connects),
                tuple(base_index[base] for base in row.bases),
                tuple(zone_index[zone] for zone in row.zones),
                boxes,
                tuple(line.index(HIGH) if HIGH in line else 99 for line in boxes),
                tuple(line.count(HIGH) for line in boxes),
                tuple(HIGH in line or MODERATE in line for line in boxes),
                row.transit_drm_enter_or_leave,
                row.transit_drm_enter_or_leave if ultra is None else ultra,
                row.lon,
                row.lat,
            )
        )
    return tuple(areas)


@rule("21.0", "21.1")
def _bases(pack: DataPack) -> tuple[Base, ...]:
    chart = pack.file("map", models.MapFile)
    index = {area.id: number for number, area in enumerate(chart.area)}
    zone_index = {zone.id: number for number, zone in enumerate(chart.zone)}
    return tuple(
        Base(
            row.id,
            row.name,
            row.kind == "forward",
            row.service == "allied",
            row.id in SOUTH_WEST,
            row.id in AUSTRALIAN,
            tuple(index[area] for area in row.adjacent_areas),
            zone_index.get(row.zone, -1),
            row.max_repair_capacity,
            (0, 0, 0, 0)
            if row.repair_number is None
            else (0, row.repair_number.box_1, row.repair_number.box_2, row.repair_number.box_3),
            row.special.undamaged_arrivals_roll_damage,
            row.lon,
            row.lat,
        )
        for row in pack.file("bases", models.BasesFile).base
    )


AUSTRALIAN = frozenset({"fremantle", "brisbane"})
SOUTH_WEST = AUSTRALIAN | {"manila", "surabaya", "subic_bay", "mios_woendi", "trincomalee"}
"""The bases of the South-West Pacific command (26.0)."""
MERCHANTS = frozenset({"M", "AC", "AF", "AH", "AGT", "AM", "AO", "AP", "AR", "AT", "GB", "MA", "AX"})


@rule("2.3-B1a", "2.3-B1b", "2.3-B2", "2.3-B5", "2.3-C1a")
def _ship(row: models.ShipPiece, unique: frozenset[str]) -> Ship:
    zed = row.asw == "0.5-zed"
    name = row.name if row.named == "yes" else f"{row.type} {row.tonnage_kt}t"
    aircraft, event, chit = row.type == "aircraft", row.type == "event", row.type == "no_tdc"
    if event:
        name = "Combat Event"
    elif aircraft:
        name = f"aircraft (ASW {row.asw})"
    elif chit:
        name = f"No TDC Solution: {row.name}"
    return Ship(
        row.id,
        name,
        row.type,
        row.category,
        row.tonnage_kt,
        row.defense,
        0 if zed else int(row.asw),
        zed,
        row.flag_back,
        row.flag_front,
        month_number(row.entry) if row.entry else 0,
        month_number(row.leaves) if row.leaves else 1 << 20,
        row.category in unique,
        event,
        aircraft,
        row.category in CATEGORY_DILIGENT,
        chit,
        row.type in MERCHANTS,
        row.type == "AH",
    )


@rule("2.3-A1", "2.3-A3", "28.21")
def _boat(row: models.Submarine) -> BoatCard:
    return BoatCard(
        row.id,
        row.name,
        row.nation,
        row.boat_class,
        month_number(row.entry),
        row.speed,
        row.range,
        row.readiness,
        row.attack,
        row.defense,
        row.tactical,
        row.endurance,
        -1 if row.crash_dive == "X" else int(row.crash_dive),
        int(row.gun_line.split("-")[0]),
        row.optional == "allied",
    )


@rule("2.3-A2", "30.4")
def _refitted(boats: tuple[BoatCard, ...]) -> dict[int, BoatCard]:
    """The Early Gatos as they come back from overhaul: a normal Gato's ratings under their own name."""
    gato = next((card for card in boats if card.boat_class == "Gato"), None)
    if gato is None:
        return {}
    early = {n: card for n, card in enumerate(boats) if card.boat_class == "Early Gato"}
    return {n: replace(gato, id=card.id, name=card.name, entry=card.entry) for n, card in early.items()}


def _engagement(block: models.EngagementBlock) -> dict[str, tuple[tuple[int, ...], ...]]:
    rows = {"C1": block.C1, "C2": block.C2, "TF": block.TF}
    return {kind: ((0, 0, 0, 0), r.sparse, r.low, r.moderate, r.high) for kind, r in rows.items()}


def _ultra(pack: DataPack, index: dict[str, int]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    file = pack.file("ultra", models_war.UltraFile)
    periods = (file.wp1, file.wp2, file.wp3, file.wp4)
    return ((), *(tuple(tuple(index[a] for a in cell) for cell in rows.areas) for rows in periods))


def _zones(pack: DataPack, index: dict[str, int]) -> tuple[Zone, ...]:
    rows = pack.file("map", models.MapFile).zone
    return tuple(Zone(row.id, row.name, tuple(index[area] for area in row.areas), row.lon, row.lat) for row in rows)


def _endurance(pack: DataPack) -> dict[str, tuple[int, ...]]:
    numbers = pack.file("endurance", models.EnduranceFile).number
    return {"A": numbers.A, "B": numbers.B, "C": numbers.C, "D": numbers.D}


def _enemy_torpedo(enemy: models.EnemySubsFile) -> dict[str, int]:
    values = enemy.opponents
    return {
        "japanese": values.torpedo_value_japanese,
        "german": values.torpedo_value_german,
        "italian": values.torpedo_value_italian,
    }


def _categories(ships: tuple[Ship, ...]) -> dict[str, tuple[int, ...]]:
    found: dict[str, list[int]] = {}
    for number, ship in enumerate(ships):
        found.setdefault(ship.category, []).append(number)
    return {category: tuple(pieces) for category, pieces in found.items()}


def _tdc_pool(pack: DataPack) -> tuple[int, ...]:
    markers = pack.file("tdc", models.TdcFile).markers
    return tuple(sorted(int(value) for value, count in markers.items() for _ in range(count)))


def _attack_rows(pack: DataPack) -> tuple[tuple[int, int, int], ...]:
    rows = pack.file("attack_results", models.AttackFile).row
    return tuple((row.tonnage_max, row.damaged_from, row.sunk_from) for row in rows)


def _storms(
    weather: models_war.WeatherFile, index: dict[str, int]
) -> tuple[tuple[int, ...], dict[int, tuple[int, ...]]]:
    """Where each die forms a storm, and where each moves a Typhoon-2 to."""

    def by_die(rows: Iterable[models_war.StormRow | models_war.StormMove]) -> tuple[int, ...]:
        return tuple(index[row.area] for row in rows for _ in range(row.die_min, row.die_max + 1))

    moves = {index[row.area]: by_die(row.second_week_move) for row in weather.initial_location}
    return by_die(weather.initial_location), moves


def _improvement(pack: DataPack) -> dict[int, tuple[tuple[int, int], ...]]:
    columns = pack.file("torpedo_improvement", models_war.TorpedoFile).column
    return {column.from_: tuple(zip(column.ships_sunk, column.roll_needed, strict=True)) for column in columns}


@lru_cache(maxsize=8)
def charts(folder: str = "") -> Charts:
    """The charts of a data pack: the game's own, or an owner's folder laid over them."""
    pack = load_pack(folder)
    areas, bases = _areas(pack), _bases(pack)
    area_index = {area.id: number for number, area in enumerate(areas)}
    mix = pack.file("war_mix", models.WarMixFile)
    unique = frozenset(mix.rules.italicised)
    ships = tuple(_ship(row, unique | {"ijn"}) for row in (*pack.ships, *pack.ijn))
    boats = tuple(_boat(row) for row in pack.submarines)
    refitted = _refitted(boats)
    contact = pack.file("contact", models.ContactFile)
    engagement = pack.file("engagement", models.EngagementFile)
    counter = pack.file("counterattack", models.CounterattackFile)
    asw = pack.file("general_asw", models.GeneralAswFile).general_asw
    damage = pack.file("damage", models.DamageFile)
    transit = pack.file("transit_events", models.TransitFile).row
    enemy = pack.file("enemy_subs", models.EnemySubsFile)
    events = pack.file("war_events", models_war.WarEventsFile)
    progress = pack.file("war_progress", models_war.WarProgressFile)
    weather = pack.file("weather", models_war.WeatherFile)
    storm_location, storm_move = _storms(weather, area_index)
    lists = pack.file("reinforcements", models_war.ReinforcementsFile).month
    blocks = (engagement.original, engagement.wp1, engagement.wp2, engagement.wp3, engagement.wp4)
    return Charts(
        pack, areas, bases, _zones(pack, area_index), ships, skippers=pack.skippers,
        boats=boats + tuple(refitted.values()),
        scenarios=pack.file("scenarios", models_war.ScenariosFile).scenario,
        contact=((), *(row.results for row in (contact.wp1, contact.wp2, contact.wp3, contact.wp4))),
        engagement=tuple(_engagement(block) for block in blocks),
        attack_rows=_attack_rows(pack), counter_rows=counter.row, diligent_row=counter.diligent_escort.results,
        aircraft_row=counter.event_aircraft.results, second_roll=counter.second_roll.results,
        general_asw=(0, asw.wp1, asw.wp2, asw.wp3, asw.wp4),
        endurance=_endurance(pack), damage=tuple(damage.boxes[result] for result in damage.d10.results),
        transit=tuple(row.results for row in transit), transit_causes=tuple(row.cause for row in transit),
        tdc_pool=_tdc_pool(pack), war_mix=({}, mix.wp1, mix.wp2, mix.wp3, mix.wp4), by_category=_categories(ships),
        enemy_subs=enemy.submarine, enemy_torpedo=_enemy_torpedo(enemy),
        refits={early: len(boats) + n for n, early in enumerate(refitted)}, first_ijn=len(pack.ships),
        sort_every_months=mix.rules.reshuffle_every_months,
        war_events=events, events={event.id: event for event in events.event},
        tenders=pack.file("tenders", models_war.TendersFile).tender,
        months={month_number(row.month): row for row in lists},
        improvement=_improvement(pack), ultra=_ultra(pack, area_index),
        formation=tuple(-1 if number == "X" else int(number) for number in weather.formation_number.values()),
        storm_location=storm_location, storm_move=storm_move,
        transitions={row.to_war_period: row for row in progress.transition},
        early_war_period_4=progress.early_war_period_4, area_index=area_index,
        base_index={base.id: number for number, base in enumerate(bases)},
        boat_index={boat.id: number for number, boat in enumerate(boats)},
        ship_index={ship.id: number for number, ship in enumerate(ships)},
    )  # fmt: skip
