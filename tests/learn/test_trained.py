"""The trained policies that lie beside their program: they load, play both seats, and their curves are what is told."""

import csv
from pathlib import Path

import pytest

import navalcore as nc
from navalcore.bots import make_bots, play_out
from navalcore.learn import Policy

HERE = Path(__file__).parents[2]
FOLDER = HERE / "examples" / "learn"


def curve(game):
    with (FOLDER / f"{game}.csv").open() as file:
        return [
            (int(row["steps"]), row["role"], int(row["matches"]), float(row["won"])) for row in csv.DictReader(file)
        ]


@pytest.mark.parametrize("game", ["uboat_cards", "tonnage_war"])
def test_a_committed_policy_plays_a_match_to_its_end_in_both_seats(game):
    rules = nc.load(game)
    match = rules.new_match(seed=3)
    play_out(match, make_bots(rules, dict.fromkeys(rules.roles, str(FOLDER / f"{game}.zip")), seed=3))
    assert match.over
    assert match.count > 20


@pytest.mark.parametrize("game", ["uboat_cards", "tonnage_war"])
def test_a_curve_ends_with_the_steps_of_its_policy(game):
    rows = curve(game)
    assert Policy.load(FOLDER / f"{game}.zip").note.endswith(f", {rows[-1][0]} steps")
    assert {role for _, role, _, _ in rows} == set(nc.load(game).roles)


def test_the_page_tells_the_curve_of_tonnage_war_as_it_is():
    page = " ".join((HERE / "docs" / "reports" / "training.md").read_text(encoding="utf-8").split())
    rows = curve("tonnage_war")
    last = rows[-1][0]
    told = []
    for low, high in ((0, 80_000), (last - 80_000, last)):
        shares = []
        for wanted in ("uboat", "escort"):
            chosen = [(count, won) for steps, role, count, won in rows if role == wanted and low < steps <= high]
            share = sum(count * won for count, won in chosen) / sum(count for count, _ in chosen)
            shares.append(f"{100 * share:.0f} %")
        told.append(" and ".join(shares))
    first, then = told
    assert f"{last:,} steps against `standard`, `wary`, `script` and `counter` (" in page
    assert f"So {last:,} steps, {sum(count for _, _, count, _ in rows):,} matches, " in page
    assert f"it won {first} of its first 80,000 steps' matches as the U-boats and as the escorts, " in page
    assert f"the escorts, and {then} of its last 80,000 steps'" in page
