"""Nothing that is drawn over a board covers what is to be read or pressed there."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.table.measure import GAMES, SIZES
from tests.table.people import STILL, asked, begin, hand_over, needs_chromium

pytestmark = needs_chromium

HIDDEN: Final = """() => {
    const shown = (each) => getComputedStyle(each).visibility !== "hidden" && each.getBoundingClientRect().width;
    const found = (selector) => [...document.querySelectorAll(selector)].filter(shown);
    const words = [...found(".moving > svg:not(.coming) text"), ...found(".still text")];
    const able = found(".moving > svg:not(.coming) .piece.can.first");
    const over = document.querySelector(".overview").getBoundingClientRect();
    return [...words, ...able].filter((each) => {
        const box = each.getBoundingClientRect();
        return box.left < over.right && over.left < box.right && box.top < over.bottom && over.top < box.bottom;
    }).map((each) => each.textContent);
}"""
"""What is written or may be chosen under the overview."""
BEYOND: Final = """() => [...document.querySelectorAll(".board-bar > *")].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.width && (box.left < 0 || box.right > innerWidth);
}).map((each) => each.textContent)"""
"""The buttons under the board that are not on the screen whole."""
LEAST: Final = """async ([spots, taken]) => {
    const { leastHidden } = await import("/page/spots.js");
    const box = ([x, y]) => ({ x, y, width: 20, height: 10 });
    const { x, y } = leastHidden(spots.map(box), taken.map(box), { x: 0, y: 0, width: 100, height: 100 });
    return [x, y];
}"""
"""The spot, 20 wide and 10 high on a board of 100, that hides least of what is taken."""
GROWN: Final = """async (left) => {
    const { letter } = await import("/page/camera.js");
    const root = document.createElement("div");
    const at = left ? 90 : 150;
    root.innerHTML = `<div class="moving"><svg viewBox="0 0 400 200" width="400" height="200"><g class="piece chip">
        <rect class="edge" x="100" y="80" width="60" height="40"/><text x="130" y="110" font-size="11">Hood</text>
        <g class="badge"><rect x="${at}" y="74" width="20" height="14"/><text x="${at + 10}" y="85" font-size="11"
        text-anchor="middle">3</text></g></g></svg></div>`;
    document.body.append(root);
    letter(root, 0.7);
    const { x, y, width, height } = root.querySelector(".badge rect").getBoundingClientRect();
    const svg = root.querySelector("svg").getBoundingClientRect();
    root.remove();
    return [x - svg.x, y - svg.y, width, height].map(Math.round);
}"""
"""Where the ground of a figure is that has grown by 11 / (11 * 0.7): 20 wide and 14 high, it becomes 29 and 20."""
NARROWED: Final = """async (wide) => {
    const { letter } = await import("/page/camera.js");
    const root = document.createElement("div");
    root.innerHTML = `<div class="still"><svg viewBox="0 0 400 200"><rect x="10" y="10" width="${wide}" height="20"/>
        <text x="${10 + wide / 2}" y="24" font-size="11" text-anchor="middle">noncombat move</text></svg></div>`;
    document.body.append(root);
    letter(root, 0.8);
    const found = Number(root.querySelector("text").getAttribute("textLength") ?? 0);
    root.remove();
    return found;
}"""
"""How long a word of a box is made that has grown beyond it; 0: as long as it is."""


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_the_overview_covers_no_word_and_the_bar_under_the_board_is_seen_whole(
    visit: Any, game: str
) -> None:
    page = visit(**SIZES["390x844"])
    begin(page, game, GAMES[game])
    asked(page)
    page.get_by_role("button", name="Got it").tap()
    page.locator(".choose").last.tap()
    page.wait_for_selector("#look-back, .sure[open]")
    if page.locator(".sure[open]").count():
        page.tap(".sure .main")
    page.wait_for_selector("#look-back")
    asked(page)
    page.wait_for_function(STILL)
    page.wait_for_timeout(400)
    assert page.evaluate(HIDDEN) == []
    assert page.evaluate(BEYOND) == []


def test_a_mark_lies_where_it_hides_least_and_not_beyond_the_edge(visit: Any) -> None:
    page = visit()
    assert page.evaluate(LEAST, [[[10, 10], [40, 40]], []]) == [10, 10], "the first of those that are free"
    assert page.evaluate(LEAST, [[[10, 10], [40, 40]], [[15, 10]]]) == [40, 40]
    assert page.evaluate(LEAST, [[[-15, 10], [40, 40]], [[41, 41]]]) == [40, 40], "what is cut off is not read at all"


def test_a_figure_that_grows_does_so_away_from_the_name_of_its_piece(visit: Any) -> None:
    page = visit()
    page.wait_for_selector(".cards")
    assert page.evaluate(GROWN, True) == [81, 68, 29, 20], "to the left and upwards: its lower right corner stays"
    assert page.evaluate(GROWN, False) == [150, 68, 29, 20], "to the right and upwards"


def test_a_word_that_grows_stays_in_the_box_it_is_written_in_unless_nobody_could_read_it_so(visit: Any) -> None:
    page = visit()
    page.wait_for_selector(".cards")
    assert page.evaluate(NARROWED, 100) == pytest.approx(97, abs=0.1)
    assert page.evaluate(NARROWED, 40) == 0


def test_a_match_is_looked_back_at_through_the_eyes_of_those_who_played_it(visit: Any) -> None:
    page = visit()
    begin(page, "silent_war", GAMES["silent_war"])
    asked(page)
    hand_over(page)
    page.wait_for_selector(".after")
    page.click("#look-back")
    page.wait_for_selector(".slider output")
    assert not page.locator("#eyes").count(), "nobody sat at the seat that only two players need"
