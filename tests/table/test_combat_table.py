"""The combat tables of Silent War and Computer Bismarck on small screens."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
import pytest

import navalcore as nc
from tests.table.measure import SIZES
from tests.table.people import asked, needs_chromium

pytestmark = needs_chromium

PUZZLES: Final = Path(__file__).parents[2] / "games" / "bismarck" / "puzzles"
READABLE: Final = 10.9
"""The pixels of letters that people read."""
UNITS: Final = """() => {
    const frame = document.querySelector(".board").getBoundingClientRect();
    const scale = new DOMMatrix(getComputedStyle(document.querySelector(".layers")).transform).a;
    const size = (text) => text.matches(".left-out") ? 0
        : scale * (parseFloat(text.style.fontSize) || Number(text.getAttribute("font-size")));
    return [...document.querySelectorAll(".moving > svg:not(.coming) > .card")].map((card) => {
        const box = card.querySelector(".edge").getBoundingClientRect();
        const [across, down] = [box.left >= frame.left && box.right <= frame.right, box.bottom <= frame.bottom];
        return [[...card.querySelectorAll(".band-text, .name")].map(size), across && down && box.top >= frame.top];
    });
}"""
"""Of each unit how large its number and its name are written, 0 where they are not, and whether all of it is seen."""


@pytest.fixture
def fight(served: str) -> tuple[str, int]:
    """The seat of a match with a boat that meets a convoy, and how many units that has."""
    match = nc.load("silent_war").new_match("campaign_wp1", seed="columns 9")
    at_random = Random(9)
    while match.decision is not None and match.decision.kind != "reveal":
        match.choose(at_random.randrange(len(match.decision.options)))
    wish = {"save": match.dumps(), "seats": {"comsubpac": {"by": "me"}}}
    made = httpx.post(f"{served}/api/imports", json=wish, trust_env=False, timeout=60).json()
    combat = match.view("comsubpac").model_dump()["combat"]
    return f"/match/{made['match']}#{made['seats'][0]['secret']}", len(combat["units"])


@pytest.mark.parametrize("size", ["390x844", "1280x720"])
def test_all_columns_of_a_combat_are_in_sight_with_the_number_and_the_name_of_each_unit_to_be_read(
    visit: Any, fight: tuple[str, int], size: str
) -> None:
    address, number = fight
    page = visit(address, **SIZES[size])
    asked(page)
    if page.get_by_role("button", name="Got it").count():
        page.get_by_role("button", name="Got it").click()
    page.wait_for_function(f"({UNITS})().length === {number}")
    page.wait_for_function(f"({UNITS})().every(([, seen]) => seen)", timeout=9000)
    assert number >= 8
    assert min(min(sizes) for sizes, _ in page.evaluate(UNITS)) >= READABLE


def test_no_strip_of_the_combat_table_is_empty_on_a_phone(visit: Any, fight: tuple[str, int]) -> None:
    page = visit(fight[0], **SIZES["390x844"])
    asked(page)
    page.wait_for_selector(".still [data-place='fight']", state="attached")
    page.wait_for_function("() => document.querySelectorAll('.piece[data-at=fight] > text.left-out').length > 2")
    assert not page.locator(".still [data-place='fight']").is_visible()


def test_a_figure_chooses_the_unit_of_that_number_also_when_others_are_revealed(
    visit: Any, fight: tuple[str, int]
) -> None:
    page = visit(fight[0], **SIZES["1280x720"])
    asked(page)
    page.locator(".choose", has_text="#1 ").click()
    page.wait_for_selector(".choose:has-text('#1 ')", state="detached")
    page.locator("h1").click()
    page.keyboard.press("3")
    assert page.evaluate("() => document.activeElement.textContent").startswith("#3 ")


@pytest.mark.parametrize("size", ["390x844", "360x640", "844x390", "640x360"])
def test_all_ships_of_a_naval_combat_are_in_sight_with_their_names_to_be_read_on_a_phone(
    visit: Any, served: str, size: str
) -> None:
    puzzle = json.loads((PUZZLES / "05_two_cruisers.json").read_text(encoding="utf-8"))
    wish = {"save": json.dumps(puzzle["position"]), "seats": {"german": {"by": "me"}, "british": {"by": "bot"}}}
    made = httpx.post(f"{served}/api/imports", json=wish, trust_env=False, timeout=60).json()
    (secret,) = (seat["secret"] for seat in made["seats"] if "secret" in seat)
    width, height = map(int, size.split("x"))
    page = visit(
        f"/match/{made['match']}#{secret}", **{**SIZES["390x844"], "viewport": {"width": width, "height": height}}
    )
    asked(page)
    if page.get_by_role("button", name="Got it").count():
        page.get_by_role("button", name="Got it").click()
    page.wait_for_function(f"({UNITS})().length === 3 && ({UNITS})().every(([, seen]) => seen)", timeout=9000)
    assert min(min(sizes[1:]) for sizes, _ in page.evaluate(UNITS)) >= READABLE
