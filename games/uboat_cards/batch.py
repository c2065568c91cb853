"""A thousand matches at once for those who train: NumPy counts of cards in place of objects.

It plays the same rules as the game itself, and is compared with it step by step. Made by ``navalcore.learn.batch``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from navalcore.errors import BadData
from navalcore.learn import ActionSpace, Encoder
from navalcore_games.uboat_cards.decks import DeckScenario
from navalcore_games.uboat_cards.game import UboatCards
from navalcore_games.uboat_cards.options import UboatOptions
from navalcore_games.uboat_cards.state import CHAIN, CLEARING, HARASSING, Card, Side

Numbers: TypeAlias = NDArray[np.int64]
DECK: Final = 2
"""Where the deck is among the piles; before it the hands of both sides."""
DISCARDS: Final = 3
KINDS: Final = tuple(Card)
SIDES: Final = tuple(Side)


def _place(card: Card) -> int:
    return KINDS.index(card)


CHAINS: Final = np.array([[_place(card) for card in CHAIN[side]] for side in SIDES])
CLEARS: Final = np.array([_place(CLEARING[side]) for side in SIDES])
HARASSES: Final = np.array([card in HARASSING for card in KINDS])
ROWS: Final = np.array([[np.isin(range(len(KINDS)), chain[:n]) for n in range(len(chain) + 1)] for chain in CHAINS])
"""The cards of a row, by its side and its length."""


class Batch:
    """Many matches of the card game, each at a decision; one that ends is followed by a new one at once.

    Args:
        count: how many matches.
        scenario: the deck; the standard deck if left out.
        options: the game's options.
        seed: of all of them.
        taped: whether :attr:`ended` keeps how each match went.

    Attributes:
        sides: whose decision it is in each match: 0 for the wolf pack, 1 for the convoy.
        ended: of each match that has ended its tape and the side that has won. An entry of a tape is an action id, or
            -1 less the place of the card that was drawn or lost among the kinds of cards. A card that could
            only be of one kind is left out.
        tapes: those of the matches under way.

    Raises:
        BadData: an option is wrong. UnknownName: there is no such deck.
    """

    def __init__(
        self,
        count: int = 1024,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        *,
        taped: bool = False,
    ) -> None:
        game = UboatCards()
        terms = game.terms(scenario, options)
        assert isinstance(terms.scenario, DeckScenario)
        self.options: UboatOptions = terms.options
        self.deck: DeckScenario = terms.scenario
        self.count = count
        steps = [step.name for step in game.sequence_of_play(terms)][1:]
        self._drawing = np.array([name.endswith("draw") for name in steps])
        self._side_of = np.array([SIDES.index(Side(name.partition("_")[0])) for name in steps])
        self._needed = np.array([self.deck.victory[side] for side in SIDES])
        self._full = np.array([self.deck.cards[card] for card in KINDS])
        space = ActionSpace(game)
        self.actions: int = space.n
        self._played = np.full(space.n, -1)
        self._thrown = np.full(space.n, -1)
        for place, card in enumerate(KINDS):
            self._thrown[space.id_of_key(f"discard_card/{card}")] = place
            if f"play_card/{card}" in space.keys:
                self._played[space.id_of_key(f"play_card/{card}")] = place
        self._pass = space.id_of_key("pass")
        self._throw = np.array([space.id_of_key(f"discard_card/{card}") for card in KINDS])
        self._play = np.argsort(np.where(self._played < 0, len(KINDS), self._played), kind="stable")[: len(KINDS) - 1]
        self._names = Encoder.of(game).names
        self._phases = [self._names.index(f"phase.{name}") for name in steps]
        self._chance = np.random.default_rng(seed)
        self._piles = np.zeros((count, 4, len(KINDS)), np.int64)
        self._held, self._rows, self._sunk = (np.zeros((count, 2), np.int64) for _ in range(3))
        self._step, self._turn, self._length = (np.zeros(count, np.int64) for _ in range(3))
        self._all = np.arange(count)
        self.tapes: list[list[int]] = [[] for _ in range(count)] if taped else []
        self.ended: list[tuple[list[int], int]] = []
        self._log = np.array([np.log1p(number) for number in range(self.deck.size + 1)], np.float32)
        self._begin(self._all)
        self._go_on(self._all)

    # ---- looking -------------------------------------------------------------------------------------------------

    @property
    def sides(self) -> Numbers:
        """Whose decision it is in each match."""
        found: Numbers = self._side_of[self._step]
        return found

    def masks(self) -> NDArray[np.bool_]:
        """Which action ids are legal in each match; never none."""
        sides, drawing = self.sides, self._drawing[self._step]
        mask = np.zeros((self.count, self.actions), np.bool_)
        hands = self._piles[self._all, sides] > 0
        mask[:, self._throw] = hands & drawing[:, None]
        wanted = np.zeros_like(hands)
        wanted[self._all, CHAINS[sides, self._rows[self._all, sides]]] = True
        wanted[self._all, CLEARS[sides]] = True
        wanted[:, HARASSES] = (self._held[self._all, 1 - sides] > 0)[:, None]
        mask[:, self._play] = (hands & wanted & ~drawing[:, None])[:, : len(KINDS) - 1]
        mask[:, self._pass] = ~drawing
        return mask

    def observations(self) -> NDArray[np.float32]:
        """The view of the side that is asked in each match, as the game's usual encoder writes it."""
        names, log, sides = self._names, self._log, self.sides
        seen = np.zeros((self.count, len(names)), np.float32)
        seen[self._all, sides] = 1.0  # the first two entries are the roles
        seen[self._all, np.array(self._phases)[self._step]] = 1.0
        seen[:, names.index("turn")] = np.log1p(self._turn.astype(np.float64))
        for number, side in enumerate(SIDES):
            own = sides == number
            at = names.index(f"{side}.hand?")
            seen[:, at] = own
            seen[:, at + 1] = own * self._held[:, number]
            seen[:, at + 2 : at + 2 + len(KINDS)] = own[:, None] * self._piles[:, number]
            at = names.index(f"{side}.hand_size")
            seen[:, at] = log[self._held[:, number]]
            seen[:, at + 1] = self._rows[:, number]
            seen[:, at + 2 : at + 2 + len(KINDS)] = ROWS[number][self._rows[:, number]]
            seen[:, names.index(f"{side}.sunk")] = log[self._sunk[:, number]]
            seen[:, names.index(f"{side}.needed")] = log[self._needed[number]]
        discarded = self._piles[:, DISCARDS].sum(1)
        seen[:, names.index("deck_size")] = log[self._piles[:, DECK].sum(1)]
        seen[:, names.index("discard_size")] = log[discarded]
        if self.options.discard_pile == "open":
            at = names.index("discards?")
            seen[:, at] = 1.0
            seen[:, at + 1] = discarded
            seen[:, at + 2 : at + 2 + len(KINDS)] = self._piles[:, DISCARDS]
        return seen

    # ---- playing -------------------------------------------------------------------------------------------------

    def step(self, actions: Numbers) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Take one action in every match.

        Args:
            actions: a legal action id for each.

        Returns:
            What each match has brought the two sides (0 while it is under way), and which matches have ended. Those
            have been started again.

        Raises:
            BadData: an action is not legal.
        """
        actions = np.asarray(actions)
        legal = self.masks()
        fit = actions.shape == (self.count,) and actions.dtype.kind in "iu"
        if not fit or not ((actions >= 0) & (actions < self.actions)).all():
            raise BadData(f"an action id from 0 to {self.actions - 1} is wanted for each of the {self.count} matches")
        if not legal[self._all, actions].all():
            wrong = int(np.flatnonzero(~legal[self._all, actions])[0])
            offered = ", ".join(map(str, np.flatnonzero(legal[wrong])))
            raise BadData(f"action {actions[wrong]} is not offered in match {wrong}; offered are {offered}")
        for tape, action in zip(self.tapes, actions.tolist(), strict=False):
            tape.append(action)
        drawing = self._drawing[self._step]
        through = np.concatenate((self._discard(np.flatnonzero(drawing), actions), self._act(~drawing, actions)))
        won = self._sunk == self._needed
        over = won.any(1)
        returns = np.where(over[:, None], np.where(won, 1.0, -1.0), 0.0).astype(np.float32)
        ended = np.flatnonzero(over)
        if len(ended):
            self._end(ended, won)
            self._begin(ended)
            through = np.concatenate((through[~over[through]], ended))
        self._go_on(through)
        return returns, over

    def _discard(self, rows: Numbers, actions: Numbers) -> Numbers:
        """Discards of the draw phase (U6); returns the matches in which the hand is down to its limit."""
        sides, cards = self.sides[rows], self._thrown[actions[rows]]
        self._move(rows, sides, cards)
        if self.options.harass_timing == "any_discard":
            harassing = HARASSES[cards]
            self._harass(rows[harassing], 1 - sides[harassing])
        return rows[self._held[rows, sides] <= self.deck.limits.hand_limit]

    def _act(self, acting: NDArray[np.bool_], actions: Numbers) -> Numbers:
        """Actions (U7, U13); returns the matches in which the phase is at its end."""
        every = np.flatnonzero(acting)
        rows = every[actions[every] != self._pass]
        sides, cards = self.sides[rows], self._played[actions[rows]]
        clearing, harassing = cards == CLEARS[sides], HARASSES[cards]
        laying = ~(clearing | harassing)
        self._lay(rows[laying], sides[laying], cards[laying])
        self._clear(rows[clearing], sides[clearing], cards[clearing])
        self._move(rows[harassing], sides[harassing], cards[harassing])
        self._harass(rows[harassing], 1 - sides[harassing])
        if self.options.harass_timing == "free_in_action":
            every = np.setdiff1d(every, rows[harassing], assume_unique=True)
        if self.options.consecutive_turns:
            sides = self.sides[every]
            broken = (self._length[every] > 0) & (self._rows[every, sides] == self._length[every])
            self._take_row(every[broken], sides[broken])
        return every

    def _move(self, rows: Numbers, sides: Numbers, cards: Numbers) -> None:
        """Cards from hands to discard piles."""
        self._piles[rows, sides, cards] -= 1
        self._piles[rows, DISCARDS, cards] += 1
        self._held[rows, sides] -= 1

    def _take_row(self, rows: Numbers, sides: Numbers) -> None:
        """Rows to discard piles."""
        self._piles[rows, DISCARDS] += ROWS[sides, self._rows[rows, sides]]
        self._rows[rows, sides] = 0

    def _lay(self, rows: Numbers, sides: Numbers, cards: Numbers) -> None:
        """The next card of a row (U9-U11, U15-U17); the third destroys a vessel."""
        self._piles[rows, sides, cards] -= 1
        self._held[rows, sides] -= 1
        self._rows[rows, sides] += 1
        whole = self._rows[rows, sides] == CHAINS.shape[1]
        self._take_row(rows[whole], sides[whole])
        self._sunk[rows[whole], sides[whole]] += 1

    def _clear(self, rows: Numbers, sides: Numbers, cards: Numbers) -> None:
        """Dive and Destroyer Sweep (U8, U14)."""
        self._take_row(rows, 1 - sides)
        if self.options.clear_scope == "all":
            self._take_row(rows, sides)
        self._move(rows, sides, cards)

    def _harass(self, rows: Numbers, losers: Numbers) -> None:
        """A card is lost at random (U20), by a side that holds one."""
        holding = self._held[rows, losers] > 0
        rows, losers = rows[holding], losers[holding]
        self._move(rows, losers, self._taken_from(rows, losers))

    def _draw(self, rows: Numbers, sides: Numbers, times: int) -> None:
        """Cards one by one; an empty deck is refilled from the discard pile (U4)."""
        for _ in range(times):
            empty = rows[~self._piles[rows, DECK].any(1)]
            self._piles[empty, DECK] = self._piles[empty, DISCARDS]
            self._piles[empty, DISCARDS] = 0
            cards = self._taken_from(rows, DECK)
            self._piles[rows, DECK, cards] -= 1
            self._piles[rows, sides, cards] += 1
            self._held[rows, sides] += 1

    def _taken_from(self, rows: Numbers, pile: Numbers | int) -> Numbers:
        """A card of a pile in each match, each as likely as any other."""
        sums = self._piles[rows, pile].cumsum(1)
        number = (self._chance.random(len(rows)) * sums[:, -1]).astype(np.int64)
        found: Numbers = (sums <= number[:, None]).sum(1)
        if self.tapes:
            several = (self._piles[rows, pile] > 0).sum(1) > 1
            for row, card in zip(rows[several].tolist(), found[several].tolist(), strict=True):
                self.tapes[row].append(-1 - card)
        return found

    # ---- from step to step -------------------------------------------------------------------------------------------

    def _begin(self, rows: Numbers) -> None:
        """Opening hands (U3)."""
        self._piles[rows] = 0
        self._piles[rows, DECK] = self._full
        for each in (self._held, self._rows, self._sunk):
            each[rows] = 0
        self._turn[rows] = 0
        self._step[rows] = -1
        for side in range(len(SIDES)):
            self._draw(rows, np.full(len(rows), side), self.deck.limits.opening_hand)

    def _end(self, rows: Numbers, won: NDArray[np.bool_]) -> None:
        if self.tapes:
            for row in rows.tolist():
                self.ended.append((self.tapes[row], int(won[row].argmax())))
                self.tapes[row] = []

    def _go_on(self, rows: Numbers) -> None:
        """From the end of a step to the next decision."""
        while len(rows):
            now = (self._step[rows] + 1) % len(self._drawing)
            self._step[rows] = now
            self._turn[rows[now == 0]] += 1
            sides, drawing = self._side_of[now], self._drawing[now]
            self._length[rows] = self._rows[rows, sides]
            rows, sides = rows[drawing], sides[drawing]
            self._draw(rows, sides, self.deck.limits.draw_per_phase)
            rows = rows[self._held[rows, sides] <= self.deck.limits.hand_limit]
