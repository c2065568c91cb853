"""Computer Bismarck: the breakout of May 1941, with hidden movement and a computer as referee."""

from __future__ import annotations

from navalcore.rules import Manifest, hookimpl

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


@hookimpl
def navalcore_games() -> list[Manifest]:
    """Register the game."""
    return [MANIFEST]
