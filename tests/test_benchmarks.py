"""The yardstick measures the same thing: the hand-written game plays the very matches the engine plays."""

import asyncio
import json
import tomllib
from functools import partial

import httpx
import pytest

from benchmarks import (
    evening,
    front_ends,
    handwritten,
    instructions,
    places,
    planted,
    table as load_test,
    table_return,
    table_visit,
    throughput,
)
from benchmarks.__main__ import play_by_engine
from benchmarks.sample import MATCHES
from navalcore._cli.new import make_kind
from navalcore.components._chance import SeededChance
from navalcore_games.uboat_cards.game import UboatCards


@pytest.mark.parametrize("seed", range(4))
def test_the_hand_written_game_plays_the_same_match(seed):
    winner, turns, decisions = handwritten.play(SeededChance.from_seed(seed), SeededChance.from_seed(f"c{seed}").below)
    match = UboatCards().new_match(seed=seed)
    below = SeededChance.from_seed(f"c{seed}").below
    while match.decision is not None:
        match.choose(below(len(match.decision.options)))
    assert match.outcome is not None
    assert (match.outcome.winner, match.state.turn, match.count) == (("uboat", "convoy")[winner], turns, decisions)


def test_instructions_are_counted_for_every_part_of_the_engine() -> None:
    found = instructions.counted(partial(play_by_engine, game=UboatCards(), scenario="short"), 1)
    assert set(found) == {*instructions.PARTS.values(), instructions.RULES}
    assert min(found.values()) > 1


def test_playouts_are_measured_in_mid_match_where_there_is_something_to_choose():
    for _, match in zip(range(3), throughput.middles("silent_war patrol"), strict=False):
        decision = match.decision
        assert match.count > 1
        assert decision is not None
        assert len(decision.options) > 1


def test_every_figure_of_throughput_says_what_it_is_and_of_which_game():
    kinds = [f"{kind}_{game}" for kind in throughput.MEANING for game in MATCHES]
    meanings = [throughput.meaning(figure) for figure in kinds]
    assert len(set(meanings)) == len(kinds)
    assert all(game in throughput.meaning(f"two_cores_{game}") for game in MATCHES)
    assert throughput.meaning("growth") == ""


def test_who_sends_every_boat_by_hand_and_leaves_the_fights_types_less_than_forty_lines_a_month() -> None:
    year = evening.play(0, months=2, stop="")
    assert list(year.typed) == ["1941-12", "1942-01"]
    assert max(year.typed.values()) <= evening.MOST
    assert sum(year.patrols.values()) > 40, "every boat that sails has been sent"
    assert year.answers == {}
    assert [words for words in year.lines if words.startswith("send ")]


def test_options_events_decisions_and_dice_of_a_campaign_have_places() -> None:
    tally = places.measure("silent_war", ("patrol_wahoo_1943", "campaign_wp1"), choices=120)
    assert tally.moves > 0
    assert places.lacking(tally.placed_options, tally.options) == "none"
    assert places.lacking(tally.placed_events, tally.events) == "none"
    assert places.lacking(tally.placed_decisions, tally.decisions) == "none"
    assert {"5.0", "7.1", "7.2"} <= set(tally.rolls)
    assert places.lacking(tally.placed_rolls, tally.rolls) == "none"


def test_the_load_test_of_the_table_finds_every_acknowledged_choice_in_the_database(monkeypatch, capsys):
    arguments = "table --matches 3 --seconds 1 --games uboat_cards --databases sqlite --processes 1 --json"
    monkeypatch.setattr("sys.argv", arguments.split())
    assert load_test.main() == 0
    (run,) = json.loads(capsys.readouterr().out)["runs"]
    assert run["choices"] >= 3
    assert (run["matches"], run["missing"], run["lost"], run["doubled"]) == (3, 0, 0, 0)
    assert 0 < run["shown_p50"] <= run["shown_p99"]


def test_all_who_come_back_at_once_are_sent_the_state_that_they_left_also_by_a_server_that_was_killed(
    monkeypatch, capsys
):
    monkeypatch.setattr("sys.argv", ["table_return", "--matches", "2", "--sockets", "6"])
    assert table_return.main() == 0
    _, warm, killed = capsys.readouterr().out.splitlines()
    assert "half of 6 within" in warm
    assert warm.endswith("0 in vain")
    assert killed.startswith("the server was killed")
    assert killed.endswith("0 in vain")


def test_who_visits_a_long_match_at_a_server_just_started_sees_it_as_it_was_left(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["table_visit", "--choices", "1200", "--visits", "1"])
    assert table_visit.main() == 0
    assert "; 1200 choices" in capsys.readouterr().out


def test_people_of_a_match_meet_at_one_server_unless_they_are_to_be_apart(tmp_path):
    database = f"sqlite:///{tmp_path}/table.sqlite"

    async def where(apart):
        tally = load_test.Tally()
        async with httpx.AsyncClient(timeout=60, trust_env=False) as http:
            pair = load_test.Pair("uboat_cards", "1", servers.addresses, http, tally, apart=apart)
            await pair.sit_down()
            found = {seat.socket.remote_address[1] for seat in pair.seats.values()}
            await pair.choose()
            for seat in pair.seats.values():
                await seat.leave()
        assert not tally.refused
        return found

    servers = load_test.Servers(database, 2)
    try:
        assert len(asyncio.run(where(apart=False))) == 1
        assert len(asyncio.run(where(apart=True))) == 2
    finally:
        servers.stop()


def test_the_load_test_counts_what_was_lost_and_what_stands_there_twice():
    made = [("uboat", 1), ("convoy", 0)]
    assert load_test.compare({"a": made}, {"a": made}) == (0, 0)
    assert load_test.compare({"a": made}, {"a": made[:1]}) == (1, 0)
    assert load_test.compare({"a": made}, {"a": [*made, made[1]]}) == (0, 1)
    assert load_test.compare({"a": made}, {"a": [made[0], ("convoy", 2)]}) == (1, 1)


def test_the_lines_of_the_examples_on_the_page_for_developers_are_those_of_today():
    shown = json.loads(front_ends.FILE.read_text(encoding="utf-8"))
    counted = front_ends.examples()
    assert shown["examples"] == counted
    assert all(each["code"] > each["glue"] > 0 for each in counted.values())


def test_a_line_that_names_something_of_the_library_is_glue_and_a_comment_is_no_code():
    text = "# a comment\n\nwidth = 12\nseat.act(text)\nprint(snapshot.waiting_for)\n"
    assert front_ends.glue(text) == (3, 2)


@pytest.mark.parametrize("game", sorted({name.split()[0] for name in MATCHES}))
def test_the_figures_of_every_game_keep_what_front_ends_were_promised(game):
    each = json.loads(front_ends.FILE.read_text(encoding="utf-8"))["games"][game]
    assert min(each["options"], each["events"], each["decisions"], each["dice"] or 1.0) >= 0.95
    assert each["smallest letters"] >= 11
    assert each["bytes"] <= 5120


@pytest.mark.parametrize("kind", ["cards", "hexes", "areas"])
def test_every_planted_fault_has_its_place_in_the_small_game_of_today(tmp_path, kind):
    make_kind(kind, tmp_path / "game", planted.GAME, "", "")
    faults = [fault for fault in planted.ALL if fault.kind == kind]
    assert len(faults) > 20
    for fault in faults:
        text = (tmp_path / "game" / f"{planted.GAME}.{fault.file}").read_text(encoding="utf-8")
        read = tomllib.loads if fault.file == "toml" else partial(compile, filename=fault.name, mode="exec")
        read(planted.changed(fault, text))
