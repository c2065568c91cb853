"""Turn order, purchase, mobilization, set-ups, victory (B1, B2, B14, B17, B20, B21, S25)."""

from __future__ import annotations

from collections import Counter

import pytest

import navalcore as nc
from navalcore.errors import BadData
from navalcore_games.aa50_subwar.choices import END_NONCOMBAT
from navalcore_games.aa50_subwar.economy import mobilize, places_for, purchase
from navalcore_games.aa50_subwar.turns import (
    TURN,
    begin_noncombat,
    begin_turn,
    cannot_noncombat_move,
    combat,
    end_turn,
    noncombat_move,
)
from navalcore_games.aa50_subwar.words import Kind, Power, Side


@pytest.mark.rule("aa50_subwar", "B1")
def test_a_turn_has_its_phases_in_order_and_the_powers_follow_each_other(game, table):
    names = [step.name for step in TURN]
    order = ["purchase", "combat_move", "combat", "noncombat_move", "mobilize", "collect_income"]
    assert [name for name in names if name in order] == order
    board = table("germany")
    powers = []
    for _ in range(4):
        powers.append((board.state.round, board.state.power.value))
        board.do(end_turn)
    assert powers == [(1, "germany"), (1, "uk"), (1, "us"), (2, "germany")]


@pytest.mark.rule("aa50_subwar", "B1")
def test_in_a_match_the_phases_come_in_that_order(game):
    match = game.new_match(seed=5)
    phases: list[tuple[str, str]] = []
    while match.state.round == 1:
        key = (match.state.power.value, match.state.phase)
        if not phases or phases[-1] != key:
            phases.append(key)
        match.choose(len(match.decision.options) - 1 if match.state.phase == "purchase" else 0)
    firsts = [power for power, phase in phases if phase == "purchase"]
    assert firsts == ["germany", "uk", "us"]
    names = [step.name for step in TURN]
    for power in firsts:
        own = [names.index(phase) for owner, phase in phases if owner == power]
        assert own == sorted(own)


@pytest.mark.rule("aa50_subwar", "B17")
def test_both_allied_powers_are_run_by_the_allied_player(game):
    match = game.new_match(seed=5)
    askers: dict[str, set[str]] = {}
    while match.state.round == 1:
        if match.state.phase in ("purchase", "combat_move"):
            askers.setdefault(match.state.power.value, set()).add(match.decision.role)
        match.choose(len(match.decision.options) - 1 if match.state.phase == "purchase" else 0)
    assert askers == {"germany": {"axis"}, "uk": {"allies"}, "us": {"allies"}}


@pytest.mark.rule("aa50_subwar", "B1", "B16", "B4")
def test_a_new_turn_makes_the_powers_own_units_fresh(table):
    board = table("uk")
    own = board.put("uk", "destroyer", "sz8", moves_left=0, acted=True, mission="fought", came_from="sz2")
    other = board.put("us", "destroyer", "sz8", moves_left=0, acted=True)
    board.do(begin_turn)
    assert (own.moves_left, own.acted, own.mission, own.came_from) == (2, False, "", None)
    assert other.acted


@pytest.mark.rule("aa50_subwar", "S4", "B1")
def test_a_stopped_submarine_sails_again_in_its_next_turn(table):
    board = table("germany")
    submarine = board.put("germany", "submarine", "sz11", acted=True, stopped=True)
    assert not board.sails("noncombat")
    board.do(begin_turn)
    assert not submarine.stopped
    assert set(board.sails("combat").values()) == {submarine.id}


@pytest.mark.rule("aa50_subwar", "B2")
def test_two_submarines_cost_12_ipc_and_are_paid_at_once(table):
    board = table("germany")
    assert board.state.treasury[Power.GERMANY] == 12
    board.do(purchase, (), ("buy a submarine", "buy a submarine"))
    assert board.state.treasury[Power.GERMANY] == 0
    assert board.state.bought == [Kind.SUBMARINE] * 2
    assert board.offered[1] == ["buy a submarine", "buy nothing more"], "6 IPC were left"
    assert not board.state.units


@pytest.mark.rule("aa50_subwar", "B2")
def test_no_more_is_bought_than_the_factory_can_mobilize(table):
    board = table("germany")
    board.state.treasury[Power.GERMANY] = 100
    board.do(purchase, (), ("buy a submarine",) * 10)
    assert len(board.state.bought) == 10


@pytest.mark.rule("aa50_subwar", "B2")
def test_what_is_too_dear_is_refused_with_its_price(game):
    match = game.new_match(seed=1)
    refusal = match.why_not("buy a battleship")
    assert refusal.rule == "B2"
    assert "20" in refusal.reason


@pytest.mark.rule("aa50_subwar", "B14")
@pytest.mark.parametrize(
    ("power", "zones"),
    [("germany", ["sz5"]), ("uk", ["sz2", "sz3", "sz6", "sz7", "sz8"]), ("us", ["sz10"])],
)
def test_ships_come_beside_the_factory_whatever_enemy_lies_there(table, power, zones):
    for zone in zones:
        board = table(power)
        board.put("germany" if power != "germany" else "uk", "battleship", zone)
        board.state.bought = [Kind.DESTROYER]
        board.do(mobilize, (), (f"mobilize the destroyer in Sz{zone[2:]}",) if len(zones) > 1 else ())
        assert board.count(power, "destroyer") == 1
    assert board.state.bought == []


@pytest.mark.rule("aa50_subwar", "B14", "B16")
def test_aircraft_come_in_the_factory_and_fighters_also_on_a_carrier_beside_it(table):
    board = table("us")
    board.state.bought = [Kind.BOMBER, Kind.FIGHTER, Kind.CARRIER]
    board.do(mobilize, (), ("mobilize the fighter on a carrier in Sz10",))
    assert board.names("e_us") == ["American bomber"]
    assert board.names("sz10") == ["American carrier", "American fighter"]
    assert board.state.of_side(Side.ALLIES, "sz10")[1].aboard == board.state.of_side(Side.ALLIES, "sz10")[0].id


def units_of(game, scenario):
    state = game.initial_state(game.terms(scenario))
    return Counter((unit.space, unit.power.value, unit.kind.value) for unit in state.units.values()), state


@pytest.mark.rule("aa50_subwar", "B14", "B16")
def test_no_fighter_is_mobilized_on_a_full_carrier(table):
    board = table("uk")
    carrier = board.put("us", "carrier", "sz2")
    board.put("us", "fighter", "sz2", aboard=carrier.id)
    assert places_for(board.state, Kind.FIGHTER) == ["england", "sz2"]
    board.put("us", "fighter", "sz2", aboard=carrier.id)
    assert places_for(board.state, Kind.FIGHTER) == ["england"]


@pytest.mark.rule("aa50_subwar", "B20")
def test_the_set_up_of_1941(game):
    units, state = units_of(game, "atlantic_1941")
    german = {("sz5", "cruiser"): 1, ("sz5", "submarine"): 1, ("sz5", "transport"): 1, ("sz7", "submarine"): 2,
              ("sz13", "transport"): 1, ("germany", "bomber"): 1}  # fmt: skip
    german |= {(space, "fighter"): 1 for space in ("germany", "norway", "nw_europe", "poland")}
    british = {("sz2", "battleship"): 1, ("sz2", "transport"): 1, ("sz6", "destroyer"): 1, ("sz9", "destroyer"): 1,
               ("sz9", "transport"): 1, ("sz12", "cruiser"): 1, ("sz12", "destroyer"): 1, ("england", "fighter"): 2,
               ("england", "bomber"): 1}  # fmt: skip
    american = {("sz10", "destroyer"): 1, ("sz10", "transport"): 1, ("e_us", "fighter"): 1, ("e_us", "bomber"): 1}
    expected = {(space, power, kind): number for power, own in (("germany", german), ("uk", british), ("us", american))
                for (space, kind), number in own.items()}  # fmt: skip
    assert units == expected
    assert state.treasury == {"germany": 12, "uk": 11, "us": 8}


@pytest.mark.rule("aa50_subwar", "B21")
def test_the_set_up_of_1942(game):
    units, state = units_of(game, "atlantic_1942")
    german = {("sz5", "cruiser"): 1, ("sz5", "destroyer"): 1, ("sz5", "submarine"): 1, ("sz5", "transport"): 1,
              ("sz7", "submarine"): 1, ("sz8", "submarine"): 1, ("sz13", "destroyer"): 1, ("sz13", "transport"): 1,
              ("germany", "bomber"): 1}  # fmt: skip
    german |= {(space, "fighter"): 1 for space in ("germany", "norway", "france")}
    british = {("sz1", "cruiser"): 1, ("sz1", "transport"): 1, ("sz2", "battleship"): 1, ("sz2", "destroyer"): 1,
               ("sz2", "transport"): 1, ("sz12", "cruiser"): 1, ("sz12", "destroyer"): 1, ("england", "fighter"): 2,
               ("england", "bomber"): 1}  # fmt: skip
    american = {("sz10", "destroyer"): 1, ("sz10", "transport"): 2, ("e_us", "fighter"): 1, ("e_us", "bomber"): 1,
                ("england", "bomber"): 1}  # fmt: skip
    expected = {(space, power, kind): number for power, own in (("germany", german), ("uk", british), ("us", american))
                for (space, kind), number in own.items()}  # fmt: skip
    assert units == expected
    assert state.treasury == {"germany": 13, "uk": 11, "us": 8}


@pytest.mark.rule("aa50_subwar", "S25")
def test_starvation_ends_the_match_at_once_and_the_axis_win(game, table):
    board = table("uk")
    board.state.starved = True
    outcome = game.outcome(board.state, game.terms())
    assert (outcome.winner, outcome.ending, outcome.rule) == ("axis", "england_starved", "S25")
    assert "England lost 8 IPC" in outcome.reason
    board.do(end_turn)
    assert board.state.power == "uk", "nobody has another turn"


@pytest.mark.parametrize(("axis", "allies", "winner"), [(5, 4, "axis"), (4, 5, "allies"), (4, 4, None)])
def test_after_the_last_round_the_ipc_balance_decides(game, table, axis, allies, winner):
    board = table("us", {"rounds": 2})
    board.state.round = 2
    assert game.outcome(board.state, game.terms()) is None
    board.do(end_turn)
    board.state.destroyed[Side.ALLIES], board.state.destroyed[Side.AXIS] = axis - 1, allies
    board.state.disrupted[Side.ALLIES] = 1
    outcome = game.outcome(board.state, game.terms())
    assert (outcome.winner, outcome.ending) == (winner, "ipc_balance")
    assert "AAS-R24" in [ruling.id for ruling in game.rulebook.rulings_on(outcome.rule)]
    assert game.rulebook.section(outcome.rule).kind == "rule"
    assert {"axis": "the Axis wins", "allies": "the Allies win", None: "a draw"}[winner] in outcome.reason


def test_options_that_do_not_exist_or_make_no_sense_are_refused(game):
    with pytest.raises(BadData, match="no option 'spotting'"):
        game.new_match(options={"spotting": 3})
    with pytest.raises(BadData, match="attack_order"):
        game.new_match(options={"attack_order": "whatever"})
    with pytest.raises(BadData, match="convoy_dice"):
        game.new_match(options={"convoy_dice": -1})


def test_the_game_is_found_by_its_name():
    assert nc.load("aa50_subwar").title.startswith("Submarine Warfare")


@pytest.mark.rule("aa50_subwar", "B1", "B3", "B16")
def test_as_a_turn_begins_hostile_zones_are_noted_fighters_fly_and_destroyers_may_stop_again(table):
    board = table("uk")
    carrier = board.put("uk", "carrier", "sz8")
    fighter = board.put("uk", "fighter", "sz8", aboard=carrier.id)
    raider = board.put("germany", "destroyer", "sz2", attempted=True)
    board.state.hostile_at_start = ["sz5"]
    board.do(begin_turn)
    assert board.state.hostile_at_start == ["sz2"]
    assert (fighter.airborne, fighter.aboard) == (True, None)
    assert not raider.attempted
    raider.attempted = True
    board.do(begin_noncombat)
    assert not raider.attempted


@pytest.mark.rule("aa50_subwar", "B12", "B16")
def test_as_combat_ends_battleships_are_restored_and_fighters_without_a_carrier_land(table):
    board = table("germany")
    ship = board.put("uk", "battleship", "sz8", damaged=True)
    fighter = board.put("uk", "fighter", "sz8", airborne=True)
    board.do(combat)
    assert not ship.damaged
    assert (fighter.space, fighter.airborne) == ("england", False)


@pytest.mark.rule("aa50_subwar", "B5", "B13")
def test_the_noncombat_move_ends_only_when_nothing_in_the_air_can_land(table):
    board = table("uk")
    board.in_flight("uk", "fighter", "sz11", "fought", 0)
    board.in_flight("uk", "bomber", "sz8", "fought", 1)
    board.do(noncombat_move, (), ())
    assert board.names("england") == ["British bomber"], "the only order there is"
    board.do(noncombat_move)
    assert board.count("uk", "fighter") == 0
    board = table("uk")
    board.in_flight("uk", "bomber", "sz8", "fought", 3)
    board.do(noncombat_move, (), ("bomber (3 left) Sz8 > England to land",))
    assert "end the noncombat move" not in board.offered[0]
    refused = board.do(lambda play: cannot_noncombat_move(play, []))
    assert [(refusal.text, refusal.rule) for refusal in refused] == [("end the noncombat move", "B5")]
    assert board.do(lambda play: cannot_noncombat_move(play, [END_NONCOMBAT])) == []


@pytest.mark.rule("aa50_subwar", "B5", "B14")
def test_a_fighter_whose_new_carrier_is_mobilized_elsewhere_is_lost(table):
    for place, left in (("mobilize the carrier in Sz8", 1), ("mobilize the carrier in Sz2", 0)):
        board = table("uk")
        board.in_flight("uk", "fighter", "sz8", "waiting", 0)
        board.state.bought = [Kind.CARRIER]
        board.do(mobilize, (), (place,))
        assert board.count("uk", "fighter") == left
