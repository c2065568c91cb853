"""The page of the game: its data cards are those of the data."""

from pathlib import Path

import pytest

from games.bismarck.reference import mission_list, plane_cards, ship_cards
from games.bismarck.words import Side

PAGE = Path(__file__).parents[3] / "docs" / "games" / "bismarck.md"


@pytest.mark.parametrize("table", [ship_cards(Side.BRITISH), ship_cards(Side.GERMAN), plane_cards(), mission_list()])
def test_the_page_holds_the_cards_as_the_data_has_them(table) -> None:
    assert table in PAGE.read_text(encoding="utf-8")
