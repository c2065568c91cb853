"""``replay --narrate --html``: a match as a page whose lines link to their rules."""

import re
from pathlib import Path

import pytest

import navalcore as nc
from navalcore.bots import make_bots, play_out
from tests.cli.conftest import Command


def page_of(navalcore: Command, tmp_path: Path, *words: str) -> str:
    """The page of a short match of the card game, told with these words."""
    game = nc.load("uboat_cards")
    match = game.new_match("short", seed=17)
    play_out(match, make_bots(game, seed=0))
    match.save(tmp_path / "match.jsonl")
    ran = navalcore(
        "replay", str(tmp_path / "match.jsonl"), "--narrate", "--html", str(tmp_path / "match.html"), *words
    )
    assert ran.status == 0, ran.err
    return (tmp_path / "match.html").read_text()


def test_a_narrated_page_links_every_rule_and_shows_the_board_turn_by_turn(navalcore: Command, tmp_path: Path) -> None:
    page = page_of(navalcore, tmp_path)
    links = set(re.findall(r'<a [^>]*href="#([^"]+)"', page))
    assert links
    assert links <= set(re.findall(r'<span id="([^"]+)"', page)), "each link leads to a sentence of the rule"
    turns = page.count("<h2 id='turn-")
    assert turns > 5
    assert 5 < page.count("<figure>") <= turns
    assert page.count("<svg") == page.count("<figure>"), "each board is one picture"
    assert "<?xml" not in page
    assert "Wolf pack" in page


def test_a_page_for_one_side_keeps_the_other_sides_secrets(navalcore: Command, tmp_path: Path) -> None:
    page = page_of(navalcore, tmp_path, "--role", "convoy", "--to", "6")
    told = page.partition("The rules in this match")[0]
    assert re.search(r"The wolf pack draws (a card|\d+ cards)", told)
    assert not re.search(r"The wolf pack draws (Sonar|Water|Torpedo|Periscope|Transport|Near Miss|Dive)", told)


def test_a_page_can_link_to_the_documentation(navalcore: Command, tmp_path: Path) -> None:
    page = page_of(navalcore, tmp_path, "--docs", "https://example.org/docs/", "--to", "3")
    assert 'href="https://example.org/docs/games/uboat_cards/rules.html#uboat_cards-U6:~:text=' in page


@pytest.mark.parametrize(
    ("words", "complaint"), [(["--html", "x.html"], "add --narrate"), (["--docs", "d"], "--html FILE")]
)
def test_half_a_wish_for_a_page_is_refused(
    navalcore: Command, tmp_path: Path, words: list[str], complaint: str
) -> None:
    match = nc.load("uboat_cards").new_match(seed=1)
    match.save(tmp_path / "match.jsonl")
    ran = navalcore("replay", str(tmp_path / "match.jsonl"), *words)
    assert ran.status == 2
    assert complaint in ran.err


@pytest.mark.parametrize(
    "docs", ["javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "\tjavascript:x", "a'b"]
)
def test_a_page_links_to_no_address_that_runs_something(navalcore: Command, tmp_path: Path, docs: str) -> None:
    nc.load("uboat_cards").new_match(seed=17).save(tmp_path / "match.jsonl")
    page = tmp_path / "match.html"
    ran = navalcore("replay", str(tmp_path / "match.jsonl"), "--narrate", "--html", str(page), "--docs", docs)
    assert ran.error()[0] == "bad_data"
    assert not page.exists()
