"""Boards as pictures, whatever a game draws."""

from __future__ import annotations

from typing import Any

from navalcore._face.face import Face, face_of
from navalcore._match.match import Game
from navalcore._picture import Picture, text_picture
from navalcore.boards._art import ArtPack
from navalcore.boards._board import DrawnBoard
from navalcore.boards._bridge import layers_of, picture_of


def board_layers(game: Game[Any, Any, Any], view: Any) -> DrawnBoard:
    """A game's board in two layers, as seen in a view; its text board as a picture if it draws none."""
    face = face_of(game)
    board = face.board(view)
    return text_layers(face, view) if board is None else layers_of(board, "light")


def text_layers(face: Face[Any, Any, Any], view: Any) -> DrawnBoard:
    """The text board of a game that has no other, as a picture."""
    text = text_picture(face.board_text(view), f"{face.game.title}: the board as text")
    return DrawnBoard(Picture(text.width, text.height, face.game.title).as_svg(), text.as_svg())


def board_svg(game: Game[Any, Any, Any], view: Any, *, theme: str = "light", art: ArtPack | None = None) -> str:
    """A game's board as one SVG, as seen in a view; its text board as a picture if it has none.

    Args:
        game: the game.
        view: what is seen.
        theme: the colours, one of :data:`THEMES`.
        art: pictures in the place of the library's own.

    Raises:
        UnknownName: there is no such theme.
    """
    face = face_of(game)
    board = face.board(view)
    return picture_of(text_layers(face, view) if board is None else board, theme, art)
