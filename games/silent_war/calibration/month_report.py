"""The part of the calibration's report that compares the bot with history month by month: tables and a plot."""

from __future__ import annotations

from collections.abc import Sequence

from navalcore.boards import Palette, Picture
from navalcore.components import listed
from navalcore_games.silent_war.calibration.campaigns import Campaign
from navalcore_games.silent_war.calibration.months import Stretch, by_month, by_period, by_quarter, departs
from navalcore_games.silent_war.data_pack.printed import month_number

TRACKS = ("ships", "thousand tons", "boats lost")
DIGITS = (0, 0, 1)
WHY = """\
The reason is that charts change with the War Period and torpedoes with the ships sunk, neither with the month. The bot
begins faster than history, and falls back from the end of 1942 until its torpedoes are better. From the spring of 1944
it sinks at an even pace, while history sank most in October and November. In the last summer it still meets the thin
traffic of War Period 4, when the sea was empty in history."""
"""Why the bot departs from history, by hand."""
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 300, 60, 16, 36, 36


def months_section(campaigns: Sequence[Campaign]) -> str:
    """The plot, the table of the months, and where the bot departs from history."""
    history = (
        "History is that of the Joint Army-Navy Assessment Committee (JANAC, 1947). Its months are reconstructed,"
        " rounded to 5 thousand tons, and brought to the totals of the years: `headquarters/history.toml` says how."
        " The boats lost are those of `submarines.csv`. Campaigns have their mean, and in brackets 10 % and 90 %."
    )
    parts = ["![thousands of tons in each month](simulated/silent_war_calibration_months.svg)", history]
    return "\n\n".join([*parts, _months(campaigns), departures(campaigns)])


def _spread(stretch: Stretch, track: int) -> str:
    return f"{stretch.mean[track]:.{DIGITS[track]}f} ({stretch.low[track]:.0f}-{stretch.high[track]:.0f})"


def _months(campaigns: Sequence[Campaign]) -> str:
    titles = [title for track in TRACKS for title in (f"{track}: history", "campaigns")]
    rows = [f"| month | {' | '.join(titles)} |", "|---|" + "--:|" * len(titles)]
    for month in by_month(campaigns):
        cells = [text for track in range(3) for text in (f"{month.history[track]:g}", _spread(month, track))]
        rows.append(f"| {month.name} | {' | '.join(cells)} |")
    return "\n".join(rows)


def departures(campaigns: Sequence[Campaign]) -> str:
    """In one sentence the quarters in which nine campaigns of ten sank more than history, or less, and why."""
    above: list[tuple[str, str]] = []
    below: list[tuple[str, str]] = []
    for quarter in by_quarter(campaigns):
        if departs(quarter, 1):
            (above if quarter.mean[1] > quarter.history[1] else below).append((quarter.first, quarter.last))
    sides = [
        f"{word} {_joined(spans)}"
        for word, spans in (("more than history in", above), ("less than history in", below))
        if spans
    ]
    return f"By tonnage nine campaigns of ten sank {', and '.join(sides)}. {WHY}" if sides else ""


def _joined(spans: Sequence[tuple[str, str]]) -> str:
    """Spans of months in words; one that follows the one before is put together with it."""
    found: list[tuple[str, str]] = []
    for first, last in spans:
        if found and month_number(first) == month_number(found[-1][1]) + 1:
            found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
    return listed([f"{first} to {last}" for first, last in found])


def periods_table(campaigns: Sequence[Campaign]) -> str:
    """The sinkings and losses of a month of each War Period, in history and in the campaigns."""
    rows = [
        "| War Period | months | ships a month | history | thousand tons | history | boats lost | history |",
        "|---|---|" + "--:|" * 6,
    ]
    for period, stretch in by_period(campaigns):
        months = month_number(stretch.last) - month_number(stretch.first) + 1
        pairs = zip(stretch.mean, stretch.history, DIGITS, strict=True)
        cells = [f"{ours / months:.{digits}f} | {theirs / months:.{digits}f}" for ours, theirs, digits in pairs]
        rows.append(f"| {period} | {stretch.name} | {' | '.join(cells)} |")
    return "\n".join(rows)


def months_plot(campaigns: Sequence[Campaign]) -> str:
    """Thousands of tons in each month: the mean with 10 % and 90 %, and history as steps."""
    months = by_month(campaigns)
    top = max(max(month.high[1], month.history[1]) for month in months)
    picture = Picture(WIDTH, HEIGHT, f"thousands of tons in each month: {len(campaigns)} campaigns against history")
    wide = (WIDTH - LEFT - RIGHT) / len(months)

    def up(value: float) -> float:
        return HEIGHT - BOTTOM - value / top * (HEIGHT - TOP - BOTTOM)

    def along(number: float) -> float:
        return LEFT + number * wide

    title = f"Thousands of tons in each month: mean, 10 and 90 % of {len(campaigns)} campaigns; history red"
    picture.text(LEFT, 22, title, bold=True)
    for number, month in enumerate(months):
        if month.first.endswith("-01"):
            picture.line([(along(number), TOP), (along(number), up(0))], stroke=Palette.NEUTRAL, dashed=True)
            picture.text(along(number) + 4, HEIGHT - 14, month.first[:4], fill=Palette.FAINT)
    for share in (0, 0.25, 0.5, 0.75, 1):
        picture.text(LEFT - 6, up(top * share) + 4, str(round(top * share)), anchor="end", size=11, fill=Palette.FAINT)
    lows = [(along(number + 0.5), up(month.low[1])) for number, month in enumerate(months)]
    highs = [(along(number + 0.5), up(month.high[1])) for number, month in enumerate(months)]
    picture.polygon([*lows, *reversed(highs)], fill=Palette.ALLIES, stroke=Palette.ALLIES, opacity=0.2)
    means = [(along(number + 0.5), up(month.mean[1])) for number, month in enumerate(months)]
    picture.line(means, stroke=Palette.ALLIES, line=2)
    ends = [(along(n + end), up(month.history[1])) for n, month in enumerate(months) for end in (0, 1)]
    picture.line(ends, stroke=Palette.AXIS, line=2)
    return picture.as_svg()
