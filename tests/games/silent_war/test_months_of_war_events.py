"""From which month to which a war event can happen (5.1): outside them it reads as no event."""

import pytest

from navalcore_games.silent_war.data_pack.printed import month_number
from navalcore_games.silent_war.strategic.war_events import possible, war_event_phase


@pytest.fixture
def at_war(sea):
    def begin(month):
        s = sea(month=month, week=1, options={"automatic_events": False})
        s.state.boats.clear()
        return s

    return begin


@pytest.mark.rule("silent_war", "5.1")
def test_an_event_is_possible_from_its_earliest_month_to_its_latest_both_included(at_war, charts):
    state = at_war("1941-12").state
    run = charts.events["corregidor_run"]
    assert (run.earliest, run.latest) == ("1941-12", "1942-05")
    months = range(month_number("1941-12"), month_number("1942-05") + 1)
    for month in range(months[0] - 1, months[-1] + 3):
        state.month = month
        assert possible(state, run) is (month in months)


@pytest.mark.rule("silent_war", "5.0", "5.1")
@pytest.mark.parametrize(
    ("month", "happens"), [("1942-04", False), ("1942-05", True), ("1942-06", True), ("1942-07", False)]
)
def test_an_event_of_the_table_outside_its_months_is_no_event(at_war, charts, month, happens):
    s = at_war(month)
    row = next(row for row in charts.war_events.period if row.from_ == "1942-04")
    s.dice(("war event on 0-3", 0), ("which war event", row.d10.index("midway_screen")))
    s.run(war_event_phase(s.play))
    midway = next(n for n, zone in enumerate(charts.zones) if zone.id == "midway")
    assert (midway in s.state.missions) is happens
