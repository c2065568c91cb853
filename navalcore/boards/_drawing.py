"""A board as SVG: made from its description, in any theme and with any art."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache, lru_cache
from math import dist, hypot
from pathlib import Path
from typing import Final, TypeAlias

from navalcore._picture import escaped
from navalcore.boards._art import ArtPack
from navalcore.boards._description import Board, Json, Label, Piece, Region, Scene, Shape, Tint, Trace
from navalcore.boards._layout import LETTERS, Lying, is_apart, lie_in, middle_of, paired, title_of
from navalcore.boards._letters import in_lines
from navalcore.boards._marks import Pictures, attribute, numbers, outlined, path, rectangle, titled, waves, way, words
from navalcore.boards._pieces import piece_svg
from navalcore.boards._shapes import Point, Rect
from navalcore.components._data_files import read_text
from navalcore.components._model_errors import closest
from navalcore.components._places import Place
from navalcore.errors import UnknownName

Lit: TypeAlias = str | tuple[str, str]
"""The id of a region or a piece; or a piece and the region where it is."""
_ROUNDED: Final = ("spot", "pile")
"""Kinds of regions that have a card's corners."""
_FAR: Final = 120
"""Pieces that are further from their region have its name above them, where a scene is 1280 wide."""
_SHEETS: Final = Path(__file__).parent / "styles"
_CLIENT: Final = Path(__file__).parent / "client"


THEMES: Final = ("light", "dark", "contrast", "colour_blind")
"""The themes: style sheets that give the variables of a board's own their values, for every element with the class
``theme-`` and the name.
"""


@cache
def _sheet(name: str) -> str:
    return read_text(_SHEETS / f"{name}.css")


def board_style(*themes: str) -> str:
    """The style sheet of boards: a class for everything, a variable for every colour and line, and the values that
    themes give to them. A page that shows boards without a style of their own loads it once.

    Args:
        themes: the themes; if none is named, all.

    Raises:
        UnknownName: there is no such theme.
    """
    for theme in themes:
        if theme not in THEMES:
            raise UnknownName(f"there is no theme {theme!r}; {closest(theme, THEMES)}")
    return "".join([_sheet("board"), *map(_sheet, themes or THEMES)])


def client_modules() -> dict[str, str]:
    """The JavaScript that every front end in a browser needs, by file name. ``seat.mjs`` keeps what a seat is sent,
    says what it wants and words what people read; ``board.mjs`` draws the board, lights up what can be done and moves
    the pieces. They know no game and no page; serve them, or copy them.

    >>> from navalcore.boards import client_modules
    >>> sorted(client_modules())
    ['board.mjs', 'seat.mjs']
    """
    return {file.name: read_text(file) for file in sorted(_CLIENT.glob("*.mjs"))}


def svg(
    board: Board, *, theme: str = "light", art: ArtPack | None = None, lit: Collection[Lit] = (), scene: str = ""
) -> str:
    """A board as one SVG picture.

    Args:
        board: the board.
        theme: its colours, one of :data:`THEMES`.
        art: pictures and a style sheet in the place of the library's own.
        lit: the ids of regions and pieces that are highlighted: see :func:`lit_by`. A piece and a region as a pair are
            the one stack of such pieces that is there.
        scene: the id of the scene to be drawn; if left out, the foremost.

    Raises:
        UnknownName: there is no such theme or scene.
    """
    drawn = _scene_of(board, scene)
    pictures = Pictures(art)
    moving = _moving(board, drawn, pictures, lit)
    return _document(drawn, theme, art, _still(drawn, frozenset(lit)) + moving, pictures)


def lit_by(*named: Iterable[Place]) -> frozenset[Lit]:
    """The regions and pieces to highlight for the places that options name (``option.places`` of each): who acts, where
    it may go, what it is done to. Where it comes from is not lit, and says which of equal pieces are meant.

    >>> from navalcore.rules import places
    >>> lit = lit_by(places(subject="card/water", from_="hand/convoy", to="discards"))
    >>> sorted(lit, key=str)
    [('card/water', 'hand/convoy'), 'discards']

    Args:
        named: for each option that is pointed at, its places.
    """
    found: set[Lit] = set()
    for places in map(tuple, named):
        starts = [place.id for place in places if place.part == "from"]
        for place in places:
            if place.part == "subject" and starts:
                found |= {(place.id, start) for start in starts}
            elif place.part != "from":
                found.add(place.id)
    return frozenset(found)


def scene_svg(scene: Scene, *, theme: str | None = "light", art: ArtPack | None = None) -> str:
    """The lasting part of a board, as SVG, which a page loads once. With ``theme=None`` it brings no style sheet.

    Args:
        scene: the scene.
        theme: its colours, one of :data:`THEMES`; None: no style sheet, for a page that has one.
        art: pictures and a style sheet in the place of the library's own.
    """
    return _document(scene, theme, art, _still(scene, frozenset()))


def pieces_svg(
    board: Board, *, theme: str | None = None, art: ArtPack | None = None, lit: Collection[Lit] = (), scene: str = ""
) -> str:
    """The moving part of a board, as SVG without a background, on the view box of its scene: arguments as for
    :func:`svg`. It brings no style sheet unless a theme is given.

    Raises:
        UnknownName: there is no such theme or scene.
    """
    drawn, pictures = _scene_of(board, scene), Pictures(art)
    return _document(drawn, theme, art, _moving(board, drawn, pictures, lit), pictures)


def _scene_of(board: Board, name: str) -> Scene:
    if not name:
        return board.scenes[0]
    for scene in board.scenes:
        if scene.id == name:
            return scene
    raise UnknownName(f"the board has no scene {name!r}; {closest(name, [scene.id for scene in board.scenes])}")


def _document(
    scene: Scene, theme: str | None, art: ArtPack | None, inner: str, pictures: Pictures | None = None
) -> str:
    width, height = numbers(scene.size[0]), numbers(scene.size[1])
    classes = "nc-board" if theme is None else f"nc-board theme-{theme}"
    style = "" if theme is None else f"{board_style(theme)}{art.style if art else ''}"
    definitions = _PATTERNS + (pictures.definitions if pictures else "")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'class="{classes}" role="group"><title>{escaped(scene.title)}</title>\n'
        + (f"<style>{escaped_style(style)}</style>\n" if style else "")
        + f"<defs>{definitions}</defs>\n{inner}</svg>"
    )


def escaped_style(style: str) -> str:
    """A style sheet in the form that SVG wants; the greater-than sign of a child selector stays."""
    return style.replace("&", "&amp;").replace("<", "&lt;")


_PATTERNS: Final = (
    '<pattern id="nc-waves" width="84" height="46" patternUnits="userSpaceOnUse">'
    '<path class="wave" d="M6 12q5-4 10 0t10 0M48 35q5-4 10 0t10 0"/></pattern>'
    '<pattern id="nc-fog" width="10" height="10" patternUnits="userSpaceOnUse">'
    '<circle class="drop" cx="3" cy="3" r="1.4"/><circle class="drop" cx="8" cy="8" r="1.4"/></pattern>'
    '<pattern id="nc-storm" width="9" height="9" patternUnits="userSpaceOnUse">'
    '<path class="weather" d="M0 9 9 0M-2 2 2-2M7 11l4-4"/></pattern>'
    '<pattern id="nc-lit" width="14" height="14" patternUnits="userSpaceOnUse"><rect class="lit-ground" width="14" '
    'height="14"/><path class="lit-line" d="M0 0 14 14M-3 11 3 17M11-3l6 6"/></pattern>'
)
_WEATHER: Final = {"fog": "nc-fog", "smoke": "nc-fog", "storm": "nc-storm"}


@lru_cache(maxsize=64)
def _still(scene: Scene, lit: frozenset[Lit]) -> str:
    """The ground, the background, the regions, then what covers regions, and all words."""
    width, height = scene.size
    parts = [rectangle(Rect(0, 0, width, height), f"ground kind-{scene.ground}")]
    parts += [_shape(shape) for shape in scene.shapes if not shape.above]
    parts += [_region(region, region.id in lit) for region in scene.regions]
    above = [shape for shape in scene.shapes if shape.above]
    if above:
        parts += [_shape(shape) for shape in above]
        parts += [outlined(region.shape, "outline") for region in scene.regions if region.kind != "open"]
    parts += [_region_label(region) for region in scene.regions if region.label]
    parts += [_label(label) for label in scene.labels]
    return "".join(parts)


def _shape(shape: Shape) -> str:
    classes = f"shape {'closed' if shape.closed else 'open'} kind-{shape.kind or 'land'}"
    if shape.kind == "surface":
        return path(classes, waves(shape.points, 28))
    drawn = path(classes, way(shape.points, closed=shape.closed))
    if shape.kind == "deep":
        drawn += path("waves", way(shape.points, closed=True), 'fill="url(#nc-waves)"')
    if shape.kind == "arrow":
        drawn += path("shape open kind-arrow", _head(shape.points[-2], shape.points[-1], 7))
    return drawn


def _region(region: Region, lit: bool) -> str:
    classes = f"region kind-{region.kind or 'area'}{' lit' if lit else ''}"
    corners = (
        attribute("rx", min(0.087 * region.shape.box.width, 0.061 * region.shape.box.height))
        if region.kind in _ROUNDED
        else ""
    )
    return titled(classes, region.id, region.title, outlined(region.shape, "area", corners))


def _region_label(region: Region) -> str:
    size = region.label_size
    lines = in_lines(region.label, region.shape.box.width - 2, size, 3) or (region.label,)
    if region.label_at is None:
        room = region.shape.room if region.room is None else region.room
        x, y = region.shape.centre[0], room.y + size
        if region.room is not None:
            y = max(region.shape.box.y + 1.2 * size, min(y, region.room.y - 0.4 * size))
    else:
        x, y = region.label_at
        y -= 0.58 * size * (len(lines) - 1)
    classes = f"label kind-{region.kind or 'area'}"
    return "".join(words(line, (x, y + 1.16 * size * number), size, classes) for number, line in enumerate(lines))


def _label(label: Label) -> str:
    side = f" side side-{label.side}" if label.side else ""
    classes = f"label kind-{label.kind or 'plain'}{side}"
    return words(label.text, label.at, label.size, classes, anchor=label.anchor, turn=label.turn)


def _moving(board: Board, scene: Scene, pictures: Pictures, lit: Collection[Lit]) -> str:
    """Tints, traces, and the pieces; a line from a region to pieces that are wholly outside it."""
    parts = [_tint(scene, tint) for tint in board.tints if tint.region in scene.by_id]
    parts += [_trace(scene, trace) for trace in board.traces if all(region in scene.by_id for region in trace.through)]
    drawn = []
    for region, pieces in paired(scene, board.pieces):
        shining = frozenset(piece.id for piece in pieces if lit and (piece.id in lit or (piece.id, region.id) in lit))
        leader, lying = _lying(region, scene.unit, tuple(pieces), pictures, shining)
        parts.append(leader)
        drawn.append(lying)
    return "".join(parts + drawn)


def _lying(
    region: Region, unit: float, pieces: tuple[Piece, ...], pictures: Pictures, lit: frozenset[str]
) -> tuple[str, str]:
    """The line to the pieces of a region, and these."""
    # Most regions stay as they are from one board to the next, and are not drawn again.
    if pictures.art is not None:
        found = lie_in(unit, region, pieces)
        drawn = "".join(piece_svg(each, unit, pictures, lit=each.piece.id in lit) for each in found)
        return _leader(region, unit, found), drawn
    leader, drawn, used = _own_lying(region, unit, pieces, lit)
    pictures.used.update(used)
    return leader, drawn


@lru_cache(maxsize=4096)
def _own_lying(region: Region, unit: float, pieces: tuple[Piece, ...], lit: frozenset[str]) -> tuple[str, str, Json]:
    """The same with the library's own pictures, and those that were used; once for all scenes with such a region."""
    lying = lie_in(unit, region, pieces)
    found = [_own_piece(each, unit, each.piece.id in lit) for each in lying]
    drawn = "".join(each for each, _ in found)
    return _leader(region, unit, lying), drawn, dict(used for _, all_used in found for used in all_used.items())


@lru_cache(maxsize=1 << 14)
def _own_piece(lying: Lying, unit: float, lit: bool) -> tuple[str, Json]:
    pictures = Pictures()
    return piece_svg(lying, unit, pictures, lit=lit), pictures.used


def _leader(region: Region, unit: float, lying: Sequence[Lying]) -> str:
    """From a region to the block of its pieces, if they are wholly outside it; with its name if they are far."""
    if not is_apart(region):
        return ""
    boxes = [box for each in lying for box in each.boxes]
    at = region.shape.centre
    end = min((_nearest(at, box) for box in boxes), key=lambda each: dist(at, each))
    line = path("leader", way((at, end)))
    title, size = title_of(region), max(region.label_size, LETTERS * unit)
    if not title or dist(at, end) < _FAR * unit:
        return line
    across = (min(box.x for box in boxes) + max(box.x + box.width for box in boxes)) / 2
    return line + words(title, (across, min(box.y for box in boxes) - 0.4 * size), size, "label kind-title")


def _nearest(point: Point, box: Rect) -> Point:
    return min(max(point[0], box.x), box.x + box.width), min(max(point[1], box.y), box.y + box.height)


def _tint(scene: Scene, tint: Tint) -> str:
    shape, title = scene.by_id[tint.region].shape, escaped(tint.title)
    if tint.kind in _WEATHER:
        drawn = outlined(shape, f"weather-over kind-{tint.kind}", f'fill="url(#{_WEATHER[tint.kind]})"')
    else:
        drawn = outlined(shape, f"tint kind-{tint.kind}")
    return f"<g><title>{title}</title>{drawn}</g>" if title else drawn


def _trace(scene: Scene, trace: Trace) -> str:
    points = [middle_of(scene, region) for region in trace.through]
    size = 9 * scene.unit
    points[-1] = _short_of(points[-2], points[-1], 10 * scene.unit)
    side = f" side-{trace.side}" if trace.side else ""
    title = f"<title>{escaped(trace.title)}</title>" if trace.title else ""
    line = path("line", way([*points[:-1], _short_of(points[-2], points[-1], 0.8 * size)]))
    head = path("head", _head(points[-2], points[-1], size, filled=True))
    return f'<g class="trace kind-{trace.kind or "course"}{side}">{title}{line}{head}</g>\n'


def _short_of(start: Point, end: Point, by: float) -> Point:
    """A point before the end of a line, at most at its middle."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    share = 1 - min(0.5, by / length) if length else 1
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _head(start: Point, end: Point, size: float, *, filled: bool = False) -> str:
    """The ``d`` of an arrow's head."""
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1
    across, down = (end[0] - start[0]) / length * size, (end[1] - start[1]) / length * size
    left = end[0] - across - 0.55 * down, end[1] - down + 0.55 * across
    right = end[0] - across + 0.55 * down, end[1] - down - 0.55 * across
    return way((left, end, right), closed=filled)
