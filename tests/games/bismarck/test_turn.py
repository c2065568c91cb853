"""Whole turns: set-up, sequence of play, saving, the solitaire game and Otto (1.3, 2.5, 3, 4, 15)."""

import pytest

import navalcore as nc
from navalcore.bots import RandomBot, make_bots, play_out
from navalcore.components._chance import SeededChance
from navalcore_games.bismarck.bots import BOTS
from navalcore_games.bismarck.bots.otto import Otto
from navalcore_games.bismarck.bots.plans import OPENINGS, PASSAGES
from navalcore_games.bismarck.cards import BISMARCK, PRINZ_EUGEN, SHIPS, ship_number
from navalcore_games.bismarck.choices import DONE
from navalcore_games.bismarck.game import SEQUENCE
from navalcore_games.bismarck.movement.ships import may_refuel
from navalcore_games.bismarck.sea_map import distance
from navalcore_games.bismarck.setup import OILER_STATIONS, begin_match
from navalcore_games.bismarck.views import see
from navalcore_games.bismarck.words import Fate, Mode, ShipType, Side, Square


def through_turn(match):
    """Answer everything with DM or the first option until the turn is over."""
    turn = match.state.turn
    while not match.over and match.state.turn == turn:
        match.choose(0)


@pytest.mark.rule("bismarck", "3.0", "Data-A", "Data-B")
def test_every_unit_starts_in_the_square_and_mode_of_its_card(game) -> None:
    state = game.initial_state(game.terms())
    for number, (ship, card) in enumerate(zip(state.ships, SHIPS, strict=True)):
        assert (ship.square, ship.fate) == (card.square, Fate.ACTIVE) if card.mode else (0, Fate.WAITING), number
    assert [state.ships[ship_number(name)].mode for name in ("Hood", "Norfolk", "WS8B", "SL1", "Rodney")] == [
        Mode.MOVE, Mode.PATROL, Mode.FAST, Mode.SLOW, Mode.FAST,
    ]  # fmt: skip
    assert state.ships[ship_number("Ramillies")].slow == "N"
    assert all(not plane.aloft for plane in state.planes)
    assert list(game.invariants(state, game.terms())) == []


@pytest.mark.rule("bismarck", "9.23")
def test_the_first_visibility_of_rows_13_to_30_is_an_option(game) -> None:
    options = game.parse_options({"first_visibility": "123456781234567812"})
    assert game.initial_state(game.terms(None, options)).visibility == [3, 4, *map(int, "123456781234567812")]


@pytest.mark.rule("bismarck", "4.1", "2.5", "4.31", "4.32", "1.3")
def test_the_british_order_first_then_the_germans_then_all_is_carried_out(game) -> None:
    match = game.new_match(seed=1)
    assert (match.state.turn, match.decision.role, match.state.phase) == (1, Side.BRITISH, "orders")
    for text in ("Hood", "M", "E", "SE"):
        match.choose(text)
    assert match.state.ships[ship_number("Hood")].square == 1622
    match.choose("DM")
    assert (match.decision.role, match.decision.secret) == (Side.GERMAN, True)
    assert match.decision_for(Side.BRITISH).options == ()
    for text in ("Bismarck", "M", "W", "W", "stop"):
        match.choose(text)
    assert match.state.ships[ship_number("Hood")].square == 1622
    match.choose("DM")
    assert match.state.turn == 2
    assert [match.state.ships[n].square for n in (ship_number("Hood"), BISMARCK)] == [1724, 1526]


@pytest.mark.rule("bismarck", "4.1", "2.5")
def test_a_match_saved_at_the_beginning_of_a_turn_goes_on_from_there(game, tmp_path) -> None:
    match = game.new_match(seed=4)
    for _ in range(3):
        through_turn(match)
    path = tmp_path / "bismarck.jsonl"
    match.save(path)
    again = nc.load_match(path)
    assert (again.state.turn, again.digest) == (4, match.digest)
    for each in (match, again):
        through_turn(each)
    assert again.digest == match.digest


@pytest.mark.rule("bismarck", "4.2", "4.4", "4.51", "4.52", "4.6", "4.7", "4.8", "4.9")
def test_the_phases_of_a_turn_come_in_their_order() -> None:
    names = [step.name for step in SEQUENCE]
    order = [
        "begin_turn", "shadow_phase", "orders", "fast_shadow", "movement", "search",
        "plane_phase", "submarine_phase", "destroyer_phase", "naval_phase", "victory", "chance", "weather",
    ]  # fmt: skip
    assert [name for name in names if name in order] == order


@pytest.mark.rule("bismarck", "1.3", "17.1")
def test_the_game_ends_after_thirty_turns(game) -> None:
    match = game.new_match(seed=2)
    while not match.over:
        through_turn(match)
    assert (match.state.turn, match.outcome.ending) == (30, "turn_30")


@pytest.mark.rule("bismarck", "15.2")
def test_the_solitaire_game_has_no_oilers_and_is_else_the_same(game) -> None:
    options = game.parse_options()
    two, solitaire = (game.initial_state(game.terms(name, options)) for name in ("two_player", "solitaire"))
    differ = [SHIPS[n].type for n in range(len(SHIPS)) if two.ships[n] != solitaire.ships[n]]
    assert differ == [ShipType.OILER] * 3
    assert all(solitaire.ships[n].fate is Fate.WAITING for n in range(len(SHIPS)) if SHIPS[n].type is ShipType.OILER)
    assert two.planes == solitaire.planes


@pytest.mark.rule("bismarck", "15.3")
def test_otto_refuels_in_three_secret_squares_near_the_oilers_stations(sea) -> None:
    here = sea("solitaire")
    here.use(SeededChance.from_seed(8))
    begin_match(here.play)
    squares = here.state.refuel_squares
    assert OILER_STATIONS == (1511, 2914, 1611)
    assert all(distance(square, station) <= 1 for square, station in zip(squares, OILER_STATIONS, strict=True))
    here.put("Bismarck", squares[0])
    here.put("Prinz Eugen", 2020)
    assert may_refuel(here.state, BISMARCK)
    assert not may_refuel(here.state, PRINZ_EUGEN)
    assert see(here.state, Side.BRITISH).refuel_squares == ()
    assert see(here.state, Side.GERMAN).refuel_squares == tuple(squares)


@pytest.mark.rule("bismarck", "15.1")
def test_otto_draws_his_strategy_from_the_seed_and_uses_all_of_them() -> None:
    drawn = [Otto(Side.GERMAN, SeededChance.from_seed(seed)) for seed in range(60)]
    again = [Otto(Side.GERMAN, SeededChance.from_seed(seed)) for seed in range(60)]
    assert [otto.strategy for otto in drawn] == [otto.strategy for otto in again]
    assert {otto.strategy for otto in drawn} == set(OPENINGS)
    assert {otto.passage for otto in drawn} == set(PASSAGES)


@pytest.mark.rule("bismarck", "15.1")
@pytest.mark.parametrize("strategy", ["denmark_strait", "faroes_scapa"])
def test_otto_plays_the_strategy_the_option_names(game, strategy) -> None:
    match = game.new_match("solitaire", seed=5, options={"otto": strategy})
    otto = BOTS["sensible"](Side.GERMAN, SeededChance.from_seed(1))
    while match.state.turn < 8:
        decision = match.decision
        match.choose(otto.decide(match.view(Side.GERMAN), decision) if decision.role == Side.GERMAN else DONE)
    square = match.state.ships[BISMARCK].square
    beyond = {name: [point for gate in gates[2:] for point in gate] for name, gates in PASSAGES.items()}
    assert min(beyond, key=lambda name: min(distance(square, point) for point in beyond[name])) == strategy


def otto_sees(sea, **fields):
    here = sea("solitaire")
    here.state.phase, here.state.turn = "orders", 20
    here.put("Bismarck", 2118, **fields)
    return here, Otto(Side.GERMAN, SeededChance.from_seed(3))


@pytest.mark.rule("bismarck", "15.1")
def test_otto_evades_what_he_cannot_fight(sea) -> None:
    here, otto = otto_sees(sea)
    for name in ("Hood", "K George V", "Rodney"):
        here.put(name, 2119, seen=True, seen_square=2119, seen_turn=19)
    order = otto.make_plan(see(here.state, Side.GERMAN))[BISMARCK]
    assert order.mode is Mode.MOVE
    assert distance(order.goal, Square(2119)) >= 2


@pytest.mark.rule("bismarck", "15.1")
def test_otto_goes_home_when_the_bismarck_is_hurt_or_slow(sea) -> None:
    for fields in ({"midships": 6}, {"knots": 15}):
        here, otto = otto_sees(sea, **fields)
        assert otto.make_plan(see(here.state, Side.GERMAN))[BISMARCK].goal in (2626, 2727)


@pytest.mark.rule("bismarck", "15.1")
def test_otto_lies_in_wait_for_a_convoy_that_is_in_sight_and_ignores_what_he_has_not_seen(sea) -> None:
    here, otto = otto_sees(sea, fuel=6)
    here.put("SL5", 2119, seen=True, seen_square=2119, seen_turn=19)
    view = see(here.state, Side.GERMAN)
    order = otto.make_plan(view)[BISMARCK]
    assert distance(order.goal, Square(2119)) <= 2
    here.put("Hood", 2119)
    assert see(here.state, Side.GERMAN) == view


@pytest.mark.rule("bismarck", "15.3")
def test_otto_refuels_when_he_is_nearly_dry_in_a_refuelling_square(sea) -> None:
    here, otto = otto_sees(sea, fuel=1)
    here.state.refuel_squares[:] = [2118]
    assert otto.make_plan(see(here.state, Side.GERMAN))[BISMARCK].mode is Mode.R


@pytest.mark.parametrize(("role", "winner"), [(Side.BRITISH, Side.BRITISH), (Side.GERMAN, Side.GERMAN)])
def test_each_bot_beats_a_random_opponent_in_nine_of_ten(game, role, winner) -> None:
    other = next(side for side in Side if side is not role)
    won = 0
    for seed in range(10):
        match = game.new_match(seed=seed)
        bots = make_bots(game, {role: "sensible", other: "random"}, seed)
        play_out(match, bots)
        won += match.outcome.winner == winner
    assert won >= 9


@pytest.mark.parametrize("scenario", ["two_player", "solitaire"])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"destroyers_as_targets": True, "gunnery_table": "exclusive", "surprise_rounding": "ceil"},
        {"two_squares": "odd_turns", "weather_row_11": "random", "bergen_search": "either", "torpedo_bomber_rolls": 9},
    ],
)
@pytest.mark.parametrize("germans", ["random", "sensible"])
def test_the_laws_hold_after_every_choice_and_what_is_drawn_anew_looks_the_same(
    game, scenario, options, germans
) -> None:
    match = game.new_match(scenario, seed=f"{scenario}{len(options)}", options=options)
    chance = SeededChance.from_seed(len(options))
    bots = {
        Side.BRITISH: RandomBot(chance) if germans == "random" else make_bots(game, seed=1)[Side.BRITISH],
        Side.GERMAN: make_bots(game, {Side.GERMAN: germans}, 2)[Side.GERMAN],
    }
    while not match.over and match.count < 1200:
        decision = match.decision
        view = match.view(decision.role)
        if match.count % 40 == 0 or match.state.battle is not None:
            assert list(game.invariants(match.state, match.setup.terms)) == []
            for role in Side:
                twin = game.determinize(match.state, role, chance, match.setup.terms)
                assert game.view(twin, role, match.setup.terms) == game.view(match.state, role, match.setup.terms)
                assert list(game.invariants(twin, match.setup.terms)) == []
        match.choose(bots[Side(decision.role)].decide(view, decision))
