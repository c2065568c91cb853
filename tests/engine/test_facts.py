"""Facts about options: what they refuse, how they read, and how they reach a seat."""

from fractions import Fraction

import pytest

import navalcore as nc
from navalcore.errors import BadData
from navalcore.rules import Fact, Summand, places, summands
from navalcore_games.uboat_cards.face import UboatCardsFace


@pytest.mark.parametrize("value", [Fraction(-1, 10), Fraction(11, 10)])
def test_a_chance_is_from_0_to_1(value):
    with pytest.raises(BadData, match="a chance is from 0 to 1"):
        Fact("hit", value)


def test_a_sum_comes_to_its_value():
    parts = (Summand("attack points", 3, "14.16"), Summand("storm", -1, "7.21"))
    assert Fact("total", 2, summands=parts).kind == "total"
    with pytest.raises(BadData, match=r"attack points \+3, storm -1"):
        Fact("total", 3, summands=parts)


def test_a_figure_is_read_by_its_kind():
    told = [Fact("hit", Fraction(1, 6)), Fact("fuel_left", 2), Fact("loss", Fraction(17, 9), words="IPC", mean=True)]
    assert [(each.kind, str(each)) for each in told] == [
        ("chance", "hit 16.7 %"),
        ("count", "fuel left 2"),
        ("mean", "IPC 1.89"),
    ]


def test_numbers_that_are_0_are_no_part_of_a_sum():
    assert summands({"skipper": 0, "defense": -2}, "14.16") == (Summand("defense", -2, "14.16"),)


class Told(UboatCardsFace):
    """A face with every kind of fact about the first option, one of them about the second too."""

    def facts(self, view, decision, terms):
        first = [
            Fact("hit", Fraction(7, 10), "U7", places=places(at=["deck", "discards"])),
            Fact("needed", 2, "U7", "needs at most", summands({"card": 3, "row": -1}, "U8")),
        ]
        second = [first[1], Fact("spare", 3, "U7", summands=summands({"card": 3}, "U8"))]
        return [first, second, *([()] * (len(decision.options) - 2))]


@pytest.fixture
def match(monkeypatch):
    game = type(nc.load("uboat_cards"))()
    monkeypatch.setattr(type(game), "face", Told)
    return game.new_match(seed=17)


def test_a_seat_is_sent_the_facts_of_its_options_and_its_schema_reads_them(match):
    role = match.decision.role
    sent = match.snapshot(role).model_dump(mode="json", by_alias=True)
    first, second, *_ = sent["decision"]["options"]
    assert sent["decision"]["facts"] == [
        {
            "name": "hit", "kind": "chance", "value": 0.7, "fraction": "7/10", "text": "hit 70 %", "rule": "U7",
            "summands": [], "places": [{"place": "deck", "as": "at"}, {"place": "discards", "as": "at"}],
        },
        {
            "name": "needed", "kind": "total", "value": 2, "fraction": None, "text": "needs at most 2", "rule": "U7",
            "summands": [0, 1], "places": [],
        },
        {
            "name": "spare", "kind": "total", "value": 3, "fraction": None, "text": "spare 3", "rule": "U7",
            "summands": [0], "places": [],
        },
    ]  # fmt: skip
    assert sent["decision"]["summands"] == [
        {"text": "card", "value": 3, "rule": "U8"},
        {"text": "row", "value": -1, "rule": "U8"},
    ]
    assert (first["facts"], second["facts"]) == ([0, 1], [1, 2]), "what is known of both is sent once"
    read = match.game.snapshot_class().model_validate(sent).decision
    needed = read.facts[read.options[0].facts[1]]
    assert [read.summands[number].value for number in needed.summands] == [3, -1]


def test_a_chance_of_1_and_a_count_of_1_are_two_facts(monkeypatch, match):
    one = [Fact("hit", Fraction(1)), Fact("hit", 1)]
    monkeypatch.setattr(Told, "facts", lambda *_: [one, *([()] * (len(match.decision.options) - 1))])
    sent = match.snapshot(match.decision.role).decision
    assert [sent.facts[number].kind for number in sent.options[0].facts] == ["chance", "count"]


def test_a_reader_takes_words_that_a_later_release_may_send(match):
    sent = match.snapshot(match.decision.role).model_dump(mode="json", by_alias=True)
    sent["decision"]["facts"][0]["kind"] = "range"
    sent["decision"]["options"][0]["places"][0]["as"] = "via"
    read = match.game.snapshot_class().model_validate(sent)
    assert read.decision.facts[0].text == "hit 70 %"
    assert read.decision.options[0].places[0].part == "via"


def test_other_seats_are_sent_no_facts_of_it(match):
    other = next(role for role in match.game.roles if role != match.decision.role)
    assert match.snapshot(other).decision is None


def test_a_message_of_before_has_no_facts(match):
    sent = match.snapshot(match.decision.role).model_dump(mode="json", by_alias=True)
    del sent["decision"]["facts"], sent["decision"]["summands"]
    for option in sent["decision"]["options"]:
        del option["facts"]
    read = match.game.snapshot_class().model_validate(sent)
    assert read.decision.options[0].facts == ()
