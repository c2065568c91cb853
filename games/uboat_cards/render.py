"""The card table as text and as a picture."""

from __future__ import annotations

from collections import Counter
from functools import cache
from textwrap import wrap

from games.uboat_cards.events import NAMES, VESSELS
from games.uboat_cards.state import CHAIN, CLEARING, HARASSING, OPPONENT, Card, Side
from games.uboat_cards.views import CardTableView
from navalcore.render import Board, Palette, Picture, framed

CARD_WIDTH, CARD_HEIGHT, GAP = 92, 60, 8
WIDTH = 3 * GAP + 8 * (CARD_WIDTH + GAP)
SEAT_HEIGHT = 178
NAME_SIZE = 10.5
LONGEST_LINE = 12
"""Letters of a card's name on one line; so many wide bold ones of this size still fit on the card."""
BAND_HEIGHT = CARD_HEIGHT + 2 * GAP

PHASES = {
    "deal": "Opening hands",
    "uboat_draw": "U-boat draw phase",
    "convoy_draw": "Convoy draw phase",
    "uboat_action": "U-boat action phase",
    "convoy_action": "Convoy action phase",
}


def table_text(view: CardTableView) -> str:
    """Both seats, the piles, the turn: plain text, the onlooker's own seat last."""
    return "\n".join([_headline(view), *(_seat_text(view, side) for side in seating(view.role))])


def seating(role: str) -> tuple[Side, Side]:
    """Who sits at the top and who at the bottom: the onlooker at the bottom."""
    bottom = Side.CONVOY if role == Side.CONVOY else Side.UBOAT
    return OPPONENT[bottom], bottom


def _headline(view: CardTableView) -> str:
    top = f", {view.discards[-1]} on top" if view.discards else ""
    phase = f"The {NAMES[view.winner]} has won" if view.winner else PHASES.get(view.phase, view.phase)
    return f"Turn {view.turn}: {phase}. Deck {view.deck_size} cards, discards {view.discard_size}{top}."


def _seat_text(view: CardTableView, side: Side) -> str:
    seat = view.seat(side)
    hand = _listed(seat.hand) if seat.hand is not None else f"{seat.hand_size} cards, face down"
    laid = [f"[{card}]" for card in seat.row]
    to_come = [f"({card})" for card in CHAIN[side][len(seat.row) :]]
    row = f"row   {' - '.join(laid + to_come)}"
    you = " (you)" if view.role == side else ""
    return framed(f"{row}\nhand  {hand}\n{_sunk(side, seat.sunk, seat.needed)}", NAMES[side] + you)


def _sunk(side: Side, sunk: int, needed: int) -> str:
    return f"sunk  {'x' * sunk}{'.' * (needed - sunk)}  {sunk} of {needed} {VESSELS[side]}s"


def _listed(cards: tuple[Card, ...]) -> str:
    counts = Counter(cards)
    return ", ".join(f"{count} {card}" if count > 1 else str(card) for card, count in counts.items()) or "none"


@cache
def _still() -> str:
    return Picture(WIDTH, 2 * SEAT_HEIGHT + BAND_HEIGHT, "The card table", background=Palette.SEA).as_svg()


def table(view: CardTableView) -> Board:
    """The table as a picture: rows, hands as far as they are seen, piles and scores."""
    title = f"Card table of Wolf Pack against Convoy: {_headline(view)}"
    picture = Picture(WIDTH, 2 * SEAT_HEIGHT + BAND_HEIGHT, title, background=None)
    top, bottom = seating(view.role)
    _draw_seat(picture, view, top, 0)
    _draw_band(picture, view, SEAT_HEIGHT)
    _draw_seat(picture, view, bottom, SEAT_HEIGHT + BAND_HEIGHT)
    return Board(_still(), picture.as_svg())


def _draw_band(picture: Picture, view: CardTableView, top: float) -> None:
    """Turn and phase, deck and discard pile, between the two seats."""
    picture.rectangle(0, top, WIDTH, BAND_HEIGHT, fill=Palette.DEEP, stroke=Palette.DEEP)
    turn, _, phase = _headline(view).split(". ")[0].partition(": ")
    picture.text(2 * GAP, top + 32, turn, size=17, bold=True, fill=Palette.CARD)
    picture.text(2 * GAP, top + 54, phase, size=14, fill=Palette.CARD)
    piles = [
        ("deck", view.deck_size, None),
        ("discards", view.discard_size, view.discards[-1] if view.discards else None),
    ]
    for place, (name, size, card) in enumerate(piles):
        right = WIDTH - 2 * GAP - (1 - place) * (CARD_WIDTH + 110)
        if size:
            _draw_card(picture, right - CARD_WIDTH, top + GAP, card)
        else:
            picture.rectangle(right - CARD_WIDTH, top + GAP, CARD_WIDTH, CARD_HEIGHT, fill="none", stroke=Palette.SEA)
        picture.text(right - CARD_WIDTH - GAP, top + 34, name, fill=Palette.CARD, anchor="end")
        picture.text(right - CARD_WIDTH - GAP, top + 52, str(size), size=14, bold=True, fill=Palette.CARD, anchor="end")


def _draw_seat(picture: Picture, view: CardTableView, side: Side, top: float) -> None:
    seat = view.seat(side)
    colour = _colour_of(side)
    you = " (you)" if view.role == side else ""
    picture.text(2 * GAP, top + 22, f"{NAMES[side].capitalize()}{you}", size=15, bold=True, fill=colour)
    for i in range(seat.needed):
        fill = colour if i < seat.sunk else Palette.CARD
        picture.circle(WIDTH - 24 - 20 * i, top + 17, 7, fill=fill, stroke=colour, tip=f"{seat.sunk} sunk")
    picture.text(
        WIDTH - 40 - 20 * seat.needed, top + 22, f"{VESSELS[side]}s sunk {seat.sunk} of {seat.needed}", anchor="end"
    )
    for place, card in enumerate(CHAIN[side]):
        x = 2 * GAP + place * (CARD_WIDTH + GAP)
        if place < len(seat.row):
            _draw_card(picture, x, top + 32, card)
        else:
            picture.rectangle(x, top + 32, CARD_WIDTH, CARD_HEIGHT, fill="none", stroke=Palette.FAINT, round=6)
            picture.text(x + CARD_WIDTH / 2, top + 66, str(card), size=11, fill=Palette.INK, anchor="middle")
    cards: tuple[Card | None, ...] = seat.hand if seat.hand is not None else (None,) * seat.hand_size
    for place, held in enumerate(cards):
        _draw_card(picture, 2 * GAP + place * (CARD_WIDTH + GAP), top + 104, held)


def _draw_card(picture: Picture, x: float, y: float, card: Card | None) -> None:
    """One card face up, or (None) its back."""
    if card is None:
        picture.rectangle(x, y, CARD_WIDTH, CARD_HEIGHT, fill=Palette.CARD_BACK, round=6, tip="a card, face down")
        return
    picture.rectangle(x, y, CARD_WIDTH, CARD_HEIGHT, round=6, tip=str(card))
    picture.rectangle(x + 6, y + 6, CARD_WIDTH - 12, 10, fill=_card_colour(card), stroke="none", round=3)
    lines = wrap(str(card), LONGEST_LINE)
    for row, line in enumerate(lines):
        height = y + 46 - 6.5 * len(lines) + 13 * row
        picture.text(x + CARD_WIDTH / 2, height, line, size=NAME_SIZE, bold=True, anchor="middle")


def _colour_of(side: Side) -> str:
    return Palette.AXIS if side is Side.UBOAT else Palette.ALLIES


def _card_colour(card: Card) -> str:
    for side in Side:
        if card in CHAIN[side] or card is CLEARING[side]:
            return _colour_of(side)
    return Palette.ALERT if card in HARASSING else Palette.NEUTRAL
