"""Fleet battles (B6-B12, B16, B17)."""

from __future__ import annotations

from typing import Any

import pytest

from navalcore_games.aa50_subwar import casualties
from navalcore_games.aa50_subwar.casualties import Hits, can_hit, candidates, most_taken
from navalcore_games.aa50_subwar.choices import FightIn
from navalcore_games.aa50_subwar.events import Fired
from navalcore_games.aa50_subwar.fleet import fleet_battle
from navalcore_games.aa50_subwar.state import is_aircraft
from navalcore_games.aa50_subwar.turns import (
    cannot_end_combat,
    combat,
    combats,
    conduct,
    fights_there,
    restore_battleships,
)
from navalcore_games.aa50_subwar.words import Kind, Side
from tests.games.aa50_subwar.conftest import sea_zone


def battle(board, dice=(), answers=(), zone="sz8"):
    own = [unit for unit in board.state.own() if unit.space == zone]
    return board.do(lambda play: fleet_battle(play, zone, own), dice, answers)


def arrange(table, attackers, defenders, zone="sz8"):
    """A British attack on Germans, by kinds."""
    board = table("uk")
    for kind in attackers:
        if is_aircraft(board.in_flight("uk", kind, zone, "fight")):
            continue
        next(reversed(board.state.units.values())).mission = ""
    for kind in defenders:
        board.put("germany", kind, zone)
    return board


@pytest.mark.rule("aa50_subwar", "B6")
@pytest.mark.parametrize(
    ("kind", "attack", "defence"),
    [
        ("destroyer", 2, 2),
        ("cruiser", 3, 3),
        ("carrier", 1, 2),
        ("battleship", 4, 4),
        ("fighter", 3, 4),
        ("bomber", 4, 1),
    ],
)
def test_each_kind_hits_up_to_its_value(table, kind, attack, defence):
    board = arrange(table, [kind, "cruiser"], ["cruiser"])
    own = attack if kind != "cruiser" else 3
    battle(board, (own, 6, 6) if own != 3 else (6, own, 6))
    fired = [event for event in board.told if isinstance(event, Fired)]
    assert own in {event.value for event in fired}
    assert board.count("germany", "cruiser") == 0
    board = table("germany")
    board.put("germany", "destroyer", "sz8")
    board.put("uk", kind, "sz8")
    battle(board, (6, defence))
    assert board.count("germany", "destroyer") == 0


@pytest.mark.rule("aa50_subwar", "B6")
def test_units_hit_by_the_attacker_fire_before_they_leave(table):
    board = arrange(table, ["destroyer"], ["cruiser"])
    battle(board, (("attacking", 2), ("defending", 3)))
    assert board.names("sz8") == []


@pytest.mark.rule("aa50_subwar", "B6", "B10")
def test_the_battle_goes_on_round_after_round_until_a_side_is_gone(table):
    board = arrange(table, ["destroyer"], ["destroyer"])
    assert battle(board, (6, 6, 6, 6, 2, 3)) == 3
    assert board.names("sz8") == ["British destroyer"]


@pytest.mark.rule("aa50_subwar", "B6", "S2")
def test_the_rules_chosen_at_the_start_last_to_the_end_of_the_battle(table):
    board = arrange(table, ["destroyer", "destroyer"], ["transport", "submarine"])
    # The submarine falls in the fleet battle, without a spotting roll; the transport is left alone then.
    battle(board, (2, 6, 2))
    assert board.names("sz8") == ["British destroyer", "British destroyer"]


@pytest.mark.rule("aa50_subwar", "B7")
def test_submarines_that_face_no_destroyer_strike_first_and_the_struck_never_fire(table):
    board = arrange(table, ["submarine"], ["cruiser"])
    battle(board, (("attacking submarine, hits on 2", 2),), ("submerge 0 submarines",))
    assert board.names("sz8") == ["British submarine"]


@pytest.mark.rule("aa50_subwar", "B7", "B6")
def test_submarines_that_have_struck_do_not_fire_again_in_the_round(table):
    board = arrange(table, ["submarine"], ["cruiser"])
    strike = ("attacking submarine, hits on 2", 3), ("defending cruiser, hits on 3", 4)
    battle(board, (*strike, ("attacking submarine, hits on 2", 2)), ("submerge 0 submarines", "submerge 0 submarines"))
    assert board.names("sz8") == ["British submarine"]
    board = arrange(table, ["cruiser"], ["submarine", "transport"])
    strike = ("defending submarine, hits on 1", 2), ("attacking cruiser, hits on 3", 4)
    battle(board, (*strike, ("defending submarine", 1)), ("submerge 0 submarines", "submerge 0 submarines"))
    assert board.names("sz8") == ["German submarine", "German transport"]


@pytest.mark.rule("aa50_subwar", "B7")
def test_against_a_destroyer_submarines_neither_strike_nor_submerge(table):
    board = arrange(table, ["submarine"], ["destroyer"])
    battle(board, (2, 2))
    assert board.names("sz8") == []
    assert not any("submerge" in text for text in board.asked)


@pytest.mark.rule("aa50_subwar", "B7")
def test_the_attacker_decides_first_and_both_strikes_count(table):
    board = arrange(table, ["submarine"], ["submarine", "transport"])
    battle(
        board,
        (("hits on 2", 2), ("hits on 1", 1)),
        ("submerge 0 submarines", "submerge 0 submarines"),
    )
    assert board.names("sz8") == ["German transport"], "both strikes were rolled before anybody left"
    assert board.state.destroyed == {Side.AXIS: 6, Side.ALLIES: 6}


@pytest.mark.rule("aa50_subwar", "B7")
def test_submerged_submarines_leave_the_battle_and_stay_in_the_zone(table):
    board = arrange(table, ["cruiser"], ["submarine", "transport"])
    battle(board, (), ("submerge 1 submarine",))
    assert board.names("sz8") == ["British cruiser", "German submarine"], "the transport was left without escort"


@pytest.mark.rule("aa50_subwar", "B7")
def test_whether_a_destroyer_is_there_is_checked_anew_every_round(table):
    board = arrange(table, ["submarine", "battleship"], ["destroyer", "cruiser"])
    battle(
        board,
        # first round: no strike; submarine misses, battleship sinks the destroyer, both Germans miss
        # second round: the submarine strikes and the cruiser never fires
        (6, 4, 6, 6, ("hits on 2", 1)),
        ("lose the German destroyer", "submerge 0 submarines"),
    )
    assert board.names("sz8") == ["British battleship", "British submarine"]


@pytest.mark.rule("aa50_subwar", "B8")
def test_submarines_hit_only_ships_and_aircraft_hit_submarines_only_beside_a_destroyer(table):
    board = arrange(table, ["submarine", "fighter", "destroyer"], ["submarine", "fighter"])
    unit = {(u.power.value, u.kind.value): u for u in board.state.units.values()}
    british, german = unit["uk", "submarine"], unit["germany", "fighter"]
    assert not can_hit([british], [german], True)
    pilot, boat = unit["uk", "fighter"], unit["germany", "submarine"]
    assert not can_hit([pilot], [boat], True)
    assert can_hit([pilot, unit["uk", "destroyer"]], [boat], True)
    assert can_hit([pilot], [german], True)


@pytest.mark.rule("aa50_subwar", "B8")
def test_a_fighters_hit_passes_the_submarines_by_without_a_destroyer(table):
    board = arrange(table, ["fighter", "bomber"], ["submarine", "transport", "cruiser"])
    # both aircraft hit: the cruiser and then the transport, but never the submarine
    battle(board, (3, 4, 6), ("submerge 0 submarines",))
    assert board.count("germany", "submarine") == 1
    assert board.count("germany", "cruiser") == board.count("germany", "transport") == 0


@pytest.mark.rule("aa50_subwar", "B8", "B12")
def test_the_battle_ends_when_neither_side_can_hit_the_other(table):
    board = arrange(table, ["fighter"], ["submarine"])
    assert battle(board) == 0
    assert len(board.names("sz8")) == 2


@pytest.mark.rule("aa50_subwar", "B12", "B8")
def test_the_battle_goes_on_while_only_the_attacker_can_hit(table):
    board = arrange(table, ["fighter"], ["submarine", "transport"])
    assert battle(board, (4, 3), ("submerge 0 submarines", "go on", "submerge 0 submarines")) == 2
    assert board.names("sz8") == ["British fighter", "German submarine"]


@pytest.mark.rule("aa50_subwar", "B7", "B6")
def test_against_the_attackers_destroyer_defending_submarines_fire_after_it(table):
    board = arrange(table, ["destroyer"], ["submarine", "cruiser"])
    fire = ("attacking destroyer", 2), ("defending submarine", 2), ("defending cruiser", 3)
    battle(board, fire, ("German submarine",))
    assert board.names("sz8") == ["German cruiser"]
    assert not any("submerge" in text for text in board.asked)


@pytest.mark.rule("aa50_subwar", "B12", "B8")
def test_the_battle_goes_on_while_only_the_defender_can_hit(table):
    """A fighter without a destroyer cannot hit the submarine, and the submarine can hit the transport beside it."""
    board = arrange(table, ["fighter", "transport"], ["destroyer", "submarine"])
    first = ("defending submarine", 2), ("attacking fighter", 3), ("defending destroyer", 6)
    assert battle(board, (*first, ("defending submarine", 1)), ("submerge 0 submarines",) * 2) == 2
    assert board.names("sz8") == ["British fighter", "German submarine"]


@pytest.mark.rule("aa50_subwar", "B9")
def test_the_owner_picks_casualties_and_transports_come_last(table):
    board = arrange(table, ["cruiser"], ["transport", "cruiser", "destroyer"])
    battle(board, (3, 3, 6), ("lose the German cruiser",))
    assert board.offered == [["lose the German destroyer", "lose the German cruiser"]]
    assert board.names("sz8") == ["German destroyer", "German transport"]


@pytest.mark.rule("aa50_subwar", "B9")
def test_a_battleship_takes_two_hits(table):
    board = arrange(table, ["destroyer"], ["battleship"])
    battle(board, (2, 6, 2, 6))
    assert board.names("sz8") == ["British destroyer"]
    assert board.state.destroyed[Side.AXIS] == 20


@pytest.mark.rule("aa50_subwar", "B9")
def test_as_many_hits_as_possible_are_taken(table):
    board = arrange(table, [], ["submarine", "cruiser"])
    units = list(board.state.units.values())
    hits = Hits(on_ships=1, not_on_submarines=1)
    assert most_taken(hits, units) == 2
    # The submarine's hit must not fall on the cruiser, for then the aircraft's hit would find nothing.
    assert [unit.kind for unit in candidates(hits, "on_ships", units)] == ["submarine"]


@pytest.mark.rule("aa50_subwar", "B9")
def test_hits_that_nothing_can_take_are_lost(table):
    board = arrange(table, ["submarine", "cruiser"], ["fighter"])
    assert most_taken(Hits(on_ships=2), [unit for unit in board.state.units.values() if unit.kind == "fighter"]) == 0
    assert most_taken(Hits(on_anything=5), list(board.state.units.values())) == 3


@pytest.mark.rule("aa50_subwar", "B10")
def test_all_ships_retreat_together_to_a_zone_one_of_them_came_from(table):
    board = arrange(table, ["destroyer", "cruiser"], ["cruiser", "cruiser"])
    destroyer = next(unit for unit in board.state.own() if unit.kind == "destroyer")
    destroyer.came_from = "sz2"
    battle(board, (6, 6, 6, 6), ("retreat to Sz2",))
    assert board.names("sz2") == ["British cruiser", "British destroyer"]
    assert len(board.names("sz8")) == 2


@pytest.mark.rule("aa50_subwar", "B10")
@pytest.mark.parametrize("why", ["hostile now", "hostile at the start"])
def test_there_is_no_retreat_to_a_hostile_zone(table, why):
    board = arrange(table, ["destroyer"], ["destroyer"])
    next(iter(board.state.own())).came_from = "sz2"
    if why == "hostile now":
        board.put("germany", "cruiser", "sz2")
        board.state.hostile_at_start = []
    else:
        board.state.hostile_at_start = ["sz2"]
    battle(board, (6, 6, 2, 6))
    assert not board.asked


@pytest.mark.rule("aa50_subwar", "B10")
def test_aircraft_stay_in_the_air_when_the_ships_retreat_and_may_break_off_alone(table):
    board = arrange(table, ["destroyer", "fighter"], ["cruiser", "cruiser"])
    next(unit for unit in board.state.own() if unit.kind == "destroyer").came_from = "sz2"
    battle(board, (6, 6, 6, 6), ("retreat to Sz2",))
    assert board.names("sz8") == ["British fighter", "German cruiser", "German cruiser"]
    board = arrange(table, ["fighter"], ["cruiser"])
    battle(board, (6, 6), ("break off",))
    assert [unit.airborne for unit in board.state.own()] == [True]


@pytest.mark.rule("aa50_subwar", "B11")
def test_transports_alone_are_destroyed_without_a_roll(table):
    board = arrange(table, ["submarine"], ["transport", "transport"])
    battle(board)
    assert board.names("sz8") == ["British submarine"]
    assert board.state.destroyed[Side.AXIS] == 14


@pytest.mark.rule("aa50_subwar", "B11", "B12")
def test_transports_of_both_sides_that_are_left_alone_do_nothing_to_each_other(table):
    board = arrange(table, ["cruiser", "transport"], ["cruiser", "transport"])
    assert battle(board, (3, 3)) == 1
    assert board.names("sz8") == ["British transport", "German transport"]


@pytest.mark.rule("aa50_subwar", "B11")
def test_attacking_transports_left_alone_retreat_if_they_can_else_they_are_destroyed(table):
    for came_from, left in (("sz2", 1), (None, 0)):
        board = arrange(table, ["destroyer", "transport"], ["cruiser", "cruiser"])
        for unit in board.state.own():
            unit.came_from = came_from if unit.kind == "transport" else None
        battle(board, (6, 3, 6))
        assert board.count("uk", "transport") == left
        assert board.names("sz2") == ["British transport"] * left


@pytest.mark.rule("aa50_subwar", "B12")
def test_damaged_battleships_are_restored_after_the_combat_phase(table):
    board = arrange(table, ["battleship"], ["destroyer"])
    battle(board, (6, 2, 4, 6))
    ship = next(iter(board.state.own()))
    assert ship.damaged
    board.do(restore_battleships)
    assert not ship.damaged


@pytest.mark.rule("aa50_subwar", "B9")
def test_an_owner_of_several_hits_is_told_how_many_are_left(table):
    board = arrange(table, ["cruiser", "cruiser"], ["destroyer", "destroyer", "cruiser"])
    battle(board, (3, 3, 6, 6, 6, 3, 6, 6), ("lose the German destroyer", "lose the German destroyer"))
    assert board.asked == ["Which unit takes the next of 2 hits?", "Which unit takes the hit?"]


@pytest.mark.rule("aa50_subwar", "B17", "B6")
def test_partners_defend_together_and_stand_by_on_the_attack(table):
    board = table("germany")
    board.put("germany", "battleship", "sz8")
    board.put("uk", "destroyer", "sz8")
    board.put("us", "destroyer", "sz8")
    battle(board, (4, 6, 6, 4, 6), ("lose the American destroyer",))
    assert board.asked == ["Which unit takes the hit?"]
    board = table("uk")
    board.put("uk", "destroyer", "sz8")
    board.put("us", "battleship", "sz8")
    board.put("germany", "destroyer", "sz8")
    board.do(lambda play: conduct(play, FightIn(sea_zone("sz8"), "fleet")), (6, 2))
    assert board.names("sz8") == ["American battleship", "German destroyer"]


@pytest.mark.rule("aa50_subwar", "B16")
def test_fighters_fight_on_when_their_carrier_is_sunk_and_cargo_goes_down(table):
    board = table("germany")
    board.put("germany", "cruiser", "sz8")
    carrier = board.put("uk", "carrier", "sz8")
    fighter = board.put("uk", "fighter", "sz8", aboard=carrier.id)
    battle(board, (3, 6, 6, 6, 4), ("lose the British carrier",))
    assert board.names("sz8") == ["British fighter"]
    assert fighter.airborne
    board = table("uk")
    carrier = board.put("uk", "carrier", "sz8")
    board.put("us", "fighter", "sz8", aboard=carrier.id)
    board.put("germany", "cruiser", "sz8")
    battle(board, (6, 3))
    assert board.state.destroyed[Side.ALLIES] == 24


@pytest.mark.rule("aa50_subwar", "S3", "S5")
def test_the_owner_says_how_many_submarines_join_a_fleet_battle(table):
    board = table("germany")
    board.put("germany", "submarine", "sz6", 2)
    board.put("uk", "destroyer", "sz6")
    board.do(
        lambda play: conduct(play, FightIn(sea_zone("sz6"), "fleet")),
        (("attacking submarine", 2), 6),
        ("attack with 1 submarine",),
    )
    assert board.offered[0] == ["attack with 2 submarines", "attack with 1 submarine"]
    assert sorted(unit.mission for unit in board.state.own()) == ["", "fought"]


@pytest.mark.rule("aa50_subwar", "B6", "S7", "B3")
def test_combats_come_in_the_attackers_order_and_the_forced_ones_must_be_fought(table):
    board = table("uk")
    board.put("uk", "destroyer", "sz8")
    board.put("germany", "cruiser", "sz8")
    board.put("uk", "destroyer", "sz2")
    board.put("germany", "submarine", "sz2")
    found = board.do(combats)
    assert found == {FightIn(sea_zone("sz2"), "hunt"): False, FightIn(sea_zone("sz8"), "fleet"): True}
    (refused,) = cannot_end_combat(found)
    assert (refused.rule, refused.reason) == ("B3", "units in hostile zones must fight: Sz8")
    board.do(combat, (4,), ("hunt submarines in Sz2", "British destroyer"))
    assert "end the combat phase" not in board.offered[0], "Sz8 must be fought for first"
    assert board.state.fought == ["sz2"]
    assert fights_there(next(iter(board.state.own())))
    assert board.do(combats) == {FightIn(sea_zone("sz8"), "fleet"): True}
    assert Kind.CRUISER in {unit.kind for unit in board.state.units.values()}


@pytest.mark.rule("aa50_subwar", "B10", "B16")
def test_a_retreating_carrier_takes_the_partners_fighters_along(table):
    board = table("uk")
    carrier = board.put("uk", "carrier", "sz8", came_from="sz2")
    guest = board.put("us", "fighter", "sz8", aboard=carrier.id)
    board.put("germany", "cruiser", "sz8")
    battle(board, (6, 6), ("retreat to Sz2",))
    assert carrier.space == guest.space == "sz2"


@pytest.mark.rule("aa50_subwar", "B9")
def test_who_may_take_a_hit_is_weighed_once_for_all_units_alike(table, monkeypatch):
    board = table("uk")
    units = [board.put("uk", "destroyer", "sz8") for _ in range(50)] + [board.put("uk", "transport", "sz8")]
    weighed = []

    def counted(hits: Hits, rest: Any) -> Any:
        weighed.append(len(rest))
        return most_taken(hits, rest)

    monkeypatch.setattr(casualties, "most_taken", counted)
    assert len(casualties.candidates(Hits(on_anything=3), "on_anything", units)) == 50
    assert weighed == [51, 50, 50]
