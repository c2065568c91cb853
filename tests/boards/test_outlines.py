"""Outlines of land come from a data file, or the file is named."""

from pathlib import Path

import pytest

from navalcore.boards._outlines import load_outlines
from navalcore.errors import BadData


def test_outlines_are_read_as_points(tmp_path: Path) -> None:
    path = tmp_path / "coast.json"
    path.write_text('{"outlines": [[[1, 2], [3.5, 4], [0, 0]]]}')
    assert load_outlines(path) == (((1.0, 2.0), (3.5, 4.0), (0.0, 0.0)),)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"outlines": 3}', '{"outlines": [[[1]]]}', '{"outlines": [["ab"]]}'])
def test_a_file_without_outlines_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "coast.json"
    path.write_text(text)
    with pytest.raises(BadData, match=r"coast\.json: must hold"):
        load_outlines(path)
