"""Titles of sections say what the section rules: short, whole, and told apart from the words around them."""

import re

import pytest

import navalcore as nc

GAMES = ("aa50_subwar", "bismarck", "silent_war", "tonnage_war", "uboat_cards")
LONGEST = 60
LAST_WORDS = r"(a|an|the|of|by|in|on|at|to|for|from|with|and|or|as|is|are|has|have|its|their|may|must|one|except)"


def faults(title: str) -> list[str]:
    """What is wrong with a title; empty if nothing is."""
    found = {
        "longer than 60 characters": len(title) > LONGEST,
        "says only that it is a header": re.search(r"\bheader\b", title, re.IGNORECASE),
        "cut off": re.search(rf"(\.\.\.|…|[,:;(]|\b{LAST_WORDS})$", title),
        "a bracket that is open or closed once too often": title.count("(") != title.count(")"),
        "a sign where a word should be": re.search(r"->|<=|>=|=|§", title),
        "a full stop": title.endswith("."),
        "no capital at the start": not (title[:1].isupper() or title[:1].isdigit()),
    }
    return [fault for fault, holds in found.items() if holds]


@pytest.mark.parametrize("game", GAMES)
def test_every_section_has_a_title_that_says_what_it_rules(game: str) -> None:
    sections = nc.load(game).rulebook.sections
    assert sections
    assert {s.number: (s.title, faults(s.title)) for s in sections if faults(s.title)} == {}


@pytest.mark.parametrize("game", GAMES)
def test_no_summary_says_only_which_other_sections_there_are_or_cites_what_no_reader_has(game: str) -> None:
    nowhere = re.compile(r"\bHeader\b|what it rules is split|\((?:list|table|section) \d|\blist \d|->|<=|>=|§")
    assert {s.number: s.summary for s in nc.load(game).rulebook.sections if nowhere.search(s.summary)} == {}


@pytest.mark.parametrize(
    "title",
    [
        "Header",
        "Combat header",
        "The Bismarck may force a first round at an eighth of the",
        "Typhoon (either marker",
        "OpArea has an Operating section, a Done section, an Area ...",
        "Torpedo factors and chance of losing a submarine by",
        "Withdrawal. In naval combat both sides say in secret whether they fight",
        "d10 <= difference hits",
        "number does not exist in the source)",
    ],
)
def test_a_title_that_says_nothing_or_breaks_off_is_refused(title: str) -> None:
    assert faults(title)


@pytest.mark.parametrize(
    "title", ["Withdrawal", "14 days of rain", "Event 2, 0 to 2: circular run", "No TDC Solution chits"]
)
def test_a_good_title_is_not_refused(title: str) -> None:
    assert faults(title) == []
