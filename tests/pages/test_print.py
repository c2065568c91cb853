"""Printed rule books: links that lead somewhere, words in the index, and boards without a style sheet."""

import csv
import html
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("cssselect2", reason="rule books are made with the extra 'print'")

import navalcore as nc
from docs.print.booklet import aid, chapters, tables
from docs.print.pictures import written_out

SHEET = (Path(__file__).parents[2] / "docs" / "print" / "book.css").read_text(encoding="utf-8")


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


def test_the_treasuries_of_each_scenario_have_a_column_and_germany_spends_more_in_one() -> None:
    """Two scenarios are of 1941; in the one with even chances Germany sends 18 IPC to the East."""
    (made,) = [text for text in tables(nc.load("aa50_subwar"), ["money"]) if "<table" in text]
    head = re.findall(r"<th[^>]*>(.*?)</th>", made)
    assert head[1:4] == [f"IPC at the start, {name}" for name in ("1941", "1942", "1941 even")]
    assert "15 (1941 even: 18)" in made


def test_a_table_that_fits_on_a_page_is_not_cut() -> None:
    """Twenty rows after a text that fills most of the page are all on the next page."""
    rows = "".join(f"<tr><td>row {number}</td></tr>" for number in range(20))
    text = "<p>A rule.</p>" * 22
    made = f"{text}<section class='data long'><h3>A table</h3><table>{rows}</table></section>"
    with_table = [page for page in pages_of(made, SHEET) if "row 0" in page]
    assert len(with_table) == 1
    assert "row 19" in with_table[0]


def index_of(entries: int) -> str:
    """A book that is an index of so many words."""
    return f"<ul class='index'>{''.join(f'<li>word {each}</li>' for each in range(entries))}</ul>"


def test_a_book_does_not_end_with_a_page_for_a_line_or_two_of_its_index() -> None:
    pytest.importorskip("weasyprint", reason="rule books are made with the extra 'print'")
    from docs.print.__main__ import INDEX_SIZES, LEAST_ENTRIES, entries, laid_out as book

    sheet = f"{SHEET} .index {{ font-size: {INDEX_SIZES[0]}pt }}"
    drawn = ((number, laid_out(index_of(number), sheet)) for number in range(72, 102, 6))
    too_many, at_first = next((number, pages) for number, pages in drawn if len(pages) == 2)
    assert 0 < entries(at_first[-1]) < LEAST_ENTRIES
    assert sum(map(entries, at_first)) == too_many
    assert len(book(index_of(too_many)).pages) == 1
    assert len(book(index_of(2 * (too_many - 6))).pages) == 2


def laid_out(html: str, sheet: str) -> list[Any]:
    """The boxes of each page."""
    weasyprint = pytest.importorskip("weasyprint", reason="rule books are made with the extra 'print'")
    document = weasyprint.HTML(string=html).render(stylesheets=[weasyprint.CSS(string=sheet)])
    return [page._page_box for page in document.pages]


def pages_of(html: str, sheet: str) -> list[str]:
    """The words of each page."""

    def words(box: object) -> str:
        return getattr(box, "text", "") + " ".join(map(words, getattr(box, "children", ())))

    return [words(page) for page in laid_out(html, sheet)]


def reaching_out(box: Any, edge: float) -> Iterator[str]:
    """The words of a box that reach beyond the edge: that of their cell, or of the page."""
    if box.element_tag in ("td", "th"):
        if (own := box.position_x + box.border_width()) > edge + 0.1:
            yield f"{box.element_tag}, which is outside of the page"
        edge = own
    if hasattr(box, "text") and box.position_x + box.width > edge + 0.1:
        yield box.text
    for each in getattr(box, "children", ()):
        yield from reaching_out(each, edge)


@pytest.mark.parametrize("game", ["bismarck", "silent_war", "tonnage_war"])
def test_no_word_in_a_wide_table_of_a_book_reaches_into_the_next_cell(game: str) -> None:
    wide = [each for each in tables(nc.load(game)) if each.startswith("<section class='data wide")]
    found = [
        word
        for page in laid_out("".join(wide), SHEET)
        for word in reaching_out(page, page.content_box_x() + page.width)
    ]
    assert wide
    assert found == []


TABLES_OF_AA50 = ("units", "zones", "territories")


def figures(game: str) -> dict[str, dict[str, list[str]]]:
    """What the tables of a player aid say: by title and by first cell, the other cells of the row."""
    found: dict[str, dict[str, list[str]]] = {}
    for title, body in re.findall(
        r"<section class='data[^']*'><h3>(.*?)</h3>(.*?)</section>", aid(nc.load(game)), re.DOTALL
    ):
        rows = [
            re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL) for row in re.findall(r"<tr>(.*?)</tr>", body, re.DOTALL)
        ]
        found[title] = {
            re.sub(r"<[^>]+>", "", row[0]): [cell.replace("\N{NO-BREAK SPACE}", " ") for cell in row[1:]]
            for row in rows
            if row
        }
    return found


def data_of(game: str) -> Path:
    """The folder of a game's data."""
    return nc.load(game).folder / "data"


def test_the_player_aid_of_bismarck_has_the_figures_of_its_data() -> None:
    aids = figures("bismarck")
    data = tomllib.loads((data_of("bismarck") / "tables.toml").read_text(encoding="utf-8"))
    shadow = data["shadow"]
    told = aids["Shadowing"]
    assert [int(told[f"visibility {level}"][0]) for level in range(1, 9)] == list(shadow["visibility"].values())
    assert int(told["the ship moved two squares"][0]) == shadow["moved_two_squares"]
    assert float(told["each helper"][0]) == shadow["per_helper"]
    assert int(told["divide the sum by"][0]) == shadow["divisor"]
    single = aids["Single chances"]
    assert single["12.2"][1] == f"{data['chance']['general_air_search_pct']} %"
    assert single["12.3"][1] == f"{data['chance']['radio_silence_pct']} %"
    assert single["16.63"][1] == f"{data['withdrawal']['otherwise_pct']} %"
    chances = data["torpedo"]["hit_pct"]["rows"].values()
    assert [row[0] for row in aids["Torpedo hits"].values()] == [f"{percent} %" for percent in chances]
    strength = data["submarine"]["anti_sub_strength"]
    assert aids["Anti-submarine strength"]["convoy"] == [str(strength["convoy"][when]) for when in ("day", "night")]
    assert aids["Anti-submarine strength"]["each destroyer"] == [
        str(strength["destroyer_each"][when]) for when in ("day", "night")
    ]
    with (data_of("bismarck") / "ships.csv").open(encoding="utf-8") as file:
        convoys = {row["display"]: row["start_square"] for row in csv.DictReader(file) if row["type"] == "M"}
    assert {name: row[0] for name, row in aids["Convoys and their missions"].items()} == convoys


def test_the_player_aid_of_submarine_warfare_has_the_figures_of_its_data() -> None:
    aids = figures("aa50_subwar")
    texts = {name: (data_of("aa50_subwar") / f"{name}.csv").read_text(encoding="utf-8") for name in TABLES_OF_AA50}
    rows = {name: list(csv.DictReader(text.splitlines())) for name, text in texts.items()}
    keys = ("cost", "attack", "defense", "move", "hits", "convoy_dice")
    told = {name: [cell.split()[0] for cell in cells] for name, cells in aids["Units"].items()}
    assert told == {row["unit"]: [row[key] for key in keys] for row in rows["units"]}
    limits = {row["id"].capitalize(): "C" + row["convoy_limit"] for row in rows["zones"]}
    assert {name: cells[0] for name, cells in aids["Sea zones and their limits"].items()} == {
        name: "0" if limit == "C0" else limit for name, limit in limits.items()
    }
    told = aids["Territories and their limits"]
    assert {name: cells[0] for name, cells in told.items()} == {
        row["source_name"] or row["map_name"]: row["ipc"] for row in rows["territories"]
    }
    assert "<h2>What each roll needs</h2>" in aid(nc.load("aa50_subwar"))


def test_the_player_aid_says_what_happens_in_each_step_and_what_the_words_mean() -> None:
    told, book = re.sub(r"<[^>]+>", "", html.unescape(aid(nc.load("uboat_cards")))), nc.load("uboat_cards").rulebook
    assert book.section("U6").summary in told
    assert [term.term for term in book.terms if term.term not in told] == []


def test_the_player_aid_says_what_each_side_may_do_where_a_step_names_its_choices_by_their_first_and_last() -> None:
    told, book = re.sub(r"<[^>]+>", "", html.unescape(aid(nc.load("tonnage_war")))), nc.load("tonnage_war").rulebook
    choices = ["7.2.1", "7.2.4", "7.2.7", "7.3.1", "7.3.8"]
    assert [number for number in choices if book.section(number).summary not in told] == []


def test_a_player_aid_whose_table_is_wider_than_its_column_is_not_printed_in_such_letters() -> None:
    pytest.importorskip("weasyprint", reason="rule books are made with the extra 'print'")
    pytest.importorskip("ebooklib", reason="rule books are made with the extra 'print'")
    from docs.print.__main__ import aid_in

    cells = "".join(f"<td>{'unbroken' * 2}</td>" for _ in range(4))
    told = f"<div class='columns'><section class='data'><table><tr>{cells}</tr></table></section></div>"
    assert aid_in(told, "G", 8) is not None
    assert aid_in(told, "G", 14) is None
