"""The card table as text and as a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

from navalcore import boards
from navalcore.boards import WIDTH as LINE, DrawnBoard as Board, Palette, Picture, framed, ruled_table, wrapped
from navalcore_games.uboat_cards.choices import HAND, ROW
from navalcore_games.uboat_cards.events import NAMES, VESSELS
from navalcore_games.uboat_cards.state import CHAIN, CLEARING, HARASSING, OPPONENT, Card, Side
from navalcore_games.uboat_cards.views import CardTableView

CARD_WIDTH, CARD_HEIGHT, GAP, LEFT = 92, 64, 8, 16
COLUMNS = 7
"""Cards side by side: a full hand and the two that are drawn. More overlap."""
WIDTH = 2 * LEFT + COLUMNS * (CARD_WIDTH + GAP) - GAP
SEAT_HEIGHT = 186
LIST_HEIGHT = 66
BAND_HEIGHT = CARD_HEIGHT + 2 * GAP + LIST_HEIGHT
HEIGHT = 2 * SEAT_HEIGHT + BAND_HEIGHT
ROW_TOP, HAND_TOP = 36, 112
DISCARDS = WIDTH - LEFT - CARD_WIDTH
DECK = DISCARDS - CARD_WIDTH - 110

PHASES = {
    "deal": "Opening hands",
    "uboat_draw": "U-boat draw phase",
    "convoy_draw": "Convoy draw phase",
    "uboat_action": "U-boat action phase",
    "convoy_action": "Convoy action phase",
}


def table_text(view: CardTableView, width: int = LINE) -> str:
    """Both seats, the piles, the turn: plain text, the onlooker's own seat last."""
    seats = [_seat_text(view, side, width) for side in seating(view.role)]
    return "\n".join([wrapped(_headline(view), width), *seats])


def seating(role: str) -> tuple[Side, Side]:
    """Who sits at the top and who at the bottom: the onlooker at the bottom."""
    bottom = Side.CONVOY if role == Side.CONVOY else Side.UBOAT
    return OPPONENT[bottom], bottom


def _headline(view: CardTableView) -> str:
    top = f", {view.discards[-1]} on top" if view.discards else ""
    phase = f"The {NAMES[view.winner]} has won" if view.winner else PHASES.get(view.phase, view.phase)
    return f"Turn {view.turn}: {phase}. Deck {view.deck_size} cards, discards {view.discard_size}{top}."


def _seat_text(view: CardTableView, side: Side, width: int) -> str:
    seat = view.seat(side)
    hand = _listed(seat.hand) if seat.hand is not None else f"{seat.hand_size} cards, face down"
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
        return f"The discard pile is closed: {view.discard_size} cards."
    if not view.discards:
        return "The discard pile is empty."
    rows = [[card, view.discards.count(card)] for card in Card if card in view.discards]
    told = f"{view.discard_size} cards, {view.discards[-1]} on top; all that lie there:"
    return f"{told}\n{ruled_table(['card', 'discarded'], rows)}"


def board(view: CardTableView) -> Board:
    """The table as a picture: rows, hands as far as they are seen, piles and scores."""
    picture = Picture(WIDTH, HEIGHT, f"Card table of Wolf Pack against Convoy: {_headline(view)}", background=None)
    top, bottom = seating(view.role)
    _draw_seat(picture, view, top, 0)
    _draw_band(picture, view)
    _draw_seat(picture, view, bottom, SEAT_HEIGHT + BAND_HEIGHT)
    return Board(_still(view.role, view.uboat.needed, view.convoy.needed), picture.as_svg())


@cache
def _still(role: str, uboat_needs: int, convoy_needs: int) -> str:
    """The table before a card lies on it: names, the spots of both rows, the piles."""
    picture = Picture(WIDTH, HEIGHT, "The card table", background=Palette.SEA)
    picture.rectangle(0, SEAT_HEIGHT, WIDTH, BAND_HEIGHT, fill=Palette.DEEP, stroke="none")
    pile_top = SEAT_HEIGHT + GAP
    for pile, name in ((DECK, "deck"), (DISCARDS, "discards")):
        picture.rectangle(pile, pile_top, CARD_WIDTH, CARD_HEIGHT, fill="none", stroke=Palette.SEA, round=6)
        picture.text(pile - GAP, pile_top + 26, name, size=14, fill=Palette.CARD, anchor="end")
    for top, side in zip((0, SEAT_HEIGHT + BAND_HEIGHT), seating(role), strict=True):
        you = " (you)" if role == side else ""
        picture.text(LEFT, top + 25, f"{NAMES[side].capitalize()}{you}", size=17, bold=True, fill=_colour_of(side))
        for x, card, place in _row_of(side):
            with picture.place(place, f"The {NAMES[side]}'s row, for {card}"):
                picture.rectangle(
                    x, top + ROW_TOP, CARD_WIDTH, CARD_HEIGHT, fill=Palette.SEA, stroke=Palette.FAINT, round=6
                )
                for line, word in enumerate(str(card).split()):
                    y = top + ROW_TOP + 36 + 15 * line
                    picture.text(x + CARD_WIDTH / 2, y, word, size=13, fill=Palette.FAINT, anchor="middle")
        needed = uboat_needs if side is Side.UBOAT else convoy_needs
        boards.pips(picture, WIDTH - 4 - 22 * needed, top + 19, 0, needed, colour=_colour_of(side))
    return picture.as_svg()


def _row_of(side: Side) -> Iterator[tuple[float, Card, str]]:
    """The spots of a row: how far from the left, the card that goes there, its place."""
    for number, card in enumerate(CHAIN[side]):
        yield LEFT + number * (CARD_WIDTH + GAP), card, ROW[card]


def _draw_band(picture: Picture, view: CardTableView) -> None:
    """Turn and phase, deck and discard pile, between the two seats."""
    turn, _, phase = _headline(view).split(". ")[0].partition(": ")
    top = SEAT_HEIGHT + GAP
    picture.text(LEFT, top + 26, turn, size=19, bold=True, fill=Palette.CARD)
    picture.text(LEFT, top + 50, phase, size=16, fill=Palette.CARD)
    for x, size in ((DECK, view.deck_size), (DISCARDS, view.discard_size)):
        picture.text(x - GAP, top + 48, str(size), size=18, bold=True, fill=Palette.CARD, anchor="end")
    if view.deck_size:
        told = f"The deck: {view.deck_size} cards, face down"
        boards.card_back(picture, DECK, top, CARD_WIDTH, CARD_HEIGHT, place="deck", title=told)
    with picture.place("discards", f"The discard pile: {view.discard_size} cards"):
        if view.discards:
            _draw_card(picture, DISCARDS, top, view.discards[-1])
        elif view.discard_size:
            boards.card_back(picture, DISCARDS, top, CARD_WIDTH, CARD_HEIGHT)
        else:
            picture.rectangle(DISCARDS, top, CARD_WIDTH, CARD_HEIGHT, stroke="none", opacity=0)
    _draw_list(picture, view, top + CARD_HEIGHT + GAP)


def _draw_list(picture: Picture, view: CardTableView, top: float) -> None:
    """What lies on the discard pile: it is open (UBC-R14) and may be looked at."""
    if view.discards is None:
        picture.text(LEFT, top + 20, "The discard pile is closed.", size=13, fill=Palette.SEA)
        return
    lying = Counter(view.discards)
    across = 4
    step = (WIDTH - 2 * LEFT) / across
    for number, card in enumerate(Card):
        x, y = LEFT + number % across * step, top + 15 + 20 * (number // across)
        ink = Palette.CARD if lying[card] else Palette.NEUTRAL
        picture.text(x, y, f"{lying[card]} {card}", size=13, fill=ink)


def _draw_seat(picture: Picture, view: CardTableView, side: Side, top: float) -> None:
    seat = view.seat(side)
    told = f"{VESSELS[side]}s sunk {seat.sunk} of {seat.needed}"
    from_right = WIDTH - 4 - 22 * seat.sunk
    boards.pips(picture, from_right, top + 19, seat.sunk, seat.sunk, colour=_colour_of(side), title=told)
    picture.text(WIDTH - 42 - 22 * seat.needed, top + 25, told, size=14, anchor="end")
    for (x, laid, place), _ in zip(_row_of(side), seat.row, strict=False):
        _draw_card(picture, x, top + ROW_TOP, laid, place, f"The {NAMES[side]}'s row: {laid}")
    step = min(CARD_WIDTH + GAP, (WIDTH - 2 * LEFT - CARD_WIDTH) / max(1, seat.hand_size - 1))
    for number in range(seat.hand_size):
        x, y = LEFT + number * step, top + HAND_TOP
        if seat.hand is None:
            boards.card_back(picture, x, y, CARD_WIDTH, CARD_HEIGHT, trim=_colour_of(side))
        else:
            held = seat.hand[number]
            _draw_card(picture, x, y, held, HAND[held], f"{held}, in the hand of the {NAMES[side]}")


def _draw_card(picture: Picture, x: float, y: float, shown: Card, place: str = "", title: str = "") -> None:
    """One card face up."""
    stripe = _card_colour(shown)
    boards.card(picture, x, y, CARD_WIDTH, CARD_HEIGHT, str(shown), stripe=stripe, size=13, place=place, title=title)


def _colour_of(side: Side) -> str:
    return Palette.AXIS if side is Side.UBOAT else Palette.ALLIES


def _card_colour(shown: Card) -> str:
    for side in Side:
        if shown in CHAIN[side] or shown is CLEARING[side]:
            return _colour_of(side)
    return Palette.ALERT if shown in HARASSING else Palette.NEUTRAL
