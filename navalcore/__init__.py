"""navalcore: naval wargame rules as a library.

>>> import navalcore as nc
>>> match = nc.load("uboat_cards").new_match(seed=1943)
>>> while not match.over:
...     match.choose(match.decision.options[-1])
>>> match.outcome.winner in ("uboat", "convoy", None)
True
"""

from __future__ import annotations

from typing import Any

from navalcore import _moved, _notebook
from navalcore._doors import opened
from navalcore._version import VERSION

__version__ = VERSION
__getattr__, __dir__, __all__ = opened(__name__, __file__, elsewhere=_moved.NAMES)


def _board_svg(match: Any) -> str | None:
    from navalcore._face.face import board_of

    return board_of(match)


_notebook.board_svg = _board_svg
_moved.watch()
