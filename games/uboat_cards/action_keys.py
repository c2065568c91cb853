"""Every key that an option of the card game may have."""

from __future__ import annotations

from collections.abc import Iterator

from navalcore_games.uboat_cards.choices import DISCARD, PASS, PLAY
from navalcore_games.uboat_cards.state import CHAIN, CLEARING, HARASSING, Card, Side


def action_keys() -> Iterator[str]:
    """Pass, play any card that a side can use, discard any card."""
    yield PASS[Side.UBOAT].key
    usable = {*HARASSING, *CLEARING.values(), *(card for side in Side for card in CHAIN[side])}
    for card in Card:
        if card in usable:
            yield PLAY[Side.UBOAT][card].key
    for card in Card:
        yield DISCARD[Side.UBOAT][card].key
