"""The page of a match on a phone on its side, on smaller ones too, and under a finger."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.table.measure import IN_SIGHT, SIZES
from tests.table.people import asked, begin, needs_chromium
from tests.table.test_stage import OVER

pytestmark = needs_chromium

FINGER: Final = 44
"""Pixels that a finger needs."""
PARTS: Final = """() => {
    const box = (what) => document.querySelector(what).getBoundingClientRect().toJSON();
    const seen = (what) => {
        const [first, holder] = [box(what), box(".prompt")];
        return Math.min(first.bottom, holder.bottom, innerHeight) - Math.max(first.top, holder.top);
    };
    return { board: box(".board"), side: box(".side"), question: seen("#question"), option: seen(".choose"),
        question_high: box("#question").height };
}"""
"""Where board and question are on the page, and how much is seen of the question and the first option."""
HEIGHTS: Final = "all => all.map((each) => each.getBoundingClientRect().height)"
LINES: Final = """() => {
    const list = document.querySelector(".since ol");
    return list.clientHeight / parseFloat(getComputedStyle(list).lineHeight);
}"""
"""How many lines of news are seen."""
NAMES: Final = """() => {
    const bar = document.querySelector(".bar").getBoundingClientRect();
    const sign = parseFloat(getComputedStyle(document.querySelector(".bar"), "::after").width);
    const end = bar.right - sign / 1.5; // it fades before that
    return [...document.querySelectorAll(".seats li")].filter((each) => each.getBoundingClientRect().left < end)
        .map((each) => each.textContent);
}"""
"""Seats of which a part is seen in the head of the page."""


def low(width: int, height: int) -> dict[str, Any]:
    """A phone on its side."""
    return {"viewport": {"width": width, "height": height}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("size", [(844, 390), (640, 360), (568, 320), (480, 320), (768, 1024)])
def test_under_a_finger_every_option_is_as_high_as_a_finger_needs(visit: Any, size: tuple[int, int]) -> None:
    page = visit(**low(*size))
    begin(page, "silent_war", "campaign_full")
    asked(page)
    heights = page.eval_on_selector_all(
        ".choose, .ask", "all => all.map((each) => each.getBoundingClientRect().height)"
    )
    assert len(heights) > 20
    assert min(heights) >= FINGER - 0.1


@pytest.mark.parametrize("size", [(844, 390), (640, 360), (568, 320), (480, 320)])
def test_on_a_low_page_board_and_question_stand_beside_each_other_and_an_option_is_seen(
    visit: Any, size: tuple[int, int]
) -> None:
    page = visit(**low(*size))
    begin(page, "bismarck", "two_player")
    asked(page)
    page.get_by_role("button", name="Got it").tap()
    found = page.evaluate(PARTS)
    assert found["board"]["right"] <= found["side"]["left"]
    assert found["board"]["height"] > 0.5 * size[1]
    assert found["board"]["width"] > 0.4 * size[0]
    assert found["question"] >= found["question_high"] - 1
    assert found["option"] > FINGER / 2


@pytest.mark.parametrize("size", [(844, 390), (640, 360), (360, 640)])
def test_on_a_low_page_two_lines_of_news_are_seen(visit: Any, size: tuple[int, int]) -> None:
    page = visit(**low(*size))
    begin(page, "tonnage_war", "halifax_228")
    asked(page)
    page.get_by_role("button", name="Got it").tap()
    for _ in range(3):
        page.locator(".choose").first.tap()
        page.wait_for_timeout(300)
        asked(page)
    page.wait_for_selector(".since li")
    assert page.evaluate(LINES) >= 2


def test_on_a_phone_on_its_side_no_part_of_a_name_is_seen_at_the_end_of_the_head(visit: Any) -> None:
    for game, scenario in (("tonnage_war", "halifax_228"), ("bismarck", "two_player")):
        page = visit(**SIZES["844x390"])
        begin(page, game, scenario)
        asked(page)
        assert page.evaluate(NAMES) == []


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (568, 320), (480, 320)])
def test_on_a_phone_the_head_says_whom_one_plays(visit: Any, size: tuple[int, int]) -> None:
    page = visit(**low(*size))
    begin(page, "bismarck", "two_player")
    asked(page)
    role = page.locator(".seats li", has_text="you").locator(".role").text_content()
    own = page.locator(".own")
    assert own.text_content() == f"You: {role}"
    box, bar = own.bounding_box(), page.locator(".play > header").bounding_box()
    assert own.evaluate("each => each.scrollWidth <= each.clientWidth")
    assert page.evaluate("innerWidth") == size[0], "nothing makes the page wider than the screen"
    assert bar["y"] <= box["y"]
    assert box["y"] + box["height"] <= bar["y"] + bar["height"]


@pytest.mark.parametrize("size", [(568, 320), (480, 320)])
def test_on_the_least_pages_all_buttons_under_the_board_are_seen_and_no_overview_hides_it(
    visit: Any, size: tuple[int, int]
) -> None:
    page = visit(**low(*size))
    begin(page, "tonnage_war", "halifax_228")
    asked(page)
    assert page.evaluate(PARTS)["option"] > FINGER / 2, "with the briefing open"
    page.get_by_role("button", name="Got it").tap()
    page.locator(".choose").first.tap()
    page.wait_for_selector("#look-back")
    assert page.locator(".board-bar").evaluate("bar => bar.scrollWidth <= bar.clientWidth")
    assert not page.locator(".overview").is_visible()


def test_a_choice_that_leads_to_nothing_yet_is_told(visit: Any) -> None:
    page = visit(**low(844, 390))
    begin(page, "bismarck", "two_player")
    asked(page)
    page.get_by_role("button", name="Got it").tap()
    first = page.locator(".choose").first
    text = first.evaluate("each => each.firstChild.textContent").strip()
    first.tap()
    page.wait_for_function("text => document.querySelector('#since em')?.textContent === text", arg=text)
    assert page.locator("#since").text_content() == f"You chose {text}; before that:"


@pytest.mark.parametrize("size", [(844, 390), (390, 844), (768, 1024)])
def test_a_choice_with_a_long_text_is_told_in_two_lines_beside_the_buttons(visit: Any, size: tuple[int, int]) -> None:
    page = visit(**low(*size))
    begin(page, "tonnage_war", "halifax_228")
    asked(page)
    page.get_by_role("button", name="Got it").tap()
    page.wait_for_selector("#since")
    head = page.locator("#since")
    head.evaluate("each => { each.textContent = 'Since you chose lose the British destroyer in Sz8'; }")
    one = float(head.evaluate("each => parseFloat(getComputedStyle(each).lineHeight)"))
    head.evaluate("each => { each.style.maxWidth = '13rem'; }")
    assert head.evaluate("each => each.scrollWidth <= each.clientWidth")
    assert head.bounding_box()["height"] > 1.8 * one


@pytest.mark.parametrize("size", [(844, 390), (390, 844)])
def test_on_a_phone_two_directions_stand_side_by_side_with_what_is_known_of_them(
    visit: Any, size: tuple[int, int]
) -> None:
    page = visit(**low(*size))
    begin(page, "bismarck", "two_player", german="me", british="bot:sensible")
    asked(page)
    page.get_by_role("button", name="Got it").tap()
    for text in ("Wolfpack 1", "M"):
        page.locator(".choose", has_text=text).first.tap()
        page.wait_for_function(
            "text => ![...document.querySelectorAll('.choose')].some((e) => e.textContent.trim() === text)", arg=text
        )
        asked(page)
    page.wait_for_selector(".group.brief .known")
    first, second = (page.locator(".group.brief .choose").nth(n).bounding_box() for n in (0, 1))
    assert first["y"] == second["y"]
    assert page.locator(".group.brief .choose").evaluate_all(f"all => all.filter({IN_SIGHT}).length") >= 2


def test_on_a_phone_who_looks_back_sees_more_of_the_board(visit: Any) -> None:
    page = visit(**low(390, 844))
    begin(page, "uboat_cards", "short", uboat="me")
    asked(page)
    page.get_by_role("button", name="Got it").tap()
    page.locator(".choose").first.tap()
    page.wait_for_selector("#look-back")
    before = page.locator(".board").bounding_box()["height"]
    page.tap("#look-back")
    page.wait_for_selector("div.slider")
    assert page.locator(".board").bounding_box()["height"] > before + 100
    assert page.locator(".slider output").inner_text() == "your decision 1 of 2"


FULL: Final = """few => {
    const list = document.querySelector(".since ol");
    for (let n = 0; n < 20; n++) list.append(list.lastElementChild.cloneNode(true));
    if (few) document.querySelectorAll(".group, .ends").forEach((each) => { each.style.display = "none"; });
}"""
"""A list of much that has happened, beside a question with many options or none."""
ROOM: Final = """() => {
    const [list, prompt] = [".since ol", ".prompt"].map((each) => document.querySelector(each));
    const side = document.querySelector(".side").clientHeight;
    return { news: list.clientHeight / side, prompt: prompt.clientHeight / side };
}"""
"""The parts of the sheet that news and question have."""


@pytest.mark.parametrize("size", [(844, 390), (390, 844)])
def test_on_a_phone_news_have_the_room_that_the_question_leaves(visit: Any, size: tuple[int, int]) -> None:
    page = visit(**low(*size))
    begin(page, "tonnage_war", "halifax_228")
    asked(page)
    page.get_by_role("button", name="Got it").tap()
    page.wait_for_selector(".since li")
    page.evaluate(FULL, False)
    many = page.evaluate(ROOM)
    assert many["prompt"] > 0.5, "options have most of it"
    assert many["news"] > 0.15
    page.evaluate(FULL, True)
    assert page.evaluate(ROOM)["news"] > 0.4


@pytest.mark.parametrize(("game", "scenario"), [("tonnage_war", "halifax_228"), ("silent_war", "campaign_full")])
@pytest.mark.parametrize("size", [(768, 1024), (1024, 768)])
def test_on_a_tablet_all_of_the_head_is_seen_and_no_control_lies_over_another(
    visit: Any, size: tuple[int, int], game: str, scenario: str
) -> None:
    page = visit(**low(*size))
    begin(page, game, scenario)
    asked(page)
    parts = ".play > header > :is(a, h1, ul, .life, button), .tabs button, .log .tick, .line-box"
    number, over = page.evaluate(OVER, parts)
    assert number >= 10
    assert over == []
    boxes = page.locator(".play > header > :is(a, .life, button), .headline li, .seats li").evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect().toJSON())"
    )
    head = page.locator(".play > header").bounding_box()
    assert all(box["left"] >= 0 and box["right"] <= size[0] for box in boxes)
    assert all(head["y"] <= box["top"] and box["bottom"] <= head["y"] + head["height"] for box in boxes)


LONG_SCORE: Final = """() => {
    const list = document.querySelector(".headline");
    const told = ["game 2, sides exchanged", "round 4 of 4, turn 21 of 26", "points: U-boats 12, escorts 14"];
    list.replaceChildren(...told.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
    const head = document.querySelector(".play > header").getBoundingClientRect();
    const boxes = [...list.children].map((each) => each.getBoundingClientRect());
    return boxes.every((box) => box.top >= head.top && box.bottom <= head.bottom + 1);
}"""


@pytest.mark.parametrize("size", [(844, 390), (640, 360), (390, 844), (360, 640)])
def test_on_a_phone_every_line_of_a_long_score_is_within_the_head(visit: Any, size: tuple[int, int]) -> None:
    page = visit(**low(*size))
    begin(page, "tonnage_war", "evening")
    asked(page)
    assert page.evaluate(LONG_SCORE)


def test_on_a_small_phone_something_to_do_is_seen_above_what_ends_the_step(visit: Any) -> None:
    page = visit(**low(360, 640))
    begin(page, "aa50_subwar")
    asked(page)
    page.get_by_role("button", name="Got it").tap()
    page.locator(".choose").first.tap()
    page.wait_for_selector(".since")
    asked(page)
    seen = page.locator(".group:not(.pinned) .choose").evaluate_all(f"all => all.filter({IN_SIGHT}).length")
    assert seen >= 2


BROKEN: Final = """() => [...document.querySelectorAll(".group.short .choose")].map((each) => {
    const range = document.createRange();
    const word = [...each.childNodes].filter((part) => part.nodeType === 3 && part.data.trim()).at(-1);
    range.setStart(word, word.data.trimEnd().lastIndexOf(" ") + 1);
    range.setEnd(word, word.data.trimEnd().length);
    const tops = [...range.getClientRects()].map(({ top }) => top);
    return Math.max(...tops) - Math.min(...tops) > 5 ? word.data : "";
}).filter(Boolean)"""
"""The short options of which the last word is broken."""


@pytest.mark.parametrize("game", ["aa50_subwar", "bismarck"])
@pytest.mark.parametrize("by", ["mouse", "touch"])
def test_no_word_of_an_option_is_broken_in_a_window_of_640_by_400(visit: Any, game: str, by: str) -> None:
    settings = {"has_touch": True, "is_mobile": True} if by == "touch" else {}
    page = visit(viewport={"width": 640, "height": 400}, **settings)
    begin(page, game)
    asked(page)
    assert page.locator(".group.short .choose").count() > 4
    assert page.evaluate(BROKEN) == []
