"""Parts of boards that games share: cards, counters, badges, chips, discs, stacks, tracks, pips, silhouettes, legends.

Each is drawn on a :class:`~navalcore.boards.Picture` and may bear its place, so that a front end can tell which
one an option means. Coordinates are pixels, those of the upper left corner of the part unless said otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Final

from navalcore._picture import Palette, Picture, Point
from navalcore.components._tracks import DamageTrack

LETTER: Final = 0.62
"""The width of a sans-serif letter as a share of its size, on average and rounded up; a bold one is a sixth wider."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A counter before it has been given a spot."""

    text: str
    """The letters on it; empty for a counter of a colour alone."""
    fill: str
    """Its colour."""
    title: str
    """What it is, in words."""
    place: str = ""
    """Its place, if options may name it."""
    ink: str = Palette.CARD
    """The colour of the letters."""
    edge: str = Palette.CARD
    """The colour of its outline."""
    line: float = 1
    """The width of its outline."""
    note: str = ""
    """A second line in smaller letters."""


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """About how wide a line of text becomes, in pixels: rather more than less."""
    return len(text) * size * LETTER * (7 / 6 if bold else 1)


def fitted(text: str, width: float, size: float, *, bold: bool = False) -> str:
    """A text as it fits into a width: whole, or cut and ended by an ellipsis.

    >>> fitted("Convoy HX 229", 200, 10), fitted("Convoy HX 229", 50, 10)
    ('Convoy HX 229', 'Convoy…')
    """
    if text_width(text, size, bold=bold) <= width:
        return text
    letters = max(1, int(width / text_width("x", size, bold=bold)) - 1)
    return f"{text[:letters].rstrip()}…"


def broken(text: str, width: float, size: float, *, bold: bool = False) -> list[str]:
    """A text in lines that fit into a width, broken between words; a word that is too long stands alone.

    >>> broken("multiple shot attack", 60, 10)
    ['multiple', 'shot', 'attack']
    """
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size, bold=bold) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def placed(picture: Picture, place: str, title: str) -> AbstractContextManager[None]:
    """``picture.place(place, title)``, or nothing at all where the place is empty."""
    return picture.place(place, title) if place else nullcontext()


def spot(picture: Picture, x: float, y: float, width: float, height: float, *, place: str, title: str) -> None:
    """A place with nothing to see: it can be clicked and lit up all the same."""
    with picture.place(place, title):
        picture.rectangle(x, y, width, height, stroke="none", opacity=0)


def card(
    picture: Picture, x: float, y: float, width: float, height: float, name: str = "", *,
    stripe: str = Palette.NEUTRAL, stripe_height: float = 10, size: float = 11, bold: bool = True, place: str = "",
    title: str = "",
) -> None:  # fmt: skip
    """A card face up: a coloured stripe and its name, in the middle of what is left. Without a stripe or name it is a
    blank card, on which a game draws what it likes.
    """
    with placed(picture, place, title or name):
        picture.rectangle(x, y, width, height, round=6, tip=None if place else title or name)
        top = y
        if stripe:
            picture.rectangle(x + 6, y + 6, width - 12, stripe_height, fill=stripe, stroke="none", round=3)
            top += 6 + stripe_height
        lines = broken(name, width - 6, size, bold=bold) if name else []
        top += (y + height - top - 1.2 * size * len(lines)) / 2 + size
        for row, line in enumerate(lines):
            picture.text(x + width / 2, top + 1.2 * size * row, line, size=size, bold=bold, anchor="middle")


def card_back(
    picture: Picture, x: float, y: float, width: float, height: float, *,
    trim: str = Palette.SEA, place: str = "", title: str = "a card, face down",
) -> None:  # fmt: skip
    """A card face down, its trim in the colour of its owner."""
    with placed(picture, place, title):
        picture.rectangle(x, y, width, height, fill=Palette.CARD_BACK, round=6, tip=None if place else title)
        picture.rectangle(x + 5, y + 5, width - 10, height - 10, fill="none", stroke=trim, round=4)


def counter(
    picture: Picture, x: float, y: float, size: float, mark: Mark, *, width: float = 0, round: float = 2
) -> None:
    """A counter: a square (or a rectangle, with ``width``) with letters that fit on it."""
    width = width or size
    with placed(picture, mark.place, mark.title):
        tip = None if mark.place else mark.title
        picture.rectangle(x, y, width, size, fill=mark.fill, stroke=mark.edge, line=mark.line, round=round, tip=tip)
        high = size if not mark.note else 0.55 * size
        _on_counter(picture, x + width / 2, y + high / 2, mark.text, mark.ink, high * 0.7, width - 2, bold=True)
        _on_counter(picture, x + width / 2, y + 0.73 * size, mark.note, mark.ink, size * 0.3, width - 4, bold=False)


def _on_counter(
    picture: Picture, x: float, y: float, text: str, ink: str, size: float, width: float, *, bold: bool
) -> None:
    """Letters around a point, as large as they may be."""
    if text:
        size = min(size, width / max(1.0, text_width(text, 1, bold=bold)))
        picture.text(x, y + size * 0.36, text, size=size, fill=ink, anchor="middle", bold=bold)


def disc(picture: Picture, x: float, y: float, radius: float, mark: Mark) -> None:
    """A round counter around a point."""
    with placed(picture, mark.place, mark.title):
        tip = None if mark.place else mark.title
        picture.circle(x, y, radius, fill=mark.fill, stroke=mark.edge, line=mark.line, tip=tip)
        _on_counter(picture, x, y, mark.text, mark.ink, 1.25 * radius, 1.6 * radius, bold=True)


def frame(
    picture: Picture, x: float, y: float, width: float, height: float, *,
    colour: str = Palette.ALERT, line: float = 3, round: float = 0, title: str = "",
) -> None:  # fmt: skip
    """A frame around what a decision is about."""
    picture.rectangle(x, y, width, height, fill="none", stroke=colour, line=line, round=round, tip=title or None)


def chip(picture: Picture, x: float, y: float, mark: Mark, *, size: float = 11) -> float:
    """A pill as long as its text; returns its width, so that the next can be laid beside it."""
    width = text_width(mark.text, size, bold=True) + size
    counter(picture, x, y, 1.5 * size, mark, width=width, round=0.75 * size)
    return width


def badge(picture: Picture, x: float, y: float, mark: Mark, *, size: float = 9) -> None:
    """A small pill around a point: how many lie here, a state, a warning."""
    width = max(1.5 * size, text_width(mark.text, size, bold=True) + 0.8 * size)
    counter(picture, x - width / 2, y - 0.75 * size, 1.5 * size, mark, width=width, round=0.75 * size)


def stack(
    picture: Picture, x: float, y: float, marks: Sequence[Mark], *, size: float = 16, across: int = 3, rows: int = 2,
    gap: float = 1,
) -> None:  # fmt: skip
    """Counters side by side in rows. Where they are too many, the last is a badge with the number of the others; it
    tells what they are and bears their places.
    """
    room = across * rows
    shown = marks if len(marks) <= room else marks[: room - 1]
    for number, mark in enumerate(shown):
        left, top = x + number % across * (size + gap), y + number // across * (size + gap)
        counter(picture, left, top, size, mark)
    hidden = marks[len(shown) :]
    if hidden:
        left, top = x + (across - 1) * (size + gap), y + (rows - 1) * (size + gap)
        told = "; ".join(mark.title for mark in hidden)
        counter(picture, left, top, size, Mark(f"+{len(hidden)}", Palette.INK, told))
        for mark in hidden:
            if mark.place:
                spot(picture, left, top, size, size, place=mark.place, title=mark.title)


def flat_stacks(
    picture: Picture, stacks: Mapping[Point, Sequence[str]], *,
    fill: str, ink: str = Palette.CARD, edge: str = Palette.CARD, width: float = 19, height: float = 18, most: int = 9,
) -> None:  # fmt: skip
    """Counters of one colour in many spots at once, small enough to be sent at every choice: at each spot the letter of
    the first, and where several lie there their number, with another counter showing behind. They are drawn in bulk and
    belong to no place, so a click goes to the space beneath; a :func:`stack` bears the places of its counters.

    Args:
        picture: where.
        stacks: the letters of what lies at a spot, by its upper left corner.
        fill: the colour of the counters.
        ink: of the letters.
        edge: of the outlines.
        width: of a counter.
        height: of a counter.
        most: the highest number that is written.
    """
    several = [(x + 2, y + 2) for (x, y), letters in stacks.items() if len(letters) > 1]
    picture.tiles(several, width, height, fill=fill, stroke=edge)
    picture.tiles(list(stacks), width, height, fill=fill, stroke=edge)
    size, down = round(0.72 * height), round(0.78 * height)
    points: list[Point] = []
    text = ""
    for (x, y), letters in stacks.items():
        if len(letters) == 1:
            points.append((x + width / 2, y + down))
            text += letters[0]
        else:
            points += [(x + 0.29 * width, y + down), (x + 0.763 * width, y + down)]
            text += f"{letters[0]}{min(len(letters), most)}"
    picture.letters(points, text, size=size, fill=ink, bold=True)


def pips(
    picture: Picture, x: float, y: float, filled: int, number: int, *,
    colour: str = Palette.DEEP, radius: float = 8, place: str = "", title: str = "",
) -> None:  # fmt: skip
    """A row of round boxes of which some are filled: hits, ships sunk, points; ``x`` and ``y`` are the first one's
    centre.
    """
    with placed(picture, place, title):
        for each in range(number):
            fill, tip = colour if each < filled else Palette.CARD, None if place else title
            picture.circle(x + 2.75 * radius * each, y, radius, fill=fill, stroke=colour, tip=tip)


def silhouette(
    picture: Picture, x: float, y: float, outline: Sequence[Point], colour: str, *,
    scale: float = 1, place: str = "", title: str = "",
) -> None:  # fmt: skip
    """A ship, a boat or an aircraft from abeam (as ``WARSHIP``), around a point."""
    with placed(picture, place, title):
        points = [(x + scale * across, y + scale * down) for across, down in outline]
        picture.polygon(points, fill=colour, stroke="none", tip=None if place else title or None)


def track_box(
    picture: Picture, x: float, y: float, width: float, height: float, label: str, *,
    marked: bool = False, colour: str = Palette.DEEP, place: str = "", title: str = "",
) -> None:  # fmt: skip
    """A box of a track with its label; filled where the track's marker lies."""
    with placed(picture, place, title or label):
        fill, ink = (colour, Palette.CARD) if marked else (Palette.CARD, Palette.INK)
        picture.rectangle(x, y, width, height, fill=fill, stroke=colour, round=3, tip=None if place else title or label)
        size = min(11, height * 0.6)
        picture.text(
            x + width / 2, y + height / 2 + 0.36 * size, fitted(label, width - 2, size), size=size, fill=ink,
            anchor="middle",
        )  # fmt: skip


def damage_track(
    picture: Picture, x: float, y: float, track: DamageTrack, *,
    name: str = "", colour: str = Palette.DEEP, width: float = 26, height: float = 20, place: str = "",
) -> None:  # fmt: skip
    """A damage track: its boxes side by side, the filled ones marked, and beneath each what happens when it is filled.

    Args:
        picture: where.
        x: the left edge.
        y: the upper edge.
        track: what has been filled.
        name: whose track it is, for its title.
        colour: of filled boxes.
        width: of a box.
        height: of a box.
        place: its place, if options may name it.
    """
    title = f"{name}: {track.filled} of {track.boxes} boxes filled".removeprefix(": ")
    size = 0.31 * width
    with placed(picture, place, title):
        for box in range(1, track.boxes + 1):
            left, effect = x + (width + 3) * (box - 1), track.thresholds.get(box, "")
            told = f"{name}, box {box}{f': {effect}' if effect else ''}".removeprefix(", ")
            marked = box <= track.filled
            track_box(picture, left, y, width, height, str(box), marked=marked, colour=colour, title=told)
            for line, word in enumerate(broken(effect, width + 2, size) if effect else ()):
                picture.text(left + width / 2, y + height + size * (1.2 + 1.1 * line), word, size=size, anchor="middle")


def legend(
    picture: Picture, x: float, y: float, entries: Sequence[tuple[str, str]], *, size: float = 10, columns: int = 1,
    width: float = 150,
) -> None:  # fmt: skip
    """What colours mean: a swatch and words for each (colour, meaning), column by column, each ``width`` wide."""
    rows = -(-len(entries) // columns)
    for number, (colour, meaning) in enumerate(entries):
        left, top = x + number // rows * width, y + number % rows * 1.5 * size
        picture.rectangle(left, top, 1.2 * size, size, fill=colour, line=0.5)
        room = width - 2 * size
        picture.text(left + 1.8 * size, top + 0.9 * size, fitted(meaning, room, size), size=size)
