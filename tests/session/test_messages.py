"""The messages of a seat: whole once, then what has changed; with the board as pictures if wanted."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from typing import Any
from xml.etree import ElementTree

import pytest

import navalcore as nc
from navalcore._session.writing import MessageWriter
from navalcore._wire import short as short_form
from navalcore.boards import pieces_svg, scene_svg
from tests.engine.test_changes import GAMES, by_region, merged
from tests.kit.saboteurs import Pickets

CARDS = nc.load("uboat_cards")
CHOICES = 40


def places_in(svg: str) -> set[str]:
    return {place for node in ElementTree.fromstring(svg).iter() if (place := node.get("data-place"))}


def choose_any(match: Any, rng: random.Random) -> None:
    match.choose(rng.randrange(len(match.decision.options)))


@pytest.mark.parametrize("name", GAMES)
def test_a_reader_has_what_the_snapshots_say_whether_they_are_sent_short_or_not(name: str) -> None:
    """The onlooker too, whose board shows other cards; numbers of kept items come round again."""
    game = nc.load(name)
    match, rng = game.new_match(GAMES[name], seed=9, history=True), random.Random(9)
    ways = [(role, short) for role in (*game.roles, nc.SPECTATOR) for short in (False, True)]
    ends = {way: (MessageWriter(None, short=way[1]), nc.MessageReader()) for way in ways}
    told = dict.fromkeys(ends, 0)
    sizes = Counter[bool]()
    while match.decision is not None and match.count < 3 * CHOICES:
        for (role, short), (writer, reader) in ends.items():
            snapshot = match.snapshot(role, since=told[role, short])
            text = writer.write(snapshot)
            told[role, short] = snapshot.told
            sizes[short] += len(text)
            assert by_region(reader.read(text)) == by_region(json.loads(snapshot.model_dump_json()))
        choose_any(match, rng)
    assert sizes[True] < 0.75 * sizes[False]


def test_short_messages_keep_no_more_than_so_many_items(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(short_form, "KEPT", 20)
    match, rng = nc.load("bismarck").new_match("two_player", seed=3, history=True), random.Random(3)
    shortener, reader, told = short_form.Shortener(), nc.MessageReader(), 0
    for _ in range(CHOICES):
        snapshot = match.snapshot("british", since=told)
        told, sent = snapshot.told, snapshot.model_dump(mode="json")
        made = shortener.shorten(sent)
        assert all(max(_numbers(item)) < 20 for item in made["events"])
        assert reader.read(json.dumps(made)) == sent
        choose_any(match, rng)


def _numbers(item: Any) -> list[int]:
    mark = item["~"]
    return [mark] if isinstance(mark, int) else [number for number in mark[:2] if number is not None]


def test_an_option_that_was_offered_before_is_sent_by_its_number_and_what_differs() -> None:
    shortener = short_form.Shortener()
    option = {"index": 1, "kind": "send", "key": "send/sn", "fields": {"unit": "sn", "side": "escort"}, "text": "SN"}
    fewer = {name: value for name, value in option.items() if name != "text"} | {"fields": {"unit": "sn"}}
    others = [option, {**option, "index": 3}, {**option, "index": 3, "fields": {"unit": "sn", "side": "uboat"}}, fewer]
    others.append({**fewer, "fields": {"unit": True}})
    others.append({**fewer, "fields": {"unit": 1}})
    sent = [shortener.shorten({"decision": {"options": [each]}})["decision"]["options"][0] for each in others]
    assert sent == [
        {"~": [None, 0], **option},
        {"~": 0, "index": 3},
        {"~": 0, "fields": {"side": "uboat"}},
        {"~": [0, 0, "text", "fields"], "index": 1, "fields": {"unit": "sn"}},
        {"~": 0, "fields": {"unit": True}},
        {"~": 0, "fields": {"unit": 1}},
    ]


@pytest.mark.parametrize("name", GAMES)
def test_a_client_that_puts_the_messages_together_has_what_a_whole_snapshot_says(name: str) -> None:
    game = nc.load(name)
    match, rng = game.new_match(GAMES[name], seed=9, history=True), random.Random(9)
    session = nc.Session(match)
    streams = {role: session.seat(role).messages_now(pictures=True) for role in (*game.roles, nc.SPECTATOR)}
    known: dict[str, Any] = {}
    for count in range(CHOICES):
        for role, stream in streams.items():
            now = sent_whole(match, role, known[role]["told"] if count else 0)
            if count and not is_new(known[role], now):
                continue  # nothing is sent, and the stream would wait
            message = json.loads(next(stream))
            pictures = message.pop("pictures")
            assert ("protocol" in message) == (count == 0), "the first is whole, and no other"
            assert all(("still" in each) == ("scene" in each) for each in pictures)
            known[role] = merged(known[role], message) if count else message
            assert by_region(known[role]) == by_region(now)
        if match.over:
            break
        session.run_now(lambda _: choose_any(match, rng))


def sent_whole(match: Any, role: str, since: int) -> dict[str, Any]:
    sent: dict[str, Any] = json.loads(match.snapshot(role, since=since).model_dump_json())
    return sent


def is_new(known: dict[str, Any], now: dict[str, Any]) -> bool:
    """Whether a seat is to be told: whether an undo is possible is not news by itself."""
    apart: dict[str, Any] = {"may_undo": None, "events": []}
    return bool(now["events"]) or by_region(known | apart) != by_region(now | apart)


def test_each_scene_comes_once_and_is_the_one_that_the_snapshot_names() -> None:
    match = nc.load("silent_war").new_match("campaign_wp1", seed=3)
    rng = random.Random(3)
    session = nc.Session(match)
    stream = session.seat("comsubpac").messages_now(pictures=True)
    first = json.loads(next(stream))
    assert [each["id"] for each in first["pictures"]] == [each["id"] for each in first["board"]["scenes"]]
    digests = {each["digest"] for each in first["board"]["scenes"]}
    assert {each["digest"] for each in first["pictures"]} == digests
    for each in first["pictures"]:
        assert each["still"].startswith("<svg ")
        assert each["moving"].startswith("<svg ")
        assert {region["id"] for region in each["scene"]["regions"]} <= places_in(each["still"])
    for _ in range(20):
        session.run_now(lambda _: choose_any(match, rng))
        pictures = json.loads(next(stream))["pictures"]
        assert [set(each) for each in pictures if each["digest"] in digests] == [{"id", "digest", "moving"}] * 2


def test_coroutines_have_the_same_messages() -> None:
    async def read() -> list[str]:
        async with nc.Session(CARDS.new_match(seed=17)) as session:
            seat, found = session.seat("uboat"), []
            async for text in seat.messages():
                found.append(text)
                if len(found) == 3:
                    return found
                decision = await session.look(lambda match: match.decision)
                assert decision is not None
                act = {"act": "choose", "keys": [0], "decision": decision.number}
                assert json.loads(await session.seat(decision.role).act(json.dumps(act)))["ok"]
            return found

    first, *others = map(json.loads, asyncio.run(read()))
    assert first["protocol"] == 2
    assert all("protocol" not in each and "pictures" not in each and each["events"] for each in others)


def test_the_act_board_sends_pictures_without_the_scenes_that_are_known() -> None:
    session = nc.Session(CARDS.new_match(seed=17))
    seat = session.seat("convoy")
    (picture,) = json.loads(seat.act_now('{"act": "board"}'))["pictures"]
    again = json.loads(seat.act_now(json.dumps({"act": "board", "known": [picture["digest"]], "id": 3})))
    assert again == {
        "ok": True,
        "pictures": [{name: picture[name] for name in ("id", "digest", "moving")}],
        "id": 3,
    }
    assert json.loads(seat.act_now('{"act": "board", "known": 7}'))["error"]["code"] == "bad_data"
    assert "hand/convoy" in places_in(picture["moving"]) | places_in(picture["still"])


@pytest.mark.parametrize("name", GAMES)
def test_a_picture_shows_a_seat_no_more_than_its_view(name: str) -> None:
    """It is drawn from the view alone: the onlooker's is that of the public view."""
    match, rng = nc.load(name).new_match(GAMES[name], seed=4), random.Random(4)
    for _ in range(12):
        choose_any(match, rng)
    sent = json.loads(nc.Session(match).seat(nc.SPECTATOR).act_now('{"act": "board"}'))
    board = nc.face_of(match.game).board(match.view(nc.SPECTATOR))
    assert board is not None
    layers = [(scene_svg(each, theme=None), pieces_svg(board, scene=each.id)) for each in board.scenes]
    assert [(each["still"], each["moving"]) for each in sent["pictures"]] == layers


def test_a_game_without_a_board_is_sent_its_text_board_on_an_empty_scene_of_its_size() -> None:
    faceless = type("Faceless", (Pickets,), {"face": ""})()
    session = nc.Session(faceless.new_match(seed=1))
    (picture,) = json.loads(session.seat("red").act_now('{"act": "board"}'))["pictures"]
    assert ">role: red<" in picture["moving"]
    assert "<text" not in picture["still"]
    boxes = [ElementTree.fromstring(picture[layer]).get("viewBox") for layer in ("still", "moving")]
    assert boxes[0] == boxes[1] == "0 0 {} {}".format(*picture["scene"]["size"])
    (again,) = json.loads(session.seat("red").act_now(json.dumps({"act": "board", "known": [picture["digest"]]})))[
        "pictures"
    ]
    assert again.keys() == {"id", "digest", "moving"}


def test_a_board_that_is_gone_is_sent_as_none() -> None:
    match = CARDS.new_match(seed=17, history=True)
    before = match.snapshot("uboat", since=0)
    assert before.model_copy(update={"board": None}).changes(before)["board"] is None
