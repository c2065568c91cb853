"""What has changed from one snapshot to the next."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import navalcore as nc
from navalcore.errors import BadData

GAMES = {
    "uboat_cards": "short",
    "tonnage_war": None,
    "aa50_subwar": None,
    "bismarck": "two_player",
    "silent_war": "campaign_wp1",
}
CHOICES = 120


def merged(earlier: Any, changes: Any) -> Any:
    """The later snapshot, made by somebody who has the earlier one: what a page does in a few lines."""
    later = json.loads(json.dumps(earlier))
    items, view, board = changes.pop("items", {}), changes.pop("view", {}), changes.pop("board", {})
    later.update(changes)
    if board:
        moved = board.pop("at", {})
        later["board"].update(board)
        lying = [piece for piece in later["board"]["pieces"] if piece["at"] not in moved]
        later["board"]["pieces"] = [*lying, *(piece for pieces in moved.values() for piece in pieces)]
    later["view"].update(view)
    for name, differing in items.items():
        for place, item in differing.items():
            kept = later["view"][name]
            kept[int(place) if isinstance(kept, list) else place] = item
    return later


def by_region(sent: Any) -> Any:
    """A snapshot whose pieces stand by region: only within one does their order say something."""
    if sent["board"] is None:
        return sent
    regions: dict[str, list[Any]] = {}
    for piece in sent["board"]["pieces"]:
        regions.setdefault(piece["at"], []).append(piece)
    return {**sent, "board": {**sent["board"], "pieces": regions}}


@pytest.mark.parametrize("name", GAMES)
def test_an_earlier_snapshot_and_the_changes_make_the_later_one(name: str) -> None:
    game = nc.load(name)
    match, rng = game.new_match(GAMES[name], seed=5, history=True), random.Random(5)
    sent = {role: match.snapshot(role, since=0) for role in (*game.roles, nc.SPECTATOR)}
    known = {role: json.loads(each.model_dump_json()) for role, each in sent.items()}
    whole = changed = 0
    while match.decision is not None and match.count < CHOICES:
        match.choose(rng.randrange(len(match.decision.options)))
        for role, before in sent.items():
            now = match.snapshot(role, since=before.told)
            message = json.dumps(now.changes(before))
            text = now.model_dump_json()
            known[role] = merged(known[role], json.loads(message))
            assert by_region(known[role]) == by_region(json.loads(text))
            sent[role], whole, changed = now, whole + len(text), changed + len(message)
    assert changed < whole


def test_a_choice_of_a_campaign_is_sent_in_less_than_a_tenth_of_it() -> None:
    match, rng = nc.load("silent_war").new_match("campaign_wp1", seed=3, history=True), random.Random(3)
    before, shares = match.snapshot("comsubpac", since=0), []
    for _ in range(60):
        decision = match.decision
        assert decision is not None
        match.choose(rng.randrange(len(decision.options)))
        now = match.snapshot("comsubpac", since=before.told)
        shares.append(len(json.dumps(now.changes(before))) / len(now.model_dump_json()))
        before = now
    assert sum(shares) / len(shares) < 0.1


def test_a_seat_that_nothing_has_changed_for_is_sent_no_fields() -> None:
    match = nc.load("bismarck").new_match("two_player", seed=1, history=True)
    before = match.snapshot("german", since=0)
    match.choose("Hood", role="british")
    changes = match.snapshot("german", since=before.told).changes(before)
    assert changes == {"told": before.told, "events": []}


def test_a_pile_that_is_written_as_stacks_is_right_after_an_undo_and_another_choice() -> None:
    """As many cards as before lie in it, in stacks of other sizes."""
    match, rng = nc.load("uboat_cards").new_match("standard", seed=3, history=True, undo="free"), random.Random(3)
    piles = set()
    for _ in range(100):
        before = match.snapshot("uboat", since=0)
        if match.count > 2 and rng.random() < 0.4:
            match.undo()
        decision = match.decision
        assert decision is not None
        match.choose(rng.randrange(len(decision.options)))
        now = match.snapshot("uboat", since=before.told)
        told, after = json.loads(before.model_dump_json()), json.loads(now.model_dump_json())
        known = merged(told, json.loads(json.dumps(now.changes(before))))
        assert known["view"] == after["view"]
        piles.add(len(after["view"]["discards"]) == len(told["view"]["discards"]))
    assert piles == {True, False}


def test_a_seat_is_sent_the_stacks_of_numbered_pieces_that_changed_and_no_others() -> None:
    """Stacks part and meet again in play; what the client puts together is the view."""
    fleet = [
        {"power": "germany", "kind": "submarine", "space": "sz7", "count": 3},
        {"power": "germany", "kind": "cruiser", "space": "sz5"},
        {"power": "uk", "kind": "destroyer", "space": "sz2", "count": 2},
    ]
    match = nc.load("aa50_subwar").position({"at": "combat_move", "set": {"units": fleet}}, seed=1, history=True)
    before = match.snapshot("axis", since=0)
    told = json.loads(before.model_dump_json())
    stacks = told["view"]["units"]
    assert [(each["id"], each["at"], each["count"]) for each in stacks] == [
        ("unit/germany/submarine", "zone/7", 3),
        ("unit/germany/cruiser", "zone/5", 1),
        ("unit/uk/destroyer", "zone/2", 2),
    ]
    assert [number for each in stacks for number in each["numbers"]] == list(match.state.units)
    rng, partly = random.Random(5), 0
    while not match.over and match.count < 120:
        decision = match.decision
        assert decision is not None
        match.choose(rng.randrange(len(decision.options)), role=decision.role)
        now = match.snapshot("axis", since=before.told)
        changes = json.loads(json.dumps(now.changes(before)))
        partly += "units" in changes.get("items", {})
        told = merged(told, changes)
        assert told["view"] == json.loads(now.model_dump_json())["view"]
        before = now
    assert partly


@pytest.mark.parametrize("name", GAMES)
def test_what_is_sent_has_all_of_its_fields_in_their_order(name: str) -> None:
    """As Pydantic itself makes it, though it is put together without a look for what is left out."""
    match, rng = nc.load(name).new_match(GAMES[name], seed=6, history=True), random.Random(6)
    for _ in range(20):
        assert match.decision is not None
        match.choose(rng.randrange(len(match.decision.options)))
    assert match.decision is not None
    snapshot = match.snapshot(match.decision.role, since=0)
    found: list[Any] = [snapshot, snapshot.board, snapshot.decision, *snapshot.events]
    assert snapshot.board is not None
    assert snapshot.decision is not None
    found += [*snapshot.board.scenes, *snapshot.decision.options, *snapshot.decision.facts, *snapshot.decision.summands]
    found += [part for event in snapshot.events for part in (*event.places, *event.moves)]
    for each in found:
        assert each is not None
        assert list(vars(each)) == list(type(each).model_fields)
        assert each == type(each).model_construct(**vars(each))
        assert each.model_fields_set == set(type(each).model_fields)


def test_the_changes_are_those_since_a_snapshot_of_the_same_seat_and_of_nothing_else() -> None:
    uboat, convoy = (nc.load("uboat_cards").new_match(seed=1).snapshot(role) for role in ("uboat", "convoy"))
    other = nc.load("tonnage_war").new_match(seed=1).snapshot("uboat")
    assert "view" not in uboat.changes(uboat)
    anything: list[Any] = [convoy, other, None, uboat.model_dump(mode="json")]
    for wrong in anything:
        with pytest.raises(BadData, match="of uboat in uboat_cards are those since an earlier snapshot of the same"):
            uboat.changes(wrong)
