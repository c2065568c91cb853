"""Pictures of the board: the layer that stays is sent once, by its digest; the layer that moves with every change."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final

from navalcore import boards, rules
from navalcore.table._messages import BoardPicture

STILLS_KEPT: Final = 200


class _Stills(OrderedDict[str, str]):
    """The still layers that were sent last, by digest."""

    def keep(self, digest: str, still: str) -> None:
        """Have one at hand."""
        self[digest] = still
        self.move_to_end(digest)
        while len(self) > STILLS_KEPT:
            self.popitem(last=False)


PICTURES: Final = _Stills()


def layers(face: rules.Face[Any, Any, Any], view: Any) -> BoardPicture | None:
    """The board as a seat sees it; None if the game describes none."""
    board = face.board(view)
    if board is None:
        return None
    scene = board.scenes[0]
    PICTURES.keep(scene.digest, boards.scene_svg(scene, theme=None))
    return BoardPicture(still=scene.digest, moving=boards.pieces_svg(board))
