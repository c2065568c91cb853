"""The rule books to print: a PDF, an EPUB and a player aid of every game."""

from __future__ import annotations

import zipfile
from html import unescape
from pathlib import Path

import pytest

import navalcore as nc


@pytest.mark.parametrize("game", sorted(nc.games()))
def test_the_books_of_a_game_are_made_and_have_every_section(game: str, tmp_path: Path) -> None:
    try:
        from docs.print.__main__ import printed
    except (ImportError, OSError) as error:  # the library finds no Pango
        pytest.skip(str(error))
    found = nc.load(game)
    book, volume, aid = printed(found, tmp_path)  # which fails if the aid does not go on its pages
    for file in (book, aid):
        assert file.read_bytes().startswith(b"%PDF")
        assert file.read_bytes().rstrip().endswith(b"%%EOF")
    with zipfile.ZipFile(volume) as pages:
        text = "".join(unescape(pages.read(name).decode()) for name in pages.namelist() if name.endswith(".xhtml"))
    assert [each.title for each in found.rulebook.sections if each.title not in text] == []
