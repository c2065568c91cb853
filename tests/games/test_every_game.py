"""Promises that every game of ours keeps, whatever else its own tests say."""

from pathlib import Path

import pytest

import navalcore as nc
from navalcore.testing import check_game
from navalcore.testing.settings import settings_of

GAMES = ("aa50_subwar", "bismarck", "silent_war", "tonnage_war", "uboat_cards")
DOCS = Path(__file__).parents[2] / "docs" / "games"
CHOICES = 500
"""Choices of each match: any two values meet, and the time is better spent on many beginnings than on a few ends."""


def test_every_installed_game_of_ours_is_among_them() -> None:
    assert {name for name, manifest in nc.games().items() if manifest.game.startswith("games.")} == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_any_two_values_of_scenario_and_options_can_be_played_together(game: str) -> None:
    settings, _ = settings_of(nc.load(game))
    report = check_game(game, matches=len(settings), seed="pairs", only=["invariants"], max_choices=CHOICES)
    assert report.ok, report.text()
    assert report.matches == len(settings)


@pytest.mark.parametrize("game", GAMES)
def test_a_manifest_names_the_scenarios_that_the_game_has(game: str) -> None:
    """They stand in the manifest and in the scenario files: nobody need load the rules to list them."""
    scenarios = nc.load(game).scenarios
    assert list(nc.games()[game].scenarios.items()) == [(name, each.title) for name, each in scenarios.items()]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_page(game: str) -> None:
    assert (DOCS / f"{game}.md").is_file()


def test_submarine_warfare_passes_every_check() -> None:
    report = check_game("aa50_subwar", matches=1, options={})
    assert report.ok, report.text()
    assert not report.skipped
