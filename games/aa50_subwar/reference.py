"""Map, units, set-ups and money as tables, for the documentation."""

from collections.abc import Iterable

from navalcore.rules import DataTable, markdown_table
from navalcore_games.aa50_subwar.theatre import (
    FACTORY_LIMIT,
    POWERS,
    SEA,
    SHORES,
    TERRITORIES,
    UNITS,
    ZONES,
    load_scenarios,
    setup_rows,
    title_of,
)
from navalcore_games.aa50_subwar.words import OWNERS, Kind, Space


def _limit(limit: int) -> str:
    return f"C{limit}" if limit else "0"


def _named(spaces: Iterable[Space]) -> str | None:
    return ", ".join(map(title_of, spaces)) or None


def zone_table() -> str:
    """The sea zones: limit, shores, neighbours."""
    rows = ([title_of(z), _limit(data.convoy_limit), _named(SHORES[z]), _named(SEA[z])] for z, data in ZONES.items())
    return markdown_table(["zone", "limit", "shores", "sea neighbours"], rows)


def territory_table() -> str:
    """The territories: value, limit, owners."""
    rows = (
        [
            title_of(name), data.ipc,
            _limit(data.convoy_limit) + ("" if data.limit_source == "source" else " (not listed)"),
            OWNERS[data.owner_1941], OWNERS[data.owner_1942],
        ]
        for name, data in TERRITORIES.items()
    )  # fmt: skip
    return markdown_table(["territory", "IPC", "limit", "owner 1941", "owner 1942"], rows)


def unit_table() -> str:
    """The unit table."""
    rows = [
        [
            kind, unit.cost, unit.attack, unit.defense, unit.move, unit.hits,
            f"{unit.convoy_dice} aboard a carrier" if kind is Kind.FIGHTER else unit.convoy_dice,
        ]
        for kind, unit in UNITS.items()
    ]  # fmt: skip
    return markdown_table(["unit", "cost", "attack", "defence", "move", "hits", "convoy dice"], rows)


def setup_table(scenario: str) -> str:
    """The units of a set-up by power and space; passive ones are not placed."""
    placed: dict[tuple[str, Space], list[str]] = {}
    for row in setup_rows(load_scenarios()[scenario].setup):
        if row.use == "play":
            many = "s" if row.quantity > 1 else ""
            placed.setdefault((row.power, row.space), []).append(f"{row.quantity} {row.unit}{many}")
    ordered = sorted(placed.items(), key=lambda each: list(map(str, POWERS)).index(each[0][0]))
    rows = ([OWNERS[power], title_of(space), ", ".join(units)] for (power, space), units in ordered)
    return markdown_table(["power", "where", "units"], rows)


def money_table() -> str:
    """Treasuries, commitments and factories of the powers."""
    scenarios = {_short(name): scenario for name, scenario in load_scenarios().items()}
    rows = []
    for power, data in POWERS.items():
        others = {name: each.commitment[power] for name, each in scenarios.items() if power in each.commitment}
        apart = "; ".join(f"{name}: {spent}" for name, spent in others.items())
        elsewhere = f"{data.commitment}{f' ({apart})' if apart else ''}"
        zones = ", ".join(map(title_of, data.mobilize_at))
        treasuries = [scenario.treasury[power] for scenario in scenarios.values()]
        rows.append([data.title, *treasuries, elsewhere, title_of(data.capital), FACTORY_LIMIT[power], zones])
    head = ["power", *(f"IPC at the start, {name}" for name in scenarios)]
    return markdown_table([*head, "IPC spent elsewhere each turn", "factory", "units a turn", "ships appear in"], rows)


def _short(scenario: str) -> str:
    """A scenario in the head of a column: 1941, 1942, 1941 even."""
    return scenario.removeprefix("atlantic_").replace("_", " ")


def length_table() -> str:
    """How long a match lasts, and the order of the powers."""
    rows = ([f"`{name}`", scenario.title, scenario.rounds] for name, scenario in load_scenarios().items())
    return markdown_table(["scenario", "title", "rounds"], rows)


TABLES = (
    DataTable("units", "Units", ("B18", "B2", "B15"), "Facts of the base game.", unit_table),
    DataTable(
        "zones",
        "Sea zones and their limits",
        ("S17", "S21", "B19"),
        "Limits exact; the map is the base game's.",
        zone_table,
    ),
    DataTable(
        "territories",
        "Territories and their limits",
        ("S18", "S23", "B19"),
        "Limits exact where the source lists them; the others are 0 (AAS-R29).",
        territory_table,
    ),
    DataTable(
        "money", "Treasuries and factories", ("B2", "B14", "B16"), "Reconstructed, but for the factories.", money_table
    ),
    DataTable(
        "1941",
        "The set-up of 1941",
        ("B20",),
        "The base game's, cut to the theatre.",
        lambda: setup_table("atlantic_1941"),
    ),
    DataTable(
        "1942",
        "The set-up of 1942",
        ("B21",),
        "The base game's, cut to the theatre.",
        lambda: setup_table("atlantic_1942"),
    ),
    DataTable("length", "Scenarios and their length", ("B20", "B21"), "Reconstructed.", length_table),
)
"""The tables of the game's pages."""
