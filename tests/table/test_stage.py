"""What a person sees of a match: the newest event and the question always, what a tap opens whole, pieces that move."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
import pytest

import navalcore as nc
from tests.table.measure import GAMES, SIZES, measured
from tests.table.people import POINT_OF, STILL, Person, asked, begin, hand_over, needs_chromium

pytestmark = needs_chromium

LABEL, BUTTON = 10.9, 23.9
"""Pixels of the smallest words on a board and of the smallest button, less what rounding takes."""


ACROSS: Final = """() => { const box = document.querySelector(".moving > svg").getBoundingClientRect();
    return [box.left, box.right]; }"""


@pytest.mark.parametrize(
    ("game", "size"), [*((game, "390x844") for game in GAMES), ("uboat_cards", "1280x720"), ("tonnage_war", "844x390")]
)
def test_newest_event_and_question_are_in_sight_and_words_and_buttons_are_large_enough(
    visit: Any, served: str, game: str, size: str
) -> None:
    settings = SIZES[size]
    page = visit(**settings)
    found = measured(page, served, game, touch="has_touch" in settings, choices=4)
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


def test_options_are_pale_only_after_others_that_are_not(visit: Any) -> None:
    people: list[Person] = []
    page = visit(before=lambda page: people.append(Person(page)))
    begin(page, "uboat_cards", "short")
    asked(page)
    assert all(each["group"] == "discard card" for each in people[0].snapshot["decision"]["options"])
    assert not page.locator(".group.last").count(), "to discard is all that can be done"
    while not {"pass"} < {each["text"] for each in people[0].snapshot["decision"]["options"]}:
        number = people[0].snapshot["number"]
        page.locator(".choose").first.click()
        people[0].until(partial(lambda made: people[0].snapshot["number"] > made, number), "the choice")
        asked(page)
    assert page.inner_text(".group.last .choose:has-text('pass')") == "pass"


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
    controls = ".board-bar :is(button, input, output)"
    number, over = page.evaluate(OVER, controls)
    assert (number, over) == (9, []), "back, the moments, on, the moment, both eyes, everything, play on, now"
    assert max(page.eval_on_selector_all(controls, EDGES)) <= 390
    page.set_viewport_size({"width": 1280, "height": 720})
    for _ in range(8):  # far enough from the end for the wolf pack to be asked before it
        page.get_by_role("button", name="One back").click()
    page.wait_for_selector(".slider .tabs [aria-pressed=true]:has-text('wolf pack')")
    page.wait_for_selector(".ways .pin", state="detached")  # the marks are those of the end
    page.locator(".slider .tabs button", has_text="convoy").click()
    page.wait_for_selector(".layers text:has-text('Convoy (you)')", state="attached")
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


def test_points_that_are_shared_out_in_one_dialog_wait_as_a_click_does_before_the_shot(visit: Any, served: str) -> None:
    match = nc.load("silent_war").new_match("patrol_tang_1944", seed="shared out 32")
    at_random = Random(32)
    while match.decision is not None and match.decision.kind != "aim":
        match.choose(at_random.randrange(len(match.decision.options)))
    wish = {"save": match.dumps(), "seats": {"comsubpac": {"by": "me"}}}
    made = httpx.post(f"{served}/api/imports", json=wish, trust_env=False).json()
    people: list[Person] = []
    address = f"/match/{made['match']}#{made['seats'][0]['secret']}"
    page = visit(address, holds=True, before=lambda page: people.append(Person(page)))
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


def test_a_tap_on_a_stack_lists_its_pieces_with_what_they_are_and_one_of_them_can_be_chosen(visit: Any) -> None:
    people: list[Person] = []
    page = visit(**SIZES["390x844"], before=lambda page: people.append(Person(page)))
    begin(page, "bismarck", "two_player")
    asked(page)
    plane = page.locator(".layers svg:not(.coming) [data-place='air/l_ulster'].can")
    plane.wait_for()
    point = plane.evaluate(POINT_OF)
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
