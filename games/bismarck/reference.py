"""The data cards and the tables of the rule text as Markdown, for the documentation."""

from __future__ import annotations

from navalcore.rules import DataTable, markdown_table
from navalcore_games.bismarck.cards import PLANES, SHIPS, DayNight, ShipCard
from navalcore_games.bismarck.options import BismarckOptions, starting_fuel
from navalcore_games.bismarck.sea_map import (
    AIRFIELDS,
    CHANNEL,
    COLUMNS,
    ENTRY_SQUARES,
    FOG_AREAS,
    IRISH_SEA,
    MAP,
    PORTS,
    ROWS,
)
from navalcore_games.bismarck.tables import TABLES as PRINTED, SubmarineRow, TorpedoDamage
from navalcore_games.bismarck.turns import LAST_TURN, TURNS
from navalcore_games.bismarck.victory import MARGIN, MISSIONS
from navalcore_games.bismarck.words import ShipType, Side

RESULTS = {"ms": "midships", "fp": "firepower"}


def _both(figures: DayNight | None) -> str | None:
    return None if figures is None else f"{figures[0]}/{figures[1]}"


def _squares(card: ShipCard) -> str:
    return str(card.speed) if card.first_speed == card.speed else f"{card.speed} ({card.first_speed} on turn 1)"


def ship_cards(side: Side) -> str:
    """The ship data card of a side."""
    head = ["ship", "type", "move", "patrol", "shadow", "squares", "fuel", "MS", "FP", "knots", "torp", "VP", "start"]
    rows = [
        (
            card.name, card.type, _both(card.move_search), _both(card.patrol_search), _both(card.shadow),
            _squares(card), card.fuel, card.midships, card.firepower, card.knots, card.torpedoes, card.vp,
            f"{card.square} {card.mode}" if card.mode else str(card.group).capitalize(),
        )
        for card in SHIPS
        if card.side is side
    ]  # fmt: skip
    return markdown_table(head, rows)


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
    return markdown_table(head, rows)


def mission_list() -> str:
    """The convoys' missions."""
    rows = [
        (SHIPS[mission.convoy].name, SHIPS[mission.convoy].square, mission.goal, mission.due, mission.points)
        for mission in MISSIONS
    ]
    return markdown_table(["convoy", "from", "goal", "judged on turn", "VP"], rows)


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"


def gunnery_table() -> str:
    """The effect of one salvo (16.81)."""
    rows = [
        (
            f"{row.permille / 10:g} %",
            RESULTS.get(row.effect, row.effect),
            row.ms or None,
            row.kn or None,
            row.fp or None,
        )
        for row in PRINTED.gunnery.outcomes_permille
    ]
    return markdown_table(["chance", "result", "MS lost", "knots lost", "FP lost"], rows)


def torpedo_table() -> str:
    """The chance of a torpedo's hit by the target's speed (16.82)."""
    rows = [(row.span, f"{row.cells[0]} %") for row in PRINTED.torpedo.hit_pct]
    return markdown_table(["knots", "hit"], rows)


def submarine_table() -> str:
    """A submarine's attack by the target's anti-submarine strength (16.41.2)."""
    found = ((row.span, SubmarineRow(*row.cells)) for row in PRINTED.submarine.attack)
    rows = [(span, f"{row.torpedoes_min}-{row.torpedoes_max}", f"{row.sub_sunk_pct} %") for span, row in found]
    return markdown_table(["anti-submarine strength", "torpedoes fired", "chance to lose the submarine"], rows)


def shadow_table() -> str:
    """The modifiers of a shadow attempt by visibility (10.7)."""
    rows = [(f"visibility {level}", f"{modifier:+d}") for level, modifier in PRINTED.shadow.visibility.items()]
    shadow = PRINTED.shadow
    rows += [
        ("the ship moved two squares", f"{shadow.moved_two_squares:+d}"),
        ("each helper", f"{shadow.per_helper:+g}"),
        ("divide the sum by", str(shadow.divisor)),
    ]
    return markdown_table(["add to the shadow strength", "modifier"], rows)


def fog_table() -> str:
    """The chance of fog by the time of day (13.32)."""
    return markdown_table(["time", "fog"], [(time, f"{pct} %") for time, pct in PRINTED.fog.pct_by_time.items()])


def _damage_row(rows: TorpedoDamage) -> list[object]:
    total = sum(row.weight or row.pct for row in rows.rows)
    cells = []
    for row in rows.rows:
        chance = f"1 in {total}" if row.weight else f"{row.pct} %"
        cells.append(f"{'sunk' if row.sunk else f'{row.ms} MS'}: {chance}")
    knots = rows.knots
    lost = None
    if knots is not None:
        often = "" if knots.only_pct == 100 else f", in {knots.only_pct} % of hits"
        lost = f"{knots.min} to {knots.max}{often}"
    return ["; ".join(cells), lost]


def torpedo_damage_table() -> str:
    """The effect of a torpedo hit on each kind of ship (16.83)."""
    damage = PRINTED.torpedo.damage
    kinds = {
        "battleship or battlecruiser": damage.battleship,
        "*Bismarck*": damage.bismarck,
        "cruiser": damage.cruiser,
        "carrier": damage.carrier,
        "convoy, oiler, destroyer flotilla": damage.single_ship_units,
    }
    return markdown_table(
        ["hit on", "damage", "knots lost"], ([kind, *_damage_row(rows)] for kind, rows in kinds.items())
    )


def anti_submarine_table() -> str:
    """What escorts and aircraft add to the strength against submarines (16.84.1)."""
    strength = PRINTED.submarine.anti_sub_strength
    kinds = {
        "convoy": strength.convoy,
        "carrier": strength.carrier,
        "reconnaissance plane": strength.recon_plane,
        "each destroyer": strength.destroyer_each,
    }
    return markdown_table(["in the square", "day", "night"], ([k, f.day, f.night] for k, f in kinds.items()))


def destroyer_table() -> str:
    """The risks of a destroyer on its run (16.52)."""
    sunk = PRINTED.destroyer_attack.sunk_pct_per_firing_ship
    head = ["for each of *Bismarck* and *Prinz Eugen* that fires", "day", "night"]
    return markdown_table(head, [["chance that a destroyer is sunk", f"{sunk.day} %", f"{sunk.night} %"]])


def chances() -> str:
    """The chances that the rules give as one figure."""
    surprise = ", ".join(map(str, PRINTED.surprise_attack.visibility))
    rows: list[list[object]] = [
        ["10.8", "search factor of a unit whose shadow succeeded", PRINTED.shadow.search_factor_after_success],
        ["12.2", "general air search", f"{PRINTED.chance.general_air_search_pct} %"],
        ["12.3", "broken radio silence", f"{PRINTED.chance.radio_silence_pct} %"],
        ["16.31.1", "pilots attack the wrong ship", f"{PRINTED.plane_attack.confused_pct} %"],
        ["16.63", "a slower ship gets away", f"{PRINTED.withdrawal.otherwise_pct} %"],
        ["16.68", f"surprise by the *Bismarck* at visibility {surprise}, not shadowed",
         f"{PRINTED.surprise_attack.not_shadowed_pct} %"],
        ["16.68", "the same, shadowed", "100 %"],
        ["16.75", "oil leak for each midship lost", f"{PRINTED.gunnery.fuel_leak_pct_per_ms} %"],
    ]  # fmt: skip
    return markdown_table(["section", "what", "figure"], rows)


BRITISH_PAY = {
    "bismarck_sunk": "*Bismarck* sunk",
    "prinz_eugen_sunk": "*Prinz Eugen* sunk",
    "german_submarine_sunk": "each German submarine sunk",
    "oiler_sunk": "each oiler sunk",
    "ws8b_per_ship_row31_turns_21_25": "each ship of WS8B that leaves over the south edge on turns 21 to 25",
    "britannic_col10_by_25": "*Britannic* leaves over the west edge by turn 25",
    "sl1_clyde_by_25": "SL1 in the Clyde by turn 25",
    "sl2_col22_by_30": "SL2 in column 22 or east of it by turn 30",
    "sl3_clyde_by_19": "SL3 in the Clyde by turn 19",
    "sl4_col23_by_30": "SL4 in column 23 or east of it by turn 30",
    "sl5_col21_by_30": "SL5 in column 21 or east of it by turn 30",
    "bismarck_slow_at_sea_after_30": "*Bismarck* in slow mode at sea after turn 30",
    "prinz_eugen_slow_at_sea_after_30": "*Prinz Eugen* in slow mode at sea after turn 30",
    "bismarck_ms_lost_not_sunk": "each midship that *Bismarck* has lost when the game ends, if she is not sunk",
    "prinz_eugen_ms_lost_not_sunk": "each midship that *Prinz Eugen* has lost when the game ends, if she is not sunk",
}
GERMAN_PAY = {
    "warship_sunk": "each British battleship, cruiser or carrier sunk",
    "convoy_dispersed": "a convoy dispersed",
    "ws8b_ship_sunk": "each ship of WS8B sunk by torpedoes",
    "britannic_sunk": "*Britannic* sunk by torpedoes",
    "british_submarine_sunk": "each British submarine sunk",
    "destroyer_sunk": "each destroyer sunk",
    "plane_crash": "each plane unit that crashes",
    "slow_convoy_ship_sunk": "each ship of a slow convoy sunk by torpedoes",
    "cruiser_ms_lost_not_sunk_after_30": "each midship that a cruiser has lost, not sunk, after turn 30",
    "battleship_or_carrier_ms_lost_not_sunk_after_30":
        "each midship that a battleship or carrier has lost, not sunk, after turn 30",
    "convoy_mission_failed": "each convoy that fails its mission",
}  # fmt: skip
PAID_BY_CARD = {"warship_sunk": "VP of her data card", "convoy_dispersed": "half of the points it still carries"}


def british_points() -> str:
    """The losses and deeds that the British are paid for (17.4)."""
    return markdown_table(
        ["British points for", "VP"], ([BRITISH_PAY[k], n] for k, n in PRINTED.victory.british.items())
    )


def german_points() -> str:
    """The losses and deeds that the Germans are paid for (17.5)."""
    rows = ([GERMAN_PAY[key], PAID_BY_CARD.get(key, n)] for key, n in PRINTED.victory.german.items())
    return markdown_table(["German points for", "VP"], rows)


def end_table() -> str:
    """When the game ends (17.1)."""
    rows = [
        ["*Bismarck* sunk", f"in any victory phase in which either side leads by {MARGIN} points or more"],
        ["turn", f"after turn {LAST_TURN}"],
    ]
    return markdown_table(["the game ends by", "when"], rows)


def calendar() -> str:
    """The turn record: time, night, convoys that may move, fog."""
    rows = []
    for turn in TURNS[1:]:
        night = f"rows {turn.night_from} to {ROWS[-1]}" if turn.night_from <= ROWS[-1] else None
        convoys = " and ".join(kind for kind, may in (("fast", turn.fast), ("slow", turn.slow)) if may) or None
        rows.append([turn.number, turn.date, turn.time, night, convoys, f"{turn.fog} %"])
    return markdown_table(["turn", "date", "time", "night in", "convoys that may move", "fog"], rows)


def map_codes() -> str:
    """The letters of units on the map (2.3)."""
    kinds = {
        ShipType.BATTLESHIP: "battleship or battlecruiser",
        ShipType.CRUISER: "cruiser",
        ShipType.CARRIER: "carrier",
        ShipType.DESTROYERS: "destroyer flotilla, 1 to 6 destroyers",
        ShipType.SUBMARINES: "submarines",
        ShipType.OILER: "oiler",
        ShipType.CONVOY: "convoy (merchantmen)",
    }
    rows = [[f"**{kind.value}**", said] for kind, said in kinds.items()]
    rows += [["**R**", "reconnaissance plane"], ["**L**", "level bomber"], ["**T**", "torpedo bomber"]]
    return markdown_table(["letter", "unit"], rows)


SQUARE_KINDS = {".": "sea", "~": "coast, closed to ships", "#": "land", "P": "port", "X": "airfield"}


def square_table() -> str:
    """Every row of the map with the kinds of its squares (2.6, 6.3)."""
    rows = []
    for row, letters in MAP.rows.items():
        runs: list[tuple[str, int, int]] = []
        for column, letter in zip(COLUMNS, letters, strict=True):
            if runs and runs[-1][0] == letter:
                runs[-1] = (letter, runs[-1][1], column)
            else:
                runs.append((letter, column, column))
        said = {kind: ", ".join(_span(low, high) for each, low, high in runs if each == kind) for kind in SQUARE_KINDS}
        rows.append([row, *(said[kind] or None for kind in SQUARE_KINDS)])
    return markdown_table(["row", *(f"{said}: columns" for said in SQUARE_KINDS.values())], rows)


def place_table() -> str:
    """Ports, airfields, closed squares, fog areas, entry squares."""
    rows: list[list[object]] = []
    for side in Side:
        rows.append([f"{side.value.capitalize()} ports", ", ".join(f"{name} {n}" for n, name in PORTS[side].items())])
    rows.append(["British airfields", ", ".join(f"{name} {n}" for n, name in AIRFIELDS.items())])
    rows.append(["English Channel, closed to German ships", ", ".join(map(str, CHANNEL))])
    rows.append(["Irish Sea, closed to German ships", ", ".join(map(str, IRISH_SEA))])
    rows += [[f"fog area {n}", ", ".join(map(str, area))] for n, area in enumerate(FOG_AREAS, 1)]
    rows.append(["entry squares of the south group", ", ".join(map(str, ENTRY_SQUARES))])
    return markdown_table(["what", "squares"], rows)


def visibility_table() -> str:
    """The visibility of turn 1 (9.23)."""
    levels = BismarckOptions().first_visibility
    rows: list[list[object]] = [[row, MAP.initial_visibility[row]] for row in ROWS[:2]]
    rows += [[row, level] for row, level in zip(ROWS[2:], levels, strict=True)]
    return markdown_table(["row", *(str(row) for row, _ in rows)], [["visibility", *(level for _, level in rows)]])


def weather_changes() -> str:
    """By how much visibility may change (13.2)."""
    weather = PRINTED.weather
    rows = [
        ["11 to 20", f"{weather.rows_11_20.min:+d} to {weather.rows_11_20.max:+d}"],
        ["21 to 30", f"{weather.rows_21_30.min:+d} to {weather.rows_21_30.max:+d}"],
    ]
    return markdown_table(["rows", f"change, kept between {weather.clamp.min} and {weather.clamp.max}"], rows)


def reduced_fuel() -> str:
    """Ships that begin with less fuel than they can hold (6.8)."""
    options = BismarckOptions()
    rows = [
        [card.name, starting_fuel(card.number, options), card.fuel]
        for card in SHIPS
        if card.fuel is not None and starting_fuel(card.number, options) != card.fuel
    ]
    return markdown_table(["ship", "fuel at the start", "capacity"], rows)


def groups() -> str:
    """The reinforcement groups (14)."""
    found: dict[str, list[str]] = {}
    for card in SHIPS:
        if card.group:
            found.setdefault(card.group, []).append(card.name)
    return markdown_table(
        ["group", "ships"], ([group.capitalize(), ", ".join(ships)] for group, ships in found.items())
    )


EXACT = "Exact."
TABLES = (
    DataTable("letters", "Letters on the map", ("2.3",), EXACT, map_codes),
    DataTable("British ships", "British ships", ("Data-A", "3.0", "17.5"), EXACT, lambda: ship_cards(Side.BRITISH)),
    DataTable("German ships", "German ships", ("Data-B", "3.0"), EXACT, lambda: ship_cards(Side.GERMAN)),
    DataTable("planes", "British planes", ("Data-B",), EXACT, plane_cards),
    DataTable(
        "reduced fuel",
        "Less fuel at the start",
        ("6.8",),
        "The ships are given, the figures reconstructed (BIS-R10).",
        reduced_fuel,
    ),
    DataTable("groups", "Reinforcements", ("14.21", "14.31", "14.41", "14.43"), EXACT, groups),
    DataTable("missions", "Convoys and their missions", ("17.3", "6.31.1", "6.31.2"), EXACT, mission_list),
    DataTable(
        "calendar", "Turn record", ("Calendar", "9.7", "6.24", "6.25"), "Exact; slow convoys by BIS-R12.", calendar
    ),
    DataTable(
        "squares",
        "Every square of the map",
        ("2.6", "6.31", "6.32"),
        "Reconstructed; only named squares are given.",
        square_table,
    ),
    DataTable(
        "places",
        "Ports, closed squares, fog and entry",
        ("6.32.1", "6.32.2", "13.3", "14.42"),
        "Exact, but for the Ulster airfield.",
        place_table,
    ),
    DataTable(
        "first visibility",
        "Visibility on turn 1",
        ("9.23",),
        "Rows 11 and 12 exact, the others by BIS-R29.",
        visibility_table,
    ),
    DataTable("weather", "Changes of visibility", ("13.2",), EXACT, weather_changes),
    DataTable("fog", "Fog", ("13.32",), EXACT, fog_table),
    DataTable(
        "shadow",
        "Shadowing",
        ("10.7",),
        "Exact; half a point for each helper by the worked example (BIS-R23).",
        shadow_table,
    ),
    DataTable(
        "chances", "Single chances", ("10.8", "12.2", "12.3", "16.31.1", "16.63", "16.68", "16.75"), EXACT, chances
    ),
    DataTable(
        "gunnery",
        "Gunnery: one salvo",
        ("16.81", "16.32.2"),
        "Exact; knots are lost together with a midship (BIS-R41). A torpedo bomber rolls 5 times (BIS-R36).",
        gunnery_table,
    ),
    DataTable("torpedo hits", "Torpedo hits", ("16.82",), EXACT, torpedo_table),
    DataTable(
        "torpedo damage", "Torpedo damage", ("16.83",), "Exact; thirds for a cruiser (BIS-R42).", torpedo_damage_table
    ),
    DataTable("anti-submarine", "Anti-submarine strength", ("16.84.1",), EXACT, anti_submarine_table),
    DataTable("submarine attacks", "Torpedoes fired and submarines lost", ("16.85", "16.41.2"), EXACT, submarine_table),
    DataTable("destroyers", "Destroyers on their run", ("16.52",), EXACT, destroyer_table),
    DataTable("British points", "British victory points", ("17.4",), EXACT, british_points),
    DataTable(
        "German points", "German victory points", ("17.5",), "Exact; a failed mission by BIS-R49.", german_points
    ),
    DataTable("end", "The end of the game", ("17.1", "17.2"), EXACT, end_table),
)
"""The tables of the game's pages."""
