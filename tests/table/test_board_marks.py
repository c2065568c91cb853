"""What is marked on a board in a browser: where something happened, what may be meant by a press, who has the focus."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import httpx

import navalcore as nc
from tests.table.people import POINT_OF, STILL, asked, begin, needs_chromium

pytestmark = needs_chromium

TWO_PIECES: Final = """async ([far, kind, can]) => {
    const { placeAt } = await import("/page/acting.js");
    const holder = document.createElement("div");
    holder.style = "position: fixed; inset: 0 auto auto 0; z-index: 9";
    const piece = (x, name) => `<g class="piece ${kind} ${can ? "can" : ""}" data-place="${name}" data-at="sea">
        <rect class="edge" x="${x}" y="10" width="60" height="60"/></g>`;
    holder.innerHTML = `<svg width="300" height="100">${piece(10, "one")}${piece(10 + far, "other")}</svg>`;
    document.body.append(holder);
    const found = placeAt(holder, 20, 40, false);
    holder.remove();
    return [found.element?.dataset.place, found.among.map((each) => each.dataset.place)];
}"""
"""What a press on the left one of two pieces in a region means, and among which pieces it has to be asked."""
WAYS: Final = """async ([ground, kind]) => {
    const { drawWays } = await import("/page/marks.js");
    const root = document.createElement("div");
    const [size, box] = ['viewBox="0 0 300 200"', (x, y, side) => `x="${x}" y="${y}" width="${side}" height="${side}"`];
    const card = `<g class="piece card" data-place="card" data-at="row"><rect class="edge" ${box(200, 100, 50)}/></g>`;
    const hand = `<g class="region ${kind}" data-place="hand"><rect class="area" ${box(10, 10, 20)}/></g>
        <g class="region ${kind}" data-place="row"><rect class="area" ${box(190, 90, 70)}/></g>`;
    root.innerHTML = `<div class="still"><svg ${size}><rect class="ground ${ground}"/></svg></div>
        <div class="tracks"></div><div class="moving"><svg ${size}>${card}${hand}</svg></div><div class="ways"></div>`;
    document.body.append(root);
    const event = { moves: [{ piece: "card", from: "hand", to: "row", way: [] }], places: [] };
    drawWays(root, [{ event, dice: [] }], 300, 200);
    const found = [root.querySelectorAll(".way").length, root.querySelector(".pin").getAttribute("transform")];
    root.remove();
    return found;
}"""
"""How many ways are drawn for a card that has moved, and where its number is."""
NUMBERED: Final = """async ([name, far]) => {
    const { drawWays } = await import("/page/marks.js");
    const root = document.createElement("div");
    root.className = "layers";
    const size = 'viewBox="0 0 300 200" width="300" height="200"';
    const written = name && `<text x="${96 - far}" y="104" text-anchor="end" font-size="12">${name}</text>`;
    const chip = (at, x, text) => `<g class="piece chip" data-place="${at}">
        <rect class="edge" x="${x}" y="90" width="60" height="18"/>${text}</g>`;
    const chips = chip("other", 38 - far, written) + chip("boat", 100, "");
    root.innerHTML = `<div class="moving"><svg ${size}>${chips}</svg></div>
        <div class="ways"></div>`;
    document.body.append(root);
    const places = [{ place: "boat", as: "subject" }];
    drawWays(root, [{ event: { moves: [], places }, dice: [] }], 300, 200);
    const box = (selector) => root.querySelector(selector)?.getBoundingClientRect();
    const [pin, text] = [box(".pin rect"), box("text")];
    const beside = (one, other) => one.right <= other.left || other.right <= one.left;
    const off = (other) => beside(pin, other) || pin.bottom <= other.top || other.bottom <= pin.top;
    const apart = off(name ? text : box("[data-place=other] rect"));
    const own = box("[data-place=boat] rect");
    const left = pin.left < own.left && Math.abs(pin.top + pin.height / 2 - own.top - own.height / 2) < 1;
    root.remove();
    return [!apart, left];
}"""
"""Whether the number of an event hides the next piece or its name, and whether it is at the left of its own."""
CLOSE: Final = """async () => {
    const { drawWays } = await import("/page/marks.js");
    const root = document.createElement("div");
    root.className = "layers";
    const size = 'viewBox="0 0 300 200" width="300" height="200"';
    const card = (at) => `<g class="piece card" data-place="card${at}">
        <rect class="edge" x="${100 + 14 * at}" y="90" width="14" height="24"/></g>`;
    root.innerHTML = `<div class="moving"><svg ${size}>${[0, 1, 2].map(card).join("")}</svg></div>
        <div class="ways"></div>`;
    document.body.append(root);
    const places = [0, 1, 2].map((at) => [{ place: `card${at}`, as: "subject" }]);
    drawWays(root, places.map((some) => ({ event: { moves: [], places: some }, dice: [] })), 300, 200);
    const found = [...root.querySelectorAll(".pin rect")].map((each) => each.getBoundingClientRect())
        .map((box) => [box.left, box.top, box.right, box.bottom]);
    root.remove();
    return found;
}"""
"""Where the numbers of three cards are that lie close together."""
ORDERED: Final = """async () => {
    const { drawWays } = await import("/page/marks.js");
    const root = document.createElement("div");
    root.className = "layers";
    const size = 'viewBox="0 0 300 200" width="300" height="200"';
    const square = (at) => `<g data-place="square${at}">
        <rect class="area" x="${at}" y="80" width="40" height="40"/></g>`;
    const ship = (at) => `<g class="piece chip" data-place="ship" data-at="square${at}">
        <rect class="edge" x="${at + 5}" y="85" width="30" height="20"/>
        <g class="badge"><rect x="${at + 20}" y="20" width="30" height="66"/></g></g>`;
    root.innerHTML = `<div class="still"><svg ${size}>${square(20)}${square(120)}${square(220)}</svg></div>
        <div class="moving"><svg ${size}>${ship(220)}${ship(20)}</svg></div><div class="ways"></div>`;
    document.body.append(root);
    const named = [["ship", "subject"], ["square20", "from"], ["square120", "to"]];
    const places = named.map(([place, as]) => ({ place, as }));
    drawWays(root, [{ event: { moves: [], places }, dice: [] }], 300, 200);
    const [pin, svg] = [".pin rect", ".ways svg"].map((each) => root.querySelector(each).getBoundingClientRect());
    root.remove();
    return [pin.left + pin.width / 2 - svg.left, pin.top + pin.height / 2 - svg.top];
}"""
"""How far to the right the number of an order lies whose ship is at 25 to 55 and is to go to the square at 120;
and how far down: the figure that hangs over the ship is higher than she is, who is at 85 to 105."""
WIDE: Final = """async (face) => {
    const { Since } = await import("/page/since.js");
    const { signal } = await import("/page/vendor/signals.js");
    const { render, h } = await import("/page/vendor/preact.js");
    const roll = { n: 1, fields: { faces: [face], spec: "1d256" }, text: "rolls", moves: [], rule: "" };
    const session = { since: signal({ chosen: "", quiet: [],
        items: [{ event: roll, dice: [roll] }] }), moment: signal(null),
        motion: { telling: signal(0) }, state: signal({ seats: [] }), read: signal("") };
    const holder = document.createElement("div");
    document.body.append(holder);
    render(h(Since, { session, openRule() {} }), holder);
    const [die, text] = ["path", "text"].map((each) => holder.querySelector(`.die ${each}`).getBoundingClientRect());
    holder.remove();
    return [text.left > die.left, text.right < die.right, die.height > 15];
}"""
"""Whether the number of a die is within it, and the die is as high as ever."""
TOLD_FIRST: Final = """async (rolls) => {
    const { Since } = await import("/page/since.js");
    const { signal } = await import("/page/vendor/signals.js");
    const { render, h } = await import("/page/vendor/preact.js");
    const event = { n: 9, fields: {}, text: "It hits.", moves: [], rule: "" };
    const dice = Array.from({ length: rolls }, (_, n) =>
        ({ n, fields: { faces: [3], spec: "d6", why: "to hit" }, text: "rolls", moves: [], rule: "" }));
    const session = { since: signal({ chosen: "", quiet: [],
        items: [{ event, dice }] }), motion: { telling: signal(0) },
        state: signal({ seats: [] }), moment: signal(null), read: signal("") };
    const holder = document.createElement("div");
    document.body.append(holder);
    render(h(Since, { session, openRule() {} }), holder);
    const told = holder.querySelector("li").innerText;
    holder.remove();
    return told.indexOf("It hits.") < told.indexOf("to hit");
}"""
"""Whether what came of some dice is told before each of these."""
ALIKE: Final = """() => {
    const root = document.createElement("div");
    root.className = "board nc-board";
    const badge = (kind) => `<g class="badge kind-${kind}"><rect class="pill" width="20" height="20"/></g>`;
    const badges = ["good", "bad", "last", "plain"].map(badge).join("");
    root.innerHTML = `<div class="layers"><div class="moving"><svg>${badges}</svg></div>
        <div class="ways"><svg><rect class="spot" width="20" height="20"/></svg></div></div>`;
    document.body.append(root);
    const fill = (each) => getComputedStyle(each).fill;
    const pin = fill(root.querySelector(".spot"));
    const found = [...root.querySelectorAll(".badge rect")].filter((each) => fill(each) === pin).length;
    root.remove();
    return found;
}"""
"""How many kinds of figures have the colour of the numbers of events."""
EQUAL: Final = """async (where) => {
    const { mark } = await import("/page/acting.js");
    const root = document.createElement("div");
    const card = (at) => `<g class="piece card" data-place="card" data-at="${at}"><rect class="edge"/></g>`;
    root.innerHTML = `<svg>${card("hand")}${card("heap")}</svg>`;
    const places = new Map([["card", new Set(["card", where])]]);
    const pick = { place: "card", lies: where, label: "", options: [], box: null };
    mark(root, { options: [], pick, pointed: "", read: "", subjects: places, last: places });
    const having = (name) => [...root.querySelectorAll(`.${name}`)].map((each) => each.dataset.at);
    return [["picked", "subject", "happened"].map(having)];
}"""
"""Of two equal cards, those that are drawn as picked, as asked about and as having moved."""
SECOND: Final = """async ([where, as]) => {
    const { mark, optionsOf } = await import("/page/acting.js");
    const root = document.createElement("div");
    const piece = (name, at) => `<g class="piece" data-place="${name}" data-at="${at}"><rect class="edge"/></g>`;
    root.innerHTML = `<svg>${piece("first", "port")}${piece("ship", "here")}${piece("ship", "there")}</svg>`;
    const to = (key, more) => ({ key, text: key, places: [{ place: "first", as: "subject" }, ...more] });
    const options = [to("with", [{ place: "ship", as: "subject" }, { place: where, as }]), to("alone", [])];
    const pick = { place: "first", lies: "port", label: "", options, box: null };
    mark(root, { options, pick, pointed: "", read: "", subjects: new Map(), last: new Map() });
    const ships = [...root.querySelectorAll("[data-place=ship]")];
    const able = ships.filter((each) => optionsOf(options, pick, each).length);
    const targets = ships.filter((each) => each.matches(".target.can"));
    return [targets, able].map((some) => some.map((each) => each.dataset.at));
}"""
"""Of two equal pieces, those that are drawn as the target of a second step, and those that a click takes."""
ASKED_AT_THE_PIECE: Final = """async ([last, elsewhere]) => {
    const { followUp } = await import("/page/board.js");
    const [root, frame, chose] = [document.createElement("div"), document.createElement("div"), (role) =>
        ({ kind: "choice_made", fields: { role } })];
    const place = (name, classes) => `<g class="piece ${classes}" data-place="${name}"><rect class="edge"/></g>`;
    root.innerHTML = `<svg>${place("ship", "")}${place("mode", elsewhere ? "can" : "")}</svg>`;
    const kept = (value) => ({ peek: () => value });
    const session = { acted: "ship", lay: "", asked: () => [], chosen: kept({ part: "board" }), options: kept([{}, {}]),
        log: kept([chose("me"), chose(last)]), state: kept({ snapshot: { role: "me", decision: { prompt: "?" } } }) };
    return followUp(session, root, frame) !== null;
}"""
"""Whether what is asked next is asked at the piece that was acted with."""
HITS: Final = """async ([needed, summed, total, faces]) => {
    const { Since } = await import("/page/since.js");
    const { signal } = await import("/page/vendor/signals.js");
    const { render, h } = await import("/page/vendor/preact.js");
    const fields = { faces, needed, summed, total, spec: "2d6", why: "to hit" };
    const roll = { n: 1, fields, text: "rolls", moves: [], rule: "" };
    const event = { n: 2, fields: {}, text: "It hits.", moves: [], rule: "" };
    const session = { since: signal({ chosen: "", quiet: [],
        items: [{ event, dice: [roll] }] }), motion: { telling: signal(0) },
        state: signal({ seats: [] }), moment: signal(null), read: signal("") };
    const holder = document.createElement("div");
    document.body.append(holder);
    render(h(Since, { session, openRule() {} }), holder);
    const found = [...holder.querySelectorAll(".die")].map((die) => die.classList.contains("hit"));
    holder.remove();
    return found;
}"""
"""Which of the dice of a roll are drawn as low enough."""


SUBJECT_SEEN: Final = """() => {
    const [piece, frame] = [".layers svg:not(.coming) .piece.subject", ".board"]
        .map((each) => document.querySelector(each)?.getBoundingClientRect());
    return piece && piece.left >= frame.left && piece.right <= frame.right
        && piece.top >= frame.top && piece.bottom <= frame.bottom;
}"""
"""Whether the piece that the question is about is within what is seen of the board."""


def test_a_press_on_one_of_several_pieces_asks_which_only_where_they_lie_one_on_the_other(visit: Any) -> None:
    page = visit()
    assert page.evaluate(TWO_PIECES, [80, "chip", True]) == ["one", []], "side by side: the one that was pressed"
    assert page.evaluate(TWO_PIECES, [4, "chip", True])[1] == ["other", "one"], "a stack: the uppermost first"
    assert page.evaluate(TWO_PIECES, [80, "chip", False])[1] == ["other", "one"], "nobody may choose: all are told"
    assert page.evaluate(TWO_PIECES, [80, "card", False])[1] == [], "cards side by side can be read"
    assert page.evaluate(TWO_PIECES, [4, "card", False])[1] == ["other", "one"], "a pile of cards cannot"


def test_the_second_step_of_a_choice_takes_of_equal_pieces_the_one_that_the_option_is_about(visit: Any) -> None:
    page = visit()
    for where in ("here", "there"):
        for part in ("from", "at"):
            assert page.evaluate(SECOND, [where, part]) == [[where], [where]]


def test_a_question_stays_at_the_piece_only_if_it_follows_at_once_and_is_about_places_elsewhere(visit: Any) -> None:
    page = visit()
    assert page.evaluate(ASKED_AT_THE_PIECE, ["me", True])
    assert not page.evaluate(ASKED_AT_THE_PIECE, ["other", True]), "others have acted since: the news is not covered"
    assert not page.evaluate(ASKED_AT_THE_PIECE, ["me", False]), "no place answers: the list does"


def test_on_a_table_of_cards_what_moved_has_its_number_at_a_corner_and_no_way_over_other_cards(visit: Any) -> None:
    page = visit()
    assert page.evaluate(WAYS, ["kind-table", ""]) == [0, "translate(200 103)"], "the card's upper left corner"
    assert page.evaluate(WAYS, ["", ""])[0] == 1, "on a chart ways are drawn"
    assert page.evaluate(WAYS, ["", "kind-box"])[0] == 0, "but none from a line of a printed list to a box below it"


def test_the_number_of_an_event_hides_no_name_and_no_piece_where_another_side_of_its_piece_is_free(visit: Any) -> None:
    page = visit()
    assert page.evaluate(NUMBERED, ["", 30]) == [False, True], "nothing lies at its left"
    assert page.evaluate(NUMBERED, ["Tang", 0]) == [False, False], "the name there stays readable"
    assert page.evaluate(NUMBERED, ["", 0]) == [False, False], "the piece there is seen"


def test_numbers_of_events_that_happened_close_together_lie_side_by_side(visit: Any) -> None:
    page = visit()
    boxes = page.evaluate(CLOSE)
    assert len(boxes) == 3
    for at, (left, top, right, bottom) in enumerate(boxes):
        for other_left, other_top, other_right, other_bottom in boxes[:at]:
            across = right <= other_left or other_right <= left
            assert across or bottom <= other_top or other_bottom <= top


def test_the_number_of_an_order_lies_at_the_ship_that_was_ordered_not_where_she_is_to_go(visit: Any) -> None:
    page = visit()
    page.wait_for_selector(".cards")
    across, down = page.evaluate(ORDERED)
    assert 15 < across < 65
    assert 75 < down < 115


def test_the_number_of_a_die_lies_within_it_however_many_sides_it_has(visit: Any) -> None:
    page = visit()
    assert [page.evaluate(WIDE, face) for face in (7, 20, 138)] == [[True, True, True]] * 3


def test_a_figure_on_a_piece_never_looks_like_the_number_of_an_event(visit: Any) -> None:
    page = visit()
    assert page.evaluate(ALIKE) == 0


def test_of_equal_cards_only_those_shine_that_are_meant(visit: Any) -> None:
    page = visit()
    assert page.evaluate(EQUAL, "hand") == [[["hand"], ["hand"], ["hand"]]]
    assert page.evaluate(EQUAL, "gone") == [[["hand", "heap"]] * 3], "it lies nowhere that was named"


def test_of_equal_pieces_only_those_can_be_chosen_that_lie_where_the_question_is_about(visit: Any, served: str) -> None:
    match, chance = nc.load("aa50_subwar").new_match(seed=6), Random(6)
    while match.decision is not None and match.decision.kind != "join":
        match.choose(chance.randrange(len(match.decision.options)))
    assert match.decision is not None
    assert match.decision.prompt == "How many submarines attack in Sz6?"
    wish = {"save": match.dumps(), "seats": {match.decision.role: {"by": "me"}}}
    made = httpx.post(f"{served}/api/imports", json=wish, trust_env=False, timeout=60).json()
    (secret,) = [seat["secret"] for seat in made["seats"] if "secret" in seat]
    address = f"/match/{made['match']}#{secret}"
    page = visit(address, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    asked(page)
    page.wait_for_function(SUBJECT_SEEN)
    submarines = ".layers svg:not(.coming) .piece[data-place='unit/germany/submarine']"
    where = "all => all.map((each) => each.dataset.at)"
    assert sorted(page.eval_on_selector_all(submarines, where)) == ["zone/5", "zone/6", "zone/7"]
    assert page.eval_on_selector_all(f"{submarines}.can", where) == ["zone/6"]
    assert page.eval_on_selector_all(f"{submarines}[role=button]", where) == ["zone/6"]


def test_a_die_that_is_as_low_as_needed_is_told_from_the_others(visit: Any) -> None:
    page = visit()
    needed = [["combat value", 2], ["storm", 1]]
    assert page.evaluate(HITS, [needed, False, 9, [3, 4, 2]]) == [True, False, True], "each by itself: 3 or less"
    assert page.evaluate(HITS, [needed, True, 5, [1, 4]]) == [False, False], "the sum is what counts"
    assert page.evaluate(HITS, [[], True, 2, [1, 1]]) == [False, False], "nothing was needed"


def test_what_came_of_several_dice_is_told_before_them_so_that_it_is_in_sight_where_there_is_little_room(
    visit: Any,
) -> None:
    page = visit()
    page.wait_for_selector(".cards")
    assert page.evaluate(TOLD_FIRST, 3)


def test_who_clicks_sees_no_ring_of_the_focus_and_who_uses_keys_sees_it(visit: Any) -> None:
    page = visit(viewport={"width": 1280, "height": 720})
    begin(page, "uboat_cards", "short")
    asked(page)
    ring = "getComputedStyle(document.activeElement).outlineStyle"
    card = page.locator(".board .piece.can").first
    point = card.evaluate(POINT_OF)
    page.mouse.click(point["x"], point["y"])
    page.wait_for_function("() => document.activeElement.matches('.layers [data-place]')")
    assert page.evaluate(ring) == "none"
    page.keyboard.press("Tab")
    page.locator(".board .piece.can").first.focus()
    assert page.evaluate(ring) == "solid"


FRAME: Final = """what => {
    const { strokeDasharray, stroke } = getComputedStyle(document.querySelector(`.layers svg:not(.coming) ${what}`));
    return [strokeDasharray !== "none", stroke];
}"""
"""Whether the frame of a place is dashed, and its colour."""


def test_what_is_pointed_at_in_the_list_or_on_the_board_does_not_look_as_if_it_were_chosen(visit: Any) -> None:
    page = visit(viewport={"width": 1280, "height": 720}, holds=True)
    begin(page, "silent_war", "patrol_tang_1944")
    asked(page)
    page.get_by_role("button", name="Got it").click()
    there = page.locator(".layers svg:not(.coming) .region.can", has_text="Hawaiian").first
    place = f".region[data-place='{there.get_attribute('data-place')}'] > .area"
    option = page.locator(".choose:has-text('Hawaiian')")
    ground = "option => getComputedStyle(option).backgroundColor"
    [free, plain] = page.evaluate(FRAME, place), option.evaluate(ground)
    assert not free[0]
    option.hover()
    page.wait_for_selector(".region.pointed", state="attached")
    assert page.evaluate(FRAME, place)[0], "a frame of dashes"
    assert option.evaluate(ground) == plain
    page.mouse.move(5, 5)
    page.wait_for_selector(".region.pointed", state="detached")
    assert page.evaluate(FRAME, place) == free
    point = there.evaluate(POINT_OF)
    page.mouse.move(point["x"], point["y"])
    assert page.evaluate(FRAME, place) == [True, page.evaluate("() => getComputedStyle(document.body).color")]
    assert not page.evaluate(FRAME, ".region.subject > .area")[0], "what the question is about has a whole frame"


def test_after_a_choice_in_the_list_the_unit_that_is_asked_about_is_in_sight(visit: Any) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    begin(page, "bismarck", "two_player")
    asked(page)
    page.get_by_role("button", name="Got it").tap()
    page.locator(".choose", has_text="Ramillies").tap()
    page.wait_for_selector("#question:has-text('Ramillies')")
    page.wait_for_function(SUBJECT_SEEN)
    assert "Ramillies" in page.inner_text("#question")


def test_a_figure_in_the_corner_of_a_place_says_what_it_is_when_it_is_pointed_at(visit: Any) -> None:
    page = visit(viewport={"width": 1440, "height": 900})
    begin(page, "bismarck", "two_player")
    asked(page)
    page.get_by_role("button", name="Got it").click()
    page.locator(".choose", has_text="Hood").click()
    page.wait_for_selector(".layers [data-figure]", state="attached")
    page.click("#mine")
    page.wait_for_function(STILL)
    place = page.locator(".layers [data-figure='fuel 1']").first
    point = place.evaluate(POINT_OF)
    page.mouse.move(point["x"], point["y"])
    page.wait_for_selector(".tip:has-text('The figure: fuel 1')")


def test_each_bot_is_offered_once_by_the_name_people_know_and_named_so_at_the_match(visit: Any) -> None:
    page = visit()
    page.click("a[href='/new/uboat_cards']")
    page.wait_for_selector("#seat-convoy")
    offered = page.locator("#seat-convoy option").all_inner_texts()
    assert offered[2:5] == ["the easy bot", "the standard bot", "the hard bot"], "the levels first, the weakest of them"
    assert len(set(offered)) == len(offered)
    assert not any("sensible" in each for each in offered)
    page.click("button.main")
    page.wait_for_selector(".seats .name:has-text('convoy: standard bot')")


def test_a_lesson_on_a_phone_shows_the_part_of_the_board_that_it_is_about_large_enough_to_read(visit: Any) -> None:
    page = visit("/learn/silent_war", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.locator(".lessons a").first.tap()
    page.wait_for_selector(".lesson-picture .region.last", state="attached")
    frame = page.locator(".lesson-picture").bounding_box()
    shown = page.locator(".lesson-picture .last .area").first.bounding_box()
    assert frame["x"] <= shown["x"]
    assert shown["x"] + shown["width"] <= frame["x"] + frame["width"]
    name = page.locator(".lesson-picture text", has_text="Brisbane").first.bounding_box()
    assert name["height"] >= 11, "the words there can be read"
