"""An hour of submarine rules at a real board, by touch alone on a phone of 390 x 844: ten hunts, five convoy
disruptions, limits of the group's own, a wrong face taken back, the page loaded again, the evening passed on.

    python -m benchmarks.beside_the_board                 # against a server of its own
    python -m benchmarks.beside_the_board FOLDER          # a folder that website.build made, without a network

It counts the taps: those before the first die of each procedure, those on faces, and those on the owners' choices. A
hunt may take four, the owners' choices among them, besides its faces.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import monotonic
from typing import Any

from playwright.sync_api import Page, sync_playwright

PHONE: Any = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MOST_TAPS = 4

EVENING: list[tuple[str, dict[str, str], str]] = [
    ("limit", {"space": "sz62", "limit": "4"}, ""),
    ("limit", {"space": "philippine_islands", "limit": "3"}, ""),
    ("hunt", {"zone": "sz8"}, "36"),
    ("hunt", {"zone": "sz7"}, "4"),
    ("hunt", {"zone": "sz7", "destroyers": "2"}, "432"),
    ("hunt", {"zone": "sz9", "destroyers": "0", "fighters": "1"}, "255"),
    ("hunt", {"zone": "sz9"}, "1321"),
    ("raid", {"zone": "sz8"}, "35"),
    ("raid", {"zone": "sz2", "submarines": "2"}, "1266"),
    ("charge", {}, ""),
    ("take_off", {}, ""),
    ("hunt", {"hunters": "japan", "prey": "us"}, "35"),
    ("hunt", {"zone": "sz62"}, "6"),
    ("hunt", {"zone": "sz50", "submarines": "2"}, "311"),
    ("raid", {"zone": "sz62", "raiders": "us", "convoys": "japan", "submarines": "2"}, "3311"),
    ("charge", {"convoys": "japan"}, ""),
    ("hunt", {"zone": "sz6", "bombers": "1"}, "5"),
    ("hunt", {"zone": "sz6"}, "3264"),
    ("raid", {"zone": "sz38", "raiders": "japan", "convoys": "uk"}, "41"),
    ("raid", {"zone": "sz49"}, "25"),
    ("sortie", {"zone": "sz5", "submarines": "2"}, "34"),
]
"""The procedures in order: the fields that change, and the faces that fall until there are no more to roll; a face that
is asked for beyond these is a 5.
"""


class Evening:
    """A phone at a real board, and what is tapped on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps: list[tuple[str, int, int, int]] = []

    def wait(self, ready: str) -> None:
        """Wait until something is on the page."""
        self.page.wait_for_selector(ready)

    def tap(self, what: str) -> None:
        """Touch something."""
        self.page.tap(what)

    def ask(self, name: str, fields: dict[str, str], faces: str) -> None:
        """Resolve one procedure."""
        self.wait(".tiles")
        before = dice = choices = 0
        done = int(self.page.get_attribute(".tiles", "data-runs") or 0) + 1
        runs = f'.tiles[data-runs="{done}"]'
        tile = f'[data-key="ask_for/{name}"]'
        if self.page.query_selector(tile):
            self.tap(tile)
            before += 1
        for field, value in fields.items():
            chip = f'[data-key="fill/{field}/{value}"]'
            self.wait(f'[data-field="{field}"]')
            if not self.page.query_selector(chip):
                self.tap(f'[data-field="{field}"] .more')
                before += 1
            self.tap(chip)
            before += 1
            self.wait(f'{chip}[aria-pressed="true"]')
        if name != "take_off":
            self.tap("#begin-it")
            before += 1
        left = iter(faces)
        while True:
            self.wait(f".face:not([disabled]), .owner .big, {runs}")
            if self.page.query_selector(".face:not([disabled])"):
                number = self.page.get_attribute(".real-dice", "data-roll")
                self.tap(f'[data-face="{next(left, "5")}"]')
                dice += 1
                self.wait(f'.real-dice:not([data-roll="{number}"]), .owner, {runs}')
            elif self.page.query_selector(".owner .big"):
                number = self.page.get_attribute(".owner", "data-decision")
                self.tap(".owner .big >> nth=0")
                choices += 1
                self.wait(f'.real-dice, .owner:not([data-decision="{number}"]), {runs}')
            else:
                break
        self.taps.append((name, before, dice, choices))


@contextmanager
def served(folder: str | None) -> Iterator[tuple[str, Any]]:
    """The address of the page, and what takes its network away."""
    if folder is None:
        from tests.table.screenshots import table

        with table() as address:
            yield f"{address}/beside/aa50_subwar", None
        return
    handler = partial(SimpleHTTPRequestHandler, directory=folder)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/index.html?/beside/aa50_subwar", server.shutdown


def run(folder: str | None, pictures: Path | None = None) -> int:
    """Play the evening; 1 if a hunt took more taps than it may."""
    with ExitStack() as stack:
        address, cut = stack.enter_context(served(folder))
        browser = stack.enter_context(sync_playwright()).chromium.launch(executable_path="/usr/bin/chromium")
        context = browser.new_context(**PHONE)
        page = context.new_page()
        page.set_default_timeout(60_000)
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        begun = monotonic()
        page.goto(address)
        evening = Evening(page)
        evening.wait(".tiles")
        print(f"first question after {monotonic() - begun:.1f} s")
        if cut is not None:
            page.wait_for_function(
                "navigator.serviceWorker.ready.then(() => caches.keys()).then((all) => all.length > 0)"
            )
            cut()
            context.set_offline(True)
            page.reload()
            evening.wait(".tiles")
            print("from here on without a network")
        begun = monotonic()
        for number, (name, fields, faces) in enumerate(EVENING):
            evening.ask(name, fields, faces)
            if pictures is not None:
                page.screenshot(path=str(pictures / f"{number:02}_{name}.png"))
            if number == 11:  # in the middle: the page is loaded again, and the marks are there
                page.reload()
                evening.wait(".tiles")
        took = monotonic() - begun
        before = page.locator(".marks li").count()
        page.tap(".marks .off >> nth=0")
        page.locator(".marks li").nth(before - 1).wait_for(state="detached")
        marks = page.locator(".marks li span").all_inner_texts()
        page.tap("#beside-link")
        page.wait_for_selector('.pass-on[data-ready="yes"]')
        link = page.input_value(".pass-on input")
        page.goto(link)
        page.reload()
        page.wait_for_selector(".marks li")
        assert sorted(page.locator(".marks li span").all_inner_texts()) == sorted(marks), "the link has other marks"
        browser.close()
    for name, before, dice, choices in evening.taps:
        print(f"{name:8} taps before the dice {before}, faces {dice}, owners' choices {choices}")
    hunts = [before + choices for name, before, _, choices in evening.taps if name == "hunt"]
    print(f"{len(hunts)} hunts of at most {max(hunts)} taps plus dice, {took:.0f} s in all")
    print(f"a link of {len(link)} characters")
    print("marks:", *marks, sep="\n  ")
    print("faults of the page:", faults or "none")
    return int(max(hunts) > MOST_TAPS or bool(faults))


if __name__ == "__main__":
    given = [each for each in sys.argv[1:] if not each.startswith("--")]
    shown = next((Path(each.partition("=")[2]) for each in sys.argv if each.startswith("--pictures=")), None)
    sys.exit(run(given[0] if given else None, shown))
