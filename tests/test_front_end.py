"""The server and the clients of the page "Build a front end", run as they stand there."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

import navalcore as nc
from navalcore._session.writing import MessageWriter
from navalcore.boards import client_modules
from tests.engine.test_changes import GAMES, by_region
from tests.table.people import SOON, needs_chromium

FOLDER = Path(__file__).parents[1] / "examples" / "front_end"
SEAT = (Path(nc.__file__).parent / "boards" / "client" / "seat.mjs").as_uri()
NODE = shutil.which("node")
PEOPLE = {**GAMES, "bismarck": "solitaire"}


def module(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(f"front_end_{name}", FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.fixture
def serve() -> Iterator[Any]:
    servers = []

    def start(game: str, scenario: str | None = None, **how: Any) -> tuple[Any, str, dict[str, str]]:
        server = module("server").MatchServer(0, game, scenario, seed="front end", **how)
        Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        servers.append(server)
        return server, f"http://127.0.0.1:{server.server_address[1]}", {r: t for t, r in server.roles.items()}

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def varied(decision: dict[str, Any]) -> int:
    """Now this, now that: whoever always takes the last option plays a match several times as long."""
    number: int = decision["number"]
    return number % len(decision["options"])


def sent_first(url: str, token: str) -> dict[str, Any]:
    """The first message of a seat."""
    with urlopen(f"{url}/messages?token={token}") as reply:
        message: dict[str, Any] = json.loads(reply.readline())
    return message


# ---- in the terminal -------------------------------------------------------------------------------------------------


def test_two_python_clients_play_a_match_and_miss_nothing(serve: Any, capsys: pytest.CaptureFixture[str]) -> None:
    server, url, tokens = serve("uboat_cards", "short")
    client = module("client")
    seats = {role: client.Seat(url, token, varied) for role, token in tokens.items()}
    players = [Thread(target=seat.play, daemon=True) for seat in seats.values()]
    for player in players:
        player.start()
    for player in players:
        player.join(timeout=60)
    assert server.match.over
    for role, seat in seats.items():
        told = server.match.snapshot(role, since=0).events
        assert seat.log == {event.n: event.text for event in told}
    assert capsys.readouterr().out.splitlines().count(server.match.outcome.reason) == 2


def test_a_refused_answer_is_asked_for_again(serve: Any, capsys: pytest.CaptureFixture[str]) -> None:
    _, url, tokens = serve("uboat_cards")
    decision = sent_first(url, tokens["uboat"])["decision"]
    answers = iter([99, 0])
    seat = module("client").Seat(url, tokens["uboat"], lambda _: next(answers))
    assert [seat.choose(decision), seat.choose(decision)] == [False, True]
    assert "99" in capsys.readouterr().out
    answers = iter([0])
    assert seat.choose(decision), "a decision that is answered is done with"


def test_the_client_takes_a_link_as_the_server_prints_it_and_asks_again_for_what_is_no_number(serve: Any) -> None:
    _, url, tokens = serve("uboat_cards")

    def run(*given: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(FOLDER / "client.py"), *given]
        return subprocess.run(command, input="x\n-1\n0\n", capture_output=True, text=True)

    played = run(f"{url}/#{tokens['uboat']}")
    assert played.stdout.count("Type the number of an option.") >= 2
    assert "The wolf pack discards" in played.stdout, "0 was taken, and told"
    for wrong in ((), (url,), (url, tokens["uboat"])):
        refused = run(*wrong)
        assert refused.returncode == 1
        assert refused.stderr.startswith("client.py takes the link of a seat"), refused.stderr


def test_the_clients_play_a_game_that_brings_its_own_bot(serve: Any) -> None:
    server, url, tokens = serve("bismarck", "solitaire")
    assert list(tokens) == ["british"], "Otto has the other seat"
    snapshot = sent_first(url, tokens["british"])
    assert snapshot["role"] == "british"
    seat = module("client").Seat(url, tokens["british"], lambda decision: 0)
    assert seat.choose(snapshot["decision"])
    assert server.match.snapshot("british").number == snapshot["number"] + 1


def test_a_stranger_and_a_second_click_are_refused_with_a_code(serve: Any) -> None:
    _, url, tokens = serve("uboat_cards")
    choice = {"act": "choose", "keys": [0], "decision": 0}
    for request in (f"{url}/messages?token=guessed", Request(f"{url}/act", b"{}"), Request(f"{url}/act?token=x", b"")):
        with pytest.raises(HTTPError) as refused:
            urlopen(request)
        assert json.load(refused.value)["error"]["code"] == "bad_request"
    with pytest.raises(HTTPError):
        urlopen(f"{url}/server.py")
    seat = module("client").Seat(url, tokens["uboat"], varied)
    assert seat.act(**choice)["ok"]
    assert seat.act(**choice)["error"]["code"] == "stale_decision"
    for junk in ({**choice, "keys": None}, {**choice, "act": []}, {**choice, "decision": "x"}, {}):
        assert seat.act(**junk)["error"]["code"] == "bad_data"


def test_every_person_has_a_token_and_nobody_else(serve: Any) -> None:
    for game in ("tonnage_war", "aa50_subwar", "silent_war"):
        _, _, tokens = serve(game)
        seats = nc.load(game).seats()
        assert list(tokens) == [seat.role for seat in seats if seat.taken_by == "person"]


# ---- in JavaScript ---------------------------------------------------------------------------------------------------

needs_node = pytest.mark.skipif(NODE is None, reason="the JavaScript client needs node, which is not installed")


def run_node(*words: str, said: str | None = None) -> str:
    assert NODE is not None
    ran = subprocess.run([NODE, *words], input=said, capture_output=True, text=True, timeout=120, check=True)
    assert ran.stderr == ""
    return ran.stdout


@needs_node
def test_a_javascript_client_plays_a_match_against_a_python_client(serve: Any) -> None:
    server, url, tokens = serve("uboat_cards", "short")
    python = Thread(target=module("client").Seat(url, tokens["convoy"], varied).play, daemon=True)
    python.start()
    said = run_node(str(FOLDER / "client.mjs"), url, tokens["uboat"], "auto").splitlines()
    python.join(timeout=60)
    assert server.match.over
    assert said[-1] == server.match.outcome.reason
    told = [event for event in server.match.snapshot("uboat", since=0).events if not event.detail]
    assert said[:-1] == [f"  {event.text} [{event.rule}]" for event in told]


MERGE = """
import { readFileSync } from "node:fs";
const { merged, completed } = await import(process.argv[1]);
const kept = [];
const [first, ...others] = readFileSync(0, "utf-8").split("\\n").map((line) => completed(JSON.parse(line), kept));
console.log(JSON.stringify(others.reduce(merged, first)));
"""


@needs_node
@pytest.mark.parametrize("short", [False, True], ids=["plain", "short"])
@pytest.mark.parametrize("name", GAMES)
def test_a_javascript_client_has_what_a_whole_snapshot_says(name: str, short: bool) -> None:
    match = nc.load(name).new_match(GAMES[name], seed=2, history=True)
    assert match.decision is not None
    role = match.decision.role
    snapshot, writer = match.snapshot(role, since=0), MessageWriter(None, short=short)
    messages = [writer.write(snapshot)]
    while match.decision is not None and match.count < 60:
        match.choose(match.count * 7 % len(match.decision.options))
        snapshot = match.snapshot(role, since=snapshot.told)
        messages.append(writer.write(snapshot))
    assert any('"~":' in message for message in messages) == short
    made = json.loads(run_node("--input-type=module", "-e", MERGE, SEAT, said="\n".join(messages)))
    assert by_region(made) == by_region(json.loads(snapshot.model_dump_json()))


DOWN = """
const { Seat } = await import(process.argv[1]);
const lines = ['{"protocol": 2, "outcome": null}', '{"outcome": {"reason": "Over."}}'];
const stream = (text, fault) => new ReadableStream({
  start(taken) { taken.enqueue(new TextEncoder().encode(text)); },
  pull(taken) { if (fault) taken.error(fault); else taken.close(); } });
const down = new TypeError("the line is down");
const answers = [() => { throw down; }, () => stream(lines[0] + "\\n", down), () => stream(lines.join("\\n") + "\\n")];
globalThis.fetch = async () => new Response(answers.shift()());
for await (const { known, sent } of new Seat("", "token").news())
  console.log("protocol" in sent, known.outcome?.reason);
"""


@needs_node
def test_a_line_that_is_down_is_tried_again_and_begins_with_everything() -> None:
    said = run_node("--input-type=module", "-e", DOWN, SEAT)
    assert said.splitlines() == ["true undefined", "true undefined", "false Over."]


def of_a_later_release(first: dict[str, Any]) -> dict[str, Any]:
    """What may follow a first message: an event, a question and an option of kinds that nobody knows yet."""
    move = {"piece": "serpent/1", "from": "deep", "to": "sea/9", "count": 1, "way": ["sea/8"], "speed": 3}
    seen = {"kind": "serpent_seen", "fields": {"feet": [90]}, "text": "A serpent is seen.", "rule": "U99"}
    event = {**first["events"][0], **seen, "moves": [move], "n": first["told"] + 1, "detail": False}
    ride = {"kind": "ride", "key": "ride", "text": "ride it", "places": [{"place": "serpent/1", "as": "rider"}]}
    asked = {"kind": "dare", "prompt": "Do you dare?", "fields": {"feet": 90, "of": {"teeth": [1]}}, "mood": "grim"}
    options = [*first["decision"]["options"], {**first["decision"]["options"][0], **ride, "fields": {"how": ["far"]}}]
    decision = {**first["decision"], **asked, "options": options}
    return {"told": event["n"], "events": [event], "decision": decision, "new": {}}


LATER = """
import { readFileSync } from "node:fs";
const { Seat, grouped, headline, ruled, struck } = await import(process.argv[1]);
const acts = [];
globalThis.fetch = async (_, what) => {
  if (what) acts.push(what.body);
  return what ? Response.json({ ok: true }) : new Response(readFileSync(0));
};
const seat = new Seat("", "token");
for await (const { known, sent } of seat.news()) {
  for (const event of sent.events) if (!("protocol" in sent)) console.log(ruled(event), struck(event).length);
  if (!("protocol" in sent)) console.log(headline(known));
  if ("mood" in (sent.decision ?? {})) {
    console.log(grouped(sent.decision.options).flatMap(([, options]) => options).at(-1).text);
    await seat.answer(sent.decision, ({ options }) => options.at(-1));
  }
}
console.log(acts.join());
"""


@needs_node
def test_a_javascript_client_shows_what_a_later_release_may_send_by_its_text(serve: Any) -> None:
    _, url, tokens = serve("uboat_cards")
    first = sent_first(url, tokens["uboat"])
    over: dict[str, Any] = {"events": [], "decision": None, "outcome": {"reason": "Over."}}
    said = "\n".join(json.dumps(each) for each in (first, of_a_later_release(first), over)) + "\n"
    *lines, acts = run_node("--input-type=module", "-e", LATER, SEAT, said=said).splitlines()
    asked = f"Do you dare? [{first['decision']['rule']}]"
    assert lines == ["A serpent is seen. [U99] 0", asked, "ride it", "Over."]
    assert json.loads(acts) == {"act": "choose", "keys": ["ride"], "decision": 0}


def test_a_python_client_shows_what_a_later_release_may_send_by_its_text(serve: Any, capsys: Any) -> None:
    _, url, tokens = serve("uboat_cards")
    later = of_a_later_release(sent_first(url, tokens["uboat"]))
    client = module("client")
    client.Seat(url, "", varied).show(later["events"])
    assert capsys.readouterr().out == "  A serpent is seen.  [U99]\n"
    reader = nc.MessageReader()
    reader.read(json.dumps(sent_first(url, tokens["uboat"])))
    known = reader.read(json.dumps(later))
    assert (known["decision"]["fields"], known["decision"]["options"][-1]["text"]) == (
        {"feet": 90, "of": {"teeth": [1]}},
        "ride it",
    )


ANSWERED = """
const { Seat } = await import(process.argv[1]);
const error = (code) => ({ ok: false, error: { code, message: "Not now.", reason: "It is night.", rule: "U6" } });
const answers = [error("not_offered"), { ok: true }, error("stale_decision")];
globalThis.fetch = async (_, what) => (console.log(what.body), Response.json(answers.shift()));
const seat = new Seat("", "token");
const pick = async ({ options }, refused) => (console.log(refused), refused ? options[1] : options[0]);
for (const number of [4, 5]) await seat.answer({ number, options: [{ key: "a" }, { key: "b" }] }, pick);
console.log(answers.length);
"""


@needs_node
def test_who_is_refused_is_asked_again_with_the_reason_and_a_question_that_is_answered_is_done_with() -> None:
    said = run_node("--input-type=module", "-e", ANSWERED, SEAT).splitlines()
    first, again, late = (json.loads(line) for line in (said[1], said[3], said[5]))
    assert first == {"act": "choose", "keys": ["a"], "decision": 4}
    assert (said[2], again) == ("Not now. It is night. [U6]", {**first, "keys": ["b"]})
    assert (said[4], late, said[6]) == ("", {**first, "decision": 5}, "0")


# ---- in a browser ----------------------------------------------------------------------------------------------------

RECORDED = """
window.moved = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, how) {
  window.moved.push({ piece: this.dataset.place, frames: frames.length });
  return animate.call(this, frames, { ...how, duration: window.slow ?? how.duration / 20 });
};
"""
"""Notes what is animated, and how long it takes is up to the test."""


@pytest.fixture
def visit(chromium: Any) -> Iterator[Any]:
    """Opens pages; afterwards none of them may have complained."""
    contexts: list[Any] = []
    faults: list[str] = []

    def open_page(link: str, *, calm: bool = True, before: Any = None) -> Any:
        contexts.append(chromium.new_context(reduced_motion="reduce" if calm else "no-preference"))
        page = contexts[-1].new_page()
        page.set_default_timeout(SOON)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.on("dialog", lambda dialog: dialog.accept())
        page.add_init_script(RECORDED)
        if before is not None:
            before(page)
        page.goto(link)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []


OFFERED = """([prompt, texts]) => {
  const buttons = [...document.querySelectorAll("#options button")].map((each) => each.textContent).sort();
  const asked = document.querySelector("#prompt").textContent;
  return asked === prompt && JSON.stringify(buttons) === JSON.stringify(texts.sort()); }"""


def shows(page: Any, server: Any, role: str = "") -> None:
    """Wait until the page asks this role what is asked now, with its options: two in a row may have one prompt."""
    decision = server.session.look_now(lambda match: match.snapshot(role or match.decision.role).decision)
    asked = f"{decision.prompt} [{decision.rule}]"
    page.wait_for_function(OFFERED, arg=[asked, [option.text for option in decision.options]])


def lit(page: Any) -> set[str]:
    return set(page.evaluate("[...document.querySelectorAll('#board .can')].map((each) => each.dataset.place)"))


def click_on(page: Any, selector: str) -> None:
    """Click in the middle of what the board shows."""
    element = page.locator(selector).first
    element.scroll_into_view_if_needed()
    box = element.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def now_asked(server: Any) -> nc.Decision:
    found: nc.Decision = server.session.look_now(lambda match: match.decision)
    return found


def made(server: Any, role: str) -> int:
    """How many choices a role has made."""
    found: int = server.session.look_now(lambda match: match.snapshot(role).number)
    return found


@needs_chromium
def test_the_page_plays_a_match_in_a_browser(serve: Any, visit: Any) -> None:
    server, url, tokens = serve("uboat_cards", "short", seats={"convoy": "bot:standard"})
    page = visit(f"{url}/#{tokens['uboat']},auto")
    page.wait_for_function("() => / wins?\\b/.test(document.querySelector('#prompt').textContent)")
    assert server.match.over
    assert page.inner_text("#prompt") == server.match.outcome.reason
    told = [event for event in server.match.snapshot("uboat", since=0).events if not event.detail]
    assert page.locator("#log li").all_inner_texts() == [f"{event.text} [{event.rule}]" for event in reversed(told)]
    assert page.evaluate("moved") == [], "nothing moves for those who want less motion"


def scenes(server: Any, role: str) -> list[str]:
    """The digests of the scenes that a role sees now."""
    board = server.match.snapshot(role).board
    return [] if board is None else [scene.digest for scene in board.scenes]


@needs_chromium
@pytest.mark.parametrize("name", PEOPLE)
def test_the_page_knows_no_game_and_plays_each_of_them_by_clicks(name: str, serve: Any, visit: Any) -> None:
    server, url, tokens = serve(name, PEOPLE[name])
    pages = {role: visit(f"{url}/#{token}") for role, token in tokens.items()}
    by_board, first = 0, dict[str, list[str]]()
    for _ in range(8):
        decision = now_asked(server)
        page = pages[decision.role]
        shows(page, server)
        page.evaluate("window.scene ??= document.querySelector('#board > svg')")
        first.setdefault(decision.role, scenes(server, decision.role))
        assert lit(page) <= {place.id for option in decision.options for place in decision.places_of(option)}
        if lit(page):
            click_on(page, "#board .can")
            by_board += 1
        while made(server, decision.role) == decision.number:
            page.evaluate("document.querySelector('#options button:last-child')?.click()")
            page.wait_for_timeout(50)
        if server.match.over:
            break
    assert by_board
    for role, page in pages.items():
        snapshot = server.match.snapshot(role)
        if snapshot.decision is not None:
            shows(page, server, role)
            if first.get(role) == scenes(server, role):  # players who exchange their sides see other scenes
                assert page.evaluate("document.querySelector('#board').contains(window.scene)"), "a scene is drawn once"
        if snapshot.board is not None:
            page.wait_for_function(
                """lie => { const drawn = [...document.querySelectorAll("#board .piece")];
                const here = new Set(drawn.map((each) => `${each.dataset.place} ${each.dataset.at}`));
                return here.size === lie.length && lie.every((each) => here.has(each)); }""",
                arg=sorted({f"{piece['id']} {piece['at']}" for piece in snapshot.board.pieces}),
            )


@needs_chromium
def test_what_moves_is_shown_moving_in_its_order_and_along_its_way(serve: Any, visit: Any) -> None:
    for name, role in (("uboat_cards", "uboat"), ("silent_war", "comsubpac")):
        server, url, tokens = serve(name, {"silent_war": "campaign_wp1"}.get(name))
        page = visit(f"{url}/#{tokens[role]}", calm=False)
        shows(page, server)
        since = server.match.snapshot(role, since=0).told
        for _ in range(10):
            server.session.run_now(lambda match: match.choose(len(match.decision.options) // 2))
            told = [event for event in server.match.snapshot(role, since=0).events if not event.detail]
            page.wait_for_function("n => document.querySelectorAll('#log li').length === n", arg=len(told))
            page.wait_for_function("() => document.getAnimations().length === 0")
        news = server.match.snapshot(role, since=since).events
        moves = [move for event in news for move in event.moves if move.start]
        assert len(moves) > 1
        assert page.evaluate("moved") == [{"piece": move.piece, "frames": 2 + len(move.way)} for move in moves]


@needs_chromium
def test_who_does_not_want_to_wait_skips_what_moves(serve: Any, visit: Any) -> None:
    server, url, tokens = serve("uboat_cards")
    page = visit(f"{url}/#{tokens['uboat']}", calm=False)
    shows(page, server)
    page.evaluate("window.slow = 1e7")
    page.locator("#options button").first.click()
    page.wait_for_function("() => document.getAnimations().length > 0")
    assert page.locator("#options button").count() == 0, "what is asked next comes after what has happened"
    page.click("#skip")
    shows(page, server)


@needs_chromium
def test_first_the_piece_is_lit_and_then_where_it_may_go(serve: Any, visit: Any) -> None:
    server, url, tokens = serve("aa50_subwar")
    while now_asked(server).kind != "combat_move":
        server.session.run_now(lambda match: match.choose(match.decision.options[-1]))
    decision = now_asked(server)
    page = visit(f"{url}/#{tokens[decision.role]}")
    shows(page, server)
    parts = [{place.part: place.id for place in decision.places_of(option)} for option in decision.options]
    first = {place for each in parts for place in ([each["subject"]] if "subject" in each else each.values())}
    assert lit(page) == first
    ways = Counter((each["subject"], each["from"]) for each in parts if "to" in each)
    piece, start = next(each for each, number in ways.items() if number > 1)
    click_on(page, f'#board [data-place="{piece}"][data-at="{start}"].can')
    goals = {each["to"] for each in parts if (each.get("subject"), each.get("from")) == (piece, start)}
    assert len(goals) > 1
    assert lit(page) == goals


@needs_chromium
def test_the_page_takes_back_says_what_is_refused_and_why_something_is_not_offered(serve: Any, visit: Any) -> None:
    server, url, tokens = serve("uboat_cards")
    page = visit(f"{url}/#{tokens['uboat']}")
    shows(page, server)
    page.click("#why")
    page.wait_for_function("() => /\\[U\\d+\\]/.test(document.querySelector('#said').textContent)")
    page.locator("#options button").first.click()
    page.click("#undo:not([disabled])")
    page.wait_for_selector("#log .struck")
    assert server.match.count == 0

    def late(route: Any) -> None:
        sent = {**route.request.post_data_json, "decision": 99}
        route.continue_(post_data=json.dumps(sent))

    page.route("**/act*", late)
    shows(page, server)
    page.locator("#options button").first.click()
    page.wait_for_function("() => document.querySelector('#said').textContent.includes('99')")
    shows(page, server)
    assert server.match.count == 0


@needs_chromium
def test_what_a_later_release_may_send_is_shown_by_its_text(serve: Any, visit: Any) -> None:
    _, url, tokens = serve("uboat_cards")
    first = sent_first(url, tokens["uboat"])
    pictures = [{name: each[name] for name in ("id", "digest", "moving")} for each in first["pictures"]]
    later = {**of_a_later_release(first), "pictures": pictures}
    body = "".join(json.dumps(each) + "\n" for each in (first, later))
    page = visit(
        f"{url}/#{tokens['uboat']}",
        calm=False,
        before=lambda page: page.route("**/messages*", lambda route: route.fulfill(body=body)),
    )
    page.wait_for_selector("text=A serpent is seen. [U99]")
    page.wait_for_selector("text=Do you dare?")
    page.wait_for_selector("button:has-text('ride it')")
    assert page.evaluate("moved") == []


# ---- how much of it another front end would write again --------------------------------------------------------------


def test_the_example_brings_no_module_that_another_front_end_would_write_again() -> None:
    assert sorted(file.name for file in FOLDER.glob("*.*")) == ["client.mjs", "client.py", "page.html", "server.py"]
    page = (FOLDER / "page.html").read_text(encoding="utf-8")
    for module in client_modules():
        assert f'from "/{module}"' in page


def test_the_page_for_developers_has_fifteen_hundred_words_with_its_code_and_no_more() -> None:
    page = (FOLDER.parents[1] / "docs" / "front_end.md").read_text(encoding="utf-8")
    assert page.count("<!-- from ") == 5, "the code that the page shows is written out in it"
    assert len(re.sub(r"<!--.*?-->", "", page).split()) <= 1500
