"""Two commanders (26), and radar boat by boat (30.6)."""

import pytest

from navalcore.bots import RandomBot, play_out
from navalcore.components._chance import SeededChance
from navalcore_games.silent_war.bases.arrival import arrive
from navalcore_games.silent_war.bases.upkeep import fit_radar
from navalcore_games.silent_war.boats.commands import commander, demand_boats, newest_at_pearl_harbor
from navalcore_games.silent_war.ids import CardIndex, PackNumber
from navalcore_games.silent_war.lookups import has_radar
from navalcore_games.silent_war.movement.homeward import name_home, return_to_base
from navalcore_games.silent_war.state import Boat, Place, Role, Rtb
from navalcore_games.silent_war.strategic.war_events import relegation
from navalcore_games.silent_war.turn import operations_options, south_west_operations

PEARL_HARBOR, AUSTRALIA = Role.COMSUBPAC, Role.COMSUBSOWESPAC
HOMES = ("brisbane", "fremantle", "pearl_harbor")
DECLINED = ("Brisbane", "decline", "Fremantle", "decline")


def shared(sea, boat="wahoo", area="celebes_sea", month="1943-06", active=("brisbane", "fremantle"), **how):
    """Two players, with bases in Australia."""
    s = sea(boat, area, month=month, options={"two_player": True}, **how)
    for name in active:
        s.state.active[s.chart.base_index[name]] = True
    s.state.acting = 0
    return s


@pytest.mark.rule("silent_war", "26.0")
def test_a_boat_answers_to_the_commander_of_its_last_base(sea, charts):
    s = shared(sea)
    assert commander(s.play) is PEARL_HARBOR
    s.run(arrive(s.play, s.boat, charts.base_index["fremantle"]))
    assert (s.boat.south_west, commander(s.play)) == (True, AUSTRALIA)
    s.run(arrive(s.play, s.boat, charts.base_index["pearl_harbor"]))
    assert commander(s.play) is PEARL_HARBOR
    alone = sea()
    alone.boat.south_west, alone.state.acting = True, 0
    assert commander(alone.play) is PEARL_HARBOR, "one player has them all"


@pytest.mark.rule("silent_war", "26.0")
def test_each_commander_has_a_title_that_says_who_it_is_and_no_more(game):
    titles = [f"Commander Submarines, {where}" for where in ("Pacific Fleet", "South-West Pacific")]
    assert [game.role_title(role) for role in game.roles] == titles


@pytest.mark.rule("silent_war", "26.0", "4.0")
def test_each_commander_operates_his_own_boats_and_no_others(sea, charts):
    s = shared(sea)
    other = Boat(charts.boat_index["tang"], Place.OPERATING, s.area, south_west=True)
    s.state.boats.append(other)
    s.boat.moved = False
    assert [str(option) for option in operations_options(s.state, south_west=False)] == ["Wahoo"]
    assert [str(option) for option in operations_options(s.state, south_west=True)] == ["Tang"]
    assert [str(option) for option in operations_options(s.state)] == ["Wahoo", "Tang"]


@pytest.mark.rule("silent_war", "26.0", "18.14", "25.3")
def test_who_decommissions_a_boat_says_who_gets_her_skipper(sea, charts):
    s = shared(sea, "spearfish").skipper().dice(5)
    s.boat.place, s.boat.where, s.boat.south_west = Place.HOLD, charts.base_index["brisbane"], True
    s.state.boats.append(Boat(charts.boat_index["tang"], Place.HOLD, s.boat.where, south_west=True))
    s.state.acting = None
    s.run(south_west_operations(s.play), "decommission Spearfish", "Tang")
    assert [(decision.role, decision.rule) for decision in s.asked] == [(AUSTRALIA, "4.0"), (AUSTRALIA, "25.3")]
    assert (s.state.boats[1].rating, s.state.acting) == (1, None)


@pytest.mark.rule("silent_war", "26.0", "24.1")
def test_who_forms_a_wolfpack_says_which_boats_are_in_it(sea, charts):
    s = shared(sea, "wahoo", month="1944-01")
    fremantle = charts.base_index["fremantle"]
    names = ("gato", "growler", "trigger")
    s.state.boats[:] = [Boat(charts.boat_index[name], Place.READY, fremantle, south_west=True) for name in names]
    s.state.acting = None
    s.run(south_west_operations(s.play), "form a wolfpack at Fremantle", "Gato", "Growler", "remain")
    assert [(decision.role, decision.kind) for decision in s.asked] == [
        (AUSTRALIA, "operate"),
        (AUSTRALIA, "join_pack"),
        (AUSTRALIA, "join_pack"),
        (AUSTRALIA, "transit"),
    ]


@pytest.mark.rule("silent_war", "26.0", "24.11")
def test_the_limit_of_wolfpacks_holds_for_both_players_together(sea, charts):
    s = shared(sea, "tang", month="1944-01")
    s.boat.pack = PackNumber(0)
    fremantle = charts.base_index["fremantle"]
    names = ("gato", "growler", "trigger")
    s.state.boats += [Boat(charts.boat_index[name], Place.READY, fremantle, south_west=True) for name in names]
    offered = [str(option) for option in operations_options(s.state, south_west=True)]
    assert "form a wolfpack at Fremantle" not in offered
    s.boat.pack = None
    assert "form a wolfpack at Fremantle" in [str(option) for option in operations_options(s.state, south_west=True)]


@pytest.mark.rule("silent_war", "26.0", "5.0")
def test_pearl_harbor_says_which_boats_of_both_commands_go_to_training_duty(sea, charts):
    s = shared(sea, "s_28", area="aleutians").skipper().dice(0)
    s.boat.south_west, s.state.acting = True, None
    s.state.boats.append(Boat(charts.boat_index["s_30"], Place.OPERATING, s.area))
    s.run(relegation(s.play, 1, (charts.boats[s.boat.card].boat_class,)), charts.boats[s.boat.card].name)
    assert [decision.role for decision in s.asked] == [PEARL_HARBOR]
    assert s.boat.place is Place.REMOVED


@pytest.mark.rule("silent_war", "26.0", "15.23-a")
def test_a_base_of_the_other_command_takes_a_boat_by_agreement_only(sea, charts):
    s = shared(sea, area="coral_sea", active=("brisbane", "fremantle", "pearl_harbor"))
    s.boat.rtb, s.boat.on_patrol, s.boat.south_west = Rtb.VOLUNTARY, False, True
    s.run(return_to_base(s.play, s.boat), "Brisbane")
    assert (s.boat.where, [d.role for d in s.asked]) == (charts.base_index["brisbane"], [AUSTRALIA])
    s = shared(sea, area="coral_sea", active=("brisbane", "fremantle", "pearl_harbor"))
    s.boat.rtb, s.boat.on_patrol = Rtb.VOLUNTARY, False
    s.run(return_to_base(s.play, s.boat), "Brisbane", "take her over")
    assert (s.boat.where, s.boat.south_west) == (charts.base_index["brisbane"], True)
    assert [(d.role, d.rule) for d in s.asked] == [(PEARL_HARBOR, "15.23"), (AUSTRALIA, "26.0")]


@pytest.mark.rule("silent_war", "26.0", "15.23-a")
def test_a_base_whose_host_declines_is_not_offered_again_and_the_last_one_is_not_asked_for(sea, charts):
    s = shared(sea, area="coral_sea", active=("brisbane", "midway", "pearl_harbor"))
    s.boat.rtb, s.boat.on_patrol, s.boat.card = Rtb.VOLUNTARY, False, charts.boat_index["argonaut"]
    picked = s.run(name_home(s.play, s.boat, [charts.base_index[b] for b in HOMES]), *DECLINED)
    assert picked == charts.base_index["pearl_harbor"]
    offered = [[str(option) for option in decision.options] for decision in s.asked if decision.kind == "home"]
    assert offered == [["Brisbane", "Fremantle", "Pearl Harbor"], ["Fremantle", "Pearl Harbor"]]


@pytest.mark.rule("silent_war", "26.0")
def test_nothing_is_demanded_while_no_base_of_australia_is_open(sea, charts):
    s = shared(sea, month="1942-01", active=())
    s.state.boats.append(Boat(charts.boat_index["wahoo"], Place.READY, charts.base_index["pearl_harbor"]))
    s.run(demand_boats(s.play))
    assert s.asked == []


@pytest.mark.rule("silent_war", "26.0")
def test_below_36_boats_the_south_west_may_take_over_six_of_the_newest_class_in_port(sea, charts):
    pearl = charts.base_index["pearl_harbor"]
    s = shared(sea, month="1943-06")
    gatos = [n for n, card in enumerate(charts.boats) if card.boat_class == "Gato"][:8]
    old = charts.boat_index["spearfish"]
    s.state.boats += [Boat(card, Place.READY, pearl) for card in (old, *gatos)]
    assert len(newest_at_pearl_harbor(s.state)) == 8
    s.state.week = 2
    s.run(demand_boats(s.play))
    s.state.week = 1
    names = [charts.boats[card].name for card in gatos[:6]]
    s.run(demand_boats(s.play), *names)
    assert sum(boat.south_west for boat in s.state.boats) == 6
    assert all(decision.role is AUSTRALIA for decision in s.asked)
    assert [str(o) for o in operations_options(s.state, south_west=True)[1:]] == names
    s.state.boats += [Boat(old, Place.READY, charts.base_index["brisbane"], south_west=True) for _ in range(30)]
    s.run(demand_boats(s.play))
    assert s.asked == [], "36 are enough"


@pytest.mark.rule("silent_war", "26.0")
def test_two_players_share_the_first_weeks_of_a_campaign(game):
    match = game.new_match("campaign_wp2", seed=3, options={"two_player": True})
    bots = {str(role): RandomBot(SeededChance.from_seed(7)) for role in game.roles}
    asked = set()
    while match.state.turn < 4:
        decision = match.decision
        asked.add(decision.role)
        acting = match.state.acting
        if acting is not None and decision.rule != "26.0":
            assert decision.role == (AUSTRALIA if match.state.boats[acting].south_west else PEARL_HARBOR)
        assert match.view(PEARL_HARBOR).boats == match.view(AUSTRALIA).boats
        match.choose(bots[decision.role].decide(None, decision))
        assert list(game.invariants(match.state, match.setup.terms)) == []
    assert asked == {PEARL_HARBOR, AUSTRALIA}


@pytest.mark.rule("silent_war", "26.0")
def test_alone_the_second_commander_is_never_asked(game):
    match = game.new_match("patrol_tang_1944", seed=3)
    play_out(match, {str(role): RandomBot(SeededChance.from_seed(7)) for role in game.roles if role == PEARL_HARBOR})
    assert match.outcome is not None


@pytest.mark.rule("silent_war", "30.6", "14.13-f")
def test_realistic_radar_is_fitted_boat_by_boat_in_major_bases_from_october_1943(sea, charts):
    pearl, midway = charts.base_index["pearl_harbor"], charts.base_index["midway"]
    s = sea("wahoo", month="1943-10", options={"realistic_radar": True})
    assert not has_radar(s.play, s.boat), "still at sea since before"
    for place, where, fitted in ((Place.BROOM, midway, False), (Place.READY, pearl, True)):
        s.boat.place, s.boat.where = place, where
        fit_radar(s.state)
        assert has_radar(s.play, s.boat) is fitted
    s = sea("wahoo", month="1943-09", options={"realistic_radar": True})
    s.boat.place, s.boat.where = Place.READY, pearl
    fit_radar(s.state)
    assert not has_radar(s.play, s.boat)
    assert has_radar(sea("wahoo", month="1943-10").play, Boat(CardIndex(0))), "without the option all have it that day"


@pytest.mark.rule("silent_war", "26.0")
def test_a_patrol_has_one_commander_even_if_the_boat_is_from_manila(game):
    match = game.new_match("patrol_swordfish_1941", seed=3, options={"two_player": True})
    assert [seat.taken_by for seat in game.seats("patrol_swordfish_1941", {"two_player": True})] == ["person", "nobody"]
    while not match.over:
        assert list(match.decisions) == ["comsubpac"]
        match.choose(0)
