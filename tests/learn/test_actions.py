"""Action ids: every option has one, it stays, and a decision's ids are its options."""

import re
from typing import Any

import numpy as np
import pytest

import navalcore as nc
from navalcore._face.action_tables import read_table, table_of
from navalcore._face.face import face_of
from navalcore.components._chance import SeededChance
from navalcore.errors import BadData, NotOffered
from navalcore.learn import ActionSpace
from navalcore.learn._actions import frozen

CLOSED = ("uboat_cards", "tonnage_war", "aa50_subwar", "bismarck")


def decisions(game, seed, most, scenario=None):
    """The decisions of a random match, at most so many."""
    match, below = game.new_match(scenario, seed=seed), SeededChance.from_seed(f"random {seed}").below
    for _ in range(most):
        if match.decision is None:
            return
        yield match.decision
        match.choose(below(len(match.decision.options)))


@pytest.mark.parametrize("name", CLOSED)
def test_no_option_of_random_play_lies_outside_the_table(name):
    game = nc.load(name)
    space, met = ActionSpace(game), 0
    for number, scenario in enumerate(game.scenarios):
        for decision in decisions(game, number, 400, scenario):
            ids = space.ids(decision)  # an unknown key would be refused
            assert [space.keys[each] for each in ids] == [decision.key(option) for option in decision.options]
            met += len(ids)
    assert met > 1000


@pytest.mark.parametrize("name", CLOSED)
def test_a_table_holds_what_the_game_lists_for_the_present_rules(name):
    game = nc.load(name)
    version, keys = read_table(table_of(game))
    listed = list(face_of(game).action_keys() or ())
    assert version == game.version
    assert set(listed) <= set(keys)
    assert frozen(game) == table_of(game).read_text(encoding="utf-8"), "freezing again changes nothing"


def test_the_card_game_has_the_22_actions_that_its_rules_have():
    # Pass; play one of the 3 + 3 cards of the chains, the 2 that clear, the 2 that harass; discard one of 11.
    assert ActionSpace(nc.load("uboat_cards")).n == 1 + (3 + 3 + 2 + 2) + 11


def test_a_new_key_stands_at_the_end_and_moves_no_other(monkeypatch):
    game = nc.load("uboat_cards")
    before = read_table(table_of(game))[1]
    listed = ["surrender", *reversed(before)]
    monkeypatch.setattr("navalcore_games.uboat_cards.face.UboatCardsFace.action_keys", lambda self: listed)
    assert frozen(game).splitlines()[1:] == [*before, "surrender"]


def test_a_table_of_other_rules_is_refused_with_what_to_do(monkeypatch):
    game = nc.load("uboat_cards")
    monkeypatch.setattr(type(game), "version", "9.9")
    with pytest.raises(BadData, match=r"frozen for rules version 1\.0.*python -m navalcore\.learn uboat_cards"):
        ActionSpace(game)


def test_a_mask_is_of_int8_and_has_a_one_for_each_option():
    game = nc.load("tonnage_war")
    space = ActionSpace(game)
    for decision in decisions(game, 5, 50):
        mask = space.mask(space.ids(decision))
        assert mask.dtype == np.int8
        assert mask.shape == (space.n,)
        assert {space.keys[place] for place in np.flatnonzero(mask)} == {
            decision.key(each) for each in decision.options
        }


def test_an_open_vocabulary_is_hashed_and_no_two_options_of_a_decision_share_an_id():
    game = nc.load("silent_war")
    narrow, wide, again = ActionSpace(game, 40), ActionSpace(game), ActionSpace(game)
    for decision in decisions(game, 3, 300):
        ids = narrow.ids(decision)
        assert len(set(ids)) == len(decision.options) <= 40
        assert wide.ids(decision) == again.ids(decision)
    assert not wide.closed
    assert wide.n == 8192
    assert narrow.met - len(narrow._known) == narrow.collisions > 0
    assert narrow.met == wide.met


def test_an_id_that_is_not_offered_is_refused_by_its_key():
    game = nc.load("uboat_cards")
    decision = next(decisions(game, 1, 1))
    space = ActionSpace(game)
    wrong = next(place for place in range(space.n) if place not in space.ids(decision))
    with pytest.raises(NotOffered, match=rf"^action {wrong} \({re.escape(space.keys[wrong])}\) is not offered"):
        space.index(decision, wrong)
    for none in (-1, space.n):
        with pytest.raises(NotOffered, match=f"^action {none} is not offered"):
            space.index(decision, none)


def test_ids_do_not_depend_on_what_was_played_before():
    game = nc.load("silent_war")
    first, second = ActionSpace(game), ActionSpace(game)
    seen = list(decisions(game, 8, 60))
    forwards = [first.ids(decision) for decision in seen]
    backwards = [second.ids(decision) for decision in reversed(seen)]
    assert forwards == backwards[::-1]
    assert len(seen) > 20


def test_an_action_space_that_is_too_small_says_so():
    game = nc.load("silent_war")
    wrong: tuple[Any, ...] = (0, -3, 2.5)
    for size in wrong:
        with pytest.raises(BadData, match=r"a number, (whole and )?1 or more"):
            ActionSpace(game, size)
    several = next(each for each in decisions(game, 3, 50) if len(each.options) > 2)
    with pytest.raises(BadData, match="make it larger"):
        ActionSpace(game, 2).ids(several)


def test_a_mask_of_an_id_that_there_is_not_is_refused():
    space = ActionSpace(nc.load("uboat_cards"))
    for wrong in (-1, 22):
        with pytest.raises(BadData, match="0 to 21"):
            space.mask([0, wrong])
    assert space.mask([0, 21]).sum() == 2
