"""How choices are offered and taken at the table: lists, steppers, what waits to be sent, dice with their results."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any, Final

import httpx
import pytest

import navalcore as nc
from tests.table.measure import SIZES
from tests.table.people import POINT_OF, STILL, Person, asked, begin, needs_chromium

pytestmark = needs_chromium


def test_options_are_pale_only_after_others_that_are_not(visit: Any) -> None:
    page = may_play_or_pass(visit)
    assert page.inner_text(".group.last .choose:has-text('pass')") == "pass"


def may_play_or_pass(visit: Callable[..., Any]) -> Any:
    """A page of the card game that asks whether to play a card or to pass; some matches end before that."""
    while True:
        people: list[Person] = []
        page = visit(before=lambda page, people=people: people.append(Person(page)))
        person = people[0]
        begin(page, "uboat_cards", "short")
        asked(page)
        assert all(each["group"] == "discard card" for each in person.snapshot["decision"]["options"])
        assert not page.locator(".group.last").count(), "to discard is all that can be done"
        while person.snapshot["decision"]:
            asked(page)
            if {"pass"} < {each["text"] for each in person.snapshot["decision"]["options"]}:
                return page
            next_or_over = partial(asked_again_or_over, person, person.snapshot["number"])
            while not next_or_over():  # a press counts for nothing that the page hears of before it shows the question
                page.locator(".choose").first.click()
                with suppress(AssertionError):
                    person.until(next_or_over, "the next question, or the end", 3)


def asked_again_or_over(person: Person, number: int) -> bool:
    """Whether the seat is asked something after so many choices of its own, or the match is over."""
    snapshot = person.snapshot
    return bool(snapshot["outcome"] or (snapshot["number"] > number and snapshot["decision"]))


def test_what_cannot_be_taken_back_waits_three_seconds_and_nobody_hears_of_it_before(visit: Any) -> None:
    people: list[Person] = []

    def heard(page: Any) -> None:
        page.clock.install()
        people.append(Person(page))

    page = visit(holds=True, before=heard)
    person = people[0]
    begin(page, "uboat_cards", "short")
    asked(page)

    def made(number: int) -> bool:
        return bool(person.snapshot["number"] > number)

    def made_or_held(number: int) -> bool:
        return made(number) or page.locator(".held").count() > 0

    def held() -> tuple[Any, int]:
        """The first choice that is kept, and the decision it belongs to: what can be taken back is sent at once."""
        while True:
            number = person.snapshot["number"]
            page.locator(".choose").first.click()
            person.until(partial(made_or_held, number), "the choice")
            if not made(number):
                return page.locator(".choose").first, number
            asked(page)
            page.wait_for_timeout(500)  # a person who reads the next question

    button, number = held()
    page.keyboard.press("Escape")
    page.wait_for_selector(".held", state="detached")
    page.clock.run_for(4000)
    assert person.snapshot["number"] == number, "it was taken back"
    page.fill("#line", person.snapshot["decision"]["options"][0]["text"][:-1])
    page.keyboard.press("Enter")
    page.wait_for_selector(".held")
    page.wait_for_selector(".answer p:has-text('done in three seconds')")
    page.keyboard.press("Escape")
    page.wait_for_selector(".held", state="detached")
    assert person.snapshot["number"] == number, "what is typed waits too"
    button.click()
    page.wait_for_selector(".held")
    assert person.snapshot["number"] == number
    page.clock.run_for(3100)
    person.until(partial(made, number), "the choice to be sent after three seconds")
    asked(page)
    button, number = held()
    page.wait_for_timeout(500)
    button.click()
    person.until(partial(made, number), "a second click to send it at once")


def test_the_camera_shows_more_and_less_and_a_drag_is_no_choice(visit: Any) -> None:
    people: list[Person] = []
    page = visit(viewport={"width": 1280, "height": 720}, before=lambda page: people.append(Person(page)))
    begin(page, "bismarck", "two_player")
    asked(page)
    page.wait_for_selector(".layers .can")
    scale = "Number(getComputedStyle(document.querySelector('.layers')).getPropertyValue('--scale'))"
    place = "document.querySelector('.layers').getBoundingClientRect().left"
    page.click("#fit")
    page.wait_for_timeout(50)
    whole = page.evaluate(scale)
    assert page.locator(".overview.whole").count(), "no overview where the whole board is seen"
    page.mouse.move(400, 300)
    page.mouse.wheel(0, -600)
    page.wait_for_function(f"whole => {scale} > 1.5 * whole", arg=whole)
    page.wait_for_selector(".overview:not(.whole)")
    before = page.evaluate(place)
    page.mouse.down()
    page.mouse.move(300, 300, steps=5)
    page.mouse.up()
    assert page.evaluate(place) < before - 50
    assert not page.locator(".pick").count()
    assert people[0].snapshot["number"] == 0, "whoever drags the board chooses nothing"
    page.keyboard.press("0")
    page.wait_for_function(f"whole => Math.abs({scale} - whole) < 0.001", arg=whole)


SHARED = """async ([options, decision]) => {
    const { sharing } = await import("/page/steppers.js");
    const found = sharing(options, decision);
    return found && [found.field, found.total, [...found.targets.keys()]];
}"""


def test_a_number_that_is_shared_out_over_targets_has_steppers_and_nothing_else_has(visit: Any) -> None:
    def option(target: str, **fields: Any) -> dict[str, Any]:
        places = [{"place": "boat/tang", "as": "subject"}, {"place": target, "as": "target"}]
        return {"kind": "aim", "fields": {"id": target, **fields}, "places": places}

    page = visit()
    page.wait_for_selector(".cards")
    points = [option(target, points=number) for target in ("unit/1", "unit/2") for number in (1, 2)]
    assert page.evaluate(SHARED, [points, {"fields": {"points": 2}}]) == ["points", 2, ["unit/1", "unit/2"]]
    assert page.evaluate(SHARED, [points, {"fields": {}}]) == ["points", 2, ["unit/1", "unit/2"]]
    assert page.evaluate(SHARED, [points[:2], {"fields": {}}]) is None, "one target"
    assert page.evaluate(SHARED, [points[::2], {"fields": {}}]) is None, "one number for each"
    named = [option(target, way=way) for target in ("unit/1", "unit/2") for way in ("slow", "fast")]
    assert page.evaluate(SHARED, [named, {"fields": {}}]) is None, "no number"
    assert page.evaluate(SHARED, [[*points, {"kind": "pass", "fields": {}, "places": []}], {"fields": {}}]) is None


def aiming(served: str) -> str:
    """The seat of a boat that shares out its attack points."""
    match = nc.load("silent_war").new_match("patrol_tang_1944", seed="shared out 32")
    at_random = Random(32)
    while match.decision is not None and match.decision.kind != "aim":
        match.choose(at_random.randrange(len(match.decision.options)))
    wish = {"save": match.dumps(), "seats": {"comsubpac": {"by": "me"}}}
    made = httpx.post(f"{served}/api/imports", json=wish, trust_env=False, timeout=60).json()
    return f"/match/{made['match']}#{made['seats'][0]['secret']}"


@pytest.mark.parametrize("size", ["390x844", "1280x720"])
def test_how_many_are_to_be_shared_out_and_what_does_it_are_in_sight_at_once(
    visit: Any, served: str, size: str
) -> None:
    page = visit(aiming(served), **SIZES[size])
    page.wait_for_selector("#share-out")
    if page.get_by_role("button", name="Got it").count():
        page.get_by_role("button", name="Got it").click()
    page.wait_for_selector(".briefing", state="detached")
    for each in ("#share-out", ".steppers .hint"):
        assert page.locator(each).evaluate(SEEN_WHOLE)


SEEN_WHOLE: Final = """each => { const box = each.getClientRects()[0];
    return [box.top + 2, box.bottom - 2].every((y) => each.contains(document.elementFromPoint(box.left + 4, y))); }"""


def test_points_that_are_shared_out_in_one_dialog_wait_as_a_click_does_before_the_shot(visit: Any, served: str) -> None:
    people: list[Person] = []
    page = visit(aiming(served), holds=True, before=lambda page: people.append(Person(page)))
    page.wait_for_selector("#share-out")
    points = people[0].snapshot["decision"]["fields"]["points"]
    for _ in range(points):  # on one target: the torpedoes run at once
        page.locator(".stepper .square[aria-label^='More']").first.click()
    page.click("#share-out")
    page.wait_for_selector(".held")
    page.keyboard.press("Escape")
    page.wait_for_selector(".held", state="detached")
    assert people[0].snapshot["decision"]["fields"]["points"] == points, "taken back before the shot"
    page.wait_for_selector("#share-out:not([disabled])")
    page.click("#share-out")
    page.get_by_role("button", name="Do it now").click()
    people[0].until(lambda: people[0].snapshot["decision"]["kind"] != "aim", "the shot")


@pytest.mark.parametrize("size", ["390x844", "1280x720"])
def test_what_ends_a_step_is_in_sight_below_a_long_list(visit: Any, size: str) -> None:
    page = visit(**SIZES[size])
    begin(page, "bismarck", "two_player")
    asked(page)
    page.get_by_role("button", name="Got it").click()
    assert page.locator(".choose").count() > 20
    done = page.locator(".choose", has_text="done moving").bounding_box()
    assert done["y"] + done["height"] <= SIZES[size]["viewport"]["height"]
    for option in (page.locator(".group:not(.pinned) .choose").nth(place) for place in (9, 20, 27)):
        option.evaluate("each => each.scrollIntoView({ block: 'nearest' })")
        assert option.evaluate(ON_TOP), "none is below it"


ON_TOP = """element => {
    const box = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(box.left + box.width / 2, box.bottom - 3));
}"""
WITH_DICE = """async events => {
    const { sinceChoice } = await import("/page/since.js");
    const { items } = sinceChoice(events, "me", new Set(), "");
    return items.map(({ event, dice }) => [event.text, dice.map((roll) => roll.text)]);
}"""


def test_dice_are_shown_with_what_is_told_of_the_same_pieces_and_else_alone(visit: Any) -> None:
    def event(n: int, kind: str, text: str, *places: str, **fields: Any) -> dict[str, Any]:
        named = [{"place": place, "as": "target"} for place in places]
        return {"n": n, "kind": kind, "text": text, "places": named, "fields": fields, "detail": False, "moves": []}

    def roll(n: int, text: str, *places: str) -> dict[str, Any]:
        return event(n, "dice_rolled", text, *places, faces=[3], spec="d6")

    page = visit()
    page.wait_for_selector(".cards")
    events = [
        event(1, "choice_made", "I attack", role="me"),
        roll(2, "at Hood", "ship/hood"),
        roll(3, "at Bismarck", "ship/bismarck"),
        event(4, "damaged", "Bismarck is damaged", "ship/bismarck"),
        roll(5, "a miss", "zone/2"),
        event(6, "choice_made", "the other goes on", role="other"),
        event(7, "combat_began", "A fleet battle begins", "zone/2"),
        roll(8, "weather"),
        event(9, "weather_changed", "The weather changes", "row/11"),
    ]
    assert page.evaluate(WITH_DICE, events) == [
        ["at Hood", ["at Hood"]],
        ["Bismarck is damaged", ["at Bismarck"]],
        ["a miss", ["a miss"]],
        ["A fleet battle begins", []],
        ["The weather changes", ["weather"]],
    ]


def test_news_since_a_choice_whose_text_is_a_code_of_a_chart_are_headed_by_its_question_too(visit: Any) -> None:
    people: list[Person] = []
    page = visit(before=lambda page: people.append(Person(page)))
    person = people[0]
    begin(page, "bismarck", "two_player")
    asked(page)
    page.locator(".choose:text-is('Hood')").click()
    person.until(lambda: "Hood" in person.snapshot["decision"]["prompt"], "Hood to be asked about")
    question = person.snapshot["decision"]["prompt"]
    page.locator(".choose:has-text('M 1')").first.click()
    page.wait_for_selector("#since:has-text('Since you chose M 1')")
    assert question in page.inner_text("#since")
    begin_another(page)
    chosen = "discard " + page.locator(".choose").first.inner_text().split("\n")[-1].removeprefix("discard ")
    question = person.snapshot["decision"]["prompt"]
    page.locator(".choose").first.click()
    page.wait_for_selector(f"#since:has-text('{chosen}')")
    assert question not in page.inner_text("#since"), "words need no question"


def begin_another(page: Any) -> None:
    """Begin a match whose first options are words."""
    page.click(".home")
    begin(page, "uboat_cards", "short")
    asked(page)


BESIDE = """() => {
    const [dialog, piece] = [".pick", ".layers svg:not(.coming) .picked"]
        .map((each) => document.querySelector(each).getBoundingClientRect());
    const gap = (low, high, from, to) => Math.max(low - to, from - high, 0);
    const across = gap(dialog.left, dialog.right, piece.left, piece.right);
    return [across, gap(dialog.top, dialog.bottom, piece.top, piece.bottom)];
}"""
"""How many pixels lie between what a choice has opened and its piece, across and along."""


def test_what_a_choice_opens_on_the_board_stays_beside_its_piece_while_the_camera_moves(visit: Any) -> None:
    page = visit(viewport={"width": 1280, "height": 720})
    begin(page, "tonnage_war", "halifax_228")
    asked(page)
    page.get_by_role("button", name="Got it").click()
    card = page.locator(".layers svg:not(.coming) .piece.card.can", has_text="Contact").first
    point = card.evaluate(POINT_OF)
    page.mouse.click(point["x"], point["y"])
    page.wait_for_selector(".pick")
    page.locator(".pick button").nth(1).focus()
    near = f"() => ({BESIDE})().every((gap) => gap < 20)"
    top = "document.querySelector('.pick').getBoundingClientRect().top"
    page.wait_for_function(near)
    page.mouse.move(point["x"] + 30, point["y"] - 200)
    for steps in (-150, 100):
        before = page.evaluate(top)
        page.mouse.wheel(0, steps)
        page.wait_for_function(f"before => Math.abs({top} - before) > 10", arg=before)
        page.wait_for_function(near)
    focused = page.locator(".pick button").nth(1).evaluate("button => button === document.activeElement")
    assert focused, "the focus stays where it was"
    page.click("#fit")
    page.wait_for_function(near)


LABELLED: Final = """() => {
    const seen = document.querySelector(".board").getBoundingClientRect();
    return [...document.querySelectorAll(".labels rect")].map((each) => each.getBoundingClientRect())
        .map((box) => box.left >= seen.left - 1 && box.right <= seen.right + 1 && box.top >= seen.top - 1
            && box.bottom <= seen.bottom + 1);
}"""
"""Of each label of the briefing whether all of it is seen."""


def test_a_briefing_points_only_at_what_is_seen(visit: Any) -> None:
    page = visit(**SIZES["1440x900"])
    begin(page, "bismarck", "two_player", german="me", british="bot:sensible")
    page.wait_for_selector(".labels rect", state="attached")
    asked(page)
    page.wait_for_function(STILL)
    seen = page.evaluate(LABELLED)
    assert 0 < len(seen) < 6, "some are beyond the edge"
    assert all(seen)
    page.click("#fit")
    page.wait_for_function("few => document.querySelectorAll('.labels rect').length > few", arg=len(seen))


def test_at_a_desk_all_directions_of_a_ship_are_seen_at_once(visit: Any) -> None:
    page = visit(**SIZES["1440x900"])
    begin(page, "bismarck", "two_player", german="me", british="bot:sensible")
    asked(page)
    page.get_by_role("button", name="Got it").click()
    for text in ("Bismarck", "M", "SW"):
        page.locator(".choose", has_text=text).first.click()
        page.wait_for_function(
            "text => ![...document.querySelectorAll('.choose')].some((e) => e.textContent.trim() === text)", arg=text
        )
        asked(page)
    page.wait_for_selector("#undo")
    assert page.locator(".prompt").evaluate("box => box.scrollHeight <= box.clientHeight + 1")


def test_on_a_phone_what_ends_a_step_is_told_with_all_its_figures(visit: Any) -> None:
    page = visit(**SIZES["390x844"])
    begin(page, "aa50_subwar")
    asked(page)
    page.get_by_role("button", name="Got it").tap()
    page.locator(".choose", has_text="buy nothing").tap()
    page.wait_for_selector(".pinned .known")
    assert page.locator(".pinned .known").evaluate("line => line.scrollWidth <= line.clientWidth")
