"""What two people do about a match besides its choices, on phones: each sees it where they are looking."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table.measure import SIZES
from tests.table.people import asked, begin, needs_chromium

pytestmark = needs_chromium

PHONE = SIZES["390x844"]


def two(visit: Any) -> tuple[Any, Any]:
    """The pages of two people at a match of the card game, the wolf pack's first."""
    host = visit(**PHONE)
    begin(host, "uboat_cards", "short", convoy="person")
    friend = visit(host.input_value(".invitation input"), **PHONE)
    friend.click("button.main")
    friend.wait_for_selector("#question")
    host.wait_for_selector(".seats .name:has-text('convoy: taken')", state="attached")
    return host, friend


def at_the_table(page: Any, button: str) -> None:
    """Press a button of the panel about the table, and say yes if that is asked."""
    page.once("dialog", lambda dialog: dialog.accept())
    if page.locator(".life[open]").count() == 0:
        page.click(".life > summary")
    page.locator(".life .panel").get_by_role("button", name=button).click()


def test_when_somebody_resigns_everybody_sees_and_hears_how_it_ended_and_nobody_is_asked_any_more(visit: Any) -> None:
    host, friend = two(visit)
    onlooker = visit(host.url.partition("#")[0], **PHONE)
    onlooker.wait_for_selector("#question")
    able = next(page for page in (host, friend) if page.locator(".choose").count())
    asked(able)
    able.locator(".choose").first.click()
    able.wait_for_selector("#undo, .choose:not([disabled])")
    at_the_table(friend, "Resign")
    verdicts = {host: "You have won", friend: "You have lost", onlooker: "Winner: wolf pack"}
    for page, verdict in verdicts.items():
        page.wait_for_selector(f"#after:has-text('{verdict}')")
        assert page.inner_text(".after .end p") == "The convoy resigned."
        assert "The convoy resigned." in page.locator(".spoken[aria-live]").all_inner_texts()
        assert page.locator(".choose, #undo, .board .can, .seats .asked").count() == 0
        assert not page.title().startswith("●")
        page.click("#look-back")
        page.wait_for_selector(".slider output:has-text('choices')")
        page.get_by_role("button", name="Back to now").click()
    with host.expect_download():
        host.click("#save")
    host.click("#again")
    host.wait_for_selector(".seats .name:has-text('convoy: you')", state="attached")
