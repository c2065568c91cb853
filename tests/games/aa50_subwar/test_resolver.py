"""The resolver: single rules for other people's front ends, without a match."""

from __future__ import annotations

from typing import Any

import pytest

from navalcore.components._chance import SeededChance
from navalcore.errors import BadData, BadRoll, UnknownName
from navalcore_games.aa50_subwar import resolver
from navalcore_games.aa50_subwar.words import Kind


def wrong(value: Any) -> Any:
    """A value of a wrong type: mypy lets it pass, the function must not."""
    return value


@pytest.mark.rule("aa50_subwar", "S9", "S28")
def test_a_search_reports_its_face_and_its_rule():
    report = resolver.search("destroyer", dice=[3])
    assert (report.spotted, report.face) == (True, 3)
    assert {line.rule for line in report.trace} == {"S9"}
    assert not resolver.search("bomber", dice=[4]).spotted
    assert resolver.search("bomber", dice=[4], options={"spot_aircraft": 4}).spotted


@pytest.mark.rule("aa50_subwar", "S10", "S14")
def test_duels():
    assert resolver.duel("destroyer", dice=[6]).ending == "escaped"
    stays = resolver.duel("destroyer", dice=[6, 1], orders=lambda decision: "fight on")
    assert (stays.hunter_sunk, stays.submarine_sunk) == (True, False)
    assert resolver.duel("fighter", dice=[4, 2]).ending == "dived"
    both = resolver.duel("bomber", dice=[4, 1])
    assert (both.submarine_sunk, both.hunter_sunk) == (True, True)
    assert [line.rule for line in both.trace][-1] == "S14"


@pytest.mark.rule("aa50_subwar", "S15", "S7")
def test_a_hunt_with_combined_arms():
    def direct(decision):
        return next((text for text in decision.texts if "fighter" in text or "direct" in text), 0)

    report = resolver.hunt({"fighter": 1, "destroyer": 1}, submarines=1, dice=[3, 2, 6], orders=direct)
    assert report.submarines_sunk == 1
    assert report.hunters_lost == {Kind.FIGHTER: 0, Kind.DESTROYER: 0}
    assert report.hunters_left == {Kind.FIGHTER: 1, Kind.DESTROYER: 1}
    assert "S15" in {line.rule for line in report.trace}


@pytest.mark.rule("aa50_subwar", "S4")
def test_stopping_submarines():
    assert resolver.stop_submarines(2, 2, dice=[4, 3, 5, 6]).stopped == (True, False)
    assert resolver.stop_submarines(0, 2, dice=[]).stopped == (False, False)


@pytest.mark.rule("aa50_subwar", "B6", "B7")
def test_fleet_rounds_and_battles():
    one = resolver.fleet_round({"cruiser": 1}, {"cruiser": 1}, dice=[4, 4])
    assert (one.rounds, one.over, one.winner) == (1, False, "")
    fight = resolver.fleet_fight({"cruiser": 1}, {"cruiser": 1}, dice=[4, 4, 3, 4])
    assert (fight.rounds, fight.over, fight.winner) == (2, True, "attacker")
    strike = resolver.fleet_round({"submarine": 2}, {"cruiser": 1}, dice=[1, 6])
    assert (strike.attackers, strike.defenders, strike.winner) == ({Kind.SUBMARINE: 2}, {}, "attacker")


@pytest.mark.rule("aa50_subwar", "S20", "S25", "B15")
def test_convoy_disruption_with_the_raiders_allocation():
    raiders = {"sz5": {"submarine": 1}}
    report = resolver.convoy_disruption(raiders, "germany", dice=[3, 6], allocation={"sz5": ["norway"]})
    assert report.charges == {"norway": 1}
    assert resolver.convoy_disruption(raiders, "germany", dice=[3, 6]).charges == {"germany": 1}
    aboard = resolver.convoy_disruption({"sz8": {"carrier": 1, "fighter": 2}}, "uk", dice=[1, 1, 1, 4])
    assert aboard.lost == 3
    all_lanes = {zone: {"submarine": 1} for zone in ("sz2", "sz3", "sz6", "sz7")} | {"sz8": {"submarine": 2}}
    starved = resolver.convoy_disruption(all_lanes, "uk", dice=[3] * 12)
    assert (starved.england_starves, starved.lost, starved.uncharged) == (True, 8, 1)


@pytest.mark.rule("aa50_subwar", "S25")
def test_starvation_check():
    assert resolver.england_starves({"england": 8})
    assert not resolver.england_starves({"england": 7, "e_canada": 1})


def test_dice_come_from_a_list_a_seed_or_a_chance_source():
    by_seed = resolver.hunt({"destroyer": 2}, 2, dice=7)
    assert by_seed == resolver.hunt({"destroyer": 2}, 2, dice=SeededChance.from_seed(7))


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: resolver.hunt({"cruiser": 1}, 1, dice=1), UnknownName, "'cruiser' does not hunt submarines"),
        (lambda: resolver.hunt({"destroyer": -1}, 1, dice=1), BadData, "-1 destroyers"),
        (lambda: resolver.hunt({"destroyer": 1}, -2, dice=1), BadData, "submarines: -2"),
        (lambda: resolver.hunt({"destroyer": 1}, 1, dice=1, power="sweden"), UnknownName, "no power 'sweden'"),
        (lambda: resolver.search("zeppelin", dice=1), UnknownName, "zeppelin"),
        (lambda: resolver.search("fighter", dice=[7]), BadData, "7 is not on the die"),
        (lambda: resolver.search("fighter", dice=[]), BadRoll, "no result left"),
        (lambda: resolver.search("fighter", dice=[1, 2]), BadData, "1 of the dice given were not needed"),
        (lambda: resolver.search("fighter", dice=1, options={"spot": 4}), BadData, "no option 'spot'"),
        (lambda: resolver.stop_submarines(-1, 1, dice=1), BadData, "destroyers: -1"),
        (lambda: resolver.fleet_round({"galley": 1}, {}, dice=1), UnknownName, "no unit 'galley'"),
        (lambda: resolver.convoy_disruption({"sz99": {}}, "uk", dice=1), UnknownName, "no sea zone 'sz99'"),
        (lambda: resolver.convoy_disruption({"sz8": {"fighter": 1}}, "uk", dice=1), BadData, "need carriers"),
        (
            lambda: resolver.convoy_disruption({}, "uk", dice=1, allocation={"sz8": ["atlantis"]}),
            UnknownName,
            "no territory 'atlantis'",
        ),
        (
            lambda: resolver.convoy_disruption({}, "uk", dice=1, allocation={"sz8": ["france"]}),
            BadData,
            "france is not on its shores",
        ),
        (lambda: resolver.england_starves({"britain": 8}), UnknownName, "no territory 'britain'"),
        (lambda: resolver.england_starves({"england": -1}), BadData, "charge on england: -1"),
        (lambda: resolver.england_starves(wrong(8)), BadData, "charges: 8 will not do"),
        (lambda: resolver.hunt(wrong(["destroyer"]), 1, dice=1), BadData, "numbers by kind are wanted"),
        (lambda: resolver.hunt({"destroyer": 1}, 1, dice=wrong(None)), BadData, "dice: None will not do"),
        (lambda: resolver.hunt({"destroyer": 1}, 1, dice=[True]), BadData, "True is not on the die"),
        (lambda: resolver.search("fighter", dice=1, options=4), BadData, "options: 4 will not do"),
        (
            lambda: resolver.convoy_disruption(wrong({"sz8": 2}), "uk", dice=1),
            BadData,
            "raiders in sz8: 2 will not do",
        ),
        (lambda: resolver.convoy_disruption(wrong(["sz8"]), "uk", dice=1), BadData, "raiders: "),
        (
            lambda: resolver.convoy_disruption({}, "uk", dice=1, owners=wrong("owner_1950")),
            UnknownName,
            "owner_1941",
        ),
        (
            lambda: resolver.convoy_disruption({}, "uk", dice=1, allocation={"sz8": "england"}),
            BadData,
            "a list of territories is wanted",
        ),
    ],
)
def test_bad_input_gets_one_clear_error(call, error, words):
    with pytest.raises(error, match=words):
        call()


@pytest.mark.rule("aa50_subwar", "B12", "S25")
def test_a_battle_without_survivors_or_not_over_has_no_winner_and_a_small_loss_starves_nobody():
    both_lost = resolver.fleet_fight({"destroyer": 1}, {"destroyer": 1}, dice=[2, 2])
    assert (both_lost.over, both_lost.winner) == (True, "")
    under_way = resolver.fleet_round({"destroyer": 1}, {"destroyer": 1}, dice=[3, 3])
    assert (under_way.over, under_way.winner) == (False, "")
    assert not resolver.convoy_disruption({"sz8": {"destroyer": 1}}, "uk", dice=[3]).england_starves
