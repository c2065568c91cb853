"""Shadows as the rulings have them: the light and the weather that count, and the unit that tries (10.7, 11.5)."""

import pytest

from navalcore_games.bismarck.cards import ship_number
from navalcore_games.bismarck.events import ShadowReported
from navalcore_games.bismarck.shadow import (
    fast_shadow_phase,
    shadow_choice,
    shadow_modifiers,
    shadow_move,
    shadow_phase,
)
from navalcore_games.bismarck.words import Hunt, Mode, Square

DUSK = 3
"""On turn 3 it is night in rows 21 to 30 only (9.7)."""


def weather(here, row_20, row_21):
    here.state.turn = DUSK
    here.state.visibility[9:11] = [row_20, row_21]


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
