"""A person in a hurry: a second press of a double click, and words that mean a choice which cannot be taken back."""

from __future__ import annotations

import json
from functools import partial
from time import time
from typing import Any, Final

import pytest

from tests.table.measure import SIZES
from tests.table.people import Person, asked, begin, needs_chromium

pytestmark = needs_chromium

WHOLE: Final = """async ([lines, height]) => {
    const { showWhole } = await import("/page/since.js");
    const list = document.createElement("ol");
    list.style.cssText = "position: relative; margin: 0; padding: 0; overflow: auto; list-style: none;";
    list.style.maxHeight = `${height}px`;
    for (let line = 0; line < lines; line++) {
        const item = document.createElement("li");
        item.style.height = "47.5px";
        list.append(item);
    }
    document.body.append(list);
    showWhole(list, list.lastElementChild);
    const frame = list.getBoundingClientRect();
    const boxes = [...list.children].map((each) => each.getBoundingClientRect());
    const seen = boxes.filter((box) => box.bottom > frame.top + 1);
    const blank = frame.bottom - seen.at(-1).bottom;
    list.remove();
    return [blank > -1 && blank < 1, seen.length];
}"""
"""Whether the newest of the news is seen whole with nothing below it, and of how many something is seen."""


@pytest.mark.parametrize(
    ("lines", "height", "seen"), [(1, 135, 1), (2, 135, 2), (3, 135, 3), (7, 135, 3), (7, 50, 2), (7, 48, 1)]
)
def test_the_newest_event_is_seen_whole_and_as_much_of_those_before_it_as_fits(
    visit: Any, lines: int, height: int, seen: int
) -> None:
    page = visit()
    page.wait_for_selector(".cards")
    assert page.evaluate(WHOLE, [lines, height]) == [True, seen]


def test_the_newest_event_is_in_sight_again_after_looking_back(visit: Any) -> None:
    people: list[Person] = []
    page = visit(**SIZES["390x844"], before=lambda page: people.append(Person(page)))
    begin(page, "uboat_cards", "short")
    asked(page)
    page.get_by_role("button", name="Got it").click()
    while page.locator(".since li").count() < 4 or not people[0].snapshot["number"]:
        number = people[0].snapshot["number"]
        page.locator(".choose").first.click()
        people[0].until(partial(lambda made: people[0].snapshot["number"] > made, number), "the choice")
        asked(page)
    page.click("#look-back")
    page.wait_for_selector(".slider output")
    page.get_by_role("button", name="Back to now").click()
    below = """() => { const list = document.querySelector(".since ol"), last = list.lastElementChild;
        return last.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom; }"""
    page.wait_for_selector(".since li")
    assert page.evaluate(below) <= 1


def test_while_the_briefing_stands_the_question_is_not_below_what_ends_the_step(visit: Any) -> None:
    page = visit(**SIZES["390x844"])
    begin(page, "bismarck", "two_player")
    asked(page)
    page.wait_for_selector(".briefing")
    in_sight = """() => { const each = document.querySelector("#question"), box = each.getBoundingClientRect();
        return each.contains(document.elementFromPoint(box.left + 40, box.top + box.height / 4)); }"""
    page.wait_for_function(in_sight)
    assert page.evaluate(in_sight)


STAMPED: Final = """Object.defineProperty(Event.prototype, "timeStamp", { get: () => performance.now() })"""
"""Presses are stamped by the clock of the test."""


def sent_by(page: Any, sent: list[Any]) -> None:
    """Note every choice that a page sends."""

    def heard(text: str) -> None:
        if '"choose"' in text:
            sent.append(json.loads(text))

    page.on("websocket", lambda socket: socket.on("framesent", heard))


def test_a_tap_twice_in_a_hurry_neither_sends_what_is_final_nor_answers_the_next_question(visit: Any) -> None:
    people: list[Person] = []
    sent: list[Any] = []

    def before(page: Any) -> None:
        page.clock.install()
        page.add_init_script(STAMPED)
        people.append(Person(page))
        sent_by(page, sent)

    page = visit(holds=True, before=before)
    begin(page, "uboat_cards", "short")
    asked(page)
    page.clock.pause_at(4_000_000_000_000)
    for _ in range(3):
        number, before_it = people[0].snapshot["number"], len(sent)
        page.locator("details.left-out").evaluate("each => each.classList.add('before')")
        box = page.locator(".choose").first.bounding_box()
        press = partial(page.mouse.click, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        press()
        people[0].until(
            partial(lambda n: page.locator(".held").count() or people[0].snapshot["number"] > n, number), "the choice"
        )
        if page.locator(".held").count():
            press()
            assert len(sent) == before_it, "the second press of a double click sends nothing"
            page.keyboard.press("Escape")
            page.wait_for_selector(".held", state="detached")
            page.clock.run_for(4000)
            assert (len(sent), people[0].snapshot["number"]) == (before_it, number)
            return
        page.wait_for_selector("details.left-out:not(.before)")  # the next question has its own
        asked(page)
        press()
        page.wait_for_timeout(200)
        assert (len(sent), page.locator(".held").count()) == (before_it + 1, 0), "the next question is not answered"
        page.clock.run_for(500)
    raise AssertionError("no choice was final")


def pressed_late(page: Any, x: float, y: float, made: float, touch: bool) -> None:
    """A press of which the page hears only now; ``made`` is when, in seconds since 1970."""
    session = page.context.new_cdp_session(page)
    for kind in ("touchStart", "touchEnd") if touch else ("mousePressed", "mouseReleased"):
        if touch:
            points = [{"x": x, "y": y}] if kind == "touchStart" else []
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, "timestamp": made})
        else:
            press = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1, "timestamp": made}
            session.send("Input.dispatchMouseEvent", press)


@pytest.mark.parametrize("touch", [False, True])
def test_a_press_that_was_made_before_the_question_was_seen_does_not_answer_it(visit: Any, touch: bool) -> None:
    people: list[Person] = []
    sent: list[Any] = []

    def before(page: Any) -> None:
        people.append(Person(page))
        sent_by(page, sent)

    page = visit(holds=True, before=before, has_touch=touch)
    begin(page, "uboat_cards", "short")
    asked(page)
    number = people[0].snapshot["number"]
    while True:
        page.wait_for_timeout(600)
        here, made = len(sent), time()
        x, y = page.locator(".choose").first.evaluate(MIDDLE)
        pressed_late(page, x, y, made, touch)
        people[0].until(
            partial(lambda n: page.locator(".held").count() or people[0].snapshot["number"] > n, number), "the choice"
        )
        if page.locator(".held").count():
            break
        number = people[0].snapshot["number"]
        asked(page)
        page.wait_for_timeout(600)
        spots = page.locator(".choose").evaluate_all(f"each => each.map({MIDDLE})")
        far = max(spots, key=lambda spot: abs(spot[1] - y) if spot[1] < page.viewport_size["height"] else 0)
        assert abs(far[1] - y) > 24, "no second press of a double click"
        pressed_late(page, far[0], far[1], made + 0.01, touch)  # when the question before was seen
        page.wait_for_timeout(200)
        assert (len(sent), page.locator(".held").count()) == (here + 1, 0)
    page.keyboard.press("Escape")


MIDDLE: Final = (
    "each => { const { x, y, width, height } = each.getBoundingClientRect(); return [x + width / 2, y + height / 2]; }"
)


def test_three_taps_in_a_hurry_are_one_choice_and_so_is_a_tap_that_opens_something(visit: Any) -> None:
    page = visit()
    found = page.evaluate(PRESSES)
    assert found == [False, True, True, False, False, True]


PRESSES: Final = """async () => {
    const { forgetPresses, isRepeated } = await import("/page/presses.js");
    forgetPresses();
    const found = [];
    for (const [at, x] of [[1000, 50], [1250, 55], [1500, 52], [2000, 52], [2100, 150], [2200, 152]]) {
        const event = new MouseEvent("click", { detail: 1, clientX: x, clientY: 50, bubbles: true });
        Object.defineProperty(event, "timeStamp", { value: at });
        document.body.dispatchEvent(event);
        found.push(isRepeated());
    }
    return found;
}"""
"""Whether each of some presses, at these milliseconds and so far to the right, is one more at the same spot."""


def test_words_that_mean_an_option_wait_as_a_click_does_and_say_so_only_while_they_wait(visit: Any) -> None:
    people: list[Person] = []
    sent: list[Any] = []

    def before(page: Any) -> None:
        people.append(Person(page))
        sent_by(page, sent)

    page = visit(holds=True, before=before)
    person = people[0]
    begin(page, "uboat_cards", "short")
    asked(page)
    while True:
        option, number = person.snapshot["decision"]["options"][0], person.snapshot["number"]
        made = len(sent)
        page.fill("#line", option["text"].removeprefix("discard ").removeprefix("lay "))
        page.keyboard.press("Enter")
        person.until(
            partial(lambda n: page.locator(".held").count() or person.snapshot["number"] > n, number), "the choice"
        )
        if page.locator(".held").count():
            break
        asked(page)
    page.wait_for_selector(".answer p:has-text('done in three seconds')")
    page.keyboard.press("Escape")
    page.wait_for_selector(".held", state="detached")
    page.wait_for_selector(".answer p:has-text('done in three seconds')", state="detached")
    page.wait_for_timeout(3300)
    assert (len(sent), person.snapshot["number"]) == (made, number)
    page.fill("#line", "sail to Rome")
    page.keyboard.press("Enter")
    page.wait_for_selector(".answer p")
    assert len(sent) == made
