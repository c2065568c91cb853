"""What a player is told of an attack and a counterattack before he chooses (14.15, 14.16, 14.2)."""

from fractions import Fraction

import pytest

from navalcore import face_of
from navalcore_games.silent_war.combat.attack import allocate, resolve_attacks
from navalcore_games.silent_war.combat.rounds import choose_posture
from navalcore_games.silent_war.ids import UnitNumber
from navalcore_games.silent_war.state import Posture, Role, Unit
from navalcore_games.silent_war.views import see

CARGO = "m_3_5_07"
"""3,000 tons, Defense 2, ASW 0."""


def facts(game, s, flow):
    """What is said of each option of the first question of a procedure, by the option's text."""
    decision = next(flow)
    view, terms = see(s.state, Role.COMSUBPAC), game.terms("patrol_wahoo_1943")
    found = face_of(game).facts(view, decision, terms)
    return {text: {fact.name: fact for fact in each} for text, each in zip(decision.texts, found, strict=True)}


def aims(game, s):
    return list(facts(game, s, allocate(s.play, s.fighter, s.combat.units, s.combat.round.attack)).values())


def aim(game, s, points, number=1):
    """What is said of so many points on a unit; there is another, as nobody is asked about a single one."""
    s.combat.units.append(Unit(s.chart.ship_index[CARGO], 3, UnitNumber(9), True, True, tdc=0))
    left = [unit for unit in s.combat.units if unit.number not in s.combat.round.aims]
    found = facts(game, s, allocate(s.play, s.fighter, left, points))
    return next(each for text, each in found.items() if text.startswith(f"{points} points on #{number} "))


@pytest.mark.rule("silent_war", "14.16-A", "14.16-B", "14.16-C", "14.16-D")
def test_points_on_a_ship_have_their_chance_to_hit_to_sink_and_to_damage(sea, game):
    # Points 6, torpedo -1, Defense 2, TDC 0: 3 or less hits. A hit of roll - 1 sinks from 2 on and damages on 1.
    last = aim(game, sea("spearfish").display((CARGO, "B", True, 0)), 6)
    assert last["hit"].value == Fraction(4, 10)
    assert last["sink"].value == Fraction(4, 10) * Fraction(7, 10)
    assert last["damage"].value == Fraction(4, 10) * Fraction(1, 10)
    assert str(last["hit"]) == "hit 40 %"


@pytest.mark.rule("silent_war", "14.15-a", "14.16-A")
def test_every_number_of_points_on_every_ship_has_a_figure(sea, game):
    s = sea("spearfish").display((CARGO, "B", True, 0), (CARGO, "A", True, 0))
    hits = [each["hit"].value for each in aims(game, s)]
    # 1 to 6 points: 1 point less is 1 roll less. The ship in the next column needs 1 more.
    tenths = [0, 0, 1, 2, 3, 4, 0, 0, 0, 1, 2, 3]
    assert hits == [Fraction(each, 10) for each in tenths]


@pytest.mark.rule("silent_war", "14.16-A", "14.16-B")
def test_the_difference_comes_with_what_it_is_the_sum_of_and_the_rule_of_each_number(sea, game):
    s = sea("spearfish").skipper(1).display((CARGO, "A", True, 2))
    only = aim(game, s, 6)
    total = only["difference"]
    assert (total.kind, total.value) == ("total", 6 + 1 - 1 - 2 - 2 - 1)
    assert [(each.text, each.value, each.rule) for each in total.summands] == [
        ("attack points", 6, "14.16-A"),
        ("skipper", 1, "14.16-A"),
        ("torpedo value", -1, "14.16-A"),
        ("defense", -2, "14.16-B"),
        ("TDC", -2, "14.16-B"),
        ("column", -1, "14.16-B"),
    ]


@pytest.mark.rule("silent_war", "14.16-C")
@pytest.mark.parametrize(("posture", "hits"), [(Posture.AGGRESSIVE, 6), (Posture.CAUTIOUS, 2)])
def test_posture_counts_in_the_marker_and_in_the_roll(sea, game, posture, hits):
    # Aggressive: TDC -1 makes the difference 4, and the roll is 1 lower. Cautious: 2, and the roll 1 higher.
    only = aim(game, sea("spearfish").display((CARGO, "B", True, 0), posture=posture), 6)
    assert only["hit"].value == Fraction(hits, 10)


@pytest.mark.rule("silent_war", "14.15-a")
def test_a_spread_has_the_chance_that_any_of_its_ships_is_hit_or_sunk(sea, game):
    # Three points on each: 3 - 1 - 2 = 0, so only 0 hits; of the hits seven in ten sink.
    s = sea("spearfish").display((CARGO, "B", True, 0), (CARGO, "B", True, 0))
    s.combat.round.aims[1] = 3
    last = aim(game, s, 3, number=2)
    assert last["hit_any"].value == 1 - Fraction(9, 10) ** 2
    assert last["sink_any"].value == 1 - Fraction(93, 100) ** 2


@pytest.mark.rule("silent_war", "14.15-a", "14.16-B")
def test_no_joint_chance_is_told_where_one_hit_makes_the_next_attack_easier(sea, game):
    s = sea("spearfish").display(("dd_01", "B", True, -3), (CARGO, "B", True, -3))
    s.combat.round.aims[1] = 3
    last = aim(game, s, 3, number=2)
    assert "hit" in last
    assert "hit_any" not in last


@pytest.mark.rule("silent_war", "14.15-a", "14.16-B")
def test_of_a_ship_that_is_face_down_only_the_chance_by_its_back_is_told_and_it_is_the_same_for_every_front(sea, game):
    # Defense 1 while face down: 6 - 1 - 1 = 4.
    told = []
    for front in (CARGO, "dd_01"):
        s = sea("spearfish").display((front, "B", False, 0))
        s.unit(1).known = False
        told.append(aim(game, s, 6))
    assert told[0] == told[1]
    assert set(told[0]) == {"hit_face_down", "difference"}
    assert told[0]["hit_face_down"].value == Fraction(5, 10)


@pytest.mark.rule("silent_war", "14.2-A", "14.2-B", "14.2-C")
def test_each_posture_has_the_counterattack_of_the_escorts_that_are_seen(sea, game):
    # The worked example: difference 1, row 1-2; 8 spots, 9 damages. Aggressive adds 1, cautious takes 1 off.
    s = sea("spearfish", "east_china_sea").skipper(1).display(("dd_01", "B"))
    told = facts(game, s, choose_posture(s.play, s.fighter))
    harm = {posture: each["counterattack"].value for posture, each in told.items()}
    assert harm == {"cautious": Fraction(1, 10), "standard": Fraction(2, 10), "aggressive": Fraction(3, 10)}
    difference = told["standard"]["counterattack_difference"]
    assert {each.text: each.value for each in difference.summands} == {
        "ASW": 1, "red boxes": 3, "general ASW": 1, "defense": -3, "skipper": -1,
    }  # fmt: skip


@pytest.mark.rule("silent_war", "14.2-2")
def test_no_counterattack_is_told_while_no_escort_is_seen(sea, game):
    s = sea("spearfish", "east_china_sea").display(("dd_01", "B", False))
    s.unit(1).known = False
    assert facts(game, s, choose_posture(s.play, s.fighter)) == {"cautious": {}, "standard": {}, "aggressive": {}}


@pytest.mark.rule("silent_war", "14.16-C", "14.16-D")
def test_what_is_told_is_what_happens_over_every_roll(sea, game):
    """The chances agree with the rules' own procedure, run over each of the hundred pairs of rolls."""
    s = sea("spearfish").display((CARGO, "B", True, 0))
    told = aim(game, s, 6)
    ends = []
    for roll in range(10):
        for result in range(10):
            t = sea("spearfish").display((CARGO, "B", True, 0))
            t.combat.round.aims[1] = 6
            t.dice(("to hit", roll), *([("attack result", result)] if roll <= 3 else []))
            list(resolve_attacks(t.play, t.fighter))
            t.all_rolled()
            ends.append("sunk" if not t.combat.units else "damaged" if t.combat.units[0].damaged else "")
    assert told["sink"].value == Fraction(ends.count("sunk"), 100)
    assert told["damage"].value == Fraction(ends.count("damaged"), 100)
