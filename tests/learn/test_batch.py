"""Batches: every match of a batch, replayed in the engine from its tape, is the same match step by step."""

import os

import numpy as np
import pytest

import navalcore as nc
from navalcore.errors import BadData
from navalcore.learn import ActionSpace, ChanceNodes, Encoder, batch

MATCHES = int(os.environ.get("NAVALCORE_BATCH_MATCHES", "24"))
"""How many matches are replayed for each of the terms; ``make endurance`` replays 10,000 in all."""
TERMS = (
    ("standard", {}),
    ("short", {"sequence": "alternating", "consecutive_turns": True}),
    ("short", {"clear_scope": "opponent", "harass_timing": "free_in_action", "discard_pile": "closed"}),
    ("mirror", {"harass_timing": "any_discard", "consecutive_turns": True}),
)


def played(made, matches, seed, looks=None):
    """Play at random until so many have ended; returns what was seen and offered at each step of each match."""
    draw = np.random.default_rng(seed)
    under_way, seen = [[] for _ in range(made.count)], []
    while len(seen) < matches:
        masks, observations, sides = made.masks(), made.observations(), made.sides
        for match, each in enumerate(under_way):
            each.append((int(sides[match]), masks[match].copy(), observations[match].copy()))
        actions = (draw.random(masks.shape) * masks).argmax(1)
        returns, over = made.step(actions)
        for match in np.flatnonzero(over):
            seen.append((under_way[match], returns[match]))
            under_way[match] = []
    return seen


@pytest.mark.parametrize(("scenario", "options"), TERMS)
def test_a_tape_of_a_batch_replays_in_the_engine_with_the_same_options_draws_views_and_end(scenario, options):
    game = nc.load("uboat_cards")
    space, encoder = ActionSpace(game), Encoder.of(game)
    made = batch(game, min(MATCHES, 256), scenario=scenario, options=options, seed=3, taped=True)
    seen = played(made, MATCHES, 4)
    first = ChanceNodes(game, scenario, options, heard=False)
    for (steps, returns), (tape, winner) in zip(seen, made.ended, strict=True):
        nodes, at = first.copy(), 0
        for entry in tape:
            if entry < 0:
                nodes.choose(nodes.draw.texts.index(list(nodes_cards())[-1 - entry]))
                continue
            side, mask, observation = steps[at]
            at += 1
            assert nodes.decision.role == game.roles[side]
            assert sorted(space.ids(nodes.decision)) == np.flatnonzero(mask).tolist()
            assert encoder(nodes.view(nodes.decision.role)).tobytes() == observation.tobytes()
            nodes.choose(space.index(nodes.decision, entry))
        assert at == len(steps)
        assert nodes.outcome.winner == game.roles[winner]
        assert [nodes.outcome.returns[role] for role in game.roles] == returns.tolist()


def nodes_cards():
    """The kinds of cards in the order of the tape."""
    return [key.partition("/")[2] for key in ActionSpace("uboat_cards").keys if key.startswith("discard_card/")]


def test_the_same_seed_and_actions_give_the_same_matches_and_another_seed_others():
    one, two, other = (batch("uboat_cards", 8, scenario="short", seed=seed, taped=True) for seed in (1, 1, 2))
    for each in (one, two, other):
        played(each, 8, 5)
    assert one.ended == two.ended != other.ended


def test_an_action_that_is_not_offered_is_refused_with_what_is_and_nothing_has_changed():
    made = batch("uboat_cards", 4, seed=1)
    before, masks = made.observations(), made.masks()
    wrong = masks.argmax(1)
    wrong[2] = np.flatnonzero(~masks[2])[0]
    with pytest.raises(BadData, match=r"is not offered in match 2; offered are \d"):
        made.step(wrong)
    with pytest.raises(BadData, match="an action id from 0 to 21 is wanted for each of the 4 matches"):
        made.step(np.zeros(3, int))
    assert np.array_equal(made.observations(), before)


def test_a_game_without_an_engine_for_batches_is_refused_and_so_is_an_empty_batch():
    with pytest.raises(BadData, match="bismarck has no engine for batches; use GymEnv"):
        batch("bismarck")
    with pytest.raises(BadData, match="1 match or more"):
        batch("uboat_cards", 0)
