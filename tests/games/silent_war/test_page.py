"""The tables of the page are made of the data, each under the label of its file."""

from collections import Counter

import pytest

from games.silent_war.data_pack.loading import labels
from games.silent_war.reference import TABLES, labelled_table
from navalcore.errors import UnknownName


@pytest.mark.parametrize("name", TABLES)
def test_every_table_has_as_many_cells_in_each_row_as_in_its_head(name) -> None:
    head, *rows = [line for line in labelled_table(name).splitlines() if line.startswith("|")]
    assert len(rows) > 1
    assert {row.count("|") for row in rows} == {head.count("|")}


def test_a_table_stands_under_the_label_of_its_file(charts) -> None:
    label = {name: text for name, text, _ in labels(charts.pack)}
    assert labelled_table("ULTRA").startswith("*exact* (`ultra.toml`)")
    assert labelled_table("engagement").startswith("*exact, reconstructed* (`engagement.toml`)")
    assert {file for file, _ in TABLES.values()} <= set(label)
    assert labelled_table("labels").count("\n") == len(label) + 1
    with pytest.raises(UnknownName, match="there is no table 'x'; there are labels, areas"):
        labelled_table("x")


def test_tables_read_as_the_charts_are_read(charts) -> None:
    values, _, counts = labelled_table("TDC markers").splitlines()[2:]
    cells = zip(values.strip("| ").split(" | "), counts.strip("| ").split(" | "), strict=True)
    assert {int(value): int(count) for value, count in cells} == Counter(charts.tdc_pool)
    fremantle = next(line for line in labelled_table("bases").splitlines() if line.startswith("| Fremantle"))
    base = charts.bases[charts.base_index["fremantle"]]
    assert f"| {base.capacity} | {'/'.join(map(str, base.repair_numbers[1:]))} |" in fremantle
    assert "Southeast Indian Ocean" in fremantle
