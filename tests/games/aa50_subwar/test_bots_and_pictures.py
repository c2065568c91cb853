"""Bots of both sides, and the map as text."""

from __future__ import annotations

from typing import Any

import pytest

from navalcore._rules.decision import UMPIRE
from navalcore.bots import make_bots, play_out
from navalcore.study._plan import Plan
from navalcore.study._simulate import simulate
from navalcore_games.aa50_subwar.bot_sense import air_duel_worth, destroyer_worth, disruption, exposed
from navalcore_games.aa50_subwar.summary import fleets
from navalcore_games.aa50_subwar.text_board import map_text
from navalcore_games.aa50_subwar.views import see
from navalcore_games.aa50_subwar.words import Kind, Side
from tests.games.aa50_subwar.conftest import sea_zone


@pytest.mark.parametrize("scenario", ["atlantic_1941", "atlantic_1942"])
@pytest.mark.parametrize("side", ["axis", "allies"])
def test_the_bot_beats_random_play_on_either_side(scenario, side):
    bots = {"axis": "random", "allies": "random"} | {side: "sensible"}
    records = simulate(Plan("aa50_subwar", scenario, {}, bots, "bots"), 40)
    assert sum(record.winner == side for record in records) >= 36


def test_the_axis_bot_spreads_its_submarines_over_the_lanes_of_england(game):
    match = game.new_match(seed=8)
    bots = make_bots(game, {"axis": "sensible", "allies": "random"}, seed=1)
    while not match.over and match.state.round < 4:
        play_out(match, bots, limit=1)
    zones = {unit.space for unit in match.state.units.values() if unit.power == "germany" and unit.kind == "submarine"}
    assert len(zones & {"sz2", "sz3", "sz6", "sz7", "sz8"}) >= 2
    assert match.state.spent_on_submarines > 0


def test_the_other_axis_bot_buys_no_submarine(game):
    match = game.new_match(seed=8)
    play_out(match, make_bots(game, {"axis": "no_submarines", "allies": None}, seed=1))
    assert match.state.spent_on_submarines == 0
    assert match.state.spent[Side.AXIS] > 0


@pytest.mark.rule("aa50_subwar", "S8", "S15")
def test_the_allied_bot_hunts_and_uses_every_way_of_hunting(game):
    told: list[Any] = []
    for seed in range(12):
        match = game.new_match(seed=seed, on_event=told.append)
        play_out(match, make_bots(game, seed=seed))
    kinds = {type(event).__name__ for event in told}
    assert {"Searched", "DuelEnded", "ZoneRaided", "SubmarineStopped"} <= kinds
    endings = {event.ending for event in told if type(event).__name__ == "DuelEnded"}
    assert {"submarine sunk", "hunter lost", "both lost", "escaped", "dived"} <= endings


def test_what_the_bots_reckon_with():
    assert disruption("sz8", 1) == pytest.approx(2 - 4 / 36)
    assert disruption("sz11", 5) == disruption("sz12", 5) == 0
    # A destroyer sinks its submarine in 12 of 21 fights and is lost in 5: 9 * 12/21 - 8 * 5/21.
    assert destroyer_worth(0, 1) == pytest.approx((9 * 12 - 8 * 5) / 21)
    # A fighter sinks it in 18 of 36 and is lost in 6.
    assert air_duel_worth(Kind.FIGHTER, 0, 1) == pytest.approx(9 * 18 / 36 - 10 * 6 / 36)


def test_a_lone_destroyer_within_reach_of_a_strike_is_exposed(table):
    board = table("uk")
    for base in ("germany", "norway", "nw_europe"):
        board.put("germany", "fighter", base)
    view = see(board.state, "allies")
    assert exposed(view, Side.ALLIES, sea_zone("sz6"), [Kind.DESTROYER])
    assert not exposed(view, Side.ALLIES, sea_zone("sz10"), [Kind.DESTROYER])


def test_the_text_map_lists_zones_limits_neighbours_and_units(game):
    match = game.new_match("atlantic_1942", seed=1)
    text = map_text(match.view("axis"), 160)
    line = next(line for line in text.splitlines() if line.startswith("Sz8"))
    assert "C4" in line
    assert "Sz7" in line
    assert "1 German submarine" in line
    assert "England" in text
    counted = sum(sum(units.values()) for units in fleets(match.view(UMPIRE)).values())
    assert counted == len(match.state.units)
