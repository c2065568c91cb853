"""Rule books as EPUB: whole files, links and a contents that lead somewhere, tables for a small page."""

import posixpath
import re
import zipfile
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

pytest.importorskip("ebooklib", reason="rule books are made with the extra 'print'")
pytest.importorskip("cssselect2", reason="rule books are made with the extra 'print'")

import navalcore as nc
from docs.print.booklet import chapters, tables
from docs.print.ebook import CELL, LETTERS, ROW, book, in_lists, letters

OPF = "{http://www.idpf.org/2007/opf}"
DC = "{http://purl.org/dc/elements/1.1/}"


@pytest.fixture(scope="module", params=["uboat_cards", "bismarck"])
def opened(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, ElementTree.Element]:
    """The files of a book, each read as XML."""
    file = tmp_path_factory.mktemp("epub") / f"{request.param}.epub"
    game = nc.load(request.param)
    book(game, list(chapters(game)), file)
    with zipfile.ZipFile(file) as archive:
        assert archive.infolist()[0].filename == "mimetype"
        names = [name for name in archive.namelist() if name.endswith((".xhtml", ".svg", ".opf", ".ncx"))]
        return {name: ElementTree.fromstring(archive.read(name)) for name in names}


def links(files: dict[str, ElementTree.Element]) -> Iterator[tuple[str, str]]:
    """Every link and picture of a page, as the file and the id that it leads to."""
    for name, root in files.items():
        for element in root.iter() if name.endswith(".xhtml") else ():
            address = element.get("href") or element.get("src") or ""
            path, _, anchor = address.partition("#")
            if address and not path.endswith(".css"):
                yield posixpath.join(posixpath.dirname(name), path), anchor


def test_every_link_and_picture_of_an_epub_is_in_it(opened: dict[str, ElementTree.Element]) -> None:
    ids = {name: {each.get("id", "") for each in root.iter()} for name, root in opened.items()}
    found = list(links(opened))
    assert len(found) > 50
    assert [(file, anchor) for file, anchor in found if file not in ids or anchor not in ids[file] | {""}] == []


def test_no_id_is_twice_in_a_file_of_an_epub(opened: dict[str, ElementTree.Element]) -> None:
    for name, root in opened.items():
        ids = [each.attrib["id"] for each in root.iter() if "id" in each.attrib]
        assert sorted(ids) == sorted(set(ids)), name


def test_nothing_in_an_epub_runs(opened: dict[str, ElementTree.Element]) -> None:
    for root in opened.values():
        for element in root.iter():
            assert not element.tag.endswith("}script")
            assert not [name for name in element.attrib if name.startswith("on")]


def test_the_contents_of_an_epub_lead_to_every_section_and_table(opened: dict[str, ElementTree.Element]) -> None:
    """A reader turns to a rule by its number without paging through the book."""
    contents = {each.get("href") for each in opened["EPUB/nav.xhtml"].iter() if each.get("href")}
    for chapter in ("rules", "tables"):
        headings = opened[f"EPUB/{chapter}.xhtml"].iter("{http://www.w3.org/1999/xhtml}h2")
        wanted = {f"{chapter}.xhtml#{each.get('id')}" for each in headings}
        assert wanted
        assert wanted <= contents


def test_an_epub_names_its_makers_and_the_designer_of_the_game(opened: dict[str, ElementTree.Element]) -> None:
    """The designer did not write the book."""
    told = opened["EPUB/content.opf"].find(f"{OPF}metadata")
    assert told is not None
    assert told.findtext(f"{DC}creator") == "The navalcore engineers"
    assert told.findtext(f"{DC}contributor") in {"Lloyd A. Krassner", "Joel Billings and John Lyon"}
    assert "Independent" in str(told.findtext(f"{DC}rights")).title()


def test_every_picture_of_an_epub_is_a_whole_file_and_a_board_is_one_picture(
    opened: dict[str, ElementTree.Element],
) -> None:
    names = [name for name in opened if name.endswith(".svg")]
    assert {opened[name].tag for name in names} == {"{http://www.w3.org/2000/svg}svg"}
    front = ElementTree.tostring(opened["EPUB/front.xhtml"], encoding="unicode")
    assert front.count("figure>") == 2 * len(names) > 0
    shown = re.findall('<[^ ]*img src="(.*?)" alt="(.+?)"', front)
    assert [f"EPUB/{name}" for name, _ in shown] == names


def test_a_table_too_wide_for_a_small_reader_is_a_list_of_its_rows() -> None:
    """Every figure is still there, with the name of its column."""
    (made,) = [each for each in tables(nc.load("bismarck"), ["British ships"]) if "<table" in each]
    text = in_lists(made)
    assert "<table" not in text
    head, hood, *_ = (CELL.findall(row) for row in ROW.findall(made))
    told = re.search(r"<dt>ship: Hood</dt><dd>(.*?)</dd>", text)
    assert told is not None
    assert told[1].split("; ") == [f"<i>{name}</i> {cell}" for name, cell in zip(head[1:], hood[1:], strict=True)]


def test_numbers_with_one_result_are_told_together() -> None:
    columns = "".join(f"<th>{'a roll of the die with modifiers' if not at else at - 1}</th>" for at in range(9))
    wide = "<th>long-column-name-of-forty-five-letters-and-so</th>"
    cells = "".join(f"<td>{text}</td>" for text in ("calm", *["no"] * 3, *["yes"] * 5, "no"))
    table = f"<table><tr>{columns}{wide}</tr><tr>{cells}</tr></table>"
    assert letters(table) > LETTERS
    assert "<dd><i>0-2</i> no; <i>3-7</i> yes; <i>long" in in_lists(table)
