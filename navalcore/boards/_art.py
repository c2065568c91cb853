"""Art packs: folders of pictures for kinds of pieces, symbols and single pieces, with a style sheet. Ours is one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from navalcore._misfits import told_when_made
from navalcore.components._data_files import read_text
from navalcore.errors import BadData

_NAMESPACE: Final = "http://www.w3.org/2000/svg"
_SHAPES: Final = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "use")
_PAINT: Final = ("marker", "symbol", "clipPath", "linearGradient", "radialGradient", "stop", "pattern", "mask")
_DRAWN: Final = frozenset(["svg", "g", "defs", "title", "desc", *_SHAPES, *_PAINT])
"""The elements that a picture may have: nothing that runs, nothing that loads."""
_ELSEWHERE = re.compile(r"url\(\s*['\"]?(?!#)", re.IGNORECASE)
_LOADS = re.compile(
    r"@import|@font-face|@charset|image-set\s*\(|\bsrc\s*\(|expression\s*\(|behavior\s*:|-moz-binding|<|\\",
    re.IGNORECASE,
)
_OWN = re.compile(r"(url\(\s*['\"]?#)")
_FILE = re.compile(r"[a-z][a-z0-9_-]*(?:/[a-z0-9_-]+)*\.svg")
LARGEST: Final = 200_000
"""Bytes that a file of an art pack may have."""


@dataclass(frozen=True, slots=True)
class Art:
    """One picture, ready to be used many times in a drawing."""

    id: str
    """The id of its symbol."""
    symbol: str
    """The symbol, an SVG element."""
    size: tuple[float, float]
    """Its width and height."""


@told_when_made
class ArtPack:
    """A folder of SVG files and a style sheet, which replaces the library's art without code.

    A file is called by the kind of a piece (``submarine.svg``), by a symbol (``torpedo.svg``), or by the id of one
    piece (``ship/hood.svg``), which wins. ``card_back.svg`` is the back of cards. A picture in ``currentColor``
    takes the colour of its side. ``style.css``, if there is one, comes after the library's own and may set its
    variables and classes.

    Args:
        folder: where it is.

    Attributes:
        folder: as given.
        style: its style sheet.
        names: the things that it has pictures for.

    Raises:
        BadData: the folder is not there, or a file is not a picture alone: it runs a script or loads something. The
            message names the file.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder: Path = Path(folder)
        if not self.folder.is_dir():
            raise BadData(f"{folder} is not a folder: an art pack is a folder of SVG files and a style.css")
        self._art: dict[str, Art] = {}
        sheet = self.folder / "style.css"
        self.style: str = _checked_style(sheet) if sheet.is_file() else ""
        for path in sorted(self.folder.rglob("*.svg")):
            name = path.relative_to(self.folder).as_posix()
            if _FILE.fullmatch(name) is None:
                raise BadData(f"{path}: must be called by a kind or an id, such as submarine.svg or ship/hood.svg")
            self._art[name.removesuffix(".svg")] = _read(path, name.removesuffix(".svg").replace("/", "-"))
        self.names: tuple[str, ...] = tuple(self._art)

    def __repr__(self) -> str:
        return f"ArtPack({str(self.folder)!r})"

    def __contains__(self, name: object) -> bool:
        return name in self._art


def art_in(pack: ArtPack, name: str) -> Art | None:
    """The picture of that name in a pack."""
    return pack._art.get(name)


@cache
def own_art() -> ArtPack:
    """The library's own."""
    return ArtPack(Path(__file__).parent / "art")


def _checked_style(path: Path) -> str:
    sheet = _small(path)
    if bad := _LOADS.search(sheet) or _ELSEWHERE.search(sheet):
        raise BadData(f"{path}: must not have {bad[0]!r}: a style sheet of an art pack loads nothing")
    return sheet


def _small(path: Path) -> str:
    if path.stat().st_size > LARGEST:
        raise BadData(f"{path}: must have at most {LARGEST} bytes, not {path.stat().st_size}")
    return read_text(path)


def _read(path: Path, name: str) -> Art:
    """A file as a symbol; ids within it are made its own, so that two pictures never share one."""
    text = _small(path)
    name = f"art-{blake2b(text.encode(), digest_size=3).hexdigest()}-{name}"
    if "<!" in re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL):
        raise BadData(f"{path}: must not declare a document type or entities")
    try:
        root = ElementTree.fromstring(text.encode())
    except ElementTree.ParseError as error:
        raise BadData(f"{path}: is not SVG: {error}") from error
    if root.tag != f"{{{_NAMESPACE}}}svg":
        raise BadData(f"{path}: must be an <svg> element of {_NAMESPACE}")
    box = [float(number) for number in re.findall(r"-?[\d.]+", root.get("viewBox", ""))]
    if len(box) != 4 or min(box[2:]) <= 0:
        raise BadData(f'{path}: must have a viewBox of four numbers, such as viewBox="0 0 64 22"')
    for element in root.iter():
        _check(path, element, name)
    head = {key: value for key, value in root.attrib.items() if key not in ("width", "height", "x", "y", "id")}
    symbol = ElementTree.Element("symbol", {"id": name, **head})
    symbol.extend(list(root))
    try:
        return Art(name, ElementTree.tostring(symbol, encoding="unicode"), (box[2], box[3]))
    except RecursionError as error:
        raise BadData(f"{path}: has elements within elements too deep to be drawn") from error


def _check(path: Path, element: ElementTree.Element, name: str) -> None:
    """Refuse what runs or loads; make ids and links the picture's own, and leave out what other programs noted."""
    space, _, tag = str(element.tag).rpartition("}")
    if tag not in _DRAWN or space != f"{{{_NAMESPACE}":
        raise BadData(f"{path}: must not have <{tag}>; a picture has {', '.join(sorted(_DRAWN))}")
    element.tag = tag
    given = dict(element.attrib)
    element.attrib.clear()
    for key, value in given.items():
        space, _, attribute = key.rpartition("}")
        if attribute.lower().startswith("on") or attribute.lower() in ("style", "data-place", "src"):
            raise BadData(f"{path}: <{tag}> must not have the attribute {attribute}")
        if attribute.lower() == "href" != attribute or _LOADS.search(value):
            raise BadData(f"{path}: <{tag}> must not have {attribute}={value!r}")
        if (attribute == "href" and not value.startswith("#")) or _ELSEWHERE.search(value):
            raise BadData(f"{path}: <{tag}> must not load {value!r}; a link within the picture begins with #")
        if attribute == "id":
            element.set("id", f"{name}-{value}")
        elif attribute == "href":
            element.set("href", f"#{name}-{value[1:]}")
        elif not space:
            element.set(attribute, _OWN.sub(rf"\g<1>{name}-", value))
