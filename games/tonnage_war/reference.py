"""Cards, values and scenarios as tables, for the documentation."""

from collections.abc import Iterable

from navalcore.rules import DataTable, markdown_table
from navalcore_games.tonnage_war.convoys import ConvoyScenario, own_scenarios
from navalcore_games.tonnage_war.state import Side, Tactical, Unit
from navalcore_games.tonnage_war.values import (
    ATTACK_CARDS,
    DEPLETED_ESCORTS,
    ESCORT_CARDS,
    EVADE_CARDS,
    FLAK_CARDS,
    SUITS,
    UNITS,
    read_playing_cards,
)


def playing_cards(side: Side) -> str:
    """Which playing card represents which tactical card of a side."""
    pack = read_playing_cards(side)
    rows = []
    for suit in SUITS:
        kinds: dict[Tactical, list[str]] = {}
        for card, kind in pack.items():
            if card.suit == suit:
                kinds.setdefault(kind, []).append(card.rank)
        rows += [[suit, " ".join(ranks), name, len(ranks)] for name, ranks in kinds.items()]
    return markdown_table(["suit", "ranks", "card", "copies"], rows)


def unit_table() -> str:
    """Attack, evade, detect and HF/DF figures of every unit, and the points for it."""
    rows = []
    for unit, figures in UNITS.items():
        if unit in DEPLETED_ESCORTS:
            continue
        points = f"{figures.points_damaged} / {figures.points_sunk}"
        detect = None if figures.evade else f"{figures.detect:+d}"
        hfdf = f"{figures.hfdf:+d}" if figures.hfdf else None
        rows.append([f"**{unit}**", figures.name, figures.attack, figures.evade or None, detect, hfdf, points])
    head = ["letters", "unit", "attack", "evade", "detect modifier", "HF/DF modifier", "points, damaged / sunk"]
    return markdown_table(head, rows)


def attack_cards() -> str:
    """How often each attack card rolls against the convoy, and with what."""
    rows = ([card, values.rolls, f"{values.modifier:+d}"] for card, values in ATTACK_CARDS.items() if not values.homing)
    return markdown_table(["attack card", "rolls", "added to the attack value"], rows)


def answer_cards() -> str:
    """The modifiers of evade and flak cards, and how many units each escort card sends out."""
    rows: list[list[object]] = [[card, f"{value:+d} to the number that keeps the boat undetected"]
                                for card, value in EVADE_CARDS.items()]  # fmt: skip
    rows += [[card, f"{value:+d} to the 2 or less that hits an aircraft"] for card, value in FLAK_CARDS.items()]
    units = {1: "1 unit may go out", 2: "up to 2 units may go out", 3: "up to 3 units may go out"}
    rows += [[card, units[values.units]] for card, values in ESCORT_CARDS.items()]
    return markdown_table(["card", "what its number means"], rows)


def _decks(side: Side, *, tactical: bool) -> str:
    scenarios = own_scenarios()
    counts: list[dict[Tactical | Unit, int]] = []
    for scenario in scenarios.values():
        decks = scenario.decks(side)
        counts.append(dict(decks.tactical_cards(side).items() if tactical else decks.units.items()))
    kinds: Iterable[Tactical | Unit] = dict.fromkeys(kind for deck in counts for kind in deck)
    rows: list[list[object]] = [[kind, *(deck.get(kind) for deck in counts)] for kind in kinds]
    rows.append(["*in all*", *(sum(deck.values()) for deck in counts)])
    return markdown_table(["card", *(f"`{name}`" for name in scenarios)], rows)


def _rounds(rounds: tuple[int, ...]) -> str | None:
    return ", ".join(map(str, rounds)) or None


def special_rules() -> str:
    """Weather, carrier and support groups of each scenario."""
    rows = [
        [
            f"`{name}`",
            _rounds(scenario.storm),
            _rounds(scenario.bad_sonar),
            scenario.support_group_cards or None,
            _carrier(scenario),
        ]
        for name, scenario in own_scenarios().items()
    ]
    return markdown_table(["scenario", "storm, rounds", "bad sonar, rounds", "support group brings", "carrier"], rows)


def _carrier(scenario: ConvoyScenario) -> str | None:
    if scenario.carrier is None:
        return None
    carrier = scenario.carrier
    screen = ", ".join(f"{count} {unit}" for unit, count in carrier.screen.items())
    return (
        f"screen {screen}; flies {', '.join(carrier.aircraft)}; {carrier.points_damaged} / {carrier.points_sunk} points"
    )


def depletion_numbers() -> str:
    """The depletion numbers of the option."""
    rows = ([f"**{unit}**", UNITS[unit].depletion] for unit in (Unit.SN, Unit.SR, Unit.SA))
    return markdown_table(["escort", "depleted from"], rows)


MIX = "The counts of Halifax 228 are the source's; the qualities of its units and all else are reconstructed (TW-M01)."
TABLES = (
    DataTable(
        "units", "Units and their values", ("D3", "8.5", "12"), "Exact, but for the U-tanker (TW-M03).", unit_table
    ),
    DataTable("attack cards", "Attack cards", ("8.2", "8.1.1", "8.1.2"), "Exact.", attack_cards),
    DataTable(
        "answers",
        "Evade, flak and escort cards",
        ("7.2.4", "7.2.5", "7.3", "8.1.4"),
        "Exact, but for the 2 of flak (TW-R08).",
        answer_cards,
    ),
    DataTable(
        "U-boat playing cards",
        "Playing cards as U-boat cards",
        ("D2", "2.1"),
        "Exact.",
        lambda: playing_cards(Side.UBOAT),
    ),
    DataTable(
        "escort playing cards",
        "Playing cards as escort cards",
        ("D1", "2.2"),
        "Exact.",
        lambda: playing_cards(Side.ESCORT),
    ),
    DataTable(
        "boats",
        "Boats and blanks in each scenario",
        ("2.1", "3", "S1.1"),
        MIX,
        lambda: _decks(Side.UBOAT, tactical=False),
    ),
    DataTable(
        "escorts",
        "Escorts and blanks in each scenario",
        ("2.2", "3", "S1.3"),
        MIX,
        lambda: _decks(Side.ESCORT, tactical=False),
    ),
    DataTable(
        "U-boat tactical cards",
        "The U-boat side's tactical cards in each scenario",
        ("2.1", "S1.2"),
        MIX,
        lambda: _decks(Side.UBOAT, tactical=True),
    ),
    DataTable(
        "escort tactical cards",
        "The escort side's tactical cards in each scenario",
        ("2.2", "S1.4"),
        MIX,
        lambda: _decks(Side.ESCORT, tactical=True),
    ),
    DataTable(
        "special rules",
        "Weather, carrier and support groups",
        ("S1", "13.1", "13.2", "14.1", "14.2"),
        "This project's own.",
        special_rules,
    ),
    DataTable("depletion", "Depletion numbers", ("8.5.4",), "Reconstructed (TW-R11).", depletion_numbers),
)
"""The tables of the game's pages."""
