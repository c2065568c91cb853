"""Measures what a person sees of a match, and prints it as a table: every game at four sizes, played with raw taps.

    python -m tests.table.measure [--to-the-end] [GAME ...]

Run by hand, with a Chromium installed. ``test_stage.py`` holds a few choices of every game to the same figures. With
``--to-the-end`` each match is played until it is over.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, Final

from tests.table.people import AT_ONCE, CHROMIUM, POINT_AT, POINT_OF, STILL, Person, begin

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
    "844x390": {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True},
}
CHOICES: Final = 12
MOST: Final = 4000
"""Choices of a match at most."""
HURRY: Final = 0.3
"""How often a match that is played to its end takes what does nothing on the board."""
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
IN_SIGHT: Final = f"""element => {{ const {{ x, y }} = ({POINT_OF})(element);
    return element.contains(document.elementFromPoint(x, y)); }}"""
"""Whether the middle of something is on the screen, and nothing lies over it."""
SMALLEST: Final = """() => {
    const frame = document.querySelector(".board").getBoundingClientRect();
    const scale = Number(getComputedStyle(document.querySelector(".layers")).getPropertyValue("--scale")) || 1;
    const grown = (text) => Number(text.closest(".piece")?.dataset.grown ?? 1);
    const shown = [...document.querySelectorAll(".layers svg:not(.coming) text")].filter((each) => {
        const box = each.getBoundingClientRect();
        const across = box.right > frame.left && box.left < frame.right;
        const there = across && box.bottom > frame.top && box.top < frame.bottom && each.textContent.trim();
        return there && getComputedStyle(each).visibility !== "hidden" && !each.closest(".inner");
    });
    const buttons = [...document.querySelectorAll(".play button, .play select, .play input:not([type=checkbox])")];
    const sides = buttons.map((each) => each.getBoundingClientRect()).filter((box) => box.width);
    return {
        label: Math.min(...shown.map((each) => parseFloat(getComputedStyle(each).fontSize) * scale * grown(each))),
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

BUTTON: Final = """key => {
    const found = [...document.querySelectorAll(".pick button")].find((each) => each.dataset.key === key);
    found?.scrollIntoView({ block: "nearest" });
    const box = found?.getBoundingClientRect();
    return box ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : null;
}"""
"""Where the button of an option is in what a tap has opened."""
NAMED: Final = """place => {
    const named = document.querySelector(`.fan button[data-piece="${CSS.escape(place)}"]`);
    const found = named ?? document.querySelector(".fan button");
    found.scrollIntoView({ block: "nearest" });
    const box = found.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}"""
"""Where the button of a piece is among those that a finger may have meant."""


@dataclass
class Figures:
    """What was seen of a match."""

    offered: int = 9
    """The least number of options in sight, with the briefing and after each choice, where these were not all."""
    choices: int = 0
    taps: int = 0
    least: int = 0
    """The taps that the board needs: one where a place has the option alone, else a second one on the target."""
    on_board: int = 0
    """How many choices were made on the board."""
    over: bool = False
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
        self.count(page)
        self.newest += seen["newest"]
        self.question += seen["question"]
        self.label = min(self.label, small["label"] or self.label)
        self.target = min(self.target, small["target"])

    def count(self, page: Any) -> None:
        """Count the options in sight, unless these are all."""
        there = page.locator(".choose, .pick button[data-key]")
        seen = there.evaluate_all(f"all => all.filter({IN_SIGHT}).length")
        if seen < page.locator(".choose").count():
            self.offered = min(self.offered, seen)

    def told(self) -> tuple[str, ...]:
        """The columns of a line of the table."""
        seen = self.choices - self.over  # after the last choice nothing is asked
        share = f"{100 * min(self.shares):.0f} %" if self.shares else "none"
        return (
            f"{self.choices}{', to the end' if self.over else ''}",
            f"{self.on_board}",
            f"{self.taps / max(1, self.choices):.2f}",
            f"{self.taps / max(1, self.least):.2f}",
            f"{self.newest} of {seen}",
            f"{self.question} of {seen}",
            f"{self.label:.1f} px",
            f"{self.target:.0f} px",
            share,
        )

    def choose(self, person: Person, random: Random, touch: bool, hurry: float = 0.0) -> None:
        """Choose at random, by raw taps on the board where the option has a place that is seen, else in the list.

        Args:
            person: who chooses.
            random: what option.
            touch: whether by a finger.
            hurry: how often, where that is offered, an option is taken that does nothing on the board, such as one that
                ends a turn: a match comes to its end the sooner.
        """
        page = person.page
        person.until(lambda: person.snapshot["decision"] or person.snapshot["outcome"], "a decision")
        if person.snapshot["outcome"]:
            return
        number, options = person.snapshot["number"], person.snapshot["decision"]["options"]
        ends = [each for each in options if not any(place["as"] not in ("at", "from") for place in each["places"])]
        option = random.choice(ends if ends and random.random() < hurry else options)
        key = json.dumps(option["key"])
        page.wait_for_selector(f".choose[data-key={key}]:not([disabled])")
        press = page.touchscreen.tap if touch else page.mouse.click
        page.wait_for_function(STILL)
        made = partial(_made, person, number)
        place, point = self._point(page, option, options)
        self.least += 1 if point is None else min(2, sum(_means(each, place, _starts(option)) for each in options))
        if point is not None:
            self._press(page, press, point)
            person.until(lambda: page.locator(".pick, .sure[open]").count() or made(), "what a tap opens")
            if not made() and page.locator(".pick.fan").count():
                self.shares.append(page.evaluate(SHARE))
                listed = page.evaluate(BUTTON, option["key"])
                self._press(page, press, listed or page.evaluate(NAMED, place))
                person.until(lambda: page.locator(".pick:not(.fan), .sure[open]").count() or made(), "what is meant")
        if not made() and page.locator(".pick").count():
            self.shares.append(page.evaluate(SHARE))
            button = page.evaluate(BUTTON, option["key"])
            if button is None:  # a place that another piece lies over: a person closes what opened
                page.locator(".pick .cross").click()
                self.taps += 1
            else:
                self._press(page, press, button)
                person.until(lambda: made() or page.locator(".sure[open]").count(), "the choice")
        self.on_board += bool(made() or page.locator(".sure[open]").count())
        if not made() and not page.locator(".sure[open] .main").count():
            page.locator(f".choose[data-key={key}]").click()
            self.taps += 1
            person.until(lambda: made() or page.locator(".sure[open]").count(), "the choice")
        if not made():
            page.click(".sure .main")
            self.taps += 1
        person.until(made, "the choice to be made")
        person.until(lambda: person.snapshot["decision"] or person.snapshot["outcome"], "the next decision")
        self.choices += 1
        if not person.snapshot["outcome"]:
            self.look(page)

    def _press(self, page: Any, press: Any, point: Any) -> None:
        """One tap, at a point and nowhere else: nothing is scrolled to."""
        assert point is not None
        assert page.evaluate("point => !!document.elementFromPoint(point.x, point.y)", point), "it is on the screen"
        press(point["x"], point["y"])
        self.taps += 1

    def _point(self, page: Any, option: Any, options: list[Any]) -> tuple[str, Any]:
        """The place in sight that tells an option best from the others, and where; nothing while something is open.

        A place that all of a few options name tells nothing: a person takes one of the buttons below the question.
        """
        if page.locator(".pick").count():
            return "", None
        named = _named(option)
        starts = _starts(option)
        rivals = Counter(place for each in options for place in {place["place"] for place in each["places"]})
        telling = [place for place in dict.fromkeys(named) if rivals[place] < len(options) or len(options) == 1]
        for place in sorted(telling, key=lambda place: rivals[place]):
            point = page.evaluate(POINT_AT, [place, starts])
            if point is not None:
                return place, point
        return "", None


def _named(option: Any) -> list[str]:
    """What an option is about and where it leads."""
    return [each["place"] for each in option["places"] if each["as"] not in ("from", "at")]


def _starts(option: Any) -> list[str]:
    """Where the piece that an option is about lies."""
    return [each["place"] for each in option["places"] if each["as"] == "from"]


def _means(option: Any, place: str, starts: list[str]) -> bool:
    """Whether a tap on a place may mean an option, if a piece that is tapped lies there."""
    piece = any(each["place"] == place and each["as"] == "subject" for each in option["places"])
    return place in _named(option) and (not piece or _starts(option) == starts)


def _made(person: Person, number: int) -> bool:
    return bool(person.snapshot["number"] > number or person.snapshot["outcome"])


def measured(page: Any, address: str, game: str, *, touch: bool, choices: int, hurry: float = 0.0) -> Figures:
    """Play so many choices of a game on a page, or until it is over, and look at it after each of them."""
    person, random, figures = Person(page), Random(game), Figures()
    page.goto(address)
    page.wait_for_selector(".cards a")
    begin(page, game, GAMES[game])
    person.opened()
    page.wait_for_selector(".layers svg [data-place]")
    page.wait_for_selector(".briefing")
    figures.count(page)
    for _ in range(choices):
        figures.choose(person, random, touch, hurry)
        if person.snapshot["outcome"]:
            page.wait_for_selector(".after")
            figures.over = True
            break
    return figures


def main(words: list[str]) -> None:
    """Print the table."""
    from playwright.sync_api import sync_playwright

    from tests.table.screenshots import table

    to_the_end = "--to-the-end" in words
    games = [each for each in words if not each.startswith("--")] or list(GAMES)
    heads = (
        "game",
        "size",
        "choices",
        "on the board",
        "taps a choice",
        "of the least",
        "newest event seen",
        "question seen",
        "label",
        "button",
        "dialog seen",
    )
    print(f"| {' | '.join(heads)} |")
    print("| --- " * len(heads) + "|")
    with table() as address, sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for game in games:
            for size, settings in SIZES.items():
                context = browser.new_context(**settings, reduced_motion="reduce")
                context.add_init_script(AT_ONCE)
                many, hurry = (MOST, HURRY) if to_the_end else (CHOICES, 0.0)
                touch = "has_touch" in settings
                found = measured(context.new_page(), address, game, touch=touch, choices=many, hurry=hurry)
                print(f"| {' | '.join((game, size, *found.told()))} |", flush=True)
                context.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
