"""The yardstick measures the same thing: the hand-written game plays the very matches the engine plays."""

import pytest

from benchmarks import handwritten
from games.uboat_cards.game import UboatCards
from navalcore.components.chance import SeededChance


@pytest.mark.parametrize("seed", range(4))
def test_the_hand_written_game_plays_the_same_match(seed):
    winner, turns, decisions = handwritten.play(SeededChance.from_seed(seed), SeededChance.from_seed(f"c{seed}").below)
    match = UboatCards().new_match(seed=seed)
    below = SeededChance.from_seed(f"c{seed}").below
    while match.decision is not None:
        match.choose(below(len(match.decision.options)))
    assert match.outcome is not None
    assert (match.outcome.winner, match.state.turn, match.count) == (("uboat", "convoy")[winner], turns, decisions)
