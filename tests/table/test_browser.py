"""The page in a real browser: a headless Chromium, driven by Playwright."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import navalcore as nc
from tests.table.measure import SIZES
from tests.table.people import asked, begin, hand_over, needs_chromium, seat_address, tap

pytestmark = needs_chromium


def test_a_match_is_begun_in_the_lobby_and_played_by_clicks_on_the_picture(visit: Any) -> None:
    page = visit()
    begin(page, "uboat_cards", "short")
    clicked = 0
    for _ in range(8):
        asked(page)
        before = page.inner_text(".log ol")
        can = page.locator(".board .can")
        if can.count():
            box = can.first.bounding_box()
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            clicked += 1
            if page.locator(".pick button").count():
                page.locator(".pick button").first.click()
        else:
            page.locator(".choose").first.click()
        page.wait_for_function("before => document.querySelector('.log ol').innerText !== before", arg=before)
    assert clicked >= 3
    assert "#" not in page.url, "the seat's secret has left the address"
    assert re.search("#[0-9a-f]{32}$", seat_address(page)), "it stands behind the # of its link"
    page.reload()
    asked(page)


def test_the_lightest_game_stands_first_in_the_lobby(visit: Any) -> None:
    page = visit()
    page.wait_for_selector(".cards a")
    weights = page.eval_on_selector_all(".cards .weight", "each => each.map(one => one.getAttribute('aria-label'))")
    assert weights == sorted(weights)
    assert "new/uboat_cards" in page.locator(".cards a").first.get_attribute("href")


def test_ones_own_matches_of_one_game_are_told_apart_in_the_lobby_and_whose_turn_it_is_is_told(visit: Any) -> None:
    page = visit()
    for scenario in ("two_player", "solitaire"):
        begin(page, "bismarck", scenario)
        asked(page)
        page.click(".home")
    page.wait_for_function("() => document.querySelectorAll('.mine b').length === 2")
    rows = page.locator(".mine .rows .hint").all_inner_texts()
    assert all(row.startswith("Your turn · turn 1 of") and "against a bot · begun" in row for row in rows)
    titles = [nc.load("bismarck").scenario(each).title for each in ("solitaire", "two_player")]
    assert [title in row for title, row in zip(titles, rows, strict=True)] == [True, True], "the newest first"
    assert titles[0] not in rows[1]


@pytest.mark.parametrize("size", ["1440x900", "1280x720", "390x844"])
@pytest.mark.parametrize("game", ["uboat_cards", "silent_war"])
def test_a_match_is_begun_from_the_form_without_scrolling(visit: Any, game: str, size: str) -> None:
    page = visit(**SIZES[size])
    page.locator(f".cards a[href*='new/{game}']").first.click()
    page.wait_for_selector("#scenario")
    box = page.get_by_role("button", name="Begin", exact=True).bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    asked(page)


def test_a_friend_is_invited_and_both_see_what_happens_while_a_third_watches(visit: Any) -> None:
    host = visit()
    begin(host, "uboat_cards", "short", convoy="person")
    invitation = host.input_value(".invitation input")
    friend = visit(invitation)
    friend.fill("#name", "Bert")
    friend.click("button.main")
    friend.wait_for_selector("#question")
    host.wait_for_selector("text=convoy: Bert")
    onlooker = visit(host.url.partition("#")[0])
    onlooker.wait_for_selector("li >> text=you watch")
    for _ in range(4):
        page = host if "wolf pack" in host.inner_text(".seats .asked").lower() else friend
        asked(page)
        before = onlooker.inner_text(".log ol")
        page.locator(".choose").first.click()
        onlooker.wait_for_function("before => document.querySelector('.log ol').innerText !== before", arg=before)
        host.wait_for_selector(f".log li:has-text({json.dumps(onlooker.locator('.log li').last.inner_text()[:20])})")
    assert seat_address(host) != seat_address(friend)
    assert onlooker.locator(".choose").count() == 0
    held = "[data-place^='card/'][data-at^='hand/']"
    assert host.locator(held).count() > 0
    assert onlooker.locator(held).count() == 0, "nobody's cards are in a spectator's picture"
    again = visit(invitation)
    again.click("button.main")
    again.wait_for_selector("text=not free for you")


def test_the_keyboard_walks_over_the_board_and_chooses(visit: Any) -> None:
    page = visit()
    begin(page, "bismarck")
    asked(page)
    page.wait_for_selector(".board .can")
    page.locator(".board .can").first.focus()
    first = page.evaluate("document.activeElement.dataset.place")
    page.keyboard.press("ArrowDown")
    second = page.evaluate("document.activeElement.dataset.place")
    assert first.startswith("square/")
    assert second != first
    page.locator(".board .can").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".pick, #undo:not([disabled])")
    if page.locator(".pick").count():
        page.keyboard.press("Enter")
    page.wait_for_selector("#undo:not([disabled])")
    page.click("#undo")
    page.wait_for_selector("text=Taken back.")


def test_the_input_line_takes_options_and_says_why_not(visit: Any) -> None:
    page = visit()
    begin(page, "uboat_cards", "short")
    asked(page)

    def say(line: str) -> str:
        page.fill("#line", line)
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.querySelector('.line .answer').innerText.length > 0")
        answer: str = page.inner_text(".line .answer")
        return answer

    page.click(".left-out summary")
    page.wait_for_selector(".left-out li:has-text('pass') .rule")
    option = page.locator(".choose").first.inner_text()
    page.wait_for_timeout(100)
    assert say("sail to Rome")
    page.fill("#line", option)
    page.keyboard.press("Enter")
    page.wait_for_selector(f"text=Done: {option}.")
    asked(page)
    page.fill("#line", "options")
    page.keyboard.press("Enter")
    page.wait_for_function(
        "() => document.querySelectorAll('.line .answer p').length === document.querySelectorAll('.choose').length"
    )


def test_a_rule_is_read_from_the_log_and_a_finger_chooses_on_the_board(visit: Any) -> None:
    page = visit(has_touch=True, viewport={"width": 390, "height": 800})
    begin(page, "uboat_cards", "short")
    asked(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than the phone"
    page.locator(".tabs.phone button", has_text="Log").tap()
    page.locator(".log .rule").first.tap()
    page.wait_for_selector("dialog[open] h2")
    page.wait_for_function("() => document.querySelector('dialog[open] p')?.innerText.length > 20")
    page.locator(".rulebook .close").tap()
    page.locator(".tabs.phone button", has_text="Choose").tap()
    page.wait_for_selector(".board .can")
    text = page.inner_text(".log ol")
    tap(page, ".board .piece.can")
    page.wait_for_function("before => document.querySelector('.log ol').innerText !== before", arg=text)


def test_a_match_that_is_over_is_looked_back_at_and_saved(visit: Any) -> None:
    page = visit()
    begin(page, "uboat_cards", "short")
    asked(page)
    hand_over(page)
    page.wait_for_selector("#save", timeout=60_000)
    with page.expect_download() as download:
        page.click("#save")
    assert download.value.suggested_filename.endswith(".jsonl")
    assert page.inner_text("#again") == "Play again, with seats exchanged"
    page.click("#look-back")
    page.wait_for_selector(".slider output")
    shown = page.inner_text(".slider output")
    page.get_by_role("button", name="One back").click()
    page.wait_for_function("shown => document.querySelector('.slider output').innerText !== shown", arg=shown)
    page.get_by_role("button", name="Back to now").click()
    page.locator(".log .then").nth(20).click()
    page.wait_for_selector("text=As it stood then")
    page.goto(f"{page.url}?decision=1")
    page.wait_for_selector("text=As it stood then")
    page.click("#again")
    page.wait_for_selector(".headline li:has-text('turn 1')")
    page.wait_for_selector(".seats .name:has-text('convoy: you')")
