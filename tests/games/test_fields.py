"""Fields of views, questions, options and events name what is on the board by its id, and never by its title."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

import navalcore as nc
from navalcore._face.face import face_of

GAMES = ["uboat_cards", "tonnage_war", "aa50_subwar", "bismarck", "silent_war"]
IN_WORDS = {"name", "text", "prompt", "why", "reason", "boat_class", "called", "told", "note", "skipper"}
"""Fields that are there to be read by people, beside others."""
CHOICES = 120
AN_ID = re.compile(r"[a-z_]+(/[a-z0-9_.+-]+)+")
TELLING = {"choice_made", "undone"}
"""What tells a choice itself, with its key."""


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


def named(board: Any) -> set[str]:
    """What has an id on a board."""
    return {piece.id for piece in board.pieces} | {region.id for scene in board.scenes for region in scene.regions}


@pytest.mark.parametrize("name", GAMES)
def test_fields_have_ids_of_the_board_and_no_titles(name: str) -> None:
    """As whoever is told sees it, before or after; what is only shown in passing is on neither board."""
    game = nc.load(name)
    passing = {each.kind for each in game.event_types if each.passing}
    by_title: dict[tuple[str, str], str] = {}
    lost: set[tuple[str, str]] = set()
    ids = 0
    for seed, scenario in enumerate(list(game.scenarios)[:3]):
        match, rng = game.new_match(scenario, seed=seed, history=True), random.Random(seed)
        told, before = dict.fromkeys(game.roles, 0), {role: set[str]() for role in game.roles}
        for _ in range(CHOICES):
            if match.decision is None:
                break
            for role in game.roles:
                sent = json.loads(match.snapshot(role, since=told[role]).model_dump_json())
                told[role] = sent["told"]
                board, asked = face_of(game).board(match.view(role)), sent["decision"]
                known, there = titles(board), named(board)
                for each in [*([asked, *asked["options"]] if asked else ()), *sent["events"]]:
                    said = [(each["kind"], value) for value in values(each["fields"]) if each["kind"] not in TELLING]
                    by_title |= {(kind, value): known[value] for kind, value in said if value in known}
                    written = {(kind, value) for kind, value in said if AN_ID.fullmatch(value)}
                    lost |= {(kind, value) for kind, value in written if value not in there | before[role]}
                    ids += len(written)
                before[role] = there
            match.choose(rng.randrange(len(match.decision.options)))
    assert by_title == {}
    assert {each for each in lost if each[0] not in passing} == set()
    assert ids > CHOICES
