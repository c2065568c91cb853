"""Every section of the rule book has code and a test that cite it."""

from pathlib import Path

from navalcore import load
from navalcore.rules import coverage


def test_every_section_of_the_rules_has_code_and_a_test() -> None:
    game = load("skerry_passage")
    report = coverage(game.rulebook, game.rule_packages, Path(__file__).parent)
    assert report.complete, report.summary_line()
