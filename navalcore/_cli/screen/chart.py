"""The board on the screen: a widget that draws a scene, lights what may be done, and says what is pointed at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.events import Click, MouseMove, Resize
from textual.geometry import Region as Area, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from navalcore._cli.screen.drawing import UNLIT, Cell, Drawing, Lights, Spot, draw, rows_needed
from navalcore.boards import Board

COLOURS: Final = {
    "sea": ("#12304a", "#173a57"),
    "deep": ("#0b2136", "#0b2136"),
    "land": ("#3d4226", "#3d4226"),
    "port": ("#5a4a2a", "#5a4a2a"),
    "box": ("#232b33", "#29323b"),
    "table": ("#181e24", "#181e24"),
}
"""The two shades of each ground."""
SIDES: Final = {
    "axis": "#ffb3a7", "uboat": "#ffb3a7", "germany": "#ffb3a7", "german": "#ffb3a7", "attack": "#ffb3a7",
    "italy": "#ffcf8f", "japan": "#ffb3a7", "harass": "#ffcf8f", "contact": "#ffcf8f", "signals": "#ffcf8f",
    "allies": "#a9d8ff", "convoy": "#a9d8ff", "escort": "#a9d8ff", "uk": "#a9d8ff", "british": "#a9d8ff",
    "us": "#c4f0b0", "evade": "#c4f0b0", "clear": "#c4f0b0", "flak": "#c4f0b0",
}  # fmt: skip
PLAIN: Final = "#f2f4f5"
FAINT: Final = "#a4b0ba"
LIGHTS: Final = {"who": ("#ffd75e", "#3a2c00"), "where": ("#ff9f43", "#2b1700"), "chosen": ("#7ee0d0", "#04302a")}
"""The colours of ground and letters for things that may act, for places to act at, and for chosen things."""
GLOW: Final = {"who": "#5c4a10", "where": "#6b3d0c", "chosen": "#12403a"}
"""The ground of lit things without letters."""
ZOOMS: Final = (1.0, 1.5, 2.0, 3.0)
Direction = Literal["left", "right", "up", "down"]


class Chart(ScrollView, can_focus=True):
    """A scene of a board. The cursor goes from one thing that is lit to the next."""

    DEFAULT_CSS = "Chart { background: #181e24; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step('left')", "West", show=False),
        Binding("right", "step('right')", "East", show=False),
        Binding("up", "step('up')", "North", show=False),
        Binding("down", "step('down')", "South", show=False),
        Binding("enter,space", "pick", "Choose", show=False),
        Binding("plus,equals_sign", "zoom(1)", "Nearer", show=False),
        Binding("minus", "zoom(-1)", "Farther", show=False),
    ]

    @dataclass
    class Picked(Message):
        """Something on the board is meant: clicked, or chosen with the keys; what is first is what is on top."""

        places: tuple[Spot, ...]

    @dataclass
    class Pointed(Message):
        """The cursor or the mouse is at something."""

        place: Spot | None

    def __init__(self) -> None:
        super().__init__(id="chart")
        self.board: Board | None = None
        self.scene_id = ""
        self.lit = UNLIT
        self.cursor: Spot | None = None
        self.zoom = 0
        self.drawing: Drawing | None = None

    # ---- what is shown -----------------------------------------------------------------------------------------------

    def show(self, board: Board | None, lit: Lights) -> None:
        """Show a board with its lights; the scene stays unless another one is lit alone."""
        self.board, self.lit = board, lit
        if board is not None:
            scenes = {scene.id: scene for scene in board.scenes}
            if self.scene_id not in scenes or not self._lit_in(scenes[self.scene_id].id):
                self.scene_id = next((name for name in scenes if self._lit_in(name)), board.scenes[0].id)
        self.redraw()
        if self.cursor not in self.targets():
            self.cursor = next(iter(self.targets()), None)
            self._follow()

    def _lit_in(self, scene_id: str) -> bool:
        """Whether something in a scene is lit."""
        assert self.board is not None
        scene = next(scene for scene in self.board.scenes if scene.id == scene_id)
        lying = {(piece.id, piece.at) for piece in self.board.pieces if piece.at in scene.by_id}
        named = {*scene.by_id, *lying, *(name for name, _ in lying)}
        return not named.isdisjoint(self.lit.who | self.lit.where)

    def next_scene(self) -> str:
        """Show the next scene of the board; returns its title."""
        if self.board is None:
            return ""
        names = [scene.id for scene in self.board.scenes]
        self.scene_id = names[(names.index(self.scene_id) + 1) % len(names)]
        self.redraw()
        return next(scene.title for scene in self.board.scenes if scene.id == self.scene_id)

    def redraw(self) -> None:
        """Draw the scene as large as the zoom has it."""
        size = self.container_size
        if self.board is None or size.width < 2 or size.height < 2:
            self.drawing = None
            return
        scene = next(scene for scene in self.board.scenes if scene.id == self.scene_id)
        times = ZOOMS[self.zoom]
        height = max(int(size.height * times), rows_needed(scene))
        self.drawing = draw(self.board, scene, int(size.width * times), height, self.lit)
        self.virtual_size = Size(self.drawing.width, self.drawing.height)
        self.refresh()

    def on_resize(self, _event: Resize) -> None:
        """The scene fills the widget; a longer line beneath it, which makes it smaller, stays."""
        self.redraw()
        self._bring_into_sight()

    def render_line(self, y: int) -> Strip:
        """A line of the drawing, cut to the visible part."""
        drawing = self.drawing
        left, top = self.scroll_offset
        if drawing is None or not 0 <= y + top < drawing.height:
            return Strip.blank(self.size.width)
        row = drawing.cells[y + top][left : left + self.size.width]
        at = drawing.spots.get(self.cursor) if self.cursor is not None else None
        segments = [
            Segment(cell.letter, _style(cell, self._under_cursor(cell, at, column + left, y + top)))
            for column, cell in enumerate(row)
        ]
        return Strip(segments).simplify().extend_cell_length(self.size.width)

    def _under_cursor(self, cell: Cell, at: tuple[int, int] | None, column: int, row: int) -> bool:
        if self.cursor is None or not self.has_focus:
            return False
        return (column, row) == at or (cell.place == self.cursor and cell.letter != " ")

    # ---- the cursor --------------------------------------------------------------------------------------------------

    def targets(self) -> Sequence[Spot]:
        """The lit places in the drawing, from north-west to south-east."""
        drawing = self.drawing
        if drawing is None:
            return []
        lit = [place for place in drawing.spots if self.lit.light(place)]
        return sorted(lit, key=lambda place: drawing.spots[place][::-1])

    def action_step(self, direction: Direction) -> None:
        """Go to the nearest thing that is lit in a direction; where there is none, scroll."""
        drawing, found = self.drawing, [(0.0, place) for place in self.targets()]
        if drawing is not None and self.cursor in drawing.spots:
            column, row = drawing.spots[self.cursor]
            lit, found = found, []
            for _, place in lit:
                across, down = drawing.spots[place][0] - column, 2 * (drawing.spots[place][1] - row)
                ahead, aside = {
                    "left": (-across, down), "right": (across, down), "up": (-down, across), "down": (down, across),
                }[direction]  # fmt: skip
                if ahead > 0:
                    found.append((ahead + 2.0 * abs(aside), place))
        if not found:
            getattr(self, f"action_scroll_{direction}")()
            return
        self.cursor = min(found, key=lambda each: each[0])[1]
        self._follow()

    def _follow(self) -> None:
        """Bring the cursor into sight, and say what it is at."""
        self._bring_into_sight()
        self.post_message(self.Pointed(self.cursor))
        self.refresh()

    def _bring_into_sight(self) -> None:
        if self.cursor is not None and self.drawing is not None and self.cursor in self.drawing.spots:
            column, row = self.drawing.spots[self.cursor]
            self.scroll_to_region(Area(column - 4, row - 2, 12, 5), animate=False)

    def action_pick(self) -> None:
        """Choose what the cursor is at."""
        if self.cursor is not None:
            self.post_message(self.Picked((self.cursor, Spot(self.cursor.at, self.cursor.at))))

    def action_zoom(self, by: int) -> None:
        """Draw the scene larger or smaller."""
        self.zoom = min(max(self.zoom + by, 0), len(ZOOMS) - 1)
        self.redraw()
        self._follow()

    def _at(self, event: Click | MouseMove) -> Spot | None:
        left, top = self.scroll_offset
        return None if self.drawing is None else self.drawing.at(event.x + left, event.y + top)

    def on_click(self, event: Click) -> None:
        """A click means a piece, or else the region beneath it."""
        if (place := self._at(event)) is not None:
            self.cursor = place
            self.post_message(self.Picked(tuple(dict.fromkeys((place, Spot(place.at, place.at))))))
            self.refresh()

    def on_mouse_move(self, event: MouseMove) -> None:
        """A line says what is pointed at."""
        self.post_message(self.Pointed(self._at(event)))


def _style(cell: Cell, under_cursor: bool) -> Style:
    """The colours of a cell."""
    if cell.light and cell.letter == " " and not under_cursor:
        return Style(bgcolor=GLOW[cell.light])
    if cell.light:
        ground, letters = LIGHTS[cell.light]
        return Style(color=ground if under_cursor else letters, bgcolor=letters if under_cursor else ground, bold=True)
    ground = COLOURS.get(cell.ground, COLOURS["box"])[cell.shade]
    letters = FAINT if cell.faint else SIDES.get(cell.side, PLAIN)
    return Style(color=letters, bgcolor=ground, reverse=under_cursor)
