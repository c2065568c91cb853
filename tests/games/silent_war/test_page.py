"""The tables of the page are made of the data, each under the label of its file."""

from collections import Counter

from navalcore._rulebook.tables import table_named
from navalcore_games.silent_war.data_pack.loading import labels
from navalcore_games.silent_war.game import SilentWar
from navalcore_games.silent_war.reference import TABLES


def made(name: str) -> str:
    """A table as Markdown."""
    return table_named(TABLES, name).make()


def test_a_table_stands_under_the_label_of_its_file(charts) -> None:
    label = {name: text for name, text, _ in labels(charts.pack)}
    assert table_named(TABLES, "ULTRA").standing == "Exact (``ultra.toml``)."
    assert table_named(TABLES, "engagement").standing == "Exact, reconstructed (``engagement.toml``)."
    assert made("labels").count("\n") == len(label) + 1


def test_tables_read_as_the_charts_are_read(charts) -> None:
    values, _, counts = made("TDC markers").splitlines()
    cells = zip(values.strip("| ").split(" | "), counts.strip("| ").split(" | "), strict=True)
    assert {int(value): int(count) for value, count in cells} == Counter(charts.tdc_pool)
    fremantle = next(line for line in made("bases").splitlines() if line.startswith("| Fremantle"))
    base = charts.bases[charts.base_index["fremantle"]]
    assert f"| {base.capacity} | {'/'.join(map(str, base.repair_numbers[1:]))} |" in fremantle
    assert "Southeast Indian Ocean" in fremantle


def test_what_a_patrol_is_judged_by_is_named_with_its_unit() -> None:
    assert SilentWar().score_title("tonnage") == "thousand tons sunk"


def test_boats_and_bases_of_the_scenarios_have_their_names_and_not_those_of_the_data() -> None:
    rows = [line.strip("| ").split(" | ") for line in made("scenarios").splitlines()[2:]]
    boats = {scenario.strip("`"): boat for scenario, *_, boat in rows}
    assert boats["patrol_tang_1944"] == "Tang from Pearl Harbor"
    assert boats["campaign_full"] == "all in service"
