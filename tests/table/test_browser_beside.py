"""The companion's page on a phone, at a table with a server: by touch alone, 390 pixels wide."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx

from tests.table.people import POINT_OF, needs_chromium
from tests.table.test_companion import OWN_SETUP, OWN_ZONES

PHONE: Any = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
pytestmark = needs_chromium


def touch(page: Any, what: str) -> None:
    """Touch the middle of something with a finger, wherever that is on the glass."""
    element = page.wait_for_selector(what)
    element.scroll_into_view_if_needed()
    point = element.evaluate(POINT_OF)
    assert 0 <= point["x"] <= 390, "it is on the glass"
    page.touchscreen.tap(point["x"], point["y"])


def marks(page: Any) -> list[str]:
    """What is on the board."""
    found: list[str] = page.locator(".marks li span").all_inner_texts()
    return found


def own_files(page: Any, files: dict[str, str], folder: Path) -> None:
    """Choose files on the phone, as a person does after *Choose files*."""
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    with page.expect_file_chooser() as asked:
        touch(page, ".own-figures .file")
    asked.value.set_files([folder / name for name in files])


def test_a_groups_own_files_are_taken_with_a_server_too_and_the_link_passes_them_on(visit: Any, tmp_path: Path) -> None:
    page = visit("/beside/aa50_subwar", **PHONE)
    touch(page, "#beside-link")
    touch(page, "#own-figures")
    own_files(page, {"world_zones.csv": "id,depth\n"}, tmp_path)
    page.wait_for_selector(".own-figures .bad:has-text(\"unknown column 'depth'\")")
    own_files(page, {"world_zones.csv": OWN_ZONES, "world_1941.csv": OWN_SETUP}, tmp_path)
    page.wait_for_selector('.marks li:has-text("Sz40: own limit C5")')
    assert marks(page) == ["Sz40: own limit C5", "Set-up of 1941: your own"]
    touch(page, '[data-key="ask_for/lay_out"]')
    touch(page, "#begin-it")
    assert page.wait_for_selector(".result h2").inner_text() == "Germany: Sz5 4 submarines."
    touch(page, "#beside-link")
    page.wait_for_selector('.pass-on[data-ready="yes"]')
    other = visit(page.input_value(".pass-on input"), **PHONE)
    other.wait_for_selector(".marks li")
    assert marks(other) == marks(page)
    assert other.evaluate("document.documentElement.scrollWidth") <= 390


def test_an_evening_that_cannot_be_continued_says_why_and_begins_another_only_when_it_is_told_to(visit: Any) -> None:
    page = visit("/", **PHONE)
    gone = {"match": "nowhere", "secret": "0" * 32}
    page.evaluate(f"localStorage.setItem('navalcore beside aa50_subwar', {json.dumps(json.dumps(gone))})")
    page.goto(page.url.rstrip("/") + "/beside/aa50_subwar")
    assert "cannot be continued" in page.wait_for_selector("#gone").inner_text()
    touch(page, "#begin-another")
    page.wait_for_selector(".tiles")


def test_a_link_that_was_cut_says_so_and_the_phone_keeps_its_own_evening(visit: Any) -> None:
    page = visit("/beside/aa50_subwar", **PHONE)
    touch(page, '[data-key="ask_for/lay_out"]')
    touch(page, "#begin-it")
    laid = page.wait_for_selector(".result h2").inner_text()
    begun = page.url
    page.goto("about:blank")
    page.goto(f"{begun}#from=q1YqLkksKVayUsovSk")
    assert "not complete" in page.wait_for_selector('[role="status"].bad').inner_text()
    page.reload()
    assert page.wait_for_selector(".result h2").inner_text() == laid


def test_files_that_are_larger_than_a_request_may_be_are_refused(served: str) -> None:
    answer = httpx.post(f"{served}/api/games/aa50_subwar/figures", json={"files": {"world_zones.csv": "x" * 40_000}})
    assert answer.status_code == 413
    assert "bytes" in answer.json()["message"]


def test_whoever_opens_a_link_takes_back_a_roll_made_before_any_choice(visit: Any) -> None:
    page = visit("/beside/aa50_subwar", **PHONE)
    touch(page, '[data-key="ask_for/hunt"]')
    touch(page, '[data-key="fill/escape/no"]')
    touch(page, "#begin-it")
    touch(page, '.real-dice [data-face="3"]')
    page.wait_for_selector(".real-dice h2:has-text('attacks the submarine')")
    touch(page, '.real-dice [data-face="6"]')  # its owner is asked whether it escapes
    page.wait_for_selector("#owner-asked")
    touch(page, "#beside-link")
    page.wait_for_selector('.pass-on[data-ready="yes"]')
    other = visit(page.input_value(".pass-on input"), **PHONE)
    other.wait_for_selector("#owner-asked")
    touch(other, "#take-back")
    other.wait_for_selector(".real-dice h2:has-text('attacks the submarine')")
    touch(other, "#take-back")
    other.wait_for_selector(".real-dice h2:has-text('searches')")
    other.wait_for_selector("#take-back", state="detached")  # nothing of this phone's own is left to take back
    touch(other, "#beside-log")
    other.wait_for_selector('[aria-label="Log"] li:has-text("A submarine hunt begins")')
    assert "spots" not in other.inner_text('[aria-label="Log"]')


def test_a_double_tap_on_a_face_is_one_die(visit: Any) -> None:
    page = visit("/beside/aa50_subwar", **PHONE)
    touch(page, '[data-key="ask_for/raid"]')
    page.wait_for_selector('[data-field="raiders"]')
    touch(page, "#begin-it")
    page.wait_for_selector(".real-dice")
    page.evaluate(
        """async () => {
          const tap = () => document.querySelector('.real-dice [data-face="3"]').click();
          const before = document.querySelector(".real-dice").dataset.roll;
          tap();
          const same = () => document.querySelector(".real-dice")?.dataset.roll === before;
          while (same()) await new Promise(requestAnimationFrame);
          tap();
        }"""
    )
    page.wait_for_selector('.real-dice [data-face="3"]:not([disabled])')
    touch(page, '.real-dice [data-face="3"]')  # the second die is still asked for, and may show the same
    assert page.wait_for_selector(".result h2").inner_text() == "4 IPC lost in Sz8, of at most 4."
