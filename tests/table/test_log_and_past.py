"""What a person reads of what has happened: the newest line of the log, and a moment that is looked back at."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import pytest

from tests.table.measure import SIZES
from tests.table.people import Person, asked, begin, hand_over, hand_over_by_tap, needs_chromium

pytestmark = needs_chromium

UNSEEN: Final = """() => { const list = document.querySelector(".log ol"), last = list.lastElementChild;
    return last.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom; }"""
"""Pixels of the newest line of the log that lie beneath what is seen of it."""


def test_the_log_shows_its_newest_line_when_a_phone_opens_it_and_when_the_room_for_it_shrinks(visit: Any) -> None:
    page = visit(**SIZES["390x844"])
    begin(page, "tonnage_war", "halifax_228")
    asked(page)
    page.locator(".tabs.phone button", has_text="Log").click()
    page.wait_for_function("() => document.querySelector('.log ol').clientHeight > 100")
    page.wait_for_function(
        "() => { const list = document.querySelector('.log ol'); return list.scrollHeight > list.clientHeight; }"
    )
    page.wait_for_function(f"() => ({UNSEEN})() <= 1")
    page.set_viewport_size({"width": 390, "height": 600})
    page.wait_for_function(f"() => ({UNSEEN})() <= 1")
    page.evaluate("() => { document.querySelector('.log ol').scrollTop = 0; }")
    page.wait_for_timeout(100)
    page.set_viewport_size({"width": 390, "height": 560})
    page.wait_for_timeout(200)
    assert page.evaluate(UNSEEN) > 10, "who reads an earlier line is left there"


def test_the_log_keeps_its_newest_line_in_sight_when_word_of_a_scroll_comes_after_a_change_of_size(visit: Any) -> None:
    page = visit(**SIZES["390x844"])
    begin(page, "tonnage_war", "halifax_228")
    asked(page)
    page.locator(".tabs.phone button", has_text="Log").click()
    page.wait_for_function(
        "() => { const list = document.querySelector('.log ol'); return list.scrollHeight > list.clientHeight + 60; }"
    )
    page.wait_for_function(f"() => ({UNSEEN})() <= 1")
    page.evaluate(
        """() => { const list = document.querySelector(".log ol");
        list.scrollTop -= 2, list.style.maxHeight = `${list.clientHeight - 40}px`; }"""
    )
    page.wait_for_timeout(200)
    assert page.evaluate(UNSEEN) <= 1


def test_of_a_long_log_the_page_fetches_some_at_a_time_and_keeps_the_newest(visit: Any) -> None:
    page = visit()
    begin(page, "uboat_cards", "short")
    asked(page)
    told = page.evaluate(
        """async () => {
        const { SeatSession } = await import("/page/session.js"), all = 5000;
        const log = { value: [{ n: all }], peek: () => log.value };
        const state = { value: { snapshot: { told: all } }, peek: () => state.value };
        const events = Array.from({ length: all }, (_, at) => ({ n: at + 1 }));
        const act = async ({ since }) => ({ said: events.slice(since, since + 2000) });
        const own = Object.getOwnPropertyDescriptors({ log, state, connection: { act } });
        const session = Object.create(SeatSession.prototype, own);
        await session.earlier();
        const some = [log.value[0].n, log.value.length];
        log.value = [];
        const missing = session.first - 1;
        log.value = [{ n: 1 }];
        await session.after(1);
        return [some, missing, log.value.length, log.value.every((event, at) => event.n === at + 1)];
    }"""
    )
    assert told == [[4000, 1001], 5000, 5000, True]


COVERED: Final = """() => { const list = document.querySelector(".log ol"), covered = [];
    const room = list.getBoundingClientRect().right;
    for (let width = 240; width < 440; width += 3) {
        list.style.width = `${width}px`;
        const seen = list.getBoundingClientRect();
        for (const button of list.querySelectorAll(".rule")) {
            const box = button.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
            if (y < seen.top + 20 || y > seen.bottom || x > room) continue;
            const top = document.elementFromPoint(x, y);
            if (!button.contains(top)) covered.push(`${width}: ${button.ariaLabel} under ${top?.className}`);
        }
    }
    list.style.width = "";
    return covered; }"""
"""Buttons of the log that something lies upon, at whatever width the lines end."""


def test_nothing_lies_upon_the_rule_of_a_line_of_the_log_wherever_the_line_ends(visit: Any) -> None:
    page = visit(**SIZES["1440x900"])
    begin(page, "tonnage_war", "halifax_228")
    asked(page)
    page.wait_for_function("() => document.querySelectorAll('.log .rule').length > 5")
    assert page.evaluate(COVERED) == []


LINES: Final = """() => {
    const lines = [...document.querySelectorAll(".log ol > li")].map((line) => [line, line.getBoundingClientRect()]);
    return lines.flatMap(([line, box]) => [...line.querySelectorAll("*")].filter((each) => !each.matches("button")
        && [...each.getClientRects()].some(({ top, bottom }) => top < box.top - 2 || bottom > box.bottom + 2))
        .map((each) => each.outerHTML)); }"""
"""What reaches out of its line of the log, above it or below it."""


def test_nothing_of_a_line_of_the_log_reaches_into_the_line_above_or_below_it(visit: Any) -> None:
    page = visit(**SIZES["1280x720"])
    begin(page, "uboat_cards", "short")
    asked(page)
    page.wait_for_function("() => document.querySelectorAll('.log .tail').length > 5")
    assert page.evaluate(LINES) == []


def test_who_looks_back_is_told_the_score_the_question_and_the_newest_event_of_that_moment(visit: Any) -> None:
    people: list[Person] = []
    page = visit(before=lambda page: people.append(Person(page)))
    begin(page, "uboat_cards", "short")
    asked(page)
    first = people[0].snapshot["decision"]["prompt"]
    while page.inner_text(".headline li:first-child") == "turn 1":
        number = people[0].snapshot["number"]
        page.locator(".choose").last.click()
        people[0].until(partial(lambda made: people[0].snapshot["number"] > made, number), "the choice")
        asked(page)
    page.click("#look-back")
    page.wait_for_selector(".slider output")
    page.locator(".slider input").evaluate(
        "input => { input.value = 0; input.dispatchEvent(new Event('change', { bubbles: true })); }"
    )
    page.wait_for_selector(".slider output:has-text('your decision 1 of')")
    page.wait_for_selector(".headline li:text-is('turn 1')")
    assert first in page.inner_text(".choices")
    assert page.inner_text(".choices .just") == page.locator(".log li").last.evaluate(
        "line => line.firstChild.textContent"
    )
    page.get_by_role("button", name="Back to now").click()
    page.wait_for_selector(".headline li:text-is('turn 1')", state="detached")


@pytest.mark.parametrize(("motion", "said"), [("reduce", 1), ("no-preference", 0)])
def test_the_log_says_once_that_pieces_jump_where_less_motion_is_asked_for(visit: Any, motion: str, said: int) -> None:
    page = visit(reduced_motion=motion)
    begin(page, "uboat_cards", "short")
    asked(page)
    assert page.locator(".log li", has_text="pieces jump to where they go").count() == said


def test_once_a_match_is_over_one_eye_of_the_replay_sees_both_hands(visit: Any) -> None:
    page = visit()
    begin(page, "uboat_cards", "short")
    asked(page)
    page.fill("#line", "orders match")
    page.keyboard.press("Enter")
    page.locator(".sure button", has_text="Hand it over").click()
    page.wait_for_selector("text=/ wins: /", timeout=60_000)
    if page.locator("dialog[open]").count():
        page.keyboard.press("Escape")
    page.click("#look-back")
    page.get_by_role("button", name="One back").click()
    faces = "hand => document.querySelectorAll(`[data-at='hand/${hand}'][data-place^='card/']`).length"
    page.select_option("#eyes", label="everything is seen")
    page.wait_for_function(f"() => ({faces})('uboat') && ({faces})('convoy')")


@pytest.mark.parametrize("size", ["390x844", "844x390", "1280x720"])
def test_what_looks_back_takes_two_rows_and_nobody_plays_on_from_the_end_of_a_match(visit: Any, size: str) -> None:
    page = visit(**SIZES[size])
    begin(page, "uboat_cards", "short")
    asked(page)
    give = hand_over_by_tap if "has_touch" in SIZES[size] else hand_over
    give(page)
    page.wait_for_selector("#again")
    page.click("#look-back")
    page.wait_for_selector(".slider output")
    rows = "all => new Set(all.map((each) => Math.round(each.getBoundingClientRect().bottom))).size"
    assert page.locator("div.slider :is(button)").evaluate_all(rows) <= 2
    assert page.locator("#what-if").is_disabled(), "the match is over there"
    page.get_by_role("button", name="One back").click()
    page.wait_for_selector("#what-if:not([disabled])")


def test_at_the_last_moment_that_is_looked_back_at_the_verdict_stands_once(visit: Any) -> None:
    page = visit()
    begin(page, "uboat_cards", "short")
    asked(page)
    hand_over(page)
    page.wait_for_selector(".after")
    verdict = page.locator(".after .end > p").inner_text()
    page.click("#look-back")
    page.wait_for_selector(".just")
    assert "".join(page.locator(".choices, .after").all_inner_texts()).count(verdict) == 1


VERDICT: Final = """async ([role, winner, returns]) => {
    const { verdict } = await import("/page/after.js");
    const seats = ["pacific", "southwest"].map((each) => ({ role: each, kind: "person", title: each }));
    return verdict({ snapshot: { role, titles: {} }, seats }, { winner, returns });
}"""


@pytest.mark.parametrize(
    ("role", "winner", "returns", "said"),
    [
        ("pacific", "pacific", {"pacific": 1, "southwest": 1}, "You have won"),
        ("southwest", "pacific", {"pacific": 1, "southwest": 1}, "You have won"),
        ("southwest", "pacific", {"pacific": 1, "southwest": -1}, "You have lost"),
        ("pacific", None, {"pacific": -1, "southwest": -1}, "You have lost"),
        ("spectator", None, {"pacific": -1, "southwest": -1}, "Nobody has won"),
        ("spectator", "pacific", {"pacific": 1, "southwest": -1}, "Winner: pacific"),
        ("pacific", None, {"pacific": 0, "southwest": 0}, "The match is a draw"),
        ("southwest", "pacific", {}, "You have lost"),
        ("pacific", None, {}, "The match is over"),
    ],
)
def test_the_verdict_says_who_has_won_and_who_has_lost_to_the_rules_where_nobody_wins(
    visit: Any, role: str, winner: str | None, returns: dict[str, int], said: str
) -> None:
    assert visit().evaluate(VERDICT, [role, winner, returns]) == said


def test_an_answer_to_what_has_been_answered_is_refused_without_numbers_of_decisions(visit: Any) -> None:
    refused = {"code": "stale_decision", "message": "decision 44 is not the current one, which is 45: Who fires?"}
    said = visit().evaluate("async (error) => (await import('/page/session.js')).refusal(error)", refused)
    assert said == "Nothing was done: that had been answered already."
