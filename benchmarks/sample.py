"""The matches that the benchmarks of what front ends get are measured on: each game, Silent War in both its sizes."""

from __future__ import annotations

from typing import Final

MATCHES: Final = {
    "uboat_cards": "standard",
    "tonnage_war": None,
    "aa50_subwar": None,
    "bismarck": "two_player",
    "silent_war patrol": "patrol_wahoo_1943",
    "silent_war campaign": "campaign_wp1",
}
"""The scenario by name; the first word of a name is the game, None its first scenario."""
