"""Observations in words, and what a role has come to know."""

from typing import Any

import pytest

import navalcore as nc
from navalcore.components._chance import SeededChance
from navalcore.errors import BadData, UnknownName
from navalcore.learn import ActionSpace, ChanceNodes, information_digest, information_state, text_observation


def played(seed, choices, name="uboat_cards"):
    match, below = nc.load(name).new_match(seed=seed, history=True), SeededChance.from_seed(seed).below
    while match.decision is not None and match.count < choices:
        match.choose(below(len(match.decision.options)))
    return match


def test_a_role_knows_what_it_knew_and_more_after_each_choice_of_its_own():
    before, after = played(1, 30), played(1, 31)
    role = before.decision.role
    *told, shown = information_state(before, role).splitlines()
    assert information_state(after, role).splitlines()[: len(told)] == told
    assert shown.startswith("shown ")
    assert "choice_made" in information_state(after, role)
    assert information_digest(after, role) != information_digest(before, role)


def test_no_two_roles_share_an_information_state_and_the_same_play_gives_the_same():
    one, same = played(2, 25), played(2, 25)
    assert information_digest(one, "uboat") == information_digest(same, "uboat") != information_digest(one, "convoy")
    with pytest.raises(UnknownName):
        information_state(one, nc.SPECTATOR)


def test_a_secret_order_of_the_other_side_is_not_in_it():
    match = played(1, 0, "bismarck")
    while len(match.decisions) < 2:
        match.choose(0)
    first, second = match.decisions
    before = information_digest(match, second)
    match.choose(0, role=first)
    assert information_digest(match, second) == before
    assert information_state(match, first).splitlines()[-2].startswith("choice_made ")


def test_a_match_without_a_history_is_refused():
    with pytest.raises(BadData, match="history"):
        information_state(nc.load("uboat_cards").new_match(seed=1), "uboat")


def test_a_text_observation_numbers_the_options_by_their_actions():
    match = played(3, 12)
    role, space = match.decision.role, ActionSpace(match.game)
    text = text_observation(match, role, space)
    for action, option in zip(space.ids(match.decision), match.decision.texts, strict=True):
        assert f"\n{action}: {option}" in text
    other = next(each for each in match.game.roles if each != role)
    assert match.decision.prompt not in text_observation(match, other)


def answer_at_random(nodes, below):
    if nodes.draw is not None:
        nodes.choose(below(len(nodes.draw.ways)))
    elif nodes.decision is not None:
        nodes.choose(below(len(nodes.decision.options)))


@pytest.mark.parametrize("name", ["uboat_cards", "tonnage_war", "aa50_subwar", "bismarck", "silent_war"])
def test_what_a_role_sees_and_may_do_follows_from_its_information_state(name):
    game = nc.load(name)
    nodes, below = ChanceNodes(game), SeededChance.from_seed(5).below
    seen: dict[Any, Any] = {}
    match, looked = game.new_match(seed=2, history=True), 0
    for _ in range(250):
        if nodes.draw is None and nodes.decision is not None:
            for role in game.roles:
                now = (nodes.view(role), nodes.decisions[role].texts if role in nodes.decisions else ())
                assert seen.setdefault(nodes.information_state(role), now) == now
        answer_at_random(nodes, below)
    while match.decision is not None and match.count < 40:
        for role in game.roles:
            assert seen.setdefault(("match", information_state(match, role)), match.view(role)) == match.view(role)
        match.choose(below(len(match.decision.options)))
        looked += 1
    assert len(seen) > looked > 5


def test_an_information_state_holds_what_a_role_only_sees_and_no_event_tells():
    nodes, below = ChanceNodes(nc.load("tonnage_war")), SeededChance.from_seed(4).below
    before: dict[str, tuple[list[str], str, Any]] = {}
    untold = 0
    for _ in range(300):
        for role in nodes.game.roles if nodes.draw is None else ():
            lines, view = nodes.information_state(role).splitlines(), nodes.view(role)
            told = [line for line in lines if not line.startswith("shown ")]
            if role in before and before[role][0] == told and before[role][2] != view:
                untold += 1  # an attack is tried once more, for one
                assert before[role][1] != lines[-1]
            before[role] = told, lines[-1], view
        answer_at_random(nodes, below)
    assert untold
