"""Diligent Escorts in a typhoon, turned back by radar, and against a wolfpack (7.21, 14.13, 24)."""

import pytest

from navalcore_games.silent_war.combat.after import Stage
from navalcore_games.silent_war.combat.display import asw_halves
from navalcore_games.silent_war.combat.reveal import reveal_units, turn_up
from navalcore_games.silent_war.combat.rounds import escort_in_reach
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
