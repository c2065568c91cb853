"""The luck and decision report as a picture: what the match was worth at every moment, with its turning points."""

from __future__ import annotations

from typing import Final

from navalcore.render.picture import Palette, Picture
from navalcore.study.report import Doubt, Luck, LuckReport

WIDTH: Final = 760
PANEL: Final = 220
"""Height of a role's part of the picture."""
LEFT: Final = 60
RIGHT: Final = 20
TOP: Final = 46
MARKED: Final = 5
"""Turning points marked in each part."""


def report_picture(report: LuckReport) -> str:
    """An SVG picture: a curve a role from 0 (lost) to 1 (won), turning points as dots, doubted choices as squares."""
    picture = Picture(WIDTH, TOP + PANEL * len(report.roles), f"Luck and decisions in a match of {report.game}")
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
        return LEFT + (WIDTH - LEFT - RIGHT) * number / self._choices

    def _y(self, worth: float) -> float:
        return self._top + self._height * (1 - worth)

    def draw(self) -> None:
        """Axes, curve, marks."""
        picture, report, role = self._picture, self._report, self._role
        title = f"{role}: luck {report.total_luck(role):+.2f}, {len(self._doubts)} choices in doubt"
        picture.text(LEFT, self._top - 6, title)
        for share in (0, 0.5, 1):
            height = self._y(share)
            picture.line([(LEFT, height), (WIDTH - RIGHT, height)], stroke=Palette.FAINT, line=0.5, dashed=share == 0.5)
            picture.text(LEFT - 8, height + 4, f"{share:g}", size=11, anchor="end")
        picture.line([(self._x(number), self._y(worth[role])) for number, worth in report.course], stroke=Palette.DEEP)
        for doubt in self._doubts:
            tip = f"choice {doubt.number}: {doubt.chosen}; rather {doubt.better} ({doubt.cost:.2f})"
            picture.rectangle(self._x(doubt.number) - 3, self._y(0) - 3, 6, 6, fill=Palette.ALERT, line=0.5, tip=tip)
        for luck in report.turning_points(role, MARKED):
            self._mark(luck)
        picture.text(WIDTH - RIGHT, self._y(0) + 18, f"{self._choices} choices", size=11, anchor="end")

    @property
    def _doubts(self) -> list[Doubt]:
        return [doubt for doubt in self._report.doubts if doubt.role == self._role]

    def _mark(self, luck: Luck) -> None:
        swing = luck.swing(self._role)
        colour = Palette.GOOD if swing > 0 else Palette.AXIS
        tip = f"after choice {luck.number}: {luck.what}, {luck.why} ({swing:+.2f})"
        self._picture.circle(self._x(luck.number), self._y(luck.after[self._role]), 4, fill=colour, tip=tip)
