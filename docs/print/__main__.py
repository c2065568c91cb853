"""``python -m docs.print [GAME ...]``: writes PDF, EPUB and player aid of games into docs/_build/print."""

from __future__ import annotations

import hashlib
import sys
from html import escape
from importlib.metadata import version
from pathlib import Path
from typing import Any

from weasyprint import CSS, HTML, Document
from weasyprint.formatting_structure.boxes import BlockBox

import navalcore as nc
from docs.print.booklet import Chapter, aid, chapters
from docs.print.ebook import book
from navalcore import AnyGame

FOLDER = Path(__file__).parents[1] / "_build" / "print"
SHEETS = Path(__file__).parent
AID_PAGES = 2
FULLEST_FIRST = (
    (True, True, (8, 8.5, 9, 9.5, 10, 11, 12, 13, 14)),
    (False, True, (8, 8.5, 9, 9.5, 10, 11, 12)),
    (True, False, (8, 8.5, 9, 9.5, 10, 11, 12)),
    (False, False, (6, 6.5, 7, 7.5, 8, 8.5, 9, 10)),
)
"""What a player aid may hold (the sections of the steps, the words), and the sizes of its letters in points."""

INDEX_SIZES = (7.5, 7.3, 7.1, 6.9)
LEAST_ENTRIES = 8
"""A last page of a book with fewer entries of its index than these is done without."""

IN_TABLES = (0.82, 0.74)
"""The sizes of letters in tables, as parts of those of the text: the smaller where a table is too wide."""


def files_of(game: str) -> list[str]:
    """The names of what is printed of a game: the rule book as PDF and EPUB, and the player aid."""
    return [f"{game}.pdf", f"{game}.epub", f"{game}_aid.pdf"]


def pdf(game: AnyGame, made: list[Chapter], file: Path) -> None:
    """The rule book as a PDF."""
    contents = "".join(f'<li><a class="paged" href="#{each.id}">{escape(each.title)}</a></li>' for each in made[1:])
    notice, opening, pictures = made[0].html.partition("<figure")
    body = f"<h1>{escape(game.title)}</h1>{notice}<nav><h2>Contents</h2><ul>{contents}</ul></nav>{opening}{pictures}"
    body += "".join(f'<article id="{each.id}"><h2>{escape(each.title)}</h2>{each.html}</article>' for each in made[1:])
    page = f'<html lang="en"><head><title>{escape(game.title)}</title></head><body>{body}</body></html>'
    laid_out(page).write_pdf(file)


def laid_out(page: str) -> Document:
    """The book on its pages, with letters in its indexes so large that the last page holds more than a line or two."""
    for size in INDEX_SIZES:
        letters = CSS(string=f".index {{ font-size: {size}pt }}")
        document = HTML(string=page).render(stylesheets=[CSS(SHEETS / "book.css"), letters])
        if len(document.pages) == 1 or entries(document.pages[-1]._page_box) >= LEAST_ENTRIES:
            break
    return document


def entries(box: Any) -> int:
    """How many entries of a list are in this box."""
    own = isinstance(box, BlockBox) and box.element_tag == "li"
    return own + sum(map(entries, getattr(box, "children", ())))


def aid_in(told: str, title: str, size: float) -> Document | None:
    """The player aid in letters of this size; None if it needs more than its pages, or a table more than its column."""
    page = f'<html lang="en"><head><title>{escape(title)}: player aid</title></head><body>{told}</body></html>'
    for in_tables in IN_TABLES:
        letters = f"body {{ font-size: {size}pt }} table {{ font-size: {in_tables}em }}"
        document = HTML(string=page).render(stylesheets=[CSS(SHEETS / "aid.css"), CSS(string=letters)])
        if len(document.pages) <= AID_PAGES and not any(cut(each._page_box) for each in document.pages):
            return document
    return None


def cut(box: Any, width: float = 0.0) -> bool:
    """Whether a table in this box is wider than what holds it."""
    if getattr(box, "is_table_wrapper", False) and box.width > width + 1:
        return True
    return any(cut(each, getattr(box, "width", width)) for each in getattr(box, "children", ()))


def player_aid(game: AnyGame, file: Path) -> None:
    """The player aid as a PDF: as much, and in letters as large, as two pages allow.

    Raises:
        ValueError: it does not go on two pages in letters that can be read.
    """
    for with_steps, with_words, sizes in FULLEST_FIRST:
        told = aid(game, with_steps=with_steps, with_words=with_words)
        fits = aid_in(told, game.title, sizes[0])
        for size in sizes[1:]:
            larger = fits and aid_in(told, game.title, size)
            if not larger:
                break
            fits = larger
        if fits:
            fits.write_pdf(file)
            return
    raise ValueError(f"the player aid of {game.id} has more than {AID_PAGES} pages: leave a table out")


def printed(game: AnyGame, folder: Path) -> list[Path]:
    """The rule book as PDF and EPUB, and the player aid, in a folder; what has not changed is not made again."""
    folder.mkdir(parents=True, exist_ok=True)
    made, mark = list(chapters(game)), folder / f"{game.id}.digest"
    files = [folder / name for name in files_of(game.id)]
    sheets = [path.read_text(encoding="utf-8") for path in sorted(SHEETS.iterdir()) if path.suffix in {".css", ".py"}]
    told = repr([made, aid(game), sheets, version("weasyprint"), version("ebooklib")])
    digest = hashlib.sha256(told.encode()).hexdigest()
    if not (mark.exists() and mark.read_text() == digest and all(file.exists() for file in files)):
        pdf(game, made, files[0])
        book(game, made, files[1])
        player_aid(game, files[2])
        mark.write_text(digest)
    return files


def main() -> None:
    """Make what is asked for; all games if none is named."""
    for name in sys.argv[1:] or [entry.id for entry in nc.games().values()]:
        for file in printed(nc.load(name), FOLDER):
            print(f"docs/_build/print/{file.name}: {file.stat().st_size // 1000} KB")


if __name__ == "__main__":
    main()
