"""The variant autumn 1940: another card mix, no HF/DF, escorts without radar."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from navalcore.rules import ModifierProvider, Play, Scenario, Variant
from navalcore_games.tonnage_war import AUTUMN_1940
from navalcore_games.tonnage_war.convoys import load_scenario
from navalcore_games.tonnage_war.values import SURFACE

NO_RADAR = 2
"""A surface escort's missing radar adds this to the number under which a boat stays undetected."""


def without_radar(play: Play[Any, Any], modifiers: Mapping[str, int]) -> Mapping[str, int]:  # noqa: ARG001
    """Detection (8.5): harder for surface escorts; aircraft see as well as ever."""
    if any(str(escort) in modifiers for escort in SURFACE):
        return {**modifiers, "no radar": NO_RADAR}
    return modifiers


class Autumn1940(Variant):
    """The first happy time, with the convoy of the variant and SC 7."""

    manifest = AUTUMN_1940
    modifiers: ClassVar[Mapping[str, ModifierProvider]] = {"8.5": without_radar}

    def scenarios(self, scenarios: Mapping[str, Scenario]) -> Mapping[str, Scenario]:
        """A convoy of that autumn, and SC 7, the one of the game's that was fought then."""
        return {"autumn_1940": load_scenario(Path(__file__).with_suffix(".toml")), "sc_7": scenarios["sc_7"]}
