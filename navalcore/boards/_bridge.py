"""Boards that are still drawn by their games, beside those that are described: goes with the last drawn one."""

from __future__ import annotations

from navalcore.boards._art import ArtPack
from navalcore.boards._board import DrawnBoard
from navalcore.boards._description import Board
from navalcore.boards._drawing import pieces_svg, scene_svg, svg


def layers_of(board: Board | DrawnBoard, theme: str | None = None) -> DrawnBoard:
    """The two layers of a board; the still one brings the style sheet of a theme, if one is named, and the moving one
    takes it from there when it is laid within.
    """
    if isinstance(board, DrawnBoard):
        return board
    return DrawnBoard(scene_svg(board.scenes[0], theme=theme), pieces_svg(board))


def picture_of(board: Board | DrawnBoard, theme: str = "light", art: ArtPack | None = None) -> str:
    """The whole picture of a board."""
    return board.svg if isinstance(board, DrawnBoard) else svg(board, theme=theme, art=art)
