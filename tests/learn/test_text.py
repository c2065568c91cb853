"""Observations in words, and what a role has come to know."""

import re
from collections import Counter
from typing import Any

import pytest

import navalcore as nc
from navalcore import rules
from navalcore.components._chance import SeededChance
from navalcore.errors import BadData, UnknownName
from navalcore.learn import ActionSpace, ChanceNodes, information_digest, information_state, text_observation
from tests.learn.test_chance import Watches, look_out


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


def quietly(play):
    play.state.bells += 1


class QuietWatches(Watches):
    """Its bells are struck where nobody is told."""

    id = "quiet_watches"

    def sequence_of_play(self, terms):
        return [rules.Step("bell", quietly), rules.Step("out", look_out)]


def test_an_information_state_holds_what_a_role_only_sees_and_no_event_tells():
    nodes = ChanceNodes(QuietWatches())
    before = nodes.information_state("you")
    nodes.choose(0)
    after = nodes.information_state("you")
    assert [line.partition(" ")[0] for line in after.splitlines()] == ["you", "shown", "choice_made", "shown"]
    assert after.splitlines()[-1] != before.splitlines()[-1] == after.splitlines()[1]


def test_a_digest_is_that_of_the_text_on_every_way_to_it():
    nodes, below = ChanceNodes("uboat_cards", "short"), SeededChance.from_seed(9).below
    by_text: dict[str, str] = {}
    for number in range(400):
        if number % 3 == 0:  # now and then, so that digests are made of one link and of many
            for each in (nodes, nodes.copy()):
                for role in nodes.game.roles:
                    found = each.information_digest(role)
                    assert by_text.setdefault(each.information_state(role), found) == found
        answer_at_random(nodes, below)
    assert len(set(by_text.values())) == len(by_text) > 150


@pytest.mark.parametrize("timing", ["action", "free_in_action", "any_discard"])
def test_an_imagined_world_has_in_a_closed_pile_what_everybody_was_told_went_there(timing):
    nodes = ChanceNodes("uboat_cards", "short", {"discard_pile": "closed", "harass_timing": timing})
    below, looked = SeededChance.from_seed(f"closed {timing}").below, 0
    while nodes.outcome is None and len(nodes.tape) < 600:
        if nodes.decision is not None:
            role = nodes.decision.role
            told: Counter[str] = Counter()
            for line in nodes.information_state(role).splitlines()[1:]:
                _count_discards(told, line)
            imagined = nodes.copy()
            imagined.redeal(role, SeededChance.from_seed(f"{len(nodes.tape)}"))
            assert Counter(map(str, imagined.state.discards.cards)) == +told
            assert nodes.information_state(role) == imagined.information_state(role)
            looked += bool(told)
        answer_at_random(nodes, below)
    assert looked > 20


ROWS = {"uboat": ("Periscope", "Torpedo", "Transport"), "convoy": ("Sonar", "Depth Charges", "U-boat")}


def _count_discards(told: Any, line: str) -> None:
    """What an event says of the discard pile, told in words alone."""
    kind, _, said = line.partition(" ")
    card, side = re.findall(r"card=([^=]*?)(?: \w+=|$)", said), re.findall(r"side=(\w+)", said)
    if kind == "deck_renewed":
        told.clear()
    elif kind == "card_discarded":
        told[card[0]] += 1
    elif kind == "opponent_harassed":
        told[re.findall(r"lost=([^=]*?) discarded=", said)[0]] += 1
        told[card[0]] += "discarded=False" in said
    elif kind == "vessel_destroyed":
        told.update(ROWS[side[0]])
    elif kind == "table_cleared":
        told[card[0]] += 1
        told.update(re.findall(r": '([^']+)'>", said))
