"""The table as a picture, as seen in a view: the sea, and below it the cards of both sides beside each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, TypeVar

from navalcore import boards
from navalcore.boards import (
    AIRCRAFT as AIRCRAFT_OUTLINE,
    CARRIER,
    MERCHANTMAN,
    SUBMARINE,
    WARSHIP,
    DrawnBoard as Board,
    Mark,
    Palette,
    Picture,
)
from navalcore_games.tonnage_war.choices import group_place, hand_place, screen_place, unit_place
from navalcore_games.tonnage_war.events import NAMES
from navalcore_games.tonnage_war.render import RESCUE, headline, listed
from navalcore_games.tonnage_war.state import Rescue, Side, Tactical, Unit
from navalcore_games.tonnage_war.values import AIRCRAFT, BOATS, ESCORTS, UNITS
from navalcore_games.tonnage_war.views import EngagementView, SeatView, TableView

C = TypeVar("C", Tactical, Unit)

LEFT, GAP = 14, 6
ACROSS: Final = 6
"""Cards side by side. A hand shows a card for each kind, with a number on it."""
CARD_WIDTH, CARD_HEIGHT, SLIP_HEIGHT = 81, 92, 46
SEAT_WIDTH: Final = ACROSS * (CARD_WIDTH + GAP) - GAP
WIDTH: Final = 2 * SEAT_WIDTH + 4 * LEFT
LINES, LINE = 9, 15
"""Lines under a side's cards for what it has played and discarded."""
SEAT_HEIGHT = 30 + 2 * (SLIP_HEIGHT + GAP) + CARD_HEIGHT + GAP + LINES * LINE + 8
SEA_TOP, SEA_HEIGHT = 54, 396
SEAT_TOP: Final = SEA_TOP + SEA_HEIGHT + 4
SEAT_LEFT: Final = {Side.UBOAT: LEFT, Side.ESCORT: SEAT_WIDTH + 3 * LEFT}
HEIGHT = SEAT_TOP + SEAT_HEIGHT
COLOURS: Final = {Side.UBOAT: Palette.AXIS, Side.ESCORT: Palette.ALLIES}
STRIPES: Final = {
    "escort": Palette.ALLIES,
    "contact": Palette.GOOD,
    "attack": Palette.AXIS,
    "evade": Palette.FAINT,
    "flak": Palette.ALERT,
    "B-dienst": Palette.DEEP,
    "evasive": Palette.GOOD,
    "HF/DF": Palette.DEEP,
    "air": Palette.ALERT,
}


def board(view: TableView) -> Board:
    """The table seen from above: the sea, below it the U-boat side's cards on the left and the escort side's on the
    right.
    """
    picture = Picture(WIDTH, HEIGHT, f"Tonnage War: {headline(view)}", background=None)
    _heading(picture, view)
    for side in Side:
        _seat(picture, view, side)
    _convoy(picture, view)
    _contacts(picture, view)
    _returning(picture, view)
    _engagements(picture, view)
    return Board(_still(), picture.as_svg())


@cache
def _still() -> str:
    picture = Picture(WIDTH, HEIGHT, "The table of Tonnage War")
    picture.rectangle(0, SEA_TOP, WIDTH, SEA_HEIGHT, fill=Palette.SEA, stroke="none")
    picture.line([(WIDTH / 2, SEAT_TOP + 6), (WIDTH / 2, HEIGHT - 6)], stroke=Palette.FAINT, line=0.5)
    for side, left in SEAT_LEFT.items():
        picture.text(left, SEAT_TOP + 18, NAMES[side].capitalize(), size=16, bold=True, fill=COLOURS[side])
    with picture.place("convoy", "The convoy"):
        picture.rectangle(LEFT, SEA_TOP + 10, 220, 72, fill=Palette.CARD, stroke=Palette.DEEP, round=6)
        for number in range(4):
            boards.silhouette(picture, LEFT + 36 + 48 * number, SEA_TOP + 60, MERCHANTMAN, Palette.NEUTRAL)
        picture.text(LEFT + 10, SEA_TOP + 30, "Convoy", size=14, bold=True)
    picture.text(LEFT, SEA_TOP + 108, "Contacts", size=14, bold=True)
    return picture.as_svg()


def _heading(picture: Picture, view: TableView) -> None:
    tally = view.tally
    with picture.place("round", f"Round {view.round} of 4"):
        picture.rectangle(LEFT - 6, 3, WIDTH - 2 * LEFT + 12, 28, fill=Palette.PAPER, stroke="none", round=5)
        picture.text(LEFT, 23, boards.fitted(headline(view), WIDTH - 2 * LEFT, 16), size=16, bold=True)
    told = (
        f"Points: U-boat side {tally.uboat_points}, escort side {tally.escort_points}. Ships sunk {tally.ships}; boats "
        f"sunk {tally.boats_sunk}, damaged {tally.boats_damaged}; escorts destroyed {tally.escorts_destroyed}, damaged "
        f"{tally.escorts_damaged}"
    )
    picture.text(LEFT, 46, boards.fitted(told, WIDTH - 2 * LEFT, 13), size=13)


# ---- both sides' cards ----------------------------------------------------------------------------------------------


def _seat(picture: Picture, view: TableView, side: Side) -> None:
    """The hands, a card for each kind; below them what has been played, discarded and lost."""
    seat, top, left = view.seat(side), SEAT_TOP, SEAT_LEFT[side]
    if side is view.side:
        picture.text(left + 120, top + 18, "(you)", size=16, bold=True, fill=COLOURS[side])
    decks = f"decks: {seat.tactical_deck_size} tactical, {seat.units_deck_size} units"
    picture.text(left + SEAT_WIDTH, top + 18, decks, size=13, anchor="end", fill=Palette.FAINT)
    _tactical(picture, seat, side, left, top + 30)
    with picture.place(f"units/{side}", f"The {NAMES[side]}'s unit cards: {seat.units_size}"):
        _units(picture, seat, side, left, top + 30 + 2 * (SLIP_HEIGHT + GAP))
    gone = [
        f"Discarded {seat.discards_size}: {listed(seat.discards)}",
        f"Played {len(seat.played)}: {listed(seat.played)}",
        f"Out of play: {listed(seat.out)}",
    ]
    lines = [line for text in gone for line in boards.broken(text, SEAT_WIDTH, 11)]
    for row, line in enumerate(lines):
        y = top + 30 + 2 * (SLIP_HEIGHT + GAP) + CARD_HEIGHT + GAP + 13 + LINE * row
        picture.text(left, y, line, size=11, fill=Palette.FAINT)


def _tactical(picture: Picture, seat: SeatView, side: Side, left: float, top: float) -> None:
    if seat.tactical is None:
        told = f"The {NAMES[side]}'s tactical cards: {seat.tactical_size}, face down"
        _backs(picture, left, top, SLIP_HEIGHT, side, seat.tactical_size, told)
        return
    kinds = _kinds(seat.tactical, Tactical)
    across = max(ACROSS, (len(kinds) + 1) // 2)
    for number, (card, copies) in enumerate(kinds.items()):
        x = left + number % across * (SEAT_WIDTH - CARD_WIDTH) / (across - 1)
        y = top + number // across * (SLIP_HEIGHT + GAP)
        with picture.place(hand_place(card), f"{copies} {card} in the hand of the {NAMES[side]}"):
            stripe = next((paint for word, paint in STRIPES.items() if word in card), Palette.NEUTRAL)
            boards.card(
                picture, x, y, CARD_WIDTH, SLIP_HEIGHT, str(card), stripe=stripe, stripe_height=6, size=11.5, bold=False
            )
            _copies(picture, x, y, copies)


def _units(picture: Picture, seat: SeatView, side: Side, left: float, top: float) -> None:
    if seat.units is None:
        _backs(picture, left, top, CARD_HEIGHT, side, seat.units_size, f"{seat.units_size} unit cards, face down")
        return
    kinds = _kinds(seat.units, Unit)
    step = min(CARD_WIDTH + GAP, (SEAT_WIDTH - CARD_WIDTH) / max(1, len(kinds) - 1))
    for number, (unit, copies) in enumerate(kinds.items()):
        with picture.place(unit_place(unit), f"{copies} {unit} in the hand of the {NAMES[side]}"):
            _card(picture, left + number * step, top, unit, COLOURS[side])
            _copies(picture, left + number * step, top, copies)


def _kinds(cards: Sequence[C], order: type[C]) -> Mapping[C, int]:
    """How many of each kind, in the order of the rules."""
    held = Counter(cards)
    return {kind: held[kind] for kind in order if held[kind]}


def _copies(picture: Picture, x: float, y: float, copies: int) -> None:
    """How many cards of a kind there are, in the lower right corner."""
    if copies > 1:
        boards.badge(picture, x + CARD_WIDTH - 10, y + 6, Mark(f"{copies}x", Palette.INK, f"{copies} of them"), size=11)


def _backs(picture: Picture, x: float, y: float, height: float, side: Side, number: int, told: str) -> None:
    """Hidden cards: one back with their number."""
    if number:
        boards.card_back(picture, x, y, CARD_WIDTH, height, trim=COLOURS[side], title=told)
        picture.text(
            x + CARD_WIDTH / 2, y + height / 2 + 7, str(number), size=20, bold=True, fill=Palette.CARD, anchor="middle"
        )


# ---- one card -------------------------------------------------------------------------------------------------------


def _card(picture: Picture, x: float, y: float, unit: Unit | None, colour: str, fate: int = 0) -> None:
    """A unit card, or its back; with what has become of the unit."""
    if unit is None:
        boards.card_back(picture, x, y, CARD_WIDTH, CARD_HEIGHT, trim=colour, title="a unit card, face down")
    else:
        boards.card(picture, x, y, CARD_WIDTH, CARD_HEIGHT, stripe="", title=str(unit))
        _face(picture, x + CARD_WIDTH / 2, y, unit, colour)
    if fate:
        told = "damaged" if fate == 1 else "sunk"
        boards.badge(picture, x + CARD_WIDTH / 2, y + CARD_HEIGHT, Mark(told, Palette.AXIS, told), size=11)


def _face(picture: Picture, middle: float, y: float, unit: Unit, colour: str) -> None:
    """Outline, name and figures of a unit (D3)."""
    if unit not in UNITS:
        for number, word in enumerate(str(unit).split()):
            picture.text(middle, y + 44 + 16 * number, word, size=13, anchor="middle", fill=Palette.FAINT)
        return
    figures = UNITS[unit]
    outline = AIRCRAFT_OUTLINE if unit in AIRCRAFT else WARSHIP if unit in ESCORTS else SUBMARINE
    boards.silhouette(picture, middle, y + 20, outline, colour)
    picture.text(middle, y + 46, _short(unit), size=16, bold=True, anchor="middle")
    lines = [f"attack {figures.attack}", f"evade {figures.evade}" if unit in BOATS else f"detect {figures.detect:+d}"]
    if figures.hfdf:
        lines.append(f"HF/DF {figures.hfdf}")
    for row, line in enumerate(lines):
        picture.text(middle, y + 61 + 12.5 * row, line, size=11.5, anchor="middle", fill=Palette.FAINT)


def _short(unit: Unit) -> str:
    """A unit's name as it stands on cards: a minus for one whose depth charges are spent."""
    return str(unit).replace(" (depleted)", "-")


# ---- the sea --------------------------------------------------------------------------------------------------------


def _small(picture: Picture, x: float, y: float, unit: Unit | None, told: str, place: str = "") -> float:
    """An escort as a counter; returns its width."""
    text = "?" if unit is None else _short(unit)
    width = max(34.0, boards.text_width(text, 14, bold=True) + 10)
    boards.counter(picture, x, y, 26, Mark(text, Palette.ALLIES, told, place), width=width, round=4)
    return width


def _convoy(picture: Picture, view: TableView) -> None:
    """The rescue ship, the carrier and her screen."""
    x, y = LEFT + 232, SEA_TOP + 25
    for row, line in enumerate(boards.broken(f"Rescue: {RESCUE[view.rescue]}", 256, 13)):
        picture.text(x, y + 16 * row, line, size=13)
    if view.rescue is Rescue.ESCORT:
        told = f"The rescue ship: {view.rescue_escort or 'an escort, not known to you'}"
        _small(picture, x, y + 24, view.rescue_escort, told)
    if not view.has_carrier:
        return
    x = LEFT + 500
    fate = ("unhurt", "damaged", "sunk")[view.carrier_damage]
    with picture.place("carrier", f"The carrier: {fate}"):
        picture.rectangle(x, SEA_TOP + 10, WIDTH - LEFT - x, 72, stroke=Palette.DEEP, round=6)
        picture.text(x + 8, SEA_TOP + 30, f"Carrier: {fate}", size=14, bold=True)
        boards.silhouette(picture, WIDTH - LEFT - 40, SEA_TOP + 60, CARRIER, Palette.ALLIES)
        left = x + 8.0
        for unit in dict.fromkeys(view.screen):
            told = f"{view.screen.count(unit)} {unit} of the carrier's screen"
            left += _small(picture, left, SEA_TOP + 46, unit, told, screen_place(unit)) + 4


def _contacts(picture: Picture, view: TableView) -> None:
    """The contacts in effect, each with its boat."""
    top, room = SEA_TOP + 116, WIDTH / 2 - LEFT
    step = min(CARD_WIDTH + GAP, (room - CARD_WIDTH) / max(1, len(view.contacts) - 1))
    if not view.contacts:
        picture.text(LEFT, top + 14, "none in effect", size=13, fill=Palette.FAINT)
    for number, contact in enumerate(view.contacts):
        x = LEFT + number * step
        routed = ", under evasive routing" if contact.under_routing else ""
        told = f"Contact {contact.number} with the {contact.target}: {contact.boat or 'a boat, face down'}{routed}"
        with picture.place(f"contact/{contact.number}", told):
            _card(picture, x, top, contact.boat, Palette.AXIS)
            words = "routed" if contact.under_routing else contact.target
            picture.text(x, top + CARD_HEIGHT + 14, f"{contact.number}: {words}", size=12)


def _returning(picture: Picture, view: TableView) -> None:
    """Escorts on their way back to the hand."""
    if not view.returning:
        return
    x, y = WIDTH / 2 + 10, SEA_TOP + 108
    picture.text(x, y, "On their way back", size=14, bold=True)
    for number, (unit, due) in enumerate(view.returning):
        left, top = x + number % 3 * 115, y + 10 + number // 3 * 32
        width = _small(picture, left, top, unit, f"{unit}, back at the end of turn {due}")
        picture.text(left + width + 4, top + 18, f"turn {due}", size=12, fill=Palette.FAINT)


def _engagements(picture: Picture, view: TableView) -> None:
    """What is going on: an attack, the escorts at work, an engagement that may be continued."""
    named = (
        ("attack", "U-boat attack", view.attack),
        ("engagement", "Escorts at work", view.engagement),
        ("window", "May be continued", view.window),
    )
    going_on = [each for each in named if each[2] is not None]
    width = (WIDTH - 2 * LEFT) / max(2, len(going_on))
    for column, (place, name, engagement) in enumerate(going_on):
        assert engagement is not None
        with picture.place(place, f"{name}: {engagement.kind}"):
            _engagement(picture, LEFT + column * width, width - 8, name, engagement)


def _engagement(picture: Picture, x: float, width: float, name: str, engagement: EngagementView) -> None:
    top = SEA_TOP + 228
    picture.rectangle(x, top, width, 158, fill=Palette.PAPER, stroke=Palette.DEEP, round=6)
    picture.text(x + 8, top + 17, name, size=13, bold=True)
    card = f": {engagement.attack_card}" if engagement.attack_card else ""
    picture.text(x + 8, top + 33, boards.fitted(f"{engagement.kind}{card}", width - 16, 12), size=12)
    if engagement.weapon:
        weapon = f"{engagement.weapon}, attempt {engagement.attempt}"
        picture.text(x + 8, top + 48, weapon, size=12, fill=Palette.ALLIES)
    y = top + 56
    if not engagement.gone:
        _card(picture, x + 8, y, engagement.unit, Palette.AXIS, engagement.damage)
    first, room = x + 8 + CARD_WIDTH + 14, width - 2 * CARD_WIDTH - 38
    step = min(CARD_WIDTH + 4, room / max(1, len(engagement.group) - 1))
    for number, member in enumerate(engagement.group):
        told = f"{member.unit or 'an escort, face down'}{', damaged' if member.damage else ''}"
        with boards.placed(picture, group_place(member.unit, member.damage) if member.unit else "", told):
            _card(picture, first + number * step, y, member.unit, Palette.ALLIES, member.damage)
