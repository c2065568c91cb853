"""Movement, range, Transit Events, storms at sea, arrival at bases (12, 15, 18, 19.1, 21, 7.21)."""

from fractions import Fraction

import pytest

from navalcore_games.silent_war import odds as questions
from navalcore_games.silent_war.bases.arrival import arrive
from navalcore_games.silent_war.ids import CardIndex
from navalcore_games.silent_war.movement.homeward import return_to_base
from navalcore_games.silent_war.movement.patrol import patrol_movement
from navalcore_games.silent_war.movement.routes import distances
from navalcore_games.silent_war.movement.storm_damage import storm_check
from navalcore_games.silent_war.movement.transit import deployment, is_cautious
from navalcore_games.silent_war.movement.transit_events import (
    Journey,
    event_happens,
    event_result,
    governing_areas,
    transit_drm,
    transit_event_check,
)
from navalcore_games.silent_war.operations.boat import operate, patrol
from navalcore_games.silent_war.state import Boat, Place, Rtb, Storm


def in_port(sea, *dice, boat="spearfish", base="pearl_harbor", **how):
    s = sea(boat, "hawaiian_islands", *dice, **how)
    s.state.active = [b.id in (base, "pearl_harbor") for b in s.chart.bases]
    s.boat.place, s.boat.where, s.boat.on_patrol = Place.READY, s.chart.base_index[base], False
    return s


def options(decision):
    return [str(option) for option in decision.options]


def drm(s, *entered, start=None, **how):
    index = s.chart.area_index
    journey = Journey(None if start is None else index[start], tuple(index[a] for a in entered), **how)
    return sum(transit_drm(s.play, s.boat, journey).values())


@pytest.mark.rule("silent_war", "15.11", "2.3-A1", "21.0", "21.1")
def test_range_counts_steps_from_permanent_bases_and_from_the_area_of_forward_ones(charts):
    def at(area, *bases):
        return distances("", tuple(base.id in bases for base in charts.bases))[charts.area_index[area]]

    assert at("hawaiian_islands", "pearl_harbor") == 1
    assert at("central_pacific", "pearl_harbor") == 2
    assert at("central_pacific", "midway") == 0
    assert at("empire_pacific", "midway") == 1
    assert at("empire_pacific", "pearl_harbor", "midway") == 1


@pytest.mark.rule("silent_war", "15.0", "15.1-a", "15.1-c")
def test_a_boat_leaves_port_by_its_own_area_which_costs_a_step_and_chooses_its_side(sea, charts):
    s = in_port(sea)
    s.run(deployment(s.play, s.boat), "to Hawaiian", "to Central", "transit side")
    assert (s.boat.where, s.boat.place, s.boat.on_patrol) == (charts.area_index["central_pacific"], Place.DONE, False)
    s = in_port(sea)
    s.run(deployment(s.play, s.boat), "to Hawaiian", "stop", "patrol side")
    assert s.boat.on_patrol


@pytest.mark.rule("silent_war", "15.1-a", "21.1")
def test_leaving_a_forward_base_into_its_area_costs_nothing(sea, charts):
    s = in_port(sea, ("Transit Event", 0), base="midway")
    s.run(deployment(s.play, s.boat), "to Central", "to Bonins", "to Marianas", "transit side")
    assert s.boat.where == charts.area_index["marianas"]


@pytest.mark.rule("silent_war", "15.1-a")
def test_a_boat_may_remain_in_base(sea):
    s = in_port(sea)
    s.run(deployment(s.play, s.boat), "remain in base")
    assert s.boat.place is Place.READY


@pytest.mark.rule("silent_war", "15.11")
def test_no_move_beyond_range(sea):
    s = sea("s_18", "central_pacific")
    s.boat.on_patrol = False
    s.run(deployment(s.play, s.boat), "to Marshalls", "transit side")
    assert "to Bonins" in options(s.asked[0]), "the third area from Pearl Harbor is within 3"
    s = sea("s_18", "carolines")
    s.boat.on_patrol = False
    s.run(deployment(s.play, s.boat), "stay", "transit side")
    assert "to Bismarck Sea" not in options(s.asked[0])


@pytest.mark.rule("silent_war", "12.0")
def test_patrol_movement_is_one_step_within_range_with_a_check_there(sea, charts):
    s = sea("spearfish", "bonins", ("Transit Event", 0))
    s.run(patrol_movement(s.play, s.boat), "to Empire Pacific")
    assert s.boat.where == charts.area_index["empire_pacific"]
    s = sea("s_18", "carolines")
    s.run(patrol_movement(s.play, s.boat), "stay")
    assert "to Bismarck Sea" not in options(s.asked[0])
    assert "to Bismarck Sea" in {refusal.text for refusal in s.asked[0].refusals()}


@pytest.mark.rule("silent_war", "12.2")
def test_patrol_movement_never_enters_a_base(sea):
    s = sea("spearfish", "hawaiian_islands")
    s.run(patrol_movement(s.play, s.boat), "stay")
    assert not any("Pearl" in option for option in options(s.asked[0]))


@pytest.mark.rule("silent_war", "12.0", "19.11")
def test_a_boat_turned_back_on_patrol_movement_is_marked_and_done(sea):
    s = sea("spearfish", "bonins", ("Transit Event", 9), ("row", 4), ("column", 9))
    s.run(operate(s.play, s.boat), "to Empire Pacific")
    assert (s.boat.rtb, s.boat.place, s.boat.on_patrol) == (Rtb.INVOLUNTARY, Place.DONE, False)


@pytest.mark.rule("silent_war", "15.2", "15.23-a", "15.23-c")
def test_a_boat_returns_by_a_shortest_way_and_goes_on_next_turn(sea, charts):
    s = sea("spearfish", "empire_pacific")
    s.boat.on_patrol, s.boat.rtb = False, Rtb.VOLUNTARY
    s.run(return_to_base(s.play, s.boat), "to Central", "to Hawaiian")
    assert (s.boat.where, s.boat.place) == (charts.area_index["hawaiian_islands"], Place.DONE)
    assert options(s.asked[0]) == ["to North Pacific", "to Central Pacific"]
    s.boat.place, s.boat.spotted = Place.OPERATING, True
    s.run(return_to_base(s.play, s.boat))
    assert (s.boat.place, s.boat.spotted, s.boat.rtb) == (Place.BROOM, False, Rtb.NONE)


@pytest.mark.rule("silent_war", "15.23-b", "19.1-a")
def test_from_the_area_next_to_the_base_there_is_no_check(sea):
    s = sea("spearfish", "hawaiian_islands")
    s.boat.on_patrol, s.boat.rtb = False, Rtb.VOLUNTARY
    s.run(return_to_base(s.play, s.boat))
    assert s.boat.place is Place.BROOM


@pytest.mark.rule("silent_war", "15.23-a")
def test_the_player_names_the_base_he_returns_to(sea, charts):
    s = sea("spearfish", "central_pacific")
    s.state.active[charts.base_index["midway"]] = True
    s.boat.on_patrol, s.boat.rtb = False, Rtb.VOLUNTARY
    s.run(return_to_base(s.play, s.boat), "Midway")
    assert s.boat.where == charts.base_index["midway"]


def test_free_base_entry_lets_a_boat_in_with_no_step_left(sea):
    for option, place in ((False, Place.DONE), (True, Place.BROOM)):
        s = sea("argonaut", "central_pacific", options={"free_base_entry": option})
        s.boat.on_patrol, s.boat.rtb = False, Rtb.VOLUNTARY
        s.run(return_to_base(s.play, s.boat))
        assert s.boat.place is place


@pytest.mark.rule("silent_war", "15.25", "19.1-c")
def test_cautious_transit_is_one_area_by_choice(sea):
    s = sea("spearfish", "bonins", ("Transit Event", 9))
    s.boat.on_patrol = False
    s.state.war_period = 2
    first_red = s.chart.areas[s.chart.area_index["empire_pacific"]].first_red[2]
    s.dice(("Transit Event", first_red + 1))
    s.run(deployment(s.play, s.boat), "to Empire", "stop", "patrol side")
    assert first_red + 1 - 1 - 1 < first_red


def test_a_boat_of_speed_1_claims_cautious_transit_only_by_option(sea, charts):
    first_red = charts.areas[charts.area_index["empire_pacific"]].first_red[2]
    for option, happens in ((False, True), (True, False)):
        s = sea("argonaut", "bonins", options={"cautious_for_slow_boats": option})
        s.boat.on_patrol = False
        event = [("row", 0), ("column", 0)] if happens else []
        s.dice(("Transit Event", first_red + 1), *event)  # -1 on the transit side, and -1 if cautious
        s.play.listen(True)
        s.run(deployment(s.play, s.boat), "to Empire", "patrol side")
        assert bool(s.happened("transit_event_met")) is happens


@pytest.mark.rule("silent_war", "19.1-b")
def test_the_governing_area_is_where_red_begins_lowest_the_start_left_out(sea, charts):
    index = charts.area_index
    s = sea()
    reds = {a.id: a.first_red[2] for a in charts.areas}
    assert reds["central_pacific"] == 99
    assert governing_areas(s.state, (index["central_pacific"],)) == []
    lower = min(reds, key=lambda a: reds[a])
    assert governing_areas(s.state, (index["kuriles"], index[lower])) == [index[lower]]
    assert governing_areas(s.state, (index["kuriles"], index["kuriles"])) == [index["kuriles"]]


@pytest.mark.rule("silent_war", "19.1-c", "23.0", "20.3")
def test_transit_event_modifiers(sea):
    s = sea("spearfish", "bonins")
    assert drm(s, "empire_pacific") == -1
    assert drm(s, "empire_pacific", in_transit=False) == 0
    assert drm(s, "empire_pacific", cautious=True) == -2
    assert drm(s, "empire_pacific", zone="mission", in_transit=False) == 2
    s.boat.spotted = True
    assert drm(s, "empire_pacific") == 0
    s.state.war_period = 3
    assert drm(s, "empire_pacific") == -1


@pytest.mark.rule("silent_war", "19.1-c", "7.11")
def test_yellow_sea_and_sea_of_japan_count_entering_and_leaving(sea, charts):
    s = sea("spearfish", "bonins", month="1943-10")
    assert drm(s, "yellow_sea") == -1 + 1
    assert drm(s, "east_china_sea", start="yellow_sea") == -1 + 1
    assert drm(s, "sea_of_japan") == -1 + 2
    assert drm(s, "kuriles", start="sea_of_japan") == -1 + 2
    s.state.ultra = [charts.area_index["sea_of_japan"]]
    assert drm(s, "sea_of_japan") == -1 + 1


@pytest.mark.rule("silent_war", "19.1-c", "2.1-e", "19.1-d")
def test_shallow_counts_until_radar_on_the_check_and_on_both_table_rolls(sea):
    s = sea("spearfish", "bonins", ("row", 9), ("column", 9), month="1943-09")
    assert drm(s, "java_sea") == -1 + 1
    assert event_result(s.play, 1) == s.chart.transit[10][10]
    s = sea("spearfish", "bonins", month="1943-10")
    assert drm(s, "java_sea") == -1


@pytest.mark.rule("silent_war", "22.1", "19.1-c")
def test_congregating_counts_even_where_another_area_governs(sea, charts):
    s = sea("spearfish", "central_pacific")
    s.state.boats += [Boat(CardIndex(1), Place.DONE, charts.area_index["bonins"]) for _ in range(4)]
    assert charts.areas[charts.area_index["bonins"]].crowding[2]
    assert drm(s, "bonins", "empire_pacific", start="central_pacific") == -1 + 1


def test_transit_drm_per_bullet_counts_paired_conditions_once(sea):
    for option, total in ((False, -1 + 1 + 1 + 1), (True, -1 + 1 + 1)):
        s = sea("spearfish", "east_china_sea", options={"transit_drm_per_bullet": option})
        s.boat.spotted = True
        assert drm(s, "yellow_sea") == total, "spotted and Yellow Sea, and Shallow"


@pytest.mark.rule("silent_war", "7.21-S1", "7.21-Y1")
def test_a_storm_lets_few_transit_events_through_a_typhoon_none(sea, charts):
    area = charts.area_index["empire_pacific"]
    for storm, dice, happens in (
        (Storm.TROPICAL, (9, 3), True),
        (Storm.TROPICAL, (9, 4), False),
        (Storm.TYPHOON_1, (), False),
    ):
        s = sea("spearfish", "empire_pacific", *dice).storm(storm)
        assert event_happens(s.play, s.boat, Journey(None, (area,), in_transit=False), area) is happens
        s.all_rolled()


@pytest.mark.rule("silent_war", "19.1-b", "7.21-S1", "7.21-Y1")
@pytest.mark.parametrize(("in_typhoon", "dice"), [("empire_pacific", []), ("yellow_sea", [("8 or more", 0)])])
def test_of_two_governing_opareas_the_first_entered_says_the_weather(sea, charts, in_typhoon, dice):
    """Ruling SW-R116. Both have red from 8 on in War Period 2."""
    first, second = (charts.area_index[name] for name in ("empire_pacific", "yellow_sea"))
    s = sea("spearfish", "yellow_sea", *dice)
    s.state.storms[charts.area_index[in_typhoon]] = Storm.TYPHOON_1
    s.run(transit_event_check(s.play, s.boat, Journey(None, (first, second))))
    s.all_rolled()


@pytest.mark.rule("silent_war", "19.1-a", "19.1-c", "19.1-d")
def test_transit_odds_by_hand(charts):
    odds = questions.transit.ask({"area": "empire_pacific", "war_period": 2, "side": "patrol"})[1].outcomes
    reds = charts.areas[charts.area_index["empire_pacific"]].reds[2]
    assert odds["none"] == 1 - Fraction(reds, 10)
    cells = [cell for row in charts.transit[:10] for cell in row[:10]]
    assert odds["sunk"] == Fraction(reds, 10) * Fraction(cells.count("sunk"), 100)
    assert questions.transit.ask({"area": "hawaiian_islands"})[1].outcomes["none"] == 1


@pytest.mark.rule("silent_war", "19.11")
def test_a_boat_turned_back_stops_in_the_governing_area_the_players_choice_in_a_tie(sea, charts):
    index = charts.area_index
    tied = [a for a in charts.areas if a.first_red[2] == charts.areas[index["kuriles"]].first_red[2]]
    other = next(a for a in tied if a.id != "kuriles")
    s = sea("spearfish", other.id, ("Transit Event", 9), ("row", 4), ("column", 9))
    s.boat.on_patrol = False
    s.boat.where = index["aleutians"]
    journey = Journey(None, (index["kuriles"], index[other.id]), in_transit=False)
    s.run(transit_event_check(s.play, s.boat, journey), "Kuriles")
    assert s.boat.where == index["kuriles"]
    assert s.boat.rtb is Rtb.INVOLUNTARY


@pytest.mark.rule("silent_war", "19.11")
def test_a_boat_about_to_enter_base_stays_at_sea_when_turned_back(sea, charts):
    s = sea("argonaut", "central_pacific")
    s.boat.on_patrol, s.boat.rtb = False, Rtb.VOLUNTARY
    s.state.active = [base.id == "guam" for base in charts.bases]
    s.boat.where = charts.area_index["bonins"]
    red = charts.areas[charts.area_index["marianas"]].first_red[2]
    assert red == 9
    s.boat.spotted = True
    s.dice(("Transit Event", 9), ("row", 4), ("column", 9))
    s.run(return_to_base(s.play, s.boat))
    assert (s.boat.where, s.boat.place) == (charts.area_index["marianas"], Place.DONE)
    assert s.boat.rtb is Rtb.INVOLUNTARY


@pytest.mark.rule("silent_war", "21.11")
def test_entering_a_forward_base_is_a_check_of_its_own_without_the_plus_2(sea, charts):
    for option, dice in ((False, (("Transit Event", 0), ("Transit Event", 0))), (True, (("Transit Event", 0),))):
        s = sea("spearfish", "bonins", *dice, options={"no_check_into_forward_base": option})
        s.state.active = [base.id == "guam" for base in charts.bases]
        s.boat.on_patrol, s.boat.rtb = False, Rtb.VOLUNTARY
        s.run(return_to_base(s.play, s.boat))
        assert s.boat.place is Place.BROOM
    assert drm(s, "marianas", zone="base") == drm(s, "marianas")


@pytest.mark.rule("silent_war", "21.11", "20.3", "22.1")
def test_the_check_of_a_forward_base_counts_the_oparea_it_lies_in_and_not_the_one_left_before(sea, charts):
    """A crowd in the Carolines is +1 as the boat leaves them, and no more as it goes on into the base beyond."""
    carolines, goal = charts.area_index["carolines"], charts.area_index["s_philippine_sea"]
    red = charts.areas[goal].first_red[3]
    s = sea("gato", "carolines", month="1943-12", war_period=3)
    s.state.boats += [Boat(CardIndex(n), Place.DONE, carolines, on_patrol=True) for n in range(4)]
    s.state.active = [base.id == "mios_woendi" for base in charts.bases]
    s.boat.on_patrol, s.boat.rtb = False, Rtb.INVOLUNTARY
    s.dice(("Transit Event", red), ("Transit Event", red + 1))
    s.run(return_to_base(s.play, s.boat), "to South Philippine")
    assert s.boat.place is Place.BROOM, "Cautious Transit is -2, and -1 with the crowd"


@pytest.mark.rule("silent_war", "18.11", "15.23-a")
@pytest.mark.parametrize(
    ("roll", "place"),
    [(1, Place.BROOM), (2, Place.REPAIR_1), (5, Place.REPAIR_2), (8, Place.REPAIR_3)],
)
def test_a_damaged_boat_rolls_its_damage_in_port(sea, charts, roll, place):
    s = sea("spearfish", "hawaiian_islands", ("extent", roll))
    s.boat.damage = 1
    s.run(arrive(s.play, s.boat, charts.base_index["pearl_harbor"]))
    assert (s.boat.place, s.boat.damage) == (place, 0)


@pytest.mark.rule("silent_war", "18.12-b")
def test_two_damage_markers_add_their_boxes_and_beyond_3_the_boat_is_written_off_not_lost(sea, charts):
    for rolls, place in (((2, 5), Place.REPAIR_3), ((5, 5), Place.REMOVED), ((0, 8), Place.REPAIR_3)):
        s = sea("spearfish", "hawaiian_islands", *(("extent", roll) for roll in rolls))
        s.boat.damage = 2
        s.run(arrive(s.play, s.boat, charts.base_index["pearl_harbor"]))
        s.all_rolled()
        assert s.boat.place is place
        assert s.state.submarines_lost == 0


@pytest.mark.rule("silent_war", "15.24")
def test_undamaged_boats_returning_to_dutch_harbor_roll_and_get_repair_1_at_worst(sea, charts):
    for roll, place in ((0, Place.BROOM), (9, Place.REPAIR_1)):
        s = sea("spearfish", "aleutians", ("extent", roll))
        s.boat.rtb = Rtb.VOLUNTARY
        s.run(arrive(s.play, s.boat, charts.base_index["dutch_harbor"]))
        assert s.boat.place is place
    s = sea("spearfish", "aleutians")
    s.run(arrive(s.play, s.boat, charts.base_index["dutch_harbor"]))
    assert s.boat.place is Place.BROOM, "a deployment from base to base does not roll"


@pytest.mark.rule("silent_war", "21.23")
def test_a_tender_repairs_superficial_damage_only(sea, charts):
    s = sea("spearfish", "marianas", ("extent", 0), ("extent", 1))
    s.boat.damage, s.boat.rtb = 2, Rtb.VOLUNTARY
    s.run(arrive(s.play, s.boat, charts.base_index["guam"]))
    assert (s.boat.place, s.boat.where, s.boat.damage) == (Place.BROOM, charts.base_index["guam"], 0)
    s = sea("spearfish", "marianas", ("extent", 0), ("extent", 2))
    s.boat.damage, s.boat.rtb = 2, Rtb.VOLUNTARY
    s.run(arrive(s.play, s.boat, charts.base_index["guam"]))
    assert (s.boat.place, s.boat.where, s.boat.damage) == (Place.DONE, s.area, 2)
    assert s.boat.major_base_only
    s.state.active = [base.id in ("guam", "pearl_harbor") for base in charts.bases]
    from navalcore_games.silent_war.movement.homeward import ways_home

    assert ways_home(s.state, [s.boat])[0] == [charts.base_index["pearl_harbor"]]


@pytest.mark.rule("silent_war", "7.21-S7")
def test_a_storm_damages_on_0_wherever_the_boat_touched_it_unless_a_typhoon_was_touched_too(sea, charts):
    here, there = charts.area_index["bonins"], charts.area_index["marianas"]
    s = sea("spearfish", "bonins", ("Tropical Storm", 0))
    s.state.storms[there] = Storm.TROPICAL
    storm_check(s.play, s.boat, (there, here))
    assert s.boat.damage == 1
    s.dice(("Typhoon", 9))
    s.state.storms[here] = Storm.TYPHOON_2
    storm_check(s.play, s.boat, (there, here))
    s.all_rolled()
    assert s.boat.place is Place.LOST


@pytest.mark.rule("silent_war", "7.21-Y11", "7.21-Y12", "7.21-S7")
def test_storm_damage_odds():
    def odds(**how):
        return questions.storm_damage.ask(how)[1].outcomes

    assert odds(kind="storm", defense=3)["damaged"] == Fraction(1, 10)
    assert odds(kind="typhoon", defense=3, damaged=True)["lost"] == Fraction(5, 10), "above 4"
    assert odds(kind="typhoon", defense=3, damaged=True, skipper=2)["lost"] == Fraction(3, 10)
    sound = odds(kind="typhoon", defense=3)
    assert sound == {
        "unharmed": Fraction(8, 10),
        "damaged": Fraction(2, 10) * Fraction(4, 10),
        "lost": Fraction(12, 100),
    }
    assert odds(kind="typhoon", defense=3, skipper=1)["unharmed"] == Fraction(9, 10)


@pytest.mark.rule("silent_war", "15.1-b")
def test_a_deployment_is_checked_on_the_areas_entered(sea, charts):
    s = sea("spearfish", "bonins", ("Transit Event", 9), ("row", 9), ("column", 9))
    s.boat.on_patrol = False
    s.run(deployment(s.play, s.boat), "to Empire", "to Kuriles")
    assert s.boat.place is Place.LOST
    assert s.state.submarines_lost == 1


@pytest.mark.rule("silent_war", "7.21-S7", "12.0")
def test_a_storm_left_by_patrol_movement_counts_when_the_boat_goes_home_in_the_same_turn(sea, charts):
    s = sea("wahoo", "north_pacific")
    s.state.storms[s.area] = Storm.TROPICAL
    s.dice(("Tropical Storm", 0), ("extent", 0))
    s.run(patrol(s.play, s.boat), "to Central Pacific", "bypass and return")
    assert s.boat.place is Place.BROOM
    calm = sea("wahoo", "north_pacific")
    calm.run(patrol(calm.play, calm.boat), "to Central Pacific", "bypass and return")


@pytest.mark.rule("silent_war", "20.2", "5.2-b")
def test_a_boat_called_for_a_mission_does_not_mind_the_crowd_before_the_zone_but_the_one_it_leaves(sea, charts):
    target, start = charts.area_index["solomons"], charts.area_index["bismarck_sea"]
    for crowd_at, expected in ((target, 0), (start, 1)):
        s = sea("wahoo", "solomons")
        s.state.boats += [Boat(CardIndex(0), Place.DONE, crowd_at) for _ in range(4)]
        drm = transit_drm(s.play, s.boat, Journey(start, (target,), in_transit=False, zone="assigned"))
        assert drm.get("congregating", 0) == expected


@pytest.mark.rule("silent_war", "15.25", "21.11")
def test_one_area_and_the_forward_base_in_it_is_cautious_transit_for_a_boat_with_a_step_left(sea, charts):
    # The Marianas' red begins at 9; transit side and cautious transit are -2 together, so even a 9 brings no event.
    checks = (("Transit Event, 9", 9), ("Transit Event, 9", 9))
    for boat in ("spearfish", "wahoo"):
        s = sea(boat, "bonins", *checks)
        s.boat.on_patrol = False
        s.state.active = [base.id == "guam" for base in charts.bases]
        s.run(deployment(s.play, s.boat), "to Marianas", "into Guam")
        assert s.boat.place is Place.BROOM
        s = sea(boat, "bonins", *checks)
        s.boat.on_patrol, s.boat.rtb = False, Rtb.VOLUNTARY
        s.state.active = [base.id == "guam" for base in charts.bases]
        s.run(return_to_base(s.play, s.boat))
        assert s.boat.place is Place.BROOM
    assert drm(s, "marianas", cautious=True, zone="base") == drm(s, "marianas") - 1


@pytest.mark.rule("silent_war", "15.25", "15.23-a")
def test_a_major_base_costs_the_step_that_caution_would_leave(sea):
    s = sea("spearfish", "central_pacific")
    assert [is_cautious(s.play, 1, left, speed) for left, speed in ((0, 2), (1, 2), (1, 3), (0, 1))] == [
        False,
        True,
        True,
        False,
    ]
    assert not is_cautious(s.play, 2, 1, 3), "two OpAreas are no caution"
