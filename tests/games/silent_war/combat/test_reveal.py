"""Revealing units, Diligent Escorts, aircraft, radar (14.13), and the combat events (19.2)."""

from fractions import Fraction

import pytest

from navalcore_games.silent_war import odds as questions
from navalcore_games.silent_war.combat.after import After, Stage
from navalcore_games.silent_war.combat.counterattack import counterattack
from navalcore_games.silent_war.combat.display import escort_level
from navalcore_games.silent_war.combat.events import circling_torpedo, premature_detonation, resolve_event
from navalcore_games.silent_war.combat.gunnery import gunnery_targets, surface_gunnery
from navalcore_games.silent_war.combat.reckoning import settle_doubled_tonnage
from navalcore_games.silent_war.combat.reveal import allowance, reveal_units, turn_up
from navalcore_games.silent_war.combat.rounds import attack_round, fight, guns_possible, torpedo_round
from navalcore_games.silent_war.ids import BoatIndex
from navalcore_games.silent_war.state import Boat, Fighter, Place, Posture, Round, Rtb, Storm

CARGO, DD, RED, SUN = "m_3_5_07", "dd_01", "m_3_5_01", "m_3_5_09"
DILIGENT, DILIGENT_4 = "diligent_red_ball_01", "diligent_rising_sun_02"
EVENT = "combat_event_01"


@pytest.mark.rule("silent_war", "14.13-a", "14.12-a")
def test_posture_changes_how_many_units_are_revealed(sea):
    play = sea().play
    assert [allowance(play, 4, posture) for posture in Posture] == [3, 4, 5]
    assert allowance(play, 0, Posture.CAUTIOUS) == 0


@pytest.mark.rule("silent_war", "14.13-a")
def test_units_are_revealed_one_by_one_from_own_and_adjacent_columns(sea):
    s = sea("s_42").display((CARGO, "A", False), (CARGO, "B", False), (CARGO, "C", False), (CARGO, "D", False))
    s.run(reveal_units(s.play, s.fighter), "#1", "#3")
    assert [unit.face_up for unit in s.combat.units] == [True, False, True, False]
    assert all(not str(o).startswith("#4") for d in s.asked for o in d.options)


@pytest.mark.rule("silent_war", "14.4-b")
def test_in_a_re_attack_rising_suns_must_be_revealed_before_red_balls(sea):
    s = sea("s_42").display((RED, "B", False), (SUN, "A", False), (SUN, "C", False), re_attack=1)
    s.run(reveal_units(s.play, s.fighter), "#2")
    assert [str(o) for o in s.asked[0].options] == ["#2 A Rising Sun", "#3 C Rising Sun"]
    assert s.unit(3).face_up, "the other Rising Sun followed of itself"
    assert not s.unit(1).face_up
    s = sea("s_42").display((RED, "B", False), (SUN, "D", False), re_attack=1)
    s.run(reveal_units(s.play, s.fighter))
    assert s.unit(1).face_up, "a Rising Sun out of reach does not protect the Red Ball"


@pytest.mark.rule("silent_war", "14.13-f")
def test_radar_turns_one_unit_back_and_another_is_revealed_instead(sea):
    s = sea("s_42", month="1943-10").display((DD, "B", False), (CARGO, "B", False), (CARGO, "B", False))
    s.run(reveal_units(s.play, s.fighter), "#1", "turn it back", "#2")
    assert [unit.face_up for unit in s.combat.units] == [False, True, True]
    assert s.unit(1).known, "the player knows what it is"


@pytest.mark.rule("silent_war", "14.4-b", "14.13-f")
def test_a_unit_revealed_in_the_first_round_is_not_turned_back_in_a_re_attack(sea):
    s = sea("s_42", month="1943-10").display(*[(CARGO, "B", False)] * 5, posture=Posture.CAUTIOUS)
    s.run(reveal_units(s.play, s.fighter), "#1", "turn it back", "#2")
    s.combat.round_number, s.combat.round = 1, Round(attack=s.combat.round.attack)
    s.run(reveal_units(s.play, s.fighter), "#1")
    assert s.unit(1).face_up, "nobody asks again whether it is turned back"
    s.unit(1).face_up, s.combat.round = False, Round(attack=s.combat.round.attack)
    s.run(reveal_units(s.play, s.fighter), "#3", "turn it back", "#4")
    assert not s.unit(3).face_up, "one revealed in the re-attack is"


@pytest.mark.rule("silent_war", "14.13-f")
def test_no_radar_before_october_1943_nor_without_a_replacement_nor_for_a_diligent_escort(sea):
    s = sea("s_42", month="1943-09").display((DD, "B", False), (CARGO, "B", False), (CARGO, "B", False))
    s.run(reveal_units(s.play, s.fighter), "#1", "#2")
    s = sea("s_42", month="1943-10").display((DD, "B", False))
    s.run(reveal_units(s.play, s.fighter))
    s = sea("argonaut", "empire_pacific", ("Diligent", 0), month="1943-10").display(
        (DILIGENT, "B", False), (CARGO, "B", False), (CARGO, "B", False)
    )
    s.run(reveal_units(s.play, s.fighter), "#1", "#2", "keep")
    assert not any("turn it back" in map(str, d.options) for d in s.asked[:2])


@pytest.mark.rule("silent_war", "14.13-c", "14.13-a")
def test_a_diligent_escort_strikes_at_once_and_stays(sea):
    s = sea("argonaut", "empire_pacific", ("Diligent", 5)).display((DILIGENT, "B", False))
    assert s.run(turn_up(s.play, s.fighter, s.unit(1), Stage.REVEALED)) is After.GO_ON
    assert s.boat.spotted
    assert s.numbers == [1]


@pytest.mark.rule("silent_war", "14.13-c")
def test_a_boat_damaged_by_a_revealed_diligent_escort_may_withdraw_but_not_when_it_was_targeted(sea):
    for stage, answers in ((Stage.REVEALED, ("withdraw",)), (Stage.TARGETED, ())):
        s = sea("argonaut", "empire_pacific", ("Diligent", 7)).display((DILIGENT, "B", False))
        after = s.run(turn_up(s.play, s.fighter, s.unit(1), stage), *answers)
        assert s.boat.damage == 1
        assert after is (After.COMBAT_OVER if answers else After.GO_ON)


@pytest.mark.rule("silent_war", "28.2")
def test_after_a_successful_dive_anything_but_no_effect_reads_spotted(sea):
    for roll, spotted in ((8, True), (4, False)):
        s = sea("spearfish", "empire_pacific", ("crash dive", 3), ("Diligent", roll)).display((DILIGENT, "B", False))
        s.run(turn_up(s.play, s.fighter, s.unit(1), Stage.REVEALED), "crash dive")
        assert (s.boat.spotted, s.boat.damage) == (spotted, 0)


@pytest.mark.rule("silent_war", "14.12-a", "14.13-c")
def test_posture_against_a_diligent_escort(sea):
    def struck(posture, column, *dice):
        s = sea("argonaut", "empire_pacific", *dice).display((DILIGENT, "B", False), column=column, posture=posture)
        s.run(turn_up(s.play, s.fighter, s.unit(1), Stage.TARGETED))
        return s

    assert struck(Posture.AGGRESSIVE, "B", ("Diligent", 3)).boat.spotted, "same column: 3 + 2"
    assert struck(Posture.AGGRESSIVE, "A", ("Diligent", 4)).boat.spotted, "next column: 4 + 1"
    assert not struck(Posture.AGGRESSIVE, "A", ("Diligent", 3)).boat.spotted
    assert not struck(Posture.STANDARD, "B", ("Diligent", 4)).boat.spotted
    tame = struck(Posture.CAUTIOUS, "B", ("cautious", 4))
    assert tame.unit(1).ordinary, "4 is more than its ASW of 3"
    from navalcore_games.silent_war.combat.display import asw_halves

    assert asw_halves(tame.state, tame.combat, tame.unit(1), False) == 2 * (3 - 1)
    assert not tame.combat.diligent_seen
    assert not struck(Posture.CAUTIOUS, "B", ("cautious", 3), ("Diligent", 4)).unit(1).ordinary, "equal is not enough"
    assert struck(Posture.CAUTIOUS, "B", ("cautious", 0), ("Diligent", 4)).boat.spotted, "a 0 gives +1"


def test_full_drm_on_special_rows_adds_the_general_modifiers(sea):
    for option, spotted_by in ((False, 5), (True, 3)):
        s = sea("argonaut", options={"full_drm_on_special_rows": option}).display((DILIGENT, "B", False), re_attack=1)
        s.boat.damage = 1
        s.dice(("Diligent", spotted_by))
        s.run(turn_up(s.play, s.fighter, s.unit(1), Stage.TARGETED))
        assert s.boat.spotted


@pytest.mark.rule("silent_war", "14.13-d", "19.21-5b")
def test_a_second_diligent_escort_in_a_column_is_ignored_unless_a_deadly_division_came(sea):
    for deadly, left, dice in ((False, [1], ()), (True, [1, 2], (("Diligent", 7),))):
        s = sea("argonaut", "empire_pacific", *dice).display((DILIGENT_4, "B"), (DILIGENT, "B", False))
        s.combat.deadly_division = deadly
        assert s.run(turn_up(s.play, s.fighter, s.unit(2), Stage.REVEALED)) is After.GO_ON, "no withdrawal either way"
        assert s.numbers == left
        assert s.boat.damage == deadly
    s = sea("argonaut", "empire_pacific", ("Diligent", 0)).display((DILIGENT_4, "A"), (DILIGENT, "B", False))
    s.run(turn_up(s.play, s.fighter, s.unit(2), Stage.REVEALED))
    assert s.numbers == [1, 2], "one in another column is a first one"


@pytest.mark.rule("silent_war", "14.13-e", "7.21-S2", "7.21-Y2")
def test_storms_send_aircraft_home(sea):
    for storm, dice, there in (
        (Storm.NONE, (), True),
        (Storm.TROPICAL, (7,), False),
        (Storm.TROPICAL, (8,), True),
        (Storm.TYPHOON_2, (), False),
    ):
        s = sea("spearfish", "empire_pacific", *dice).display(("aircraft_land_01", "B", False)).storm(storm)
        s.run(turn_up(s.play, s.fighter, s.unit(1), Stage.REVEALED))
        assert bool(s.numbers) is there
        assert bool(s.combat.spent) is not there


@pytest.mark.rule("silent_war", "14.13-b", "19.2-b")
def test_only_one_event_a_round_the_next_chit_goes_back(sea):
    s = sea("spearfish", "empire_pacific", ("combat event", 6)).display((EVENT, "B", False), (EVENT, "B", False))
    s.run(turn_up(s.play, s.fighter, s.unit(1), Stage.REVEALED))
    s.run(turn_up(s.play, s.fighter, s.unit(2), Stage.REVEALED))
    assert s.combat.round.event == 6
    assert s.numbers == []
    assert len(s.combat.spent) == 2


def event(sea, number, *dice, boat="argonaut", units=(), answers=(), **how):
    s = sea(boat, "empire_pacific", ("combat event", number), *dice).display(*units, **how)
    return s, s.run(resolve_event(s.play, s.fighter), *answers)


@pytest.mark.rule("silent_war", "19.21-0")
def test_event_0_sinks_a_face_down_red_ball_without_a_to_hit_roll(sea):
    units = ((RED, "A", False), (SUN, "B", False), (RED, "D", False))
    s, after = event(sea, 0, ("attack result", 9), units=units)
    assert after is After.GO_ON
    assert s.numbers == [2, 3]
    assert s.asked == [], "one Red Ball is in reach"
    _, after = event(sea, 0, units=((SUN, "B", False),))
    assert after is After.GO_ON, "nobody eligible: ignored"


@pytest.mark.rule("silent_war", "19.21-0")
def test_a_diligent_escort_that_lumbers_into_the_way_does_not_strike(sea):
    s, _ = event(sea, 0, ("attack result", 0), units=((DILIGENT, "B", False),))
    assert s.unit(1).face_up
    assert not s.boat.spotted


@pytest.mark.rule("silent_war", "19.21-1", "23.0")
def test_event_1_shells_a_merchant_in_the_boats_column_without_the_torpedo_value(sea):
    s, after = event(sea, 1, ("attack result", 7), units=((CARGO, "B"), (RED, "A")))
    assert after is After.COUNTERATTACK
    assert s.boat.spotted
    assert s.numbers == [2], "Argonaut uses the 18-25 row: sunk from 7"
    s, _ = event(sea, 1, ("attack result", 7), boat="spearfish", units=((CARGO, "B"), (RED, "A")))
    assert s.unit(1).damaged, "the 26-35 row: damaged from 5, sunk from 8"


@pytest.mark.rule("silent_war", "19.21-1", "7.21-S5", "7.21-Y7")
def test_event_1_is_ignored_without_merchant_with_a_warship_when_spotted_or_in_bad_weather(sea):
    _, after = event(sea, 1, units=((CARGO, "A"),))
    assert after is After.GO_ON
    _, after = event(sea, 1, units=((CARGO, "B"), ("cl_01", "D")))
    assert after is After.GO_ON
    for storm, dice, expected in (
        (Storm.TYPHOON_1, (), After.GO_ON),
        (Storm.TROPICAL, (("gunnery in a storm", 2),), After.GO_ON),
        (Storm.TROPICAL, (("gunnery in a storm", 1), ("attack result", 0)), After.COUNTERATTACK),
    ):
        s = sea("argonaut", "empire_pacific", ("combat event", 1), *dice).display((CARGO, "B")).storm(storm)
        assert s.run(resolve_event(s.play, s.fighter)) is expected
        assert s.boat.spotted is (expected is After.COUNTERATTACK)
    s = sea("argonaut", "empire_pacific", ("combat event", 1)).display((CARGO, "B"))
    s.boat.spotted = True
    assert s.run(resolve_event(s.play, s.fighter)) is After.GO_ON


@pytest.mark.rule("silent_war", "19.21-1")
def test_the_guns_may_be_used_again_until_others_spot_the_boat(sea):
    s = sea("argonaut", "empire_pacific", ("attack result", 0)).display((CARGO, "B"))
    assert not guns_possible(s.play, s.fighter)
    s.fighter.gunnery = True
    s.run(surface_gunnery(s.play, s.fighter))
    assert guns_possible(s.play, s.fighter), "its own marker does not stop it"
    s.fighter.own_mark = False
    assert not guns_possible(s.play, s.fighter)


@pytest.mark.rule("silent_war", "19.21-1", "2.3-B1a")
def test_an_armored_cruiser_is_a_warship_to_the_guns(sea):
    s = sea().display(("n_izumo_01", "B"), (CARGO, "B"))
    assert gunnery_targets(s.state, s.combat, s.fighter) == []
    assert s.chart.ships[s.unit(1).piece].merchant


@pytest.mark.rule("silent_war", "19.21-2a")
def test_event_2a_attacks_the_boat_with_its_printed_values(sea):
    s, after = event(sea, 2, ("malfunction", 2))
    assert after is After.GO_ON
    assert s.combat.round.circular
    # Argonaut 4 - 1 + 1 - (1 + 0) = 3.
    s.dice(("circling", "0"), ("circling torpedo", 3))
    s.run(circling_torpedo(s.play, s.fighter))
    assert s.boat.place is Place.LOST
    s, _ = event(sea, 2, ("malfunction", 0), boat="spearfish")
    s.dice(("crash dive", 3))
    s.run(circling_torpedo(s.play, s.fighter), "crash dive")
    assert s.boat.place is not Place.LOST


@pytest.mark.rule("silent_war", "19.21-2b")
def test_event_2b_cancels_the_attack_but_not_the_counterattack(sea):
    assert event(sea, 2, ("malfunction", 3))[1] is After.COUNTERATTACK
    assert event(sea, 2, ("malfunction", 4))[1] is After.COUNTERATTACK


@pytest.mark.rule("silent_war", "19.21-2c", "2.5-b")
def test_event_2c_halves_the_attack_and_may_hurt_the_boat(sea):
    s, after = event(sea, 2, ("malfunction", 5), ("premature", 2), boat="spearfish")
    assert after is After.GO_ON
    assert (s.combat.round.attack, s.combat.round.asw_bonus, s.boat.damage) == (3, 1, 0)
    odds = questions.premature.ask({"defense": 3})[1].outcomes
    assert odds == {"sunk": Fraction(1, 10), "damaged": Fraction(7, 10), "nothing": Fraction(2, 10)}
    odds = questions.premature.ask({"defense": 3, "skipper": 2})[1].outcomes
    assert odds == {"sunk": 0, "damaged": Fraction(8, 10), "nothing": Fraction(2, 10)}, "the +1 comes first"
    s = sea("spearfish", "empire_pacific", ("premature", 0)).display()
    assert premature_detonation(s.play, s.fighter) is After.COMBAT_OVER
    assert s.boat.place is Place.LOST


@pytest.mark.rule("silent_war", "19.21-2c", "14.2-A")
def test_after_a_premature_detonation_the_counterattack_has_one_more_asw(sea):
    for bonus in (0, 1):
        s = sea("wahoo", "empire_pacific").display(("dd_25", "B"))  # ASW 3, against a defense of 4
        s.state.war_period = 3
        s.combat.round.asw_bonus = bonus
        difference = 3 + bonus + s.chart.areas[s.area].reds[3] + s.chart.general_asw[3] - 4
        s.dice((f"row {s.chart.counter_row(difference).label}", 0))
        s.play.listen(True)
        counterattack(s.play, s.fighter)
        assert [event.difference for event in s.happened("counterattacked")] == [difference]


@pytest.mark.rule("silent_war", "19.21-2d", "2.5-b")
def test_event_2d_halves_the_attack_rounded_down(sea):
    s, after = event(sea, 2, ("malfunction", 6), boat="wahoo")
    assert after is After.GO_ON
    assert s.combat.round.attack == 3


@pytest.mark.rule("silent_war", "19.21-2e")
def test_event_2e_cancels_attack_and_counterattack(sea):
    for roll in (7, 8, 9):
        assert event(sea, 2, ("malfunction", roll))[1] is After.ROUND_OVER


@pytest.mark.rule("silent_war", "19.21-3")
def test_event_3_ends_combat_with_a_roll_on_the_aircraft_row_unless_the_boat_dives(sea):
    s, after = event(sea, 3, ("patrol bomber", 4))
    assert after is After.COMBAT_OVER
    assert s.boat.spotted
    s, after = event(sea, 3, ("crash dive", 0), boat="spearfish", answers=("crash dive",))
    assert after is After.COMBAT_OVER
    assert not s.boat.spotted
    s = sea("argonaut", "empire_pacific", ("combat event", 3)).display().storm()
    assert s.run(resolve_event(s.play, s.fighter)) is After.GO_ON, "no bombers in a storm"


@pytest.mark.rule("silent_war", "19.21-4")
def test_event_4_odd_damages_and_sends_home_even_spares_the_endurance_check(sea):
    s, after = event(sea, 4, ("mechanical", 5))
    assert after is After.COMBAT_OVER
    assert (s.boat.damage, s.boat.rtb) == (1, Rtb.INVOLUNTARY)
    s, after = event(sea, 4, ("mechanical", 0))
    assert after is After.COMBAT_OVER
    assert (s.boat.damage, s.boat.rtb, s.fighter.no_endurance) == (0, Rtb.NONE, True)


@pytest.mark.rule("silent_war", "19.21-5a", "19.21-5b")
def test_event_5_perfect_setup_or_deadly_division(sea):
    s, _ = event(sea, 5, ("fortune", 4))
    assert (s.combat.round.perfect_setup, s.combat.deadly_division) == (True, False)
    s, _ = event(sea, 5, ("fortune", 5))
    assert (s.combat.round.perfect_setup, s.combat.deadly_division) == (False, True)


@pytest.mark.rule("silent_war", "19.21-6")
def test_event_6_doubles_the_biggest_merchant_and_each_further_one_the_next(sea):
    s, _ = event(sea, 6)
    s.fighter.doublings = 2
    s.fighter.merchants = [3, 9, 6]
    settle_doubled_tonnage(s.play, s.fighter)
    assert s.state.tonnage == 15
    assert s.fighter.tons == 15, "counts for the skipper"


def test_doubled_tonnage_for_skipper_may_be_switched_off(sea):
    s = sea(options={"doubled_tonnage_for_skipper": False}).display()
    s.fighter.doublings, s.fighter.merchants = 1, [9]
    settle_doubled_tonnage(s.play, s.fighter)
    assert (s.state.tonnage, s.fighter.tons) == (9, 0)


@pytest.mark.rule("silent_war", "19.21-7")
def test_event_7_brings_the_counterattack_before_the_attack(sea):
    s = sea("spearfish", "south_pacific").display((CARGO, "B"), (DD, "C"))
    s.dice(("combat event", 7))
    s.run(resolve_event(s.play, s.fighter))
    assert s.combat.escorts_alert
    s.dice(("TDC", "0"), ("TDC", "0"), ("counterattack", 0), ("to hit", 0), ("result", 0))
    assert s.run(torpedo_round(s.play, s.fighter), "6 points on #1") is After.ROUND_OVER, "and none after it"


@pytest.mark.rule("silent_war", "19.21-8")
def test_event_8_brings_the_counterattack_and_no_attack(sea):
    s = sea("spearfish", "south_pacific").display((CARGO, "B"), (DD, "C"))
    s.dice(("combat event", 8))
    s.run(resolve_event(s.play, s.fighter))
    s.dice(("TDC", "0"), ("TDC", "0"), ("counterattack", 0))
    assert s.run(torpedo_round(s.play, s.fighter), "6 points on #1") is After.ROUND_OVER


@pytest.mark.rule("silent_war", "19.21-9")
def test_event_9_gives_a_second_free_attack_with_fresh_markers_and_no_counterattack(sea):
    s = sea("spearfish", "south_pacific").display((CARGO, "B", False), (DD, "C"))
    s.unit(2).tdc = None
    s.dice(
        *(("combat event", 9), ("TDC", "0"), ("TDC", "3"), ("to hit", 9)),
        *(("TDC", "-1"), ("TDC", "3"), ("to hit", 9)),
    )
    s.run(
        _event_then_round(s),
        *("6 points on #1", "6 points on #1"),
    )
    assert s.combat.round.no_counter


def _event_then_round(s):
    yield from resolve_event(s.play, s.fighter)
    return (yield from torpedo_round(s.play, s.fighter))


@pytest.mark.rule("silent_war", "19.2-a", "19.0")
def test_a_chit_turned_up_as_a_target_discards_the_planned_attacks_of_a_cancelled_round(sea):
    s = sea("spearfish", "south_pacific").display((EVENT, "B", False), (CARGO, "C"), column="B")
    s.dice(("TDC", "0"), ("TDC", "0"), ("combat event", 2), ("malfunction", 8))
    assert s.run(torpedo_round(s.play, s.fighter), "3 points on #1") is After.ROUND_OVER


@pytest.mark.rule("silent_war", "19.21-2d", "14.15-b")
def test_a_dead_torpedo_found_while_aiming_splits_the_halved_value_anew(sea):
    s = sea("wahoo", "south_pacific").display((EVENT, "B", False), (CARGO, "B"), (RED, "B"))
    answers = ("1 point on #1", "3 points on #2", "1 point on #2", "#2")
    # 1 - 1 - 2 is negative on the first; 2 - 1 - 1 = 0 on the second: one die in all.
    s.dice(
        *(("TDC", "0"), ("TDC", "0"), ("TDC", "0"), ("combat event", 2), ("malfunction", 6)),
        ("to hit", 9),
    )
    s.run(torpedo_round(s.play, s.fighter), *answers)
    assert s.combat.round.attack == 3


@pytest.mark.rule("silent_war", "14.1", "14.11")
def test_a_round_goes_column_posture_reveal_tdc_attack_counterattack(sea):
    s = sea("s_42", "south_pacific").display((CARGO, "B", False), (DD, "C", False))
    s.dice(("TDC", "-3"), ("TDC", "3"), ("to hit", 9), ("counterattack", 0))
    s.run(attack_round(s.play, s.fighter), "column B", "standard", "#1", "4 points on #1")
    assert [d.rule for d in s.asked] == ["14.11", "14.12", "14.13", "14.15"]
    assert [str(o) for o in s.asked[0].options] == ["column A", "column B", "column C", "column D"]


def two_boats(s, columns):
    """A second boat on the display, as of a wolfpack."""
    second = Fighter(BoatIndex(1), columns[1])
    s.state.boats.append(Boat(s.chart.boat_index["argonaut"], Place.OPERATING, s.area, on_patrol=True))
    s.fighter.column = columns[0]
    s.combat.fighters.append(second)
    return second


@pytest.mark.rule("silent_war", "24.54")
def test_an_escort_counts_next_door_only_where_no_submarine_is_in_its_column(sea):
    s = sea().display((DD, "B"), ("aircraft_land_04", "D"))
    second = two_boats(s, (0, 0))
    assert escort_level(s.state, s.fighter) == escort_level(s.state, second) == 1 + 2
    second.column = 1
    assert escort_level(s.state, s.fighter) == 2, "the other boat draws the escort, not the aircraft"
    assert escort_level(s.state, second) == 1 + 2
    second.column = 2
    assert [escort_level(s.state, f) for f in s.combat.fighters] == [3, 3], "one escort may count against several"


@pytest.mark.rule("silent_war", "24.51")
def test_a_diligent_escort_attacks_a_random_boat_of_the_display(sea):
    for which, spotted in ((0, [True, False]), (1, [False, True])):
        s = sea("argonaut", "empire_pacific", ("which boat", which), ("Diligent", 5)).display((DILIGENT, "B", False))
        two_boats(s, (1, 1))
        s.run(turn_up(s.play, s.fighter, s.unit(1), Stage.REVEALED))
        assert [boat.spotted for boat in s.state.boats] == spotted


@pytest.mark.rule("silent_war", "19.21-2d")
def test_with_no_target_left_a_dead_torpedos_halved_value_may_go_to_any_marked_unit(sea):
    s = sea("wahoo", "south_pacific").display((EVENT, "B", False), (CARGO, "B"))
    s.dice(("TDC", "0"), ("TDC", "-2"), ("combat event", 2), ("malfunction", 6), ("to hit", 9))
    s.run(torpedo_round(s.play, s.fighter), "7 points on #1")
    assert s.combat.round.attack == 7 // 2
    assert [decision.kind for decision in s.asked] == ["aim"], "then there is one unit left"


@pytest.mark.rule("silent_war", "14.13-f", "14.12-a")
def test_radar_turns_back_a_diligent_escort_that_became_an_ordinary_destroyer(sea):
    s = sea("wahoo", month="1943-10", war_period=3)
    s.display((DILIGENT, "B", False), *[(CARGO, "B", False)] * 6, posture=Posture.CAUTIOUS)
    s.dice(("ordinary destroyer", 9))
    s.run(reveal_units(s.play, s.fighter), "#1", "turn it back", "#2", "#3", "#4", "#5")
    assert not s.unit(1).face_up


@pytest.mark.rule("silent_war", "28.41")
def test_a_round_without_an_attack_does_not_alert_the_escorts_to_the_next_member(sea):
    s = sea("s_42", "south_pacific").display(("n_yamato_01", "B"))
    s.dice(("TDC", "3"))
    s.run(fight(s.play), "column A", "standard", "withdraw")
    assert not s.combat.member_attacked
    s = sea("wahoo", "south_pacific").display((CARGO, "B"))
    s.dice(("TDC", "0"), ("to hit", 9))
    s.run(fight(s.play), "column B", "standard", "withdraw")
    assert s.combat.member_attacked


@pytest.mark.rule("silent_war", "19.21-2c", "14.2-2")
def test_a_premature_detonation_brings_a_counterattack_where_no_unit_shown_has_asw(sea):
    for units in (((CARGO, "B"),), ((CARGO, "B", False),)):
        s = sea("wahoo", "empire_pacific", war_period=3).display(*units)
        s.dice()
        counterattack(s.play, s.fighter)
        assert s.dice_left == 0, "no ASW, no counterattack (SW-R49): a die would have been missed"
        s.combat.round.asw_bonus = 1
        difference = 1 + s.chart.areas[s.area].reds[3] + s.chart.general_asw[3] - 4  # Wahoo's Defense is 4
        s.dice((f"row {s.chart.counter_row(difference).label}", 0))
        counterattack(s.play, s.fighter)
        assert s.dice_left == 0, "the counterattack was rolled, on the row of one point of ASW"
