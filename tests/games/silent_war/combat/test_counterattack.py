"""The counterattack, crash dives, damage to the boat (14.2, 28.2, 18, 23)."""

from fractions import Fraction

import pytest

from navalcore.components._dice import DiceRolled
from navalcore_games.silent_war import odds as questions
from navalcore_games.silent_war.boats.damage import damage, force_home, lose, spot, suffer
from navalcore_games.silent_war.combat.counterattack import (
    boat_sum,
    counterattack,
    counterattack_drm,
    counterattack_result,
    crash_dive,
    escorts_present,
    japanese_sum,
)
from navalcore_games.silent_war.combat.events import patrol_bomber
from navalcore_games.silent_war.data_pack.printed import month_number
from navalcore_games.silent_war.ids import CardIndex
from navalcore_games.silent_war.state import Boat, Place, Posture, Rtb, Storm
from navalcore_games.silent_war.words import Cause


@pytest.mark.rule("silent_war", "14.2-A", "14.2-B", "14.2-C", "CON-2")
def test_the_worked_example_comes_to_row_1_2(sea):
    s = sea("spearfish", "east_china_sea", ("row 1-2", 0)).skipper(1).display(("dd_01", "B"))
    counterattack(s.play, s.fighter)
    s.all_rolled()
    assert sum(japanese_sum(s.play, 1, 3, 1).values()) - sum(boat_sum(s.play, 3, 1, 0).values()) == 1
    assert s.chart.areas[s.area].reds[2] == 3
    assert s.chart.general_asw[2] == 1


@pytest.mark.rule("silent_war", "14.2-B", "2.1-e")
def test_shallow_water_costs_one_point_of_defense(sea):
    s = sea("spearfish", "yellow_sea").display(("dd_01", "B"))
    reds = s.chart.areas[s.area].reds[2]
    row = s.chart.counter_row(1 + reds + 1 - (3 - 1)).label
    s.dice((f"row {row}", 0))
    counterattack(s.play, s.fighter)
    s.all_rolled()
    assert sum(boat_sum(s.play, 3, 0, 1).values()) == 2


@pytest.mark.rule("silent_war", "14.2-C", "23.0")
def test_counterattack_modifiers():
    boat = Boat(CardIndex(0), damage=2, spotted=True)
    assert sum(counterattack_drm(boat, Posture.AGGRESSIVE, True).values()) == 2 + 1 + 1 + 1
    assert sum(counterattack_drm(Boat(CardIndex(0)), Posture.CAUTIOUS, False).values()) == -1
    assert counterattack_drm(Boat(CardIndex(0)), Posture.STANDARD, False) == {}


@pytest.mark.rule("silent_war", "14.2-C")
def test_the_ends_of_the_table_are_open_and_a_second_roll_is_resolved(sea):
    s = sea()
    for difference, label in ((-9, "-3 or less"), (0, "0"), (25, "9 or more")):
        assert s.chart.counter_row(difference).label == label
    s.dice(("row 9 or more", 9), ("second roll", 6))
    assert counterattack_result(s.play, 25, {"x": -1}) == "sunk"
    s.dice(("row 0", 0))
    assert counterattack_result(s.play, 0, {"x": -3}) == "no_effect"


@pytest.mark.rule("silent_war", "14.2-C")
def test_counterattack_odds_add_up_and_worsen_with_the_difference():
    lost = [questions.counterattack.ask({"difference": d})[1].outcomes["sunk"] for d in range(-4, 12)]
    assert lost == sorted(lost)
    assert lost[0] == 0
    assert sum(questions.counterattack.ask({"difference": 5, "drm": 2})[1].outcomes.values()) == 1


@pytest.mark.rule("silent_war", "14.2-2", "2.3-B1b", "2.3-B1c")
def test_no_counterattack_where_nothing_revealed_has_asw(sea):
    s = sea().display(("m_3_5_50", "B"), ("dd_01", "B", False))
    counterattack(s.play, s.fighter)
    assert not escorts_present(s.state, s.combat, False)
    assert escorts_present(s.state, s.combat, True), "a zed counts after gunnery"
    s.unit(2).face_up = True
    assert escorts_present(s.state, s.combat, False)
    s.unit(2).damaged = True
    assert not escorts_present(s.state, s.combat, False)


@pytest.mark.rule("silent_war", "14.2-A", "2.5-b", "2.3-B1b")
def test_zeds_are_halves_added_up_before_rounding_up(sea):
    from navalcore_games.silent_war.combat.display import escort_level

    zed = "m_3_5_50"
    for ships, total in (((zed,), 1), ((zed, zed), 1), ((zed, zed, zed), 2), ((zed, "dd_01"), 2)):
        s = sea().display(*[(ship, "B") for ship in ships])
        assert escort_level(s.state, s.fighter, gunnery=True) == total
        assert escort_level(s.state, s.fighter) == (1 if "dd_01" in ships else 0)


@pytest.mark.rule("silent_war", "28.2", "28.21")
def test_a_crash_dive_needs_its_rating_or_less_the_skipper_helps():
    def dives(**parameters):
        return questions.crash_dive.ask(parameters)[1].outcomes["dives"]

    assert dives(rating=4) == Fraction(5, 10)
    assert dives(rating=4, skipper=2) == Fraction(7, 10)
    assert dives(rating=-1) == 0


@pytest.mark.rule("silent_war", "28.2", "2.1-e")
def test_no_crash_dive_in_shallow_water_or_with_rating_x(sea):
    for boat, area in (("spearfish", "yellow_sea"), ("argonaut", "empire_pacific")):
        s = sea(boat, area).display(("dd_01", "B"))
        assert not s.run(crash_dive(s.play, s.fighter, "test")), "not even asked"
    s = sea("spearfish", "empire_pacific", ("crash dive", 3)).display(("dd_01", "B"))
    assert s.run(crash_dive(s.play, s.fighter, "test"), "crash dive")


@pytest.mark.rule("silent_war", "18.12-a", "18.1")
def test_the_second_damage_sinks_above_defense(sea):
    assert questions.second_damage.ask({"defense": 3})[1].outcomes["sunk"] == Fraction(6, 10)
    s = sea("spearfish", "empire_pacific", ("second Damage", 3))
    damage(s.play, s.boat, "")
    assert s.boat.damage == 1
    damage(s.play, s.boat, "")
    assert s.boat.damage == 2
    s.all_rolled()


@pytest.mark.rule("silent_war", "18.13")
def test_the_third_damage_sinks(sea):
    s = sea()
    s.boat.damage = 2
    damage(s.play, s.boat, "")
    assert s.boat.place is Place.LOST
    assert s.state.submarines_lost == 1


@pytest.mark.rule("silent_war", "25.2")
def test_the_skipper_is_lost_with_his_boat(sea):
    s = sea().skipper(2)
    lose(s.play, s.boat, Cause.TYPHOON, "")
    assert (s.boat.skipper, s.boat.rating) == (None, 0)
    assert 0 not in s.state.skippers


@pytest.mark.rule("silent_war", "15.22", "15.2")
def test_involuntary_return_flips_marks_and_stops_the_boat(sea):
    s = sea()
    force_home(s.play, s.boat, "")
    assert (s.boat.rtb, s.boat.on_patrol, s.boat.place) == (Rtb.INVOLUNTARY, False, Place.DONE)


@pytest.mark.rule("silent_war", "23.1")
def test_a_second_spotted_result_does_nothing(sea):
    s = sea()
    told = []
    s.play.listen(True)
    spot(s.play, s.boat, "")
    spot(s.play, s.boat, "")
    told = [event.kind for event in s.play.told]
    assert s.boat.spotted
    assert told == ["spotted"]


@pytest.mark.rule("silent_war", "14.2-C")
@pytest.mark.parametrize(
    ("result", "spotted", "hurt", "rtb"),
    [
        ("no_effect", False, 0, Rtb.NONE),
        ("spotted", True, 0, Rtb.NONE),
        ("damaged", False, 1, Rtb.NONE),
        ("rtb", False, 0, Rtb.INVOLUNTARY),
        ("damaged_rtb", False, 1, Rtb.INVOLUNTARY),
    ],
)
def test_results_are_applied_at_once(sea, result, spotted, hurt, rtb):
    s = sea()
    suffer(s.play, s.boat, result, "14.2")
    assert (s.boat.spotted, s.boat.damage, s.boat.rtb) == (spotted, hurt, rtb)


@pytest.mark.rule("silent_war", "7.21-Y3")
def test_in_a_typhoon_a_lone_weak_escort_cannot_counterattack(sea):
    s = sea().display(("dd_01", "B")).storm(Storm.TYPHOON_1)
    s.play.listen(True)
    counterattack(s.play, s.fighter)
    assert s.happened("counterattacked") == []


@pytest.mark.rule("silent_war", "2.4")
def test_months_count_up_from_the_war_start():
    assert month_number("W/S") == month_number("1941-12") == month_number("1942-01") - 1


@pytest.mark.rule("silent_war", "14.2-C")
@pytest.mark.parametrize(("re_attack", "modifier"), [(0, 0), (1, 1), (2, 1)])
def test_every_round_after_the_first_adds_1_to_the_counterattack_the_first_of_them_too(sea, re_attack, modifier):
    s = sea("spearfish", "east_china_sea", ("row", 5)).display(("dd_01", "B"), re_attack=re_attack)
    s.play.listen(True)
    counterattack(s.play, s.fighter)
    (roll,) = [event for event in s.play.told if isinstance(event, DiceRolled)]
    assert sum(value for _, value in roll.modifiers) == modifier


@pytest.mark.rule("silent_war", "19.21-3", "28.2")
@pytest.mark.parametrize(("dive", "roll", "spotted"), [(3, None, False), (4, 3, False), (4, 4, True)])
def test_the_bomber_of_event_3_marks_a_boat_as_spotted_only_by_its_row_of_the_table(sea, dive, roll, spotted):
    s = sea("spearfish", "bonins").display(("m_1_2_01", "B"))
    s.dice(("crash dive", dive), *([] if roll is None else [("patrol bomber", roll)]))
    s.run(patrol_bomber(s.play, s.fighter), "crash dive")
    assert s.boat.spotted is spotted
