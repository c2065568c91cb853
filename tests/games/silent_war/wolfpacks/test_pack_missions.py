"""Wolfpacks between the lines: leaving, zones, breaking up, homes, weather (24, 20)."""

import pytest

from navalcore_games.silent_war.boats.congregating import worst_crowding
from navalcore_games.silent_war.boats.packs import leave_pack
from navalcore_games.silent_war.combat.rounds import re_attack_wanted
from navalcore_games.silent_war.ids import CardIndex, PackNumber, UnitNumber
from navalcore_games.silent_war.movement.homeward import ways_home
from navalcore_games.silent_war.operations.missions import must_go
from navalcore_games.silent_war.state import Boat, Mission, Place, Rtb, Storm, Unit
from navalcore_games.silent_war.strategic.reinforcements import withdrawals
from navalcore_games.silent_war.strategic.storms import hide_boats
from navalcore_games.silent_war.strategic.war_events import carry_out
from navalcore_games.silent_war.turn import campaign_operations
from navalcore_games.silent_war.wolfpacks.operations import operate_pack, pack_mission
from navalcore_games.silent_war.wolfpacks.searching import search_pack
from tests.games.silent_war.wolfpacks.test_packs import on_display, pack


def zone(charts, name):
    return next(n for n, one in enumerate(charts.zones) if one.id == name)


@pytest.mark.rule("silent_war", "24.0", "24.14")
def test_a_boat_may_leave_its_pack_before_it_operates_and_below_three_the_pack_is_no_more(sea):
    s = pack(sea, 4)
    for boat in s.pack:
        boat.moved = False
    s.run(campaign_operations(s.play), "Tang leaves")
    assert [boat.pack for boat in s.pack] == [0, None, 0, 0]
    assert [str(o) for o in s.asked[0].options][-4:] == [
        f"{name} leaves her wolfpack" for name in ("Wahoo", "Tang", "Trigger", "Seahorse")
    ]
    leave_pack(s.play, s.pack[0])
    assert [boat.pack for boat in s.pack] == [None] * 4


@pytest.mark.rule("silent_war", "24.3", "20.4", "20.5", "12.1")
def test_a_pack_may_enter_a_zone_that_wants_as_many_boats_and_goes_home_after_the_mission(sea, charts):
    s = pack(sea, 3, "central_pacific")
    wake = zone(charts, "wake")
    s.state.missions[wake] = Mission(3, "search", False)
    s.run(operate_pack(s.play, s.pack), "stay", "into the Wake", "as a Barrier")
    assert s.state.missions[wake].entered == 3
    assert [(boat.place, boat.zone, boat.pack, boat.rtb) for boat in s.pack] == [
        (Place.BROOM, None, None, Rtb.NONE)
    ] * 3
    s = pack(sea, 3, "central_pacific")
    s.state.missions[wake] = Mission(2, "search", False)
    s.dice(*([("endurance", 0)] * 3))
    s.run(operate_pack(s.play, s.pack), "stay", "search", "as a Group")


@pytest.mark.rule("silent_war", "19.21-4", "20.5", "24.0")
def test_event_4_even_keeps_a_boat_on_patrol_while_its_pack_goes_home_after_the_mission(sea, charts):
    s = pack(sea, 4, "solomons")
    guadalcanal = zone(charts, "guadalcanal")
    s.state.missions[guadalcanal] = Mission(4, "search", False)
    for boat in s.pack:
        boat.zone = guadalcanal
    s.state.torpedo = -2
    s.state.cups[:2] = [[charts.ship_index["combat_event_01"]], [charts.ship_index["dd_01"]]]
    s.dice(
        *(("search", 9), ("contact", 0), ("piece from cup A", 0), ("piece from cup B", 0)),
        *(("combat event", 4), ("mechanical", 2), ("TDC", "3")),
    )
    columns, postures = ("column A", "column A", "column D", "column D"), ("standard",) * 4
    others = ("Tang", "Trigger", "withdraw", "to Gilberts", "stop")
    s.run(pack_mission(s.play, s.pack, PackNumber(0)), "as a Group", *columns, *postures, "Wahoo", "#1", *others)
    assert [(boat.place, boat.rtb, boat.pack) for boat in s.pack] == [
        (Place.DONE, Rtb.NONE, None),
        *([(Place.DONE, Rtb.VOLUNTARY, 0)] * 3),
    ]


@pytest.mark.rule("silent_war", "5.2-b")
def test_boats_of_a_pack_do_not_spare_a_single_boat_its_mission(sea, charts):
    s = pack(sea, 3, "solomons")
    guadalcanal = zone(charts, "guadalcanal")
    s.state.missions[guadalcanal] = Mission(1, "search", True)
    single = Boat(charts.boat_index["finback"], Place.OPERATING, charts.area_index["solomons"], on_patrol=True)
    s.state.boats.append(single)
    s.state.active[charts.base_index["brisbane"]] = True
    for boat in s.pack:
        boat.moved = False
    assert must_go(s.state, single) == guadalcanal
    assert must_go(s.state, s.pack[0]) is None


@pytest.mark.rule("silent_war", "24.2", "21.22", "15.23-a")
def test_a_pack_makes_for_bases_in_reach_and_with_room_for_all_of_it(sea, charts):
    midway, pearl = charts.base_index["midway"], charts.base_index["pearl_harbor"]
    s = pack(sea, 3, "central_pacific")
    s.state.active[midway] = True
    s.state.tenders[midway] = 0
    capacity = charts.tenders[0].capacity_printed + 1
    s.state.boats += [Boat(CardIndex(0), Place.READY, midway) for _ in range(capacity - 2)]
    assert ways_home(s.state, s.pack)[0] == [pearl], "room for two"
    s.state.boats.pop()
    assert ways_home(s.state, s.pack)[0] == [pearl, midway]


@pytest.mark.rule("silent_war", "24.14", "5.0")
def test_relegation_of_a_member_breaks_up_a_pack_of_three(sea, charts):
    s = pack(sea, 3)
    s.pack[0].card = charts.boat_index["s_42"]
    s.run(carry_out(s.play, charts.events["relegation_2"]), "S-42")
    assert [boat.pack for boat in s.pack] == [None] * 3


@pytest.mark.rule("silent_war", "8.0-3", "24.14")
def test_a_homebound_member_ordered_to_overhaul_leaves_its_pack(sea):
    s = pack(sea, 4)
    for boat in s.pack:
        boat.on_patrol, boat.rtb = False, Rtb.VOLUNTARY
    month = next(iter(s.chart.months.values()))
    withdrawals(s.play, month.model_copy(update={"withdraw": ("wahoo",)}))
    assert [boat.pack for boat in s.pack] == [None, 0, 0, 0]
    assert s.pack[0].ordered_home


@pytest.mark.rule("silent_war", "8.0-3", "24.32")
def test_a_member_ordered_to_overhaul_is_marked_after_the_search_and_goes_its_own_way_home(sea, charts):
    s = pack(sea, 4, "central_pacific")
    s.pack[1].ordered_home = True
    s.dice(*([("endurance", 0)] * 3))
    s.run(operate_pack(s.play, s.pack), "stay", "search", "as a Group")
    assert [(boat.rtb, boat.pack) for boat in s.pack] == [
        *((Rtb.NONE, 0), (Rtb.INVOLUNTARY, None), (Rtb.NONE, 0), (Rtb.NONE, 0)),
    ]
    s = pack(sea, 4, "central_pacific")
    s.pack[0].ordered_home = True
    s.run(operate_pack(s.play, s.pack), "stay", "bypass and return")
    assert [boat.place for boat in s.pack] == [Place.WEST_COAST, Place.BROOM, Place.BROOM, Place.BROOM]


@pytest.mark.rule("silent_war", "7.2-C1", "24.6")
def test_a_storm_hides_a_pack_by_one_roll(sea):
    for roll, stays in ((7, False), (8, True)):
        s = pack(sea)
        s.state.storms[s.pack[0].where] = Storm.TROPICAL
        for boat in s.pack:
            boat.spotted = True
        s.dice(("storm hides", roll))
        hide_boats(s.play)
        s.all_rolled()
        assert [boat.spotted for boat in s.pack] == [stays] * 3


@pytest.mark.rule("silent_war", "24.55", "24.32")
def test_one_boat_of_a_barrier_that_attacks_alone_still_needs_the_packs_roll_to_re_attack(sea, charts):
    s = on_display(pack(sea, 3, "south_pacific"), (0,))
    s.combat.units.append(Unit(charts.ship_index["n_yamato_01"], 3, UnitNumber(1)))
    s.dice(("pack re-attack", 9))
    assert s.run(re_attack_wanted(s.play, s.combat, 1), "re-attack") is False
    s.pack[0].skipper, s.pack[0].rating = 0, 2
    assert s.run(re_attack_wanted(s.play, s.combat, 2)) is False, "never twice"


TURNED_BACK = (("Transit Event", 9), ("row", 4), ("column", 9))
"""Mechanical trouble, which sends a boat home."""


@pytest.mark.rule("silent_war", "12.1", "24.14")
def test_boats_of_a_pack_that_breaks_up_as_it_moves_may_enter_a_zone_singly(sea, charts):
    s = pack(sea, 3, "coral_sea")
    s.state.war_period = 2
    s.state.active[charts.base_index["brisbane"]] = True
    guadalcanal = zone(charts, "guadalcanal")
    s.state.missions[guadalcanal] = Mission(1, "transport", False)
    calm = ("Transit Event", 0)
    s.dice(*TURNED_BACK, calm, calm, calm, ("endurance", 0))
    s.run(operate_pack(s.play, s.pack), "to Solomons", "into the Guadalcanal", "Brisbane", "bypass")
    assert s.state.missions[guadalcanal].entered == 1
    assert [(boat.place, boat.rtb) for boat in s.pack] == [
        *((Place.DONE, Rtb.INVOLUNTARY), (Place.BROOM, Rtb.NONE), (Place.DONE, Rtb.NONE)),
    ]


@pytest.mark.rule("silent_war", "20.3", "24.41")
def test_a_pack_of_which_every_boat_is_turned_back_from_a_zone_has_ended_its_turn(sea, charts):
    s = pack(sea, 3, "solomons")
    s.state.war_period = 2
    s.state.missions[zone(charts, "guadalcanal")] = Mission(3, "search", False)
    s.dice(*TURNED_BACK * 3)
    s.run(operate_pack(s.play, s.pack), "stay", "into the Guadalcanal")
    assert [(boat.place, boat.rtb, boat.pack) for boat in s.pack] == [(Place.DONE, Rtb.INVOLUNTARY, None)] * 3


@pytest.mark.rule("silent_war", "24.14", "24.7")
def test_a_pack_that_breaks_up_on_the_way_searches_boat_by_boat(sea, charts):
    s = pack(sea, 3, "central_pacific")
    s.state.storms[charts.area_index["central_pacific"]] = Storm.TYPHOON_1
    s.state.storms[charts.area_index["north_pacific"]] = Storm.TYPHOON_1
    s.dice(*[result for _ in range(3) for result in (("endurance", 0), ("Typhoon, damaged", 9))])
    s.run(operate_pack(s.play, s.pack), "to North Pacific", "bypass", "bypass", "bypass")
    assert [(boat.place, boat.pack) for boat in s.pack] == [(Place.DONE, None)] * 3


@pytest.mark.rule("silent_war", "22.4", "22.1")
def test_a_pack_counts_half_its_boats_where_it_passes_too(sea, charts):
    s = pack(sea, 5, "empire_pacific")
    east_china = charts.area_index["east_china_sea"]
    s.state.boats += [Boat(CardIndex(0), Place.DONE, east_china) for _ in range(2)]
    assert worst_crowding(s.state, s.pack[0], [east_china]) == 1, "2 and half of 5, rounded up"
    s.state.boats.pop()
    assert worst_crowding(s.state, s.pack[0], [east_china]) == 0


@pytest.mark.rule("silent_war", "14.6-C", "13.1-A5")
def test_where_no_enemy_submarine_is_left_the_search_has_met_nobody(sea, charts):
    s = pack(sea, 3, "east_china_sea")
    s.state.enemy_subs_sunk = [enemy.id for enemy in charts.enemy_subs]
    s.dice(("search", 0), ("second roll", 0), ("which boat", 1), *([("endurance", 7)] * 3))
    s.run(search_pack(s.play, s.pack, False))
    assert [boat.rtb for boat in s.pack] == [Rtb.NONE] * 3, "7 - 1 against 6"


@pytest.mark.rule("silent_war", "24.14", "7.21-Y9")
@pytest.mark.parametrize("rtb", [Rtb.NONE, Rtb.VOLUNTARY])
def test_a_pack_that_moves_into_or_through_a_typhoon_in_transit_is_disbanded(sea, charts, rtb):
    s = pack(sea, 3, "central_pacific")
    for boat in s.pack:
        boat.on_patrol, boat.rtb = False, rtb
    s.state.storms[charts.area_index["hawaiian_islands"]] = Storm.TYPHOON_1
    if rtb is Rtb.NONE:
        sides = ("patrol", "transit", "patrol")
        s.dice(*([("typhoon", 9)] * 3))
        s.run(operate_pack(s.play, s.pack), "to Hawaiian", "stop", *sides)
        assert [boat.on_patrol for boat in s.pack] == [True, False, True], "each chooses its own side"
    else:
        s.dice(*([("typhoon", 9)] * 3))
        s.run(operate_pack(s.play, s.pack))
    assert [boat.pack for boat in s.pack] == [None] * 3


@pytest.mark.rule("silent_war", "13.3", "20.5")
def test_tf_only_that_finds_no_ship_for_column_d_brings_an_endurance_check_at_minus_1(sea, charts):
    guadalcanal = zone(charts, "guadalcanal")
    for roll, rtb in ((0, Rtb.VOLUNTARY), (9, Rtb.INVOLUNTARY)):
        s = pack(sea, 3, "solomons")
        s.state.missions[guadalcanal] = Mission(3, "search", True)
        for boat in s.pack:
            boat.zone = guadalcanal
        s.dice(("search", 9), ("contact", 0), *([("endurance", roll)] * 3))
        s.run(search_pack(s.play, s.pack, False, s.state.missions[guadalcanal]))
        assert [boat.rtb for boat in s.pack] == [Rtb.NONE if rtb is Rtb.VOLUNTARY else rtb] * 3


@pytest.mark.rule("silent_war", "20.5", "13.3", "3.11-c")
def test_a_pack_on_a_mission_that_meets_chits_alone_makes_no_endurance_check(sea, charts):
    """Only a mission of task forces (TF ONLY) asks for one where no ship came."""
    s = pack(sea, 3, "solomons")
    s.state.missions[zone(charts, "guadalcanal")] = Mission(3, "search", False)
    for boat in s.pack:
        boat.zone = zone(charts, "guadalcanal")
    for cup in s.state.cups:
        cup[:] = []
    s.state.cups[0][:] = [charts.ship_index["no_tdc_01"]]
    s.dice(("search", 9), ("contact", 0), ("piece", 0))
    s.run(search_pack(s.play, s.pack, False, s.state.missions[zone(charts, "guadalcanal")]))
    assert [boat.rtb for boat in s.pack] == [Rtb.NONE] * 3
