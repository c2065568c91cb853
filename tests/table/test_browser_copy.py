"""What is passed on is copied wherever a table is served, and the page says what came of it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table.measure import IN_SIGHT, SIZES
from tests.table.people import asked, begin, needs_chromium

pytestmark = needs_chromium

PLAIN = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
"""A page that is not served by https to a machine of the same house has no clipboard of its own."""
MUTE = "Document.prototype.execCommand = () => false"


def without_clipboard(page: Any) -> None:
    """Take it away."""
    page.add_init_script(PLAIN)


def pasted(page: Any) -> str:
    """What is on the clipboard of a page, pasted into a field that anybody may write in."""
    page.evaluate(
        "() => { const field = document.createElement('textarea'); field.id = 'here'; document.body.append(field); }"
    )
    page.focus("#here")
    page.keyboard.press("Control+V")
    return str(page.input_value("#here"))


def test_on_a_page_without_https_invitation_and_page_link_are_copied_and_the_button_says_so(visit: Any) -> None:
    page = visit(before=without_clipboard)
    begin(page, "uboat_cards", "short", convoy="person")
    asked(page)
    invitation = page.input_value(".invitation input")
    page.click(".invitation button")
    page.wait_for_selector(".invitation button:has-text('Copied')")
    assert pasted(page) == invitation
    page.goto(page.url.partition("/match")[0] + "/me")
    page.click("button.main")
    page.click("text=Copy the link")
    page.wait_for_selector(".copy button:has-text('Copied')")
    assert pasted(page) == page.input_value(".copy input")


def test_where_nothing_can_be_copied_the_field_is_selected_and_the_button_says_what_to_do(visit: Any) -> None:
    page = visit(before=lambda page: page.add_init_script(f"{PLAIN}; {MUTE}"))
    begin(page, "uboat_cards", "short", convoy="person")
    page.click(".invitation button")
    page.wait_for_selector(".invitation button:has-text('Copy it from the field')")
    assert page.evaluate("getSelection().toString()") == page.input_value(".invitation input")


@pytest.mark.parametrize("size", ["390x844", "844x390"])
def test_an_invitation_is_large_enough_for_a_finger_beside_the_question(visit: Any, size: str) -> None:
    page = visit(**SIZES[size])
    begin(page, "uboat_cards", "short", convoy="person")
    copy = page.locator(".prompt .invitation button")
    assert copy.evaluate(IN_SIGHT)
    assert copy.bounding_box()["height"] >= 36


def test_the_page_of_ones_own_games_calls_no_bot_by_a_name_of_the_program(visit: Any) -> None:
    page = visit()
    begin(page, "uboat_cards", "short")
    asked(page)
    page.goto(page.url.partition("/match")[0] + "/me")
    page.click("button.main")
    page.wait_for_selector(".me .rows li:has-text('against a bot')")
