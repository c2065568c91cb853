"""Which units attack from the air, under water and with destroyers, and who defends against them (16.3-16.5)."""

from fractions import Fraction

import pytest

from navalcore.odds import exact
from navalcore_games.bismarck.cards import PLANES, SHIPS, ship_number
from navalcore_games.bismarck.combat.strikes import (
    anti_sub_strength,
    attack_square,
    destroyer_phase,
    factors_granted,
    largest_british,
    submarine_phase,
)
from navalcore_games.bismarck.tables import TABLES
from navalcore_games.bismarck.words import Fate, Mode, Side, Square

HERE, ELSEWHERE = Square(1620), Square(1621)
NUMBER = {card.id: card.number for card in PLANES}


@pytest.mark.rule("bismarck", "16.31.1", "8.23", "8.24")
@pytest.mark.parametrize(
    ("plane", "mode", "attacks"),
    [
        ("L Ulster", Mode.ATTACK, True),
        ("L Ulster", Mode.R, False),
        ("L Ulster", Mode.HOME, False),
        ("R Ulster 1", Mode.MOVE, False),
        ("R Ulster 1", Mode.PATROL, False),
    ],
)
def test_only_level_bombers_in_attack_mode_bomb(sea, plane, mode, attacks) -> None:
    here = sea()
    here.put("Bismarck", HERE, seen=True)
    here.fly(plane, HERE, mode, endurance=1)
    assert attack_square(here.state, NUMBER[plane]) == (HERE if attacks else None)


@pytest.mark.rule("bismarck", "16.31.1", "16.32.1")
@pytest.mark.parametrize(
    ("names", "largest"),
    [(("Ark Royal", "Victorious"), "Victorious"), (("P of Wales", "K George V"), "K George V"), (("SG1",), None)],
)
def test_the_largest_british_ship_is_a_surface_ship_with_the_most_midships_the_first_of_the_card(
    sea, names, largest
) -> None:
    """BIS-R35: Ark Royal has more points than Victorious, but 3 midships to 4."""
    here = sea()
    for name in names:
        here.put(name, HERE)
    assert largest_british(here.state, HERE) == (None if largest is None else ship_number(largest))


@pytest.mark.rule("bismarck", "16.41.1", "16.51.1")
def test_submarines_and_destroyers_attack_in_phases_of_their_own_and_no_other_ship_with_torpedoes_in_either(
    sea,
) -> None:
    here = sea()
    for name in ("Hood", "Norfolk", "DF1", "DF2", "SG1", "Bismarck", "Prinz Eugen", "WP1"):
        here.put(name, HERE, seen=True)
    submarine_phase(here.play)
    assert [SHIPS[number].id for number in here.state.queue] == ["SG1", "WP1"]
    destroyer_phase(here.play)
    assert [SHIPS[number].id for number in here.state.queue] == ["DF1", "DF2"]


@pytest.mark.rule("bismarck", "16.84.1", "16.41.2")
def test_only_units_of_the_square_that_are_afloat_or_in_the_air_defend_against_submarines(sea) -> None:
    here = sea()
    here.put("SL1", HERE)
    here.put("SL2", ELSEWHERE)
    here.put("DF1", HERE, fate=Fate.SUNK)
    here.put("Victorious", HERE, fate=Fate.SUNK)
    here.fly("R Ulster 1", HERE, Mode.PATROL, endurance=3)
    here.fly("R Ulster 2", HERE, Mode.MOVE, endurance=3)
    here.fly("R Plymouth 1", ELSEWHERE, Mode.MOVE, endurance=3)
    here.fly("L Ulster", HERE, Mode.R, endurance=1)
    assert anti_sub_strength(here.play, Side.BRITISH, HERE) == 11 + 4 + 4


@pytest.mark.rule("bismarck", "16.85")
@pytest.mark.parametrize(("strength", "fewest", "most"), [(0, 1, 7), (1, 1, 5), (5, 1, 3), (9, 0, 2), (13, 0, 1)])
def test_the_torpedo_factors_of_each_row_are_granted_with_equal_chances(sea, strength, fewest, most) -> None:
    here = sea()
    here.put("WP1", HERE)

    def granted(chance):
        here.use(chance)
        return factors_granted(here.play, ship_number("WP1"), TABLES.submarine.row(strength))

    number = most - fewest + 1
    assert exact(granted) == dict.fromkeys(range(fewest, most + 1), Fraction(1, number))
