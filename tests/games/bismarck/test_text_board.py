"""The board as text."""

import navalcore as nc
from navalcore_games.bismarck.sea_map import COLUMNS, ROWS
from navalcore_games.bismarck.views import see
from navalcore_games.bismarck.words import Side


def test_the_text_board_has_the_map_the_search_totals_and_the_enemy(sea, game) -> None:
    here = sea()
    here.put("Hood", 1622)
    here.put("Bismarck", 1522, seen=True, seen_square=1522, seen_turn=2)
    text = nc.face_of(game).board_text(see(here.state, Side.BRITISH))
    lines = text.splitlines()
    assert lines[0] == "Turn 2, May 22, 16:00: British 0 VP, Germans 0 VP"
    assert sum(line[:2] == str(row) for row in ROWS for line in lines) == 2 * len(ROWS)
    assert all(len(line) == 4 + 2 * len(COLUMNS) - 1 + 3 for line in lines if line[:2] == "16")
    assert "Enemy: Bismarck 1522 (spotted)" in lines
