from navalcore._face.game_board import board_svg as board_svg
from navalcore._face.match_report import (
    match_report as match_report,
    record_report as record_report,
)
from navalcore._picture import (
    Palette as Palette,
    Picture as Picture,
    Point as Point,
)
from navalcore._printable import printable as printable
from navalcore._wire.messages import (
    BoardData as BoardData,
    SceneData as SceneData,
)
from navalcore.boards._art import ArtPack as ArtPack
from navalcore.boards._description import (
    Badge as Badge,
    Board as Board,
    Label as Label,
    Piece as Piece,
    Region as Region,
    Scene as Scene,
    Shape as Shape,
    Tint as Tint,
    Trace as Trace,
)
from navalcore.boards._drawing import (
    THEMES as THEMES,
    board_style as board_style,
    client_modules as client_modules,
    lit_by as lit_by,
    pieces_svg as pieces_svg,
    scene_svg as scene_svg,
    svg as svg,
)
from navalcore.boards._helpers import (
    CARD as CARD,
    hand as hand,
    hexes as hexes,
    row as row,
    squares as squares,
    track as track,
)
from navalcore.boards._outlines import load_outlines as load_outlines
from navalcore.boards._shapes import (
    Disc as Disc,
    Polygon as Polygon,
    Rect as Rect,
)
from navalcore.boards._text import (
    changed_parts as changed_parts,
    columns as columns,
    framed as framed,
    in_columns as in_columns,
    parts_with as parts_with,
    ruled_table as ruled_table,
    side_by_side as side_by_side,
    tiled_text as tiled_text,
)
from navalcore.components._lines import (
    WIDTH as WIDTH,
    wrapped as wrapped,
)

__all__: list[str]
