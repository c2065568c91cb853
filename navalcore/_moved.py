"""Where the names of version 0.2.0 are now. They need not work any more; who asks for one is told what to write."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Final

_RULES: Final = [
    "Chance",
    "Face",
    "Flow",
    "Part",
    "Play",
    "Plots",
    "ScriptedChance",
    "SeededChance",
    "Setup",
    "Step",
    "Terms",
    "Variant",
    "choose",
    "harmless",
    "plot",
    "rule",
    "run",
    "seen_by",
    "takes_modifiers",
    "together",
    "types_in",
]
NAMES: Final = {
    **{name: f"since 1.0 it is navalcore.rules.{name}" for name in _RULES if name != "Setup"},
    "Setup": "since 1.0 it is navalcore.rules.MatchSetup",
    "Check": "since 1.0 it is navalcore.study.Check",
    "Proof": "since 1.0 it is navalcore.study.Proof",
    "aio": "since 1.0 nc.aio.Table is navalcore.Session, with a seat for each role",
    "wire": "since 1.0 its functions are methods of a game: to_json, from_json, snapshot_class and wire_schema",
    "Prospect": "since 1.0 the odds of an option are a navalcore.odds.OptionOdds",
}
"""Names that were in ``navalcore`` itself."""

PACKAGES: Final = {
    "navalcore.analysis": "navalcore.odds and navalcore.study",
    "navalcore.cli": "the command line, python -m navalcore",
    "navalcore.engine": "navalcore and navalcore.rules",
    "navalcore.face": "navalcore.rules",
    "navalcore.plugins": "navalcore.rules",
    "navalcore.render": "navalcore.boards",
    "navalcore.rulebook": "navalcore.rules",
    "games": "navalcore_games, a package for each game",
    **{
        f"games.{game}": f"navalcore_games.{game}"
        for game in ("aa50_subwar", "bismarck", "silent_war", "tonnage_war", "uboat_cards")
    },
}
"""Packages of that version, each with the doors that have what was public in it."""


class _MovedFinder:
    """Asked after all others, so no other module of one of these names is touched."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:  # noqa: ARG002
        """Finds nothing; says where a package of 0.2.0 is now."""
        for old, new in PACKAGES.items():
            if name == old or (name.startswith(f"{old}.") and old != "games"):  # other people's games are theirs
                raise ModuleNotFoundError(
                    f"No module named {name!r}; since 1.0 its public names are in {new}", name=name
                )
        return None


def watch() -> None:
    """From now on say where a package of 0.2.0 is, when a program imports it and no other package has that name."""
    if not any(isinstance(finder, _MovedFinder) for finder in sys.meta_path):
        sys.meta_path.append(_MovedFinder())
