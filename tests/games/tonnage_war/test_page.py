"""The learn-to-play page: what its directives do not make is held against the game's data here."""

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from games.tonnage_war.convoys import own_scenarios
from games.tonnage_war.state import Side
from games.tonnage_war.values import DEPLETED_ESCORTS, SUITS, UNITS, read_playing_cards

GAMES = Path(__file__).parents[3] / "docs" / "games"
PAGE = (GAMES / "tonnage_war.md").read_text(encoding="utf-8")
LOSSES = ("ships_sunk", "boats_sunk", "boats_damaged", "escorts_destroyed", "escorts_damaged")


@pytest.mark.parametrize("side", Side)
def test_the_tables_of_playing_cards_are_those_of_the_game(side):
    pack = read_playing_cards(side)
    for suit in SUITS:
        kinds = {}
        for card, kind in pack.items():
            if card.suit == suit:
                kinds.setdefault(kind, []).append(card.rank)
        for kind, ranks in kinds.items():
            assert f"| {suit} | {' '.join(ranks)} | {kind} | {len(ranks)} |" in PAGE


@pytest.mark.parametrize("unit", [unit for unit in UNITS if unit not in DEPLETED_ESCORTS])
def test_the_table_of_units_has_the_values_of_the_game(unit):
    figures = UNITS[unit]
    second = figures.evade or f"{figures.detect:+d}"
    points = f"{figures.points_damaged} / {figures.points_sunk}"
    row = f"| **{unit}** | {figures.name} | {figures.attack} | {second} | {figures.hfdf or '-'} | {points} |"
    assert row in PAGE


@pytest.mark.parametrize("scenario", own_scenarios())
def test_the_losses_are_those_of_the_committed_simulation(scenario):
    scores = json.loads((GAMES / "simulated" / "tonnage_war" / f"{scenario}.json").read_text(encoding="utf-8"))[
        "scores"
    ]
    cells = [
        f"{scores[name]['mean']:.2f} ({scores[name]['mean_low']:.2f}-{scores[name]['mean_high']:.2f})"
        for name in LOSSES
    ]
    assert f"| `{scenario}` | {' | '.join(cells)} |" in PAGE


def test_the_bot_was_found_to_beat_random_play_on_either_side_in_500_matches():
    for side, other in (("uboat", "escort"), ("escort", "uboat")):
        folder = GAMES / "simulated" / "tonnage_war"
        single = json.loads((folder / f"{side}_against_random.json").read_text(encoding="utf-8"))
        assert single["matches"] == 500
        assert single["bots"] == {side: "sensible", other: "random"}
        assert single["wins"][side]["share"] >= 0.9


def test_the_diagram_goes_from_box_to_box_as_turns_do():
    """The escort side's turn is the last of a round (7.1), so the round ends after it and not after a U-boat turn."""
    svg = "{http://www.w3.org/2000/svg}"
    root = ElementTree.parse(GAMES.parent / "images" / "tonnage_war_sequence.svg").getroot()
    boxes = []
    titles = [each for each in root.findall(f"{svg}text") if each.get("font-weight") == "bold"]
    framed = [each for each in root.findall(f"{svg}rect") if each.get("rx")]
    for rect, title in zip(framed, titles, strict=True):
        x, y, width, height = (float(rect.attrib[name]) for name in ("x", "y", "width", "height"))
        boxes.append((x - 3, y - 3, x + width + 3, y + height + 3, "".join(title.itertext())))

    def box(x, y):
        return next(name for left, top, right, bottom, name in boxes if left <= x <= right and top <= y <= bottom)

    arrows = set()
    for path in root.findall(f"{svg}path"):
        points = [tuple(map(float, point)) for point in re.findall(r"([\d.]+),([\d.]+)", path.attrib["d"])]
        arrows.add((box(*points[0]), box(*points[-1])))
    assert arrows == {
        ("Deal", "U-boat side declares"),
        ("U-boat side declares", "Escorts' attempt is resolved"),
        ("Escorts' attempt is resolved", "U-boat side's action"),
        ("U-boat side's action", "Escort side declares"),
        ("Escort side declares", "U-boat attack goes through"),
        ("U-boat attack goes through", "Escort side's action"),
        ("Escort side's action", "U-boat side declares"),
        ("Escort side's action", "End of the round"),
        ("End of the round", "Deal"),
        ("End of the round", "After four rounds"),
    }
