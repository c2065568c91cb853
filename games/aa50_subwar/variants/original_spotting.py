"""The variant original spotting: aircraft spot submarines on 4 or less, as the author first had it (S28)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from navalcore.rules import Variant
from navalcore_games.aa50_subwar import ORIGINAL_SPOTTING


class OriginalSpotting(Variant):
    """Aircraft spot on 4 or less; destroyers as ever on 3 or less (AAS: S9, S28)."""

    manifest = ORIGINAL_SPOTTING
    options: ClassVar[Mapping[str, Any]] = {"spot_aircraft": 4}
