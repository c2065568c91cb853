"""The calibration's report: a page with the figures against history and plots of ships, tonnage and losses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from navalcore.boards import Palette, Picture
from navalcore.odds import quantile
from navalcore_games.silent_war.calibration.campaigns import BOT, Campaign
from navalcore_games.silent_war.calibration.figures import (
    MARGINS,
    TARGETS,
    Target,
    against_history,
    month_by_month,
    totals,
)
from navalcore_games.silent_war.calibration.hard_report import hard_section
from navalcore_games.silent_war.calibration.month_report import months_plot, months_section, periods_table
from navalcore_games.silent_war.data_pack.loading import load_pack
from navalcore_games.silent_war.data_pack.printed import month_number

NAMES = {"ships": "ships sunk", "tonnage": "thousands of tons sunk", "lost": "boats lost"}
CAUSES = {
    "14.2": "counterattack",
    "14.13": "Diligent Escort",
    "19.1": "Transit Event",
    "18.12": "second damage",
    "18.13": "third damage",
    "7.21": "storm",
    "19.21": "own torpedo or another Combat Event",
    "14.6": "enemy submarine",
    "10.3": "base captured",
    "15.26": "out of range of every base",
}
EVENTS = (
    ("torpedo -1", "second half of 1942"),
    ("torpedo +0", "June-July 1943"),
    ("torpedo +1", "September 1943 to early 1944"),
    ("torpedo +2", "1944-45"),
    ("War Period 2", "after June 1942 (Midway)"),
    ("War Period 3", "after the end of 1943 (end of the Solomons)"),
    ("War Period 4", "after October 1944 (Leyte)"),
)
OF_PERIODS = """\
War Period 2 has one chart for eighteen months, and history sank half as much again in a month of 1943 as in one after
Midway. The scenarios from Midway and from Leyte Gulf begin with fewer sinkings than the months of history come to (58
ships of 240,000 tons, and 985 of 4,300,000). Those totals are older than the months, and the levels of victory were
found with them."""
"""Remarks on the table of the War Periods, by hand."""
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 300, 60, 16, 36, 36


def write_report(folder: Path, campaigns: Sequence[Campaign], by_hard: Sequence[Campaign]) -> None:
    """The page ``silent_war_calibration.md`` and the plots next to its journal."""
    (folder / "silent_war_calibration.md").write_text(page(campaigns, by_hard), encoding="utf-8")
    for number, track in enumerate(Target._fields):
        path = folder / "simulated" / f"silent_war_calibration_{track}.svg"
        path.write_text(plot(campaigns, number, track) + "\n", encoding="utf-8")
    path = folder / "simulated" / "silent_war_calibration_months.svg"
    path.write_text(months_plot(campaigns) + "\n", encoding="utf-8")


def page(campaigns: Sequence[Campaign], by_hard: Sequence[Campaign]) -> str:
    """The page as MyST text.

    Args:
        campaigns: those of the bot that is compared with history.
        by_hard: the same campaigns played by the hard bot.
    """
    parts = [
        "# Silent War: the campaign against history",
        "<!-- Written by `make calibrate`; do not edit. -->",
        f"{len(campaigns)} campaigns from December 1941 to August 1945, played by the bot `{BOT}` with the game's own"
        f" charts (fingerprint `{campaigns[0].tables}`). The reconstructed charts were tuned by hand until the bot came"
        " near these very figures. The table shows a fit, not an independent test, and a different player will do"
        " better or worse. `make calibrate` plays what the journal lacks and writes this page.",
        f"Played {_when(campaigns)} on {' and on '.join(sorted({each.machine for each in campaigns}))}.",
        *(
            f"![{NAMES[track]}, month by month](simulated/silent_war_calibration_{track}.svg)"
            for track in Target._fields
        ),
        "## At the end of each year",
        f"Aim: the median within {MARGINS['ships']:.0%} of history for ships and tonnage, within {MARGINS['lost']:.0%}"
        " for boats lost.",
        _years(campaigns),
        "## Month by month",
        months_section(campaigns),
        "## What a month brings",
        "The War Periods in the months that they had in history, divided at the end of each year.",
        periods_table(campaigns),
        OF_PERIODS,
        "## By War Period",
        _periods(campaigns),
        "## What boats were lost to",
        _causes(campaigns),
        "## When torpedoes and War Periods came",
        _dates(campaigns),
        "## The hard bot in the same campaigns",
        hard_section(campaigns, by_hard),
        "## How the charts were tuned",
        "Each file says in its `tuned` lines what was changed after the data pack was written, and why:",
        _changes(),
        "## Speed",
        _speed(campaigns),
    ]
    return "\n\n".join(parts) + "\n"


def _when(campaigns: Sequence[Campaign]) -> str:
    dates = sorted(campaign.date for campaign in campaigns)
    return f"on {dates[0]}" if dates[0] == dates[-1] else f"from {dates[0]} to {dates[-1]}"


def _span(history: tuple[float, float]) -> str:
    low, high = history
    return f"{low:g}" if low == high else f"{low:g}-{high:g}"


def _years(campaigns: Sequence[Campaign]) -> str:
    rows = [
        "| end of | track | history | 10 % | median | 90 % | against history | |",
        "|---|---|--:|--:|--:|--:|--:|---|",
    ]
    for line in against_history(campaigns):
        word = "within" if line.within else "**outside**"
        figures = f"{line.low:.0f} | {line.median:.0f} | {line.high:.0f} | {line.deviation:+.0%}"
        rows.append(f"| {line.month} | {NAMES[line.track]} | {_span(line.history)} | {figures} | {word} |")
    return "\n".join(rows)


def _periods(campaigns: Sequence[Campaign]) -> str:
    rows = [
        "| War Period | patrols | searches | searches a patrol | convoys a search | units a convoy | sunk a contact |"
        " thousand tons a ship | damaged | lost |",
        "|---|" + "--:|" * 9,
    ]
    many = len(campaigns)
    for period, counts in totals(campaigns).items():
        searches, patrols = max(counts["searches"], 1), max(counts["patrols"], 1)
        convoys, sunk = max(counts["convoys"], 1), max(counts["sunk"], 1)
        rows.append(
            f"| {period} | {counts['patrols'] / many:.0f} | {counts['searches'] / many:.0f} | {searches / patrols:.1f}"
            f" | {convoys / searches:.2f} | {counts['units'] / convoys:.1f} | {sunk / max(counts['contact'], 1):.2f}"
            f" | {counts['tons'] / sunk:.1f} | {counts['damaged'] / many:.0f} | {counts['lost'] / many:.1f} |"
        )
    return "\n".join(rows)


def _causes(campaigns: Sequence[Campaign]) -> str:
    whole = sum(totals(campaigns).values(), start=Counter[str]())
    found = {name.removeprefix("lost by "): n for name, n in whole.items() if name.startswith("lost by ")}
    rows = ["| cause | section | boats a campaign |", "|---|---|--:|"]
    for section, n in sorted(found.items(), key=lambda item: -item[1]):
        rows.append(f"| {CAUSES.get(section, 'other')} | {section} | {n / len(campaigns):.1f} |")
    return "\n".join(rows)


def _dates(campaigns: Sequence[Campaign]) -> str:
    rows = ["| first month with | 10 % | median | 90 % | history |", "|---|---|---|---|---|"]
    for name, history in EVENTS:
        months = sorted(campaign.dates[name] for campaign in campaigns if name in campaign.dates)
        if months:
            low, middle, high = (months[round(share * (len(months) - 1))] for share in (0.1, 0.5, 0.9))
            rows.append(f"| {name.replace('+0', '0')} | {low} | {middle} | {high} | {history} |")
    return "\n".join(rows)


def _changes() -> str:
    rows = ["| file | changed, and why |", "|---|---|"]
    rows += [f"| `{name}.toml` | {change} |" for name, file in load_pack().files.items() for change in file.meta.tuned]
    return "\n".join(rows)


def _speed(campaigns: Sequence[Campaign]) -> str:
    seconds = [campaign.seconds for campaign in campaigns]
    choices = quantile([campaign.choices for campaign in campaigns], 0.5)
    return (
        f"A campaign took {quantile(seconds, 0.5):.0f} s of one core (median; {min(seconds):.0f}-{max(seconds):.0f} s,"
        f" on a machine with other work) for {choices:.0f} choices, counting of events included."
    )


def plot(campaigns: Sequence[Campaign], number: int, track: str) -> str:
    """One track month by month: the median with its 10 % and 90 % lines, history as points."""
    series = month_by_month(campaigns, number)
    first = month_number("1941-12")
    last = month_number("1945-08")
    top = max(max(high for _, _, high in series.values()), max(target[number][1] for target in TARGETS.values()))
    picture = Picture(WIDTH, HEIGHT, f"{NAMES[track]}: {len(campaigns)} campaigns against history")

    def at(month: str, value: float) -> tuple[float, float]:
        along = (month_number(month) - first + 1) / (last - first + 1)
        return LEFT + along * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - value / top * (HEIGHT - TOP - BOTTOM)

    picture.text(LEFT, 22, f"{NAMES[track].capitalize()}: median, 10 and 90 % of {len(campaigns)} campaigns", bold=True)
    for year in (1942, 1943, 1944, 1945):
        x, _ = at(f"{year - 1}-12", 0)
        picture.line([(x, TOP), (x, HEIGHT - BOTTOM)], stroke=Palette.NEUTRAL, dashed=True)
        picture.text(x + 4, HEIGHT - 14, str(year), fill=Palette.FAINT)
    for share in (0, 0.25, 0.5, 0.75, 1):
        value = round(top * share)
        picture.text(LEFT - 6, at("1945-08", value)[1] + 4, str(value), anchor="end", size=11, fill=Palette.FAINT)
    lows = [at(month, low) for month, (low, _, _) in series.items()]
    highs = [at(month, high) for month, (_, _, high) in series.items()]
    picture.polygon([*lows, *reversed(highs)], fill=Palette.ALLIES, stroke=Palette.ALLIES, opacity=0.2)
    picture.line([at(month, median) for month, (_, median, _) in series.items()], stroke=Palette.ALLIES, line=2)
    for month, target in TARGETS.items():
        low, high = target[number]
        if low != high:
            picture.line([at(month, low), at(month, high)], stroke=Palette.AXIS, line=3)
        x, y = at(month, (low + high) / 2)
        picture.circle(x, y, 5, fill=Palette.AXIS, tip=f"history, end of {month}: {_span((low, high))}")
    return picture.as_svg()
