"""The campaign month by month (ships, tonnage, boats lost) with the history of the war: text and picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from navalcore.boards import Palette, Picture, Point, ruled_table
from navalcore_games.silent_war.data_pack.charts import load_charts
from navalcore_games.silent_war.data_pack.printed import month_number, month_text
from navalcore_games.silent_war.headquarters.history import Totals, history_by
from navalcore_games.silent_war.views import SilentWarView

PARTS = ("ships sunk", "thousand tons", "boats lost")


def months_of(view: SilentWarView) -> list[tuple[int, Totals]]:
    """The end of each month played with the totals then; the month under way last, as it is."""
    now = month_number(view.month)
    first = now - len(view.record)
    played = [(first + n, (each.ships_sunk, each.tonnage, each.submarines_lost)) for n, each in enumerate(view.record)]
    return [*played, (now, (view.ships_sunk, view.tonnage, view.submarines_lost))]


def tonnage_by_month(view: SilentWarView) -> list[tuple[int, int]]:
    """The thousands of tons sunk in each month, the first since the start of the scenario."""
    row = next(row for row in load_charts(view.data_pack).scenarios if row.id == view.scenario)
    before, found = row.tonnage_sunk_kt, []
    for month, (_, tons, _) in months_of(view):
        found.append((month, tons - before))
        before = tons
    return found


def campaign_text(view: SilentWarView) -> str:
    """The totals by month with a bar for the month's tonnage, and history's."""
    months = months_of(view)
    rows = []
    for (month, totals), (_, sunk) in zip(months, tonnage_by_month(view), strict=True):
        past = history_by(month)
        pairs = [f"{mine} / {theirs}" for mine, theirs in zip(totals, past, strict=True)]
        rows.append([month_text(month), *pairs, sunk, "#" * round(sunk / 10)])
    return ruled_table(["month", *(f"{part} / history" for part in PARTS), "kt in month", "(# is 10 kt)"], rows)


def campaign_command(view: SilentWarView, words: str) -> str:  # noqa: ARG001
    """The campaign by month against history: ships, thousands of tons, boats lost."""
    return campaign_text(view)


WIDTH, HEIGHT, LEFT, GAP = 760, 210, 64, 34


def campaign_svg(view: SilentWarView) -> str:
    """Tonnage of each month as bars, and ships, tonnage and boats lost as lines against history."""
    months = months_of(view)
    title = f"The campaign up to {view.month}, week {view.week}"
    picture = Picture(WIDTH, 46 + 4 * (HEIGHT + GAP), title)
    picture.text(16, 26, title, size=16, bold=True)
    picture.line([(450, 21), (480, 21)], stroke=Palette.ALLIES, line=3)
    picture.text(486, 25, "this campaign")
    picture.line([(600, 21), (630, 21)], stroke=Palette.ALERT, line=2, dashed=True)
    picture.text(636, 25, "history")
    first, last = months[0][0], max(months[-1][0], months[0][0] + 5)
    _tonnage_bars(picture, tonnage_by_month(view), 60, first, last)
    for part, name in enumerate(PARTS):
        top = 60 + (part + 1) * (HEIGHT + GAP)
        mine = [(month, float(totals[part])) for month, totals in months]
        past = [(month, float(history_by(month)[part])) for month in range(first, last + 1)]
        _lines(picture, f"{name}, in all", mine, past, top, first, last)
    return picture.as_svg()


def _frame(
    picture: Picture, title: str, most: float, top: float, first: int, last: int
) -> Callable[[float, float], Point]:
    """Axes with a few marks; returns how a month and a value become a place."""
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000) if most / step <= 5)
    height = HEIGHT - 40

    def at(month: float, value: float) -> Point:
        across = (month - first + 0.5) / (last - first + 1)
        return LEFT + across * (WIDTH - LEFT - 16), top + 16 + height * (1 - value / max(most, step))

    picture.text(LEFT, top + 4, title, bold=True)
    for mark in range(0, int(most) + 1, step):
        y = at(first, mark)[1]
        picture.line([(LEFT, y), (WIDTH - 16, y)], stroke=Palette.LAND)
        picture.text(LEFT - 6, y + 4, str(mark), size=10, anchor="end", fill=Palette.FAINT)
    every = 1 if last - first < 8 else 6
    for month in range(first, last + 1):
        if month % every == 0:
            x, y = at(month, 0)
            picture.text(x, y + 16, month_text(month), size=10, anchor="middle", fill=Palette.FAINT)
    return at


def _tonnage_bars(picture: Picture, sunk: Sequence[tuple[int, int]], top: float, first: int, last: int) -> None:
    """The sinkings of each month; its history as a step across it."""
    past = {month: history_by(month)[1] - history_by(month - 1)[1] for month in range(first, last + 1)}
    most = max([1, *(tons for _, tons in sunk), *past.values()])
    at = _frame(picture, "thousand tons in each month", most, top, first, last)
    half = (WIDTH - LEFT - 16) / (last - first + 1) * 0.4
    for month, tons in sunk:
        x, y = at(month, tons)
        tip = f"{month_text(month)}: {tons},000 tons; history about {past[month]},000"
        picture.rectangle(x - half, y, 2 * half, at(month, 0)[1] - y, fill=Palette.ALLIES, line=0, tip=tip)
    for month, tons in past.items():
        x, y = at(month, tons)
        picture.line([(x - half, y), (x + half, y)], stroke=Palette.ALERT, line=2)


def _lines(
    picture: Picture,
    title: str,
    mine: Sequence[tuple[int, float]],
    past: Sequence[tuple[int, float]],
    top: float,
    first: int,
    last: int,
) -> None:
    most = max(value for _, value in (*mine, *past))
    at = _frame(picture, title, most, top, first, last)
    picture.line([at(*point) for point in past], stroke=Palette.ALERT, line=2, dashed=True)
    if len(mine) > 1:
        picture.line([at(*point) for point in mine], stroke=Palette.ALLIES, line=3)
    x, y = at(*mine[-1])
    picture.circle(x, y, 4, fill=Palette.ALLIES, stroke=Palette.ALLIES, tip=f"{mine[-1][1]:.0f}")
