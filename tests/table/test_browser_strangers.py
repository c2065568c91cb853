"""What strangers, bad links and bad connections do to the page of a match: it says so, and goes on."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest

from tests.table.people import Person, asked, begin, needs_chromium

pytestmark = needs_chromium


def sat_down(visit: Any, game: str = "uboat_cards", scenario: str = "short") -> Person:
    """Somebody in a match of his own, who has made a choice."""
    people: list[Person] = []
    begin(visit(before=lambda page: people.append(Person(page))), game, scenario)
    people[0].opened()
    asked(people[0].page)
    people[0].choose(Random(1))
    return people[0]


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/match/nothing", "There is no such match at this table."),
        ("/match/%E0%A4%A", "There is no such match at this table."),
        ("/match/nothing#%E0%A4%A", "There is no such match at this table."),
        ("/new/nothing", "nothing"),
    ],
)
def test_a_link_that_leads_nowhere_is_answered_with_a_sentence(visit: Any, served: str, path: str, says: str) -> None:
    page = visit()
    page.evaluate(
        "path => { history.replaceState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }", path
    )
    page.wait_for_function("says => document.querySelector('main')?.innerText.includes(says)", arg=says)
    assert page.url.startswith(served)


@pytest.mark.parametrize("path", ["/nowhere", "/new/nothing", "/learn/uboat_cards/nothing"])
def test_a_page_of_nothing_says_so_and_leads_to_the_lobby(visit: Any, path: str) -> None:
    page = visit(path)
    page.wait_for_selector("main:has-text('noth')")
    page.get_by_role("link", name="Lobby").click()
    page.wait_for_selector(".lobby .cards a")


def test_a_moment_that_never_was_is_refused_in_a_sentence_and_the_seat_plays_on(visit: Any) -> None:
    person = sat_down(visit)
    page, seat = person.page, person.secret
    match = page.url.partition("#")[0].partition("?")[0]
    for moment in ("decision=9999999", "decision=-1", "decision=x", "choice=1"):
        page.goto(f"{match}?{moment}#{seat}")
        page.wait_for_selector(".notice.bad:has-text('!')")
        asked(page)
        assert page.locator("#question").inner_text() != "As it stood then"
    number = person.snapshot["number"]
    person.choose(Random(2))
    assert person.snapshot["number"] > number


def test_the_address_of_a_moment_opens_it_with_the_same_digest(visit: Any) -> None:
    person = sat_down(visit)
    page = person.page
    asked(page)
    page.click("#tab-share")
    page.wait_for_selector(".share code:not(:empty)")
    digest, number = page.locator(".share code").inner_text(), person.snapshot["number"]
    address = page.evaluate("document.querySelector('.moment').href")
    person.choose(Random(3))
    page.wait_for_function("old => !['', old].includes(document.querySelector('.share code').innerText)", arg=digest)
    page.goto(address)
    page.wait_for_selector("text=As it stood then")
    page.click("#tab-share")
    page.wait_for_selector(".share code:not(:empty)")
    assert page.locator(".share code").inner_text() == digest
    assert f"decision={number}" in page.url
    page.get_by_role("button", name="Back to now").click()
    page.wait_for_selector("#look-back")
    assert "decision=" not in page.url


def test_more_than_anybody_would_type_is_neither_sent_nor_the_end_of_the_seat(visit: Any) -> None:
    person = sat_down(visit)
    page = person.page
    page.evaluate("document.querySelector('#line').maxLength = 1000000")
    page.fill("#line", "orders " + "x" * 3000)
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.line .answer').innerText.includes('at most 400 letters')")
    asked(page)
    number = person.snapshot["number"]
    person.choose(Random(4))
    assert person.snapshot["number"] > number


def test_a_page_that_is_loaded_again_at_every_moment_is_asked_the_same_each_time(visit: Any) -> None:
    person, random = sat_down(visit), Random(5)
    for _ in range(5):
        person.until(lambda: person.snapshot["decision"], "a decision")
        before = person.snapshot["decision"]
        person.now = None
        person.page.reload()
        person.opened()
        assert person.snapshot["decision"] == before
        person.choose(random)


def test_what_is_chosen_while_the_network_is_gone_is_chosen_once_when_it_is_back(visit: Any) -> None:
    person = sat_down(visit, "bismarck", "two_player")  # no answer there is forced, and given at once
    page = person.page
    person.until(lambda: person.snapshot["decision"], "a decision")
    asked(page)
    number = person.snapshot["number"]
    page.evaluate(
        "() => { const real = WebSocket.prototype.send; WebSocket.prototype.send = function () { this.close(); };"
        " window.restore = () => { WebSocket.prototype.send = real; }; }"
    )
    page.locator(".choose").first.click()
    page.wait_for_selector("text=The connection is gone; trying again.")
    page.evaluate("restore()")
    person.until(partial(lambda made: person.snapshot["number"] > made, number), "the choice")
    page.wait_for_timeout(500)
    assert person.snapshot["number"] == number + 1
