"""The kit passes honest games, and each of its checks rejects the saboteurs it is there for."""

from __future__ import annotations

import pytest

import navalcore as nc
from navalcore.errors import BadData, UnknownName
from navalcore.testing import CHECKS, check_game
from navalcore.testing.saboteurs import SABOTEURS, Pickets, Saboteur

MATCHES = 6
MAX_CHOICES = 300


def checked(game: type[Saboteur]) -> set[str]:
    patience = 1.0 if game.id == "endless_loop" else 60.0
    return set(check_game(game, matches=MATCHES, max_choices=MAX_CHOICES, patience=patience).failed)


def test_the_honest_game_passes_every_check() -> None:
    report = check_game(Pickets, matches=12)
    assert report.ok, report.text()
    assert set(report.ran) == set(CHECKS)
    assert not report.skipped


@pytest.mark.parametrize("name", SABOTEURS)
def test_a_saboteur_is_rejected_by_the_checks_that_are_there_for_it_and_by_no_other(name: str) -> None:
    saboteur = SABOTEURS[name]
    failed = checked(saboteur)
    assert set(saboteur.caught_by) <= failed
    assert failed <= {*saboteur.caught_by, *saboteur.may_follow}


def test_every_check_has_a_saboteur() -> None:
    assert {check for saboteur in SABOTEURS.values() for check in saboteur.caught_by} == set(CHECKS)
