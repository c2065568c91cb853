"""What a player is told of an attack and a counterattack before he chooses (14.15, 14.16, 14.2)."""

from fractions import Fraction

import pytest

from navalcore import face_of
from navalcore_games.silent_war.combat.attack import SUNK, allocate, choose_unmodified, resolve_attacks
from navalcore_games.silent_war.combat.counterattack import crash_dive
from navalcore_games.silent_war.combat.gunnery import surface_gunnery
from navalcore_games.silent_war.combat.rounds import choose_column, choose_posture, opening, re_attack_wanted
from navalcore_games.silent_war.ids import UnitNumber
from navalcore_games.silent_war.lookups import ship_of
from navalcore_games.silent_war.state import Posture, Role, Unit
from navalcore_games.silent_war.views import see
from tests.games.silent_war.wolfpacks.test_packs import on_display, pack

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
    tonnage = ship_of(s.state, s.combat.units[0]).tonnage
    assert (last["tons"].value, last["tons"].kind) == (2 * Fraction(7, 100) * tonnage, "mean")


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
    told = facts(game, s, choose_posture(s.play, s.fighter))
    assert [set(each) for each in told.values()] == [{"reveals"}] * 3


@pytest.mark.rule("silent_war", "14.13-a", "14.12-a")
def test_each_posture_has_the_number_of_units_that_are_turned_up(sea, game):
    # Tactical 2: one fewer if cautious, one more if aggressive; of the four only three are in reach of column B.
    s = sea("s_18", "east_china_sea").display(*[(CARGO, column, False) for column in "ABCD"])
    assert s.chart.boats[s.boat.card].tactical == 2
    told = facts(game, s, choose_posture(s.play, s.fighter))
    assert {text: each["reveals"].value for text, each in told.items()} == {
        "cautious": 1, "standard": 2, "aggressive": 3,
    }  # fmt: skip


@pytest.mark.rule("silent_war", "14.11", "14.13-a", "2.5-b")
def test_each_column_has_the_units_in_reach_and_the_asw_that_would_count_from_it(sea, game):
    # A destroyer of ASW 1 in A counts from A and B; B has A, B and C in reach, D only C and itself.
    s = sea("spearfish").display(("dd_01", "A"), (CARGO, "B", False), (CARGO, "C", False), (CARGO, "C", False))
    assert s.chart.ships[s.unit(1).piece].asw == 1
    told = facts(game, s, choose_column(s.play, s.fighter))
    assert [(each["in_reach"].value, each["asw_in_reach"].value) for each in told.values()] == [
        (2, 1), (4, 1), (3, 0), (2, 0),
    ]  # fmt: skip


@pytest.mark.rule("silent_war", "14.16-A")
def test_who_chooses_the_next_attack_is_told_what_the_points_on_it_bring(sea, game):
    # 4 points: 4 - 1 - 2 = 1, so 0 and 1 hit; 2 points: -1, which never does.
    s = sea("spearfish").display((CARGO, "B", True, 0), (CARGO, "B", True, 0))
    s.combat.round.aims |= {1: 4, 2: 2}
    first, second = facts(game, s, resolve_attacks(s.play, s.fighter)).values()
    assert (first["hit"].value, first["sink"].value) == (Fraction(2, 10), Fraction(2, 10) * Fraction(7, 10))
    assert (second["hit"].value, set(second)) == (0, {"hit", "difference"})


@pytest.mark.rule("silent_war", "28.4")
def test_who_may_leave_out_the_asw_of_an_escort_is_told_what_it_is_worth(sea, game):
    # Two destroyers of ASW 1 and Defense 7, TDC -3: 6 - 1 - (7 + 2 - 3) = -1; without its own ASW 0, so that a 0 hits.
    s = sea("spearfish").display(("dd_01", "B", True, -3), ("dd_01", "B", True, -3))
    s.combat.round.aims |= {1: 6, 2: 6}
    defense = s.chart.ships[s.unit(1).piece].defense
    assert defense == 7
    flow = resolve_attacks(s.play, s.fighter)
    next(flow)
    decision = flow.send(0)
    view, terms = see(s.state, Role.COMSUBPAC), game.terms("patrol_wahoo_1943")
    out, saved = face_of(game).facts(view, decision, terms)
    assert (decision.kind, out[0].value, saved[0].value) == ("leave_out", Fraction(1, 10), 0)


@pytest.mark.rule("silent_war", "14.12-a", "14.16-C")
def test_a_cautious_boat_is_told_what_each_ship_is_worth_unmodified(sea, game):
    # 6 - 1 - 2 = 3 at TDC 0, without the +1 to marker and roll: 4 of 10. The ship in A is one harder: 3 of 10.
    s = sea("spearfish").display((CARGO, "B", True, 0), (CARGO, "A", True, 0), posture=Posture.CAUTIOUS)
    told = facts(game, s, choose_unmodified(s.play, s.fighter))
    assert [each["hit_with_all"].value for each in told.values()] == [Fraction(4, 10), Fraction(3, 10)]


@pytest.mark.rule("silent_war", "28.2", "28.21")
def test_a_crash_dive_has_its_chance(sea, game):
    s = sea("spearfish").skipper(1).display((CARGO, "B"))
    rating = s.chart.boats[s.boat.card].crash_dive
    assert rating is not None
    dive, stay = facts(game, s, crash_dive(s.play, s.fighter, "patrol bomber")).values()
    # The skipper's 1 comes off the roll of 0 to 9.
    assert (dive["dives"].value, stay) == (Fraction(rating + 2, 10), {})


@pytest.mark.rule("silent_war", "14.4", "14.2-C", "14.41")
def test_before_a_re_attack_the_counterattack_and_the_skippers_roll_are_told(sea, game):
    # Difference 1, row 1-2, where 8 spots and 9 damages; a re-attack adds 1. By 14.41 a 0 or 1 lets him go in again.
    s = sea("spearfish", "east_china_sea").skipper(1).display(("dd_01", "B"))
    s.combat.acting = None
    stay, again = facts(game, s, re_attack_wanted(s.play, s.combat, 1)).values()
    assert (stay, again["counterattack"].value, "succeeds" in again) == ({}, Fraction(3, 10), False)
    s.combat.round_number = 1
    _, again = facts(game, s, re_attack_wanted(s.play, s.combat, 2)).values()
    assert again["succeeds"].value == Fraction(2, 10)


@pytest.mark.rule("silent_war", "24.55")
def test_before_a_pack_goes_in_again_the_roll_of_every_member_is_told(sea, game):
    # Each needs its Tactical rating or less, +2 to the roll of the damaged one: of 0 to 9 one more than the number.
    s = pack(sea)
    on_display(s, (1, 1, 2))
    s.combat.units.append(Unit(s.chart.ship_index[CARGO], 1, UnitNumber(9), True, True))
    s.pack[1].damage = 1
    decision = next(re_attack_wanted(s.play, s.combat, 1))
    told = face_of(game).facts(see(s.state, Role.COMSUBPAC), decision, game.terms("campaign_wp3"))
    again = told[decision.texts.index("re-attack")]
    tactical = [s.chart.boats[boat.card].tactical for boat in s.pack]
    assert [fact.value for fact in again] == [
        Fraction(number + 1 - 2 * (n == 1), 10) for n, number in enumerate(tactical)
    ]
    assert str(again[0]).startswith("Wahoo joins in ")
    s.combat.loner = True
    alone = next(re_attack_wanted(s.play, s.combat, 1))
    told = face_of(game).facts(see(s.state, Role.COMSUBPAC), alone, game.terms("campaign_wp3"))
    assert not any(fact.name == "joins" for each in told for fact in each)


@pytest.mark.rule("silent_war", "19.21-1", "7.21-S5")
def test_the_guns_have_their_chances_and_fewer_in_a_storm(sea, game):
    # Against a loner the die is 1 better on the boat's own gun row; a Tropical Storm lets the guns be used on 0 and 1.
    s = sea("spearfish").display((CARGO, "B"), loner=True)
    row = s.chart.boats[s.boat.card].gun_row
    sinks = sum(s.chart.attack_result(row, die + 1) == SUNK for die in range(10))
    s.combat.round_number = 1
    assert sinks
    guns = facts(game, s, opening(s.play, s.fighter))["surface gunnery"]
    assert guns["sink"].value == Fraction(sinks, 10)
    s.storm()
    guns = facts(game, s, opening(s.play, s.fighter))["surface gunnery"]
    assert guns["sink"].value == Fraction(sinks, 10) * Fraction(2, 10)
    # Which of two ships is shelled is asked when the weather has let the guns be used.
    s.combat.units.append(Unit(s.chart.ship_index[CARGO], 1, UnitNumber(9), True, True))
    first, second = facts(game, s, surface_gunnery(s.play, s.fighter)).values()
    assert first["sink"].value == second["sink"].value == Fraction(sinks, 10)


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
