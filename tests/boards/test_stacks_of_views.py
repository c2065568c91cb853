"""What a view tells of pieces is what lies on the board: by the same id, at the same place, as many."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import navalcore as nc


def stacks_in(value: Any) -> Iterator[dict[str, Any]]:
    """Every stack in JSON."""
    if isinstance(value, dict):
        if value.keys() == {"id", "at", "count"}:
            yield value
        for each in value.values():
            yield from stacks_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from stacks_in(each)


@pytest.mark.parametrize(("game", "scenario"), [("uboat_cards", "short"), ("tonnage_war", "hg_76")])
def test_cards_of_a_view_are_the_stacks_that_lie_on_the_board(game: str, scenario: str) -> None:
    match, seen = nc.load(game).new_match(scenario, seed=8), set[str]()
    bots, face = nc.make_bots(match.game, seed=8), nc.face_of(match.game)
    for _ in range(60):
        decision = match.decision
        assert decision is not None
        match.choose(bots[decision.role].decide(match.view(decision.role), decision))
        for role in (*match.game.roles, nc.SPECTATOR, nc.UMPIRE):
            view = match.view(role)
            board, text = face.board(view), view.model_dump_json()
            assert board is not None
            assert type(view).model_validate_json(text) == view
            lying = {(piece.id, piece.at): piece.count for piece in board.pieces}
            found = list(stacks_in(json.loads(text)))
            assert {(each["id"], each["at"]): each["count"] for each in found}.items() <= lying.items()
            assert len({(each["id"], each["at"]) for each in found}) == len(found), "equal pieces are one stack"
            seen |= {each["at"].partition("/")[0] for each in found}
    assert {"hand", "discards"} <= seen


def test_a_card_is_the_same_in_view_option_event_and_board() -> None:
    match = nc.load("uboat_cards").new_match("short", seed=17, history=True)
    assert match.decision is not None
    role = match.decision.role
    snapshot = match.snapshot(role, since=0)
    assert snapshot.decision is not None
    (option,) = [each for each in snapshot.decision.options if each.text == "discard Sonar"]
    assert ("subject", "card/sonar") in [(each.part, each.place) for each in option.places]
    assert "card/sonar" in {stack["id"] for stack in stacks_in(json.loads(snapshot.view.model_dump_json()))}
    assert snapshot.board is not None
    assert "card/sonar" in {piece["id"] for piece in snapshot.board.pieces}
    match.choose(option.index)
    (moved,) = [event for event in match.snapshot(role, since=snapshot.told).events if event.kind == "card_discarded"]
    assert [(move.piece, move.start, move.end) for move in moved.moves] == [("card/sonar", f"hand/{role}", "discards")]
