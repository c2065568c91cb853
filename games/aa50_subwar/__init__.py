"""Submarine warfare and convoy disruption for the Anniversary edition: the Battle of the Atlantic, and its resolver."""

from __future__ import annotations

from navalcore.rules import Manifest, VariantManifest, hookimpl

MANIFEST = Manifest(
    id="aa50_subwar",
    title="Submarine Warfare and Convoy Disruption (Anniversary edition)",
    version="1.1",
    summary="The Battle of the Atlantic by house rules for the Anniversary edition: submarines, convoys, hunters.",
    roles={
        "axis": "the Axis",
        "allies": "the Allies",
    },
    scenarios={
        "atlantic_1941": "Atlantic, set-up of 1941",
        "atlantic_1942": "Atlantic, set-up of 1942",
        "atlantic_1941_even": "Atlantic, set-up of 1941 with even chances",
    },
    game="navalcore_games.aa50_subwar.game:SubmarineWarfare",
    face="navalcore_games.aa50_subwar.face:SubmarineWarfareFace",
)

ORIGINAL_SPOTTING = VariantManifest(
    game=MANIFEST.id,
    id="original_spotting",
    title="original spotting on 4 or less",
    variant="navalcore_games.aa50_subwar.variants.original_spotting:OriginalSpotting",
)

WHOLE_BOARD = VariantManifest(
    game=MANIFEST.id,
    id="whole_board",
    title="the whole board",
    variant="navalcore_games.aa50_subwar.variants.whole_board_variant:WholeBoard",
    data="whole_board",
)

BESIDE_THE_BOARD = VariantManifest(
    game=MANIFEST.id,
    id="companion",
    title="beside the real board",
    variant="navalcore_games.aa50_subwar.companion:BesideTheBoard",
)


@hookimpl
def navalcore_games() -> list[Manifest]:
    """Register the game."""
    return [MANIFEST]


@hookimpl
def navalcore_variants() -> list[VariantManifest]:
    """Register the variants."""
    return [ORIGINAL_SPOTTING, WHOLE_BOARD, BESIDE_THE_BOARD]
