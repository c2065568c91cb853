"""What the board brings up for whoever chooses in the list."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.table.measure import SIZES
from tests.table.people import STILL, asked, begin, needs_chromium

pytestmark = needs_chromium

SEEN: Final = """() => {
    const frame = document.querySelector(".board").getBoundingClientRect();
    const boxes = (what) => [...document.querySelectorAll(`.layers svg:not(.coming) ${what}`)]
        .map((each) => each.getBoundingClientRect());
    const inside = (x, y) => x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
    const pieces = boxes(".piece.subject"), goals = boxes(".region.can:not(.subject)");
    return pieces.length > 0 && goals.length > 0
        && pieces.every((box) => inside(box.left, box.top) && inside(box.right, box.bottom))
        && goals.every((box) => inside(box.left + box.width / 2, box.top + box.height / 2));
}"""
"""Whether the piece that is asked about is seen whole, and all places where it may go."""


@pytest.mark.parametrize("size", ["1280x720", "390x844"])
def test_after_choices_in_the_list_the_board_shows_the_unit_whole_and_every_square_where_it_may_go(
    visit: Any, size: str
) -> None:
    page = visit(**SIZES[size])
    begin(page, "bismarck", "two_player")
    asked(page)
    page.get_by_role("button", name="Got it").click()
    for unit in ("Arethusa", "Ramillies", "Manchester", "Suffolk"):
        for option in (unit, "M "):
            page.locator(".choose", has_text=option).first.click()
            page.wait_for_selector(f".choose:not([disabled]):not(:text-is('{unit}'))")
            asked(page)
        page.wait_for_selector("#question:has-text('Where does')")
        page.wait_for_function(STILL)
        page.wait_for_function(SEEN)
        page.locator(".choose", has_text="stop").first.click()
        page.wait_for_selector("#question:has-text('Which unit')")


WHOLE: Final = """where => {
    const frame = document.querySelector(".board").getBoundingClientRect();
    const pieces = [...document.querySelectorAll(`.layers svg:not(.coming) ${where} > .edge`)];
    return pieces.length > 0 && pieces.map((each) => each.getBoundingClientRect()).every((box) => box.left >= frame.left
        && box.right <= frame.right && box.top >= frame.top + 18 && box.bottom <= frame.bottom);
}"""
"""Whether all of some pieces are seen whole, below the ruler."""


@pytest.mark.parametrize("size", ["1440x900", "1280x720", "844x390", "390x844"])
@pytest.mark.parametrize(("role", "ship"), [("german", "Bismarck"), ("british", "Hood")])
def test_the_first_view_of_a_match_shows_the_piece_that_the_list_begins_with(
    visit: Any, role: str, ship: str, size: str
) -> None:
    page = visit(**SIZES[size])
    seats = {each: "me" if each == role else "bot:sensible" for each in ("german", "british")}
    begin(page, "bismarck", "two_player", **seats)
    asked(page)
    assert page.locator(".choose").first.inner_text().strip() == ship
    page.wait_for_function(WHOLE, timeout=9000, arg=f"[data-place='ship/{ship.lower()}']")


def test_on_a_phone_the_first_view_of_a_campaign_shows_the_boats_of_a_base_whole(visit: Any) -> None:
    page = visit(**SIZES["390x844"])
    begin(page, "silent_war", "campaign_full")
    asked(page)
    base = page.locator(".choose").first.evaluate("""button => {
        return [...document.querySelectorAll(".layers .piece.can.first")]
            .find((each) => each.querySelector("title").textContent.startsWith(button.textContent.trim())).dataset.at;
    }""")
    page.wait_for_function(WHOLE, timeout=9000, arg=f".piece.can.first[data-at='{base}']")


@pytest.mark.parametrize(
    ("mine", "other", "width", "height"), [("german", "british", 1280, 800), ("british", "german", 1920, 1080)]
)
def test_the_first_view_does_not_cut_the_track_of_turns_that_is_nearly_in_sight(
    visit: Any, mine: str, other: str, width: int, height: int
) -> None:
    page = visit(viewport={"width": width, "height": height})
    begin(page, "bismarck", "two_player", **{mine: "me", other: "bot:easy"})
    asked(page)
    page.wait_for_function(STILL)
    tops = (
        "() => ['.board', '.moving .heading'].map((each) => document.querySelector(each).getBoundingClientRect().top)"
    )
    page.wait_for_timeout(300)
    frame, heading = page.evaluate(tops)
    assert heading >= frame
