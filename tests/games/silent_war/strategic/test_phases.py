"""Torpedo improvement, ULTRA, storms, war progress, the end of a turn (6, 7, 16, 17, 28.5)."""

from fractions import Fraction

import pytest

from navalcore.components._chance import SeededChance
from navalcore_games.silent_war import odds as questions
from navalcore_games.silent_war.boats.endurance import stays_on_patrol
from navalcore_games.silent_war.combat.attack import roll_to_hit
from navalcore_games.silent_war.cups.war_mix import sort_war_mix
from navalcore_games.silent_war.data_pack.printed import month_number
from navalcore_games.silent_war.ids import BaseIndex, CardIndex
from navalcore_games.silent_war.state import Boat, Place, Rtb, Storm
from navalcore_games.silent_war.strategic.reinforcements import withdrawals
from navalcore_games.silent_war.strategic.storms import age_storms, form_storm, hide_boats, move_typhoons
from navalcore_games.silent_war.strategic.torpedo import improve_torpedo
from navalcore_games.silent_war.strategic.ultra import roll_ultra
from navalcore_games.silent_war.strategic.war_progress import (
    month_numbers,
    note_early_way,
    progress_modifier,
)
from navalcore_games.silent_war.turn import (
    advance_date,
    conclude_turn,
    operations_options,
    prep_for_operations,
    remove_markers,
    remove_spotted,
    war_progress_phase,
)


def improved(sea, ships, *dice, torpedo=-2, line=0):
    s = sea(torpedo=torpedo, ships_sunk=ships, torpedo_line=line).dice(*dice)
    improve_torpedo(s.play)
    s.all_rolled()
    return s.state.torpedo, s.state.torpedo_line


@pytest.mark.rule("silent_war", "6.0-a", "6.0-b", "6.0-T")
def test_the_worked_example_of_torpedo_improvement(sea):
    assert improved(sea, 69) == (-2, 0)
    assert improved(sea, 70, 6) == (-2, 70), "9 is needed"
    assert improved(sea, 74, line=70) == (-2, 70), "no roll before 75"
    assert improved(sea, 76, 8, line=70) == (-1, 75)
    assert improved(sea, 76, 7, line=70) == (-2, 75)
    assert improved(sea, 81, 7, line=70) == (-1, 80), "the 75 line is passed over"
    assert improved(sea, 269, torpedo=-1, line=95) == (-1, 95), "the next column begins at 270"
    assert improved(sea, 360, 0, torpedo=-1, line=95) == (0, 360)
    assert improved(sea, 2000, torpedo=2, line=1100) == (2, 1100)


@pytest.mark.rule("silent_war", "6.0-T", "6.0-b")
def test_torpedo_odds_along_a_path():
    odds = questions.torpedo_improvement.ask({"path": "70,76,81"})[1].outcomes
    assert odds["-2"] == Fraction(9, 10) * Fraction(8, 10) * Fraction(7, 10)
    assert odds["-1"] == 1 - odds["-2"]


@pytest.mark.rule("silent_war", "7.1-a", "7.1-T", "7.13")
def test_the_worked_example_of_ultra(sea, charts):
    s = sea(war_period=3).dice(2, 4)
    roll_ultra(s.play)
    roll_ultra(s.play)
    assert [charts.areas[a].name for a in s.state.ultra] == ["Empire Pacific", "Bismarck Sea", "Kuriles"]
    roll_ultra(s.play)
    assert len(s.state.ultra) == 3, "with three in play there is no roll"


@pytest.mark.rule("silent_war", "7.13")
def test_an_area_marked_already_uses_up_no_place(sea, charts):
    s = sea(war_period=3).dice(8, 5)
    roll_ultra(s.play)
    roll_ultra(s.play)
    assert [charts.areas[a].name for a in s.state.ultra] == ["East China Sea", "South China Sea 1"]


@pytest.mark.rule("silent_war", "7.12", "16.2-B", "16.3")
def test_a_turn_ends_with_ultra_off_and_the_date_a_week_on(sea):
    s = sea(month="1942-12", week=4)
    s.state.ultra = [1]
    s.play.use(SeededChance.from_seed(1))
    conclude_turn(s.play)
    assert s.state.ultra == []
    assert (s.state.month, s.state.week) == (month_number("1943-01"), 1)


@pytest.mark.rule("silent_war", "16.2-A")
def test_spotted_goes_on_6_or_less_the_skipper_helps(sea):
    for roll, rating, stays in ((6, 0, False), (7, 0, True), (8, 2, False), (9, 2, True)):
        s = sea("spearfish", "bonins", roll)
        s.boat.spotted, s.boat.rating = True, rating
        remove_spotted(s.play, [s.boat])
        assert s.boat.spotted is stays


@pytest.mark.rule("silent_war", "11.0", "2.4")
def test_prep_moves_every_boat_from_done_to_operating(sea):
    s = sea()
    s.boat.place = Place.DONE
    prep_for_operations(s.play)
    assert (s.boat.place, s.state.turn) == (Place.OPERATING, 1)


@pytest.mark.rule("silent_war", "8.0-3", "15.22")
def test_a_transit_side_boat_ordered_home_does_not_move_in_that_turn(sea, charts):
    s = sea("wahoo", "central_pacific")
    s.boat.on_patrol = s.boat.moved = False
    s.boat.place = Place.DONE
    month = next(iter(s.chart.months.values()))
    withdrawals(s.play, month.model_copy(update={"withdraw": ("wahoo",)}))
    prep_for_operations(s.play)
    assert (s.boat.rtb, s.boat.ordered_home) == (Rtb.INVOLUNTARY, True)
    assert [str(option) for option in operations_options(s.state)] == ["end the turn"]
    remove_markers(s.play)
    assert [str(option) for option in operations_options(s.state)] == ["Wahoo"], "in the next turn it does"


@pytest.mark.rule("silent_war", "8.0-3", "15.22", "7.21-S7")
def test_a_transit_side_boat_ordered_home_in_a_storm_checks_for_damage(sea):
    s = sea("wahoo", "central_pacific").dice(0)
    s.boat.on_patrol = s.boat.moved = False
    s.boat.place = Place.DONE
    s.state.storms[s.area] = Storm.TROPICAL
    month = next(iter(s.chart.months.values()))
    withdrawals(s.play, month.model_copy(update={"withdraw": ("wahoo",)}))
    s.all_rolled()
    assert (s.boat.rtb, s.boat.damage) == (Rtb.INVOLUNTARY, 1)


@pytest.mark.rule("silent_war", "7.2-B1", "7.2-B2", "7.2-T")
def test_storm_odds_in_september_and_march():
    answer = questions.storm.ask({"month": 9})[1]
    assert answer.outcomes == {
        "none": Fraction(6, 10),
        "tropical_storm": Fraction(24, 100),
        "typhoon": Fraction(16, 100),
    }
    assert answer.marginals["place"]["marianas"] == Fraction(4, 10) * Fraction(3, 10)
    assert questions.storm.ask({"month": 3})[1].outcomes["none"] == 1
    assert questions.storm.ask({"month": 1})[1].outcomes["typhoon"] == Fraction(1, 100)


@pytest.mark.rule("silent_war", "7.2-B2")
def test_no_new_storm_where_a_typhoon_2_stands(sea, charts):
    s = sea(month="1942-09").dice(0, 9)
    place = charts.area_index["s_philippine_sea"]
    s.state.storms[place] = Storm.TYPHOON_2
    form_storm(s.play)
    s.all_rolled()
    assert s.state.storms == {place: Storm.TYPHOON_2}


@pytest.mark.rule("silent_war", "7.2-A1", "7.2-T")
def test_a_typhoon_2_moves_by_the_row_of_its_area(sea, charts):
    for die, goal in ((2, "n_philippine_sea"), (3, "s_philippine_sea"), (6, "s_philippine_sea"), (7, "bonins")):
        s = sea().dice(die)
        s.state.storms[charts.area_index["carolines"]] = Storm.TYPHOON_2
        s.run(move_typhoons(s.play))
        assert s.state.storms == {charts.area_index[goal]: Storm.TYPHOON_2}


@pytest.mark.rule("silent_war", "7.2-A2")
def test_an_unmoved_typhoon_in_the_way_moves_first(sea, charts):
    index = charts.area_index
    s = sea()
    s.state.storms = {index["marshalls"]: Storm.TYPHOON_2, index["marianas"]: Storm.TYPHOON_2}
    s.dice(0, 0)
    s.run(move_typhoons(s.play), "Marshalls")
    assert set(s.state.storms) == {index["marianas"], index["east_china_sea"]}


@pytest.mark.rule("silent_war", "7.2-A3")
def test_a_moved_typhoon_in_the_way_merges_on_5_or_less_else_both_dissolve(sea, charts):
    index = charts.area_index
    for die, left in ((5, {index["east_china_sea"]}), (6, set())):
        s = sea()
        s.state.storms = {index["marianas"]: Storm.TYPHOON_2, index["marshalls"]: Storm.TYPHOON_2}
        s.dice(0, 3, die)
        s.run(move_typhoons(s.play), "Marianas")
        assert set(s.state.storms) == left


@pytest.mark.rule("silent_war", "7.2-C1", "7.2-C2", "7.21-S6")
def test_storms_hide_spotted_boats(sea):
    for storm, dice, spotted in (
        (Storm.TROPICAL, (7,), False),
        (Storm.TROPICAL, (8,), True),
        (Storm.TYPHOON_1, (), False),
    ):
        s = sea("spearfish", "bonins", *dice).storm(storm)
        s.boat.spotted = True
        s.play.listen(True)
        hide_boats(s.play)
        s.all_rolled()
        assert s.boat.spotted is spotted
        assert [event.rule for event in s.happened("unspotted")] == ["7.2"] * (not spotted), "and the log says so"


@pytest.mark.rule("silent_war", "7.2-C1", "7.21-S6")
def test_a_storm_has_a_roll_for_each_spotted_boat_and_none_for_the_others(sea, charts):
    s = sea("spearfish", "bonins", ("storm hides", 8), ("storm hides", 7)).storm()
    unseen, second = (Boat(charts.boat_index[name], Place.OPERATING, s.area) for name in ("wahoo", "tang"))
    s.state.boats += [unseen, second]
    s.boat.spotted = second.spotted = True
    hide_boats(s.play)
    s.all_rolled()
    assert [boat.spotted for boat in s.state.boats] == [True, False, False]


@pytest.mark.rule("silent_war", "7.22", "16.2-C")
def test_at_the_end_typhoon_2_goes_and_others_grow_on_the_formation_number(sea):
    s = sea(month="1942-09").dice(3, 4)
    s.state.storms = {1: Storm.TYPHOON_2, 2: Storm.TROPICAL, 3: Storm.TYPHOON_1}
    age_storms(s.play)
    assert s.state.storms == {2: Storm.TYPHOON_2}
    s = sea(month="1942-03")
    s.state.storms = {2: Storm.TROPICAL}
    age_storms(s.play)
    assert s.state.storms == {}, "a month without a number: removed without a roll"


def progress(sea, month, week=4, *dice, **state):
    s = sea(month=month, week=week, **state)
    s.play.use(_Then(dice))
    war_progress_phase(s.play)
    return s.state.war_period


class _Then(SeededChance):
    """The scripted faces for the attempt, seeded chance for the sorting of the cups."""

    def __init__(self, faces):
        stream = SeededChance.from_seed(1)
        super().__init__(stream._key)
        self.faces = list(faces)

    __slots__ = ("faces",)

    def roll(self, low, high, why="", rule=""):
        assert self.faces, why
        return self.faces.pop(0)


@pytest.mark.rule("silent_war", "17.0-1", "17.0-A", "17.0-B")
def test_the_war_period_is_tried_at_the_end_of_a_numbered_month(sea):
    enough = {"war_period": 1, "ships_sunk": 60, "tonnage": 240}
    assert progress(sea, "1942-06", 4, 7, **enough) == 2
    assert progress(sea, "1942-06", 4, 6, **enough) == 1
    assert progress(sea, "1942-06", 3, **enough) == 1, "not before week 4"
    assert progress(sea, "1942-04", 4, **enough) == 1, "no number in that month"
    assert progress(sea, "1942-06", 4, war_period=1, ships_sunk=10, tonnage=240) == 1, "below the minimum: no roll"


@pytest.mark.rule("silent_war", "17.0-A")
def test_the_modifier_takes_the_highest_lines_reached(charts):
    transition = charts.transitions[2]
    assert progress_modifier(transition, 20, 80) == -2
    assert progress_modifier(transition, 129, 600) == 1
    assert progress_modifier(transition, 130, 599) == 1
    assert progress_modifier(transition, 19, 600) is None
    assert progress_modifier(transition, 130, 79) is None


@pytest.mark.rule("silent_war", "17.1")
def test_after_the_last_number_the_war_period_advances_by_itself(sea):
    assert progress(sea, "1942-11", 4, war_period=1, ships_sunk=0, tonnage=0) == 2


@pytest.mark.rule("silent_war", "17.0-D", "3.15")
def test_an_advance_sorts_the_war_mix_anew(sea, charts):
    s = sea(month="1942-11", week=4, war_period=1)
    s.play.use(_Then([]))
    war_progress_phase(s.play)
    counts = [sum(charts.ships[p].category == "no_tdc" for p in cup) for cup in s.state.cups]
    assert tuple(counts) == charts.war_mix[2]["no_tdc"]


@pytest.mark.rule("silent_war", "28.5")
def test_the_worked_example_of_the_early_way_into_war_period_4(sea):
    s = sea(month="1944-03", week=1, war_period=3, ships_sunk=860, tonnage=3900)
    note_early_way(s.state)
    march = month_number("1944-03")
    assert list(month_numbers(s.state).items())[:3] == [(march, 9), (march + 1, 8), (march + 2, 7)]
    assert len(month_numbers(s.state)) == 8
    for ships, tons, month in ((859, 3900, "1944-03"), (860, 3799, "1944-03"), (860, 3900, "1944-06")):
        s = sea(month=month, week=1, war_period=3, ships_sunk=ships, tonnage=tons)
        note_early_way(s.state)
        assert min(month_numbers(s.state)) == month_number("1944-06")


@pytest.mark.rule("silent_war", "17.0-C", "17.1")
def test_war_period_odds_with_one_attempt_a_month():
    odds = questions.war_period.ask({"from": 1, "modifier": 0})[1].outcomes
    assert odds["1942-05"] == Fraction(1, 10)
    assert odds["1942-06"] == Fraction(9, 10) * Fraction(3, 10)
    assert sum(odds.values()) == 1


def test_boats_in_port_need_no_prep(sea):
    s = sea()
    s.state.boats.append(Boat(CardIndex(1), Place.BROOM, BaseIndex(0)))
    prep_for_operations(s.play)
    assert s.state.boats[1].place is Place.BROOM


@pytest.mark.rule("silent_war", "3.15")
def test_the_cups_are_sorted_anew_every_two_months(sea):
    s = sea(month="1942-05")
    s.state.outside = list(range(len(s.chart.ships)))
    s.play.use(SeededChance.from_seed(1))
    sort_war_mix(s.play)
    before, s.state.week = [list(cup) for cup in s.state.cups], 4
    advance_date(s.play)
    assert s.state.cups == before, "sorted in May, not in June"
    s.state.week = 3
    advance_date(s.play)
    assert s.state.cups == before
    advance_date(s.play)
    assert s.state.cups != before
    assert [len(cup) for cup in s.state.cups] == [len(cup) for cup in before]


@pytest.mark.rule("silent_war", "3.15", "2.3-B2")
def test_a_stand_in_for_a_sunk_auxiliary_is_drawn_anew_when_the_cups_are(sea, charts):
    s = sea(month="1942-06")
    s.state.outside = list(range(len(s.chart.ships)))
    s.play.use(SeededChance.from_seed(1))
    sort_war_mix(s.play)
    sizes = [len(cup) for cup in s.state.cups]
    akashi = charts.ship_index["n_akashi_01"]
    next(cup for cup in s.state.cups if akashi in cup).remove(akashi)
    s.state.gone.append(akashi)
    sort_war_mix(s.play)
    assert [len(cup) for cup in s.state.cups] == sizes
    pieces = [piece for cup in s.state.cups for piece in cup] + s.state.outside + s.state.gone
    assert sorted(pieces) == list(range(charts.first_ijn))


@pytest.mark.rule("silent_war", "2.5-a")
def test_zero_is_zero_and_equal_is_enough_both_to_hit_and_to_stay(sea):
    for die, hits in ((0, True), (1, True), (2, False)):
        assert roll_to_hit(sea("spearfish", "bonins", die).play, 1, {}) is hits
    number = sea().chart.endurance["C"][1]
    for die, stays in ((0, True), (number, True), (number + 1, False)):
        assert stays_on_patrol(sea("spearfish", "bonins", die).play, "C", {}) is stays


@pytest.mark.rule("silent_war", "8.0-3", "15.22")
@pytest.mark.parametrize("place", [Place.READY, Place.BROOM, Place.PIER_SIDE])
def test_a_boat_withdrawn_from_another_base_must_leave_it_this_turn(sea, place):
    s = sea("wahoo", "hawaiian_islands")
    brisbane = s.chart.base_index["brisbane"]
    s.state.active[brisbane] = True
    s.boat.place, s.boat.where, s.boat.on_patrol, s.boat.moved = place, brisbane, False, False
    assert "end the turn" in [str(option) for option in operations_options(s.state)]
    s.boat.ordered_home = True
    assert [str(option) for option in operations_options(s.state)] in (["Wahoo"], ["Wahoo leaves for overhaul"])
    s.boat.place = Place.REPAIR_2
    assert "end the turn" in [str(option) for option in operations_options(s.state)], "it is held until repaired"
