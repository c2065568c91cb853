"""Cards: decks drawn blindly, hands and discard piles.

Each kind is a thin slotted dataclass around a plain list ``cards``: cheap to copy, comparable, easy to store.
Cards are any hashable values. Passing cards to a constructor copies them, so a game's constant list is safe.
``==`` compares the lists as they are stored; compare :meth:`~Pile.remaining` to ignore the order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, Self, TypeVar

from navalcore.components._chance import Chance, take_unordered
from navalcore.errors import BadData

C = TypeVar("C", bound=Hashable)


def sorted_counts(items: Iterable[C]) -> Counter[C]:
    """How many there are of each item, in the items' own order (or that of their texts if they have none)."""
    counts = Counter(items)
    try:
        ordered = sorted(counts)  # type: ignore[type-var]
    except TypeError:
        ordered = sorted(counts, key=str)
    return Counter({item: counts[item] for item in ordered})


def expand_mix(mix: Mapping[C, int]) -> list[C]:
    """Every item of ``mix`` as often as it says."""
    for item, number in mix.items():
        if number < 0:
            raise BadData(f"the mix asks for {number} of {item}; it must be 0 or more")
    return [item for item, number in mix.items() for _ in range(number)]


@dataclass(slots=True, init=False)
class Pile(Generic[C]):
    """What decks, hands and piles share: a list of cards."""

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
        """How many cards equal to ``card`` are here."""
        return self.cards.count(card)

    def remaining(self) -> Counter[C]:
        """How many there are of each card, sorted by card."""
        return sorted_counts(self.cards)

    def copy(self) -> Self:
        """The same cards in the same order, independent of this one."""
        return type(self)(self.cards)


@dataclass(slots=True, init=False)
class DiscardPile(Pile[C]):
    """Used cards in the order they were put down, the last on top."""

    face_up: bool
    """Whether everybody may look at the cards."""

    def __init__(self, cards: Iterable[C] = (), face_up: bool = True) -> None:
        self.cards: list[C] = list(cards)
        self.face_up = face_up

    @property
    def top(self) -> C | None:
        """The card put down last, or None if the pile is empty."""
        return self.cards[-1] if self.cards else None

    def take_all(self) -> list[C]:
        """Take the whole pile, lowest card first; it is empty afterwards."""
        taken, self.cards = self.cards, []
        return taken

    def copy(self) -> Self:
        """The same cards in the same order and the same side up, independent of this one."""
        return type(self)(self.cards, self.face_up)


@dataclass(slots=True, init=False)
class Deck(Pile[C]):
    """A shuffled face-down deck, drawn lazily at random.

    Nobody knows the order of a shuffled deck, so it has none: it is a multiset, and each draw picks one card
    blindly. Shuffling costs nothing, exact odds can treat equal cards as one, and a person with real cards
    names the card drawn.

    >>> from navalcore.components import SeededChance
    >>> deck = Deck.from_mix({"convoy": 2, "escort": 1})
    >>> drawn = [deck.draw(SeededChance.from_seed(7)) for _ in range(3)]
    >>> sorted(drawn), len(deck)
    (['convoy', 'convoy', 'escort'], 0)
    """

    @classmethod
    def from_mix(cls, mix: Mapping[C, int]) -> Self:
        """A deck with as many of each card as ``mix`` says.

        Raises:
            BadData: a number is negative.
        """
        return cls(expand_mix(mix))

    def draw(self, chance: Chance, why: str = "", rule: str = "", reshuffle_from: DiscardPile[C] | None = None) -> C:
        """Take one card blindly.

        Arguments:
            chance: decides which card.
            why: what the draw is for.
            rule: the section of the rules it follows.
            reshuffle_from: the pile that becomes the new deck if this one is empty.

        Raises:
            BadData: there is no card left to draw.
        """
        cards = self.cards
        if not cards:
            if not reshuffle_from:
                raise BadData(
                    f"no card to draw{f' for {why}' if why else ''}: the deck"
                    f"{'' if reshuffle_from is None else ' and the pile it is reshuffled from'} is empty"
                )
            cards.extend(reshuffle_from.take_all())
        return take_unordered(cards, chance.pick(cards, why, rule))

    def deal(
        self,
        chance: Chance,
        count: int,
        why: str = "",
        rule: str = "",
        reshuffle_from: DiscardPile[C] | None = None,
    ) -> list[C]:
        """Draw ``count`` cards, in the order drawn; all or none.

        Raises:
            BadData: there are not that many cards in the deck and the pile it is reshuffled from.
        """
        if 0 <= count <= len(self.cards):
            return chance.draw(self.cards, count, why, rule)
        available = len(self.cards) + (len(reshuffle_from) if reshuffle_from else 0)
        if not 0 <= count <= available:
            raise BadData(f"cannot deal {count} cards{f' for {why}' if why else ''}: there are {available}")
        return [self.draw(chance, why, rule, reshuffle_from) for _ in range(count)]

    def remove(self, card: C) -> None:
        """Search the deck for ``card`` and take it out.

        Raises:
            BadData: the deck has no such card.
        """
        try:
            index = self.cards.index(card)
        except ValueError:
            raise BadData(f"the deck has no {card}; it holds {_listing(self.cards)}") from None
        take_unordered(self.cards, index)


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
            raise BadData(f"the hand does not hold {card}; it holds {_listing(self.cards)}") from None

    def has(self, card: C) -> bool:
        """Whether the hand holds ``card``."""
        return card in self.cards


def _listing(cards: Iterable[Hashable]) -> str:
    return ", ".join(f"{number} x {card}" for card, number in sorted_counts(cards).items()) or "no cards"
