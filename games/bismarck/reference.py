"""The data cards and the tables of the rule text as Markdown, for the documentation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from games.bismarck.cards import PLANES, SHIPS, DayNight
from games.bismarck.tables import TABLES
from games.bismarck.victory import MISSIONS
from games.bismarck.words import Side
from navalcore.errors import UnknownName

RESULTS = {"ms": "midships", "fp": "firepower"}
FASTEST, STRONGEST = 99, 999
"""Where the last row of a table is open above."""


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


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}+" if high in (FASTEST, STRONGEST) else f"{low}-{high}"


def gunnery_table() -> str:
    """What one salvo does (16.81)."""
    rows = [
        (
            f"{row.permille / 10:g} %",
            RESULTS.get(row.effect, row.effect),
            row.ms or None,
            row.kn or None,
            row.fp or None,
        )
        for row in TABLES.gunnery.outcomes_permille
    ]
    return _table(["chance", "result", "MS lost", "knots lost", "FP lost"], rows)


def torpedo_table() -> str:
    """The chance of a torpedo's hit by the target's speed (16.82)."""
    bands = TABLES.torpedo.hit_pct["bands"]
    return _table(["knots", "hit"], [(_span(band.from_, band.to), f"{band.pct} %") for band in bands])


def submarine_table() -> str:
    """A submarine's attack by the target's anti-submarine strength (16.41.2)."""
    rows = [
        (
            _span(row.from_, row.to),
            f"{row.torpedoes_min}-{row.torpedoes_max}", f"{row.sub_sunk_pct} %",
        )
        for row in TABLES.submarine.attack_rows
    ]  # fmt: skip
    return _table(["strength", "torpedoes that may hit", "submarine sunk"], rows)


def shadow_table() -> str:
    """What visibility adds to a shadow attempt (10.7)."""
    return _table(["visibility", "modifier"], [(level, f"{drm:+d}") for level, drm in TABLES.shadow.visibility.items()])


def fog_table() -> str:
    """The chance of fog by the time of day (13.32)."""
    return _table(["time", "fog"], [(time, f"{pct} %") for time, pct in TABLES.fog.pct_by_time.items()])


LABELLED: dict[str, tuple[str, Callable[[], str]]] = {
    "gunnery": ("Exact; knots are lost together with a midship (BIS-R41).", gunnery_table),
    "torpedo hits": ("Exact.", torpedo_table),
    "submarine attacks": ("Exact.", submarine_table),
    "shadow": ("Exact; half a point for each helper is mended by the worked example (BIS-R23).", shadow_table),
    "fog": ("Exact.", fog_table),
}


def labelled_table(name: str) -> str:
    """A table of the rule text with where its figures come from.

    Raises:
        UnknownName: there is none of that name; lists those there are.
    """
    if name not in LABELLED:
        raise UnknownName(f"bismarck has no table '{name}'; it has {', '.join(LABELLED)}")
    label, table = LABELLED[name]
    return f"*{label}*\n\n{table()}"
