"""Surface gunnery chosen by the player against a loner, in bad weather (7.21, 28.14; 3.8 step 4)."""

import pytest

from navalcore_games.silent_war.combat.rounds import attack_round
from navalcore_games.silent_war.state import Storm

CARGO = "m_3_5_07"


def lone_merchant(sea, storm, *dice):
    """A loner that is a merchant in the boat's own column, still face down."""
    s = sea("spearfish", "south_pacific").display((CARGO, "B", False), loner=True).storm(storm)
    return s.dice(*dice)


@pytest.mark.rule("silent_war", "7.21-S5", "28.14")
@pytest.mark.parametrize("die", [0, 1])
def test_in_a_tropical_storm_the_guns_fire_on_0_and_1(sea, die):
    s = lone_merchant(sea, Storm.TROPICAL, ("gunnery in a storm", die), ("attack result", 9))
    s.run(attack_round(s.play, s.fighter), "standard", "surface gunnery")
    assert s.state.ships_sunk == 1, "the merchant is shelled and sunk"
    assert s.boat.spotted


@pytest.mark.rule("silent_war", "7.21-S5", "28.14")
@pytest.mark.parametrize("die", [2, 9])
def test_in_a_tropical_storm_the_guns_stay_silent_on_2_to_9_and_the_torpedoes_are_left(sea, die):
    s = lone_merchant(sea, Storm.TROPICAL, ("gunnery in a storm", die), ("TDC", "0"), ("to hit", 9))
    s.run(attack_round(s.play, s.fighter), "standard", "surface gunnery")
    assert s.state.ships_sunk == 0
    assert not s.boat.spotted, "the boat did not surface"


@pytest.mark.rule("silent_war", "7.21-S5", "28.14")
def test_a_boat_that_takes_its_torpedoes_rolls_nothing_for_its_guns(sea):
    s = lone_merchant(sea, Storm.TROPICAL, ("TDC", "0"), ("to hit", 9))
    s.run(attack_round(s.play, s.fighter), "standard", "torpedoes")
    assert not s.boat.spotted


@pytest.mark.rule("silent_war", "7.21-Y7", "28.14")
@pytest.mark.parametrize("storm", [Storm.TYPHOON_1, Storm.TYPHOON_2])
def test_in_a_typhoon_the_guns_are_not_offered(sea, storm):
    s = lone_merchant(sea, storm, ("TDC", "0"), ("to hit", 9))
    s.run(attack_round(s.play, s.fighter), "standard")
    assert all(decision.rule != "28.14" for decision in s.asked)
