"""Frozen action tables: a damaged one is refused with the line that is wrong."""

from pathlib import Path

import pytest

import navalcore as nc
from navalcore._face.action_tables import read_table, table_of
from navalcore.errors import BadData


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", r"actions\.txt is not an action table"),
        ("pass\n", r"actions\.txt:1: the first line of an action table is 'rules VERSION', not 'pass'"),
        ("rules 1\npass\nfire\npass\n", r"actions\.txt:4: 'pass' is empty or there twice"),
        ("rules 1\npass\n\nfire\n", r"actions\.txt:3: '' is empty or there twice"),
    ],
)
def test_a_damaged_table_is_refused_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "actions.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadData, match=said):
        read_table(path)


def test_a_variant_has_a_table_of_its_own_and_freezing_it_leaves_the_games_alone() -> None:
    game, varied = nc.load("aa50_subwar"), nc.load("aa50_subwar:original_spotting")
    assert table_of(game).exists()
    assert table_of(varied) == table_of(game).with_name("actions.original_spotting.txt")
