"""The one rule by which words mean texts."""

from __future__ import annotations

import pytest

from navalcore._rules.words import meant, perhaps_meant, whole

SHIPS = ["Exeter: FFF", "Ajax: FF", "British destroyer", "contact", "discard contact", "Sz1", "Sz10 > Sz2"]


@pytest.mark.parametrize(
    ("typed", "texts"),
    [
        ("CONTACT", ["contact"]),
        ("  british\tdestroyer ", ["British destroyer"]),
        ("conta", ["contact"]),
        ("aj", ["Ajax: FF"]),
        ("a", ["Ajax: FF"]),
        ("destroyer", ["British destroyer"]),
        ("ff", ["Exeter: FFF", "Ajax: FF"]),
        ("ff ex", ["Exeter: FFF"]),
        ("sz", ["Sz1", "Sz10 > Sz2"]),
        ("sz1", ["Sz1"]),
        ("sz2", ["Sz10 > Sz2"]),
        ("d", ["discard contact"]),
        ("f", []),
        ("estroyer", []),
        ("destroyer submarine", []),
        ("destroyer d", []),
        ("b british", []),
        ("", []),
        (" ", []),
    ],
)
def test_words_mean_a_whole_text_or_else_a_beginning_or_else_beginnings_of_words(typed: str, texts: list[str]) -> None:
    assert [SHIPS[index] for index in meant(typed, SHIPS)] == texts


def test_a_figure_is_never_cut() -> None:
    """Who types a zone that is not offered must not be sent to another one."""
    assert meant("sz1", ["Sz10", "Sz12"]) == meant("move 1", ["move Sz10", "move 12"]) == []
    assert meant("sz10", ["Sz10 > Sz2", "Sz100"]) == [0]
    assert meant("+4", ["evade +40", "evade +4 again"]) == [1]


def test_letters_from_the_middle_of_a_word_only_hint_at_what_was_meant() -> None:
    assert perhaps_meant("estroyer", SHIPS) == [2]
    assert perhaps_meant("sz1", ["Sz10", "Sz12", "Sz2"]) == [0, 1]
    assert perhaps_meant("s", SHIPS) == meant("s", SHIPS) == [5, 6], "what begins with it, and nothing that holds it"
    assert perhaps_meant("x", SHIPS) == perhaps_meant("", SHIPS) == [], "one letter stands in too many texts"


def test_only_the_whole_text_is_whole() -> None:
    assert whole("ajax:  FF", SHIPS) == [1]
    assert whole("ajax", SHIPS) == whole("", SHIPS) == []


def test_each_word_begins_a_word_of_its_own() -> None:
    """So "Prinz Eugen P" is a unit and her order, and not the unit alone."""
    assert meant("Prinz Eugen P", ["Prinz Eugen", "Bismarck"]) == []
    assert perhaps_meant("Prinz Eugen P", ["Prinz Eugen", "Bismarck"]) == []
    assert perhaps_meant("inz gen", ["Prinz Eugen", "Bismarck"]) == [0]
    assert meant("p pri", ["Port Pride", "Pride"]) == [0]
