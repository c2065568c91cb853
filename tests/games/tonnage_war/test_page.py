"""The learn-to-play page: what its directives do not make is held against the game's data here."""

import json
import re
from itertools import groupby
from pathlib import Path

import pytest

import navalcore as nc
from games.tonnage_war.convoys import own_scenarios
from games.tonnage_war.state import Side, Tactical, Unit
from games.tonnage_war.values import DEPLETED_ESCORTS, SUITS, UNITS, read_playing_cards
from navalcore.bots import make_bots, play_out

GAMES = Path(__file__).parents[3] / "docs" / "games"
PAGE = (GAMES / "tonnage_war.md").read_text(encoding="utf-8")
LOSSES = ("ships_sunk", "boats_sunk", "boats_damaged", "escorts_destroyed", "escorts_damaged")


@pytest.mark.parametrize("side", Side)
def test_the_tables_of_playing_cards_are_those_of_the_game(side):
    pack = read_playing_cards(side)
    for suit in SUITS:
        kinds: dict[Tactical | Unit, list[str]] = {}
        for card, kind in pack.items():
            if card.suit == suit:
                kinds.setdefault(kind, []).append(card.rank)
        for name, ranks in kinds.items():
            assert f"| {suit} | {' '.join(ranks)} | {name} | {len(ranks)} |" in PAGE


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


@pytest.mark.rule("tonnage_war", "7.1")
def test_the_diagram_repeats_the_turns_that_alternate_within_a_round():
    diagram = re.search(r"```{sequence} tonnage_war\n:turns: (.*)\n", PAGE)
    assert diagram is not None
    named = diagram[1].split()
    game = nc.load("tonnage_war")
    match = game.new_match(seed=1)
    bots = make_bots(game, seed=1)
    phases = []
    while match.state.round == 1:
        phases.append(match.state.phase)
        play_out(match, bots, limit=1)
    assert [phase for phase, _ in groupby(phases)] == named * 13
