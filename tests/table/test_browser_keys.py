"""The page by keyboard: how far it is to the question, and letters that go wherever they say."""

from __future__ import annotations

from typing import Any

from tests.table.measure import IN_SIGHT, SIZES
from tests.table.people import asked, begin, needs_chromium

pytestmark = needs_chromium

FOCUSED = "what => document.activeElement.matches(what)"
"""Whether something has the focus."""


def test_the_first_stop_of_the_tab_key_leads_to_the_question_and_is_seen_while_it_has_the_focus(visit: Any) -> None:
    page = visit(viewport={"width": 1280, "height": 720})
    begin(page, "bismarck", "two_player")
    asked(page)
    page.reload()
    asked(page)
    skip = page.locator(".skip")
    assert not skip.evaluate(IN_SIGHT)
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED, ".skip")
    assert skip.evaluate(IN_SIGHT)
    page.keyboard.press("Enter")
    assert page.evaluate(FOCUSED, "#question")
    assert not skip.evaluate(IN_SIGHT)
    for _ in range(2):  # the rule of the question lies between
        page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED, ".choose[data-number='1']")


def test_letters_open_the_part_that_they_go_to_where_another_one_is_open(visit: Any) -> None:
    page = visit(**SIZES["390x844"])
    begin(page, "uboat_cards", "short")
    asked(page)
    page.get_by_role("button", name="Got it").tap()
    for key, place in {"l": ".log .then", "2": ".choose[data-number='2']", "/": "#line", "o": ".choose"}.items():
        page.locator(".tabs.phone button", has_text="Settings").tap()
        page.wait_for_selector("#sound:visible")
        page.keyboard.press(key)
        page.wait_for_function(FOCUSED, arg=place)
    page.locator(".tabs.phone button", has_text="Log").tap()
    page.wait_for_selector("#question", state="hidden")
    page.evaluate("() => document.querySelector('.skip').focus()")
    page.keyboard.press("Enter")
    page.wait_for_function(FOCUSED, arg="#question")


def test_a_letter_goes_to_the_log_where_another_panel_is_open(visit: Any) -> None:
    page = visit(viewport={"width": 1280, "height": 720})
    begin(page, "uboat_cards", "short")
    asked(page)
    page.click("#tab-share")
    page.wait_for_selector(".share")
    page.locator("h1").click()
    page.keyboard.press("l")
    page.wait_for_function(FOCUSED, arg=".log .then")
