"""The SVG of words, outlines and pictures, of which boards and pieces are made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from navalcore._picture import escaped
from navalcore.boards._art import ArtPack, art_in, own_art
from navalcore.boards._shapes import Disc, Outline, Point, Rect, plain


@lru_cache(maxsize=16384)
def number(value: float) -> str:
    """A coordinate. Most are the same from one board to the next."""
    return f"{plain(value):g}"


def numbers(*values: float) -> str:
    """Coordinates with blanks between."""
    return " ".join(map(number, values))


def attribute(name: str, value: float) -> str:
    """One coordinate as an attribute."""
    return f'{name}="{number(value)}"'


def outlined(shape: Outline, classes: str, extra: str = "") -> str:
    """The outline of a region."""
    more = f" {extra}" if extra else ""
    if isinstance(shape, Rect):
        return rectangle(shape, classes, extra=extra)
    if isinstance(shape, Disc):
        where = " ".join([attribute("cx", shape.x), attribute("cy", shape.y), attribute("r", shape.radius)])
        return f'<circle class="{classes}" {where}{more}/>'
    return path(classes, "".join(way(each, closed=True) for each in (shape.points, *shape.islands)), extra)


def rectangle(box: Rect, classes: str, *, round: float = 0, extra: str = "") -> str:
    """A rectangle, its corners rounded if wanted."""
    where = [attribute("x", box.x), attribute("y", box.y), attribute("width", box.width)]
    where += [
        attribute("height", box.height),
        *([attribute("rx", round)] if round else []),
        *([extra] if extra else []),
    ]
    return f'<rect class="{classes}" {" ".join(where)}/>'


def path(classes: str, d: str, extra: str = "") -> str:
    """A path."""
    return f'<path class="{classes}" d="{d}"{" " + extra if extra else ""}/>'


def way(points: Iterable[Point], *, closed: bool = False) -> str:
    """The ``d`` of a path through points."""
    return f"M{'L'.join(numbers(*point) for point in points)}{'Z' if closed else ''}"


def waves(points: Sequence[Point], length: float = 14) -> str:
    """The ``d`` of a path from the first point to the last, like the surface of the sea."""
    (x, y), (end, _) = points[0], points[-1]
    number = max(1, round((end - x) / length))
    step = (end - x) / number
    rest = f"t{numbers(step, 0)}" * (number - 1)
    return f"M{numbers(x, y)}q{numbers(step / 2, -0.42 * length, step, 0)}{rest}"


def words(text: str, at: Point, size: float, classes: str = "", *, anchor: str = "middle", turn: float = 0) -> str:
    """A line of words on a point."""
    classed = f' class="{classes}"' if classes else ""
    turned = f' transform="rotate({numbers(turn, *at)})"' if turn else ""
    set_ = "" if anchor == "start" else f' text-anchor="{anchor}"'
    where = f"{attribute('x', at[0])} {attribute('y', at[1])} {attribute('font-size', size)}"
    return f"<text{classed} {where}{set_}{turned}>{escaped(text)}</text> "


def titled(classes: str, place: str, title: str, inner: str, *, at: str = "") -> str:
    """A group that is a place, told to those who point at it or cannot see it; ``at`` is the region where it is."""
    lies = f' data-at="{at}"' if at else ""
    return f'<g class="{classes}" data-place="{place}"{lies} role="img"><title>{escaped(title)}</title>{inner}</g>\n'


class Pictures:
    """The pictures that a drawing uses, from a pack or the library's own: each is told once, and used by its id."""

    def __init__(self, art: ArtPack | None = None) -> None:
        self.art = art
        self.used: dict[str, str] = {}
        self._packs = [own_art()] if art is None else [art, own_art()]

    def has(self, *names: str) -> bool:
        """Whether there is a picture of any of these names."""
        return any(name in pack for name in names for pack in self._packs)

    def has_own(self, name: str) -> bool:
        """Whether the art pack that was given has one of this name."""
        return len(self._packs) > 1 and name in self._packs[0]

    def use(self, names: Sequence[str], box: Rect, *, turn: float = 0) -> str:
        """The first picture that there is, within a box; the pack that was given comes first. Nothing if none is."""
        for pack in self._packs:
            for name in names:
                found = art_in(pack, name) if name else None
                if found is not None:
                    self.used[found.id] = found.symbol
                    turned = f' transform="rotate({numbers(turn, *box.centre)})"' if turn else ""
                    where = [attribute("x", box.x), attribute("y", box.y)]
                    where += [attribute("width", box.width), attribute("height", box.height)]
                    return f'<use class="symbol" href="#{found.id}" {" ".join(where)}{turned}/>'
        return ""

    @property
    def definitions(self) -> str:
        """Those that were used."""
        return "\n".join(self.used.values())
