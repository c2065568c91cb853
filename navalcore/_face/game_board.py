"""Boards as pictures, of every game."""

from __future__ import annotations

from typing import Any

from navalcore._face.face import Face, face_of
from navalcore._match.match import Game
from navalcore._picture import Picture, text_picture
from navalcore.boards._art import ArtPack
from navalcore.boards._drawing import svg


def text_board(face: Face[Any, Any, Any], view: Any) -> Picture:
    """The text board of a game that describes no other, as a picture."""
    return text_picture(face.board_text(view), f"{face.game.title}: the board as text")


def board_svg(game: Game[Any, Any, Any], view: Any, *, theme: str = "light", art: ArtPack | None = None) -> str:
    """A game's board as one SVG, as seen in a view; its text board as a picture if it has none.

    Args:
        game: the game.
        view: the view to draw.
        theme: the colours, one of :data:`THEMES`.
        art: pictures in the place of the library's own.

    Raises:
        UnknownName: there is no such theme.
    """
    face = face_of(game)
    board = face.board(view)
    return text_board(face, view).as_svg() if board is None else svg(board, theme=theme, art=art)
