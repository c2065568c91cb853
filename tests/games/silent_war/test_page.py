"""The page of the game: its tables are those of the data."""

from pathlib import Path

import pytest

from games.silent_war.reference import TABLES

PAGE = Path(__file__).parents[3] / "docs" / "games" / "silent_war.md"


@pytest.mark.parametrize("name", TABLES)
def test_the_page_holds_the_charts_as_the_data_has_them(name) -> None:
    assert TABLES[name]() in PAGE.read_text(encoding="utf-8")
