"""Chapters 1 to 8, each rule with dice and counters given beforehand."""

import pytest
from navalcore.components import Deck
from navalcore.rules import Decision, ScriptedChance, run

from convoy_dash.attack import sail
from convoy_dash.choices import Sail
from convoy_dash.game import ConvoyDash
from convoy_dash.pack import cannot_order, give_order, orders
from convoy_dash.sea import open_sea, sea
from convoy_dash.search import air_search
from convoy_dash.state import Boat, Play, Rules, Sighting, State


def table(convoy: str, *boats: str, results: tuple[int | str, ...] = (), sighted: bool = False, **rules: bool) -> Play:
    """The convoy in an area, boats (numbered from 1) in others, and the results that chance will give."""
    fleet = [Boat(number, area, 2, sighted) for number, area in enumerate(boats, 1)]
    cup = Deck([Sighting.HAZE, Sighting.CLEAR, Sighting.SUN])
    state = State("order", convoy, ships=8, needed=5, turns=9, boats=fleet, cup=cup)
    return Play(state, Rules(**rules), ScriptedChance(*results))


@pytest.mark.rule("convoy_dash", "1")
def test_the_convoy_begins_in_merrow_with_the_figures_of_the_scenario() -> None:
    state = ConvoyDash().new_match("autumn", seed=1).state
    assert (state.convoy, state.ships, state.needed, state.turns, len(state.boats)) == ("Merrow", 8, 5, 9, 3)
    assert len(state.cup) == 10


@pytest.mark.rule("convoy_dash", "2")
def test_boats_are_placed_secretly_two_steps_from_merrow_each_in_an_area_of_its_own() -> None:
    match = ConvoyDash().new_match("autumn", seed=1)
    near = {"Merrow", *sea().neighbours("Merrow")}
    for number in (1, 2, 3):
        decision = match.decision
        assert decision is not None
        assert decision.secret
        taken = {boat.area for boat in match.state.boats}
        assert {order.area for order in decision.options} == set(open_sea()) - near - taken  # type: ignore[attr-defined]
        match.choose(0)
        assert match.state.boats[number - 1].area


@pytest.mark.rule("convoy_dash", "3")
def test_one_boat_moves_to_a_neighbouring_area_that_is_no_port_and_holds_no_boat() -> None:
    play = table("Fogbank", "Skerries", "Lantern Bank")
    assert [str(order) for order in orders(play.state)] == [
        "no order",
        "U1 to Cold Rise",
        "U1 to Halfway",
        "U2 to Halfway",
        "U2 to Warm Drift",
    ]
    assert [str(refusal) for refusal in cannot_order(play.state.boats)] == [
        "U1 to Haven: no boat may enter a port (3)",
        "U1 to Lantern Bank: U2 is there (3)",
        "U2 to Haven: no boat may enter a port (3)",
        "U2 to Skerries: U1 is there (3)",
    ]


@pytest.mark.rule("convoy_dash", "3")
def test_a_boat_that_moves_is_lost_from_sight_and_nothing_is_known_to_be_empty() -> None:
    play = table("Fogbank", "Halfway", "Skerries", sighted=True)
    play.state.swept.append("Ice Edge")

    def to_ice_edge(decision: Decision) -> int:
        return decision.index("U1 to Ice Edge")

    run(give_order(play), to_ice_edge)
    assert [(boat.area, boat.sighted) for boat in play.state.boats] == [("Ice Edge", False), ("Skerries", True)]
    assert play.state.swept == []


@pytest.mark.rule("convoy_dash", "4")
@pytest.mark.parametrize(
    ("counter", "sighted", "swept"),
    [
        ("haze", [False, False, False], []),
        ("clear", [True, False, False], ["Cold Rise"]),
        ("sun", [True, True, False], ["Cold Rise", "Halfway", "Ice Edge", "Skerries"]),
    ],
)
def test_a_search_sights_what_the_counter_lets_it_see(counter: str, sighted: list[bool], swept: list[str]) -> None:
    play = table("Ice Edge", "Cold Rise", "Halfway", "Lantern Bank", results=(counter,))
    run(air_search(play), lambda decision: decision.index("search Cold Rise"))
    assert [boat.sighted for boat in play.state.boats] == sighted
    assert sorted(play.state.swept) == sorted(swept)
    assert counter not in play.state.cup.cards
    assert len(play.state.cup) == 2


@pytest.mark.rule("convoy_dash", "4")
def test_aircraft_reach_two_steps_and_search_no_port() -> None:
    offered: list[str] = []

    def look(decision: Decision) -> int:
        offered.extend(decision.texts)
        return 0

    run(air_search(table("Merrow", results=("haze",))), look)
    near = ["Fogbank", "Grey Shoal", "Northlight", "Middle Deep", "Long Swell"]
    assert sorted(offered) == sorted(f"search {area}" for area in near)


def sail_to(play: Play, area: str) -> Play:
    """Let the convoy sail to an area, or stay in it."""
    run(sail(play), lambda decision: decision.index(Sail(area, stays=area == play.state.convoy)))
    return play


@pytest.mark.rule("convoy_dash", "5")
def test_the_convoy_sails_to_a_neighbour_or_stays_and_only_boats_there_attack() -> None:
    play = sail_to(table("Merrow", "Grey Shoal"), "Fogbank")
    assert (play.state.convoy, play.state.ships, play.state.swept) == ("Fogbank", 8, ["Fogbank"])
    play = sail_to(table("Fogbank", "Fogbank", results=(2, 1)), "Fogbank")
    assert (play.state.convoy, play.state.ships) == ("Fogbank", 7)


@pytest.mark.rule("convoy_dash", "6")
@pytest.mark.parametrize(("face", "unseen", "seen"), [(1, 0, 0), (2, 1, 0), (3, 1, 0), (4, 2, 1), (5, 2, 1), (6, 3, 2)])
def test_torpedoes_sink_what_the_table_says(face: int, unseen: int, seen: int) -> None:
    for sighted, night, sunk in ((False, False, unseen), (True, False, seen), (True, True, unseen)):
        play = sail_to(table("Halfway", "Skerries", results=(face, 1), sighted=sighted, night=night), "Skerries")
        assert play.state.ships == 8 - sunk
        assert [(boat.salvos, boat.sighted) for boat in play.state.boats] == [(1, True)]


@pytest.mark.rule("convoy_dash", "7")
@pytest.mark.parametrize(("face", "unseen", "seen"), [(2, 1, 1), (3, 1, 0), (4, 1, 0), (5, 0, 0), (6, 0, 0)])
def test_escorts_destroy_what_the_table_says(face: int, unseen: int, seen: int) -> None:
    for sighted, night, left in ((False, False, unseen), (True, False, seen), (True, True, unseen)):
        play = sail_to(table("Halfway", "Skerries", results=(1, face), sighted=sighted, night=night), "Skerries")
        assert len(play.state.boats) == left


@pytest.mark.rule("convoy_dash", "6")
def test_a_boat_goes_home_with_its_last_salvo() -> None:
    play = table("Halfway", "Skerries", results=(1, 1))
    play.state.boats[0].salvos = 1
    assert sail_to(play, "Skerries").state.boats == []


@pytest.mark.rule("convoy_dash", "8")
def test_the_match_ends_at_home_with_too_few_ships_or_after_the_last_turn() -> None:
    game, state = ConvoyDash(), table("Halfway").state
    terms = game.terms()
    assert game.outcome(state, terms) is None
    state.turn = 9
    endings = []
    for state.convoy, state.ships in (("Halfway", 8), ("Haven", 5), ("Haven", 4)):
        outcome = game.outcome(state, terms)
        assert outcome is not None
        endings.append((outcome.winner, outcome.ending))
    assert endings == [("pack", "late"), ("convoy", "home"), ("pack", "sunk")]
