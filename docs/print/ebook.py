"""The rule book as an EPUB: made for a small page, on which one turns to a section by the reader's own contents."""

from __future__ import annotations

import re
from html import escape, unescape
from importlib.metadata import metadata
from pathlib import Path
from typing import Final

from ebooklib import epub

from docs.print.booklet import Chapter
from navalcore import AnyGame

SHEET: Final = Path(__file__).parent / "ebook.css"
FIGURE: Final = re.compile(r"(?<=<figure>)<svg.*?</svg>(?=<figcaption>)", re.DOTALL)
LINK: Final = re.compile(r'href="#([^"]+)"')
HEADING: Final = re.compile(r'<h3(?: id="([^"]+)")?>(.*?)</h3>')
TABLE: Final = re.compile(r"<table>.*?</table>", re.DOTALL)
ROW: Final = re.compile(r"<tr>(.*?)</tr>", re.DOTALL)
CELL: Final = re.compile(r"<t[hd][^>]*>(.*?)</t[hd]>", re.DOTALL)
LETTERS: Final = 66
"""A table that needs more letters side by side than these is a list: a small reader would cut it off."""


def book(game: AnyGame, made: list[Chapter], file: Path) -> None:
    """The rule book as an EPUB: pictures are files of it, links lead from chapter to chapter."""
    volume = epub.EpubBook()
    volume.set_identifier(f"navalcore-{game.id}-{game.version}")
    volume.set_title(game.title)
    volume.set_language("en")
    source = game.rulebook.source
    volume.add_author(metadata("navalcore")["Author"])
    volume.add_metadata("DC", "contributor", source.designer)
    volume.add_metadata("DC", "description", f"The rules of {game.title}, as navalcore plays them.")
    volume.add_metadata("DC", "rights", source.notice)
    texts = {chapter.id: headed(chapter.id, in_lists(chapter.html)) for chapter in made}
    home = {name: chapter for chapter, text in texts.items() for name in re.findall(r'id="([^"]+)"', text)}
    style = epub.EpubItem("style", "style.css", "text/css", SHEET.read_text(encoding="utf-8"))
    volume.add_item(style)
    pages = []
    for chapter in made:
        text = LINK.sub(lambda found: f'href="{home[found[1]]}.xhtml#{found[1]}"', texts[chapter.id])
        for number, found in enumerate(FIGURE.findall(text)):
            name = f"{chapter.id}_{number}.svg"
            volume.add_item(epub.EpubItem(name.replace(".", "_"), name, "image/svg+xml", found))
            alt = re.search(r"<title>(.*?)</title>", found)
            text = text.replace(found, f'<img src="{name}" alt="{alt[1] if alt else ""}"/>')
        page = epub.EpubHtml(title=chapter.title, file_name=f"{chapter.id}.xhtml", lang="en")
        page.content = f"<h1>{escape(chapter.title)}</h1>{text}"
        page.add_item(style)
        volume.add_item(page)
        pages.append(page)
    volume.toc = [(page, parts) if (parts := parts_of(page)) else page for page in pages]
    volume.spine = [*pages, ("nav", "no")]
    volume.add_item(epub.EpubNcx())
    volume.add_item(epub.EpubNav(title="Contents"))
    epub.write_epub(str(file), volume)


def headed(chapter: str, text: str) -> str:
    """The chapter with headings one level below its own, each with an id for the contents."""
    numbers = iter(range(text.count("<h3")))
    return HEADING.sub(
        lambda found: f'<h2 id="{found[1] or f"{chapter}-{next(numbers)}"}">{found[2]}</h2>', text
    )  # fmt: skip


def parts_of(page: epub.EpubHtml) -> list[epub.Link]:
    """The sections or tables of a chapter, for the contents."""
    found = re.findall(r'<h2 id="([^"]+)">(.*?)</h2>', page.content)
    return [epub.Link(f"{page.file_name}#{name}", plain(title), name) for name, title in found]


def plain(text: str) -> str:
    """The words without their marks."""
    return unescape(re.sub(r"<[^>]+>", "", text))


def in_lists(text: str) -> str:
    """The chapter with each table that a small reader would cut off as a list of its rows."""
    return TABLE.sub(lambda found: as_list(found[0]) if letters(found[0]) > LETTERS else found[0], text)


def letters(table: str) -> int:
    """How many letters a table needs side by side: the longest word of each column, and room between columns."""
    rows = [[plain(cell).split() for cell in CELL.findall(row)] for row in ROW.findall(table)]
    columns = zip(*rows, strict=True)
    return sum(2 + max(len(word) for words in column for word in (words or [""])) for column in columns)


def as_list(table: str) -> str:
    """The rows of a table, each with the names of its columns; numbers with one result are a range."""
    head, *rows = (CELL.findall(row) for row in ROW.findall(table))
    made = ""
    for first, *cells in rows:
        told: list[list[str]] = []  # name of the first column, that of the last, what they say
        for name, cell in zip(head[1:], cells, strict=True):
            if told and name.isdigit() and told[-1][1].isdigit() and told[-1][2] == cell:
                told[-1][1] = name
            elif cell:
                told.append([name, name, cell])
        said = "; ".join(f"<i>{name if name == last else f'{name}-{last}'}</i> {cell}" for name, last, cell in told)
        made += f"<dt>{head[0]}: {first}</dt><dd>{said}</dd>"
    return f"<dl>{made}</dl>"
