"""Comfort for one player with two hundred boats: finding them, handing them over, the week and the campaign told."""

import pytest

from navalcore._rules.decision import SPECTATOR
from navalcore.bots import make_bots
from navalcore.bots._orders import StandingOrders
from navalcore.components._events import Event
from navalcore.errors import BadData
from navalcore_games.silent_war.data_pack.printed import month_number
from navalcore_games.silent_war.events.boats import Lost, MadeReady, TonnageCredited, WrittenOff
from navalcore_games.silent_war.events.fights import LonerMet, Missed, Sunk
from navalcore_games.silent_war.events.war import UltraReported, WeekBegan
from navalcore_games.silent_war.headquarters.campaign_chart import (
    campaign_svg,
    campaign_text,
    months_of,
    tonnage_by_month,
)
from navalcore_games.silent_war.headquarters.fleet import area_command, bases_command, boats_command, find_boats
from navalcore_games.silent_war.headquarters.history import HISTORY, history_by, history_by_month
from navalcore_games.silent_war.headquarters.turn_report import week_command
from navalcore_games.silent_war.state import Place
from navalcore_games.silent_war.text_board import board_text
from navalcore_games.silent_war.views import see
from navalcore_games.silent_war.words import Cause, Named, Target


@pytest.fixture
def campaign(game):
    return game.new_match("campaign_wp2", seed=3)


def names(view, words):
    return [view.boats[number].name for number in find_boats(view, words)]


# ---- finding boats ------------------------------------------------------------------------------------------------


def test_boats_are_found_by_base_box_class_and_name(campaign):
    view = campaign.view("comsubpac")
    ready = [b.name for b in view.boats if b.place == "ready" and b.where == "Fremantle"]
    assert ready
    assert names(view, "boats ready at Fremantle") == names(view, "fremantle ready") == ready
    assert names(view, "gar") == ["Gar"], "a name in full is one boat, not Gato class beginning so"
    assert names(view, "wahoo") == ["Wahoo"], "one named in full is found though not yet in play"
    classes = {b.boat_class for b in view.boats if b.name in names(view, "gato class")}
    assert classes <= {"Gato", "Early Gato"}


def test_boats_are_found_by_their_condition(campaign):
    state = campaign.fork().state
    damaged, at_sea = state.boats[1], state.boats[3]
    damaged.damage, damaged.place, damaged.where = 1, Place.DONE, 5
    at_sea.place, at_sea.where, at_sea.spotted = Place.OPERATING, 5, True
    state.boats[5].place, state.boats[5].where = Place.LOST, None
    view = see(state, SPECTATOR)
    assert find_boats(view, "damaged") == [1]
    assert find_boats(view, "at sea") == [1, 3]
    assert find_boats(view, "at sea spotted") == [3]
    assert find_boats(view, "lost") == [5]
    assert 5 not in find_boats(view, "")
    assert "damage 1" in boats_command(view, "damaged")


def test_a_word_that_fits_nothing_is_refused_with_what_was_meant_but_a_condition_may_fit_none(campaign):
    view = campaign.view("comsubpac")
    assert find_boats(view, "wolfpack") == []
    assert boats_command(view, "spotted") == "No boat fits 'spotted'."
    with pytest.raises(BadData, match="did you mean fremantle"):
        find_boats(view, "ready Fremantel")
    with pytest.raises(BadData, match="conditions are at sea"):
        find_boats(view, "xyzzy")


def test_bases_and_areas_tell_what_is_there(campaign):
    view = campaign.view("comsubpac")
    told = bases_command(view, "fremantle")
    assert told.splitlines()[-1].split()[-1] == str(sum(b.where == "Fremantle" for b in view.boats))
    area = area_command(view, "coral")
    assert area.startswith("Coral Sea (South Pac)")
    assert "bases: Brisbane" in area
    for command in (bases_command, area_command):
        with pytest.raises(BadData, match="is called 'nowhere'"):
            command(view, "nowhere")


def test_the_board_of_a_campaign_sums_up_the_bases_and_names_the_boats_at_sea(campaign):
    state = campaign.fork().state
    state.boats[3].place, state.boats[3].where = Place.OPERATING, 5
    text = board_text(see(state, SPECTATOR))
    assert len(text.splitlines()) < 30
    assert "Empire Pacific: " + campaign.view("comsubpac").boats[3].name in text
    assert "not in play" not in text


# ---- standing orders ----------------------------------------------------------------------------------------------


def test_a_boat_under_orders_is_played_by_the_bot_and_no_other(campaign):
    orders = StandingOrders(campaign, "comsubpac")
    view = campaign.view("comsubpac")
    handed = find_boats(view, "ready Brisbane")
    order = orders.give("boat ready Brisbane by steady")
    assert order.lasting
    made = orders.play()
    assert made >= len(handed) > 1
    state = campaign.state
    assert [n for n, boat in enumerate(state.boats) if boat.moved] == handed
    assert campaign.decision.rule == "4.0", "the next boat is for the player to name"
    assert all(str(option) != state.boats[n].card for option in campaign.decision.options for n in handed)


def test_boats_under_orders_go_on_in_the_weeks_that_follow(campaign):
    orders = StandingOrders(campaign, "comsubpac")
    orders.give("boat Grunion")
    bots = make_bots(campaign.game, {"comsubpac": "random"}, seed=1)
    weeks = set()
    while campaign.state.turn < 4 and campaign.decision is not None:
        answer = orders.answer()
        if answer is not None:
            weeks.add(campaign.state.turn)
        view = campaign.view("comsubpac")
        campaign.choose(bots["comsubpac"].decide(view, campaign.decision) if answer is None else answer)
    assert weeks == {1, 2, 3}


def test_orders_for_the_turn_end_when_the_next_week_is_to_be_operated(campaign):
    orders = StandingOrders(campaign, "comsubpac")
    orders.give("turn")
    orders.play()
    assert (campaign.state.turn, campaign.state.week) == (2, 2)
    assert campaign.decision.rule == "4.0"


@pytest.mark.parametrize(("words", "says"), [("boat", "which boats"), ("boat lost", "no boat is 'lost'")])
def test_orders_for_no_boat_are_refused(campaign, words, says):
    with pytest.raises(BadData, match=says):
        StandingOrders(campaign, "comsubpac").give(words)


# ---- the week and the campaign told ---------------------------------------------------------------------------------


def called(name):
    return Named(f"boat/{name.lower()}", name)


def unit(number, column, name):
    return Target(f"unit/{number}", number, column, name)


def test_the_week_is_told_boat_by_boat_with_its_score(campaign):
    view = campaign.view("comsubpac")
    gar, tuna, wahoo, grunion = map(called, ("Gar", "Tuna", "Wahoo", "Grunion"))
    sea = Named("area/bonins", "Bonins")
    events = [
        Sunk(gar, sea, 4, unit(1, "A", "M 4t")),
        WeekBegan("1942-07", 1),
        UltraReported(sea),
        MadeReady(tuna, Named("base/midway", "Midway")),
        LonerMet(wahoo, sea, None, close=True),
        Missed(wahoo, sea, unit(2, "B", "AO 7t"), 3),
        Sunk(wahoo, sea, 7, unit(2, "B", "AO 7t")),
        TonnageCredited(wahoo, sea, 7),
        Lost(grunion, sea, Cause.ESCORTS),
        WrittenOff(gar, None),
    ]
    assert week_command(events, view, "").splitlines() == [
        "1942-07, week 1",
        "  sunk: 1 ship, 14,000 tons; lost: Grunion; written off: Gar",
        "  ULTRA reports traffic in Bonins.",
        "  Tuna is ready for sea.",
        "  Wahoo meets a loner in her own column; sinks #2 B AO 7t; and is credited with another 7,000 tons.",
        "  Grunion is lost: the escorts sink her.",
        "  Gar is a Constructive Total Loss.",
    ]
    assert week_command(events, view, "1").splitlines() == [
        "1942-06, week 4",
        "  sunk: 1 ship, 4,000 tons",
        "  Gar sinks #1 A M 4t.",
    ]
    for argument, says in (("2", "weeks that are over: 1"), ("x", "takes a number")):
        with pytest.raises(BadData, match=says):
            week_command(events, view, argument)


def test_the_weeks_of_a_match_end_with_their_event(game):
    heard: list[Event] = []
    match = game.new_match("campaign_wp2", seed=3, on_event=heard.append)
    orders = StandingOrders(match, "comsubpac")
    for _ in range(4):
        orders.give("turn")
        orders.play()
    assert [(e.month, e.week) for e in heard if isinstance(e, WeekBegan)] == [
        *(("1942-07", 2), ("1942-07", 3), ("1942-07", 4), ("1942-08", 1)),
    ]
    assert len(match.state.record) == 1
    assert week_command(heard, match.view("comsubpac"), "1").startswith("1942-07, week 4\n")


def test_history_comes_to_the_years_ends_month_by_month():
    assert history_by(month_number("1942-12")) == HISTORY["1942-12"] == (180, 730, 7)
    july, august = (history_by(month_number(month)) for month in ("1942-07", "1942-08"))
    assert august[2] - july[2] == 1, "S-39 ran aground in August 1942"
    assert [b - a for a, b in zip(july[:2], august[:2], strict=True)] == [*history_by_month()["1942-08"][:2]]
    assert history_by(month_number("1946-01")) == HISTORY["1945-08"]
    assert history_by(month_number("1941-11")) == (0, 0, 0)


def test_the_campaign_chart_holds_every_month_and_its_tonnage(campaign):
    state = campaign.fork().state
    state.month, state.week = month_number("1942-09"), 2
    state.record = [(60, 250, 5), (75, 330, 6)]
    state.ships_sunk, state.tonnage, state.submarines_lost = 80, 345, 6
    view = see(state, SPECTATOR)
    assert view.model_dump(mode="json")["record"][1] == {"ships_sunk": 75, "tonnage": 330, "submarines_lost": 6}
    assert [month - month_number("1942-07") for month, _ in months_of(view)] == [0, 1, 2]
    assert [tons for _, tons in tonnage_by_month(view)] == [10, 80, 15], "the scenario starts with 240"
    lines = campaign_text(view).splitlines()
    assert lines[3].startswith("1942-08")
    ships, tons, lost = history_by(month_number("1942-08"))
    assert lost == 7, "as many as by the end of 1942: none was lost after S-39"
    assert " ".join(lines[3].split()[1:]) == f"75 / {ships} 330 / {tons} 6 / {lost} 80 ########"
    svg = campaign_svg(view)
    assert "1942-08: 80,000 tons; history about" in svg
    assert svg.count("<circle") == 3
