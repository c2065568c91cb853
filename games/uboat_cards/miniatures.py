"""Miniatures of the card game: positions of small decks whose whole tree can be laid out (``navalcore.learn``)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from navalcore.learn import Miniature
from navalcore_games.uboat_cards.views import CardTableView

_DECKS = Path(__file__).parent / "data" / "miniatures"
_TWO_CARDS_LAID = (
    *("Water", "Water", "Periscope", "discard Water", "Sonar", "discard Water"),
    *("play Periscope", "play Sonar", "Torpedo", "Depth Charges", "play Torpedo", "play Depth Charges"),
)
"""Everything that is drawn and done until each side has laid two of the three cards of its row and holds none."""


def _without_order(view: CardTableView) -> CardTableView:
    """The view of a side, without the order of the discard pile, which is of no account."""
    return view.model_copy(update={"discards": tuple(sorted(view.discards or ()))})


def _late(turns: int) -> Miniature:
    return Miniature(
        "uboat_cards",
        str(_DECKS / "small_deck.toml"),
        note=f"Each side has laid two cards of its row; nine cards are left in the deck, and {turns} turns to play.",
        opening=_TWO_CARDS_LAID,
        turns=turns,
        turn_of=lambda view: view.turn,
        turn_begins="The wolf pack draws a card",
        plain=_without_order,
        quick=turns < 3,
    )


MINIATURES: Mapping[str, Miniature] = {
    "turn": _late(1),
    "late": _late(2),
    "late_three": _late(3),
    "whole": Miniature(
        "uboat_cards",
        str(_DECKS / "whole_match.toml"),
        note="The smallest deck, from the deal on; the first vessel destroyed decides, and there are 3 turns to play.",
        turns=3,
        turn_of=lambda view: view.turn,
        turn_begins="The wolf pack draws a card",
        plain=_without_order,
        quick=False,
    ),
}
"""By name, the smallest first."""
