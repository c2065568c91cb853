"""The tables of the page are made of the data and agree with each other."""

from navalcore._rulebook.tables import table_named
from navalcore_games.bismarck.reference import TABLES


def rows(name: str) -> list[list[str]]:
    """The rows of a table."""
    return [line.strip("| ").split(" | ") for line in table_named(TABLES, name).make().splitlines()[2:]]


def test_a_ship_that_comes_later_starts_with_the_group_that_the_table_of_reinforcements_names() -> None:
    start = {row[0]: row[-1] for row in rows("British ships")}
    groups = {ship: group for group, ships in rows("groups") for ship in ships.split(", ")}
    assert groups["King George V"] == "Scapa"
    assert {ship: start[ship] for ship in groups} == groups
