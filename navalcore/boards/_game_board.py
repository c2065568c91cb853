"""Boards as pictures, whatever a game draws."""

from __future__ import annotations

from typing import Any

from navalcore._face.face import face_of
from navalcore._match.match import Game
from navalcore._picture import Picture, text_picture
from navalcore.boards._board import Board


def board_layers(game: Game[Any, Any, Any], view: Any) -> Board:
    """A game's board in two layers, as seen in a view; its text board as a picture if it draws none."""
    face = face_of(game)
    board = face.board(view)
    if board is None:
        text = text_picture(face.board_text(view), f"{game.title}: the board as text")
        board = Board(Picture(text.width, text.height, game.title).as_svg(), text.as_svg())
    return board


def board_svg(game: Game[Any, Any, Any], view: Any) -> str:
    """A game's board as one SVG, as seen in a view; its text board as a picture if it draws none."""
    return board_layers(game, view).svg
