"""Simulation: the same records whatever the number of processes, and honest summaries."""

import copy
import csv
import io
import json
import pickle
from math import sqrt

import pytest

import navalcore as nc
from navalcore.errors import BadData, UnknownGame, UnknownName
from navalcore.odds._statistics import mean_interval, quantile, share_interval
from navalcore.study._plan import Plan
from navalcore.study._records import as_csv
from navalcore.study._simulate import play_one, simulate
from navalcore.study._summary import summary

PLAN = Plan("uboat_cards", seed="11")


def test_one_process_or_two_give_the_same_records():
    assert simulate(PLAN, 60, jobs=1) == simulate(PLAN, 60, jobs=2)


def test_a_larger_simulation_begins_with_the_matches_of_a_smaller_one():
    assert simulate(PLAN, 12)[:5] == simulate(PLAN, 5)


def test_every_match_has_a_seed_of_its_own_that_deals_the_same_match_again():
    records = simulate(PLAN, 8)
    assert len({record.seed for record in records}) == 8
    game = nc.load("uboat_cards")
    assert [play_one(game, PLAN, record.number) for record in records] == records


def test_a_slice_a_copy_and_a_pickle_of_a_simulation_sum_themselves_up_too():
    played = simulate(PLAN, 6)
    for some in (played[:4], played.copy()[:4], pickle.loads(pickle.dumps(played[:4])), copy.copy(played)[0:4]):
        assert type(some) is type(played)
        assert some.plan == played.plan
        assert some.summary == summary(played.plan, list(played)[:4], ("uboat", "convoy"))
    assert played[-1].number == 5


def test_progress_counts_up_to_all_matches():
    done: list[int] = []
    simulate(PLAN, 12, progress=done.append)
    assert done == list(range(1, 13))


def test_a_summary_counts_wins_and_lengths():
    records = simulate(PLAN, 20)
    figures = summary(PLAN, records, ("uboat", "convoy"))
    assert figures["wins"]["uboat"]["count"] == sum(record.winner == "uboat" for record in records)
    assert figures["wins"]["uboat"]["count"] + figures["wins"]["convoy"]["count"] == 20
    assert figures["length"]["most"] == max(record.length for record in records)
    assert sum(figures["endings"].values()) == 20
    json.dumps(figures)


def test_csv_has_a_row_a_match_and_a_column_a_score():
    records = simulate(PLAN, 3)
    rows = list(csv.DictReader(io.StringIO(as_csv(records))))
    assert [row["winner"] for row in rows] == [record.winner for record in records]
    assert [int(row["score_uboat"]) for row in rows] == [record.scores["uboat"] for record in records]


@pytest.mark.parametrize(("matches", "jobs"), [(0, 1), (5, 0), (-1, 1)])
def test_at_least_one_match_and_one_job_are_needed(matches, jobs):
    with pytest.raises(BadData, match="at least one match and one job"):
        simulate(PLAN, matches, jobs=jobs)


def test_a_plan_for_something_that_is_not_there_is_refused():
    with pytest.raises(UnknownGame, match="uboat_cards"):
        simulate(Plan("uboat_card"), 1)
    with pytest.raises(UnknownName, match="sensible, keen, easy, standard, hard, random, search"):
        simulate(Plan("uboat_cards", bots={"uboat": "genius"}), 1)
    with pytest.raises(UnknownName, match="no role 'raider'"):
        simulate(Plan("uboat_cards", bots={"raider": "random"}), 1)


def test_the_share_interval_is_wilsons():
    # Wilson (1927): centre (p + z2/2n) / (1 + z2/n), half width z sqrt(p(1-p)/n + z2/4n2) / (1 + z2/n), z = 1.959964
    n, p, z = 50, 0.2, 1.959964
    half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    assert share_interval(10, 50) == pytest.approx((centre - half, centre + half), abs=1e-6)
    assert share_interval(0, 10)[0] == pytest.approx(0)
    assert share_interval(10, 10)[1] == pytest.approx(1)
    assert share_interval(0, 0) == (0, 1)


def test_mean_and_quantiles():
    assert mean_interval([1, 2, 3, 4])[0] == 2.5
    spread = 1.959964 * sqrt(5 / 3) / 2
    assert mean_interval([1, 2, 3, 4])[1:] == pytest.approx((2.5 - spread, 2.5 + spread), abs=1e-6)
    assert mean_interval([7]) == (7, 7, 7)
    assert [quantile([4, 1, 3, 2], share) for share in (0, 0.25, 0.5, 1)] == [1, 1.75, 2.5, 4]
