"""The board as SVG: the combat display while there is one, else the map of the Pacific."""

from __future__ import annotations

from navalcore.boards import DrawnBoard as Board
from navalcore_games.silent_war.headquarters.display_picture import display_board
from navalcore_games.silent_war.headquarters.map_picture import map_board
from navalcore_games.silent_war.views import SilentWarView


def board(view: SilentWarView) -> Board:
    """The combat display while there is one, else the map."""
    return map_board(view) if view.combat is None else display_board(view, view.combat)


def map_svg(view: SilentWarView) -> str:
    """The map as one picture, whatever the board shows."""
    return map_board(view).svg
