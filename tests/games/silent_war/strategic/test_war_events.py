"""War events, bases that open and fall, Special Mission Zones, boats out of range (5, 12.1, 13.3, 15.26, 20, 21)."""

import pytest

from navalcore_games.silent_war.combat.after import Stage
from navalcore_games.silent_war.combat.reveal import turn_up
from navalcore_games.silent_war.ids import CardIndex, SkipperIndex
from navalcore_games.silent_war.movement.homeward import out_of_range, return_to_base, ways_home
from navalcore_games.silent_war.movement.patrol import patrol_movement
from navalcore_games.silent_war.operations.boat import operate, patrol, raised, search_and_fight
from navalcore_games.silent_war.operations.missions import must_go
from navalcore_games.silent_war.search.contact import set_up_contact
from navalcore_games.silent_war.state import Boat, Mission, Place, Rtb
from navalcore_games.silent_war.strategic.war_events import (
    carry_out,
    open_forward_bases,
    possible,
    refuge_of,
    war_event_phase,
)
from navalcore_games.silent_war.turn import prep_for_operations


def at_war(sea, month, week=1, **how):
    s = sea(month=month, week=week, options={"automatic_events": False}, **how)
    s.state.boats.clear()
    return s


def zone(charts, name):
    return next(n for n, one in enumerate(charts.zones) if one.id == name)


def active(s):
    return {base.id for n, base in enumerate(s.chart.bases) if s.state.active[n]}


@pytest.mark.rule("silent_war", "5.0")
def test_an_event_comes_on_0_to_3_from_the_table_of_the_date(sea, charts):
    s = at_war(sea, "1942-08")
    s.dice(("war event on 0-3", 4))
    s.run(war_event_phase(s.play))
    row = next(p for p in charts.war_events.period if p.from_ == "1942-08")
    place = row.d10.index("guadalcanal_patrol")
    s.dice(("war event on 0-3", 3), ("which war event", place))
    s.run(war_event_phase(s.play))
    assert s.state.missions == {zone(charts, "guadalcanal"): Mission(2, "search", True)}


@pytest.mark.rule("silent_war", "5.1", "21.0")
def test_a_one_time_event_happens_once(sea, charts):
    s = at_war(sea, "1942-01")
    fremantle = charts.events["fremantle_active"]
    assert possible(s.state, fremantle)
    s.run(carry_out(s.play, fremantle))
    assert "fremantle" in active(s)
    assert not possible(s.state, fremantle)
    assert not possible(at_war(sea, "1941-12").state, fremantle), "too early"
    assert not possible(s.state, charts.events["surabaya_falls"]), "Surabaya has not opened"


@pytest.mark.rule("silent_war", "21.21", "21.22")
def test_surabaya_opens_at_once_with_the_tender_its_event_names(sea, charts):
    s = at_war(sea, "1941-12")
    holland = next(number for number, tender in enumerate(charts.tenders) if tender.id == "holland")
    s.state.tender_pile = [holland]
    s.run(carry_out(s.play, charts.events["surabaya_active"]))
    assert "surabaya" in active(s)
    assert (s.state.tenders, s.state.tender_pile) == ({charts.base_index["surabaya"]: holland}, [])


def test_overdue_base_events_happen_of_themselves_unless_switched_off(sea, charts):
    for automatic, there in ((True, True), (False, False)):
        s = sea(month="1942-03", week=1, options={"automatic_events": automatic})
        s.state.boats.clear()
        s.state.tender_pile = list(range(4))
        s.dice(("war event", 9))
        s.run(war_event_phase(s.play))
        assert ("fremantle" in active(s)) is there


@pytest.mark.rule("silent_war", "21.1", "21.21", "20.5")
def test_a_forward_base_opens_with_a_tender_in_the_war_progress_phase(sea, charts):
    s = at_war(sea, "1942-07")
    s.run(carry_out(s.play, charts.events["midway_active"]))
    assert "midway" not in active(s)
    open_forward_bases(s.play)
    assert "midway" not in active(s), "no tender in the pile"
    s.state.tender_pile = [0]
    s.dice(("which tender", 0))
    open_forward_bases(s.play)
    assert "midway" in active(s)
    assert s.state.tenders == {charts.base_index["midway"]: 0}


@pytest.mark.rule("silent_war", "21.11")
def test_an_active_forward_base_is_no_target_of_a_special_mission(sea, charts):
    s = at_war(sea, "1944-05")
    event = charts.events["saipan_cover"]
    s.run(carry_out(s.play, event))
    assert zone(charts, "saipan") in s.state.missions
    s.state.missions.clear()
    s.state.active[charts.base_index["saipan"]] = True
    s.run(carry_out(s.play, event))
    assert s.state.missions == {}


@pytest.mark.rule("silent_war", "10.3", "21.0", "21.24")
def test_the_fall_of_manila(sea, charts):
    s = at_war(sea, "1942-01")
    manila, surabaya = charts.base_index["manila"], charts.base_index["surabaya"]
    s.state.active[manila] = s.state.active[surabaya] = True
    s.state.boats += [
        Boat(charts.boat_index["sargo"], Place.READY, manila),
        Boat(charts.boat_index["sealion"], Place.REPAIR_2, manila),
        Boat(charts.boat_index["seal"], Place.HOLD, manila),
    ]
    s.dice(("lost on 0-4", 4), ("lost on 0-4", 5))
    s.run(carry_out(s.play, charts.events["fall_of_manila"]))
    ready, repaired, waiting = s.state.boats
    assert (ready.place, ready.where) == (Place.BROOM, surabaya)
    assert repaired.place is Place.LOST
    assert s.state.submarines_lost == 1
    assert (waiting.place, waiting.damage, waiting.rtb) == (Place.DONE, 1, Rtb.INVOLUNTARY)
    assert "manila" not in active(s)


@pytest.mark.rule("silent_war", "21.22", "21.0")
def test_boats_of_a_base_that_falls_go_on_to_the_next_base_when_the_tender_is_full(sea, charts):
    s = at_war(sea, "1941-12")
    manila, surabaya = charts.base_index["manila"], charts.base_index["surabaya"]
    s.state.active[manila] = s.state.active[surabaya] = True
    s.state.tenders = {surabaya: 0}
    room = charts.tenders[0].capacity_printed + 1
    cards = [CardIndex(card) for card, boat in enumerate(charts.boats) if boat.nation == "us"]
    s.state.boats += [Boat(card, Place.READY, manila) for card in cards[: room + 2]]
    s.run(carry_out(s.play, charts.events["fall_of_manila"]))
    pearl = charts.base_index["pearl_harbor"]
    assert [boat.where for boat in s.state.boats] == [surabaya] * room + [pearl] * 2


@pytest.mark.rule("silent_war", "10.1", "10.2", "21.0")
def test_boats_under_repair_where_a_base_closes_keep_their_box_elsewhere_only_while_there_is_room(sea, charts):
    dutch_harbor, pearl = charts.base_index["dutch_harbor"], charts.base_index["pearl_harbor"]
    there = [CardIndex(card) for card, boat in enumerate(charts.boats) if boat.nation == "us"]
    most = charts.bases[pearl].capacity
    for lying, answers, left in ((most - 1, (), Place.REPAIR_2), (most, ("wait in Hold",), Place.HOLD)):
        s = at_war(sea, "1943-06")
        s.state.active[dutch_harbor] = True
        s.state.boats += [Boat(CardIndex(card), Place.REPAIR_1, pearl) for card in there[:lying]]
        s.state.boats.append(Boat(charts.boat_index["wahoo"], Place.REPAIR_2, dutch_harbor))
        s.run(carry_out(s.play, charts.events["dutch_harbor_inactive"]), *answers)
        assert (s.state.boats[-1].place, s.state.boats[-1].where) == (left, pearl)


@pytest.mark.rule("silent_war", "15.26")
def test_a_boat_out_of_range_is_damaged_once_and_heads_for_the_nearest_base_a_step_slower(sea, charts):
    s = sea("s_42", "java_sea")
    s.boat.on_patrol = True
    out_of_range(s.play, s.boat)
    assert (s.boat.damage, s.boat.stranded, s.boat.rtb) == (1, True, Rtb.INVOLUNTARY)
    out_of_range(s.play, s.boat)
    assert s.boat.damage == 1
    assert ways_home(s.state, [s.boat])[2] == 1, "never below 1"
    wahoo = sea("spearfish", "strait_of_malacca")
    out_of_range(wahoo.play, wahoo.boat)
    bases, _, speed = ways_home(wahoo.state, [wahoo.boat])
    assert [charts.bases[b].id for b in bases] == ["pearl_harbor"]
    assert speed == 2 - 1
    wahoo.state.war_period = 4
    wahoo.boat.place = Place.OPERATING
    wahoo.run(return_to_base(wahoo.play, wahoo.boat))
    assert wahoo.boat.where != charts.area_index["strait_of_malacca"]


@pytest.mark.rule("silent_war", "5.0", "25.3")
def test_relegation_takes_old_boats_but_none_in_overhaul(sea, charts):
    s = at_war(sea, "1943-02")
    pearl = charts.base_index["pearl_harbor"]
    s.state.boats += [
        Boat(charts.boat_index["s_42"], Place.READY, pearl, skipper=SkipperIndex(0), rating=1),
        Boat(charts.boat_index["s_18"], Place.WEST_COAST),
        Boat(charts.boat_index["wahoo"], Place.READY, pearl),
    ]
    s.dice(("reassigned", 0))
    s.run(carry_out(s.play, charts.events["relegation_2"]), "S-42")
    assert s.asked[0].places, "where the boats are that may go"
    assert [boat.place for boat in s.state.boats] == [Place.REMOVED, Place.WEST_COAST, Place.READY]


@pytest.mark.rule("silent_war", "7.13")
def test_an_event_may_roll_twice_for_ultra_or_forbid_it(sea, charts):
    s = at_war(sea, "1944-03", war_period=3)
    s.dice(("ULTRA", 2), ("ULTRA", 4))
    s.run(carry_out(s.play, charts.events["extra_ultra"]))
    assert len(s.state.ultra) == 3
    s = at_war(sea, "1942-09")
    s.run(carry_out(s.play, charts.events["no_ultra"]))
    assert s.state.no_ultra


@pytest.mark.rule("silent_war", "12.1", "20.3", "5.2-a", "20.1")
def test_the_worked_example_of_a_move_into_a_zone(sea, charts):
    s = sea("spearfish", "coral_sea")
    s.state.active[charts.base_index["brisbane"]] = True
    guadalcanal = zone(charts, "guadalcanal")
    s.state.missions[guadalcanal] = Mission(1, "search", True)
    s.dice(("Transit Event", 7), ("Transit Event", 5))
    s.run(patrol_movement(s.play, s.boat), "to Solomons", "into the Guadalcanal")
    assert (s.boat.zone, s.boat.where) == (guadalcanal, charts.area_index["solomons"])
    assert s.state.missions[guadalcanal].entered == 1
    other = sea("spearfish", "solomons")
    other.state.missions = s.state.missions
    other.run(patrol_movement(other.play, other.boat), "stay")
    assert [d.rule for d in other.asked] == ["12.0"], "the mission has its boats"
    calm = sea("spearfish", "solomons")
    calm.run(patrol_movement(calm.play, calm.boat), "stay")
    assert [d.rule for d in calm.asked] == ["12.0"], "no zone without a war event"


@pytest.mark.rule("silent_war", "20.3")
def test_plus_2_in_the_zone_check_makes_an_event_of_6(sea, charts):
    s = sea("spearfish", "solomons")
    s.state.missions[zone(charts, "guadalcanal")] = Mission(2, "search", True)
    first_red = charts.areas[s.area].first_red[2]
    s.dice(("Transit Event", first_red - 2), ("row", 0), ("column", 5))
    s.run(patrol_movement(s.play, s.boat), "stay", "into the Guadalcanal")
    assert s.boat.spotted


@pytest.mark.rule("silent_war", "20.4")
def test_contacts_in_a_zone_are_one_level_higher():
    assert [raised(level) for level in range(5)] == [0, 2, 3, 4, 4]


@pytest.mark.rule("silent_war", "20.5", "15.21", "20.4")
def test_after_the_mission_the_boat_goes_home_in_the_same_turn_without_endurance_check(sea, charts):
    s = sea("spearfish", "central_pacific")
    s.state.missions[zone(charts, "wake")] = Mission(1, "lifeguard", False)
    s.run(patrol(s.play, s.boat), "stay", "into the Wake")
    assert (s.boat.place, s.boat.zone, s.boat.rtb) == (Place.BROOM, None, Rtb.NONE)


@pytest.mark.rule("silent_war", "20.4", "20.5")
def test_a_search_mission_uses_the_chart_of_the_linked_area(sea, charts):
    s = sea("spearfish", "solomons")
    s.state.missions[zone(charts, "guadalcanal")] = Mission(1, "search", True)
    s.state.active[charts.base_index["brisbane"]] = True
    s.dice(("Transit Event", 0), ("search", 0), ("second roll", 2))
    s.run(patrol(s.play, s.boat), "stay", "into the Guadalcanal", "Brisbane")
    assert s.boat.place is Place.BROOM


@pytest.mark.rule("silent_war", "13.3")
def test_tf_only_draws_rising_suns_of_column_d_only(sea, charts):
    index = charts.ship_index
    s = sea("spearfish", "solomons", ("contact", 9), ("piece from cup D", 0))
    s.state.cups = [[index["m_1_2_01"]], [], [], [index["m_3_5_01"], index["no_tdc_01"], index["cl_01"]]]
    assert set_up_contact(s.play, s.boat, 1, tf_only=True)
    assert [(unit.column, charts.ships[unit.piece].id) for unit in s.state.combat.units] == [(3, "cl_01")]
    s = sea("spearfish", "solomons", ("contact", 0))
    s.state.cups = [[index["m_1_2_01"]], [], [], [index["cl_01"]]]
    assert not set_up_contact(s.play, s.boat, 1, tf_only=True), "C1 brings nothing to column D: no combat"


@pytest.mark.rule("silent_war", "13.3", "28.13")
def test_a_loner_is_met_on_a_mission_of_task_forces_too(sea, charts):
    s = sea("spearfish", "solomons")
    s.state.cups[1] = [charts.ship_index["no_tdc_01"]]
    s.boat.zone = zone(charts, "guadalcanal")
    s.dice(("search", 0), ("second roll", 9), ("piece from cup B", 0))
    s.run(search_and_fight(s.play, s.boat, Mission(1, "search", tf_only=True)))
    assert s.boat.place is Place.OPERATING, "the loner got away, and a mission has no endurance check"


@pytest.mark.rule("silent_war", "13.3")
def test_tf_only_replaces_a_red_ball_front_by_a_rising_sun_unit(sea, charts):
    s = sea("spearfish", "solomons").display(("m_3_5_09", "D", False))
    s.combat.tf_only = True
    s.state.cups[3] = [charts.ship_index["m_3_5_10"], charts.ship_index["ca_01"]]
    s.dice(("Rising Sun", 0))
    s.run(turn_up(s.play, s.fighter, s.unit(1), Stage.REVEALED))
    assert charts.ships[s.unit(1).piece].id == "ca_01"
    assert s.combat.spent == [(3, charts.ship_index["m_3_5_09"])]
    s = sea("spearfish", "solomons").display(("m_3_5_09", "D", False))
    s.combat.tf_only = True
    s.run(turn_up(s.play, s.fighter, s.unit(1), Stage.REVEALED))
    assert s.numbers == [], "none left: nothing replaces it"


@pytest.mark.rule("silent_war", "8.0-3")
def test_a_withdrawn_boat_on_patrol_searches_once_more_and_is_then_marked(sea, charts):
    s = sea("spearfish", "central_pacific", ("search", 0))
    s.boat.ordered_home = True
    s.run(operate(s.play, s.boat), "stay", "search")
    assert (s.boat.rtb, s.boat.place) == (Rtb.INVOLUNTARY, Place.DONE)
    prep_for_operations(s.play)
    s.state.active[charts.base_index["midway"]] = True
    s.run(operate(s.play, s.boat))
    assert s.boat.place is Place.WEST_COAST, "past Midway to Pearl Harbor and on"


@pytest.mark.rule("silent_war", "8.0-3", "13.1-byp", "15.21")
def test_a_withdrawn_boat_on_patrol_may_bypass_the_search_or_make_for_pearl_harbor_at_once(sea):
    s = sea("spearfish", "central_pacific")
    s.boat.ordered_home = s.boat.spotted = True
    s.run(operate(s.play, s.boat), "stay", "bypass")
    assert (s.boat.rtb, s.boat.place, s.boat.spotted) == (Rtb.INVOLUNTARY, Place.DONE, False)
    s = sea("spearfish", "central_pacific")
    s.boat.ordered_home = s.boat.spotted = True
    s.run(operate(s.play, s.boat), "stay", "return to base")
    assert (s.boat.place, s.boat.spotted) == (Place.WEST_COAST, False)


@pytest.mark.rule("silent_war", "5.0")
def test_any_boat_of_the_listed_classes_may_go_to_training_whatever_its_place_in_the_list(sea, charts):
    s = sea("s_42", "central_pacific")
    classes = charts.events["relegation_3"].effect[0].classes
    cards = [next(n for n, card in enumerate(charts.boats) if card.boat_class == each) for each in classes]
    s.state.boats[:] = [Boat(CardIndex(card), Place.OPERATING, s.area) for card in cards]
    asked = next(carry_out(s.play, charts.events["relegation_3"]))
    assert len(asked.options) == len(classes)


def called(sea, charts, *boats, needed=1):
    """Boats as (area, on patrol) while Guadalcanal calls for some."""
    s = sea("spearfish", "coral_sea")
    s.state.active[charts.base_index["brisbane"]] = True
    s.state.boats[:] = [
        Boat(charts.boat_index["spearfish"], Place.OPERATING, charts.area_index[area], on_patrol=side)
        for area, side in boats
    ]
    s.state.missions[zone(charts, "guadalcanal")] = Mission(needed, "lifeguard", False)
    return s


@pytest.mark.rule("silent_war", "5.2-b", "5.2-c")
def test_transit_side_boats_must_go_where_patrol_side_boats_are_too_few(sea, charts):
    guadalcanal = zone(charts, "guadalcanal")
    s = called(sea, charts, ("coral_sea", True), ("solomons", False))
    assert [must_go(s.state, boat) for boat in s.state.boats] == [guadalcanal, None]
    s = called(sea, charts, ("coral_sea", True), ("solomons", False), needed=2)
    assert [must_go(s.state, boat) for boat in s.state.boats] == [guadalcanal, guadalcanal]
    s = called(sea, charts, ("coral_sea", True), ("solomons", True))
    assert [must_go(s.state, boat) for boat in s.state.boats] == [None, None], "the player may pick"
    s.state.boats[0].moved = True
    assert must_go(s.state, s.state.boats[1]) == guadalcanal, "the last one able has no choice"
    s = called(sea, charts, ("bonins", True), ("solomons", False), needed=5)
    assert must_go(s.state, s.state.boats[0]) is None, "too far away; no penalty"
    s.state.boats[1].rtb = Rtb.VOLUNTARY
    assert must_go(s.state, s.state.boats[1]) is None


@pytest.mark.rule("silent_war", "5.2-b", "20.3")
def test_a_boat_sent_to_a_zone_moves_flips_enters_and_goes_home(sea, charts):
    s = called(sea, charts, ("coral_sea", False))
    s.dice(("Transit Event", 8), ("Transit Event", 5))
    boat = s.state.boats[0]
    s.run(operate(s.play, boat), "Brisbane")
    assert (boat.place, boat.zone, boat.where) == (Place.BROOM, None, charts.base_index["brisbane"])
    assert s.state.missions[zone(charts, "guadalcanal")].entered == 1


@pytest.mark.rule("silent_war", "8.0-3")
def test_a_withdrawn_boat_in_another_base_sets_out_for_pearl_harbor(sea, charts):
    s = sea("spearfish", "coral_sea")
    brisbane = charts.base_index["brisbane"]
    s.state.active[brisbane] = True
    s.boat.place, s.boat.where, s.boat.on_patrol, s.boat.ordered_home = Place.BROOM, brisbane, False, True
    s.run(operate(s.play, s.boat), "to South Pacific")
    assert (s.boat.where, s.boat.place) == (charts.area_index["south_pacific"], Place.DONE)
    assert s.boat.rtb is Rtb.INVOLUNTARY


@pytest.mark.rule("silent_war", "5.1")
def test_boats_of_a_base_that_falls_go_where_its_event_says_or_else_to_the_nearest_active_base(sea, charts):
    def refuge(fallen, *active):
        s = sea()
        s.state.active = [base.id in active for base in charts.bases]
        return charts.bases[refuge_of(s.state, charts.base_index[fallen])].id

    assert refuge("dutch_harbor", "midway", "pearl_harbor") == "pearl_harbor", "though Midway is nearer"
    assert refuge("dutch_harbor", "midway", "fremantle") == "midway", "Pearl Harbor is not active"
    assert refuge("manila", "surabaya", "fremantle") == "surabaya"
    assert refuge("midway", "pearl_harbor", "fremantle") == "pearl_harbor", "no event names one"
