"""What a person sees of a match: the newest event and the question always, what a tap opens whole, pieces that move."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from tests.table.measure import GAMES, SIZES, measured
from tests.table.people import POINT_OF, STILL, Person, asked, begin, hand_over, look_at, needs_chromium

pytestmark = needs_chromium

LABEL, BUTTON = 10.9, 23.9
"""Pixels of the smallest words on a board and of the smallest button, less what rounding takes."""


ACROSS: Final = """() => { const box = document.querySelector(".moving > svg").getBoundingClientRect();
    return [box.left, box.right]; }"""


@pytest.mark.parametrize(
    ("game", "size"), [*((game, "390x844") for game in GAMES), ("uboat_cards", "1280x720"), ("tonnage_war", "844x390")]
)
def test_options_newest_event_and_question_are_in_sight_and_words_and_buttons_are_large_enough(
    visit: Any, served: str, game: str, size: str
) -> None:
    settings = SIZES[size]
    page = visit(**settings)
    found = measured(page, served, game, touch="has_touch" in settings, choices=4)
    assert found.offered >= (2 if size == "390x844" else 1), "what can be done is seen at once, with the goal too"
    assert found.choices == found.newest == found.question == 4
    assert all(share > 0.999 for share in found.shares), "what a tap opens is on the screen"
    assert found.label >= LABEL
    assert found.target >= BUTTON
    if game == "silent_war":
        page.locator(".scenes button", has_text="Combat table").click()
        page.wait_for_selector(".moving > svg > title:text('Combat table')", state="attached")
        page.wait_for_timeout(400)
        left, right = page.evaluate(ACROSS)
        assert (left >= -1, right <= 391) == (True, True), "all of a scene where nothing can be chosen"


STEP_BY_STEP = "localStorage.setItem('navalcore speed', 'step')"


def test_pieces_move_one_event_after_the_other_until_somebody_skips_and_again_step_by_step(visit: Any) -> None:
    people: list[Person] = []
    settings = {"reduced_motion": "no-preference", "viewport": {"width": 1280, "height": 720}}
    page = visit(before=lambda page: people.append(Person(page)), **settings)
    begin(page, "uboat_cards", "short")
    asked(page)
    page.get_by_role("button", name="Got it").click()
    while not people[0].snapshot["number"] or page.locator(".since .pin").count() < 4:
        number = people[0].snapshot["number"]
        page.locator(".choose").first.click()
        people[0].until(partial(lambda made: people[0].snapshot["number"] > made, number), "the choice")
        asked(page)
    page.wait_for_selector(".since .telling", state="detached")
    page.wait_for_function("() => document.querySelectorAll('.moving > svg').length === 1")
    page.get_by_role("button", name="Step", exact=True).click()
    page.wait_for_function("() => document.getAnimations().some((each) => each.id === 'move')")
    assert page.locator(".since .later").count(), "what is still to come is pale"
    told = page.inner_text(".since .telling .pin")
    page.wait_for_function(
        "() => !document.getAnimations().some((each) => each.id === 'move' && each.playState === 'running')"
    )
    assert page.inner_text(".since .telling .pin") == told, "the next event waits"
    page.get_by_role("button", name="Next").click()
    page.wait_for_function("told => document.querySelector('.since .telling .pin')?.innerText !== told", arg=told)
    page.get_by_role("button", name="Skip").click()
    page.wait_for_selector(".since .telling", state="detached")
    assert page.locator(".ways .pin").count() > 0, "what happened last stays marked"


def test_a_moment_that_is_looked_at_while_pieces_still_move_is_shown_at_once(visit: Any) -> None:
    page = visit(reduced_motion="no-preference", before=lambda page: page.add_init_script(STEP_BY_STEP))
    begin(page, "uboat_cards", "short")
    asked(page)
    page.click("#tab-orders")
    page.get_by_role("button", name="Hand over the rest of this turn").click()
    page.wait_for_selector(".layers .coming", state="attached")
    page.click("#look-back")
    page.wait_for_selector(".slider output")
    page.wait_for_selector(".layers .coming", state="detached")
    assert not page.evaluate("() => document.getAnimations().some((each) => each.id === 'move')")


def test_on_a_phone_the_briefing_opens_with_the_goal_alone_and_tells_the_rest_on_demand(visit: Any) -> None:
    page = visit(**SIZES["390x844"])
    begin(page, "uboat_cards", "short")
    page.wait_for_selector(".briefing p:has-text('Your goal.')")
    rest = page.locator(".briefing p:has-text('A turn.'), .labels rect")
    assert not any(each.is_visible() for each in rest.all())
    page.get_by_role("button", name="Read on").tap()
    page.wait_for_selector(".briefing p:has-text('A turn.')")
    assert all(each.is_visible() for each in rest.all())


def test_the_briefing_opens_at_the_first_match_of_a_game_and_by_a_key_afterwards(visit: Any) -> None:
    page = visit()
    begin(page, "uboat_cards", "short")
    page.wait_for_selector(".briefing:has-text('Your goal.')")
    assert "six Transports" in page.inner_text(".briefing")
    shown = [each.replace("\n", " ").strip() for each in page.locator(".shown button").all_inner_texts()]
    assert [each.replace("  ", " ") for each in page.locator(".labels text").all_text_contents()] == shown
    page.get_by_role("button", name="Got it").click()
    page.wait_for_selector(".labels text", state="detached")
    page.click("text=Lobby")
    page.wait_for_selector(".cards a")
    begin(page, "uboat_cards", "short")
    asked(page)
    page.wait_for_selector(".headline li:has-text('turn 1')")
    assert not page.locator(".briefing").count()
    page.keyboard.press("i")
    page.wait_for_selector(".briefing")


def test_the_whole_rules_stand_beside_the_board_opened_at_the_rule_and_searched_by_word(visit: Any) -> None:
    page = visit()
    begin(page, "uboat_cards", "short")
    asked(page)
    page.locator(".prompt .rule").first.click()
    asked_for = page.wait_for_selector(".rulebook .asked-for h3").inner_text()
    assert asked_for.startswith(page.locator(".prompt .rule").first.inner_text())
    every = page.locator(".rulebook section").count()
    page.fill(".rulebook input", "harass opponent discard")
    page.wait_for_function("every => document.querySelectorAll('.rulebook section').length < every", arg=every)
    assert "Near Miss" in page.inner_text(".rulebook .sections")
    page.keyboard.press("Escape")
    page.wait_for_selector(".rulebook", state="detached")


def test_to_hand_over_the_rest_of_a_match_is_asked_once_however_it_is_ordered(visit: Any) -> None:
    people: list[Person] = []
    page = visit(before=lambda page: people.append(Person(page)))
    begin(page, "uboat_cards", "short")
    asked(page)
    page.click("#tab-orders")

    def by_form() -> None:
        page.select_option("#order-what", "match")
        page.get_by_role("button", name="Order it").click()

    def by_line() -> None:
        page.fill("#line", "orders match")
        page.keyboard.press("Enter")

    for order in (page.get_by_role("button", name="Hand over the rest of the match").click, by_form, by_line):
        order()
        page.wait_for_selector(".sure[open]")
        page.locator(".sure button", has_text="Not now").click()
        page.wait_for_selector(".sure[open]", state="detached")
    assert people[0].snapshot["number"] == 0


WARNED: Final = """() => {
    const parse = JSON.parse;
    const warned = (key, value) => (typeof value?.warning === "string" ? { ...value, warning: "Sure?" } : value);
    JSON.parse = (text) => parse(text, warned);
}"""
"""Every option has a warning."""


def test_what_is_still_being_asked_goes_when_the_question_changes_and_nothing_is_done(visit: Any) -> None:
    people: list[Person] = []

    def warned(page: Any) -> None:
        people.append(Person(page))
        page.add_init_script(f"({WARNED})()")

    page = visit(before=warned)
    begin(page, "uboat_cards", "short")
    asked(page)
    number = people[0].snapshot["number"]
    page.fill("#line", "1")
    page.keyboard.press("Enter")
    page.wait_for_selector(".sure[open]")
    elsewhere = page.context.new_page()
    elsewhere.goto(page.url)
    asked(elsewhere)
    elsewhere.locator(".choose").last.click()
    page.wait_for_selector(".sure[open]", state="detached")
    page.wait_for_selector(".notice:has-text('The question has changed, so nothing was done.')")
    assert people[0].snapshot["number"] > number


def test_the_page_says_when_it_sends_and_when_no_answer_comes(visit: Any) -> None:
    page = visit(before=lambda page: page.clock.install())
    begin(page, "uboat_cards", "short")
    asked(page)
    page.evaluate("() => { WebSocket.prototype.send = () => {}; }")
    page.locator(".choose").first.click()
    page.clock.run_for(500)
    page.wait_for_selector(".notice:has-text('Sending.')")
    page.clock.run_for(5000)
    page.wait_for_selector(".notice:has-text('No answer for 5 seconds')")


def test_the_page_says_that_it_plays_the_match_again_while_a_look_back_takes_long(visit: Any) -> None:
    page = visit()
    begin(page, "uboat_cards", "short")
    asked(page)
    page.locator(".choose").first.click()
    page.wait_for_selector("#look-back")
    page.evaluate("() => { WebSocket.prototype.send = () => {}; }")
    page.click("#look-back")
    page.wait_for_selector(".notice:has-text('Playing the match again')")


EDGES: Final = "all => all.map((each) => each.getBoundingClientRect().right)"
"""How far to the right things reach."""
OVER: Final = """selector => {
    const boxes = [...document.querySelectorAll(selector)].map((each) => [each, each.getBoundingClientRect()])
        .filter(([, box]) => box.width);
    const over = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
        && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
    const names = boxes.flatMap(([one, box], at) => boxes.slice(0, at)
        .filter(([other, its]) => !one.contains(other) && !other.contains(one) && over(box, its))
        .map(([other]) => `${other.textContent} / ${one.textContent}`));
    return [boxes.length, names];
}"""
"""How many of some things there are, and which lie over another."""


def test_on_a_phone_on_its_side_no_control_lies_over_another_or_beyond_the_edge(visit: Any) -> None:
    page = visit(**SIZES["844x390"])
    begin(page, "bismarck", "two_player")
    asked(page)
    controls = ".play > header > :is(a, h1, .bar, .life, button), .tabs button, .log .tick, .line-box, .prompt, .board"
    for tab in ("Choose", "Log", "Settings"):
        page.locator(".tabs.phone button", has_text=tab).click()
        number, over = page.evaluate(OVER, controls)
        assert number >= 9
        assert over == []
    assert max(page.eval_on_selector_all(".play > header > *, .tabs button", EDGES)) <= 844


def test_what_names_the_parts_of_a_board_never_lies_over_another_name(visit: Any) -> None:
    page = visit(viewport={"width": 1280, "height": 720})
    begin(page, "silent_war", "campaign_full")
    asked(page)
    page.click("#fit")
    page.wait_for_selector(".labels rect", state="attached")
    page.wait_for_function(STILL)
    number, over = page.evaluate(OVER, ".labels rect")
    assert number >= 4
    assert over == []


def test_several_marks_at_one_spot_are_one_with_all_their_numbers(visit: Any) -> None:
    people: list[Person] = []
    page = visit(viewport={"width": 1280, "height": 720}, before=lambda page: people.append(Person(page)))
    begin(page, "uboat_cards", "short")
    asked(page)
    page.wait_for_selector(".ways .pin", state="attached")
    spots = page.evaluate(
        "() => [...document.querySelectorAll('.ways .pin')].map((each) => each.getAttribute('transform'))"
    )
    assert len(spots) == len(set(spots))
    told = page.evaluate("() => [...document.querySelectorAll('.ways .pin text')].map((each) => each.textContent)")
    numbers = [range(int(run.split("-")[0]), int(run.split("-")[-1]) + 1) for text in told for run in text.split(", ")]
    drawn = [number for run in numbers for number in run]
    assert len(drawn) == len(set(drawn)) > len(spots), "some spot has several"


SEEN: Final = """() => {
    const frame = document.querySelector(".board").getBoundingClientRect();
    return [...document.querySelectorAll(".layers svg:not(.coming) .piece.can.first")].filter((each) => {
        const box = each.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        return x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
    }).length;
}"""
"""How many of the pieces that an option begins with are seen."""


@pytest.mark.parametrize("game", ["uboat_cards", "tonnage_war", "bismarck"])
def test_on_a_phone_the_board_opens_where_several_pieces_may_be_chosen_and_movement_does_not_mislead_it(
    visit: Any, game: str
) -> None:
    page = visit(**{**SIZES["390x844"], "reduced_motion": "no-preference"})
    begin(page, game)
    asked(page)
    page.wait_for_function(STILL)
    page.wait_for_selector(".layers .piece.can.first")
    page.wait_for_function(f"() => ({SEEN})() >= 3")
    page.wait_for_timeout(400)
    assert page.evaluate(SEEN) >= 3


def test_what_is_known_about_an_option_stands_beside_it_and_its_first_figure_where_it_leads(visit: Any) -> None:
    people: list[Person] = []
    page = visit(viewport={"width": 1280, "height": 720}, before=lambda page: people.append(Person(page)))
    begin(page, "bismarck", "two_player")
    asked(page)
    snapshot = people[0].snapshot
    ship = next(each for each in snapshot["decision"]["options"] if each["text"] == "Prince of Wales")
    people[0].take(ship)
    people[0].until(lambda: people[0].snapshot["number"] > snapshot["number"], "the ship to be picked")
    decision = people[0].snapshot["decision"]
    orders = [each for each in decision["options"] if each["kind"] == "order_to"]
    assert orders
    moves = page.locator(".group", has=page.locator("h3", has_text="M move")).locator(".choose > .spoken")
    assert set(moves.all_text_contents()) == {"M "}, "the letter that the heading explains is not shown again"
    for order in orders[:3]:
        told = page.wait_for_selector(f".choose[data-key={json.dumps(order['key'])}] .known").inner_text()
        assert [decision["facts"][number]["text"] for number in order["facts"]] == told.split("  ")
    page.wait_for_selector(".figures text", state="attached")
    figures = page.locator(".figures text").all_text_contents()
    assert figures == [f"{decision['facts'][order['facts'][0]]['value']:.0f}" for order in orders]
    goal = next(place["place"] for place in orders[0]["places"] if place["as"] == "to")
    page.hover(f".layers [data-place={json.dumps(goal)}].can", force=True)
    page.wait_for_selector(f".tip:has-text({json.dumps(orders[0]['text'])}):has-text('fuel')")


def test_a_match_that_is_over_is_seen_through_either_eye_and_played_on_from_a_moment(visit: Any) -> None:
    people: list[Person] = []
    page = visit(before=lambda page: people.append(Person(page)))
    begin(page, "uboat_cards", "short", convoy="bot:easy")
    asked(page)
    hand_over(page)
    page.wait_for_selector("#again")
    people[0].until(lambda: people[0].snapshot["outcome"], "the end")
    verdict = "You have won" if people[0].snapshot["outcome"]["winner"] == "uboat" else "You have lost"
    assert page.inner_text("#after") == verdict
    page.click("#look-back")
    page.wait_for_selector(".slider output")
    then, verdict = (page.locator(each).bounding_box()["y"] for each in ("#question", "#after"))
    assert then < verdict, "the moment that is shown comes before how it ended"
    page.set_viewport_size({"width": 390, "height": 844})
    controls = ".board-bar :is(button, input, output, select)"
    number, over = page.evaluate(OVER, controls)
    assert (number, over) == (7, []), "back, the moments, on, the moment, the eyes, play on, now"
    assert max(page.eval_on_selector_all(controls, EDGES)) <= 390
    page.set_viewport_size({"width": 1280, "height": 720})
    for _ in range(8):  # far enough from the end for the wolf pack to be asked before it
        page.get_by_role("button", name="One back").click()
    assert page.locator("#eyes").input_value() == "uboat"
    page.wait_for_selector(".ways .pin", state="detached")  # the marks are those of the end
    page.select_option("#eyes", "convoy")
    page.wait_for_selector(".layers text.side-convoy:has-text('(you)')", state="attached")
    page.click("#what-if")
    page.wait_for_selector("#question")
    page.wait_for_selector("#again", state="detached")
    page.wait_for_selector(".seats .name:has-text('wolf pack: you')")


def test_colours_are_set_by_hand_and_the_board_is_saved_as_a_picture(visit: Any, tmp_path: Path) -> None:
    page = visit(viewport={"width": 1280, "height": 720})
    begin(page, "uboat_cards", "short")
    asked(page)
    page.click("#tab-settings")
    assert not page.is_checked("#sound"), "nothing is heard that nobody wants"
    for theme in ("dark", "contrast", "colour_blind", "light"):
        page.select_option("#theme", theme)
        page.wait_for_selector(f".board.theme-{theme}")
    page.select_option("#theme", "dark")
    page.reload()
    page.wait_for_selector(".board.theme-dark .layers .can")
    page.click("#tab-share")
    for kind, first in (("png", b"\x89PNG"), ("svg", b"<svg ")):
        with page.expect_download() as saved:
            page.click(f"#save-{kind}")
        saved.value.save_as(tmp_path / kind)
        assert (tmp_path / kind).read_bytes().startswith(first)
    drawn = (tmp_path / "svg").read_text(encoding="utf-8")
    assert "theme-dark" in drawn
    assert "Periscope" in drawn
    with page.expect_download() as saved:
        page.click("#save-gif")
    saved.value.save_as(tmp_path / "gif")
    moving = (tmp_path / "gif").read_bytes()
    assert moving.startswith(b"GIF89a")
    assert moving.count(b"\x21\xf9\x04") >= 1, "its pictures"
    page.get_by_role("button", name="Move to my other device").click()
    page.wait_for_selector("dialog[open] .qr path")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Embed").click()
    frame = page.input_value("[aria-label=Embed]")
    page.goto(frame.partition('src="')[2].partition('"')[0])
    page.wait_for_selector(".embedded .layers svg [data-place]", state="attached")
    assert not page.locator(".choose, .invitation, .board .can").count(), "nobody acts within a page of others"


def test_the_lobby_shows_each_game_and_a_bot_says_how_strong_it_is(visit: Any) -> None:
    page = visit()
    page.wait_for_function("() => document.querySelectorAll('.cards .picture svg').length === 10")
    page.click("a[href='/new/uboat_cards']")
    page.click("#read-rules")
    page.wait_for_selector(".rulebook section:has-text('Near Miss')", state="attached")
    page.click(".rulebook .close")
    page.select_option("#seat-convoy", "bot:hard")
    page.wait_for_selector("#seat-convoy-about:has-text('3 of 5')")


def test_a_tap_on_a_stack_lists_its_pieces_with_what_they_are_and_one_of_them_can_be_chosen(visit: Any) -> None:
    people: list[Person] = []
    page = visit(**SIZES["390x844"], before=lambda page: people.append(Person(page)))
    begin(page, "bismarck", "two_player")
    asked(page)
    plane = ".layers svg:not(.coming) [data-place='air/l_ulster'].can"
    look_at(page, plane)
    point = page.locator(plane).evaluate(POINT_OF)
    page.touchscreen.tap(point["x"], point["y"])
    page.wait_for_selector(".fan p:has-text('Ulster: airfield')")
    rows = page.locator(".fan .lies span").all_inner_texts()
    assert sorted(row.partition(":")[0] for row in rows) == [
        "L Ulster, level bombers",
        "R Ulster 1, reconnaissance planes",
        "R Ulster 2, reconnaissance planes",
    ]
    assert page.locator(".fan .drawn .side-allies").count() == 3, "each is drawn with its side"
    page.locator(".fan button", has_text="R Ulster 2").click()
    page.wait_for_selector("#question:has-text('R Ulster 2')")
    page.locator("#fit").click()
    page.wait_for_selector(
        ".layers [data-place='air/r_ulster_2'].picked, .layers [data-place='air/r_ulster_2'].subject"
    )


def test_of_a_stack_nobody_may_choose_from_a_click_lists_the_pieces_all_the_same(visit: Any) -> None:
    page = visit(viewport={"width": 1280, "height": 720})
    begin(page, "aa50_subwar", "atlantic_1941")
    asked(page)
    piece = page.locator(".layers svg:not(.coming) [data-place='unit/uk/fighter'][data-at='land/england']:not(.can)")
    piece.wait_for()
    point = piece.evaluate(POINT_OF)
    page.mouse.click(point["x"], point["y"])
    page.wait_for_selector(".fan .lies")
    assert set(page.locator(".fan .lies span").all_inner_texts()) == {
        "British fighter in England (2)",
        "British bomber in England",
    }
    assert page.locator(".fan button").all_inner_texts() == ["Close"]
    page.locator(".fan .cross").click()
    page.wait_for_selector(".fan", state="detached")


def test_on_a_phone_the_only_label_of_a_briefing_in_sight_says_what_it_means(visit: Any) -> None:
    page = visit(**SIZES["844x390"])
    begin(page, "bismarck", "two_player")
    asked(page)
    page.wait_for_selector(".labels text", state="attached")
    page.wait_for_function(STILL)
    shown = [each.replace("\n", " ").strip() for each in page.locator(".shown button").all_inner_texts()]
    told = [each.replace("  ", " ") for each in page.locator(".labels text").all_text_contents()]
    assert len(told) == 1
    assert told[0] in shown
