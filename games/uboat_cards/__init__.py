"""The wolf-pack card game: a German wolf pack against an Allied convoy, three cards in a row to sink a vessel."""

from __future__ import annotations

from navalcore.rules import Manifest, hookimpl

MANIFEST = Manifest(
    id="uboat_cards",
    title="Wolf Pack against Convoy (card game)",
    version="1.0",
    summary="A German wolf pack against an Allied convoy: three cards in a row sink a vessel.",
    roles={
        "uboat": "wolf pack",
        "convoy": "convoy",
    },
    scenarios={
        "standard": "Standard (reconstruction)",
        "mirror": "Mirror (both chains alike, five sinkings each)",
        "short": "Short evening",
        "storm": "Heavy weather (more clearing, more water)",
    },
    game="navalcore_games.uboat_cards.game:UboatCards",
    face="navalcore_games.uboat_cards.face:UboatCardsFace",
)


@hookimpl
def navalcore_games() -> list[Manifest]:
    """Register the game."""
    return [MANIFEST]
