"""Tables laid out by hand."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from navalcore._rules.play import Play
from navalcore.components._cards import Deck, DiscardPile, Hand
from navalcore.components._chance import Chance, SeededChance
from navalcore_games.uboat_cards.decks import own_decks
from navalcore_games.uboat_cards.game import UboatCards
from navalcore_games.uboat_cards.options import UboatOptions
from navalcore_games.uboat_cards.state import Card, Seat, Side, State

Table = Play[State, UboatOptions]


def lay_out(
    uboat: Iterable[Card] = (),
    convoy: Iterable[Card] = (),
    *,
    uboat_row: Iterable[Card] = (),
    convoy_row: Iterable[Card] = (),
    deck: Iterable[Card] = (),
    discards: Iterable[Card] = (),
    sunk: tuple[int, int] = (0, 0),
    chance: Chance | None = None,
    listening: bool = False,
    **options: Any,
) -> Table:
    """A table with these hands, rows and piles, standard victory numbers (6 and 4), ready for a procedure."""
    seats = {
        Side.UBOAT: Seat(Hand(sorted(uboat)), list(uboat_row), sunk[0], 6),
        Side.CONVOY: Seat(Hand(sorted(convoy)), list(convoy_row), sunk[1], 4),
    }
    state = State("test", Deck(deck), DiscardPile(discards), seats)
    source = SeededChance.from_seed(0) if chance is None else chance
    return Play(state, UboatOptions(**options), source, scenario=own_decks()["standard"], listening=listening)


@pytest.fixture
def table() -> Callable[..., Table]:
    """Lays a table out: see :func:`lay_out`."""
    return lay_out


@pytest.fixture(scope="session")
def game() -> UboatCards:
    """The card game."""
    return UboatCards()
