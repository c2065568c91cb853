"""The kit finds a redeal that contradicts what a role was told, even where no view shows it."""

from __future__ import annotations

from typing import Any

import navalcore as nc
from navalcore.rules import Chance, Terms
from navalcore.testing import check_game
from navalcore_games.uboat_cards.game import UboatCards
from navalcore_games.uboat_cards.state import Side, State

CHECK = "imagined_worlds_fit_what_was_told"


class ForgetsDiscards(UboatCards):
    """Deals a closed discard pile anew, though everybody was told of each card that was laid on it."""

    id = "forgets_discards"

    def redeal(self, state: State, role: str, chance: Chance, terms: Terms[Any]) -> None:
        """As the rules do it, and then the pile."""
        super().redeal(state, role, chance, terms)
        if not state.discards.face_up:
            cards = [*state.deck.cards, *state.discards.cards]
            for pile in (state.discards.cards, state.deck.cards):
                for place in range(len(pile)):
                    pile[place] = cards.pop(chance.below(len(cards)))
            for side in Side:
                state.seats[side].hand.cards.sort()


def failures(game: Any) -> list[str]:
    report = check_game(
        game, matches=2, only=[CHECK], scenarios=["short"], options={"discard_pile": "closed"}, shrinking=False
    )
    return [failure.expected for failure in report.failures]


def test_discards_that_everybody_was_told_of_must_lie_in_every_imagined_pile() -> None:
    assert any("discards.cards" in each for each in failures(ForgetsDiscards()))
    assert failures(nc.load("uboat_cards")) == []
