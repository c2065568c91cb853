"""Pictures: boards, cards and maps as SVG, and boards as plain text."""

from navalcore.face.pictures import board_svg
from navalcore.render.match_report import match_report
from navalcore.render.picture import Palette, Picture, text_svg
from navalcore.render.text import columns, framed, ruled_table

__all__ = ["Palette", "Picture", "board_svg", "columns", "framed", "match_report", "ruled_table", "text_svg"]
