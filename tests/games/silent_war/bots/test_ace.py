"""The hard staff of a campaign: what a boat is worth to it, and what it risks for that."""

import pytest

from navalcore.rules import SeededChance
from navalcore_games.silent_war.bots import BOTS
from navalcore_games.silent_war.bots.ace import Ace, boat_worth, weeks_to_come
from navalcore_games.silent_war.bots.skipper import TEMPERAMENTS
from navalcore_games.silent_war.choices import GO_HOME, SEARCH
from navalcore_games.silent_war.combat.rounds import re_attack_wanted
from navalcore_games.silent_war.data_pack.charts import load_charts
from navalcore_games.silent_war.data_pack.printed import month_number
from navalcore_games.silent_war.state import Role
from navalcore_games.silent_war.views import see


def weeks(scenario: str, period: int, month: str, week: int) -> dict[int, int]:
    return weeks_to_come("", scenario, period, month_number(month), week)


@pytest.mark.rule("silent_war", "16.1", "17.0")
def test_the_weeks_to_come_are_counted_to_the_end_of_the_scenario_by_the_periods_of_history():
    # Seven months of the first War Period, 18 of the second, ten of each of the last two, four weeks each.
    assert weeks("campaign_full", 1, "1941-12", 1) == {1: 28, 2: 72, 3: 40, 4: 40}
    assert weeks("campaign_wp3", 3, "1944-10", 4) == {1: 0, 2: 0, 3: 1, 4: 0}
    # A War Period that has come early does not go back to the one of history.
    assert weeks("campaign_full", 4, "1944-09", 3) == {1: 0, 2: 0, 3: 0, 4: 2 + 4 + 40}


def worth(s, *, scenario: str, month: str, period: int, lost: int) -> float:
    s.state.scenario, s.state.month, s.state.war_period = scenario, month_number(month), period
    row = next(row for row in load_charts(s.state.data_pack).scenarios if row.id == scenario)
    s.state.submarines_lost = row.submarines_lost + lost
    return boat_worth(see(s.state, Role.COMSUBPAC), row)


@pytest.mark.rule("silent_war", "6.0")
def test_before_the_last_year_a_boat_is_worth_no_more_than_to_the_standard_bot(sea):
    s = sea("wahoo", "east_china_sea")
    standard = TEMPERAMENTS["steady"].boat_worth
    assert worth(s, scenario="campaign_full", month="1941-12", period=1, lost=0) == standard
    # In the last weeks, with as many boats lost as the limit allows, the next one may cost a level.
    assert worth(s, scenario="campaign_full", month="1945-07", period=4, lost=60) > standard


@pytest.mark.rule("silent_war", "16.1")
def test_a_boat_is_worth_less_the_nearer_the_end_is_and_more_where_the_next_loss_may_cost_a_level(sea):
    s = sea("wahoo", "east_china_sea")
    early, late = (
        worth(s, scenario="campaign_wp2", month=month, period=2, lost=30) for month in ("1942-07", "1943-12")
    )
    assert early > 5 * late > 0
    # The limit is 22 boats: with 22 lost the next one is one too many, with 23 it has been passed already.
    at, past = (worth(s, scenario="campaign_wp2", month="1943-12", period=2, lost=lost) for lost in (22, 23))
    level = (2350 - 1520) / 3
    assert past == late
    assert past + level / 4 < at < past + level


@pytest.mark.rule("silent_war", "14.4", "16.1")
@pytest.mark.parametrize(
    ("bot", "lost", "answer"),
    [
        ("comsubpac", 0, "withdraw"),
        ("hard", 0, "re-attack"),
        # Of 60 boats 36 are lost, and some 24 more will be: each may be the one too many.
        ("hard", 36, "withdraw"),
        ("hard", 61, "re-attack"),
    ],
)
def test_the_hard_staff_fights_on_where_a_loss_costs_little_and_withdraws_where_it_may_cost_a_level(
    sea, bot, lost, answer
):
    # Two merchantmen beside a destroyer in the East China Sea, before a damaged boat.
    s = sea("wahoo", "east_china_sea", month="1944-06", war_period=3, torpedo=1)
    s.display(("m_3_5_07", "B"), ("m_3_5_07", "B"), ("dd_01", "B"))
    s.boat.damage = 1
    s.state.scenario, s.combat.acting, s.state.submarines_lost = "campaign_full", None, lost
    decision = next(re_attack_wanted(s.play, s.combat, 1))
    player = BOTS[bot]("comsubpac", SeededChance.from_seed(0))
    assert str(player.decide(see(s.state, Role.COMSUBPAC), decision)) == answer


@pytest.mark.rule("silent_war", "13.1", "16.1")
@pytest.mark.parametrize(("week", "answer"), [("1944-09", GO_HOME), ("1944-10", SEARCH)])
def test_a_damaged_boat_no_longer_goes_home_when_it_would_not_come_out_again(sea, week, answer):
    s = sea("wahoo", "east_china_sea", month=week, war_period=3, torpedo=1)
    s.state.scenario = "campaign_wp3"
    s.boat.damage = 1
    row = next(row for row in load_charts(s.state.data_pack).scenarios if row.id == "campaign_wp3")
    view = see(s.state, Role.COMSUBPAC)
    staff = Ace("comsubpac", SeededChance.from_seed(0)).staff(view, row)
    assert staff._search(view, load_charts(s.state.data_pack), view.boats[0]) == answer
