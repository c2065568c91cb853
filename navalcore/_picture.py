"""SVG pictures that look the same everywhere; every one has a title for those who cannot see it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from navalcore._misfits import told_when_made

Point = tuple[float, float]
"""A place in a picture, in pixels from its upper left corner."""

_MARKUP = re.compile("[&<>\"'\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_NAMED: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
_NAMED_BLANKS: Final = {"\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}


def escaped(text: str) -> str:
    """A text as SVG wants it, between tags or quotes. Anything forbidden in XML becomes the replacement character.

    >>> escaped("U-47 <'the bull'> & co")
    'U-47 &lt;&#39;the bull&#39;&gt; &amp; co'
    """
    return text if _MARKUP.search(text) is None else _MARKUP.sub(_escaped_mark, text)


def _escaped_mark(found: re.Match[str]) -> str:
    mark = found[0]
    return _NAMED.get(mark) or _NAMED_BLANKS.get(mark) or "\ufffd"


class Palette:
    """Colours the games share, readable on light and dark pages (a picture brings its own background)."""

    DEEP: Final = "#27475e"
    LAND: Final = "#e9e2cf"
    COAST: Final = "#8a7f66"
    INK: Final = "#1c2730"
    FAINT: Final = "#4a5864"
    PAPER: Final = "#fbfaf6"
    CARD: Final = "#ffffff"
    AXIS: Final = "#8c2f2b"
    ALLIES: Final = "#1f5c8b"
    NEUTRAL: Final = "#8d8d86"
    ALERT: Final = "#8f4a0b"
    GOOD: Final = "#2a6239"


@told_when_made
class Picture:
    """A chart that scales; coordinates are pixels of its natural size, from the upper left corner. (A board is no such
    picture: see :class:`Board`.)

    What is drawn later is on top. A text or colour from outside is escaped, so it never becomes markup.

    >>> picture = Picture(120, 40, "Ships sunk by month")
    >>> picture.text(10, 25, "May 1943")
    >>> "<title>Ships sunk by month</title>" in picture.as_svg()
    True

    Args:
        width: in pixels.
        height: in pixels.
        title: a description of the picture, for people who cannot see it.
    """

    FONT: Final = "DejaVu Sans, Verdana, sans-serif"
    MONO: Final = "DejaVu Sans Mono, Menlo, Consolas, monospace"

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width = width
        self.height = height
        self.title = title
        self._parts: list[str] = []
        self.rectangle(0, 0, width, height, fill=Palette.PAPER, stroke="none")

    def _add(self, name: str, attributes: str, tip: str | None) -> None:
        ending = f"><title>{escaped(tip)}</title></{name}>" if tip else "/>"
        self._parts.append(f"<{name} {attributes}{ending}\n")

    def rectangle(
        self, x: float, y: float, width: float, height: float, *,
        fill: str = Palette.CARD, stroke: str = Palette.INK, line: float = 1, round: float = 0, tip: str | None = None,
        opacity: float = 1,
    ) -> None:  # fmt: skip
        """Draw a rectangle.

        Args:
            x: its left side, in pixels from the left.
            y: its upper side, in pixels from the top.
            width: in pixels.
            height: in pixels.
            fill: its colour, as in CSS; ``none`` for nothing.
            stroke: the colour of its line, likewise.
            line: the width of the line in pixels.
            round: the radius of its corners in pixels; 0 for square ones.
            tip: a text shown when the pointer rests on it.
            opacity: from 0 (invisible) to 1.
        """
        corners = f' rx="{round:g}"' if round else ""
        where = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{corners}'
        self._add("rect", where + _paint(fill, stroke, line, opacity), tip)

    def circle(
        self, x: float, y: float, radius: float, *,
        fill: str = Palette.CARD, stroke: str = Palette.INK, line: float = 1, tip: str | None = None,
        opacity: float = 1,
    ) -> None:  # fmt: skip
        """Draw a circle. Colours and lines are given as for :meth:`rectangle`.

        Args:
            x: its centre, in pixels from the left.
            y: its centre, in pixels from the top.
            radius: in pixels.
            fill: its colour.
            stroke: the colour of its line.
            line: the width of the line.
            tip: a text shown when the pointer rests on it.
            opacity: from 0 (invisible) to 1.
        """
        where = f'cx="{x:g}" cy="{y:g}" r="{radius:g}"'
        self._add("circle", where + _paint(fill, stroke, line, opacity), tip)

    def line(
        self, points: Sequence[Point], *, stroke: str = Palette.INK, line: float = 1, dashed: bool = False,
        arrow: bool = False,
    ) -> None:  # fmt: skip
        """Draw a line through points.

        Args:
            points: at least two points, each an ``(x, y)`` in pixels from the upper left corner.
            stroke: its colour.
            line: its width in pixels.
            dashed: dashes in place of one line.
            arrow: whether an arrow head follows its end.
        """
        dashes = ' stroke-dasharray="6 4"' if dashed else ""
        self._add("polyline", f'points="{_listed(points)}"{_paint("none", stroke, line, 1)}{dashes}', None)
        if arrow:
            self.polygon(_head(points[-2], points[-1], line), fill=stroke, stroke="none")

    def polygon(
        self, points: Sequence[Point], *, fill: str = Palette.LAND, stroke: str = Palette.COAST, line: float = 1,
        tip: str | None = None, opacity: float = 1,
    ) -> None:  # fmt: skip
        """Draw a closed area.

        Args:
            points: its corners, each an ``(x, y)`` in pixels from the upper left corner; the last is joined to the
                first.
            fill: its colour.
            stroke: the colour of its line.
            line: the width of the line in pixels.
            tip: a text shown when the pointer rests on it.
            opacity: from 0 (invisible) to 1.
        """
        self._add("polygon", f'points="{_listed(points)}"{_paint(fill, stroke, line, opacity)}', tip)

    def text(
        self, x: float, y: float, text: str, *, size: float = 12, fill: str = Palette.INK, anchor: str = "start",
        bold: bool = False, mono: bool = False,
    ) -> None:  # fmt: skip
        """Write a line of text.

        Args:
            x: the anchor, in pixels from the left.
            y: the baseline, in pixels from the top.
            text: the text; it is escaped.
            size: the size of the font in pixels.
            fill: its colour.
            anchor: the part of the text that is at ``x``: ``start``, ``middle`` or ``end``.
            bold: whether it is bold.
            mono: whether all letters are equally wide.
        """
        extra = "" if anchor == "start" else f' text-anchor="{escaped(anchor)}"'
        if bold:
            extra += ' font-weight="bold"'
        if mono:
            extra += f' font-family="{self.MONO}"'
        if "  " in text or text[:1] == " ":
            extra += ' xml:space="preserve"'
        where = f'x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{escaped(fill)}"'
        self._parts.append(f"<text {where}{extra}>{escaped(text)}</text>\n")

    def as_svg(self) -> str:
        """The picture as SVG text: no XML prolog, so that it may be in a page as it is."""
        width, height, title = f"{self.width:g}", f"{self.height:g}", escaped(self.title)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" font-family="{self.FONT}" role="img"><title>{title}</title>\n'
        )
        return f"{head}{''.join(self._parts)}</svg>"


def _paint(fill: str, stroke: str, line: float, opacity: float) -> str:
    painted = f' fill="{escaped(fill)}"'
    if opacity != 1:
        painted += f' fill-opacity="{opacity:g}"'
    if stroke != "none" and line:
        painted += f' stroke="{escaped(stroke)}"'
        if line != 1:
            painted += f' stroke-width="{line:g}"'
    return painted


def _listed(points: Sequence[Point]) -> str:
    return " ".join([f"{x:g},{y:g}" for x, y in points])


def _head(before: Point, end: Point, line: float) -> list[Point]:
    """The head of an arrow that has come from ``before`` to ``end``, where it begins."""
    across, down = end[0] - before[0], end[1] - before[1]
    length = (across**2 + down**2) ** 0.5 or 1.0
    ahead_x, ahead_y = 2 * line * across / length, 2 * line * down / length
    return [
        (end[0] - ahead_y, end[1] + ahead_x),
        (end[0] + ahead_y, end[1] - ahead_x),
        (end[0] + 1.8 * ahead_x, end[1] + 1.8 * ahead_y),
    ]


def text_picture(text: str, title: str) -> Picture:
    """A text board as a picture, for games that describe no other."""
    lines = text.splitlines() or [""]
    picture = Picture(16 + 8 * max(len(line) for line in lines), 16 + 16 * len(lines), title)
    for row, line in enumerate(lines):
        picture.text(8, 22 + 16 * row, line, mono=True, size=13)
    return picture
