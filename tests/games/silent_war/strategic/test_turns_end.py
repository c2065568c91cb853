"""What ends with a turn, and what the fall of a base or a month's totals bring at once (7, 15.26, 16, 17, 20.1, 24)."""

import pytest

from navalcore_games.silent_war.data_pack.printed import month_number
from navalcore_games.silent_war.ids import CardIndex
from navalcore_games.silent_war.search.activity import roll_activity
from navalcore_games.silent_war.search.contact import place_contact
from navalcore_games.silent_war.search.loners import set_up_loner
from navalcore_games.silent_war.state import Boat, Mission, Place, Rtb, Storm
from navalcore_games.silent_war.strategic.war_events import base_falls, carry_out
from navalcore_games.silent_war.strategic.war_progress import month_numbers, note_early_way
from navalcore_games.silent_war.turn import prep_for_operations, remove_markers


@pytest.mark.rule("silent_war", "20.1", "7.12", "16.2-B", "16.2-C")
def test_missions_ultra_and_the_event_that_forbids_it_last_one_turn_and_storms_are_dealt_with(sea):
    s = sea(month="1942-09", no_ultra=True).dice(("storm grows", 4))
    s.state.missions[0], s.state.ultra = Mission(1, "search", False), [s.area]
    s.storm(Storm.TROPICAL)
    remove_markers(s.play)
    s.all_rolled()
    assert (s.state.missions, s.state.ultra, s.state.no_ultra, s.state.storms) == ({}, [], False, {})


@pytest.mark.rule("silent_war", "24.12", "24.13")
def test_experience_counts_for_the_limits_from_the_turn_after_it_is_gained(sea):
    s = sea()
    s.state.experience = 9
    assert s.state.experience_before == 0
    prep_for_operations(s.play)
    assert s.state.experience_before == 9


@pytest.mark.rule("silent_war", "15.26", "21.0")
def test_the_fall_of_a_base_damages_the_boats_at_sea_that_it_leaves_out_of_range(sea, charts):
    fremantle = charts.base_index["fremantle"]
    s = sea("s_42", "java_sea")
    s.state.active[fremantle] = True
    s.state.boats.append(Boat(charts.boat_index["s_18"], Place.DONE, charts.area_index["hawaiian_islands"]))
    s.run(base_falls(s.play, fremantle, None))
    assert [(boat.damage, boat.rtb) for boat in s.state.boats] == [(1, Rtb.INVOLUNTARY), (0, Rtb.NONE)]


@pytest.mark.rule("silent_war", "21.0", "10.3")
@pytest.mark.parametrize("place", [Place.READY, Place.PIER_SIDE, Place.BROOM])
def test_boats_alongside_in_any_box_leave_a_base_that_falls(sea, charts, place):
    s = sea(month="1942-01", options={"automatic_events": False})
    manila, surabaya = charts.base_index["manila"], charts.base_index["surabaya"]
    s.state.active[manila] = s.state.active[surabaya] = True
    s.state.boats[:] = [Boat(charts.boat_index["sargo"], place, manila)]
    s.run(carry_out(s.play, charts.events["fall_of_manila"]))
    assert (s.state.boats[0].place, s.state.boats[0].where) == (Place.BROOM, surabaya)


@pytest.mark.rule("silent_war", "28.5")
def test_the_early_way_begins_in_war_period_3_alone_and_keeps_its_first_month(sea):
    enough = {"ships_sunk": 900, "tonnage": 4000}
    early = sea(month="1944-02", war_period=2, **enough)
    note_early_way(early.state)
    early.state.war_period = 3
    assert min(month_numbers(early.state)) == month_number("1944-06")
    s = sea(month="1944-02", war_period=3, **enough)
    for _ in range(3):
        note_early_way(s.state)
        s.state.month += 1
    assert min(month_numbers(s.state)) == month_number("1944-02")


@pytest.mark.rule("silent_war", "13.1-A4", "28.12")
@pytest.mark.parametrize(
    ("first", "second", "found"), [(0, 0, "submarine"), (1, 0, "No Contact"), (0, 1, "No Contact")]
)
def test_only_a_zero_on_both_rolls_is_a_submarine(sea, first, second, found):
    s = sea("spearfish", "east_china_sea", first, second)
    assert roll_activity(s.play, s.area, {}) == found


@pytest.mark.rule("silent_war", "7.1-b", "13.2", "13.1-C")
@pytest.mark.parametrize(("ultra", "drawn"), [(False, [2, 1]), (True, [3, 2])])
def test_a_contact_in_an_ultra_area_has_one_piece_more_from_each_cup_that_is_drawn_from(sea, charts, ultra, drawn):
    """War Period 2, C1 of Sparse activity: 2 from cup A, 1 from cup B, none from C and D."""
    s = sea("spearfish", "east_china_sea").dice(*[("piece from cup", 0)] * sum(drawn))
    s.state.ultra = [s.area] if ultra else []
    s.state.cups = [[charts.ship_index[f"m_1_2_{n:02}"] for n in range(k, k + 4)] for k in (1, 5, 9, 13)]
    assert place_contact(s.play, s.boat, "C1", 1)
    assert [sum(unit.column == column for unit in s.state.combat.units) for column in range(4)] == [*drawn, 0, 0]


@pytest.mark.rule("silent_war", "28.13")
@pytest.mark.parametrize(("rating", "close"), [(0, False), (2, True)])
def test_a_super_skipper_helps_his_boat_into_the_column_of_a_loner(sea, charts, rating, close):
    """Spearfish has the Tactical rating 4."""
    s = sea("spearfish", "east_china_sea", ("piece from cup B", 0), ("loner", 6))
    s.boat.rating = rating
    s.state.cups[1] = [charts.ship_index["m_1_2_01"]]
    assert set_up_loner(s.play, s.boat)
    combat = s.state.combat
    assert (combat.fighters[0].column == combat.units[0].column) is close


@pytest.mark.rule("silent_war", "16.2-A")
def test_a_spotted_roll_is_for_boats_at_sea(sea):
    s = sea()
    s.state.boats.append(Boat(CardIndex(1), Place.WEST_COAST, None, spotted=True))
    remove_markers(s.play)
    s.all_rolled()
