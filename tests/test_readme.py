"""The README keeps its word."""

import re
from pathlib import Path

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


if __name__ == "__main__":
    (ROOT / "docs" / "images" / "card_table.svg").write_text(picture(), encoding="utf-8")
