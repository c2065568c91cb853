"""Views: made without a check, they are what pydantic would have made."""

from __future__ import annotations

import pickle
from copy import deepcopy

import pytest
from pydantic import ValidationError

from navalcore.engine.terms import View


class Chart(View):
    """What a lookout sees."""

    bearing: int
    ships: tuple[str, ...] = ()
    note: str = "calm"


GIVEN = {"bearing": 90, "ships": ("Bismarck",), "note": "haze"}


def test_a_view_made_without_a_check_is_the_one_made_with_it():
    made, checked = Chart.model_construct(**GIVEN), Chart(**GIVEN)
    assert made == checked
    assert hash(made) == hash(checked)
    assert (repr(made), made.model_dump_json()) == (repr(checked), checked.model_dump_json())
    assert made.model_fields_set == checked.model_fields_set == {"bearing", "ships", "note"}
    for twin in (made.model_copy(), deepcopy(made), pickle.loads(pickle.dumps(made))):
        assert twin == made
    with pytest.raises(ValidationError, match="frozen"):
        made.bearing = 91


def test_a_view_that_is_not_given_every_field_takes_the_defaults():
    made = Chart.model_construct(bearing=90)
    assert (made.ships, made.note, made.model_fields_set) == ((), "calm", {"bearing"})
    assert Chart.model_construct({"note"}, **GIVEN).model_fields_set == {"note"}


def test_what_one_view_says_was_given_does_not_change_with_another():
    made = Chart.model_construct(**GIVEN)
    made.model_copy(update={"invented": 1})
    Chart.model_construct(bearing=90)
    assert Chart.model_construct(**GIVEN).model_fields_set == {"bearing", "ships", "note"}
