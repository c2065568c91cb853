"""Odds of storms, by the numbers of sections 7.2 to 7.22 and of the weather tables."""

from __future__ import annotations

from fractions import Fraction

import pytest

from navalcore_games.silent_war.odds import contact, in_a_storm, storm_growth

TENTH = Fraction(1, 10)


@pytest.mark.rule("silent_war", "7.21-S2", "7.21-S5", "7.21-S6", "7.21-Y2", "7.21-Y7", "7.2-C2")
@pytest.mark.parametrize(
    ("what", "in_storm", "in_typhoon"),
    [("hides", 8 * TENTH, Fraction(1)), ("aircraft", 8 * TENTH, Fraction(1)), ("guns", 2 * TENTH, Fraction(0))],
)
def test_a_storm_hides_boats_and_sends_aircraft_home_on_0_to_7_and_lets_guns_be_used_on_0_and_1(
    what: str, in_storm: Fraction, in_typhoon: Fraction
) -> None:
    assert in_a_storm.ask({"what": what})[1].outcomes == {"yes": in_storm, "no": 1 - in_storm}
    assert in_a_storm.ask({"what": what, "kind": "typhoon"})[1].outcomes == {"yes": in_typhoon, "no": 1 - in_typhoon}


@pytest.mark.rule("silent_war", "7.22")
@pytest.mark.parametrize(("month", "grows"), [(9, 4 * TENTH), (1, TENTH), (2, Fraction(0))])
def test_a_storm_grows_on_the_formation_number_of_the_month_or_less(month: int, grows: Fraction) -> None:
    """3 in September, 0 in January, none in February."""
    assert storm_growth(month=month).outcomes == {"typhoon_2": grows, "gone": 1 - grows}


@pytest.mark.rule("silent_war", "7.21-S3", "7.21-Y4", "7.21-Y8")
def test_a_storm_takes_2_and_a_typhoon_3_from_a_search_and_a_typhoon_hides_submarines() -> None:
    assert contact(weather="storm").outcomes == contact(drm=-2).outcomes
    typhoon, clear = dict(contact(weather="typhoon", drm=1).outcomes), dict(contact(drm=-2).outcomes)
    assert clear["submarine"] == TENTH**2, "two natural zeros"
    assert typhoon == clear | {"submarine": 0, "none": clear["none"] + TENTH**2}
