"""British and Dutch boats: their scenario, the option, Surabaya and Trincomalee, their skippers (2.3-C2, 21.0)."""

import pytest

from navalcore._rules.play import Play
from navalcore.components._chance import SeededChance
from navalcore_games.silent_war.bases.leaving import reassign_skipper
from navalcore_games.silent_war.boats.packs import may_join
from navalcore_games.silent_war.combat.reckoning import super_skipper
from navalcore_games.silent_war.data_pack.printed import month_number
from navalcore_games.silent_war.headquarters.reach import way_home
from navalcore_games.silent_war.ids import SkipperIndex, numbered
from navalcore_games.silent_war.movement.homeward import ways_home
from navalcore_games.silent_war.movement.routes import bases_from, in_range
from navalcore_games.silent_war.options import SilentWarOptions
from navalcore_games.silent_war.state import Boat, Place
from navalcore_games.silent_war.strategic.reinforcements import allied_arrivals
from navalcore_games.silent_war.strategic.torpedo import improve_torpedo
from navalcore_games.silent_war.turn import war_progress_phase

NO_BOAT = "no boat: the skipper leaves the war"


def nations(match, charts):
    return {charts.boats[boat.card].nation for boat in match.state.boats}


def coming(sea, charts, name, *active, month="1942-01"):
    """A boat of that name still to come, and bases that are active."""
    s = sea(month=month)
    s.state.boats[:] = [Boat(charts.boat_index[name])]
    for base in active:
        s.state.active[charts.base_index[base]] = True
    return s


def arrived(s, charts):
    allied_arrivals(s.play)
    boat = s.state.boats[0]
    return charts.bases[boat.where].id if boat.place is Place.BROOM else None


@pytest.mark.rule("silent_war", "3.0", "21.0")
def test_the_allied_scenario_has_allied_boats_only_and_campaigns_have_them_by_option(game, charts):
    own = game.new_match("campaign_allied_1944", seed=1)
    assert nations(own, charts) == {"british", "dutch"}
    dates = [charts.boats[boat.card].entry for boat in own.state.boats if boat.place is Place.NOT_IN_PLAY]
    assert min(dates) >= month_number("1944-03")
    trincomalee = charts.base_index["trincomalee"]
    campaign = game.new_match("campaign_full", seed=1)
    assert nations(campaign, charts) == {"us"}
    assert not campaign.state.active[trincomalee]
    campaign = game.new_match("campaign_full", seed=1, options={"allied_boats": True})
    assert nations(campaign, charts) == {"us", "british", "dutch"}
    assert campaign.state.active[trincomalee]


@pytest.mark.rule("silent_war", "14.6-E", "17.0-D", "6.0-a")
def test_a_scenario_may_fix_the_allied_torpedo_and_the_month_of_war_period_4(game):
    match = game.new_match("campaign_allied_1944", seed=1)
    scenario = game.scenario("campaign_allied_1944")
    play = Play(match.state, SilentWarOptions(), SeededChance.from_seed(1), scenario=scenario)
    match.state.ships_sunk = 1190
    improve_torpedo(play)
    assert match.state.torpedo == 1
    match.state.month, match.state.week = month_number("1944-10"), 3
    war_progress_phase(play)
    assert match.state.war_period == 3
    match.state.week = 4
    war_progress_phase(play)
    assert match.state.war_period == 4


@pytest.mark.rule("silent_war", "8.0-2")
def test_dutch_boats_wait_for_surabaya_and_come_to_fremantle_or_trincomalee_after_its_fall(sea, charts):
    assert arrived(coming(sea, charts, "k_xiv", month="1941-12"), charts) is None
    assert arrived(coming(sea, charts, "k_xiv", "surabaya"), charts) == "surabaya"
    assert arrived(coming(sea, charts, "k_xiv", "fremantle", "trincomalee", month="1942-01"), charts) is None
    for active, base in (((), None), (("trincomalee",), "trincomalee"), (("trincomalee", "fremantle"), "fremantle")):
        s = coming(sea, charts, "k_xiv", *active, month="1942-04")
        s.state.events_used.append("surabaya_falls")
        assert arrived(s, charts) == base
    assert arrived(coming(sea, charts, "truant", "trincomalee", month="1941-12"), charts) is None, "due in January"
    assert arrived(coming(sea, charts, "truant", "trincomalee"), charts) == "trincomalee"


@pytest.mark.rule("silent_war", "21.22", "8.0-2")
def test_dutch_boats_for_which_surabayas_tender_has_no_room_wait_on(sea, charts):
    s = coming(sea, charts, "k_viii", "surabaya")
    names = ("k_x", "k_xi", "k_xii", "k_xiii", "k_xiv", "k_xv", "k_xvi", "k_xvii", "k_xviii")
    s.state.boats += [Boat(charts.boat_index[name]) for name in names]
    surabaya = charts.base_index["surabaya"]
    holland = next(n for n, tender in enumerate(charts.tenders) if tender.id == "holland")
    s.state.tenders[surabaya] = holland
    room = charts.tenders[holland].capacity_printed + 1
    allied_arrivals(s.play)
    assert [boat.place for boat in s.state.boats].count(Place.BROOM) == room < len(s.state.boats)
    s.state.boats[0].place, s.state.boats[0].where = Place.OPERATING, charts.area_index["java_sea"]
    allied_arrivals(s.play)
    assert [boat.place for boat in s.state.boats].count(Place.BROOM) == room, "one left, and one came"


@pytest.mark.rule("silent_war", "21.0", "15.23-a")
def test_trincomalee_takes_british_and_dutch_boats_only(sea, charts):
    trincomalee = charts.base_index["trincomalee"]
    for name, welcome in (("truant", True), ("k_xiv", True), ("wahoo", False)):
        s = sea(name, "bay_of_bengal", month="1944-01")
        s.state.active[trincomalee] = True
        assert (trincomalee in ways_home(s.state, [s.boat])[0]) is welcome
        assert (trincomalee in bases_from(s.state, s.area, charts.boats[s.boat.card].allied)) is welcome


@pytest.mark.rule("silent_war", "15.11", "21.0")
@pytest.mark.parametrize("open_", [True, False])
def test_trincomalee_counts_for_the_range_of_american_boats_which_return_elsewhere(sea, charts, open_):
    bay, trincomalee = charts.area_index["bay_of_bengal"], charts.base_index["trincomalee"]
    s = sea("s_42", "indian_ocean")
    s.state.active[trincomalee] = open_
    assert in_range(s.state, s.boat, bay) is open_
    assert ways_home(s.state, [s.boat])[0] == [charts.base_index["pearl_harbor"]]


@pytest.mark.rule("silent_war", "2.3-C2", "25.0", "24.0")
def test_allied_skippers_command_boats_of_their_nation_which_form_no_packs(sea, charts):
    for name, skipper in (("k_xiv", "Hendrikus A. W. Goossens"), ("truant", "Leslie W. A. Bennington")):
        s = sea(name, "bay_of_bengal", 0).display()
        s.fighter.ships, s.fighter.tons = 3, 16
        super_skipper(s.play, s.fighter)
        assert charts.skippers[s.boat.skipper].name == skipper
    s = sea("truant", "bay_of_bengal", month="1944-01")
    fremantle = charts.base_index["fremantle"]
    s.state.active[fremantle] = True
    s.state.boats[:] = [
        Boat(charts.boat_index[n], Place.READY, fremantle, south_west=True) for n in ("truant", "trusty", "taurus")
    ]
    assert may_join(s.state, fremantle) == []


@pytest.mark.rule("silent_war", "25.3", "2.3-C2")
@pytest.mark.parametrize(("nation", "offered"), [("us", ["Wahoo"]), ("british", ["Tally-Ho", "Sirdar"])])
def test_a_skipper_without_a_boat_takes_over_one_of_the_same_navy(sea, charts, nation, offered):
    s = sea(month="1944-03")
    trincomalee, pearl = charts.base_index["trincomalee"], charts.base_index["pearl_harbor"]
    s.state.boats[:] = [
        Boat(charts.boat_index["tally_ho"], Place.REPAIR_1, trincomalee),
        Boat(charts.boat_index["wahoo"], Place.HOLD, pearl),
        Boat(charts.boat_index["zwaardvisch"], Place.NOT_IN_PLAY),
        Boat(charts.boat_index["sirdar"], Place.NOT_IN_PLAY),
    ]
    skipper = next(n for n, one in numbered(SkipperIndex, charts.skippers) if one.nation == nation)
    s.dice(("reassigned", 5))
    s.run(reassign_skipper(s.play, skipper), NO_BOAT)
    assert [str(option) for option in s.asked[0].options] == [*offered, NO_BOAT]


@pytest.mark.rule("silent_war", "21.0", "15.23-a")
def test_the_card_of_an_american_boat_does_not_list_trincomalee(game, charts):
    there = {"place": "operating", "where": "area/bay_of_bengal"}
    given = {"scenario": "campaign_wp2", "at": "operations", "deal": False, "options": {"allied_boats": True}}
    match = game.position({**given, "set": {"boats": {"boat/wahoo": there, "boat/truant": there}}}, seed=1)
    view = match.view("comsubpac")
    trincomalee = charts.base_index["trincomalee"]
    listed = {
        boat.name: way_home(view, boat, trincomalee).steps for boat in view.boats if boat.where == "Bay of Bengal"
    }
    assert listed == {"Wahoo": None, "Truant": 1}
