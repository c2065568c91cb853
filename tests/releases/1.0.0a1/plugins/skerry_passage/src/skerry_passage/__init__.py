"""Skerry Passage: a game for navalcore."""

from navalcore.rules import Manifest, hookimpl

MANIFEST = Manifest(
    id="skerry_passage",
    title="Skerry Passage",
    version="1.0",
    summary="Two ships a side meet among the skerries, each side with orders that the other does not know.",
    roles={"grey": "the Grey squadron", "blue": "the Blue squadron"},
    scenarios={"forenoon": "Forenoon", "dusk": "Dusk"},
    game="skerry_passage.game:SkerryPassage",
    face="skerry_passage.face:SkerryPassageFace",
)


@hookimpl
def navalcore_games() -> list[Manifest]:
    """Register the game."""
    return [MANIFEST]
