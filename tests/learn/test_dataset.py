"""Data sets of decisions: what a row says is what the match said."""

from typing import Any

import numpy as np
import pytest

import navalcore as nc
from navalcore._cli.evaluate import data_card
from navalcore.bots import make_bots
from navalcore.errors import BadData
from navalcore.learn import ActionSpace, Encoder, information_digest, masks, read_metadata, write_decisions
from navalcore.study import Plan

parquet = pytest.importorskip("pyarrow.parquet")
PLAN = Plan("uboat_cards", "short", bots={"uboat": "standard", "convoy": "random"}, seed="rows")


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    path = tmp_path_factory.mktemp("data") / "rows.parquet"
    count = write_decisions(PLAN, 3, path, observed=True)
    table = parquet.read_table(path)
    assert table.num_rows == count
    return path, table


def test_each_row_says_what_was_known_legal_chosen_and_won(rows):
    game: Any = nc.load("uboat_cards")
    space, encoder, told = ActionSpace(game), Encoder.of(game), rows[1].to_pylist()
    for number in range(3):
        seed = PLAN.match_seed(number)
        match = game.new_match("short", seed=seed, history=True)
        bots = make_bots(game, PLAN.bots, f"bots {seed}")
        mine = [row for row in told if row["match"] == number]
        for place, row in enumerate(mine):
            decision = match.decision
            view = match.view(decision.role)
            assert (row["number"], row["role"]) == (place, decision.role)
            assert row["legal"] == space.ids(decision)
            if place % 60 == 7:  # a digest takes as long as the match has been
                assert row["information"].hex() == information_digest(match, decision.role)
            assert np.array_equal(np.array(row["observation"], np.float32), encoder(view))
            index = decision.index(bots[decision.role].decide(view, decision.bare()))
            assert (row["action"], row["key"]) == (row["legal"][index], decision.key(index))
            match.choose(index)
        assert match.over
        assert {row["result"] for row in mine if row["role"] == match.outcome.winner} == {1.0}


def test_masks_are_made_of_the_legal_ids_and_the_file_says_what_it_is(rows):
    path, table = rows
    space = ActionSpace("uboat_cards")
    made = masks(table["legal"][:20], space.n)
    assert [np.flatnonzero(row).tolist() for row in made] == [sorted(ids) for ids in table["legal"][:20].to_pylist()]
    told = read_metadata(path)
    assert (told["game"], told["matches"], told["bots"]["convoy"], told["rules"]) == ("uboat_cards", 3, "random", "1.0")
    assert set(told["columns"]) | {"observation"} == set(table.column_names)


def test_the_card_of_a_data_set_names_the_version_of_the_rules(rows):
    card = data_card(read_metadata(rows[0]), "rows.parquet", rows[1].num_rows)
    facts = dict(line.strip("| ").split(" | ") for line in card.splitlines() if line.startswith("| rules"))
    assert facts == {"rules": nc.load("uboat_cards").version}


def test_the_command_of_a_card_begins_with_the_plugins_and_data_that_were_named_before_it(rows):
    card = data_card(read_metadata(rows[0]), "rows.parquet", 3, before=["--data", "uboat_cards=mine"])
    assert "\nnavalcore --data uboat_cards=mine dataset uboat_cards -n 3 " in card


@pytest.mark.parametrize(
    ("legal", "actions", "said"),
    [
        ([[0], [1, -1]], 3, "row 1 of legal should be a list of action ids below 3"),
        ([[3]], 3, "row 0 of legal"),
        ([None], 3, "row 0 of legal"),
        ([[True, False]], 2, "row 0 of legal"),
        (None, 3, "rows of action ids"),
        ([[0]], "3", "a number of actions, whole and 0 or more"),
        ([[0]], 10**30, "1 masks of 1000000000000000000000000000000 actions have no room in memory"),
    ],
)
def test_masks_are_made_of_lists_of_action_ids_and_of_nothing_else(legal, actions, said):
    with pytest.raises(BadData, match=said):
        masks(legal, actions)
    assert masks([[], [2]], 3).tolist() == [[False] * 3, [False, False, True]]


def test_what_is_no_data_set_and_what_cannot_be_written_is_refused(tmp_path):
    (tmp_path / "no.parquet").write_text("no")
    with pytest.raises(BadData, match="is not a data set"):
        read_metadata(tmp_path / "no.parquet")
    with pytest.raises(BadData, match="cannot be written"):
        write_decisions(PLAN, 1, tmp_path / "missing" / "rows.parquet")
    with pytest.raises(BadData, match="at least one match"):
        write_decisions(PLAN, 0, tmp_path / "rows.parquet")


def test_a_data_set_is_written_whole_or_not_at_all(rows, tmp_path):
    def stop(done):
        if done == 2:
            raise KeyboardInterrupt

    before = rows[0].read_bytes()
    (tmp_path / "rows.parquet").write_bytes(before)
    for name in ("rows.parquet", "new.parquet"):
        with pytest.raises(KeyboardInterrupt):
            write_decisions(PLAN, 3, tmp_path / name, progress=stop)
    assert [path.name for path in tmp_path.iterdir()] == ["rows.parquet"]
    assert (tmp_path / "rows.parquet").read_bytes() == before
    strange: Any = 5
    with pytest.raises(BadData, match="cannot be the name of a file"):
        write_decisions(PLAN, 1, strange)


@pytest.mark.parametrize("told", ["ahoy", "[1]", "[" * 100_000])
def test_a_file_of_another_program_with_an_entry_of_our_name_is_no_data_set(told, tmp_path):
    import pyarrow

    table = pyarrow.table({"a": [1]}).replace_schema_metadata({"navalcore": told})
    parquet.write_table(table, tmp_path / "other.parquet")
    with pytest.raises(BadData, match="is not a data set"):
        read_metadata(tmp_path / "other.parquet")
