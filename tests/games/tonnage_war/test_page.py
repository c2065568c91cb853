"""The learn-to-play page: what its directives do not make is held against the game's data here."""

import json
import re
from itertools import groupby
from pathlib import Path

import pytest

import navalcore as nc
from navalcore.bots import make_bots, play_out
from navalcore_games.tonnage_war.convoys import own_scenarios

GAMES = Path(__file__).parents[3] / "docs" / "games"
ODDS = (GAMES / "tonnage_war" / "odds.md").read_text(encoding="utf-8")
RULES = (GAMES / "tonnage_war" / "rules.md").read_text(encoding="utf-8")
LOSSES = ("ships_sunk", "boats_sunk", "boats_damaged", "escorts_destroyed", "escorts_damaged")


@pytest.mark.parametrize("scenario", [name for name in own_scenarios() if name != "evening"])
def test_the_losses_are_those_of_the_committed_simulation(scenario):
    scores = json.loads((GAMES / "simulated" / "tonnage_war" / f"{scenario}.json").read_text(encoding="utf-8"))[
        "scores"
    ]
    cells = [
        f"{scores[name]['mean']:.2f} ({scores[name]['mean_low']:.2f}-{scores[name]['mean_high']:.2f})"
        for name in LOSSES
    ]
    assert f"| `{scenario}` | {' | '.join(cells)} |" in ODDS


def test_the_bot_was_found_to_beat_random_play_on_either_side_in_500_matches():
    for side, other in (("uboat", "escort"), ("escort", "uboat")):
        folder = GAMES / "simulated" / "tonnage_war"
        single = json.loads((folder / f"{side}_against_random.json").read_text(encoding="utf-8"))
        assert single["matches"] == 500
        assert single["bots"] == {side: "sensible", other: "random"}
        assert single["wins"][side]["share"] >= 0.9


@pytest.mark.rule("tonnage_war", "7.1")
def test_the_diagram_repeats_the_turns_that_alternate_within_a_round():
    diagram = re.search(r"```{sequence} tonnage_war\n:turns: (.*)\n", RULES)
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
