"""Positions: matches that begin in the middle, from a small text file."""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import navalcore as nc
from navalcore._match.positions import changes
from navalcore.errors import BadData, NavalCoreError, NotOffered

GAMES = ("uboat_cards", "tonnage_war", "aa50_subwar", "bismarck", "silent_war")
LAST_BLOW: dict[str, Any] = {
    "game": "uboat_cards",
    "at": "uboat_action",
    "set": {"seats": {"uboat": {"row": ["Periscope", "Torpedo"], "hand": ["Transport", "Dive", "Water"], "sunk": 5}}},
}
LAST_BLOW_FILE = """
game = "uboat_cards"
title = "The sixth ship"
at = "uboat_action"

[set.seats.uboat]
row = ["Periscope", "Torpedo"]
hand = ["Transport", "Dive", "Water"]
sunk = 5
"""


def begun(position: Any = LAST_BLOW, **arguments: Any) -> nc.AnyMatch:
    """A match of the card game from a position."""
    return nc.load("uboat_cards").position(position, **{"seed": 1} | arguments)


def played(game_id: str, seed: int, choices: int, scenario: str | None = None) -> nc.AnyMatch:
    """A match with so many random choices made, fewer if it is over before."""
    match = nc.load(game_id).new_match(scenario, seed=seed)
    chance = random.Random(seed)
    while match.count < choices:
        before = match.fork()
        role, decision = chance.choice([*match.decisions.items()])
        match.choose(chance.randrange(len(decision.options)), role)
        if match.over:
            return before
    return match


def test_a_position_begins_with_what_the_file_says_and_the_rest_is_dealt(tmp_path: Path) -> None:
    file = tmp_path / "sixth.toml"
    file.write_text(LAST_BLOW_FILE)
    match = begun(file)
    assert match.decision is not None
    assert match.decision.role == "uboat"
    assert sorted(match.decision.texts) == ["pass", "play Dive", "play Transport"]
    seats = match.state.seats
    assert [str(card) for card in seats["uboat"].row] == ["Periscope", "Torpedo"]
    assert len(seats["convoy"].hand) == 5, "the other hand is dealt as the rules say (U3)"
    cards = nc.load("uboat_cards").terms().scenario.cards
    everywhere = [*match.state.deck, *match.state.discards]
    for seat in seats.values():
        everywhere += [*seat.hand, *seat.row]
    assert Counter(everywhere) == Counter(cards), "each card of the scenario lies in one place"


def test_a_match_from_a_position_goes_on_by_the_rules() -> None:
    match = begun()
    match.choose("play Transport")
    assert match.outcome is not None
    assert match.outcome.winner == "uboat", "the sixth ship wins (U12)"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"at": "uboat_acton"}, "no step 'uboat_acton'; did you mean uboat_action"),
        ({"att": 1}, "att: unknown key; did you mean at"),
        ({"game": "bismarck"}, "a position of bismarck does not fit uboat_cards"),
        ({"scenario": "no such"}, "no scenario 'no such'"),
        ({"set": {"seets": {}}}, "set has no 'seets'; did you mean seats"),
        ({"set": {"seats": {"uboat": {"hnd": []}}}}, "set.seats.uboat has no 'hnd'; did you mean hand"),
        ({"set": {"seats": {"uboot": {"hand": []}}}}, "'uboot'"),
        ({"set": {"seats": {"uboat": {"hand": ["Dave"]}}}}, "seats.uboat.hand.cards"),
        ({"set": {"seats": {"uboat": {"hand": "Dive"}}}}, "set.seats.uboat.hand is a table"),
        ({"set": {"seats": {"uboat": {"hand": ["Dive"] * 9}}}}, "too many cards on the table: 5 Dive"),
        ({"set": {"seats": {"uboat": {"row": ["Torpedo"]}}}}, "not the beginning of its chain"),
        ({"set": {"seats": {"uboat": {"sunk": 6}}}}, "do not allow this position"),
        ({"set": {"winner": "uboat", "seats": {"uboat": {"sunk": 6}}}}, "the match is over in this position"),
        ({"results": [[1, 2, 3]]}, "results"),
        ({"deal": "x", "at": "deal", "set": {"turn": "soon"}}, "turn"),
    ],
)
def test_a_position_that_makes_no_sense_is_refused_with_where_and_why(change: dict[str, Any], said: str) -> None:
    with pytest.raises(NavalCoreError) as refused:
        begun(LAST_BLOW | change)
    assert said in str(refused.value)
    assert "pydantic" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"game":', "position: should be one JSON document, and cannot be read from line 1, column 8 on"),
        ("game = ", "position:1: is not valid TOML"),
        ('{"a":' * 100_000, "should be one JSON document"),
        (f"results = [{'9' * 5000}]", "has a number of thousands of digits"),
    ],
)
def test_a_position_that_cannot_be_read_is_refused_by_its_place(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "position"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadData) as refused:
        nc.load("uboat_cards").position(file)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    "position",
    [
        {"set": {"fog": []}},  # nobody can be shown the searches
        {"at": "fight_round", "deal": False, "set": {"ships": {"0": {"slow": ""}}}},  # there is no battle to fight
    ],
)
def test_a_position_from_which_the_rules_fail_is_refused_before_anybody_plays_it(position: dict[str, Any]) -> None:
    with pytest.raises(BadData, match="the rules of bismarck cannot run from this position"):
        nc.load("bismarck").position(position, seed=1)


@pytest.mark.parametrize("text", ["game = ", "[]", '{"game": 1', "\x00"])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, text: str) -> None:
    file = tmp_path / "broken.toml"
    file.write_text(text)
    with pytest.raises(BadData, match=r"broken\.toml"):
        begun(file)
    with pytest.raises(BadData, match="missing"):
        begun(tmp_path / "missing.toml")


def test_choices_made_since_the_step_began_are_made_again_and_checked() -> None:
    match = begun(LAST_BLOW | {"choices": ["pass"]})
    assert match.count == 1
    with pytest.raises(NotOffered):
        begun(LAST_BLOW | {"choices": ["play_card/Sonar"]})


def test_results_come_first_and_then_those_of_the_seed() -> None:
    wanted = {"at": "uboat_draw", "results": ["Dive", ["draw", "Sonar"]], "deal": "a"}
    match = nc.load("uboat_cards").position(wanted | {"set": {"seats": {"uboat": {"hand": ["Water"] * 3}}}}, seed=2)
    told = match.tape()
    values = [entry.text for entry in told if entry.kind == "chance"]
    assert values[:2] == ["Dive", "Sonar"]
    assert len(values) > 2
    assert nc.loads_match(match.dumps()).digest == match.digest


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("seed", [3, 4])
def test_the_position_of_a_match_stands_where_the_match_stands(game_id: str, seed: int) -> None:
    match = played(game_id, seed, 37 * seed)
    there = match.game.position(json.loads(json.dumps(match.position())), seed="another")
    assert there.digest == match.digest
    for role in match.game.roles:
        mine, yours = match.decisions.get(role), there.decisions.get(role)
        assert (mine and mine.texts) == (yours and yours.texts)
        assert there.view(role) == match.view(role)


def test_the_position_of_a_campaign_stands_where_the_campaign_stands() -> None:
    match = played("silent_war", 5, 150, "campaign_wp1")
    there = match.game.position(match.position(), seed=1)
    assert there.digest == match.digest
    assert there.decision is not None
    assert match.decision is not None
    assert there.decision.texts == match.decision.texts


def test_a_match_from_a_position_is_saved_verified_forked_and_pickled_like_any_other(tmp_path: Path) -> None:
    match = begun(seats={"convoy": "bot:standard"})
    match.choose("pass")
    match.play_bots()
    text = match.dumps()
    header = json.loads(text.splitlines()[0])
    assert header["navalcore"] == 7
    assert header["seats"]["convoy"] == "bot:standard"
    loaded = nc.loads_match(text)
    assert loaded.digest == match.digest
    assert loaded.seats == match.seats
    assert nc.Verification.of(nc.read_save_text(text)).proven
    assert pickle.loads(pickle.dumps(match)).digest == match.digest
    assert match.fork().digest == match.digest
    journal = tmp_path / "journal.jsonl"
    match.record_to(journal)
    match.choose(0)
    match.stop_recording()
    again = nc.load_match(journal)
    assert again.digest == match.digest


def test_a_save_whose_position_the_rules_do_not_allow_is_refused() -> None:
    lines = begun().dumps().splitlines()
    header = json.loads(lines[0])
    header["position"]["state"]["seats"]["uboat"]["hand"] = {"cards": ["Dive"] * 9}
    with pytest.raises(NavalCoreError):
        nc.loads_match("\n".join([json.dumps(header), *lines[1:]]) + "\n")
    wrongs: tuple[dict[str, Any], ...]
    wrongs = (
        {},
        {"state": []},
        {"state": {}, "results": [[1, 2, 3]]},
        {"state": {}, "results": 3},
    )
    for wrong in wrongs:
        header["position"] = wrong
        with pytest.raises(NavalCoreError):
            nc.read_save_text("\n".join([json.dumps(header), *lines[1:]]) + "\n")


@pytest.mark.parametrize("game_id", GAMES)
def test_whatever_is_written_into_a_position_is_refused_in_one_error_or_played(game_id: str) -> None:
    match = played(game_id, 11, 20)
    chance, taken = random.Random(game_id), 0
    for _ in range(40):
        position = json.loads(json.dumps(match.position()))
        table = position["set"]
        while True:
            name = chance.choice([*table]) if isinstance(table, dict) else chance.randrange(len(table))
            if not isinstance(table[name], dict | list) or not table[name] or chance.random() < 0.2:
                break
            table = table[name]
        table[name] = chance.choice([None, -1, 0, 3, 10**9, "", "x", True, [], {}, [1], {"a": 1}, 0.5])
        with suppress(NavalCoreError):
            there = match.game.position(position, seed=1)
            taken += 1
            for _ in range(5):
                if there.decision is not None:
                    there.choose(0)
    assert taken < 40, "nothing was refused"


def test_a_match_that_is_over_has_no_position() -> None:
    match = begun()
    match.choose("play Transport")
    with pytest.raises(BadData, match="over"):
        match.position()


def test_units_and_squares_are_set_up_by_their_ids() -> None:
    bismarck = nc.load("bismarck").position(
        {"at": "orders", "set": {"turn": 4, "ships": {"ship/bismarck": {"square": "square/1622", "fuel": 3}}}}, seed=1
    )
    german = bismarck.view("german").model_dump(mode="json")
    assert german["ships"]["ship/bismarck"]["fuel"] == 3
    ready = {"damage": 1, "on_patrol": True}
    with pytest.raises(BadData, match="Swordfish is not at sea but has markers of a boat at sea"):
        nc.load("silent_war").position({"at": "operations", "set": {"boats": {"boat/swordfish": ready}}}, seed=1)
    at_sea = {"place": "operating", "where": "area/java_sea", "spotted": True}
    patrol = nc.load("silent_war").position({"at": "operations", "set": {"boats": {"boat/swordfish": at_sea}}}, seed=1)
    assert patrol.state.boats[0].spotted
    with pytest.raises(BadData, match="place: there is no 'afloat'; did you mean"):
        nc.load("silent_war").position({"set": {"boats": {"boat/swordfish": {"place": "afloat"}}}}, seed=1)
    fleet: list[dict[str, Any]] = [
        {"power": "germany", "kind": "submarine", "space": "sz7", "count": 3},
        {"power": "uk", "kind": "destroyer", "space": "sz8"},
    ]
    atlantic = nc.load("aa50_subwar").position({"at": "combat_move", "set": {"units": fleet}}, seed=1)
    assert len(atlantic.state.units) == 4
    with pytest.raises(BadData, match=r"units\[0\]"):
        nc.load("aa50_subwar").position({"set": {"units": [fleet[0] | {"space": "sea"}]}}, seed=1)


def test_the_units_that_are_gone_are_written_in_their_order_and_not_in_a_set_s() -> None:
    """Otherwise the same position would be another file each time that it is written."""
    units = {f"unit/{number}": {"at": "sea"} for number in range(40)}
    assert list(changes(units, {})) == list(units)


@pytest.mark.parametrize("name", ["aa50_subwar/4-1.0", "bismarck/4-1.1"])
def test_a_match_of_a_save_whose_choices_have_no_keys_is_a_position_too(name: str) -> None:
    file = Path(__file__).parents[1] / "saves" / f"{name}.jsonl"
    match = nc.load_match(file)
    assert match.decision is not None
    placed = match.game.position(match.position(), seed=1)
    assert placed.decision is not None
    assert placed.decision.texts == match.decision.texts
    assert placed.view(match.decision.role) == match.view(match.decision.role)
