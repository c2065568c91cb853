"""Boards as pictures, whatever a game draws."""

from __future__ import annotations

from typing import Any

from navalcore.engine.game import Rules
from navalcore.face.face import face_of
from navalcore.render.picture import text_svg


def board_svg(game: Rules[Any, Any, Any], view: Any) -> str:
    """A game's board as SVG, as seen in a view; its text board as a picture if it draws none."""
    face = face_of(game)
    return face.board_svg(view) or text_svg(face.board_text(view), f"{game.title}: the board as text")
