"""The life of a seat over days: keys, coming and going, ends that the rules do not know, clocks, pages of people."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, select, update

from navalcore.table._clock import time_left
from navalcore.table._housekeeping import look_at_clocks
from navalcore.table._messages import HouseRules
from navalcore.table._reading import aware
from navalcore.table._schema import MatchRow, TurnRow
from tests.table.client import Match, Table, table

NOW = datetime(2026, 11, 25, 12, tzinfo=UTC)


def two(sqlite: str, play: Callable[[Table, Match], Awaitable[None]], **terms: Any) -> None:
    """Two people at a match of the card game."""

    async def sit() -> None:
        async with table(sqlite) as at:
            await play(at, await at.begin("uboat_cards", {"uboat": "me", "convoy": "me"}, **terms))

    asyncio.run(sit())


def test_a_new_key_makes_the_old_one_void(sqlite: str) -> None:
    async def play(at: Table, match: Match) -> None:
        said = (await match.act("uboat", act="seat", do="renew"))["said"]
        await at.get(f"/matches/{match.id}", match.secrets["uboat"], status=403)
        assert (await at.get(f"/matches/{match.id}", said["secret"]))["snapshot"]["role"] == "uboat"
        assert [note["what"] for note in (await match.state())["notes"]] == ["renewed"]

    two(sqlite, play)


def test_a_link_for_another_device_is_spent_by_a_click_and_becomes_a_cookie_of_that_match(sqlite: str) -> None:
    async def play(at: Table, match: Match) -> None:
        link = (await match.act("uboat", act="seat", do="link"))["said"]["link"]
        reply = await at.http.post(f"/api/matches/{match.id}/enter", json={"secret": link})
        assert reply.json() == {"match": match.id, "role": "uboat"}
        cookie = reply.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert f"Path=/api/matches/{match.id}" in cookie
        assert link not in cookie
        at.http.cookies.clear()
        again = await at.http.post(f"/api/matches/{match.id}/enter", json={"secret": link})
        assert again.status_code == 403, "it is spent"
        key = cookie.split("=", 1)[1].split(";")[0]
        mine = {"Cookie": f"navalcore-seat-uboat={key}"}
        state = (await at.http.get(f"/api/matches/{match.id}?cookie=true", headers=mine)).json()
        assert state["snapshot"]["role"] == "uboat"
        assert (await match.state("uboat"))["snapshot"]["role"] == "uboat", "the first device has it too"
        await match.act("uboat", act="seat", do="renew")
        assert (await at.http.get(f"/api/matches/{match.id}?cookie=true", headers=mine)).status_code == 403

    two(sqlite, play)


def test_an_invitation_is_withdrawn_by_a_new_one(sqlite: str) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "person"})
            old = match.invitations["convoy"]
            new = (await match.act("uboat", act="seat", do="invite", role="convoy"))["said"]["invitation"]
            await at.post(f"/matches/{match.id}/seats/convoy", {"invitation": old}, status=403)
            await at.post(f"/matches/{match.id}/seats/convoy", {"invitation": new, "name": "Ann"})
            state = await match.state()
            assert [(note["what"], note["text"]) for note in state["notes"]] == [("invited", ""), ("sat", "Ann")]
            assert (state["undo"], state["house"]["absent"], state["host"]) == ("barrier", "free", "uboat")

    asyncio.run(play())


def test_who_resigns_ends_a_match_of_two_and_nothing_can_be_chosen_then(sqlite: str) -> None:
    async def play(at: Table, match: Match) -> None:
        assert (await match.state("uboat"))["resigning"] == "loss"
        assert (await match.act("uboat", act="seat", do="resign"))["ok"]
        state = await match.state("convoy")
        assert "resigned" in state["closed"]
        assert state["seed"] is not None, "then the dice are shown"
        role = state["snapshot"]["waiting_for"][0]
        asked = (await match.state(role))["snapshot"]["decision"]
        refused = await match.choose(role, asked["options"][0], asked)
        assert refused["error"]["code"] == "closed"
        assert (await match.act("convoy", act="save"))["ok"]
        assert (await match.act("convoy", act="seat", do="resign"))["error"]["code"] == "closed"

    two(sqlite, play)


def test_a_draw_is_made_when_both_have_offered_it(sqlite: str) -> None:
    async def play(at: Table, match: Match) -> None:
        assert (await match.act("uboat", act="seat", do="draw"))["ok"]
        assert not (await match.state())["closed"]
        again = await match.act("uboat", act="seat", do="draw")
        assert again["error"]["code"] == "seat_refused", "twice by one is no agreement"
        assert (await match.act("convoy", act="seat", do="decline"))["ok"]
        assert (await match.act("convoy", act="seat", do="draw"))["ok"]
        assert not (await match.state())["closed"], "the offer that was declined counts no more"
        assert (await match.act("convoy", act="seat", do="decline"))["ok"], "one's own is withdrawn"
        assert [note["what"] for note in (await match.state())["notes"]][-3:] == ["declined", "draw", "withdrawn"]
        assert (await match.act("uboat", act="seat", do="draw"))["ok"]
        assert not (await match.state())["closed"]
        assert (await match.act("convoy", act="seat", do="draw"))["ok"]
        assert (await match.state())["closed"] == "a draw was agreed"

    two(sqlite, play)


def test_ones_own_seat_is_given_to_a_bot_and_taken_back_by_invitation(sqlite: str) -> None:
    async def play(at: Table, match: Match) -> None:
        await match.play(1)
        given = (await match.act("convoy", act="seat", do="hand", bot=""))["said"]
        state = await match.state("uboat")
        while state["snapshot"]["decision"] is None:
            state = await match.state("uboat")
        assert {seat["role"]: seat["taken"] for seat in state["seats"]} == {"uboat": True, "convoy": False}
        before = state["snapshot"]["told"]
        asked = state["snapshot"]["decision"]
        assert (await match.choose("uboat", asked["options"][0], asked))["ok"]
        await match.settled()
        assert (await match.state("uboat"))["snapshot"]["told"] > before
        taken = await at.post(f"/matches/{match.id}/seats/convoy", {"invitation": given["invitation"]})
        assert (await at.get(f"/matches/{match.id}", taken["secret"]))["orders"] == ["match"]

    two(sqlite, play)


async def absent_from(match: Match, role: str) -> datetime:
    """From when on the others may free the seat of somebody, as all are told."""
    absent = (await match.state())["absent"]
    assert list(absent) == [role]
    return datetime.fromisoformat(absent[role])


def test_others_have_a_seat_only_when_its_person_was_awaited_as_long_as_the_table_says(sqlite: str) -> None:
    async def play(at: Table, match: Match) -> None:
        await match.play(1)
        room = await at.app.state.rooms.room(match.id)
        waiting = room.stored.match.waiting[0]
        other = {"uboat": "convoy", "convoy": "uboat"}[waiting]
        hand = {"act": "seat", "do": "hand", "role": waiting}
        assert (await match.act(other, **hand))["error"]["code"] == "seat_refused"
        assert await absent_from(match, waiting) > datetime.now(UTC) + timedelta(days=13.9)
        long_ago = datetime.now(UTC) - timedelta(days=15)
        await room.amend(lambda stored: replace(stored, match=replace(stored.match, asked=long_ago)))
        assert await absent_from(match, waiting) < datetime.now(UTC) - timedelta(days=0.9)
        assert (await match.act(other, **hand, bot=""))["error"]["code"] == "seat_refused", "free is not a bot's"
        assert (await match.act(waiting, act="seat", do="leave", days=7))["ok"]
        assert (await match.act(other, **hand))["ok"], "who leaves too late was absent before"
        await at.get(f"/matches/{match.id}", match.secrets[waiting], status=403)

    two(sqlite, play)


def test_a_match_is_deleted_by_its_host_when_nobody_else_sits_there(sqlite: str) -> None:
    async def play(at: Table, match: Match) -> None:
        assert (await match.act("uboat", act="seat", do="delete"))["error"]["code"] == "seat_refused"
        await match.act("convoy", act="seat", do="resign")
        assert (await match.act("convoy", act="seat", do="delete"))["error"]["code"] == "seat_refused"
        assert (await match.act("uboat", act="seat", do="delete"))["ok"]
        assert (await at.get(f"/matches/{match.id}", status=404))["code"] == "unknown_name"

    two(sqlite, play)


def test_a_socket_that_was_opened_by_a_key_is_closed_when_that_key_is_void(sqlite: str) -> None:
    async def play(at: Table, match: Match) -> None:
        for do, role in (("renew", "uboat"), ("hand", "convoy")):
            hello = {"secret": match.secrets[role], "pictures": False}
            async with at.socket(match.id, hello) as other, at.socket(match.id, hello) as mine:
                await other.hear("state")
                await mine.hear("state")
                assert (await mine.act(act="seat", do=do))["ok"]
                refused = await other.hear("answer")
                assert refused["error"]["code"] == "seat_refused", "and nothing more of the seat is sent"
                assert other.heard.empty()
                await other.send({"id": 2, "act": "seat", "do": "note", "text": "mine"})
                if do == "renew":
                    assert (await mine.act(act="seat", do="note", text="still here"))["ok"], "who renews it goes on"
            assert other.closed == 4403

    two(sqlite, play)


def test_a_key_that_is_void_opens_the_seat_in_no_other_process_either(database: str) -> None:
    async def play() -> None:
        async with table(database) as at, table(database) as other:
            match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "me"})
            there = Match(other, match.id, match.secrets, {})
            old = match.secrets["convoy"]
            assert (await there.state("convoy"))["snapshot"]["role"] == "convoy"
            async with other.socket(match.id, {"secret": old, "pictures": False}) as line:
                await line.hear("state")
                assert (await match.act("convoy", act="seat", do="renew"))["ok"]
                assert (await line.hear("answer"))["error"]["code"] == "seat_refused"
            await asyncio.sleep(1)
            await other.get(f"/matches/{match.id}", old, status=403)
            await at.get(f"/matches/{match.id}", old, status=403)

    asyncio.run(play())


def test_of_two_acts_that_exclude_each_other_one_is_refused(database: str) -> None:
    async def both(match: Match, one: str, other: str) -> tuple[list[bool], Any]:
        acts = (match.act("uboat", act="seat", do=one), match.act("convoy", act="seat", do=other))
        answers = await asyncio.gather(*acts)
        return [each["ok"] for each in answers], await match.state()

    async def play() -> None:
        async with table(database) as at:
            for _ in range(3):
                done, state = await both(await begun(at), "draw", "draw")
                assert (done, state["closed"]) == ([True, True], "a draw was agreed"), "offers that cross agree"
                done, state = await both(await begun(at), "resign", "resign")
                assert sorted(done) == [False, True], "one has resigned first, and the match was over"
                assert [note["what"] for note in state["notes"]] == ["resigned"]
                offered = await begun(at)
                await offered.act("uboat", act="seat", do="draw")
                done, state = await both(offered, "resign", "draw")
                assert sorted(done) == [False, True]
                assert [note["what"] for note in state["notes"]][1:] in (["resigned"], ["drawn"])

    async def begun(at: Table) -> Match:
        return await at.begin("uboat_cards", {"uboat": "me", "convoy": "me"})

    asyncio.run(play())


def test_an_act_at_the_table_undoes_nothing_of_a_choice_that_was_made_meanwhile(database: str) -> None:
    async def play() -> None:
        async with table(database) as at:
            match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "me"})
            rows = at.app.state.rows
            before = await rows.get(match.id)
            await match.play(40)
            chosen = (await rows.get(match.id)).match
            assert chosen.asked != before.match.asked
            assert await rows.amend(before, before.noted({"at": "", "what": "draw", "role": "uboat", "text": ""}))
            after = (await rows.get(match.id)).match
            assert (after.asked, after.waiting, after.pieces) == (chosen.asked, chosen.waiting, chosen.pieces)
            ended = before.noted({"at": "", "what": "drawn", "role": "", "text": ""}, outcome="x", closed="x")
            assert not await rows.amend(before, ended), "the notes are others by now"

    asyncio.run(play())


def test_a_draw_that_was_offered_by_a_person_who_has_left_does_not_bind_the_next(sqlite: str) -> None:
    async def play(at: Table, match: Match) -> None:
        await match.act("convoy", act="seat", do="draw")
        link = (await match.act("convoy", act="seat", do="hand"))["said"]["invitation"]
        await at.post(f"/matches/{match.id}/seats/convoy", {"invitation": link, "name": "Carl"})
        assert (await match.act("uboat", act="seat", do="draw"))["ok"]
        assert not (await match.state())["closed"], "that is an offer to Carl"

    two(sqlite, play)


def test_a_player_cannot_use_up_the_acts_of_another(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("navalcore.table._life.MOST", 6)

    async def play(_at: Table, match: Match) -> None:
        for _ in range(3):
            for do in ("draw", "decline"):
                assert (await match.act("uboat", act="seat", do=do))["ok"]
        assert (await match.act("uboat", act="seat", do="draw"))["error"]["code"] == "quota"
        for do in ("draw", "decline", "leave", "back", "renew"):
            assert (await match.act("convoy", act="seat", do=do))["ok"]
        assert (await match.act("uboat", act="seat", do="resign"))["ok"], "an end is noted all the same"

    two(sqlite, play)


def test_a_player_who_is_on_leave_is_not_said_to_lose_time_and_comes_back_once(sqlite: str) -> None:
    async def play(_at: Table, match: Match) -> None:
        await match.play(1)
        (role,) = (await match.state())["snapshot"]["waiting_for"]
        assert (await match.act(role, act="seat", do="back"))["error"]["code"] == "seat_refused"
        assert (await match.act(role, act="seat", do="leave"))["ok"]
        assert not any(clock["runs"] for clock in (await match.state())["clocks"])
        assert (await match.act(role, act="seat", do="leave"))["error"]["code"] == "seat_refused"
        assert (await match.act(role, act="seat", do="back"))["ok"]
        assert [clock["role"] for clock in (await match.state())["clocks"] if clock["runs"]] == [role]

    two(sqlite, play, house={"move_hours": 1})


async def hours_pass(at: Table, match: Match, hours: float) -> None:
    """Let all turns have begun so many hours earlier, for every process."""
    rows, room = at.app.state.rows, await at.app.state.rooms.room(match.id)

    def earlier(connection: Connection) -> None:
        for n, begun in connection.execute(select(TurnRow.n, TurnRow.at).where(TurnRow.match == match.id)).all():
            row = update(TurnRow).where(TurnRow.match == match.id, TurnRow.n == n)
            connection.execute(row.values(at=aware(begun) - timedelta(hours=hours)))

    await rows.transaction(earlier)
    room.turns = await rows.turns(match.id)


async def until_another_is_awaited(match: Match) -> tuple[str, str]:
    """Play until the match waits for another person than now; who that was before, and who it is."""
    (before,) = (await match.state())["snapshot"]["waiting_for"]
    while (now := (await match.state())["snapshot"]["waiting_for"]) == [before]:
        await match.play(1)
    return before, now[0]


def at_hours(*turns: tuple[float, list[str]]) -> list[tuple[datetime, list[str]]]:
    """Who was awaited from so many hours before now on."""
    return [(NOW - timedelta(hours=hours), waiting) for hours, waiting in turns]


@pytest.mark.parametrize(
    ("turns", "notes", "left"),
    [
        (at_hours((5, ["a"])), [], {"a": 24 + 48 - 5}),
        (at_hours((30, ["a"])), [], {"a": 24 + 48 - 30}),
        (at_hours((100, ["a"]), (70, ["b"]), (10, ["a"])), [], {"a": 48 - 6 + 24 - 10, "b": 48 - 36 + 24}),
        (at_hours((100, ["a"])), [("left", "a", 90, "2")], {"a": 72 - 100 + 48}),
        (at_hours((100, ["a"])), [("left", "a", 90, "2"), ("back", "a", 80, "")], {"a": 72 - 100 + 10}),
        (at_hours((200, ["a"])), [("left", "a", 150, "60")], {"a": 72 - 200 + 72}),
        (at_hours((100, ["a"])), [("left", "b", 90, "2")], {"a": 72 - 100}),
        (
            at_hours((100, ["a"])),
            [("left", "a", 90, "2"), ("freed", "a", 85, ""), ("sat", "a", 80, "B")],
            {"a": 72 - 100 + 10},
        ),  # who sits down is not on leave
        (at_hours((40, ["a"]), (30, ["b"]), (30, ["a"])), [], {"a": 24 + 48 - 40}),  # b's turn was taken back
        (at_hours((5, ["a"]), (9, ["b"]), (1, ["a"])), [], {"a": 24 + 48 - 1, "b": 24 + 48}),  # time was set back
    ],
)
def test_a_clock_is_what_is_written_of_turns_and_leave(turns: Any, notes: Any, left: dict[str, float]) -> None:
    house = HouseRules(move_hours=24, reserve_hours=48, leave_days=3)
    written = [
        {"what": what, "role": role, "at": (NOW - timedelta(hours=hours)).isoformat(), "text": text}
        for what, role, hours, text in notes
    ]
    found = time_left(house, turns, written, NOW)
    assert {role: seconds / 3600 for role, seconds in found.items()} == pytest.approx(left)
    assert time_left(HouseRules(), turns, written, NOW) == {}


def test_a_choice_that_is_taken_back_gives_no_time(sqlite: str) -> None:
    async def play(at: Table, match: Match) -> None:
        await until_another_is_awaited(match)
        await hours_pass(at, match, 5)

        async def left() -> dict[str, int]:
            return {each["role"]: each["seconds"] for each in (await match.state())["clocks"]}

        before = await left()
        mine, _ = await until_another_is_awaited(match)
        assert (await left())[mine] > before[mine] + 3600, "the turn has ended, and the next has its own time"
        number = (await match.state(mine))["snapshot"]["number"]
        assert (await match.act(mine, act="undo", decision=number))["ok"]
        assert (await match.state())["snapshot"]["waiting_for"] == [mine]
        assert (await left())[mine] == pytest.approx(before[mine], abs=60)
        (await at.app.state.rooms.room(match.id)).turns = await at.app.state.rows.turns(match.id)
        assert (await left())[mine] == pytest.approx(before[mine], abs=60), "and so it is stored"

    two(sqlite, play, house={"move_hours": 6}, undo="free")


def test_a_match_that_cannot_be_opened_stops_no_other_clock(sqlite: str) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            house = {"move_hours": 1, "runs_out": "loss"}
            matches = [await at.begin("uboat_cards", {"uboat": "me", "convoy": "me"}, house=house) for _ in range(4)]
            for match in matches:
                await match.play(1)
                await hours_pass(at, match, 2)
            rooms, rows = at.app.state.rooms, at.app.state.rows
            for match in matches:
                rooms.leave(match.id)
            gone = update(MatchRow).where(MatchRow.id == matches[1].id).values(game="of_nobody")
            await rows.transaction(lambda connection: connection.execute(gone))
            damaged = update(MatchRow).where(MatchRow.id == matches[2].id).values(told=[])
            await rows.transaction(lambda connection: connection.execute(damaged))
            await look_at_clocks(rooms, rows, {})
            for match in (matches[0], matches[3]):
                assert (await match.state())["closed"].endswith("ran out of time")

    asyncio.run(play())


def test_a_person_is_warned_once_before_the_clock_runs_out_however_many_processes_look(database: str) -> None:
    async def play() -> None:
        async with table(database) as at, table(database) as other:
            warned: list[str] = []

            async def tell_again(_match: str, role: str) -> None:
                warned.append(role)

            match = await at.begin(
                "uboat_cards", {"uboat": "me", "convoy": "me"}, house={"move_hours": 24, "leave_days": 3}
            )
            await match.play(1)
            (role,) = (await match.state())["snapshot"]["waiting_for"]
            for hours, warnings in ((0, 0), (1, 0), (21.5, 1), (0, 1)):
                await hours_pass(at, match, hours)
                for each in (at, other, at):
                    each.app.state.rows.tell_again = tell_again
                    await look_at_clocks(each.app.state.rooms, each.app.state.rows, {})
                assert warned == [role] * warnings, f"after {hours} hours more"

    asyncio.run(play())


@pytest.mark.parametrize("rule", ["claim", "bot", "loss"])
def test_when_a_clock_has_run_out_the_rule_of_the_table_holds(sqlite: str, rule: str) -> None:
    async def play(at: Table, match: Match) -> None:
        await match.play(1)
        rooms = at.app.state.rooms
        room = await rooms.room(match.id)
        waiting = room.stored.match.waiting[0]
        other = {"uboat": "convoy", "convoy": "uboat"}[waiting]
        assert (await match.act(other, act="seat", do="claim"))["error"]["code"] == "seat_refused"
        await hours_pass(at, match, 2)
        await look_at_clocks(rooms, at.app.state.rows, {})
        state = await match.state(other)
        if rule == "claim":
            assert not state["closed"]
            assert (await match.act(other, act="seat", do="claim"))["ok"]
        if rule == "bot":
            assert not next(seat for seat in state["seats"] if seat["role"] == waiting)["taken"]
        else:
            assert (await match.state())["closed"].endswith("ran out of time")

    two(sqlite, play, house={"move_hours": 1, "runs_out": rule})


def two_commanders(sqlite: str, partner: str, play: Callable[[Table, Match], Awaitable[None]], **terms: Any) -> None:
    """A campaign of Silent War for two, both on one side; the partner is a person or a bot."""

    async def sit() -> None:
        async with table(sqlite) as at:
            seats = {"comsubpac": "me", "comsubsowespac": partner}
            given = {"scenario": "campaign_wp1", "options": {"two_player": True}, **terms}
            await play(at, await at.begin("silent_war", seats, **given))

    asyncio.run(sit())


def test_whoever_resigns_from_a_side_of_two_leaves_the_match_to_the_partner_and_nobody_wins_by_it(sqlite: str) -> None:
    async def play(_at: Table, match: Match) -> None:
        assert (await match.state("comsubpac"))["resigning"] == "bot"
        assert (await match.act("comsubpac", act="seat", do="resign"))["ok"]
        state = await match.state("comsubsowespac")
        assert state["resigning"] == "end", "nobody is left"
        assert not state["closed"]
        assert [note["what"] for note in state["notes"]] == ["bot"]
        assert {seat["role"]: seat["taken"] for seat in state["seats"]} == {"comsubpac": False, "comsubsowespac": True}

    two_commanders(sqlite, "me", play)


def test_whoever_resigns_beside_a_bot_of_the_same_side_abandons_the_match(sqlite: str) -> None:
    async def play(_at: Table, match: Match) -> None:
        assert (await match.state("comsubpac"))["resigning"] == "end"
        assert (await match.act("comsubpac", act="seat", do="resign"))["ok"]
        assert (await match.state())["closed"] == "the match was abandoned"

    two_commanders(sqlite, "bot", play)


@pytest.mark.parametrize("rule", ["claim", "loss"])
def test_a_bot_plays_on_for_a_partner_whose_time_is_up_since_nobody_could_win_by_it(sqlite: str, rule: str) -> None:
    async def play(at: Table, match: Match) -> None:
        await match.play(1)
        (waiting,) = (await match.state())["snapshot"]["waiting_for"]
        await hours_pass(at, match, 2)
        (other,) = set(match.secrets) - {waiting}
        if rule == "claim":
            assert (await match.act(other, act="seat", do="claim"))["ok"]
            assert (await match.act(other, act="seat", do="claim"))["error"]["code"] == "seat_refused", "nobody is late"
        await look_at_clocks(at.app.state.rooms, at.app.state.rows, {})
        state = await match.state(other)
        assert not state["closed"]
        assert not next(seat for seat in state["seats"] if seat["role"] == waiting)["taken"]

    two_commanders(sqlite, "me", play, house={"move_hours": 1, "runs_out": rule})
