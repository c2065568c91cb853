"""The lobby, the forms and a match of every game are held against the rules for accessible pages by axe."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.table.people import REQUIRED, asked, begin, hand_over, needs_chromium

AXE = Path(__file__).parents[1] / "typescript" / "node_modules" / "axe-core" / "axe.min.js"
pytestmark = [
    needs_chromium,
    pytest.mark.skipif(
        not AXE.is_file() and not (REQUIRED and shutil.which("npm")),
        reason="axe-core looks for what is not accessible: npm ci in tests/typescript",
    ),
]
RULES = {
    "light": {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]},
    "dark": {"runOnly": ["color-contrast", "link-in-text-block"]},
}
"""Which rules are asked in which colours: in dark ones those that colours have a part in; the rest is the same."""
RUN = """async ([exclude, rules]) => {
  const { violations, passes } = await axe.run({ exclude }, { ...rules, resultTypes: ["violations"] });
  return { violations, passes: passes.length };
}"""
"""Of what is broken every node is told; of all else only that there is some, for that is most of a large board."""
GAMES = ("uboat_cards", "tonnage_war", "bismarck", "aa50_subwar", "silent_war")


@pytest.fixture(autouse=True)
def luck_is_told_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """How a report looks does not depend on how many playouts it took."""
    monkeypatch.setattr("navalcore.table._hindsight.COURSES", 20)


def broken(page: Any, state: str, *, again: bool = True) -> list[str]:
    """The rules that are broken, in light colours and in dark, and where; board and log, if they were looked at before,
    need not be again.
    """
    found: list[str] = []
    if not page.evaluate("typeof axe !== 'undefined'"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    but = [] if again else [[".layers"], [".log"]]
    for scheme, rules in RULES.items():
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        said = page.evaluate(RUN, [but, rules])
        assert said["passes"], "axe has looked"
        found += [
            f"{state}, {scheme}: {each['id']}: {each['help']}: {node['target']} {node['failureSummary']}"
            for each in said["violations"]
            for node in each["nodes"][:3]
        ]
    return found


def test_the_lobby_and_the_forms_are_accessible(visit: Any) -> None:
    page = visit()
    page.wait_for_selector(".cards a")
    assert broken(page, "the lobby without a match") == []
    for game in GAMES:
        page.click(f"a[href='/new/{game}']")
        page.wait_for_selector("fieldset select, fieldset p")
        page.click("summary")
        assert broken(page, f"a new match of {game}") == []
        page.click("text=Lobby")
        page.wait_for_selector(".cards a")


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_accessible_while_it_is_played_watched_and_over(visit: Any, game: str) -> None:
    page = visit()
    begin(page, game)
    asked(page)
    page.wait_for_selector(".board [data-place]")
    page.locator(".ask").first.click()
    page.wait_for_selector(".chances table, .chances p, .option .bad")
    page.check(".log .tick input")
    assert broken(page, f"{game}: a decision, with its chances and every step") == []
    page.locator(".board .can, .board [data-place]").first.focus()
    page.locator(".choose").first.focus()
    page.locator("button.rule:visible").first.click()
    page.wait_for_function("() => document.querySelector('dialog[open] p')?.innerText.length > 5")
    assert broken(page, f"{game}: a rule is read", again=False) == []
    page.locator(".rulebook .close").click()
    page.click("#as-text")
    page.wait_for_function("() => document.querySelector('.text-board').innerText.length > 20")
    assert broken(page, f"{game}: the board as text") == []
    page.click("#as-text")
    watching = visit(page.url.partition("#")[0])
    watching.wait_for_selector("li >> text=you watch")
    assert broken(watching, f"{game}: watching") == []
    hand_over(page)
    page.wait_for_selector("#save", timeout=120_000)
    page.click("#look-back")
    page.wait_for_selector(".slider output")
    assert broken(page, f"{game}: the match is over, and looked back at") == []
    page.click("#report")
    page.wait_for_selector(".luck, .after progress")
    assert broken(page, f"{game}: what luck did is told, or how far that is", again=False) == []
    page.wait_for_selector(".luck", timeout=120_000)
    assert broken(page, f"{game}: what luck did", again=False) == []


def test_a_public_match_in_the_lobby_and_the_seat_that_is_free_in_it_are_accessible(visit: Any) -> None:
    page = visit()
    page.click("a[href='/new/uboat_cards']")
    page.wait_for_selector("fieldset select")
    page.select_option("#seat-convoy", "person")
    page.get_by_text("Public: the lobby shows").click()
    page.click("button.main")
    page.wait_for_selector("#question")
    page.click("#tab-orders")
    page.select_option("#order-what", "stop")
    assert broken(page, "a free seat, and an order with a condition") == []
    guest = visit()
    guest.wait_for_selector(".rows .button")
    assert broken(guest, "the lobby with a public match") == []
    guest.click(".rows .button")
    guest.wait_for_selector("#name")
    assert broken(guest, "sitting down") == []
    guest.goto(page.url.partition("#")[0] + "#" + "0" * 32)
    guest.wait_for_selector("main p[role=status]")
    assert broken(guest, "a seat that is refused") == []
