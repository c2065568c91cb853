"""Checks of more than a single cell of the pack: names that exist, routes that run both ways, dice covered once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from math import inf

from navalcore.components import Span, TomlDocument, closest, prove_covered
from navalcore_games.silent_war.data_pack import models, models_war
from navalcore_games.silent_war.data_pack.pack import DataPack

MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]


def check_references(pack: DataPack) -> None:
    """Every name a file uses exists; routes run both ways; ranges cover every result once.

    Raises:
        BadData: file, line and key of the first problem.
    """
    chart = pack.file("map", models.MapFile)
    bases = pack.file("bases", models.BasesFile)
    areas = {area.id: area for area in chart.area}
    base_ids = {base.id for base in bases.base}
    zones = {zone.id for zone in chart.zone}
    map_file = pack.documents["map"]
    for index, area in enumerate(chart.area):
        _known(map_file, ("area", index, "connects"), area.connects, areas, "OpArea")
        _known(map_file, ("area", index, "bases"), area.bases, base_ids, "base")
        _known(map_file, ("area", index, "zones"), area.zones, zones, "zone")
        for other in area.connects:
            if area.id not in areas[other].connects:
                raise map_file.error(("area", index, "connects"), f"{other} has no route back to {area.id}")
    for index, zone in enumerate(chart.zone):
        _known(map_file, ("zone", index, "areas"), zone.areas, areas, "OpArea")
    activity = pack.file("area_activity", models.ActivityFile)
    for name in areas:
        if name not in activity.area:
            raise pack.documents["area_activity"].error("area", f"there is no Area Activity Chart for {name}")
    _known(pack.documents["area_activity"], ("area",), activity.area, areas, "OpArea")
    for index, base in enumerate(bases.base):
        _known(pack.documents["bases"], ("base", index, "adjacent_areas"), base.adjacent_areas, areas, "OpArea")
    _check_scenarios(pack, areas, base_ids)
    _check_forces(pack, base_ids)
    _check_ranges(pack)
    _check_war_mix(pack)
    _check_weather(pack, areas)
    _check_columns(pack)
    _check_boats_and_bases(pack, areas, base_ids)


def _check_scenarios(pack: DataPack, areas: Iterable[str], bases: Iterable[str]) -> None:
    document = pack.documents["scenarios"]
    boats = {boat.id for boat in pack.submarines}
    for index, scenario in enumerate(pack.file("scenarios", models_war.ScenariosFile).scenario):
        _known(document, ("scenario", index, "active_bases"), scenario.active_bases, bases, "base")
        if scenario.kind == "patrol":
            wanted: tuple[tuple[str, str | int | None, Iterable[str], str], ...] = (
                ("submarine", scenario.submarine, boats, "submarine"),
                ("base", scenario.base, bases, "base"),
                ("assigned_area", scenario.assigned_area, areas, "OpArea"),
            )
            for key, value, known, what in wanted:
                if value is None:
                    raise document.error(("scenario", index, key), "a patrol scenario needs this key")
                _known(document, ("scenario", index, key), (str(value),), known, what)
            if scenario.max_turns is None:
                raise document.error(("scenario", index, "max_turns"), "a patrol scenario needs this key")


def _check_forces(pack: DataPack, bases: Iterable[str]) -> None:
    """Places at the start: a box, boats by base, boats in overhaul, tenders."""
    document = pack.documents["scenarios"]
    boats = {boat.id for boat in pack.submarines}
    tenders = {tender.id for tender in pack.file("tenders", models_war.TendersFile).tender}
    for index, scenario in enumerate(pack.file("scenarios", models_war.ScenariosFile).scenario):
        forces = scenario.forces
        for name in forces.boats:
            key = ("scenario", index, "forces", name)
            _known(document, key, (name,), bases, "base")
            _known(document, key, forces.boats[name], boats, "submarine")
        away = ("scenario", index, "forces", "in_overhaul")
        _known(document, away, (each.submarine for each in forces.in_overhaul), boats, "submarine")
        at = ("scenario", index, "forces", "tenders")
        _known(document, at, (each.base for each in forces.tenders), bases, "base")
        _known(document, at, (each.tender for each in forces.tenders), tenders, "tender")


def _check_ranges(pack: DataPack) -> None:
    attack = pack.file("attack_results", models.AttackFile)
    spans = [(Span(row.tonnage_min, row.tonnage_max), ("row", at, "tonnage_min")) for at, row in enumerate(attack.row)]
    prove_covered(spans, pack.documents["attack_results"].error, Span(1, 1))
    counter = pack.file("counterattack", models.CounterattackFile)
    document = pack.documents["counterattack"]
    width = len(counter.format.modified_rolls)
    bounds = [
        Span(
            -inf if line.difference_min is None else line.difference_min,
            inf if line.difference_max is None else line.difference_max,
        )
        for line in counter.row
    ]
    paths = [("row", index, "difference_min") for index in range(len(bounds))]
    prove_covered(list(zip(bounds, paths, strict=True)), document.error, Span(-inf, inf))
    special = [("diligent_escort", counter.diligent_escort), ("event_aircraft", counter.event_aircraft)]
    for index, line in enumerate(counter.row):
        if len(line.results) != width:
            raise document.error(("row", index, "results"), f"has {len(line.results)} results; {width} are wanted")
    for name, one in special:
        if len(one.results) != width:
            raise document.error((name, "results"), f"has {len(one.results)} results; {width} are wanted")
    if len(counter.second_roll.results) != 10 or "second_roll" in counter.second_roll.results:
        raise document.error(("second_roll", "results"), "ten results are wanted, none of them a second roll")
    for index, event in enumerate(pack.file("transit_events", models.TransitFile).row):
        if event.roll != index:
            raise pack.documents["transit_events"].error(("row", index, "roll"), f"row {index} is wanted here")


def _check_war_mix(pack: DataPack) -> None:
    mix = pack.file("war_mix", models.WarMixFile)
    categories = {piece.category for piece in pack.ships}
    document = pack.documents["war_mix"]
    for period, counts in (("wp1", mix.wp1), ("wp2", mix.wp2), ("wp3", mix.wp3), ("wp4", mix.wp4)):
        _known(document, (period,), counts, categories, "category of ships.csv")
        there = [piece.category for piece in pack.ships]
        for category, row in counts.items():
            if sum(row) > there.count(category):
                message = f"{sum(row)} pieces are wanted; ships.csv has {there.count(category)}"
                raise document.error((period, category), message)
        if counts.get("combat_event") != (1, 1, 1, 1):
            raise document.error((period, "combat_event"), "each cup holds one Combat Event (19.2)")


def _known(
    document: TomlDocument, key: tuple[str | int, ...], names: Iterable[str], known: Iterable[str], what: str
) -> None:
    there = set(known)
    for name in names:
        if name not in there:
            raise document.error(key, f"there is no {what} '{name}'; {closest(name, there)}")


def _once(document: TomlDocument, names: Iterable[tuple[tuple[str | int, ...], str]]) -> None:
    """Each name, given with its key, is there once."""
    first: dict[str, int] = {}
    for key, name in names:
        if name in first:
            raise document.error(key, f"{name} is there already, in line {first[name]}; give it once")
        first[name] = document.line_of(key)


def _check_weather(pack: DataPack, areas: Iterable[str]) -> None:
    """Every die brings a storm to one OpArea and moves it to one; every month has its number."""
    weather = pack.file("weather", models_war.WeatherFile)
    document = pack.documents["weather"]
    if [month[:3] for month in weather.formation_number] != MONTHS:
        raise document.error("formation_number", f"the twelve months are wanted, in order: {', '.join(MONTHS)}")
    _covers_dice(document, ("initial_location",), weather.initial_location)
    for index, row in enumerate(weather.initial_location):
        _known(document, ("initial_location", index, "area"), (row.area,), areas, "OpArea")
        key = ("initial_location", index, "second_week_move")
        _covers_dice(document, key, row.second_week_move)
        for number, move in enumerate(row.second_week_move):
            _known(document, (*key, number, "area"), (move.area,), areas, "OpArea")


def _covers_dice(
    document: TomlDocument, key: tuple[str | int, ...], rows: Sequence[models_war.StormRow | models_war.StormMove]
) -> None:
    spans = [(Span(row.die_min, row.die_max), (*key, index, "die_min")) for index, row in enumerate(rows)]
    prove_covered(spans, document.error, Span(0, 9))


def _check_columns(pack: DataPack) -> None:
    """Columns that belong together are of one length."""
    torpedo = pack.file("torpedo_improvement", models_war.TorpedoFile)
    for index, column in enumerate(torpedo.column):
        if column.to != column.from_ + 1:
            message = f"an improvement is by one: {column.from_ + 1} is wanted"
            raise pack.documents["torpedo_improvement"].error(("column", index, "to"), message)
        if len(column.ships_sunk) != len(column.roll_needed):
            message = f"has {len(column.roll_needed)} numbers for {len(column.ships_sunk)} lines of ships_sunk"
            raise pack.documents["torpedo_improvement"].error(("column", index, "roll_needed"), message)
    document = pack.documents["war_progress"]
    progress = pack.file("war_progress", models_war.WarProgressFile)
    for index, row in enumerate(progress.transition):
        if row.to_war_period != index + 2:
            raise document.error(("transition", index, "to_war_period"), f"{index + 2} is wanted here")
        if len(row.months) != len(row.roll_needed):
            message = f"has {len(row.roll_needed)} numbers for {len(row.months)} months"
            raise document.error(("transition", index, "roll_needed"), message)
        lines, columns = len(row.ships_sunk_lines), len(row.tonnage_sunk_lines_kt)
        if [len(cells) for cells in row.modifier_rows_by_ships] != [columns] * lines:
            message = f"{lines} rows of {columns} modifiers are wanted: one for each line of ships and of tonnage"
            raise document.error(("transition", index, "modifier_rows_by_ships"), message)


def _check_boats_and_bases(pack: DataPack, areas: Iterable[str], bases: Iterable[str]) -> None:
    """Boats, bases, tenders, events and areas that lists name are there."""
    boats = {boat.id for boat in pack.submarines}
    tenders = {tender.id for tender in pack.file("tenders", models_war.TendersFile).tender}
    tender_names = {tender.name for tender in pack.file("tenders", models_war.TendersFile).tender}
    document = pack.documents["reinforcements"]
    months = pack.file("reinforcements", models_war.ReinforcementsFile).month
    _once(document, ((("month", index, "month"), month.month) for index, month in enumerate(months)))
    for name in ("arrivals", "allied_arrivals"):
        _once(
            document,
            (
                (("month", index, name, number), each.submarine)
                for index, month in enumerate(months)
                for number, each in enumerate(getattr(month, name))
            ),
        )
    for index, month in enumerate(months):
        for name, arrivals in (("arrivals", month.arrivals), ("allied_arrivals", month.allied_arrivals)):
            _known(document, ("month", index, name), (each.submarine for each in arrivals), boats, "submarine")
            _known(document, ("month", index, name), (each.base for each in arrivals), bases, "base")
        _known(document, ("month", index, "withdraw"), month.withdraw, boats, "submarine")
        _known(document, ("month", index, "return"), month.return_, boats, "submarine")
        _known(document, ("month", index, "tenders"), month.tenders, tender_names, "tender")
    ultra = pack.file("ultra", models_war.UltraFile)
    for name, rows in (("wp1", ultra.wp1), ("wp2", ultra.wp2), ("wp3", ultra.wp3), ("wp4", ultra.wp4)):
        _known(pack.documents["ultra"], (name, "areas"), chain.from_iterable(rows.areas), areas, "OpArea")
    _check_events(pack, bases, tenders)


def _check_events(pack: DataPack, bases: Iterable[str], tenders: Iterable[str]) -> None:
    file = pack.file("war_events", models_war.WarEventsFile)
    document = pack.documents["war_events"]
    events = {event.id for event in file.event}
    zones = {zone.id for zone in pack.file("map", models.MapFile).zone}
    for index, period in enumerate(file.period):
        _known(document, ("period", index, "d10"), period.d10, events, "war event")
    for index, event in enumerate(file.event):
        _known(document, ("event", index, "requires"), event.requires, events, "war event")
        _known(document, ("event", index, "not_after"), event.not_after, events, "war event")
        for number, effect in enumerate(event.effect):
            key = ("event", index, "effect", number)
            for name, value, known in (
                ("base", effect.base, bases),
                ("tender", effect.tender, tenders),
                ("smz", effect.smz, zones),
            ):
                _known(document, (*key, name), filter(None, (value,)), known, name)
