"""Themes: every colour is a variable that each theme sets, and words can be read in all of them."""

import re

import pytest

from navalcore.boards import THEMES, board_style
from navalcore.boards._drawing import _sheet

ON_SIDES = [("on-side", f"side-{side}") for side in "abcdef"]
ON_PALE_SIDES = [("ink-soft", f"side-{side}-soft") for side in "abcdef"]
GROUNDS = ("paper", "panel", "sea", "sea-deep", "land", "neutral-land", "table", "face", "act-soft")
READ = [
    *(("ink", ground) for ground in GROUNDS),
    *(("ink-soft", ground) for ground in ("paper", "panel", "sea", "sea-deep", "table", "face", "face-off")),
    *(("side-" + side, ground) for side in "ab" for ground in ("paper", "panel", "sea", "sea-deep", "table")),
    *ON_SIDES, *ON_PALE_SIDES,
    ("panel", "ink"), ("on-band", "band"), ("on-side", "good"), ("on-side", "danger"), ("on-side", "last"),
]  # fmt: skip
"""Which words stand on which ground."""
LEAST = 4.5
SHEET = board_style().partition(_sheet("light"))[0]


def values(theme: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+): ([^;]+);", _sheet(theme)))


def luminance(colour: str) -> float:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    bright, dim = sorted([luminance(one), luminance(other)], reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def test_there_are_four_themes():
    assert list(THEMES) == ["light", "dark", "contrast", "colour_blind"]
    assert contrast("#ffffff", "#000000") == pytest.approx(21)


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_sets_every_variable_that_the_style_sheet_uses(theme: str):
    used = set(re.findall(r"var\(--([\w-]+)", SHEET)) - {"letters", "halo", "side", "side-soft", "under"}
    assert used - set(values(theme)) == set()
    assert {name for name in values(theme) if not name.startswith("line-")} == {
        name for name in values("light") if not name.startswith("line-")
    }


@pytest.mark.parametrize("theme", THEMES)
def test_words_stand_out_from_their_ground_by_four_and_a_half_to_one(theme: str):
    colours = values(theme)
    short = {
        f"{words} on {ground}": round(found, 2)
        for words, ground in READ
        if (found := contrast(colours[words], colours[ground])) < LEAST
    }
    assert short == {}


@pytest.mark.parametrize("theme", THEMES)
def test_the_outline_of_what_may_be_done_stands_out_from_sea_and_every_land_by_three_to_one(theme: str):
    colours = values(theme)
    grounds = ["sea", "sea-deep", "land", "neutral-land", "act-soft", *(f"side-{side}-soft" for side in "abcdef")]
    short = {ground: ratio for ground in grounds if (ratio := contrast(colours["act"], colours[ground])) < 3}
    assert short == {}


def test_a_place_where_something_may_be_done_is_striped_and_land_never_is():
    lit = re.search(r"region\.can > \.area \{ fill: ([^;]+);", SHEET)
    assert lit is not None
    assert lit[1] == "url(#nc-lit)", "told from land of a colour like it, with any colour vision"
    assert len(re.findall(r"fill: url\(#nc-lit\)", SHEET)) == 1


def test_the_style_sheet_has_no_colour_of_its_own():
    assert re.findall(r"#[0-9a-fA-F]{3,8}\b|rgb", SHEET) == []


def test_everything_in_the_style_sheet_is_within_a_board():
    rules = re.findall(r"([^{}]+)\{", re.sub(r"/\*.*?\*/", "", SHEET, flags=re.DOTALL))
    assert len(rules) > 50
    assert [one for rule in rules for one in rule.split(",") if not one.strip().startswith(".nc-board")] == []
