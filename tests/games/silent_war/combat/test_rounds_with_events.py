"""What a combat event changes in a round, and what it leaves as it was (14.15, 14.17, 19.21, 28.3)."""

import pytest

from navalcore.components._dice import DiceRolled
from navalcore_games.silent_war.combat.after import After, Stage
from navalcore_games.silent_war.combat.attack import bonus_open, could_hit, place_tdcs, sink_ship, strike
from navalcore_games.silent_war.combat.counterattack import counterattack
from navalcore_games.silent_war.combat.display import remaining_tdc
from navalcore_games.silent_war.combat.events import circling_torpedo, dead_torpedo, patrol_bomber, resolve_event
from navalcore_games.silent_war.combat.gunnery import gunnery_targets, surface_gunnery
from navalcore_games.silent_war.combat.reckoning import settle_doubled_tonnage, super_skipper
from navalcore_games.silent_war.combat.reveal import reveal_units, turn_up
from navalcore_games.silent_war.combat.rounds import attack_round, guns_possible, torpedo_round
from navalcore_games.silent_war.cups.war_mix import clean_up
from navalcore_games.silent_war.state import Place, Posture, Rtb, Storm

CARGO, RED, DD, DILIGENT = "m_3_5_07", "m_3_5_01", "dd_01", "diligent_red_ball_01"
AIRCRAFT, HOSPITAL, EVENT = "aircraft_land_01", "n_kiku_maru_01", "combat_event_01"


def met(sea, number, *dice, units, answers=(), boat="spearfish", **how):
    """A boat that has met this event: its display, and how the round continues."""
    s = sea(boat, "south_pacific", ("combat event", number), *dice, **how).display(*units)
    return s, s.run(resolve_event(s.play, s.fighter), *answers)


@pytest.mark.rule("silent_war", "14.14", "14.15-b")
def test_an_aircraft_that_is_revealed_gets_no_tdc_marker(sea):
    s = sea("spearfish", "south_pacific", ("TDC", "0")).display((AIRCRAFT, "B"), (CARGO, "B"))
    s.run(place_tdcs(s.play, s.fighter))
    assert [unit.tdc for unit in s.combat.units] == [None, 0]


@pytest.mark.rule("silent_war", "14.14", "19.21-2a")
def test_the_markers_on_the_display_are_not_in_the_pool_that_more_are_drawn_from(sea, charts):
    s = sea().display((CARGO, "B", True, -3), (CARGO, "B", True, 3))
    left = remaining_tdc(s.state, s.combat)
    assert [left.count(value) - charts.tdc_pool.count(value) for value in (-3, 0, 3)] == [-1, 0, -1]


@pytest.mark.rule("silent_war", "14.12-a", "28.4")
def test_an_escort_that_a_cautious_boat_finds_ordinary_is_a_destroyer_of_28_4_like_any_other(sea):
    """A Diligent Escort of Defense 6, lowered: 6 points and torpedoes of -1 against 6 less 1 for the TDC."""
    s = sea(torpedo=-1).display((DILIGENT, "B", True, -1))
    s.unit(1).ordinary = True
    assert could_hit(s.play, s.fighter, s.unit(1))
    s.unit(1).ordinary = False
    assert not could_hit(s.play, s.fighter, s.unit(1)), "its own ASW counts"


@pytest.mark.rule("silent_war", "14.2-2")
def test_escorts_out_of_reach_bring_a_counterattack_without_their_own_asw(sea):
    """SW-R49."""
    s = sea("spearfish", "east_china_sea").display((DD, "D"), column="A")
    difference = s.chart.areas[s.area].reds[2] + s.chart.general_asw[2] - 3
    s.dice((f"row {s.chart.counter_row(difference).label}", 0))
    counterattack(s.play, s.fighter)
    s.all_rolled()


@pytest.mark.rule("silent_war", "19.21-0")
@pytest.mark.parametrize(("storm", "torpedo", "roll", "left"), [
    (Storm.NONE, 0, 1, "damaged"), (Storm.NONE, 1, 1, "sunk"), (Storm.NONE, -1, 1, "sound"),
    (Storm.TYPHOON_1, 0, 1, "sunk"),
])  # fmt: skip
def test_event_0_adds_the_torpedo_value_to_the_result_and_a_typhoon_sinks_what_it_damages(
    sea, storm, torpedo, roll, left
):
    """A ship of 3 thousand tons: damaged on 1, sunk from 2 on."""
    s = sea("spearfish", "south_pacific", torpedo=torpedo).display((RED, "B", False)).storm(storm)
    s.dice(("combat event", 0), ("attack result", roll))
    s.run(resolve_event(s.play, s.fighter))
    assert s.numbers == ([] if left == "sunk" else [1])
    assert left == "sunk" or s.unit(1).damaged is (left == "damaged")


@pytest.mark.rule("silent_war", "19.21-0", "2.3-B5")
def test_an_aircraft_that_event_0_turns_up_is_not_struck_and_stays(sea):
    s, after = met(sea, 0, units=((AIRCRAFT, "B", False),))
    assert (after, s.numbers) == (After.GO_ON, [1])


@pytest.mark.rule("silent_war", "28.41", "19.21-0")
def test_a_diligent_escort_that_event_0_turns_up_has_been_revealed_and_ends_the_benefit(sea):
    s = sea("spearfish", "south_pacific", ("attack result", 0)).display((DILIGENT, "B", False))
    assert bonus_open(s.state, s.fighter)
    s.dice(("combat event", 0), ("attack result", 0))
    s.run(resolve_event(s.play, s.fighter))
    assert not bonus_open(s.state, s.fighter)


@pytest.mark.rule("silent_war", "19.21-1")
def test_a_revealed_aircraft_keeps_the_guns_silent_and_units_face_down_do_not(sea):
    s = sea().display((CARGO, "B"), (AIRCRAFT, "D"))
    assert gunnery_targets(s.state, s.combat, s.fighter) == []
    s = sea().display((CARGO, "B"), (AIRCRAFT, "D", False), (DD, "B", False), (RED, "B", False))
    assert [unit.number for unit in gunnery_targets(s.state, s.combat, s.fighter)] == [1]


@pytest.mark.rule("silent_war", "19.21-1", "14.16-D")
def test_a_second_damage_result_of_the_guns_sinks(sea):
    """Row 26-35: damaged from 5."""
    s = sea("spearfish", "south_pacific").display((CARGO, "B"))
    s.unit(1).damaged = True
    s.dice(("attack result", 5))
    s.run(surface_gunnery(s.play, s.fighter))
    assert s.numbers == []


@pytest.mark.rule("silent_war", "19.21-1", "23.1")
def test_a_counterattack_that_spots_the_boat_ends_the_gunnery(sea):
    """SW-R55: row "9 or more" spots on 3 and has no effect on 0."""
    for roll, guns in ((0, True), (3, False)):
        s = sea("spearfish", "south_pacific").display((CARGO, "B", True, 0), ("m_3_5_50", "B"))
        s.fighter.gunnery = s.fighter.own_mark = s.combat.round.gunnery = True
        s.combat.round.asw_bonus = 20
        s.dice(("row 9 or more", roll))
        counterattack(s.play, s.fighter)
        assert guns_possible(s.play, s.fighter) is guns


@pytest.mark.rule("silent_war", "19.21-2a")
def test_after_a_circular_run_the_counterattack_comes_even_where_no_target_could_be_hit(sea):
    s, _ = met(sea, 2, ("malfunction", 1), units=(("n_yamato_01", "B"),), boat="argonaut")
    s.dice(("TDC", "3"), ("TDC marker for the circling", "3"), ("circling torpedo", 9))
    assert s.run(torpedo_round(s.play, s.fighter)) is After.COUNTERATTACK


@pytest.mark.rule("silent_war", "19.21-2a")
def test_the_own_attack_comes_before_that_of_the_circling_torpedo_and_a_boat_it_sinks_meets_no_counterattack(sea):
    s, _ = met(sea, 2, ("malfunction", 1), units=((CARGO, "B"), (DD, "C")), boat="argonaut")
    attack = (("TDC", "-3"), ("TDC", "3"), ("to hit", 9))
    s.dice(*attack, ("TDC marker for the circling", "-3"), ("circling torpedo", 0))
    assert s.run(torpedo_round(s.play, s.fighter), "4 points on #1") is After.COMBAT_OVER
    assert s.boat.place is Place.LOST


@pytest.mark.rule("silent_war", "19.21-2a")
def test_a_super_skipper_is_no_help_against_the_boats_own_torpedo(sea):
    """Argonaut: 4 - 1 + 1 against 1 and a TDC of 0 is 3, whoever commands her."""
    for roll, lost in ((3, True), (4, False)):
        s = sea("argonaut", "south_pacific").skipper(2).display()
        s.dice(("TDC", "0"), ("circling torpedo", roll))
        s.run(circling_torpedo(s.play, s.fighter))
        assert (s.boat.place is Place.LOST) is lost


@pytest.mark.rule("silent_war", "19.21-2c")
def test_a_premature_detonation_brings_the_counterattack_even_where_no_target_could_be_hit(sea):
    s, _ = met(sea, 2, ("malfunction", 5), ("premature", 1), units=(("n_yamato_01", "B"),))
    s.dice(("TDC", "3"))
    assert s.run(torpedo_round(s.play, s.fighter)) is After.COUNTERATTACK


@pytest.mark.rule("silent_war", "19.21-3", "14.13-c", "14.2-C")
@pytest.mark.parametrize("row", ["aircraft", "diligent"])
def test_the_rows_of_the_bomber_and_of_the_diligent_escort_may_ask_for_a_second_roll(sea, row):
    s = sea("argonaut", "empire_pacific").display((DILIGENT, "B", False))
    s.dice(("patrol bomber" if row == "aircraft" else "Diligent", 9), ("second roll", 0))
    if row == "aircraft":
        s.run(patrol_bomber(s.play, s.fighter))
    else:
        s.run(turn_up(s.play, s.fighter, s.unit(1), Stage.TARGETED))
    assert s.boat.spotted


@pytest.mark.rule("silent_war", "19.21-4", "18.13")
def test_mechanical_trouble_that_is_the_boats_third_damage_sends_nobody_home(sea):
    s = sea("argonaut", "empire_pacific", ("combat event", 4), ("mechanical", 1)).display()
    s.boat.damage = 2
    s.run(resolve_event(s.play, s.fighter))
    assert (s.boat.place, s.boat.rtb) == (Place.LOST, Rtb.NONE)


@pytest.mark.rule("silent_war", "19.21-6", "28.3")
def test_event_6_doubles_merchant_ships_as_often_as_it_came_and_neither_warships_nor_hospital_ships(sea, charts):
    s, _ = met(sea, 6, units=((CARGO, "B"), ("n_shokaku_01", "B"), (HOSPITAL, "B"), (RED, "B")))
    for unit in list(s.combat.units):
        sink_ship(s.play, s.fighter, unit)
    s.boat.rtb = Rtb.NONE
    scored = 3 + 26 + charts.ships[charts.ship_index[RED]].tonnage
    assert s.state.tonnage == scored, "the hospital ship scores no tonnage"
    s.combat.round.event = None
    s.dice(("combat event", 6))
    s.run(resolve_event(s.play, s.fighter))
    settle_doubled_tonnage(s.play, s.fighter)
    assert s.state.tonnage == scored + 3 + charts.ships[charts.ship_index[RED]].tonnage, "both merchants, once each"


@pytest.mark.rule("silent_war", "28.3", "14.5")
def test_the_tonnage_of_a_hospital_ship_earns_no_super_skipper(sea):
    s = sea("spearfish", "empire_pacific", ("result", 9)).display((HOSPITAL, "B"))
    strike(s.play, s.fighter, s.unit(1))
    assert (s.fighter.ships, s.fighter.tons) == (1, 0)


@pytest.mark.rule("silent_war", "14.5", "25.1")
def test_a_super_skipper_is_drawn_out_of_the_pool(sea, charts):
    s = sea("wahoo").dice(("Super Skipper", charts.skippers[0].name)).display()
    s.fighter.ships, s.fighter.tons = 3, 16
    super_skipper(s.play, s.fighter)
    assert s.boat.skipper not in s.state.skippers
    assert len(s.state.skippers) == len(charts.skippers) - 1


@pytest.mark.rule("silent_war", "19.21-7")
def test_a_boat_that_event_7_drives_home_makes_no_attack(sea):
    """Event 7: "If not sunk or forced to RTB, the submarine attacks"; the bonus brings the row "9 or more"."""
    s, _ = met(sea, 7, units=((CARGO, "B"), (DD, "C")))
    s.combat.round.asw_bonus = 20
    s.dice(("TDC", "0"), ("TDC", "0"), ("row 9 or more", 6))
    assert s.run(torpedo_round(s.play, s.fighter), "6 points on #1") is After.ROUND_OVER
    assert s.boat.rtb is Rtb.INVOLUNTARY


@pytest.mark.rule("silent_war", "19.21-7", "19.21-8", "14.17-A")
@pytest.mark.parametrize("number", [7, 8])
def test_events_7_and_8_bring_the_counterattack_where_the_boat_has_no_target_that_it_could_hit(sea, number):
    s, _ = met(sea, number, units=(("n_yamato_01", "A"), (DD, "B")))
    s.dice(("TDC", "3"), ("TDC", "3"), ("counterattack", 0))
    assert s.run(torpedo_round(s.play, s.fighter)) is After.ROUND_OVER


@pytest.mark.rule("silent_war", "19.21-9")
def test_after_event_9_the_escorts_do_not_strike_back(sea):
    s = sea("s_42", "south_pacific").display((EVENT, "B", False), (CARGO, "B"), (DD, "B"))
    first = (("combat event", 9), ("TDC", "0"), ("TDC", "3"), ("to hit", 9))
    s.dice(*first, ("TDC", "0"), ("TDC", "3"), ("to hit", 9))
    s.run(attack_round(s.play, s.fighter), "column B", "standard", "4 points on #2", "4 points on #2")


@pytest.mark.rule("silent_war", "14.4-a")
def test_in_a_re_attack_the_markers_of_the_first_round_are_off_and_new_ones_are_drawn(sea):
    s = sea("s_42", "south_pacific").display((CARGO, "A", True, -3), (DD, "D", True, -3), re_attack=1)
    s.dice(("TDC", "3"), ("counterattack", 0))
    s.run(attack_round(s.play, s.fighter), "column A", "standard")
    assert [unit.tdc for unit in s.combat.units] == [3, None]


@pytest.mark.rule("silent_war", "28.13", "28.14", "14.4-a")
@pytest.mark.parametrize(("re_attack", "asked"), [(0, []), (1, ["column"])])
def test_the_column_against_a_loner_is_given_in_the_first_round_and_chosen_in_the_re_attack(sea, re_attack, asked):
    s = sea("s_42", "south_pacific").display((DD, "B", re_attack > 0), loner=True, re_attack=re_attack)
    s.dice(("TDC", "3"), *([("counterattack", 0)] if re_attack else []))
    s.run(attack_round(s.play, s.fighter), *(["column B"] * re_attack), "standard")
    assert [decision.kind for decision in s.asked if decision.kind == "column"] == asked


@pytest.mark.rule("silent_war", "14.13-f", "2.3-B5")
def test_radar_turns_back_no_aircraft_and_one_unit_in_a_round(sea):
    units = ((AIRCRAFT, "B", False), *[(CARGO, "B", False)] * 6)
    s = sea("s_42", month="1943-10").display(*units, posture=Posture.AGGRESSIVE)
    s.run(reveal_units(s.play, s.fighter), "#1", "#2", "turn it back", "#3", "#4")
    assert [unit.number for unit in s.combat.units if unit.face_up] == [1, 3, 4]
    assert [decision.kind for decision in s.asked].count("turn_back") == 1


@pytest.mark.rule("silent_war", "14.6-A", "24.53", "28.14")
@pytest.mark.parametrize(("pack", "hits"), [(None, False), (0, True)])
def test_the_boat_of_a_wolfpack_that_meets_a_loner_keeps_the_packs_minus_1_to_hit(sea, pack, hits):
    """14.16-C: "if the attacking submarine is part of a Wolfpack"; 6 - 1 against 2 and a TDC of 2."""
    s = sea("spearfish", "south_pacific").display((CARGO, "B", False), loner=True)
    s.boat.pack = pack
    s.dice(("TDC", "2"), ("to hit", 2), *([("attack result", 0)] if hits else []))
    s.play.listen(True)
    s.run(attack_round(s.play, s.fighter), "standard", "torpedoes")
    rolls = [event for event in s.play.told if isinstance(event, DiceRolled) and event.why.startswith("to hit")]
    assert [dict(roll.modifiers).get("wolfpack", 0) for roll in rolls] == [-1 if hits else 0]


@pytest.mark.rule("silent_war", "2.3-B2", "14.8")
@pytest.mark.parametrize(
    ("name", "replaced"),
    [
        *((f"n_{name}_01", True) for name in ("asahi_maru", "kiku_maru", "akashi", "erimo", "iro", "asahi")),
        *((f"n_{name}_01", False) for name in ("izumo", "shokaku", "yamato", "ise")),
    ],
)
def test_hospital_ships_and_naval_auxiliaries_are_replaced_when_they_are_sunk_and_warships_are_not(
    sea, charts, name, replaced
):
    """SW-R119 for Asahi; all are of 6 thousand tons or more."""
    s = sea().dice(*([("replacement", 0)] if replaced else [])).display()
    stand_in = charts.ship_index["m_6_plus_01"]
    s.state.outside = [stand_in]
    s.combat.sunk.append((1, charts.ship_index[name]))
    clean_up(s.play, s.combat)
    s.all_rolled()
    assert s.state.cups[1] == ([stand_in] if replaced else [])
    assert s.state.gone == [charts.ship_index[name]]


@pytest.mark.rule("silent_war", "19.21-2d", "14.2")
@pytest.mark.parametrize(("attack", "left", "must_counter"), [(1, 0, True), (2, 1, False), (7, 3, False)])
def test_a_dead_torpedo_that_leaves_no_attack_value_still_brings_the_counterattack(sea, attack, left, must_counter):
    s = sea().display((CARGO, "B"))
    s.combat.round.attack = attack
    dead_torpedo(s.combat)
    assert (s.combat.round.attack, s.combat.round.must_counter) == (left, must_counter)
