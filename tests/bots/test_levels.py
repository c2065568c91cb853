"""Levels: easy, standard and hard in every seat of every game, by views alone."""

from typing import Any

import pytest

import navalcore as nc
from navalcore._face.face import face_of
from navalcore.bots import LEVELS, bot_names, make_bot, make_bots, play_out, seat
from navalcore.bots._levels import CarelessBot
from navalcore.bots._makers import bot_maker
from navalcore.components._chance import SeededChance
from tests.bots.parlour import Parlour

GAMES = [nc.load(name) for name in ("aa50_subwar", "bismarck", "silent_war", "tonnage_war", "uboat_cards")]
SEATS = [
    pytest.param(game, scenario, str(seat.role), id=f"{scenario}-{seat.role}")
    for game in GAMES
    for scenario in game.scenarios
    for seat in game.seats(scenario)
]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("game", "scenario", "role"), SEATS)
def test_every_seat_of_every_scenario_has_a_bot_of_each_level_that_answers(game, scenario, role, level):
    assert level in bot_names(game)
    match = game.new_match(scenario, seed=f"levels {scenario}")
    bots = make_bots(game, {**dict.fromkeys(game.roles), role: level}, seed=1)
    seat(match, bots)
    made = 0
    while (decision := match.decision) is not None and match.count < 40 and made == 0:
        answer = bots[decision.role].decide(match.view(decision.role), decision.bare())
        made += decision.role == role and len(decision.options) > 1
        match.choose(answer)
    asked = {seat.role for seat in game.seats(scenario) if seat.taken_by != "nobody"}
    assert made == 1 or role not in asked or match.count == 40


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_standard_level_is_the_games_own_bot(game):
    assert bot_maker(game, "standard") is next(iter(face_of(game).bots().values()))


def test_a_game_without_bots_has_all_levels_too():
    game = Parlour()
    match = game.new_match("wager", seed=1)
    assert match.decision is not None
    taken = {}
    for level in LEVELS:
        bot = make_bot(game, "red", level, SeededChance.from_seed(1))
        seat(match, {"red": bot})
        taken[level] = match.decision.options[match.decision.index(bot.decide(match.view("red"), match.decision))]
    assert (taken["standard"], taken["hard"]) == ("safe", "safe")
    assert taken["easy"] in match.decision.options


def test_a_careless_bot_plays_as_the_other_but_for_its_slips():
    game = nc.load("uboat_cards")
    match = game.new_match(seed=8)
    own = make_bots(game, seed=1)
    chance = SeededChance.from_seed(3)
    careless = {role: CarelessBot(bot, chance.stream(role), slips=4) for role, bot in own.items()}
    differed = asked = 0
    while (decision := match.decision) is not None:
        view: Any = match.view(decision.role)
        wanted = decision.index(own[decision.role].decide(view, decision))
        took = decision.index(careless[decision.role].decide(view, decision.bare()))
        differed += took != wanted
        asked += len(decision.options) > 1
        match.choose(wanted)
    assert 0.05 * asked < differed < 0.25 * asked


@pytest.mark.parametrize("game_id", ["uboat_cards", "tonnage_war"])
def test_an_easy_bot_loses_clearly_more_often_than_the_standard_one_in_its_place(game_id):
    game = nc.load(game_id)
    won = {"easy": 0, "standard": 0}
    for level in won:
        for number in range(40):
            role = game.roles[number % 2]
            match = game.new_match(seed=f"easy {number // 2}")
            play_out(match, make_bots(game, {**dict.fromkeys(game.roles), role: level}, seed=f"easy {number}"))
            won[level] += match.outcome is not None and match.outcome.winner == role
    assert won["easy"] < 0.75 * won["standard"]


def lead(game: Any, scenario: str | None, deals: int, level: str) -> int:
    """Matches won less those lost by a level against the standard bot, from each seat of so many deals."""
    ahead = 0
    for number in range(2 * deals):
        deal, place = divmod(number, 2)
        role = game.roles[place]
        match = game.new_match(scenario, seed=f"lead {deal}")
        play_out(match, make_bots(game, {**dict.fromkeys(game.roles), role: level}, seed=f"lead {deal}"))
        winner = match.outcome.winner
        ahead += 0 if winner is None else 1 if winner == role else -1
    return ahead


def test_the_hard_bot_of_the_battle_of_the_atlantic_beats_the_standard_one():
    game = nc.load("aa50_subwar")
    assert sum(lead(game, scenario, 8, "hard") for scenario in game.scenarios) > 0


@pytest.mark.parametrize("level", ["keen", "hard"])
def test_the_keen_and_the_hard_bot_of_the_card_game_beat_the_standard_one(level):
    assert lead(nc.load("uboat_cards"), None, 120, level) > 0


def test_the_hard_skipper_of_silent_war_wins_more_patrols_than_the_standard_one():
    game = nc.load("silent_war")
    patrols = [name for name in game.scenarios if name.startswith("patrol")]
    won = {"standard": 0, "hard": 0}
    for level in won:
        for number in range(260):
            match = game.new_match(patrols[number % len(patrols)], seed=f"patrols {number}")
            play_out(match, make_bots(game, dict.fromkeys(game.roles, level), seed=number))
            won[level] += match.outcome is not None and match.outcome.winner is not None
    assert won["hard"] > won["standard"]
