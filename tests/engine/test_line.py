"""The line of play: shared between forks, never shortened in place."""

from __future__ import annotations

from navalcore._play.line import Line, Reseed


def line(*choices: int) -> Line:
    made = Line()
    made.own.extend(choices)
    made.roles.extend("red" for _ in choices)
    made.count = len(choices)
    return made


def test_a_branch_and_its_origin_go_on_without_touching_each_other() -> None:
    origin = line(1, 2, 3)
    branch, roles, choices = origin.branch(2, 3)
    origin.own.append(4)
    branch.own.append(5)
    assert (origin.choices(), branch.choices()) == ([1, 2, 3, 4], [1, 2, 5])
    assert (branch.count, roles, choices) == (2, ["red"], [3])


def test_what_is_taken_back_in_the_origin_stays_in_a_branch() -> None:
    origin = line(1, 2, 3)
    branch, _, _ = origin.branch(3, 3)
    assert origin.rewind(1, 2) == (["red"], [2])
    origin.own.append(9)
    assert (origin.choices(), branch.choices()) == ([1, 9], [1, 2, 3])


def test_a_branch_goes_back_beyond_where_it_began() -> None:
    branch, _, _ = line(1, 2, 3, 4).branch(3, 3)
    assert branch.rewind(1, 3) == (["red", "red"], [2, 3])
    assert (branch.choices(), branch.count) == ([1], 1)


def test_a_branch_of_a_branch_begins_before_the_place_where_that_one_began() -> None:
    branch, _, _ = line(1, 2, 3, 4).branch(3, 3)
    branch.own.append(7)
    branch.roles.append("blue")
    branch.count = 4
    twig, roles, choices = branch.branch(1, 4)
    assert (twig.choices(), twig.count, roles, choices) == ([1], 1, ["red", "red", "blue"], [2, 3, 7])
    assert branch.choices() == [1, 2, 3, 7]


def test_a_whole_copy_of_a_branch_shares_nothing_with_the_line_it_came_from() -> None:
    origin = line(1, 2, 3)
    whole = origin.branch(3, 3)[0].whole()
    origin.own[0] = 9
    assert (whole.choices(), whole.choosers(), whole.count) == ([1, 2, 3], ["red"] * 3, 3)


def test_reseeds_after_what_remains_are_forgotten_and_those_before_it_are_kept() -> None:
    played = line(1, 2, 3)
    played.depart(Reseed(1, "early", None))
    played.depart(Reseed(3, "late", None))
    played.rewind(0, 2)
    assert [reseed.seed for reseed in played.reseeds] == ["early"]


def test_a_branch_keeps_the_reseeds_until_where_it_is_to_stand() -> None:
    played = line(1, 2, 3)
    played.depart(Reseed(1, "early", None))
    played.depart(Reseed(3, "late", None))
    assert [reseed.seed for reseed in played.branch(0, 2)[0].reseeds] == ["early"]
    assert [reseed.seed for reseed in played.branch(0, 3)[0].reseeds] == ["early", "late"]


def test_a_reseed_at_the_very_place_of_a_cut_stays_and_a_later_one_moves_up() -> None:
    origin = line(1, 2, 3)
    for at in (0, 1, 2, 3):
        origin.reseeds = (*origin.reseeds, Reseed.to(f"seed {at}", at, None))
    shorter = origin.without(1)
    assert (shorter.choices(), shorter.choosers(), shorter.count) == ([1, 3], ["red", "red"], 2)
    assert [(each.seed, each.at) for each in shorter.reseeds] == [
        ("seed 0", 0),
        ("seed 1", 1),  # taken after the first choice, so before the one that is cut out
        ("seed 2", 1),
        ("seed 3", 2),
    ]
    assert [each.at for each in origin.reseeds] == [0, 1, 2, 3]
