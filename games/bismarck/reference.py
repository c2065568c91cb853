"""The data cards as Markdown tables, for the documentation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.bismarck.cards import PLANES, SHIPS, DayNight
from games.bismarck.victory import MISSIONS
from games.bismarck.words import Side


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ("| " + " | ".join("-" if cell is None else str(cell) for cell in row) + " |" for row in rows)
    return "\n".join(lines)


def _both(figures: DayNight | None) -> str | None:
    return None if figures is None else f"{figures[0]}/{figures[1]}"


def ship_cards(side: Side) -> str:
    """The ship data card of a side."""
    head = ["ship", "type", "move", "patrol", "shadow", "squares", "fuel", "MS", "FP", "knots", "torp", "VP", "start"]
    rows = [
        (
            card.name, card.type, _both(card.move_search), _both(card.patrol_search), _both(card.shadow), card.speed,
            card.fuel, card.midships, card.firepower, card.knots, card.torpedoes, card.vp,
            f"{card.square} {card.mode}" if card.mode else card.group,
        )
        for card in SHIPS
        if card.side is side
    ]  # fmt: skip
    return _table(head, rows)


def plane_cards() -> str:
    """The plane data card."""
    head = ["unit", "move/attack", "patrol/recon", "shadow", "squares", "turns in the air"]
    rows = [
        (
            card.id, _both(card.move_search), _both(card.patrol_search), _both(card.shadow),
            f"{card.move_squares}, {card.patrol_squares}", f"{card.move_endurance}, {card.patrol_endurance}",
        )
        for card in PLANES
    ]  # fmt: skip
    return _table(head, rows)


def mission_list() -> str:
    """The convoys' missions."""
    rows = [
        (SHIPS[mission.convoy].name, SHIPS[mission.convoy].square, mission.goal, mission.due, mission.points)
        for mission in MISSIONS
    ]
    return _table(["convoy", "from", "goal", "judged on turn", "VP"], rows)
