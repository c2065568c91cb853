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


def test_the_ship_cards_say_that_bismarck_and_prinz_eugen_alone_may_move_four_squares_on_turn_1() -> None:
    squares = {row[0]: row[5] for row in rows("German ships") + rows("British ships")}
    assert squares["Hood"] == "2"
    assert {ship for ship, cell in squares.items() if "turn 1" in cell} == {"Bismarck", "Prinz Eugen"}
    assert squares["Bismarck"] == squares["Prinz Eugen"] == "2 (4 on turn 1)"
