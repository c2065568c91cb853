"""Saves and positions become matches at the table, and leave it again with seats, bots and notes."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

import navalcore as nc
from navalcore.table._settings import Limits
from tests.table.client import GENEROUS, Match, Table, table


def played(game: str, scenario: str | None, choices: int, **how: Any) -> nc.AnyMatch:
    match = nc.load(game).new_match(scenario, seed="brought in", chance="committed", **how)
    for number in range(choices):
        if match.decision is None:
            break
        match.choose(number % len(match.decision.options))
    return match


async def bring_in(at: Table, save: str, status: int = 201, **wish: Any) -> tuple[Match, Any]:
    said = await at.post("/imports", {"save": save, **wish}, status=status)
    secrets = {each["role"]: each["secret"] for each in said.get("seats", ()) if "secret" in each}
    invitations = {each["role"]: each["invitation"] for each in said.get("seats", ()) if "invitation" in each}
    return Match(at, said.get("match", ""), secrets, invitations), said


@pytest.mark.parametrize("dice", ["new", "same"])
@pytest.mark.parametrize(("game", "scenario"), [("uboat_cards", "short"), ("bismarck", "two_player")])
def test_a_save_becomes_a_match_that_stands_where_it_stood_and_is_played_on_after_a_start(
    sqlite: str, game: str, scenario: str, dice: str
) -> None:
    there = played(game, scenario, 7)

    async def play() -> None:
        async with table(sqlite) as at:
            match, said = await bring_in(
                at, there.dumps(), dice=dice, seats={role: {"by": "me"} for role in there.seats}
            )
            assert said["proven"]
            assert {each["proof"] for each in said["checks"]} == {"proven"}
            role = next(iter(match.secrets))
            state = await match.state(role)
            assert state["snapshot"]["view"] == there.snapshot(role).view.model_dump(mode="json")
            assert state["notes"][-1]["what"] == "imported"
            assert ("dice to come" in state["notes"][-1]["text"]) is (dice == "same")
            assert (said["commitment"] == there.commitment) is (dice == "same")
            before = await match.play(4)
        async with table(sqlite) as again:
            match.table = again
            role = before["snapshot"]["role"]
            assert (await match.state(role, 10_000_000))["snapshot"] == before["snapshot"]
            await match.play(2, seed=5)

    asyncio.run(play())


def test_what_is_over_is_looked_back_at_and_what_could_not_be_proven_is_told(sqlite: str) -> None:
    game = nc.load("uboat_cards")
    there = game.new_match("short", seed=4, seats={"uboat": "bot:standard", "convoy": "bot:standard"})
    there.play_bots()
    withheld = played("uboat_cards", "short", 9).dumps(seed=False)

    async def play() -> None:
        async with table(sqlite) as at:
            match, said = await bring_in(at, there.dumps(), seats={"uboat": {"by": "me"}})
            assert said["proven"]
            assert (await match.state())["snapshot"]["outcome"]
            assert (await match.act("uboat", act="at", choice=3))["said"]["of"] == there.count
            match, said = await bring_in(at, withheld, seats={"uboat": {"by": "me"}})
            assert not said["proven"]
            assert "not proven" in (await match.state())["notes"][-1]["text"]
            _, refused = await bring_in(at, withheld, 400, dice="same")
            assert "seed" in refused["message"]

    asyncio.run(play())


def test_a_position_becomes_a_match_of_which_it_is_told_that_no_match_proves_it(sqlite: str) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            text = 'game = "uboat_cards"\nscenario = "short"\n'
            match, said = await bring_in(at, text, seats={"uboat": {"by": "me"}, "convoy": {"by": "me"}})
            assert not said["proven"]
            assert "can come to it" in said["conclusion"]
            await match.play(3)
            _, refused = await bring_in(at, text + "wrong = 1\n", 400)
            assert refused["code"] == "bad_data"

    asyncio.run(play())


def test_a_match_leaves_with_seats_bots_and_notes_of_mine_and_comes_back_with_them(sqlite: str) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            terms = {"name": "Ann", "scenario": "short", "house": {"absent": "bot"}}
            match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "bot"}, **terms)
            await match.act("uboat", act="seat", do="note", text="watch the tanker")
            await match.play(3)
            assert (await match.state("uboat"))["mine"] == "watch the tanker"
            assert (await match.state())["mine"] == ""
            whole = (await match.act("uboat", act="save", whole=True))["said"]
            assert [note["what"] for note in (await match.state())["notes"]] == ["saw"], "who has the file has seen all"
            back, said = await bring_in(at, whole, name="Ann")
            assert said["proven"]
            state, before = await back.state("uboat"), await match.state("uboat")
            assert [(seat["role"], seat["kind"], seat["bot"]) for seat in state["seats"]] == [
                (seat["role"], seat["kind"], seat["bot"]) for seat in before["seats"]
            ]
            assert (state["mine"], state["house"]["absent"]) == ("watch the tanker", "bot")
            assert [note["what"] for note in state["notes"]] == ["earlier", "imported"]
            assert state["snapshot"]["view"] == before["snapshot"]["view"]
            two = await at.begin("uboat_cards", {"uboat": "me", "convoy": "me"})
            assert (await two.act("uboat", act="save"))["error"]["code"] == "not_over", "somebody else plays"

    asyncio.run(play())


def test_a_forged_file_is_refused_and_begins_nothing(sqlite: str) -> None:
    good = played("uboat_cards", "short", 6).dumps()
    lines = good.splitlines(keepends=True)
    header = json.loads(lines[0])
    whole = {"format": "navalcore match 1", "save": good}
    note = {"at": "2026-01-01", "what": "draw", "role": "convoy", "text": ""}
    forged = [
        "", "{", "[]", "nonsense", "\0", lines[0][:40], "".join(lines[:3] + lines[5:]),
        good.replace('"pick":0', '"pick":1', 1), json.dumps({**header, "game": "no_such_game"}) + "\n",
        json.dumps({**whole, "seats": {"uboat": {"taken_by": "bot:exec:touch /tmp/x"}}}),
        json.dumps({**whole, "seats": {"nobody_here": {"taken_by": "person"}}}), json.dumps({**whole, "more": 1}),
        json.dumps({**whole, "notes": [{"what": "draw"}]}), json.dumps({**whole, "notes": [{**note, "at": "once"}]}),
        json.dumps({**header, "navalcore": 7, "position": {"state": {"options": {"data_pack": "/etc"}}}}) + "\n",
        json.dumps({"game": "uboat_cards", "set": {"x": 1}}),
        json.dumps({"game": "bismarck", "options": {"data_pack": "/etc"}}), json.dumps({"game": ["x"]}),
        json.dumps({"game": "uboat_cards", "options": []}), "a = " + "[" * 5000,
    ]  # fmt: skip

    async def play() -> None:
        async with table(sqlite) as at:
            for text in forged:
                reply = await at.http.post("/api/imports", json={"save": text, "public": True})
                assert 400 <= reply.status_code < 500, (text[:60], reply.text)
            assert await at.get("/matches") == []
            left = {**note, "at": "2026-99-99T99:99", "what": "left", "text": "many"}
            clocks = {"move_hours": 1, "leave_days": 10}
            brought = json.dumps({**whole, "notes": [note, left]})
            drawn, _ = await bring_in(at, brought, seats={"uboat": {"by": "me"}, "convoy": {"by": "me"}}, house=clocks)
            await drawn.play(2)
            assert {each["seconds"] > 3000 for each in (await drawn.state("uboat"))["clocks"]} == {True}
            assert (await drawn.act("uboat", act="seat", do="leave"))["ok"], "nobody is on leave by a note of a file"
            assert (await drawn.act("uboat", act="seat", do="decline"))["error"][
                "message"
            ] == "no draw has been offered"

    asyncio.run(play())


def test_files_may_be_larger_than_requests_but_not_than_the_operator_says(sqlite: str) -> None:
    async def play() -> None:
        async with table(sqlite, Limits(**{**vars(GENEROUS), "import_bytes": 60_000})) as at:
            small, large = {"save": "x" * 50_000}, {"save": "x" * 61_000}
            assert (await at.http.post("/api/imports", json=small)).status_code == 400
            assert (await at.http.post("/api/imports", json=large)).status_code == 413
            assert (await at.http.post("/api/matches", json=small)).status_code == 413

    asyncio.run(play())
