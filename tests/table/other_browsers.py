"""Goes the main ways through the page in Debian's Firefox and WebKit, with raw taps, and prints what was seen.

    apt install firefox-esr webkit2gtk-driver xvfb
    python -m tests.table.other_browsers [firefox] [webkit] [GAME ...]

``test_browser_others.py`` goes a part of them. Firefox is spoken to by WebDriver BiDi, WebKit by WebDriver.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any, Final, Protocol

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.table.measure import GAMES, SEEN, SHARE, SMALLEST
from tests.table.people import AT_ONCE, STILL

SIZES: Final = ((1440, 900), (1280, 720), (390, 844))
CHOICES: Final = 8
MOST: Final = 600
"""Choices of a match at most."""
PROGRAMS: Final = {"firefox": ("firefox-esr",), "webkit": ("WebKitWebDriver", "Xvfb")}
"""What each browser is started by."""
MINIBROWSERS: Final = "*/webkit2gtk-4.1/MiniBrowser"
SLIM: Final = "* { padding: 0; margin: 0; min-width: 0; border-width: 0; font-size: 1px; }"
"""The style of WebKit's own buttons, which else make its window wider than a phone."""

STATE: Final = """() => [document.querySelector("#question")?.innerText,
    document.querySelector(".log ol")?.lastElementChild?.innerText,
    ...[...document.querySelectorAll(".choose:not([disabled])")].map((each) => each.dataset.key)].join()"""
"""What is asked, and what was told last."""
ABLE: Final = """() => {
    const holder = document.querySelector(".layers"), frame = holder.closest(".board").getBoundingClientRect();
    const found = [];
    for (const element of holder.querySelectorAll("svg:not(.coming) .can.first")) {
        const box = element.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
        if (x < frame.left || x > frame.right || y < frame.top || y > frame.bottom) continue;
        if (document.elementFromPoint(x, y)?.closest("[data-place]") === element) found.push({ x, y });
    }
    return found;
}"""
"""Where something may be done on the board, as far as it is seen."""
OPENED: Final = """() => {
    if (document.querySelector(".sure[open] .main")) return ".sure .main";
    return document.querySelector(".pick") ? ".pick button" : "";
}"""
MIDDLE: Final = """selector => {
    const element = document.querySelector(selector);
    element?.scrollIntoView({ block: "nearest" });
    const box = element?.getBoundingClientRect();
    return box ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : null;
}"""


class Browser(Protocol):
    """What is needed of a browser."""

    def size(self, width: int, height: int) -> None:
        """Make the page so large."""

    def open(self, address: str) -> None:
        """Go there."""

    def run(self, function: str, *values: Any) -> Any:
        """What a function of JavaScript says."""

    def press(self, x: float, y: float, pointer: str) -> None:
        """Press at a point, with ``mouse`` or ``touch``."""


class Firefox:
    """Firefox by WebDriver BiDi."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._last = 0
        self._say("session.new", capabilities={})
        self._context = self._say("browsingContext.getTree")["contexts"][0]["context"]

    def _say(self, method: str, **values: Any) -> Any:
        self._last += 1
        self._socket.send(json.dumps({"id": self._last, "method": method, "params": values}))
        while True:
            answer = json.loads(self._socket.recv(timeout=120))
            if answer.get("id") == self._last:
                assert answer["type"] == "success", answer
                return answer["result"]

    def size(self, width: int, height: int) -> None:
        """Make the page so large."""
        self._say("browsingContext.setViewport", context=self._context, viewport={"width": width, "height": height})

    def open(self, address: str) -> None:
        """Go there."""
        self._say("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def run(self, function: str, *values: Any) -> Any:
        """What a function of JavaScript says."""
        call = f"JSON.stringify(({function})(...{json.dumps(values)})) ?? 'null'"
        found = self._say(
            "script.evaluate", expression=call, target={"context": self._context}, awaitPromise=True
        )["result"]  # fmt: skip
        return json.loads(found["value"])

    def press(self, x: float, y: float, pointer: str) -> None:
        """Press at a point."""
        self._say("input.performActions", context=self._context, actions=[_pressing(x, y, pointer)])


class WebKit:
    """WebKit by WebDriver."""

    def __init__(self, client: httpx.Client, browser: str) -> None:
        self._client = client
        options = {"webkitgtk:browserOptions": {"binary": browser, "args": ["--automation"]}}
        made = self._client.post("/session", json={"capabilities": {"alwaysMatch": options}}).json()["value"]
        self._session = f"/session/{made['sessionId']}"

    def _say(self, what: str, **values: Any) -> Any:
        answer = self._client.post(f"{self._session}/{what}", json=values).json()["value"]
        assert not (isinstance(answer, dict) and "error" in answer), answer
        return answer

    def size(self, width: int, height: int) -> None:
        """Make the page so large: what the window has around it is added."""
        wanted = [width, height]
        for _ in range(2):
            self._say("window/rect", width=wanted[0], height=wanted[1])
            sleep(0.5)  # the window manager there is none to ask tells nothing
            inner = self.run("() => [innerWidth, innerHeight]")
            wanted = [wanted[0] + width - inner[0], wanted[1] + height - inner[1]]

    def open(self, address: str) -> None:
        """Go there."""
        self._say("url", url=address)

    def run(self, function: str, *values: Any) -> Any:
        """What a function of JavaScript says."""
        return self._say("execute/sync", script=f"return ({function})(...arguments)", args=list(values))

    def press(self, x: float, y: float, pointer: str) -> None:
        """Press at a point; this driver has no fingers."""
        del pointer
        self._say("actions", actions=[_pressing(x, y, "mouse")])


def _pressing(x: float, y: float, pointer: str) -> dict[str, Any]:
    """A press at a point, as both protocols have it."""
    move = {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0}
    steps = [
        move,
        {"type": "pointerDown", "button": 0},
        {"type": "pause", "duration": 40},
        {"type": "pointerUp", "button": 0},
    ]
    return {"type": "pointer", "id": pointer, "parameters": {"pointerType": pointer}, "actions": steps}


@contextmanager
def firefox() -> Iterator[Browser]:
    """A Firefox of its own."""
    with TemporaryDirectory() as profile:
        command = ["firefox-esr", "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        told = Path(profile) / "told"
        with told.open("w") as file:
            running = subprocess.Popen(command, stderr=file)
        try:
            end = monotonic() + 60
            while not (found := re.search(r"BiDi listening on (ws://\S+)", told.read_text())):
                assert monotonic() < end, "Firefox has not started"
                sleep(0.1)
            with connect(f"{found[1]}/session", max_size=None) as socket:
                yield Firefox(socket)
        finally:
            running.terminate()
            running.wait(20)


@contextmanager
def webkit() -> Iterator[Browser]:
    """A WebKit of its own, on a display that nobody sees."""
    browser = next(Path("/usr/lib").glob(MINIBROWSERS))
    with TemporaryDirectory() as settings, _screen() as display:
        style = Path(settings) / "gtk-3.0" / "gtk.css"
        style.parent.mkdir()
        style.write_text(SLIM)
        own = {"DISPLAY": display, "XDG_CONFIG_HOME": settings, "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        driver = subprocess.Popen(["WebKitWebDriver", f"--port={port}"], env={**os.environ, **own})
        try:
            _answers(port)
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=120, trust_env=False) as client:
                yield WebKit(client, str(browser))
        finally:
            driver.terminate()
            driver.wait(20)


@contextmanager
def _screen() -> Iterator[str]:
    """The name of a display that nobody sees."""
    told, tells = os.pipe()
    command = ["Xvfb", "-displayfd", str(tells), "-screen", "0", "1700x1200x24"]
    screen = subprocess.Popen(command, pass_fds=[tells], stderr=subprocess.DEVNULL)
    os.close(tells)
    try:
        with os.fdopen(told) as lines:
            yield f":{lines.readline().strip()}"
    finally:
        screen.terminate()
        screen.wait(20)


def _answers(port: int) -> None:
    """Wait until something listens at a port of this machine."""
    end = monotonic() + 60
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            assert monotonic() < end, "the driver of WebKit has not started"
            sleep(0.1)
        else:
            return


BROWSERS: Final[dict[str, Callable[[], AbstractContextManager[Browser]]]] = {"firefox": firefox, "webkit": webkit}


def missing(name: str) -> str:
    """What a browser lacks here; nothing if it can be started."""
    found = [each for each in PROGRAMS[name] if shutil.which(each) is None]
    if name == "webkit" and not any(Path("/usr/lib").glob(MINIBROWSERS)):
        found.append("MiniBrowser")
    return ", ".join(found)


def until(browser: Browser, condition: str, *values: Any, seconds: float = 60) -> Any:
    """Wait until a function of JavaScript says something."""
    end = monotonic() + seconds
    while not (found := browser.run(condition, *values)):
        assert monotonic() < end, f"still waiting: {condition} {values}"
        sleep(0.05)
    return found


def tap(browser: Browser, selector: str, pointer: str) -> None:
    """Press what is seen of something, once it lies still."""
    until(browser, "selector => !!document.querySelector(selector)", selector)
    point, before = browser.run(MIDDLE, selector), None
    while point is None or point != before:
        sleep(0.1)
        point, before = browser.run(MIDDLE, selector), point
    browser.press(point["x"], point["y"], pointer)


def choose(browser: Browser, pointer: str, random: Random) -> tuple[bool, list[float]]:
    """Make a choice, on the board where something can be done there; whether it was, and the share of dialogs seen.

    What a tap has opened may stay for the question that follows and cover the list; then the choice is made in it.
    """
    until(browser, "() => !!document.querySelector('.choose:not([disabled])')")
    until(browser, STILL)
    before, shares = browser.run(STATE), list[float]()
    stayed = bool(browser.run(OPENED))
    able = [] if stayed else browser.run(ABLE)
    point = random.choice(able) if able else None
    if point is None and not stayed:
        tap(browser, ".choose:not([disabled])", pointer)
    elif point is not None:
        browser.press(point["x"], point["y"], pointer)
    end = monotonic() + 60
    while browser.run(STATE) == before:
        assert monotonic() < end, f"nothing has come of a tap at {point}"
        opened = browser.run(OPENED)
        if opened == ".pick button":
            shares.append(browser.run(SHARE))
        if opened:
            tap(browser, opened, pointer)
        sleep(0.1)
    return stayed or point is not None, shares


@dataclass
class Seen:
    """What was seen on the way."""

    choices: int = 0
    on_board: int = 0
    """How many choices were made on the board."""
    looks: int = 0
    """After how many something was asked again."""
    seen: int = 0
    """After how many of these the newest event and the question were in sight."""
    label: float = 99.0
    target: float = 99.0
    shares: list[float] = field(default_factory=list)

    def choose(self, browser: Browser, pointer: str, random: Random) -> bool:
        """Make a choice and look at what came of it; whether the match goes on."""
        there, shares = choose(browser, pointer, random)
        self.choices += 1
        self.on_board += there
        self.shares += shares
        until(
            browser, "() => !!document.querySelector('.choose:not([disabled])') || !!document.querySelector('.after')"
        )
        if browser.run("() => !!document.querySelector('.after')"):
            return False
        self.looks += 1
        for _ in range(20):  # a page that is slow to draw is not one that hides something
            sleep(0.1)
            if all((looked := browser.run(SEEN)).values()):
                break
        small = browser.run(SMALLEST)
        self.seen += all(looked.values())
        self.label = min(self.label, small["label"] or self.label)
        self.target = min(self.target, small["target"])
        return True

    def told(self) -> list[str]:
        """The columns of a line of the table."""
        share = f"{100 * min(self.shares):.0f} %" if self.shares else "none"
        small = f"{self.label:.1f} px", f"{self.target:.0f} px"
        return [f"{self.choices}", f"{self.on_board}", f"{self.seen} of {self.looks}", *small, share]


def enter(browser: Browser, address: str, game: str, pointer: str) -> None:
    """Begin a match in the lobby and put its briefing away."""
    browser.open(address)
    browser.run(f"() => {{ localStorage.clear(); localStorage.setItem('navalcore speed', 'none'); {AT_ONCE} }}")
    browser.open(address)
    browser.run("() => { window.faults = []; addEventListener('error', (event) => faults.push(event.message)); }")
    tap(browser, f"a[href='/new/{game}']", pointer)
    until(browser, "() => !!document.querySelector('fieldset select')")
    browser.run(
        """scenario => { const list = document.querySelector("#scenario"); list.value = scenario;
        list.dispatchEvent(new Event("change", { bubbles: true })); }""",
        GAMES[game],
    )
    tap(browser, "button.main", pointer)
    until(browser, "() => !!document.querySelector('.briefing') && !!document.querySelector('.choose:not([disabled])')")
    tap(browser, ".briefing header button", pointer)


def through(browser: Browser, address: str, game: str, pointer: str, choices: int = CHOICES) -> Seen:
    """The main ways through the page: lobby, begin, briefing, choices, a rule, looking back."""
    enter(browser, address, game, pointer)
    found, random = Seen(), Random(game)
    for _ in range(choices):
        found.choose(browser, pointer, random)
    _uncovered(browser, pointer)
    tap(browser, ".prompt .rule", pointer)
    until(browser, "() => document.querySelector('.rulebook .asked-for')?.innerText.length > 10")
    tap(browser, ".rulebook .close", pointer)
    assert browser.run("() => document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the window"
    tap(browser, "#look-back", pointer)
    until(browser, "() => !!document.querySelector('.slider output')")
    _without_fault(browser)
    return found


def _uncovered(browser: Browser, pointer: str) -> None:
    """Put away what a tap on the board has opened and the next question goes on with: it covers the list."""
    until(browser, "() => !!document.querySelector('.choose:not([disabled])')")
    until(browser, STILL)
    if browser.run(OPENED) == ".pick button":
        tap(browser, ".pick .cross", pointer)
        until(browser, "() => !document.querySelector('.pick')")


def to_the_end(browser: Browser, address: str, game: str, pointer: str) -> Seen:
    """Play a match until it is over."""
    enter(browser, address, game, pointer)
    found, random = Seen(), Random(game)
    while found.choose(browser, pointer, random):
        assert found.choices < MOST, "the match does not end"
    until(browser, "() => document.querySelector('#after')?.innerText.length > 3")
    _without_fault(browser)
    return found


def _without_fault(browser: Browser) -> None:
    faults = browser.run("() => window.faults")
    assert not faults, faults


def main(names: list[str]) -> None:
    """Print the table."""
    from tests.table.screenshots import table

    heads = (
        "browser",
        "game",
        "size",
        "choices",
        "on the board",
        "newest and question seen",
        "label",
        "button",
        "dialog",
    )
    print(f"| {' | '.join(heads)} |")
    print("| --- " * len(heads) + "|")
    for name, started in BROWSERS.items():
        if not BROWSERS.keys().isdisjoint(names) and name not in names:
            continue
        if lacks := missing(name):
            print(f"{name} was left out: there is no {lacks} here", flush=True)
            continue
        with table() as address, started() as browser:
            for game in [each for each in GAMES if each in names] or GAMES:
                for width, height in SIZES:
                    browser.size(width, height)
                    try:
                        found = through(browser, address, game, "touch" if width < 700 else "mouse").told()
                    except AssertionError as error:
                        found = [f"failed: {str(error)[:200]}"]
                    print(f"| {' | '.join((name, game, f'{width}x{height}', *found))} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
