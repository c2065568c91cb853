"""Ids of places."""

import pytest

from navalcore.components._places import Place, check_place, completed, place_id, places
from navalcore.errors import BadData


def test_a_name_becomes_an_id_of_small_letters_figures_and_strokes() -> None:
    assert place_id("base", "Pearl Harbor") == "base/pearl_harbor"
    assert place_id("unit", "Köln (damaged)") == "unit/koln_damaged"
    assert place_id("row", "uboat", 2) == "row/uboat/2"
    assert place_id("discards") == "discards"


@pytest.mark.parametrize(
    "place", ["", "Zone:6", "zone:", "zone:6:", ":6", "6", "zone 6", "zone:6 ", 'zone:"', "zone:6\n"]
)
def test_what_is_no_word_with_its_ids_is_refused(place: str) -> None:
    with pytest.raises(BadData, match="does not name a place"):
        check_place(place)


def test_an_id_made_of_nothing_that_may_stand_in_it_is_refused() -> None:
    with pytest.raises(BadData, match="does not name a place"):
        place_id("card", "??")


def test_an_answer_has_the_places_of_its_question_that_it_does_not_name() -> None:
    asked = places(subject="ship/hood", at="square/1622")
    moves = completed(places(to="square/1621"), asked)
    assert moves == (Place("ship/hood", "subject"), Place("square/1622", "from"), Place("square/1621", "to"))
    assert completed((), asked) == asked
