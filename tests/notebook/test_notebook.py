"""In a notebook a seat is clicked, several seats of a match hear of each other, and long runs show how far they are."""

from __future__ import annotations

import json
from typing import Any

import pytest

import navalcore as nc
from navalcore.bots import RandomBot
from navalcore.errors import BadData, UnknownName
from navalcore.study import Plan, simulate
from tests.table.people import POINT_OF, SOON, needs_chromium

notebook = pytest.importorskip("navalcore.notebook")
pytest.importorskip("anywidget")

NAMES = ("message", "log", "stills", "theme")
PAGE = """<!doctype html><meta charset="utf-8"><style>%s</style><div id="cell"></div><script type="module">
%s
const heard = {};
const widget = { get: (name) => window.traits[name], send: (what) => window.say(what),
  on: (name, then) => { heard[name] = then; }, off: () => {} };
window.tell = (name, what) => heard[name]?.(what);
(await widgetOf()).render({ model: widget, el: document.getElementById("cell") });
</script>"""

TWICE = """([message, log]) => { Object.assign(window.traits, { message, log });
  window.tell("change:message"); window.tell("change:message"); }"""


def cards(**seats: str) -> nc.AnyMatch:
    return nc.load("uboat_cards").new_match("short", seed="a cell", seats=seats)


def asked(widget: Any) -> dict[str, Any]:
    decision: dict[str, Any] = json.loads(widget.message)["decision"]
    return decision


def test_a_click_is_answered_by_the_bots_and_shown_with_the_events_between() -> None:
    match = cards(convoy="bot:standard")
    widget = notebook.SeatWidget(nc.Session(match), "uboat")
    made, told = 0, len(widget.log)
    while match.count == made:
        decision = asked(widget)
        assert widget.act({"act": "choose", "keys": [decision["options"][0]["key"]], "decision": decision["number"]})[
            "ok"
        ]
        made += 1
    assert asked(widget)["number"] == made, "the bot has chosen, and the seat is asked again"
    assert len(widget.log) > told
    assert {each["digest"] for each in json.loads(widget.message)["pictures"]} <= widget.stills.keys()


def test_what_is_refused_is_said_and_changes_nothing() -> None:
    widget = notebook.SeatWidget(nc.Session(cards()), "uboat")
    before = widget.message
    answer = widget.act({"act": "choose", "keys": ["no such key"], "decision": asked(widget)["number"]})
    assert not answer["ok"]
    assert "no such key" in answer["error"]["message"]
    assert widget.message == before
    assert not widget.act({"nonsense": 1})["ok"]


def test_the_other_seat_of_the_match_is_told_and_never_what_is_hidden_from_it() -> None:
    session = nc.Session(cards())
    mine, theirs = notebook.SeatWidget(session, "uboat"), notebook.SeatWidget(session, "convoy")
    while asked(mine) is None or len(asked(mine)["options"]) < 2:
        decision = asked(theirs)
        assert theirs.act({"act": "choose", "keys": [decision["options"][0]["key"]], "decision": decision["number"]})[
            "ok"
        ]
    before, decision = theirs.message, asked(mine)
    mine.act({"act": "choose", "keys": [decision["options"][-1]["key"]], "decision": decision["number"]})
    assert theirs.message != before
    assert json.loads(theirs.message)["role"] == "convoy"
    assert "view" not in json.loads(theirs.message)


def test_a_theme_or_role_that_there_is_not_is_refused() -> None:
    with pytest.raises(UnknownName, match="no theme 'pink'"):
        notebook.SeatWidget(nc.Session(cards()), "uboat", theme="pink")
    with pytest.raises(UnknownName):
        notebook.SeatWidget(nc.Session(cards()), "nobody")


def test_who_hands_over_a_match_in_place_of_its_session_is_told_how_to_make_one() -> None:
    with pytest.raises(BadData, match=r"not of a Match: nc\.Session\(match\) makes one"):
        notebook.SeatWidget(cards(), "uboat")


def test_a_theme_that_there_is_not_is_refused_later_too() -> None:
    widget = notebook.SeatWidget(nc.Session(cards()), "uboat")
    widget.theme = "dark"
    with pytest.raises(UnknownName, match="no theme 'pink'"):
        widget.theme = "pink"
    assert widget.theme == "dark"


def test_a_widget_that_was_closed_hears_nothing_more() -> None:
    session = nc.Session(cards())
    closed, widget = notebook.SeatWidget(session, "uboat"), notebook.SeatWidget(session, "uboat")
    closed.close()
    before, decision = closed.message, asked(widget)
    act = {"act": "choose", "keys": [decision["options"][0]["key"]], "decision": decision["number"]}
    assert widget.act(act)["ok"]
    assert closed.message == before != widget.message


def test_what_a_bot_has_failed_on_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> int:
        raise ValueError("no idea")

    monkeypatch.setattr(RandomBot, "decide", fail)
    widget = notebook.SeatWidget(nc.Session(cards(convoy="bot:random")), "uboat")
    assert json.loads(widget.message)["trouble"] == ""
    while decision := asked(widget):
        act = {"act": "choose", "keys": [decision["options"][0]["key"]], "decision": decision["number"]}
        assert widget.act(act)["ok"]
    assert "no idea" in json.loads(widget.message)["trouble"]


def test_a_bar_says_how_far_a_simulation_is_and_its_matches_show_themselves() -> None:
    bar = notebook.ProgressBar(6)
    played = simulate(Plan("uboat_cards", scenario="short", seed="a bar"), 6, progress=bar)
    assert (bar.done, bar.text) == (6, "6 of 6 matches")
    shown = played._repr_html_()
    assert shown.startswith("<svg")
    for role, share in played.summary["wins"].items():
        assert f"<td>{nc.load('uboat_cards').role_title(role)}</td><td>{share['count']}</td>" in shown


def test_matches_become_a_data_frame_with_a_row_each() -> None:
    pytest.importorskip("pandas")
    played = simulate(Plan("uboat_cards", scenario="short", seed="a frame"), 6)
    frame = played.frame()
    assert list(frame.index) == [record.number for record in played]
    assert list(frame["winner"]) == [record.winner for record in played]
    assert list(frame["score_uboat"]) == [record.scores["uboat"] for record in played]


def test_a_simulation_of_which_no_match_ended_is_a_frame_without_rows() -> None:
    pytest.importorskip("pandas")
    played = simulate(Plan("uboat_cards", scenario="short", seed="a frame"), 1)
    columns = [name for name in played.frame().columns if not name.startswith("score_")]
    frame = played[:0].frame()
    assert (len(frame), list(frame.columns), frame.index.name) == (0, columns, "number")


class Cell:
    """A page that holds a widget as a notebook does, with the widget's Python beside it."""

    def __init__(self, page: Any, widget: Any) -> None:
        self.page, self.widget = page, widget
        self.clicks: list[dict[str, Any]] = []
        self.faults: list[str] = []
        page.set_default_timeout(SOON)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.expose_function("say", lambda what: self.clicks.append(what))
        script = widget._esm.replace("export default { render };", "const widgetOf = async () => ({ render });")
        page.add_init_script(f"window.traits = {json.dumps({name: getattr(widget, name) for name in NAMES})};")
        page.route(
            "http://cell/", lambda route: route.fulfill(body=PAGE % (widget._css, script), content_type="text/html")
        )
        page.goto("http://cell/")
        page.wait_for_selector(".nc-seat .options button")
        widget.observe(self._changed, names=list(NAMES))

    def _changed(self, change: Any) -> None:
        self.page.evaluate("([name, value]) => { window.traits[name] = value; }", [change["name"], change["new"]])
        if change["name"] == "message":
            self.page.evaluate("() => window.tell('change:message')")

    def go_on(self) -> None:
        """Do what was clicked, as the notebook's kernel does."""
        self.page.wait_for_timeout(20)
        while self.clicks:
            self.page.evaluate("answer => window.tell('msg:custom', answer)", self.widget.act(self.clicks.pop(0)))


@needs_chromium
def test_in_a_browser_the_board_is_clicked_and_a_button_pressed(chromium: Any) -> None:
    match = cards(convoy="bot:standard")
    widget = notebook.SeatWidget(nc.Session(match), "uboat")
    cell = Cell(chromium.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce"), widget)
    page, go_on = cell.page, cell.go_on
    assert page.inner_text(".prompt").startswith(asked(widget)["prompt"])
    made = match.count
    page.locator(".options button").first.click()
    while match.count == made:
        go_on()
    page.wait_for_function("told => document.querySelectorAll('.log li').length === told", arg=len(widget.log))
    assert page.locator(".options button").count() == len(asked(widget)["options"])
    made = match.count
    while match.count == made:
        point = page.locator(".scenes .can").first.evaluate(POINT_OF)
        page.mouse.click(point["x"], point["y"])
        go_on()
    assert cell.faults == []


@pytest.mark.parametrize("total", [-1, "many", 2.5, None])
def test_a_progress_bar_says_in_one_error_of_ours_that_its_total_is_none(total: Any) -> None:
    with pytest.raises(BadData, match="a progress bar has a total"):
        notebook.ProgressBar(total)
    with pytest.raises(BadData, match="done should be a whole number"):
        notebook.ProgressBar(3)("two")


@needs_chromium
def test_in_a_browser_each_message_moves_once_and_one_that_fails_stops_none_after_it(chromium: Any) -> None:
    widget = notebook.SeatWidget(nc.Session(cards()), "convoy")
    page = chromium.new_page(reduced_motion="reduce")
    widget._esm += "\nwindow.moved = []; Board.prototype.move = async (moves) => { window.moved.push(moves); };"
    other = notebook.SeatWidget(widget._session, "uboat")
    page.set_default_timeout(SOON)
    script = widget._esm.replace("export default { render };", "const widgetOf = async () => ({ render });")
    page.add_init_script(f"window.traits = {json.dumps({name: getattr(widget, name) for name in NAMES})};")
    page.route("http://cell/", lambda route: route.fulfill(body=PAGE % (widget._css, script), content_type="text/html"))
    page.goto("http://cell/")
    page.wait_for_selector(".nc-seat .prompt")
    page.wait_for_function("() => document.querySelector('.prompt').textContent")
    decision = asked(other)
    other.act({"act": "choose", "keys": [decision["options"][0]["key"]], "decision": decision["number"]})
    told = json.loads(widget.message)
    assert told["events"]
    page.evaluate(TWICE, [widget.message, widget.log])
    page.wait_for_timeout(200)
    assert page.evaluate("() => window.moved.length") == len(told["events"])
    page.evaluate(TWICE, ["{}", []])
    page.evaluate(TWICE, [widget.message, widget.log])
    page.wait_for_function("told => document.querySelectorAll('.log li').length === told", arg=len(widget.log))
