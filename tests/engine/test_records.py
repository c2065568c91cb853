"""A record of what one role may know holds that and nothing else; it can be told, and is no save."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

import navalcore as nc
from navalcore._match.match import driver_of
from navalcore._match.records import is_record, read_record, read_record_text
from navalcore._play.chance import ScriptedChance
from navalcore._rules.decision import SPECTATOR
from navalcore._saves.records import record_text
from navalcore._wire.codec import UNSHOWN
from navalcore._wire.snapshots import snapshot
from navalcore.errors import BadData, DamagedTape, IncompatibleSave, UnknownName
from tests.engine.conftest import Lagoon, played
from tests.engine.test_together import Regatta

GAMES = ("aa50_subwar", "bismarck", "silent_war", "tonnage_war", "uboat_cards")
LINE = ("roll a die", "secretly out", "no", "do it again", "draw", "secretly in")


def without_commitment(text: str) -> list[str]:
    header, *lines = text.splitlines()
    return [json.dumps({**json.loads(header), "commitment": ""}), *lines]


def _titled(role: re.Match[str]) -> str:
    return role[0].capitalize()


def test_a_record_has_what_the_role_was_told_what_it_chose_and_where_it_stands(lagoon: Lagoon, tmp_path: Path) -> None:
    match = played(lagoon.new_match("storm", seed=5, history=True), *LINE)
    match.save_for("red", tmp_path / "red.jsonl")
    record = read_record(tmp_path / "red.jsonl")
    header = record.header
    assert (header.game, header.rules, header.scenario, header.role) == ("lagoon", "2.0", "storm", "red")
    assert (header.commitment, header.options) == (match.commitment, {"turns": 5})
    sent = match.snapshot("red", since=0)
    assert [each.model_dump() for each in record.told] == [each.model_dump() for each in sent.events]
    assert [each.fields["text"] for each in record.choices] == ["roll a die", "do it again", "draw"]
    assert record.end.number == len(record.choices) == sent.number
    assert record.view(lagoon) == match.view("red")
    told = record.events(lagoon)  # people read of a choice with the role's title, which an event does not know
    assert [(re.sub("^(red|blue): ", _titled, str(each)), each.rule, each.detail) for each in told] == [
        (each.text, each.rule, each.detail) for each in sent.events
    ]
    assert record.end.decision is None
    assert record.end.waiting_for == ["blue"]


def test_neither_seed_nor_salt_nor_anothers_secret_choice_nor_dice_it_was_not_told_are_in_a_record(
    lagoon: Lagoon,
) -> None:
    match = played(lagoon.new_match(seed="a seed", salt="0123456789abcdef" * 2), *LINE)
    for role in ("red", SPECTATOR):
        text = match.dumps_for(role)
        for secret in ("a seed", "0123456789abcdef", "secretly", "the hidden number", match.digest):
            assert secret not in text
    assert "secretly out" in match.dumps_for("blue")


@pytest.mark.parametrize("role", ["red", "blue"])
def test_matches_that_differ_in_what_the_role_does_not_know_have_the_same_record(lagoon: Lagoon, role: str) -> None:
    def record(hidden: int, answer: str) -> str:
        script = ScriptedChance(("the hidden number", hidden), ("the score", 4), ("red draws", 1))
        match = played(lagoon.new_match(chance=script), "roll a die", answer, "no", "do it again", "draw")
        return str(match.dumps_for(role))

    assert record(17, "secretly in") == record(93, "secretly in")
    assert (record(17, "secretly in") == record(93, "secretly out")) is (role == "red")


def test_what_others_choose_at_the_same_time_shows_in_no_record() -> None:
    def record(green: tuple[str, ...]) -> str:
        match = Regatta().new_match(seed=1, salt="0" * 32)
        match.choose("yes")
        for way in green:
            match.choose(way, role="green")
        match.choose("north", role="red")
        return str(match.dumps_for("red"))

    assert record(("north",)) == record(("south",)) == record(())
    assert record(("north", "south")) == record(())


def redealt(match: Any, role: str, seed: int) -> str:
    """The record that the match would give if what the role does not know were otherwise."""
    world = match.fork(as_seen_by=role, seed=seed)
    sent = snapshot(driver_of(world), world.decision, match._history, role, 0, UNSHOWN)
    own = match.snapshot(role)
    # A world that is imagined begins its line of choices anew; what it counts is not what it shows.
    decision = sent.decision and sent.decision.model_copy(update={"number": own.decision.number})
    counted = {"number": own.number, "may_undo": own.may_undo, "decision": decision}
    return record_text(driver_of(world).setup, role, sent.model_copy(update=counted))


@pytest.mark.parametrize("name", GAMES)
def test_worlds_that_a_role_cannot_tell_apart_have_the_same_record_byte_for_byte(name: str) -> None:
    game = nc.load(name)
    stream = random.Random(3)
    seen = 0
    for seed in range(2):
        match = game.new_match({"bismarck": "two_player"}.get(name), seed=seed, history=True)
        for turn in range(60):
            if match.over:
                break
            texts = next(iter(match.decisions.values())).texts
            match.choose(stream.choice(texts))
            if turn % 6 == 0 and not match.over:
                role = stream.choice(sorted(match.decisions))
                given = without_commitment(match.dumps_for(role))
                for other in (7, 8):
                    assert without_commitment(redealt(match, role, other)) == given
                    seen += 1
    assert seen >= 8


def test_a_match_that_keeps_no_history_is_played_again_for_its_record(lagoon: Lagoon) -> None:
    told, untold = (played(lagoon.new_match(seed=5, salt="5" * 32, history=each), *LINE) for each in (True, False))
    for role in ("red", "blue", SPECTATOR):
        assert told.dumps_for(role) == untold.dumps_for(role)
    trusted = nc.loads_match(untold.dumps(), lagoon, trust=True)
    assert trusted.dumps_for("red") == told.dumps_for("red")


def test_a_record_is_of_a_role_or_a_spectator_and_not_of_the_umpire_nor_of_an_imagined_match(lagoon: Lagoon) -> None:
    match = played(lagoon.new_match(seed=5), *LINE)
    with pytest.raises(BadData, match="the umpire knows everything"):
        match.dumps_for(nc.UMPIRE)
    with pytest.raises(UnknownName):
        match.dumps_for("green")
    with pytest.raises(BadData, match="cannot be saved"):
        match.fork(as_seen_by="blue", seed=1).dumps_for("blue")


def test_a_record_is_no_save_and_says_so(lagoon: Lagoon, tmp_path: Path) -> None:
    match = played(lagoon.new_match(seed=5), *LINE)
    path = tmp_path / "blue.jsonl"
    match.save_for("blue", path)
    assert is_record(path)
    for use in (nc.read_save, nc.load_match, nc.verify, lambda file: nc.load_match(file, trust=True)):
        with pytest.raises(IncompatibleSave, match=r"is the record of one role \(blue\), not a save"):
            use(path)
    with pytest.raises(IncompatibleSave, match="is the record of one role"):
        match.record_to(path)
    match.save(path)
    assert not is_record(path)
    with pytest.raises(BadData, match="is not the record of a role"):
        read_record(path)


def test_a_record_that_was_damaged_is_refused_with_its_line(lagoon: Lagoon) -> None:
    text = played(lagoon.new_match(seed=5), *LINE).dumps_for("blue")
    lines = text.splitlines(keepends=True)
    for changed in (
        text[:-1],
        lines[0],
        "".join(lines[:-1]),
        "".join([lines[0], *lines[2:]]),
        text.replace('"n":2', '"n":3', 1),
        text.replace('"kind"', '"sort"', 1),
        text.replace('"view":{', '"view":["', 1),
        lines[0] + "[" * 9999 + "\n" + lines[-1],
    ):
        with pytest.raises(DamagedTape, match=r"\(text\)"):
            read_record_text(changed)
    with pytest.raises(IncompatibleSave, match="has record format 2"):
        read_record_text(text.replace('"navalcore_record":1', '"navalcore_record":2'))
    with pytest.raises(IncompatibleSave, match=r"version 2\.0 cannot show it"):
        read_record_text(text.replace('"score":', '"points":', 1)).view(lagoon)
    with pytest.raises(IncompatibleSave, match="is a record of lagoon, not of uboat_cards"):
        read_record_text(text).view(nc.load("uboat_cards"))
