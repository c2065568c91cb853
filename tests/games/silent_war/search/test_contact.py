"""Search & Contact, loners, Congregating Risk (13, 22, 28.1)."""

from fractions import Fraction

import pytest

from navalcore_games.silent_war import odds as questions
from navalcore_games.silent_war.boats.congregating import crowd_modifier, crowding, worst_crowding
from navalcore_games.silent_war.ids import CardIndex
from navalcore_games.silent_war.operations.boat import patrol, search_and_fight, special_mission
from navalcore_games.silent_war.search.activity import roll_activity, search_drm
from navalcore_games.silent_war.search.contact import contact_kind, pieces_per_cup, set_up_contact
from navalcore_games.silent_war.search.loners import set_up_loner
from navalcore_games.silent_war.state import Boat, Mission, Place, Rtb, Storm


@pytest.mark.rule("silent_war", "13.1-A", "7.1-b", "2.1-d", "23.0")
def test_search_modifiers_add_up(sea):
    s = sea("spearfish", "solomons")
    s.state.ultra = [s.area]
    assert sum(search_drm(s.state, s.area, barrier=True).values()) == 1 + 1 + 2
    assert sum(search_drm(s.state, s.area, spotted=True).values()) == 1 + 1 - 1
    s.state.war_period = 3
    assert sum(search_drm(s.state, s.area, spotted=True).values()) == 1 + 1, "spotted matters in WP1 and WP2 only"


@pytest.mark.rule("silent_war", "7.21-S3", "7.21-Y4")
def test_weather_spoils_the_search(sea):
    for storm, drm in ((Storm.TROPICAL, -2), (Storm.TYPHOON_1, -3), (Storm.TYPHOON_2, -3)):
        s = sea("spearfish", "east_china_sea").storm(storm)
        assert search_drm(s.state, s.area) == {"weather": drm}


@pytest.mark.rule("silent_war", "13.1-A", "13.1-A2", "2.1-b")
def test_the_colour_of_the_modified_box_is_the_activity(sea, charts):
    s = sea("spearfish", "east_china_sea")
    boxes = charts.areas[s.area].boxes[2]
    names = ["No Contact", "Sparse", "Low", "Moderate", "High"]
    for roll in range(10):
        if boxes[roll]:
            s.dice(roll)
            assert roll_activity(s.play, s.area, {}) == names[boxes[roll]]
    assert names[boxes[9]] == "High"
    s.dice(9)
    assert roll_activity(s.play, s.area, {"far beyond": 4}) == "High", "rolls beyond the chart read as its last box"


@pytest.mark.rule("silent_war", "13.1-A")
def test_a_nine_reads_the_last_box_also_where_it_is_the_only_one_of_its_colour(sea, charts):
    area = next(area for area in charts.areas if area.boxes[2][8] != area.boxes[2][9])
    for roll in (8, 9):
        s = sea("spearfish", area.id, roll, *[0] * (not area.boxes[2][roll]), war_period=2)
        found = roll_activity(s.play, s.area, {})
        assert found == ["No Contact", "Sparse", "Low", "Moderate", "High"][area.boxes[2][roll]]


@pytest.mark.rule("silent_war", "13.1-A")
def test_an_all_white_row_needs_no_roll(sea):
    s = sea("spearfish", "hawaiian_islands")
    assert roll_activity(s.play, s.area, {}) == "No Contact"


@pytest.mark.rule("silent_war", "13.1-A3", "28.1", "28.11")
def test_white_then_red_is_a_loner_with_all_modifiers_on_both_rolls(sea):
    s = sea("spearfish", "east_china_sea", 1, 7)
    assert roll_activity(s.play, s.area, {}) == "loner"
    s.dice(1, 8)
    assert roll_activity(s.play, s.area, {"storm": -2}) == "No Contact", "8 - 2 is no red box"


@pytest.mark.rule("silent_war", "13.1-A3")
def test_a_row_without_red_has_no_second_roll(sea, charts):
    s = sea("spearfish", "central_pacific", 0)
    assert charts.areas[s.area].first_red[2] == 99
    assert roll_activity(s.play, s.area, {}) == "No Contact"
    s.all_rolled()


@pytest.mark.rule("silent_war", "13.1-A4", "28.12", "7.21-Y8")
def test_two_natural_zeros_are_a_submarine_but_not_in_a_typhoon(sea):
    s = sea("spearfish", "east_china_sea", 0, 0)
    assert roll_activity(s.play, s.area, {"narrow": 1}) == "submarine"
    s.dice(0, 0).storm(Storm.TYPHOON_1)
    assert roll_activity(s.play, s.area, {}) == "No Contact"


@pytest.mark.rule("silent_war", "13.1-A2", "28.11", "28.12")
def test_contact_odds_of_the_east_china_sea(charts):
    odds = questions.contact.ask({"area": "east_china_sea", "war_period": 2})[1].outcomes
    whites = charts.areas[charts.area_index["east_china_sea"]].boxes[2].count(0)
    assert 0 < whites < 10
    assert odds["high"] == Fraction(3, 10)
    assert odds["loner"] == Fraction(whites, 10) * Fraction(3, 10)
    assert odds["submarine"] == Fraction(1, 100)
    assert sum(odds.values()) == 1


@pytest.mark.rule("silent_war", "13.1-B")
def test_the_contact_table_has_a_line_for_each_war_period(sea):
    kinds = []
    for period in (1, 2, 3, 4):
        s = sea(war_period=period).dice(5)
        kinds.append(contact_kind(s.play))
    assert kinds == ["C1", "C2", "C2", "C1"]


@pytest.mark.rule("silent_war", "13.1-C", "13.2", "7.1-b")
def test_ultra_adds_a_piece_to_every_cup_but_no_draw_ones(sea):
    s = sea(war_period=2)
    assert pieces_per_cup(s.play, "C1", 1, False) == (2, 1, 0, 0)
    assert pieces_per_cup(s.play, "C1", 1, True) == (3, 2, 0, 0)


@pytest.mark.rule("silent_war", "29.0")
def test_the_original_engagement_table_is_the_same_in_every_war_period(sea):
    for period in (1, 4):
        s = sea(options={"original_engagement_table": True}, war_period=period)
        assert pieces_per_cup(s.play, "C1", 4, False) == (5, 3, 4, 0)
        assert pieces_per_cup(s.play, "C2", 3, False) == pieces_per_cup(s.play, "C2", 4, False) == (5, 4, 3, 2)
        assert pieces_per_cup(s.play, "TF", 1, False) == (1, 2, 2, 2)


@pytest.mark.rule("silent_war", "13.1-C", "3.11-c", "2.3-C1a")
def test_pieces_are_drawn_face_down_into_their_columns_and_chits_count_but_are_not_placed(sea, charts):
    s = sea("spearfish", "east_china_sea", ("contact", 0), *(("piece from cup", n) for n in (0, 1, 0)))
    index = charts.ship_index
    s.state.cups = [[index["no_tdc_01"], index["m_1_2_01"], index["m_1_2_02"]], [index["dd_02"]], [], []]
    assert set_up_contact(s.play, s.boat, 1)
    combat = s.state.combat
    assert combat.chits == 1
    assert [(unit.column, unit.face_up) for unit in combat.units] == [(0, False), (1, False)]
    assert not any(charts.ships[unit.piece].chit for unit in combat.units)


@pytest.mark.rule("silent_war", "3.11-c")
def test_nothing_but_chits_is_no_contact(sea, charts):
    s = sea("spearfish", "east_china_sea", ("contact", 0), ("piece", 0))
    s.state.cups = [[charts.ship_index["no_tdc_01"]], [], [], []]
    assert not set_up_contact(s.play, s.boat, 1), "too few pieces in a cup: what there is"


@pytest.mark.rule("silent_war", "28.13")
@pytest.mark.parametrize("period", [1, 2, 3, 4])
def test_a_loner_comes_from_the_cup_of_the_war_period(sea, charts, period):
    s = sea("spearfish", "east_china_sea", ("piece from cup " + "ABCD"[period - 1], 0), ("loner", 9), war_period=period)
    s.state.cups = [[charts.ship_index[f"m_1_2_0{n}"]] for n in (1, 2, 3, 4)]
    assert set_up_loner(s.play, s.boat)
    combat = s.state.combat
    assert combat.units[0].column == period - 1
    assert abs(combat.fighters[0].column - (period - 1)) == 1, "9 is above the Tactical rating"


@pytest.mark.rule("silent_war", "22.1", "22.2")
def test_congregating_risk_by_groups_of_four_beyond_the_first():
    assert [crowd_modifier(n) for n in (1, 4, 5, 8, 9, 12, 13, 16)] == [0, 0, 1, 1, 2, 2, 3, 3]


@pytest.mark.rule("silent_war", "22.0", "22.1", "20.2")
def test_congregating_risk_needs_blue_or_red_and_leaves_out_boats_in_zones_and_bases(sea):
    s = sea("spearfish", "east_china_sea")
    s.state.boats += [Boat(CardIndex(1), Place.DONE, s.area) for _ in range(4)]
    assert search_drm(s.state, s.area) == {"congregating": -1}
    assert search_drm(s.state, s.area, exempt=True) == {}
    s.state.boats[-1].zone = 0
    assert crowding(s.state, s.area) == 0
    s.state.boats[-1].zone, s.state.boats[-1].place = None, Place.BROOM
    assert crowding(s.state, s.area) == 0
    quiet = sea("spearfish", "hawaiian_islands")
    quiet.state.boats += [Boat(CardIndex(1), Place.DONE, quiet.area) for _ in range(9)]
    assert crowding(quiet.state, quiet.area) == 0


@pytest.mark.rule("silent_war", "22.1")
def test_the_moving_boat_counts_in_every_area_it_touches_and_the_worst_holds(sea, charts):
    s = sea("spearfish", "bonins")
    target = charts.area_index["empire_pacific"]
    s.state.boats += [Boat(CardIndex(1), Place.DONE, target) for _ in range(8)]
    assert worst_crowding(s.state, s.boat, (s.area, target)) == 2
    assert worst_crowding(s.state, s.boat, (s.area,)) == 0


@pytest.mark.rule("silent_war", "13.1-byp", "14.7-a", "15.21")
def test_a_bypass_takes_the_spotted_marker_off_and_checks_endurance_at_minus_2(sea):
    s = sea("spearfish", "empire_pacific", ("endurance", 8))
    s.boat.spotted = True
    s.run(patrol(s.play, s.boat), "stay here", "bypass")
    assert (s.boat.spotted, s.boat.rtb, s.boat.place) == (False, Rtb.NONE, Place.DONE), "8 - 2 is within 6"


@pytest.mark.rule("silent_war", "15.21", "13.1-byp")
def test_a_voluntary_return_starts_in_the_same_turn_without_an_endurance_check(sea, charts):
    s = sea("spearfish", "central_pacific")
    s.run(patrol(s.play, s.boat), "stay here", "bypass and return")
    assert s.boat.place is Place.BROOM
    assert s.boat.where == charts.base_index["pearl_harbor"]


@pytest.mark.rule("silent_war", "13.1-A5", "14.7-a", "13.0")
def test_no_contact_checks_endurance_at_minus_1(sea):
    s = sea("spearfish", "central_pacific", ("search", 0), ("endurance", 7))
    s.run(search_and_fight(s.play, s.boat))
    assert s.boat.rtb is Rtb.NONE, "7 - 1 is within 6"


@pytest.mark.rule("silent_war", "28.14", "14.7-a")
def test_a_loner_checks_endurance_at_minus_1(sea, charts):
    s = sea("spearfish", "east_china_sea", ("search", 1), ("second roll", 7), ("piece from cup B", 0), ("endurance", 7))
    s.state.cups = [[], [charts.ship_index["no_tdc_01"]], [], []]
    s.run(search_and_fight(s.play, s.boat))
    assert s.boat.rtb is Rtb.NONE
    assert s.state.cups[1] == [charts.ship_index["no_tdc_01"]], "the chit is back in its cup"


@pytest.mark.rule("silent_war", "19.21-4", "14.8")
def test_event_4_even_ends_the_turn_without_endurance_check(sea, charts):
    s = sea("argonaut", "east_china_sea", ("search", 1), ("second roll", 7), ("piece from cup B", 0), ("loner", 0))
    s.state.cups = [[], [charts.ship_index["combat_event_01"]], [], []]
    chance = [("search", 1), ("second roll", 7), ("piece from cup B", 0), ("loner", 0)]
    s.dice(*chance, ("combat event", 4), ("mechanical", 2))
    s.run(search_and_fight(s.play, s.boat), "standard")
    assert (s.boat.place, s.boat.rtb) == (Place.DONE, Rtb.NONE)
    assert s.state.combat is None
    assert s.state.cups[1] == [charts.ship_index["combat_event_01"]]


@pytest.mark.rule("silent_war", "19.21-4", "20.5")
def test_event_4_even_keeps_a_boat_of_a_special_mission_on_patrol_in_its_op_area(sea, charts):
    s = sea("gato", "solomons")
    s.boat.zone = next(number for number, zone in enumerate(charts.zones) if zone.id == "guadalcanal")
    s.state.missions[s.boat.zone] = Mission(1, "search", False, entered=1)
    s.state.cups[:2] = [[charts.ship_index["combat_event_01"]], [charts.ship_index["m_3_5_07"]]]
    s.dice(
        *(("search", 9), ("contact", 0), ("piece from cup A", 0), ("piece from cup B", 0)),
        *(("combat event", 4), ("mechanical", 2)),
    )
    s.run(special_mission(s.play, s.boat), "column A", "standard", "#1")
    assert (s.boat.place, s.boat.where, s.boat.zone) == (Place.DONE, s.area, None)
    assert (s.boat.rtb, s.boat.on_patrol) == (Rtb.NONE, True)


@pytest.mark.rule("silent_war", "13.3", "3.11-c")
@pytest.mark.parametrize(
    ("tf_only", "drawn", "told"),
    [
        (True, "dd_01", "but no unit that she may attack."),
        (False, "no_tdc_01", "but gets no TDC solution."),
    ],
)
def test_the_log_says_why_a_contact_has_no_unit_to_attack(sea, charts, tf_only, drawn, told):
    """A small convoy, C1, has no piece from cup D; one of Sparse activity has one or two from cup A."""
    s = sea("spearfish", "east_china_sea")
    s.play.listen(True)
    s.state.cups[0][:] = [charts.ship_index[drawn]]
    s.dice(("contact", 0), *([] if tf_only else [("piece", 0)]))
    assert not set_up_contact(s.play, s.boat, 1, tf_only)
    (met,) = s.happened("convoy_met")
    assert str(met).endswith(told)
