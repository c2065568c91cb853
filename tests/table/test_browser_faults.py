"""What goes wrong in the middle of a match, and the page is none the worse for it: a server that is killed, a click
that comes twice or too late, a narrow screen, no mouse.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
import pytest

from tests.table.people import Person, asked, begin, needs_chromium, seat_address

pytestmark = needs_chromium


class OwnServer:
    """A table in a process of its own, always at the same address, that can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._database = f"sqlite:///{folder / 'table.sqlite'}"
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "navalcore", "serve", "--port", str(self.port)]
        command += ["--database", self._database]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        assert self.address in said, said

    def kill(self) -> None:
        """As ``kill -9`` does it: nothing is put in order first."""
        assert self._process is not None
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()


@pytest.fixture
def own(tmp_path: Path) -> Any:
    server = OwnServer(tmp_path)
    server.start()
    yield server
    server.kill()


def test_after_kill_9_the_page_connects_by_itself_and_the_match_goes_on_where_it_was(
    chromium: Any, own: OwnServer
) -> None:
    context = chromium.new_context()
    page = context.new_page()
    person, random = Person(page), Random(9)
    page.goto(own.address)
    begin(page, "bismarck", "two_player")
    person.opened()
    for _ in range(3):
        person.choose(random)
    before = person.snapshot
    own.kill()
    page.wait_for_selector("text=The connection is gone; trying again.")
    person.now = None
    # Said while nobody listens, it is done once there is a table again, and done once.
    option = before["decision"]["options"][-1]
    page.locator(".choose").last.click()
    own.start()
    page.wait_for_selector("text=The connection is gone; trying again.", state="detached")
    person.until(lambda: person.now and person.snapshot["number"] == before["number"] + 1, "the choice to be made")
    for _ in range(2):
        person.until(lambda: person.snapshot["decision"], "a decision")
        person.choose(random)
    person.now = None
    page.reload()
    person.opened()
    assert person.snapshot["number"] == before["number"] + 3, f"{option['text']} counts once"
    context.close()


def test_a_double_click_is_one_choice_and_a_stale_one_is_answered_with_how_it_stands(visit: Any, served: str) -> None:
    people: list[Person] = []
    visit(before=lambda page: people.append(Person(page)))
    page, person = people[0].page, people[0]
    begin(page, "bismarck", "two_player")
    person.opened()
    number = person.snapshot["number"]
    page.locator(".choose").first.dblclick()
    person.until(lambda: person.snapshot["number"] > number, "the choice")
    asked(page)
    page.wait_for_timeout(300)
    assert person.snapshot["number"] == number + 1
    # The same seat in another window chooses; this window has not heard of it and clicks on what it shows.
    visit(seat_address(page), before=lambda other: people.append(Person(other)))
    other = people[1]
    other.opened()
    page.evaluate(
        "() => { const real = WebSocket.prototype.send; window.held = [];"
        " WebSocket.prototype.send = function (text) { window.held.push([this, text]); };"
        " window.release = () => { WebSocket.prototype.send = real; for (const [to, text] of held) to.send(text); } }"
    )
    page.locator(".choose").first.click()
    other.take(other.snapshot["decision"]["options"][-1])
    other.until(lambda: other.snapshot["number"] == number + 2, "the choice of the other window")
    page.evaluate("release()")
    page.wait_for_selector(".notice.bad:has-text('!')")
    person.until(lambda: person.snapshot["number"] == number + 2, "the present state")
    assert page.locator(".choose").count() == len(person.snapshot["decision"]["options"])
    match = page.url.partition("/match/")[2].partition("#")[0]
    seat = {"Authorization": f"Seat {person.secret}"}
    kept = httpx.get(f"{served}/api/matches/{match}?pictures=false", headers=seat, trust_env=False).json()
    assert kept["snapshot"]["number"] == number + 2


def test_a_file_that_cannot_be_brought_in_is_called_by_its_name(visit: Any) -> None:
    page = visit()
    page.click("summary:text('Bring in a save')")
    page.set_input_files("#bring-in input", {"name": "my match.jsonl", "mimeType": "text/plain", "buffer": b"nonsense"})
    page.click("#bring-in button")
    page.wait_for_selector("#bring-in .bad")
    assert page.inner_text("#bring-in .bad").startswith("my match.jsonl: is empty")


def test_a_double_click_begins_one_match_and_sentences_name_roles_with_their_article(visit: Any) -> None:
    page = visit("/new/bismarck")
    page.wait_for_selector("fieldset select")
    page.select_option("#scenario", "two_player")
    page.select_option("#seat-german", "person")
    begun: list[str] = []
    page.on("request", lambda sent: begun.append(sent.url) if sent.url.endswith("/api/matches") else None)
    page.dblclick("button.main")
    page.wait_for_selector("#question")
    page.wait_for_timeout(300)
    assert len(begun) == 1
    assert page.locator(".choices .hint").first.inner_text() == "Your turn; the German player chooses at the same time."


SEEN: Final = """() => {
    const frame = document.querySelector(".board").getBoundingClientRect();
    return Array.from(document.querySelectorAll(".board .can"), (each) => each.getBoundingClientRect()).some(
        (box) => box.right > frame.left && box.left < frame.right && box.bottom > frame.top && box.top < frame.bottom);
}"""
"""Whether a place where something may be done is in the part of the board that is shown."""


def test_on_a_phone_the_first_place_that_may_be_chosen_is_brought_up(visit: Any) -> None:
    people: list[Person] = []
    page = visit(viewport={"width": 1400, "height": 900}, before=lambda page: people.append(Person(page)))
    begin(page, "bismarck", "two_player")
    people[0].opened()
    people[0].take(next(each for each in people[0].snapshot["decision"]["options"] if each["text"] == "R Ulster 1"))
    people[0].until(lambda: people[0].snapshot["number"] == 1, "its orders")
    phone = visit(seat_address(page), viewport={"width": 390, "height": 844})
    phone.wait_for_selector(".board .can[data-place='mode/p']", state="attached")
    phone.wait_for_function(SEEN)
    assert phone.evaluate(SEEN), "it stays in sight"


@pytest.mark.parametrize("game", ["uboat_cards", "tonnage_war", "bismarck", "aa50_subwar", "silent_war"])
def test_nothing_is_wider_than_a_phone_and_dark_mode_is_dark(visit: Any, game: str) -> None:
    page = visit(viewport={"width": 390, "height": 844}, color_scheme="dark", has_touch=True)
    narrow = "document.documentElement.scrollWidth <= 390"
    page.wait_for_selector(".cards a")
    assert page.evaluate(narrow), "the lobby"
    page.click(f"a[href='/new/{game}']")
    page.wait_for_selector("fieldset select, fieldset p")
    page.click("summary")
    assert page.evaluate(narrow), "the form of a new match"
    page.click("button.main")
    asked(page)
    page.wait_for_selector(".board svg")
    page.locator(".ask").first.tap()
    page.wait_for_selector(".chances table, .chances p, .option .bad")
    assert page.evaluate(narrow), "the match"
    light = "of => parseInt(getComputedStyle(document.querySelector(of)).backgroundColor.match(/\\d+/)[0])"
    for part in ("body", ".board"):
        assert page.evaluate(light, part) < 60, "dark mode is dark"
    page.emulate_media(color_scheme="light")
    page.wait_for_selector(".board.theme-light")
    for part in ("body", ".board"):
        assert page.evaluate(light, part) > 200
    for button in page.locator(".choose:visible").all()[:8]:
        assert button.bounding_box()["height"] >= 40, "a finger hits it"


def sure(page: Any) -> int:
    """Whether it is asked if somebody means it."""
    found: int = page.locator(".sure .main").count()
    return found


def test_ten_choices_of_the_card_game_are_made_with_the_keyboard_alone(visit: Any) -> None:
    people: list[Person] = []
    visit(before=lambda page: people.append(Person(page)))
    page, person = people[0].page, people[0]
    here = "() => { const box = document.activeElement.getBoundingClientRect(); return [box.x, box.y]; }"

    def tab_to(selector: str, most: int = 80) -> None:
        """Press Tab until something is reached."""
        for _ in range(most):
            if page.evaluate("what => document.activeElement.matches(what)", selector):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not come to {selector}")

    def chosen(number: int, asks: Callable[[], int] = lambda: 0) -> bool:
        return person.snapshot["number"] > number or asks() > 0

    page.wait_for_selector(".cards a")
    tab_to("a[href='/new/uboat_cards']")
    page.keyboard.press("Enter")
    page.wait_for_selector("fieldset select")
    tab_to("button.main")
    page.keyboard.press("Enter")
    person.opened()
    on_board = walked = 0
    for _ in range(10):
        person.until(lambda: person.snapshot["decision"], "a decision")
        asked(page)
        number = person.snapshot["number"]
        if page.locator(".board .can").count():
            tab_to(".board .can")
            before = page.evaluate(here)
            for arrow in ("ArrowDown", "ArrowRight", "ArrowLeft", "ArrowUp"):
                page.keyboard.press(arrow)
                if page.evaluate(here) != before:
                    walked += 1
                    break
            tab_to(".board .can")
            page.keyboard.press("Enter")
            person.until(partial(chosen, number, page.locator(".pick").count), "a choice")
            if page.locator(".pick").count():
                page.wait_for_function(
                    "() => !document.querySelector('.pick') || document.activeElement.closest('.pick')"
                )
                page.keyboard.press("Enter")
            on_board += 1
        else:
            tab_to(".choose")
            page.keyboard.press("Enter")
        person.until(partial(chosen, number, partial(sure, page)), "the choice to be made")
        if sure(page):  # what a game warns of is asked for once more
            page.wait_for_function("() => document.activeElement.matches('.sure .main')")
            page.keyboard.press("Enter")
            person.until(partial(chosen, number), "the choice to be made")
    assert on_board >= 4
    assert walked >= 4, "arrows go from place to place"


def test_letters_jump_to_the_parts_of_the_page_and_the_log_is_one_stop_of_the_tab_key(visit: Any) -> None:
    page = visit()
    begin(page, "uboat_cards", "short")
    asked(page)
    page.wait_for_selector(".board [data-place]")
    focus = "what => document.activeElement.matches(what)"
    for key, place in {"b": ".board [data-place]", "o": ".choose", "l": ".log .then", "2": ".choose[data-key]"}.items():
        page.keyboard.press(key)
        assert page.evaluate(focus, place), f"{key} goes to {place}"
    page.keyboard.press("l")
    lines = page.locator(".log li").count()
    assert lines > 5
    assert page.locator(".log ol [tabindex='0']").count() == 1
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.closest('li').nextElementSibling.nextElementSibling === null")
    page.keyboard.press("Home")
    assert page.evaluate("document.activeElement.closest('li').matches('#no-motion + li')")
    page.keyboard.press("Tab")
    assert not page.evaluate(focus, ".log ol *"), "Tab leaves the log"
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.closest('li').matches('#no-motion + li')"), "and finds its line"
    page.keyboard.press("/")
    assert page.evaluate(focus, "#line")
    page.keyboard.type("b")
    assert page.input_value("#line") == "b", "where one writes, letters are letters"
    page.click("#tab-settings")
    page.locator(".keys summary").click()
    page.get_by_label("letters and figures do this").uncheck()
    page.locator("h1").click()
    page.keyboard.press("b")
    assert not page.evaluate(focus, ".board *"), "who does not want letters to act turns them off"


def test_after_a_choice_by_keyboard_the_focus_is_on_the_question_or_where_it_was_on_the_board(visit: Any) -> None:
    people: list[Person] = []
    visit(before=lambda page: people.append(Person(page)))
    page, person = people[0].page, people[0]
    begin(page, "bismarck", "two_player")
    person.opened()
    on_board = in_list = 0
    for turn in range(8):
        asked(page)
        number = person.snapshot["number"]
        board = turn % 2 == 0 and page.locator(".board .can").count() > 0
        page.keyboard.press("b" if board else "o")
        page.keyboard.press("Enter")
        person.until(
            partial(lambda made: person.snapshot["number"] > made or page.locator(".pick").count(), number), "a choice"
        )
        if page.locator(".pick").count():
            page.keyboard.press("Enter")
        person.until(partial(lambda made: person.snapshot["number"] > made, number), "the choice")
        asked(page)
        page.wait_for_function("() => document.activeElement !== document.body")
        there = ".board [data-place]" if board and page.locator(".board .can").count() else "#question"
        page.wait_for_function("what => document.activeElement.matches(what)", arg=there)
        on_board, in_list = on_board + board, in_list + (not board)
    assert on_board >= 2
    assert in_list >= 2


TWO_LINES: Final = """async () => {
    const { http } = await import("/page/http.js");
    const lines = [];
    window.WebSocket = class {
        static CONNECTING = 0; static OPEN = 1; static CLOSING = 2; static CLOSED = 3;
        constructor() { this.readyState = 0; lines.push(this); }
        send() {} close() {}
    };
    const heard = [];
    const hear = { hello: () => ({}), state: (state) => heard.push(state.title), status() {}, refused() {} };
    const seat = http.open("a match", hear);
    const [open, say] = [(line) => { line.readyState = 1; line.onopen(); }, (line, title) =>
        line.onmessage({ data: JSON.stringify({ type: "state", title }) })];
    open(lines[0]);
    lines[0].readyState = 2;
    dispatchEvent(new Event("online"));
    open(lines[1]);
    say(lines[1], "new");
    say(lines[0], "old");
    lines[0].readyState = 3;
    lines[0].onclose({ code: 1006 });
    await new Promise((done) => setTimeout(done, 1000));
    seat.close();
    return [lines.length, heard];
}"""
"""A line that closes slowly: a second is open before the first is gone. How many were opened, and what was heard."""


def test_a_line_that_closes_late_opens_no_third_and_its_last_words_are_not_heard(visit: Any) -> None:
    assert visit().evaluate(TWO_LINES) == [2, ["new"]]


@pytest.mark.parametrize("back", ["dispatchEvent(new Event('online'))", ""])
def test_a_choice_into_a_line_that_died_without_a_word_is_made_when_the_network_is_back_or_after_five_seconds(
    visit: Any, back: str
) -> None:
    dead: list[Any] = []
    lines: list[Any] = []

    def line(route: Any) -> None:
        lines.append(route)
        server = route.connect_to_server()
        route.on_message(lambda text: route in dead or server.send(text))
        server.on_message(lambda text: route in dead or route.send(text))

    def before(page: Any) -> None:
        page.clock.install()
        page.route_web_socket("**/socket", line)

    page = visit(before=before)
    person = Person(page)
    begin(page, "uboat_cards", "short")
    asked(page)
    dead.append(lines[0])
    page.locator(".choose").first.click()
    page.clock.run_for(1000)
    page.wait_for_selector(".notice:has-text('Sending.')")
    if back:
        page.evaluate(back)
    else:
        page.clock.run_for(4500)
    person.until(lambda: len(lines) == 2, "another line")
    asked(page)
    assert not page.locator(".notice:has-text('No answer')").count()
    assert page.locator(".log li:has-text('discard')").count() == 1, "it counts once"


def test_a_moment_that_comes_after_the_way_back_to_now_is_not_shown(visit: Any) -> None:
    late: list[Callable[[], None]] = []

    def slow(line: Any) -> None:
        server = line.connect_to_server()

        def said(text: str) -> None:
            if waits and '"said":{"choice"' in text.replace(" ", ""):
                late.append(lambda: line.send(text))
            else:
                line.send(text)

        server.on_message(said)

    waits: list[bool] = []
    page = visit(before=lambda page: page.route_web_socket("**/socket", slow))
    begin(page, "uboat_cards", "short")
    person = Person(page)
    asked(page)
    page.locator(".choose").first.click()
    page.click("#look-back")
    page.wait_for_selector(".slider output")
    waits.append(True)
    page.click("[aria-label='One back']")
    person.until(lambda: late, "the answer that is late")
    page.click("text=Back to now")
    page.wait_for_selector("#look-back")
    late.pop()()
    page.wait_for_timeout(300)
    assert page.locator("#look-back").count() == 1
    assert page.locator(".choose").count() > 0


def test_what_a_later_release_may_send_is_shown_by_its_text(visit: Any) -> None:
    def later(line: Any) -> None:
        server = line.connect_to_server()

        def said(text: str) -> None:
            sent = json.loads(text)
            snapshot = sent.get("snapshot")
            if snapshot and "protocol" in snapshot and (decision := snapshot["decision"]):
                moves = [{"piece": "serpent/1", "from": "deep", "to": "sea/9", "count": 1, "way": ["sea/8"]}]
                snapshot["told"] += 1
                seen = {"n": snapshot["told"], "kind": "serpent_seen", "text": "A serpent is seen.", "moves": moves}
                snapshot["events"].append({**snapshot["events"][-1], **seen, "fields": {"feet": [90]}, "detail": False})
                ride = {"kind": "ride", "key": "ride", "text": "ride it", "fields": {"how": ["far"]}}
                places = [{"place": "serpent/1", "as": "rider"}]
                asked = {"index": len(decision["options"]), "places": places, "meaning": "", "group": "Dares"}
                decision["options"].append({**decision["options"][0], **ride, **asked})
                decision |= {"kind": "dare", "prompt": "Do you dare?", "fields": {"of": {"teeth": [1]}}}
            line.send(json.dumps(sent))

        server.on_message(said)

    page = visit(before=lambda page: page.route_web_socket("**/socket", later))
    begin(page, "uboat_cards", "short")
    asked(page)
    page.wait_for_selector("#question:has-text('Do you dare?')")
    page.wait_for_selector(".choose:has-text('ride it')")
    page.wait_for_selector("text=A serpent is seen. >> visible=true")


def test_a_file_that_is_being_verified_is_said_to_be_and_is_brought_in_once(visit: Any) -> None:
    sent: list[Any] = []

    def hold(route: Any) -> None:
        sent.append(route)

    page = visit(before=lambda page: page.route("**/api/imports", hold), viewport={"width": 1280, "height": 800})
    page.click("summary:text('Bring in a save')")
    page.set_input_files("#bring-in input", {"name": "mine.jsonl", "mimeType": "text/plain", "buffer": b"nonsense"})
    assert page.evaluate("document.documentElement.scrollWidth") == 1280, "the form has room in its panel"
    page.locator("#bring-in button").dblclick()
    page.wait_for_selector("#bring-in [role=status]:text('Verifying the file.')")
    assert page.locator("#bring-in button").is_disabled()
    assert len(sent) == 1
    sent[0].continue_()
    page.wait_for_selector("#bring-in .bad")
    assert page.locator("#bring-in button").is_enabled()


def test_a_line_that_is_refused_for_now_is_tried_more_and_more_seldom_and_the_page_says_why(visit: Any) -> None:
    lines: list[Any] = []

    def refusing(line: Any) -> None:
        lines.append(line)

        def said(_: str) -> None:
            line.send(json.dumps({"ok": False, "error": {"code": "too_many", "message": "wait a while"}}))
            line.close()

        line.on_message(said)

    page = visit("/match/any", before=lambda page: page.route_web_socket("**/socket", refusing))
    page.wait_for_selector("[role=status]:has-text('Wait a while.')")
    page.wait_for_timeout(4_000)
    assert 2 <= len(lines) <= 5, "a line every 0.4 seconds would be 10"
    assert page.inner_text("[role=status]") == "Wait a while."
