"""What befalls a boat on its way: storms, events that turn it back, orders home (7.21, 8.0, 15, 19.1)."""

import pytest

from navalcore.components._dice import DiceRolled
from navalcore_games.silent_war.boats.congregating import worst_crowding
from navalcore_games.silent_war.boats.damage import suffer
from navalcore_games.silent_war.ids import CardIndex
from navalcore_games.silent_war.movement.homeward import leave_for_overhaul, out_of_range, ways_home
from navalcore_games.silent_war.movement.patrol import patrol_movement
from navalcore_games.silent_war.movement.transit import deployment
from navalcore_games.silent_war.movement.transit_events import Journey, transit_event_check
from navalcore_games.silent_war.state import Boat, Mission, Place, Rtb, Storm
from tests.games.silent_war.wolfpacks.test_packs import pack

TURNED_BACK = (("Transit Event", 9), ("row", 4), ("column", 9))
"""Mechanical trouble, which sends a boat home."""
SPOTTED = (("Transit Event", 9), ("row", 7), ("column", 2))


@pytest.mark.rule("silent_war", "7.21-S7", "15.0")
@pytest.mark.parametrize("stormy", ["north_pacific", "central_pacific", "hawaiian_islands"])
def test_a_storm_that_a_transit_starts_in_passes_through_or_ends_in_may_damage_the_boat(sea, charts, stormy):
    s = sea("wahoo", "north_pacific").dice(("Tropical Storm", 0))
    s.boat.on_patrol = False
    s.state.storms[charts.area_index[stormy]] = Storm.TROPICAL
    s.run(deployment(s.play, s.boat), "to Central", "to Hawaiian", "transit side")
    assert s.boat.damage == 1


@pytest.mark.rule("silent_war", "19.11", "12.0", "7.21-S7")
def test_a_boat_that_an_event_turns_back_in_a_storm_checks_for_damage_there(sea, charts):
    s = sea("spearfish", "bonins")
    area = charts.area_index["empire_pacific"]
    s.state.storms[area] = Storm.TROPICAL
    event, *table = TURNED_BACK
    s.dice(event, ("only on 0-3", 3), *table, ("Tropical Storm", 0))
    s.run(patrol_movement(s.play, s.boat), "to Empire Pacific")
    assert (s.boat.place, s.boat.where, s.boat.damage) == (Place.DONE, area, 1)


@pytest.mark.rule("silent_war", "15.2", "19.1-a")
@pytest.mark.parametrize("marker", [Rtb.NONE, Rtb.VOLUNTARY, Rtb.INVOLUNTARY])
def test_an_event_that_only_spots_a_boat_leaves_its_marker_as_it_was(sea, charts, marker):
    s = sea("spearfish", "bonins", *SPOTTED)
    s.boat.rtb, s.boat.on_patrol = marker, False
    s.run(transit_event_check(s.play, s.boat, Journey(None, (charts.area_index["empire_pacific"],))))
    assert (s.boat.spotted, s.boat.rtb, s.boat.place) == (True, marker, Place.OPERATING)


@pytest.mark.rule("silent_war", "20.3", "19.11")
def test_a_boat_turned_back_from_a_zone_lies_in_the_oparea_that_it_entered_from(sea, charts):
    s = sea("spearfish", "solomons", *TURNED_BACK)
    guadalcanal = next(number for number, zone in enumerate(charts.zones) if zone.id == "guadalcanal")
    s.state.missions[guadalcanal] = Mission(1, "search", True)
    s.run(patrol_movement(s.play, s.boat), "stay", "into the Guadalcanal")
    assert (s.boat.place, s.boat.zone, s.boat.where) == (Place.DONE, None, s.area)


@pytest.mark.rule("silent_war", "19.1-d", "2.1-e")
@pytest.mark.parametrize(("month", "modifier"), [("1943-09", 1), ("1943-10", 0)])
def test_shallow_water_adds_1_to_both_rolls_on_the_transit_event_table_until_radar(sea, charts, month, modifier):
    s = sea("spearfish", "bonins", month=month).dice(("Transit Event", 9), ("row", 0), ("column", 0))
    s.play.listen(True)
    s.run(transit_event_check(s.play, s.boat, Journey(None, (charts.area_index["yellow_sea"],), in_transit=False)))
    rolls = [event for event in s.play.told if isinstance(event, DiceRolled)][1:]
    assert [sum(value for _, value in roll.modifiers) for roll in rolls] == [modifier] * 2


@pytest.mark.rule("silent_war", "18.13", "19.1-a")
def test_a_boat_that_its_third_damage_sinks_is_not_sent_home(sea):
    s = sea()
    s.boat.damage = 2
    suffer(s.play, s.boat, "damaged_rtb", "19.1")
    assert (s.boat.place, s.boat.rtb) == (Place.LOST, Rtb.NONE)


@pytest.mark.rule("silent_war", "8.0-3", "15.1-a")
@pytest.mark.parametrize(
    ("base", "way", "place"),
    [("midway", "to Hawaiian Islands", Place.WEST_COAST), ("brisbane", "to South Pacific", Place.DONE)],
)
def test_a_withdrawn_boat_leaves_a_forward_base_at_no_cost_and_a_permanent_one_for_a_step(
    sea, charts, base, way, place
):
    """Spearfish has Speed 2: from the Central Pacific into Pearl Harbor, or from the Coral Sea to the South Pacific."""
    s = sea("spearfish")
    s.boat.where = charts.base_index[base]
    s.state.active[s.boat.where] = True
    s.boat.place, s.boat.on_patrol, s.boat.ordered_home = Place.BROOM, False, True
    s.run(leave_for_overhaul(s.play, s.boat), way)
    assert s.boat.place is place


@pytest.mark.rule("silent_war", "15.26", "15.22")
def test_a_boat_found_out_of_range_may_head_home_in_the_same_turn_and_a_withdrawn_one_is_none(sea):
    """SW-R17; a withdrawn boat returns to Pearl Harbor regardless of its distance (8.0)."""
    s = sea("s_42", "java_sea")
    out_of_range(s.play, s.boat)
    assert (s.boat.place, s.boat.rtb) == (Place.OPERATING, Rtb.INVOLUNTARY)
    s = sea("s_42", "java_sea")
    s.boat.ordered_home = True
    out_of_range(s.play, s.boat)
    assert (s.boat.damage, s.boat.stranded) == (0, False)


@pytest.mark.rule("silent_war", "15.26")
def test_a_boat_out_of_range_makes_for_the_nearest_of_the_bases(sea, charts):
    s = sea("s_42", "java_sea")
    s.state.active[charts.base_index["fremantle"]] = True
    s.boat.stranded = True
    assert ways_home(s.state, [s.boat])[0] == [charts.base_index["fremantle"]]


@pytest.mark.rule("silent_war", "24.41", "24.6", "19.1-d")
@pytest.mark.parametrize("damage", [0, 1])
def test_a_member_of_a_wolfpack_that_is_only_spotted_does_not_drop_out(sea, damage):
    s = pack(sea, 3, "east_china_sea").dice(*SPOTTED)
    s.pack[0].damage = damage
    s.run(transit_event_check(s.play, s.pack[0], Journey(None, (s.pack[0].where,), in_transit=False)))
    assert [(boat.pack, boat.rtb, boat.spotted) for boat in s.pack] == [(0, Rtb.NONE, True)] * 3


@pytest.mark.rule("silent_war", "24.2", "21.23")
def test_a_pack_returns_at_the_speed_of_its_slowest_boat_and_past_tenders_that_refused_one_of_them(sea, charts):
    """SW-R77."""
    s = pack(sea, 3, "central_pacific")
    s.state.active[charts.base_index["midway"]] = True
    s.pack[2].card = charts.boat_index["s_42"]
    speeds = [charts.boats[boat.card].speed for boat in s.pack]
    assert speeds[2] < speeds[0]
    assert ways_home(s.state, s.pack)[2] == speeds[2]
    s.pack[1].major_base_only = True
    assert ways_home(s.state, s.pack)[0] == [charts.base_index["pearl_harbor"]]


@pytest.mark.rule("silent_war", "22.1", "22.2")
@pytest.mark.parametrize(("others", "modifier"), [(3, 0), (4, 1)])
def test_a_boat_counts_once_in_the_oparea_that_it_leaves(sea, others, modifier):
    s = sea("spearfish", "east_china_sea")
    s.state.boats += [Boat(CardIndex(1), Place.DONE, s.area) for _ in range(others)]
    s.state.boats += [Boat(CardIndex(1), Place.DONE, s.chart.area_index["hawaiian_islands"]) for _ in range(4)]
    assert worst_crowding(s.state, s.boat, (s.area,)) == modifier
