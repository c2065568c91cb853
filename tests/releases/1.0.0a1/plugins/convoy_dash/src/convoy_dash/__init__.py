"""Convoy Dash: a game for navalcore."""

from navalcore.rules import Manifest, hookimpl

MANIFEST = Manifest(
    id="convoy_dash",
    title="Convoy Dash",
    version="1.0",
    summary="A convoy runs for home through a wolf pack that it cannot see.",
    roles={"convoy": "convoy", "pack": "wolf pack"},
    scenarios={"autumn": "Autumn", "winter": "Winter"},
    game="convoy_dash.game:ConvoyDash",
    face="convoy_dash.face:ConvoyDashFace",
)


@hookimpl
def navalcore_games() -> list[Manifest]:
    """Register the game."""
    return [MANIFEST]
