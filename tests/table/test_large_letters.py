"""Letters twice as large, as a browser is told to have them: everything grows, and the board keeps its room."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.table.measure import IN_SIGHT
from tests.table.people import asked, begin, needs_chromium, tab

pytestmark = needs_chromium

TWICE: Final[dict[str, Any]] = {
    "viewport": {"width": 195, "height": 422},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
"""What a phone of 390 by 844 has for a page whose letters are twice as large."""
LETTERS: Final = """() => {
    const words = document.querySelectorAll("main :is(h1, h2, h3, a, button, label, p, dt, dd, select, summary)");
    const seen = [...words].filter((each) => each.getBoundingClientRect().width);
    return seen.map((each) => parseFloat(getComputedStyle(each).fontSize));
}"""
"""How large the letters of a page are."""


@pytest.mark.parametrize("path", ["/", "/new/bismarck"])
def test_all_words_of_lobby_and_form_grow_with_the_letters_of_the_browser(visit: Any, path: str) -> None:
    page = visit(path)
    page.wait_for_selector(".cards a, fieldset select")
    before = page.evaluate(LETTERS)
    page.evaluate("() => { document.documentElement.style.fontSize = '32px'; }")
    assert page.evaluate(LETTERS) == pytest.approx([2 * each for each in before])
    assert len(before) > 10


def test_on_a_phone_with_letters_twice_as_large_board_question_tabs_and_line_have_their_room(visit: Any) -> None:
    page = visit(**TWICE)
    begin(page, "bismarck", "two_player")
    asked(page)
    page.get_by_role("button", name="Got it").tap()
    assert page.locator(".board").bounding_box()["height"] >= 422 / 6
    assert page.locator("#question").evaluate(IN_SIGHT)
    for name in ("Settings", "Log"):
        page.locator(".tabs.phone button", has_text=name).scroll_into_view_if_needed()
        tab(page, name)
    done = page.locator(".line button").bounding_box()
    assert done["x"] + done["width"] <= 195
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_on_a_large_screen_at_twice_its_size_the_first_option_is_in_sight_and_not_only_the_one_that_ends_the_turn(
    visit: Any,
) -> None:
    page = visit(viewport={"width": 960, "height": 540}, device_scale_factor=2)
    begin(page, "bismarck", "two_player")
    page.get_by_role("button", name="Got it").click()
    asked(page)
    assert page.locator(".choose").first.evaluate(IN_SIGHT)
