"""The game keeps every promise that the engine, bots and front ends rely on, and its rule book is covered."""

from pathlib import Path

from navalcore import load
from navalcore.rulebook import coverage
from navalcore.testing import check_game


def test_the_game_passes_the_conformance_kit() -> None:
    report = check_game("convoy_dash", matches=6)
    assert report.ok, report.text()


def test_every_section_of_the_rules_has_code_and_a_test() -> None:
    game = load("convoy_dash")
    report = coverage(game.rulebook, game.rule_packages, Path(__file__).parent)
    assert report.complete, report.summary_line()
