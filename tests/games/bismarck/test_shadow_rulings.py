"""Shadows as the rulings have them: the light and the weather that count, and the unit that tries (10.7, 11.5)."""

import pytest

from navalcore_games.bismarck.cards import ship_number
from navalcore_games.bismarck.events import ShadowReported
from navalcore_games.bismarck.movement.activity import movement
from navalcore_games.bismarck.movement.ships import orderable
from navalcore_games.bismarck.search.spotting import search_phase
from navalcore_games.bismarck.shadow import (
    fast_shadow_phase,
    shadow_choice,
    shadow_modifiers,
    shadow_move,
    shadow_phase,
)
from navalcore_games.bismarck.views import see
from navalcore_games.bismarck.words import Fate, Hunt, Mode, Square
from tests.games.bismarck.conftest import texts

DUSK = 3
"""On turn 3 it is night in rows 21 to 30 only (9.7)."""


def weather(here, row_20, row_21):
    here.state.turn = DUSK
    here.state.visibility[9:11] = [row_20, row_21]


@pytest.mark.rule("bismarck", "10.1")
def test_once_a_shadow_is_resolved_nobody_shadows_the_ship_that_is_ordered_next(sea) -> None:
    here = sea()
    here.put("Suffolk", 1118)
    here.put("Bismarck", 1118, seen=True)
    shadow_phase(here.play)
    here.answer(shadow_choice(here.play), "Suffolk")
    with here.script(("shadow of Bismarck", 12)):
        here.answer(shadow_move(here.play), "P")
    assert (see(here.state, "german").hunter, here.state.ordering) == (None, {})


@pytest.mark.rule("bismarck", "10.7", "9.7")
@pytest.mark.parametrize(("start", "end", "most"), [(2018, 2118, 10), (2118, 2018, 6)])
def test_a_shadow_has_the_light_and_the_visibility_of_the_square_where_the_ship_is_seen(sea, start, end, most) -> None:
    """BIS-R63. Suffolk's strength is 5 by day and 4 by night; visibility 7 in row 21 subtracts 1: 10 or 6 of 12."""
    for roll, hunt in ((most, Hunt.FOLLOWED), (most + 1, Hunt.SHADOWED)):
        here = sea()
        weather(here, 4, 7)
        here.put("Suffolk", start)
        bismarck = here.put("Bismarck", start, seen=True)
        shadow_phase(here.play)
        here.answer(shadow_choice(here.play), "Suffolk")
        with here.script(("shadow of Bismarck", roll)):
            here.answer(shadow_move(here.play), f"M {end}")
        assert bismarck.hunt is hunt


@pytest.mark.rule("bismarck", "11.6", "10.7", "9.7")
@pytest.mark.parametrize(("first", "end", "most"), [(2018, 2118, 8), (2118, 2018, 8)])
def test_a_fast_shadow_has_those_of_the_first_square_moved_through(sea, first, end, most) -> None:
    """BIS-R27. The two squares subtract 1. By day that leaves 4 of 6; by night clear weather makes good for the 4."""
    for roll, hunt in ((most, Hunt.FOLLOWED), (most + 1, Hunt.NONE)):
        here = sea()
        weather(here, 4, 1)
        here.put("Suffolk", first, mode=Mode.PATROL)
        bismarck = here.put("Bismarck", 2017 if first == 2018 else 2117)
        bismarck.path = (Square(first), Square(end))
        with here.script(("shadow of Bismarck", roll)):
            fast_shadow_phase(here.play)
        assert bismarck.hunt is hunt


@pytest.mark.rule("bismarck", "11.5", "11.6")
def test_of_patrols_with_one_strength_the_first_of_the_card_tries_a_fast_shadow(sea) -> None:
    """BIS-R27: Kenya, Norfolk and the plane have 4 by day, and Kenya stands before Norfolk on the card."""
    here = sea()
    here.fly("R Reykjavik", 1519, Mode.PATROL, endurance=4)
    for name in ("Norfolk", "Kenya"):
        here.put(name, 1519, mode=Mode.PATROL)
    here.put("Bismarck", 1520, path=(1519, 1518))
    here.play.listen(True)
    with here.script(("shadow of Bismarck", 12)):
        fast_shadow_phase(here.play)
    told = next(event for event in here.play.told if isinstance(event, ShadowReported))
    assert told.hunter == ship_number("Kenya")


@pytest.mark.rule("bismarck", "10.7", "11.1")
@pytest.mark.parametrize("squares", [2, 3, 4])
def test_the_dash_of_turn_1_subtracts_no_more_than_two_squares_do(squares) -> None:
    """BIS-R27: strength 4 less 1, in halves of a point."""
    assert sum(shadow_modifiers(4, 4, squares, 0).values()) == 6


@pytest.mark.rule("bismarck", "11.7")
def test_of_the_planes_a_fast_shadow_takes_those_on_patrol_alone(sea) -> None:
    here = sea()
    patrol = here.fly("R Reykjavik", 1519, Mode.PATROL, endurance=4)
    moving = here.fly("R Ulster 1", 1519, Mode.MOVE, endurance=4)
    here.put("Bismarck", 1520, path=(1519, 1518))
    with here.script(("shadow of Bismarck", 1)):
        fast_shadow_phase(here.play)
    assert (patrol.hunt, patrol.projected) == (Hunt.FOLLOWING, 1518)
    assert (moving.hunt, moving.projected) == (Hunt.NONE, 1519)


@pytest.mark.rule("bismarck", "10.1")
def test_a_ship_that_nobody_can_shadow_is_not_asked_about(sea) -> None:
    """Rodney is not as fast as Bismarck (10.4)."""
    here = sea()
    here.put("Bismarck", 1620, seen=True)
    here.put("Rodney", 1620)
    shadow_phase(here.play)
    while here.answer(shadow_choice(here.play)) != "orders":
        assert not here.asked
    assert not here.asked


@pytest.mark.rule("bismarck", "10.1")
def test_a_ship_that_is_not_shadowed_is_asked_about_once_and_has_her_regular_move(sea) -> None:
    here = sea()
    here.put("Bismarck", 1620, seen=True)
    here.put("Norfolk", 1620)
    shadow_phase(here.play)
    here.answer(shadow_choice(here.play), "none")
    assert here.answer(shadow_choice(here.play)) == "orders"
    assert orderable(here.state, ship_number("Bismarck"))
    assert orderable(here.state, ship_number("Norfolk"))


@pytest.mark.rule("bismarck", "10.7")
@pytest.mark.parametrize(("fate", "most"), [(Fate.ACTIVE, 9), (Fate.SUNK, 8)])
def test_a_ship_that_was_sunk_in_the_square_helps_nobody_to_shadow(sea, fate, most) -> None:
    """Norfolk's strength by day is 4, and each other ship adds a half: 8 or 9 of 12."""
    for roll, hunt in ((most, Hunt.FOLLOWED), (most + 1, Hunt.SHADOWED)):
        here = sea()
        here.state.visibility[5] = 4
        here.put("Norfolk", 1620)
        here.put("Suffolk", 1620, fate=fate)
        bismarck = here.put("Bismarck", 1620, seen=True)
        shadow_phase(here.play)
        here.answer(shadow_choice(here.play), "Norfolk")
        with here.script(("shadow of Bismarck", roll)):
            here.answer(shadow_move(here.play), "M 1619")
        assert bismarck.hunt is hunt


@pytest.mark.rule("bismarck", "10.3", "10.7")
def test_a_reconnaissance_plane_in_another_square_neither_shadows_nor_helps(sea) -> None:
    """Norfolk alone has 4 by day: 8 of 12."""
    for roll, hunt in ((8, Hunt.FOLLOWED), (9, Hunt.SHADOWED)):
        here = sea()
        here.state.visibility[5] = 4
        here.put("Norfolk", 1620)
        here.fly("R Ulster 1", 1619, Mode.PATROL, endurance=5)
        bismarck = here.put("Bismarck", 1620, seen=True)
        shadow_phase(here.play)
        here.answer(shadow_choice(here.play), "Norfolk")
        assert texts(here.asked[0]) == ["none", "Norfolk"]
        with here.script(("shadow of Bismarck", roll)):
            here.answer(shadow_move(here.play), "M 1619")
        assert bismarck.hunt is hunt


def passage(sea, first, end):
    """By day Bismarck goes through a square in which Norfolk, whose strength is 4, patrols: 6 of 12 alone."""
    here = sea()
    here.state.turn, here.state.visibility[:] = 5, [4] * 20
    here.put("Norfolk", first, mode=Mode.PATROL)
    here.put("Bismarck", 1426).path = (Square(first), Square(end))
    return here


def fast_shadows(here, *faces):
    """Whether each attempt that was reported succeeded."""
    here.play.listen(True)
    with here.script(*(("shadow of", face) for face in faces)):
        fast_shadow_phase(here.play)
    return [event.succeeded for event in here.play.told if isinstance(event, ShadowReported)]


@pytest.mark.rule("bismarck", "11.4", "11.5", "10.7")
@pytest.mark.parametrize(
    ("plane", "square", "mode", "most"),
    [
        ("R Ulster 1", 1425, Mode.PATROL, 7),
        ("R Ulster 1", 1526, Mode.PATROL, 6),
        ("L Ulster", 1425, Mode.R, 6),
    ],
)
def test_only_reconnaissance_planes_of_the_square_help_in_a_fast_shadow(sea, plane, square, mode, most) -> None:
    for roll, succeeds in ((most, True), (most + 1, False)):
        here = passage(sea, 1425, 1324)
        here.fly(plane, square, mode, endurance=2)
        assert fast_shadows(here, roll) == [succeeds]


@pytest.mark.rule("bismarck", "11.7", "10.1", "6.32")
def test_a_fast_shadow_into_a_port_that_the_shadower_may_not_enter_fails(sea) -> None:
    """BIS-R27: the unit that tries may not enter Trondheim, so the attempt fails whatever is rolled."""
    here = passage(sea, 1327, 1228)
    assert fast_shadows(here, 1) == [False]
    assert here.ship("Bismarck").hunt is Hunt.NONE


@pytest.mark.rule("bismarck", "11.5", "11.8", "10.4")
def test_prinz_eugen_is_tried_where_bismarck_was_too_fast_for_the_patrols(sea) -> None:
    """Rodney makes 21 knots; 11.8 speaks of patrols that have gone after Bismarck."""
    here = passage(sea, 1425, 1324)
    here.ship("Norfolk").fate = Fate.SUNK
    here.put("Rodney", 1425, mode=Mode.PATROL)
    here.state.visibility[:] = [3] * 20
    here.put("Prinz Eugen", 1426, knots=20).path = (Square(1425), Square(1324))
    assert fast_shadows(here, 1) == [True]
    assert [here.ship(name).hunt for name in ("Bismarck", "Prinz Eugen")] == [Hunt.NONE, Hunt.FOLLOWED]


@pytest.mark.rule("bismarck", "11.4", "10.7")
@pytest.mark.parametrize(("name", "most"), [("Suffolk", 9), ("Victorious", 6)])
def test_carriers_do_not_help_in_a_fast_shadow(sea, name, most) -> None:
    """Suffolk, whose strength is 5, tries and Norfolk helps: 9 of 12. A carrier neither tries nor helps."""
    for roll, succeeds in ((most, True), (most + 1, False)):
        here = passage(sea, 1425, 1324)
        here.put(name, 1425, mode=Mode.PATROL)
        assert fast_shadows(here, roll) == [succeeds]


@pytest.mark.rule("bismarck", "11.7")
def test_a_fast_shadow_takes_along_the_patrols_of_the_square_alone(sea) -> None:
    here = passage(sea, 1425, 1324)
    here.put("Suffolk", 1526, mode=Mode.PATROL)
    here.fly("R Ulster 1", 1526, Mode.PATROL, endurance=3)
    assert fast_shadows(here, 1) == [True]
    movement(here.play)
    squares = [here.ship("Norfolk").square, here.ship("Suffolk").square, here.plane("R Ulster 1").square]
    assert squares == [1324, 1526, 1526]


@pytest.mark.rule("bismarck", "11.2", "9.2")
@pytest.mark.parametrize(("more", "attempts"), [(0, []), (1, [True])])
def test_a_variant_of_search_totals_holds_for_what_a_fast_shadow_would_have_spotted(sea, more, attempts) -> None:
    """Norfolk's 4 does not reach a visibility of 5."""
    here = passage(sea, 1425, 1324)
    here.state.visibility[:] = [5] * 20
    here.play.modifiers = {"9.2": lambda _, found: {**found, "more": more}}
    assert fast_shadows(here, *(1 for _ in attempts)) == attempts


@pytest.mark.rule("bismarck", "14.22", "9.2")
@pytest.mark.parametrize(("square", "level", "turn"), [(1528, 5, 2), (1528, 6, None), (1426, 1, None)])
def test_a_variant_of_search_totals_holds_for_the_search_of_bergen_where_there_is_a_unit(
    sea, square, level, turn
) -> None:
    """A plane on patrol searches with 4, the variant adds 1."""
    here = sea()
    here.state.visibility[:] = [level] * 20
    here.fly("R Scapa Flow 1", square, Mode.PATROL, endurance=3)
    here.play.modifiers = {"9.2": lambda _, found: {**found, "more": 1}}
    search_phase(here.play)
    assert here.state.bergen_turn == turn
