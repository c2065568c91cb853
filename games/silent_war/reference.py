"""The charts as Markdown tables with their labels, for the documentation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from games.silent_war.data_pack.charts import load_charts
from games.silent_war.data_pack.loading import labels
from games.silent_war.data_pack.printed import ACTIVITY_NAMES
from navalcore.errors import UnknownName

NOTHING = "-"
PERIODS = range(1, 5)


def _table(head: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    lines = ["| " + " | ".join(map(str, line)) + " |" for line in (head, ["---"] * len(head), *rows)]
    return "\n".join(lines)


def label_list() -> str:
    """Every chart file with where its figures come from."""
    return _table(["file", "label", "holds"], ([f"`{name}`", *rest] for name, *rest in labels(load_charts().pack)))


def area_list() -> str:
    """The OpAreas: first red box by War Period, marks, neighbours."""
    areas = load_charts().areas

    def row(number: int) -> list[str]:
        area = areas[number]
        marks = [word for word, there in (("narrow", area.narrow), ("shallow", area.shallow)) if there]
        reds = [str(area.first_red[period]) if area.reds[period] else NOTHING for period in PERIODS]
        return [area.name, area.group, *reds, ", ".join(marks), ", ".join(areas[n].name for n in area.neighbours)]

    head = ["OpArea", "group", *(f"red from, WP{period}" for period in PERIODS), "marks", "leads to"]
    return _table(head, map(row, range(len(areas))))


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
    return _table(["War Period", "contact", *ACTIVITY_NAMES[1:]], rows)


def attack_results_table() -> str:
    """The Attack Results Table: what d10 and the torpedo value must reach."""
    least, rows = 1, []
    for largest, damaged, sunk in load_charts().attack_rows:
        rows.append([f"{least}-{largest}", damaged, sunk])
        least = largest + 1
    return _table(["thousand tons", "damaged from", "sunk from"], rows)


def counterattack_table() -> str:
    """The Counterattack Table with its special rows and the second roll."""
    charts = load_charts()
    rows: list[tuple[str, Sequence[str]]] = [(row.label, row.results) for row in charts.counter_rows]
    rows += [("Diligent Escort", charts.diligent_row), ("Event Aircraft", charts.aircraft_row)]
    rows.append(("second roll", charts.second_roll))
    width = max(len(results) for _, results in rows)
    cells = ([name, *(word.replace("_", " ") for word in line), *[""] * (width - len(line))] for name, line in rows)
    return _table(["difference", *range(width)], cells)


def endurance_table() -> str:
    """The Endurance Table: a modified d10 no higher stays on patrol."""
    rows = load_charts().endurance.items()
    return _table(["rating", *(f"torpedo {value:+d}" for value in range(-2, 3))], ([name, *row] for name, row in rows))


def boat_classes() -> str:
    """The ratings of each class of submarine; more than one figure where boats of a class differ."""
    classes: dict[str, list[list[object]]] = {}
    for card in load_charts().boats:
        dive = "X" if card.crash_dive is None else card.crash_dive
        figures = [card.attack, card.defense, card.tactical, card.speed, card.range, card.endurance, dive]
        classes.setdefault(f"{card.nation} {card.boat_class}", []).append(figures)
    head = ["class", "boats", "attack", "defense", "tactical", "speed", "range", "endurance", "crash dive"]
    return _table(
        head,
        (
            [name, len(boats), *("/".join(sorted({str(boat[n]) for boat in boats})) for n in range(len(boats[0])))]
            for name, boats in classes.items()
        ),
    )


def transit_table() -> str:
    """The Transit Event Table: what lies in wait by the first die, what comes of it by the second."""
    charts = load_charts()
    rows = zip(charts.transit_causes, charts.transit, strict=True)
    return _table(
        ["die, cause", *range(11)], ([f"{n} {cause}", *map(_words, line)] for n, (cause, line) in enumerate(rows))
    )


def damage_table() -> str:
    """The Submarine Damage Table: 0 is superficial, else the Repair Box."""
    return _table(["die", *range(10)], [["Repair Box", *load_charts().damage]])


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
        rows.append([f"{dice[0]}-{dice[-1]}", charts.areas[area].name, ", ".join(goals)])
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
    return _table(["into", "die needed", "columns, kt", "modifier by ships sunk"], rows)


def base_table() -> str:
    """The bases: repair capacity, the die that repairs in Boxes 1, 2 and 3, the OpAreas they lie on."""
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
    return _table(["base", "kind", "Repair Boxes", "repaired on", "OpAreas"], rows)


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

    head = ["kind", *(f"WP{period}" for period in PERIODS)]
    return _table(head, ([kind.replace("_", " "), *(cell(kind, period) for period in PERIODS)] for kind in kinds))


def tender_table() -> str:
    """The tenders: when they come, and how many boats they look after."""
    rows = ([tender.name, tender.hull, tender.entry, tender.capacity] for tender in load_charts().tenders)
    return _table(["tender", "hull", "from", "boats"], rows)


def _words(result: str) -> str:
    return result.replace("_", " ")


TABLES: dict[str, tuple[str, Callable[[], str]]] = {
    "areas": ("map.toml", area_list),
    "contact": ("contact.toml", contact_table),
    "engagement": ("engagement.toml", engagement_table),
    "attack results": ("attack_results.toml", attack_results_table),
    "counterattack": ("counterattack.toml", counterattack_table),
    "general ASW": ("general_asw.toml", asw_table),
    "TDC markers": ("tdc.toml", tdc_table),
    "endurance": ("endurance.toml", endurance_table),
    "transit events": ("transit_events.toml", transit_table),
    "damage": ("damage.toml", damage_table),
    "bases": ("bases.toml", base_table),
    "classes": ("submarines.csv", boat_classes),
    "torpedo improvement": ("torpedo_improvement.toml", torpedo_table),
    "ULTRA": ("ultra.toml", ultra_table),
    "weather": ("weather.toml", weather_table),
    "storms": ("weather.toml", storm_table),
    "war events": ("war_events.toml", event_table),
    "war progress": ("war_progress.toml", progress_table),
    "war mix": ("war_mix.toml", mix_table),
    "tenders": ("tenders.toml", tender_table),
}
"""The tables of the page by name, each with the file it is made of."""


def labelled_table(name: str) -> str:
    """A table under the label of its file: exact, historical or reconstructed.

    Raises:
        UnknownName: there is no table of that name.
    """
    if name == "labels":
        return label_list()
    if name not in TABLES:
        raise UnknownName(f"there is no table '{name}'; there are labels, {', '.join(TABLES)}")
    file, make = TABLES[name]
    label = next(label for other, label, _ in labels(load_charts().pack) if other == file)
    return f"*{label.replace('+', ', ')}* (`{file}`)\n\n{make()}"
