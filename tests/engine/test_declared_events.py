"""Events declared by a text, places, a move and what is hidden."""

import pytest

from navalcore.components import place_id
from navalcore.errors import BadData
from navalcore.rules import Event, Move, places


class Drawn(Event, text="The {side} side draws.", hides=["card"], move=("card/{card:id}", "", "hand/own")):
    """A card came to a hand."""

    side: str
    card: str | None


class Seen(Event, text="{ship} is seen.", places={"subject": "ship/{ship:id}", "at": "sea/{sea:id}"}):
    """A ship was seen, perhaps nobody knows where."""

    ship: str
    sea: str | None = None


def test_an_event_is_told_by_its_text_and_moves_its_piece() -> None:
    drawn = Drawn("wolf", "Star Shell", rule="1", to=("wolf",))
    assert (str(drawn), drawn.kind, drawn.rule) == ("The wolf side draws.", "drawn", "1")
    assert drawn.moves == (Move(place_id("card", "Star Shell"), "", "hand/own"),)


def test_the_others_are_not_told_what_it_hides_and_see_nothing_move() -> None:
    seen = Drawn("wolf", "dive", rule="1", to=("wolf",)).seen_by("convoy")
    assert seen == Drawn("wolf", None, rule="1", to=("wolf",))
    assert seen is not None
    assert seen.moves == ()


def test_a_place_that_is_not_known_is_left_out() -> None:
    assert Seen("Prinz Eugen", "Biscay").places == places(subject="ship/prinz_eugen", at="sea/biscay")
    assert Seen("Prinz Eugen").places == places(subject="ship/prinz_eugen")


def test_a_name_that_is_not_a_field_is_refused_when_the_class_is_made() -> None:
    with pytest.raises(BadData, match="hides 'cards', which is not a field"):

        class Hidden(Event, text="hidden", hides=["cards"]):
            card: str

    with pytest.raises(BadData, match="no field 'ship'"):

        class Moved(Event, text="moved", move=("{ship}", "", "")):
            boat: str
