"""Measures what a person sees of a match, and prints it as a table: every game at three sizes, played with raw taps.

    python -m tests.table.measure [GAME ...]

Run by hand, with a Chromium installed. ``test_stage.py`` holds a few choices of every game to the same figures.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, Final

from tests.table.people import AT_ONCE, CHROMIUM, POINT_AT, STILL, Person, begin

GAMES: Final = {
    "uboat_cards": "short",
    "tonnage_war": "halifax_228",
    "bismarck": "two_player",
    "aa50_subwar": "atlantic_1941",
    "silent_war": "patrol_tang_1944",
}
SIZES: Final[dict[str, dict[str, Any]]] = {
    "1440x900": {"viewport": {"width": 1440, "height": 900}},
    "1280x720": {"viewport": {"width": 1280, "height": 720}},
    "390x844": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
CHOICES: Final = 12
SEEN: Final = """() => {
    const inside = (box, of) => box.width > 0 && box.bottom <= of.bottom + 1 && box.top >= of.top - 1;
    const last = document.querySelector(".since li:last-child"), list = document.querySelector(".since ol");
    const view = { top: 0, bottom: visualViewport.height };
    const question = document.querySelector("#question").getBoundingClientRect();
    const [box, frame] = [last, list].map((each) => each?.getBoundingClientRect());
    return {
        newest: !last || box.height > frame.height || (inside(box, frame) && inside(box, view)),
        question: inside(question, view) && document.scrollingElement.scrollTop === 0,
    };
}"""
"""Whether the newest event and the question are in sight."""
SMALLEST: Final = """() => {
    const frame = document.querySelector(".board").getBoundingClientRect();
    const scale = Number(getComputedStyle(document.querySelector(".layers")).getPropertyValue("--scale")) || 1;
    const shown = [...document.querySelectorAll(".layers svg:not(.coming) text")].filter((each) => {
        const box = each.getBoundingClientRect();
        const across = box.right > frame.left && box.left < frame.right;
        const there = across && box.bottom > frame.top && box.top < frame.bottom && each.textContent.trim();
        return there && getComputedStyle(each).visibility !== "hidden" && !each.closest(".inner");
    });
    const buttons = [...document.querySelectorAll(".play button, .play select, .play input:not([type=checkbox])")];
    const sides = buttons.map((each) => each.getBoundingClientRect()).filter((box) => box.width);
    return {
        label: Math.min(...shown.map((each) => parseFloat(getComputedStyle(each).fontSize) * scale)),
        target: Math.min(...sides.map((box) => Math.min(box.width, box.height))),
    };
}"""
"""The smallest words on the board and the smallest button on the page, in pixels."""
READABLE: Final = 10.9
"""Pixels, and a little less than the page's own 11."""
SHARE: Final = """() => {
    const box = document.querySelector(".pick").getBoundingClientRect();
    const within = (low, high, most) => Math.max(0, Math.min(high, most) - Math.max(low, 0)) / (high - low);
    return within(box.left, box.right, visualViewport.width) * within(box.top, box.bottom, visualViewport.height);
}"""
"""How much of what a tap has opened is on the screen."""


@dataclass
class Figures:
    """What was seen of a match."""

    choices: int = 0
    taps: int = 0
    newest: int = 0
    question: int = 0
    label: float = 99.0
    target: float = 99.0
    shares: list[float] = field(default_factory=list)

    def look(self, page: Any) -> None:
        """Look at the page as it is after a choice."""
        page.wait_for_timeout(60)
        for _ in range(20):  # a page that is slow to draw is not one that hides something
            seen = page.evaluate(SEEN)
            if all(seen.values()):
                break
            page.wait_for_timeout(100)
        for _ in range(10):  # words of a picture that has just come are made readable after it is drawn
            small = page.evaluate(SMALLEST)
            if (small["label"] or 99.0) >= READABLE:
                break
            page.wait_for_timeout(100)
        self.newest += seen["newest"]
        self.question += seen["question"]
        self.label = min(self.label, small["label"] or self.label)
        self.target = min(self.target, small["target"])

    def choose(self, person: Person, random: Random, touch: bool) -> None:
        """Choose at random, by a raw tap on the board where the option has a place that is seen, else in the list."""
        page = person.page
        person.until(lambda: person.snapshot["decision"] or person.snapshot["outcome"], "a decision")
        if person.snapshot["outcome"]:
            return
        number, option = person.snapshot["number"], random.choice(person.snapshot["decision"]["options"])
        key = json.dumps(option["key"])
        page.wait_for_selector(f".choose[data-key={key}]:not([disabled])")
        press = page.touchscreen.tap if touch else page.mouse.click
        point = None
        page.wait_for_function(STILL)
        if option["places"]:
            starts = [each["place"] for each in option["places"] if each["as"] == "from"]
            point = page.evaluate(POINT_AT, [option["places"][0]["place"], starts])
        opened = page.locator(f".pick button[data-key={key}]")
        made = partial(_made, person, number)
        if point is not None and not page.locator(".pick").count():
            press(point["x"], point["y"])
            self.taps += 1
            person.until(lambda: page.locator(".pick").count() or made(), "what a tap opens")
        if not made() and page.locator(".pick").count():
            self.shares.append(page.evaluate(SHARE))
        if not made() and opened.count():
            opened.click()
            self.taps += 1
        elif not made():
            if page.locator(".pick").count():  # a place that another piece lies over: a person closes what opened
                page.locator(".pick .cross").click()
            page.locator(f".choose[data-key={key}]").click()
            self.taps += 1
        if not made() and page.locator(".sure[open] .main").count():
            page.click(".sure .main")
            self.taps += 1
        person.until(made, "the choice to be made")
        person.until(lambda: person.snapshot["decision"] or person.snapshot["outcome"], "the next decision")
        self.choices += 1
        self.look(page)


def _made(person: Person, number: int) -> bool:
    return bool(person.snapshot["number"] > number or person.snapshot["outcome"])


def measured(page: Any, address: str, game: str, *, touch: bool, choices: int) -> Figures:
    """Play so many choices of a game on a page, and look at it after each of them."""
    person, random, figures = Person(page), Random(game), Figures()
    page.goto(address)
    page.wait_for_selector(".cards a")
    begin(page, game, GAMES[game])
    person.opened()
    page.wait_for_selector(".layers svg [data-place]")
    for _ in range(choices):
        figures.choose(person, random, touch)
    return figures


def main(games: list[str]) -> None:
    """Print the table."""
    from playwright.sync_api import sync_playwright

    from tests.table.screenshots import table

    heads = "game", "size", "newest event seen", "question seen", "taps a choice", "label", "button", "dialog seen"
    print(f"| {' | '.join(heads)} |")
    print("| --- " * len(heads) + "|")
    with table() as address, sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for game in games or list(GAMES):
            for size, settings in SIZES.items():
                context = browser.new_context(**settings, reduced_motion="reduce")
                context.add_init_script(AT_ONCE)
                page = context.new_page()
                found = measured(page, address, game, touch="has_touch" in settings, choices=CHOICES)
                share = f"{100 * min(found.shares):.0f} %" if found.shares else "none"
                told = (
                    game,
                    size,
                    f"{found.newest} of {found.choices}",
                    f"{found.question} of {found.choices}",
                    f"{found.taps / max(1, found.choices):.1f}",
                    f"{found.label:.1f} px",
                    f"{found.target:.0f} px",
                    share,
                )  # fmt: skip
                print(f"| {' | '.join(told)} |", flush=True)
                context.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
