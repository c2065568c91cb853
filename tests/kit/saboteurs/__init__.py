"""Pickets, a small honest game, and saboteurs: games that each break one promise, which the kit must notice."""

from tests.kit import forgetful
from tests.kit.saboteurs import (
    broken_boards,
    broken_data,
    broken_house,
    broken_places,
    broken_play,
    broken_secrets,
    broken_together,
    broken_wire,
)
from tests.kit.saboteurs.base import SABOTEURS, Saboteur
from tests.kit.saboteurs.honest import Pickets

__all__ = [
    "SABOTEURS",
    "Pickets",
    "Saboteur",
    "broken_boards",
    "broken_data",
    "broken_house",
    "broken_places",
    "broken_play",
    "broken_secrets",
    "broken_together",
    "broken_wire",
    "forgetful",
]
