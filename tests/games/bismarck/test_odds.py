"""The odds questions: exact, against figures worked out from the tables by hand."""

from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest

import navalcore as nc
from navalcore.components._chance import Chance
from navalcore.errors import BadData
from navalcore.odds._paths import BranchingChance
from navalcore_games.bismarck.cards import ship_number
from navalcore_games.bismarck.combat.damage import salvo, torpedo_damage, torpedo_hits


@pytest.fixture
def ask(game):
    questions = {question.name: question for question in nc.face_of(game).questions()}
    return lambda name, **parameters: questions[name].ask(parameters)[1]


@pytest.mark.rule("bismarck", "10.7")
def test_shadow(ask) -> None:
    assert ask("shadow", strength=4, visibility=7, squares=2, helpers=2).outcomes == {
        "succeeds": Fraction(1, 2),
        "fails": Fraction(1, 2),
    }
    assert ask("shadow", strength=4, visibility=4).outcomes["succeeds"] == Fraction(2, 3)


@pytest.mark.rule("bismarck", "16.81")
def test_salvos_at_the_hood(ask) -> None:
    odds = ask("salvos", target="Hood", salvos=2)
    assert sum(odds.outcomes.values()) == 1
    miss, sunk = Fraction(769, 1000), Fraction(1, 1000)
    assert odds.outcomes["0 MS, 0 knots, 0 FP"] == miss**2
    assert odds.marginals["sunk"]["yes"] == 1 - (1 - sunk) ** 2
    assert odds.marginals["firepower_lost"]["4"] == Fraction(14, 100) ** 2
    # The second salvo falls only if the first has not sunk her.
    assert odds.expected["firepower_lost"] == 2 * Fraction(14, 100) * (1 + (1 - sunk))
    assert ask("salvos", target="Hood", salvos=0).marginals["sunk"] == {"no": 1}


@pytest.mark.rule("bismarck", "16.81")
def test_the_bismarck_is_never_sunk_by_one_salvo(ask) -> None:
    odds = ask("salvos", target="Bismarck", salvos=1)
    assert odds.marginals["sunk"] == {"no": 1}
    assert odds.marginals["midships_lost"] == {"0": Fraction(909, 1000), "1": Fraction(91, 1000)}
    assert odds.marginals["knots_lost"]["10"] == Fraction(1, 100)
    assert ask("salvos", target="Bismarck", salvos=6).expected["midships_lost"] == 6 * Fraction(91, 1000)


class EveryFace(BranchingChance):
    """Branches over each face of each die, whatever the rules read in it."""

    __slots__ = ()
    pool = Chance.pool


@pytest.mark.rule("bismarck", "16.81", "16.82", "16.83")
@pytest.mark.parametrize("name", ["Hood", "Norfolk"])
def test_what_the_rules_read_in_a_face_is_all_they_use_of_it(sea, name) -> None:
    number = ship_number(name)
    for blow in (salvo, torpedo_damage, lambda play, number: torpedo_hits(play, number, 1, 25)):
        found = {}
        for kind in (EveryFace, BranchingChance):
            chance = kind()
            odds: defaultdict[tuple[Any, ...], Fraction] = defaultdict(Fraction)
            while True:
                here = sea()
                ship = here.put(name, 1620, fuel=None)
                here.use(chance)
                hits = blow(here.play, number)
                odds[hits, ship.midships, ship.knots, ship.firepower, ship.fate] += chance.weight
                if not chance.advance():
                    break
            found[kind] = odds
        assert found[EveryFace] == found[BranchingChance]


@pytest.mark.rule("bismarck", "16.82", "16.83")
def test_torpedoes_at_the_bismarck(ask) -> None:
    odds = ask("torpedoes", target="Bismarck", factors=2)
    assert odds.marginals["hits"] == {"0": Fraction(81, 100), "1": Fraction(18, 100), "2": Fraction(1, 100)}
    assert odds.expected["midships_lost"] == 2 * Fraction(1, 10) * Fraction(6, 10)
    assert ask("torpedoes", target="Bismarck", factors=1, knots=0).marginals["hits"]["1"] == Fraction(60, 100)


@pytest.mark.rule("bismarck", "16.83")
def test_a_torpedo_at_a_cruiser_sinks_her_in_a_third_of_the_hits_or_by_two_midships(ask) -> None:
    # Norfolk has two midships: a third sunk, a third two midships, so two thirds of the hits (5 %) sink her.
    assert ask("torpedoes", target="Norfolk", factors=1).marginals["sunk"]["yes"] == Fraction(5, 100) * Fraction(2, 3)


@pytest.mark.rule("bismarck", "16.85")
def test_a_submarine_attack(ask) -> None:
    odds = ask("submarine-attack", target="Convoy SL1", anti_sub=13)
    assert odds.marginals["boat_sunk"]["yes"] == Fraction(30, 100)
    assert odds.marginals["hits"]["1"] == Fraction(1, 2) * Fraction(60, 100)
    assert ask("submarine-attack", target="SL1", anti_sub=0).expected["hits"] == 4 * Fraction(60, 100)


@pytest.mark.rule("bismarck", "16.51.2")
def test_a_destroyer_run(ask) -> None:
    assert ask("destroyer-run", destroyers=1).outcomes == {"0": Fraction(40, 100), "1": Fraction(60, 100)}
    assert ask("destroyer-run").expected["survivors"] == 6 * Fraction(60, 100)
    assert ask("destroyer-run", firing=2, night=True).outcomes["6"] == Fraction(85, 100) ** 12


@pytest.mark.rule("bismarck", "16.63")
def test_withdrawal(ask) -> None:
    odds = ask("withdrawal", rounds=3)
    assert odds.outcomes["round 2"] == Fraction(3, 16)
    assert odds.marginals["away"]["no"] == Fraction(27, 64)


@pytest.mark.rule("bismarck", "13.32")
def test_fog(ask) -> None:
    odds = ask("fog", turn=5)
    assert odds.outcomes["both areas"] == Fraction(67, 100) ** 2
    assert odds.marginals["area_1"]["yes"] == Fraction(67, 100)


@pytest.mark.rule("bismarck", "13.2")
def test_weather(ask) -> None:
    assert ask("weather", row=16, level=4).outcomes["7"] == Fraction(1, 7)
    assert ask("weather", row=25, level=4).outcomes == {
        "1": Fraction(1, 6), "2": Fraction(1, 6), "3": Fraction(1, 6), "4": Fraction(1, 6), "5": Fraction(1, 6),
        "6": Fraction(1, 6), "7": 0, "8": 0,
    }  # fmt: skip
    assert ask("weather", row=11, level=8).outcomes["8"] == Fraction(4, 7)


@pytest.mark.rule("bismarck", "12.3")
def test_radio_silence(ask) -> None:
    assert ask("radio-silence", turns=30).marginals["silence"]["kept"] == Fraction(99, 100) ** 30


@pytest.mark.rule("bismarck", "12.2")
def test_the_air_search_finds_a_ship_in_one_turn_of_twenty_at_visibility_4_or_less(ask) -> None:
    for visibility in (1, 4):
        assert ask("air-search", visibility=visibility).outcomes == {"0": Fraction(19, 20), "1": Fraction(1, 20)}
    assert ask("air-search", visibility=5, turns=30).outcomes == {"0": 1}
    question = next(each for each in nc.face_of(nc.load("bismarck")).questions() if each.name == "air-search")
    told = next(each["text"] for each in question.described() if each["name"] == "visibility")
    assert "above 4" in told, "a higher level is worse weather (2.27)"
    three = ask("air-search", turns=3)
    assert three.outcomes["1"] == 3 * Fraction(1, 20) * Fraction(19, 20) ** 2
    assert three.marginals["search"]["found"] == 1 - Fraction(19, 20) ** 3
    assert three.expected["reports"] == Fraction(3, 20)


@pytest.mark.rule("bismarck", "12.2")
def test_fog_hides_from_the_air_search_by_the_option_only(ask) -> None:
    assert ask("air-search", fog=True).outcomes["1"] == Fraction(1, 20)
    assert ask("air-search", fog=True, fog_blocks_air_search=True).outcomes == {"0": 1}
    assert ask("air-search", fog_blocks_air_search=True).outcomes["1"] == Fraction(1, 20)


@pytest.mark.rule("bismarck", "16.68")
@pytest.mark.parametrize(
    ("night", "visibility", "shadowed", "chance"),
    [
        (True, 1, False, Fraction(1, 2)), (True, 1, True, 1), (False, 5, False, 0), (False, 5, True, 0),
        (False, 6, False, Fraction(1, 2)), (False, 8, True, 1),
    ],
)  # fmt: skip
def test_the_bismarck_surprises_at_night_or_at_visibility_6_and_more(ask, night, visibility, shadowed, chance) -> None:
    odds = ask("surprise", night=night, visibility=visibility, shadowed=shadowed)
    assert odds.outcomes == {"surprise": chance, "none": 1 - chance}


def test_an_unknown_ship_is_refused_by_name(ask) -> None:
    with pytest.raises(BadData, match="Tirpitz"):
        ask("salvos", target="Tirpitz")


@pytest.mark.rule("bismarck", "16.41.1", "16.61")
@pytest.mark.parametrize("question", ["salvos", "torpedoes", "submarine-attack"])
def test_a_submarine_unit_is_no_target(ask, question) -> None:
    with pytest.raises(BadData, match="Wolfpack 1 is not a surface ship"):
        ask(question, target="WP1")


@pytest.mark.rule("bismarck", "16.85")
def test_the_hits_of_a_submarine_attack_are_listed_in_their_order(ask) -> None:
    odds = ask("submarine-attack", target="Norfolk", anti_sub=0)
    assert list(odds.outcomes) == [
        f"{boat}, {hits} {'hit' if hits == 1 else 'hits'}"
        for boat in ("no boat sunk", "boat sunk")
        for hits in range(8)
    ]
    # One to seven torpedoes, each as likely, at 5 %; the submarine is lost in 5 % of the attacks.
    assert odds.outcomes["boat sunk, 7 hits"] == Fraction(5, 100) * Fraction(1, 7) * Fraction(5, 100) ** 7
