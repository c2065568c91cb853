"""The pictures of the games that still draw are made of the same parts."""

import sys
from types import FrameType
from typing import Any

import pytest

import navalcore as nc
from navalcore._rules.decision import UMPIRE
from navalcore.boards import _parts as parts

DRAWN = {
    "aa50_subwar": ("atlantic_1941", 20, {"counter", "spot"}),
}


def parts_used(face: Any, view: Any) -> set[str]:
    """The parts by which a board is drawn."""
    found: set[str] = set()

    def look(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename == parts.__file__:
            found.add(frame.f_code.co_name)

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        face.board(view)
    finally:
        sys.setprofile(before)
    return found


@pytest.mark.parametrize("name", DRAWN)
def test_counters_cards_and_badges_of_every_game_are_the_parts_of_render(name: str) -> None:
    scenario, choices, wanted = DRAWN[name]
    game = nc.load(name)
    match: Any = game.new_match(scenario, seed="parts")
    while match.count < choices and not match.over:
        match.choose(match.count % len(match.decision.options))
    assert wanted <= parts_used(nc.face_of(game), match.view(UMPIRE))
