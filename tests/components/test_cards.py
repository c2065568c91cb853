"""Cards: nothing lost or doubled, exhaustion, exact odds, known orders."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import comb, factorial
from typing import ClassVar

import pytest
from hypothesis import given, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from pydantic import TypeAdapter

from navalcore.components import Deck, DiscardPile, Hand, SeededChance, deal_anew
from navalcore.components._chance import Chance
from navalcore.errors import BadData

mixes = st.dictionaries(st.sampled_from("abcd"), st.integers(0, 4), max_size=4)
card_lists = st.lists(st.integers(1, 5), max_size=8)
seeds = st.integers(0, 2**32)
KINDS = [Deck, Hand, DiscardPile]


def _drawn(deck, chance, count):
    return [deck.draw(chance) for _ in range(count)]


class CardGame(RuleBasedStateMachine):
    """Moves cards between all kinds of piles; the whole set of cards must always be there."""

    SET: ClassVar = Counter({"convoy": 4, "escort": 3, "storm": 1})

    def __init__(self):
        super().__init__()
        self.deck = Deck.from_mix(self.SET)
        self.hand: Hand[str] = Hand()
        self.discards: DiscardPile[str] = DiscardPile()
        self.chance = SeededChance.from_seed(1)

    @precondition(lambda self: bool(self.deck))
    @rule()
    def draw(self):
        before = len(self.deck)
        self.hand.add(self.deck.draw(self.chance))
        assert len(self.deck) == before - 1

    @precondition(lambda self: bool(self.hand))
    @rule()
    def discard_at_random(self):
        card = self.hand.cards[self.chance.pick(self.hand.cards)]
        held = self.hand.count(card)
        self.hand.remove(card)
        assert self.hand.count(card) == held - 1
        self.discards.add(card)
        assert self.discards.cards[-1] == card

    @rule()
    def discards_back_into_deck(self):
        self.deck.add_all(self.discards.take_all())
        assert len(self.discards) == 0

    @precondition(lambda self: self.deck.count("escort"))
    @rule()
    def search_deck(self):
        self.deck.cards.remove("escort")
        self.hand.add("escort")

    @invariant()
    def nothing_is_lost_or_doubled(self):
        everywhere = Counter([*self.deck, *self.hand, *self.discards])
        assert everywhere == self.SET


test_cards_are_never_lost_or_doubled = CardGame.TestCase


@given(mixes, seeds)
def test_a_deck_hands_out_exactly_its_mix_and_is_then_exhausted(mix, seed):
    deck, chance = Deck.from_mix(mix), SeededChance.from_seed(seed)
    drawn = [deck.draw(chance) for _ in range(sum(mix.values()))]
    assert Counter(drawn) == +Counter(mix)
    with pytest.raises(BadData, match="no card to draw for the convoy: the deck is empty"):
        deck.draw(chance, "the convoy")


@pytest.mark.parametrize("mix", [{"a": 1}, {"a": 2, "b": 1}, {"a": 1, "b": 1, "c": 2}, {"a": 3, "b": 2}])
def test_draws_follow_the_exact_odds_of_a_shuffled_deck(mix, distribution):
    cards = [card for card, number in mix.items() for _ in range(number)]
    orders = Counter(permutations(cards))
    assert distribution(lambda chance: tuple(_drawn(Deck(cards), chance, len(cards)))) == {
        order: Fraction(number, factorial(len(cards))) for order, number in orders.items()
    }


def test_a_hand_dealt_from_a_deck_is_hypergeometric(distribution):
    found = distribution(lambda chance: _drawn(Deck.from_mix({"hit": 3, "miss": 4}), chance, 3).count("hit"))
    assert found == {hits: Fraction(comb(3, hits) * comb(4, 3 - hits), comb(7, 3)) for hits in range(4)}


def test_the_chance_source_is_told_what_is_drawn_from_what_and_why():
    class Named(Chance):
        def below(self, n, why="", rule=""):
            raise AssertionError("draws must ask with pick(), which knows the cards")

        def pick(self, items, why="", rule=""):
            asked.append((list(items), why, rule))
            return items.index("gale")

    asked: list[object] = []
    deck = Deck(["calm", "gale", "fog"])
    assert deck.draw(Named(), "weather", "4.2") == "gale"
    assert asked == [(["calm", "gale", "fog"], "weather", "4.2")]
    assert deck.remaining() == {"calm": 1, "fog": 1}


def test_giving_up_a_card_not_held_says_what_is_held_and_changes_nothing():
    hand = Hand(["gale", "fog", "gale"])
    with pytest.raises(BadData, match="does not hold calm; it holds 1 x fog, 2 x gale"):
        hand.remove("calm")
    assert hand == Hand(["gale", "fog", "gale"])
    hand.remove("gale")
    assert hand.cards == ["fog", "gale"]
    with pytest.raises(BadData, match="it holds no cards"):
        Hand[str]().remove("calm")


def test_a_mix_with_a_negative_number_is_refused():
    with pytest.raises(BadData, match="-2 of escort"):
        Deck.from_mix({"escort": -2})


@pytest.mark.parametrize("kind", KINDS)
@given(cards=card_lists)
def test_copies_and_constructor_arguments_are_independent(kind, cards):
    given_cards = list(cards)
    pile = kind(given_cards)
    twin = pile.copy()
    assert twin == pile
    assert type(twin) is kind
    assert pickle.loads(pickle.dumps(pile)) == pile
    twin.cards.append(99)
    assert twin != pile
    assert pile.cards == given_cards == cards


def test_a_copied_discard_pile_keeps_its_side():
    assert DiscardPile([1], face_up=False).copy().face_up is False


@pytest.mark.parametrize("kind", KINDS)
@given(cards=card_lists)
def test_piles_go_through_json_unchanged(kind, cards):
    adapter = TypeAdapter(kind[int])
    text = adapter.dump_json(kind(cards))
    assert json.loads(text)["cards"] == cards
    assert adapter.validate_json(text) == kind(cards)


def test_kinds_of_piles_are_never_equal():
    deck: object = Deck([1])
    assert deck != Hand([1])


def test_remaining_counts_are_sorted_even_for_cards_without_an_order():
    assert list(Deck([3, 1, 3, 2]).remaining().items()) == [(1, 1), (2, 1), (3, 2)]
    assert list(Deck([(2, "b"), "a", "c"]).remaining()) == [(2, "b"), "a", "c"]


@given(card_lists, seeds)
def test_equal_decks_answer_the_same_chance_alike(cards, seed):
    one, other = Deck(cards), Deck(cards).copy()
    chance = SeededChance.from_seed(seed)
    assert _drawn(one, chance.fork(), len(cards)) == _drawn(other, chance.fork(), len(cards))


def test_cards_dealt_anew_stay_as_many_and_depend_on_chance_alone() -> None:
    dealt = []
    for held, deck in ((["a", "b"], ["c", "d", "e"]), (["e", "d"], ["b", "c", "a"])):
        deal_anew(SeededChance.from_seed(5), held, deck)
        dealt.append((tuple(held), tuple(deck)))
    assert dealt[0] == dealt[1]
    assert (len(dealt[0][0]), sorted(dealt[0][0] + dealt[0][1])) == (2, list("abcde"))


def test_what_can_lie_in_the_first_place_is_kept_to() -> None:
    for seed in range(20):
        laid, held = ["a"], ["b", "b", "c"]
        deal_anew(SeededChance.from_seed(seed), laid, held, first=lambda card: card != "b")
        assert laid[0] != "b"
    with pytest.raises(BadData, match="no card that is left can be the first"):
        deal_anew(SeededChance.from_seed(1), ["a"], ["b"], first=lambda card: card == "z")
