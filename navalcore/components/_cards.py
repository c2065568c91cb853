"""Cards and counters: decks and cups drawn blindly, hands and discard piles, each around a plain list ``cards``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Generic, Self, TypeVar

from navalcore._misfits import told_of_misfits, told_when_made
from navalcore.components._chance import Chance, take_unordered
from navalcore.errors import BadData

C = TypeVar("C", bound=Hashable)


def _in_order(items: Iterable[C]) -> list[C]:
    """Items in their own order, or that of their texts if they have none."""
    cards = list(items)
    try:
        return sorted(cards)  # type: ignore[type-var]
    except TypeError:
        return sorted(cards, key=str)


def _sorted_counts(items: Iterable[C]) -> Counter[C]:
    """How many there are of each item, in order."""
    counts = Counter(items)
    return Counter({item: counts[item] for item in _in_order(counts)})


MOST_CARDS: Final = 10_000
"""The most equal cards that a deck may have."""


@told_when_made
@dataclass(slots=True, init=False)
class Pile(Generic[C]):
    """The base of decks, hands and piles: a list of cards.

    Args:
        cards: the cards; the list is a copy.
    """

    cards: list[C]
    """The cards, as stored."""

    def __init__(self, cards: Iterable[C] = ()) -> None:
        self.cards: list[C] = list(cards)

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[C]:
        return iter(self.cards)

    def add(self, card: C) -> None:
        """Put ``card`` here: on top, into the hand, or anywhere in a deck, whose order means nothing."""
        self.cards.append(card)

    def add_all(self, cards: Iterable[C]) -> None:
        """Put ``cards`` here, one after another."""
        self.cards.extend(cards)

    def count(self, card: C) -> int:
        """The number of cards here that equal ``card``."""
        return self.cards.count(card)

    def remaining(self) -> Counter[C]:
        """The number of each card, sorted by card."""
        return _sorted_counts(self.cards)

    def copy(self) -> Self:
        """The same cards in the same order, independent of this one."""
        return type(self)(self.cards)


@told_when_made
@dataclass(slots=True, init=False)
class DiscardPile(Pile[C]):
    """Used cards in the order they were put down, the last on top.

    Args:
        cards: the cards, the lowest first.
        face_up: whether everyone may look at them.
    """

    face_up: bool
    """Whether all players may look at the cards."""

    def __init__(self, cards: Iterable[C] = (), face_up: bool = True) -> None:
        self.cards: list[C] = list(cards)
        self.face_up = face_up

    def take_all(self) -> list[C]:
        """Take the whole pile, lowest card first; it is empty afterwards."""
        taken, self.cards = self.cards, []
        return taken

    def copy(self) -> Self:
        """The same cards in the same order and the same side up, independent of this one."""
        return type(self)(self.cards, self.face_up)


@told_when_made
@dataclass(slots=True, init=False)
class Deck(Pile[C]):
    """A shuffled face-down deck of cards, or an opaque cup of counters, drawn lazily at random.

    The order of a shuffled deck is unknown to all, so it has none: it is a multiset, and each draw picks one card
    blindly. Shuffling costs nothing, exact odds can treat equal cards as one, and a person with real cards
    names the card drawn.

    >>> from navalcore.components import SeededChance
    >>> deck = Deck.from_mix({"convoy": 2, "escort": 1})
    >>> drawn = [deck.draw(SeededChance.from_seed(7)) for _ in range(3)]
    >>> sorted(drawn), len(deck)
    (['convoy', 'convoy', 'escort'], 0)
    """

    @told_of_misfits
    def hold_the_rest(self, mix: Mapping[C, int] | Iterable[C], elsewhere: Iterable[C]) -> None:
        """Hold the cards of a mix that are not ``elsewhere``, for a position that says where cards are.

        Args:
            mix: all cards of the game, or how many there are of each.
            elsewhere: the cards that are in hands, rows and piles.

        Raises:
            BadData: there are not so many of a card; names those.
        """
        rest = Counter(mix)
        rest.subtract(elsewhere)
        if missing := [f"{-number} {card}" for card, number in rest.items() if number < 0]:
            raise BadData(f"there are too many cards on the table: {', '.join(missing)}")
        if +rest != Counter(self.cards):
            self.cards = list(rest.elements())

    @classmethod
    @told_of_misfits
    def from_mix(cls, mix: Mapping[C, int]) -> Self:
        """A deck with as many of each card as ``mix`` says.

        Raises:
            BadData: a number is negative, or the cards are more than a deck can hold.
        """
        for card, number in mix.items():
            if not 0 <= number <= MOST_CARDS:
                raise BadData(f"the mix asks for {number} of {card}; it must be from 0 to {MOST_CARDS}")
        return cls(Counter(mix).elements())

    def draw(self, chance: Chance, why: str = "", rule: str = "") -> C:
        """Take one card blindly.

        Arguments:
            chance: decides which card.
            why: the purpose of the draw.
            rule: the section of the rules it follows.

        Raises:
            BadData: there is no card left to draw.
        """
        cards = self.cards
        if not cards:
            raise BadData(f"no card to draw{f' for {why}' if why else ''}: the deck is empty")
        return take_unordered(cards, chance.pick(cards, why, rule))


@told_when_made
@dataclass(slots=True, init=False)
class Hand(Pile[C]):
    """The cards a player holds, in the order received."""

    def remove(self, card: C) -> None:
        """Give up one ``card`` of the hand; the others keep their order.

        Raises:
            BadData: the hand does not hold it.
        """
        try:
            self.cards.remove(card)
        except ValueError:
            held = ", ".join(f"{number} x {each}" for each, number in _sorted_counts(self.cards).items())
            raise BadData(f"the hand does not hold {card}; it holds {held or 'no cards'}") from None


def deal_anew(chance: Chance, *places: list[C], first: Callable[[C], bool] | None = None) -> None:
    """Shuffle the cards of several places together and deal each as many as it had: what a redeal does with a hand and
    a deck that no role sees. Where the cards have been until now does not matter.

    >>> from navalcore.components import SeededChance
    >>> laid, held, deck = ["torpedo"], ["stalk", "stalk"], ["dive", "dive", "torpedo"]
    >>> deal_anew(SeededChance.from_seed(1), laid, held, deck, first=lambda card: card != "torpedo")
    >>> laid != ["torpedo"], sorted([*laid, *held, *deck])
    (True, ['dive', 'dive', 'stalk', 'stalk', 'torpedo', 'torpedo'])

    Args:
        chance: deals.
        places: the lists, each changed in place.
        first: which cards can be in the first place.

    Raises:
        BadData: so many cards that can be in the first place are not there.
    """
    pool = _in_order(card for place in places for card in place)
    for number, place in enumerate(places):
        for at in range(len(place)):
            if number or first is None:
                index = chance.below(len(pool))
            else:
                fit = [index for index, card in enumerate(pool) if first(card)]
                if not fit:
                    raise BadData("no card that is left can be the first")
                index = fit[chance.below(len(fit))]
            place[at] = take_unordered(pool, index)
