"""The faults that other tables have or had, each with what this one does instead."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

import navalcore as nc
from navalcore.table._app import PAGE
from navalcore.table._recorded_match import APART, Past, RecordedMatch
from navalcore.table._settings import Limits
from navalcore.table._store import StoredSeat
from tests.table.client import HOST, Match, Table, table


def at_a_table(play: Callable[[Table], Awaitable[None]], database: str, **limits: Any) -> None:
    """Let a test sit at a table."""

    async def sit() -> None:
        async with table(database, **limits) as at:
            await play(at)

    asyncio.run(sit())


async def cards(at: Table) -> tuple[Match, str, str, Any]:
    """A match of cards with both seats one's own: it, who is asked, who is not, and the decision."""
    match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "me"}, scenario="short")
    first = await match.state("uboat")
    role = first["snapshot"]["waiting_for"][0]
    asked = (await match.state(role))["snapshot"]["decision"]
    return match, role, next(each for each in match.secrets if each != role), asked


def test_1_whatever_is_refused_has_a_code_a_sentence_and_for_a_late_choice_what_is_asked_now(sqlite: str) -> None:
    async def play(at: Table) -> None:
        match, role, other, asked = await cards(at)
        key = asked["options"][0]["key"]
        refusals: list[tuple[str | None, dict[str, Any], str]] = [
            (role, {"act": "choose", "decision": 7, "keys": [key]}, "stale_decision"),
            (role, {"act": "choose", "decision": 0, "keys": ["sail to Rome"]}, "not_offered"),
            (other, {"act": "choose", "decision": 0, "keys": [key]}, "not_your_turn"),
            (None, {"act": "choose", "decision": 0, "keys": [key]}, "not_your_turn"),
            (role, {"act": "undo", "decision": 0}, "undo_barrier"),
            (role, {"act": "undo", "decision": 9}, "stale_decision"),
            (role, {"act": "order", "words": "everything"}, "unknown_name"),
        ]
        for who, act, code in refusals:
            answer = await match.act(who, **act)
            assert answer["error"]["code"] == code
            assert len(answer["error"]["message"]) > 20
            assert (await match.state(role))["snapshot"]["number"] == 0
        hello = {"secret": match.secrets[role], "pictures": False}
        async with at.socket(match.id, hello) as socket:
            await socket.hear("state")
            answer = await socket.act(act="choose", decision=7, keys=[key])
            assert answer["error"]["code"] == "stale_decision"
            assert answer["error"]["decision"] == 0, "what is asked now comes with the refusal"

    at_a_table(play, sqlite)


def test_3_a_click_that_comes_twice_counts_once_though_it_would_be_legal_again(sqlite: str) -> None:
    async def play(at: Table) -> None:
        match, role, _, asked = await cards(at)
        choice = {"act": "choose", "decision": asked["number"], "keys": [asked["options"][0]["key"]], "click": "one"}
        for _ in range(3):
            answer = await match.act(role, **choice)
            assert answer["ok"]
            assert (await match.state(role))["snapshot"]["number"] == 1
        again = {**choice, "click": "the first after a restart"}
        assert (await match.act(role, **again))["ok"], "the same choice of the same decision"
        other = {**again, "keys": [asked["options"][1]["key"]], "click": "another"}
        assert (await match.act(role, **other))["error"]["code"] in ("stale_decision", "not_your_turn")

    at_a_table(play, sqlite)


def test_3_a_doubled_taking_back_takes_one_choice_back_and_a_late_click_does_not_make_it_again(sqlite: str) -> None:
    async def play(at: Table) -> None:
        match = await at.begin("bismarck", {"british": "me", "german": "me"}, scenario="two_player")
        clicks: list[dict[str, Any]] = []
        for _ in range(3):
            asked = (await match.state("british"))["snapshot"]["decision"]
            keys = [asked["options"][-1]["key"]]
            clicks.append({"decision": asked["number"], "keys": keys, "click": f"c{len(clicks)}"})
            assert (await match.act("british", act="choose", **clicks[-1]))["ok"]
        undo = {"act": "undo", "decision": 3, "click": "back"}
        for _ in range(2):
            answer = await match.act("british", **undo)
            assert answer["ok"]
            assert answer["number"] == 2
            assert (await match.state("british"))["snapshot"]["number"] == 2
        del undo["click"]
        assert (await match.act("british", **undo))["error"]["code"] == "stale_decision"
        await match.act("british", act="choose", **clicks[-1])
        assert (await match.state("british"))["snapshot"]["number"] == 2, "what was taken back stays taken back"

    at_a_table(play, sqlite)


def test_3_the_guard_holds_while_both_choose_at_the_same_time(sqlite: str) -> None:
    async def play(at: Table) -> None:
        match = await at.begin("bismarck", {"british": "me", "german": "me"}, scenario="two_player")
        asked = {role: (await match.state(role))["snapshot"]["decision"] for role in ("german", "british")}
        for role, decision in asked.items():
            for _ in range(2):
                keys = [decision["options"][0]["key"]]
                answer = await match.act(role, act="choose", decision=decision["number"], keys=keys, click=role)
                assert answer["ok"]
                assert (await match.state(role))["snapshot"]["number"] == 1
            stale = await match.choose(role, decision["options"][-1], decision)
            assert stale["error"]["code"] in ("stale_decision", "not_your_turn")

    at_a_table(play, sqlite)


def test_4_the_page_is_not_believed(sqlite: str) -> None:
    async def play(at: Table) -> None:
        match, role, other, _ = await cards(at)
        foreign = (await match.state(other))["snapshot"]
        assert foreign["decision"] is None
        for body, code in (
            ({"id": 1, "act": "choose", "decision": "now", "keys": [""]}, "bad_data"),
            ({"id": 1, "act": "choose", "decision": 0, "keys": [0], "as": role}, "not_your_turn"),
            ({"id": 1}, "bad_request"),
            ({"id": 1, "act": "win"}, "bad_request"),
            ({"id": 1, "act": "log", "since": 0, "as": role}, "bad_request"),
        ):
            refused = await at.post(f"/matches/{match.id}/act", body, match.secrets[other])
            assert refused["error"]["code"] == code
            assert refused["error"]["message"]
        for secret in ("0" * 32, "x", match.secrets[role].upper() + "0"):
            assert (await at.get(f"/matches/{match.id}", secret, status=403))["code"] == "seat_refused"
        wish = {"game": "silent_war", "options": {"data_pack": "/etc"}, "seats": {}}
        assert "the table's own machine" in (await at.post("/matches", wish, status=400))["message"]
        companion = {"game": "silent_war:companion", "seats": {"table": {"by": "me"}}}
        position = {"game": "silent_war:companion", "options": {"data_pack": "/etc"}}
        refused = await at.post("/matches", {**companion, "position": position}, status=400)
        assert "machine" in refused["message"], "a position may name no folder either"
        assert "data_pack" not in (await at.get("/games/silent_war"))["options"]["properties"]
        thinker = {"by": "bot", "bot": "search:9999s"}
        seats = ({"captain": {"by": "me"}}, {"uboat": thinker})
        for wrong in ({"game": "x"}, *({"game": "uboat_cards", "seats": each} for each in seats)):
            assert (await at.post("/matches", wrong, status=404))["code"] in ("unknown_game", "unknown_name")

    at_a_table(play, sqlite)


def test_5_an_old_moment_is_found_without_playing_the_match_from_its_start() -> None:
    game = nc.load("uboat_cards")
    written = RecordedMatch(game.new_match(seed=4, history=True))
    match = written.match
    while match.count < 3 * APART + 5:
        match.choose(-1 + len(match.decision.options) if match.decision else 0)
    recorded = Past.begun(game, written.fresh[0])
    for piece in written.fresh:
        recorded.follow(piece)
    made = []
    original = nc.Match.choose

    def counting(self: Any, *args: Any, **kwargs: Any) -> None:
        made.append(1)
        original(self, *args, **kwargs)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nc.Match, "choose", counting)
        for position in (match.count, 2 * APART + 3, APART - 1):
            made.clear()
            assert recorded.at(position).count == position
            assert len(made) < APART
    assert [place for place, _ in recorded._moments] == [0, APART, 2 * APART, 3 * APART], "and no more are stored"


def test_5_a_page_is_sent_a_short_tail_of_a_long_log(sqlite: str) -> None:
    async def play(at: Table) -> None:
        match, role, _, _ = await cards(at)
        await match.finish()
        told = (await match.state(role))["snapshot"]["told"]
        assert told > 100
        async with at.socket(match.id, {"secret": match.secrets[role], "since": -50, "pictures": False}) as socket:
            state = await socket.hear("state")
            assert state["since"] == told - 50
            assert [event["n"] for event in state["snapshot"]["events"]] == list(range(told - 49, told + 1))
            earlier = (await socket.act(act="log", since=0))["said"]
            assert [event["n"] for event in earlier] == list(range(1, told + 1))

    at_a_table(play, sqlite)


def test_5_a_match_that_no_rules_can_carry_on_says_so(sqlite: str) -> None:
    async def begin(at: Table) -> None:
        match, *_ = await cards(at)
        begun.append(match.id)

    async def come_back(at: Table) -> None:
        refused = await at.get(f"/matches/{begun[0]}", status=409)
        assert refused["code"] == "incompatible_save"
        assert "rules version 0.0.1" in refused["message"]

    begun: list[str] = []
    at_a_table(begin, sqlite)
    game = nc.load("uboat_cards")
    with sqlite3.connect(sqlite.removeprefix("sqlite:///")) as file:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(game), "version", "0.0.1")
            text = nc.load("uboat_cards").new_match("short", seed=1).dumps()
        file.execute("UPDATE pieces SET text = ?", [text])
    file.close()
    at_a_table(come_back, sqlite)


def test_6_nobody_takes_back_another_seats_choice_or_what_has_shown_a_card(sqlite: str) -> None:
    async def play(at: Table) -> None:
        match, role, other, asked = await cards(at)
        await match.choose(role, asked["options"][0], asked)
        refused = await match.act(other, act="undo", decision=0)
        assert refused["error"]["code"] == "undo_barrier"
        assert (await match.state(role))["snapshot"]["number"] == 1
        last = await match.play(40)
        assert last["snapshot"]["number"] > 1
        for each in match.secrets:
            snapshot = (await match.state(each))["snapshot"]
            answer = await match.act(each, act="undo", decision=snapshot["number"])
            assert answer["ok"] == snapshot["may_undo"], "the button is there when it works"

    at_a_table(play, sqlite)


def test_8_a_taking_back_in_a_gap_reaches_whoever_comes_back_and_after_a_restart_too(sqlite: str) -> None:
    async def play(at: Table) -> None:
        match = await at.begin("bismarck", {"british": "me", "german": "me"}, scenario="two_player")
        asked = (await match.state("british"))["snapshot"]["decision"]
        await match.choose("british", asked["options"][0], asked)
        seen = await match.state("british")
        await match.act("british", act="undo", decision=1)
        await match.choose("british", asked["options"][-1], asked)
        kept.append((match, seen["snapshot"]["told"], [event["n"] for event in seen["snapshot"]["events"]]))
        await come_back(at)

    async def come_back(at: Table) -> None:
        match, told, numbers = kept[0]
        hello = {"secret": match.secrets["british"], "since": told, "edition": 0, "pictures": False}
        async with at.socket(match.id, hello) as socket:
            state = await socket.hear("state")
        events = state["snapshot"]["events"]
        assert state["since"] == told
        assert [event["n"] for event in events] == list(range(told + 1, state["snapshot"]["told"] + 1))
        gone = [number for event in events if event["kind"] == "undone" for number in event["fields"]["takes_back"]]
        assert gone
        assert set(gone) <= set(numbers), "the lines that hold no more are named"
        assert state["snapshot"]["number"] == 1

    kept: list[tuple[Match, int, list[int]]] = []
    at_a_table(play, sqlite)
    at_a_table(come_back, sqlite)


# ---- limits ----------------------------------------------------------------------------------------------------------


def test_a_page_of_another_site_is_refused_by_http_and_by_socket(sqlite: str) -> None:
    async def play(at: Table) -> None:
        match, role, _, _ = await cards(at)
        for origin in ("https://evil.test", "null", f"http://{HOST}.evil.test"):
            reply = await at.http.post("/api/matches", json={"game": "uboat_cards"}, headers={"Origin": origin})
            assert reply.status_code == 403
            assert reply.json()["code"] == "wrong_origin"
            async with at.socket(match.id, {"secret": match.secrets[role]}, origin) as socket:
                assert (await socket.hear("answer"))["error"]["code"] == "wrong_origin"
            assert len(socket.texts) == 1
            assert socket.closed == 4403

    at_a_table(play, sqlite)


def test_too_much_and_too_many_are_refused_with_a_sentence(sqlite: str) -> None:
    async def play(at: Table) -> None:
        reply = await at.http.post("/api/matches", content=b"[" * 40_000, headers={"content-type": "application/json"})
        assert (reply.status_code, reply.json()["code"]) == (413, "too_large")
        match, role, _, _ = await cards(at)
        async with at.socket(match.id, {"secret": match.secrets[role], "pictures": False}) as socket:
            await socket.hear("state")
            for _ in range(9):
                await socket.send({"id": 1, "act": "text_board"})
            codes = [(await socket.hear("answer")).get("error") for _ in range(9)]
            assert [error["code"] for error in codes if error] == ["too_many"] * 2, "one for the first word, six acts"
            await socket.send("x" * 9000)
            assert (await socket.hear("answer"))["error"]["code"] == "too_large"
        async with at.socket(match.id, "not JSON") as socket:
            assert (await socket.hear("answer"))["error"]["code"] == "bad_request"
        for _ in range(8):
            reply = await at.http.get("/api/games")
        assert (reply.status_code, reply.json()["code"]) == (429, "too_many")

    at_a_table(
        play, sqlite, limits=Limits(hosts=(HOST,), requests=0.001, requests_at_once=8, acts=0.001, acts_at_once=8)
    )


def test_a_household_loads_the_page_ten_times_at_once(sqlite: str) -> None:
    files = len([path for path in PAGE.rglob("*") if path.suffix in (".js", ".mjs", ".css")])

    async def play(at: Table) -> None:
        codes = {(await at.http.get("/page/main.js")).status_code for _ in range(10 * files)}
        assert codes == {200}
        codes = {(await at.http.get("/api/games")).status_code for _ in range(240)}
        assert codes == {200, 429}, "the files were counted all the same"

    at_a_table(play, sqlite, limits=Limits(hosts=(HOST,), requests=0.001))


def test_the_pages_headers_let_it_load_its_own_files_and_no_code_in_markup(sqlite: str) -> None:
    async def play(at: Table) -> None:
        for path in ("/", "/match/any", "/new/any", "/page/main.js", "/api/games"):
            reply = await at.http.get(path)
            policy = reply.headers["content-security-policy"]
            assert reply.status_code == 200
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert reply.headers["x-content-type-options"] == "nosniff"
            assert reply.headers["referrer-policy"] == "no-referrer"
        for path in ("/page/../app.py", "/page/%2e%2e/app.py", "/page//etc/passwd"):
            assert (await at.http.get(path)).status_code == 404

    at_a_table(play, sqlite)


def test_the_digests_of_seats_are_not_shown_when_a_kept_seat_is_printed() -> None:
    assert "s3cret" not in repr(StoredSeat("uboat", "person", secret="s3cret", invitation="s3cret"))


def test_a_text_that_not_every_database_can_keep_is_refused_as_the_client_s_mistake(database: str) -> None:
    async def play(at: Table) -> None:
        seats = {"uboat": {"by": "me"}, "convoy": {"by": "person"}}
        await at.post("/matches", {"game": "uboat_cards", "seats": seats, "name": "a\0b"}, status=422)
        match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "person"})
        take = {"invitation": match.invitations["convoy"], "name": "a\0b"}
        await at.post(f"/matches/{match.id}/seats/convoy", take, status=422)
        refused = await match.act("uboat", act="seat", do="note", text="a\0b")
        assert refused["error"]["code"] == "bad_request"
        await at.get("/matches/a%00b", status=404)

    at_a_table(play, database)
