"""Beside a real chart of Computer Bismarck: the search of a square (9), a shadow (10), a combat (16)."""

from fractions import Fraction

import pytest

import navalcore as nc
from navalcore.rules import companion_in
from navalcore_games.bismarck.cards import ship_number
from navalcore_games.bismarck.words import Fate


def told(**values: int | bool) -> str:
    """What is told of a search with these values."""
    match = nc.load("bismarck:companion").new_match(seed=1, history=True)
    match.choose("ask_for/search")
    for name, value in values.items():
        match.choose(f"fill/{name}/{value if name != 'fog' else 'yes' if value else 'no'}")
    match.choose("begin")
    return " ".join(event.text for event in match.snapshot("table", since=0).events)


@pytest.mark.rule("bismarck", "9.2", "9.4", "9.5")
@pytest.mark.parametrize(
    ("british", "german", "visibility", "fog", "spotted"),
    [
        (4, 0, 4, False, True),
        (0, 4, 4, False, True),  # at night a sub group that is down to one submarine searches with 0
        (3, 3, 4, False, False),  # each side counts its own search factors alone
        (0, 0, 1, False, False),
        (9, 9, 1, True, False),
    ],
)
def test_spotting_is_mutual_as_soon_as_one_side_has_the_visibility_and_a_total_of_0_is_no_empty_square(
    british, german, visibility, fog, spotted
) -> None:
    said = told(british=british, german=german, visibility=visibility, fog=fog)
    assert ("Both sides spot each other" in said) is spotted


@pytest.mark.rule("bismarck", "10.7")
def test_each_helper_adds_half_a_point_to_a_shadow_strength() -> None:
    """The example of the rules, read by BIS-R23: 4 less 1 less 1 and 1 for two helpers, of 6."""
    game = nc.load("bismarck:companion")
    form = {"strength": "4", "visibility": "7", "squares": "2", "helpers": "2"}
    odds = companion_in(game).odds(game, game.terms(None, None), "shadow", form)
    assert odds.outcomes["Bismarck is shadowed"] == Fraction(1, 2)


@pytest.mark.rule("bismarck", "16.62")
def test_a_ship_that_was_sunk_this_evening_fights_no_more() -> None:
    game = nc.load("bismarck:companion")
    state, hood = game.initial_state(game.terms(None, None)), ship_number("Hood")
    battle = next(each for each in companion_in(game).procedures if each.name == "battle")
    form = {each.name: each.default for each in battle.fields}
    state.met.append(hood)
    state.ships[hood].fate = Fate.ACTIVE
    assert battle.misfit(state, form) is None
    state.ships[hood].fate = Fate.SUNK
    assert battle.misfit(state, form) == ("british", "Hood was sunk this evening; name another ship")
