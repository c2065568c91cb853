"""What Otto draws before the match begins (15.1): where, when and how the ship breaks out, and what she does then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from navalcore.components import Direction
from navalcore.rules import SeededChance, rule
from navalcore_games.bismarck.cards import CONVOYS
from navalcore_games.bismarck.sea_map import squares
from navalcore_games.bismarck.words import Square

T = TypeVar("T")

PASSAGES: Final = {
    "denmark_strait": (
        squares(1326, 1325, 1425, 1226, 1424),
        squares(1222, 1322, 1122, 1223, 1421),
        squares(1120, 1220, 1121),
        squares(1116, 1115, 1216, 1215),
        squares(1214, 1313, 1413, 1414, 1315),
        squares(1613, 1512, 1615, 1714, 1711),
    ),
    "iceland_faroes": (
        squares(1525, 1425, 1424, 1324, 1524),
        squares(1522, 1422, 1421, 1521, 1423),
        squares(1619, 1420, 1520, 1620, 1718),
        squares(1717, 1517, 1616, 1618, 1516),
        squares(1816, 1715, 1915, 1817, 1814),
    ),
    "faroes_scapa": (
        squares(1627, 1626, 1526, 1625, 1525),
        squares(1725, 1624, 1724, 1726, 1623),
        squares(1723, 1722, 1823, 1822, 1622),
        squares(1821, 1720, 1921, 1820, 1922, 1719, 1920),
        squares(1918, 2019, 1818, 2120, 1916, 1817, 2018),
    ),
}
"""The ways out: gates to be passed one after the other, each by any of several squares."""

OPENINGS: Final = (
    *("denmark_strait",) * 3, *("iceland_faroes",) * 2, *("faroes_scapa",) * 2, "wait", *("split",) * 2,
)  # fmt: skip
"""How often each opening is drawn: three, two, two, one and two times in ten."""

HIDEOUTS: Final = squares(1126, 1228, 1327, 1426, 1124)
"""Where a raider may lie up in the Norwegian Sea before the run."""
SAILS: Final = (1, 1, 1, 1, 1, 2, 2, 3)
"""The first turn of the run, each as likely as the others."""
LIKINGS: Final = (0.6, 1.0, 1.6)
RESERVES: Final = (2, 3, 4, 5)
"""Fuel that is kept for the raid: with no more than this, one square a turn."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One secret plan."""

    opening: str
    """One of the openings."""
    passage: str
    """The way out."""
    other: str
    """The way of the ship that goes alone, and of both if they turn back."""
    ways: dict[str, tuple[Square, ...]]
    """Through each passage, the square of each gate."""
    hideout: Square | None
    """Where to lie up before the run, or None to stay in port."""
    sails: int
    """The turn on which the run begins."""
    dash: bool
    """Whether the first turn's four squares are used."""
    reserve: int
    """The fuel that is kept for the raid."""
    turns_back: bool
    """Whether a passage is given up in which a stronger force is met."""
    southward: bool
    """Whether the raid looks for convoys in the south rather than in the north."""
    likings: tuple[float, ...]
    """How much more or less each convoy is worth to it, in the order of the cards."""
    stays_together: bool
    """Whether the ships keep company on the raid too."""
    leanings: tuple[str, ...]
    """The directions in the order in which they are taken where several are as good."""


@rule("15.1")
def draw_plan(chance: SeededChance, openings: Sequence[str] = OPENINGS) -> Plan:
    """A plan at random, with one of the openings, each as likely as the others."""

    def one(items: Sequence[T]) -> T:
        return items[chance.below(len(items))]

    opening = one(openings)
    passage = opening if opening in PASSAGES else one(list(PASSAGES))
    ways = [way.name for way in Direction]
    leanings = tuple(ways.pop(chance.below(len(ways))) for _ in Direction)
    return Plan(
        opening=opening,
        passage=passage,
        other=one([name for name in PASSAGES if name != passage]),
        ways={name: tuple(one(gate) for gate in gates) for name, gates in PASSAGES.items()},
        hideout=one((*HIDEOUTS, None, None, None)),
        sails=one(SAILS),
        dash=chance.below(5) > 0,
        reserve=one(RESERVES),
        turns_back=chance.below(3) == 0,
        southward=chance.below(2) > 0,
        likings=tuple(one(LIKINGS) for _ in CONVOYS),
        stays_together=chance.below(5) == 0,
        leanings=leanings,
    )
