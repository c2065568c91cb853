"""Damage and the combat tables (16.7, 16.81-16.83)."""

from fractions import Fraction

import pytest

from navalcore._rules.play import Play
from navalcore.components import DiceRolled
from navalcore.errors import BadData
from navalcore.odds import exact
from navalcore_games.bismarck.cards import SHIPS, ship_number
from navalcore_games.bismarck.combat.damage import disperse, lose, lose_firepower, salvo, torpedo_attack, torpedo_damage
from navalcore_games.bismarck.tables import TABLES
from navalcore_games.bismarck.words import Fate, Side


def lost(sea, name):
    """Midships, firepower and knots lost, or the fate of a ship that is gone."""
    ship, card = sea.ship(name), SHIPS[ship_number(name)]
    if ship.fate is not Fate.ACTIVE:
        return str(ship.fate)
    return card.midships - ship.midships, (card.firepower or 0) - ship.firepower, card.knots - ship.knots


def salvo_odds(sea, name, **options):
    def one(chance):
        here = sea(**options)
        here.put(name, 1620, fuel=0)
        here.use(chance)
        salvo(here.play, ship_number(name))
        return lost(here, name)

    return exact(one)


@pytest.mark.rule("bismarck", "16.81", "16.66")
def test_a_salvo_at_the_hood_has_the_printed_chances_with_knots_inside_the_midships_row(sea) -> None:
    assert salvo_odds(sea, "Hood") == {
        "sunk": Fraction(1, 1000),
        (1, 0, 10): Fraction(10, 1000),
        (1, 0, 5): Fraction(20, 1000),
        (1, 0, 1): Fraction(40, 1000),
        (1, 0, 0): Fraction(20, 1000),
        (0, 2, 0): Fraction(140, 1000),
        (0, 0, 0): Fraction(769, 1000),
    }


@pytest.mark.rule("bismarck", "16.81")
def test_the_rows_may_be_read_as_excluding_one_another(sea) -> None:
    odds = salvo_odds(sea, "Hood", gunnery_table="exclusive")
    assert odds[(1, 0, 0)] == Fraction(90, 1000)
    assert odds[(0, 0, 10)] == Fraction(10, 1000)
    assert odds[(0, 0, 0)] == Fraction(699, 1000)


@pytest.mark.rule("bismarck", "16.81")
def test_the_bismarck_loses_one_midship_where_others_are_sunk(sea) -> None:
    odds = salvo_odds(sea, "Bismarck")
    assert "sunk" not in odds
    assert odds[(1, 0, 0)] == Fraction(21, 1000)


@pytest.mark.rule("bismarck", "16.81", "16.72")
def test_a_convoy_hit_to_be_sunk_loses_one_ship(sea) -> None:
    here = sea()
    convoy = here.put("WS8B", 2024)
    with here.script(1):
        salvo(here.play, ship_number("WS8B"))
    assert (convoy.midships, here.state.points[Side.GERMAN]) == (4, 16)


@pytest.mark.rule("bismarck", "16.74")
def test_firepower_lost_at_firepower_zero_costs_a_midship_for_every_two(sea) -> None:
    here = sea()
    hood = here.put("Hood", 1620, firepower=0, fuel=0)
    lose_firepower(here.play, ship_number("Hood"), 2)
    assert (hood.midships, hood.firepower) == (5, 0)


@pytest.mark.rule("bismarck", "16.74", "16.7")
def test_a_spare_point_of_firepower_loss_is_gone_and_nothing_falls_below_zero(sea) -> None:
    here = sea()
    hood = here.put("Hood", 1620, firepower=1, knots=3, fuel=0)
    lose_firepower(here.play, ship_number("Hood"), 2)
    lose(here.play, ship_number("Hood"), 1, 0, 10)
    assert (hood.midships, hood.firepower, hood.knots) == (5, 0, 0)


@pytest.mark.rule("bismarck", "16.74")
def test_units_without_firepower_ignore_its_loss_but_carriers_and_destroyers_have_zero(sea) -> None:
    here = sea()
    for name in ("WS8B", "Belchen", "Ark Royal", "DF1"):
        here.put(name, 1620, fuel=None)
        lose_firepower(here.play, ship_number(name), 2)
    losses = {
        name: SHIPS[ship_number(name)].midships - here.ship(name).midships for name in ("WS8B", "Ark Royal", "DF1")
    }
    assert losses == {"WS8B": 0, "Ark Royal": 1, "DF1": 1}
    assert here.ship("Belchen").fate is Fate.ACTIVE


@pytest.mark.rule("bismarck", "16.75")
def test_each_midship_lost_leaks_a_fuel_factor_in_half_the_cases(sea) -> None:
    def leaked(chance):
        here = sea()
        here.put("Hood", 1620)
        here.use(chance)
        lose(here.play, ship_number("Hood"), 2)
        return 7 - here.ship("Hood").fuel

    assert exact(leaked) == {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}


@pytest.mark.rule("bismarck", "16.75")
@pytest.mark.parametrize(("roll", "left"), [(50, 6), (51, 7)])
def test_half_of_the_faces_leak(sea, roll, left) -> None:
    here = sea()
    hood = here.put("Hood", 1620)
    with here.script(("leaks oil", roll)):
        lose(here.play, ship_number("Hood"), 1)
    assert hood.fuel == left


@pytest.mark.rule("bismarck", "16.75")
def test_an_empty_tank_leaks_nothing(sea) -> None:
    here = sea()
    hood = here.put("Hood", 1620, fuel=0)
    with here.script():
        lose(here.play, ship_number("Hood"), 2)
    assert (hood.midships, hood.fuel) == (SHIPS[ship_number("Hood")].midships - 2, 0)


@pytest.mark.rule("bismarck", "16.76")
def test_a_battleship_that_falls_below_22_knots_is_in_slow_mode_with_n(sea) -> None:
    here = sea()
    hood = here.put("Hood", 1620, slow="", fuel=0)
    lose(here.play, ship_number("Hood"), 1, 0, 9)
    assert (hood.knots, hood.slow) == (22, "")
    lose(here.play, ship_number("Hood"), 1, 0, 1)
    assert (hood.knots, hood.slow) == (21, "N")
    hood.slow = "Y"
    lose(here.play, ship_number("Hood"), 1, 0, 1)
    assert hood.slow == "Y", "set only when the speed falls below 22"


@pytest.mark.rule("bismarck", "16.71", "17.2", "17.4", "17.5")
def test_a_ship_without_midships_is_sunk_and_paid_at_once(sea) -> None:
    here = sea()
    here.put("Bismarck", 1620, seen=True)
    here.put("Hood", 1620)
    here.put("Belchen", 1511)
    for name, hits in (("Bismarck", 10), ("Hood", 7), ("Belchen", 1)):
        lose(here.play, ship_number(name), hits)
    assert here.ship("Bismarck").fate is Fate.SUNK
    assert not here.ship("Bismarck").seen
    assert here.state.points == {Side.BRITISH: 60 + 4, Side.GERMAN: 28}
    assert sum(award.points for award in here.state.record) == 92


@pytest.mark.rule("bismarck", "16.71", "17.5")
@pytest.mark.parametrize("name", ["Hood", "Ark Royal", "Norfolk", "Bismarck", "Prinz Eugen"])
def test_a_ship_that_is_hit_and_not_sunk_is_not_paid_for_at_once(sea, name) -> None:
    here = sea()
    here.put(name, 1620, fuel=None)
    lose(here.play, ship_number(name), 1)
    assert here.ship(name).fate is Fate.ACTIVE
    assert here.state.points == {Side.BRITISH: 0, Side.GERMAN: 0}


@pytest.mark.rule("bismarck", "6.51.2", "16.76")
def test_a_cruiser_below_22_knots_has_no_slow_mode_indicator(sea) -> None:
    """BIS-R06: it is an aid for ships that pay fuel for a square after a turn in which they moved."""
    here = sea()
    norfolk = here.put("Norfolk", 1620, fuel=0)
    lose(here.play, ship_number("Norfolk"), 1, 0, 15)
    assert (norfolk.knots, norfolk.slow) == (17, "")


@pytest.mark.rule("bismarck", "16.72", "17.4", "17.5")
def test_single_ships_of_a_unit_are_paid_one_by_one(sea) -> None:
    here = sea()
    for name, hits in (("DF1", 2), ("WP1", 1), ("SG1", 3), ("SL1", 3), ("Britannic", 1)):
        here.put(name, 1620, fuel=None)
        lose(here.play, ship_number(name), hits)
    assert here.state.points == {Side.BRITISH: 4, Side.GERMAN: 8 + 12 + 6 + 8}
    assert here.ship("SG1").fate is Fate.SUNK
    assert here.ship("SL1").midships == 21


@pytest.mark.rule("bismarck", "16.73")
def test_three_ships_of_ws8b_dispersed_are_worth_24_points_and_the_rest_is_gone(sea) -> None:
    here = sea()
    convoy = here.put("WS8B", 2024, midships=3, seen=True)
    disperse(here.play, ship_number("WS8B"))
    assert (here.state.points[Side.GERMAN], convoy.fate) == (24, Fate.DISPERSED)
    assert not convoy.seen


@pytest.mark.rule("bismarck", "16.71", "16.83")
def test_a_further_torpedo_that_hits_a_ship_already_sunk_does_nothing(sea) -> None:
    here = sea()
    here.put("Norfolk", 1620)
    with here.script(5, 5, ("torpedo damage", 1)):
        assert torpedo_attack(here.play, ship_number("Norfolk"), 2, 32) == 2
    assert (here.ship("Norfolk").fate, here.state.points[Side.GERMAN]) == (Fate.SUNK, 12)


@pytest.mark.rule("bismarck", "16.82")
@pytest.mark.parametrize(
    ("knots", "percent"),
    [(0, 60), (10, 60), (11, 30), (20, 30), (21, 20), (25, 20), (26, 10), (30, 10), (31, 5), (35, 5)],
)
def test_the_chance_of_a_torpedo_hit_falls_with_the_targets_speed(knots, percent) -> None:
    assert TABLES.torpedo.hit_chance(knots) == percent


@pytest.mark.rule("bismarck", "16.82", "16.83")
def test_hits_are_rolled_first_at_the_speed_of_the_start_and_damage_afterwards(sea) -> None:
    here = sea()
    here.put("Hood", 1620, fuel=0)
    with here.script(
        ("torpedo at Hood", 5), ("torpedo at Hood", 6), ("torpedo at Hood", 1),
        ("torpedo damage to Hood", 60), ("knots lost", 20), ("torpedo damage to Hood", 61), ("knots lost", 0),
    ):  # fmt: skip
        assert torpedo_attack(here.play, ship_number("Hood"), 3, 31) == 2
    assert lost(here, "Hood") == (3, 0, 20)


def torpedo_odds(sea, name):
    here, card = sea(), SHIPS[ship_number(name)]

    def one(chance):
        here.put(name, 1620, fuel=None, midships=card.midships, knots=card.knots)
        here.use(chance)
        torpedo_damage(here.play, ship_number(name))
        return lost(here, name)

    return exact(one)


@pytest.mark.rule("bismarck", "16.83")
def test_a_torpedo_costs_a_battleship_one_or_two_midships_and_up_to_20_knots(sea) -> None:
    odds = torpedo_odds(sea, "Hood")
    assert sum(chance for (midships, _, _), chance in odds.items() if midships == 1) == Fraction(60, 100)
    assert {knots for _, _, knots in odds} == set(range(21))
    assert odds[(2, 0, 7)] == Fraction(40, 100) / 21


@pytest.mark.rule("bismarck", "16.83")
def test_a_torpedo_costs_the_bismarck_a_midship_or_none_and_knots_in_half_the_cases(sea) -> None:
    odds = torpedo_odds(sea, "Bismarck")
    assert sum(chance for (midships, _, _), chance in odds.items() if midships == 0) == Fraction(40, 100)
    assert odds[(1, 0, 0)] == Fraction(60, 100) * (Fraction(1, 2) + Fraction(1, 2) / 21)
    assert odds[(0, 0, 20)] == Fraction(40, 100) * Fraction(1, 2) / 21


@pytest.mark.rule("bismarck", "16.83")
def test_a_torpedo_sinks_a_cruiser_in_a_third_of_the_cases_and_a_carrier_in_15_percent(sea) -> None:
    cruiser, carrier = torpedo_odds(sea, "Prinz Eugen"), torpedo_odds(sea, "Victorious")
    assert cruiser["sunk"] == Fraction(1, 3)
    assert cruiser[(2, 0, 30)] == Fraction(1, 3) / 31
    assert carrier["sunk"] == Fraction(15, 100)
    assert sum(chance for key, chance in carrier.items() if key[0] == 2) == Fraction(50, 100)


@pytest.mark.rule("bismarck", "16.83")
@pytest.mark.parametrize("name", ["WS8B", "DF1"])
def test_a_torpedo_sinks_one_ship_of_a_unit(sea, name) -> None:
    assert torpedo_odds(sea, name) == {(1, 0, 0): Fraction(1)}


def test_an_incomplete_gunnery_table_is_refused() -> None:
    from navalcore_games.bismarck.tables import Gunnery

    data = TABLES.gunnery.model_dump()
    data["outcomes_permille"] = data["outcomes_permille"][1:]
    with pytest.raises(ValueError, match="sum to 999 and must sum to 1000"):
        Gunnery.model_validate(data)
    with pytest.raises(BadData):
        TABLES.torpedo.damage.bismarck.row(101)


def rows_read(sea, damage):
    """The rows that a roll is read in, by their chance."""

    def one(chance):
        here = sea()
        here.put("Hood", 1620, fuel=0)
        play = Play(here.state, here.options, chance, listening=True)
        damage(play, ship_number("Hood"))
        return next(event.row for event in play.told if isinstance(event, DiceRolled))

    return exact(one)


@pytest.mark.rule("bismarck", "16.81")
def test_a_salvo_names_the_row_of_the_gunnery_table_in_which_it_is_read(sea) -> None:
    assert rows_read(sea, salvo) == {
        f'the row "{row}" of the gunnery table (16.81)': Fraction(permille, 1000)
        for row, permille in {
            "sunk": 1,
            "1 midship and 10 knots": 10,
            "1 midship and 5 knots": 20,
            "1 midship and 1 knot": 40,
            "1 midship": 20,
            "2 firepower points": 140,
            "miss": 769,
        }.items()
    }


@pytest.mark.rule("bismarck", "16.83")
def test_torpedo_damage_names_the_row_for_the_targets_kind_in_which_it_is_read(sea) -> None:
    assert rows_read(sea, torpedo_damage) == {
        'the row "1 midship" for the target\'s kind (16.83)': Fraction(60, 100),
        'the row "2 midships" for the target\'s kind (16.83)': Fraction(40, 100),
    }
