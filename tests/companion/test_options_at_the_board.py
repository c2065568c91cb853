"""Beside a real board of the Anniversary game: chances by the options that the group plays with."""

from typing import Any

import pytest

import navalcore as nc
from tests.companion.test_companions import chances, filled


def beside(procedure: str, options: dict[str, Any], **form: Any) -> list[str]:
    """The chances told beside a form, in a match with options."""
    match: Any = nc.load("aa50_subwar:companion").new_match(chance="physical", undo="free", options=options)
    filled(match, procedure, **form)
    return sorted(chances(match))


@pytest.mark.rule("aa50_subwar", "S4")
def test_destroyers_that_try_once_stop_no_more_submarines_than_they_are():
    """AAS-R04: by option each destroyer has one attempt, so of three submarines two destroyers stop two at most."""
    once = {"stop_roll": "once_per_destroyer"}
    told = beside("sortie", once, zone="sz5", submarines=3, destroyers=2)
    assert told == ["1 of 3 submarines away 25 %", "2 of 3 submarines away 50 %", "3 of 3 submarines away 25 %"]
    told = beside("sortie", {}, zone="sz5", submarines=2, destroyers=1)
    assert told == ["0 of 2 submarines away 25 %", "1 of 2 submarines away 50 %", "2 of 2 submarines away 25 %"]


@pytest.mark.rule("aa50_subwar", "S29", "S15")
def test_hunters_in_random_order_direct_a_destroyer_only_where_the_aircraft_comes_first():
    """The fighter first directs the destroyer: 3/7. The destroyer first leaves each for itself: 13/28."""
    hunt = {"destroyers": 1, "fighters": 1, "bombers": 0, "submarines": 1}
    assert "1 sunk 42.9 %" in beside("hunt", {}, **hunt)
    assert "1 sunk 44.6 %" in beside("hunt", {"attack_order": "random"}, **hunt), "(3/7 + 13/28) / 2 = 25/56"


@pytest.mark.rule("aa50_subwar", "B15")
def test_fighters_raid_with_the_dice_of_the_groups_option():
    told = beside("raid", {"convoy_fighter_dice": 1}, zone="sz8", submarines=0, fighters=1)
    assert told == ["0 IPC 50 %", "1 IPC 16.7 %", "2 IPC 16.7 %", "3 IPC 16.7 %", "IPC lost 1"]
