"""Tonnage War: a card game of wolf packs and convoy escorts in the North Atlantic, 1940-43."""

from __future__ import annotations

from navalcore.rules import Manifest, VariantManifest, hookimpl

MANIFEST = Manifest(
    id="tonnage_war",
    title="Tonnage War",
    version="1.2",
    summary="A card game of wolf packs and convoy escorts in the North Atlantic, 1940-43.",
    roles={
        "uboat": "the first U-boat player",
        "escort": "the first escort player",
    },
    scenarios={
        "halifax_228": "Convoy Halifax 228, March 1943",
        "evening": "An evening at Convoy Halifax 228: one round a side",
        "sc_7": "Convoy SC 7, October 1940",
        "hg_76": "Convoy HG 76, December 1941",
        "on_166": "Convoy ON 166, February 1943",
        "ons_5": "Convoy ONS 5, April-May 1943",
        "sc_130": "Convoy SC 130, May 1943",
    },
    game="navalcore_games.tonnage_war.game:TonnageWar",
    face="navalcore_games.tonnage_war.face:TonnageWarFace",
)

AUTUMN_1940 = VariantManifest(
    game=MANIFEST.id,
    id="autumn_1940",
    title="autumn 1940",
    variant="navalcore_games.tonnage_war.variants.autumn_1940:Autumn1940",
)

BESIDE_THE_TABLE = VariantManifest(
    game=MANIFEST.id,
    id="companion",
    title="beside the real table",
    variant="navalcore_games.tonnage_war.companion:BesideTheTable",
)


@hookimpl
def navalcore_games() -> list[Manifest]:
    """Register the game."""
    return [MANIFEST]


@hookimpl
def navalcore_variants() -> list[VariantManifest]:
    """Register the variants."""
    return [AUTUMN_1940, BESIDE_THE_TABLE]
