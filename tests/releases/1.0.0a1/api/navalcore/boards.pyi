__all__ = ['ArtPack', 'Badge', 'Board', 'BoardData', 'CARD', 'Disc', 'Label', 'Palette', 'Picture', 'Piece', 'Point', 'Polygon', 'Rect', 'Region', 'Scene', 'SceneData', 'Shape', 'THEMES', 'Tint', 'Trace', 'WIDTH', 'board_style', 'board_svg', 'changed_parts', 'client_modules', 'columns', 'framed', 'hand', 'hexes', 'in_columns', 'lit_by', 'load_outlines', 'match_report', 'parts_with', 'pieces_svg', 'printable', 'record_report', 'row', 'ruled_table', 'scene_svg', 'side_by_side', 'squares', 'svg', 'tiled_text', 'track', 'wrapped']

class ArtPack():
    def __contains__(self, name: object) -> bool: ...
    def __init__(self, folder: str | Path) -> None: ...
    folder: Path
    names: tuple[str, ...]
    style: str

class Badge():
    def __init__(self, text: str, title: str = '', kind: str = '') -> None: ...
    kind: str = ''
    text: str
    title: str = ''
    def to_json(self) -> dict[str, Any]: ...

class Board():
    def __init__(self, scenes: tuple[Scene, ...], pieces: tuple[Piece, ...] = (), traces: tuple[Trace, ...] = (), tints: tuple[Tint, ...] = ()) -> None: ...
    ids: frozenset[str]
    pieces: tuple[Piece, ...] = ()
    def pieces_at(self, region: str) -> Iterator[Piece]: ...
    scenes: tuple[Scene, ...]
    tints: tuple[Tint, ...] = ()
    def to_json(self) -> dict[str, Any]: ...
    traces: tuple[Trace, ...] = ()

class BoardData(BaseModel):
    model_config = ConfigDict(frozen=True, extra='ignore', use_attribute_docstrings=True, validate_by_name=True, serialize_by_alias=True)
    pieces: tuple[dict[str, Any], ...]
    scenes: tuple[SceneData, ...]
    tints: tuple[dict[str, Any], ...]
    traces: tuple[dict[str, Any], ...]

CARD: Final = (92, 132)

class Disc():
    def __contains__(self, point: tuple[float, float]) -> bool: ...
    def __init__(self, x: float, y: float, radius: float) -> None: ...
    box: Rect
    centre: tuple[float, float]
    radius: float
    room: Rect
    def to_json(self) -> dict[str, list[float]]: ...
    x: float
    y: float

class Label():
    def __init__(self, text: str, at: tuple[float, float], size: float = 13, kind: str = '', anchor: Literal['start', 'middle', 'end'] = 'middle', turn: float = 0, side: str = '') -> None: ...
    anchor: Literal['start', 'middle', 'end'] = 'middle'
    at: tuple[float, float]
    kind: str = ''
    side: str = ''
    size: float = 13
    text: str
    def to_json(self) -> dict[str, Any]: ...
    turn: float = 0

class Palette():
    ALERT: Final = '#8f4a0b'
    ALLIES: Final = '#1f5c8b'
    AXIS: Final = '#8c2f2b'
    CARD: Final = '#ffffff'
    COAST: Final = '#8a7f66'
    DEEP: Final = '#27475e'
    FAINT: Final = '#4a5864'
    GOOD: Final = '#2a6239'
    INK: Final = '#1c2730'
    LAND: Final = '#e9e2cf'
    NEUTRAL: Final = '#8d8d86'
    PAPER: Final = '#fbfaf6'

class Picture():
    FONT: Final = 'DejaVu Sans, Verdana, sans-serif'
    MONO: Final = 'DejaVu Sans Mono, Menlo, Consolas, monospace'
    def __init__(self, width: float, height: float, title: str) -> None: ...
    def as_svg(self) -> str: ...
    def circle(self, x: float, y: float, radius: float, *, fill: str = Palette.'#ffffff', stroke: str = Palette.'#1c2730', line: float = 1, tip: str | None = None, opacity: float = 1) -> None: ...
    height: float
    def line(self, points: Sequence[Point], *, stroke: str = Palette.'#1c2730', line: float = 1, dashed: bool = False, arrow: bool = False) -> None: ...
    def polygon(self, points: Sequence[Point], *, fill: str = Palette.'#e9e2cf', stroke: str = Palette.'#8a7f66', line: float = 1, tip: str | None = None, opacity: float = 1) -> None: ...
    def rectangle(self, x: float, y: float, width: float, height: float, *, fill: str = Palette.'#ffffff', stroke: str = Palette.'#1c2730', line: float = 1, round: float = 0, tip: str | None = None, opacity: float = 1) -> None: ...
    def text(self, x: float, y: float, text: str, *, size: float = 12, fill: str = Palette.'#1c2730', anchor: str = 'start', bold: bool = False, mono: bool = False) -> None: ...
    title: str
    width: float

class Piece():
    def __init__(self, id: str, kind: str, at: str, title: str, text: str = '', side: str = '', facing: float | None = None, count: int = 1, badges: tuple[Badge, ...] = (), face: Literal['up', 'down'] = 'up', symbol: str = '', state: str = '') -> None: ...
    at: str
    badges: tuple[Badge, ...] = ()
    count: int = 1
    face: Literal['up', 'down'] = 'up'
    facing: float | None = None
    id: str
    kind: str
    side: str = ''
    state: str = ''
    symbol: str = ''
    text: str = ''
    title: str
    def to_json(self) -> dict[str, Any]: ...

Point = tuple[float, float]

class Polygon():
    def __contains__(self, point: tuple[float, float]) -> bool: ...
    def __init__(self, points: tuple[tuple[float, float], ...], islands: tuple[tuple[tuple[float, float], ...], ...] = ()) -> None: ...
    box: Rect
    centre: tuple[float, float]
    islands: tuple[tuple[tuple[float, float], ...], ...] = ()
    points: tuple[tuple[float, float], ...]
    room: Rect
    def to_json(self) -> dict[str, Any]: ...

class Rect():
    def __contains__(self, point: tuple[float, float]) -> bool: ...
    def __init__(self, x: float, y: float, width: float, height: float) -> None: ...
    box: Rect
    centre: tuple[float, float]
    height: float
    def inset(self, by: float) -> Rect: ...
    room: Rect
    def to_json(self) -> dict[str, list[float]]: ...
    width: float
    x: float
    y: float

class Region():
    def __init__(self, id: str, title: str, shape: Rect | Polygon | Disc, kind: str = 'area', label: str = '', next: tuple[str, ...] = (), lie: Literal['stack', 'row', 'fan', 'grid'] = 'stack', room: Rect | None = None, label_at: tuple[float, float] | None = None, label_size: float = 13) -> None: ...
    id: str
    kind: str = 'area'
    label: str = ''
    label_at: tuple[float, float] | None = None
    label_size: float = 13
    lie: Literal['stack', 'row', 'fan', 'grid'] = 'stack'
    next: tuple[str, ...] = ()
    room: Rect | None = None
    shape: Rect | Polygon | Disc
    title: str
    def to_json(self) -> dict[str, Any]: ...

class Scene():
    def __eq__(self, other: object) -> bool: ...
    def __init__(self, id: str, title: str, size: tuple[float, float], regions: tuple[Region, ...], labels: tuple[Label, ...] = (), shapes: tuple[Shape, ...] = (), ground: str = 'sea') -> None: ...
    by_id: dict[str, Region] = field(init=False, repr=False)
    digest: str = field(init=False, repr=False)
    ground: str = 'sea'
    id: str
    labels: tuple[Label, ...] = ()
    regions: tuple[Region, ...]
    shapes: tuple[Shape, ...] = ()
    size: tuple[float, float]
    title: str
    def to_json(self) -> dict[str, Any]: ...
    unit: float

class SceneData(BaseModel):
    digest: str
    id: str
    model_config = ConfigDict(frozen=True, extra='ignore', use_attribute_docstrings=True, validate_by_name=True, serialize_by_alias=True)

class Shape():
    def __init__(self, points: tuple[tuple[float, float], ...], kind: str = 'land', closed: bool = True, above: bool = False) -> None: ...
    above: bool = False
    closed: bool = True
    kind: str = 'land'
    points: tuple[tuple[float, float], ...]
    def to_json(self) -> dict[str, Any]: ...

THEMES: Final = ('light', 'dark', 'contrast', 'colour_blind')

class Tint():
    def __init__(self, region: str, kind: str, title: str = '') -> None: ...
    kind: str
    region: str
    title: str = ''
    def to_json(self) -> dict[str, Any]: ...

class Trace():
    def __init__(self, through: tuple[str, ...], kind: str = 'course', title: str = '', side: str = '') -> None: ...
    kind: str = 'course'
    side: str = ''
    through: tuple[str, ...]
    title: str = ''
    def to_json(self) -> dict[str, Any]: ...

WIDTH: Final = 80

def board_style(*themes: str) -> str: "Raises UnknownName"

def board_svg(game: Game[Any, Any, Any], view: Any, *, theme: str = 'light', art: ArtPack | None = None) -> str: "Raises UnknownName"

def changed_parts(before: str, after: str) -> str: ...

def client_modules() -> dict[str, str]: ...

def columns(*blocks: str, gap: int = 3) -> str: ...

def framed(text: str, title: str = '', width: int | None = None) -> str: ...

def hand(of: str, title: str, shape: Rect) -> Region: ...

def hexes(board: TiledMap[S, Any], size: float = 48, *, left: float = 0, top: float = 0, kind: Callable[[S], str] | str = 'sea', label: Callable[[S], str] | None = None) -> tuple[Region, ...]: ...

def in_columns(entries: Sequence[str], width: int, least: int, gap: int = 2) -> str: ...

def lit_by(*named: Iterable[Place]) -> frozenset[str | tuple[str, str]]: ...

def load_outlines(path: Path) -> tuple[tuple[Point, ...], ...]: "Raises BadData"

def match_report(save: str | Path | SaveFile, game: Game[Any, Any, Any] | None = None, *, role: str = UMPIRE, to: int | None = None, docs: str = '', progress: Callable[[int, int], None] | None = None) -> str: ...

def parts_with(board: str, words: str) -> str: ...

def pieces_svg(board: Board, *, theme: str | None = None, art: ArtPack | None = None, lit: Collection[str | tuple[str, str]] = (), scene: str = '') -> str: "Raises UnknownName"

def printable(text: str) -> str: ...

def record_report(record: Record, game: Game[Any, Any, Any] | None = None, *, docs: str = '') -> str: "Raises IncompatibleSave"

def row(word: str, title: str, spots: Sequence[str], at: tuple[float, float], *, gap: float = 14) -> tuple[Region, ...]: ...

def ruled_table(header: Sequence[str], rows: Iterable[Sequence[object]], width: int | None = None) -> str: ...

def scene_svg(scene: Scene, *, theme: str | None = 'light', art: ArtPack | None = None) -> str: ...

def side_by_side(*blocks: str, width: int = WIDTH, gap: int = 3) -> str: ...

def squares(board: TiledMap[S, Any], size: float = 48, *, left: float = 0, top: float = 0, kind: Callable[[S], str] | str = 'sea', title: Callable[[S], str] | None = None) -> tuple[Region, ...]: ...

def svg(board: Board, *, theme: str = 'light', art: ArtPack | None = None, lit: Collection[str | tuple[str, str]] = (), scene: str = '') -> str: "Raises UnknownName"

def tiled_text(board: TiledMap[S, Any], cell: Callable[[S], str], width: int = 4) -> str: ...

def track(word: str, title: str, labels: Iterable[object], at: tuple[float, float], *, box: tuple[float, float] = (36, 30), gap: float = 4, label_size: float = 13) -> tuple[Region, ...]: ...

def wrapped(text: str, width: int = WIDTH, hang: str = '  ') -> str: ...
