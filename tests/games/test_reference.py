"""The tables of every game's pages: whole, cited by the sections that need them, and equal to the data."""

import importlib
from collections import Counter
from pathlib import Path

import pytest

import navalcore as nc
from navalcore._rulebook.model import SectionKind
from navalcore._rulebook.tables import DataTable, table_named
from navalcore.errors import UnknownName
from navalcore_games.aa50_subwar import theatre
from navalcore_games.bismarck.tables import TABLES as BISMARCK
from navalcore_games.tonnage_war.convoys import own_scenarios
from navalcore_games.tonnage_war.state import Side
from navalcore_games.tonnage_war.values import UNITS
from navalcore_games.uboat_cards.decks import own_decks
from navalcore_games.uboat_cards.state import Card

GAMES = ("aa50_subwar", "bismarck", "silent_war", "tonnage_war", "uboat_cards")
DOCS = Path(__file__).parents[2] / "docs" / "games"
NEEDING_NONE = {"tonnage_war": {"2"}}
"""Sections of a kind that needs a table whose table stands at the sections below them."""


def tables(game: str) -> tuple[DataTable, ...]:
    """The tables of a game."""
    found: tuple[DataTable, ...] = importlib.import_module(f"navalcore_games.{game}.reference").TABLES
    return found


def cells(game: str, name: str) -> list[list[str]]:
    """The rows of a table below its head."""
    lines = table_named(tables(game), name).make().splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


@pytest.mark.parametrize("game", GAMES)
def test_every_table_has_as_many_cells_in_each_row_as_in_its_head(game: str) -> None:
    for table in tables(game):
        head, rule, *rows = table.make().splitlines()
        assert set(rule) <= {"|", "-", " "}, table.name
        assert rows, table.name
        assert {row.count("|") for row in rows} == {head.count("|")}, table.name


@pytest.mark.parametrize("game", GAMES)
def test_every_table_names_sections_that_there_are_and_stands_once_on_the_page(game: str) -> None:
    book = nc.load(game).rulebook
    page = (DOCS / game / "tables.md").read_text(encoding="utf-8").splitlines()
    found = tables(game)
    assert [number for table in found for number in table.sections if number not in book] == []
    assert {table.name: page.count(table.name) for table in found} == {table.name: 1 for table in found}


@pytest.mark.parametrize("game", GAMES)
def test_no_section_that_is_a_table_a_set_up_or_a_scenario_is_without_its_table(game: str) -> None:
    kinds = (SectionKind.TABLE, SectionKind.SETUP, SectionKind.SCENARIO)
    needing = {section.number for section in nc.load(game).rulebook.sections if section.kind in kinds}
    having = {number for table in tables(game) for number in table.sections}
    assert needing
    assert needing - having - NEEDING_NONE.get(game, set()) == set()


def test_a_table_that_is_not_there_is_refused_with_the_names_of_those_that_are() -> None:
    with pytest.raises(UnknownName, match="there is no table 'x'; there are cards, decks, hands"):
        table_named(tables("uboat_cards"), "x")


def test_the_decks_of_the_card_game_hold_as_many_cards_as_they_say() -> None:
    rows = {row[0]: row[1:] for row in cells("uboat_cards", "decks")}
    for number, deck in enumerate(own_decks().values()):
        assert sum(int(rows[card][number]) for card in Card) == deck.size == int(rows["*cards in all*"][number])


def test_every_deck_of_tonnage_war_adds_up_to_the_cards_of_its_scenario() -> None:
    for name, side in (("boats", Side.UBOAT), ("escorts", Side.ESCORT)):
        counted = Counter[int]()
        *kinds, total = cells("tonnage_war", name)
        for row in kinds:
            counted.update({number: int(cell) for number, cell in enumerate(row[1:]) if cell != "-"})
        assert [counted[n] for n in range(len(own_scenarios()))] == [int(cell) for cell in total[1:]]
        assert [int(cell) for cell in total[1:]] == [
            sum(s.decks(side).units.values()) for s in own_scenarios().values()
        ]
    for row in cells("tonnage_war", "units"):
        unit = next(unit for unit in UNITS if f"**{unit}**" == row[0])
        assert int(row[2]) == UNITS[unit].attack


@pytest.mark.rule("aa50_subwar", "S21", "S23", "B18", "B20", "B21")
def test_limits_units_and_set_ups_are_those_the_rules_use() -> None:
    limits = {row[0]: row[1] for row in cells("aa50_subwar", "zones")}
    assert limits == {
        theatre.title_of(zone): f"C{data.convoy_limit}" if data.convoy_limit else "0"
        for zone, data in theatre.ZONES.items()
    }
    assert {row[0]: int(row[1]) for row in cells("aa50_subwar", "units")} == {
        kind: unit.cost for kind, unit in theatre.UNITS.items()
    }
    for year in ("1941", "1942"):
        placed = sum(int(part.split()[0]) for row in cells("aa50_subwar", year) for part in row[2].split(", "))
        assert placed == sum(row.quantity for row in theatre.setup_rows(f"setup_{year}.csv") if row.use == "play")


@pytest.mark.rule("bismarck", "16.83", "17.4", "17.5")
def test_torpedo_damage_and_victory_points_are_those_the_rules_use() -> None:
    damage = {row[0]: row[1] for row in cells("bismarck", "torpedo damage")}
    assert damage["cruiser"] == "sunk: 1 in 3; 2 MS: 1 in 3; 1 MS: 1 in 3"
    assert damage["*Bismarck*"] == "1 MS: 60 %; 0 MS: 40 %"
    for name, paid in (("British points", BISMARCK.victory.british), ("German points", BISMARCK.victory.german)):
        assert len(cells("bismarck", name)) == len(paid)
        assert [int(row[1]) for row in cells("bismarck", name) if row[1].isdecimal()] == [
            points for points in paid.values() if isinstance(points, int)
        ]
    assert sum(row[3] == "rows 11 to 30" for row in cells("bismarck", "calendar")) == 5


def test_the_area_activity_charts_cover_every_die_in_every_war_period() -> None:
    for row in cells("silent_war", "area activity"):
        for chart in row[1:]:
            if chart == "none":
                continue
            spans = [part.split()[1].split("-") for part in chart.split(", ")]
            dice = [die for span in spans for die in range(int(span[0]), int(span[-1]) + 1)]
            assert dice == list(range(10)), (row[0], chart)
