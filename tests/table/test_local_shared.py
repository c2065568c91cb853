"""Two pages of one browser at the same matches, whose database fails or is late: neither stays behind for ever."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import pytest

from navalcore._session import seated_match
from navalcore.errors import NotWritten
from tests.table.memory import MemoryStore
from tests.table.test_local import Page, Shared


@pytest.fixture(autouse=True)
def without_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser's worker has no threads."""
    monkeypatch.setattr(seated_match, "THREADS", False)


def two_pages(rows: MemoryStore, seed: int) -> tuple[Page, Page]:
    """Two pages that share rows, and tell each other of what they change."""
    stores = [Shared(rows, Random(seed)), Shared(rows, Random(seed))]
    one, two = (Page(store) for store in stores)
    stores[0].others, stores[1].others = [two], [one]
    return one, two


class Failing(MemoryStore):
    """Rows that cannot be read so many times."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.fails = 0
        self._error = error

    async def rows(self, beginning: str) -> list[tuple[str, str]]:
        if self.fails:
            self.fails -= 1
            raise self._error
        return await super().rows(beginning)


@pytest.mark.parametrize("error", [NotWritten("no room"), RuntimeError("the browser has closed its database")])
def test_a_page_hears_of_what_another_has_done_however_often_its_database_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setattr("navalcore.table._local.SOON", 0.001)
    monkeypatch.setattr("navalcore.table._local.LATER", 0.002)

    async def play() -> None:
        rows = MemoryStore()
        broken = Failing(error)
        broken._rows = rows._rows
        one, two = Page(rows), Page(broken)
        match, secret = await one.begin("uboat_cards", uboat="me", convoy="me")
        await two.sit(1, match, secret)
        made = two.states[1]["snapshot"]["number"]
        broken.fails = 12
        assert (await one.choose(1))["ok"]
        two.local.hear(json.dumps({"changed": match}))
        await two.until(lambda: two.states[1]["snapshot"]["number"] > made)
        assert broken.fails == 0
        await one.local.stop()
        await two.local.stop()

    asyncio.run(play())


@pytest.mark.parametrize("seed", range(6))
def test_a_match_that_is_deleted_in_one_page_is_gone_though_another_page_plays_its_bot(seed: int) -> None:
    async def play() -> None:
        rows = MemoryStore()
        one, two = two_pages(rows, seed)
        match, secret = await one.begin("uboat_cards", uboat="me")
        await two.sit(1, match, secret)
        assert (await two.act(1, act="order", words="match"))["ok"]
        assert (await one.act(1, act="seat", do="delete"))["ok"]
        refused = await two.until(lambda: two.refused.get(1))
        assert refused["code"] == "unknown_name", "who looks at it is told"
        assert (await two.act(1, act="log"))["error"]["code"] == "unknown_name"
        await one.local.stop()
        await two.local.stop()
        again = Page(rows)
        assert (await again.sit(1, match, secret))["code"] == "unknown_name"
        assert not [text for _, text in await rows.rows("") if text], "nothing of it takes room"
        await again.local.stop()

    asyncio.run(play())


@pytest.mark.parametrize("seed", range(6))
def test_two_pages_that_order_recall_choose_and_take_back_at_once_come_to_the_same_match(seed: int) -> None:
    async def play() -> None:
        rows = MemoryStore()
        one, two = two_pages(rows, seed)
        match, secret = await one.begin("uboat_cards", uboat="me")
        await two.sit(1, match, secret)
        random = Random(seed)
        for _ in range(8):
            async with asyncio.TaskGroup() as doing:
                for page in (one, two):
                    doing.create_task(something(page, random))
        for page in (one, two):
            await page.act(1, act="recall")
        async with asyncio.timeout(20):
            while shown(one) != shown(two) or one.states[1]["orders"]:
                await asyncio.sleep(0.001)
        await one.local.stop()
        await two.local.stop()
        alone = Page(rows)
        found = await alone.sit(1, match, secret)
        assert found["snapshot"]["view"] == one.states[1]["snapshot"]["view"], "that is what is stored"
        await alone.local.stop()

    asyncio.run(play())


def shown(page: Page) -> tuple[Any, Any]:
    """What a page shows of the match, and the orders in force there."""
    return page.states[1]["snapshot"]["view"], page.states[1]["orders"]


async def something(page: Page, random: Random) -> None:
    """Do one of the things that a person may do, on what the page shows; it may come too late."""
    what = random.choice(("choose", "choose", "undo", "order", "recall", "note"))
    snapshot = page.states[1]["snapshot"]
    acts: dict[str, dict[str, Any]] = {
        "undo": {"act": "undo", "decision": snapshot["number"]},
        "order": {"act": "order", "words": random.choice(("turn", "choice", "always pass"))},
        "recall": {"act": "recall"},
        "note": {"act": "seat", "do": "note", "text": str(random.random())},
    }
    decision = snapshot["decision"]
    if what == "choose" and decision:
        key = random.choice(decision["options"])["key"]
        acts["choose"] = {"act": "choose", "decision": decision["number"], "keys": [key]}
    answer = await page.act(1, **acts.get(what, acts["note"]))
    late = ("stale_decision", "not_your_turn", "undo_barrier", "not_offered", "not_written", "game_over")
    assert answer["ok"] or answer["error"]["code"] in late, answer
