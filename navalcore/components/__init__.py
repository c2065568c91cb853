"""Everything on the table: dice, cards, cups, lookup tables, maps of areas, squares and hexes, tracks and the event
bus.

Every part is useful alone, without the engine::

    from navalcore.components import Deck, SeededChance
"""

from __future__ import annotations

from navalcore._doors import opened

__getattr__, __dir__, __all__ = opened(__name__, __file__)
