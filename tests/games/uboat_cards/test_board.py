"""The card table names its piles, however many cards are on them."""

import pytest

import navalcore as nc
from navalcore.boards._layout import lie_in


@pytest.mark.parametrize("choices", [0, 30])
def test_no_card_covers_the_captions_of_the_deck_and_the_discard_pile_which_belong_to_both_sides(choices):
    match = nc.load("uboat_cards").new_match("short", seed=5)
    bots = nc.make_bots(match.game, seed=5)
    for _ in range(choices):
        decision = match.decision
        assert decision is not None
        match.choose(bots[decision.role].decide(match.view(decision.role), decision))
    for role in match.game.roles:
        board = nc.face_of(match.game).board(match.view(role))
        assert board is not None
        scene = board.scenes[0]
        for name, caption in (("deck", "deck"), ("discards", "discard pile")):
            pile = scene.by_id[name]
            assert pile.label == caption
            assert pile.label_at is not None
            lying = lie_in(scene.unit, pile, tuple(board.pieces_at(name)))
            assert bool(lying) == (name == "deck" or choices > 0)
            assert all(pile.label_at[1] <= box.y - 6 for each in lying for box in each.boxes)
