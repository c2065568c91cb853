"""Whole matches as readable records, one a scenario; any change of the rules shows up as changed lines.

``NAVALCORE_BLESS=1 pytest tests/games/tonnage_war/test_golden.py`` writes the records anew and prints what changed.
"""

import difflib
import os
from pathlib import Path

import pytest

from games.tonnage_war.game import TonnageWar
from games.tonnage_war.record import lines, played_by_bots

GAME = TonnageWar()
FOLDER = Path(__file__).parent / "golden"


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_the_recorded_match_is_played_again_line_by_line(scenario):
    turns = played_by_bots(GAME, scenario, "122")
    assert len(turns) == 1 + 104
    record = "\n".join([f"{GAME.scenarios[scenario].title}, seed 122", *lines(turns), ""])
    path = FOLDER / f"{scenario}.txt"
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    changes = "\n".join(
        difflib.unified_diff(before.splitlines(), record.splitlines(), "recorded", "now", lineterm="", n=1)
    )
    if os.environ.get("NAVALCORE_BLESS"):
        print(changes)
        path.write_text(record, encoding="utf-8")
    else:
        assert not changes, f"the match is played differently:\n{changes}"
