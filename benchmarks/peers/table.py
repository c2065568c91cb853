"""The wolf-pack card game (default options) as a bare table of counts, made to be wrapped by other libraries.

Where it stands is in a few numbers instead of a program counter, because those libraries want to copy a state and step
it from outside. An action is a card's place in ``KINDS`` (discard or play it) or ``PASS``; chance gives a place too.
"""

from __future__ import annotations

from navalcore_games.uboat_cards.decks import own_decks
from navalcore_games.uboat_cards.state import Card

KINDS = tuple(own_decks()["standard"].cards)
COUNTS = tuple(own_decks()["standard"].cards.values())
PASS = len(KINDS)
NEEDED = (6, 4)
DEALT = 5

PLACE = {card: place for place, card in enumerate(KINDS)}
CHAINS = tuple(
    tuple(PLACE[card] for card in chain)
    for chain in (
        (Card.PERISCOPE, Card.TORPEDO, Card.TRANSPORT),
        (Card.SONAR, Card.DEPTH_CHARGES, Card.U_BOAT),
    )
)
CLEARS = (PLACE[Card.DIVE], PLACE[Card.DESTROYER_SWEEP])
HARASS = (PLACE[Card.CAT_AND_MOUSE], PLACE[Card.NEAR_MISS])

DEAL, DRAW, DISCARD, ACTION, HARASSED, OVER = range(6)


class Table:
    """One match. While :attr:`phase` is DEAL, DRAW or HARASSED, chance decides; else :attr:`side` does, until OVER."""

    __slots__ = ("deck", "discards", "hands", "left", "phase", "rows", "score", "side", "sizes", "turn", "winner")

    def __init__(self) -> None:
        self.deck = list(COUNTS)
        self.discards = [0] * len(KINDS)
        self.hands = ([0] * len(KINDS), [0] * len(KINDS))
        self.sizes = [0, 0]
        self.rows = [0, 0]
        self.score = [0, 0]
        self.turn = self.side = 0
        self.left = DEALT
        self.phase = DEAL
        self.winner = -1

    @property
    def by_chance(self) -> bool:
        """Whether a card comes next, and no decision."""
        return self.phase in (DEAL, DRAW, HARASSED)

    def weights(self) -> list[int]:
        """How many cards of each kind may come."""
        return self.hands[1 - self.side] if self.phase == HARASSED else self.deck

    def legal(self) -> list[int]:
        """The actions of the side to decide, in ascending order."""
        hand = self.hands[self.side]
        if self.phase == DISCARD:
            return [kind for kind, count in enumerate(hand) if count]
        side = self.side
        wanted = {CHAINS[side][self.rows[side]], CLEARS[side]}
        if self.sizes[1 - side]:
            wanted.update(HARASS)
        return [*sorted(kind for kind in wanted if hand[kind]), PASS]

    def come(self, kind: int) -> None:
        """Chance gives a card: it is drawn, or lost by the side that is harassed."""
        if self.phase == HARASSED:
            self._discard(1 - self.side, kind)
            self._next_actor()
            return
        self.deck[kind] -= 1
        self.hands[self.side][kind] += 1
        self.sizes[self.side] += 1
        self.left -= 1
        if self.left:
            self._replenish()
        elif self.phase == DRAW:
            if self.sizes[self.side] > DEALT:
                self.phase = DISCARD
            else:
                self._next_drawer()
        elif self.side == 0:
            self.side, self.left = 1, DEALT
        else:
            self._next_turn()

    def act(self, action: int) -> None:
        """The side to decide discards, plays or passes."""
        side = self.side
        if self.phase == DISCARD:
            self._discard(side, action)
            if self.sizes[side] <= DEALT:
                self._next_drawer()
        elif action == PASS:
            self._next_actor()
        elif action == CLEARS[side]:
            for each in (0, 1):
                self._clear(each)
            self._discard(side, action)
            self._next_actor()
        elif action in HARASS:
            self._discard(side, action)
            self.phase = HARASSED
        else:
            self._lay(side, action)

    def _lay(self, side: int, kind: int) -> None:
        self.hands[side][kind] -= 1
        self.sizes[side] -= 1
        self.rows[side] += 1
        if self.rows[side] == len(CHAINS[side]):
            self._clear(side)
            self.score[side] += 1
            if self.score[side] == NEEDED[side]:
                self.winner, self.phase = side, OVER
                return
        self._next_actor()

    def _discard(self, side: int, kind: int) -> None:
        self.hands[side][kind] -= 1
        self.sizes[side] -= 1
        self.discards[kind] += 1

    def _clear(self, side: int) -> None:
        for kind in CHAINS[side][: self.rows[side]]:
            self.discards[kind] += 1
        self.rows[side] = 0

    def _next_turn(self) -> None:
        self.turn += 1
        self.side, self.left, self.phase = 0, 2, DRAW
        self._replenish()

    def _next_drawer(self) -> None:
        if self.side == 0:
            self.side, self.left, self.phase = 1, 2, DRAW
            self._replenish()
        else:
            self.side, self.phase = 0, ACTION

    def _next_actor(self) -> None:
        if self.side == 0:
            self.side, self.phase = 1, ACTION
        else:
            self._next_turn()

    def _replenish(self) -> None:
        if not any(self.deck):
            self.deck, self.discards = self.discards, self.deck
