"""The table before a card is on it, as a scene: the seats of both sides, and the sea around the convoy."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import cos, pi, sin
from typing import Final, Literal, TypeAlias

from navalcore.boards import Label, Polygon, Rect, Region, Scene, Shape
from navalcore_games.tonnage_war import ids
from navalcore_games.tonnage_war.events import NAMES
from navalcore_games.tonnage_war.state import OTHER, ContactNumber, Side

Lie: TypeAlias = Literal["stack", "fan", "grid"]

WIDTH, HEIGHT = 1280, 888
STRIP, SEA, PANEL = (38, 140), (148, 600), (606, 880)
"""How far down the other side's cards, the sea and the viewer's own cards are."""
BOXES: Final = {ids.ATTACK: "U-boat attack", ids.ENGAGEMENT: "Engagement", ids.WINDOW: "May be continued"}
"""Everything under way, each in a box of its own."""
RIGHT: Final = 792
"""Where the boxes begin."""
SLOT: Final = (124, 66)
"""How large the place of a contact is."""
ORDER: Final = (12, 2, 8, 4, 6, 0, 10, 5, 7, 1, 11, 3, 9)
"""On which place around the convoy each contact is: the first ones far from each other."""


def told_id(place: str) -> str:
    """Where the text of a place is written."""
    return f"{place}/told"


@cache
def scene(bottom: Side, seen: tuple[Side, ...], you: bool, has_carrier: bool, game: int) -> Scene:
    """The table with a side at the bottom.

    Args:
        bottom: the side whose cards are at the bottom.
        seen: the sides whose cards are seen.
        you: whether those at the bottom are the onlooker's own.
        has_carrier: whether the convoy has an escort carrier.
        game: which game of a match it is: the second begins on a table of its own.
    """
    top = OTHER[bottom]
    regions = [*_heading(), *_sea(has_carrier), *_strip(top, top in seen), *_panel(bottom)]
    whose = {top: (STRIP[0] + 28, ""), bottom: (PANEL[1] - 62, " (you)" if you else "")}
    labels = [
        Label(f"{NAMES[side].capitalize()}{said}", (22, y), 17, "panel", "start", side=side)
        for side, (y, said) in whose.items()
    ]
    labels += [
        Label(BOXES[region.id], (region.shape.box.x + 10, region.shape.box.y + 19), 13, "deep", "start")
        for region in regions
        if region.id in BOXES
    ]
    size = (WIDTH, HEIGHT)
    title = f"The sea around the convoy{f', game {game}' if game > 1 else ''}"
    return Scene("sea", title, size, tuple(regions), tuple(labels), tuple(_shapes()), "table")


def _open(name: str, title: str, box: Rect) -> Region:
    """A place where nothing is drawn until something is there."""
    return Region(name, title, box, "open", lie="row", room=box)


def _heading() -> Iterator[Region]:
    yield _open(ids.ROUND, "Round, turn and weather", Rect(16, 6, 570, 28))
    for side, x in ((Side.UBOAT, 600), (Side.ESCORT, 936)):
        yield _open(ids.SCORE[side], f"Points of the {NAMES[side]}", Rect(x, 6, 150, 28))
        yield _open(told_id(ids.SCORE[side]), f"What the {NAMES[side]} has sunk", Rect(x + 152, 9, 176, 22))


# ---- the seats -------------------------------------------------------------------------------------------------------


def _pile(name: str, title: str, label: str, box: Rect, lie: Lie = "stack") -> Region:
    """Cards below a caption."""
    at, kind = (box.x + box.width / 2, box.y - 6), "pile" if lie == "stack" else "hand"
    room = Rect(box.x, box.y + 7, box.width, box.height - 10) if lie == "grid" else box  # what is small has badges
    return Region(name, title, box, kind, label, lie=lie, room=room, label_at=at, label_size=11.5)


def _strip(side: Side, seen: bool) -> Iterator[Region]:
    """The seat at the top, all in a line."""
    y, high, whose = STRIP[0] + 22, 74, f"The {NAMES[side]}'s"
    lie: Lie = "grid" if seen else "fan"
    ends = (420, 600, 800, 880) if seen else (320, 470, 800, 976)  # backs need less room than faces
    cards, units = Rect(146, y, ends[0] - 158, high), Rect(ends[0], y, ends[1] - ends[0] - 12, high)
    yield _pile(ids.HAND[side], f"{whose} tactical cards", "tactical cards", cards, lie)
    yield _pile(ids.UNITS[side], f"{whose} unit cards", "unit cards", units, lie)
    yield from _piles(side, (y, high), ends[1:])


def _panel(side: Side) -> Iterator[Region]:
    """The seat at the bottom: its hands large, its piles below them. The numbers of equal cards hang below the hands,
    and do not reach the captions of the piles where both have grown to be read.
    """
    y, whose = PANEL[0] + 20, f"The {NAMES[side]}'s"
    cards, units = Rect(20, y, 840, 138), Rect(872, y, 392, 138)
    yield _pile(ids.HAND[side], f"{whose} tactical cards", "tactical cards", cards, "fan")
    yield _pile(ids.UNITS[side], f"{whose} unit cards", "unit cards", units, "fan")
    yield from _piles(side, (PANEL[1] - 76, 74), (210, 560, 726))


def _piles(side: Side, down: tuple[float, float], across: tuple[float, float, float]) -> Iterator[Region]:
    """The cards that a side has played, units out of play, discards and both decks."""
    (y, high), (played, out, discards), whose = down, across, f"the {NAMES[side]}"
    boxes = [Rect(x, y, end - x - 16, high) for x, end in ((played, out), (out, discards), (discards, 1118))]
    yield _pile(ids.PLAYED[side], f"Played by {whose}", "played", boxes[0], "fan")
    yield _pile(ids.OUT[side], f"Out of play of {whose}", "out of play", boxes[1], "grid")
    yield _pile(ids.DISCARDS[side], f"Discarded by {whose}", "discarded", boxes[2], "fan")
    yield _pile(ids.DECK[side], f"The tactical deck of {whose}", "deck", Rect(1120, y, 68, high))
    yield _pile(ids.UNIT_DECK[side], f"The unit deck of {whose}", "unit deck", Rect(1196, y, 68, high))


# ---- the sea ---------------------------------------------------------------------------------------------------------


def _oval(x: float, y: float, across: float, down: float, corners: int = 48) -> tuple[tuple[float, float], ...]:
    turns = [2 * pi * number / corners for number in range(corners)]
    return tuple((round(x + across * cos(turn), 1), round(y + down * sin(turn), 1)) for turn in turns)


def _sea(has_carrier: bool) -> Iterator[Region]:
    middle = Polygon(_oval(400, 380, 236, 140))
    yield Region(ids.CONVOY, "The convoy", middle, "sea", "Convoy", lie="grid", room=Rect(228, 282, 344, 146),
                 label_at=(400, 270), label_size=15)  # fmt: skip
    box = Rect(262, 432, 276, 66)
    yield Region(ids.SUNK_SHIPS, "Ships of the convoy that are sunk", box, "open", lie="grid", room=box)
    for number in ids.CONTACT_NUMBERS:
        yield from _contact(number)
    rescue, returning = Rect(22, 246, 124, 72), Rect(22, 326, 124, 196)
    yield Region(ids.RESCUE, "The rescue ship", rescue, "cell", "rescue ship", lie="grid", label_size=12)
    yield Region(
        ids.RETURNING, "Escorts on their way back", returning, "cell", "on the way back", lie="grid", label_size=12
    )
    top = SEA[0] + 8
    if has_carrier:
        deck = Polygon(_oval(RIGHT + 96, top + 54, 94, 52))
        yield Region(ids.CARRIER, "The escort carrier", deck, "sea", "Carrier", lie="grid", label_size=13,
                     label_at=(RIGHT + 96, top + 26), room=Rect(RIGHT + 44, top + 36, 104, 42))  # fmt: skip
        yield Region(ids.SCREEN, "The carrier's screen", Rect(RIGHT + 200, top, 276, 108), "cell", "her screen",
                     lie="grid", label_size=12)  # fmt: skip
        top += 116
    high = (SEA[1] - 8 - top) / len(BOXES)
    for row, (name, label) in enumerate(BOXES.items()):
        yield from _box(name, label, Rect(RIGHT, top + row * high, WIDTH - 12 - RIGHT, high - 6))


def _contact(number: ContactNumber) -> Iterator[Region]:
    """Where a boat in contact is, below the contact's card."""
    place = ORDER[number - 1]
    x, y = 18.0 + 127 * (place % 6), 158.0 if place < 6 else 532.0
    if place == 12:
        x, y = 650.0, 346.0
    box = Rect(x, y, *SLOT)
    room = Rect(x + 2, y + 23, SLOT[0] - 4, SLOT[1] - 25)
    yield Region(ids.contact_id(number), f"Contact {number}", box, "open", lie="grid", room=room)
    yield _open(ids.contact_card_id(number), f"The card of contact {number}", Rect(x, y, SLOT[0], 21))


def _box(name: str, label: str, box: Rect) -> Iterator[Region]:
    """Where an attack or an engagement is, and the text of it."""
    room = Rect(box.x + 6, box.y + 32, box.width - 12, box.height - 40)
    yield Region(name, label, box, "cell", lie="row", room=room)
    yield _open(told_id(name), f"{label}: what it is", Rect(box.x + 124, box.y + 4, box.width - 130, 22))


def _shapes() -> Iterator[Shape]:
    """The strips of both seats, and the sea."""
    for (y, end), kind in ((STRIP, "panel"), (PANEL, "panel"), (SEA, "deep")):
        yield Shape(((8, y), (WIDTH - 8, y), (WIDTH - 8, end), (8, end)), kind)
    ring = [(x, y) for x, y in _oval(400, 380, 380, 219, 72) if x <= RIGHT - 8]
    yield Shape((*ring, ring[0]), "way", closed=False)
