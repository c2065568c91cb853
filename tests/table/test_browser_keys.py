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


def test_no_field_that_the_tab_key_reaches_in_the_form_of_a_match_lies_behind_the_button_that_begins_it(
    visit: Any,
) -> None:
    page = visit("/new/uboat_cards", viewport={"width": 1280, "height": 600})
    for name in ("Rules of the table", "Options of the rules"):
        page.locator("summary", has_text=name).click()
    page.evaluate("scrollTo(0, 0)")
    page.locator("#scenario").focus()
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.at-hand *, body')"):
            break
        assert page.evaluate(
            """() => document.activeElement.getBoundingClientRect().bottom
                <= document.querySelector('.at-hand').getBoundingClientRect().top"""
        ), page.evaluate("document.activeElement.id")
    else:
        raise AssertionError("the button is never reached")


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


def test_what_is_opened_instead_of_the_log_has_room_beside_the_longest_list_of_options(visit: Any) -> None:
    page = visit(viewport={"width": 1280, "height": 800})
    begin(page, "bismarck", "two_player")
    page.get_by_role("button", name="Got it").click()
    for name in ("settings", "share", "orders"):
        page.click(f"#tab-{name}")
        part = "e => e.getBoundingClientRect().height / document.querySelector('.side').clientHeight"
        assert page.locator(".panel-box").evaluate(part) > 0.4, name
        assert page.locator(".prompt").evaluate(part) > 0.2, "the question is still seen"


def test_after_the_briefing_the_focus_is_on_the_question_and_a_place_is_told_of_while_it_has_the_focus(
    visit: Any,
) -> None:
    page = visit(viewport={"width": 1280, "height": 800})
    begin(page, "uboat_cards", "short")
    asked(page)
    page.get_by_role("button", name="Got it").focus()
    page.keyboard.press("Enter")
    page.wait_for_function(FOCUSED, arg="#question")
    page.keyboard.press("b")
    page.wait_for_selector(".tip:popover-open")
    page.keyboard.press("Escape")
    page.wait_for_selector(".tip", state="detached")
    places = page.locator(".layers .moving .can").count()
    for _ in range(places):
        page.keyboard.press("Tab")
    page.wait_for_function("() => document.activeElement.matches('.layers .moving .can')")
    page.keyboard.press("Tab")
    page.wait_for_function(FOCUSED, arg="#fit")
    page.wait_for_timeout(1000)  # a place is told of half a second after it was reached
    assert page.locator(".tip").count() == 0


def test_the_letter_that_closes_the_briefing_from_within_leaves_the_focus_on_the_question(visit: Any) -> None:
    page = visit(viewport={"width": 1280, "height": 800})
    begin(page, "uboat_cards", "short")
    asked(page)
    page.get_by_role("button", name="Got it").focus()
    page.keyboard.press("i")
    page.wait_for_selector(".briefing", state="detached")
    page.wait_for_function(FOCUSED, arg="#question")


def test_escape_leaves_the_input_line_for_the_question(visit: Any) -> None:
    page = visit(viewport={"width": 1280, "height": 800})
    begin(page, "uboat_cards", "short")
    asked(page)
    page.keyboard.press("/")
    page.wait_for_function(FOCUSED, arg="#line")
    page.keyboard.press("Escape")
    page.wait_for_function(FOCUSED, arg="#question")
