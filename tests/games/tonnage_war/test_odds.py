"""Odds questions against figures worked out by hand."""

from fractions import Fraction

import pytest

import navalcore as nc
from navalcore._rules.running import run
from navalcore.errors import BadData
from navalcore.odds import exact
from navalcore_games.tonnage_war.convoy_attack import attack_goes_through
from navalcore_games.tonnage_war.engagement import attempt
from navalcore_games.tonnage_war.game import TonnageWar
from navalcore_games.tonnage_war.odds import QUESTIONS, table
from navalcore_games.tonnage_war.state import Committed, Engagement, Kind, Response, Tactical, Unit, Weapon

ASK = {question.name: question.ask for question in QUESTIONS}


def answer(name, **parameters):
    return ASK[name](parameters)[1]


def test_the_game_offers_its_questions():
    assert [question.name for question in nc.face_of(TonnageWar()).questions()] == [
        "convoy-attack", "detection", "escort-attack", "attack-escort", "flak", "engagement", "attack-under-fire",
    ]  # fmt: skip


@pytest.mark.rule("tonnage_war", "8.2")
@pytest.mark.parametrize(
    ("crew", "card", "die", "storm", "mean"),
    [
        ("N", "beam", 10, False, Fraction(24, 10)),
        ("R", "beam", 10, False, Fraction(4)),
        ("A", "bow", 10, False, Fraction(3)),
        ("N", "bow_fat", 10, False, Fraction(24, 10)),
        ("N", "straggler", 10, False, Fraction(1)),
        ("N", "quarter", 20, False, Fraction(6, 10)),
        ("R", "beam", 20, False, Fraction(2)),
        ("A", "bow_fat", 20, False, Fraction(24, 10)),
        ("R", "beam", 10, True, Fraction(32, 10)),
        ("N", "stern", 20, True, Fraction(2, 10)),
    ],
)
def test_mean_ships_are_rolls_times_the_chance_of_a_roll(crew, card, die, storm, mean):
    odds = answer("convoy-attack", crew=crew, card=card, die=die, storm=storm)
    assert odds.expected["ships"] == mean
    assert sum(odds.outcomes.values()) == 1
    assert list(odds.outcomes) == ["0", "1", "2", "3", "4"]


def test_a_quarter_attack_of_a_novice_by_hand():
    """Each of two rolls hits on 6 of 10: 0.16, 0.48, 0.36."""
    assert list(answer("convoy-attack", crew="N", card="quarter").outcomes.values()) == [
        Fraction(16, 100), Fraction(48, 100), Fraction(36, 100), 0, 0,
    ]  # fmt: skip


def test_putting_rolls_together_agrees_with_the_whole_procedure():
    """The whole attack, rescue ship and all, over every pair of rolls."""

    def ships(chance):
        play = table(chance)
        engagement = Engagement(Kind.CONVOY_ATTACK, Unit.N, attack_card=Tactical.QUARTER)
        run(attack_goes_through(play, engagement))
        return str(play.state.tally.ships)

    whole = exact(ships)
    assert {
        name: share for name, share in answer("convoy-attack", crew="N", card="quarter").outcomes.items() if share
    } == whole


@pytest.mark.rule("tonnage_war", "8.5")
@pytest.mark.parametrize(
    ("parameters", "evaded"),
    [
        ({"crew": "R", "escort": "SR"}, Fraction(8, 20)),
        ({"crew": "N", "escort": "AA", "card": "air_patrol"}, 0),
        ({"crew": "A", "escort": "SN", "card": "hfdf"}, Fraction(15, 20)),
        ({"crew": "R", "escort": "SR", "evade": 4}, Fraction(12, 20)),
        ({"crew": "R", "escort": "SR", "storm": True, "bad_sonar": True, "attempt": 2}, Fraction(14, 20)),
        ({"crew": "A", "escort": "SN", "evade": 8}, 1),
    ],
)
def test_detection_by_hand(parameters, evaded):
    odds = answer("detection", **parameters)
    assert odds.outcomes == {"evaded": evaded, "detected": 1 - evaded}


@pytest.mark.rule("tonnage_war", "8.5.3")
def test_one_regular_ship_on_a_regular_boat_by_hand():
    """Undetected 8/20; then 1 rams, 2 sinks, 3-4 damage, 16 of 20 nothing."""
    odds, found = answer("escort-attack", crew="R", group="SR"), Fraction(12, 20)
    assert odds.outcomes == {
        "undetected": Fraction(8, 20), "sunk, SR damaged": found * Fraction(1, 20), "sunk": found * Fraction(1, 20),
        "damaged": found * Fraction(2, 20), "unhurt": found * Fraction(16, 20),
    }  # fmt: skip
    assert odds.marginals["SR"] == {"unhurt": 1 - Fraction(12, 400), "damaged": Fraction(12, 400)}
    assert odds.marginals["boat"]["sunk"] == Fraction(24, 400)


def test_a_group_carried_on_escort_by_escort_agrees_with_the_whole_procedure():
    """Two escorts in a storm: every detection and attack roll enumerated at once."""

    def fate(chance):
        play = table(chance, storm=True)
        group = [Committed(Unit.SN), Committed(Unit.SA)]
        engagement = Engagement(Kind.CONVOY_ATTACK, Unit.N, weapon=Weapon.ESCORT_ATTACK, attempt=1, group=group)
        detected = run(attempt(play, engagement, Response.NONE, None))
        return "undetected" if not detected else ("unhurt", "damaged", "sunk")[engagement.damage]

    assert exact(fate) == {
        name: share
        for name, share in answer("escort-attack", crew="N", group="SN,SA", storm=True).marginals["boat"].items()
        if share
    }


@pytest.mark.rule("tonnage_war", "8.3.1", "8.3.2")
@pytest.mark.parametrize(
    ("crew", "detected", "hit"), [("N", False, 3), ("R", False, 5), ("A", False, 7), ("A", True, 2)]
)
def test_a_shot_at_an_escort_by_hand(crew, detected, hit):
    odds = answer("attack-escort", crew=crew, detected=detected)
    assert odds.outcomes == {"miss": Fraction(20 - hit, 20), "damaged": Fraction(hit, 20), "destroyed": 0}


@pytest.mark.rule("tonnage_war", "8.1.4")
@pytest.mark.parametrize("modifier", [0, 1, 2])
def test_flak_by_hand(modifier):
    odds = answer("flak", crew="R", modifier=modifier, target="AA")
    assert odds.outcomes == {"miss": Fraction(18 - modifier, 20), "damaged": Fraction(2 + modifier, 20), "destroyed": 0}


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("convoy-attack", {"crew": "X"}, "crew"),
        ("convoy-attack", {"die": "12"}, "die"),
        ("escort-attack", {"group": "AA", "card": "hfdf"}, "cannot go out"),
        ("escort-attack", {"group": "XX"}, "one to nine"),
        ("escort-attack", {"group": "SR,AR", "attempt": "2"}, "AR takes no part in the continuation"),
        ("detection", {"escort": "AA", "attempt": "2"}, "AA takes no part in the continuation"),
        ("detection", {"colour": "red"}, "colour"),
    ],
)
def test_impossible_parameters_are_refused_by_name(name, parameters, message):
    with pytest.raises(BadData, match=message):
        ASK[name](parameters)


@pytest.mark.rule("tonnage_war", "14.1", "14.2")
def test_storm_bad_sonar_and_options_count_wherever_they_change_a_roll():
    assert answer("attack-escort", crew="A", storm=True).outcomes["damaged"] == Fraction(6, 20), "half of 14 - 2"
    assert answer("attack-escort", crew="A", detected=True, storm=True).outcomes["damaged"] == Fraction(2, 20)
    assert answer("attack-escort", crew="R", uboat_hit_on_escort="sinks").outcomes["destroyed"] == Fraction(5, 20)
    assert answer("escort-attack", attempt=2, bad_sonar=True).marginals["boat"]["undetected"] == Fraction(11, 20)
    assert answer("flak", crew="R", flak_base="half").outcomes["damaged"] == Fraction(5, 20)
    penalty, bonus = (answer("detection", card="hfdf", hfdf_modifier=each) for each in ("penalty", "bonus"))
    assert penalty.outcomes["evaded"] != bonus.outcomes["evaded"]


def test_parameters_may_be_typed_as_text():
    assert answer("convoy-attack", die="20", storm="true").expected["ships"] == Fraction(4 * 8, 20)
    assert answer("flak", modifier="1").outcomes["damaged"] == Fraction(3, 20)
