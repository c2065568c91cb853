"""The pages of the game: their examples run, their figures are those of the code, their pictures are up to date."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from games.aa50_subwar.plots import CLAIMS, PICTURES, hunts, starvation_table
from games.aa50_subwar.theatre import TERRITORIES, UNITS, ZONES, title_of

DOCS = Path(__file__).parents[3] / "docs"
PAGES = [DOCS / "games" / "aa50_subwar.md", DOCS / "games" / "aa50_subwar_resolver.md"]
PAGE = PAGES[0].read_text(encoding="utf-8")


def rows(first: str) -> list[str]:
    """The cells of the row of the page that begins with a cell."""
    found = [line for line in PAGE.splitlines() if line.startswith(f"| {first} |")]
    assert len(found) == 1, (first, found)
    return [cell.strip() for cell in found[0].strip("|").split("|")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_examples_of_the_page_run(page):
    blocks = re.findall(r"```\{doctest\}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    names: dict[str, object] = {}
    for block in blocks:
        test = parser.get_doctest(block, names, page.name, str(page), 0)
        runner.run(test, clear_globs=False)
        names = test.globs
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("name", PICTURES)
def test_the_pictures_of_the_page_are_those_the_code_draws(name):
    assert (DOCS / "images" / name).read_text(encoding="utf-8") == PICTURES[name]() + "\n"
    assert name in PAGE


@pytest.mark.parametrize("submarines", range(1, 11))
def test_the_table_of_the_claims(submarines):
    cells = rows(str(submarines))
    for cell, row in zip(cells[1:], starvation_table().values(), strict=False):
        chance = row[submarines - 1][1]
        assert cell == ("0" if chance == 0 else f"{chance * 100:.2f} %")
    claim = CLAIMS.get(submarines)
    assert cells[-2] == ("no chance" if submarines < 4 else f"about {claim:.0%}".replace("%", " %") if claim else "")


def test_the_table_of_the_hunts():
    for hunter, name in (("destroyer", "destroyer"), ("fighter", "fighter"), ("bomber", "bomber")):
        odds = hunts()[name]
        lines = [
            line for line in PAGE.splitlines() if line.startswith(f"| {hunter} | {odds.outcomes['submarine_sunk']} ")
        ]
        assert len(lines) == 1
        figures = [cell.strip() for cell in lines[0].strip("|").split("|")][1:]
        assert figures[-2:] == [f"{float(value):.2f}" for value in odds.expected.values()]
        assert sum(map(fraction, figures[:5])) == pytest.approx(1)
    directed = [cell.strip() for cell in rows("fighter directs a destroyer")][1:]
    assert fraction(directed[0]) == float(hunts()["fighter directs"].outcomes["submarine_sunk"])


def fraction(text: str) -> float:
    above, below = text.split("/")
    return int(above) / int(below)


@pytest.mark.rule("aa50_subwar", "S21", "S23", "B18")
def test_the_tables_of_limits_and_units():
    for zone, row in ZONES.items():
        assert rows(title_of(zone))[1] == (f"C{row.convoy_limit}" if row.convoy_limit else "0")
    for name, territory in TERRITORIES.items():
        if territory.limit_source == "source":
            limit = f"C{territory.convoy_limit}" if territory.convoy_limit else "0"
            assert rows(title_of(name))[1:3] == [str(territory.ipc), limit]
    for kind, unit in UNITS.items():
        line = f"| {kind} | {unit.cost} | {unit.attack} | {unit.defense} | {unit.move} | {unit.hits} |"
        assert line in PAGE


def test_every_ruling_is_on_the_page(game):
    for ruling in game.rulebook.rulings:
        cells = rows(ruling.id)
        assert cells[3] == ruling.decision
        assert cells[5] == (f"`{ruling.option}`" if ruling.option else "")
