"""How an eighth of the firepower is rounded in a surprise attack (16.68, BIS-R45)."""

import pytest

from navalcore_games.bismarck.cards import SHIPS
from navalcore_games.bismarck.combat.naval import naval_phase, open_battle, salvos_of

# Every firepower a ship may have left: damage takes it down point by point.
FIREPOWERS = range(max(ship.firepower or 0 for ship in SHIPS) + 1)


def salvos(sea, rounding: str) -> dict[int, int]:
    """The salvos in a surprise round, by firepower."""
    here = sea(surprise_rounding=rounding)
    for name in ("Hood", "Bismarck"):
        here.put(name, 1620, seen=True, fuel=-1)
    here.state.phase = "open_battle"
    naval_phase(here.play)
    open_battle(here.play)
    here.state.battle.surprise = True
    return {firepower: salvos_of(here.play, firepower) for firepower in FIREPOWERS}


@pytest.mark.rule("bismarck", "16.68")
def test_an_eighth_of_the_firepower_is_rounded_down(sea) -> None:
    assert FIREPOWERS[-1] == 34, "the Bismarck's"
    assert all(8 * number <= firepower < 8 * (number + 1) for firepower, number in salvos(sea, "floor").items())


@pytest.mark.rule("bismarck", "16.68")
def test_an_eighth_may_be_rounded_to_the_nearest_number_and_a_half_up(sea) -> None:
    # Nearest, a half up: the number lies no more than half above the eighth and less than half below it.
    assert all(-4 < 8 * number - firepower <= 4 and number >= 0 for firepower, number in salvos(sea, "nearest").items())
    assert [salvos(sea, "nearest")[firepower] for firepower in (3, 4, 19, 20, 21, 34)] == [0, 1, 2, 3, 3, 4]


@pytest.mark.rule("bismarck", "16.68")
def test_an_eighth_may_be_rounded_up(sea) -> None:
    assert all(8 * (number - 1) < firepower <= 8 * number for firepower, number in salvos(sea, "ceil").items())
