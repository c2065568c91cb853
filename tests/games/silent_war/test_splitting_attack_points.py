"""How many attack points each target may be given (14.15, SW-R44)."""

import pytest

from navalcore_games.silent_war.combat.attack import allocate, choose_targets

CARGO = "m_3_5_07"


def targets(sea, number, *, boat="spearfish"):
    return sea(boat).display(*[(CARGO, "B", True, 0)] * number)


def numbers(decision):
    """The points offered for each unit, as the player reads them."""
    offered: dict[str, list[int]] = {}
    for option in decision.options:
        points, _, _, unit = str(option).split()[:4]
        offered.setdefault(unit, []).append(int(points))
    return offered


@pytest.mark.rule("silent_war", "14.15-a")
def test_every_target_may_have_from_one_point_to_all_that_are_left_and_the_last_takes_the_rest(sea):
    s = targets(sea, 3)
    s.run(choose_targets(s.play, s.fighter), "3 points on #2", "1 point on #3")
    assert [numbers(decision) for decision in s.asked] == [
        {"#1": [1, 2, 3, 4, 5, 6], "#2": [1, 2, 3, 4, 5, 6], "#3": [1, 2, 3, 4, 5, 6]},
        {"#1": [1, 2, 3], "#3": [1, 2, 3]},
    ]
    assert s.combat.round.aims == {2: 3, 3: 1, 1: 2}


@pytest.mark.rule("silent_war", "14.15-a")
def test_a_second_target_is_given_at_least_one_point(sea):
    s = targets(sea, 2)
    s.run(choose_targets(s.play, s.fighter), "5 points on #1")
    assert [numbers(decision) for decision in s.asked] == [
        {"#1": [1, 2, 3, 4, 5, 6], "#2": [1, 2, 3, 4, 5, 6]},
    ]
    assert s.combat.round.aims == {1: 5, 2: 1}


@pytest.mark.rule("silent_war", "19.21-2c", "19.21-2d")
@pytest.mark.parametrize(
    ("chosen", "points", "answers", "offered"),
    [
        (2, 3, ("2 points on #1",), [[1, 2]]),
        (3, 3, ("1 point on #1", "1 point on #2"), [[1], [1]]),
        (3, 4, ("1 point on #1", "2 points on #2"), [[1, 2], [1, 2]]),
        (2, 1, ("1 point on #1",), [[1]]),
    ],
)
def test_halved_points_leave_one_at_least_for_each_target_already_chosen(sea, chosen, points, answers, offered):
    s = targets(sea, chosen)
    s.run(allocate(s.play, s.fighter, s.combat.units, points, each=True), *answers)
    assert [next(iter(numbers(decision).values())) for decision in s.asked] == offered
    assert sum(s.combat.round.aims.values()) == points, "the last target has the rest without a question"
    assert min(s.combat.round.aims.values()) >= 1
    assert all(len({tuple(given) for given in numbers(decision).values()}) == 1 for decision in s.asked)


@pytest.mark.rule("silent_war", "19.21-2c", "19.21-2d")
def test_targets_are_dropped_where_there_are_fewer_points_than_targets(sea):
    s = targets(sea, 3)
    s.run(allocate(s.play, s.fighter, s.combat.units, 2, each=True), "1 point on #3", "1 point on #1")
    assert s.combat.round.aims == {3: 1, 1: 1}
