"""The README keeps its word."""

import re
from pathlib import Path

import pytest

import navalcore as nc
from navalcore.bots import make_bots, play_out

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def picture() -> str:
    """What the README's picture shows: the wolf pack's view of a match of two sensible bots."""
    game = nc.load("uboat_cards")
    match = game.new_match(seed=1943)
    play_out(match, make_bots(game, seed=0), limit=145)
    svg = nc.face_of(game).board_svg(match.view("uboat"))
    assert svg is not None
    return svg


def test_the_picture_is_what_the_code_draws_today():
    drawn = (ROOT / "docs" / "images" / "card_table.svg").read_text(encoding="utf-8")
    assert drawn.strip() == picture().strip(), "draw it again: python tests/test_readme.py"


def test_the_example_runs_and_says_what_the_readme_says(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (example,) = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
    assert len(example.strip().splitlines()) <= 12
    told: list[str] = []
    exec(example, {"print": lambda *words: told.append(" ".join(str(word) for word in words))})
    assert told[-1] in README


def test_a_package_index_is_given_addresses_of_pages_and_files_that_there_are():
    pytest.importorskip("hatchling", reason="wheels are built with the extra 'dev'")
    from hatch_build import with_addresses

    shown = with_addresses(README, "https://code.example/n", "https://pages.example")
    addresses = re.findall(r"\]\((.*?)\)", shown)
    assert len(addresses) == len(re.findall(r"\]\(", README)) > 20
    for address in addresses:
        if page := re.fullmatch(r"https://pages\.example/en/stable/(.+)\.html(#.+)?", address):
            assert (ROOT / f"docs/{page[1]}.md").is_file(), address
        else:
            file = re.fullmatch(r"https://code\.example/n/(?:blob|raw)/main/(.+)", address)
            assert file is not None, address
            assert (ROOT / file[1]).is_file(), address


if __name__ == "__main__":
    (ROOT / "docs" / "images" / "card_table.svg").write_text(picture(), encoding="utf-8")
