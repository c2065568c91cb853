"""Fields of views, questions, options and events name what is on the board by its id, and never by its title."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import navalcore as nc
from navalcore._face.face import face_of

GAMES = ["uboat_cards", "tonnage_war", "aa50_subwar", "bismarck", "silent_war"]
IN_WORDS = {"name", "text", "prompt", "why", "reason", "boat_class", "called", "told", "note", "skipper"}
"""Fields that are there to be read by people, beside others."""
CHOICES = 120


def values(told: Any) -> Iterator[str]:
    """All texts within fields, those for people left out."""
    if isinstance(told, dict):
        for name, value in told.items():
            if name not in IN_WORDS:
                yield from values(value)
    elif isinstance(told, list):
        for each in told:
            yield from values(each)
    elif isinstance(told, str):
        yield told


def titles(board: Any) -> dict[str, str]:
    """What is on a board by its title: pieces, and regions of its scenes."""
    found = {piece.title: piece.id for piece in board.pieces}
    found |= {region.title: region.id for scene in board.scenes for region in scene.regions}
    return {title: name for title, name in found.items() if title and title != name}


@pytest.mark.parametrize("name", GAMES)
def test_fields_have_ids_and_no_titles(name: str) -> None:
    game = nc.load(name)
    found: dict[tuple[str, str], str] = {}
    for seed, scenario in enumerate(list(game.scenarios)[:3]):
        match, rng = game.new_match(scenario, seed=seed, history=True), random.Random(seed)
        told = 0
        for _ in range(CHOICES):
            if match.decision is None:
                break
            role = match.decision.role
            sent = json.loads(match.snapshot(role, since=told).model_dump_json())
            told = sent["told"]
            known = titles(face_of(game).board(match.view(role)))
            asked = [sent["decision"], *sent["decision"]["options"], *sent["events"]]
            for each in asked:
                found |= {(each["kind"], value): known[value] for value in values(each["fields"]) if value in known}
            match.choose(rng.randrange(len(match.decision.options)))
    assert found == {}
