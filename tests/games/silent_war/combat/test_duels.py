"""Submarine against submarine: what each modifier of 14.6 does to the dice, and the endurance check after it."""

import pytest

from navalcore.components._dice import DiceRolled
from navalcore_games.silent_war.combat.sub_duel import eligible_enemies, sub_duel
from navalcore_games.silent_war.data_pack.printed import month_number
from navalcore_games.silent_war.ids import PackNumber
from navalcore_games.silent_war.operations.boat import search_and_fight
from navalcore_games.silent_war.state import Rtb, Storm


def dice(s, text):
    """The rolls of that name that were told."""
    return [event for event in s.play.told if isinstance(event, DiceRolled) and text in event.why]


def fought(sea, *rolls, boat="wahoo", area="south_pacific", change=lambda s: None, **how):
    """A boat that has fought the first enemy of its waters, and that enemy; the TDC marker is -3."""
    s = sea(boat, area, **{"torpedo": 0, **how})
    change(s)
    enemy = eligible_enemies(s.state, s.chart.areas[s.area].group)[0]
    s.dice(("which enemy", enemy.name), *rolls[:1], ("TDC", "-3"), *rolls[1:])
    s.play.listen(True)
    sub_duel(s.play, s.boat)
    s.all_rolled()
    return s, enemy


def difference(s):
    """What the roll to hit needed."""
    return int(dice(s, "to hit")[0].why.split(", ")[1].split()[0])


@pytest.mark.rule("silent_war", "14.6-B", "23.0")
@pytest.mark.parametrize(
    ("change", "modifiers"),
    [
        ({}, {}),
        ({"spotted": True}, {"spotted": -1}),
        ({"damage": 1}, {"damaged": -1}),
        ({"damage": 2}, {"damaged": -1}),
    ],
)
def test_the_marks_on_the_boat_modify_who_finds_whom(sea, change, modifiers):
    def mark(s):
        for name, value in change.items():
            setattr(s.boat, name, value)

    s, _ = fought(sea, ("detection", 9), ("to hit", 9), change=mark)
    assert dict(dice(s, "detection")[0].modifiers) == modifiers


@pytest.mark.rule("silent_war", "14.6-B")
@pytest.mark.parametrize(("month", "modifiers"), [("1943-09", {}), ("1943-10", {"radar": 1})])
def test_radar_helps_to_find_the_enemy_first_from_october_1943(sea, month, modifiers):
    s, _ = fought(sea, ("detection", 9), ("to hit", 9), month=month)
    assert dict(dice(s, "detection")[0].modifiers) == modifiers


@pytest.mark.rule("silent_war", "14.6-E", "2.1-a")
@pytest.mark.parametrize(("area", "storm", "less"), [
    ("south_pacific", Storm.NONE, 0), ("south_pacific", Storm.TROPICAL, 1),
    ("java_sea", Storm.NONE, 1), ("java_sea", Storm.TROPICAL, 2),
])  # fmt: skip
@pytest.mark.parametrize("enemy_first", [False, True])
def test_shallow_water_and_a_tropical_storm_take_1_each_from_either_attacker(sea, area, storm, less, enemy_first):
    detection = ("detection", 2 if enemy_first else 9)
    s, enemy = fought(sea, detection, ("to hit", 9), area=area, change=lambda s: s.storm(storm))
    card = s.chart.boats[s.boat.card]
    clear = enemy.attack - 2 - card.defense if enemy_first else card.attack - enemy.defense
    assert difference(s) == clear + 3 - less


@pytest.mark.rule("silent_war", "14.6-E")
@pytest.mark.parametrize("enemy_first", [False, True])
def test_a_super_skipper_adds_to_the_boats_attack_and_to_her_defense(sea, enemy_first):
    detection = ("detection", 2 if enemy_first else 9)
    s, enemy = fought(sea, detection, ("to hit", 9), boat="spearfish", change=lambda s: s.skipper(2))
    card = s.chart.boats[s.boat.card]
    against = enemy.attack - 2 - (card.defense + 2) if enemy_first else card.attack + 2 - enemy.defense
    assert difference(s) == against + 3


@pytest.mark.rule("silent_war", "14.6-E")
def test_the_torpedoes_of_the_axis_have_the_values_of_the_rules(charts):
    assert charts.enemy_torpedo == {"japanese": -2, "german": 1, "italian": 1}


@pytest.mark.rule("silent_war", "14.6-F")
@pytest.mark.parametrize(("boat", "modifier"), [("wahoo", -1), ("truant", -1), ("k_xiv", 0)])
def test_us_and_british_torpedoes_have_minus_1_against_submarines_and_dutch_ones_have_not(sea, boat, modifier):
    s, _ = fought(sea, ("detection", 9), ("to hit", 0), ("attack result", 0), boat=boat)
    assert dict(dice(s, "attack result, row 1-4")[0].modifiers).get("US or British", 0) == modifier


@pytest.mark.rule("silent_war", "14.6-F", "24.53")
def test_a_boat_of_a_wolfpack_fights_a_submarine_alone_without_the_packs_modifier(sea):
    def packed(s):
        s.boat.pack = PackNumber(0)

    s, _ = fought(sea, ("detection", 9), ("to hit", 9), change=packed)
    assert dict(dice(s, "to hit")[0].modifiers) == {}


@pytest.mark.rule("silent_war", "14.6-C")
def test_an_enemy_submarine_is_there_from_its_first_month_to_its_last(sea, charts):
    s = sea()
    enemy = next(each for each in charts.enemy_subs if (each.from_, each.to) == ("1942-02", "1945-08"))
    for month, there in (("1942-01", False), ("1942-02", True), ("1945-08", True), ("1945-09", False)):
        s.state.month = month_number(month)
        assert (enemy in eligible_enemies(s.state, enemy.groups[0])) is there


@pytest.mark.rule("silent_war", "14.7-a", "14.6-F")
@pytest.mark.parametrize(("roll", "rtb"), [(6, Rtb.NONE), (7, Rtb.INVOLUNTARY)])
def test_after_a_duel_the_endurance_check_has_no_modifier_for_a_search_without_contact(sea, roll, rtb):
    """SW-R57. Spearfish stays on 6 or less."""
    s = sea("spearfish", "east_china_sea")
    enemy = eligible_enemies(s.state, s.chart.areas[s.area].group)[0]
    met = (("search", 0), ("second roll", 0), ("which enemy", enemy.name))
    s.dice(*met, ("detection", 9), ("TDC", "3"), ("to hit", 9), ("endurance", roll))
    if s.chart.boats[s.boat.card].attack - 1 < enemy.defense + 3:
        s.dice(*met, ("detection", 9), ("TDC", "3"), ("endurance", roll))
    s.run(search_and_fight(s.play, s.boat))
    assert s.boat.rtb is rtb


@pytest.mark.rule("silent_war", "14.7-a", "14.12-a")
@pytest.mark.parametrize(("posture", "roll", "rtb"), [
    ("standard", 6, Rtb.NONE), ("aggressive", 5, Rtb.NONE), ("aggressive", 6, Rtb.INVOLUNTARY),
])  # fmt: skip
def test_an_aggressive_attack_adds_1_to_the_endurance_check_that_follows_it(sea, charts, posture, roll, rtb):
    """Spearfish meets one ship, which she cannot hit, and stays on 6 or less."""
    s = sea("spearfish", "east_china_sea", torpedo=-1)
    s.state.cups[0] = [charts.ship_index["bb_01"]]
    met = (("search", 9), ("contact", 0), ("piece", 0), ("TDC", "3"))
    s.dice(*met, ("endurance", roll))
    s.run(search_and_fight(s.play, s.boat), "column A", posture, "withdraw")
    assert s.boat.rtb is rtb
