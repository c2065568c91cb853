"""The page of a person: seats behind one secret link, and a new link for it."""

from __future__ import annotations

import asyncio

import pytest

from tests.table.client import Match, Table, table
from tests.table.test_seat_life import two


def test_a_page_holds_seats_on_every_device_and_says_whose_turn_it_is(sqlite: str) -> None:
    async def play(at: Table, match: Match) -> None:
        page = (await at.post("/page", {}, status=201))["secret"]
        mine = {"Authorization": f"Page {page}"}
        asked = (await match.state("uboat"))["snapshot"]["waiting_for"][0]
        await match.play(1)
        for role in ("uboat", "convoy"):
            held = {"match": match.id, "secret": match.secrets[role]}
            assert (await at.http.post("/api/page/seats", json=held, headers=mine)).json()["role"] == role
        games = (await at.http.get("/api/page", headers=mine)).json()["games"]
        waiting = (await match.state())["snapshot"]["waiting_for"]
        assert [game["role"] for game in games if game["mine"]] == waiting
        assert games[0]["mine"]
        assert games[0]["headline"]
        state = await at.get(f"/matches/{match.id}", page)
        assert state["snapshot"]["role"] in ("uboat", "convoy"), "the page opens the seat"
        await match.act(asked, act="seat", do="renew")
        games = (await at.http.get("/api/page", headers=mine)).json()["games"]
        assert [game["role"] for game in games] == [role for role in ("convoy", "uboat") if role != asked]
        away = {"match": match.id, "away": True}
        await at.http.post("/api/page/seats", json=away, headers=mine)
        assert (await at.http.get("/api/page", headers=mine)).json()["games"][0]["away"]
        assert (await at.http.get("/api/page", headers={"Authorization": "Page x"})).status_code == 403

    two(sqlite, play)


async def page_of(at: Table, match: Match, *roles: str) -> str:
    """The secret of a page that holds these seats."""
    page = str((await at.post("/page", {}, status=201))["secret"])
    for role in roles:
        held = {"match": match.id, "secret": match.secrets[role]}
        reply = await at.http.post("/api/page/seats", json=held, headers={"Authorization": f"Page {page}"})
        assert reply.json()["role"] == role
    return page


def test_a_match_that_waits_for_real_dice_or_cards_waits_for_every_person_in_lobby_and_page(sqlite: str) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            seats = {"uboat": "me", "convoy": "bot"}
            for dice, rolls in (("physical", True), ("committed", False)):
                match = await at.begin("uboat_cards", seats, dice=dice, undo="free" if rolls else "barrier")
                assert bool((await match.state("uboat"))["roll"]) == rolls
                assert (await at.get(f"/matches/{match.id}/line"))["rolls"] == rolls
                page = await page_of(at, match, "uboat")
                (game,) = (await at.http.get("/api/page", headers={"Authorization": f"Page {page}"})).json()["games"]
                assert game["mine"] == (rolls or "uboat" in game["waiting"])

    asyncio.run(play())


def test_a_page_that_holds_both_seats_of_a_match_opens_either_and_puts_either_away(sqlite: str) -> None:
    async def play(at: Table, match: Match) -> None:
        page = await page_of(at, match, "uboat", "convoy")
        mine = {"Authorization": f"Page {page}"}
        for role in ("uboat", "convoy"):
            entered = await at.http.post(f"/api/matches/{match.id}/enter", json={"secret": page, "seat": role})
            assert entered.json()["role"] == role
        for role in ("uboat", "convoy"):  # both are in cookies now
            state = (await at.http.get(f"/api/matches/{match.id}?cookie=true&seat={role}")).json()
            assert state["snapshot"]["role"] == role
            async with at.socket(match.id, {"secret": page, "seat": role, "pictures": False}) as line:
                assert (await line.hear("state"))["snapshot"]["role"] == role
        unknown = await at.http.post(f"/api/matches/{match.id}/enter", json={"secret": page, "seat": "umpire"})
        assert unknown.status_code == 403
        await at.http.post("/api/page/seats", json={"match": match.id, "seat": "convoy", "away": True}, headers=mine)
        games = (await at.http.get("/api/page", headers=mine)).json()["games"]
        assert {game["role"]: game["away"] for game in games} == {"uboat": False, "convoy": True}

    two(sqlite, play)


def test_a_new_link_of_a_page_makes_the_old_one_void_in_every_process(database: str) -> None:
    async def play() -> None:
        async with table(database) as at, table(database) as other:
            match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "me"})
            old = await page_of(at, match, "uboat")
            wish = {"channel": "webhook", "address": "https://a.example/x"}
            await at.http.post("/api/page/notices", json=wish, headers={"Authorization": f"Page {old}"})
            assert (await at.http.post("/api/page/renew")).status_code == 403
            hello = {"secret": old, "pictures": False}
            async with at.socket(match.id, hello) as here, other.socket(match.id, hello) as there:
                for line in (here, there):
                    assert (await line.hear("state"))["snapshot"]["role"] == "uboat"
                renewed = await at.http.post("/api/page/renew", headers={"Authorization": f"Page {old}"})
                for line in (here, there):
                    refused = await line.hear("answer")
                    assert refused["error"]["code"] == "seat_refused", "who is there by the old link is sent away"
            for each in (at, other):
                new = {"Authorization": f"Page {renewed.json()['secret']}"}
                await each.get(f"/matches/{match.id}", old, status=403)
                void = {"Authorization": f"Page {old}"}
                assert (await each.http.get("/api/page", headers=void)).status_code == 403
                held = {"match": match.id, "secret": match.secrets["convoy"]}
                again = await each.http.post("/api/page/seats", json=held, headers=void)
                assert again.status_code == 403, "a device that still has the old link brings it no seats"
                page = (await each.http.get("/api/page", headers=new)).json()
                assert [game["role"] for game in page["games"]] == ["uboat"]
                assert page["notices"] == [], "a thief of the old link may have asked for some"
                state = await each.get(f"/matches/{match.id}", renewed.json()["secret"])
                assert state["snapshot"]["role"] == "uboat"
                await each.get(f"/matches/{match.id}", match.secrets["uboat"], status=403)
                state = await each.get(f"/matches/{match.id}", match.secrets["convoy"])
                assert state["snapshot"]["role"] == "convoy", "a seat that is not on the page keeps its key"

    asyncio.run(play())


def test_who_came_by_a_page_gets_a_new_key_of_the_seat_and_goes_on(sqlite: str) -> None:
    async def play(at: Table, match: Match) -> None:
        page = await page_of(at, match, "uboat")
        async with at.socket(match.id, {"secret": page, "pictures": False}) as line:
            await line.hear("state")
            assert (await line.act(act="seat", do="renew"))["ok"]
            assert (await line.act(act="seat", do="note", text="still here"))["ok"]
        await at.get(f"/matches/{match.id}", match.secrets["uboat"], status=403)
        state = await at.get(f"/matches/{match.id}", page)
        assert state["snapshot"]["role"] == "uboat", "the page keeps its seat"

    two(sqlite, play)


@pytest.mark.parametrize("way", ["link", "renew", "page", "enter"])
def test_a_new_link_of_a_page_ends_all_that_the_old_one_has_opened(sqlite: str, way: str) -> None:
    """Who has stolen the old link may have made keys of the seats with it, in each way that there is."""

    async def play(at: Table, match: Match) -> None:
        old = await page_of(at, match, "uboat")
        if way == "page":
            stolen = (await at.post("/page", {}, status=201))["secret"]
            held = {"match": match.id, "secret": old}
            reply = await at.http.post("/api/page/seats", json=held, headers={"Authorization": f"Page {stolen}"})
            assert reply.json()["role"] == "uboat"
        elif way == "renew":
            said = await at.post(f"/matches/{match.id}/act", {"act": "seat", "do": "renew"}, old)
            stolen = said["said"]["secret"]
        else:
            stolen = old
            if way == "link":
                said = await at.post(f"/matches/{match.id}/act", {"act": "seat", "do": "link"}, old)
                stolen = said["said"]["link"]
            unused = stolen
            entered = await at.http.post(f"/api/matches/{match.id}/enter", json={"secret": stolen})
            stolen = entered.headers["set-cookie"].split("=", 1)[1].split(";")[0]
            if way == "link":
                again = await at.post(f"/matches/{match.id}/act", {"act": "seat", "do": "link"}, old)
                unused = again["said"]["link"]
        at.http.cookies.clear()
        assert (await at.get(f"/matches/{match.id}", stolen))["snapshot"]["role"] == "uboat"
        new = (await at.http.post("/api/page/renew", headers={"Authorization": f"Page {old}"})).json()["secret"]
        await at.get(f"/matches/{match.id}", stolen, status=403)
        if way in ("link", "enter"):
            spent = await at.http.post(f"/api/matches/{match.id}/enter", json={"secret": unused})
            assert spent.status_code == 403, "nor does a link that was not used yet"
        assert (await at.get(f"/matches/{match.id}", new))["snapshot"]["role"] == "uboat", "its person has the seat"

    two(sqlite, play)
