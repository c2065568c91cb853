"""What a match says of the parameters of odds questions can be asked with."""

from __future__ import annotations

from typing import Any

import pytest

import navalcore as nc
from navalcore.errors import BadData
from navalcore_games.silent_war.state import Storm
from tests.games.test_boards import moments

SCENARIOS = {"silent_war": ("patrol_wahoo_1943",), "bismarck": ("two_player",), "tonnage_war": ("hg_76",)}


@pytest.mark.parametrize("name", nc.games())
def test_everything_that_is_known_of_a_match_fits_a_question_that_asks_for_it(name: str) -> None:
    game = nc.load(name)
    face = nc.face_of(game)
    told: dict[str, Any] = {}
    for scenario in SCENARIOS.get(name, tuple(game.scenarios)[:1]):
        for match in moments(game, scenario, 120, 6):
            for role in game.roles:
                told |= face.known(match.view(role), match.setup.terms)
    assert told
    unfit = []
    for parameter, value in told.items():
        of, _, name = parameter.rpartition(".")
        asked = [
            each for each in face.questions() if of in ("", each.name) and name in each.parameters_class.model_fields
        ]
        if not any(_takes(question, name, value) for question in asked):
            unfit.append((parameter, value))
    assert not unfit


def _takes(question: Any, parameter: str, value: object) -> bool:
    try:
        question.parameters_class.model_validate({parameter: value})
    except (BadData, ValueError):
        return False
    return True


@pytest.mark.rule("silent_war", "7.21")
def test_questions_asked_in_a_storm_take_the_storm_from_the_match() -> None:
    match: Any = nc.load("silent_war").new_match("patrol_wahoo_1943", seed="3")
    face = nc.face_of(match.game)

    def known() -> Any:
        return face.known(match.view("comsubpac"), match.setup.terms)

    while "area" not in known():
        match.choose(len(match.decision.options) - 1)
    area = match.state.boats[match.state.acting].area
    told = []
    for storm in Storm:
        match.state.storms[area] = storm
        told.append(known()["weather"])
    assert told[1:] == ["storm", "typhoon", "typhoon"]
    assert (known()["boat"], known()["month"]) == ("wahoo", "1943-01")
