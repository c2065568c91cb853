"""The charts, made from the files of a data pack: names become indices, rows become tuples."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from navalcore.rules import rule
from navalcore_games.silent_war.data_pack import models, models_war
from navalcore_games.silent_war.data_pack.pack import DataPack
from navalcore_games.silent_war.data_pack.printed import (
    CATEGORY_DILIGENT,
    HIGH,
    MODERATE,
    Area,
    Base,
    BoatCard,
    Ship,
    Zone,
    month_number,
)
from navalcore_games.silent_war.ids import AreaIndex, BaseIndex, CardIndex, PieceIndex, ZoneIndex, indices, numbered


def _activity(rows: models.ActivityRows) -> tuple[tuple[int, ...], ...]:
    periods = (rows.wp1, rows.wp2, rows.wp3, rows.wp4)
    return ((), *(tuple(models.RANK[box] for box in boxes) for boxes in periods))


@rule("2.1-a", "2.1-b", "2.1-c")
def areas_of(pack: DataPack) -> tuple[Area, ...]:
    """The OpArea displays with their Area Activity Charts."""
    chart = pack.file("map", models.MapFile)
    activity = pack.file("area_activity", models.ActivityFile)
    index = indices(AreaIndex, chart.area)
    base_index = indices(BaseIndex, pack.file("bases", models.BasesFile).base)
    zone_index = indices(ZoneIndex, chart.zone)
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
def bases_of(pack: DataPack) -> tuple[Base, ...]:
    """The bases, by their place in the file."""
    chart = pack.file("map", models.MapFile)
    index = indices(AreaIndex, chart.area)
    zone_index = indices(ZoneIndex, chart.zone)
    return tuple(
        Base(
            row.id,
            row.name,
            row.kind == "forward",
            row.service == "allied",
            row.id in SOUTH_WEST,
            row.id in AUSTRALIAN,
            tuple(index[area] for area in row.adjacent_areas),
            zone_index.get(row.zone),
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
def ship_of(row: models.ShipPiece, unique: frozenset[str]) -> Ship:
    """A Japanese piece."""
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
def boat_of(row: models.Submarine) -> BoatCard:
    """A submarine's card."""
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
        None if row.crash_dive == "X" else int(row.crash_dive),
        int(row.gun_line.split("-")[0]),
        row.optional == "allied",
    )


@rule("2.3-A2", "30.4")
def refitted_of(boats: tuple[BoatCard, ...]) -> dict[CardIndex, BoatCard]:
    """The Early Gatos as they come back from overhaul: a normal Gato's ratings under their own name."""
    gato = next((card for card in boats if card.boat_class == "Gato"), None)
    if gato is None:
        return {}
    early = {n: card for n, card in numbered(CardIndex, boats) if card.boat_class == "Early Gato"}
    return {n: replace(gato, id=card.id, name=card.name, entry=card.entry) for n, card in early.items()}


def engagement_of(block: models.EngagementBlock) -> dict[str, tuple[tuple[int, ...], ...]]:
    """One Engagement Table: pieces from each cup by kind of contact and activity level."""
    rows = {"C1": block.C1, "C2": block.C2, "TF": block.TF}
    return {kind: ((0, 0, 0, 0), r.sparse, r.low, r.moderate, r.high) for kind, r in rows.items()}


def ultra_of(pack: DataPack, index: dict[str, AreaIndex]) -> tuple[tuple[tuple[AreaIndex, ...], ...], ...]:
    """The ULTRA Table: by War Period and die the OpAreas, in order of placement."""
    file = pack.file("ultra", models_war.UltraFile)
    periods = (file.wp1, file.wp2, file.wp3, file.wp4)
    return ((), *(tuple(tuple(index[a] for a in cell) for cell in rows.areas) for rows in periods))


def zones_of(pack: DataPack, index: dict[str, AreaIndex]) -> tuple[Zone, ...]:
    """The Special Mission Zones."""
    rows = pack.file("map", models.MapFile).zone
    return tuple(Zone(row.id, row.name, tuple(index[area] for area in row.areas), row.lon, row.lat) for row in rows)


def endurance_of(pack: DataPack) -> dict[str, tuple[int, ...]]:
    """The Endurance Table by rating letter."""
    numbers = pack.file("endurance", models.EnduranceFile).number
    return {"A": numbers.A, "B": numbers.B, "C": numbers.C, "D": numbers.D}


def enemy_torpedo_of(enemy: models.EnemySubsFile) -> dict[str, int]:
    """The torpedo value of each enemy navy."""
    values = enemy.opponents
    return {
        "japanese": values.torpedo_value_japanese,
        "german": values.torpedo_value_german,
        "italian": values.torpedo_value_italian,
    }


def categories_of(ships: tuple[Ship, ...]) -> dict[str, tuple[PieceIndex, ...]]:
    """The pieces of each War Mix category."""
    found: dict[str, list[PieceIndex]] = {}
    for number, ship in numbered(PieceIndex, ships):
        found.setdefault(ship.category, []).append(number)
    return {category: tuple(pieces) for category, pieces in found.items()}


def tdc_pool_of(pack: DataPack) -> tuple[int, ...]:
    """Every TDC marker, sorted by value."""
    markers = pack.file("tdc", models.TdcFile).markers
    return tuple(sorted(int(value) for value, count in markers.items() for _ in range(count)))


def attack_rows_of(pack: DataPack) -> tuple[tuple[int, int, int], ...]:
    """The Attack Results Table: largest tonnage of a row, damaged from, sunk from."""
    rows = pack.file("attack_results", models.AttackFile).row
    return tuple((row.tonnage_max, row.damaged_from, row.sunk_from) for row in rows)


def storms_of(
    weather: models_war.WeatherFile, index: dict[str, AreaIndex]
) -> tuple[tuple[AreaIndex, ...], dict[AreaIndex, tuple[AreaIndex, ...]]]:
    """Where each die forms a storm, and where each moves a Typhoon-2 to."""

    def by_die(rows: Iterable[models_war.StormRow | models_war.StormMove]) -> tuple[AreaIndex, ...]:
        return tuple(index[row.area] for row in rows for _ in range(row.die_min, row.die_max + 1))

    moves = {index[row.area]: by_die(row.second_week_move) for row in weather.initial_location}
    return by_die(weather.initial_location), moves


def improvement_of(pack: DataPack) -> dict[int, tuple[tuple[int, int], ...]]:
    """By torpedo value the lines of ships sunk, each with the die it needs."""
    columns = pack.file("torpedo_improvement", models_war.TorpedoFile).column
    return {column.from_: tuple(zip(column.ships_sunk, column.roll_needed, strict=True)) for column in columns}


def ships_of(pack: DataPack) -> tuple[Ship, ...]:
    """The Japanese pieces, the named ships of the IJN expansion last."""
    unique = frozenset(pack.file("war_mix", models.WarMixFile).rules.italicised)
    return tuple(ship_of(row, unique | {"ijn"}) for row in (*pack.ships, *pack.ijn))


def contact_of(pack: DataPack) -> tuple[tuple[str, ...], ...]:
    """The Contact Table by War Period and die."""
    file = pack.file("contact", models.ContactFile)
    return ((), *(row.results for row in (file.wp1, file.wp2, file.wp3, file.wp4)))


def engagements_of(pack: DataPack) -> tuple[dict[str, tuple[tuple[int, ...], ...]], ...]:
    """The Engagement Tables: the first edition's, then one for each War Period."""
    file = pack.file("engagement", models.EngagementFile)
    return tuple(engagement_of(block) for block in (file.original, file.wp1, file.wp2, file.wp3, file.wp4))


def general_asw_of(pack: DataPack) -> tuple[int, ...]:
    """The General ASW value by War Period."""
    values = pack.file("general_asw", models.GeneralAswFile).general_asw
    return (0, values.wp1, values.wp2, values.wp3, values.wp4)


def damage_of(pack: DataPack) -> tuple[int, ...]:
    """The Submarine Damage Table by die: 0 superficial, else the Repair Box."""
    file = pack.file("damage", models.DamageFile)
    return tuple(file.boxes[result] for result in file.d10.results)


def months_of(pack: DataPack) -> dict[int, models_war.ReinforcementMonth]:
    """The Master Submarine Reinforcements list by month."""
    return {month_number(row.month): row for row in pack.file("reinforcements", models_war.ReinforcementsFile).month}


def formation_of(weather: models_war.WeatherFile) -> tuple[int | None, ...]:
    """The Weather Event Formation Number by month; None for an X, which no die can reach."""
    return tuple(None if number == "X" else int(number) for number in weather.formation_number.values())
