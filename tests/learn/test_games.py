"""Whatever wants a game takes the game or its id, and refuses anything else in the same words."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import navalcore as nc
from benchmarks import figures
from navalcore.errors import BadData, UnknownGame, UnknownName
from navalcore.learn import ActionSpace, ChanceNodes, Encoder, GymEnv, PettingZooEnv, Policy, PolicyBot
from navalcore.study import Plan, simulate

CARDS = nc.load("uboat_cards")
SIZE = (ActionSpace(CARDS).n, Encoder.of(CARDS).size)
LAYERS = [(np.zeros(SIZE, np.float32), np.zeros(SIZE[0], np.float32))]
TAKERS: dict[str, Any] = {
    "action space": ActionSpace,
    "encoder": Encoder.of,
    "chance nodes": ChanceNodes,
    "policy": lambda game: Policy.of(game, LAYERS),
    "bot": lambda game: PolicyBot(game, Policy.of(CARDS, LAYERS)),
    "PettingZoo": PettingZooEnv,
    "Gymnasium": lambda game: GymEnv(game, "uboat"),
}


@pytest.mark.parametrize("taker", TAKERS.values(), ids=TAKERS)
def test_an_id_is_taken_for_its_game_and_anything_else_is_refused(taker):
    assert type(taker("uboat_cards")) is type(taker(CARDS))
    with pytest.raises(UnknownGame, match="uboat_cards"):
        taker("uboat_card")
    with pytest.raises(UnknownName, match="nowhere"):
        taker("uboat_cards:nowhere")
    for strange in (5, None, CARDS.new_match("short", seed=1), type(CARDS)):
        with pytest.raises(BadData, match="neither a game nor the id of one"):
            taker(strange)


def test_what_is_made_by_an_id_is_what_is_made_of_the_game():
    assert (ActionSpace("uboat_cards").keys, Encoder.of("uboat_cards").names) == (
        ActionSpace(CARDS).keys,
        Encoder.of(CARDS).names,
    )
    assert Policy.of("uboat_cards", LAYERS).actions == Policy.of(CARDS, LAYERS).actions
    variant = ChanceNodes("tonnage_war:autumn_1940")
    assert variant.game.id == "tonnage_war:autumn_1940"
    assert variant.setup.scenario.id == nc.load("tonnage_war:autumn_1940").scenario().id


@pytest.mark.parametrize("strange", ["uboat_cards", CARDS, int, None], ids=["id", "game", "int", "None"])
def test_an_encoder_is_made_of_a_class_of_views_and_points_to_the_one_of_a_game(strange):
    with pytest.raises(BadData, match=r"not a class of views; .*Encoder\.of\(game\)"):
        Encoder(strange)


PAGE = Path(__file__).parents[2] / "docs" / "train_an_agent.md"


def figures_on_the_page():
    """By game what the table of the page says: actions, entries, decisions in a match."""
    rows = re.findall(
        r"^\| \[.*?\]\(games/(\w+)\.md\).*?\| ([\d,]+).*?\| ([\d,]+) \| about ([\d,]+) \|", PAGE.read_text(), re.M
    )
    return {game: [int(figure.replace(",", "")) for figure in figures] for game, *figures in rows}


@pytest.mark.parametrize("game", nc.games())
def test_the_page_tells_how_many_actions_and_entries_a_game_has(game):
    assert figures_on_the_page()[game][:2] == [ActionSpace(game).n, Encoder.of(game).size]


@pytest.mark.parametrize(("game", "matches"), [("uboat_cards", 60), ("tonnage_war", 20), ("aa50_subwar", 8)])
def test_matches_of_bots_have_about_as_many_decisions_as_the_page_says(game, matches):
    found = simulate(Plan(game, seed="decisions"), matches).summary["choices"]["mean"]
    assert found == pytest.approx(figures_on_the_page()[game][2], rel=0.15)


def measured(table, column):
    """The whole numbers of a column of a table that a benchmark wrote."""
    return [int(row[column].split()[0].replace(",", "")) for row in figures.read()[table]["rows"]]


def test_pages_tell_the_pace_of_environments_as_it_was_measured_last():
    shares = measured("environments", 2)
    for page in ("speed.md", "train_measure.md"):
        assert f"{min(shares)} % to {max(shares)} % of the engine's speed" in (PAGE.parent / page).read_text()


def test_pages_tell_the_pace_of_many_matches_at_once_as_it_was_measured_last():
    table = figures.read()["matches_at_once"]
    batches = {row[0]: row[1] for row in table["rows"]}
    told = (PAGE.parent / "train_measure.md").read_text()
    for count, before in (("4,096", "matches make"), ("1,024", "matches make")):
        times = next(times for what, times in batches.items() if count in what)
        assert f"{count} {before} {times} times as many" in told
    by_turns = next(times for what, times in batches.items() if "by turns" in what)
    assert f"make {float(by_turns):.0%}".replace("%", " %") in PAGE.read_text()


def test_the_pages_of_training_call_whoever_is_trained_a_role_as_the_arguments_do():
    pages = [*PAGE.parent.glob("train_*.md"), PAGE.parent / "reports" / "training.md"]
    assert len(pages) == 4
    assert [path.name for path in pages if re.search(r"\bseats?\b", path.read_text())] == []
