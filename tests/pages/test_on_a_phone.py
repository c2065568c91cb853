"""What the style of the pages does on a screen as narrow as a phone's."""

import importlib
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import navalcore as nc

pytest.importorskip("playwright", reason="the pages are looked at in a browser")
from tests.table.people import needs_chromium

DOCS = Path(__file__).parents[2] / "docs"
PHONE = {"width": 390, "height": 844}
ROOM = "<style>body { margin: 16px } .table-wrapper { overflow-x: auto }</style>"
"""What the theme does about the margins of a page and its tables."""


@pytest.fixture
def shown(chromium: Any) -> Any:
    """Shows a part of a page on a phone, in the style of the pages."""
    context = chromium.new_context(viewport=PHONE)
    page = context.new_page()
    style = (DOCS / "_static" / "pages.css").read_text(encoding="utf-8")

    def show(part: str) -> Any:
        page.set_content(f"{ROOM}<style>{style}</style>{part}")
        return page

    yield show
    context.close()


def table(*cells: str) -> str:
    """A table of one row."""
    row = "".join(f"<td>{cell}</td>" for cell in cells)
    return f"<div class='table-wrapper'><table class='docutils'><tr>{row}</tr></table></div>"


def board(width: int, kinds: str) -> str:
    """A picture of a width, as a figure of some kinds."""
    svg = f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='90'/>".replace("'", "%27")
    return f"<figure class='{kinds}'><img src='data:image/svg+xml,{svg}'></figure>"


@needs_chromium
def test_a_row_keeps_its_name_while_a_table_is_scrolled_sideways(shown: Callable[[str], Any]) -> None:
    page = shown(table("Prinz Eugen", *("a value of some length" for _ in range(8))))
    wrapper, name = page.locator(".table-wrapper"), page.locator("td").first
    wrapper.evaluate("(wrapper) => wrapper.scrollTo(300, 0)")
    assert wrapper.evaluate("(wrapper) => wrapper.scrollLeft") == 300
    assert abs(name.bounding_box()["x"] - wrapper.bounding_box()["x"]) <= 2


@needs_chromium
def test_a_wide_table_is_not_squeezed_until_a_date_takes_several_lines(shown: Callable[[str], Any]) -> None:
    one_line = shown(table("Tang", "x", "x", "x", "x", "x")).locator("td").nth(1).bounding_box()["height"]
    page = shown(table("Tang", "1944-06, week 2", "7 weeks at most", "WP3", "+1", "Tang from Pearl Harbor"))
    assert page.locator("td").nth(1).bounding_box()["height"] == one_line


@needs_chromium
@pytest.mark.parametrize("door", ["navalcore.rules", "navalcore.components"])
def test_the_name_of_a_door_is_one_line_at_the_head_of_its_page(door: str, shown: Callable[[str], Any]) -> None:
    theme = "<style>body { font-family: sans-serif } article h1 { font-size: 2.5em; overflow-wrap: anywhere }</style>"
    page = shown(f"<article><h1>{door}</h1><h1>n</h1></article>")
    page.set_content(page.content().replace("<style>", f"{theme}<style>", 1))
    name, letter = (page.locator("h1").nth(number).bounding_box()["height"] for number in (0, 1))
    assert name == letter


@needs_chromium
def test_a_heading_is_smaller_than_the_one_above_it(shown: Callable[[str], Any]) -> None:
    theme = (
        "<style>article h1 { font-size: 2.5em } article h2 { font-size: 2em } article h3 { font-size: 1.5em }</style>"
    )
    page = shown("<article><h1>One</h1><h2>Two</h2><h3>Three</h3><h4>Four</h4></article>")
    page.set_content(page.content().replace("<style>", f"{theme}<style>", 1))
    sizes = page.locator("h1, h2, h3, h4").evaluate_all(
        "all => all.map(each => parseFloat(getComputedStyle(each).fontSize))"
    )
    assert sizes == sorted(set(sizes), reverse=True)


@needs_chromium
def test_a_small_picture_is_whole_on_a_phone_and_a_wide_one_keeps_its_size(shown: Callable[[str], Any]) -> None:
    small = shown(board(560, "board")).locator("img").bounding_box()
    assert small["x"] + small["width"] <= PHONE["width"]
    wide = shown(board(1280, "board wide"))
    assert wide.locator("img").bounding_box()["width"] == 44 * 16
    assert wide.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


@pytest.mark.parametrize(("width", "kinds"), [(560, ["board"]), (1280, ["board", "wide"])])
def test_only_a_picture_too_wide_for_a_phone_is_one_to_scroll(
    width: int, kinds: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(DOCS / "_ext"))
    directive = importlib.import_module("page_text").GameDirective
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="90"><title>A board</title></svg>'
    told = SimpleNamespace(env=SimpleNamespace(srcdir=str(tmp_path)), game=nc.load("uboat_cards"))
    assert directive.figure(told, svg, "")["classes"] == kinds
