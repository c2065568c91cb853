"""What one changed sign in the components could have broken unseen: each test holds a place a mutant showed bare."""

from __future__ import annotations

from pathlib import Path

import pytest

from navalcore.components import _tables as table_files
from navalcore.components._chance import SeededChance
from navalcore.components._tables import load_tables, table_schema
from navalcore.components._tracks import DamageTrack
from navalcore.errors import BadData


@pytest.mark.parametrize("filled", [-1, 5])
def test_a_damage_track_has_no_fewer_boxes_filled_than_none_and_no_more_than_it_has(filled: int) -> None:
    with pytest.raises(BadData, match=f"{filled} boxes are filled; it must be from 0 to 4"):
        DamageTrack(4, filled=filled)
    assert DamageTrack(4, filled=0).left == 4
    assert DamageTrack(4, filled=4).full


def test_draws_and_other_numbers_take_the_words_of_a_seed_one_after_another() -> None:
    drawn, rolled, mixed = (SeededChance.from_seed(1943) for _ in range(3))
    numbers = [rolled.below(52) for _ in range(100)]
    assert [drawn.pick(range(52)) for _ in range(100)] == numbers
    assert [mixed.below(52) if turn % 7 else mixed.pick(range(52)) for turn in range(100)] == numbers
    assert drawn.state == rolled.state == mixed.state
    assert drawn.below(52) == rolled.below(52)


def test_every_table_of_a_file_but_meta_is_a_lookup_table_wherever_it_stands(tmp_path: Path) -> None:
    table = '[{}]\ndie = "d6"\ntype = "int"\nsource = "exact"\n[{}.rows]\n"1-6" = 1\n'
    path = tmp_path / "tables.toml"
    path.write_text("".join(table.format(name, name) for name in ("contact", "weather")) + '[meta]\ngame = "example"\n')
    assert sorted(load_tables(path)) == ["contact", "weather"]


def test_the_schema_of_a_table_knows_the_types_of_cells_and_every_key_that_is_read() -> None:
    table = table_schema()["additionalProperties"]
    assert table["additionalProperties"] is False
    assert table["properties"]["type"]["enum"] == ["int", "float", "bool", "str", "list"]
    assert set(table["properties"]) == table_files._KEYS
