"""Pages that are opened while the table is away; times and the rules of the table as a page says them."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.table.people import asked, begin, needs_chromium

pytestmark = needs_chromium

OPENED: Final = [
    ("/", ".cards a"),
    ("/new/uboat_cards", "#seat-convoy"),
    ("/learn/uboat_cards", ".lessons a"),
    ("/learn/uboat_cards/1_find_attack_sink", ".choose"),
]
"""Pages, each with what only the table can tell."""


@pytest.mark.parametrize(("path", "told"), OPENED)
def test_a_page_that_is_opened_while_the_table_is_away_shows_all_as_soon_as_it_is_back(
    chromium: Any, served: str, path: str, told: str
) -> None:
    context = chromium.new_context()
    page = context.new_page()
    context.route("**/api/**", lambda route: route.abort())
    page.goto(served + path)
    page.get_by_text("The table cannot be reached.").wait_for()
    context.unroute("**/api/**")
    page.wait_for_selector(told)
    page.get_by_text("The table cannot be reached.").wait_for(state="detached")
    context.close()


def test_a_lesson_that_could_not_be_read_for_a_while_goes_on_where_it_was(chromium: Any, served: str) -> None:
    context = chromium.new_context()
    page = context.new_page()
    page.goto(f"{served}/learn/uboat_cards/1_find_attack_sink")
    page.locator('.choose[data-key="play_card/Periscope"]').click()
    page.locator('[aria-label="Question 2 of 5"]').wait_for()
    away = [True]  # for one question
    context.route("**/api/**", lambda route: route.abort() if away.pop() else route.continue_(), times=1)
    page.reload()
    page.locator('[aria-label="Question 2 of 5"]').wait_for()
    assert not away
    context.close()


def test_play_again_keeps_the_rules_of_the_table(visit: Any) -> None:
    page = visit("/new/uboat_cards")
    page.click("#house summary")
    page.select_option("#house-absent", "wait")
    page.check("#free")
    rules = page.locator(".terms li").all_inner_texts()
    page.click("button.main")
    asked(page)
    page.click(".life summary")
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Resign").click()
    page.click("#again")
    asked(page)
    page.click(".life summary")
    assert page.locator(".life .panel > .hint").all_inner_texts() == rules


def test_the_rules_of_the_table_count_one_hour_and_one_day(visit: Any) -> None:
    page = visit("/new/uboat_cards")
    page.click("#house summary")
    for field in ("absent_days", "move_hours", "leave_days"):
        page.fill(f"#house-{field}", "1")
    told = " ".join(page.locator(".terms li").all_inner_texts())
    assert "awaited for 1 day may" in told
    assert "the clock gives 1 hour, and 0 in reserve, with 1 day of leave" in told


@pytest.mark.parametrize(("language", "hours"), [("ar-EG", "12"), ("ja-JP", "24"), ("de-DE", "24"), ("en-US", "12")])
def test_a_time_is_in_the_words_of_the_page_and_by_the_clock_of_the_country(
    visit: Any, language: str, hours: str
) -> None:
    page = visit(locale=language)
    begin(page, "uboat_cards", "short")
    asked(page)
    page.click(".home")
    since = page.locator(".mine .hint", has_text="begun").first
    since.wait_for()
    begun = since.inner_text().partition("begun ")[2]
    assert begun.isascii()
    assert any(half in begun.lower() for half in ("am", "pm")) == (hours == "12")
