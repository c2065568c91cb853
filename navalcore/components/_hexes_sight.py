"""Lines of sight over hexes, and the hexes that block them."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Literal, TypeVar

from navalcore.components._hexes_map import HexMap
from navalcore.errors import BadData

S = TypeVar("S", bound=Hashable)
Spine = Literal["both", "either"]


def blockers(
    board: HexMap[S], viewer: S, target: S, blocks: Callable[[S], bool], spine: Spine = "both"
) -> tuple[S, ...]:
    """The hexes that keep ``viewer`` from seeing ``target``, nearest to the viewer first; empty if it is seen.

    Sight goes along a thread laid from centre to centre (:meth:`~navalcore.components.HexMap.thread`). A
    hex that the thread passes through blocks it, however little of the hex it cuts; a hex touched only at a corner
    does not. The hexes of viewer and target never block: a rule that a ship in smoke cannot be seen at all asks for
    its hex itself. Sight is the same in both directions, and hexes off the map do not block.

    Arguments:
        board: the map.
        viewer: the hex looked from.
        target: the hex looked at.
        blocks: whether a hex blocks sight: land, smoke, a squall.
        spine: what holds where the thread runs along the side that two hexes share (a hexspine): it is blocked only
            if ``both`` block, or if ``either`` does.

    >>> sea, islands = HexMap(12, 9), {"0404"}
    >>> blockers(sea, "0305", "0503", islands.__contains__)
    ('0404',)
    >>> blockers(sea, "0305", "0505", islands.__contains__)
    ()
    >>> blockers(sea, "0305", "0505", islands.__contains__, spine="either")
    ('0404',)

    Raises:
        UnknownName: viewer or target is not on the map.
        BadData: ``spine`` is neither of the two.
    """
    if spine not in ("both", "either"):
        raise BadData(f"spine is {spine!r}; it must be 'both' or 'either'")
    found: list[S] = []
    for stage in board.thread(viewer, target)[1:-1]:
        blocking = [passed for passed in stage if passed is not None and blocks(passed)]
        if len(blocking) == len(stage) or (blocking and spine == "either"):
            found += blocking
    return tuple(found)


def in_sight(board: HexMap[S], viewer: S, target: S, blocks: Callable[[S], bool], spine: Spine = "both") -> bool:
    """Whether ``viewer`` sees ``target``. Arguments are as for :func:`blockers`; there is sight if it finds none.

    >>> in_sight(HexMap(12, 9), "0305", "0505", {"0404", "0405"}.__contains__)
    False
    """
    return not blockers(board, viewer, target, blocks, spine)
