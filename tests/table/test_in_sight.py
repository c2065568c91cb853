"""What a person has to see is in sight: what a press opens, the question, the newest event, the way on at the end."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any, Final

import httpx
import pytest

import navalcore as nc
from tests.table.measure import IN_SIGHT, SIZES
from tests.table.people import POINT_OF, Person, asked, begin, hand_over, hand_over_by_tap, look_at, needs_chromium, tab

pytestmark = needs_chromium

PHONE: Final = SIZES["390x844"]
LOW: Final[dict[str, Any]] = {"viewport": {"width": 640, "height": 360}, "has_touch": True, "is_mobile": True}
"""A small phone on its side; so is a laptop's page that is shown at twice its size."""
WITHIN: Final = """([inner, outer]) => {
    const boxes = [...document.querySelectorAll(inner)].map((each) => each.getBoundingClientRect());
    const box = boxes.at(-1), frame = document.querySelector(outer).getBoundingClientRect();
    const pinned = document.querySelector(".group.pinned")?.getBoundingClientRect();
    const bottom = outer === ".prompt" && pinned?.height ? pinned.top : frame.bottom;
    return box?.height > 0 && box.top >= frame.top - 1 && box.bottom <= bottom + 1;
}"""
"""Whether the last of some things is seen whole within another, and not below what is pinned there."""
SCORES: Final = """() => {
    const parse = JSON.parse;
    const more = Object.fromEntries("ABCDEFGHIJ".split("").map((letter) => [letter, 1]));
    JSON.parse = (text) => parse(text, (key, value) => (key === "scores" && value ? { ...value, ...more } : value));
}"""
"""Whatever match is over has ten scores more than its sides."""
CHOSEN_ON: Final = """() => {
    const parse = JSON.parse;
    const ranges = { "The ship sinks.": [0.06, 0.305], "A miss.": [0.5, 0.5] };
    const basis = "depends on your next choices";
    const more = (key, value) => (key === "odds" && value ? { ...value, ranges, ways: 2, basis } : value);
    JSON.parse = (text) => parse(text, more);
}"""
"""Whatever odds come are those of an option after which one chooses on."""
CUT: Final = """async (at) => {
    const { Camera } = await import("/page/camera.js");
    const frame = document.createElement("div");
    frame.style = "position: fixed; inset: 0 auto auto 0; width: 300px; height: 150px";
    const badge = `<g class="badge"><rect x="380" y="${at}" width="30" height="16"/>
        <text x="395" y="${at + 12}" font-size="11">×2</text></g>`;
    frame.innerHTML = `<div class="layers"><div class="moving"><svg viewBox="0 0 400 200" width="400" height="200">
        <g class="piece"><rect class="edge" x="360" y="150" width="30" height="46"/>${badge}</g></svg></div></div>`;
    document.body.append(frame);
    const camera = new Camera(frame, frame.firstChild, () => {});
    const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    camera.shows(400, 200);
    for (let turn = 0; turn < 4; turn++) await frames();
    const [outer, inner] = [frame, frame.querySelector(".badge rect")].map((each) => each.getBoundingClientRect());
    const scale = camera.scale;
    camera.close();
    frame.remove();
    return [inner.right <= outer.right + 1 && inner.bottom <= outer.bottom + 1, scale];
}"""
"""Whether a figure at the end of a scene is seen whole while all of this is, and how large the scene is then."""
LESS: Final = """async (by) => {
    const { Camera } = await import("/page/camera.js");
    const frame = document.createElement("div");
    frame.style = "position: fixed; inset: 0 auto auto 0; width: 300px; height: 200px";
    frame.innerHTML = `<div class="layers"><div class="moving"><svg viewBox="0 0 900 900" width="900" height="900">
        <g class="piece"><rect class="edge" x="400" y="780" width="90" height="100"/></g></svg></div></div>`;
    document.body.append(frame);
    const camera = new Camera(frame, frame.firstChild, () => {});
    const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    camera.shows(900, 900);
    camera.show({ x: 400, y: 780, width: 90, height: 100 }, false);
    if (by) camera.pan(0, by);
    await frames();
    const low = (each) => each.getBoundingClientRect().bottom;
    const below = () => low(frame) - low(frame.querySelector(".edge"));
    const before = below();
    frame.style.height = "160px";
    for (let turn = 0; turn < 4; turn++) await frames();
    const after = below();
    camera.close();
    frame.remove();
    return [before, after];
}"""
"""How far above the lower edge of the board a piece ends that was brought up, and how far when that has lost 40 pixels;
or where somebody has moved the board by hand before."""
SMALL: Final = """() => [...document.querySelectorAll("a, button, select, summary, .tick")].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.width && !each.closest(".spoken, p") && Math.min(box.width, box.height) < 23.9;
}).map((each) => each.outerHTML)"""
"""What is pressed on a page and is lower or narrower than a finger's target."""

COVERED: Final = """what => [...document.querySelectorAll(what)].filter((each) => {
    const held = document.querySelector(".held").getBoundingClientRect(), box = each.getBoundingClientRect();
    return box.width && box.bottom > held.top + 1 && box.top < held.bottom - 1
        && box.right > held.left + 1 && box.left < held.right - 1;
}).map((each) => each.className || each.id)"""
"""Of some things those that lie under what tells of a choice that waits."""


def test_on_a_phone_the_chances_of_an_option_are_seen_where_they_are_asked_for(visit: Any) -> None:
    page = visit(**PHONE)
    begin(page, "bismarck", "two_player")
    asked(page)
    page.get_by_role("button", name="Got it").tap()
    page.locator(".option .ask").first.tap()
    page.wait_for_selector(".chances")
    page.wait_for_function(WITHIN, arg=[".chances", ".prompt"])


def test_of_an_option_after_which_one_chooses_on_the_page_shows_the_least_and_the_most_chance(visit: Any) -> None:
    page = visit()
    begin(page, "uboat_cards", "short")
    asked(page)
    page.evaluate(CHOSEN_ON)
    page.locator(".option .ask").first.click()
    page.wait_for_selector(".chances table")
    assert page.locator(".chances tbody tr").all_inner_texts() == ["The ship sinks.\t6.0 to 30.5 %", "A miss.\t50.0 %"]
    assert page.locator(".chances caption").inner_text() == "Depends on your next choices."


def test_on_a_phone_why_the_last_line_of_the_log_happened_is_seen_where_it_is_asked(visit: Any) -> None:
    page = visit(**PHONE)
    begin(page, "tonnage_war", "halifax_228")
    asked(page)
    tab(page, "Log")
    page.locator(".log .how").last.tap()
    page.wait_for_function(WITHIN, arg=[".log .sum > li", ".log ol"])


def test_on_a_phone_the_newest_event_and_the_question_are_in_sight_after_a_look_at_the_log(visit: Any) -> None:
    page = visit(**PHONE)
    begin(page, "uboat_cards", "short")
    asked(page)
    page.get_by_role("button", name="Got it").tap()
    page.wait_for_function(WITHIN, arg=[".since li", ".since ol"])
    page.evaluate("() => { document.querySelector('.prompt').scrollTop = 1000; }")
    tab(page, "Log")
    page.wait_for_selector(".log ol:visible")
    tab(page, "Choose")
    page.wait_for_function(WITHIN, arg=[".since li", ".since ol"])
    page.wait_for_function(WITHIN, arg=["#question", ".prompt"])


def test_on_a_phone_the_verdict_is_in_sight_when_the_match_ends_while_another_tab_is_open(visit: Any) -> None:
    page = visit(**PHONE)
    begin(page, "uboat_cards", "short")
    asked(page)
    page.get_by_role("button", name="Got it").tap()
    page.locator(".left-out summary").evaluate("summary => summary.scrollIntoView()")
    hand_over_by_tap(page)
    page.wait_for_selector(".after")
    page.wait_for_function(WITHIN, arg=["#after", ".prompt"])


def test_at_the_end_the_way_to_another_match_is_in_sight_however_many_scores_there_are(visit: Any) -> None:
    page = visit(viewport={"width": 1280, "height": 720}, before=lambda page: page.add_init_script(f"({SCORES})()"))
    begin(page, "uboat_cards", "short")
    asked(page)
    hand_over(page)
    page.wait_for_selector("#again")
    assert page.locator(".scores dt").count() == 12
    page.wait_for_function(WITHIN, arg=["#again", ".prompt"])


@pytest.mark.parametrize("size", ["1280x720", "390x844", "844x390"])
def test_at_the_end_verdict_and_way_on_are_seen_whole_and_nothing_older_is_said_above_them(
    visit: Any, size: str
) -> None:
    page = visit(**SIZES[size])
    begin(page, "tonnage_war", "halifax_228")
    asked(page)
    page.get_by_role("button", name="Got it").click()
    page.locator(".choose").first.click()
    if size == "1280x720":
        hand_over(page)
    else:
        hand_over_by_tap(page)
    page.wait_for_selector("#again")
    for what in ("#after", ".scores .main:last-child", "#again"):
        page.wait_for_function(WITHIN, arg=[what, ".prompt"])
    assert page.locator(".notice").first.inner_text().strip() == ""


@pytest.mark.parametrize("size", ["1280x720", "390x844"])
def test_what_luck_did_is_brought_into_sight(visit: Any, size: str) -> None:
    page = visit(**SIZES[size])
    begin(page, "uboat_cards", "short")
    asked(page)
    page.get_by_role("button", name="Got it").click()
    (hand_over if size == "1280x720" else hand_over_by_tap)(page)
    page.wait_for_selector("#report")
    page.locator("#report").click()
    page.wait_for_selector(".luck caption")
    page.wait_for_function(WITHIN, arg=[".luck:first-of-type caption", ".prompt"])


def test_an_order_that_has_ended_is_called_by_what_it_did(visit: Any) -> None:
    page = visit(viewport={"width": 1280, "height": 720})
    begin(page, "tonnage_war", "halifax_228")
    asked(page)
    page.click("#tab-orders")
    page.get_by_role("button", name="Hand over the rest of this turn").click()
    page.wait_for_selector(".notice:has-text('No longer in force: a bot answers the rest of this turn.')")


def test_no_edge_of_the_board_cuts_a_figure_that_hangs_over_the_end_of_a_scene_all_of_which_is_seen(visit: Any) -> None:
    page = visit()
    seen, scale = page.evaluate(CUT, 188)
    assert seen
    assert 0.5 < scale < 0.74, "there is a margin"


def test_what_was_brought_up_is_seen_whole_when_the_board_loses_a_line_unless_somebody_looks_elsewhere(
    visit: Any,
) -> None:
    page = visit()
    before, after = page.evaluate(LESS, 0)
    assert before >= 0
    assert after >= 0, "a number below the piece would be cut"
    before, after = page.evaluate(LESS, 30)
    assert before - after == 40, "the board stays where it was put"


def test_what_is_pressed_on_a_page_is_large_enough_for_a_finger(visit: Any) -> None:
    page = visit(viewport={"width": 1280, "height": 720})
    page.wait_for_selector(".cards a")
    page.click("a[href='/new/bismarck']")
    page.wait_for_selector("main form")
    assert page.locator("main > p > a", has_text="Lobby").bounding_box()["height"] >= 24
    page.locator("main > p > a", has_text="Lobby").click()
    begin(page, "bismarck", "two_player")
    asked(page)
    page.click("#tab-settings")
    page.wait_for_selector("#sound")
    assert page.evaluate(SMALL) == []


BOXES: Final = "all => all.map((each) => each.getBoundingClientRect().toJSON())"


def test_who_looks_back_through_eyes_with_long_names_finds_every_control_within_a_phone(visit: Any) -> None:
    page = visit(**PHONE)
    begin(page, "uboat_cards", "short")
    asked(page)
    hand_over_by_tap(page)
    page.wait_for_selector("#again")
    page.click("#look-back")
    page.wait_for_selector("#eyes")
    longer = "all => all.forEach((each) => { each.firstChild.data += ' of the western ocean'; })"
    page.eval_on_selector_all("#eyes option", longer)
    boxes = page.eval_on_selector_all(".slider :is(button, select)", BOXES)
    assert max(box["right"] for box in boxes) <= 384
    assert len({round(box["bottom"]) for box in boxes}) == 2, "the moments, and below them the eyes with what plays on"


def test_options_about_which_something_is_known_stand_one_below_the_other(visit: Any) -> None:
    known = """() => { const parse = JSON.parse; JSON.parse = (text) => parse(text, (key, value) =>
        (typeof value?.warning === "string" ? { ...value, facts: [0] } : value)); }"""
    for before, number in ((None, 1), (lambda page: page.add_init_script(f"({known})()"), 0)):
        page = visit(viewport={"width": 1280, "height": 720}, before=before)
        begin(page, "silent_war", "campaign_full")
        asked(page)
        assert bool(page.locator(".group.short").count()) == bool(number)


def test_the_options_of_the_rules_are_explained_in_words(visit: Any) -> None:
    page = visit("/new/uboat_cards")
    page.locator("form summary", has_text="Options of the rules").click()
    page.wait_for_selector("#option-sequence-hint:has-text('both draw')")
    assert "_" not in page.inner_text("form")


def test_a_number_that_is_emptied_in_the_form_is_as_it_was_and_with_real_dice_the_table_says_what_can_be_taken_back(
    visit: Any,
) -> None:
    page = visit("/new/bismarck")
    page.locator("form summary", has_text="Options of the rules").click()
    for text in ("", "3", ""):
        page.fill("#option-fuel_bismarck", text)
        page.press("#option-fuel_bismarck", "Tab")
        assert page.input_value("#option-fuel_bismarck") == (text or "7")
    page.check("#real")
    page.wait_for_selector("#house .terms li:has-text('even after something new')", state="attached")


LINES: Final = """each => {
    const height = each.getBoundingClientRect().height;
    return Math.round(height / parseFloat(getComputedStyle(each).lineHeight));
}"""
"""So many lines some words take."""


@pytest.mark.parametrize("size", ["390x844", "844x390"])
def test_on_a_phone_what_is_known_of_an_option_that_is_always_in_sight_takes_one_line(visit: Any, size: str) -> None:
    page = visit(**SIZES[size])
    begin(page, "aa50_subwar", "atlantic_1941")
    asked(page)
    page.locator(".choose", has_text="buy nothing").tap()
    page.wait_for_selector(".pinned .known")
    assert page.locator(".pinned .known").evaluate(LINES) == 1


@pytest.mark.parametrize("game", ["bismarck", "aa50_subwar"])
def test_on_a_page_that_is_small_and_low_board_question_and_options_are_in_sight(visit: Any, game: str) -> None:
    page = visit(**LOW)
    begin(page, game)
    asked(page)
    page.get_by_role("button", name="Got it").tap()
    page.wait_for_function(WITHIN, arg=["#question", ".prompt"])
    assert page.locator(".choose").evaluate_all(f"all => all.filter({IN_SIGHT}).length") >= 2
    assert page.locator(".board").bounding_box()["height"] >= 180, "half of the page"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    bar, last = (page.locator(each).bounding_box() for each in (".board-bar", ".board-bar button:visible >> nth=-1"))
    assert last["x"] + last["width"] <= bar["x"] + bar["width"]


def test_on_a_phone_on_its_side_two_rows_of_options_are_in_sight_above_what_ends_the_step(visit: Any) -> None:
    page = visit(**SIZES["844x390"])
    begin(page, "bismarck", "two_player")
    asked(page)
    page.get_by_role("button", name="Got it").tap()
    page.wait_for_selector(".since li")
    options = page.locator(".group:not(.pinned) .choose")
    page.wait_for_function(f"all => all.filter({IN_SIGHT}).length >= 4", arg=options.element_handles())


FADES: Final = """([what, edge]) => {
    const { display, height } = getComputedStyle(document.querySelector(what), edge);
    return display !== "none" && parseFloat(height) > 8;
}"""
"""Whether something that scrolls fades at an edge."""


def test_what_goes_on_beyond_an_edge_fades_there_and_only_as_long_as_it_does(visit: Any) -> None:
    page = visit(viewport={"width": 1280, "height": 720})
    begin(page, "tonnage_war", "halifax_228")
    asked(page)
    page.wait_for_selector(".briefing")
    for _ in range(2):  # the briefing, then the options
        what = ".briefing" if page.locator(".briefing").count() else ".prompt"
        page.wait_for_function(FADES, arg=[what, "::after"])
        assert not page.evaluate(FADES, [what, "::before"])
        page.eval_on_selector(what, "each => { each.scrollTop = each.scrollHeight; }")
        page.wait_for_function(FADES, arg=[what, "::before"])
        assert not page.evaluate(FADES, [what, "::after"])
        if what == ".briefing":
            page.get_by_role("button", name="Got it").click()
    page.wait_for_function(FADES, arg=[".since ol", "::before"])
    assert not page.evaluate(FADES, [".since ol", "::after"]), "the newest is the last"


def test_a_long_list_that_a_tap_opens_fades_where_it_goes_on(visit: Any) -> None:
    page = visit(**PHONE)
    begin(page, "bismarck", "two_player")
    asked(page)
    plane = ".layers svg:not(.coming) [data-place='air/l_ulster'].can"
    look_at(page, plane)
    point = page.locator(plane).evaluate(POINT_OF)
    page.touchscreen.tap(point["x"], point["y"])
    page.wait_for_selector(".fan")
    assert not page.evaluate(FADES, [".fan", "::after"]), "all of it is seen"
    high = "each => each.scrollHeight"
    whole = page.eval_on_selector(".fan", high)
    page.eval_on_selector(".fan", "each => { each.style.maxHeight = '9rem'; }")
    page.wait_for_function(FADES, arg=[".fan", "::after"])
    assert abs(page.eval_on_selector(".fan", high) - whole) < 2, "the sign takes no room"


def test_above_what_is_pinned_the_options_that_go_on_below_it_fade(visit: Any) -> None:
    page = visit(viewport={"width": 1280, "height": 720})
    begin(page, "bismarck", "two_player")
    asked(page)
    page.get_by_role("button", name="Got it").click()
    page.wait_for_function(FADES, arg=[".prompt .pinned", "::before"])
    assert not page.evaluate(FADES, [".prompt", "::after"]), "what is pinned does not fade"


@pytest.mark.parametrize("size", ["390x844", "844x390", "1280x720", "640x360"])
def test_what_tells_of_a_choice_that_waits_says_for_how_long_and_hides_no_question_option_or_head(
    visit: Any, size: str
) -> None:
    people: list[Person] = []
    page = visit(**SIZES.get(size, LOW), holds=True, before=lambda page: people.append(Person(page)))
    begin(page, "uboat_cards", "short")
    asked(page)
    page.get_by_role("button", name="Got it").click()
    while not page.locator(".held").count():
        asked(page)
        page.wait_for_timeout(600)  # a person who reads the question
        number = people[0].snapshot["number"]
        page.locator(".choose").first.click()
        people[0].until(
            partial(lambda n: page.locator(".held").count() or people[0].snapshot["number"] > n, number), "the choice"
        )
    assert page.evaluate(COVERED, "#question, .choose, .since li, .play > header") == []
    assert "in 3 seconds" in page.inner_text(".held")
    assert page.locator(".choose[aria-pressed=true]").count() == 1, "the list shows what was chosen"
    page.click("#not-yet")
    page.wait_for_selector(".held", state="detached")


def test_numbers_of_events_stand_on_the_board_only_while_the_list_that_explains_them_is_shown(visit: Any) -> None:
    page = visit(viewport={"width": 1280, "height": 720})
    begin(page, "uboat_cards", "short")
    asked(page)
    page.wait_for_selector(".briefing")
    page.wait_for_selector(".ways .pin", state="attached")
    assert not page.locator(".ways .pin").first.is_visible()
    page.get_by_role("button", name="Got it").click()
    page.wait_for_selector(".since li")
    page.wait_for_selector(".ways .pin")


def test_the_ways_into_a_game_are_large_enough_for_a_finger_and_as_many_facts_stand_on_every_card(visit: Any) -> None:
    page = visit(**PHONE)
    page.wait_for_selector(".cards a.button")
    heights = page.locator(".cards a.button").evaluate_all("all => all.map((each) => each.offsetHeight)")
    assert min(heights) >= 44
    facts = page.locator(".cards li").evaluate_all("all => all.map((each) => each.querySelectorAll('dt').length)")
    assert set(facts) == {4}


def test_at_the_end_three_scores_are_seen_on_a_small_phone_without_scrolling(visit: Any, served: str) -> None:
    match, at_random = nc.load("silent_war").new_match("patrol_tang_1944", seed="an end"), Random(1)
    while match.decision is not None:
        match.choose(at_random.randrange(len(match.decision.options)))
    wish = {"save": match.dumps(), "seats": {"comsubpac": {"by": "me"}}}
    made = httpx.post(f"{served}/api/imports", json=wish, trust_env=False, timeout=60).json()
    page = visit(f"/match/{made['match']}", **LOW)
    page.wait_for_selector("#after")
    assert page.locator(".scores .main").count() == 3
    for what in ("#after", ".scores .main:last-child"):
        page.wait_for_function(WITHIN, arg=[what, ".prompt"])
