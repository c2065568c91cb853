"""The form of a procedure: its values as they are kept."""

from __future__ import annotations

import pytest

import navalcore as nc
from navalcore.errors import BadData
from navalcore.rules import companion_in


def test_the_values_of_a_form_are_kept_in_one_way_however_they_are_written():
    procedures = companion_in(nc.load("tonnage_war:companion")).procedures
    engagement = next(each for each in procedures if each.name == "engagement")
    assert engagement.kept({"boat_is_damaged": "true", "sr": "2"}) == {"boat_is_damaged": "yes", "sr": "2"}
    assert engagement.kept({}) == {}, "what is left out stays as it was last"
    with pytest.raises(BadData, match="has no field"):
        engagement.kept({"speed": "3"})
