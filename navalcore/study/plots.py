"""Pictures of simulations: who won how often, and how long the matches were."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any

from navalcore.errors import UnknownName
from navalcore.render import Palette, Picture
from navalcore.study.records import Record

_WIDTH, _ROW = 640, 30
_BINS = 24
_LETTERS = 58
"""Of the heading, in one line."""


def results_svg(
    title: str, summed: Mapping[str, Any], records: Sequence[Record], names: Mapping[str, str], measure: str = "length"
) -> str:
    """A simulation as an SVG picture: shares of wins with 95 % intervals above, a histogram below.

    Args:
        title: the heading.
        summed: what :func:`~navalcore.study.simulate.summary` says of the records.
        records: the matches, at least one.
        names: what people call the roles.
        measure: what the histogram counts the matches by: ``length``, ``choices`` or the name of a score.

    Raises:
        UnknownName: the matches have no such measure.
    """
    shares = [(names.get(role, role), share) for role, share in summed["wins"].items()]
    if summed["draws"]["count"]:
        shares.append(("no winner", summed["draws"]))
    told = ", ".join(f"{name} {share['share']:.0%}" for name, share in shares)
    heading = wrap(title, _LETTERS)
    top = 24 + 20 * len(heading)
    histogram = top + _ROW * len(shares)
    picture = Picture(_WIDTH, histogram + 190, f"{title}. {told}")
    for line, text in enumerate(heading):
        picture.text(14, 26 + 20 * line, text, size=15, bold=True)
    left = 24 + 7.5 * max(len(name) for name, _ in shares)
    for place, (name, share) in enumerate(shares):
        _share_bar(picture, left, top + _ROW * place, name, share)
    _histogram(picture, histogram + 14, measure, _values(records, measure))
    return picture.as_svg()


def _values(records: Sequence[Record], measure: str) -> list[int]:
    if measure in ("length", "choices"):
        return [getattr(record, measure) for record in records]
    values = [record.scores[measure] for record in records if measure in record.scores]
    if not values:
        scores = ", ".join(sorted({name for record in records for name in record.scores}))
        raise UnknownName(f"the matches have no measure '{measure}'; they have length, choices, {scores}")
    return values


def _share_bar(picture: Picture, left: float, y: float, name: str, share: Mapping[str, float]) -> None:
    width, middle = _WIDTH - left - 120, y + 10
    picture.text(left - 10, y + 15, name, anchor="end")
    picture.rectangle(left, y, width, 20, fill=Palette.SEA, line=0)
    tip = f"{name}: {share['share']:.1%} ({share['low']:.1%} to {share['high']:.1%})"
    picture.rectangle(left, y, width * share["share"], 20, fill=Palette.ALLIES, opacity=0.75, line=0, tip=tip)
    low, high = (left + width * share[end] for end in ("low", "high"))
    picture.line([(low, middle), (high, middle)], line=2)
    for end in (low, high):
        picture.line([(end, middle - 5), (end, middle + 5)], line=2)
    picture.text(left + width + 10, y + 15, f"{share['share']:.1%} of matches", size=11)


def bins(values: Sequence[int]) -> list[tuple[int, int, int]]:
    """Values counted in at most 24 bins of equal width: each its first value, its last, and how many fall in it.

    >>> bins([3, 4, 4, 6])
    [(3, 3, 1), (4, 4, 2), (5, 5, 0), (6, 6, 1)]
    """
    least = min(values)
    width = -(-(max(values) - least + 1) // _BINS)
    counts = [0] * ((max(values) - least) // width + 1)
    for value in values:
        counts[(value - least) // width] += 1
    return [(least + i * width, least + (i + 1) * width - 1, count) for i, count in enumerate(counts)]


def _histogram(picture: Picture, top: float, measure: str, values: Sequence[int]) -> None:
    counted = bins(values)
    most = max(count for _, _, count in counted)
    step, floor = (_WIDTH - 80) / len(counted), top + 140
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
    picture.line([(36, floor), (_WIDTH - 36, floor)], stroke=Palette.FAINT)
    picture.text(36, floor - 108, str(most), size=10, anchor="end", fill=Palette.FAINT)
