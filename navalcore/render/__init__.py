"""Pictures: boards, cards and maps as SVG, and boards as plain text."""

from navalcore.render.board import Board
from navalcore.render.game_board import board_layers, board_svg
from navalcore.render.match_report import match_report, record_report
from navalcore.render.picture import Palette, Picture
from navalcore.render.text import WIDTH, columns, framed, ruled_table, side_by_side, wrapped
from navalcore.render.tiled import TiledBoard, tiled_text

__all__ = [
    "WIDTH",
    "Board",
    "Palette",
    "Picture",
    "TiledBoard",
    "board_layers",
    "board_svg",
    "columns",
    "framed",
    "match_report",
    "record_report",
    "ruled_table",
    "side_by_side",
    "tiled_text",
    "wrapped",
]
