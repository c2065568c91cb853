"""Printed rule books: links that lead somewhere, words in the index, and boards without a style sheet."""

import re

import pytest

pytest.importorskip("cssselect2", reason="rule books are made with the extra 'print'")

import navalcore as nc
from docs.print.booklet import aid, chapters
from docs.print.pictures import written_out


def test_every_link_of_a_book_leads_to_a_place_in_it_and_its_index_has_words_and_numbers() -> None:
    made = {chapter.id: chapter.html for chapter in chapters(nc.load("uboat_cards"))}
    text = "".join(made.values())
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(re.findall(r'id="([^"]+)"', text))
    assert re.search(r"<li>hand limit <a [^>]*>U6</a>", made["index"])
    assert "U6</a> Draw phase" in made["numbers"]
    assert "<svg" in made["front"]
    assert "var(" not in made["front"]
    assert "<h2>Sequence of play</h2>" in aid(nc.load("uboat_cards"))


def test_a_picture_has_its_styles_at_its_elements_and_symbols_where_they_are_used() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg">'
        "<style>.a { --c: red } .a rect { fill: var(--c) } .a { color: blue }</style>"
        '<defs><symbol id="s" viewBox="0 0 1 1"><path fill="currentColor" stroke="var(--c)"/></symbol></defs>'
        '<g class="a"><rect/><use href="#s" x="3"/></g></svg>'
    )
    made = written_out(svg)
    assert '<rect fill="red"' in made
    assert 'x="3"' in made
    assert '<path fill="blue" stroke="red"' in made
    assert "style" not in made
