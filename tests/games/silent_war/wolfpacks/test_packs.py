"""Wolfpacks: forming, moving, searching, fighting, breaking up (24, 22.4)."""

from fractions import Fraction

import pytest

from navalcore.bots import make_bots
from navalcore_games.silent_war import odds as questions
from navalcore_games.silent_war.bases.arrival import arrive
from navalcore_games.silent_war.boats.congregating import crowding
from navalcore_games.silent_war.boats.damage import force_home, spot, suffer
from navalcore_games.silent_war.boats.packs import disband_if_small, disband_in_typhoons, limits, may_join, members
from navalcore_games.silent_war.choices import FORMED
from navalcore_games.silent_war.combat.after import After, Stage
from navalcore_games.silent_war.combat.display import escort_level
from navalcore_games.silent_war.combat.events import resolve_event
from navalcore_games.silent_war.combat.reveal import diligent_escort
from navalcore_games.silent_war.combat.rounds import (
    escort_in_reach,
    fight,
    joins_re_attack,
    pack_re_attack,
    take_stations,
)
from navalcore_games.silent_war.ids import BoatIndex, CardIndex, PackNumber, UnitNumber
from navalcore_games.silent_war.movement.transit_events import Journey, transit_drm, transit_event_check
from navalcore_games.silent_war.search.activity import search_drm
from navalcore_games.silent_war.state import Boat, Fighter, Place, Rtb, Storm, Unit
from navalcore_games.silent_war.strategic.storms import hide_boats
from navalcore_games.silent_war.turn import remove_spotted
from navalcore_games.silent_war.wolfpacks.forming import form_pack
from navalcore_games.silent_war.wolfpacks.operations import operate_pack
from navalcore_games.silent_war.wolfpacks.searching import gain_experience, interceptors, search_pack

NAMES = ("wahoo", "tang", "trigger", "seahorse", "harder", "barb")


def pack(sea, size=3, area="bonins", place=Place.OPERATING, month="1944-01", **how):
    """A pack of ``size`` boats on patrol, or boats ready at Pearl Harbor."""
    s = sea(area=area, month=month, war_period=3, **how)
    ready = place is Place.READY
    where = s.chart.base_index["pearl_harbor"] if ready else s.chart.area_index[area]
    s.state.boats[:] = [
        Boat(s.chart.boat_index[name], place, where, on_patrol=not ready, pack=None if ready else PackNumber(0))
        for name in NAMES[:size]
    ]
    s.state.next_pack = 0 if ready else 1
    s.pack = list(s.state.boats)
    return s


@pytest.mark.rule("silent_war", "24.0", "24.1")
def test_a_pack_needs_three_us_boats_ready_at_a_major_base_from_october_1943(sea, charts):
    pearl = charts.base_index["pearl_harbor"]
    assert len(may_join(pack(sea, 3, place=Place.READY, month="1943-10").state, pearl)) == 3
    assert may_join(pack(sea, 3, place=Place.READY, month="1943-09").state, pearl) == []
    assert may_join(pack(sea, 2, place=Place.READY).state, pearl) == []
    s = pack(sea, 3, place=Place.READY)
    midway = charts.base_index["midway"]
    s.state.active[midway] = True
    for boat in s.pack:
        boat.where = midway
    assert may_join(s.state, midway) == [], "not at a forward base"
    s = pack(sea, 3, place=Place.READY)
    s.pack[0].place = Place.BROOM
    assert may_join(s.state, pearl) == []


@pytest.mark.rule("silent_war", "7.21-Y9", "21.3", "24.1")
def test_no_pack_is_formed_beside_a_typhoon(sea, charts):
    s = pack(sea, 3, place=Place.READY)
    s.state.storms[charts.area_index["hawaiian_islands"]] = Storm.TYPHOON_1
    assert may_join(s.state, charts.base_index["pearl_harbor"]) == []


@pytest.mark.rule("silent_war", "24.11", "24.12", "24.13")
def test_experience_raises_the_limits_from_the_next_turn(sea, charts):
    assert [limits(n) for n in (0, 8, 9, 14, 15, 30)] == [(1, 3), (1, 3), (3, 4), (3, 4), (5, 6), (5, 6)]
    s = pack(sea, 4, place=Place.READY)
    s.state.experience = 9
    s.run(
        form_pack(s.play, charts.base_index["pearl_harbor"]),
        "Wahoo",
        "Tang",
        "Trigger",
        "to Hawaiian",
        "stop",
        "patrol",
    )
    assert len(members(s.state, PackNumber(0))) == 3, "the limit of four holds from the next turn on"
    assert may_join(s.state, charts.base_index["pearl_harbor"]) == [], "one pack at a time"


@pytest.mark.rule("silent_war", "24.0", "24.2")
def test_a_pack_leaves_and_moves_as_one_and_never_into_a_base_while_deploying(sea, charts):
    s = pack(sea, 4, place=Place.READY)
    s.state.experience_before = 9
    s.state.active[charts.base_index["midway"]] = True
    s.dice()
    s.run(
        form_pack(s.play, charts.base_index["pearl_harbor"]),
        *("Wahoo", "Tang", "Trigger", "the wolfpack is complete", "to Hawaiian", "to Central", "transit"),
    )
    goal = charts.area_index["central_pacific"]
    assert [(b.where, b.place, b.pack) for b in s.pack[:3]] == [(goal, Place.DONE, 0)] * 3
    assert s.pack[3].place is Place.READY
    assert not any("Midway" in str(option) for decision in s.asked for option in decision.options)


@pytest.mark.rule("silent_war", "24.4", "24.41", "24.14", "19.1-c")
def test_members_check_transit_events_alone_at_minus_1_and_the_hurt_go_home(sea, charts):
    s = pack(sea, 4, "empire_pacific")
    area = charts.area_index["empire_pacific"]
    journey = Journey(None, (area,), in_transit=False)
    assert sum(transit_drm(s.play, s.pack[0], journey).values()) == -1
    s.dice(("Transit Event", 9), ("row", 1), ("column", 9))
    s.run(transit_event_check(s.play, s.pack[0], journey))
    assert (s.pack[0].damage, s.pack[0].pack, s.pack[0].rtb) == (1, None, Rtb.INVOLUNTARY)
    assert [boat.pack for boat in s.pack[1:]] == [0, 0, 0]
    s.dice(("Transit Event", 9), ("row", 4), ("column", 9))
    s.run(transit_event_check(s.play, s.pack[1], journey))
    assert [boat.pack for boat in s.pack] == [None] * 4, "below three the pack is gone at once"


@pytest.mark.rule("silent_war", "24.14", "7.2-C2")
def test_the_log_tells_that_a_wolfpack_is_disbanded_and_names_the_boats_that_are_left(sea, charts):
    s = pack(sea)
    first, second, third = (charts.boats[boat.card].name for boat in s.pack)
    s.play.listen(True)
    disband_if_small(s.play, PackNumber(0))
    assert s.happened("disbanded") == [], "three are enough"
    s.pack[2].pack = None
    disband_if_small(s.play, PackNumber(0))
    s.pack[0].pack = s.pack[1].pack = s.pack[2].pack = PackNumber(0)
    s.state.storms = {s.pack[0].where: Storm.TYPHOON_1}
    disband_in_typhoons(s.play)
    assert [str(event) for event in s.happened("disbanded")] == [
        f"The wolfpack of {first} and {second} is disbanded.",
        f"The wolfpack of {first}, {second} and {third} is disbanded.",
    ]
    assert {event.rule for event in s.happened("disbanded")} == {"24.14"}


@pytest.mark.rule("silent_war", "24.14", "7.2-C2", "7.21-Y9")
def test_packs_end_below_three_boats_and_in_typhoons(sea):
    s = pack(sea)
    disband_if_small(s.play, PackNumber(0))
    assert len(members(s.state, PackNumber(0))) == 3
    force_home(s.play, s.pack[0], "")
    disband_if_small(s.play, PackNumber(0))
    assert members(s.state, PackNumber(0)) == []
    s = pack(sea).storm(Storm.TYPHOON_1)
    s.state.storms = {s.pack[0].where: Storm.TYPHOON_1}
    hide_boats(s.play)
    assert members(s.state, PackNumber(0)) == []
    s = pack(sea)
    disband_in_typhoons(s.play)
    assert len(members(s.state, PackNumber(0))) == 3


@pytest.mark.rule("silent_war", "22.4")
def test_two_boats_of_a_pack_count_as_one_for_congregating_risk(sea, charts):
    s = pack(sea, 5, "east_china_sea")
    area = charts.area_index["east_china_sea"]
    s.state.boats += [Boat(CardIndex(1), Place.DONE, area)]
    assert crowding(s.state, area) == 0, "3 + 1"
    s.state.boats += [Boat(CardIndex(1), Place.DONE, area)]
    assert crowding(s.state, area) == 1, "3 + 2"


@pytest.mark.rule("silent_war", "24.3", "24.31", "24.32")
def test_a_group_searches_without_modifier_a_barrier_at_plus_2(sea, charts):
    area = charts.area_index["central_pacific"]
    s = pack(sea, 3, "central_pacific")
    assert search_drm(s.state, area) == {}
    assert search_drm(s.state, area, barrier=True) == {"barrier": 2}


@pytest.mark.rule("silent_war", "24.31", "13.1-byp")
def test_a_pack_that_meets_nobody_checks_each_members_endurance(sea, charts):
    s = pack(sea, 3, "central_pacific")
    s.dice(*([("endurance", 0)] * 3))
    s.run(operate_pack(s.play, s.pack), "stay", "search", "as a Group")
    assert [(boat.place, boat.pack) for boat in s.pack] == [(Place.DONE, 0)] * 3


@pytest.mark.rule("silent_war", "24.2", "13.1-byp")
def test_a_pack_bypasses_and_goes_home_as_one(sea, charts):
    s = pack(sea, 3, "central_pacific")
    for boat in s.pack:
        boat.spotted = True
    s.run(operate_pack(s.play, s.pack), "stay", "bypass and return")
    assert [(boat.place, boat.spotted, boat.pack) for boat in s.pack] == [(Place.BROOM, False, None)] * 3


@pytest.mark.rule("silent_war", "24.32")
def test_barrier_boats_join_the_finder_on_5_or_less(sea):
    s = pack(sea, 4)
    s.dice(("joins", 5), ("joins", 6), ("joins", 0))
    assert interceptors(s.play, s.pack, s.pack[1]) == [s.pack[0], s.pack[1], s.pack[3]]


@pytest.mark.rule("silent_war", "14.6-A", "28.13", "24.32")
def test_a_loner_meets_one_random_boat_and_the_others_make_no_endurance_check(sea, charts):
    s = pack(sea, 3, "east_china_sea")
    s.dice(("search", 0), ("second roll", 9), ("which boat", 2), ("piece from cup C", 0), ("endurance", 0))
    s.state.cups[2] = [charts.ship_index["no_tdc_01"]]
    s.run(search_pack(s.play, s.pack, False))
    assert s.state.cups[2] == [charts.ship_index["no_tdc_01"]]
    assert s.pack[2].place is Place.DONE
    s = pack(sea, 3, "east_china_sea")
    s.state.torpedo = -2  # 7 - 2 against 3 + 3 or more: no die to hit
    s.dice(
        *(("search", 0), ("second roll", 0), ("which boat", 1), ("which enemy", 0)),
        *(("detection", 9), ("TDC", "3"), ("endurance", 0)),
    )
    s.run(search_pack(s.play, s.pack, False))
    assert [boat.place for boat in s.pack] == [Place.OPERATING, Place.DONE, Place.OPERATING]


@pytest.mark.rule("silent_war", "24.32", "19.21-8", "19.21-3")
@pytest.mark.parametrize(
    ("event", "rolled", "answers"),
    [
        (8, [("TDC", "3"), ("counterattack", 0)], []),
        (8, [("TDC", "-3"), ("counterattack", 0)], []),  # the destroyer could be hit, and is a target
        (3, [("patrol bomber", 0), ("TDC", "3"), ("TDC", "3"), ("endurance", 0)], ["do not dive"]),
    ],
)
def test_a_member_that_makes_no_attack_makes_no_endurance_check_unless_an_event_sends_it_there(
    sea, charts, event, rolled, answers
):
    s = pack(sea, 3, "empire_pacific")
    s.state.torpedo = -2
    s.state.cups[0][:] = [charts.ship_index["combat_event_01"], charts.ship_index["dd_01"]]
    s.dice(*(("search", 8), ("contact", 0), ("piece", 0), ("piece", 0), ("combat event", event)), *rolled)
    stations = ("column A", "column A", "column B", "standard", "standard", "standard")
    s.run(search_pack(s.play, s.pack, False), *stations, "Wahoo", "#1", *answers, "Tang", "withdraw")


def on_display(s, columns):
    s.display()
    s.combat.fighters[:] = [Fighter(BoatIndex(n), column) for n, column in enumerate(columns)]
    s.combat.area = s.pack[0].where
    return s


@pytest.mark.rule("silent_war", "24.5", "24.53")
def test_pack_boats_take_their_columns_first_two_in_each_at_most_then_attack_in_any_order(sea, charts):
    s = on_display(pack(sea, 3, "south_pacific"), (0, 0, 0))
    s.dice()
    s.run(
        fight(s.play),
        *("column A", "column A", "column B"),
        *("standard", "cautious", "standard"),
        *("Trigger", "Tang"),
    )
    assert [str(option) for option in s.asked[2].options] == ["column B", "column C", "column D"]
    assert [d.rule for d in s.asked] == ["14.11"] * 3 + ["14.12"] * 3 + ["24.53"] * 2


@pytest.mark.rule("silent_war", "24.53", "14.12-a")
@pytest.mark.parametrize("at_own_attack", [False, True])
def test_a_packs_boats_have_their_postures_before_the_first_of_them_reveals_a_unit(sea, at_own_attack):
    s = on_display(pack(sea, 3, "south_pacific", options={"posture_at_own_attack": at_own_attack}), (0, 1, 2)).dice()
    columns = ("column A", "column B", "column C")
    postures = ("aggressive", "cautious", "standard")
    if at_own_attack:
        s.run(fight(s.play), *columns, "Wahoo", postures[0], "Tang", postures[1], postures[2])
    else:
        s.run(fight(s.play), *columns, *postures, "Wahoo", "Tang")
    assert tuple(str(fighter.posture) for fighter in s.combat.fighters) == postures
    boats = [decision.prompt.split()[4] for decision in s.asked if decision.kind == "posture"]
    assert boats == ["Wahoo", "Tang", "Trigger"]


@pytest.mark.rule("silent_war", "24.51", "14.12-a")
@pytest.mark.parametrize(("posture", "rolled"), [("cautious", [("ordinary destroyer", 9)]), ("standard", [])])
def test_a_diligent_escort_strikes_a_boat_that_has_not_attacked_yet_by_the_posture_she_has_chosen(
    sea, charts, posture, rolled
):
    s = on_display(pack(sea, 3, "south_pacific"), (0, 0, 3)).dice()
    s.run(take_stations(s.play, s.combat), "column A", "column A", "column D", "standard", posture, "standard")
    unit = Unit(charts.ship_index["diligent_red_ball_01"], 0, UnitNumber(1), True, True)
    s.combat.units.append(unit)
    struck = [] if rolled else [("Diligent Escort", 0)]
    s.dice(("which boat the Diligent Escort attacks", 1), *rolled, *struck)
    answers = [] if rolled else ["do not dive"]
    assert s.run(diligent_escort(s.play, s.combat.fighters[0], unit, Stage.REVEALED), *answers) is After.GO_ON
    assert unit.ordinary == (posture == "cautious"), "above its ASW a cautious boat meets an ordinary destroyer"


@pytest.mark.rule("silent_war", "24.53", "14.16-C")
def test_a_pack_member_hits_with_minus_1(sea, charts):
    from navalcore_games.silent_war.combat.attack import attack_hits
    from navalcore_games.silent_war.state import Unit

    s = on_display(pack(sea, 3, "south_pacific"), (0, 1, 2))
    unit = Unit(charts.ship_index["m_3_5_07"], 0, UnitNumber(1), True, True, tdc=0)
    s.combat.units.append(unit)
    s.dice(("to hit", 2), ("to hit", 2))
    assert attack_hits(s.play, s.combat.fighters[0], unit, {"attack points": 1})
    s.pack[0].pack = None
    assert not attack_hits(s.play, s.combat.fighters[0], unit, {"attack points": 1})


@pytest.mark.rule("silent_war", "24.55")
def test_each_member_rolls_for_the_one_re_attack(sea):
    s = pack(sea)
    s.dice(("pack re-attack", 5), ("pack re-attack", 6), ("pack re-attack", 4))
    assert joins_re_attack(s.play, 5, False)
    assert not joins_re_attack(s.play, 5, False)
    assert not joins_re_attack(s.play, 5, True)


def attacked_without_solution(sea, columns, **state):
    """A pack that has a unit in view which it cannot hit, nothing to fear, and its answers to the first round."""
    s = on_display(pack(sea, 3, "south_pacific", **state), columns)
    s.combat.units.append(Unit(s.chart.ship_index["n_yamato_01"], 1, UnitNumber(1), True, True))
    s.dice(*[("TDC", "3")] * 3)
    return s


@pytest.mark.rule("silent_war", "14.3", "24.55")
def test_a_member_withdraws_and_only_those_that_stay_roll_for_the_re_attack(sea):
    s = on_display(pack(sea), (0, 1, 2))
    s.dice(("pack re-attack", 0), ("pack re-attack", 9))
    assert s.run(pack_re_attack(s.play, s.combat), "Wahoo withdraws", "re-attack")
    assert [fighter.out for fighter in s.combat.fighters] == [True, False, True]
    offered = [[str(option) for option in decision.options] for decision in s.asked]
    assert offered == [
        ["withdraw", "re-attack", "Wahoo withdraws", "Tang withdraws", "Trigger withdraws"],
        ["withdraw", "re-attack", "Tang withdraws", "Trigger withdraws"],
    ]


@pytest.mark.rule("silent_war", "14.3", "24.55")
def test_the_last_of_a_pack_withdraws_or_re_attacks(sea):
    s = on_display(pack(sea), (0, 1, 2)).dice()
    assert not s.run(pack_re_attack(s.play, s.combat), "Tang withdraws", "Wahoo withdraws", "withdraw")
    assert [str(option) for option in s.asked[2].options] == ["withdraw", "re-attack"]


@pytest.mark.rule("silent_war", "14.3", "24.54", "24.55")
def test_an_escort_reaches_past_the_column_of_a_member_that_has_withdrawn(sea, charts):
    s = on_display(pack(sea), (0, 1, 3))
    s.combat.units.append(Unit(charts.ship_index["dd_01"], 0, UnitNumber(1), True, True))
    s.dice(("pack re-attack", 0), ("pack re-attack", 0))
    shielded = escort_level(s.state, s.combat.fighters[1])
    s.run(pack_re_attack(s.play, s.combat), "Wahoo withdraws", "re-attack")
    assert escort_level(s.state, s.combat.fighters[1]) > shielded


@pytest.mark.rule("silent_war", "14.3", "24.53")
@pytest.mark.parametrize("at_once", [False, True])
def test_by_option_a_member_withdraws_before_the_others_attack(sea, at_once):
    s = attacked_without_solution(sea, (0, 1, 2), options={"members_withdraw_at_once": at_once})
    leaves, stays = (["withdraw"], ["fight on"]) if at_once else ([], [])
    columns = ("column A", "column B", "column C")
    s.run(fight(s.play), *columns, *["standard"] * 3, "Wahoo", *leaves, "Tang", *stays, "withdraw")
    assert [decision.kind for decision in s.asked].count("stay") == 2 * at_once
    assert s.combat.fighters[0].out is at_once


@pytest.mark.rule("silent_war", "24.52", "19.21-8")
def test_event_8_holds_down_members_with_an_escort_in_reach_only(sea, charts):
    from navalcore_games.silent_war.state import Unit

    s = on_display(pack(sea, 3, "south_pacific"), (0, 1, 3))
    s.combat.units.append(Unit(charts.ship_index["dd_01"], 0, UnitNumber(1), True, True))
    s.dice(("combat event", 8))
    s.run(resolve_event(s.play, s.combat.fighters[0]))
    assert s.combat.held_down
    assert [escort_in_reach(s.play, fighter) for fighter in s.combat.fighters] == [True, True, False]


@pytest.mark.rule("silent_war", "24.6")
def test_spotted_spreads_through_a_pack_and_goes_by_one_roll_without_skipper(sea):
    s = pack(sea)
    s.pack[0].skipper, s.pack[0].rating = 0, 2
    spot(s.play, s.pack[1], "")
    assert all(boat.spotted for boat in s.pack)
    s.dice(("Spotted", 7))
    remove_spotted(s.play, s.pack)
    assert all(boat.spotted for boat in s.pack)
    s.dice(("Spotted", 6))
    remove_spotted(s.play, s.pack)
    s.all_rolled()
    assert not any(boat.spotted for boat in s.pack)


@pytest.mark.rule("silent_war", "24.7")
def test_two_successful_members_earn_one_point_a_patrol(sea):
    s = on_display(pack(sea), (0, 1, 2))
    s.combat.fighters[0].ships = 3
    gain_experience(s.state, s.combat, PackNumber(0))
    assert s.state.experience == 0
    s.combat.fighters[2].ships = 1
    gain_experience(s.state, s.combat, PackNumber(0))
    gain_experience(s.state, s.combat, PackNumber(0))
    assert s.state.experience == 1


def test_a_boat_in_base_belongs_to_no_pack(sea, charts):
    s = pack(sea, 3, "hawaiian_islands")
    s.run(arrive(s.play, s.pack[0], charts.base_index["pearl_harbor"]))
    assert s.pack[0].pack is None


def test_packs_fight_whole_campaign_weeks_within_the_invariants(game):
    match = game.new_match("campaign_wp3", seed=4)
    bot = make_bots(game, {"comsubpac": "bold"}, 4)["comsubpac"]
    asked = set()
    while match.state.turn < 9 and (decision := match.decision) is not None:
        asked.add(decision.rule)
        forms = [n for n, o in enumerate(decision.options) if str(o).startswith(("form a wolfpack", "the pack is"))]
        match.choose(
            forms[0] if forms else bot.decide(game.view(match.state, "comsubpac", match.setup.terms), decision)
        )
        assert list(game.invariants(match.state, match.setup.terms)) == []
    assert {"24.1", "24.3"} <= asked


@pytest.mark.rule("silent_war", "24.32")
def test_barrier_odds():
    odds = questions.barrier.ask({"boats": 3})[1]
    six = Fraction(6, 10)
    assert odds.outcomes == {"1": (1 - six) ** 2, "2": 2 * six * (1 - six), "3": six**2}


@pytest.mark.rule("silent_war", "24.1", "24.11")
def test_a_pack_is_complete_with_three_boats_four_or_as_many_as_the_limit_says(sea, charts):
    for number in (3, 4, 5):
        s = pack(sea, 6, place=Place.READY)
        s.state.experience_before = 15
        names = [charts.boats[boat.card].name for boat in s.pack[:number]]
        s.run(
            form_pack(s.play, charts.base_index["pearl_harbor"]),
            *(*names, "the wolfpack is complete", "to Hawaiian", "stop", "patrol"),
        )
        assert len(members(s.state, PackNumber(0))) == number
        offered = [FORMED in decision.options for decision in s.asked if decision.kind == "join_pack"]
        assert offered == [place >= 3 for place in range(number + 1)]


@pytest.mark.rule("silent_war", "24.11")
def test_who_forms_a_pack_is_told_how_many_boats_it_may_have(sea, charts):
    s = pack(sea, 6, place=Place.READY)
    s.state.experience_before = 0
    asked = next(form_pack(s.play, charts.base_index["pearl_harbor"]))
    assert asked.prompt == f"Which boat joins the wolfpack, which has 0 of at most {limits(0)[1]}?"
    assert asked.fields["most"] == limits(0)[1]


@pytest.mark.rule("silent_war", "24.41", "24.55")
def test_a_member_that_a_counterattack_damages_stays_in_its_pack_unless_it_must_return(sea):
    """24.41 is about Transit Events, and 24.55 has damaged members re-attack."""
    for result, number in (("damaged", 0), ("damaged_rtb", None)):
        s = pack(sea, 4)
        suffer(s.play, s.pack[0], result, "14.2")
        assert (s.pack[0].damage, s.pack[0].pack) == (1, number)
