"""The table as text and as SVG, as seen in a view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from games.tonnage_war.events import NAMES
from games.tonnage_war.state import Rescue, Side, Tactical, Unit
from games.tonnage_war.values import AIRCRAFT, BOATS, ESCORTS, UNITS
from games.tonnage_war.views import ContactView, EngagementView, SeatView, TableView
from navalcore.render import Board, Palette, Picture, framed

RESCUE = {
    Rescue.NONE: "no rescue ship in this match",
    Rescue.ORIGINAL: "the convoy's own rescue ship",
    Rescue.ESCORT: "an escort is rescue ship",
    Rescue.OWED: "no rescue ship; the next surface escort takes over",
}
WIDTH, CARD_WIDTH, CARD_HEIGHT, GAP = 960, 62, 84, 8
TACTICAL_COLOUR = {
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


# ---- text -----------------------------------------------------------------------------------------------------------


def table_text(view: TableView) -> str:
    """Round, weather, scores, what lies on the table, and both sides' cards as far as they are known."""
    lines = [_headline(view), _score(view), ""]
    lines += _table_lines(view)
    for side in Side:
        lines += ["", framed("\n".join(_seat_lines(view.seat(side))), NAMES[side])]
    return "\n".join(lines)


def _headline(view: TableView) -> str:
    weather = "storm" if view.storm else "clear weather"
    sonar = ", bad sonar" if view.bad_sonar else ""
    turn = "before the first turn" if not view.turn else f"turn {view.turn} of 26"
    return f"Game {view.game}, round {view.round} of 4, {turn}; {weather}{sonar}"


def _score(view: TableView) -> str:
    tally = view.tally
    return (
        f"U-boat side {tally.uboat_points}, escort side {tally.escort_points} | ships sunk {tally.ships}, boats sunk "
        f"{tally.boats_sunk} and damaged {tally.boats_damaged}, escorts destroyed {tally.escorts_destroyed} and "
        f"damaged {tally.escorts_damaged}"
    )


def _table_lines(view: TableView) -> list[str]:
    lines = [f"Convoy: {RESCUE[view.rescue]}{f' ({view.rescue_escort})' if view.rescue_escort else ''}"]
    if view.has_carrier:
        fate = ("unhurt", "damaged", "sunk")[view.carrier_damage]
        lines.append(f"Carrier: {fate}; screen: {_listed(view.screen)}")
    lines += [_contact_text(contact) for contact in view.contacts] or ["No contact in effect"]
    named = (("U-boat attack", view.attack), ("Escorts at work", view.engagement), ("May be continued", view.window))
    lines += [f"{name}: {engagement_text(engagement)}" for name, engagement in named if engagement is not None]
    if view.returning:
        lines.append("On their way back: " + ", ".join(f"{unit} (turn {due})" for unit, due in view.returning))
    return lines


def _contact_text(contact: ContactView) -> str:
    routed = "; under evasive routing" if contact.under_routing else ""
    return f"Contact {contact.number} ({contact.card}) with the {contact.target}: {contact.boat or 'a boat'}{routed}"


def engagement_text(engagement: EngagementView) -> str:
    """An attack or engagement in a line."""
    parts = [str(engagement.kind), str(engagement.unit or "face-down card")]
    if engagement.damage:
        parts.append("damaged" if engagement.damage == 1 else "sunk")
    if engagement.attack_card:
        parts.append(str(engagement.attack_card))
    if engagement.weapon:
        group = [f"{m.unit or 'face-down'}{' (damaged)' if m.damage else ''}" for m in engagement.group]
        parts.append(f"{engagement.weapon}, attempt {engagement.attempt}: {', '.join(group) or 'nobody'}")
    return "; ".join(parts)


def _seat_lines(seat: SeatView) -> list[str]:
    return [
        f"tactical cards {seat.tactical_size}: {_listed(seat.tactical)}",
        f"unit cards {seat.units_size}: {_listed(seat.units)}",
        f"discarded {seat.discards_size}: {_listed(seat.discards)}",
        f"decks: {seat.tactical_deck_size} tactical, {seat.units_deck_size} units",
        f"played: {_listed(seat.played)}",
        f"out of play: {_listed(seat.out)}",
    ]


def _listed(cards: Sequence[Tactical] | Sequence[Unit] | None) -> str:
    if cards is None:
        return "hidden"
    if not cards:
        return "none"
    return ", ".join(f"{number} {card}" if number > 1 else str(card) for card, number in Counter(cards).items())


# ---- SVG ------------------------------------------------------------------------------------------------------------


@cache
def _still() -> str:
    return Picture(WIDTH, 748, "The table of Tonnage War").as_svg()


def table(view: TableView) -> Board:
    """The table seen from above: the U-boat side's hands, the sea between, the escort side's hands."""
    picture = Picture(WIDTH, 748, f"Tonnage War: {_headline(view)}", background=None)
    picture.text(16, 26, f"Tonnage War - {_headline(view)}", size=16, bold=True)
    picture.text(16, 46, _score(view), size=12, fill=Palette.FAINT)
    _hand(picture, 60, "U-boat side", view.uboat, Palette.AXIS)
    _sea(picture, 274, view)
    _spent(picture, 480, view)
    _hand(picture, 534, "Escort side", view.escort, Palette.ALLIES)
    return Board(_still(), picture.as_svg())


def _spent(picture: Picture, top: float, view: TableView) -> None:
    """What has been played and discarded, as far as it is known, along the lower edge of the sea."""
    for place, (name, seat) in enumerate((("U-boat side", view.uboat), ("Escort side", view.escort))):
        discarded = _listed(seat.discards) if seat.discards is not None else f"{seat.discards_size} face-down"
        line = f"{name} played: {_listed(seat.played)}; discarded: {discarded}"
        picture.text(20, top + 18 * place, line if len(line) < 150 else f"{line[:147]}...", size=11, fill=Palette.FAINT)


def _hand(picture: Picture, top: float, name: str, seat: SeatView, colour: str) -> None:
    picture.text(16, top + 14, name, size=13, bold=True, fill=colour)
    facts = (
        f"decks: {seat.tactical_deck_size} tactical, {seat.units_deck_size} units; played {len(seat.played)}, "
        f"discarded {seat.discards_size}; out of play: {_listed(seat.out)}"
    )
    picture.text(120, top + 14, facts if len(facts) < 140 else facts[:137] + "...", size=11, fill=Palette.FAINT)
    _row(picture, top + 22, seat.tactical, seat.tactical_size, colour)
    _row(picture, top + 22 + CARD_HEIGHT + GAP, seat.units, seat.units_size, colour)


def _row(
    picture: Picture, top: float, cards: Sequence[Tactical] | Sequence[Unit] | None, number: int, colour: str
) -> None:
    step = min(CARD_WIDTH + GAP, (WIDTH - 32 - CARD_WIDTH) / max(1, number - 1))
    shown: Iterable[Tactical | Unit | None] = [None] * number if cards is None else cards
    for place, card in enumerate(shown):
        _card(picture, 16 + place * step, top, card, colour)


def _card(picture: Picture, x: float, y: float, card: Tactical | Unit | None, colour: str) -> None:
    """One card: face-down, a unit with its values, or a tactical card with its name."""
    if card is None:
        picture.rectangle(x, y, CARD_WIDTH, CARD_HEIGHT, fill=Palette.CARD_BACK, round=5, tip="face-down card")
        picture.rectangle(x + 6, y + 6, CARD_WIDTH - 12, CARD_HEIGHT - 12, fill="none", stroke=colour, round=3)
        return
    picture.rectangle(x, y, CARD_WIDTH, CARD_HEIGHT, round=5, tip=str(card))
    if isinstance(card, Unit):
        _unit_face(picture, x, y, card, colour)
        return
    stripe = next((paint for word, paint in TACTICAL_COLOUR.items() if word in card), Palette.NEUTRAL)
    picture.rectangle(x, y, CARD_WIDTH, 10, fill=stripe, stroke=stripe, round=4)
    for line, word in enumerate(_broken(str(card))):
        picture.text(x + CARD_WIDTH / 2, y + 30 + 14 * line, word, size=10.5, anchor="middle")


def _broken(name: str) -> list[str]:
    """A card's name in lines that fit on it."""
    lines = [""]
    for word in name.split():
        if len(lines[-1]) + len(word) < 10:
            lines[-1] = f"{lines[-1]} {word}".strip()
        else:
            lines.append(word)
    return [line for line in lines if line]


def _unit_face(picture: Picture, x: float, y: float, unit: Unit, colour: str) -> None:
    middle = x + CARD_WIDTH / 2
    if unit not in UNITS:
        for line, word in enumerate(_broken(str(unit))):
            picture.text(middle, y + 42 + 14 * line, word, size=11, anchor="middle", fill=Palette.FAINT)
        return
    figures = UNITS[unit]
    _silhouette(picture, middle, y + 22, unit, colour)
    picture.text(middle, y + 48, str(unit).replace(" (depleted)", "-"), size=15, bold=True, anchor="middle")
    second = f"evade {figures.evade}" if unit in BOATS else f"detect {figures.detect:+d}"
    picture.text(middle, y + 64, f"attack {figures.attack}", size=9.5, anchor="middle", fill=Palette.FAINT)
    picture.text(middle, y + 76, second, size=9.5, anchor="middle", fill=Palette.FAINT)


def _silhouette(picture: Picture, x: float, y: float, unit: Unit, colour: str) -> None:
    """A boat, a ship or an aircraft in outline."""
    if unit in AIRCRAFT:
        points = [(-20, 0), (-4, -3), (-2, -10), (2, -10), (4, -3), (20, 0), (4, 3), (2, 9), (-2, 9), (-4, 3)]
    elif unit in ESCORTS:
        points = [
            (-22, 0),
            (-8, 0),
            (-6, -7),
            (0, -7),
            (1, -12),
            (3, -12),
            (4, -4),
            (10, -4),
            (11, 0),
            (22, 0),
            (17, 7),
            (-18, 7),
        ]
    else:
        points = [(-22, 2), (-6, 2), (-5, -5), (4, -5), (6, 2), (22, 2), (16, 7), (-18, 7)]
    picture.polygon([(x + dx, y + dy) for dx, dy in points], fill=colour, stroke=colour)


def _sea(picture: Picture, top: float, view: TableView) -> None:
    picture.rectangle(8, top, WIDTH - 16, 250, fill=Palette.SEA, stroke=Palette.DEEP, round=6)
    carrier = f"; carrier {('unhurt', 'damaged', 'sunk')[view.carrier_damage]}" if view.has_carrier else ""
    picture.text(20, top + 20, f"The convoy: {RESCUE[view.rescue]}{carrier}", size=12)
    if view.returning:
        back = ", ".join(f"{unit} (turn {due})" for unit, due in view.returning)
        picture.text(WIDTH - 20, top + 20, f"On their way back: {back}", size=11, anchor="end", fill=Palette.FAINT)
    picture.text(20, top + 42, "Contacts", size=12, bold=True)
    if not view.contacts:
        picture.text(20, top + 62, "none in effect", size=11, fill=Palette.FAINT)
    for place, contact in enumerate(view.contacts[:4]):
        x = 20 + place * (CARD_WIDTH + GAP)
        _card(picture, x, top + 50, contact.boat, Palette.AXIS)
        state = "routed?" if contact.under_routing else f"the {contact.target}"
        picture.text(x, top + 148, f"{contact.number}: {state}", size=9.5)
    if len(view.contacts) > 4:
        picture.text(20, top + 168, f"and {len(view.contacts) - 4} more", size=11)
    named = (("U-boat attack", view.attack), ("Escorts at work", view.engagement), ("May be continued", view.window))
    open_now = [(name, engagement) for name, engagement in named if engagement is not None]
    for row, (name, engagement) in enumerate(open_now):
        _engagement(picture, 330 + 310 * row, top + 42, name, engagement)


def _engagement(picture: Picture, x: float, top: float, name: str, engagement: EngagementView) -> None:
    picture.text(x, top, name, size=12, bold=True)
    card = engagement.attack_card or ""
    picture.text(x, top + 16, f"{engagement.kind}{f': {card}' if card else ''}", size=11)
    _card(picture, x, top + 26, engagement.unit, Palette.AXIS)
    if engagement.damage:
        fate = "damaged" if engagement.damage == 1 else "sunk"
        picture.text(x + CARD_WIDTH / 2, top + 124, fate, size=10, anchor="middle", fill=Palette.AXIS)
    if engagement.weapon is None:
        return
    picture.text(x, top + 146, f"{engagement.weapon}, attempt {engagement.attempt}", size=11, fill=Palette.ALLIES)
    step = min(CARD_WIDTH + 4, 220 / max(1, len(engagement.group)))
    for place, member in enumerate(engagement.group):
        left = x + CARD_WIDTH + 14 + place * step
        _card(picture, left, top + 26, member.unit, Palette.ALLIES)
        if member.damage:
            picture.text(left + CARD_WIDTH / 2, top + 124, "damaged", size=10, anchor="middle", fill=Palette.AXIS)
