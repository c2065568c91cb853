"""The sampled odds questions, and the wolfpack of the transit question."""

from fractions import Fraction
from typing import Any

import pytest

from navalcore.errors import BadData
from navalcore_games.silent_war import odds as questions, sampled_odds as sampled_questions
from navalcore_games.silent_war.ids import AreaIndex, CardIndex
from navalcore_games.silent_war.sampled_odds import FATES, fate
from navalcore_games.silent_war.state import Boat, Place, Rtb

TENTH = Fraction(1, 10)


@pytest.mark.parametrize(
    ("word", "marks"),
    [
        ("unharmed", {}),
        ("spotted", {"spotted": True}),
        ("rtb", {"rtb": Rtb.INVOLUNTARY, "spotted": True}),
        ("damaged", {"damage": 1}),
        ("damaged_rtb", {"damage": 1, "rtb": Rtb.INVOLUNTARY}),
        ("lost", {"place": Place.LOST}),
    ],
)
def test_a_boats_fate_is_the_worst_that_happened_to_it(word, marks) -> None:
    boat = Boat(CardIndex(0), Place.OPERATING, AreaIndex(0))
    for name, value in marks.items():
        setattr(boat, name, value)
    assert fate(boat) == word
    assert word in FATES


def test_a_patrol_question_plays_the_matches_of_its_seed(game) -> None:
    once = sampled_questions.patrol.ask({"samples": 12, "seed": 5})[1]
    assert once == sampled_questions.patrol.ask({"samples": 12, "seed": 5})[1]
    assert once != sampled_questions.patrol.ask({"samples": 12, "seed": 6})[1]
    assert once.method == "sampled"
    assert sum(once.outcomes.values()) == pytest.approx(1)
    assert set(once.standard_error) == set(once.outcomes)


def test_the_attack_question_counts_ships_and_what_becomes_of_the_boat() -> None:
    odds = sampled_questions.attack.ask({"samples": 40})[1]
    assert sum(odds.outcomes.values()) == pytest.approx(1)
    assert sum(odds.marginals["boat"].values()) == pytest.approx(1)
    assert odds.outcomes["0"] < 1
    # A unit that sinks has a tonnage of at least one thousand tons.
    assert odds.expected["thousand tons"] >= odds.expected["ships"] > 0


def test_a_bold_boat_among_warships_fares_worse_than_a_careful_one_at_a_sparse_convoy() -> None:
    many = {"samples": 60, "boat": "tang", "month": "1944-06", "war_period": 3}
    attack = sampled_questions.attack
    bold = attack.ask({**many, "contact": "TF", "level": "high", "bot": "bold"})[1].marginals["boat"]
    careful = attack.ask({**many, "contact": "C1", "level": "sparse", "bot": "careful"})[1].marginals["boat"]
    assert bold["unharmed"] < careful["unharmed"]


@pytest.mark.parametrize(
    ("question", "wrong", "right"),
    [
        (sampled_questions.patrol, {"scenario": "campaign_full"}, "patrol_wahoo_1943"),
        (sampled_questions.attack, {"boat": "Wahu"}, "such as wahoo"),
        (sampled_questions.attack, {"area": "atlantic"}, "east_china_sea"),
    ],
)
def test_an_unknown_name_is_refused_with_what_would_be_right(question, wrong, right) -> None:
    with pytest.raises(BadData, match=right):
        question.ask(wrong)


@pytest.mark.rule("silent_war", "19.1-c", "24.4", "22.1")
def test_a_pack_moves_with_one_less_on_the_transit_event_die() -> None:
    # East China Sea: its red begins at the same box for both; a pack of three is one less likely on ten-sided die,
    # and counts as two boats, which is no crowd.
    alone = questions.transit.ask({"side": "patrol"})[1].outcomes["none"]
    together = questions.transit.ask({"side": "patrol", "pack": 3})[1].outcomes["none"]
    assert together - alone == Fraction(1, 10)


@pytest.mark.rule("silent_war", "6.0-b")
@pytest.mark.parametrize(
    ("path", "stays"),
    [
        ("70", Fraction(9, 10)),  # 9 or more
        ("70,70", Fraction(9, 10)),  # no second roll at 70
        ("70,72,74", Fraction(9, 10)),
        ("70,70,76", Fraction(9, 10) * Fraction(8, 10)),  # then 8 or more, at 75
    ],
)
def test_the_odds_of_the_torpedo_have_one_roll_for_a_number_that_stays_the_highest_reached(path, stays) -> None:
    odds = questions.torpedo_improvement.ask({"path": path})[1]
    assert odds.outcomes["-2"] == stays


@pytest.mark.rule("silent_war", "20.3", "19.1-c", "15.25")
def test_the_odds_of_a_zones_check_and_of_patrol_movement_have_no_modifier_of_transit() -> None:
    """East China Sea, War Period 2: red from 7 on. Into a zone at +2 a 5 is enough, on patrol a 7."""
    into = questions.transit.ask({"mission_zone": True})[1]
    assert into == questions.transit.ask({"mission_zone": True, "side": "patrol"})[1]
    on_patrol = questions.transit.ask({"side": "patrol"})[1]
    assert questions.transit.ask({"side": "patrol", "cautious": True})[1] == on_patrol
    assert (1 - into.outcomes["none"]) / (1 - on_patrol.outcomes["none"]) == pytest.approx(5 / 3)


@pytest.mark.rule("silent_war", "19.1-c", "23.0")
def test_the_odds_of_a_transit_event_count_paired_conditions_as_the_option_has_it():
    """SW-R13: a Spotted boat in the Yellow Sea has +1 twice, and by option once."""
    once: dict[str, Any] = {"area": "yellow_sea", "war_period": 2, "spotted": True, "transit_drm_per_bullet": True}
    paired = questions.transit(**once).outcomes
    assert paired == questions.transit(**once | {"spotted": False}).outcomes
    assert paired["none"] - questions.transit(**once | {"transit_drm_per_bullet": False}).outcomes["none"] == TENTH
