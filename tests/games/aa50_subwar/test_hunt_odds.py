"""Odds of mixed hunts: by hand, and against hunts fought by the rules."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

import navalcore as nc
from navalcore.errors import BadData
from navalcore.odds import sample
from navalcore_games.aa50_subwar.hunt_odds import mixed_hunt
from navalcore_games.aa50_subwar.hunting import hunt
from navalcore_games.aa50_subwar.odds import HUNTED
from navalcore_games.aa50_subwar.options import SubwarOptions
from navalcore_games.aa50_subwar.state import Battle, Play, State
from navalcore_games.aa50_subwar.theatre import ZONES, check_zone
from navalcore_games.aa50_subwar.words import Kind, Power, Side

HALF = Fraction(1, 2)
BY_DESTROYER = Fraction(12, 21)
"""A destroyer's duel of 36: it sinks the submarine on 12, and 21 end it."""
BY_FIGHTER = Fraction(18, 36)
"""A fighter sinks it on 3 or less in the first round, before it dives."""


def sunk(**parameters: object) -> dict[str, Fraction | float]:
    return dict(mixed_hunt.ask(parameters)[1].marginals["submarines_sunk"])


@pytest.mark.rule("aa50_subwar", "S7", "S15")
def test_a_fighter_that_directs_a_destroyer_by_hand() -> None:
    """The fighter finds it in half the cases; if not, the destroyer does in half of the others: one duel at most."""
    assert sunk(hunters="fighter,destroyer", submarines=1)["1"] == (HALF + HALF * HALF) * BY_DESTROYER


@pytest.mark.rule("aa50_subwar", "S7", "S9", "S14")
def test_a_fighter_and_then_a_destroyer_each_for_itself_by_hand() -> None:
    first = HALF * BY_FIGHTER
    odds = sunk(hunters="fighter,destroyer", submarines=1, direct=False)
    assert odds["1"] == first + (1 - first) * HALF * BY_DESTROYER
    turned = mixed_hunt(hunters="fighter,destroyer", submarines=1, direct=False, order="destroyers_first")
    second = (1 - HALF * BY_DESTROYER) * HALF
    assert turned.marginals["submarines_sunk"]["1"] == HALF * BY_DESTROYER + second * BY_FIGHTER
    assert turned.marginals["fighters_lost"]["1"] == second * Fraction(6, 36), "the submarine hits on 1, in one round"


@pytest.mark.rule("aa50_subwar", "S7")
def test_two_bombers_may_sink_a_submarine_each() -> None:
    hit = HALF * Fraction(4, 6)
    assert sunk(hunters="2 bombers", submarines=3) == {"0": (1 - hit) ** 2, "1": 2 * hit * (1 - hit), "2": hit**2}


@pytest.mark.rule("aa50_subwar", "S7", "S8", "S10", "S13", "S15")
def test_a_mixed_hunt_agrees_with_hunts_fought_by_the_rules() -> None:
    fleet = (Kind.FIGHTER, Kind.BOMBER, Kind.DESTROYER, Kind.DESTROYER)

    def fought(chance):
        none = dict.fromkeys(Power, 0)
        state = State("odds", "owner_1941", 1, none, none.copy(), power=Power.UK)
        for kind in fleet:
            state.add(Power.UK, kind, HUNTED).mission = "" if kind is Kind.DESTROYER else "search"
        for _ in range(3):
            state.add(Power.GERMANY, Kind.SUBMARINE, HUNTED)
        yield from hunt(Play(state, SubwarOptions(), chance), HUNTED)
        return 3 - len(list(state.of_side(Side.AXIS, HUNTED))), 4 - len(list(state.of_side(Side.ALLIES, HUNTED)))

    def aircraft_first_and_directing(decision):
        for kind in ("fighter", "bomber", "destroyer"):
            for index, text in enumerate(decision.texts):
                if decision.kind == "search" and kind in text:
                    return index
        return len(decision.texts) - 1 if decision.kind == "direct" else 0

    number = 2500
    counted = sample(fought, number, 7, aircraft_first_and_directing)
    odds = mixed_hunt(hunters="fighter,bomber,2 destroyers", submarines=3)
    by_sunk: Counter[str] = Counter()
    for (sunken, _), times in counted.items():
        by_sunk[str(sunken)] += times
    for name, chance in odds.marginals["submarines_sunk"].items():
        p = float(chance)
        assert by_sunk[name] / number == pytest.approx(p, abs=4 * (p * (1 - p) / number) ** 0.5 + 1e-9)
    mean = sum(lost * times for (_, lost), times in counted.items()) / number
    expected = sum(
        int(lost) * float(chance)
        for part in ("fighters_lost", "bombers_lost", "destroyers_lost")
        for lost, chance in odds.marginals[part].items()
    )
    assert mean == pytest.approx(expected, abs=0.06)


@pytest.mark.parametrize("hunters", ["cruiser", "submarine:2", "destroyer:0", "2 carriers, destroyer"])
def test_only_destroyers_and_aircraft_hunt(hunters: str) -> None:
    with pytest.raises(BadData, match=r"only fighter, bomber, destroyer hunt|fleet"):
        mixed_hunt(hunters=hunters)


@pytest.mark.rule("aa50_subwar", "S28")
def test_in_a_match_the_questions_take_its_options() -> None:
    options = {"spot_aircraft": 4, "convoy_value": "one"}
    match = nc.load("aa50_subwar").new_match("atlantic_1941", options=options, seed="3")
    known = nc.face_of(match.game).known(match.view("axis"), match.setup.terms)
    assert (known["spot"], known["count"], known["dice"]) == (4, "one", 2)


@pytest.mark.rule("aa50_subwar", "B6", "S17", "B15")
def test_in_a_match_fleets_and_raiders_are_those_on_the_board() -> None:
    match: Any = nc.load("aa50_subwar").new_match("atlantic_1941", seed="3")
    state = match.state
    for unit in list(state.units.values()):
        del state.units[unit.id]

    def known() -> Any:
        return nc.face_of(match.game).known(match.view("axis"), match.setup.terms)

    assert not {"attacker", "defender", "subs", "limit"} & set(known()), "the sea is empty"
    two, zone = check_zone("sz2"), check_zone("sz8")
    ours = [state.add(Power.GERMANY, kind, zone) for kind in (Kind.SUBMARINE, Kind.SUBMARINE, Kind.CRUISER)]
    theirs = [state.add(Power.UK, kind, zone) for kind in (Kind.DESTROYER, Kind.TRANSPORT)]
    state.add(Power.GERMANY, Kind.SUBMARINE, two)
    told = known()
    assert (told["attacker"], told["defender"]) == ("submarine:2,cruiser:1", "destroyer:1,transport:1")
    assert (told["subs"], told["planes"], told["ships"]) == (2, 0, 1), "five dice in Sz8, two in Sz2"
    assert told["limit"] == ZONES[zone].convoy_limit
    state.power = Power.UK
    assert known()["attacker"] == "destroyer:1,transport:1", "whose turn it is attacks"
    state.power = Power.GERMANY
    state.battle = Battle(zone, "fleet", [ours[0].id], [each.id for each in theirs])
    assert (known()["attacker"], known()["defender"]) == ("submarine:1", "destroyer:1,transport:1")
    state.battle = Battle(zone, "hunt", [theirs[0].id], [ours[0].id], unused=[theirs[0].id])
    assert known()["hunters"] == "destroyer:1"
    assert "attacker" not in known(), "a hunt is no fleet battle"


@pytest.mark.rule("aa50_subwar", "S17", "S18")
def test_in_a_match_raiders_are_counted_by_their_dice_where_a_convoy_can_lose_something() -> None:
    match: Any = nc.load("aa50_subwar").new_match("atlantic_1941", seed="3")
    state = match.state
    for unit in list(state.units.values()):
        del state.units[unit.id]
    zone = check_zone("sz8")
    carrier = state.add(Power.GERMANY, Kind.CARRIER, zone)
    for kind in (Kind.SUBMARINE, Kind.FIGHTER, Kind.FIGHTER):
        state.add(Power.GERMANY, kind, zone).aboard = carrier.id if kind is Kind.FIGHTER else None
    state.add(Power.GERMANY, Kind.FIGHTER, zone)  # from land: it rolls no die
    without_convoys = next(each for each in ZONES if not ZONES[each].convoy_limit)
    for _ in range(9):
        state.add(Power.GERMANY, Kind.SUBMARINE, without_convoys)
    told: Any = nc.face_of(match.game).known(match.view("axis"), match.setup.terms)
    assert (told["subs"], told["planes"], told["ships"]) == (1, 2, 0)
    assert told["limit"] == ZONES[zone].convoy_limit


@pytest.mark.rule("aa50_subwar", "S7")
def test_in_a_match_only_hunters_that_have_not_hunted_yet_are_asked_about() -> None:
    match: Any = nc.load("aa50_subwar").new_match("atlantic_1941", seed="3")
    state, zone = match.state, check_zone("sz8")
    hunters = [state.add(Power.UK, kind, zone) for kind in (Kind.DESTROYER, Kind.FIGHTER)]
    prey = state.add(Power.GERMANY, Kind.SUBMARINE, zone)
    numbers = [each.id for each in hunters]
    state.battle = Battle(zone, "hunt", numbers, [prey.id], unused=numbers[1:])
    told: Any = nc.face_of(match.game).known(match.view("axis"), match.setup.terms)
    assert (told["hunters"], told["submarines"]) == ("fighter:1", 1)
