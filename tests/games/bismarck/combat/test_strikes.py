"""Plane, submarine and destroyer attacks (16.1-16.5)."""

from fractions import Fraction

import pytest

from navalcore.odds import exact
from navalcore_games.bismarck.cards import PLANES, SHIPS, plane_unit, ship_number
from navalcore_games.bismarck.combat.strikes import (
    anti_sub_strength,
    attack_square,
    destroyer_attack,
    destroyer_choice,
    destroyer_phase,
    destroyer_sunk,
    largest_british,
    plane_attack,
    plane_phase,
    submarine_attack,
    submarine_choice,
    submarine_phase,
)
from navalcore_games.bismarck.combat_events import Attacked
from navalcore_games.bismarck.tables import TABLES
from navalcore_games.bismarck.words import Fate, Mode, Side, Square
from tests.games.bismarck.conftest import texts

NUMBER = {card.id: card.number for card in PLANES}


def bomber_over(sea, *ships, **options):
    here = sea(**options)
    here.fly("L Ulster", 1620, Mode.ATTACK, endurance=1)
    for name in ships or ("Bismarck",):
        here.put(name, 1620, seen=True)
    here.state.phase = "plane_attack"
    plane_phase(here.play)
    return here


def attacks(here):
    """The attacks told: attacker, target, hits (``None`` where they are not told)."""
    return [(event.attacker, event.target, event.hits) for event in here.play.told if isinstance(event, Attacked)]


@pytest.mark.rule("bismarck", "16.31", "16.31.2", "8.24.1", "16.1")
def test_a_level_bomber_rolls_twice_on_the_gunnery_table(sea) -> None:
    here = bomber_over(sea, "Bismarck", "Prinz Eugen", "WP1")
    with here.script(("salvo at Prinz Eugen", 91), ("leaks oil", 51), ("salvo at Prinz Eugen", 92)):
        here.answer(plane_attack(here.play), "Prinz Eugen")
    assert texts(here.asked[0]) == ["none", "Bismarck", "Prinz Eugen"]
    prinz = here.ship("Prinz Eugen")
    assert (prinz.midships, prinz.firepower, prinz.fuel) == (2, 8, 7)


@pytest.mark.rule("bismarck", "16.31")
def test_the_british_may_leave_the_target_alone(sea) -> None:
    here = bomber_over(sea)
    with here.script():
        here.answer(plane_attack(here.play), "none")
    assert not here.plane("L Ulster").struck


@pytest.mark.rule("bismarck", "9.8", "16.31.1", "16.32.1")
@pytest.mark.parametrize(
    ("turn", "level", "allowed"),
    [(2, 1, True), (2, 6, True), (2, 7, False), (2, 8, False), (4, 1, False), (3, 1, True)],
)
def test_planes_attack_by_day_and_at_visibility_six_or_less(sea, turn, level, allowed) -> None:
    here = bomber_over(sea)
    here.put("Ark Royal", 1622, mode=Mode.LAUNCH)
    here.base("T Ark Royal 1").mark = 1620
    here.state.turn, here.state.visibility[5] = turn, level
    assert [bool(attack_square(here.state, NUMBER[name])) for name in ("L Ulster", "T Ark Royal 1")] == [allowed] * 2


@pytest.mark.rule("bismarck", "16.31.1", "16.32.1", "16.1")
def test_only_spotted_surface_ships_are_targets(sea) -> None:
    here = bomber_over(sea, "WP1")
    assert here.state.queue == []
    here.put("Bismarck", 1620, seen=False)
    plane_phase(here.play)
    assert here.state.queue == []


@pytest.mark.rule("bismarck", "16.33")
def test_a_bomber_attacks_once_until_it_has_landed(sea) -> None:
    from navalcore_games.bismarck.movement.activity import land

    here = bomber_over(sea)
    with here.script(1000, 1000):
        here.answer(plane_attack(here.play), "Bismarck")
    assert attack_square(here.state, NUMBER["L Ulster"]) is None
    land(here.play, NUMBER["L Ulster"])
    assert not here.plane("L Ulster").struck


@pytest.mark.rule("bismarck", "16.31.1")
@pytest.mark.parametrize(("roll", "victim"), [(5, "Hood"), (6, "Bismarck")])
def test_confused_pilots_attack_the_largest_british_ship_in_the_square(sea, roll, victim) -> None:
    here = bomber_over(sea)
    here.put("Hood", 1620)
    here.put("Norfolk", 1620)
    here.play.listen(True)
    with here.script(("confusion", roll), (f"salvo at {victim}", 1000), (f"salvo at {victim}", 1000)):
        here.answer(plane_attack(here.play), "Bismarck")
    assert attacks(here) == [(plane_unit(NUMBER["L Ulster"]), ship_number(victim), None)]


@pytest.mark.rule("bismarck", "16.32.1")
def test_torpedo_bombers_can_be_confused_too(sea) -> None:
    here = sea()
    here.put("Ark Royal", 1621, mode=Mode.LAUNCH)
    here.base("T Ark Royal 1").mark = 1620
    here.put("Bismarck", 1620, seen=True)
    here.put("Sheffield", 1620)
    here.state.phase = "plane_attack"
    plane_phase(here.play)
    here.play.listen(True)
    with here.script(("confusion", 1), *[("torpedo at Sheffield", 100)] * 5):
        here.answer(plane_attack(here.play), "Bismarck")
    assert attacks(here) == [(plane_unit(NUMBER["T Ark Royal 1"]), ship_number("Sheffield"), 0)]
    rules = [event.rule for event in here.play.told if "onfusion" in str(event) or "confused" in str(event)]
    assert rules == ["16.31.1", "16.32.1"], "the roll as saved matches have it, the news by the section of its own"


@pytest.mark.rule("bismarck", "16.31.1")
def test_size_goes_by_type_then_midships_then_points(sea) -> None:
    here = sea()
    order = ["P of Wales", "Hood", "Renown", "Victorious", "Norfolk", "Kenya", "WS8B", "DF1"]
    for name in order:
        here.put(name, 1620)
    for name in order:
        largest = largest_british(here.state, Square(1620))
        assert largest is not None
        assert SHIPS[largest].id == name
        here.ship(name).fate = Fate.SUNK
    assert largest_british(here.state, Square(1620)) is None


@pytest.mark.rule("bismarck", "16.32", "16.32.2", "8.24.2")
@pytest.mark.parametrize("rolls", [5, 2])
def test_a_torpedo_bomber_rolls_five_times_for_hits_or_as_often_as_the_option_says(sea, rolls) -> None:
    here = sea(torpedo_bomber_rolls=rolls)
    here.put("Ark Royal", 1622, mode=Mode.LAUNCH)
    here.base("T Ark Royal 1").mark = 1620
    bismarck = here.put("Bismarck", 1620, seen=True)
    here.state.phase = "plane_attack"
    plane_phase(here.play)
    hit = [("torpedo damage", 61), ("torpedo damage", 50), ("knots lost", 20)]
    with here.script(*[("torpedo at Bismarck", 11)] * (rolls - 1), ("torpedo at Bismarck", 10), *hit):
        here.answer(plane_attack(here.play), "Bismarck")
    assert (bismarck.midships, bismarck.knots, bismarck.slow) == (10, 9, "N")


@pytest.mark.rule("bismarck", "16.34")
def test_planes_take_no_losses(sea) -> None:
    here = bomber_over(sea)
    with here.script(1000, 1000):
        here.answer(plane_attack(here.play), "Bismarck")
    assert here.plane("L Ulster").fate is Fate.ACTIVE


@pytest.mark.rule("bismarck", "16.84.1", "16.41.2")
def test_anti_sub_strength_sums_all_defenders_by_day_and_night(sea) -> None:
    here = sea()
    for name in ("WS8B", "SL1", "Victorious", "DF1", "Norfolk", "SG1", "Belchen"):
        here.put(name, 2120)
    here.ship("DF1").midships = 5
    here.fly("R Ulster 1", 2120, Mode.MOVE, endurance=3)
    here.fly("L Ulster", 2120, Mode.ATTACK, endurance=1)
    here.base("R Ulster 2").square = 2120
    found = []
    for turn in (2, 3):
        here.state.turn = turn
        found.append(anti_sub_strength(here.play, Side.BRITISH, Square(2120)))
    assert found == [11 + 11 + 5 + 10 + 4, 3 + 3 + 0 + 5 + 0]
    assert anti_sub_strength(here.play, Side.GERMAN, Square(2120)) == 0


@pytest.mark.rule("bismarck", "16.85")
@pytest.mark.parametrize(
    ("strength", "low", "high", "sunk"),
    [
        (0, 1, 7, 5),
        (1, 1, 5, 12),
        (4, 1, 5, 12),
        (5, 1, 3, 20),
        (8, 1, 3, 20),
        (9, 0, 2, 25),
        (12, 0, 2, 25),
        (13, 0, 1, 30),
    ],
)
def test_the_table_of_losses_and_factors_is_as_printed(strength, low, high, sunk) -> None:
    row = TABLES.submarine.row(strength)
    assert (row.torpedoes_min, row.torpedoes_max, row.sub_sunk_pct) == (low, high, sunk)
    assert row.average == (low + high) / 2


def pack_at(sea, *ships):
    here = sea()
    here.put("WP1", 1620)
    for name in ships:
        here.put(name, 1620, seen=True)
    here.state.phase = "submarine_choice"
    submarine_phase(here.play)
    return here


@pytest.mark.rule("bismarck", "16.41", "16.41.1")
def test_a_wolfpack_attacks_a_spotted_surface_ship_in_its_square_or_none(sea) -> None:
    here = pack_at(sea, "SL1", "Norfolk", "SG1")
    here.answer(submarine_choice(here.play), "none")
    assert texts(here.asked[0]) == ["none", "Norfolk", SHIPS[ship_number("SL1")].name]
    assert here.ship("WP1").torpedoes == 4


@pytest.mark.rule("bismarck", "16.41.2", "16.41.3", "16.85")
def test_a_submarine_attack_rolls_loss_factors_hits_damage_in_this_order(sea) -> None:
    here = pack_at(sea, "SL1")  # strength 11: sunk on 25, factors 0-2; 8 knots: hit on 60
    with here.script(("fire at a submarine", 25), ("factors granted", 2), ("torpedo at", 60), ("torpedo at", 61)):
        here.answer(submarine_choice(here.play), SHIPS[ship_number("SL1")].name)
    pack = here.ship("WP1")
    assert (pack.midships, pack.torpedoes, here.ship("SL1").midships) == (2, 3, 23)
    assert here.state.points == {Side.BRITISH: 4, Side.GERMAN: 2}


@pytest.mark.rule("bismarck", "16.41.2", "16.42")
def test_a_unit_that_loses_its_last_submarine_fires_no_torpedoes(sea) -> None:
    here = pack_at(sea, "SL1")
    here.ship("WP1").midships = 1
    with here.script(25):
        assert submarine_attack(here.play, ship_number("WP1"), ship_number("SL1")) == 0
    assert here.ship("WP1").fate is Fate.SUNK


@pytest.mark.rule("bismarck", "16.42")
def test_submarines_lost_do_not_weaken_the_attack(sea) -> None:
    here = pack_at(sea, "SL1")
    here.ship("WP1").midships = 1
    with here.script(26, 2, 60, 60):
        assert submarine_attack(here.play, ship_number("WP1"), ship_number("SL1")) == 2


@pytest.mark.rule("bismarck", "16.41.3")
def test_without_torpedoes_a_submarine_unit_cannot_attack(sea) -> None:
    here = pack_at(sea, "SL1")
    here.ship("WP1").torpedoes = 0
    submarine_phase(here.play)
    assert here.state.queue == []


@pytest.mark.rule("bismarck", "16.41")
def test_the_submarines_of_the_british_attack_first_and_each_side_in_the_order_of_its_card(sea) -> None:
    """BIS-R37."""
    here = sea()
    for name in ("WP2", "WP1", "SG2", "SG1", "Bismarck", "SL1"):
        here.put(name, 1620, seen=True)
    here.state.phase = "submarine_choice"
    submarine_phase(here.play)
    assert [SHIPS[number].id for number in here.state.ships_waiting] == ["SG1", "SG2", "WP1", "WP2"]


@pytest.mark.rule("bismarck", "16.41", "16.41.1", "16.51")
@pytest.mark.parametrize(
    ("names", "phase", "choice"),
    [(("SG1", "SG2"), submarine_phase, submarine_choice), (("DF1", "DF2"), destroyer_phase, destroyer_choice)],
)
def test_a_unit_whose_only_target_another_has_sunk_is_asked_nothing(sea, names, phase, choice) -> None:
    here = sea()
    for name in (*names, "Belchen"):
        here.put(name, 2914, seen=True)
    phase(here.play)
    here.ship("Belchen").fate, here.ship("Belchen").seen = Fate.SUNK, False
    here.answer(choice(here.play))
    assert here.asked == []


@pytest.mark.rule("bismarck", "16.51")
def test_flotillas_are_asked_in_the_order_of_their_card(sea) -> None:
    here = sea()
    for name in ("DF2", "DF1", "Bismarck"):
        here.put(name, 1620, seen=True)
    destroyer_phase(here.play)
    here.answer(destroyer_choice(here.play), "none")
    assert "Destroyer Flotilla 1" in here.asked[0].prompt


@pytest.mark.rule("bismarck", "16.41.1")
def test_a_british_sub_group_attacks_a_german_ship_that_has_no_defence(sea) -> None:
    here = sea()
    here.put("SG1", 1627)
    here.put("Bismarck", 1627, seen=True)
    here.state.phase = "submarine_choice"
    submarine_phase(here.play)
    here.play.listen(True)
    with here.script(("fire at a submarine", 6), ("factors granted", 0), ("torpedo at Bismarck", 11)):
        here.answer(submarine_choice(here.play), "Bismarck")
    assert attacks(here) == [(ship_number("SG1"), ship_number("Bismarck"), 0)]


def flotilla_at(sea, *ships):
    here = sea()
    here.put("DF1", 1620)
    for name in ships:
        here.put(name, 1620, seen=True)
    here.state.phase = "destroyer_choice"
    destroyer_phase(here.play)
    return here


@pytest.mark.rule("bismarck", "16.51", "16.51.1", "16.51.2", "16.51.3", "16.52")
def test_each_destroyer_runs_the_guns_and_the_survivors_launch(sea) -> None:
    here = flotilla_at(sea, "Bismarck", "WP1")
    fire = [("Bismarck fires", roll) for roll in (40, 41, 41, 40, 41, 41)]
    launch = [("torpedo at Bismarck", roll) for roll in (11, 11, 11, 10)]
    with here.script(
        *fire,
        ("leaks oil", 51),
        ("leaks oil", 51),
        *launch,
        ("torpedo damage", 60),
        ("torpedo damage", 51),
        ("leaks oil", 51),
    ):
        here.answer(destroyer_choice(here.play), "Bismarck")
    assert texts(here.asked[0]) == ["none", "Bismarck"]
    assert (here.ship("DF1").midships, here.ship("DF1").torpedoes, here.ship("Bismarck").midships) == (4, 0, 9)
    assert here.state.points[Side.GERMAN] == 8
    destroyer_phase(here.play)
    assert here.state.queue == []


@pytest.mark.rule("bismarck", "16.51.2")
@pytest.mark.parametrize(
    ("ships", "turn", "sunk"),
    [(("Bismarck",), 2, 40), (("Bismarck", "Prinz Eugen"), 2, 64), (("Prinz Eugen",), 4, 15), (("Belchen",), 2, 0)],
)
def test_only_bismarck_and_prinz_eugen_fire_and_less_well_at_night(sea, ships, turn, sunk) -> None:
    here = flotilla_at(sea, *ships)
    here.state.turn = turn

    def run(chance):
        here.use(chance)
        return destroyer_sunk(here.play, Square(1620))

    assert exact(run).get(True, 0) == Fraction(sunk, 100)


@pytest.mark.rule("bismarck", "16.51.3")
def test_torpedoes_are_spent_even_if_all_destroyers_are_lost(sea) -> None:
    here = flotilla_at(sea, "Bismarck")
    here.ship("DF1").fuel = -1
    with here.script(*[1] * 6):
        destroyer_attack(here.play, ship_number("DF1"), ship_number("Bismarck"))
    assert (here.ship("DF1").fate, here.state.points[Side.GERMAN]) == (Fate.SUNK, 24)


@pytest.mark.rule("bismarck", "16.2", "4.6")
def test_combat_comes_in_the_order_planes_submarines_destroyers_surface_ships(game) -> None:
    names = [step.name for step in game.sequence_of_play(game.terms())]
    order = [
        names.index(name) for name in ("search", "plane_phase", "submarine_phase", "destroyer_phase", "naval_phase")
    ]
    assert order == sorted(order)
