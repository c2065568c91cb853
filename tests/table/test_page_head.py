"""The head of the page of a match: the game, how it stands and who sits where are whole, however wide the page is."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.table.measure import SIZES
from tests.table.people import asked, begin, needs_chromium

pytestmark = needs_chromium


LONG_SCORE: Final = """() => {
    const told = ["game 2, sides exchanged", "round 4 of 4, turn 21 of 26", "points: U-boats 12, escorts 14"];
    document.querySelector(".headline").replaceChildren(
        ...told.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
    const name = document.querySelector(".play h1"), [box, last] = [".headline", ".headline li:last-child"]
        .map((each) => document.querySelector(each).getBoundingClientRect());
    const head = document.querySelector(".play > header");
    const keys = [...head.querySelectorAll(".home, .life > summary, #briefing-key")];
    const bottom = Math.min(box.bottom, head.getBoundingClientRect().bottom);
    const seen = last.bottom <= bottom + 1 && last.right <= box.right + 1;
    return [name.scrollWidth <= name.clientWidth, seen, keys.every((each) => each.scrollWidth <= each.clientWidth)];
}"""
"""Whether the name of the game is whole, the end of the score in sight and no key of the head too narrow for its word,
where the score is long.
"""


def test_a_short_name_of_a_game_and_the_keys_of_the_head_are_whole_however_long_the_score(visit: Any) -> None:
    page = visit(**SIZES["1280x720"])
    begin(page, "tonnage_war")
    asked(page)
    for width in (1280, 1199, 1030):
        page.set_viewport_size({"width": width, "height": 720})
        assert page.evaluate(LONG_SCORE) == [True, True, True], width


CUT: Final = """() => {
    const head = document.querySelector(".play > header").getBoundingClientRect();
    const cut = (each) => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight + 1;
    const outside = ({ left, right, top, bottom }) =>
        top < head.top || bottom > head.bottom || left < head.left || right > head.right;
    const told = [...document.querySelectorAll(".play h1, .headline, .seats .role")];
    const shown = [...document.querySelectorAll(".headline li, .seats li")];
    const found = [...told.filter(cut), ...shown.filter((each) => outside(each.getBoundingClientRect()))];
    return found.map((each) => each.textContent);
}"""
"""What is cut in the head of the page."""


@pytest.mark.parametrize(
    ("game", "scenario", "options"),
    [("silent_war", None, {}), ("silent_war", "campaign_wp1", {"two_player": True}), ("aa50_subwar", None, {})],
)
def test_on_a_laptop_a_long_name_of_a_game_how_it_stands_and_who_sits_where_are_whole(
    visit: Any, game: str, scenario: str | None, options: dict[str, Any]
) -> None:
    def with_options(route: Any) -> None:
        wish = route.request.post_data_json
        route.continue_(**({"post_data": {**wish, "options": options}} if wish else {}))

    page = visit(before=lambda page: page.route("**/api/matches", with_options), **SIZES["1280x720"])
    begin(page, game, scenario)
    asked(page)
    for width in (1200, 1280, 1440, 1920):
        page.set_viewport_size({"width": width, "height": 720})
        assert page.evaluate(CUT) == [], width
    page.goto(page.url.replace("/match/", "/embed/"))
    page.wait_for_selector(".embedded .layers svg [data-place]", state="attached")
    for size in ((768, 1024), (1024, 768), (1280, 800), (1440, 900)):
        page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        assert page.evaluate(CUT) == [], f"within the page of others, {size}"
