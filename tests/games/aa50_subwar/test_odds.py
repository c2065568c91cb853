"""The odds questions: figures derived by hand, the source's claims, and agreement with the dice of real procedures."""

from __future__ import annotations

from fractions import Fraction

import pytest

from navalcore._rules.play import Play
from navalcore.errors import BadData
from navalcore.odds import exact
from navalcore_games.aa50_subwar.convoy import disrupt
from navalcore_games.aa50_subwar.odds import (
    LANES,
    QUESTIONS,
    best_placement,
    england_loss,
    placements,
    starvation_chance,
)
from navalcore_games.aa50_subwar.options import SubwarOptions
from navalcore_games.aa50_subwar.state import State
from navalcore_games.aa50_subwar.words import Kind, Power


def ask(name, **parameters):
    question = next(question for question in QUESTIONS if question.name == name)
    return question.ask(parameters)[1]


@pytest.mark.rule("aa50_subwar", "S25", "S21", "B15")
def test_four_submarines_in_the_best_lanes_starve_england_in_7_of_128():
    # Sz2 must lose 2 (two dice of 0,0,0,1,2,3: 7/12), two of the C1 lanes 1 each (3/4), Sz8 4 (6/36); 2+1+1+4 = 8.
    assert Fraction(7, 12) * Fraction(3, 4) ** 2 * Fraction(1, 6) == Fraction(7, 128)
    odds = ask("starve-england", subs=4)
    assert odds.outcomes == {"starved": Fraction(7, 128), "survives": Fraction(121, 128)}
    assert odds.notes == ("best placement: 2:1,3:1,6:1,8:1",)
    assert ask("starve-england", placement="2:1,3:1,6:1,8:1").outcomes == odds.outcomes


@pytest.mark.rule("aa50_subwar", "S25")
@pytest.mark.parametrize("subs", [0, 1, 2, 3])
def test_three_submarines_or_fewer_cannot_starve_england(subs):
    odds = ask("starve-england", subs=subs)
    assert odds.outcomes["starved"] == 0
    assert odds.notes[0].startswith("no placement of so many submarines can starve England")


@pytest.mark.rule("aa50_subwar", "S25")
def test_the_default_dice_are_held_against_the_authors_estimate():
    four, six = (ask("starve-england", subs=n).outcomes["starved"] for n in (4, 6))
    assert 0 < four < Fraction(1, 10)
    assert Fraction(1, 5) < six < Fraction(2, 5)
    for convention in ((1, 3, "face"), (2, 3, "one"), (1, 3, "one")):
        assert best_placement(4, convention)[1] == 0, "other conventions make four submarines powerless"


def test_more_submarines_never_starve_less():
    chances = [best_placement(n)[1] for n in range(1, 11)]
    assert chances == sorted(chances)


def test_leaving_symmetrical_placements_out_loses_nothing():
    every = {}
    for lanes in (dict(zip(LANES, counts, strict=True)) for counts in counted(4)):
        every[tuple(lanes.values())] = starvation_chance(lanes)
    assert max(every.values()) == best_placement(4)[1]
    assert len(list(placements(4))) < len(every)


def counted(total, lanes=5):
    if lanes == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in counted(total - first, lanes - 1):
            yield (first, *rest)


@pytest.mark.rule("aa50_subwar", "S17", "S20", "B15")
@pytest.mark.parametrize(("placement", "dice"), [({"sz8": 1, "sz2": 1}, 2), ({"sz8": 2, "sz6": 1, "sz7": 1}, 1)])
def test_the_lanes_put_together_are_the_convoy_phase_of_the_rules(placement, dice):
    options = SubwarOptions(convoy_dice=dice)

    def phase(chance):
        none = dict.fromkeys(Power, 0)
        state = State("odds", "owner_1941", 1, none, none.copy(), power=Power.UK)
        for zone, number in placement.items():
            for _ in range(number):
                state.add(Power.GERMANY, Kind.SUBMARINE, zone)
        return disrupt(Play(state, options, chance), Power.UK)

    assert exact(phase) == england_loss(placement, (dice, 3, "face"))


@pytest.mark.rule("aa50_subwar", "S17", "B15")
def test_convoy_damage_of_one_submarine():
    # Two dice of 0 (half the faces), 1, 2 or 3 (a sixth each).
    odds = ask("convoy-damage", subs=1, limit=4)
    assert odds.outcomes == {
        "0": Fraction(1, 4),
        "1": Fraction(1, 6),
        "2": Fraction(7, 36),
        "3": Fraction(2, 9),
        "4": Fraction(1, 6),
    }
    # On average a die costs 1 IPC: 2 in all, less what the limit cuts off: 1 of 5 (2/36) and 2 of 6 (1/36).
    assert odds.expected["ipc_lost"] == 2 - Fraction(2, 36) - Fraction(2, 36)
    assert ask("convoy-damage", subs=0, planes=1, limit=1).outcomes == {"0": Fraction(1, 4), "1": Fraction(3, 4)}
    assert ask("convoy-damage", subs=0, ships=1, limit=4).outcomes["3"] == Fraction(1, 6)
    assert ask("convoy-damage", subs=1, count="one", limit=4).outcomes["2"] == Fraction(1, 4)


@pytest.mark.rule("aa50_subwar", "S10", "S9")
def test_destroyer_hunt():
    # A round of 36: submarine sunk 12 (with the destroyer 2), destroyer alone 3, escape 6; 21 of 36 end it.
    duel = {
        "submarine_sunk": Fraction(10, 21),
        "both_sunk": Fraction(2, 21),
        "destroyer_sunk": Fraction(3, 21),
        "escaped": Fraction(6, 21),
    }
    assert ask("destroyer-hunt", search="false").outcomes == duel | {"not_found": 0}
    assert ask("destroyer-hunt").outcomes == {name: p / 2 for name, p in duel.items()} | {"not_found": Fraction(1, 2)}


@pytest.mark.rule("aa50_subwar", "S13", "S14")
def test_air_search():
    # Fighter 3/6, submarine 1/6, both fire.
    half = Fraction(1, 2)
    first = {
        "submarine_sunk": Fraction(15, 36),
        "aircraft_lost": Fraction(3, 36),
        "both_lost": Fraction(3, 36),
        "dived": Fraction(15, 36),
    }
    assert ask("air-search").outcomes == {name: p * half for name, p in first.items()} | {"not_found": half}
    # A bomber (4/6) against a submarine that never dives: 26 of 36 end a round.
    never = {
        "submarine_sunk": Fraction(20, 26),
        "aircraft_lost": Fraction(2, 26),
        "both_lost": Fraction(4, 26),
        "dived": Fraction(0),
    }
    odds = ask("air-search", unit="bomber", dive="never")
    assert odds.outcomes == {name: p * half for name, p in never.items()} | {"not_found": half}


@pytest.mark.rule("aa50_subwar", "S28")
def test_air_search_by_the_earlier_spotting_number():
    assert ask("air-search", spot=4).outcomes["not_found"] == Fraction(1, 3)
    assert ask("air-search", spot=0).outcomes["not_found"] == 1


@pytest.mark.rule("aa50_subwar", "S4")
def test_stop_submarine():
    assert ask("stop-submarine").outcomes == {"stopped": Fraction(1, 2), "passes": Fraction(1, 2)}
    assert ask("stop-submarine", destroyers=3).outcomes["passes"] == Fraction(1, 8)
    assert ask("stop-submarine", destroyers=0).outcomes["stopped"] == 0


@pytest.mark.rule("aa50_subwar", "S15")
def test_combined_arms():
    # Found by the aircraft (1/2) or, failing that, by the destroyer itself (1/4); then the destroyer's fight.
    odds = ask("combined-arms")
    assert odds.outcomes["not_found"] == Fraction(1, 4)
    assert odds.outcomes["submarine_sunk"] == Fraction(3, 4) * Fraction(10, 21)
    assert ask("combined-arms", second_search="false").outcomes["not_found"] == Fraction(1, 2)


@pytest.mark.rule("aa50_subwar", "B6")
def test_a_fleet_battle_of_one_against_one_is_worked_out_exactly():
    # Cruiser against cruiser: each round 9 both, 9 and 9 one of them, 9 nobody.
    odds = ask("fleet-battle", attacker="cruiser:1", defender="cruiser:1")
    assert odds.method == "exact"
    assert odds.outcomes == {
        "attacker_wins": Fraction(1, 3),
        "defender_wins": Fraction(1, 3),
        "both_destroyed": Fraction(1, 3),
        "standoff": 0,
    }


@pytest.mark.rule("aa50_subwar", "B7")
def test_a_submarine_strikes_before_a_cruiser_and_not_before_a_destroyer():
    # Strike 1/3; else the cruiser (3/6) fires at it: 1/3 won, 1/3 lost, 1/3 again.
    odds = ask("fleet-battle", attacker="submarine:1", defender="cruiser:1").outcomes
    assert odds["attacker_wins"] == odds["defender_wins"] == Fraction(1, 2)
    # Both fire at 1/3: 4 of 9 again, 1 both, 2 and 2.
    odds = ask("fleet-battle", attacker="submarine", defender="destroyer").outcomes
    assert odds == {
        "attacker_wins": Fraction(2, 5),
        "defender_wins": Fraction(2, 5),
        "both_destroyed": Fraction(1, 5),
        "standoff": 0,
    }


@pytest.mark.rule("aa50_subwar", "B8", "B12", "B9")
def test_standoffs_transports_and_battleships_in_fleet_odds():
    assert ask("fleet-battle", attacker="bomber", defender="submarine").outcomes["standoff"] == 1
    sunk = ask("fleet-battle", attacker="destroyer", defender="transport:3")
    assert sunk.outcomes["attacker_wins"] == 1
    assert sunk.expected == {"attacker_ipc_lost": 0, "defender_ipc_lost": 3 * 7}
    assert ask("fleet-battle", attacker="transport", defender="destroyer").outcomes["defender_wins"] == 1
    # A destroyer (1/3) needs two hits on a battleship (2/3) that needs one.
    odds = ask("fleet-battle", attacker="destroyer", defender="battleship").outcomes
    again, hit = Fraction(2, 9), {"only": Fraction(1, 9), "both": Fraction(2, 9), "lost": Fraction(4, 9)}
    second = {"won": hit["only"] / (1 - again), "both": hit["both"] / (1 - again)}
    assert odds["attacker_wins"] == hit["only"] / (1 - again) * second["won"]
    assert odds["both_destroyed"] == hit["only"] / (1 - again) * second["both"]


def test_large_fleets_are_sampled_with_their_standard_error_and_agree_with_the_exact_answer(monkeypatch):
    small = {"attacker": "submarine:2,destroyer:1", "defender": "cruiser:1,destroyer:1"}
    told, sampled = ask("fleet-battle", **small), ask("fleet-battle", **small, method="sampled", samples=1500)
    assert (told.method, sampled.method) == ("exact", "sampled")
    for name, chance in sampled.outcomes.items():
        assert abs(chance - told.outcomes[name]) <= 4 * sampled.standard_error[name]
    monkeypatch.setattr("navalcore_games.aa50_subwar.odds.EXACT_WORK", 36_000)
    big = ask("fleet-battle", attacker="6 submarines, 3 fighters", defender="5 destroyers, 2 battleships", samples=100)
    assert big.method == "sampled"
    assert set(big.standard_error) == set(big.outcomes)
    assert "too large" in big.notes[0]
    assert sampled.notes[0] == "1500 battles played: as asked for"


@pytest.mark.parametrize(
    ("name", "parameters", "words"),
    [
        ("starve-england", {"placement": "2:1,14:1"}, "no sea zone '14'"),
        ("starve-england", {"placement": "9:1"}, "sz9 is not a shipping lane of England"),
        ("starve-england", {"placement": "2:-1"}, "write 2:1,3:1,6:1,8:1"),
        ("starve-england", {"placement": "2:1", "subs": 3}, "the placement has 1 submarine"),
        ("starve-england", {"subs": -1}, "parameter subs"),
        ("starve-england", {"count": "pips"}, "parameter count"),
        ("convoy-damage", {"limit": -1}, "parameter limit"),
        ("fleet-battle", {"attacker": "galley:1"}, "no unit 'galley'"),
        ("fleet-battle", {"attacker": "cruiser:-1"}, "-1 cruisers"),
        ("fleet-battle", {"attacker": "c r u i s e r"}, "is not a part of a fleet"),
        ("fleet-battle", {"attacker": "cruiser:99"}, "larger than the 60"),
        ("fleet-battle", {"attacker": "cruiser:0", "defender": "cruiser:0"}, "both fleets are empty"),
        ("fleet-battle", {"attacker": "cruiser:30", "defender": "cruiser:30", "method": "exact"}, "method=sampled"),
        ("air-search", {"unit": "zeppelin"}, "parameter unit"),
        ("stop-submarine", {"destroyer": 1}, "no parameter 'destroyer'"),
    ],
)
def test_bad_parameters_get_one_clear_error(name, parameters, words, monkeypatch):
    # 10 paths for 60 units: the refusal comes at once
    monkeypatch.setattr("navalcore_games.aa50_subwar.odds.EXACT_WORK", 36_000)
    with pytest.raises(BadData, match=words):
        ask(name, **parameters)
