"""Makes the pictures of docs/table.md: every game at the table, on a desktop and on a phone, in light colours and dark.

    python -m tests.table.screenshots FOLDER [GAME ...]

Run by hand, with a Chromium installed; whoever changes the page looks at all of them.
"""

from __future__ import annotations

import asyncio
import base64
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import uvicorn

from navalcore.table._app import make_app
from tests.table.client import GENEROUS
from tests.table.people import AT_ONCE, CHROMIUM, Person, begin, seat_address

GAMES: Final = {
    "uboat_cards": ("short", 14),
    "tonnage_war": ("halifax_228", 8),
    "bismarck": ("two_player", 6),
    "aa50_subwar": ("atlantic_1941", 6),
    "silent_war": ("campaign_full", 30),
}
"""Of each game the scenario and how many choices are made before a picture is taken."""
SIZES: Final[dict[str, dict[str, Any]]] = {
    "desktop": {"viewport": {"width": 1366, "height": 850}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
MOST_BYTES: Final = 120_000
"""Pictures are made coarser until they have no more."""


@contextmanager
def table() -> Iterator[str]:
    """The address of a table."""
    with TemporaryDirectory() as folder:
        app = make_app(f"sqlite:///{folder}/table.sqlite", limits=GENEROUS)
        server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
        thread = threading.Thread(target=lambda: asyncio.run(server.serve()), daemon=True)
        thread.start()
        while not server.started:
            thread.join(0.05)
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
        server.should_exit = True
        thread.join(10)


def shoot(page: Any, file: Path) -> None:
    """Write what a page shows as WebP."""
    page.wait_for_timeout(400)
    session = page.context.new_cdp_session(page)
    for quality in (82, 70, 55, 40, 25):
        shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": quality})
        data = base64.b64decode(shot["data"])
        if len(data) <= MOST_BYTES:
            break
    file.write_bytes(data)
    print(file, len(data) // 1000, "KB")


def play(page: Any, game: str) -> None:
    """A match that has come a little way, at a choice of one's own with something to choose."""
    scenario, choices = GAMES[game]
    person, random = Person(page), Random(game)
    begin(page, game, scenario)
    person.opened()
    for _ in range(choices):
        person.until(lambda: person.snapshot["decision"] or person.snapshot["outcome"], "a decision")
        person.choose(random)
    person.until(lambda: person.snapshot["decision"], "a decision")
    for _ in range(20):
        if len(person.snapshot["decision"]["options"]) > 2 and page.locator(".board .can").count():
            break
        person.choose(random)
        person.until(lambda: person.snapshot["decision"], "a decision")


def main(folder: Path, games: list[str]) -> None:
    """Make them."""
    from playwright.sync_api import sync_playwright

    folder.mkdir(parents=True, exist_ok=True)
    with table() as address, sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        first = browser.new_page(viewport={"width": 1366, "height": 850}, reduced_motion="reduce")
        first.add_init_script(AT_ONCE)
        for game in games or list(GAMES):
            first.goto(address)
            first.wait_for_selector(".cards a")
            play(first, game)
            for size, settings in SIZES.items():
                context = browser.new_context(**settings)
                page = context.new_page()
                page.goto(seat_address(first))
                page.wait_for_selector(".choose:not([disabled])")
                page.wait_for_selector(".board svg")
                for scheme in ("light", "dark"):
                    page.emulate_media(color_scheme=scheme)
                    shoot(page, folder / f"{game}_{size}_{scheme}.webp")
                context.close()
        if not games:
            page = browser.new_page(viewport={"width": 1366, "height": 850})
            page.goto(address)
            page.wait_for_selector(".cards a")
            shoot(page, folder / "lobby.webp")
            page.click("a[href='/new/bismarck']")
            page.wait_for_selector("fieldset select")
            shoot(page, folder / "new.webp")
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
