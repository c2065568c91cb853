"""TDC markers, targets, to-hit and result (14.14 - 14.17, 28.3, 28.4)."""

from fractions import Fraction

import pytest

from navalcore_games.silent_war import odds as questions
from navalcore_games.silent_war.combat.after import After, Stage
from navalcore_games.silent_war.combat.attack import (
    attacker_total,
    bonus_open,
    choose_targets,
    choose_unmodified,
    could_hit,
    difference_for,
    place_tdcs,
    resolve_attacks,
    strike,
    target_total,
)
from navalcore_games.silent_war.combat.display import escort_level, modified_tdc, name_of
from navalcore_games.silent_war.combat.gunnery import gunnery_targets, must_shell
from navalcore_games.silent_war.combat.reveal import turn_up
from navalcore_games.silent_war.combat.rounds import torpedo_round, turn_up_targets
from navalcore_games.silent_war.ids import BoatIndex, UnitNumber
from navalcore_games.silent_war.state import Fighter, Posture, Round, Storm

C2, C1, DD = "m_3_5_07", "m_1_2_09", "dd_01"  # cargo 2-0 of 3t, cargo 1-0 of 1t, destroyer 7-1


def chance_to_hit(**parameters):
    return questions.hit.ask(parameters)[1].outcomes["hit"]


@pytest.mark.rule("silent_war", "14.16-A", "14.16-B", "14.16-C", "14.15-a")
def test_the_worked_example_gives_twenty_per_cent_on_both_targets(sea):
    s = sea().skipper(1).display((C2, "A", True, -2), (C2, "B", True, 1), (C1, "B", True, 0), (DD, "C"))
    assert difference_for(s.play, s.fighter, s.unit(1), 3) == 1
    assert difference_for(s.play, s.fighter, s.unit(3), 3) == 1
    assert difference_for(s.play, s.fighter, s.unit(2), 6) == 2
    s.dice(("to hit", 1), ("attack result", 9), ("to hit", 2))
    s.combat.round.aims.update({1: 3, 3: 3})
    s.run(resolve_attacks(s.play, s.fighter), "#1")
    assert s.numbers == [2, 3, 4], "1 or less hits, 2 misses: 20 per cent"
    assert (s.state.ships_sunk, s.state.tonnage) == (1, 3)


@pytest.mark.rule("silent_war", "CON-1", "2.3-B1b")
def test_totals_add_what_the_consolidated_procedure_lists():
    assert attacker_total(3, 1, -1, Storm.NONE) == 3
    assert target_total(2, 1, -2, False, False) == 2
    assert target_total(2, 1, -2, True, False) == 1
    assert target_total(2, 1, -2, True, True) == 0


@pytest.mark.rule("silent_war", "7.21-S4", "7.21-Y5")
def test_weather_lowers_every_single_attack():
    assert [attacker_total(4, 0, 0, storm) for storm in Storm] == [4, 3, 2, 2]
    assert chance_to_hit(points=4, torpedo=0, weather="storm") == Fraction(3, 10)
    assert chance_to_hit(points=4, torpedo=0, weather="typhoon") == Fraction(2, 10)


@pytest.mark.rule("silent_war", "14.16-C")
def test_to_hit_modifiers_and_the_gate_before_them():
    base = {"points": 3, "torpedo": 0, "defense": 1}
    assert chance_to_hit(**base) == Fraction(3, 10), "difference 2"
    assert chance_to_hit(**base, posture="aggressive") == Fraction(5, 10), "TDC -1 and drm -1"
    assert chance_to_hit(**base, posture="cautious") == Fraction(1, 10), "TDC +1 and drm +1"
    assert chance_to_hit(**base, posture="cautious_chosen") == Fraction(3, 10)
    assert chance_to_hit(**base, pack=True) == Fraction(4, 10)
    assert chance_to_hit(points=3, torpedo=0, defense=4, pack=True) == 0, "a negative difference is never rescued"
    assert chance_to_hit(points=3, torpedo=0, defense=2, tdc=1, posture="cautious_chosen") == Fraction(1, 10)
    assert chance_to_hit(points=3, torpedo=0, defense=2, posture="cautious") == 0, "difference 0 with +1 cannot hit"


@pytest.mark.rule("silent_war", "14.12-a", "2.3-C1b", "14.4-b")
def test_tdc_values_perfect_setup_then_re_attack_then_posture():
    bold, plain = Fighter(BoatIndex(0), posture=Posture.AGGRESSIVE), Fighter(BoatIndex(0))
    careful = Fighter(BoatIndex(0), posture=Posture.CAUTIOUS, unmodified=UnitNumber(7))
    perfect = Round(perfect_setup=True)
    assert modified_tdc(2, plain, perfect, False, UnitNumber(1)) == -2
    assert modified_tdc(-3, plain, Round(), True, UnitNumber(1)) == -3, "-3 markers are exempt from the re-attack's -1"
    assert modified_tdc(-2, plain, Round(), True, UnitNumber(1)) == -3
    assert modified_tdc(-3, bold, Round(), True, UnitNumber(1)) == -4, "posture may leave the range"
    assert modified_tdc(3, careful, Round(), False, UnitNumber(1)) == 4
    assert modified_tdc(3, careful, Round(), False, UnitNumber(7)) == 3


@pytest.mark.rule("silent_war", "14.14")
def test_as_many_tdcs_as_the_tactical_rating_on_units_in_reach_whatever_the_posture(sea):
    s = sea("s_42").display((C2, "A", False), (C2, "B", True), (C1, "C", False), (DD, "D"), posture=Posture.AGGRESSIVE)
    s.dice(("TDC", "2"), ("TDC", "-3"))
    s.run(place_tdcs(s.play, s.fighter), "TDC on #3", "TDC on #1")
    assert [s.unit(n).tdc for n in (1, 2, 3, 4)] == [-3, None, 2, None]
    assert not any(str(option).startswith("TDC on #4") for d in s.asked for option in d.options), "D is out of reach"


@pytest.mark.rule("silent_war", "14.12-a")
def test_a_cautious_boat_names_its_unmodified_tdc_after_seeing_them(sea):
    s = sea().display((C2, "B", True, 3), (C1, "B", True, -1), posture=Posture.CAUTIOUS)
    s.run(choose_unmodified(s.play, s.fighter), "#2")
    assert s.fighter.unmodified == 2
    assert "TDC +3" in str(s.asked[0].options[0])


@pytest.mark.rule("silent_war", "14.15-a")
def test_every_attack_point_is_used_and_each_target_gets_at_least_one(sea):
    s = sea().display((C2, "B", True, 0), (C1, "B", True, 0), (C1, "B", True, 0))
    assert s.run(choose_targets(s.play, s.fighter), "4 points on #1", "1 point on #2")
    assert s.combat.round.aims == {1: 4, 2: 1, 3: 1}
    s.run(choose_targets(s.play, s.fighter), "6 points on #2")
    assert s.combat.round.aims == {2: 6}


@pytest.mark.rule("silent_war", "14.17-A")
def test_without_a_possible_hit_there_is_no_attack_and_no_counterattack_in_the_first_round(sea):
    s = sea().display(("n_yamato_01", "A", True, 3), (DD, "B"))
    s.dice(("TDC", "3"), ("TDC", "3"))
    assert s.run(torpedo_round(s.play, s.fighter)) is After.ROUND_OVER


@pytest.mark.rule("silent_war", "14.17-B")
def test_without_a_possible_hit_a_re_attack_round_brings_the_counterattack_anyway(sea):
    s = sea().display(("n_yamato_01", "A", True, 3), (DD, "B"), re_attack=1)
    s.dice(("TDC", "3"), ("TDC", "3"))
    assert s.run(torpedo_round(s.play, s.fighter)) is After.COUNTERATTACK


@pytest.mark.rule("silent_war", "14.17-C", "14.15-b")
def test_a_face_down_target_counts_as_defense_1_and_its_attack_goes_through_as_a_miss(sea):
    s = sea().display(("dd_02", "B", False, 0))
    assert could_hit(s.play, s.fighter, s.unit(1))
    s.run(choose_targets(s.play, s.fighter))
    assert s.run(turn_up_targets(s.play, s.fighter)) is After.GO_ON
    assert s.unit(1).face_up
    s.state.boats[0].spotted = True  # no benefit of 28.4: 6 - 1 against 7 + 1
    s.run(resolve_attacks(s.play, s.fighter))
    assert s.numbers == [1], "no die is rolled for a negative difference"


@pytest.mark.rule("silent_war", "14.15-b")
def test_points_on_an_aircraft_may_go_to_any_other_unit_with_a_tdc(sea):
    s = sea().display(("aircraft_land_01", "B", False, 0), (C2, "B", True, 0), (C1, "B", False, 0))
    s.run(choose_targets(s.play, s.fighter), "4 points on #1", "2 points on #2")
    s.run(turn_up_targets(s.play, s.fighter), "4 points on #3")
    assert s.combat.round.aims == {2: 2, 3: 4}
    assert s.unit(3).face_up, "a newly chosen face-down unit is turned up too"
    assert s.unit(1).tdc is None


@pytest.mark.rule("silent_war", "14.16-B", "2.3-B1c", "2.5-b")
def test_asw_counts_in_own_and_adjacent_columns_aircraft_always_damaged_ships_never(sea):
    s = sea().display((DD, "A"), ("dd_19", "B"), (DD, "D"), ("aircraft_land_04", "D"), column="B")
    assert escort_level(s.state, s.fighter) == 1 + 2 + 2
    s.unit(2).damaged = True
    assert escort_level(s.state, s.fighter) == 1 + 2


@pytest.mark.rule("silent_war", "7.21-Y3")
def test_a_typhoon_lowers_every_ships_asw_to_no_less_than_0(sea):
    s = sea().display((DD, "A"), ("dd_19", "B"), ("dd_25", "C"), column="B").storm(Storm.TYPHOON_2)
    assert escort_level(s.state, s.fighter) == 0 + 1 + 2


@pytest.mark.rule("silent_war", "14.16-D", "18.2")
def test_a_second_damage_result_sinks_and_the_tracks_move(sea):
    s = sea("spearfish", "empire_pacific", ("result", 2), ("result", 2)).display((C2, "B"))
    strike(s.play, s.fighter, s.unit(1))
    assert s.unit(1).damaged
    strike(s.play, s.fighter, s.unit(1))
    assert s.numbers == []
    assert (s.state.ships_sunk, s.state.tonnage, s.boat.ships, s.boat.tonnage) == (1, 3, 1, 3)


@pytest.mark.rule("silent_war", "7.21-Y6")
def test_in_a_typhoon_damage_sinks(sea):
    s = sea("spearfish", "empire_pacific", ("result", 2)).display((C2, "B")).storm(Storm.TYPHOON_1)
    strike(s.play, s.fighter, s.unit(1))
    assert s.state.ships_sunk == 1


@pytest.mark.rule("silent_war", "14.16-D")
def test_the_torpedo_value_counts_in_the_attack_result_too():
    better = [questions.attack_result.ask({"tons": 4, "torpedo": value})[1].outcomes["sunk"] for value in (-2, 0, 2)]
    assert better == [Fraction(6, 10), Fraction(8, 10), Fraction(10, 10)]  # sunk from 2 on


@pytest.mark.rule("silent_war", "14.16-D")
def test_a_torpedo_of_plus_1_can_sink_what_none_of_0_can():
    assert questions.attack_result.ask({"tons": 64, "torpedo": 0})[1].outcomes["sunk"] == 0
    assert questions.attack_result.ask({"tons": 64, "torpedo": 1})[1].outcomes["sunk"] == Fraction(1, 10)


@pytest.mark.rule("silent_war", "28.3")
def test_a_hospital_ship_counts_as_a_ship_without_tonnage_and_costs_the_skipper(sea):
    s = sea("spearfish", "empire_pacific", ("result", 9)).skipper(2).display(("n_kiku_maru_01", "B"))
    strike(s.play, s.fighter, s.unit(1))
    assert (s.state.ships_sunk, s.state.tonnage) == (1, 0)
    assert (s.boat.skipper, s.boat.rating, s.fighter.relieved) == (None, 0, True)
    assert 0 not in s.state.skippers, "the skipper is out of the game"


@pytest.mark.rule("silent_war", "28.4")
def test_one_escort_may_be_attacked_without_its_own_asw_the_others_count(sea):
    s = sea().display((DD, "B", True, -3), (DD, "C", True, -3))
    s.combat.round.aims.update({1: 3, 2: 3})
    # Target 1: 7 + other escort 1 - 3 = 5 against 3 - 1 = 2 either way: nothing hits, but only one may use the benefit.
    s.run(resolve_attacks(s.play, s.fighter), "#1", "leave out")
    assert s.combat.round.bonus_used
    assert escort_level(s.state, s.fighter, leave_out=UnitNumber(1)) == 1


@pytest.mark.rule("silent_war", "28.4")
def test_the_benefit_is_not_used_on_cruisers_nor_in_re_attacks(sea):
    for ship, re_attack, used in ((DD, 0, True), ("cl_01", 0, False), (DD, 1, False), ("de_01", 0, True)):
        s = sea().display((ship, "B", True, -3), re_attack=re_attack)
        s.combat.round.aims[1] = 1
        s.run(resolve_attacks(s.play, s.fighter))
        assert s.combat.round.bonus_used is used


@pytest.mark.rule("silent_war", "28.41", "23.0")
def test_no_benefit_once_the_enemy_is_alert(sea):
    def used(change):
        s = sea().display((DD, "B", True, -3))
        change(s)
        s.combat.round.aims[1] = 1
        s.run(resolve_attacks(s.play, s.fighter))
        return s.combat.round.bonus_used

    assert used(lambda s: None)
    assert not used(lambda s: setattr(s.boat, "spotted", True))
    assert not used(lambda s: setattr(s.combat, "diligent_seen", True))
    assert not used(lambda s: setattr(s.combat, "aircraft_seen", True))
    assert not used(lambda s: setattr(s.combat, "escorts_alert", True))
    assert not used(lambda s: setattr(s.combat, "member_attacked", True))


@pytest.mark.rule("silent_war", "28.41", "7.21-S2")
@pytest.mark.parametrize("storm", [Storm.NONE, Storm.TROPICAL])
def test_an_aircraft_revealed_ends_the_benefit_even_if_a_storm_sends_it_home(sea, storm):
    s = sea().display((DD, "B", True, -3), ("aircraft_land_01", "D", False))
    assert bonus_open(s.state, s.fighter)
    if storm is not Storm.NONE:
        s.storm(storm).dice(("gone on 0-7", 0))
    s.run(turn_up(s.play, s.fighter, s.unit(2), Stage.REVEALED))
    assert s.numbers == ([1] if storm is Storm.TROPICAL else [1, 2])
    assert not bonus_open(s.state, s.fighter)


@pytest.mark.rule("silent_war", "14.13")
def test_choices_made_before_a_unit_was_turned_up_are_not_taken_back(sea):
    s = sea().display((C2, "B", False, 0), (C2, "B", False, 0))
    for turned_up in (1, 2):
        s.run(turn_up(s.play, s.fighter, s.unit(turned_up), Stage.REVEALED))
        assert s.play.reveals == turned_up, "undo goes back to the last reveal at most"


def test_may_decline_attack_lets_the_player_hold_fire(sea):
    s = sea(options={"may_decline_attack": True}).display((C2, "B", True, 0))
    assert not s.run(choose_targets(s.play, s.fighter), "make no attack")
    s = sea().display((C2, "B", True, 0))
    assert s.run(choose_targets(s.play, s.fighter)), "without the option an attack is made"


@pytest.mark.parametrize("option", [False, True])
def test_simultaneous_attacks_leave_a_damaged_escort_in_the_sum_until_all_are_made(sea, option):
    s = sea(options={"simultaneous_attacks": option}, torpedo=0)
    s.display((DD, "B", True, -3), (C2, "B", True, 1))
    s.boat.spotted = True
    s.combat.round.aims.update({1: 5, 2: 3})
    # Destroyer: 5 - (7 + 1 - 3) = 0. Cargo: 3 - (2 + 1 + 1) = -1, no roll; but 0 once the destroyer is damaged.
    second = [] if option else [("to hit", 9)]
    dice = [("to hit", 0), *second, ("result", 1)] if option else [("to hit", 0), ("result", 1), *second]
    s.dice(*dice)
    s.run(resolve_attacks(s.play, s.fighter), "#1")
    assert s.unit(1).damaged


HOSPITAL = "n_kiku_maru_01"


@pytest.mark.rule("silent_war", "28.3", "14.15-a")
def test_nobody_is_compelled_to_attack_a_known_hospital_ship(sea):
    for answer, attacks in (("make no attack", False), ("attack", True)):
        s = sea("spearfish", torpedo=2).display((HOSPITAL, "B", True, 0))
        assert s.run(choose_targets(s.play, s.fighter), answer) is attacks
    s = sea("spearfish", torpedo=2).display((HOSPITAL, "B", False, 0))
    s.run(choose_targets(s.play, s.fighter))
    s = sea("spearfish", torpedo=2).display((HOSPITAL, "B", True, 0), ("m_3_5_07", "B", True, 0))
    s.run(choose_targets(s.play, s.fighter), "6 points on #2")
    assert s.combat.round.aims == {2: 6}, "with another target in reach it must attack, and may spare the hospital ship"


@pytest.mark.rule("silent_war", "28.3")
def test_a_hospital_ship_turned_up_is_marked_as_one(sea):
    s = sea("spearfish").display((HOSPITAL, "B"), (HOSPITAL, "C", False))
    assert [name_of(s.state, unit) for unit in s.combat.units] == ["#1 B hospital ship Kiku Maru", "#2 C Red Ball"]


@pytest.mark.rule("silent_war", "28.3", "19.21-1")
def test_the_guns_are_not_forced_on_a_hospital_ship(sea):
    s = sea("spearfish").display((HOSPITAL, "B"))
    assert not must_shell(s.state, gunnery_targets(s.state, s.combat, s.fighter))
    s = sea("spearfish").display((HOSPITAL, "B"), ("m_3_5_07", "B"))
    assert must_shell(s.state, gunnery_targets(s.state, s.combat, s.fighter))


@pytest.mark.rule("silent_war", "14.16-A", "14.16-B")
def test_a_variant_may_change_either_total_of_an_attack(sea):
    s = sea().skipper(1).display((C2, "A", True, -2))
    found = []
    for section in (None, "14.16-A", "14.16-B"):
        s.play.modifiers = None if section is None else {section: lambda _, sums: {**sums, "more": 1}}
        found.append(difference_for(s.play, s.fighter, s.unit(1), 3))
    plain, attacker, target = found
    assert (attacker - plain, target - plain) == (1, -1)
