"""The sampled odds questions, and the wolfpack of the transit question."""

from fractions import Fraction

import pytest

from navalcore.errors import BadData
from navalcore_games.silent_war import odds as questions, sampled_odds as sampled_questions
from navalcore_games.silent_war.ids import AreaIndex, CardIndex
from navalcore_games.silent_war.sampled_odds import FATES, fate
from navalcore_games.silent_war.state import Boat, Place, Rtb


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
