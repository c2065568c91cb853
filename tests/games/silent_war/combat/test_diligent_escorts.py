"""Diligent Escorts in a typhoon, turned back by radar, and against a wolfpack (7.21, 14.13, 24)."""

import pytest

from navalcore_games.silent_war.combat.after import After, Stage
from navalcore_games.silent_war.combat.display import asw_halves
from navalcore_games.silent_war.combat.events import resolve_event
from navalcore_games.silent_war.combat.reveal import reveal_units, turn_up
from navalcore_games.silent_war.combat.rounds import escort_in_reach, fight, guns_possible
from navalcore_games.silent_war.ids import UnitNumber
from navalcore_games.silent_war.state import Place, Posture, Storm, Unit
from navalcore_games.silent_war.wolfpacks.searching import search_pack
from tests.games.silent_war.wolfpacks.test_packs import on_display, pack

DILIGENT = "diligent_red_ball_01"
"""ASW 3."""


@pytest.mark.rule("silent_war", "7.21-Y3", "14.12-a")
@pytest.mark.parametrize(("storm", "ordinary"), [(Storm.NONE, False), (Storm.TROPICAL, False), (Storm.TYPHOON_2, True)])
def test_the_cautious_die_is_against_the_asw_that_the_escort_has_in_this_weather(sea, storm, ordinary):
    """A 3 is not more than an ASW of 3, and more than the 2 that a typhoon leaves of it."""
    s = sea("argonaut", "bonins").storm(storm).display((DILIGENT, "B", False), posture=Posture.CAUTIOUS)
    s.dice(("cautious", 3), *([] if ordinary else [("Diligent", 0)]))
    s.run(turn_up(s.play, s.fighter, s.unit(1), Stage.REVEALED))
    assert s.unit(1).ordinary is ordinary
    left = 1 if ordinary else 3
    assert asw_halves(s.state, s.combat, s.unit(1), False) == 2 * left


@pytest.mark.rule("silent_war", "14.13-f", "14.12-a")
def test_an_escort_that_radar_turns_back_is_diligent_again_when_it_is_revealed_in_the_re_attack(sea):
    units = [(DILIGENT, "B", False), *[("m_1_2_01", "B", False)] * 4]
    s = sea("argonaut", "bonins", month="1943-10", war_period=3).display(*units, posture=Posture.CAUTIOUS)
    s.dice(("cautious", 9))
    s.run(reveal_units(s.play, s.fighter), "#1", "turn it back", "#2")
    s.combat.round_number, s.fighter.posture = 1, Posture.STANDARD
    s.dice(("Diligent", 5))
    s.run(turn_up(s.play, s.fighter, s.unit(1), Stage.REVEALED))
    assert s.boat.spotted
    assert asw_halves(s.state, s.combat, s.unit(1), False) == 2 * 3


@pytest.mark.rule("silent_war", "14.13-c", "24.32")
@pytest.mark.parametrize(("answer", "place"), [("withdraw", Place.DONE), ("fight on", Place.OPERATING)])
def test_a_member_that_breaks_off_for_its_damage_checks_its_endurance_though_it_made_no_attack(
    sea, charts, answer, place
):
    s = pack(sea, 3, "empire_pacific")
    s.state.torpedo = -2
    s.state.cups[0][:] = [charts.ship_index[DILIGENT], charts.ship_index["dd_01"]]
    found = (("search", 8), ("contact", 0), ("piece", 0), ("piece", 0))
    struck = (("which boat the", 0), ("Diligent Escort", 7))
    withdraws = answer == "withdraw"
    rest = [("endurance", 0)] if withdraws else [("TDC", "3"), ("TDC", "3")]
    s.dice(*found, *struck, *rest)
    stations = ("column A", "column D", "column D", "standard", "standard", "standard")
    again = ("Tang", "withdraw")
    s.run(search_pack(s.play, s.pack, False), *stations, "Wahoo", "#1", "do not dive", answer, *again)
    assert (s.pack[0].damage, s.pack[0].place) == (1, place)


@pytest.mark.rule("silent_war", "19.21-8")
@pytest.mark.parametrize(("ship", "held"), [("aircraft_land_01", False), ("dd_01", True)])
def test_event_8_holds_boats_down_where_an_escort_is_near_and_not_where_an_aircraft_is(sea, charts, ship, held):
    s = on_display(pack(sea, 3, "south_pacific"), (0, 1, 3))
    s.combat.units.append(Unit(charts.ship_index[ship], 0, UnitNumber(1), True, True))
    assert [escort_in_reach(s.play, fighter) for fighter in s.combat.fighters] == [held, held, False]


@pytest.mark.rule("silent_war", "14.13-c", "14.13-d", "14.12-a")
@pytest.mark.parametrize(
    ("face_up", "ordinary", "strikes"), [(True, False, False), (False, False, True), (True, True, True)]
)
def test_only_a_revealed_diligent_escort_that_is_one_still_spares_the_boat_a_second_in_its_column(
    sea, face_up, ordinary, strikes
):
    s = sea("argonaut", "bonins").display((DILIGENT, "B", face_up), ("diligent_red_ball_02", "B", False))
    s.unit(1).ordinary = ordinary
    s.dice(*([("Diligent", 5)] if strikes else []))
    s.run(turn_up(s.play, s.fighter, s.unit(2), Stage.REVEALED))
    assert s.boat.spotted is strikes
    assert s.numbers == ([1, 2] if strikes else [1])


@pytest.mark.rule("silent_war", "14.13-c")
def test_a_damaged_boat_that_a_diligent_escort_only_spots_is_not_asked_to_withdraw(sea):
    s = sea("argonaut", "bonins", ("Diligent", 5)).display((DILIGENT, "B", False))
    s.boat.damage = 1
    assert s.run(turn_up(s.play, s.fighter, s.unit(1), Stage.REVEALED)) is After.GO_ON
    assert (s.boat.spotted, s.boat.damage) == (True, 1)


@pytest.mark.rule("silent_war", "24.51", "24.55")
def test_a_boat_that_has_left_the_display_is_not_the_one_struck(sea, charts):
    s = on_display(pack(sea, 3, "bonins"), (0, 1, 3))
    s.combat.fighters[1].out = True
    s.combat.units.append(Unit(charts.ship_index[DILIGENT], 0, UnitNumber(1)))
    s.dice(("which boat the", 1), ("Diligent", 7))
    s.run(turn_up(s.play, s.combat.fighters[0], s.unit(1), Stage.REVEALED), "do not dive", "fight on")
    assert [boat.damage for boat in s.pack] == [0, 0, 1]


@pytest.mark.rule("silent_war", "24.51", "14.13-c")
def test_the_boat_that_revealed_it_goes_on_where_the_one_it_damaged_withdraws(sea, charts):
    s = on_display(pack(sea, 3, "bonins"), (0, 1, 3))
    s.combat.units.append(Unit(charts.ship_index[DILIGENT], 0, UnitNumber(1)))
    s.dice(("which boat the", 1), ("Diligent", 7))
    after = s.run(turn_up(s.play, s.combat.fighters[0], s.unit(1), Stage.REVEALED), "do not dive", "withdraw")
    assert after is After.GO_ON
    assert [fighter.out for fighter in s.combat.fighters] == [False, True, False]


@pytest.mark.rule("silent_war", "19.21-1", "14.13-c")
def test_a_boat_that_a_diligent_escort_spots_uses_its_guns_no_more(sea):
    """SW-R55; the escort is gone again, as no gun is used while a warship is in sight."""
    s = sea("argonaut", "bonins", ("Diligent", 5)).display((DILIGENT, "B", False), ("m_1_2_01", "B"))
    s.boat.spotted = s.fighter.gunnery = s.fighter.own_mark = True
    assert guns_possible(s.play, s.fighter)
    s.run(turn_up(s.play, s.fighter, s.unit(1), Stage.REVEALED))
    s.combat.units.remove(s.unit(1))
    assert not guns_possible(s.play, s.fighter)


@pytest.mark.rule("silent_war", "24.52", "19.21-7", "19.21-8")
@pytest.mark.parametrize(("event", "held_down"), [(7, False), (8, True)])
def test_event_8_holds_the_others_down_and_event_7_concerns_one_boat(sea, event, held_down):
    s = on_display(pack(sea, 3, "south_pacific"), (0, 1, 3))
    s.dice(("combat event", event))
    s.run(resolve_event(s.play, s.combat.fighters[0]))
    assert s.combat.held_down is held_down


@pytest.mark.rule("silent_war", "24.52", "19.21-8")
def test_event_8_holds_the_others_down_for_its_round_and_not_in_the_re_attack(sea, charts):
    s = on_display(pack(sea, 3, "south_pacific"), (0, 0, 0))
    s.state.torpedo = -2
    s.combat.units += [
        Unit(charts.ship_index["combat_event_01"], 0, UnitNumber(1)),
        Unit(charts.ship_index["dd_01"], 0, UnitNumber(2), True, True),
    ]
    first = (("combat event", 8), ("TDC", "3"), ("counterattack", 0))
    again = [("pack re-attack", 0)] * 3
    others = [("TDC", "3"), ("counterattack", 0)] * 3
    s.dice(*first, *again, *others)
    stations = ("column A", "column A", "column B", "standard", "standard", "standard")
    s.run(fight(s.play), *stations, "Wahoo", "Tang", "re-attack", *stations, "Wahoo", "Tang")
    assert s.combat.round_number == 1
