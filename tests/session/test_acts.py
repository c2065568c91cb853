"""What a seat says is done or refused in JSON; it never raises, and what is refused changes nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import navalcore as nc
from navalcore._session.acts import read_act
from navalcore._session.choosing import choose_all
from navalcore.errors import BadData, NotWritten

CARDS = nc.load("uboat_cards")
BISMARCK = nc.load("bismarck")
PAGE = Path(__file__).parents[2] / "docs/howto/seats_and_wire.md"
HOOD = ["unit/0", "set_mode/M", "go/E/1623", "go/SE/1724"]


def said(seat: Any, **act: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(seat.act_now(json.dumps(act)))
    return answer


def seats(match: Any) -> dict[str, Any]:
    session = nc.Session(match)
    return {role: session.seat(role) for role in (*match.game.roles, nc.SPECTATOR, nc.UMPIRE)}


def standing(match: Any) -> tuple[Any, ...]:
    """Everything that an act could change."""
    told = [match.snapshot(role, since=0).model_dump_json() for role in (*match.game.roles, nc.UMPIRE)]
    return match.digest, match.count, match.dumps(), told


@pytest.fixture
def orders() -> Any:
    return BISMARCK.new_match("two_player", seed=3, history=True, recorded=True)


# ---- one shape -------------------------------------------------------------------------------------------------------


def test_a_choice_and_an_undo_are_answered_with_the_number_to_be_sent_next() -> None:
    match = CARDS.new_match(seed=17)
    seat = seats(match)["uboat"]
    chosen = said(seat, act="choose", keys=["discard_card/Sonar"], decision=0, id=7)
    assert chosen == {"ok": True, "chosen": ["discard_card/Sonar"], "number": 1, "id": 7}
    assert said(seat, act="undo", decision=1, id="a") == {"ok": True, "number": 0, "id": "a"}
    again = said(seat, act="undo", decision=1)
    assert again["ok"] is False
    assert (again["error"]["code"], again["error"]["decision"]) == ("stale_decision", 0)
    assert match.count == 0


def test_the_page_names_all_that_the_answer_to_each_act_has() -> None:
    rows = re.findall(r'^\| `\{"act": "(\w+)".*\| ([^|]+) \|$', PAGE.read_text("utf-8"), re.MULTILINE)
    named = {act: set(re.findall(r"`(\w+)`", has.partition(" each with ")[0])) for act, has in rows}
    seat = seats(CARDS.new_match(seed=17))["uboat"]
    more: dict[str, dict[str, Any]] = {
        "odds": {"key": 0, "decision": 0},
        "why_not": {},
        "board": {},
        "choose": {"keys": [0], "decision": 0},
        "undo": {"decision": 1},
        "order": {"words": "always pass"},
        "recall": {},
    }
    assert {act: set(said(seat, act=act, **more[act])) - {"ok"} for act in more} == named


@pytest.mark.parametrize("kind", ["choose", "undo", "order", "odds"])
def test_an_act_that_lacks_a_field_is_refused_with_an_example_of_this_act(kind: str) -> None:
    act, _ = read_act(json.dumps({"act": kind}))
    assert isinstance(act, BadData)
    example = str(act).partition(" such as ")[2].partition("; ")[0]
    assert json.loads(example)["act"] == kind
    read, _ = read_act(example)
    assert not isinstance(read, BadData | dict)


def test_a_choice_may_be_an_index_a_key_or_a_whole_text_but_no_beginning_of_one() -> None:
    for choice in (2, "discard_card/Sonar", "discard Sonar", "DISCARD  sonar"):
        assert said(seats(CARDS.new_match(seed=17))["uboat"], act="choose", keys=[choice], decision=0)["ok"]
    refused = said(seats(CARDS.new_match(seed=17))["uboat"], act="choose", keys=["discard So"], decision=0)
    assert refused["error"]["code"] == "not_offered"


def test_a_refused_choice_says_code_message_rule_and_reason() -> None:
    error = said(seats(CARDS.new_match(seed=17))["uboat"], act="choose", keys=["play Torpedo"], decision=0)["error"]
    assert (error["code"], error["rule"]) == ("not_offered", "U7")
    assert error["reason"] == "cards are played in the action phase"
    assert "'play Torpedo' is not offered" in error["message"]


def test_nobody_acts_for_another_for_a_bot_or_without_a_seat() -> None:
    match = BISMARCK.new_match("solitaire", seed=1)
    sitting = seats(match)
    assert sitting["british"].news_now() is not None, "the bot has done what it is asked at first"
    before = standing(match)
    for role, message in {"german": "is played by bot:sensible", nc.SPECTATOR: "an onlooker"}.items():
        for act in ({"act": "choose", "keys": [0], "decision": 0}, {"act": "undo", "decision": 0}):
            error = said(sitting[role], **act)["error"]
            assert error["code"] == "not_your_turn"
            assert message in error["message"]
    assert standing(match) == before
    other = seats(CARDS.new_match(seed=17))["convoy"]
    error = said(other, act="choose", keys=[0], decision=0)["error"]
    assert error["code"] == "not_your_turn"
    assert error["message"].startswith("it is not the turn of the convoy but of the wolf pack ("), "by their titles"


@pytest.mark.parametrize("typed", [True, False])
def test_an_index_sent_as_text_is_refused_with_what_an_index_is(typed: bool) -> None:
    seat = seats(CARDS.new_match(seed=17))["uboat"]
    error = said(seat, act="choose", keys=["1"], decision=0, typed=typed)["error"]
    assert error["code"] == "not_offered"
    assert "; an index is a number, 1 and not '1'. Legal: " in error["message"]
    assert error["reason"].endswith("; an index is a number, 1 and not '1'")
    other = said(seat, act="choose", keys=["99"], decision=0, typed=typed)["error"]
    assert "an index is a number" not in other["message"] + other["reason"], "there is no such option"


def test_the_umpire_types_what_people_roll_and_makes_no_choices() -> None:
    match = CARDS.new_match(chance="physical")
    umpire = seats(match)[nc.UMPIRE]
    assert match.decision is not None
    number = match.decision.number
    assert said(umpire, act="choose", keys=[0], decision=number)["ok"]
    assert said(umpire, act="choose", keys=[0], decision=number)["error"]["code"] == "stale_decision"
    assert said(umpire, act="undo", decision=0)["error"]["code"] == "not_your_turn"


def test_after_the_end_every_choice_is_refused() -> None:
    match = CARDS.new_match("short", seed=1, seats={"convoy": "bot:random"})
    session = nc.Session(match)
    seat = session.seat("uboat")
    while not match.over:
        assert said(seat, act="choose", keys=[0], decision=match.snapshot("uboat").number)["ok"]
    assert said(seat, act="choose", keys=[0], decision=match.snapshot("uboat").number)["error"]["code"] == "game_over"


def test_questions_are_answered_as_the_match_answers_them() -> None:
    match = CARDS.new_match(seed=17)
    sitting = seats(match)
    why = said(sitting["uboat"], act="why_not", words="play Torpedo")["refusals"]
    assert why == [{"text": "play Torpedo", "rule": "U7", "reason": "cards are played in the action phase"}]
    assert len(said(sitting["uboat"], act="why_not")["refusals"]) > 3
    assert said(sitting["convoy"], act="why_not")["refusals"] == []
    odds = said(sitting["uboat"], act="odds", key="discard Dive", decision=0)["odds"]
    assert odds == json.loads(json.dumps(CARDS.to_json(match.odds("discard Dive"))))
    assert said(sitting["uboat"], act="odds", key="discard Dive", decision=4)["error"]["code"] == "stale_decision"


# ---- several answers -------------------------------------------------------------------------------------------------


def test_several_answers_are_taken_together(orders: Any) -> None:
    answer = said(seats(orders)["british"], act="choose", keys=HOOD, decision=0)
    assert answer == {"ok": True, "chosen": HOOD, "number": 4}
    assert orders.count == 4


@pytest.mark.parametrize("place", range(1, 4))
def test_if_one_of_several_answers_is_refused_nothing_has_happened(orders: Any, place: int) -> None:
    before, sitting = standing(orders), seats(orders)
    heard: list[Any] = []
    orders.events.subscribe(heard.append, role=nc.UMPIRE)
    keys = [*HOOD[:place], "go/N/0000", *HOOD[place + 1 :]]
    error = said(sitting["british"], act="choose", keys=keys, decision=0)["error"]
    assert (error["code"], error["at"]) == ("not_offered", place)
    assert (standing(orders), heard) == (before, [])
    assert nc.verify(nc.read_save_text(orders.dumps())).proven


def test_no_answer_but_the_last_may_bring_something_new() -> None:
    """Else somebody could look at a card that is still to be drawn, and take the choice back by a second answer that is
    refused; whether the second answer would be offered is not told either.
    """
    match = CARDS.new_match(seed=17, history=True, recorded=True)
    seat = seats(match)["uboat"]
    match.choose("discard Dive")
    before, refused = standing(match), []
    for second in ("no such thing", 0, "pass"):
        answer = said(seat, act="choose", keys=[0, second], decision=1)
        assert standing(match) == before
        refused.append(answer)
    assert refused[0] == refused[1] == refused[2]
    assert (refused[0]["error"]["code"], refused[0]["error"]["at"]) == ("undo_barrier", 0)
    assert said(seat, act="choose", keys=[0], decision=1)["ok"]


def test_a_match_with_free_undo_takes_any_answers_in_a_row_and_has_the_same_chance_after_a_refusal() -> None:
    ends = []
    for refuse in (True, False):
        match = CARDS.new_match(seed=17, undo="free", history=True)
        seat = seats(match)["uboat"]
        match.choose("discard Dive")
        if refuse:
            assert not said(seat, act="choose", keys=[0, "no such thing"], decision=1)["ok"]
        assert said(seat, act="choose", keys=[0], decision=1)["ok"]
        match.choose(0)
        ends.append((match.digest, match.snapshot("uboat", since=0).model_dump_json()))
    assert ends[0] == ends[1]


def test_several_answers_of_which_one_cannot_be_written_are_taken_back(orders: Any) -> None:
    written: list[str] = []

    def keep(text: str) -> None:
        if '"key":"go/E/1623"' in text:
            raise OSError("no room")
        written.append(text)

    orders.record_to(keep)
    before = orders.digest
    error = said(seats(orders)["british"], act="choose", keys=HOOD, decision=0)["error"]
    assert (error["code"], error["at"]) == (NotWritten.code, 2)
    assert (orders.digest, orders.count) == (before, 0)
    assert nc.loads_match("".join(written)).digest == before


def test_one_answer_costs_no_fork(monkeypatch: pytest.MonkeyPatch) -> None:
    match = CARDS.new_match(seed=17)
    monkeypatch.setattr(type(match), "fork", lambda *_: pytest.fail("it was forked"))
    assert choose_all(match, "uboat", [2], 0) == ["discard_card/Sonar"]


# ---- standing orders -------------------------------------------------------------------------------------------------


def test_a_standing_order_answers_until_it_is_recalled() -> None:
    match = CARDS.new_match(seed=3, seats={"convoy": "bot:standard"})
    session = nc.Session(match)
    seat = session.seat("uboat")
    first = seat.news_now()
    assert first is not None
    given = said(seat, act="order", words="turn")
    assert given["ok"]
    assert given["orders"] == ["turn"]
    news = seat.news_now(0)
    assert news is not None
    assert news.number > first.number
    assert news.view.turn > first.view.turn  # type: ignore[attr-defined]
    assert seat.orders == ()
    assert said(seat, act="order", words="rest")["ok"]
    assert said(seat, act="order", words="always pass")["orders"] == ["always pass", "rest: You told them to."]
    assert said(seat, act="recall")["recalled"] == ["rest", "always pass"]
    assert said(seat, act="order", words="dance")["error"]["code"] == "unknown_name"


def test_standing_orders_answer_whoever_of_several_roles_gave_them() -> None:
    match = BISMARCK.new_match("two_player", seed=3)
    sitting = seats(match)
    assert list(match.decisions) == ["british", "german"]
    assert said(sitting["german"], act="order", words="phase")["ok"]
    assert list(match.decisions) == ["british"]


# ---- whatever a client may send --------------------------------------------------------------------------------------


def junk(random: Random) -> Iterator[Any]:
    """What no client should send: texts, bytes and things of every kind."""
    pieces = [
        "{",
        "}",
        "[",
        "]",
        '"',
        ":",
        ",",
        "act",
        "choose",
        "keys",
        "decision",
        "null",
        "1e999",
        "-1",
        "\ud800",
        "\0",
        "é",
    ]
    values: list[Any] = [
        None,
        True,
        -1,
        0,
        10**30,
        1.5,
        float("nan"),
        "",
        "x" * 500,
        [],
        [[]],
        {},
        {"a": []},
        "discard Dive",
    ]
    kinds: list[Any] = ["choose", "undo", "order", "recall", "why_not", "odds", "save", "", None, 3, []]
    names = ["act", "keys", "decision", "key", "words", "id", "role"]
    yield from ("", " ", "null", "[]", "0", '"choose"', "[" * 50_000, '{"a":' * 50_000, "9" * 10_000, "{" * 200_000)
    yield from (b"", b"\xff\xfe", b'{"act": "choose"}', None, 3, {"act": "choose"}, ["choose"])
    while True:
        if random.random() < 0.3:
            yield "".join(random.choices(pieces, k=random.randrange(1, 20)))
        else:
            act = {name: random.choice(values) for name in random.sample(names, random.randrange(len(names)))}
            yield json.dumps({**act, "act": random.choice(kinds)})


@pytest.mark.parametrize("game", ["uboat_cards", "bismarck"])
def test_a_thousand_random_acts_raise_nothing_and_change_nothing(game: str) -> None:
    match = nc.load(game).new_match(seed=1, history=True, recorded=True)
    sitting, random = seats(match), Random(game)
    before = standing(match)
    sent, codes = junk(random), set()
    streams = {role: seat.news_now(0) for role, seat in sitting.items()}
    assert None not in streams.values()
    for _ in range(1000):
        seat = random.choice(list(sitting.values()))
        answer = json.loads(seat.act_now(next(sent)))
        if not answer["ok"]:
            assert set(answer) <= {"ok", "error", "id"}
            assert set(answer["error"]) <= {"code", "message", "at", "decision", "rule", "reason"}
            assert answer["error"]["message"]
            codes.add(answer["error"]["code"])
        else:
            assert answer.keys() & {"refusals", "odds", "recalled"}, "questions are answered, and orders there are none"
    assert standing(match) == before
    assert [seat.news_now(0) for seat in sitting.values()] == [None] * len(sitting)
    assert {"bad_data", "not_your_turn", "stale_decision"} <= codes
    assert "internal" not in codes
