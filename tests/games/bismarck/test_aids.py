"""What a player is told of shadows, moves and convoys before he chooses (10.7, 6.5, 17.3)."""

from fractions import Fraction

import pytest

from navalcore import Decision, face_of
from navalcore.rules import UMPIRE
from navalcore_games.bismarck.cards import PLANES, plane_unit, ship_number
from navalcore_games.bismarck.choices import DONE, MODES, NO_SHADOWER, go, order_to, shadower_in, stop, unit_in
from navalcore_games.bismarck.victory import MISSIONS
from navalcore_games.bismarck.views import see
from navalcore_games.bismarck.words import Hunt, Mode, Side, Square
from tests.games.bismarck.conftest import GAME, Sea

SUFFOLK, NORFOLK = ship_number("Suffolk"), ship_number("Norfolk")


def facts(s: Sea, kind: str, *options):
    decision = Decision(Side.BRITISH, "?", options, "10.1", kind=kind)
    return face_of(GAME).facts(see(s.state, Side.BRITISH), decision, s.terms)


def hunters(**fields):
    s = Sea()
    s.state.visibility[:] = [7] * 20
    s.put("Suffolk", 1317)
    s.put("Norfolk", 1317, **fields)
    s.put("Bismarck", 1317, seen=True)
    return s, [NO_SHADOWER, shadower_in(SUFFOLK, Square(1317))]


@pytest.mark.rule("bismarck", "10.7")
def test_a_shadower_has_its_chance_for_either_move_of_the_ship() -> None:
    # By day Suffolk's strength is 5; visibility 7 takes 1 off, a helper adds half a point, two squares take 1 off.
    s, options = hunters()
    none, suffolk, _ = facts(s, "shadow", *options, shadower_in(NORFOLK, Square(1317)))
    assert none == ()
    assert {fact.name: fact.value for fact in suffolk} == {
        "shadow_one": Fraction(9, 2) / 6,
        "shadow_two": Fraction(7, 2) / 6,
    }


@pytest.mark.rule("bismarck", "10.7")
def test_no_chance_is_told_where_a_unit_that_is_not_offered_may_help() -> None:
    s, options = hunters(hunt=Hunt.ATTEMPTED)
    assert facts(s, "shadow", *options) == ()


@pytest.mark.rule("bismarck", "10.1", "10.7")
def test_the_owner_of_a_shadowed_ship_is_told_the_chance_to_be_followed_by_how_far_she_moves() -> None:
    # Suffolk's strength of 5 by day, 1 off for visibility 7, nobody helps; two squares take 1 more off.
    s, _ = hunters()
    s.state.hunter, s.state.ordering[Side.GERMAN] = SUFFOLK, ship_number("Bismarck")
    decision = Decision(Side.GERMAN, "?", (MODES[Mode.PATROL], MODES[Mode.MOVE]), "10.1", kind="ship_mode")
    patrol, move = face_of(GAME).facts(see(s.state, Side.GERMAN), decision, s.terms)
    assert {fact.name: fact.value for fact in patrol}["followed_one"] == Fraction(4, 6)
    assert {fact.name: fact.value for fact in move}["followed_two"] == Fraction(3, 6)


@pytest.mark.rule("bismarck", "6.7", "6.54.2")
def test_a_flotilla_without_fuel_is_told_that_its_one_square_costs_none() -> None:
    """BIS-R09: in place of the 1 fuel that it pays while it has any."""
    s, flotilla = Sea(), ship_number("DF1")
    s.put("DF1", 1622, fuel=0, order_mode=Mode.MOVE)
    s.state.ordering[Side.BRITISH] = flotilla
    step = facts(s, "ship_move", go("W", Square(1621)))[0]
    assert {fact.name: fact.value for fact in step if "fuel" in fact.name} == {"fuel_left": 0, "reach_fuel": 0}
    whole = facts(s, "ship_mode", order_to(Mode.MOVE, Square(1621)))[0]
    assert {fact.name: fact.value for fact in whole}["fuel"] == 0


@pytest.mark.rule("bismarck", "6.5", "7.0")
def test_a_step_tells_the_squares_it_leads_to_with_the_way_and_the_fuel_of_the_whole_move() -> None:
    # A cruiser goes two squares; the second costs a fuel factor, one square costs none.
    s = Sea()
    s.put("Suffolk", 1512, fuel=8, order_mode=Mode.MOVE)
    s.state.ordering[Side.BRITISH] = SUFFOLK
    north, here = facts(s, "ship_move", go("N", Square(1412)), stop(Square(1512)))
    assert [fact.name for fact in here] == ["search", "visibility"], "staying costs nothing"
    left, *more = north
    reach = [fact for fact in more if fact.name == "reach_fuel"]
    assert (left.name, left.value) == ("fuel_left", 8)
    ways = {tuple(place.id for place in fact.places): fact.value for fact in reach}
    assert ways[("square/1412",)] == 0
    assert ways[("square/1412", "square/1312")] == 1
    assert all(way[0] == "square/1412" for way in ways)


@pytest.mark.rule("bismarck", "6.25", "17.3")
def test_a_convoy_is_told_with_the_moves_it_needs_and_those_it_has_left() -> None:
    s = Sea()
    mission = next(mission for mission in MISSIONS if mission.column == 22)
    s.put("SL2", 2919)
    (told,) = facts(s, "order_unit", unit_in(mission.convoy, Square(2919)))
    assert {fact.name: fact.value for fact in told}["moves_needed"] == 3
    s.state.turn = 30
    assert [fact.value for fact in facts(s, "order_unit", unit_in(mission.convoy, Square(2919)))[0]][1] <= 1


@pytest.mark.rule("bismarck", "8.8")
def test_a_plane_in_the_air_is_told_with_the_turns_it_has_left() -> None:
    s = Sea()
    s.fly("R Reykjavik", 1317, Mode.PATROL, endurance=3)
    number = next(card.number for card in PLANES if card.id == "R Reykjavik")
    (told,) = facts(s, "order_unit", unit_in(plane_unit(number), Square(1317)))
    assert [(fact.name, fact.value) for fact in told] == [("endurance", 3)]


def searched(found):
    return {fact.name: fact.value for fact in found if fact.name in ("search", "visibility", "fog")}


@pytest.mark.rule("bismarck", "9.2")
@pytest.mark.rule("bismarck", "9.21")
@pytest.mark.rule("bismarck", "9.4")
def test_an_order_tells_what_the_search_comes_to_where_it_leaves_a_ship_and_what_it_is_compared_with() -> None:
    # Suffolk moving has 1, on patrol 4 by day; Norfolk patrols beside her with 4.
    s = Sea()
    s.state.visibility[:] = [3, 4, 6, *[5] * 17]
    s.put("Suffolk", 1317, mode=Mode.MOVE, order_mode=Mode.MOVE)
    s.put("Norfolk", 1317, mode=Mode.PATROL, order_mode=Mode.PATROL)
    s.state.ordering[Side.BRITISH] = SUFFOLK
    s.state.fog[0] = True
    to = [order_to(Mode.MOVE, Square(square)) for square in (1316, 1216)]
    patrol, move, fog, later = facts(s, "ship_mode", MODES[Mode.PATROL], *to, MODES[Mode.MOVE])
    assert searched(patrol) == {"search": 8, "visibility": 6}
    assert searched(move) == {}, "1 does not suffice, and is told with the steps only"
    assert searched(fog) == {"fog": 0}
    assert searched(later) == {}, "move mode alone leaves the square open"
    step, end = facts(s, "ship_move", go("W", Square(1316)), stop(Square(1317)))
    assert searched(step) == {"search": 1, "visibility": 6}
    assert searched(end) == {"search": 5, "visibility": 6}, "with Norfolk's 4"


@pytest.mark.rule("bismarck", "8.21")
@pytest.mark.rule("bismarck", "8.22")
def test_a_plane_is_told_what_it_would_find_in_each_square_and_nothing_of_its_base() -> None:
    # On patrol it searches with 4, moving with 2.
    s = Sea()
    s.state.visibility[:] = [2] * 20
    s.base("R Reykjavik")
    number = next(card.number for card in PLANES if card.id == "R Reykjavik")
    s.state.ordering[Side.BRITISH] = plane_unit(number)
    squares = (Mode.PATROL, 1416), (Mode.MOVE, 1416), (Mode.MOVE, 1317)
    far, near, base = facts(s, "plane_mode", *(order_to(mode, Square(square)) for mode, square in squares))
    assert (searched(far)["search"], searched(near)["search"], searched(base)) == (4, 2, {})


@pytest.mark.rule("bismarck", "9.2")
def test_the_umpire_is_told_the_search_of_the_side_that_orders() -> None:
    s = Sea()
    s.put("Suffolk", 1317)
    s.state.ordering[Side.BRITISH] = SUFFOLK
    decision = Decision(Side.BRITISH, "?", (MODES[Mode.PATROL],), "6.1", kind="ship_mode")
    (told,) = face_of(GAME).facts(see(s.state, UMPIRE), decision, s.terms)
    assert {fact.name: fact.value for fact in told}["search"] == 4, "Suffolk on patrol, by day"


@pytest.mark.rule("bismarck", "9.2")
@pytest.mark.rule("bismarck", "9.23")
def test_ending_the_orders_tells_the_squares_that_the_search_covers_as_all_units_are_ordered() -> None:
    # Suffolk and Norfolk on patrol search with 4 each, by day; Hood goes on with 1, and there is fog at 1216.
    s = Sea()
    s.state.visibility[:] = [3, 4, 6, *[1] * 17]
    s.state.fog[0] = True
    s.put("Suffolk", 1317, mode=Mode.PATROL, order_mode=Mode.PATROL)
    s.put("Hood", 1216, mode=Mode.PATROL, order_mode=Mode.PATROL)
    (done,) = facts(s, "order_unit", DONE)
    assert [(fact.name, fact.value, fact.places) for fact in done] == [("searched", 0, ())], "4 against 6; fog"
    s.put("Norfolk", 1317, mode=Mode.PATROL, order_mode=Mode.PATROL)
    (done,) = facts(s, "order_unit", DONE)
    assert [(fact.value, [place.id for place in fact.places]) for fact in done] == [(1, ["square/1317"])]
