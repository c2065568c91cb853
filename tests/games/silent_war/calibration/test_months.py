"""The bot of the campaign against history, month by month, and against the hard bot: by the committed journals."""

import json
import re
from itertools import accumulate
from pathlib import Path
from statistics import fmean

import pytest

from navalcore.components import load_toml
from navalcore.odds import mean_interval
from navalcore_games.silent_war.calibration.campaigns import BOT, HARD, Campaign, tables_digest
from navalcore_games.silent_war.calibration.figures import MARGINS
from navalcore_games.silent_war.calibration.hard_report import ENDINGS, difference, pairs_of, totals_of
from navalcore_games.silent_war.calibration.journal import journal_of, read_journal
from navalcore_games.silent_war.calibration.month_report import departures
from navalcore_games.silent_war.calibration.months import (
    added,
    by_month,
    by_period,
    by_quarter,
    gains_of,
    stretch,
)
from navalcore_games.silent_war.data_pack.printed import month_number, month_text
from navalcore_games.silent_war.headquarters.history import FILE, HISTORY, history_by_month

DOCS = Path(__file__).parents[4] / "docs"
AHEAD = 0.1
"""How far the bot may be ahead of history or behind it, as a part of the whole war's sinkings."""


def committed(bot=BOT):
    found = read_journal(journal_of(DOCS / "games", bot), tables_digest(), bot)
    return [found[number] for number in sorted(found)]


def steady(number=0, ships=30, tons=100, lost=2, bot=BOT, ending="draw"):
    months = {month: [ships * n, tons * n, lost * n] for n, month in enumerate(history_by_month(), 1)}
    return Campaign(number, bot, "2026-11-28", "a machine", "now", months, {}, {}, ending, 1, 1.0)


def test_the_months_of_history_come_to_its_totals_at_the_end_of_each_year():
    totals = dict(
        zip(history_by_month(), accumulate(history_by_month().values(), lambda a, b: added([a, b])), strict=True)
    )
    assert {month: totals[month] for month in HISTORY if month in totals} == {
        month: each for month, each in HISTORY.items() if any(each)
    }


def test_history_has_every_month_of_the_war_and_says_where_it_comes_from():
    first, last = month_number("1941-12"), month_number("1945-08")
    assert [*history_by_month()] == [month_text(number) for number in range(first, last + 1)]
    meta = load_toml(FILE).data["meta"]
    assert "JANAC" in meta["source"]
    assert meta["status"] == "reconstructed"
    assert all(each["month"] in history_by_month() for each in meta["large_warships"])


def test_tonnage_of_history_is_rounded_to_five_thousand_tons_as_its_file_says():
    rows = load_toml(FILE).data["month"].values()
    assert [row for row in rows if row["kt"] % 5 or row["merchant_kt"] % 5] == []
    assert [row for row in rows if row["ships"] < row["merchants"]] == []


def test_a_month_brings_what_the_totals_grew_by():
    assert set(gains_of(steady()).values()) == {(30, 100, 2)}


def test_a_stretch_has_the_mean_and_the_spread_of_its_months_together():
    found = stretch([steady(n, ships=n) for n in range(11)], "1942-01", "1942-03")
    assert (found.mean[0], found.low[0], found.high[0]) == (15, 3, 27)


def test_the_war_periods_are_divided_where_a_year_ends():
    found = by_period([steady()])
    assert [(period, each.first) for period, each in found] == [
        (1, "1941-12"),
        (2, "1942-07"),
        (2, "1943-01"),
        (3, "1944-01"),
        (4, "1944-11"),
        (4, "1945-01"),
    ]
    assert found[-1][1].last == "1945-08"
    assert [each.mean[0] for _, each in found] == [30 * months for months in (7, 6, 12, 10, 2, 8)]


def test_the_quarters_are_the_whole_war():
    quarters = by_quarter([steady()])
    assert (len(quarters), quarters[0].name, quarters[-1].name) == (15, "1941-12 to 1942-03", "1945-07 to 1945-08")
    assert added([each.history for each in quarters]) == HISTORY["1945-08"]


def test_a_quarter_in_which_most_campaigns_sank_less_than_history_is_named_as_such():
    as_history = steady()
    for month, total in zip(
        as_history.months, accumulate(history_by_month().values(), lambda a, b: added([a, b])), strict=True
    ):
        as_history.months[month] = list(total)
    assert departures([as_history]) == ""
    for month in [*as_history.months][-2:]:
        as_history.months[month][1] -= 40
    assert departures([as_history]).startswith(
        "By tonnage nine campaigns of ten sank less than history in 1945-07 to 1945-08."
    )


def test_the_bot_is_never_ahead_of_history_or_behind_it_by_more_than_a_tenth_of_the_war():
    months = by_month(committed())
    for track in (0, 1):
        whole = sum(month.history[track] for month in months)
        lead = accumulate(month.mean[track] - month.history[track] for month in months)
        far = {month.first: ahead for month, ahead in zip(months, lead, strict=True) if abs(ahead) > AHEAD * whole}
        assert far == {}


@pytest.mark.parametrize(("first", "last"), [("1941-12", "1942-12"), ("1943-01", "1943-12"), ("1944-01", "1944-12")])
def test_each_year_but_the_last_brings_what_history_did_within_the_aim(first, last):
    year = stretch(committed(), first, last)
    for track, name in ((0, "ships"), (1, "tonnage")):
        assert year.mean[track] == pytest.approx(year.history[track], rel=MARGINS[name]), name


def test_the_table_of_months_has_the_means_of_the_journal():
    journal = [json.loads(line) for line in journal_of(DOCS / "games", BOT).read_text(encoding="utf-8").splitlines()]
    text = (DOCS / "games" / "silent_war_calibration.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| (194\d-\d\d) \| (\d+) \| (\d+) \(.*?\) \| (\d+) \| (\d+) \(.*?\) \| (\d+) \| ([\d.]+) \(", text, re.M
    )
    before = dict.fromkeys(range(3), 0.0)
    for month, *cells in rows:
        for track, ours in enumerate(map(float, cells[1::2])):
            mean = fmean(line["months"][month][track] for line in journal)
            assert ours == pytest.approx(mean - before[track], abs=0.51 if track < 2 else 0.051), month
            before[track] = mean
        assert (*map(float, cells[::2]),) == history_by_month()[month]
    assert [row[0] for row in rows] == [*history_by_month()]


def test_the_journals_say_who_played_when_and_where():
    for bot in (BOT, HARD):
        for campaign in committed(bot):
            assert re.fullmatch(r"2026-\d\d-\d\d", campaign.date)
            assert "Python 3." in campaign.machine
            assert campaign.ending in ENDINGS


def test_the_hard_bot_is_compared_in_the_campaigns_that_both_played():
    standard = [steady(0), steady(1)]
    hard = [steady(1, tons=102, bot=HARD, ending="marginal"), steady(2, bot=HARD)]
    pairs = pairs_of(standard, hard)
    assert [(one.number, other.number) for one, other in pairs] == [(1, 1)]
    assert "+90 thousand tons (+90 to +90)" in difference(pairs)
    assert "a higher level in 1 of 1, on a lower one in 0" in difference(pairs)


def test_the_page_on_levels_has_the_figures_of_the_journals():
    text = (DOCS / "levels.md").read_text(encoding="utf-8").replace("\n", " ")
    pairs = pairs_of(committed(), committed(HARD))
    cells = []
    for played in ([hard for _, hard in pairs], [standard for standard, _ in pairs]):
        tons, lost = (fmean(totals_of(each)[track] for each in played) for track in (1, 2))
        cells.append(f"{round(tons) * 1000:,}, {lost:.1f}")
    steps = [ENDINGS.index(hard.ending) - ENDINGS.index(standard.ending) for standard, hard in pairs]
    cells += [str(sum(step > 0 for step in steps)), str(sum(step < 0 for step in steps))]
    assert f"| The whole war | {len(pairs)} | {' | '.join(cells)} |" in text
    mean, low, high = (round(each) for each in mean_interval([totals_of(h)[1] - totals_of(s)[1] for s, h in pairs]))
    assert f"the difference is {mean:+},000 tons ({low:+},000 to {high:+},000;" in text
