"""The card table as data: hands, rows, piles and vessels on the sea. Nothing is drawn here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from navalcore.boards import Badge, Board, Label, Piece, Rect, Region, Scene, Shape, hand, row
from navalcore.components import place_id
from navalcore_games.uboat_cards.events import NAMES, VESSELS
from navalcore_games.uboat_cards.ids import CARD, HAND, ROW, VESSEL
from navalcore_games.uboat_cards.state import CHAIN, OPPONENT, Card, Side
from navalcore_games.uboat_cards.text_board import seating, turn_and_phase
from navalcore_games.uboat_cards.views import CardTableView, SeatView

WIDTH, HEIGHT = 1280, 820
STRIP, SEA_TOP, SURFACE, SEA_END, HAND_TOP = 128, 146, 236, 640, 656
ROWS: Final = {Side.UBOAT: 282, Side.CONVOY: 474}
"""How far down the rows are."""
SPOTS, STEP = 440, 128
KIND: Final = {Side.UBOAT: "transport", Side.CONVOY: "submarine"}
"""The kind of ship that each side destroys, as a kind of piece."""

FACES: Final = {
    Card.PERISCOPE: ("periscope", "uboat", "wolf pack", "1", "first"),
    Card.TORPEDO: ("torpedo", "uboat", "wolf pack", "2", "second"),
    Card.TRANSPORT: ("loaded_transport", "uboat", "wolf pack", "3", "third: sunk"),
    Card.SONAR: ("sonar", "convoy", "convoy", "1", "first"),
    Card.DEPTH_CHARGES: ("depth_charges", "convoy", "convoy", "2", "second"),
    Card.U_BOAT: ("boat_at_depth", "convoy", "convoy", "3", "third: sunk"),
    Card.DIVE: ("dive", "clear", "wolf pack", "", "clears rows"),
    Card.DESTROYER_SWEEP: ("sweep", "clear", "convoy", "", "clears rows"),
    Card.CAT_AND_MOUSE: ("chase", "harass", "harass", "", "they lose a card"),
    Card.NEAR_MISS: ("near_miss", "harass", "harass", "", "they lose a card"),
    Card.WATER: ("water", "", "water", "", "no use"),
}
"""Everything on a card: its symbol, its colour, its band, its number in the row, what it is for."""


def board(view: CardTableView) -> Board:
    """The table as a view knows it."""
    pieces = [_heading(turn_and_phase(view)), _deck(view), *_discards(view)]
    for side in Side:
        seat = view.seat(side)
        pieces += [*_row(side, seat), *_hand(side, seat), *_vessels(side, seat.sunk, seat.needed)]
    return Board((table(view.role),), tuple(piece for piece in pieces if piece is not None))


# ---- the scene -------------------------------------------------------------------------------------------------------


@cache
def table(role: str) -> Scene:
    """The table before a card is on it, the onlooker's seat at the bottom."""
    top, bottom = seating(role)
    regions = [
        hand(top, f"The {NAMES[top]}'s hand", Rect(190, 16, 290, STRIP - 22)),
        hand(bottom, f"The {NAMES[bottom]}'s hand", Rect(200, HAND_TOP + 8, 1060, HEIGHT - HAND_TOP - 18)),
        _pile("deck", "The deck", Rect(510, 28, 76, STRIP - 30)),
        _pile("discards", "The discard pile", Rect(618, 28, 648, STRIP - 30)),
        _line("turn", "Turn and phase", Rect(420, SEA_TOP + 8, 500, 28)),
    ]
    for side in Side:
        regions += [*_row_regions(side), *_vessel_regions(side)]
    names = {top: 46.0, bottom: HAND_TOP + 44.0}
    labels = [Label(NAMES[side].capitalize(), (24, y), 18, "panel", "start", side=side) for side, y in names.items()]
    if role == bottom:  # on a line of its own: a small screen writes large, and the hand begins next to it
        labels.append(Label("(you)", (24, names[bottom] + 34), 18, "panel", "start", side=bottom))
    labels += [
        Label(f"The {NAMES[side]}'s row", (SPOTS, y - 12), 16, "deep", "start", side=side) for side, y in ROWS.items()
    ]
    return Scene(
        "table", "The card table of Wolf Pack against Convoy", (WIDTH, HEIGHT), tuple(regions), tuple(labels),
        tuple(_shapes()), "table",
    )  # fmt: skip


def _pile(name: str, title: str, shape: Rect) -> Region:
    """Cards of both sides below a caption, which is read however many there are."""
    at = shape.centre[0], shape.y - 8
    return Region(
        name, title, shape, "pile", title.removeprefix("The "), lie="fan", room=shape, label_at=at, label_size=12
    )


def _line(name: str, title: str, shape: Rect) -> Region:
    """Room for a heading."""
    return Region(name, title, shape, "open", lie="row", room=shape)


def _row_regions(side: Side) -> tuple[Region, ...]:
    spots = row(f"row/{side}", f"The {NAMES[side]}'s row", CHAIN[side], (SPOTS, ROWS[side]), gap=STEP - 92)
    assert [spot.id for spot in spots] == [ROW[card] for card in CHAIN[side]]
    return spots


def _vessel_regions(side: Side) -> list[Region]:
    """Where the vessels that a side hunts are afloat, where they are when they are sunk, and their number."""
    vessels = f"{VESSELS[side]}s"
    if side is Side.UBOAT:
        score, sunk = Rect(20, SEA_TOP + 8, 380, 28), Rect(24, SURFACE + 34, 370, 170)
        afloat = Rect(680, SURFACE - 34, 590, 36)
    else:
        score, sunk = Rect(20, 474, 380, 28), Rect(24, 512, 370, 116)
        afloat = Rect(896, ROWS[side] + 16, 220, 100)
    return [
        _line(place_id("score", side), f"{vessels} sunk", score),
        Region(place_id("afloat", side), f"{vessels} afloat", afloat, "open", lie="grid", room=afloat),
        Region(place_id("sunk", side), f"{vessels} sunk by the {NAMES[side]}", sunk, "open", lie="grid", room=sunk),
    ]


def _shapes() -> Iterator[Shape]:
    """The strips of both seats, the sea in section, and the arrows from spot to spot."""
    for y, end in ((8, STRIP + 2), (HAND_TOP, HEIGHT - 6)):
        yield Shape(((8, y), (WIDTH - 8, y), (WIDTH - 8, end), (8, end)), "panel")
    yield Shape(((8, SEA_TOP), (WIDTH - 8, SEA_TOP), (WIDTH - 8, SURFACE), (8, SURFACE)), "sea")
    yield Shape(((8, SURFACE), (WIDTH - 8, SURFACE), (WIDTH - 8, SEA_END), (8, SEA_END)), "deep")
    bottom = [(8 + 8 * step, SEA_END - 16 + 6 * ((step % 40) / 20 - 1) ** 2) for step in range(159)]
    yield Shape((*bottom, (WIDTH - 8, SEA_END), (8, SEA_END)), "land")
    yield Shape(((8, SURFACE), (WIDTH - 8, SURFACE)), "surface", closed=False)
    for y in ROWS.values():
        for spot in (1, 2):
            end = SPOTS + spot * STEP
            yield Shape(((end - 28, y + 66), (end - 9, y + 66)), "arrow", closed=False)
    last = SPOTS + 2 * STEP + 92
    yield Shape(((last + 12, ROWS[Side.UBOAT] + 50), (last + 70, SURFACE + 20)), "arrow", closed=False)
    yield Shape(((last + 12, ROWS[Side.CONVOY] + 66), (last + 90, ROWS[Side.CONVOY] + 66)), "arrow", closed=False)


# ---- the pieces ------------------------------------------------------------------------------------------------------


@cache
def _heading(words: str) -> Piece:
    return Piece("heading/turn", "heading", "turn", words, words)


def _deck(view: CardTableView) -> Piece | None:
    return _backs("deck", "deck", "The deck, face down", "", view.deck_size)


@cache
def _backs(name: str, at: str, title: str, side: str, number: int) -> Piece | None:
    """Cards that are not seen; their id reveals nothing about them."""
    if not number:
        return None
    return Piece(
        place_id("back", name), "card", at, title, side=side, count=number, face="down", name="A card, face down"
    )


def _discards(view: CardTableView) -> Iterable[Piece | None]:
    """The discard pile, by kinds, the newest on top; closed, its backs (UBC-R14)."""
    if view.discards is None:
        return [_backs("discards", "discards", "The discard pile, closed", "", view.discard_size)]
    newest = dict.fromkeys(reversed(view.discards))
    number = Counter(view.discards)
    return [_discarded(card, number[card]) for card in reversed(newest)]


@cache
def _discarded(card: Card, number: int) -> Piece:
    return card_piece(card, "discards", f"{card}, discarded", number)


def _row(side: Side, seat: SeatView) -> Iterator[Piece]:
    return (_laid(card, side) for card in seat.row)


@cache
def _laid(card: Card, side: Side) -> Piece:
    return card_piece(card, ROW[card], f"{card}, in the {NAMES[side]}'s row")


def _hand(side: Side, seat: SeatView) -> Iterator[Piece | None]:
    if seat.hand is None:
        yield _backs(side, HAND[side], f"A card, face down, in the {NAMES[side]}'s hand", side, seat.hand_size)
        return
    for card, number in Counter(seat.hand).items():
        yield _held(card, side, number)


@cache
def _held(card: Card, side: Side, number: int) -> Piece:
    return card_piece(card, HAND[side], f"{card}, in the {NAMES[side]}'s hand", number)


@cache
def card_piece(card: Card, at: str, title: str, number: int = 1) -> Piece:
    """A card face up, or a stack of like ones."""
    symbol, side, band, figure, foot = FACES[card]
    told = (Badge(band, kind="band"), Badge(figure, kind="figure"), Badge(foot, kind="foot"))
    badges = tuple(badge for badge in told if badge.text)
    return Piece(CARD[card], "card", at, title, card, side, count=number, badges=badges, symbol=symbol, name=card)


@cache
def _vessels(side: Side, sunk: int, needed: int) -> tuple[Piece, ...]:
    """The vessels that a side hunts: those afloat and those it has sunk, and how many are still needed."""
    kind, name, vessel, owner = KIND[side], VESSEL[side], VESSELS[side], OPPONENT[side]
    told = f"{sunk} of {needed} {vessel}s sunk"
    found = [Piece(place_id("heading", side), "heading", place_id("score", side), told, told, side)]
    if afloat := needed - sunk:
        found.append(
            Piece(name, kind, place_id("afloat", side), f"{vessel}, afloat", side=owner, count=afloat, name=vessel)
        )
    if sunk:
        found.append(
            Piece(name, kind, place_id("sunk", side), f"{vessel}, sunk", count=sunk, state="sunk", name=vessel)
        )
    return tuple(found)
