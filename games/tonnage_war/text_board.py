"""The table as text, as seen in a view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from navalcore.boards import WIDTH, framed, wrapped
from navalcore.components import counted
from navalcore_games.tonnage_war.events import NAMES
from navalcore_games.tonnage_war.state import Rescue, Side, Tactical, Unit
from navalcore_games.tonnage_war.views import ContactView, EngagementView, SeatView, TableView

RESCUE = {
    Rescue.NONE: "no rescue ship in this match",
    Rescue.ORIGINAL: "the convoy's own rescue ship",
    Rescue.ESCORT: "an escort is rescue ship",
    Rescue.OWED: "no rescue ship; the next surface escort takes over",
}


def table_text(view: TableView, width: int = WIDTH) -> str:
    """Round, weather, scores, what is on the table, and both sides' cards as far as they are known."""
    lines = [headline(view), score(view), "", *_table_lines(view)]
    parts = [wrapped("\n".join(lines), width)]
    parts += [framed("\n".join(_seat_lines(view.seat(side))), NAMES[side], width) for side in Side]
    return "\n\n".join(parts)


def table_glance(view: TableView, width: int = WIDTH) -> str:
    """Everything on the table, the cards in hand, and how many the other side holds; the piles are on the board."""
    lines = [headline(view), score(view), "", *_table_lines(view), ""]
    for side in Side:
        seat = view.seat(side)
        if seat.tactical is None:
            held = f"{seat.tactical_size} tactical and {counted(seat.units_size, 'unit card')}"
            lines.append(f"{NAMES[side]}: {held}".capitalize())
        else:
            whose = "Your" if view.side is side else f"The {NAMES[side]}'s"
            lines.append(f"{whose} {counted(seat.tactical_size, 'tactical card')}: {listed(seat.tactical)}")
            lines.append(f"{whose} {counted(seat.units_size, 'unit card')}: {listed(seat.units)}")
    return wrapped("\n".join(lines), width)


def headline(view: TableView) -> str:
    """Game, round, turn and weather."""
    turn = "before the first turn" if not view.turn else f"turn {view.turn} of 26"
    return f"Game {view.game}, round {view.round} of {view.rounds}, {turn}; {weather(view)}"


def weather(view: TableView) -> str:
    """The weather of the round, and the sonar conditions where they are bad."""
    return f"{'storm' if view.storm else 'clear weather'}{', bad sonar' if view.bad_sonar else ''}"


def score(view: TableView) -> str:
    """Points and losses."""
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
        lines.append(f"Carrier: {fate}; screen: {listed(view.screen)}")
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
    parts = [str(engagement.kind), "no card" if engagement.gone else str(engagement.unit or "face-down card")]
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
        f"tactical cards {seat.tactical_size}: {listed(seat.tactical)}",
        f"unit cards {seat.units_size}: {listed(seat.units)}",
        f"discarded {seat.discards_size}: {listed(seat.discards)}",
        f"decks: {seat.tactical_deck_size} tactical, {counted(seat.units_deck_size, 'unit')}",
        f"played: {listed(seat.played)}",
        f"out of play: {listed(seat.out)}",
    ]


def listed(cards: Sequence[Tactical] | Sequence[Unit] | None) -> str:
    """Cards in a line, alike ones counted."""
    if cards is None:
        return "hidden"
    if not cards:
        return "none"
    return ", ".join(f"{number} {card}" if number > 1 else str(card) for card, number in Counter(cards).items())
