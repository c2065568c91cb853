"""Computer Bismarck: the breakout of May 1941, with hidden movement and a computer as referee."""

from __future__ import annotations

from navalcore.rules import Manifest, VariantManifest, hookimpl

MANIFEST = Manifest(
    id="bismarck",
    title="Computer Bismarck",
    version="1.2",
    summary="The breakout of Bismarck and Prinz Eugen, May 1941: hidden movement with the computer as referee.",
    roles={
        "british": "the British player",
        "german": "the German player",
    },
    scenarios={
        "two_player": "British against Germans",
        "solitaire": "Solitaire game",
    },
    game="navalcore_games.bismarck.game:Bismarck",
    face="navalcore_games.bismarck.face:BismarckFace",
)

BESIDE_THE_CHART = VariantManifest(
    game=MANIFEST.id,
    id="companion",
    title="beside the real chart",
    variant="navalcore_games.bismarck.companion:BesideTheChart",
)


@hookimpl
def navalcore_games() -> list[Manifest]:
    """Register the game."""
    return [MANIFEST]


@hookimpl
def navalcore_variants() -> list[VariantManifest]:
    """Register the companion."""
    return [BESIDE_THE_CHART]
