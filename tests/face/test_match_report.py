"""A match as a page: how many boards it shows, and what a page of a record says."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

import pytest

import navalcore as nc
from navalcore.boards import match_report, record_report
from navalcore.bots import make_bots, play_out


@pytest.fixture(scope="module")
def match() -> nc.AnyMatch:
    """A short match of the card game, played to its end."""
    game = nc.load("uboat_cards")
    match = game.new_match("short", seed=17)
    play_out(match, make_bots(game, seed=0))
    assert match.over
    return match


def boards(page: str) -> list[bool]:
    """Of each turn of a page, whether it has a board."""
    return ["<figure>" in turn for turn in page.split("<h2 id='turn-")[1:]]


@pytest.mark.parametrize("most", [2, 3, 4, 100])
def test_a_page_of_many_turns_shows_every_so_manieth_board_and_no_more_than_it_may(
    match: nc.AnyMatch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr("navalcore._face.match_report.PICTURES", most)
    match.save(tmp_path / "match.jsonl")
    shown = boards(match_report(tmp_path / "match.jsonl"))
    assert len(shown) > 6
    assert sum(shown) == len(shown) if most == 100 else 2 <= sum(shown) <= most
    assert shown[-1], "the last board is always there"
    apart = [number for number, board in enumerate(shown[:-1]) if board]
    assert len({later - earlier for earlier, later in pairwise(apart)}) <= 1


def record_page(match: nc.AnyMatch, path: Path) -> str:
    """The page of what the convoy knows of a match."""
    match.save_for("convoy", path)
    return record_report(nc.read_record(path))


def test_a_page_of_a_record_tells_everything_as_one_without_turns(match: nc.AnyMatch, tmp_path: Path) -> None:
    page = record_page(match, tmp_path / "convoy.jsonl")
    assert "Told is what the convoy knows." in page
    assert "id='turn-" not in page
    assert page.count("<figure>") == 1
    assert len(re.findall("<li>", page)) > 20


def test_a_page_of_a_record_says_how_the_match_ended_once_it_has(match: nc.AnyMatch, tmp_path: Path) -> None:
    assert match.outcome is not None
    page = record_page(match, tmp_path / "over.jsonl")
    assert f"<h2>The end</h2><p>{match.outcome.reason}" in page
    begun = nc.load("uboat_cards").new_match(seed=17)
    begun.choose(0)
    assert "The end" not in record_page(begun, tmp_path / "begun.jsonl")


def test_a_line_of_a_page_opens_its_rule_at_the_sentence_that_it_is_about(tmp_path: Path) -> None:
    match = nc.load("tonnage_war").new_match(seed=17)
    play_out(match, make_bots(match.game, seed=0), limit=200)
    match.save(tmp_path / "match.jsonl")
    page = match_report(tmp_path / "match.jsonl")
    book = match.game.rulebook
    opened = re.findall(r"<li>([^<]*) \[<a href=\"#([^\"]+)\"[^>]*>([^<]+)</a>\]", page)
    assert len(opened) > 20
    for text, place, rule in opened:
        marked = re.search(rf'<span id="{re.escape(place)}">([^<]+)</span>', page)
        assert marked is not None, place
        assert unescape(marked[1]) == book.sentence(rule, unescape(text))
    assert any(not place.endswith("-0") for _, place, _ in opened), "not always the first sentence"


def test_a_page_that_links_to_the_documentation_names_the_sentence_there(match: nc.AnyMatch, tmp_path: Path) -> None:
    match.save(tmp_path / "match.jsonl")
    page = match_report(tmp_path / "match.jsonl", docs="https://example.org")
    places = re.findall(r'href="https://example\.org/games/uboat_cards/rules\.html#[^":]+:~:text=([^"]+)"', page)
    sentences = {unquote(place) for place in places}
    assert len(sentences) > 5
    assert all(any(sentence in each.summary for each in match.game.rulebook.sections) for sentence in sentences)
