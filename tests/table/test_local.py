"""The table in a browser's worker: what its Python side answers the page, played here without a browser."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from functools import partial
from random import Random
from typing import Any

import pytest

import navalcore as nc
from navalcore._rules.words import meant
from navalcore._session import seated_match
from navalcore.errors import NotWritten
from navalcore.table._local import LocalTable
from navalcore.table._store import MatchStore, OutOfSync
from navalcore.table._text_rows import TextRows
from tests.table.memory import MemoryStore


@pytest.fixture(autouse=True)
def without_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser's worker has no threads."""
    monkeypatch.setattr(seated_match, "THREADS", False)


class Page:
    """A page, as far as the worker knows it."""

    def __init__(self, store: Any) -> None:
        self.local = LocalTable(store, self._told)
        self._news = asyncio.Event()
        self._answers: dict[int, Any] = {}
        self._acts: dict[tuple[int, int], Any] = {}
        self.states: dict[int, Any] = {}
        self.refused: dict[int, Any] = {}
        self._last = 0

    def _told(self, text: str) -> None:
        word = json.loads(text)
        if "id" in word:
            self._answers[word["id"]] = word
        elif word["said"].get("type") == "state":
            self.states[word["line"]] = word["said"]
        elif "id" in word["said"]:
            self._acts[word["line"], word["said"]["id"]] = word["said"]
        else:
            self.refused[word["line"]] = word["said"]["error"]
        self._news.set()

    async def until(self, done: Callable[[], Any]) -> Any:
        """Wait until something holds."""
        async with asyncio.timeout(30):
            while not (found := done()):
                self._news.clear()
                await self._news.wait()
        return found

    async def ask(self, *path: str, body: Any = None) -> Any:
        """What a request is answered with."""
        self._last += 1
        number = self._last
        self.local.hear(json.dumps({"id": number, "path": path, "body": body}))
        word = await self.until(lambda: self._answers.pop(number, None))
        return word.get("said", word.get("error"))

    async def sit(self, line: int, match: str, secret: str | None = None) -> Any:
        """Open a line to a seat; its first state."""
        self.local.hear(json.dumps({"line": line, "match": match, "hello": {"secret": secret}}))
        return await self.until(lambda: self.states.get(line) or self.refused.get(line))

    async def act(self, line: int, **say: Any) -> Any:
        """What an act is answered with."""
        self._last += 1
        number = self._last
        self.local.hear(json.dumps({"line": line, "asked": {"id": number, **say}}))
        return await self.until(lambda: self._acts.pop((line, number), None))

    async def choose(self, line: int, place: int = 0) -> Any:
        """Choose an option of the question that is asked, once it is."""
        decision = await self.until(lambda: self.states[line]["snapshot"]["decision"])
        key = decision["options"][place]["key"]
        answer = await self.act(line, act="choose", decision=decision["number"], keys=[key])
        number = decision["number"]
        await self.until(lambda: not answer["ok"] or self.states[line]["snapshot"]["number"] > number)
        return answer

    async def until_chosen(self, line: int, number: int) -> None:
        """Wait until a seat has made so many choices, or more that had a single answer, and is asked again."""

        def asked() -> bool:
            snapshot = self.states[line]["snapshot"]
            return snapshot["number"] >= number and is_asked(snapshot["decision"])

        await self.until(asked)

    async def begin(self, game: str, line: int = 1, **seats: str) -> tuple[str, str]:
        """Begin a match and sit down; the match and the seat's secret."""
        wish = {"game": game, "seats": {role: {"by": by} for role, by in seats.items()}}
        begun = await self.ask("matches", body=wish)
        secret = next(seat["secret"] for seat in begun["seats"] if "secret" in seat)
        await self.sit(line, begun["match"], secret)
        return begun["match"], secret


def is_asked(decision: Any) -> bool:
    """Whether a decision waits for a person: one with a single answer is answered by itself, by either of two tabs."""
    return bool(decision) and len(decision["options"]) > 1


async def in_step(one: Page, two: Page) -> None:
    """Wait until two pages have the same state, whichever of them hears of the last change last."""
    async with asyncio.timeout(30):
        while one.states[1]["snapshot"]["number"] != two.states[1]["snapshot"]["number"]:
            await asyncio.sleep(0.001)


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test())


def test_the_worker_answers_what_the_server_answers() -> None:
    async def look() -> None:
        page = Page(MemoryStore())
        games = {each["id"] for each in await page.ask("games")}
        assert games == set(nc.games())
        about = await page.ask("games", "uboat_cards")
        assert "data_pack" not in about["options"].get("properties", {})
        offers = await page.ask("games", "uboat_cards", "seats", body={})
        assert [offer["role"] for offer in offers] == [role["role"] for role in about["roles"]]
        section = nc.load("uboat_cards").rulebook.sections[0]
        assert (await page.ask("games", "uboat_cards", "rules", section.number))["title"] == section.title
        assert (await page.ask("games", "nothing"))["code"] == "unknown_game"
        assert (await page.ask("nowhere"))["code"] == "unknown_name"
        assert (await page.ask("matches", body={"game": 3}))["code"] == "bad_request"
        await page.local.stop()

    run(look)


def test_the_worker_tells_of_a_match_what_the_lobby_says_of_it() -> None:
    async def look() -> None:
        page = Page(MemoryStore())
        match, _ = await page.begin("bismarck", british="me", german="bot")
        line = await page.ask("matches", match, "line")
        assert (line["title"], line["waiting"]) == ("Computer Bismarck", ["british"])
        assert (await page.ask("matches", "nowhere", "line"))["code"] == "unknown_name"
        await page.local.stop()

    run(look)


def test_words_are_read_where_the_match_is_played_and_the_same_choice_in_other_words_is_no_second_one() -> None:
    async def play() -> None:
        page = Page(MemoryStore())
        await page.begin("uboat_cards", uboat="me")
        decision = await page.until(lambda: page.states[1]["snapshot"]["decision"])
        texts = [each["text"] for each in decision["options"]]
        offered = nc.Decision("uboat", "Which?", texts)
        words = next(
            word for text in texts for word in text.split() if [offered.texts[i] for i in meant(word, texts)] == [text]
        )
        text = texts[offered.read(words)]
        nonsense = await page.act(1, act="choose", decision=decision["number"], keys=["sail to Rome"])
        assert nonsense["error"]["code"] == "not_offered"
        several = await page.act(1, act="choose", decision=decision["number"], keys=[texts[0].split()[0]], typed=True)
        assert several["error"]["code"] == "ambiguous"
        assert texts[0] in several["error"]["message"]
        for said in (words, text, decision["options"][texts.index(text)]["key"]):
            asked = {"decision": decision["number"], "keys": [said], "typed": True, "click": "one"}
            answer = await page.act(1, act="choose", **asked)
            assert answer["chosen"] == [decision["options"][texts.index(text)]["key"]]
        other = next(each["key"] for each in decision["options"] if each["text"] != text)
        late = await page.act(1, act="choose", decision=decision["number"], keys=[other])
        assert late["error"]["code"] in ("stale_decision", "not_your_turn")
        await page.local.stop()

    run(play)


def test_a_match_goes_on_where_it_was_left_when_the_page_is_loaded_again() -> None:
    async def play() -> None:
        store = MemoryStore()
        page = Page(store)
        match, secret = await page.begin("uboat_cards", uboat="me")
        for _ in range(3):
            assert (await page.choose(1))["ok"]
        await page.until(lambda: is_asked(page.states[1]["snapshot"]["decision"]))
        left = page.states[1]
        await page.local.stop()
        again = Page(store)
        found = await again.sit(1, match, secret)
        assert {**found, "since": 0} == {**left, "since": 0, "snapshot": found["snapshot"]}
        assert found["snapshot"]["view"] == left["snapshot"]["view"]
        assert found["snapshot"]["decision"] == left["snapshot"]["decision"]
        assert (await again.choose(1))["ok"]
        still = await again.ask("pictures", found["board"][0]["still"])
        assert still.startswith("<svg")
        await again.local.stop()

    run(play)


def test_a_match_is_played_to_its_end_and_its_save_keeps_the_promise_of_its_seed() -> None:
    async def play() -> None:
        page = Page(MemoryStore())
        await page.begin("uboat_cards", uboat="me")
        while page.states[1]["snapshot"]["outcome"] is None:
            snapshot = page.states[1]["snapshot"]
            if snapshot["decision"] is None:
                await page.until(
                    lambda: page.states[1]["snapshot"]["decision"] or page.states[1]["snapshot"]["outcome"]
                )
            else:
                await page.choose(1, -1)
        match = nc.loads_match((await page.act(1, act="save"))["said"])
        assert match.over
        assert match.commitment == page.states[1]["commitment"]
        await page.local.stop()

    run(play)


def test_a_friend_at_the_same_browser_takes_the_other_seat_by_its_invitation_and_a_stranger_does_not() -> None:
    async def play() -> None:
        page = Page(MemoryStore())
        wish = {"game": "uboat_cards", "seats": {"uboat": {"by": "me"}, "convoy": {"by": "person"}}}
        begun = await page.ask("matches", body=wish)
        match, (mine, theirs) = begun["match"], begun["seats"]
        refused = await page.ask("matches", match, "seats", "convoy", body={})
        assert refused["code"] == "seat_refused"
        taken = await page.ask("matches", match, "seats", "convoy", body={"invitation": theirs["invitation"]})
        await page.sit(1, match, mine["secret"])
        await page.sit(2, match, taken["secret"])
        assert (await page.sit(3, match, "0" * 32))["code"] == "seat_refused"
        assert (await page.sit(4, match))["snapshot"]["role"] == nc.SPECTATOR
        assert page.states[1]["snapshot"]["role"] == "uboat"
        assert page.states[2]["snapshot"]["role"] == "convoy"
        await page.local.stop()

    run(play)


def test_two_pages_of_one_browser_share_a_match_and_neither_loses_or_doubles_a_choice() -> None:
    async def play() -> None:
        store = MemoryStore()
        one, two = Page(store), Page(store)
        match, secret = await one.begin("uboat_cards", uboat="me")
        await two.sit(1, match, secret)
        for page, other in [(one, two), (two, one)] * 3:
            made = page.states[1]["snapshot"]["number"]
            assert (await page.choose(1))["ok"]
            other.local.hear(json.dumps({"changed": match}))
            await other.until_chosen(1, made + 1)
            await page.until_chosen(1, made + 1)
        assert one.states[1]["snapshot"]["view"] == two.states[1]["snapshot"]["view"]
        stale = await two.act(1, act="choose", decision=0, keys=["nothing"])
        assert stale["error"]["code"] == "stale_decision"
        await one.local.stop()
        await two.local.stop()

    run(play)


class Shared:
    """A store that several pages share, as tabs share a browser's database: it takes its time, and then tells others.

    Args:
        rows: what all of them share.
        random: by which it takes its time.
    """

    def __init__(self, rows: MemoryStore, random: Random) -> None:
        self._rows = rows
        self._random = random
        self.others: list[Page] = []

    async def _while(self) -> None:
        for _ in range(self._random.choice((0, 0, 1, 2, 5, 9, 20))):
            await asyncio.sleep(0)

    async def rows(self, beginning: str) -> list[tuple[str, str]]:
        await self._while()
        found = await self._rows.rows(beginning)
        await self._while()
        return found

    async def change(self, rows: Any, key: str, was: str) -> bool:
        await self._while()
        done = await self._rows.change(rows, key, was)
        if done:
            for other in self.others:
                other.local.hear(json.dumps({"changed": key.removeprefix("match ")}))
        await self._while()
        return done


@pytest.mark.parametrize("seed", range(8))
def test_two_tabs_whose_workers_both_play_the_bot_are_always_answered_and_stay_in_step(seed: int) -> None:
    async def play() -> None:
        rows, random = MemoryStore(), Random(seed)
        stores = [Shared(rows, random), Shared(rows, random)]
        one, two = (Page(store) for store in stores)
        stores[0].others, stores[1].others = [two], [one]
        match, secret = await one.begin("uboat_cards", uboat="me")
        await two.sit(1, match, secret)
        for page, other in [(one, two), (two, one)] * 3:
            made = page.states[1]["snapshot"]["number"]
            assert (await page.choose(1))["ok"]
            await other.until(partial(lambda page, made: page.states[1]["snapshot"]["number"] > made, other, made))
            looked = await other.act(1, act="at", decision=made)
            assert looked["ok"], "who looks back while the bots of both tabs are at work is answered"
            assert looked["said"]["snapshot"]["number"] == made
            await one.until_chosen(1, made + 1)
            await two.until_chosen(1, made + 1)
        await in_step(one, two)
        assert one.states[1]["snapshot"]["view"] == two.states[1]["snapshot"]["view"]
        await one.local.stop()
        await two.local.stop()

    run(play)


def test_a_change_that_was_begun_before_another_was_kept_is_refused_whatever_was_read_meanwhile() -> None:
    async def play() -> None:
        store = MemoryStore()
        page = Page(store)
        match, _ = await page.begin("uboat_cards", uboat="me")
        await page.until_chosen(1, page.states[1]["snapshot"]["number"])
        mine, theirs = MatchStore(TextRows(store)), MatchStore(TextRows(store))
        revision = (await mine.get(match)).revision
        await theirs.append(match, revision, ["theirs"], (), "")
        await mine.get(match)
        with pytest.raises(OutOfSync):
            await mine.append(match, revision, ["mine"], (), "")
        assert (await mine.pieces(match, (await mine.get(match)).revision))[-1] == "theirs"
        await page.local.stop()

    run(play)


def test_what_is_asked_before_a_line_is_open_is_answered_when_it_is_and_of_one_that_is_refused_too() -> None:
    async def play() -> None:
        page = Page(MemoryStore())
        match, secret = await page.begin("uboat_cards", uboat="me")
        await page.choose(1)
        for line, key in [(2, secret), (3, "0" * 32)]:
            page.local.hear(json.dumps({"line": line, "match": match, "hello": {"secret": key}}))
        assert (await page.act(2, act="at", decision=0))["said"]["snapshot"]["number"] == 0
        assert (await page.act(3, act="at", decision=0))["error"]["code"] == "seat_refused"
        await page.local.stop()

    run(play)


def test_a_choice_that_cannot_be_kept_has_not_happened() -> None:
    class Full(MemoryStore):
        full = False

        async def change(self, rows: Any, key: str, was: str) -> bool:
            if self.full:
                raise NotWritten("this browser has no room for it")
            return await super().change(rows, key, was)

    async def play() -> None:
        store = Full()
        page = Page(store)
        await page.begin("uboat_cards", uboat="me")
        await page.until(lambda: page.states[1]["snapshot"]["decision"])
        made = page.states[1]["snapshot"]["number"]
        store.full = True
        answer = await page.choose(1)
        assert answer["error"]["code"] == "not_written"
        assert page.states[1]["snapshot"]["number"] == made
        store.full = False
        assert (await page.choose(1))["ok"]
        await page.local.stop()

    run(play)


def test_a_request_that_cannot_be_understood_is_refused_under_its_number() -> None:
    async def look() -> None:
        told: list[Any] = []
        local = LocalTable(MemoryStore(), lambda text: told.append(json.loads(text)))
        local.hear(json.dumps({"id": 7, "path": 3}))
        local.hear(json.dumps({"line": 2, "asked": 7}))
        assert [(told[0]["id"], told[0]["error"]["code"]), told[1]["line"]] == [(7, "bad_request"), 2]
        assert told[1]["said"]["error"]["code"] == "bad_request"

    run(look)


def test_a_line_that_is_closed_hears_nothing_more() -> None:
    async def play() -> None:
        page = Page(MemoryStore())
        match, secret = await page.begin("uboat_cards", uboat="me")
        await page.sit(2, match, secret)
        page.local.hear(json.dumps({"line": 2}))
        await asyncio.sleep(0)
        before = page.states[2]
        await page.choose(1)
        assert page.states[2] is before
        await page.local.stop()

    run(play)
