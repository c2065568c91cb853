"""Art packs: pictures by kind, symbol or id take the place of ours; whatever runs or loads is refused."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from navalcore.boards import ArtPack, Badge, Board, Piece, Rect, Region, Scene, svg
from navalcore.boards._art import own_art
from navalcore.errors import BadData

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'
SEA = Region("zone/1", "The sea", Rect(0, 0, 600, 200), "sea", lie="row")
CHART = Scene("chart", "A sea", (640, 200), (SEA,))
BOATS = (
    Piece("boat/u-47", "submarine", "zone/1", "U-47", "U-47", "axis"),
    Piece("boat/u-99", "submarine", "zone/1", "U-99", "U-99", "axis"),
)


def pack(folder: Path, **files: str) -> ArtPack:
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_svg", ".svg").replace("_css", ".css")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return ArtPack(folder)


def test_a_picture_by_kind_is_told_once_and_used_by_every_piece_of_that_kind(tmp_path: Path):
    art = pack(tmp_path, submarine_svg=HEAD + "<circle r='4'/></svg>", style_css=".theme-light { --sea: #abcdef }")
    drawn = svg(Board((CHART,), BOATS), art=art)
    assert drawn.count("<circle r=") == 1
    assert drawn.count("<use ") == 2
    assert drawn.index("--sea: #abcdef") > drawn.index("--sea: #dfeaf0")
    assert art.names == ("submarine",)


def test_a_picture_by_id_comes_before_one_by_kind(tmp_path: Path):
    art = pack(tmp_path, submarine_svg=HEAD + "<circle r='4'/></svg>", boat__u_47_svg=HEAD + "<rect width='4'/></svg>")
    assert "boat/u_47" in art
    one = Piece("boat/u_47", "submarine", "zone/1", "U-47", "U-47")
    drawn = svg(Board((CHART,), (one, BOATS[1])), art=art)
    assert 'width="4"' in drawn
    assert "<circle r=" in drawn


def test_a_card_with_a_picture_of_its_own_shows_nothing_else(tmp_path: Path):
    art = pack(tmp_path, card__water_svg=HEAD + "<rect width='4'/></svg>")
    water = Piece("card/water", "card", "zone/1", "Water", "Water", badges=(Badge("no use", kind="foot"),))
    assert ">no use<" in svg(Board((CHART,), (water,)))
    assert ">no use<" not in svg(Board((CHART,), (water,)), art=art)


def test_ids_of_two_pictures_never_meet(tmp_path: Path):
    shaded = (
        HEAD + '<defs><linearGradient id="g"/></defs><rect fill="url(#g)" width="4"/><use href="#abc"/>'
        '<g id="abc"/></svg>'
    )
    art = pack(tmp_path, submarine_svg=shaded, destroyer_svg=shaded.replace("4", "5"))
    pieces = (BOATS[0], Piece("ship/d", "destroyer", "zone/1", "D", "D"))
    root = ElementTree.fromstring(svg(Board((CHART,), pieces), art=art))
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    links = [node.get("href", "")[1:] for node in root.iter() if node.get("href")]
    links += [node.get("fill", "")[5:-1] for node in root.iter() if node.get("fill", "").startswith("url(")]
    assert set(links) <= set(ids)
    assert len(links) == 6


WRONG = {
    "must not have <script>": {"submarine_svg": HEAD + "<script>alert(1)</script></svg>"},
    "must not have <foreignObject>": {"submarine_svg": HEAD + "<foreignObject/></svg>"},
    "must not have <image>": {"submarine_svg": HEAD + "<image href='https://example.org/x.png'/></svg>"},
    "must not have the attribute onload": {"submarine_svg": HEAD + "<g onload='x()'/></svg>"},
    "must not have the attribute OnClick": {"submarine_svg": HEAD + "<rect OnClick='x()'/></svg>"},
    "must not have HREF='javascript:": {"submarine_svg": HEAD + "<use HREF='javascript:x()'/></svg>"},
    r"must not have fill='u": {"submarine_svg": HEAD + r"<rect fill='u\72 l(https://example.org/a)'/></svg>"},
    "too deep to be drawn": {"submarine_svg": HEAD + "<g>" * 5000 + "</g>" * 5000 + "</svg>"},
    r"style.css: must not have 'image-set\('": {"style_css": "rect { fill: image-set('https://example.org/x' 1x) }"},
    r"style.css: must not have 'src\('": {"style_css": "rect { fill: src('https://example.org/x') }"},
    "must not have the attribute style": {"submarine_svg": HEAD + "<g style='fill:red'/></svg>"},
    "must not load 'https://example.org": {"submarine_svg": HEAD + "<use href='https://example.org/a.svg#b'/></svg>"},
    r"must not load 'url\(https:": {"submarine_svg": HEAD + "<rect fill='url(https://example.org/a#b)'/></svg>"},
    "must not declare a document type": {"submarine_svg": "<!DOCTYPE svg [<!ENTITY a 'b'>]>" + HEAD + "</svg>"},
    "submarine.svg: is not SVG": {"submarine_svg": HEAD},
    "must be an <svg> element": {"submarine_svg": "<html/>"},
    "must have a viewBox": {"submarine_svg": HEAD.replace("viewBox", "box") + "</svg>"},
    "must be called by a kind or an id": {"Submarine_svg": HEAD + "</svg>"},
    "must have at most 200000 bytes": {"submarine_svg": HEAD + " " * 200_000 + "</svg>"},
    "style.css: must not have '@import'": {"style_css": "@import 'https://example.org/x.css';"},
    r"style.css: must not have 'url\('": {"style_css": "rect { fill: url(https://example.org/x) }"},
    "style.css: must not have '<'": {"style_css": "</style><script>"},
}


@pytest.mark.parametrize("message", WRONG)
def test_what_runs_or_loads_is_refused_with_the_name_of_the_file(message: str, tmp_path: Path):
    with pytest.raises(BadData, match=message) as caught:
        pack(tmp_path, **WRONG[message])
    assert str(tmp_path) in str(caught.value)


def test_an_art_pack_must_be_a_folder(tmp_path: Path):
    with pytest.raises(BadData, match="is not a folder: an art pack is"):
        ArtPack(tmp_path / "none")


def test_the_librarys_own_art_has_a_picture_for_every_kind_of_ship():
    from navalcore.boards._layout import SHIPS

    assert set(own_art().names) >= SHIPS


def test_the_example_art_pack_loads_and_is_used():
    art = ArtPack(Path(__file__).parents[2] / "examples" / "art_pack")
    assert {"submarine", "card_back", "card/water"} <= set(art.names)
    drawn = svg(Board((CHART,), BOATS), art=art)
    assert "--paper: #f3e7cd" in drawn
    assert 'stroke="currentColor"' in drawn
