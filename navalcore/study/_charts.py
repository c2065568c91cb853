"""Charts of matches as SVG: who won a simulation and how long its matches were; what a match was worth, and when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any, Final

from navalcore._picture import Palette, Picture
from navalcore.errors import UnknownName
from navalcore.odds._charts import STEP, draw_bars, draw_heading
from navalcore.study._records import SimulatedMatch
from navalcore.study._report import Doubt, Luck, LuckReport

WIDTH: Final = 640
BINS: Final = 24
HEADING: Final = 58
"""Letters of a heading in one line."""
REPORT_WIDTH: Final = 760
PANEL: Final = 220
"""Height of a role's part of the picture of a report."""
LEFT, RIGHT, TOP = 60, 20, 46
MARKED: Final = 5
"""Turning points marked in each part."""


def results_svg(
    title: str,
    summed: Mapping[str, Any],
    records: Sequence[SimulatedMatch],
    names: Mapping[str, str],
    measure: str = "length",
) -> str:
    """A simulation as an SVG picture: shares of wins with 95 % intervals above, a histogram below.

    Args:
        title: the heading.
        summed: the result of :func:`~navalcore.study.summary` for the records.
        records: the matches, at least one.
        names: the names of the roles for people.
        measure: what the histogram counts the matches by: ``length``, ``choices`` or the name of a score.

    Raises:
        UnknownName: the matches have no such measure.
    """
    wins = {names.get(role, role): share for role, share in summed["wins"].items()}
    if summed["draws"]["count"]:
        wins["no winner"] = summed["draws"]
    told = ", ".join(f"{name} {share['share']:.0%}" for name, share in wins.items())
    heading = wrap(title, HEADING)
    picture = Picture(WIDTH, 212 + 18 * len(heading) + STEP * len(wins), f"{title}. {told}")
    top = draw_heading(picture, heading)
    shares = {name: share["share"] for name, share in wins.items()}
    draw_bars(picture, top, shares, {name: (share["low"], share["high"]) for name, share in wins.items()})
    _histogram(picture, top + STEP * len(wins) + 14, measure, _values(records, measure))
    return picture.as_svg()


def _values(records: Sequence[SimulatedMatch], measure: str) -> list[int]:
    if measure in ("length", "choices"):
        return [getattr(record, measure) for record in records]
    values = [record.scores[measure] for record in records if measure in record.scores]
    if not values:
        scores = ", ".join(sorted({name for record in records for name in record.scores}))
        raise UnknownName(f"the matches have no measure '{measure}'; they have length, choices, {scores}")
    return values


def bins(values: Sequence[int]) -> list[tuple[int, int, int]]:
    """Values counted in at most 24 bins of equal width: each its first value, its last, and how many fall in it."""
    least = min(values)
    width = -(-(max(values) - least + 1) // BINS)
    counts = [0] * ((max(values) - least) // width + 1)
    for value in values:
        counts[(value - least) // width] += 1
    return [(least + i * width, least + (i + 1) * width - 1, count) for i, count in enumerate(counts)]


def _histogram(picture: Picture, top: float, measure: str, values: Sequence[int]) -> None:
    counted = bins(values)
    most = max(count for _, _, count in counted)
    step, floor = (WIDTH - 80) / len(counted), top + 140
    picture.text(14, top + 12, f"matches by {measure.replace('_', ' ')}", bold=True)
    for place, (first, last, count) in enumerate(counted):
        x, height = 40 + step * place, 105 * count / most
        words = f"{first} to {last}" if last > first else str(first)
        picture.rectangle(
            x,
            floor - height,
            step * 0.9,
            height,
            fill=Palette.ALLIES,
            line=0,
            tip=f"{measure} {words}: {count} matches",
        )
        if place % -(-len(counted) // 12) == 0:
            picture.text(x + step * 0.45, floor + 15, str(first), size=10, anchor="middle")
    picture.line([(36, floor), (WIDTH - 36, floor)], stroke=Palette.FAINT)
    picture.text(36, floor - 108, str(most), size=10, anchor="end", fill=Palette.FAINT)


def report_picture(report: LuckReport) -> str:
    """An SVG picture of ``report``: a curve a role from 0 (lost) to 1 (won), turning points as dots, doubted choices as
    squares.
    """
    picture = Picture(REPORT_WIDTH, TOP + PANEL * len(report.roles), f"Luck and decisions in a match of {report.game}")
    picture.text(LEFT, 24, f"{report.game} '{report.scenario}': {report.outcome or 'still being played'}", bold=True)
    for place, role in enumerate(report.roles):
        _Panel(picture, report, role, TOP + place * PANEL).draw()
    return picture.as_svg()


class _Panel:
    """One role's part."""

    def __init__(self, picture: Picture, report: LuckReport, role: str, top: float) -> None:
        self._picture, self._report, self._role = picture, report, role
        self._top, self._height = top + 20, PANEL - 50
        self._choices = max(1, report.course[-1][0])

    def _x(self, number: float) -> float:
        return LEFT + (REPORT_WIDTH - LEFT - RIGHT) * number / self._choices

    def _y(self, worth: float) -> float:
        return self._top + self._height * (1 - worth)

    def draw(self) -> None:
        """Axes, curve, marks."""
        picture, report, role = self._picture, self._report, self._role
        title = f"{role}: luck {report.total_luck(role):+.2f}, {len(self._doubts)} choices in doubt"
        picture.text(LEFT, self._top - 6, title)
        for share in (0, 0.5, 1):
            height = self._y(share)
            picture.line(
                [(LEFT, height), (REPORT_WIDTH - RIGHT, height)], stroke=Palette.FAINT, line=0.5, dashed=share == 0.5
            )
            picture.text(LEFT - 8, height + 4, f"{share:g}", size=11, anchor="end")
        picture.line([(self._x(number), self._y(worth[role])) for number, worth in report.course], stroke=Palette.DEEP)
        for doubt in self._doubts:
            tip = f"choice {doubt.number}: {doubt.chosen}; rather {doubt.better} ({doubt.cost:.2f})"
            picture.rectangle(self._x(doubt.number) - 3, self._y(0) - 3, 6, 6, fill=Palette.ALERT, line=0.5, tip=tip)
        for luck in report.turning_points(role, MARKED):
            self._mark(luck)
        picture.text(REPORT_WIDTH - RIGHT, self._y(0) + 18, f"{self._choices} choices", size=11, anchor="end")

    @property
    def _doubts(self) -> list[Doubt]:
        return [doubt for doubt in self._report.doubts if doubt.role == self._role]

    def _mark(self, luck: Luck) -> None:
        swing = luck.swing(self._role)
        colour = Palette.GOOD if swing > 0 else Palette.AXIS
        tip = f"after choice {luck.number}: {luck.what}, {luck.why} ({swing:+.2f})"
        self._picture.circle(self._x(luck.number), self._y(luck.after[self._role]), 4, fill=colour, tip=tip)
