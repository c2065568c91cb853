"""Matches at the table from the first request to the last, on either database."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

import navalcore as nc
from navalcore._saves.tape import Tape
from navalcore._saves.upgrading import read_any_save
from navalcore.bots import RandomBot
from navalcore.table import _hindsight as hindsight
from tests.table.client import Match, Table, table

GAMES = [
    ("uboat_cards", "short", 30, True),
    ("tonnage_war", None, 200, True),
    ("silent_war", None, 200, True),
    ("aa50_subwar", None, 30, False),
    ("bismarck", None, 30, False),
]
"""How many choices people make, and whether bots then play to the end."""


async def begin(at: Table, game: str, scenario: str | None = None) -> Match:
    """A match in which every person's seat is one's own."""
    seats = await at.post(f"/games/{game}/seats", {"scenario": scenario})
    mine = {seat["role"]: "me" for seat in seats if seat["taken_by"] == "person"}
    return await at.begin(game, mine, scenario=scenario)


def decided(states: list[Any]) -> tuple[Any, Any]:
    """The state of the seat that is asked, and its decision."""
    for state in states:
        if state["snapshot"]["decision"]:
            return state, state["snapshot"]["decision"]
    raise AssertionError("nobody is asked")


@pytest.mark.parametrize(("game", "scenario", "most", "whole"), GAMES, ids=[game[0] for game in GAMES])
def test_a_match_played_over_http_is_kept_and_stands_there_after_a_restart(
    sqlite: str, game: str, scenario: str | None, most: int, whole: bool
) -> None:
    async def play() -> None:
        async with table(sqlite) as first:
            match = await begin(first, game, scenario)
            await match.play(most)
            assert not whole or (await match.finish())["snapshot"]["outcome"]
            before = {role: await match.state(role) for role in (*match.secrets, None)}
        async with table(sqlite) as second:
            again = Match(second, match.id, match.secrets, {})
            for role, state in before.items():
                assert await again.state(role) == state, "every word as it was, the numbers of the events too"

    asyncio.run(play())


def test_a_person_plays_against_a_bot_by_http_and_hears_of_it_by_socket(database: str) -> None:
    async def play() -> None:
        async with table(database) as at:
            match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "bot"}, scenario="short")
            hello = {"secret": match.secrets["uboat"], "pictures": False}
            async with at.socket(match.id, hello) as socket:
                state = await socket.hear("state")
                for _ in range(6):
                    while not state["snapshot"]["decision"]:
                        state = await socket.hear("state")
                    asked = state["snapshot"]["decision"]
                    told = state["snapshot"]["told"]
                    answer = await socket.act(
                        act="choose", decision=asked["number"], keys=[asked["options"][0]["key"]], click=str(told)
                    )
                    assert answer["ok"]
                    state = await socket.hear("state")
                    assert [event["n"] for event in state["snapshot"]["events"]][:1] == [told + 1], "nothing is missed"
                assert state["snapshot"]["number"] >= 6, "answers that are forced are given at once"

    asyncio.run(play())


def test_two_tables_on_one_database_play_one_match_and_lose_no_choice(database: str) -> None:
    async def play() -> None:
        async with table(database) as here, table(database) as there:
            match = await here.begin("uboat_cards", {"uboat": "me", "convoy": "me"}, scenario="short")
            twin = Match(there, match.id, match.secrets, {})
            async with there.socket(match.id, {"pictures": False}) as onlooker:
                await onlooker.hear("state")
                for turn in range(12):
                    where = (match, twin)[turn % 2]
                    states = [await where.state(role) for role in match.secrets]
                    state, asked = decided(states)
                    answer = await where.choose(state["snapshot"]["role"], asked["options"][-1], asked)
                    assert answer["ok"]
                told = (await match.state())["snapshot"]["told"]
                while (await onlooker.hear("state"))["snapshot"]["told"] < told:
                    pass
            for role in match.secrets:
                assert await twin.state(role) == await match.state(role)
            made = [(await match.state(role))["snapshot"]["number"] for role in match.secrets]
            assert sum(made) == 12

    asyncio.run(play())


def test_two_tables_that_choose_at_the_same_moment_make_one_choice(database: str) -> None:
    async def play() -> None:
        async with table(database) as here, table(database) as there:
            match = await here.begin("uboat_cards", {"uboat": "me", "convoy": "me"}, scenario="short")
            twin = Match(there, match.id, match.secrets, {})
            state, asked = decided([await match.state(role) for role in match.secrets])
            role = state["snapshot"]["role"]
            first, last = asked["options"][0], asked["options"][-1]
            answers = await asyncio.gather(match.choose(role, first, asked), twin.choose(role, last, asked))
            codes = sorted("" if answer["ok"] else answer["error"]["code"] for answer in answers)
            assert codes in (["", "not_your_turn"], ["", "stale_decision"])
            assert (await match.state(role))["snapshot"]["number"] == 1

    asyncio.run(play())


def test_a_seat_taken_at_one_table_is_open_at_the_other_at_once(database: str) -> None:
    async def play() -> None:
        async with table(database) as here, table(database) as there:
            match = await here.begin("uboat_cards", {"uboat": "me", "convoy": "person"}, public=True)
            await there.get(f"/matches/{match.id}?pictures=false")
            taken = await here.post(f"/matches/{match.id}/seats/convoy", {"name": "Bert"})
            async with there.socket(match.id, {"secret": taken["secret"], "pictures": False}) as socket:
                assert (await socket.hear("state"))["snapshot"]["role"] == "convoy"

    asyncio.run(play())


def test_a_public_seat_is_taken_once_and_its_secret_is_not_in_the_database(sqlite: str) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "person"}, public=True, name="Ann")
            listed = next(each for each in await at.get("/matches") if each["id"] == match.id)
            assert [(seat["name"], seat["free"]) for seat in listed["seats"]] == [("Ann", False), ("", True)]
            taken = await at.post(f"/matches/{match.id}/seats/convoy", {"name": "Bert"})
            assert (await at.get(f"/matches/{match.id}", taken["secret"]))["snapshot"]["role"] == "convoy"
            again = await at.post(f"/matches/{match.id}/seats/convoy", {"name": "Carl"}, status=403)
            assert again["code"] == "seat_refused"
        with sqlite3.connect(sqlite.removeprefix("sqlite:///")) as file:
            rows = str(file.execute("SELECT * FROM seats").fetchall())
        file.close()
        assert taken["secret"] not in rows
        assert match.secrets["uboat"] not in rows

    asyncio.run(play())


def test_an_invitation_opens_a_seat_once_and_never_shows_it_to_whoever_sent_it(database: str) -> None:
    async def play() -> None:
        async with table(database) as at:
            match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "person"})
            assert match.id not in [each["id"] for each in await at.get("/matches")], "it is between friends"
            invitation = match.invitations["convoy"]
            refused = await at.get(f"/matches/{match.id}", invitation, status=403)
            assert refused["code"] == "seat_refused", "an invitation is no seat"
            await at.post(f"/matches/{match.id}/seats/convoy", {}, status=403)
            taken = await at.post(f"/matches/{match.id}/seats/convoy", {"invitation": invitation})
            assert taken["secret"] != invitation
            await at.post(f"/matches/{match.id}/seats/convoy", {"invitation": invitation}, status=403)

    asyncio.run(play())


def test_standing_orders_are_kept_over_a_restart_and_end_with_a_taking_back(sqlite: str) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "me"}, scenario="short")
            state, asked = decided([await match.state(role) for role in match.secrets])
            role = state["snapshot"]["role"]
            other = next(each for each in match.secrets if each != role)
            await match.act(other, act="order", words="match")
            assert (await match.state(other))["orders"] == ["match"]
            assert (await match.state(role))["orders"] == [], "the other side's orders are its own"
        async with table(sqlite) as at:
            match = Match(at, match.id, match.secrets, {})
            await match.choose(role, asked["options"][0], asked)
            for _ in range(3):
                await match.settled()
                state = await match.state(role)
                decision = state["snapshot"]["decision"]
                assert decision, "the bot has answered for the other side whenever it was asked"
                await match.choose(role, decision["options"][0], decision)
            assert (await match.state(other))["snapshot"]["number"] > 0
            assert (await match.act(other, act="recall"))["recalled"] == ["match"]
            assert (await match.state(other))["orders"] == []

    asyncio.run(play())


def test_that_a_bot_has_failed_is_told_to_all_and_its_error_which_may_name_hidden_cards_to_the_log_alone(
    sqlite: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_bot: object, _view: object, decision: nc.Decision) -> object:
        raise ZeroDivisionError(f"by nought, with {', '.join(decision.texts)}")

    async def play() -> None:
        async with table(sqlite) as at:
            match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "me"}, scenario="short")
            state, asked = decided([await match.state(role) for role in match.secrets])
            role = state["snapshot"]["role"]
            monkeypatch.setattr(RandomBot, "decide", fail)
            await match.act(role, act="order", words="turn by random")
            await match.settled()
            hidden = [option["text"] for option in asked["options"]]
            for seat in (*match.secrets, None):
                trouble = (await match.state(seat))["trouble"]
                assert "has failed" in trouble
                assert not [each for each in (asked["prompt"], *hidden) if each in trouble]
            assert f"bot navalcore.bots._bot.RandomBot of {role} failed on '{asked['prompt']}'" in caplog.text
            assert all(each in caplog.text for each in hidden)
            await match.act(role, act="recall")
            await match.choose(role, asked["options"][0], asked)
            await match.settled()
            assert (await match.state(role))["trouble"] == ""

    asyncio.run(play())


def test_standing_orders_that_rest_say_why_and_rest_over_a_restart_until_they_are_told_to_go(sqlite: str) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            match = await at.begin("silent_war", {"comsubpac": "me"}, scenario="campaign_full")
            for words in ("rest", "fight all", "staff", "stop month"):
                await match.act("comsubpac", act="order", words=words)
            resting = (await match.state("comsubpac"))["orders"]
            assert resting == ["fight all", "staff", "stop month", "rest: You told them to."]
        async with table(sqlite) as at:
            match = Match(at, match.id, match.secrets, {})
            assert (await match.state("comsubpac"))["orders"] == resting
            await match.act("comsubpac", act="order", words="go")
            await match.settled()
            orders = (await match.state("comsubpac"))["orders"]
            assert orders[:3] == resting[:3]
            assert orders[-1].startswith("rest: Ready for sea without orders: ")

    asyncio.run(play())


def test_the_chances_of_an_option_are_told_to_the_seat_that_is_asked_and_to_nobody_else(sqlite: str) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            match = await begin(at, "silent_war")
            state, asked = decided([await match.state(role) for role in match.secrets])
            role, option = state["snapshot"]["role"], asked["options"][-1]
            question = {"act": "odds", "decision": asked["number"], "key": option["key"]}
            said = (await match.act(role, **question))["odds"]
            assert sum(each["probability"] for each in said["outcomes"]) == pytest.approx(1)
            assert (await match.act(None, **question))["error"]["code"] == "not_your_turn"
            late = await match.act(role, **{**question, "decision": 7})
            assert late["error"]["code"] == "stale_decision"
            assert (await match.state(role))["snapshot"] == state["snapshot"], "asking has changed nothing"

    asyncio.run(play())


def test_a_seat_is_told_what_the_letters_it_may_choose_mean_and_nobody_else_is(sqlite: str) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            match = await begin(at, "bismarck")
            told: dict[str, str] = {}
            for _ in range(4):
                states = [await match.state(role) for role in match.secrets]
                state, asked = decided(states)
                role = state["snapshot"]["role"]
                assert (await match.state(None))["snapshot"]["decision"] is None
                told = {each["text"]: each["meaning"] for each in asked["options"]}
                if "P" in told:
                    break
                await match.choose(role, asked["options"][1], asked)
            assert told["P"].startswith("patrol: ")

    asyncio.run(play())


def test_the_seed_is_promised_before_the_match_and_shown_after_it(sqlite: str) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            match = await begin(at, "uboat_cards", "short")
            promised = (await match.state())["commitment"]
            assert (await match.state())["seed"] is None
            for act in ("save", "report"):
                assert (await match.act(None, act=act))["error"]["code"] == "not_over"
            await match.finish()
            shown = (await match.state())["seed"]
            saved = (await match.act(None, act="save"))["said"]
        found = nc.loads_match(saved)
        assert nc.verify_commitment(promised, found.reveal_seed())
        assert (found.setup.seed, found.setup.salt) == (shown["seed"], shown["salt"])

    asyncio.run(play())


def test_the_digest_of_a_moment_is_found_again_by_another_server_and_differs_between_moments_and_seats(
    sqlite: str,
) -> None:
    async def play() -> None:
        seen: dict[str, dict[int, str]] = {}
        async with table(sqlite) as at:
            match = await begin(at, "uboat_cards", "short")
            for turn in range(12):
                state, asked = decided([await match.state(role) for role in match.secrets])
                role, number = state["snapshot"]["role"], state["snapshot"]["number"]
                seen.setdefault(role, {})[number] = (await match.act(role, act="digest"))["said"]
                await match.choose(role, asked["options"][turn % len(asked["options"])], asked)
        async with table(sqlite) as again:
            match = Match(again, match.id, match.secrets, {})
            for role, digests in seen.items():
                for number, digest in digests.items():
                    assert (await match.act(role, act="at", decision=number))["said"]["digest"] == digest
        known = [digest for digests in seen.values() for digest in digests.values()]
        assert len(set(known)) == len(known) >= 12

    asyncio.run(play())


def test_a_luck_report_tells_how_far_it_is_until_it_is_there_and_others_are_answered_meanwhile(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hindsight, "COURSES", 600)
    monkeypatch.setattr(hindsight, "SLICE", 0.01)
    monkeypatch.setattr(hindsight, "SOON", 0.02)

    async def play() -> None:
        async with table(sqlite) as at:
            match = await begin(at, "silent_war", "patrol_tang_1944")
            await match.finish()
            far: list[tuple[int, int]] = []
            while "done" in (said := (await match.act(None, act="report"))["said"]):
                far.append((said["done"], said["of"]))
                assert (await match.state())["snapshot"]["outcome"]
            assert len(far) >= 2
            assert far == sorted(far)
            assert 1 < far[-1][0] <= far[-1][1]
            assert 0 < said["results_looked_at"] < said["results"]

    asyncio.run(play())


@pytest.mark.parametrize(
    ("nonsense", "code"),
    [
        ({"act": "order", "words": "x" * 5000}, "bad_data"),
        ({"act": "dance"}, "bad_request"),
        ({"act": "at", "decision": -1}, "bad_request"),
        ({}, "bad_request"),
    ],
)
def test_what_cannot_be_understood_is_refused_under_its_number_and_the_seat_goes_on(
    sqlite: str, nonsense: Any, code: str
) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            match = await begin(at, "uboat_cards", "short")
            async with at.socket(match.id, {"secret": match.secrets["uboat"], "since": 0}) as socket:
                await socket.hear("state")
                await socket.send({"id": 41, **nonsense})
                answer = await socket.hear("answer")
                assert (answer["id"], answer["error"]["code"]) == (41, code)
                assert (await socket.act(act="log", since=0))["said"]

    asyncio.run(play())


def test_any_decision_of_a_seat_is_shown_as_it_was_known_then(sqlite: str) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            match = await begin(at, "uboat_cards", "short")
            seen: dict[str, list[Any]] = {role: [] for role in match.secrets}
            for turn in range(20):
                state, asked = decided([await match.state(role) for role in match.secrets])
                seen[state["snapshot"]["role"]].append(state["snapshot"])
                await match.choose(state["snapshot"]["role"], asked["options"][turn % len(asked["options"])], asked)
            for role, snapshots in seen.items():
                for snapshot in snapshots:
                    then = (await match.act(role, act="at", decision=snapshot["number"]))["said"]
                    assert {
                        **then["snapshot"],
                        "events": snapshot["events"],
                        "may_undo": snapshot["may_undo"],
                    } == snapshot
            state = await match.state("uboat")
            event = next(each for each in state["snapshot"]["events"] if each["kind"] == "choice_made")
            then = (await match.act("uboat", act="at", event=event["n"]))["said"]
            assert then["told"] >= event["n"]
            assert (then["choice"], then["of"]) == (None, None), "nobody is told how often others have chosen"
            beyond = await match.act("uboat", act="at", decision=len(seen["uboat"]) + 1)
            assert beyond["error"]["code"] == "unknown_name"
            assert (await match.act("uboat", act="at", choice=3))["error"]["code"] == "not_over"
            await match.finish()
            for choice in (0, 7, 10_000):
                then = (await match.act(None, act="at", choice=choice))["said"]
                assert then["choice"] == min(choice, then["of"])
            assert then["snapshot"]["outcome"]

    asyncio.run(play())


def test_a_match_begun_under_older_rules_is_carried_over_and_goes_on(sqlite: str) -> None:
    old = Path(__file__).parents[1] / "saves" / "bismarck" / "2-1.0.jsonl"
    saved = read_any_save(old)

    async def play() -> None:
        async with table(sqlite) as at:
            match = await at.begin("bismarck", {"british": "me"}, scenario="solitaire")
        with sqlite3.connect(sqlite.removeprefix("sqlite:///")) as file:
            scenario = saved.header.scenario
            file.execute("UPDATE matches SET rules = '1.0', scenario = ?, pieces = 1", [scenario])
            file.execute("DELETE FROM pieces")
            file.execute("INSERT INTO pieces VALUES (?, 0, 0, ?)", [match.id, Tape(saved.header, saved.entries).text()])
        file.close()
        expected = nc.load_match(saved)
        async with table(sqlite) as at:
            match = Match(at, match.id, match.secrets, {})
            state = await match.state("british")
            assert state["edition"] == 1
            assert state["snapshot"]["rules"] == nc.load("bismarck").version != "1.0"
            assert state["snapshot"]["view"] == expected.view("british").model_dump(mode="json")

    asyncio.run(play())


def test_when_a_match_is_over_it_is_seen_through_either_eye_and_played_on_from_any_moment(sqlite: str) -> None:
    async def run() -> None:
        async with table(sqlite) as at:
            match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "bot"}, scenario="short")
            refused = await match.act("uboat", act="at", decision=0, eye="convoy")
            assert refused["error"]["code"] == "not_over"
            early = await match.act("uboat", act="at", decision=0, eye="umpire")
            assert early["error"]["code"] == "not_over"
            what_if = {"what_if": {"match": match.id, "choice": 3}, "undo": "free"}
            wish = {"game": "uboat_cards", "seats": {"uboat": {"by": "me"}}, **what_if}
            assert (await at.post("/matches", wish, status=409))["code"] == "not_over"
            state = await match.finish()
            assert state["snapshot"]["outcome"] is not None
            own = (await match.act("uboat", act="at", choice=5))["said"]["snapshot"]
            other = (await match.act("uboat", act="at", choice=5, eye="convoy"))["said"]["snapshot"]
            assert (own["role"], other["role"]) == ("uboat", "convoy")
            assert own["view"] != other["view"], "each sees its own hand"
            every = (await match.act("uboat", act="at", choice=5, eye="umpire"))["said"]["snapshot"]
            assert every["view"]["uboat"]["hand"] == own["view"]["uboat"]["hand"]
            assert every["view"]["convoy"]["hand"] == other["view"]["convoy"]["hand"] != own["view"]["convoy"]["hand"]
            assert (await match.act("uboat", act="at", choice=5, eye="navy"))["error"]["code"] == "unknown_name"
            branch = await at.begin("uboat_cards", {"uboat": "me", "convoy": "me"}, **what_if)
            begun = (await branch.state("uboat"))["snapshot"]
            then = (await match.act("uboat", act="at", choice=3))["said"]["snapshot"]
            assert begun["view"] == then["view"]
            assert begun["scenario"] == "short"
            assert begun["outcome"] is None

    asyncio.run(run())


def test_whether_a_choice_could_be_taken_back_is_told_before_it_is_made_and_changes_nothing(sqlite: str) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "bot"}, scenario="short")
            told = set()
            for _ in range(6):
                before = await match.state("uboat")
                asked = before["snapshot"]["decision"]
                act = {"act": "revocable", "key": asked["options"][0]["key"], "decision": asked["number"]}
                foreseen = (await match.act("uboat", **act))["said"]
                assert await match.state("uboat") == before
                assert (await match.choose("uboat", asked["options"][0], asked))["ok"]
                await match.settled()
                assert (await match.state("uboat"))["snapshot"]["may_undo"] is foreseen
                told.add(foreseen)
            assert told == {True, False}
            assert (await match.act("uboat", **act))["said"], "an old decision is refused when it is answered"
            assert not (await match.act(None, **act))["ok"], "who watches has no choices"

    asyncio.run(play())
