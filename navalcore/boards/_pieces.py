"""How pieces look: cards, ships as chips or silhouettes, hulls with a bow, markers, counters, words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from navalcore._picture import escaped
from navalcore.boards._description import Badge, Piece
from navalcore.boards._helpers import CARD
from navalcore.boards._layout import (
    HEADING,
    LEAST,
    LETTERS,
    LINE,
    LOW,
    PAD,
    STRIP,
    Lying,
    badge_width,
    form_of,
    name_room,
    number_width,
)
from navalcore.boards._letters import cut, in_lines, width_of
from navalcore.boards._marks import Pictures, numbers, outlined, path, rectangle, titled, words
from navalcore.boards._shapes import Disc, Rect

CARD_WORDS: Final = ("band", "figure", "foot")
"""The kinds of badges that are set into a card."""
TOLD: Final = 5
"""A name that is cut to fewer letters and the sign of that says less than a silhouette."""


def piece_svg(lying: Lying, unit: float, pictures: Pictures, *, lit: bool = False) -> str:
    """A piece, or the equal ones of a stack, as one group."""
    piece = lying.piece
    form = form_of(piece)
    back = form == "card" and piece.face == "down"
    classes = ["piece", form, *(["back"] if back else []), f"kind-{piece.kind}", f"side-{piece.side or 'none'}"]
    classes += [f"state-{piece.state}"] if piece.state else []
    classes += ["lit"] if lit else []
    draw = _back if back else _FORMS[form]
    inner = "".join(draw(piece, box, unit, pictures) for box in lying.boxes)
    if form == "card" and not back and piece.count > 1 and lying.number == piece.count and not lying.tucked:
        inner = _under(lying.boxes[-1]) + inner
    inner += _badges(piece, lying.boxes[-1], unit)
    if lying.number > 1:
        inner += _number(lying.number, lying.boxes[-1], unit, "back" if back else form, left=lying.tucked)
    title = f"{piece.title} ({piece.count})" if piece.count > 1 else piece.title
    return titled(" ".join(classes), piece.id, title, inner, at=piece.at)


def _names(piece: Piece) -> tuple[str, ...]:
    """The names under which its picture is looked for."""
    return ("unknown",) if piece.face == "down" else (piece.id, piece.symbol, piece.kind)


def _chip(piece: Piece, box: Rect, unit: float, pictures: Pictures) -> str:
    """A block with a silhouette and a name beneath it, or at its side if low; without room the name alone."""
    size, pad = LETTERS * unit, PAD * unit
    edge = rectangle(box, "edge", round=min(5 * unit, 0.2 * box.height))
    middle = box.x + box.width / 2
    if piece.text and box.height >= LOW * unit:
        text = cut(piece.text, box.width - pad, size, bold=True)
        high = box.height - 1.3 * size - 1.3 * pad
        picture = Rect(box.x + pad, box.y + 0.8 * pad, box.width - 2 * pad, high)
        at = middle, box.y + box.height - 0.45 * size
        return edge + pictures.use(_names(piece), picture) + (words(text, at, size) if text else "")
    letters = width_of(piece.text, size, bold=True)
    box = name_room(piece, box, unit)
    wide = max(14 * unit, min(34 * unit, 0.36 * box.width, box.width - letters - 2.5 * pad))
    line = box.y + box.height / 2 + 0.36 * size
    alone = letters > box.width - wide - 2.4 * pad
    text = cut(piece.text, box.width - pad, size, bold=True) if alone else piece.text
    if len(text) < min(TOLD, len(piece.text)) or not text or box.height < LINE * size:
        return edge + pictures.use(_names(piece), box.inset(0.1 * min(box.width, box.height)))
    if alone:
        return edge + words(text, (box.x + box.width / 2, line), size)
    picture = Rect(box.x + pad, box.y + 0.12 * box.height, wide, 0.76 * box.height)
    return (
        edge
        + pictures.use(_names(piece), picture)
        + words(text, (box.x + wide + 1.7 * pad, line), size, anchor="start")
    )


def _bare(piece: Piece, box: Rect, unit: float, pictures: Pictures) -> str:  # noqa: ARG001
    """A silhouette on the sea; a sunk one lists."""
    turn = 0.0
    if piece.state == "sunk":
        turn = (24, -19, 31, -27)[int(box.x + box.y) % 4]
    return rectangle(box, "edge", round=0.2 * box.height) + pictures.use(_names(piece), box, turn=turn)


def _hull(piece: Piece, box: Rect, unit: float, pictures: Pictures) -> str:
    """A counter in the shape of a hull seen from above, its bow where it faces."""
    x, y = box.centre
    half = min(box.width, box.height) / 2
    shape = ((0, -1), (0.52, -0.38), (0.52, 0.72), (0.34, 0.92), (-0.34, 0.92), (-0.52, 0.72), (-0.52, -0.38))
    points = "L".join(numbers(x + half * across, y + half * down) for across, down in shape)
    turned = f'transform="rotate({numbers(piece.facing or 0, x, y)})"'
    edge = path("edge", f"M{points}Z", turned)
    size = max(LEAST * unit, 0.42 * half)
    text = cut(piece.text, 1.5 * half, size, bold=True)
    if text:
        return edge + words(text, (x, y + 0.36 * size), size)
    return edge + pictures.use(_names(piece), Rect(x - 0.45 * half, y - 0.3 * half, 0.9 * half, 0.6 * half))


def _counter(piece: Piece, box: Rect, unit: float, pictures: Pictures) -> str:
    """A square with letters, a picture, or both."""
    return rectangle(box, "edge", round=min(4 * unit, 0.15 * box.height)) + _within(piece, box, unit, pictures)


def _marker(piece: Piece, box: Rect, unit: float, pictures: Pictures) -> str:
    """A round marker."""
    x, y = box.centre
    return outlined(Disc(x, y, min(box.width, box.height) / 2), "edge") + _within(piece, box, unit, pictures)


def _within(piece: Piece, box: Rect, unit: float, pictures: Pictures) -> str:
    """Everything on a counter or a marker: its letters, under its picture where both have room."""
    size = max(LEAST * unit, min(16 * unit, 0.42 * box.height))
    text = cut(piece.text, box.width - 2 * unit, size, bold=True)
    picture = box.inset(0.16 * min(box.width, box.height))
    if not pictures.has(*_names(piece)):
        return words(text, (box.centre[0], box.centre[1] + 0.36 * size), size) if text else ""
    if not text or box.height < 2.2 * size:
        return pictures.use(_names(piece), picture)
    picture = Rect(picture.x, picture.y, picture.width, picture.height - size)
    return pictures.use(_names(piece), picture) + words(text, (box.centre[0], box.y + box.height - 0.5 * size), size)


def _words(piece: Piece, box: Rect, unit: float, pictures: Pictures) -> str:  # noqa: ARG001
    """Words alone, on a strip that is no higher next to higher pieces."""
    size, high = LETTERS * unit, min(box.height, STRIP * unit)
    text = cut(piece.text, box.width, size, bold=True)
    x, y = box.centre
    strip = Rect(box.x, y - high / 2, box.width, high)
    return rectangle(strip, "edge", round=high / 2) + (words(text, (x, y + 0.36 * size), size) if text else "")


def _heading(piece: Piece, box: Rect, unit: float, pictures: Pictures) -> str:  # noqa: ARG001
    """Words alone, large and without a ground."""
    size = HEADING * unit
    text = cut(piece.text, box.width, size, bold=True)
    x, y = box.centre
    return rectangle(box, "edge") + (words(text, (x, y + 0.36 * size), size) if text else "")


def _under(box: Rect) -> str:
    """The edge of an equal card beneath."""
    off = 0.05 * box.width
    return rectangle(Rect(box.x + off, box.y - off, box.width, box.height), "under-card", round=0.087 * box.width)


def _back(piece: Piece, box: Rect, unit: float, pictures: Pictures) -> str:  # noqa: ARG001
    """The back of a card."""
    return pictures.use(("card_back",), box) + rectangle(box, "edge rim", round=0.087 * box.width)


def _card(piece: Piece, box: Rect, unit: float, pictures: Pictures) -> str:
    """The face of a card: a band in its colour, a picture, its name (upright if narrow), and a word on its effect."""
    part = box.height / CARD[1]
    narrow = box.width < 0.85 * CARD[0] * part
    edge = rectangle(box, "edge", round=8 * part)
    if pictures.has_own(piece.id):
        return pictures.use((piece.id,), box) + rectangle(box, "edge rim", round=8 * part)
    told = {badge.kind: badge for badge in piece.badges}
    small, large = max(LEAST * unit, 11 * part), max(LEAST * unit, 13 * part)
    written = small <= 17 * part and ("band" in told or "figure" in told)
    head = 22 * part if written else 9 * part
    parts = [edge, path("band", _band(box, head, 8 * part))]
    if written:
        parts.append(_band_words(told, box, head, small))
    name, letters = _name(piece, box.width - 6 * part, (small,) if narrow else (large, small))
    foot = in_lines(told["foot"].text, box.width - 6 * part, small, 2) if "foot" in told else ()
    if narrow and piece.symbol:
        foot = ()
    if not name and piece.symbol:
        return "".join(parts) + _upright(piece, _below(box, head, part), small, pictures)
    free = box.height - head - 8 * part
    if free - 1.15 * large * len(name) - 1.2 * small * len(foot) < 30 * part:
        foot = ()
    block = 1.15 * large * len(name) + 1.2 * small * len(foot)
    top = box.y + head + 4 * part
    if piece.symbol and free - block > 16 * part:
        high = min(free - block - 4 * part, 62 * part)
        inset = min(13 * part, 0.14 * box.width)
        picture = Rect(box.x + inset, top + 2 * part, box.width - 2 * inset, high)
        parts.append(pictures.use((piece.id, piece.symbol), picture))
        top += high + 4 * part
    else:
        top += (free - block) / 2
    x = box.x + box.width / 2
    for line in name:
        parts.append(words(line, (x, top + 0.92 * large), letters, "name"))
        top += 1.15 * large
    for line in foot:
        parts.append(words(line, (x, top + small), small, "foot"))
        top += 1.2 * small
    return "".join(parts)


def _below(box: Rect, head: float, part: float) -> Rect:
    """The part of a card below its band."""
    return Rect(box.x + 3 * part, box.y + head + 3 * part, box.width - 6 * part, box.height - head - 6 * part)


def _upright(piece: Piece, room: Rect, size: float, pictures: Pictures) -> str:
    """A name upwards to the band of a card, with the picture where there is room; no name if it is too long."""
    line = 1.15 * size
    lines = in_lines(piece.text, room.height, size, 2, bold=True)
    if not _whole(piece, lines) or line * len(lines) > room.width:
        lines = ()
    left = line * len(lines)
    rest = Rect(room.x + left, room.y, room.width - left, room.height)
    parts = [] if lines and rest.width < size else [pictures.use((piece.id, piece.symbol), rest)]
    start = room.x if parts else room.centre[0] - left / 2
    for number, each in enumerate(lines):
        at = start + 0.86 * size + number * line, room.y
        parts.append(words(each, at, size, "name", anchor="end", turn=-90))  # the number of equal cards is below
    return "".join(parts)


def _name(piece: Piece, width: float, sizes: Sequence[float]) -> tuple[tuple[str, ...], float]:
    """The lines of a card's name in the first size that shows it whole; none if no size does and there is a picture."""
    for size in sizes:
        lines = in_lines(piece.text, width, size, 2 if piece.symbol else 3, bold=True)
        if _whole(piece, lines):
            return lines, size
    return () if piece.symbol else lines, sizes[-1]


def _whole(piece: Piece, lines: Sequence[str]) -> bool:
    """Whether the lines hold all of a card's name."""
    return " ".join(lines) == " ".join(piece.text.split())


def _band(box: Rect, head: float, round: float) -> str:
    """The band at the top of a card, rounded as the card is."""
    return (
        f"M{numbers(box.x, box.y + head)}v{numbers(round - head)}q{numbers(0, -round, round, -round)}"
        f"h{numbers(box.width - 2 * round)}q{numbers(round, 0, round, round)}v{numbers(head - round)}z"
    )


def _band_words(told: Mapping[str, Badge], box: Rect, head: float, size: float) -> str:
    line, pad = box.y + head / 2 + 0.36 * size, 0.075 * box.width
    room, parts = box.width - 2 * pad, []
    if "figure" in told:
        figure = cut(told["figure"].text, room, size, bold=True)
        room -= width_of(figure, size, bold=True) + pad / 2
        parts.append(words(figure, (box.x + box.width - pad, line), size, "band-text", anchor="end"))
    if "band" in told and width_of(told["band"].text, size, bold=True) <= room:
        parts.append(words(told["band"].text, (box.x + pad, line), size, "band-text", anchor="start"))
    return "".join(parts)


def _badges(piece: Piece, box: Rect, unit: float) -> str:
    """Small pills along the upper edge, from the right; at the side of cards and low pieces."""
    # The back of a card may have a caption above it, so its pills are within it.
    form, size = form_of(piece), LEAST * unit
    shown = [badge for badge in piece.badges if form != "card" or badge.kind not in CARD_WORDS]
    low = box.height < LOW * unit
    beside = low or form == "card"
    above = -0.15 if form == "card" and piece.face == "down" else 0.85 if beside else 0.6
    right, parts = box.x + box.width + (9 if beside else 5) * unit, []
    left = box.x + box.width - PAD * unit
    for badge in shown:
        width = badge_width(badge.text, unit)
        pill = Rect(right - width, box.y - above * size, width, 1.4 * size)
        if low and form == "chip":
            high = min(1.4 * size, box.height)
            pill = Rect(left, box.centre[1] - high / 2, width, high)
        parts.append(_pill(pill, badge.text, size, f"badge kind-{badge.kind or 'plain'}", badge.title))
        right, left = right - width - unit, left + width + unit
    return "".join(parts)


def _number(number: int, box: Rect, unit: float, form: str, *, left: bool) -> str:
    """How many there are, at the lower right, or left where the right side is covered."""
    size = LEAST * unit
    text = f"×{number}"
    width = number_width(number, unit)
    x = box.x + 0.15 * size if left else box.x + box.width - (0.5 if form == "counter" else 0.75) * width
    pill = Rect(x, box.y + box.height - (1.65 if form == "back" else 0.7) * size, width, 1.5 * size)
    if form == "chip" and box.height < LOW * unit:
        high = min(1.5 * size, box.height)
        pill = Rect(box.x, box.centre[1] - high / 2, width, high)
    elif form == "chip":
        pill = Rect(box.x - 0.5 * size, box.y - 0.6 * size, width, 1.5 * size)
    return _pill(pill, text, size, "badge number", "")


def _pill(box: Rect, text: str, size: float, classes: str, title: str) -> str:
    told = f"<title>{escaped(title)}</title>" if title else ""
    middle = box.x + box.width / 2, box.y + box.height / 2 + 0.36 * size
    return f'<g class="{classes}">{told}{rectangle(box, "pill", round=box.height / 2)}{words(text, middle, size)}</g>'


_FORMS: Final[Mapping[str, Callable[[Piece, Rect, float, Pictures], str]]] = {
    "bare": _bare,
    "card": _card,
    "chip": _chip,
    "counter": _counter,
    "heading": _heading,
    "hull": _hull,
    "marker": _marker,
    "words": _words,
}
