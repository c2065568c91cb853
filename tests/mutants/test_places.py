"""Where mutants are made: in what functions do, not in what they say or how they are declared."""

from pathlib import Path

import pytest

pytest.importorskip("cosmic_ray", reason="the extra `mutants` is not installed")

from tests.mutants.places import lines_of_statement, mutants, sample

ROOT = Path(__file__).parents[2]
SOURCE = '''\
LIMIT = 3

@rule("1" + "2")
def roll(die: int | None, least: int = 2) -> bool | None:
    """Says 1 + 1."""
    bonus: int | None = 1
    if die is None or die < 0:
        raise ValueError(f"{die + 1} is {1 + 1}")
    @cache
    def inner(more: int | None = 4) -> int | None:
        return (
            more
            * 5
        )
    print(f"{die:+d} and {least + 1}")
    return die + bonus >= least

def __str__(self):
    return 6 + 7
'''


def test_texts_annotations_heads_of_functions_errors_and_constants_are_left_alone() -> None:
    lines = {mutant.start_pos[0] for mutant in mutants(Path("x.py"), SOURCE)}
    assert lines == {6, 7, 13, 16}
    assert {mutant.start_pos for mutant in mutants(Path("x.py"), SOURCE) if mutant.start_pos[0] == 6} == {(6, 24)}


def test_the_tests_of_a_mutant_are_those_of_its_whole_statement() -> None:
    assert lines_of_statement(SOURCE, 13) == range(11, 15)
    assert lines_of_statement(SOURCE, 7) == range(7, 8), "the condition without the body"


def test_the_same_seed_draws_the_same_mutants_and_another_others() -> None:
    drawn = sample("uboat_cards", ROOT, 1, 20)
    assert len({(mutant.module_path, mutant.start_pos, mutant.end_pos) for mutant in drawn}) == 20
    assert sample("uboat_cards", ROOT, 1, 20) == drawn != sample("uboat_cards", ROOT, 2, 20)
