"""Readying, repair, tenders, skippers without a boat, reinforcements and overhauls (8, 9, 10, 18.14, 21.2, 25.3)."""

import pytest

from navalcore.components._chance import SeededChance
from navalcore_games.silent_war.bases.arrival import arrive
from navalcore_games.silent_war.bases.boxes import enter_repair, takes
from navalcore_games.silent_war.bases.leaving import decommission, go_to_west_coast, reassign_skipper
from navalcore_games.silent_war.bases.tenders import place_tender, tender_leaves
from navalcore_games.silent_war.bases.upkeep import ready_boats, repair_boats
from navalcore_games.silent_war.choices import UNASSIGNED
from navalcore_games.silent_war.cups.war_mix import sort_war_mix
from navalcore_games.silent_war.ids import AreaIndex, SkipperIndex
from navalcore_games.silent_war.movement.homeward import ways_home
from navalcore_games.silent_war.operations.boat import search_and_fight
from navalcore_games.silent_war.state import Boat, Place, Rtb, Storm
from navalcore_games.silent_war.strategic.reinforcements import (
    arrivals,
    new_tenders,
    reinforcements,
    returns,
    war_mix_changes,
    withdrawals,
)
from navalcore_games.silent_war.strategic.war_events import carry_out


def port(sea, *boats, base="pearl_harbor", **how):
    """Boats as (id, box) at a base."""
    s = sea(**how)
    s.base = s.chart.base_index[base]
    s.state.boats[:] = [Boat(s.chart.boat_index[name], box, s.base) for name, box in boats]
    return s


def boxes(s):
    return [boat.place for boat in s.state.boats]


@pytest.mark.rule("silent_war", "9.0-a", "9.0-b")
def test_boats_are_readied_on_their_readiness_or_go_to_pier_side_for_a_week(sea):
    s = port(sea, ("spearfish", Place.BROOM), ("gato", Place.BROOM), ("wahoo", Place.PIER_SIDE)).dice(5, 6)
    ready_boats(s.play)
    assert boxes(s) == [Place.READY, Place.PIER_SIDE, Place.READY]
    ready_boats(s.play)
    assert boxes(s) == [Place.READY] * 3


@pytest.mark.rule("silent_war", "10.0", "10.3")
def test_repair_rolls_go_box_1_first_and_move_a_boat_one_box(sea, charts):
    s = port(sea, ("gato", Place.REPAIR_3), ("wahoo", Place.REPAIR_2), ("tang", Place.REPAIR_1))
    numbers = charts.bases[s.base].repair_numbers
    s.dice(("repair of Tang, 7", numbers[1]), ("repair of Wahoo, 6", numbers[2]), ("repair of Gato, 5", numbers[3]))
    s.run(repair_boats(s.play))
    assert boxes(s) == [Place.REPAIR_2, Place.REPAIR_1, Place.BROOM]
    s.dice(numbers[1] + 1, numbers[2] + 1)
    s.run(repair_boats(s.play))
    assert boxes(s) == [Place.REPAIR_2, Place.REPAIR_1, Place.BROOM], "one more than the number fails"


@pytest.mark.rule("silent_war", "21.3", "7.21-Y10")
def test_no_repair_beside_a_typhoon(sea, charts):
    s = port(sea, ("gato", Place.REPAIR_1), base="brisbane")
    s.state.storms[charts.area_index["coral_sea"]] = Storm.TYPHOON_1
    s.run(repair_boats(s.play))
    s.state.storms[charts.area_index["coral_sea"]] = Storm.TROPICAL
    s.dice(0)
    s.run(repair_boats(s.play))
    assert boxes(s) == [Place.BROOM]


@pytest.mark.rule("silent_war", "10.1", "10.2")
def test_a_full_base_sends_the_newcomer_or_another_boat_to_hold(sea, charts):
    full = [("gato", Place.REPAIR_1), ("wahoo", Place.REPAIR_2), ("tang", Place.REPAIR_3)]
    s = port(sea, *full, ("spearfish", Place.HOLD), base="dutch_harbor")
    assert charts.bases[s.base].capacity == 3
    s.run(enter_repair(s.play, s.state.boats[3], Place.REPAIR_2), "wait in Hold")
    assert boxes(s)[3] is Place.HOLD
    s.run(enter_repair(s.play, s.state.boats[3], Place.REPAIR_2), "shunt Tang")
    assert boxes(s) == [Place.REPAIR_1, Place.REPAIR_2, Place.HOLD, Place.REPAIR_2]


@pytest.mark.rule("silent_war", "10.1", "10.2")
def test_a_damaged_arrival_finds_the_boxes_full(sea, charts):
    full = [("gato", Place.REPAIR_1), ("wahoo", Place.REPAIR_2), ("tang", Place.REPAIR_3)]
    s = port(sea, *full, base="dutch_harbor").dice(("extent", 9))
    newcomer = Boat(charts.boat_index["spearfish"], Place.OPERATING, charts.area_index["aleutians"], damage=1)
    s.state.boats.append(newcomer)
    s.run(arrive(s.play, newcomer, s.base), "wait in Hold")
    assert (newcomer.place, newcomer.where, newcomer.on_patrol) == (Place.HOLD, s.base, False)


@pytest.mark.rule("silent_war", "10.21")
def test_hold_empties_into_box_3_while_there_is_room(sea, charts):
    s = port(sea, ("gato", Place.REPAIR_1), ("wahoo", Place.HOLD), ("tang", Place.HOLD), base="dutch_harbor")
    s.dice(9)
    s.run(repair_boats(s.play), "Tang goes", "wait in Hold")
    assert boxes(s) == [Place.REPAIR_1, Place.HOLD, Place.REPAIR_3], "and has not rolled yet"


@pytest.mark.rule("silent_war", "18.14", "25.3")
def test_a_boat_in_repair_may_be_given_up_without_counting_as_lost(sea):
    s = port(sea, ("gato", Place.REPAIR_3), ("wahoo", Place.REPAIR_1))
    s.state.boats[0].skipper, s.state.boats[0].rating = 0, 2
    s.dice(("reassigned", 5))
    s.run(decommission(s.play, s.state.boats[0]), "Wahoo")
    assert boxes(s) == [Place.REMOVED, Place.REPAIR_1]
    assert (s.state.boats[1].skipper, s.state.boats[1].rating) == (0, 1), "at +1"
    assert s.state.submarines_lost == 0


@pytest.mark.rule("silent_war", "25.3")
def test_the_worked_example_of_a_skipper_without_a_boat(sea, charts):
    names = ("Redfin", "Angler", "Flasher", "Robalo", "Tang", "Jack", "Tambor")
    s = port(sea, ("wahoo", Place.REPAIR_2), month="1943-12").dice(("reassigned", 8))
    for name in names:
        place = Place.WEST_COAST if name in ("Jack", "Tambor") else Place.NOT_IN_PLAY
        s.state.boats.append(Boat(charts.boat_index[name.lower()], place))
    s.state.boats.append(Boat(charts.boat_index["barbel"], Place.NOT_IN_PLAY))
    s.play.listen(True)
    s.run(reassign_skipper(s.play, SkipperIndex(3)), "Tang")
    (gained,) = s.happened("skipper_gained")
    assert (str(gained), gained.rule) == (f"Tang gets a Super Skipper, {charts.skippers[3].name}.", "25.3")
    assert sorted(str(o) for o in s.asked[0].options) == sorted(("Wahoo", *names, str(UNASSIGNED)))
    assert (s.state.boats[5].skipper, s.state.boats[5].rating) == (3, 1)
    s.dice(("reassigned", 4))
    s.run(reassign_skipper(s.play, SkipperIndex(2)))
    assert 2 not in {boat.skipper for boat in s.state.boats}
    assert s.happened("skipper_left") == [s.play.told[-1]], "only of the second"
    words = f"The Super Skipper {charts.skippers[2].name} gets no other boat and leaves the game."
    assert (str(s.play.told[-1]), s.play.told[-1].rule) == (words, "25.3"), "and the log says so"


@pytest.mark.rule("silent_war", "25.3", "5.0")
@pytest.mark.parametrize(("received", "next_month"), [(False, "Tang"), (True, "Barbel")])
def test_the_boats_of_this_month_are_next_in_line_until_they_are_received(sea, charts, received, next_month):
    s = port(sea, ("tang", Place.NOT_IN_PLAY), ("tambor", Place.WEST_COAST), month="1944-01")
    s.state.boats.append(Boat(charts.boat_index["barbel"], Place.NOT_IN_PLAY))
    if received:
        row = charts.months[s.state.month]
        arrivals(s.play, row)
        returns(s.play, row)
    s.dice(("reassigned", 8))
    s.run(reassign_skipper(s.play, SkipperIndex(3)), next_month)
    offered = [str(option) for option in s.asked[0].options]
    assert offered == (["Barbel", str(UNASSIGNED)] if received else ["Tang", "Tambor", str(UNASSIGNED)])


@pytest.mark.rule("silent_war", "25.3", "10.0")
def test_a_boat_in_hold_may_be_given_a_skipper_as_hold_is_one_of_the_repair_boxes(sea):
    s = port(sea, ("gato", Place.HOLD), ("wahoo", Place.READY)).dice(("reassigned", 5))
    s.run(reassign_skipper(s.play, SkipperIndex(3)), "Gato")
    (asked,) = s.asked
    assert [place.id for place in asked.places] == ["base/pearl_harbor"]
    assert asked.fields["skipper"] == s.chart.skippers[3].name
    assert [str(option) for option in s.asked[0].options] == ["Gato", str(UNASSIGNED)]
    assert (s.state.boats[0].skipper, s.state.boats[0].rating) == (3, 1)


@pytest.mark.rule("silent_war", "25.3")
def test_a_skipper_may_be_left_without_a_boat_and_leaves_play(sea):
    s = port(sea, ("gato", Place.REPAIR_3)).dice(("reassigned", 9))
    s.state.skippers.remove(SkipperIndex(3))
    s.run(reassign_skipper(s.play, SkipperIndex(3)), "no boat")
    assert s.state.boats[0].skipper is None
    assert 3 not in s.state.skippers


@pytest.mark.rule("silent_war", "18.12-b", "25.3")
def test_a_written_off_boats_skipper_may_get_another(sea, charts):
    s = port(sea, ("gato", Place.OPERATING), ("wahoo", Place.REPAIR_1))
    boat = s.state.boats[0]
    boat.where, boat.damage, boat.skipper, boat.rating = charts.area_index["hawaiian_islands"], 2, 0, 1
    s.dice(("extent", 9), ("extent", 9), ("reassigned", 9))
    s.run(arrive(s.play, boat, s.base), "Wahoo")
    assert boxes(s) == [Place.REMOVED, Place.REPAIR_1]
    assert s.state.boats[1].skipper == 0


@pytest.mark.rule("silent_war", "21.2", "21.22")
def test_a_tender_takes_one_boat_more_than_printed_and_refuses_the_next(sea, charts):
    tender = 0
    printed = charts.tenders[tender].capacity_printed
    names = [card.id for card in charts.boats[20 : 20 + printed + 1]]
    s = port(sea, *[(name, Place.BROOM) for name in names[:-1]], base="midway")
    s.state.tenders[s.base] = tender
    assert takes(s.state, s.base)
    s.state.boats.append(Boat(charts.boat_index[names[-1]], Place.READY, s.base))
    assert not takes(s.state, s.base)
    s.state.active[s.base] = True
    visitor = Boat(charts.boat_index["tang"], Place.OPERATING, charts.area_index["central_pacific"], rtb=Rtb.VOLUNTARY)
    s.state.boats.append(visitor)
    assert ways_home(s.state, [visitor])[0] == [charts.base_index["pearl_harbor"]]


@pytest.mark.rule("silent_war", "21.21", "21.24")
def test_tenders_join_the_pile_at_their_date_are_drawn_at_random_and_come_back(sea, charts):
    s = sea(month="1941-12")
    new_tenders(s.state)
    at_start = set(s.state.tender_pile)
    assert {charts.tenders[t].name for t in at_start} == {"Holland", "Canopus", "Otus", "Pelias"}
    midway = charts.base_index["midway"]
    s.dice(("which tender", "Otus"))
    assert place_tender(s.play, midway)
    assert charts.tenders[s.state.tenders[midway]].name == "Otus"
    tender_leaves(s.state, midway)
    assert set(s.state.tender_pile) == at_start
    s.state.tender_pile.clear()
    assert not place_tender(s.play, midway)


@pytest.mark.rule("silent_war", "21.21", "5.0")
def test_the_tender_that_is_lost_with_manila_comes_to_no_base_afterwards(sea, game, charts):
    canopus = next(n for n, tender in enumerate(charts.tenders) if tender.id == "canopus")
    s = sea(month="1941-12", week=1, options={"automatic_events": False})
    s.state.boats.clear()
    s.run(carry_out(s.play, charts.events["fall_of_manila"]))
    reinforcements(s.play)
    assert {charts.tenders[t].name for t in s.state.tender_pile} == {"Holland", "Otus", "Pelias"}, "in the first week"
    later = [row.id for row in charts.scenarios if "fall_of_manila" in row.events_already_used]
    assert len(later) >= 3
    for scenario in later:
        assert canopus not in game.new_match(scenario, seed=1).state.tender_pile, scenario


@pytest.mark.rule("silent_war", "8.0-1", "3.13-a")
def test_dated_pieces_enter_their_cups_and_the_battleship_leaves(sea, charts):
    index = charts.ship_index
    s = sea(month="1944-02", war_period=3)
    s.play.use(SeededChance.from_seed(2))
    sort_war_mix(s.play)
    s.state.month += 1
    war_mix_changes(s.play)
    matsu = [[charts.ships[p].category for p in cup].count("de_matsu") for cup in s.state.cups]
    assert tuple(matsu) == charts.war_mix[3]["de_matsu"]
    assert index["n_taiho_01"] in s.state.cups[3]
    s = sea(month="1943-02", war_period=2)
    s.play.use(SeededChance.from_seed(2))
    sort_war_mix(s.play)
    assert index["bb36_01"] in s.state.cups[3]
    s.state.month += 1
    war_mix_changes(s.play)
    assert s.state.gone == [index["bb36_01"]]
    assert index["bb36_01"] not in s.state.cups[3]


@pytest.mark.rule("silent_war", "3.13-b")
@pytest.mark.parametrize("sunk", [True, False])
def test_musashi_takes_yamatos_place_as_she_enters_the_war_if_yamato_is_sunk_by_then(sea, charts, sunk):
    yamato, musashi = charts.ship_index["n_yamato_01"], charts.ship_index["n_musashi_01"]
    s = sea(month="1943-01")
    s.state.gone = [yamato] if sunk else []
    s.play.use(SeededChance.from_seed(2))
    sort_war_mix(s.play)
    assert musashi not in s.state.cups[3], "not before February 1943"
    s.state.month += 1
    war_mix_changes(s.play)
    assert [piece in s.state.cups[3] for piece in (yamato, musashi)] == [not sunk, sunk]


@pytest.mark.rule("silent_war", "3.13-b", "3.14")
def test_with_yamato_sunk_the_cups_are_sorted_with_musashi_in_her_place(sea, charts):
    s = sea(month="1943-04")
    s.state.gone = [charts.ship_index["n_yamato_01"]]
    s.play.use(SeededChance.from_seed(2))
    sort_war_mix(s.play)
    assert charts.ship_index["n_musashi_01"] in s.state.cups[3]


@pytest.mark.rule("silent_war", "8.0-2")
def test_arrivals_go_to_the_broom_box_of_their_base_or_to_a_stand_in(sea, charts):
    row = charts.months[1942 * 12 + 3]
    assert "brisbane" in {arrival.base for arrival in row.arrivals}
    for active, place in (((), "pearl_harbor"), (("fremantle",), "fremantle"), (("fremantle", "brisbane"), "brisbane")):
        s = sea(month="1942-04")
        s.state.active = [base.id in ("pearl_harbor", *active) for base in charts.bases]
        s.state.boats[:] = [Boat(charts.boat_index["s_42"]), Boat(charts.boat_index["tang"])]
        arrivals(s.play, row)
        assert (s.state.boats[0].place, s.state.boats[0].where) == (Place.BROOM, charts.base_index[place])
        assert s.state.boats[1].place is Place.NOT_IN_PLAY


def withdrawn(charts):
    return next((month, row) for month, row in sorted(charts.months.items()) if row.withdraw)


@pytest.mark.rule("silent_war", "8.0-3")
def test_withdrawn_boats_leave_pearl_harbor_at_once_and_make_for_it_from_elsewhere(sea, charts):
    _, row = withdrawn(charts)
    card = charts.boat_index[row.withdraw[0]]
    pearl, area = charts.base_index["pearl_harbor"], charts.area_index["bonins"]
    s = sea()
    s.state.boats[:] = [Boat(card, Place.HOLD, pearl, damage=1, skipper=SkipperIndex(0), rating=1)]
    withdrawals(s.play, row)
    boat = s.state.boats[0]
    assert (boat.place, boat.damage, boat.skipper) == (Place.WEST_COAST, 0, 0), "damage off, skipper aboard"
    s.state.boats[:] = [Boat(card, Place.OPERATING, area)]
    withdrawals(s.play, row)
    boat = s.state.boats[0]
    assert (boat.rtb, boat.place, boat.moved, boat.ordered_home) == (Rtb.INVOLUNTARY, Place.DONE, True, True)
    s.state.boats[:] = [Boat(card, Place.OPERATING, area, on_patrol=True)]
    withdrawals(s.play, row)
    assert s.state.boats[0].on_patrol, "it may search and fight this turn first"
    s.state.boats[:] = [Boat(card, Place.LOST)]
    withdrawals(s.play, row)
    assert s.state.boats[0].place is Place.LOST


@pytest.mark.rule("silent_war", "8.0-4", "2.3-A2", "30.4")
def test_early_gatos_come_back_from_overhaul_as_gatos(sea, charts):
    silversides, gato = charts.boat_index["silversides"], charts.boats[charts.boat_index["wahoo"]]
    month, row = next((m, r) for m, r in charts.months.items() if "silversides" in r.return_)
    s = sea()
    s.state.month = month
    s.state.boats[:] = [
        Boat(silversides, Place.WEST_COAST),
        Boat(charts.boat_index["trigger"], Place.BROOM, AreaIndex(0)),
    ]
    s.state.boats[1].ordered_home = True
    returns(s.play, row)
    card = charts.boats[s.state.boats[0].card]
    assert (card.name, card.boat_class) == ("Silversides", "Gato")
    assert (card.attack, card.defense, card.tactical) == (gato.attack, gato.defense, gato.tactical)
    assert (s.state.boats[0].place, s.state.boats[0].where) == (Place.BROOM, charts.base_index["pearl_harbor"])
    assert not s.state.boats[1].ordered_home, "too late for the yard: the overhaul is skipped"
    assert charts.boats[s.state.boats[1].card].boat_class == "Early Gato"


@pytest.mark.rule("silent_war", "8.0-2", "8.0-3")
def test_the_list_is_carried_out_in_the_first_week_of_the_month_only(sea, charts):
    for week, there in ((2, Place.NOT_IN_PLAY), (1, Place.BROOM)):
        s = sea(month="1942-08", week=week)
        s.play.use(SeededChance.from_seed(3))
        s.state.boats[:] = [Boat(charts.boat_index["wahoo"])]
        reinforcements(s.play)
        assert s.state.boats[0].place is there


@pytest.mark.rule("silent_war", "8.0-3")
def test_a_withdrawn_boat_goes_on_to_the_coast_when_it_reaches_pearl_harbor(sea, charts):
    s = port(sea, ("gato", Place.BROOM))
    go_to_west_coast(s.play, s.state.boats[0])
    assert boxes(s) == [Place.BROOM], "not ordered home"
    s.state.boats[0].ordered_home = True
    go_to_west_coast(s.play, s.state.boats[0])
    assert boxes(s) == [Place.WEST_COAST]


@pytest.mark.rule("silent_war", "8.0-3", "18.11")
def test_a_damaged_boat_withdrawn_for_overhaul_goes_to_the_coast_without_a_roll_for_its_damage(sea, charts):
    s = sea("wahoo", "hawaiian_islands").skipper(2)
    s.boat.ordered_home, s.boat.rtb, s.boat.damage, s.boat.spotted = True, Rtb.INVOLUNTARY, 2, True
    s.run(arrive(s.play, s.boat, charts.base_index["pearl_harbor"]))
    assert (s.boat.place, s.boat.damage, s.boat.spotted, s.boat.rtb) == (Place.WEST_COAST, 0, False, Rtb.NONE)
    assert (s.boat.skipper, s.boat.rating) == (0, 2)


@pytest.mark.rule("silent_war", "8.0-3", "19.21-4")
def test_a_withdrawn_boat_is_marked_for_home_even_when_event_4_spares_it_the_endurance_check(sea, charts):
    s = sea("spearfish", "empire_pacific")
    s.boat.ordered_home = True
    s.state.cups[0] = [charts.ship_index["combat_event_01"], charts.ship_index["m_3_5_07"]]
    s.dice(
        *(("search", 4 + 5), ("contact", 0), ("piece from cup A", 0), ("piece from cup A", 0)),
        *(("combat event", 4), ("mechanical", 0)),
    )
    s.run(search_and_fight(s.play, s.boat), "column A", "standard", "#1")
    assert (s.boat.rtb, s.boat.place) == (Rtb.INVOLUNTARY, Place.DONE)


@pytest.mark.rule("silent_war", "21.23")
def test_a_deploying_boat_that_a_tender_cannot_repair_must_return_to_a_major_base(sea, charts):
    s = sea("wahoo", "hawaiian_islands", ("extent", 9))
    s.boat.on_patrol, s.boat.damage = False, 1
    s.run(arrive(s.play, s.boat, charts.base_index["midway"]))
    assert (s.boat.place, s.boat.rtb, s.boat.major_base_only) == (Place.DONE, Rtb.INVOLUNTARY, True)


@pytest.mark.rule("silent_war", "15.26", "21.23")
def test_a_boat_that_was_out_of_range_is_as_any_other_once_a_tender_has_repaired_it(sea, charts):
    s = sea("wahoo", "central_pacific", ("extent", 0))
    s.state.active[charts.base_index["midway"]] = True
    speed = charts.boats[s.boat.card].speed
    s.boat.on_patrol, s.boat.damage, s.boat.rtb, s.boat.stranded = False, 1, Rtb.INVOLUNTARY, True
    s.run(arrive(s.play, s.boat, charts.base_index["midway"]))
    assert (s.boat.place, s.boat.damage) == (Place.BROOM, 0)
    s.boat.where, s.boat.place = s.area, Place.OPERATING
    homes, _, now = ways_home(s.state, [s.boat])
    assert {charts.bases[home].id for home in homes} == {"midway", "pearl_harbor"}, "not the nearest alone"
    assert now == speed, "not a step slower"


@pytest.mark.rule("silent_war", "21.3", "7.21-Y10", "10.21")
def test_a_typhoon_beside_a_base_bars_repair_rolls_and_not_the_way_out_of_hold(sea, charts):
    s = port(sea, ("gato", Place.REPAIR_1), ("wahoo", Place.HOLD), base="dutch_harbor")
    s.state.storms[charts.bases[s.base].areas[0]] = Storm.TYPHOON_1
    s.dice()
    s.run(repair_boats(s.play), "Wahoo goes")
    assert boxes(s) == [Place.REPAIR_1, Place.REPAIR_3]
