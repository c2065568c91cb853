"""The charts as Markdown tables with their labels, for the documentation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path

from navalcore.rules import DataTable, load_rulebook, markdown_table as _table
from navalcore_games.silent_war.data_pack import models_war
from navalcore_games.silent_war.data_pack.charts import load_charts
from navalcore_games.silent_war.data_pack.loading import labels
from navalcore_games.silent_war.data_pack.printed import ACTIVITY_NAMES, CATEGORY_TITLES

NOTHING = "-"
PERIODS = range(1, 5)
NATIONS = {"us": "US"}
"""Nations whose word does not follow from their id by a capital letter."""


def _nation(word: str) -> str:
    return NATIONS.get(word, word.capitalize())


def _kind(category: str) -> str:
    """A kind of the War Mix in words: its title, or the name of the one ship that it is."""
    return CATEGORY_TITLES.get(category) or category.removeprefix("n_").replace("_", " ").title()


def _words(result: str) -> str:
    return result.replace("_", " ").replace("rtb", "RTB")


def label_list() -> str:
    """Every chart file with where its figures come from."""
    return _table(["file", "label", "holds"], ([f"`{name}`", *rest] for name, *rest in labels(load_charts().pack)))


def area_list() -> str:
    """The OpAreas: group, marks, neighbours."""
    areas = load_charts().areas

    def row(number: int) -> list[str]:
        area = areas[number]
        marks = [word for word, there in (("narrow", area.narrow), ("shallow", area.shallow)) if there]
        return [area.name, area.group, ", ".join(marks) or NOTHING, ", ".join(areas[n].name for n in area.neighbours)]

    head = ["OpArea", "group", "marks", "leads to"]
    return _table(head, map(row, range(len(areas))))


COLOURS = dict(zip(ACTIVITY_NAMES, ("white", "green", "orange", "blue", "red"), strict=True))


def activity_table() -> str:
    """The Area Activity Charts: the colour of each die, by OpArea and War Period."""

    def cell(boxes: Sequence[int]) -> str:
        colours = [COLOURS[ACTIVITY_NAMES[level]] for level in boxes]
        said, first = [], 0
        for colour, run in groupby(colours):
            last = first + len(list(run)) - 1
            said.append(f"{colour} {first}" + (f"-{last}" if last > first else ""))
            first = last + 1
        return "none" if set(colours) == {"white"} else ", ".join(said)

    rows = ([area.name, *(cell(area.boxes[period]) for period in PERIODS)] for area in load_charts().areas)
    return _table(["OpArea", *(f"WP{period}" for period in PERIODS)], rows)


def contact_table() -> str:
    """The Contact Table."""
    contact = load_charts().contact
    return _table(["War Period", *range(10)], ([f"WP{period}", *contact[period]] for period in PERIODS))


def engagement_table() -> str:
    """The Engagement Tables: pieces from cups A, B, C and D; the first edition's first."""
    rows = []
    for period, tables in enumerate(load_charts().engagement):
        for kind, levels in tables.items():
            cells = [" ".join(str(n) if n else "." for n in levels[level]) for level in range(1, len(ACTIVITY_NAMES))]
            rows.append([f"WP{period}" if period else "original", kind, *cells])
    return _table(["War Period", "contact", *(f"{name}: A B C D" for name in ACTIVITY_NAMES[1:])], rows)


def attack_results_table() -> str:
    """The Attack Results Table: what d10 and the torpedo value must reach."""
    least, rows = 1, []
    for largest, damaged, sunk in load_charts().attack_rows:
        rows.append([f"{least}-{largest}", damaged, sunk])
        least = largest + 1
    return _table(["thousand tons", "die + torpedo value: damaged from", "sunk from"], rows)


def counterattack_table() -> str:
    """The Counterattack Table with its special rows and the second roll."""
    charts = load_charts()
    rows: list[tuple[str, Sequence[str]]] = [(row.label, row.results) for row in charts.counter_rows]
    rows += [("Diligent Escort", charts.diligent_row), ("Event Aircraft", charts.aircraft_row)]
    rows.append(("second roll", charts.second_roll))
    width = max(len(results) for _, results in rows)
    cells = ([name, *map(_words, line), *[""] * (width - len(line))] for name, line in rows)
    return _table(["difference", *range(width)], cells)


def endurance_table() -> str:
    """The Endurance Table: a modified d10 no higher stays on patrol."""
    rows = load_charts().endurance.items()
    values = (f"{value:+d}" for value in range(-2, 3))
    return _table(["stays out on this or less, by torpedo value", *values], ([name, *row] for name, row in rows))


def boat_classes() -> str:
    """The ratings of each class of submarine; more than one figure where boats of a class differ."""
    classes: dict[tuple[str, str], list[list[object]]] = {}
    for card in load_charts().boats:
        dive = "X" if card.crash_dive is None else card.crash_dive
        figures = [card.attack, card.defense, card.tactical, card.speed, card.range, card.endurance, dive]
        classes.setdefault((_nation(card.nation), card.boat_class), []).append(figures)
    head = ["nation", "class", "boats", "attack", "defense", "tactical", "speed", "range", "endurance", "crash dive"]
    return _table(
        head,
        (
            [*name, len(boats), *("/".join(sorted({str(boat[n]) for boat in boats})) for n in range(len(boats[0])))]
            for name, boats in classes.items()
        ),
    )


def transit_table() -> str:
    """The Transit Event Table: what is met by the first die, what comes of it by the second."""
    charts = load_charts()
    rows = zip(charts.transit_causes, charts.transit, strict=True)
    return _table(
        ["first die, cause; by second die", *range(11)],
        ([f"{n} {cause}", *map(_words, line)] for n, (cause, line) in enumerate(rows)),
    )


def damage_table() -> str:
    """The Submarine Damage Table: 0 is superficial, else the Repair Box."""
    return _table(["die", *range(10)], [["Repair Box (0: Broom Box)", *load_charts().damage]])


def asw_table() -> str:
    """The General ASW value by War Period."""
    return _table([f"WP{period}" for period in PERIODS], [load_charts().general_asw[1:]])


def tdc_table() -> str:
    """How many TDC markers of each value there are."""
    counted = Counter(load_charts().tdc_pool)
    return _table([f"{value:+d}" for value in sorted(counted)], [[counted[value] for value in sorted(counted)]])


def torpedo_table() -> str:
    """The Torpedo Improvement Table: the die needed on reaching each line of ships sunk."""
    columns = load_charts().improvement.items()
    cells = ([f"{value:+d} to {value + 1:+d}", *(f"{line}: {die}" for line, die in lines)] for value, lines in columns)
    width = max(len(lines) for _, lines in columns)
    return _table(["torpedo value", *["ships: die"] * width], ([*row, *[""] * (width + 1 - len(row))] for row in cells))


def ultra_table() -> str:
    """The ULTRA Table: the OpAreas of each die."""
    charts = load_charts()
    rows = (
        [f"WP{period}, {die}", ", ".join(charts.areas[n].name for n in areas) or NOTHING]
        for period in PERIODS
        for die, areas in enumerate(charts.ultra[period])
    )
    return _table(["War Period, die", "OpAreas"], rows)


def weather_table() -> str:
    """The Weather Event Formation Number of each month."""
    months = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
    return _table(months, [["X" if number is None else number for number in load_charts().formation]])


def storm_table() -> str:
    """Where a storm forms by the die, and where a Typhoon-2 moves from there by the die."""
    charts = load_charts()
    rows = []
    for area in dict.fromkeys(charts.storm_location):
        dice = [str(die) for die, place in enumerate(charts.storm_location) if place == area]
        moves = charts.storm_move[area]
        goals = (
            f"{charts.areas[goal].name} {moves.index(goal)}-{9 - moves[::-1].index(goal)}"
            for goal in dict.fromkeys(moves)
        )
        rows.append(["-".join(dict.fromkeys((dice[0], dice[-1]))), charts.areas[area].name, ", ".join(goals)])
    return _table(["die", "forms in", "moves to"], rows)


def progress_table() -> str:
    """The way into each War Period: the die needed by month, and its modifier by ships and thousands of tons."""
    rows = []
    for period, row in load_charts().transitions.items():
        months = ", ".join(f"{m}: {n}" for m, n in zip(row.months, row.roll_needed, strict=True))
        modifiers = "; ".join(
            f"{ships} ships: {', '.join(f'{m:+d}' for m in line)}"
            for ships, line in zip(row.ships_sunk_lines, row.modifier_rows_by_ships, strict=True)
        )
        rows.append([f"WP{period}", months, ", ".join(map(str, row.tonnage_sunk_lines_kt)), modifiers])
    return _table(
        ["into", "die or more, by month", "lines of thousand tons", "lines of ships: modifiers by tonnage line"], rows
    )


def base_table() -> str:
    """The bases: repair capacity, the die that repairs in Boxes 1, 2 and 3, the OpAreas they are on."""
    charts = load_charts()
    rows = (
        [
            base.name,
            "forward" if base.forward else "permanent",
            base.capacity or NOTHING,
            "/".join(map(str, base.repair_numbers[1:])) if base.capacity else NOTHING,
            ", ".join(charts.areas[n].name for n in base.areas) or NOTHING,
        ]
        for base in charts.bases
        if not base.allied
    )
    return _table(["base", "kind", "boats under repair", "die or less in Boxes 1/2/3", "OpAreas"], rows)


def event_table() -> str:
    """The War Events: by which die of which table they come, and what they bring."""
    events = load_charts().war_events
    found: dict[str, list[str]] = {}
    for period in events.period:
        for event in dict.fromkeys(period.d10):
            dice = [str(die) for die, name in enumerate(period.d10) if name == event]
            found.setdefault(event, []).append(f"{period.from_} to {period.to}: {', '.join(dice)}")
    return _table(["event", "die", "brings"], ([e.name, "; ".join(found.get(e.id, [])), e.text] for e in events.event))


def mix_table() -> str:
    """The War Mix: pieces of each kind in cups A, B, C and D, by War Period."""
    mix = load_charts().war_mix
    kinds = dict.fromkeys(kind for period in PERIODS for kind in mix[period])

    def cell(kind: str, period: int) -> str:
        counts = mix[period].get(kind, ())
        return " ".join(str(n) if n else "." for n in counts) if any(counts) else NOTHING

    head = ["kind", *(f"WP{period}: A B C D" for period in PERIODS)]
    return _table(head, ([_kind(kind), *(cell(kind, period) for period in PERIODS)] for kind in kinds))


def tender_table() -> str:
    """The tenders: when they come, and how many boats they look after."""
    rows = ([tender.name, tender.hull, tender.entry, tender.capacity] for tender in load_charts().tenders)
    return _table(["tender", "hull", "from", "boats"], rows)


def ship_values() -> str:
    """Tonnage, Defense and ASW of the Japanese pieces: how many there are of each kind, or their names."""
    kinds: dict[tuple[object, ...], list[str]] = {}
    charts = load_charts()
    for ship in charts.ships[: charts.first_ijn]:
        if ship.chit or ship.event:
            continue
        asw = "zed" if ship.zed else str(ship.asw)
        kind = ship.type, ship.tonnage, NOTHING if ship.aircraft else ship.defense, asw
        kinds.setdefault(kind, []).append(ship.name if ship.unique else "")
    rows = ([*kind, len(names), ", ".join(sorted(set(filter(None, names))))] for kind, names in kinds.items())
    return _table(["type", "thousand tons", "Defense", "ASW", "pieces", "names"], rows)


def enemy_submarines() -> str:
    """The enemy submarines with their dates and groups of OpAreas."""
    charts = load_charts()
    rows = (
        [
            sub.name,
            _nation(sub.nation),
            sub.attack,
            sub.defense,
            f"{charts.enemy_torpedo[sub.nation]:+d}",
            f"{sub.from_} to {sub.to}",
            ", ".join(sub.groups),
        ]
        for sub in charts.enemy_subs
    )
    return _table(["boat", "nation", "attack", "Defense", "torpedo value", "met", "in"], rows)


def boat_list() -> str:
    """Every boat with its class and readiness."""
    rows = [[card.name, _nation(card.nation), card.boat_class, card.readiness] for card in load_charts().boats]
    return _table(["boat", "nation", "class", "readiness"], rows)


def reinforcement_list() -> str:
    """The reinforcements and withdrawals of each month."""
    charts = load_charts()
    names = {card.id: card.name for card in charts.boats}
    rows = []
    for month in charts.months.values():
        by_base: dict[str, list[str]] = {}
        for each in month.arrivals:
            by_base.setdefault(each.base.replace("_", " ").title(), []).append(names[each.submarine])
        arrivals = "; ".join(f"{base}: {', '.join(boats)}" for base, boats in by_base.items())
        cells = [", ".join(names[boat] for boat in boats) for boats in (month.withdraw, month.return_)]
        mix = [*(f"{_kind(x)} in" for x in month.war_mix_add), *(f"{_kind(x)} out" for x in month.war_mix_remove)]
        rows.append([month.month, *(cell or NOTHING for cell in (arrivals, *cells, ", ".join(mix)))])
    return _table(["month", "arrive", "leave for overhaul", "return", "Japanese pieces"], rows)


def skipper_list() -> str:
    """The named skippers."""
    boats = {card.id: card.name for card in load_charts().boats}
    rows = (
        [
            skipper.name,
            _nation(skipper.nation),
            boats[skipper.historical_boat],
            f"+{skipper.first_side} / +{skipper.second_side}",
        ]
        for skipper in load_charts().skippers
    )
    return _table(["skipper", "nation", "boat in history", "rating"], rows)


def scenario_table() -> str:
    """Where each scenario starts and ends, and what it begins with."""

    def row(each: models_war.ScenarioRow) -> list[object]:
        end = f"{each.end.month}, week {each.end.week}" if each.end else f"{each.max_turns} weeks at most"
        named = [name.replace("_", " ").title() for name in (each.submarine, each.base) if name]
        boat = " from ".join(named) if each.submarine else "all in service"
        start = f"{each.start.month}, week {each.start.week}"
        return [f"`{each.id}`", start, end, f"WP{each.war_period}", f"{each.torpedo_value:+d}", boat]

    head = ["scenario", "starts", "ends", "War Period", "torpedo value", "boats"]
    return _table(head, map(row, load_charts().scenarios))


def victory_table() -> str:
    """The tonnage that each level of victory takes (16.1)."""

    def row(each: models_war.ScenarioRow) -> list[object]:
        levels = each.victory
        draw = NOTHING if levels.draw is None else levels.draw
        losses = NOTHING if levels.loss_limit is None else levels.loss_limit
        return [f"`{each.id}`", levels.decisive, levels.substantial, levels.marginal, draw, losses]

    head = ["scenario, thousand tons", "decisive", "substantial", "marginal", "draw", "a level less beyond this loss"]
    return _table(head, map(row, load_charts().scenarios))


def _of_sections(*numbers: str) -> str:
    book = load_rulebook(BOOK)
    rows = ([f"{n} {book.section(n).title}", book.section(n).summary] for n in numbers)
    return _table(["section", "what happens"], rows)


def combat_events() -> str:
    """The Combat Events Table: the die, and what happens."""
    return _of_sections(*EVENTS.split())


def posture_table() -> str:
    """The changes by the three postures (14.12-a)."""
    rows = [
        ["units revealed", "1 fewer", "-", "1 more"],
        ["TDC markers", "+1, except on one target", "-", "-1"],
        ["roll to hit", "+1, except against that target", "-", "-1"],
        ["counterattack", "-1", "-", "+1"],
        ["Diligent Escort", "a d10 above its ASW: a normal destroyer, ASW 1 lower; on 0 its counterattack +1", "-",
         "counterattack +2 in the boat's column, +1 in an adjacent one"],
        ["endurance check", "-", "-", "+1"],
    ]  # fmt: skip
    return _table(["", "Cautious", "Standard", "Aggressive"], rows)


def modifier_table() -> str:
    """The modifiers of a Transit Event check, of a search and of an endurance check."""
    return _of_sections("19.1-c", "13.1-A", "14.7-a", "14.16-A", "14.16-B", "14.16-C", "14.2-A", "14.2-B", "14.2-C")


BOOK = Path(__file__).parent / "rulebook.toml"


def _table_of(file: str, name: str, title: str, sections: str, make: Callable[[], str]) -> DataTable:
    """A table made from a chart, whose label says where its figures come from."""
    label = next(label for other, label, _ in labels(load_charts().pack) if other == file)
    standing = label.replace("+", ", ").capitalize()
    return DataTable(name, title, tuple(sections.split()), f"{standing} (``{file}``).", make)


def _rule(name: str, title: str, sections: str, make: Callable[[], str]) -> DataTable:
    """A table that the rules themselves give."""
    return DataTable(name, title, tuple(sections.split()), "Exact.", make)


DICE = ("0", "1", "2a", "2b", "2c", "2d", "2e", "3", "4", "5a", "5b", "6", "7", "8", "9")
EVENTS = " ".join(f"19.21-{die}" for die in DICE)
TABLES = (
    DataTable(
        "labels",
        "Where every chart comes from",
        (),
        "Exact is from the rules, historical from the record of the war, reconstructed this project's own stand-in.",
        label_list,
    ),
    _table_of("submarines.csv", "classes", "Classes of boats", "2.3-A1 2.3-A3", boat_classes),
    _table_of("submarines.csv", "boats", "Every boat", "2.3-A1 2.3-A2 30.4", boat_list),
    _table_of("super_skippers.csv", "skippers", "The skippers", "25.0 2.3-C2", skipper_list),
    _table_of(
        "reinforcements.toml",
        "reinforcements",
        "Reinforcements and overhauls",
        "8.0-1 8.0-2 8.0-3 8.0-4 3.13-a 30.6",
        reinforcement_list,
    ),
    _table_of("scenarios.toml", "scenarios", "Scenarios", "3.0 3.2 3.14", scenario_table),
    _table_of("scenarios.toml", "victory", "Victory levels", "16.1", victory_table),
    _table_of("map.toml", "areas", "OpAreas", "2.1-b 2.1-d 2.1-e", area_list),
    _table_of("bases.toml", "bases", "Bases", "10.0 10.1 21.0 21.1", base_table),
    _table_of("tenders.toml", "tenders", "Tenders", "21.2", tender_table),
    _table_of(
        "area_activity.toml",
        "area activity",
        "Area Activity Charts",
        "13.1-A 13.1-A2 13.1-A3 14.2-A 19.1-c 22.1",
        activity_table,
    ),
    _table_of("contact.toml", "contact", "Contact Table", "13.1-B", contact_table),
    _table_of("engagement.toml", "engagement", "Engagement Tables", "13.1-C 29.0", engagement_table),
    _table_of("war_mix.toml", "war mix", "War Mix", "3.1 3.11-a 2.3-B4", mix_table),
    _table_of("ships.csv", "ships", "Japanese pieces", "2.3-B1a 2.3-B1b 2.3-B3 14.16-B", ship_values),
    _rule("posture", "The three postures", "14.12-a CON-2", posture_table),
    _table_of("tdc.toml", "TDC markers", "TDC markers of each value", "14.14 2.3-C1b", tdc_table),
    _rule("modifiers", "Modifiers of the main rolls", "19.1-c 13.1-A 14.7-a 14.16-C 14.2-C CON-1", modifier_table),
    _table_of("attack_results.toml", "attack results", "Attack Results Table", "14.16-D 14.6-F", attack_results_table),
    _table_of(
        "counterattack.toml", "counterattack", "Counterattack Table", "14.2-C 14.13-c 19.21-3", counterattack_table
    ),
    _table_of("general_asw.toml", "general ASW", "General ASW", "14.2-A", asw_table),
    _rule("combat events", "Combat Events", EVENTS, combat_events),
    _table_of("enemy_subs.toml", "enemy submarines", "Enemy submarines", "14.6-C 14.6-E 30.3", enemy_submarines),
    _table_of("endurance.toml", "endurance", "Endurance Table", "14.7-a", endurance_table),
    _table_of("transit_events.toml", "transit events", "Transit Event Table", "19.1-d", transit_table),
    _table_of("damage.toml", "damage", "Damage Table", "18.11 15.24", damage_table),
    _table_of("torpedo_improvement.toml", "torpedo improvement", "Torpedo Improvement Table", "6.0-T", torpedo_table),
    _table_of("ultra.toml", "ULTRA", "ULTRA Table", "7.1-T", ultra_table),
    _table_of("weather.toml", "weather", "Formation Numbers", "7.2-T 7.2-B1", weather_table),
    _table_of("weather.toml", "storms", "Where storms form and move", "7.2-T 7.2-A1 7.2-B2", storm_table),
    _table_of("war_events.toml", "war events", "War Events", "5.0", event_table),
    _table_of("war_progress.toml", "war progress", "War Progress Table", "17.0-1 17.0-A", progress_table),
)
"""The tables of the game's pages."""
