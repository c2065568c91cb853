"""Words and questions lead to rules."""

import pytest

import navalcore as nc
from navalcore._rulebook.finding import found_by, nearest_sentence, stems
from navalcore.errors import UnknownName


@pytest.mark.parametrize(
    ("game", "asked", "number"),
    [
        ("uboat_cards", "hand limit", "U6"),
        ("uboat_cards", "What happens when the deck runs out?", "U4"),
        ("uboat_cards", "reshuffle", "U4"),
        ("uboat_cards", "stacking", "U10"),
        ("uboat_cards", "escape", "U8"),
        ("tonnage_war", "hand limit", "3"),
        ("tonnage_war", "what happens when the deck runs out", "4"),
        ("aa50_subwar", "how does England starve", "S25"),
        ("bismarck", "where must the convoys go", "17.3"),
        ("silent_war", "stacking", "22.0"),
        ("uboat_cards", "take back", "U10"),
        ("uboat_cards", "tie", "U12"),
        ("tonnage_war", "points", "12"),
        ("tonnage_war", "aces", "D3"),
        ("tonnage_war", "fog", "14.1"),
        ("aa50_subwar", "victory", "S25"),
        ("aa50_subwar", "withdraw", "B10"),
        ("bismarck", "retreat", "16.63"),
        ("bismarck", "tie", "17.1"),
        ("silent_war", "score", "16.1"),
        ("silent_war", "deck gun", "19.21-1"),
        ("uboat_cards", "win condition", "U12"),
        ("uboat_cards", "who chooses the discarded card", "U20"),
        ("tonnage_war", "how is the match won", "12"),
        ("tonnage_war", "blank revealed", "11.3"),
        ("tonnage_war", "end round early", "4"),
        ("tonnage_war", "attack escorts with torpedo", "8.3"),
        ("tonnage_war", "damaged escort may attack", "8.7"),
        ("tonnage_war", "when do escorts return", "9.2"),
        ("aa50_subwar", "who allocates losses", "S20"),
        ("aa50_subwar", "transport undefended", "B11"),
        ("aa50_subwar", "submarine dives after combat", "S14"),
        ("aa50_subwar", "submarine alone in zone", "S2"),
        ("aa50_subwar", "mixed fleet", "S2"),
        ("bismarck", "air patrol", "12.2"),
        ("bismarck", "Ark Royal arrives", "14.42"),
        ("bismarck", "aircraft crash", "8.6"),
        ("silent_war", "ultra maximum", "7.13"),
        ("silent_war", "voluntary return to base", "15.21"),
        ("silent_war", "enemy submarine combat", "14.6"),
    ],
)
def test_what_people_ask_leads_to_the_rule_that_answers(game: str, asked: str, number: str) -> None:
    assert getattr(nc.load(game).rulebook.find(asked)[0], "number", "") == number


def test_a_number_and_an_id_mean_themselves_whatever_else_has_them() -> None:
    book = nc.load("uboat_cards").rulebook
    assert [book.find(name)[0] for name in ("u6", "ubc-r14")] == [book.section("U6"), book.ruling("UBC-R14")]


@pytest.mark.parametrize("typed", ["14.41.", "(14.41)", "§14.41", "14.41, ", "[SW-r73]?"])
def test_a_number_means_itself_with_marks_around_it(typed: str) -> None:
    book = nc.load("silent_war").rulebook
    assert book.find(typed) == (book.ruling("SW-R73") if "73" in typed else book.section("14.41"),)


def test_a_number_that_there_is_not_leads_to_no_rule_that_has_its_parts() -> None:
    assert nc.load("silent_war").rulebook.find("14.41.x") == ()


def test_small_words_and_endings_count_for_nothing_and_only_small_words_count_as_they_are() -> None:
    assert stems("How is the hand discarded?") == stems("hands discarding")
    assert stems("what is it") == ["what", "is", "it"]
    assert found_by("   ", [((), "Title", "Text")]) == []


def test_a_word_is_found_at_the_beginning_of_words_and_in_no_other_word() -> None:
    told = [((), "Withdrawal", "a ship in port withdraws"), ((), "Draws", "a draw, and a U-boat's aces")]
    assert [found_by(word, told) for word in ("draw", "boat", "aces", "ace", "withdraw")] == [[1], [1], [1], [1], [0]]


def test_where_nothing_has_all_the_words_those_with_the_rarest_come_first() -> None:
    told = [((), "Fuel", "ships burn fuel"), ((), "Fog", "fog hides ships"), ((), "Ships", "ships sail")]
    assert found_by("ships hide in fog banks", told)[0] == 1
    assert found_by("quarterdeck", told) == []


def test_a_log_line_opens_the_rule_at_its_sentence() -> None:
    book = nc.load("uboat_cards").rulebook
    assert book.sentence("U6", "The convoy discards Water.").startswith("The player whose phase it is")
    start, end = nearest_sentence("Fuel is 3. Fog hides.", "she is hidden by fog")
    assert "Fuel is 3. Fog hides."[start:end] == "Fog hides."
    with pytest.raises(UnknownName):
        book.sentence("U99", "")


def test_the_index_has_titles_words_and_terms_with_the_sections_they_lead_to() -> None:
    index = nc.load("uboat_cards").rulebook.index()
    assert index["hand limit"] == ("U6",)
    assert index["Dive"] == ("U8", "U14")
    assert list(index) == sorted(index, key=str.casefold)


@pytest.mark.parametrize("game", nc.games())
def test_a_phrase_is_in_the_index_once_however_it_is_written(game: str) -> None:
    index = nc.load(game).rulebook.index()
    assert len({phrase.casefold() for phrase in index}) == len(index)


def test_a_phrase_that_is_written_in_two_ways_leads_to_the_sections_of_both() -> None:
    sections = {section.number: section for section in nc.load("aa50_subwar").rulebook.sections}
    assert "starvation" in sections["S25"].words
    assert "Starvation" in {term.term for term in nc.load("aa50_subwar").rulebook.terms}
    index = nc.load("aa50_subwar").rulebook.index()
    assert index["starvation"] == ("S25",)
    assert "Starvation" not in index
