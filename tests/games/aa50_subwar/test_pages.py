"""The pages of the game: their examples run, their figures are those of the code, their pictures are up to date."""

from __future__ import annotations

import doctest
import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from navalcore_games.aa50_subwar.plots import CLAIMS, PICTURES, hunts, starvation_table

DOCS = Path(__file__).parents[3] / "docs"
GAME = DOCS / "games" / "aa50_subwar"
PAGES = [GAME / "learn.md", DOCS / "games" / "aa50_subwar_resolver.md"]
PAGE = (GAME / "odds.md").read_text(encoding="utf-8")
ALL = "".join(path.read_text(encoding="utf-8") for path in [DOCS / "games" / "aa50_subwar.md", *GAME.glob("*.md")])


def rows(first: str) -> list[str]:
    """The cells of the row of the page that begins with a cell."""
    found = [line for line in PAGE.splitlines() if line.startswith(f"| {first} |")]
    assert len(found) == 1, (first, found)
    return [cell.strip() for cell in found[0].strip("|").split("|")]


def test_the_examples_of_the_page_of_the_resolver_run():
    page = PAGES[1]
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
    assert name in ALL


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


def test_the_comparison_of_combined_arms_with_two_hunts():
    fighter, destroyer = hunts()["fighter"].outcomes, hunts()["destroyer"].outcomes
    by_fighter = fighter["submarine_sunk"] + fighter["both_lost"]
    by_destroyer = destroyer["submarine_sunk"] + destroyer["both_sunk"]
    assert by_fighter + (1 - by_fighter) * by_destroyer == Fraction(13, 28)
    directed = hunts()["fighter directs"].outcomes
    assert directed["submarine_sunk"] + directed["both_sunk"] == Fraction(3, 7)
    words = " ".join(PAGE.split())
    assert "3 of 7" in words
    assert "13 of 28" in words


@pytest.mark.parametrize("year", ["1941", "1942"])
@pytest.mark.parametrize("bot", ["sensible", "no_submarines"])
def test_the_table_of_simulated_matches_is_that_of_the_committed_results(year, bot):
    data = json.loads((DOCS / "games" / "simulated" / "aa50_subwar" / f"{bot}_{year}.json").read_text(encoding="utf-8"))
    scores, wins = data["scores"], data["wins"]["axis"]
    names = ("spent_on_submarines", "submarines_destroyed", "allied_convoy_losses", "allied_units_destroyed")
    expected = [
        f"{wins['count']} of 500 ({wins['low'] * 100:.0f}-{wins['high'] * 100:.0f} %)",
        str(data["endings"].get("england_starved", 0)),
        *(f"{scores[name]['mean']:.0f}" for name in (*names, "axis_units_destroyed")),
    ]
    assert data["matches"] == 500
    assert rows(f"{year}, `{bot}`")[1:] == expected


@pytest.mark.parametrize("year", ["1941", "1942"])
@pytest.mark.parametrize("side", ["axis", "allies"])
def test_the_committed_results_of_300_matches_against_random_play(side, year):
    data = json.loads(
        (DOCS / "games" / "simulated" / "aa50_subwar" / f"{side}_{year}.json").read_text(encoding="utf-8")
    )
    assert data["matches"] == 300
    assert data["wins"][side]["share"] >= 0.9
