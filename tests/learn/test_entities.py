"""Lists of entities, and the last events as tokens."""

import numpy as np
import pytest

import navalcore as nc
from navalcore.bots import make_bots, play_out
from navalcore.errors import BadData, UnknownName
from navalcore.learn import Encoder, EntityEncoder, EventTokens


def test_a_row_of_a_table_is_what_the_flat_array_has_of_that_entity_and_other_rows_are_padding():
    game = nc.load("bismarck")
    encoder, entities = Encoder.of(game), EntityEncoder.of(game)
    match = game.new_match(seed=3)
    play_out(match, make_bots(game, dict.fromkeys(game.roles, "random"), 3), limit=120)
    view = match.view("german")
    flat = dict(zip(encoder.names, encoder(view), strict=True))
    found = entities(view)
    for path, (rows, there) in found.items():
        assert rows.shape == entities.shapes[path] == (len(there), len(entities.names[path]))
        assert not rows[~there].any()
    rows, there = found["ships"]
    assert 0 < there.sum() == sum(flat[f"ships.{number}!"] for number in range(len(there)))
    for number in np.flatnonzero(there):
        for column, entry in zip(rows[number], entities.names["ships"], strict=True):
            assert flat[f"ships.{number}{entry.removeprefix('ships')}"] == column


def test_lists_have_rows_for_all_that_a_match_begins_with_unless_another_number_is_given() -> None:
    game = nc.load("silent_war")
    view = game.new_match("campaign_full", seed=1).view("comsubpac")
    assert len(view.boats) > 64
    rows, there = EntityEncoder.of(game)(view)["boats"]
    assert there.sum() == len(view.boats) == len(rows)
    assert EntityEncoder.of("tonnage_war").shapes["contacts"][0] == 64, "as before where that is enough"
    with pytest.raises(BadData, match=r"boats holds \d+, and its list has 80 rows: give more as most"):
        EntityEncoder.of(game, most=80)(view)


def test_a_list_that_is_too_short_and_a_foreign_view_are_refused():
    game = nc.load("bismarck")
    with pytest.raises(BadData, match="a number of rows, 1 or more"):
        EntityEncoder.of(game, most=0)
    with pytest.raises(BadData, match="was given a CardTableView"):
        EntityEncoder.of(game)(nc.load("uboat_cards").new_match(seed=1).view("uboat"))


def test_tokens_are_those_of_the_last_events_a_role_was_told_and_of_nothing_hidden_from_it():
    game = nc.load("uboat_cards")
    rows = []
    for tokens in (8192, 8192, 64):
        match = game.new_match("short", seed=4)
        heard = {role: EventTokens(match, role, last=6, tokens=tokens) for role in game.roles}
        assert not heard["uboat"].array().any()
        while match.count < 40:
            match.choose(0)
        rows.append({role: each.array() for role, each in heard.items()})
    assert rows[0]["uboat"].shape == (6, 8)
    assert all((rows[0][role] == rows[1][role]).all() for role in game.roles)
    assert not np.array_equal(rows[0]["uboat"], rows[0]["convoy"]), "each is told of its own cards"
    assert 0 < rows[2]["uboat"].max() < 64
    with pytest.raises(UnknownName):
        EventTokens(game.new_match(seed=1), "umpires")
    with pytest.raises(BadData):
        EventTokens(game.new_match(seed=1), "uboat", last=0)


@pytest.mark.parametrize("size", [{"last": 10**30}, {"width": 10**30}, {"last": 10**6, "width": 11}], ids=str)
def test_more_events_than_have_room_are_refused_when_they_are_asked_for(size):
    with pytest.raises(BadData, match="are more than 10,000,000 numbers"):
        EventTokens(nc.load("uboat_cards").new_match(seed=1), "uboat", **size)
