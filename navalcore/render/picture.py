"""SVG pictures that look the same everywhere; every one has a title for those who cannot see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import drawsvg

Point = tuple[float, float]


class Palette:
    """Colours the games share, readable on light and dark pages (a picture brings its own background)."""

    SEA: Final = "#dbe8f0"
    DEEP: Final = "#27475e"
    LAND: Final = "#e9e2cf"
    COAST: Final = "#8a7f66"
    INK: Final = "#1c2730"
    FAINT: Final = "#4a5864"
    PAPER: Final = "#fbfaf6"
    CARD: Final = "#ffffff"
    CARD_BACK: Final = "#3d5a73"
    AXIS: Final = "#8c2f2b"
    ALLIES: Final = "#1f5c8b"
    NEUTRAL: Final = "#8d8d86"
    ALERT: Final = "#8f4a0b"
    GOOD: Final = "#2a6239"


class Picture:
    """A drawing of fixed size; coordinates are pixels from the upper left corner.

    >>> picture = Picture(120, 40, "An empty sea", background=Palette.SEA)
    >>> picture.text(10, 25, "sea")
    >>> "<title>An empty sea</title>" in picture.as_svg()
    True
    """

    FONT: Final = "DejaVu Sans, Verdana, sans-serif"
    MONO: Final = "DejaVu Sans Mono, Menlo, Consolas, monospace"

    def __init__(self, width: float, height: float, title: str, background: str = Palette.PAPER) -> None:
        self.width = width
        self.height = height
        self._drawing: Any = drawsvg.Drawing(width, height, role="img")
        self._drawing.append(drawsvg.Title(title))
        self._drawing.append(drawsvg.Rectangle(0, 0, width, height, fill=background))

    def _add(self, element: Any, tip: str | None) -> None:
        if tip:
            element.append_title(tip)
        self._drawing.append(element)

    def rectangle(
        self, x: float, y: float, width: float, height: float, *,
        fill: str = Palette.CARD, stroke: str = Palette.INK, line: float = 1, round: float = 0, tip: str | None = None,
        opacity: float = 1,
    ) -> None:  # fmt: skip
        """A rectangle; ``tip`` is shown when the pointer rests on it."""
        self._add(
            drawsvg.Rectangle(
                x, y, width, height, rx=round, fill=fill, stroke=stroke, stroke_width=line, fill_opacity=opacity
            ),
            tip,
        )

    def circle(
        self, x: float, y: float, radius: float, *,
        fill: str = Palette.CARD, stroke: str = Palette.INK, line: float = 1, tip: str | None = None,
    ) -> None:  # fmt: skip
        """A circle around a centre."""
        self._add(drawsvg.Circle(x, y, radius, fill=fill, stroke=stroke, stroke_width=line), tip)

    def line(
        self, points: Sequence[Point], *, stroke: str = Palette.INK, line: float = 1, dashed: bool = False,
        arrow: bool = False,
    ) -> None:  # fmt: skip
        """A line through points, dashed or with an arrow head at its end if wanted."""
        extra: dict[str, Any] = {"stroke_dasharray": "6 4"} if dashed else {}
        if arrow:
            head = drawsvg.Marker(-0.1, -0.51, 0.9, 0.5, scale=4, orient="auto")
            head.append(drawsvg.Lines(-0.1, 0.5, -0.1, -0.5, 0.9, 0, fill=stroke, close=True))
            extra["marker_end"] = head
        flat = [value for point in points for value in point]
        self._add(drawsvg.Lines(*flat, fill="none", stroke=stroke, stroke_width=line, **extra), None)

    def polygon(
        self, points: Sequence[Point], *, fill: str = Palette.LAND, stroke: str = Palette.COAST, line: float = 1,
        tip: str | None = None, opacity: float = 1,
    ) -> None:  # fmt: skip
        """A closed area."""
        flat = [value for point in points for value in point]
        self._add(
            drawsvg.Lines(*flat, close=True, fill=fill, stroke=stroke, stroke_width=line, fill_opacity=opacity), tip
        )

    def text(
        self, x: float, y: float, text: str, *, size: float = 12, fill: str = Palette.INK, anchor: str = "start",
        bold: bool = False, mono: bool = False,
    ) -> None:  # fmt: skip
        """A line of text whose baseline begins (or, by ``anchor`` ``middle`` or ``end``, lies or ends) at a point."""
        self._add(
            drawsvg.Text(
                text, size, x, y, fill=fill, text_anchor=anchor, font_weight="bold" if bold else "normal",
                font_family=self.MONO if mono else self.FONT, xml__space="preserve",
            ),
            None,
        )  # fmt: skip

    def as_svg(self) -> str:
        """The picture as SVG text."""
        text: str = self._drawing.as_svg()
        return text


def text_svg(text: str, title: str = "Text board") -> str:
    """A text board as a picture, for games that draw nothing better."""
    lines = text.splitlines() or [""]
    picture = Picture(16 + 8 * max(len(line) for line in lines), 16 + 16 * len(lines), title)
    for row, line in enumerate(lines):
        picture.text(8, 22 + 16 * row, line, mono=True, size=13)
    return picture.as_svg()
