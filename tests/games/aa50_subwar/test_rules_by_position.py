"""Rules of Submarine warfare, each from a position as people write one, so that no test needs the game's code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

import navalcore as nc
from navalcore import UMPIRE

GAME = nc.load("aa50_subwar")


def unit(power: str, kind: str, space: str, count: int = 1) -> dict[str, Any]:
    """Units of a kind in a space."""
    return {"power": power, "kind": kind, "space": space, "count": count}


def at(step: str, power: str, *units: dict[str, Any], results: Sequence[int] = (), **changed: Any) -> nc.AnyMatch:
    """A match from a position in a power's turn; nothing else is on the map."""
    changes = {"power": power, "units": list(units)} | changed
    return GAME.position({"at": step, "deal": False, "set": changes, "results": list(results)}, seed=1)


def texts(match: nc.AnyMatch) -> list[str]:
    """The options now."""
    return [] if match.decision is None else match.decision.texts


def on_the_map(match: nc.AnyMatch) -> Counter[tuple[str, str, str]]:
    """How many units of each power and kind are where."""
    view: Any = match.view(UMPIRE)
    return Counter((str(each.power), str(each.kind), str(each.space)) for each in view.units)


@pytest.mark.rule("aa50_subwar", "S4")
@pytest.mark.parametrize(("die", "space"), [(3, "sz8"), (4, "sz7")])
def test_a_destroyer_stops_a_submarine_that_leaves_its_zone_on_3_or_less(die: int, space: str) -> None:
    match = at(
        "combat_move", "germany", unit("germany", "submarine", "sz8"), unit("uk", "destroyer", "sz8"), results=[die]
    )
    match.choose("submarine Sz8 > Sz7")
    if "stay in Sz7" in texts(match):
        match.choose("stay in Sz7")
    assert on_the_map(match)["germany", "submarine", space] == 1


@pytest.mark.rule("aa50_subwar", "S3", "B4")
@pytest.mark.parametrize(("kind", "goes_on"), [("submarine", True), ("cruiser", False)])
def test_a_surface_ship_must_stop_in_a_hostile_zone_and_a_submarine_need_not(kind: str, goes_on: bool) -> None:
    match = at("combat_move", "germany", unit("germany", kind, "sz6"), unit("uk", "cruiser", "sz7"))
    match.choose(f"{kind} Sz6 > Sz7")
    assert any(text.startswith("go on to ") for text in texts(match)) is goes_on


@pytest.mark.rule("aa50_subwar", "S8")
@pytest.mark.parametrize(("kind", "hunts"), [("destroyer", True), ("cruiser", False), ("battleship", False)])
def test_of_ships_only_destroyers_hunt_submarines_that_are_alone(kind: str, hunts: bool) -> None:
    match = at("combat", "uk", unit("uk", kind, "sz8"), unit("germany", "submarine", "sz8"))
    assert any("Sz8" in text and "hunt" in text for text in texts(match)) is hunts


def hunt(*results: int, hunter: str = "destroyer") -> nc.AnyMatch:
    """A hunt in Sz8 with these dice, up to its first question or its end."""
    match = at("combat", "uk", unit("uk", "destroyer", "sz8"), unit("germany", "submarine", "sz8"), results=results)
    match.choose(next(text for text in texts(match) if "hunt" in text))
    match.choose(next(text for text in texts(match) if hunter in text))
    return match


@pytest.mark.rule("aa50_subwar", "S9")
def test_a_search_fails_on_4_and_the_submarine_stays() -> None:
    assert on_the_map(hunt(4)) == Counter({("uk", "destroyer", "sz8"): 1, ("germany", "submarine", "sz8"): 1})


@pytest.mark.rule("aa50_subwar", "S10")
@pytest.mark.parametrize(("answer", "destroyers"), [(2, 1), (1, 0)])
def test_a_destroyer_hits_on_2_and_the_submarine_still_fires_back_and_hits_on_1(answer: int, destroyers: int) -> None:
    left = on_the_map(hunt(3, 2, answer))
    assert left["germany", "submarine", "sz8"] == 0
    assert left["uk", "destroyer", "sz8"] == destroyers


@pytest.mark.rule("aa50_subwar", "S10")
def test_on_a_6_of_the_destroyer_the_submarine_may_escape_before_it_fires() -> None:
    match = hunt(3, 6)
    assert match.decision is not None
    assert match.decision.role == "axis"
    assert any("escape" in text for text in texts(match))


@pytest.mark.rule("aa50_subwar", "S16", "S17")
@pytest.mark.parametrize(
    ("dice", "income"),
    [
        ([4, 5, 6, 6], 11),  # 4, 5 and 6 cost nothing
        ([1, 2, 6, 6], 8),
        ([3, 3, 3, 3], 7),  # Sz8 never costs more than 4
    ],
)
def test_two_submarines_in_sz8_roll_four_dice_and_cost_at_most_4_ipc(dice: list[int], income: int) -> None:
    match = at("collect_income", "uk", unit("germany", "submarine", "sz8", 2), results=dice, treasury={"uk": 0})
    view: Any = match.view(UMPIRE)
    assert view.treasury["uk"] == income


@pytest.mark.rule("aa50_subwar", "S25")
@pytest.mark.parametrize(("in_sz8", "starves"), [(1, False), (2, True)])
def test_england_starves_when_it_loses_8_ipc_in_one_phase(in_sz8: int, starves: bool) -> None:
    zones = {"sz2": 1, "sz3": 1, "sz6": 1, "sz7": 1, "sz8": in_sz8}
    packs = [unit("germany", "submarine", zone, count) for zone, count in zones.items()]
    # Every die is a 1: two dice a submarine, so C2 and C1 lose their limit, and Sz8 2 or 4.
    match = at("collect_income", "uk", *packs, results=[1] * (2 * sum(zones.values())))
    assert (match.outcome is not None) is starves
    if starves:
        assert match.outcome is not None
        assert match.outcome.winner == "axis"


@pytest.mark.rule("aa50_subwar", "B2")
@pytest.mark.parametrize(
    ("money", "kinds"), [(5, []), (6, ["submarine"]), (8, ["submarine", "destroyer", "transport"])]
)
def test_only_what_the_treasury_pays_for_may_be_bought(money: int, kinds: list[str]) -> None:
    match = at("purchase", "germany", unit("germany", "cruiser", "sz5"), treasury={"germany": money})
    assert [text.removeprefix("buy a ") for text in texts(match) if text.startswith("buy a ")] == kinds


@pytest.mark.rule("aa50_subwar", "B5", "S11")
@pytest.mark.parametrize(("kind", "searches"), [("fighter", {"Sz8"}), ("bomber", {"Sz8", "Sz9"})])
def test_a_search_costs_two_of_an_aircrafts_moves_and_it_must_get_home(kind: str, searches: set[str]) -> None:
    # Sz8 is one move from England and Sz9 two: 1 + 2 + 1 moves of a fighter's 4, and 2 + 2 + 2 of a bomber's 6.
    # No land is next to Sz11.
    prey = [unit("germany", "submarine", zone) for zone in ("sz8", "sz9", "sz11")]
    match = at("combat_move", "uk", unit("uk", kind, "england"), *prey)
    found = {text.partition(" > ")[2].removesuffix(" to search") for text in texts(match) if text.endswith("to search")}
    assert found == searches


@pytest.mark.rule("aa50_subwar", "B16")
def test_fighters_listed_at_sea_are_on_the_carriers_there_and_fly_from_them() -> None:
    carriers = unit("uk", "carrier", "sz9"), unit("us", "carrier", "sz9")
    match = at("begin_turn", "germany", *carriers, unit("us", "fighter", "sz9", 2), unit("uk", "fighter", "sz9"))
    view: Any = match.view(UMPIRE)
    power_of = {each.number: each.power for each in view.units}
    aboard = [(each.power, power_of[each.aboard]) for each in view.units if each.kind == "fighter"]
    assert aboard == [("us", "us"), ("us", "us"), ("uk", "uk")]
    match = at("combat_move", "uk", *carriers[:1], unit("uk", "fighter", "sz9"), unit("germany", "transport", "sz8"))
    match.choose("fighter (4 left) Sz9 > Sz8 to fight")
    flown: Any = next(each for each in match.view(UMPIRE).units if each.kind == "fighter")
    assert (flown.space, flown.aboard, flown.airborne) == ("sz8", None, True)


@pytest.mark.rule("aa50_subwar", "B11", "B10")
def test_transports_that_attack_alone_retreat_before_a_shot_is_fired_at_them() -> None:
    match = at("combat_move", "germany", unit("germany", "transport", "sz6"), unit("uk", "destroyer", "sz7"))
    told: list[str] = []
    match.events.subscribe(lambda event: told.append(event.kind), role=UMPIRE)
    match.choose("transport Sz6 > Sz7")
    match.choose("end the combat move")
    assert on_the_map(match) == Counter({("germany", "transport", "sz6"): 1, ("uk", "destroyer", "sz7"): 1})
    assert "dice_rolled" not in told[: told.index("retreated")]


@pytest.mark.rule("aa50_subwar", "B11", "B7")
def test_transports_left_alone_by_submarines_that_submerge_retreat_in_mid_round() -> None:
    units = unit("uk", "transport", "sz9"), unit("uk", "submarine", "sz8"), unit("germany", "cruiser", "sz8")
    match = at("combat_move", "uk", *units)
    for choice in ("transport Sz9 > Sz8", "end the combat move", "attack with 1 submarine", "submerge 1 submarine"):
        match.choose(choice)
    assert on_the_map(match)["uk", "transport", "sz9"] == 1, "the cruiser, which hits on 3, never fired"


@pytest.mark.rule("aa50_subwar", "B5", "B16")
def test_the_log_does_not_say_that_a_fighter_flies_from_a_zone_to_the_same_zone() -> None:
    units = unit("uk", "carrier", "sz9"), unit("uk", "fighter", "sz9"), unit("germany", "submarine", "sz9")
    match = at("begin_turn", "uk", *units, results=[6], treasury={"uk": 0})
    told: list[str] = []
    match.events.subscribe(lambda event: told.append(str(event)), role=UMPIRE)
    for choice in (
        "fighter (4 left) Sz9 > Sz9 to search",
        "end the combat move",
        "hunt submarines in Sz9",
        "British fighter (2 left)",
        "fighter (2 left) Sz9 > Sz9 to land",
    ):
        match.choose(choice)
    assert "The British fighter flies to search in Sz9." in told
    assert "The British fighter lands in Sz9." in told


@pytest.mark.rule("aa50_subwar", "B16")
def test_a_carriers_own_fighter_of_a_position_is_in_the_air_and_does_not_sink_with_her() -> None:
    units = unit("uk", "carrier", "sz8"), unit("uk", "fighter", "sz8"), unit("germany", "cruiser", "sz8")
    match = at("combat", "uk", *units, results=[6, 3], treasury={"uk": 0})
    assert "fighter (4 left) Sz8 > England to land" in texts(match)
    assert on_the_map(match)["uk", "carrier", "sz8"] == 0


@pytest.mark.rule("aa50_subwar", "B10")
def test_a_zone_that_a_position_makes_hostile_is_no_retreat_even_when_its_enemies_are_sunk() -> None:
    ships = unit("uk", "battleship", "sz9"), unit("uk", "cruiser", "sz9")
    enemies = (
        unit("germany", "transport", "sz9"),
        unit("germany", "destroyer", "sz9"),
        unit("germany", "cruiser", "sz8"),
    )
    match = at("combat_move", "uk", *ships, *enemies, results=[4, 6, 6, 6, 6])
    for choice in ("cruiser Sz9 > Sz8", "end the combat move", "fight a fleet battle in Sz9"):
        match.choose(choice)
    assert on_the_map(match)["germany", "destroyer", "sz9"] == 0
    assert not any(text.startswith("retreat") for text in texts(match)), texts(match)


def test_a_position_of_the_first_turn_stands_where_its_match_stands() -> None:
    match = GAME.new_match("atlantic_1941", seed=3)
    while match.state.power == "germany":
        there = GAME.position(match.position(), seed="another")
        assert there.digest == match.digest, f"after {match.count} choices"
        match.choose(0)
    assert match.count > 3


def heard(match: nc.AnyMatch) -> list[tuple[str, str]]:
    """What the umpire will be told from now on: the section and the words."""
    told: list[tuple[str, str]] = []
    match.events.subscribe(lambda event: told.append((event.rule, str(event))), role=UMPIRE)
    return told


@pytest.mark.rule("aa50_subwar", "B12")
def test_the_log_says_that_a_damaged_battleship_is_repaired() -> None:
    # The submarine hits the battleship once; it submerges when the battleship has missed.
    match = at(
        "combat", "germany", unit("germany", "submarine", "sz8"), unit("uk", "battleship", "sz8"), results=[2, 5]
    )
    told = heard(match)
    for choice in ("fight a fleet battle in Sz8", "submerge 0 submarines", "submerge 1 submarine"):
        match.choose(choice)
    assert ("B12", "The British battleship in Sz8 is repaired.") in told
