"""The charts as Markdown tables with their labels, for the documentation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.silent_war.charts import ACTIVITY_NAMES, charts
from games.silent_war.pack import labels

NOTHING = "-"
PERIODS = range(1, 5)


def _table(head: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    lines = ["| " + " | ".join(map(str, line)) + " |" for line in (head, ["---"] * len(head), *rows)]
    return "\n".join(lines)


def label_list() -> str:
    """Every chart file with where its figures come from."""
    return _table(["file", "label", "holds"], ([f"`{name}`", *rest] for name, *rest in labels(charts().pack)))


def area_list() -> str:
    """The OpAreas: first red box by War Period, marks, neighbours."""
    areas = charts().areas

    def row(number: int) -> list[str]:
        area = areas[number]
        marks = [word for word, there in (("narrow", area.narrow), ("shallow", area.shallow)) if there]
        reds = [str(area.first_red[period]) if area.reds[period] else NOTHING for period in PERIODS]
        return [area.name, area.group, *reds, ", ".join(marks), ", ".join(areas[n].name for n in area.neighbours)]

    head = ["OpArea", "group", *(f"red from, WP{period}" for period in PERIODS), "marks", "leads to"]
    return _table(head, map(row, range(len(areas))))


def contact_table() -> str:
    """The Contact Table."""
    contact = charts().contact
    return _table(["War Period", *range(10)], ([f"WP{period}", *contact[period]] for period in PERIODS))


def engagement_table() -> str:
    """The Engagement Tables: pieces from cups A, B, C and D; the first edition's first."""
    rows = []
    for period, tables in enumerate(charts().engagement):
        for kind, levels in tables.items():
            cells = [" ".join(str(n) if n else "." for n in levels[level]) for level in range(1, len(ACTIVITY_NAMES))]
            rows.append([f"WP{period}" if period else "original", kind, *cells])
    return _table(["War Period", "contact", *ACTIVITY_NAMES[1:]], rows)


def attack_results_table() -> str:
    """The Attack Results Table: what d10 and the torpedo value must reach."""
    least, rows = 1, []
    for largest, damaged, sunk in charts().attack_rows:
        rows.append([f"{least}-{largest}", damaged, sunk])
        least = largest + 1
    return _table(["thousand tons", "damaged from", "sunk from"], rows)


def counterattack_table() -> str:
    """The Counterattack Table with its special rows and the second roll."""
    table = charts()
    rows: list[tuple[str, Sequence[str]]] = [(row.label, row.results) for row in table.counter_rows]
    rows += [("Diligent Escort", table.diligent_row), ("Event Aircraft", table.aircraft_row)]
    rows.append(("second roll", table.second_roll))
    width = max(len(results) for _, results in rows)
    cells = ([name, *(word.replace("_", " ") for word in line), *[""] * (width - len(line))] for name, line in rows)
    return _table(["difference", *range(width)], cells)


def endurance_table() -> str:
    """The Endurance Table: a modified d10 no higher stays on patrol."""
    rows = charts().endurance.items()
    return _table(["rating", *(f"torpedo {value:+d}" for value in range(-2, 3))], ([name, *row] for name, row in rows))


def boat_classes() -> str:
    """The ratings of each class of submarine; more than one figure where boats of a class differ."""
    classes: dict[str, list[list[object]]] = {}
    for card in charts().boats:
        dive = "X" if card.crash_dive < 0 else card.crash_dive
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


TABLES = {
    "labels": label_list,
    "areas": area_list,
    "contact": contact_table,
    "engagement": engagement_table,
    "attack results": attack_results_table,
    "counterattack": counterattack_table,
    "endurance": endurance_table,
    "classes": boat_classes,
}
"""The tables of the page, by name."""
