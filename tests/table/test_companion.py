"""A companion at the table, and matches with real dice: people tap what they rolled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from navalcore._session import seated_match
from tests.table.memory import MemoryStore
from tests.table.test_local import Page, run

ZONES = Path(__file__).parents[2] / "games" / "aa50_subwar" / "data" / "world_zones.csv"
OWN_ZONES = ZONES.read_text(encoding="utf-8").replace("40 Sea Zone,0,reconstructed", "40 Sea Zone,5,your own")
OWN_SETUP = "space,power,unit,quantity,use\nsz5,germany,submarine,4,play\n"
HUNT = ("ask_for/hunt", "fill/zone/sz62", "fill/destroyers/2", "fill/escape/no", "begin")


@pytest.fixture(autouse=True)
def without_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a browser's worker."""
    monkeypatch.setattr(seated_match, "THREADS", False)


async def beside(page: Page, line: int = 1, **more: Any) -> tuple[str, str]:
    """Begin an evening beside the real board."""
    wish = {"game": "aa50_subwar:companion", "dice": "physical", "undo": "free", "seats": {"table": {"by": "me"}}}
    begun = await page.ask("matches", body=wish | more)
    assert "match" in begun, begun
    await page.sit(line, begun["match"], begun["seats"][0]["secret"])
    return begun["match"], begun["seats"][0]["secret"]


async def choose(page: Page, key: str, line: int = 1) -> None:
    decision = await page.until(lambda: page.states[line]["snapshot"]["decision"])
    answer = await page.act(line, act="choose", decision=decision["number"], keys=[key])
    assert answer["ok"], answer
    await page.until(lambda: page.states[line]["snapshot"]["number"] > decision["number"])


async def roll(page: Page, face: int, line: int = 1) -> Any:
    asked = await page.until(lambda: page.states[line]["roll"])
    answer = await page.act(line, act="roll", roll=asked["number"], key=str(face))
    if answer["ok"]:
        await page.until(lambda: page.states[line]["roll"] != asked)
    return answer


def test_a_hunt_is_resolved_face_by_face_and_an_impossible_one_is_refused():
    async def test() -> None:
        page = Page(MemoryStore())
        await beside(page)
        for key in HUNT:
            await choose(page, key)
        state = await page.until(lambda: page.states[1]["roll"] and page.states[1])
        assert state["roll"]["faces"] == [1, 6]
        assert state["roll"]["rule"] == "S9"
        assert (await roll(page, 7))["error"]["code"] == "not_offered"
        for face in (3, 2, 5):  # spotted, hit; it fires back and misses
            assert (await roll(page, face))["ok"]
        view = (await page.until(lambda: page.states[1]["snapshot"]["decision"] and page.states[1]))["snapshot"]["view"]
        assert view["procedures"][0]["name"] == "hunt"
        assert view["runs"] == 1
        texts = [event["text"] for event in await page.act(1, act="log") and page.states[1]["snapshot"]["events"]]
        assert "1 submarine sunk, 0 hunters lost." in texts

    run(test)


def test_a_face_tapped_wrongly_is_taken_back_alone_and_the_evening_goes_on_after_a_reload():
    async def test() -> None:
        store = MemoryStore()
        page = Page(store)
        match, secret = await beside(page)
        for key in HUNT:
            await choose(page, key)
        await roll(page, 3)
        await roll(page, 6)
        state = await page.until(lambda: page.states[1]["snapshot"]["decision"] and page.states[1])
        assert "escape" in state["snapshot"]["decision"]["prompt"]
        assert (await page.act(1, act="unroll"))["ok"]
        asked = await page.until(lambda: page.states[1]["roll"])
        assert "attacks the submarine" in asked["prompt"]
        assert page.states[1]["rolled"] == 1
        again = Page(store)
        state = await again.sit(1, match, secret)
        assert state["roll"]["prompt"] == asked["prompt"]
        assert (await roll(again, 2))["ok"]

    run(test)


def test_an_evening_is_passed_on_to_another_device_with_its_marks():
    async def test() -> None:
        page, other = Page(MemoryStore()), Page(MemoryStore())
        await beside(page)
        for key in ("ask_for/limit", "fill/space/sz40", "fill/limit/3", "begin"):
            await choose(page, key)
        passed = (await page.act(1, act="pass_on"))["said"]
        await beside(other, position=passed)
        assert [mark["text"] for mark in other.states[1]["snapshot"]["view"]["marks"]] == ["Sz40: own limit C3"]

    run(test)


def test_a_hunt_under_way_is_passed_on_with_its_dice_and_the_owners_answers():
    async def test() -> None:
        page, third = Page(MemoryStore()), Page(MemoryStore())
        await beside(page)
        for key in HUNT:
            await choose(page, key)
        for face in (3, 6):  # spotted, and the 6 lets the submarine escape if its owner likes (S10)
            await roll(page, face)
        fight_on = (await page.until(lambda: page.states[1]["snapshot"]["decision"]))["options"][-1]["key"]
        await choose(page, fight_on)
        await roll(page, 2)  # the submarine fires and misses
        asked = await page.until(lambda: page.states[1]["roll"])
        passed = (await page.act(1, act="pass_on"))["said"]
        store = MemoryStore()
        match, secret = await beside(Page(store), position=passed)
        other = Page(store)  # it was loaded again
        await other.sit(1, match, secret)
        there = await other.until(lambda: other.states[1]["roll"])
        assert there["prompt"] == asked["prompt"]
        assert "attacks the submarine" in there["prompt"]
        assert (await other.act(1, act="unroll"))["ok"]  # the other phone takes back the 2
        assert "submarine" in (await other.until(lambda: other.states[1]["roll"]))["prompt"]
        await roll(other, 2)
        await beside(third, position=(await other.act(1, act="pass_on"))["said"])
        assert (await third.until(lambda: third.states[1]["roll"]))["prompt"] == asked["prompt"]

    run(test)


def test_with_real_dice_every_persons_phone_may_tap_the_roll_and_an_onlookers_may_not():
    async def test() -> None:
        page = Page(MemoryStore())
        wish = {
            "game": "uboat_cards", "dice": "physical", "undo": "free",
            "seats": {"uboat": {"by": "me"}, "convoy": {"by": "person"}},
        }  # fmt: skip
        begun = await page.ask("matches", body=wish)
        secrets = {seat["role"]: seat for seat in begun["seats"]}
        taken = await page.ask(
            "matches",
            begun["match"],
            "seats",
            "convoy",
            body={"invitation": secrets["convoy"]["invitation"], "name": ""},
        )
        await page.sit(1, begun["match"], secrets["uboat"]["secret"])
        await page.sit(2, begun["match"], taken["secret"])
        await page.sit(3, begun["match"])
        first = await page.until(lambda: page.states[1]["roll"])
        assert first["items"]
        assert page.states[2]["roll"] == first
        assert page.states[3]["roll"] is None
        answer = await page.act(2, act="roll", roll=first["number"], key=first["items"][0])
        assert answer["ok"], answer
        late = await page.act(1, act="roll", roll=first["number"], key=first["items"][0])
        assert late["error"]["code"] == "stale_decision"
        watching = await page.act(3, act="roll", roll=first["number"] - 1, key=first["items"][0])
        assert watching["error"]["code"] == "not_your_turn"

    run(test)


def test_files_of_a_groups_own_become_figures_of_its_evening_and_what_is_none_is_refused():
    async def test() -> None:
        page = Page(MemoryStore())
        assert "world_zones.csv" in await page.ask("games", "aa50_subwar", "figures")
        assert await page.ask("games", "bismarck", "figures") == []
        zones = "id,map_name,convoy_limit,limit_source,shores\nsz40,40 Sea Zone,5,your own,{}\n"
        for files, said in (
            ({"world_zones.csv": zones.format("nowhere")}, "only convoy_limit"),
            ({"world_zones.csv": "id,depth\n"}, "unknown column 'depth'"),
            ({"rules.py": "import os"}, "holds no figures"),
        ):
            refused = await page.ask("games", "aa50_subwar", "figures", body={"files": files})
            assert refused["code"] == "bad_data"
            assert said in refused["message"]
        own = {"world_zones.csv": OWN_ZONES, "world_1941.csv": OWN_SETUP}
        figures = await page.ask("games", "aa50_subwar", "figures", body={"files": own})
        assert figures["limits"] == {"sz40": 5}
        await beside(page, position={"at": "ask", "set": figures})
        marks = [mark["text"] for mark in page.states[1]["snapshot"]["view"]["marks"]]
        assert marks == ["Sz40: own limit C5", "Set-up of 1941: your own"]

    run(test)


def test_only_a_companion_is_passed_on():
    async def test() -> None:
        page = Page(MemoryStore())
        await page.begin("uboat_cards", uboat="me", convoy="bot")
        assert (await page.act(1, act="pass_on"))["error"]["code"] == "bad_data"
        refused = await page.ask("matches", body={"game": "uboat_cards", "position": {"set": {}}})
        assert refused["code"] == "bad_data"

    run(test)


def test_dice_rolled_before_any_choice_are_taken_back_by_whoever_continues_from_the_link() -> None:
    async def test() -> None:
        page, other = Page(MemoryStore()), Page(MemoryStore())
        await beside(page)
        for key in HUNT:
            await choose(page, key)
        for face in (3, 6):  # the owner of the submarine is asked whether it escapes
            await roll(page, face)
        await page.until(lambda: page.states[1]["snapshot"]["decision"])
        await beside(other, position=(await page.act(1, act="pass_on"))["said"])
        state = await other.until(lambda: other.states[1])
        assert (state["snapshot"]["number"], state["roll"], state["rolled"]) == (0, None, 2)
        assert (await other.act(1, act="unroll"))["ok"]
        assert "attacks the submarine" in (await other.until(lambda: other.states[1]["roll"]))["prompt"]
        assert other.states[1]["rolled"] == 1
        double = await other.act(1, act="unroll", rolled=2)  # the second tap of a double one
        assert double["error"]["code"] == "stale_decision"
        assert (await other.act(1, act="unroll", rolled=1))["ok"]

    run(test)
