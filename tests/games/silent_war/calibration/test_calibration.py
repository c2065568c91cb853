"""The campaign against history: a short one played here, the long one's journal and report as committed."""

import json
from pathlib import Path

import pytest

from navalcore.errors import BadData
from navalcore_games.silent_war.calibration import journal
from navalcore_games.silent_war.calibration.__main__ import main
from navalcore_games.silent_war.calibration.campaigns import BOT, HARD, Campaign, play_campaign, tables_digest
from navalcore_games.silent_war.calibration.figures import TARGETS, against_history
from navalcore_games.silent_war.calibration.journal import add_to_journal, journal_of, play_missing, read_journal
from navalcore_games.silent_war.calibration.month_report import months_plot
from navalcore_games.silent_war.calibration.report import page, plot

GAMES = Path(__file__).parents[4] / "docs" / "games"
JOURNAL = journal_of(GAMES, BOT)


def made(number, tables="now", ships=180, tons=730, lost=7, bot=BOT):
    months, counts = {"1942-12": [ships, tons, lost]}, {"1": {"sunk": ships}}
    return Campaign(number, bot, "2026-11-28", "a machine", tables, months, {}, counts, "draw", 100, 1.0)


def test_the_first_year_of_a_campaign_comes_near_history():
    campaign = play_campaign(0, until="1943-01")
    ships, tons, lost = campaign.months["1942-12"]
    target = TARGETS["1942-12"]
    assert 0.6 * target.ships[0] < ships < 1.5 * target.ships[0]
    assert 0.55 * target.tonnage[0] < tons < 1.6 * target.tonnage[0]
    assert lost <= 3 * target.lost[0]
    assert sum(counts.get("sunk", 0) for counts in campaign.counts.values()) == ships
    assert sum(counts.get("lost", 0) for counts in campaign.counts.values()) == lost
    assert (min(campaign.months), max(campaign.months), len(campaign.months)) == ("1941-12", "1942-12", 13)
    committed = read_journal(JOURNAL, tables_digest())[0].months
    assert campaign.months == {month: committed[month] for month in campaign.months}, "make calibrate plays all anew"


def test_a_torn_line_of_the_journal_costs_that_campaign_only(tmp_path):
    path = tmp_path / "journal.jsonl"
    add_to_journal(path, made(0))
    with path.open("ab") as file:
        file.write(b'{"number":1,"tab')
    add_to_journal(path, made(2))
    assert sorted(read_journal(path, "now")) == [0, 2]


def test_what_was_played_with_other_tables_is_left_out(tmp_path):
    path = tmp_path / "journal.jsonl"
    add_to_journal(path, made(0, tables="before"))
    assert read_journal(path, "now") == {}


def test_campaigns_of_another_bot_are_left_out(tmp_path):
    path = tmp_path / "journal.jsonl"
    add_to_journal(path, made(0))
    add_to_journal(path, made(1, bot=HARD))
    assert (sorted(read_journal(path, "now")), sorted(read_journal(path, "now", HARD))) == ([0], [1])


def test_only_campaigns_the_journal_lacks_are_played(tmp_path, monkeypatch):
    path = tmp_path / "journal.jsonl"
    played = []

    def play(number, bot, until):
        played.append(number)
        return made(number, tables_digest(), bot=bot)

    monkeypatch.setattr(journal, "play_campaign", play)
    add_to_journal(path, made(1, tables_digest()))
    assert [campaign.number for campaign in play_missing(path, 3, 1)] == [0, 1, 2]
    assert played == [1, 0, 2], "the first in the journal to see whether it goes alike"
    play_missing(path, 3, 1)
    assert played == [1, 0, 2, 0]


def test_campaigns_that_go_differently_today_are_played_again(tmp_path, monkeypatch, capsys):
    path = tmp_path / "journal.jsonl"
    monkeypatch.setattr(journal, "play_campaign", lambda number, bot, until: made(number, tables_digest(), 190))
    add_to_journal(path, made(0, tables_digest(), 180))
    add_to_journal(path, made(1, tables_digest(), 180))
    assert [campaign.months["1942-12"][0] for campaign in play_missing(path, 2, 1)] == [190, 190]
    assert len(path.read_text(encoding="utf-8").splitlines()) == 2
    assert "played by other rules or another bot: all are played again" in capsys.readouterr().err


@pytest.mark.parametrize(("campaigns", "jobs"), [(0, 1), (1, 0)])
def test_no_campaigns_or_jobs_are_refused(tmp_path, campaigns, jobs):
    with pytest.raises(BadData, match="at least one"):
        play_missing(tmp_path / "journal.jsonl", campaigns, jobs)


def test_a_report_of_one_campaign_is_refused_before_it_is_played(tmp_path, capsys):
    assert main(["--campaigns", "1", "--docs", str(tmp_path)]) == 2
    assert capsys.readouterr().err == "error: --campaigns 1: the spread of the figures takes at least 2\n"
    assert list(tmp_path.iterdir()) == []


def test_campaigns_are_the_same_in_other_processes(tmp_path):
    here = play_campaign(1, until="1942-01")
    there = play_missing(tmp_path / "journal.jsonl", 2, 2, until="1942-01")[1]
    assert (here.months, here.counts, here.choices) == (there.months, there.counts, there.choices)


def test_a_median_is_held_against_history_by_its_margin():
    lines = {line.track: line for line in against_history([made(0, ships=200, tons=900, lost=9)])}
    assert lines["ships"].within, "20 of 180 is 11 per cent"
    assert not lines["tonnage"].within, "170 of 730 is 23 per cent"
    assert lines["lost"].within, "2 of 7 is 29 per cent"
    assert lines["tonnage"].deviation == pytest.approx(170 / 730)


def test_the_committed_report_belongs_to_the_committed_tables():
    campaigns, by_hard = ([*read_journal(journal_of(GAMES, bot), tables_digest(), bot).values()] for bot in (BOT, HARD))
    for bot, found in ((BOT, campaigns), (HARD, by_hard)):
        lines = journal_of(GAMES, bot).read_text(encoding="utf-8").splitlines()
        assert len(found) == len(lines), "make calibrate plays them anew"
        found.sort(key=lambda campaign: campaign.number)
    assert (GAMES / "silent_war_calibration.md").read_text(encoding="utf-8") == page(campaigns, by_hard)
    ships, months = (GAMES / "simulated" / f"silent_war_calibration_{name}.svg" for name in ("ships", "months"))
    assert ships.read_text(encoding="utf-8") == plot(campaigns, 0, "ships") + "\n"
    assert months.read_text(encoding="utf-8") == months_plot(campaigns) + "\n"


def test_every_table_that_was_tuned_says_so_in_the_report():
    report = (GAMES / "silent_war_calibration.md").read_text(encoding="utf-8")
    for line in JOURNAL.read_text(encoding="utf-8").splitlines():
        assert json.loads(line)["months"]["1945-08"]
    for name in ("area_activity", "war_mix", "tdc"):
        assert f"`{name}.toml`" in report
