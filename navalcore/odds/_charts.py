"""Charts of chances as SVG: a bar for each result of one answer, divided bars for several answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from textwrap import wrap
from typing import Final

from navalcore._picture import Palette, Picture

MOST_BARS: Final = 30
"""Outcomes with a bar of their own; the others share one."""
STEP: Final = 24
LETTER: Final = 7.2
"""The width of a letter, about, in the size that outcomes are written in."""


def bars(
    title: str, chances: Mapping[str, Fraction | float], intervals: Mapping[str, tuple[float, float]] | None = None
) -> str:
    """A bar for each outcome as SVG text, as long as its chance, with a whisker over its interval."""
    shown = {name: float(chance) for name, chance in chances.items()}
    if len(shown) > MOST_BARS:
        likeliest = sorted(shown, key=lambda name: -shown[name])[: MOST_BARS - 1]
        others = len(shown) - len(likeliest)
        shown = {name: shown[name] for name in shown if name in likeliest}
        shown[f"{others} others"] = max(0.0, 1 - sum(shown.values()))
    width = 500.0 + left_of(shown)
    lines = wrap(title, int((width - 16) / 8.5))
    picture = Picture(width, 30 + 18 * len(lines) + STEP * len(shown), described(title, shown))
    longest = max(*shown.values(), *(high for _, high in (intervals or {}).values()), 0.01)
    draw_bars(picture, draw_heading(picture, lines), shown, intervals or {}, longest)
    return picture.as_svg()


def left_of(names: Iterable[str]) -> float:
    """Where bars with these names begin."""
    return 20 + LETTER * max(map(len, names))


def draw_heading(picture: Picture, lines: Sequence[str]) -> float:
    """Write a heading; returns how far down the picture continues."""
    for number, text in enumerate(lines):
        picture.text(16, 24 + 18 * number, text, size=13, bold=True)
    return 22.0 + 18 * len(lines)


def draw_bars(
    picture: Picture,
    top: float,
    shares: Mapping[str, float],
    intervals: Mapping[str, tuple[float, float]],
    longest: float = 1.0,
) -> None:
    """Draw a bar for each share from ``top`` down; the longest possible is as wide as the picture allows."""
    left = left_of(shares)
    scale = (picture.width - 80 - left) / longest
    for place, (name, share) in enumerate(shares.items()):
        y = top + STEP * place
        low, high = intervals.get(name, (share, share))
        tip = f"{name}: {share:.2%}" + (f" ({low:.2%} to {high:.2%})" if name in intervals else "")
        picture.text(left - 10, y + 13, name, anchor="end")
        picture.rectangle(left, y, scale * share, STEP - 6, fill=Palette.ALLIES, stroke=Palette.ALLIES, tip=tip)
        if name in intervals:
            ends = [(left + scale * end, y + STEP / 2 - 3) for end in (low, high)]
            picture.line(ends, stroke=Palette.INK, line=2)
        picture.text(left + scale * max(share, high) + 8, y + 13, f"{share:.1%}", size=11)


def stacked(title: str, rows: Mapping[str, Mapping[str, Fraction | float]], outcomes: Sequence[str]) -> str:
    """A bar for each row as SVG text, each outcome a part of it, darker from first to last."""
    left, width = max(150.0, 20 + LETTER * max(map(len, rows))), 430.0
    shade = {name: i / max(1, len(outcomes) - 1) for i, name in enumerate(outcomes)}
    words = "; ".join(f"{row} {in_words({name: odds.get(name, 0) for name in outcomes})}" for row, odds in rows.items())
    keys = _key_places(outcomes, left + width)
    top = 22.0 * (1 + max((line for _, line in keys), default=0)) + 18
    picture = Picture(left + width + 20, top + 16 + STEP * len(rows), described(title, words))
    for name, (x, line) in zip(outcomes, keys, strict=True):
        y = 12 + 22.0 * line
        picture.rectangle(x, y, 16, 14, fill=Palette.ALLIES, opacity=_dark(shade[name]), stroke=Palette.FAINT)
        picture.text(x + 22, y + 12, name)
    for place, (row, odds) in enumerate(rows.items()):
        x, y = left, top + STEP * place
        picture.text(left - 10, y + 13, row, anchor="end")
        for name in outcomes:
            share = float(odds.get(name, 0))
            part = share * width
            if not part:
                continue
            picture.rectangle(
                x, y, part, STEP - 6, fill=Palette.ALLIES, opacity=_dark(shade[name]), stroke=Palette.FAINT,
                tip=f"{row}, {name}: {share:.1%}",
            )  # fmt: skip
            if part > 38:
                ink = Palette.CARD if shade[name] > 0.4 else Palette.INK
                picture.text(x + part / 2, y + 13, f"{share:.0%}", size=11, anchor="middle", fill=ink)
            x += part
    return picture.as_svg()


def _dark(shade: float) -> float:
    return 0.08 + 0.92 * shade


def described(title: str, chances: Mapping[str, Fraction | float] | str) -> str:
    """A chart in words, for those who do not see it."""
    words = chances if isinstance(chances, str) else in_words(chances)
    return f"{title} {words}" if title[-1:] in ".?!" else f"{title}. {words}"


def in_words(chances: Mapping[str, Fraction | float]) -> str:
    """Chances as a list; the impossible are left out."""
    return ", ".join(f"{name}: {float(chance):.0%}" for name, chance in chances.items() if chance)


def _key_places(names: Sequence[str], width: float) -> list[tuple[float, int]]:
    """Where the keys of the outcomes are: how far from the left and in which line."""
    places, x, line = [], 16.0, 0
    for name in names:
        needed = 40 + LETTER * len(name)
        if x > 16 and x + needed > width:
            x, line = 16.0, line + 1
        places.append((x, line))
        x += needed
    return places
