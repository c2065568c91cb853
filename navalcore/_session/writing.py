"""Messages to a seat, written as JSON: only changes, and the board as pictures."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from navalcore._face.face import face_of
from navalcore._face.game_board import text_board
from navalcore._match.match import Game
from navalcore._wire.messages import Snapshot
from navalcore._wire.short import Shortener
from navalcore.boards._description import Scene
from navalcore.boards._drawing import pieces_svg, scene_svg


def drawn(game: Game[Any, Any, Any], view: Any, known: Collection[str] = ()) -> list[dict[str, Any]]:
    """Each scene of the board that is seen in a view, JSON-ready, the foremost first: its ``id`` and ``digest``, and
    ``moving``, the picture of the pieces on it. A scene whose digest is not known also comes with ``still``, the
    picture of itself, and with its description, ``scene``. Of a game without a board it is an empty scene with the text
    board.
    """
    face = face_of(game)
    board = face.board(view)
    if board is None:
        text = text_board(face, view)
        layers = [(Scene("text", face.game.title, (text.width, text.height), ()), text.as_svg())]
    else:
        layers = [(scene, pieces_svg(board, scene=scene.id)) for scene in board.scenes]
    found = []
    for scene, moving in layers:
        sent: dict[str, Any] = {"id": scene.id, "digest": scene.digest, "moving": moving}
        if scene.digest not in known:
            sent |= {"still": scene_svg(scene, theme=None), "scene": scene.to_json()}
        found.append(sent)
    return found


class MessageWriter:
    """Writes the messages of one stream, short if wanted; the board is drawn if the game is given."""

    def __init__(self, game: Game[Any, Any, Any] | None, *, short: bool = False) -> None:
        self._game = game
        self._shortener = Shortener() if short else None
        self._before: Snapshot | None = None
        self._known: set[str] = set()

    def write(self, snapshot: Snapshot) -> str:
        """A snapshot whole, or what has changed since the one before."""
        before, self._before = self._before, snapshot
        if before is None and self._game is None and self._shortener is None:
            return snapshot.model_dump_json()
        sent = snapshot.model_dump(mode="json") if before is None else snapshot.changes(before)
        if self._shortener is not None:
            sent = self._shortener.shorten(sent)
        if self._game is not None:
            sent["pictures"] = drawn(self._game, snapshot.view, self._known)
            self._known |= {each["digest"] for each in sent["pictures"]}
        return json.dumps(sent, separators=(",", ":"))
