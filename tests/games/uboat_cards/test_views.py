"""Hidden information (section 5 of the rule sheet): who sees what, and worlds that cannot be told apart."""

import xml.etree.ElementTree as ET
from collections import Counter

import pytest
from hypothesis import given, settings, strategies as st

import navalcore as nc
from navalcore import SPECTATOR
from navalcore._rules.decision import UMPIRE
from navalcore.bots import make_bots, play_out
from navalcore.errors import UnknownName
from navalcore.rules import SeededChance
from navalcore_games.uboat_cards.game import UboatCards
from navalcore_games.uboat_cards.state import Card, Side

GAME = UboatCards()


def at(seed, choices):
    """A match between random bots after some choices."""
    match = GAME.new_match(seed=seed)
    play_out(match, make_bots(GAME, {"uboat": "random", "convoy": "random"}, seed), limit=choices)
    return match


@pytest.mark.parametrize("role", Side)
def test_a_player_sees_his_own_hand_and_only_the_size_of_the_other(role):
    match = at(3, 50)
    view = match.view(role)
    for side in Side:
        hand = match.state.seats[side].hand.cards
        assert view.seat(side).hand_size == len(hand)
        assert view.seat(side).hand == (tuple(hand) if side is role else None)
    assert view.deck is None
    assert view.deck_size == len(match.state.deck)


def test_a_spectator_sees_neither_hand_and_the_umpire_both_and_the_deck():
    match = at(3, 50)
    assert [match.view(SPECTATOR).seat(side).hand for side in Side] == [None, None]
    umpire = match.view(UMPIRE)
    assert [umpire.seat(side).hand for side in Side] == [tuple(match.state.seats[side].hand.cards) for side in Side]
    assert umpire.deck == Counter(match.state.deck.cards)


def test_nobody_else_may_look():
    with pytest.raises(UnknownName, match="it has uboat, convoy"):
        at(1, 0).view("raider")


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 999), st.integers(0, 150), st.sampled_from([*Side, SPECTATOR]), st.integers())
def test_an_imagined_world_looks_the_same_to_the_role_and_loses_no_card(seed, choices, role, luck):
    match = at(seed, choices)
    twin = GAME.determinize(match.state, role, SeededChance.from_seed(luck), match.setup.terms)
    assert GAME.view(twin, role, match.setup.terms) == GAME.view(match.state, role, match.setup.terms)
    assert not list(GAME.invariants(twin, match.setup.terms))


def test_every_card_the_other_hand_can_hold_is_imagined_there_in_its_share():
    match = at(3, 50)
    unseen = match.state.deck.cards + match.state.seats[Side.CONVOY].hand.cards
    held: Counter[Card] = Counter()
    worlds = 4000
    for luck in range(worlds):
        twin = GAME.determinize(match.state, Side.UBOAT, SeededChance.from_seed(luck), match.setup.terms)
        held.update(twin.seats[Side.CONVOY].hand.cards)
    size = len(match.state.seats[Side.CONVOY].hand)
    for card, count in Counter(unseen).items():
        share = count / len(unseen)
        # The number held is a hypergeometric mean; five standard errors of a binomial bound it from above.
        assert abs(held[card] / worlds - size * share) < 5 * (size * share * (1 - share) / worlds) ** 0.5


@pytest.mark.parametrize("role", [UMPIRE, *Side, SPECTATOR])
def test_text_board_and_picture_show_what_the_view_shows_and_no_more(role):
    match = at(11, 70)
    view = match.view(role)
    text, svg = nc.face_of(GAME).board_text(view), nc.face_of(GAME).board_svg(view)
    assert svg is not None
    title = ET.fromstring(svg).findtext("{http://www.w3.org/2000/svg}title", "")
    assert title.startswith("The card table")
    for side in Side:
        seat = match.state.seats[side]
        assert f"{seat.sunk} of {seat.needed}" in text
    hidden = sum(len(match.state.seats[side].hand) for side in Side if role not in (UMPIRE, side))
    places = ET.fromstring(svg).findall(".//*[@data-place]")
    hands = [group for group in places if group.get("data-place") in ("back/uboat", "back/convoy")]
    backs = [each for group in hands for each in group.iter("{http://www.w3.org/2000/svg}use")]
    assert len(backs) == hidden, "the hidden hands"
    assert text.splitlines()[0] == f"Turn {view.turn}: " + text.split(": ", 1)[1].splitlines()[0]


def test_the_board_puts_the_onlooker_at_the_bottom_and_names_him():
    match = at(11, 70)
    assert "convoy (you)" in nc.face_of(GAME).board_text(match.view("convoy")).splitlines()[6]
    assert "wolf pack (you)" in nc.face_of(GAME).board_text(match.view("uboat")).splitlines()[6]


def test_the_whole_name_of_a_card_is_on_its_card():
    drawn = ET.fromstring(nc.face_of(GAME).board_svg(at(11, 70).view(UMPIRE)) or "")
    named = {"".join(f"{text.text} " for text in group.iter() if text.get("class") == "name").strip()
             for group in drawn.iter() if "kind-card" in group.get("class", "")}  # fmt: skip
    assert named - {""} <= {str(card) for card in Card}
    assert len(named) > 6
