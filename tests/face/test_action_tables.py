"""Frozen action tables: a damaged one is refused with the line that is wrong."""

from pathlib import Path

import pytest

from navalcore._face.action_tables import read_table
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
