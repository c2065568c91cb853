"""Bars of chances: one for each result of one answer, divided bars for several answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from textwrap import wrap

from navalcore.render.picture import Palette, Picture

MOST = 30
"""Outcomes with a bar of their own; the others share one."""
STEP = 24
LETTER = 7.2
"""The width of a letter, about, in the size that outcomes are written in."""


def bars(
    title: str, chances: Mapping[str, Fraction | float], intervals: Mapping[str, tuple[float, float]] | None = None
) -> str:
    """A bar for each outcome as SVG text, as long as its chance, with a whisker over its interval."""
    shown = {name: float(chance) for name, chance in chances.items()}
    if len(shown) > MOST:
        likeliest = sorted(shown, key=lambda name: -shown[name])[: MOST - 1]
        others = len(shown) - len(likeliest)
        shown = {name: shown[name] for name in shown if name in likeliest}
        shown[f"{others} others"] = max(0.0, 1 - sum(shown.values()))
    left = 20 + LETTER * max(len(name) for name in shown)
    width = 420.0
    heading = wrap(title, int((left + width + 64) / 8.5))
    top = 22.0 + 18 * len(heading)
    picture = Picture(left + width + 80, top + 8 + STEP * len(shown), _described(title, _words(shown)))
    for line, text in enumerate(heading):
        picture.text(16, 24 + 18 * line, text, size=13, bold=True)
    longest = max(*shown.values(), *(high for _, high in (intervals or {}).values()), 0.01)
    for place, (name, chance) in enumerate(shown.items()):
        y = top + STEP * place
        picture.text(left - 10, y + 13, name, anchor="end")
        picture.rectangle(
            left, y, width * chance / longest, STEP - 6, fill=Palette.ALLIES, stroke=Palette.ALLIES,
            tip=f"{name}: {chance:.2%}",
        )  # fmt: skip
        end = chance
        if intervals and name in intervals:
            low, end = intervals[name]
            middle = y + STEP / 2 - 3
            ends = [(left + width * share / longest, middle) for share in (low, end)]
            picture.line(ends, stroke=Palette.INK, line=2)
        picture.text(left + width * max(chance, end) / longest + 8, y + 13, f"{chance:.1%}", size=11)
    return picture.as_svg()


def stacked(title: str, rows: Mapping[str, Mapping[str, Fraction | float]], outcomes: Sequence[str]) -> str:
    """A bar for each row as SVG text, each outcome a part of it, darker from first to last."""
    left, width = max(150.0, 20 + LETTER * max(map(len, rows))), 430.0
    shade = {name: i / max(1, len(outcomes) - 1) for i, name in enumerate(outcomes)}
    words = "; ".join(f"{row} {_words({name: odds.get(name, 0) for name in outcomes})}" for row, odds in rows.items())
    keys = _key_places(outcomes, left + width)
    top = 22.0 * (1 + max((line for _, line in keys), default=0)) + 18
    picture = Picture(left + width + 20, top + 16 + STEP * len(rows), _described(title, words))
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


def _described(title: str, words: str) -> str:
    """The bars in words, for those who do not see it."""
    return f"{title} {words}" if title[-1:] in ".?!" else f"{title}. {words}"


def _words(chances: Mapping[str, Fraction | float]) -> str:
    return ", ".join(f"{name}: {float(chance):.0%}" for name, chance in chances.items() if chance)


def _key_places(names: Sequence[str], width: float) -> list[tuple[float, int]]:
    """Where the keys of the outcomes stand: how far from the left and in which line."""
    places, x, line = [], 16.0, 0
    for name in names:
        needed = 40 + LETTER * len(name)
        if x > 16 and x + needed > width:
            x, line = 16.0, line + 1
        places.append((x, line))
        x += needed
    return places
