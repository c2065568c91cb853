"""Endurance, storms, experience and searches of a wolfpack's boats (13.1, 14.7, 24.3, 24.7)."""

import pytest

from navalcore.components._dice import DiceRolled
from navalcore_games.silent_war.combat.sub_duel import eligible_enemies
from navalcore_games.silent_war.data_pack.printed import ACTIVITY_NAMES
from navalcore_games.silent_war.state import Combat, Place, Rtb, Storm
from navalcore_games.silent_war.wolfpacks import searching
from navalcore_games.silent_war.wolfpacks.operations import operate_pack
from navalcore_games.silent_war.wolfpacks.searching import search_pack
from tests.games.silent_war.wolfpacks.test_packs import pack

STAYS = 6
"""Wahoo, Tang and Trigger have the letter A: at a torpedo value of -1 so much or less stays."""


@pytest.mark.rule("silent_war", "13.1-byp", "14.7-a")
def test_a_bypass_is_minus_2_to_the_endurance_check_of_every_boat_of_a_pack(sea):
    s = pack(sea, 3, "central_pacific")
    s.dice(*([("endurance", STAYS + 2)] * 2), ("endurance", STAYS + 3))
    s.run(operate_pack(s.play, s.pack), "stay", "bypass")
    assert [boat.rtb for boat in s.pack] == [Rtb.NONE, Rtb.NONE, Rtb.INVOLUNTARY]


@pytest.mark.rule("silent_war", "24.14", "14.7-b")
@pytest.mark.parametrize(("size", "left"), [(3, None), (4, 0)])
def test_a_member_that_fails_its_endurance_check_may_leave_too_few_for_a_pack(sea, size, left):
    s = pack(sea, size, "central_pacific")
    s.dice(("endurance", 9), *([("endurance", 0)] * (size - 1)))
    s.run(operate_pack(s.play, s.pack), "stay", "search", "as a Group")
    assert [boat.pack for boat in s.pack] == [None, *[left] * (size - 1)]


@pytest.mark.rule("silent_war", "7.21-S7", "14.7-b")
def test_every_boat_of_a_pack_in_a_storm_checks_for_damage_after_its_endurance(sea, charts):
    s = pack(sea, 3, "central_pacific")
    s.state.storms[charts.area_index["central_pacific"]] = Storm.TROPICAL
    s.dice(*([("endurance", 0)] * 3), ("Tropical Storm", 0), ("Tropical Storm", 1), ("Tropical Storm", 0))
    s.run(operate_pack(s.play, s.pack), "stay", "bypass")
    assert [boat.damage for boat in s.pack] == [1, 0, 1]


@pytest.mark.rule("silent_war", "14.7-a", "14.12-a", "24.32")
@pytest.mark.parametrize(("posture", "roll", "rtb"), [
    ("aggressive", 5, Rtb.NONE), ("aggressive", 6, Rtb.INVOLUNTARY), ("standard", 6, Rtb.NONE),
])  # fmt: skip
def test_an_aggressive_member_checks_its_endurance_at_plus_1_and_those_without_an_attack_not_at_all(
    sea, charts, posture, roll, rtb
):
    """Torpedoes of -2 leave Wahoo's letter A at 6."""
    s = pack(sea, 3, "empire_pacific")
    s.state.torpedo = -2
    s.state.cups[0][:] = [charts.ship_index["m_1_2_01"]]
    s.dice(("search", 8), ("contact", 0), ("piece", 0), ("TDC", "3"), ("to hit", 9), ("endurance", roll))
    stations = ("column A", "column D", "column D", posture, "standard", "standard")
    s.run(search_pack(s.play, s.pack, False), *stations, "Wahoo", "Tang", "withdraw")
    assert s.pack[0].rtb is rtb


@pytest.mark.rule("silent_war", "14.7-a", "28.14", "14.6-A")
@pytest.mark.parametrize(("met", "modifier"), [("loner", -1), ("submarine", 0)])
def test_a_loner_is_minus_1_to_the_endurance_check_of_the_boat_that_met_it_and_a_submarine_is_not(
    sea, charts, met, modifier
):
    s = pack(sea, 3, "east_china_sea")
    s.state.torpedo = -2
    s.state.cups[2] = [charts.ship_index["dd_01"]]
    enemy = eligible_enemies(s.state, charts.areas[s.area].group)[0]
    found = {
        "loner": [("piece from cup C", 0), ("loner", 0), ("TDC", "3")],
        "submarine": [("which enemy", enemy.name), ("detection", 9), ("TDC", "3")],
    }
    second = 9 if met == "loner" else 0
    s.dice(("search", 0), ("second roll", second), ("which boat", 1), *found[met], ("endurance", 0))
    s.play.listen(True)
    s.run(search_pack(s.play, s.pack, False), *(["standard", "withdraw"] if met == "loner" else []))
    (roll,) = [event for event in s.play.told if isinstance(event, DiceRolled) and "endurance" in event.why]
    assert sum(value for _, value in roll.modifiers) == modifier


@pytest.mark.rule("silent_war", "23.0", "13.1-A")
@pytest.mark.parametrize(("period", "modifier"), [(2, -1), (3, 0)])
def test_a_spotted_pack_searches_at_minus_1_in_war_period_2(sea, period, modifier):
    s = pack(sea, 3, "east_china_sea")
    s.state.war_period = period
    for boat in s.pack:
        boat.spotted = True
    s.dice(("search", 1), ("second roll", 1), *([("endurance", 0)] * 3))
    s.play.listen(True)
    s.run(search_pack(s.play, s.pack, False))
    roll = next(event for event in s.play.told if isinstance(event, DiceRolled))
    assert sum(value for _, value in roll.modifiers) == modifier


@pytest.mark.rule("silent_war", "24.7")
@pytest.mark.parametrize(("sunk", "experience"), [((1, 1, 0), 1), ((3, 0, 0), 0)])
def test_a_pack_of_which_two_boats_sink_a_ship_in_a_combat_phase_gains_experience(sea, monkeypatch, sunk, experience):
    def fight(play):
        for fighter, ships in zip(play.state.combat.fighters, sunk, strict=True):
            fighter.ships = ships
        yield from ()

    s = pack(sea, 3, "bonins")
    s.state.combat = Combat(s.area)
    monkeypatch.setattr(searching, "set_up_contact", lambda *_: True)
    monkeypatch.setattr(searching, "fight", fight)
    s.run(searching.pack_meets(s.play, s.pack, s.pack[0], ACTIVITY_NAMES[2], False, None))
    assert s.state.experience == experience
    assert [boat.place for boat in s.pack] == [Place.OPERATING] * 3
