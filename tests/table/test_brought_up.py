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
