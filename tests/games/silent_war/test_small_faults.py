"""What one changed sign in the program could have broken unseen: each test holds a place that a mutant showed bare."""

import pytest

from navalcore.components._chance import SeededChance
from navalcore.components._dice import DiceRolled
from navalcore_games.silent_war.combat.after import After, Stage
from navalcore_games.silent_war.combat.attack import choose_targets, could_hit, difference_for
from navalcore_games.silent_war.combat.reveal import reveal_units, turn_up
from navalcore_games.silent_war.combat.rounds import choose_posture, fight
from navalcore_games.silent_war.data_pack.printed import ACTIVITY_NAMES
from navalcore_games.silent_war.ids import CardIndex, UnitNumber
from navalcore_games.silent_war.movement.transit import deployment
from navalcore_games.silent_war.operations.boat import search_and_fight
from navalcore_games.silent_war.state import AT_SEA, Boat, Combat, Mission, Place, Posture, Rtb
from navalcore_games.silent_war.strategic.reinforcements import war_mix_changes
from navalcore_games.silent_war.turn import intelligence
from navalcore_games.silent_war.wolfpacks import searching
from navalcore_games.silent_war.wolfpacks.operations import pack_enters_zone
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


@pytest.mark.rule("silent_war", "8.0-1")
def test_a_piece_enters_the_cups_in_its_month_and_not_before(sea, charts):
    s = sea(month="1942-06")
    row = charts.war_mix[s.state.war_period]
    later = next(
        number
        for number, ship in enumerate(charts.ships)
        if ship.entry is not None and ship.entry > s.state.month and any(row.get(ship.category, ()))
    )
    s.state.outside = [later]
    war_mix_changes(s.play)
    assert s.state.outside == [later]
    assert not any(s.state.cups)
    s.state.month = charts.ships[later].entry
    s.play.use(SeededChance.from_seed(1))
    war_mix_changes(s.play)
    assert s.state.outside == []
    assert sum(map(len, s.state.cups)) == 1


@pytest.mark.rule("silent_war", "13.3", "20.4", "24.3")
@pytest.mark.parametrize(
    ("mission", "met"),
    [(None, (2, False)), (Mission(3, "search", False), (3, False)), (Mission(3, "search", True), (3, True))],
)
def test_a_pack_meets_whole_convoys_but_in_a_zone_what_the_zone_says(sea, monkeypatch, mission, met):
    s = pack(sea, 3, "bonins")
    s.state.combat = Combat(s.area, False, [])
    found = []
    monkeypatch.setattr(searching, "set_up_contact", lambda play, boat, *how: found.append(how))
    s.run(searching.pack_meets(s.play, s.pack, s.pack[0], ACTIVITY_NAMES[2], False, mission))
    assert found == [met]


@pytest.mark.rule("silent_war", "14.4-a", "14.41", "14.42")
def test_a_super_skipper_who_withdraws_after_the_first_round_is_not_asked_for_a_second_re_attack(sea):
    s = sea("s_42", "south_pacific").skipper(1).display(("n_yamato_01", "B"))
    s.dice(("TDC", "3"))
    s.run(fight(s.play), "column A", "standard", "withdraw")
    assert [decision.rule for decision in s.asked].count("14.4") == 1
    assert s.combat.round_number == 0


@pytest.mark.rule("silent_war", "14.16-B")
@pytest.mark.parametrize(("defense", "worse"), [(0, -1), (1, 0), (2, 1), (8, 7)])
def test_a_unit_that_lies_face_down_has_a_defense_of_1_until_it_is_attacked(sea, charts, defense, worse):
    """SW-R45, SW-R43."""
    ship = next(one.id for one in charts.ships if one.defense == defense and one.type in ("M", "BB"))
    s = sea("spearfish", "south_pacific").display((ship, "B", False, 3), (ship, "B", True, 3))
    hidden, shown = (difference_for(s.play, s.fighter, unit, 8) for unit in s.combat.units)
    assert hidden - shown == worse


@pytest.mark.rule("silent_war", "24.0", "24.14")
def test_the_invariants_notice_a_pack_in_two_places_and_one_of_two_boats(game, charts):
    match = game.new_match("campaign_full", seed=1)
    state = match.state

    def told():
        found = game.invariants(state, match.setup.terms)
        return [text for text in found if text.startswith("wolfpack 0")]

    boats = state.boats[:3]
    for boat in boats:
        boat.place, boat.where, boat.on_patrol, boat.pack = Place.OPERATING, charts.area_index["solomons"], True, 0
    state.acting = None
    assert told() == []
    boats[1].where = charts.area_index["bonins"]
    assert told() == ["wolfpack 0 is not in one place"]
    boats[1].pack = None
    assert told() == ["wolfpack 0 has 2 boats"]


@pytest.mark.rule("silent_war", "28.4", "14.15-a")
def test_whether_an_escort_could_be_hit_leaves_its_own_asw_out_only_where_28_4_allows_it(sea):
    """SW-R43: six points and torpedoes of -1 against a defense of 7, an ASW of 1 and a TDC of -2."""
    s = sea().display(("dd_02", "B", True, -2))
    assert could_hit(s.play, s.fighter, s.unit(1))
    s.boat.spotted = True
    assert not could_hit(s.play, s.fighter, s.unit(1))


@pytest.mark.rule("silent_war", "14.15-a", "14.16-C", "14.17-A")
@pytest.mark.parametrize(("posture", "unmodified", "attacks"), [(0, None, False), (0, 1, True), (1, None, True)])
def test_a_cautious_boat_that_only_a_roll_below_0_would_let_hit_does_not_attack(sea, posture, unmodified, attacks):
    """SW-R43: five against a defense of 7 and a TDC of -3, which is -2 to a Cautious boat: it needs a 0 and adds 1.

    To a boat of another posture, and where it leaves that TDC unmodified, the TDC is -3, and nothing is added.
    """
    s = sea().display(("dd_02", "B", True, -3))
    s.fighter.posture, s.fighter.unmodified = Posture(posture), unmodified
    assert difference_for(s.play, s.fighter, s.unit(1), 6, UnitNumber(1)) == (1 if attacks else 0)
    assert could_hit(s.play, s.fighter, s.unit(1)) is attacks
    assert s.run(choose_targets(s.play, s.fighter)) is attacks


@pytest.mark.rule("silent_war", "15.0", "15.25")
def test_a_boat_that_has_left_a_base_may_make_for_another_but_not_for_the_one_it_left(sea, charts):
    s = sea("wahoo")
    pearl_harbor, midway = charts.base_index["pearl_harbor"], charts.base_index["midway"]
    s.state.active[midway] = True
    s.boat.place, s.boat.where, s.boat.on_patrol = Place.READY, pearl_harbor, False
    s.run(deployment(s.play, s.boat), "to Hawaiian", "to Central", "stop", "patrol side")
    offered = [text for decision in s.asked[1:3] for text in decision.texts]
    assert not [text for text in offered if "Pearl Harbor" in text]
    assert [text for text in offered if "Midway" in text]


@pytest.mark.rule("silent_war", "14.12-a", "14.7-a")
@pytest.mark.parametrize("posture", ["cautious", "standard", "aggressive"])
@pytest.mark.parametrize("before", [False, True])
def test_it_is_remembered_for_the_endurance_check_whether_a_boat_was_ever_aggressive(sea, posture, before):
    s = sea().display(("m_3_5_07", "A"), posture=Posture.STANDARD)
    s.fighter.aggressive_used = before
    s.run(choose_posture(s.play, s.fighter), posture)
    assert s.fighter.aggressive_used is (before or posture == "aggressive")


def test_the_invariants_name_the_piece_that_is_lost_or_there_twice(game, charts):
    match = game.new_match("campaign_full", seed=1)
    cup = next(cup for cup in match.state.cups if cup)
    piece = cup.pop()

    def told():
        found = game.invariants(match.state, match.setup.terms)
        return [text for text in found if "not in exactly one place" in text]

    expected = [f"pieces are not in exactly one place: {charts.ships[piece].id}"]
    assert told() == expected
    cup += [piece, piece]
    assert told() == expected
    cup.pop()
    assert told() == []


@pytest.mark.rule("silent_war", "14.13-c", "14.2-A")
@pytest.mark.parametrize("stage", [Stage.REVEALED, Stage.TARGETED])
def test_a_boat_sunk_by_a_diligent_escort_is_out_of_the_combat_and_nothing_more_is_asked(sea, stage):
    s = sea("argonaut", "empire_pacific", ("Diligent", 7)).display(("diligent_red_ball_01", "B", False))
    s.boat.damage = 2
    assert s.run(turn_up(s.play, s.fighter, s.unit(1), stage)) is After.COMBAT_OVER
    assert s.boat.place is Place.LOST
    assert s.fighter.out


@pytest.mark.parametrize(("damage", "noticed"), [(-1, True), (0, False), (1, False), (2, False), (3, True)])
def test_the_invariants_allow_a_boat_two_points_of_damage_at_most(game, charts, damage, noticed):
    match = game.new_match("campaign_full", seed=1)
    boat = match.state.boats[0]
    boat.place, boat.where, boat.damage = Place.OPERATING, charts.area_index["solomons"], damage
    found = game.invariants(match.state, match.setup.terms)
    assert bool([text for text in found if "impossible damage or skipper" in text]) is noticed


@pytest.mark.rule("silent_war", "7.1-a")
@pytest.mark.parametrize("no_ultra", [False, True])
def test_ultra_is_rolled_for_unless_a_war_event_forbids_it(sea, no_ultra):
    s = sea(no_ultra=no_ultra)
    s.play.use(SeededChance.from_seed(1))
    s.play.listen(True)
    intelligence(s.play)
    rolled = any(isinstance(event, DiceRolled) for event in s.play.told)
    assert rolled is not no_ultra


@pytest.mark.rule("silent_war", "15.2")
@pytest.mark.parametrize(
    ("marker", "noticed"),
    [({}, False), ({"damage": 2}, False), ({"rtb": Rtb.VOLUNTARY}, True), ({"spotted": True}, True),
     ({"on_patrol": True}, True)],
)  # fmt: skip
def test_the_invariants_notice_each_marker_of_a_boat_at_sea_on_a_boat_in_base(game, marker, noticed):
    match = game.new_match("campaign_full", seed=1)
    boat = match.state.boats[0]
    assert boat.place not in AT_SEA
    for name, value in marker.items():
        setattr(boat, name, value)
    found = game.invariants(match.state, match.setup.terms)
    assert bool([text for text in found if "has markers of a boat at sea" in text]) is noticed


@pytest.mark.rule("silent_war", "24.0", "24.14")
def test_the_invariants_count_the_boats_of_a_pack_of_one(game, charts):
    match = game.new_match("campaign_full", seed=1)
    boat = match.state.boats[0]
    boat.place, boat.where, boat.on_patrol, boat.pack = Place.OPERATING, charts.area_index["solomons"], True, 0
    match.state.acting = None
    found = game.invariants(match.state, match.setup.terms)
    assert [text for text in found if text.startswith("wolfpack")] == ["wolfpack 0 has 1 boats"]


@pytest.mark.rule("silent_war", "14.13-f", "14.13-a")
def test_a_unit_that_radar_might_turn_back_and_is_kept_is_not_replaced_by_another(sea):
    s = sea("s_42", month="1943-10").display(*[("m_1_2_01", "B", False)] * 4)
    s.run(reveal_units(s.play, s.fighter), "#1", "keep", "#2", "keep")
    assert [unit.face_up for unit in s.combat.units] == [True, True, False, False], "as many as her Tactical rating"
