"""The record of United States submarines in this theatre, month by month."""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from pathlib import Path

from navalcore.components import load_toml
from navalcore_games.silent_war.data_pack.loading import load_pack
from navalcore_games.silent_war.data_pack.printed import month_number

Totals = tuple[int, int, int]
"""Ships sunk, thousands of tons, boats lost."""
FILE = Path(__file__).with_name("history.toml")
"""Ships and tonnage by month, with their source and how they were reconstructed."""
NONE: Totals = (0, 0, 0)

HISTORY: dict[str, Totals] = {
    "1941-11": NONE,
    "1942-12": (180, 730, 7),
    "1943-12": (515, 2200, 22),
    "1944-12": (1115, 4800, 41),
    "1945-08": (1300, 5300, 49),
}
"""The totals since the beginning of the war at the end of some months, rounded; the months come to these."""


@cache
def history_by_month() -> dict[str, Totals]:
    """The sinkings and losses of each month; the boats lost are those of the boats' own table, by name."""
    lost = [each.historical_fate for each in load_pack().submarines if each.nation == "us"]
    rows = load_toml(FILE).data["month"]
    return {month: (row["ships"], row["kt"], lost.count(f"lost {month}")) for month, row in rows.items()}


@cache
def history_by(month: int) -> Totals:
    """The totals at the end of a month: nothing before the war, all after it."""
    return _totals().get(month, NONE if month < min(_totals()) else HISTORY["1945-08"])


@cache
def _totals() -> dict[int, Totals]:
    sums = accumulate(history_by_month().values(), lambda a, b: (a[0] + b[0], a[1] + b[1], a[2] + b[2]))
    return dict(zip(map(month_number, history_by_month()), sums, strict=True))
