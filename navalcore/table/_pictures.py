"""Pictures of the board: the layer that stays is sent once, by its digest; the layer that moves with every change."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final

from navalcore import boards, rules
from navalcore.table._messages import BoardPicture

STILLS_KEPT: Final = 200


class _Stills(OrderedDict[str, str]):
    """The still layers that were sent last, by digest."""

    def keep(self, scene: boards.Scene) -> None:
        """Have that of a scene at hand."""
        if scene.digest not in self:
            self[scene.digest] = boards.scene_svg(scene, theme=None)
        self.move_to_end(scene.digest)
        while len(self) > STILLS_KEPT:
            self.popitem(last=False)


PICTURES: Final = _Stills()


def layers(face: rules.Face[Any, Any, Any], view: Any) -> tuple[BoardPicture, ...]:
    """The scenes of the board as a seat sees them, the foremost first; none if the game describes none."""
    board = face.board(view)
    if board is None:
        return ()
    for scene in board.scenes:
        PICTURES.keep(scene)
    return tuple(
        BoardPicture.of(id=each.id, title=each.title, still=each.digest, moving=boards.pieces_svg(board, scene=each.id))
        for each in board.scenes
    )
