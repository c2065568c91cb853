"""People at a table in real browsers: what they do there, and what their browsers are sent."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from time import monotonic
from typing import Any, Final

import httpx
import pytest
import uvicorn

from tests.table.wire import put_together

WITH_WINDOWS: Final = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
"""The Chromium that people use."""
CHROMIUM: Final = shutil.which("chromium-headless-shell") or WITH_WINDOWS
"""The one without windows first: a page takes a quarter less processor time in it. It shows no notifications."""
REQUIRED: Final = os.environ.get("NAVALCORE_BROWSER") == "required"
"""Then a browser that is missing is a failure, not a reason to skip."""
SOON: Final = 60_000
"""Milliseconds that anything on a page may take."""

needs_chromium = pytest.mark.skipif(
    CHROMIUM is None and not REQUIRED, reason="the page is tested in Chromium, which is not installed"
)


@contextmanager
def launched() -> Iterator[Any]:
    """A Chromium; the test is skipped where there is no playwright and none is required."""
    if not REQUIRED:
        pytest.importorskip("playwright.sync_api", reason="the page is tested by playwright, not installed")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def serving(app: Any, port: int = 0) -> Iterator[str]:
    """The address of a table that is served by a thread, at any port that is free."""
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="error"))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()), daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.05)
        assert thread.is_alive()
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join(10)


POINT_AT: Final = """([place, starts]) => {
    const holder = document.querySelector(".layers"), frame = holder.closest(".board").getBoundingClientRect();
    for (const element of holder.querySelectorAll(`[data-place="${CSS.escape(place)}"].can`)) {
        if (element.closest(".coming")) continue;
        if (starts.length && element.dataset.at && !starts.includes(element.dataset.at)) continue;
        const box = element.getBoundingClientRect();
        for (const far of [0, 0.35, 0.7, 0.9, 0.97])
            for (let turn = 0; turn < (far ? 16 : 1); turn++) {
                const x = Math.round(box.left + (box.width / 2) * (1 + far * Math.cos((turn * Math.PI) / 8)));
                const y = Math.round(box.top + (box.height / 2) * (1 + far * Math.sin((turn * Math.PI) / 8)));
                if (x < frame.left || x > frame.right || y < frame.top || y > frame.bottom) continue;
                const top = document.elementFromPoint(x, y);
                if (!top?.closest(".board") || top.closest(".overview")) continue;
                const places = document.elementsFromPoint(x, y).map((each) => each.closest("[data-place]"));
                const hit = places.find((each) => each && holder.contains(each) && each.classList.contains("can"));
                if (hit === element) return { x, y, lies: element.dataset.at ?? "" };
            }
    }
    return null;
}"""
"""Where on the page a click means a place, of equal pieces one that lies where the option starts; and where it lies."""


LINK: Final = """async ([match, role]) => {
    const headers = { "content-type": "application/json" };
    const how = { method: "POST", body: '{"act": "seat", "do": "link"}', headers };
    const answer = await fetch(`/api/matches/${match}/act?cookie=true&seat=${role}`, how);
    return (await answer.json()).said.link;
}"""
"""What lets one more device in at a seat that this browser has in a cookie."""
STILL: Final = """() => !document.querySelector(".layers.flying") && !document.querySelector(".coming")
    && !document.getAnimations().some((each) => each.id === "move" || each.effect?.target?.matches?.(".layers"))"""
"""Whether nothing moves on the board: who aims at what moves may hit something else."""
POINT_OF: Final = """element => { const box = element.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 }; }"""


AT_ONCE: Final = 'try { localStorage.setItem("navalcore holds", "off"); } catch {}'
"""Set in every browser of a test but those that test it: no choice waits for three seconds."""


SEEN_AT: Final = f"""elements => elements.map({POINT_OF}).find(({{ x, y }}, n) =>
    elements[n].contains(document.elementFromPoint(x, y)))"""


def tap(page: Any, selector: str) -> None:
    """Put a finger on the first of some things that is seen, as a person does: nothing is scrolled to first."""
    point = page.locator(selector).evaluate_all(SEEN_AT)
    page.touchscreen.tap(point["x"], point["y"])


ON_OVERVIEW: Final = """element => {
    const [piece, map] = [element.getBoundingClientRect(), document.querySelector(".overview").getBoundingClientRect()];
    const all = element.closest("svg").getBoundingClientRect();
    return { x: map.left + map.width * (piece.left + piece.width / 2 - all.left) / all.width,
        y: map.top + map.height * (piece.top + piece.height / 2 - all.top) / all.height };
}"""
"""Where something on the board is in the overview."""


def look_at(page: Any, selector: str) -> None:
    """Move the board with a tap on the overview to where something is."""
    element = page.locator(selector)
    element.wait_for()
    page.wait_for_function(STILL)
    point = element.evaluate(ON_OVERVIEW)
    page.touchscreen.tap(point["x"], point["y"])


class Person:
    """Somebody with a browser of his own, all of whose traffic is recorded.

    Args:
        page: his page.

    Attributes:
        heard: every message of the table, in the order it came: those of sockets and the answers over HTTP.
        now: the last state he was sent.
        clicked: how many choices he has made with a click on the picture.
    """

    def __init__(self, page: Any) -> None:
        self.page = page
        self.heard: list[str] = []
        self.now: Any = None
        self.clicked = 0
        self._answers: list[Any] = []
        page.on("websocket", lambda socket: socket.on("framereceived", self._frame))
        page.on("response", lambda answer: self._answers.append(answer) if "/api/" in answer.url else None)

    def _frame(self, text: str | bytes) -> None:
        assert isinstance(text, str)
        self.heard.append(text)
        message = json.loads(text)
        if message.get("type") in ("state", "changes"):
            self.now = put_together(self.now, message)

    def listen(self) -> None:
        """Read the answers over HTTP that have come since the last time."""
        while self._answers:
            self.heard.append(self._answers.pop(0).text())

    @property
    def snapshot(self) -> Any:
        """What he knows of the match."""
        return self.now["snapshot"]

    @property
    def secret(self) -> str:
        """What opens his seat."""
        return seat_address(self.page).partition("#")[2]

    def until(self, holds: Callable[[], object], what: str, seconds: float = SOON / 1000) -> None:
        """Wait for something to be so."""
        end = monotonic() + seconds
        while not holds():
            assert monotonic() < end, f"still waiting after {seconds} s: {what}"
            self.page.wait_for_timeout(15)

    def opened(self) -> None:
        """Wait until the match is open."""
        self.page.wait_for_selector("#question")
        self.until(lambda: self.now, "the first state")

    def choose(self, random: Random) -> None:
        """Choose at random: with a click on the picture if the option has a place, else in the list."""
        decision, number = self.snapshot["decision"], self.snapshot["number"]
        self.take(random.choice(decision["options"]))
        self.until(lambda: self.snapshot["number"] > number or self.snapshot["outcome"], "the choice to be made")

    def take(self, option: Any) -> None:
        """Click on what an option means."""
        key = json.dumps(option["key"])
        self.page.wait_for_selector(f".choose[data-key={key}]:not([disabled])")
        if not option["places"]:
            self.page.click(f".choose[data-key={key}]")
            if option["warning"]:
                self.page.click(".sure .main")
            return
        place, starts = _lead(self.snapshot["decision"], option), _starts(option)
        self.page.wait_for_selector(f".layers [data-place={json.dumps(place)}].can", state="attached")
        self.page.wait_for_function(STILL)
        opened = f".pick button[data-key={key}]"
        if not self.page.locator(opened).count():  # what is out of sight may be asked beside the last choice
            self._click_on(place, starts, option["text"], opened)
        if self.page.locator(opened).count():
            self.page.click(opened)
            if option["warning"]:
                self.page.click(".sure .main")

    def _click_on(self, place: str, starts: list[str], text: str, opened: str) -> None:
        """Click on a place of the picture, and in a stack on the piece that is meant."""
        point = self.page.evaluate(POINT_AT, [place, starts])
        if point is None:  # it is not in sight
            self.page.click("#fit")
            self.page.wait_for_function(STILL)
            what = f"{text}: a click on {place} must be possible"
            self.until(lambda: self.page.evaluate(POINT_AT, [place, starts]), what, 10)
            point = self.page.evaluate(POINT_AT, [place, starts])
        number = self.snapshot["number"]
        self.page.mouse.click(point["x"], point["y"])
        self.clicked += 1
        several = f".fan button:not([data-key])[data-piece={json.dumps(place)}]"
        self.until(
            lambda: self.page.locator(f"{opened}, {several}").count() or self.snapshot["number"] > number,
            "what a click opens",
        )
        if self.page.locator(several).count():
            self.page.click(several)
            self.page.wait_for_selector(opened)

    def hand_over(self) -> None:
        """Let a bot play the rest of the match."""
        hand_over(self.page)


def _lead(decision: Any, option: Any) -> Any:
    """Where a click begins that means an option: at the first place that not all options name."""
    names = [{each["place"] for each in other["places"]} for other in decision["options"]]
    common = set.intersection(*names) if len(names) > 1 else set()
    own = (each["place"] for each in option["places"] if each["as"] != "from" and each["place"] not in common)
    return next(own, option["places"][0]["place"])


def _starts(option: Any) -> list[str]:
    """Where the piece that an option is about lies."""
    return [each["place"] for each in option["places"] if each["as"] == "from"]


def begin(page: Any, game: str, scenario: str | None = None, **seats: str) -> None:
    """Begin a match from the lobby.

    Args:
        page: a page that shows the lobby.
        game: the game's id.
        scenario: the scenario's id; the first if left out.
        seats: by role who sits there: ``me``, ``person`` or ``bot:NAME``.
    """
    page.click(f"a[href='/new/{game}']")
    page.wait_for_selector("fieldset select")
    if scenario:
        page.select_option("#scenario", scenario)
    for role, who in seats.items():
        page.select_option(f"#seat-{role}", who)
    page.click("button.main")
    page.wait_for_selector("#question")


def seat_address(page: Any) -> str:
    """A link that opens the seat of a page elsewhere, as often as it is wanted."""
    page.wait_for_function("() => !location.hash")
    address = page.url.partition("?")[0]
    origin, _, match = address.partition("/match/")
    seat = page.evaluate("match => sessionStorage.getItem(`navalcore seat ${match}`)", match)
    if seat.startswith("seat="):
        link = page.evaluate(LINK, [match, seat.removeprefix("seat=")])
        entered = httpx.post(f"{origin}/api/matches/{match}/enter", json={"secret": link}, trust_env=False)
        seat = next(iter(entered.cookies.values()))
    return f"{address}#{seat}"


def hand_over(page: Any) -> None:
    """Let a bot play the rest of the match: it is asked once whether that is meant."""
    page.click("#tab-orders")
    page.get_by_role("button", name="Hand over the rest of the match").click()
    page.click(".sure .main")


def tab(page: Any, name: str) -> None:
    """Tap one of the tabs of a phone."""
    page.locator(".tabs.phone button", has_text=name).tap()


def hand_over_by_tap(page: Any) -> None:
    """Let a bot play the rest of the match, on a phone."""
    tab(page, "Orders")
    page.get_by_role("button", name="Hand over the rest of the match").tap()
    page.locator(".sure .main").tap()


def asked(page: Any) -> None:
    """Wait until the seat is asked."""
    page.wait_for_selector(".choose:not([disabled])")
