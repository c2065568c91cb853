"""The wolf-pack card game written straight down, without an engine: the yardstick of the engine's overhead.

Same rules (default options), same chance stream, same order of options: a seed plays the same match here and there.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable

from navalcore.rules import Chance
from navalcore_games.uboat_cards.decks import own_decks
from navalcore_games.uboat_cards.state import Card

CHAINS = (
    (Card.PERISCOPE, Card.TORPEDO, Card.TRANSPORT),
    (Card.SONAR, Card.DEPTH_CHARGES, Card.U_BOAT),
)
CLEARS = (Card.DIVE, Card.DESTROYER_SWEEP)
HARASS = (Card.CAT_AND_MOUSE, Card.NEAR_MISS)
DECK = [card for card, count in own_decks()["standard"].cards.items() for _ in range(count)]


def play(chance: Chance, choose: Callable[[int], int]) -> tuple[int, int, int]:
    """Play one match; returns winner (0 wolf pack, 1 convoy), turns and decisions."""
    deck = DECK[:]
    discards: list[Card] = []
    hands: tuple[list[Card], list[Card]] = ([], [])
    rows: tuple[list[Card], list[Card]] = ([], [])
    score = [0, 0]
    needed = (6, 4)
    turn = decisions = 0

    def draw(side: int) -> None:
        nonlocal deck, discards
        if not deck:
            deck, discards = discards, []
        index = chance.below(len(deck))
        last = deck.pop()
        if index != len(deck):
            last, deck[index] = deck[index], last
        insort(hands[side], last)

    for side in (0, 1):
        for _ in range(5):
            draw(side)
    while True:
        turn += 1
        for side in (0, 1):
            hand = hands[side]
            draw(side)
            draw(side)
            while len(hand) > 5:
                cards = list(dict.fromkeys(hand))
                card = cards[choose(len(cards))]
                decisions += 1
                hand.remove(card)
                discards.append(card)
        for side in (0, 1):
            hand, row, other = hands[side], rows[side], 1 - side
            options: list[Card | None] = [None]
            following = CHAINS[side][len(row)]
            if following in hand:
                options.append(following)
            if CLEARS[side] in hand:
                options.append(CLEARS[side])
            if hands[other]:
                for card in HARASS:
                    if card in hand:
                        options.append(card)
            played = options[choose(len(options))]
            decisions += 1
            if played is None:
                continue
            hand.remove(played)
            if played is CLEARS[side]:
                for each in (other, side):
                    discards.extend(rows[each])
                    rows[each].clear()
                discards.append(played)
            elif played in HARASS:
                discards.append(played)
                discards.append(hands[other].pop(chance.below(len(hands[other]))))
            else:
                row.append(played)
                if len(row) == 3:
                    discards.extend(row)
                    row.clear()
                    score[side] += 1
                    if score[side] == needed[side]:
                        return side, turn, decisions
