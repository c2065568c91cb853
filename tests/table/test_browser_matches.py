"""Two browsers play each game from the lobby to the end while a third watches, and nothing hidden is sent to any."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

import navalcore as nc
from tests.table.people import Person, begin, needs_chromium, seat_address
from tests.table.wire import Truth

pytestmark = needs_chromium

GAMES = [
    ("uboat_cards", "short", "convoy", 24),
    ("tonnage_war", "halifax_228", "escort", 24),
    ("bismarck", "two_player", "german", 20),
    ("aa50_subwar", "atlantic_1941", "allies", 20),
    ("silent_war", "patrol_tang_1944", "", 12),
]
"""Each with the friend's role and the choices that people make by hand; bots that they hand over to make the others.
Silent War has one player: the second browser opens the same seat and plays on from there."""


def seated(visit: Any, game: str, scenario: str, friends: str) -> list[Person]:
    """A match with two people and a spectator."""
    people: list[Person] = []

    def come(page: Any) -> None:
        people.append(Person(page))

    begin(visit(before=come), game, scenario, **({friends: "person"} if friends else {}))
    host = people[0]
    host.opened()
    if friends:
        invitation = host.page.input_value(".invitation input")
        visit(invitation, before=come).fill("#name", "Bert")
        people[1].page.click("button.main")
    else:
        visit(seat_address(host.page), before=come)
    people[1].opened()
    visit(host.page.url.partition("#")[0], before=come)
    people[2].opened()
    return people


def play_by_hand(players: list[Person], most: int, random: Random, reload_at: int) -> int:
    """Choose until so many choices are made or the match is over; how many were made."""
    for made in range(most):
        host = players[0]
        host.until(lambda: any(each.snapshot["decision"] or each.snapshot["outcome"] for each in players), "a decision")
        able = [each for each in players if each.snapshot["decision"]]
        if not able:
            return made
        if made == reload_at:
            before = able[0].snapshot
            able[0].listen()
            able[0].now = None
            able[0].page.reload()
            able[0].opened()
            assert able[0].snapshot["decision"] == before["decision"], "the same is asked after a reload"
        random.choice(able).choose(random)
        same_seat_same_number(players)
    return most


def same_seat_same_number(players: list[Person]) -> None:
    """Wait until those who share a seat know of the same choices."""
    made: dict[str, int] = {}
    for each in players:
        made[each.snapshot["role"]] = max(made.get(each.snapshot["role"], 0), each.snapshot["number"])
    for each in players:
        least = made[each.snapshot["role"]]
        each.until(partial(lambda who, number: who.snapshot["number"] >= number, each, least), "news of a choice")


@pytest.mark.parametrize(("game", "scenario", "friends", "most"), GAMES, ids=[game[0] for game in GAMES])
def test_two_browsers_play_a_match_to_its_end_and_no_message_tells_a_seat_what_is_hidden_from_it(
    visit: Any, tmp_path: Path, game: str, scenario: str, friends: str, most: int
) -> None:
    people = seated(visit, game, scenario, friends)
    host, friend, onlooker = people
    made = play_by_hand([host, friend], most, Random(game), reload_at=5)
    clicked = host.clicked + friend.clicked
    assert made == most, "bots play the rest, not all of it"
    assert clicked >= most // 3, "choices with a place are made on the picture"
    for player in [host, friend] if friends else [host]:
        player.hand_over()
    for each in people:
        each.until(partial(lambda who: who.snapshot["outcome"], each), "the end", seconds=120)
        each.page.wait_for_selector("#save")
        each.listen()
    with host.page.expect_download() as download:
        host.page.click("#save")
    download.value.save_as(tmp_path / "match.jsonl")
    truth = Truth((tmp_path / "match.jsonl").read_text(encoding="utf-8"))
    assert truth.match.outcome is not None
    roles = [host.snapshot["role"], friend.snapshot["role"], nc.SPECTATOR]
    for who, role in zip(people, roles, strict=True):
        secrets = {each.secret for each in (host, friend) if role != each.snapshot["role"]}
        assert truth.hold(who.heard, role, sorted(secrets)) >= (most // 2 if who is not onlooker else 2)
