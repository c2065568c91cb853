"""The learn-to-play page says what the game does: its generated parts are those the game gives today."""

import importlib.util
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[3] / "docs"


def generator():
    spec = importlib.util.spec_from_file_location("tonnage_war_page", DOCS / "games" / "tonnage_war.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PAGE = generator()


def test_the_page_is_what_the_generator_writes():
    assert PAGE.PAGE.read_text(encoding="utf-8") == PAGE.page(), "run: python docs/games/tonnage_war.py"


@pytest.mark.parametrize("name", PAGE.pictures())
def test_the_pictures_of_the_page_are_what_the_generator_draws(name):
    assert (PAGE.IMAGES / name).read_text(encoding="utf-8") == PAGE.pictures()[name]


def test_every_turn_of_the_annotated_opening_has_its_note():
    assert sorted(PAGE.NOTES) == list(range(1, PAGE.OPENING_TURNS + 1))


def test_every_roll_of_the_opening_is_on_the_page():
    text = PAGE.opening()
    assert text.count("rolled") >= 20
    assert "rammed" in text


def test_the_page_carries_the_notice():
    text = PAGE.page()
    assert "independent\nimplementation" in text
    assert "reconstruction" in text
