"""A board as data: scenes that stay, and the pieces, traces and tints that one role sees on them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache, lru_cache
from hashlib import blake2b
from math import isfinite
from typing import Any, Final, Literal, TypeAlias

from navalcore._misfits import refuse_misfits, told_when_made
from navalcore.boards._shapes import Outline, Point, Rect, plain
from navalcore.components._model_errors import closest
from navalcore.components._places import check_place
from navalcore.errors import BadData

Json: TypeAlias = dict[str, Any]
Lie: TypeAlias = Literal["stack", "row", "fan", "grid"]
_PLAIN: Final = (str, int, bool)
LIES: Final = ("stack", "row", "fan", "grid")

_WORD = re.compile(r"[a-z][a-z0-9_-]*")


@lru_cache(maxsize=8192)
def check_word(what: str, word: str) -> None:
    """Refuse a kind, a side or a state that cannot be a class of a style sheet; none at all is fine."""
    if word and _WORD.fullmatch(word) is None:
        raise BadData(f"{word!r} is not {what}: it must be a word in small letters, such as sea")


def _check_title(what: str, name: str, title: str) -> None:
    if not title.strip():
        raise BadData(f"the {what} {name} must have a title: it is what screen readers say")


class _Described:
    """A part of a board that is told by its fields."""

    __slots__ = ("_hash",)
    _hash: int

    def to_json(self) -> Json:
        """The description for the wire; fields left out are as in Python."""
        kind: Any = self.__class__
        found: Json = {}
        for name, default in _defaults(kind):
            value = getattr(self, name)
            if value != default:
                found[name] = value if value.__class__ in _PLAIN else _value(value)
        return found


def _values(of: Any) -> tuple[object, ...]:
    return tuple([getattr(of, name) for name, _ in _defaults(of.__class__)])


def _kept_hash(thing: Any) -> int:
    """The hash of a thing that games keep, and of which boards are drawn again and again."""
    try:
        return int(thing._hash)
    except AttributeError:
        object.__setattr__(thing, "_hash", found := hash(_values(thing)))
        return found


@cache
def _defaults(of: Any) -> tuple[tuple[str, object], ...]:
    """The fields of a description, each with its default."""
    return tuple((each.name, each.default) for each in fields(of))


def _value(value: Any) -> Any:
    if hasattr(value, "to_json"):
        return value.to_json()
    if isinstance(value, tuple):
        return [_value(each) for each in value]
    return plain(value) if isinstance(value, float) else value


@told_when_made
@dataclass(frozen=True, slots=True)
class Label(_Described):
    """A word on a scene that is not the name of a region.

    Attributes:
        text: the word.
        at: where: its middle, or its beginning or end (``anchor``), on the line it is on.
        size: of its letters, in the units of the scene; at least 11 where the scene is 1280 wide.
        kind: how it is set, a word of the style sheet: ``title``, ``soft``, ``sea``, ``land``. A ``column`` or a
            ``row`` is the name of one, which stays at the edge where a page shows only a part of the scene.
        anchor: ``start``, ``middle`` or ``end``.
        turn: degrees, clockwise.
        side: the side whose colour it has, if any.
    """

    text: str
    at: Point
    size: float = 13
    kind: str = ""
    anchor: Literal["start", "middle", "end"] = "middle"
    turn: float = 0
    side: str = ""

    def __post_init__(self) -> None:
        check_word("the kind of a label", self.kind)
        check_word("the side of a label", self.side)


@told_when_made
@dataclass(frozen=True, slots=True)
class Shape(_Described):
    """Background without meaning: a coast, a band, a line.

    Attributes:
        points: its corners in order.
        kind: what it is, a word of the style sheet: ``land``, ``neutral``, ``deep``, ``band``, ``table``, ``line``,
            ``way``.
        closed: whether the last corner is joined to the first and the inside is filled.
        above: whether it covers regions, as a coast covers the squares of a chart; their outlines and labels are still
            on it.
    """

    points: tuple[Point, ...]
    kind: str = "land"
    closed: bool = True
    above: bool = False

    def __post_init__(self) -> None:
        check_word("the kind of a shape", self.kind)
        if len(self.points) < 2 + self.closed:
            raise BadData(f"a shape must have {2 + self.closed} corners or more, not {len(self.points)}")


@told_when_made
@dataclass(frozen=True, slots=True)
class Region(_Described):
    """A part of a scene where pieces may be and that options may name: a zone, a square, a port, a hand, a pile.

    Attributes:
        id: a word and slugs, ``zone/12``, unique in a game.
        title: its name and its text, for the pointer and for screen readers.
        shape: a :class:`Rect`, a :class:`Polygon` or a :class:`Disc`.
        kind: what it is, a word of the style sheet: ``sea``, ``land``, ``port``, ``box``, ``cell`` (only an outline),
            ``hand``, ``spot`` (for one card), ``pile``, ``track``, ``open`` (nothing drawn until it is lit).
        label: the word written in it.
        next: the ids of its neighbours.
        lie: how pieces are in it. In a ``stack`` they are next to each other while they fit, then one on the other with
            their number. In a ``row`` they are next to each other and close up. In a ``fan`` they are like a hand of
            cards, and in a ``grid`` they are in rows and columns.
        room: where pieces are; if left out, as large a rectangle as fits the shape, below the label. A room outside the
            shape is joined to it by a line. Where it is far away and the region bears no label, its name is above
            the pieces.
        label_at: the middle of the label's line; if left out, it is at the top.
        label_size: of the label's letters; at least 11 where the scene is 1280 wide.
        name: what it is called alone, for a log; if left out, its title.

    Raises:
        BadData: the id, the kind or the arrangement is malformed, or it has no title.
    """

    id: str
    title: str
    shape: Outline
    kind: str = "area"
    label: str = ""
    next: tuple[str, ...] = ()
    lie: Lie = "stack"
    room: Rect | None = None
    label_at: Point | None = None
    label_size: float = 13
    name: str = ""

    def __post_init__(self) -> None:
        check_place(self.id)
        check_word("the kind of a region", self.kind)
        _check_title("region", self.id, self.title)
        if self.lie not in LIES:
            raise BadData(f"pieces in {self.id} cannot be laid as {self.lie!r}; they are laid as {', '.join(LIES)}")

    __hash__ = _kept_hash


@told_when_made
@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """The lasting part of a board: regions, labels, background. Make it once for each scenario, and keep it.

    Scenes are equal if their digests are.

    Attributes:
        id: a word and slugs: ``chart``.
        title: what it shows.
        size: its width and height. On a screen 1280 units of a scene 1280 wide are one pixel each.
        regions: what options and pieces may name.
        labels: words.
        shapes: background.
        ground: the background, a word of the style sheet: ``sea``, ``table``, ``paper``.

    Raises:
        BadData: two regions have one id, or a region is next to one that does not exist.
    """

    id: str
    title: str
    size: tuple[float, float]
    regions: tuple[Region, ...]
    labels: tuple[Label, ...] = ()
    shapes: tuple[Shape, ...] = ()
    ground: str = "sea"
    digest: str = field(init=False, repr=False)
    """Names its content: equal digests, equal scenes. A front end keeps scenes by it."""
    by_id: dict[str, Region] = field(init=False, repr=False)
    """The regions by their ids."""

    def __post_init__(self) -> None:
        check_place(self.id)
        check_word("the ground of a scene", self.ground)
        _check_title("scene", self.id, self.title)
        if min(self.size) <= 0:
            raise BadData(f"the scene {self.id} must have a width and a height above 0, not {self.size}")
        found: dict[str, Region] = {}
        for region in self.regions:
            if region.id in found:
                raise BadData(f"the scene {self.id} has two regions {region.id}; an id means one region")
            found[region.id] = region
        for region in self.regions:
            for there in region.next:
                if there not in found:
                    raise BadData(f"the region {region.id} is next to {there!r}; {closest(there, found)}")
        object.__setattr__(self, "by_id", found)
        written = json.dumps(self.to_json(), sort_keys=True, separators=(",", ":"))
        object.__setattr__(self, "digest", blake2b(written.encode(), digest_size=16).hexdigest())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scene) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    @property
    def unit(self) -> float:
        """The number of units of the scene in one pixel where it is shown 1280 pixels wide."""
        return self.size[0] / 1280

    def to_json(self) -> Json:
        """The scene for the wire: what a front end asks for once by its digest; fields left out are as in Python."""
        made: Json = {"id": self.id, "title": self.title, "size": [*map(plain, self.size)], "ground": self.ground}
        for name in ("regions", "labels", "shapes"):
            made[name] = [each.to_json() for each in getattr(self, name)]
        return made


@told_when_made
@dataclass(frozen=True, slots=True)
class Badge(_Described):
    """Something small on a piece: a number, a state, a warning.

    Attributes:
        text: a few letters.
        title: what it means.
        kind: how it looks, a word of the style sheet: ``good``, ``bad``, ``last``; on a card also ``band`` (the words
            in its band), ``figure`` (at the band's end) and ``foot`` (beneath its name).
    """

    text: str
    title: str = ""
    kind: str = ""

    def __post_init__(self) -> None:
        check_word("the kind of a badge", self.kind)


@told_when_made
@dataclass(frozen=True, slots=True)
class Piece(_Described):
    """A ship, a card, a marker, or a stack of equal ones, as one role sees it.

    Attributes:
        id: a word and slugs: ``ship/hood``. Equal pieces in several regions are one stack in each, with the same id.
        kind: what it is, the name of a symbol: ``submarine``, ``destroyer``, ``cruiser``, ``carrier``, ``battleship``,
            ``merchant``, ``tanker``, ``transport``, ``aircraft``, ``card``, ``marker`` (round), ``text`` (a pill of
            words), ``heading`` (large words alone), ``counter`` (square). Of any other kind a counter is drawn, with
            its picture if an art pack has one.
        at: the region where it is.
        title: the words for the pointer and screen readers.
        text: the letters on it; of a card its name. A ship without any is drawn as its silhouette alone.
        side: whose it is, a word of the style sheet: ``axis``, ``allies``, ``uboat``, ``convoy`` ...
        facing: where its bow points, in degrees clockwise from north.
        count: how many equal ones.
        badges: what is on it.
        face: ``down`` if its back is seen.
        symbol: the name of the symbol on a card, a counter or a marker.
        state: how it looks, a word of the style sheet: ``done`` (pale), ``sunk``, ``chosen``.
        name: its name in a log, the same in every place; if left out, its title. The title adds where and how it is.

    Raises:
        BadData: the id or a word is malformed, it has no title, or there is not even one.
    """

    id: str
    kind: str
    at: str
    title: str
    text: str = ""
    side: str = ""
    facing: float | None = None
    count: int = 1
    badges: tuple[Badge, ...] = ()
    face: Literal["up", "down"] = "up"
    symbol: str = ""
    state: str = ""
    name: str = ""

    def __post_init__(self) -> None:
        check_place(self.id)
        if not self.kind:
            raise BadData(f"the piece {self.id} must have a kind, such as submarine or card")
        check_word("the kind of a piece", self.kind)
        check_word("the side of a piece", self.side)
        check_word("the symbol of a piece", self.symbol)
        check_word("the state of a piece", self.state)
        _check_title("piece", self.id, self.title)
        if not (isinstance(self.text, str) and isinstance(self.name, str) and isinstance(self.badges, tuple)):
            refuse_misfits(self)
        if self.facing is not None and not isfinite(self.facing):
            raise BadData(f"the facing of the piece {self.id} is a number of degrees, not {self.facing}")
        if self.count < 1:
            raise BadData(f"there must be at least 1 of the piece {self.id}, not {self.count}: leave it out instead")
        if self.face not in ("up", "down"):
            raise BadData(f"the face of the piece {self.id} must be 'up' or 'down', not {self.face!r}")

    __hash__ = _kept_hash


@told_when_made
@dataclass(frozen=True, slots=True)
class Trace(_Described):
    """A course or an arrow through regions.

    Attributes:
        through: the regions from its beginning to its end, two or more.
        kind: its meaning, a word of the style sheet: ``course``, ``moved``, ``order``, ``attack``.
        title: what the pointer says.
        side: whose it is.
    """

    through: tuple[str, ...]
    kind: str = "course"
    title: str = ""
    side: str = ""

    def __post_init__(self) -> None:
        check_word("the kind of a trace", self.kind)
        check_word("the side of a trace", self.side)
        if len(self.through) < 2:
            raise BadData(f"a trace must go through two regions or more, not {len(self.through)}")


@told_when_made
@dataclass(frozen=True, slots=True)
class Tint(_Described):
    """A region in another colour.

    Attributes:
        region: its id.
        kind: its meaning, a word of the style sheet: ``reach``, ``far``, ``searched``, ``seen``, ``danger``, ``smoke``,
            ``fog``, ``night``, ``storm``.
        title: what the pointer says.
    """

    region: str
    kind: str
    title: str = ""

    def __post_init__(self) -> None:
        check_word("the kind of a tint", self.kind)


@told_when_made
@dataclass(frozen=True, slots=True)
class Board:
    """A board as one role sees it: a game describes it, and the library or a front end draws it.

    >>> pond = Scene("pond", "A pond", (200, 100), (Region("zone/1", "The pond", Rect(0, 0, 200, 100), "sea"),))
    >>> board = Board((pond,), (Piece("boat/u-47", "submarine", "zone/1", "U-47", "U-47", "axis"),))
    >>> board.to_json()["pieces"]
    [{'id': 'boat/u-47', 'kind': 'submarine', 'at': 'zone/1', 'title': 'U-47', 'text': 'U-47', 'side': 'axis'}]

    Attributes:
        scenes: the foremost first.
        pieces: what is on them; those of one region in the order of the pile, the lowest first.
        traces: courses and arrows.
        tints: regions in another colour.

    Raises:
        BadData: an id is there twice, or a piece, a trace or a tint names a region that does not exist.
    """

    scenes: tuple[Scene, ...]
    pieces: tuple[Piece, ...] = ()
    traces: tuple[Trace, ...] = ()
    tints: tuple[Tint, ...] = ()

    def __post_init__(self) -> None:
        if not self.scenes:
            raise BadData("a board must have a scene")
        regions = _regions(self.scenes)
        lying = {(piece.id, piece.at) for piece in self.pieces}
        named = {at for _, at in lying} | {tint.region for tint in self.tints}
        named.update(*(trace.through for trace in self.traces))
        twice = len(lying) < len(self.pieces) or any(name in regions for name, _ in lying)
        if twice or not named <= regions.keys():
            self._refuse(regions)

    def _refuse(self, regions: Mapping[str, Scene]) -> None:
        """Say which piece, trace or tint cannot be."""
        lying: set[tuple[str, str]] = set()
        for piece in self.pieces:
            self._check_region(regions, piece.at, f"the piece {piece.id}")
            if piece.id in regions:
                raise BadData(f"{piece.id} is a piece and a region; an id means one thing")
            if (piece.id, piece.at) in lying:
                raise BadData(f"the piece {piece.id} is at {piece.at} twice; give a stack of equal pieces its count")
            lying.add((piece.id, piece.at))
        for trace in self.traces:
            for there in trace.through:
                self._check_region(regions, there, f"a trace of kind {trace.kind}")
        for tint in self.tints:
            self._check_region(regions, tint.region, f"a tint of kind {tint.kind}")

    def lines(self) -> list[str]:
        """The board as text: a line for each region with pieces, in the order of the scenes."""
        lying: dict[str, list[str]] = {}
        for piece in self.pieces:
            badges = ", ".join(badge.title or badge.text for badge in piece.badges)
            told = f"{piece.count} x {piece.title}" if piece.count > 1 else piece.title
            lying.setdefault(piece.at, []).append(f"{told} ({badges})" if badges else told)
        regions = _regions(self.scenes)
        return [f"{regions[at].by_id[at].title}: {', '.join(lying[at])}" for at in regions if at in lying]

    @staticmethod
    def _check_region(regions: Mapping[str, Scene], name: str, what: str) -> None:
        if name not in regions:
            raise BadData(f"{what} is at {name!r}, and no scene has that region; {closest(name, regions)}")

    @property
    def ids(self) -> frozenset[str]:
        """Every id of it: regions and pieces."""
        return frozenset([*_regions(self.scenes), *(piece.id for piece in self.pieces)])

    def pieces_at(self, region: str) -> Iterator[Piece]:
        """The pieces in the region of the id ``region``, the lowest first; none if it is empty or not on the board."""
        return (piece for piece in self.pieces if piece.at == region)

    def to_json(self) -> Json:
        """The board for the wire. Of scenes it has ids and digests: a front end asks for each scene once."""
        return {
            "scenes": [{"id": scene.id, "digest": scene.digest} for scene in self.scenes],
            "pieces": [piece.to_json() for piece in self.pieces],
            "traces": [trace.to_json() for trace in self.traces],
            "tints": [tint.to_json() for tint in self.tints],
        }


@lru_cache(maxsize=64)
def _regions(scenes: tuple[Scene, ...]) -> dict[str, Scene]:
    """The scene of every region; refuses an id that is there twice."""
    found: dict[str, Scene] = {}
    if len({scene.id for scene in scenes}) < len(scenes):
        raise BadData(f"two scenes have one id: {', '.join(scene.id for scene in scenes)}")
    for scene in scenes:
        for name in scene.by_id:
            if name in found:
                raise BadData(
                    f"{name} is a region of the scenes {found[name].id} and {scene.id}; an id means one region"
                )
            found[name] = scene
    return found
