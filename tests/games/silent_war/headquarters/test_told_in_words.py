"""What was done by order and what came of it, in words: each thing once, no single steps, no result a detail."""

import pytest

from navalcore.rules import Event, Move, places
from navalcore_games.silent_war.events.boats import (
    Arrived,
    Damaged,
    Disbanded,
    Lost,
    Sailed,
    SentHome,
    Spotted,
    Stepped,
    TransitEventMet,
)
from navalcore_games.silent_war.events.fights import (
    ColumnTaken,
    ConvoyMet,
    FightBegan,
    FightEnded,
    Hit,
    LeftFight,
    Missed,
    Searched,
)
from navalcore_games.silent_war.events.war import WeekBegan
from navalcore_games.silent_war.headquarters.month_report import digest
from navalcore_games.silent_war.headquarters.turn_report import summary
from navalcore_games.silent_war.words import Cause, Force, Found, Named, Result
from tests.games.silent_war.headquarters.test_split_orders import CONVOY, CORAL_SEA, GAR, MIDWAY, ROLE, called, unit


@pytest.fixture
def campaign(game):
    return game.new_match("campaign_wp2", seed=3)


def test_what_was_done_by_order_is_told_boat_by_boat_for_a_week_and_in_headlines_for_longer(campaign):
    view = campaign.view(ROLE)

    tuna, wahoo, trout, solomons = called("Tuna"), called("Wahoo"), called("Trout"), Named("area/solomons", "Solomons")
    week = [
        Sailed(GAR, solomons, None, MIDWAY, (CORAL_SEA,), (), None),
        ConvoyMet(tuna, CORAL_SEA, None, Force.C1, 2, 4),
        Hit(tuna, CORAL_SEA, unit(1), 3),
        Missed(tuna, CORAL_SEA, unit(2), 1),
        Searched(wahoo, CORAL_SEA, None, Found.NOTHING),
        SentHome(wahoo, CORAL_SEA),
        Arrived(trout, MIDWAY, CORAL_SEA),
    ]
    assert digest(week, view) == [
        "Gar goes to Coral Sea, then Solomons.",
        "Tuna and Wahoo search.",
        "Trout arrives at Midway.",
        "Wahoo must return to base.",
        "Tuna meets a C1 convoy of 4 units (Low activity); 1 of 2 attacks hits.",
    ]
    longer = [*week, WeekBegan("1942-07", 2), WeekBegan("1942-07", 3)]
    assert digest(longer, view) == [
        "3 boats under way; sunk: nothing",
        "contacts: 1",
        "ordered home: Wahoo",
        "arrived at Midway: Trout",
    ]


def test_a_wolfpack_that_sails_is_told_as_one_by_the_boat_that_leads_it(campaign):
    seal, tuna = called("Seal"), called("Tuna")
    sailed = Sailed(GAR, CORAL_SEA, GAR, MIDWAY, (), (seal, tuna), None)
    assert str(sailed) == "The wolfpack of Gar goes to Coral Sea."
    assert [move.piece for move in sailed.moves] == ["boat/seal", "boat/tuna"]  # the first has stepped
    searched = Searched(GAR, CORAL_SEA, GAR, Found.NOTHING)
    assert digest([sailed, searched], campaign.view(ROLE)) == ["The wolfpack of Gar goes to Coral Sea and searches."]


def test_what_an_attack_brought_about_is_told_once_and_a_second_damage_as_another():
    met = TransitEventMet(GAR, CORAL_SEA, Result.DAMAGED_RTB)
    week = [met, Damaged(GAR, CORAL_SEA, 1), SentHome(GAR, CORAL_SEA), Damaged(GAR, CORAL_SEA, 2)]
    assert summary(week)[1:] == [
        "  Gar has a Transit Event: she is damaged and must return to base; and is damaged again."
    ]
    sunk = [TransitEventMet(GAR, CORAL_SEA, Result.SUNK), Lost(GAR, CORAL_SEA, Cause.TRANSIT_EVENT)]
    assert summary(sunk)[1:] == ["  Gar has a Transit Event and is lost: she is sunk in a Transit Event."]


def test_the_week_tells_of_a_wolfpack_that_is_disbanded_and_not_that_a_boat_is():
    week = [Disbanded((GAR, Named("boat/seal", "Seal")), CORAL_SEA), Spotted(GAR, CORAL_SEA)]
    assert summary(week)[1:] == ["  The wolfpack of Gar and Seal is disbanded.", "  Gar is Spotted."]


def test_the_week_of_a_boat_leaves_out_her_single_steps_and_her_place_on_the_display(campaign):
    coral, solomons = CORAL_SEA, Named("area/solomons", "Solomons")
    fighting = ((GAR, "B"),)
    steps, column = [Stepped(GAR, coral, MIDWAY), Stepped(GAR, solomons, coral)], ColumnTaken(GAR, solomons, "B", "")
    week = [
        *steps,
        Sailed(GAR, solomons, None, MIDWAY, (coral,), (), None),
        ConvoyMet(GAR, solomons, None, Force.C1, 2, 4),
        FightBegan(GAR, solomons, None, (unit(1),), fighting),
        column,
        Hit(GAR, solomons, unit(1), 3),
        LeftFight(GAR, solomons, "B"),
        FightEnded(GAR, solomons, None, (), fighting),
        SentHome(GAR, solomons),
    ]
    told = "Gar meets a C1 convoy of 4 units (Low activity) and must return to base"
    assert summary(week)[1:] == [f"  {told}."]
    assert digest(week, campaign.view(ROLE))[-1] == (
        "Gar meets a C1 convoy of 4 units (Low activity); her attack hits."
    )
    assert str(week[-2]) == "The fight of Gar is over."
    assert not Stepped.in_brief(steps)
    assert not ColumnTaken.in_brief([column])


def test_a_move_says_where_from_where_to_and_by_what_way():
    sailed = Sailed(GAR, CORAL_SEA, None, MIDWAY, (Named("area/solomons", "Solomons"),), (), MIDWAY)
    assert str(sailed) == "Gar goes to Solomons, then Coral Sea on the way to Midway."
    steps = (
        Stepped(GAR, Named("area/solomons", "Solomons"), MIDWAY),
        Stepped(GAR, CORAL_SEA, Named("area/solomons", "Solomons")),
    )
    assert [move for step in steps for move in step.moves] == [
        Move("boat/gar", "base/midway", "area/solomons"),
        Move("boat/gar", "area/solomons", "area/coral_sea"),
    ]
    assert sailed.moves == ()
    assert sailed.places == places(subject="boat/gar", from_="base/midway", to="area/coral_sea")
    assert Lost(GAR, CORAL_SEA, Cause.TYPHOON).moves == (Move("boat/gar", "area/coral_sea", ""),)


def test_the_steps_of_two_wolfpacks_are_told_apart(campaign):
    tuna, seal = called("Tuna"), called("Seal")
    week = [
        Sailed(GAR, CORAL_SEA, GAR, MIDWAY, (), (seal,), None),
        Sailed(tuna, CORAL_SEA, tuna, MIDWAY, (Named("area/solomons", "Solomons"),), (), None),
    ]
    assert digest(week, campaign.view(ROLE)) == [
        "The wolfpack of Gar goes to Coral Sea.",
        "The wolfpack of Tuna goes to Solomons, then Coral Sea.",
    ]


def test_no_result_of_an_attack_a_counterattack_or_a_search_is_a_detail(game):
    words = "searched convoy_met loner_met submarine_met revealed tdc_placed hit missed shelled ship_damaged sunk"
    words += " submarine_sunk counterattacked diligent_escort_attacked combat_event_met transit_event_met damaged lost"
    results = [event for event in game.event_types if event.kind in words.split()]
    assert len(results) == len(words.split())
    assert all(event.detail is Event.detail for event in results)


def test_what_comes_of_your_own_act_is_no_detail():
    results = (Searched(GAR, CORAL_SEA, None, Found.NOTHING), Hit(GAR, CORAL_SEA, unit(1), 3), CONVOY)
    assert not any(event.detail for event in results)
