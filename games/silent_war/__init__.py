"""Silent War: the submarine campaign against Japan, 1941-45, after the solitaire game by Compass Games."""

from __future__ import annotations

from navalcore.rules import Manifest, VariantManifest, hookimpl

MANIFEST = Manifest(
    id="silent_war",
    title="Silent War: submarines against Japan",
    version="1.3",
    summary="American submarines against Japan, 1941-45: single patrols, or the whole war week by week.",
    roles={
        "comsubpac": "Commander Submarines, Pacific Fleet",
        "comsubsowespac": "Commander Submarines, South-West Pacific",
    },
    scenarios={
        "patrol_swordfish_1941": "First blood",
        "patrol_silversides_1942": "Silversides opens her account",
        "patrol_nautilus_1942": "Nautilus at Midway",
        "patrol_guardfish_1942": "Guardfish off Honshu",
        "patrol_wahoo_1943": "Shootout off Wewak",
        "patrol_trigger_1943": "Trigger in the East China Sea",
        "patrol_flasher_1944": "Flasher off Indochina",
        "patrol_harder_1944": "Harder the destroyer killer",
        "patrol_tang_1944": "O'Kane in the Yellow Sea",
        "patrol_rasher_1944": "Rasher off Luzon",
        "patrol_archerfish_1944": "Archerfish and the giant",
        "patrol_barb_1945": "Barb on the China coast",
        "patrol_torsk_1945": "Last torpedo",
        "campaign_full": "The submarine war against Japan",
        "campaign_wp1": "From Pearl Harbor to Midway",
        "campaign_wp2": "Midway to the end of the Solomons",
        "campaign_wp3": "Solomons to Leyte Gulf",
        "campaign_wp4": "Leyte Gulf to Tokyo Bay",
        "campaign_allied_1944": "Malacca Strait: the Eastern Fleet submarines",
    },
    game="navalcore_games.silent_war.game:SilentWar",
    face="navalcore_games.silent_war.face:SilentWarFace",
)

MINE_LAYING = VariantManifest(
    game=MANIFEST.id,
    id="mine_laying",
    title="mine laying",
    variant="navalcore_games.silent_war.variants.mine_laying:MineLaying",
)

BESIDE_THE_MAP = VariantManifest(
    game=MANIFEST.id,
    id="companion",
    title="beside the real map",
    variant="navalcore_games.silent_war.companion:BesideTheMap",
)


@hookimpl
def navalcore_games() -> list[Manifest]:
    """Register the game."""
    return [MANIFEST]


@hookimpl
def navalcore_variants() -> list[VariantManifest]:
    """Register the variants."""
    return [MINE_LAYING, BESIDE_THE_MAP]
