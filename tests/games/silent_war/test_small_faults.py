"""What one changed sign in the program could have broken unseen: each test holds a place that a mutant showed bare."""

import pytest

from games.silent_war.ids import CardIndex
from games.silent_war.operations.boat import search_and_fight
from games.silent_war.state import Boat, Mission, Place
from games.silent_war.wolfpacks.operations import pack_enters_zone
from navalcore.components.dice import DiceRolled
from tests.games.silent_war.wolfpacks.test_packs import pack


@pytest.mark.rule("silent_war", "20.2", "13.1-A", "22.2")
@pytest.mark.parametrize(("on_mission", "congregating"), [(False, -1), (True, 0)])
def test_a_boat_in_a_special_mission_zone_searches_without_minding_the_crowd_outside(
    sea, charts, on_mission, congregating
):
    s = sea("spearfish", "solomons", ("search", 0), ("second roll", 5))
    s.state.boats += [Boat(CardIndex(0), Place.DONE, s.area) for _ in range(5)]
    mission = Mission(1, "search", True) if on_mission else None
    if mission is not None:
        s.boat.zone = next(number for number, zone in enumerate(charts.zones) if zone.id == "guadalcanal")
        s.state.missions[s.boat.zone] = mission
    else:
        s.dice(("search", 0), ("second roll", 5), ("endurance", 0))
    s.play.listen(True)
    s.run(search_and_fight(s.play, s.boat, mission))
    rolls = [event for event in s.play.told if isinstance(event, DiceRolled) and event.why.startswith("search")]
    assert len(rolls) == 2
    assert [dict(roll.modifiers).get("congregating", 0) for roll in rolls] == [congregating] * 2


@pytest.mark.rule("silent_war", "20.3", "24.3")
def test_every_boat_of_a_pack_that_enters_a_zone_makes_its_own_transit_check(sea, charts):
    s = pack(sea, 3, "bonins")
    iwo_jima = next(number for number, zone in enumerate(charts.zones) if zone.id == "iwo_jima")
    s.state.missions[iwo_jima] = Mission(3, "lifeguard", False)
    s.dice(*[("Transit Event", 0)] * 3)
    s.run(pack_enters_zone(s.play, s.pack), "into the Iwo Jima")
    assert [boat.zone for boat in s.pack] == [iwo_jima] * 3
    assert s.state.missions[iwo_jima].entered == 3
