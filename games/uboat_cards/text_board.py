"""The card table as text."""

from __future__ import annotations

from collections import Counter

from navalcore.boards import WIDTH, framed, ruled_table, wrapped
from navalcore.components import counted
from navalcore_games.uboat_cards.events import NAMES, VESSELS
from navalcore_games.uboat_cards.state import CHAIN, OPPONENT, Card, Side
from navalcore_games.uboat_cards.views import CardTableView

PHASES = {
    "deal": "Opening hands",
    "uboat_draw": "U-boat draw phase",
    "convoy_draw": "Convoy draw phase",
    "uboat_action": "U-boat action phase",
    "convoy_action": "Convoy action phase",
}


def table_text(view: CardTableView, width: int = WIDTH) -> str:
    """Both seats, the piles, the turn: plain text, the onlooker's own seat last."""
    seats = [_seat_text(view, side, width) for side in seating(view.role)]
    return "\n".join([wrapped(headline(view), width), *seats])


def seating(role: str) -> tuple[Side, Side]:
    """Who sits at the top and who at the bottom: the onlooker at the bottom."""
    bottom = Side.CONVOY if role == Side.CONVOY else Side.UBOAT
    return OPPONENT[bottom], bottom


def headline(view: CardTableView) -> str:
    """Turn, phase and piles in a line."""
    top = f", {view.discards[-1]} on top" if view.discards else ""
    return f"{turn_and_phase(view)}. Deck {counted(view.deck_size, 'card')}, discards {view.discard_size}{top}."


def turn_and_phase(view: CardTableView) -> str:
    """Which turn and phase it is, or who has won."""
    phase = f"The {NAMES[view.winner]} has won" if view.winner else PHASES.get(view.phase, view.phase)
    return f"Turn {view.turn}: {phase}"


def _seat_text(view: CardTableView, side: Side, width: int) -> str:
    seat = view.seat(side)
    hand = _listed(seat.hand) if seat.hand is not None else f"{counted(seat.hand_size, 'card')}, face down"
    laid = [f"[{card}]" for card in seat.row]
    to_come = [f"({card})" for card in CHAIN[side][len(seat.row) :]]
    row = f"row   {' - '.join(laid + to_come)}"
    you = " (you)" if view.role == side else ""
    return framed(f"{row}\nhand  {hand}\n{_sunk(side, seat.sunk, seat.needed)}", NAMES[side] + you, width)


def _sunk(side: Side, sunk: int, needed: int) -> str:
    return f"sunk  {'x' * sunk}{'.' * (needed - sunk)}  {sunk} of {needed} {VESSELS[side]}s"


def _listed(cards: tuple[Card, ...]) -> str:
    counts = Counter(cards)
    return ", ".join(f"{count} {card}" if count > 1 else str(card) for card, count in counts.items()) or "none"


def discard_list(view: CardTableView) -> str:
    """The discard pile by kinds of card, as far as it may be looked at (UBC-R14)."""
    if view.discards is None:
        return f"The discard pile is closed: {counted(view.discard_size, 'card')}."
    if not view.discards:
        return "The discard pile is empty."
    rows = [[card, view.discards.count(card)] for card in Card if card in view.discards]
    told = f"{counted(view.discard_size, 'card')}, {view.discards[-1]} on top; all of them:"
    return f"{told}\n{ruled_table(['card', 'discarded'], rows)}"
