"""The line of play: shared between forks, never shortened in place."""

from __future__ import annotations

from navalcore.engine.line import Line, Reseed


def line(*choices: int) -> Line:
    made = Line()
    made.own.extend(choices)
    made.roles.extend("red" for _ in choices)
    made.count = len(choices)
    return made


def test_a_branch_and_its_origin_go_on_without_touching_each_other() -> None:
    origin = line(1, 2, 3)
    branch = origin.branch(2)
    origin.own.append(4)
    branch.own.append(5)
    assert (origin.choices(), branch.choices()) == ([1, 2, 3, 4], [1, 2, 3, 5])


def test_what_is_taken_back_in_the_origin_stays_in_a_branch() -> None:
    origin = line(1, 2, 3)
    branch = origin.branch(3)
    assert origin.rewind(1, 2) == (["red"], [2])
    origin.own.append(9)
    assert (origin.choices(), branch.choices()) == ([1, 9], [1, 2, 3])


def test_a_branch_goes_back_beyond_where_it_began() -> None:
    branch = line(1, 2, 3, 4).branch(3)
    assert branch.rewind(1, 3) == (["red", "red"], [2, 3])
    assert (branch.choices(), branch.count) == ([1], 1)


def test_reseeds_after_what_remains_are_forgotten_and_those_before_it_are_kept() -> None:
    played = line(1, 2, 3)
    played.depart(Reseed(1, "early", None))
    played.depart(Reseed(3, "late", None))
    played.rewind(0, 2)
    assert [reseed.seed for reseed in played.reseeds] == ["early"]
