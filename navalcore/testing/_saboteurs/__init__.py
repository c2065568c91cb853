"""Pickets, a small honest game, and saboteurs: games that each break one promise, which the kit must notice."""

from navalcore.testing._saboteurs import (
    broken_data,
    broken_house,
    broken_places,
    broken_play,
    broken_secrets,
    broken_together,
    broken_wire,
)
from navalcore.testing._saboteurs.base import SABOTEURS, Saboteur
from navalcore.testing._saboteurs.honest import Pickets

__all__ = [
    "SABOTEURS",
    "Pickets",
    "Saboteur",
    "broken_data",
    "broken_house",
    "broken_places",
    "broken_play",
    "broken_secrets",
    "broken_together",
    "broken_wire",
]
