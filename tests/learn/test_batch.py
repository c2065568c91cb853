"""Batches: every match of a batch, replayed in the engine from its tape, is the same match step by step."""

import os
from typing import Any

import numpy as np
import pytest

import navalcore as nc
from navalcore.errors import BadData
from navalcore.learn import ActionSpace, ChanceNodes, Encoder, batch

MATCHES = int(os.environ.get("NAVALCORE_BATCH_MATCHES", "3"))
"""How many matches are under way for each of the terms; 2500 replay more than 10,000 in all, in half an hour or so."""
STEPS = 600
TERMS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("standard", {}),
    ("short", {"sequence": "alternating", "consecutive_turns": True}),
    ("short", {"clear_scope": "opponent", "harass_timing": "free_in_action", "discard_pile": "closed"}),
    ("mirror", {"harass_timing": "any_discard"}),
)


def played(made, seed):
    """Play at random, every match so many steps; returns of each match what was seen and offered, and its returns."""
    draw = np.random.default_rng(seed)
    under_way: list[list[Any]] = [[] for _ in range(made.count)]
    ended: list[Any] = []
    for _ in range(STEPS):
        masks, observations, sides = made.masks(), made.observations(), made.sides
        for match, each in enumerate(under_way):
            each.append((int(sides[match]), masks[match].copy(), observations[match].copy()))
        scores = draw.random(masks.shape) * masks
        scores[:, 0] *= 0.2  # whoever seldom passes and throws Water away is through sooner
        scores[:, -1] *= 9
        returns, over = made.step(scores.argmax(1))
        for match in np.flatnonzero(over).tolist():
            ended.append((under_way[match], returns[match].tolist()))
            under_way[match] = []
    return ended, under_way


@pytest.mark.parametrize(("scenario", "options"), TERMS)
def test_a_tape_of_a_batch_replays_in_the_engine_with_the_same_options_draws_views_and_end(scenario, options):
    game = nc.load("uboat_cards")
    made = batch(game, MATCHES, scenario=scenario, options=options, seed=3, taped=True)
    ended, under_way = played(made, 4)
    first = ChanceNodes(game, scenario, options, heard=False)
    for (steps, returns), (tape, winner) in zip(ended, made.ended, strict=True):
        outcome = replayed(first.copy(), steps, tape)
        assert outcome.winner == game.roles[winner]
        assert [outcome.returns[role] for role in game.roles] == returns
    for steps, tape in zip(under_way, made.tapes, strict=True):
        assert replayed(first.copy(), steps, tape) is None
    assert ended or options.get("consecutive_turns"), "at random a row is seldom laid in consecutive turns"


def replayed(nodes, steps, tape):
    """Play a tape in the engine, and compare every decision; returns the outcome."""
    game = nodes.game
    space, encoder, cards, waiting = ActionSpace(game), Encoder.of(game), nodes_cards(), iter(steps)
    for entry in tape:
        if entry < 0:
            nodes.choose(nodes.draw.texts.index(cards[-1 - entry]))
            continue
        side, mask, observation = next(waiting)
        assert nodes.decision.role == game.roles[side]
        assert sorted(space.ids(nodes.decision)) == np.flatnonzero(mask).tolist()
        assert encoder(nodes.view(nodes.decision.role)).tobytes() == observation.tobytes()
        nodes.choose(space.index(nodes.decision, entry))
    assert next(waiting, None) is None
    return nodes.outcome


def nodes_cards():
    """The kinds of cards in the order of the tape."""
    return [key.partition("/")[2] for key in ActionSpace("uboat_cards").keys if key.startswith("discard_card/")]


def test_the_same_seed_and_actions_give_the_same_matches_and_another_seed_others():
    one, two, other = (batch("uboat_cards", 8, scenario="short", seed=seed, taped=True) for seed in (1, 1, 2))
    for each in (one, two, other):
        played(each, 5)
    assert (one.ended, one.tapes) == (two.ended, two.tapes) != (other.ended, other.tapes)


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


def test_a_game_without_an_engine_for_batches_is_refused_and_so_is_a_batch_of_no_whole_number_of_matches():
    with pytest.raises(BadData, match="bismarck has no engine for batches; use GymEnv"):
        batch("bismarck")
    with pytest.raises(BadData, match="a batch holds a number of matches, 1 or more, not 0"):
        batch("uboat_cards", 0)
    with pytest.raises(BadData, match=r"a batch holds a number of matches, whole and 1 or more, not 2\.5"):
        batch("uboat_cards", 2.5)  # type: ignore[arg-type]
