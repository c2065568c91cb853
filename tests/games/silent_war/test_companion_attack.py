"""Beside a real map: posture and round change the marker of an attack (14.12, 14.4), a crowd changes a search (22)."""

from typing import Any

import pytest

import navalcore as nc
from navalcore_games.silent_war import sampled_odds
from navalcore_games.silent_war.companion import attack, combat_odds, search
from navalcore_games.silent_war.search.contact import pieces_per_cup


@pytest.mark.rule("silent_war", "14.12-a", "14.16-B", "14.4-b")
@pytest.mark.parametrize(
    ("how", "highest"),
    [
        ({}, 3 - 1),
        ({"posture": "aggressive"}, 3 - (1 - 1) + 1),
        ({"posture": "cautious"}, 3 - (1 + 1) - 1),
        ({"posture": "cautious_chosen"}, 3 - 1),
        ({"re_attack": True}, 3 - (1 - 1)),
    ],
)
def test_posture_and_re_attack_change_the_printed_marker_of_an_attack_beside_the_map(sea, how, highest):
    # 3 attack points at a torpedo value of 0, on a ship of Defense 1 under a marker of 0
    for dice, told in (
        ((("to hit", highest), ("attack result", 0)), "a hit without effect"),
        ((("to hit", highest + 1),), "a miss"),
    ):
        s = sea("wahoo", "empire_pacific", *dice)
        assert s.run(attack(s.play, points=3, torpedo=0, **how)) == told


@pytest.mark.rule("silent_war", "13.1-A", "22.1", "22.2")
@pytest.mark.parametrize(("boats", "lowest"), [(1, 7), (4, 7), (5, 8), (9, 9)])
def test_a_search_beside_the_map_counts_the_boats_that_crowd_its_oparea(sea, boats, lowest):
    """The East China Sea has red boxes from 7 on in War Period 2."""
    for dice, told in (
        ((("search", lowest), ("contact", 0)), "high traffic, contact C1"),
        ((("search", lowest - 1), ("second roll", 1)), "no contact"),
    ):
        s = sea("wahoo", "empire_pacific", *dice)
        assert s.run(search(s.play, boats=boats)) == told


@pytest.mark.rule("silent_war", "29.0", "13.1-C")
@pytest.mark.parametrize("where", ["beside the map", "asked in a match"])
def test_the_odds_of_a_combat_draw_the_pieces_of_the_engagement_table_that_is_played(sea, monkeypatch, where):
    """Section 29: moderate traffic and C1 bring 4 pieces of cup A and 3 of cup B, in every War Period."""
    drawn = []
    monkeypatch.setattr(
        sampled_odds,
        "place_contact",
        lambda play, _boat, kind, level: drawn.append(pieces_per_cup(play, kind, level, False)),
    )
    if where == "asked in a match":
        questions = nc.face_of(nc.load("silent_war")).questions()
        question = next(each for each in questions if each.name == "attack")
        question.ask({"samples": 2, "original_engagement_table": True})
    else:
        s = sea("wahoo", "empire_pacific", options={"original_engagement_table": True})
        form: dict[str, Any] = {
            "boat": "wahoo",
            "area": "east_china_sea",
            "month": "1944-01",
            "war_period": 3,
            "torpedo": 0,
        }
        combat_odds(s.play, **form, contact="C1", level="moderate", ultra=False, weather="clear")
    assert set(drawn) == {(4, 3, 0, 0)}
