"""The odds of an option after which the role chooses on, before chance or anybody else has a say."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from navalcore._rules.decision import Flow, choose
from navalcore._rules.terms import Options, Step, Terms
from navalcore.odds._answers import chosen_on_in_words, figures
from tests.engine.test_together import Regatta
from tests.odds.test_options import Pond, Table, Wind, deal, shoot


def think(play: Table) -> Flow[None]:
    verb = yield from choose("you", "What?", ("shoot", "aim", "hand", "burst", "dither"), "1")
    match verb:
        case "shoot":
            shoot(play, play.dice.d6("a shot", "1"))
        case "aim":
            target = yield from choose("you", "At what?", ("near", "far"), "1")
            if target == "far":
                yield from choose("you", "Load?", ("load",), "1")
            shoot(play, play.dice.roll("d6", "an aimed shot", "1", {"near": 2} if target == "near" else {}))
        case "hand":
            yield from choose("you", "To whom?", ("duck",), "1")
            shoot(play, play.dice.d6("a shot by the duck", "1"))
        case "burst":
            for _ in range(4 if (yield from choose("you", "How long?", ("short", "long"), "1")) == "short" else 8):
                shoot(play, play.dice.d6("a burst", "1"))
        case "dither":
            while (yield from choose("you", "Again?", ("again", "enough"), "1")) == "again":
                pass
            shoot(play, play.dice.d6("a late shot", "1"))


class Thinking(Pond):
    def sequence_of_play(self, terms: Terms[Options]) -> Sequence[Step]:
        return [Step("deal", deal, once=True), Step("think", think)]


def pond() -> Any:
    return Thinking().new_match(seed=1)


def test_an_option_after_which_the_role_chooses_on_has_the_range_of_its_further_choices() -> None:
    # At a near target 2 are added: 3 and more hit instead of 5 and more.
    odds = pond().odds("aim")
    assert odds.ranges == {
        "A hit.": (Fraction(1, 3), Fraction(2, 3)),
        "A miss.": (Fraction(1, 3), Fraction(2, 3)),
    }
    assert (odds.method, odds.ways, odds.certain) == ("exact", 2, False)
    assert list(odds.outcomes) == ["depends on your next choices; A hit: 33.3 to 66.7 %; A miss: 33.3 to 66.7 %"]
    assert odds.basis == "exact; depends on your next choices: all 2 ways to choose were looked at"


def test_a_seat_is_sent_the_range_of_the_further_choices() -> None:
    shoot, aim, *_ = pond().snapshot("you", odds=True).decision.options
    assert aim.chances.ranges == {"A hit.": (1 / 3, 2 / 3), "A miss.": (1 / 3, 2 / 3)}
    assert (aim.chances.ways, aim.chances.every_way) == (2, True)
    assert aim.chances.basis == pond().odds("aim").basis
    assert (shoot.chances.ways, shoot.chances.ranges) == (0, {})


def test_a_further_choice_that_is_no_choice_is_looked_through() -> None:
    assert pond().odds("hand").outcomes == pond().odds("shoot").outcomes
    assert pond().odds("hand").ways == 0


def test_further_choices_with_too_many_courses_are_sampled_and_said_so() -> None:
    # A long burst of 8 shots hits at least once in 1 - (2/3) ** 8 of the cases, a short one of 4 in 1 - (2/3) ** 4.
    odds = pond().odds("burst")
    least, most = odds.ranges["A hit."]
    assert (odds.method, odds.ways) == ("sampled", 2)
    assert odds.courses >= 400
    assert abs(least - (1 - Fraction(2, 3) ** 4)) < 0.15
    assert abs(most - (1 - Fraction(2, 3) ** 8)) < 0.15
    (text,) = odds.outcomes
    assert text.startswith("depends on your next choices; A ")
    assert ": about " in text
    assert " ± " in text


def test_a_table_goes_through_the_further_choices_of_12_options_and_of_the_others_says_that_it_has_not() -> None:
    class Crowded(Pond):
        def sequence_of_play(self, terms: Terms[Options]) -> Sequence[Step]:
            return [Step("deal", crowd)]

    def crowd(play: Any) -> Flow[None]:
        verb = yield from choose("you", "What?", tuple(f"mark {number}" for number in range(13)), "1")
        target = yield from choose("you", "At what?", ("near", "far"), "1")
        shoot(play, play.dice.roll("d6", verb, "1", {"near": 2} if target == "near" else {}))

    match = Crowded().new_match(seed=1)
    *looked_through, last = (next(iter(odds.outcomes)) for odds in match.odds_table())
    assert set(looked_through) == {"depends on your next choices; A hit: 33.3 to 66.7 %; A miss: 33.3 to 66.7 %"}
    assert last == "depends on your next choices; the odds of this option alone say more"
    assert match.odds("mark 3").ranges["A hit."] == (Fraction(1, 3), Fraction(2, 3))


def test_nothing_is_said_of_further_choices_that_need_not_end() -> None:
    assert pond().odds("dither").outcomes == {"nothing to report": 1}


def test_what_the_role_alone_decides_has_no_chance_and_is_said_so() -> None:
    def sails(play: Any) -> Flow[None]:
        yield from choose("red", "Sail?", ("sail",), "1")
        sail = yield from choose("red", "How?", ("fair", "foul"), "1")
        play.tell(Wind, sail == "fair")
        yield from choose("blue", "And you?", ("sail",), "1")

    class Alone(Regatta):
        course = (Step("sails", sails),)

    odds = Alone().new_match(seed=1).odds("sail")
    assert not odds.ranges
    assert odds.ways == 2
    assert list(odds.outcomes) == [
        "depends on your next choices; chance has no say before the next decision of another role"
    ]


def test_ranges_and_ways_are_told_in_words() -> None:
    assert figures(Fraction(1, 10), Fraction(1, 3)) == "10 to 33.3 %"
    assert figures(Fraction(1, 4), Fraction(1, 4)) == "25 %"
    assert chosen_on_in_words(24, False).endswith("24 of the ways to choose were looked at")
    assert chosen_on_in_words(1, True).endswith("the one way to choose was looked at")
