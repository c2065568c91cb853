"""What is written on a board in a browser stays there at every size, and what surrounds it says what it is about."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.table.measure import SIZES
from tests.table.people import STILL, asked, begin, hand_over, needs_chromium, seat_address

pytestmark = needs_chromium

UNNAMED: Final = """() => {
    const shown = (each) => getComputedStyle(each).visibility !== "hidden";
    const svg = document.querySelector(".moving > svg:not(.coming)");
    const names = [...svg.querySelectorAll(".names text")].map((each) => each.textContent.split(" +")[0]);
    const places = Map.groupBy(svg.querySelectorAll(":scope > .piece.chip"), (each) => each.dataset.at);
    return [...places].filter(([, chips]) => {
        const texts = chips.flatMap((each) => [...each.querySelectorAll(":scope > text")]);
        return texts.length && !texts.some((each) => shown(each) || names.includes(each.textContent));
    }).map(([place]) => place);
}"""
"""The places whose ships have no name, neither on a chip nor near it."""
EMPTY: Final = """() => [...document.querySelectorAll(".moving .badge")].filter((badge) => {
    const [ground, text] = [badge.querySelector("rect"), badge.querySelector("text")];
    const shown = (each) => getComputedStyle(each).visibility !== "hidden";
    const [outer, inner] = [ground.getBoundingClientRect(), text.getBoundingClientRect()];
    return shown(ground) && (!shown(text) || inner.width > outer.width + 1);
}).length"""
"""How many figures on pieces are a ground without its figure, or with one that is wider."""
GAPS: Final = """() => [...document.querySelectorAll(".seats .role")].map((role) => {
    const words = document.createRange();
    words.selectNodeContents(role);
    return role.getBoundingClientRect().width - words.getBoundingClientRect().width;
})"""
"""How much is free between a seat's name and the colon after it."""
HEIGHTS: Final = (
    """() => [".prompt", ".panel-box"].map((each) => document.querySelector(each).getBoundingClientRect().height)"""
)
COVERED: Final = """async () => {
    const { drawWays } = await import("/page/marks.js");
    const root = document.createElement("div");
    const size = 'viewBox="0 0 300 200"';
    root.innerHTML = `<div class="moving"><svg ${size}><g class="piece heading" data-place="heading/round">
        <rect class="edge" x="60" y="20" width="200" height="20"/></g></svg></div><div class="ways"></div>`;
    document.body.append(root);
    const event = { moves: [], places: [{ place: "heading/round", as: "subject" }] };
    drawWays(root, [{ event, dice: [] }], 300, 200);
    const found = root.querySelector(".pin").getAttribute("transform");
    root.remove();
    return found;
}"""
"""Where the number of an event lies that is about words."""
DRAWN: Final = """async () => {
    const { letter } = await import("/page/camera.js");
    const { drawFigures } = await import("/page/marks.js");
    const root = document.createElement("div");
    const size = 'viewBox="0 0 400 200" width="400" height="200"';
    const chip = (name, x) => `<g class="piece chip" data-place="ship/${name}" data-at="zone/1">
        <rect class="edge" x="${x}" y="96" width="20" height="8"/><text x="${x}" y="103" font-size="6">${name}</text>
        </g>`;
    const chips = chip("hood", 20) + chip("kent", 190) + chip("york", 214);
    const zone = '<g class="region" data-place="zone/1"><path d="M100 0H300V200H100Z"/></g>';
    root.innerHTML = `<div class="still"><svg ${size}>${zone}</svg></div><div class="moving"><svg ${size}>${chips}</svg>
        </div><div class="figures"></div>`;
    root.style.setProperty("--scale", "1");
    document.body.append(root);
    letter(root, 1);
    const option = (place, facts) => ({ places: [{ place, as: "to" }], facts });
    const facts = [0.5, 0.25].map((value) => ({ kind: "chance", value, text: String(value), places: [] }));
    drawFigures(root, [option("zone/1", [0]), option("zone/2", [1])], { facts });
    const grown = [...root.querySelectorAll(".piece")].map((each) => Number(each.dataset.grown ?? 1));
    const [x, y] = root.querySelector(".figures g").getAttribute("transform").match(/[\\d.]+/g).map(Number);
    root.remove();
    return { grown, x, y };
}"""
"""How much the ships grow of a board of which one has room and two have less, and where the figure of their zone is."""
CORNER: Final = """async () => {
    const { letter } = await import("/page/camera.js");
    const { drawFigures } = await import("/page/marks.js");
    const root = document.createElement("div");
    const size = 'viewBox="0 0 400 200" width="400" height="200"';
    const square = (name, x) => `<g class="region" data-place="${name}">
        <rect x="${x}" y="20" width="100" height="100"/></g>`;
    root.innerHTML = `<div class="still"><svg ${size}>${square("one", 20)}${square("other", 220)}
        <text x="22" y="118" font-size="14">Harbour</text></svg></div>
        <div class="moving"><svg ${size}></svg></div><div class="figures"></div>`;
    root.style.setProperty("--scale", "1");
    root.className = "layers";
    document.body.append(root);
    letter(root, 1);
    const option = (place, facts) => ({ places: [{ place, as: "to" }], facts });
    const facts = [0.5, 0.25].map((value) => ({ kind: "chance", value, text: String(value), places: [] }));
    drawFigures(root, [option("one", [0]), option("other", [1])], { facts });
    const box = (each) => each.getBoundingClientRect();
    const word = box(root.querySelector(".still text")), left = box(root).left;
    const found = [...root.querySelectorAll(".figures text")].map((each) => {
        const { x, left: from, right, top, bottom } = box(each);
        const hides = from < word.right && word.left < right && top < word.bottom - 2 && word.top + 2 < bottom;
        return [x - left < 200 ? "one" : "other", hides];
    });
    root.remove();
    return found;
}"""
"""Of the figures of two squares, one of which has a word where the other has its figure, whether one hides the word."""
CROWDED: Final = """async () => {
    const { letter } = await import("/page/camera.js");
    const root = document.createElement("div");
    root.innerHTML = `<div class="moving"><svg viewBox="0 0 400 200" width="400" height="200"><g class="piece card">
        <rect class="edge" x="50" y="46" width="14" height="40"/>
        <text class="band-text" x="53" y="56" font-size="8">boat</text>
        <text class="band-text" x="62" y="56" font-size="8" text-anchor="end">12</text></g></svg></div>`;
    document.body.append(root);
    letter(root, 1);
    const found = [...root.querySelectorAll("text")].map((each) => [each.classList.contains("left-out"),
        Number(each.getAttribute("textLength")) >= 0]);
    root.remove();
    return found;
}"""
"""Of a word and the figure that takes all of its line, whether each is left out, and has a length that can be."""
TOUCHED: Final = """async () => {
    const { letter } = await import("/page/camera.js");
    const root = document.createElement("div");
    const size = 'viewBox="0 0 400 200" width="400" height="200"';
    const word = (x) => `<text x="${x}" y="50" font-size="6">Escort side</text>`;
    const words = word(20) + word(220);
    root.innerHTML = `<div class="still"><svg ${size}>${words}</svg></div><div class="moving"><svg ${size}>
        <g class="piece card"><rect class="edge" x="50" y="46" width="20" height="40"/></g></svg></div>`;
    document.body.append(root);
    letter(root, 1);
    const found = [...root.querySelectorAll(".still text")].map((each) => each.classList.contains("left-out"));
    root.remove();
    return found;
}"""
"""Of two names of which the lower part of one lies under a card, which are left out."""
HIDDEN: Final = """() => {
    const boxes = (what) => [...document.querySelectorAll(what)].map((each) => each.getBoundingClientRect());
    const numbers = boxes(".moving > svg:not(.coming) .badge.number > rect");
    const words = [...document.querySelectorAll(".still text:not(.left-out)")];
    const across = (one, other) => one.left < other.right && other.left < one.right;
    const along = (one, other) => one.top < other.bottom - 2 && other.top + 2 < one.bottom;
    const covers = (box) => numbers.some((each) => across(each, box) && along(each, box));
    const hidden = words.filter((each) => covers(each.getBoundingClientRect())).map((each) => each.textContent);
    return { numbers: numbers.length, hidden };
}"""
"""How many numbers of equal cards there are, and the words of the scene that one of them covers."""
RULED: Final = """() => {
    const box = (each) => each.getBoundingClientRect();
    const frame = box(document.querySelector(".board"));
    const shown = (each) => !each.hidden && !each.parentElement.hidden;
    const marks = (kind) => [...document.querySelectorAll(`.rulers .${kind} span`)].filter(shown);
    const squares = [...document.querySelectorAll(".still [data-place^='square/'] > .area")];
    const at = (x, y) => squares.find((each) => box(each).left < x && x < box(each).right && box(each).top < y
        && y < box(each).bottom)?.parentElement.dataset.place;
    const [columns, rows] = [marks("column"), marks("row")];
    const named = columns.flatMap((column) => rows.map((row) => {
        const [x, y] = [box(column).left + box(column).width / 2, box(row).top + box(row).height / 2];
        return at(x, y) === `square/${row.textContent}${column.textContent}`;
    }));
    const within = [...columns, ...rows].map(box).every(({ left, top, right, bottom }) =>
        left >= frame.left && top >= frame.top && right <= frame.right && bottom <= frame.bottom);
    const rulers = [...document.querySelectorAll(".rulers > div")];
    return { named, within, size: Math.min(...rulers.map((each) => parseFloat(getComputedStyle(each).fontSize))) };
}"""
"""Of each square that rulers name, whether it is that one; whether their names are in sight; how large these are."""
CROSSED: Final = """() => {
    const box = (each) => each.getBoundingClientRect();
    const frames = [...document.querySelectorAll(".still .region:not(.kind-open) > rect.area")].map(box);
    const names = [...document.querySelectorAll(".still text.side:not(.left-out)")];
    const crossed = names.filter((name) => {
        const { left, right, top, bottom } = box(name);
        return frames.some((each) => left < each.left && each.left < right && each.top < bottom && top < each.bottom);
    });
    return [names.map((each) => each.textContent), crossed.map((each) => each.textContent)];
}"""
"""The names of the sides on a table of cards that are shown, and those that cross the frame of a place."""
CLEAR: Final = """async ([figure, text, word, wide]) => {
    const { letter } = await import("/page/camera.js");
    const root = document.createElement("div");
    root.className = "layers";
    const size = 'viewBox="0 0 300 200" width="300" height="200"';
    const badge = ([x, y]) => `<g class="badge"><rect class="pill" x="${x}" y="${y}" width="${wide}" height="14"/>
        <text x="${x + wide / 2}" y="${y + 11}" font-size="11" text-anchor="middle">${text}</text></g>`;
    const counter = (x, figures) => `<g class="piece counter" data-place="${x}">
        <rect class="edge" x="${x}" y="90" width="36" height="36"/>${figures.map(badge).join("")}</g>`;
    const written = word && `<text x="${word[0]}" y="${word[1]}" font-size="11">Iceland</text>`;
    root.innerHTML = `<div class="still"><svg ${size}>${written}</svg></div><div class="moving"><svg ${size}>
        ${counter(100, [figure])}${counter(160, [[152, 84]])}</svg></div>`;
    document.body.append(root);
    letter(root, 1);
    const box = (each) => each.getBoundingClientRect();
    const [one, other] = [...root.querySelectorAll(".badge rect")].map(box);
    const cover = (each) => one.left < each.right && each.left < one.right && one.top < each.bottom - 3
        && each.top + 3 < one.bottom;
    const on = box(root.querySelector(".edge"));
    const beside = one.left < on.right + 3 && one.right > on.left - 3;
    const near = beside && one.top < on.bottom + 3 && one.bottom > on.top - 3;
    const left = box(root).left;
    const hides = [other, ...[...root.querySelectorAll(".still text")].map(box)].some(cover);
    const found = [hides, near, Math.round(one.left - left)];
    root.remove();
    return found;
}"""
"""Whether a figure on a counter hides a word or another figure, whether it is at its counter, how far right it is."""
STACKED: Final = """async ([x, y]) => {
    const { letter } = await import("/page/camera.js");
    const root = document.createElement("div");
    root.className = "layers";
    const chip = (at, figure) => `<g class="piece chip" data-place="${at}"><rect class="edge" x="100" y="${at}"
        width="90" height="22"/>${figure}</g>`;
    const figure = `<g class="badge"><rect class="pill" x="${x}" y="${y}" width="42" height="15"/>
        <text x="${x + 21}" y="${y + 11}" font-size="11" text-anchor="middle">2 left</text></g>`;
    root.innerHTML = `<div class="moving"><svg viewBox="0 0 300 200" width="300" height="200">
        ${chip(50, figure)}${chip(75, "")}</svg></div>`;
    document.body.append(root);
    letter(root, 1);
    const box = (what) => root.querySelector(what).getBoundingClientRect();
    const [badge, own, below] = [".badge rect", "[data-place='50'] > .edge", "[data-place='75'] > .edge"].map(box);
    const on = badge.left < below.right && badge.bottom > below.top + 1;
    const near = badge.left <= own.right + 1 && badge.right >= own.left && badge.bottom > own.top
        && badge.top < own.bottom;
    const put = [badge.left - box("svg").left, badge.top - box("svg").top].map(Math.round);
    root.remove();
    return [on, near, put];
}"""
"""Whether a figure on the upper of two chips lies on the lower, whether it is at its own, and where it lies."""
STRIP: Final = """() => {
    const strip = document.querySelector("[data-place='track']").getBoundingClientRect();
    const words = [...document.querySelectorAll("[data-at='track'] > text")];
    const shown = words.filter((each) => getComputedStyle(each).visibility !== "hidden");
    const boxes = shown.map((each) => each.getBoundingClientRect()).sort((one, other) => one.left - other.left);
    const apart = boxes.every((box, at) => !at || box.left >= boxes[at - 1].right);
    const within = boxes.every(({ left, right }) => left >= strip.left && right <= strip.right);
    return [shown.map((each) => each.textContent), apart && within];
}"""
"""What is read in the strip above a chart, and whether each of its words has its own room there."""
DESKTOP: Final = {"viewport": {"width": 1366, "height": 768}}


def test_at_each_size_of_the_board_a_place_with_ships_bears_a_name_and_no_figure_is_without_its_ground(
    visit: Any,
) -> None:
    page = visit(**DESKTOP)
    begin(page, "bismarck", "two_player")
    asked(page)
    page.wait_for_selector(".moving .piece.chip", state="attached")
    page.click("#fit")
    page.wait_for_function(STILL)
    page.wait_for_selector(".names text", state="attached")
    for _ in range(4):  # from the whole chart to one at which all names are on their chips
        page.wait_for_timeout(100)
        assert page.evaluate(UNNAMED) == []
        assert page.evaluate(EMPTY) == 0
        page.get_by_role("button", name="Larger").click()
        page.wait_for_function(STILL)
    page.wait_for_selector(".names", state="detached")


def test_an_onlooker_sees_the_whole_board_and_the_log_has_the_room_while_nothing_is_asked(visit: Any) -> None:
    page = visit(**DESKTOP)
    begin(page, "bismarck", "two_player")
    asked(page)
    assert page.evaluate("document.querySelectorAll('.overview:not(.whole)').length") == 1, "its seat sees a part"
    onlooker = visit(f"{seat_address(page).partition('#')[0]}#watch", **DESKTOP)
    onlooker.wait_for_selector(".moving > svg", state="attached")
    onlooker.wait_for_selector(".overview.whole", state="attached")
    prompt, log = onlooker.evaluate(HEIGHTS)
    assert prompt < log / 2
    prompt, log = page.evaluate(HEIGHTS)
    assert prompt > log, "the question has the room where there is one"


def test_the_end_shows_the_whole_board_and_a_seat_has_no_gap_in_its_name(visit: Any) -> None:
    page = visit(**DESKTOP)
    begin(page, "uboat_cards", "short")
    asked(page)
    assert max(page.evaluate(GAPS)) < 2
    for _ in range(2):
        page.get_by_role("button", name="Larger").click()
    page.wait_for_selector(".overview:not(.whole)")
    hand_over(page)
    page.wait_for_selector(".end")
    page.wait_for_selector(".overview.whole", state="attached")


def test_the_number_of_an_event_lies_at_the_left_of_words_and_covers_none_of_them(visit: Any) -> None:
    assert visit().evaluate(COVERED) == "translate(60 30)"


def test_a_ship_that_is_shown_too_small_grows_where_there_is_room_and_no_figure_covers_a_ship(visit: Any) -> None:
    page = visit()
    page.wait_for_selector(".cards")
    found = page.evaluate(DRAWN)
    alone, left, right = found["grown"]
    assert alone == 2, "8 high, and 17 are wanted, but no ship grows to more than twice its size"
    assert 190 + 10 + 10 * left <= 214 + 10 - 10 * right, "two that are side by side do not cover each other"
    assert left > 1
    # The middle of the zone is (200, 100), where both ships are. A figure is 16 high and 27 wide.
    assert 100 < found["x"] < 300
    assert abs(found["y"] - 100) > 8 or abs(found["x"] - 200) > 27


@pytest.mark.parametrize("size", ["1440x900", "1280x720", "390x844"])
def test_no_number_of_equal_cards_covers_a_caption(visit: Any, size: str) -> None:
    page = visit(**SIZES[size])
    begin(page, "tonnage_war", "halifax_228")
    asked(page)
    page.wait_for_selector(".moving .badge.number", state="attached")
    page.wait_for_function(STILL)
    page.wait_for_timeout(100)
    found = page.evaluate(HIDDEN)
    assert found["numbers"] > 2
    assert found["hidden"] == []


@pytest.mark.parametrize("size", ["1440x900", "1280x720", "390x844"])
def test_where_a_part_of_a_chart_is_seen_every_square_is_found_by_the_names_at_the_edges(visit: Any, size: str) -> None:
    page = visit(**SIZES[size])
    begin(page, "bismarck", "two_player")
    asked(page)
    page.wait_for_function(STILL)
    page.wait_for_selector(".rulers .column:not([hidden])")
    found = page.evaluate(RULED)
    assert len(found["named"]) > 12
    assert all(found["named"])
    assert found["within"]
    assert found["size"] >= 11
    page.click("#fit")
    page.wait_for_function(STILL)
    page.wait_for_timeout(100)
    assert page.locator(".rulers > :not([hidden])").count() == (2 if size == "390x844" else 0), (
        "where the chart's own names are read there is no second one"
    )


def test_a_figure_of_a_square_hides_no_word_where_another_corner_is_free(visit: Any) -> None:
    assert visit().evaluate(CORNER) == [["one", False], ["other", False]]


def test_a_name_of_the_scene_of_which_a_card_would_cover_any_part_is_left_out(visit: Any) -> None:
    assert visit().evaluate(TOUCHED) == [True, False]


def test_a_word_of_a_card_is_left_out_where_the_figure_takes_all_of_its_line(visit: Any) -> None:
    assert visit().evaluate(CROWDED) == [[True, True], [False, True]]


@pytest.mark.parametrize(("game", "scenario"), [("uboat_cards", "short"), ("tonnage_war", "halifax_228")])
def test_on_a_small_screen_the_name_of_a_side_does_not_cross_the_frame_of_its_hand(
    visit: Any, game: str, scenario: str
) -> None:
    page = visit(**SIZES["390x844"])
    begin(page, game, scenario)
    asked(page)
    page.click("#fit")
    page.wait_for_function(STILL)
    page.wait_for_timeout(150)
    shown, crossed = page.evaluate(CROSSED)
    assert crossed == []
    if game == "uboat_cards":
        assert shown == ["Convoy", "Wolf pack", "(you)"]


def test_a_figure_on_a_piece_lies_beside_a_word_or_another_figure_that_it_would_hide(visit: Any) -> None:
    page = visit()
    assert page.evaluate(CLEAR, [[118, 84], "9", "", 18]) == [False, True, 118], "nothing is there: it stays"
    assert page.evaluate(CLEAR, [[118, 84], "2 left", "", 40])[:2] == [False, True], "the next figure is there"
    assert page.evaluate(CLEAR, [[118, 84], "9", [130, 95], 18])[:2] == [False, True], "a name of the scene is there"
    hides, near, left = page.evaluate(CLEAR, [[132, 101], "2", [97, 112], 20])
    assert (hides, near) == (False, True)
    assert 132 < left < 140, "it would hide the end of a name in its own line: it goes a little further"


def test_a_figure_on_a_chip_does_not_lie_on_the_chip_below_it(visit: Any) -> None:
    page = visit()
    assert page.evaluate(STACKED, [182, 67])[:2] == [False, True], "it would hide a corner of the chip below"
    assert page.evaluate(STACKED, [182, 45]) == [False, True, [182, 45]], "it hides nothing there: it stays"


def test_on_a_laptop_the_strip_above_a_whole_chart_is_not_empty(visit: Any) -> None:
    page = visit(**SIZES["1280x720"])
    begin(page, "silent_war", "campaign_full")
    asked(page)
    page.click("#fit")
    page.wait_for_function(STILL)
    page.wait_for_function("() => document.querySelector('.overview.whole')")
    page.wait_for_timeout(150)
    words, fits = page.evaluate(STRIP)
    assert {"War Period 1", "0 ships sunk", "0 tons", "0 boats lost"} <= set(words), "the date is in the page's head"
    assert fits
