"""Pieces that a person draws from real cups."""

from __future__ import annotations

from dataclasses import replace

import pytest

import navalcore as nc
from navalcore._play.chance import ChanceNeeded, PhysicalChance
from navalcore_games.silent_war.lookups import charts_of


@pytest.fixture(scope="module")
def ships():
    return charts_of(nc.load("silent_war").new_match("campaign_full", seed=1).state).ships


@pytest.mark.rule("silent_war", "2.3", "13.1")
def test_escorts_of_one_size_with_different_backs_are_told_apart_when_they_are_drawn_by_hand(ships):
    escorts = [ship for ship in ships if ship.name == "DE 1t"]
    with pytest.raises(ChanceNeeded) as needed:
        PhysicalChance().pick(escorts, "piece from cup B", "13.1")
    texts = needed.value.decision.texts
    assert {text.rpartition(", ")[2] for text in texts} == {"Red Ball back", "Rising Sun back"}
    for text, index in zip(texts, needed.value.values, strict=True):
        assert escorts[index].in_full == text


@pytest.mark.rule("silent_war", "2.3")
def test_pieces_of_the_same_text_in_full_are_the_same_in_everything_that_is_printed(ships):
    printed: dict[str, object] = {}
    for ship in ships:
        alike = replace(ship, id="", category="", entry=0, leaves=0)
        assert printed.setdefault(ship.in_full, alike) == alike, ship.id
    assert 50 < len(printed) < len(ships)


def test_a_piece_whose_name_says_all_is_drawn_by_its_name(ships):
    izumo, maru = (next(ship for ship in ships if ship.name == name) for name in ("Izumo", "Asahi Maru"))
    with pytest.raises(ChanceNeeded) as needed:
        PhysicalChance().pick([izumo, maru])
    assert sorted(needed.value.decision.texts) == sorted([izumo.called, maru.called])
