"""The page that plays without a server, built into a folder and opened in a real browser: Python runs in its worker."""

from __future__ import annotations

import functools
import http.server
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

import navalcore as nc
from tests.shared import made_once
from tests.table.people import AT_ONCE, CHROMIUM, REQUIRED, hand_over
from tests.table.test_browser_beside import PHONE, own_files, touch
from tests.table.test_companion import OWN_ZONES
from website.build import POLICY, PYODIDE, build, index, service_worker

MISSING = [
    name
    for name, there in {
        "Chromium": CHROMIUM is not None or REQUIRED,
        "node": shutil.which("node") is not None,
        "Pyodide (npm ci --prefix website)": PYODIDE.is_dir(),
    }.items()
    if not there
]
needs_browser = pytest.mark.skipif(bool(MISSING), reason=f"the page without a server needs {', '.join(MISSING)}")
PATIENCE = 180_000
CLICKS = 12
"""Choices that are clicked in every match, before the rest of a long one is handed over."""
LOADED_AGAIN = ("uboat_cards", "bismarck")
"""Games whose page is loaded again in mid-match, one of them with orders at once: Python starts anew each time. That
what is kept of every game can be gone on with is tested at a server (test_matches.py): it is kept in the same pieces.
"""

PLAY = """async (most) => {
  const pause = (time) => new Promise((done) => setTimeout(done, time));
  const question = () => [
    document.querySelector("#question")?.innerText,
    document.querySelector(".log ol")?.lastElementChild?.innerText,
    ...[...document.querySelectorAll(".choose")].map((each) => each.dataset.key),
  ].join();
  let [clicks, waited] = [0, 0];
  while (clicks < most && !document.querySelector(".after")) {
    const options = document.querySelectorAll(".choose:not([disabled])");
    if (!options.length) {
      if (++waited > 9000) throw new Error(`nothing to choose for long:\n${document.body.innerText}`);
      await pause(10);
      continue;
    }
    waited = 0;
    const before = question();
    options[Math.floor(Math.random() * options.length)].click();
    clicks++;
    for (let times = 0; times < 500 && question() === before; times++) await pause(10);
  }
  return clicks;
}"""
"""Clicks options in the list, any of them, until so many are clicked or the match is over; how many were clicked. Where
none is there for a minute and a half, what the page says instead is the error."""


class Files(http.server.SimpleHTTPRequestHandler):
    """Serves a folder, worker and all under the page's own policy."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def end_headers(self) -> None:
        self.send_header("content-security-policy", POLICY)
        super().end_headers()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the page, in a folder of some web server."""
    folder = made_once(tmp_path_factory, "site", lambda folder: build(folder / "somewhere" / "play"))
    handler = functools.partial(Files, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/somewhere/play/"
        server.shutdown()
        thread.join(10)


@contextmanager
def visiting(chromium: Any, site: str, path: str = "", **settings: Any) -> Iterator[Any]:
    """A page in a browser that has not been here; afterwards it has not complained, and has asked nobody else."""
    context = chromium.new_context(**settings)
    context.add_init_script(AT_ONCE)
    faults: list[str] = []
    hosts: set[str] = set()
    context.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    page.goto(site + path)
    yield page
    context.close()
    assert faults == []
    assert hosts == {urlsplit(site).netloc}


@pytest.fixture
def page(chromium: Any, site: str) -> Iterator[Any]:
    """The lobby in a browser that has not been here."""
    with visiting(chromium, site) as page:
        yield page


def begin(page: Any, game: str, scenario: str | None = None) -> None:
    """Begin a match against the bot, from the lobby."""
    page.click(f"a[href='?/new/{game}']")
    page.wait_for_selector("fieldset select")
    if scenario:
        page.select_option("#scenario", scenario)
    page.click("button.main")
    page.wait_for_selector(".choose:not([disabled])")


def made(page: Any) -> int:
    """How many choices the seat has made."""
    page.click("#look-back")
    page.wait_for_selector(".slider output")
    found = re.search(r"of (\d+)", page.inner_text(".slider output"))
    page.click("text=Back to now")
    assert found
    return int(found[1])


def test_the_document_of_the_page_holds_in_any_folder_and_lets_nothing_else_be_loaded() -> None:
    text = index()
    addresses = re.findall(r'(?:href|src)="([^"]*)"', text)
    styles = [
        f"page/{name}.css" for name in ("boards", "style", "stage", "side", "top", "phone", "life", "lessons", "beside")
    ]
    assert addresses == ["manifest.webmanifest", "page/icon.svg", *styles, "page/main.js"]
    assert not [each for each in addresses if each.startswith("/") or ":" in each]
    assert f'<meta http-equiv="content-security-policy" content="{POLICY}">' in text
    assert "'unsafe-inline'" not in POLICY
    assert "'unsafe-eval'" not in POLICY
    assert text.index("content-security-policy") < text.index("<script")


@needs_browser
def test_the_lobby_without_a_server_shows_pieces_of_every_game(page: Any) -> None:
    for game in nc.games():
        page.wait_for_selector(f"li:has(a[href='?/new/{game}']) .picture .piece", state="attached")


@needs_browser
@pytest.mark.parametrize(
    ("game", "scenario"),
    [("uboat_cards", "short"), ("tonnage_war", None), ("aa50_subwar", "atlantic_1942"), ("bismarck", "solitaire")],
)
def test_a_match_is_played_to_its_end_without_a_server_and_saved(
    page: Any, game: str, scenario: str | None, tmp_path: Path
) -> None:
    begin(page, game, scenario)
    assert page.evaluate(PLAY, CLICKS) == CLICKS
    before = made(page)
    assert before >= 0.8 * CLICKS
    if game in LOADED_AGAIN:
        page.reload()
        page.wait_for_selector(".choose:not([disabled])")
        assert made(page) == before, "the match goes on where it was left"
    if game == "uboat_cards":
        page.evaluate(PLAY, 5000)
    else:  # hundreds of choices, each of which draws the board anew: a bot makes the others for the seat too
        hand_over(page)
    page.wait_for_selector(".after")
    with page.expect_download() as download:
        page.click("#save")
    file = tmp_path / "match.jsonl"
    download.value.save_as(file)
    match = nc.load_match(file)
    assert match.over
    assert match.game.id == game
    page.click("text=Were the dice fair?")
    assert match.commitment in page.inner_text(".after")


@needs_browser
def test_thirty_choices_of_a_campaign_are_made_without_a_server(page: Any) -> None:
    begin(page, "silent_war", "campaign_full")
    page.evaluate(PLAY, 30)
    while (left := 30 - made(page)) > 0:
        assert not page.locator(".after").count()
        page.evaluate(PLAY, left)
    page.click(".log .rule:not(.then) >> nth=0")
    page.wait_for_selector("dialog[open] p:not(:empty)")


@needs_browser
def test_where_the_memory_python_begins_with_cannot_be_read_python_starts_by_itself(page: Any, site: str) -> None:
    asked: list[str] = []

    def spoil(route: Any) -> None:
        asked.append(route.request.url)
        route.fulfill(body=b"this is no memory")

    page.context.route("**/memory.gz", spoil)
    page.goto("about:blank")
    asked.clear()  # of the page that was left before it had its memory
    page.goto(site)
    page.wait_for_selector("a[href='?/new/bismarck']")
    assert set(asked) == {f"{site}pyodide/memory.gz"}, "the page asks for it, and so does what keeps it for later"


@needs_browser
def test_two_tabs_of_one_browser_hold_the_same_match(page: Any) -> None:
    begin(page, "uboat_cards")
    other = page.context.new_page()
    other.set_default_timeout(PATIENCE)
    other.goto(page.url)
    other.wait_for_selector(".choose:not([disabled])")
    page.evaluate(PLAY, 1)
    other.wait_for_selector("#undo")
    assert made(other) == 1
    other.evaluate(PLAY, 1)
    page.wait_for_function("() => document.querySelector('.log ol').childElementCount > 3")
    assert made(page) == made(other) >= 2


@needs_browser
def test_after_the_first_visit_the_page_opens_and_a_match_goes_on_without_a_network(page: Any) -> None:
    begin(page, "uboat_cards", "short")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    asked = page.inner_text("#question")
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector(".choose:not([disabled])")
    assert page.locator("#starting").count(), "the question is there before Python has started"
    assert page.inner_text("#question") == asked
    page.locator(".choose").first.click()
    page.wait_for_selector("#look-back")


def raid_without_convoys(page: Any) -> None:
    """Ask for a raid where the game's own figures allow none."""
    touch(page, '[data-key="ask_for/raid"]')
    touch(page, '[data-field="zone"] .more')
    touch(page, '[data-key="fill/zone/sz40"]')
    page.wait_for_selector('#misfit:has-text("Sz40 has a convoy limit of 0")')


@needs_browser
def test_a_groups_own_files_are_laid_over_on_a_phone_without_a_server_and_taken_off_again(
    chromium: Any, site: str, tmp_path: Path
) -> None:
    with visiting(chromium, site, "?/beside/aa50_subwar", **PHONE) as page:
        raid_without_convoys(page)
        touch(page, "#beside-link")
        touch(page, "#own-figures")
        own_files(page, {"world_zones.csv": "id,depth\n"}, tmp_path)
        page.wait_for_selector(".own-figures .bad:has-text(\"no column 'depth'\")")
        own_files(page, {"world_zones.csv": OWN_ZONES}, tmp_path)
        page.wait_for_selector('#misfit:not(:has-text("limit of 0"))')  # Python has started with them
        assert page.get_attribute('[data-key="fill/zone/sz40"]', "aria-pressed") == "true", "the form is as it was"
        touch(page, "#beside-link")
        touch(page, "#own-figures")
        touch(page, '[data-off="world_zones.csv"]')
        page.wait_for_selector('#misfit:has-text("Sz40 has a convoy limit of 0")')


@needs_browser
def test_a_link_without_files_goes_on_with_the_games_own_on_a_phone_that_has_others(
    chromium: Any, site: str, tmp_path: Path
) -> None:
    with visiting(chromium, site, "?/beside/aa50_subwar", **PHONE) as page:
        raid_without_convoys(page)
        touch(page, "#beside-link")
        page.wait_for_selector('.pass-on[data-ready="yes"]')
        link = page.input_value(".pass-on input")
        touch(page, "#own-figures")
        own_files(page, {"world_zones.csv": OWN_ZONES}, tmp_path)
        page.wait_for_selector('#misfit:not(:has-text("limit of 0"))')
        page.goto("about:blank")
        page.goto(link)
        page.wait_for_selector('#misfit:has-text("Sz40 has a convoy limit of 0")')


def test_the_service_worker_keeps_every_file_and_is_another_for_other_files(tmp_path: Path) -> None:
    (tmp_path / "page").mkdir()
    (tmp_path / "index.html").write_text("one", encoding="utf-8")
    (tmp_path / "page" / "main.js").write_text("two", encoding="utf-8")
    first = service_worker(tmp_path)
    assert 'const FILES = ["index.html", "page/main.js"];' in first
    assert first == service_worker(tmp_path)
    (tmp_path / "page" / "main.js").write_text("three", encoding="utf-8")
    version = re.compile(r'const VERSION = "([0-9a-f]{16})";')
    found = [version.search(text) for text in (first, service_worker(tmp_path))]
    assert found[0]
    assert found[1]
    assert found[0][1] != found[1][1]
