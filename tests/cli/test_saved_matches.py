"""``replay`` and ``verify``: saved matches told again, and every way a file can be damaged."""

import json
from pathlib import Path
from typing import Any

import pytest

import navalcore as nc
from navalcore._face.face import face_of
from navalcore._match.records import read_record
from navalcore._rules.events import ChoiceMade
from navalcore._saves.entries import SaveHeader
from navalcore._saves.tape import chained, header_line, written
from navalcore.bots import make_bots, play_out
from tests.cli.conftest import Command


@pytest.fixture
def saved(duel: Command, tmp_path: Path) -> Path:
    """A match of the duel, red's two choices long."""
    file = tmp_path / "match.jsonl"
    duel("play", "duel", "--seed", "1", "--option", "hard=true", "--save", file, typed=["port", "aimed"])
    return file


def resealed(file: Path, header: dict[str, Any], entries: list[dict[str, Any]]) -> None:
    """Write a save whose digests fit, whatever is in it."""
    head = SaveHeader.model_construct(**header)
    if head.revealed is not None:
        head = head.model_copy(update={"commitment": head.revealed.commitment})
    digest = head.root()
    lines = [header_line(head)]
    for entry in entries:
        digest = chained(digest, entry)
        lines.append(written(entry, digest))
    file.write_text("".join(lines), encoding="utf-8")


def contents(file: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Header and entries of a save, without their digests."""
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    for line in lines:
        del line["h"]
    return lines[0], lines[1:]


def test_verify_says_what_it_has_checked(duel: Command, saved: Path) -> None:
    ran = duel("verify", saved)
    assert ran.status == 0
    lines = ran.out.splitlines()
    assert {"game: duel, rules 1.0", "options: hard=True", "seed: 1"} <= set(lines)
    rows = [line.split()[:2] for line in lines if " proven " in line]
    assert [what for what, _ in rows if what != "taken"] == [
        *("chain", "setup", "commitment", "choices", "chance", "reseeds", "outcome"),
    ]
    assert lines[-1].startswith("All of it follows from the rules and the seed that it shows. No file can show when")


def test_verify_strict_wants_everything_proven_and_json_is_the_same_as_data(
    duel: Command, saved: Path, tmp_path: Path
) -> None:
    assert duel("verify", saved, "--strict").status == 0
    by_hand = tmp_path / "table.jsonl"
    duel("play", "duel", "--dice", "physical", "--save", by_hand, "--role", "all", typed=["port"])
    assert duel("verify", by_hand).status == 0
    ran = duel("verify", by_hand, "--json")
    told = json.loads(ran.out)
    assert {check["what"]: check["proof"] for check in told["checks"]}["chain"] == "proven"
    header, entries = contents(saved)
    header.update(chance="recorded", seed=None, salt=None, commitment="")
    resealed(saved, header, entries)
    assert duel("verify", saved, "--strict").status == 1
    told = json.loads(duel("verify", saved, "--strict", "--json").out)
    assert told["proven"] is False
    assert [check["what"] for check in told["checks"] if check["proof"] == "not provable"] == ["chance"]
    next(entry for entry in entries if entry["kind"] == "chance").update(value=99)
    resealed(saved, header, entries)
    refused = duel("verify", saved, "--json")
    assert refused.status == 2
    assert json.loads(refused.out)["error"]["code"] == "damaged_tape"


def test_strangers_settle_a_match_by_its_commitment(duel: Command, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    ran = duel("play", "duel", "--commit", "--save", file, typed=["port", "aimed"])
    (published,) = [
        line.split(": ")[1] for line in ran.out.splitlines() if line.startswith("The dice are committed to")
    ]
    assert duel("verify", file, "--commitment", published, "--strict").status == 0
    assert duel("verify", file, "--commitment", "0" * 64).error()[0] == "damaged_tape"
    again = duel("play", "duel", "--save", file, typed=["/quit"])
    assert published in again.out or again.status == 0
    other = tmp_path / "other.jsonl"
    duel("play", "duel", "--seed", "1", "--save", other, typed=["port"])
    assert "--commit" in duel("play", "duel", "--commit", "--save", other).error()[1]
    assert duel("play", "duel", "--commit", "--dice", "physical").error()[0] == "bad_data"


def test_replay_tells_what_a_role_may_know_and_shows_its_board(duel: Command, saved: Path) -> None:
    everything = duel("replay", saved).out.splitlines()
    assert "  Red ship: port  [D1]" in everything
    assert any(line.startswith("  Red fires: the d6 shows ") and line.endswith("  [D2]") for line in everything)
    blue = duel("replay", saved, "--role", "blue").out
    assert "Red ship: port" not in blue, "a secret course"
    assert "Red ship: aimed shot" in blue
    assert duel("replay", saved, "--role", "green").error()[0] == "unknown_name"


def test_replay_stops_after_the_number_of_choices_asked_for(duel: Command, saved: Path) -> None:
    ran = duel("replay", saved, "--to", "1", "--role", "red")
    assert "Red ship: port" in ran.out
    assert "aimed" not in ran.out
    assert "Turn 1, own course port" in ran.out.splitlines()
    assert "After 1 choice it is the turn of the red ship: How do you fire?" in ran.out
    assert "the red ship: Lay your course" in duel("replay", saved, "--to", "0").out


def test_narrate_tells_every_choice_and_every_die_with_its_rule(duel: Command, saved: Path) -> None:
    lines = duel("replay", saved, "--narrate").out.splitlines()
    assert "   1  red chose 'port' (Lay your course)  [D1]" in lines
    assert "   2  red chose 'aimed shot' (How do you fire?)  [D2]" in lines
    assert any(line.startswith("      die 1-6 gave ") and line.endswith(" for red fires  [D2]") for line in lines)
    assert not [line for line in lines if "Told from the file alone" in line]
    short = duel("replay", saved, "--narrate", "--to", "1").out
    assert "red chose 'port'" in short
    assert "red chose 'aimed shot'" not in short
    assert duel("replay", saved, "--narrate", "--role", "red").error()[0] == "bad_data"


@pytest.mark.parametrize(
    ("change", "code"),
    [({"rules": "0.9"}, "incompatible_save"), ({"game": "lost_game"}, "unknown_game")],
)
def test_a_match_that_cannot_be_loaded_is_refused_but_can_still_be_narrated(
    duel: Command, saved: Path, change: dict[str, str], code: str
) -> None:
    header, entries = contents(saved)
    resealed(saved, header | change, entries)
    assert duel("verify", saved).error()[0] == code
    assert duel("replay", saved).error()[0] == code
    told = duel("replay", saved, "--narrate")
    assert told.status == 0
    assert "Told from the file alone, as it cannot be played here: " in told.out
    assert "   1  red chose 'port' (Lay your course)  [D1]" in told.out.splitlines()


def test_narrate_tells_the_words_of_the_game_and_obeys_none_that_were_written_into_the_file(
    duel: Command, saved: Path
) -> None:
    header, entries = contents(saved)
    choice = next(entry for entry in entries if entry["kind"] == "choice")
    choice.update(text="\x1b[2Jsurrender", prompt="Who gives up?")
    resealed(saved, header, entries)
    assert "   1  red chose 'port' (Lay your course)  [D1]" in duel("replay", saved, "--narrate").out.splitlines()
    resealed(saved, header | {"rules": "0.9"}, entries)
    told = duel("replay", saved, "--narrate").out
    assert "Told from the file alone" in told
    assert "red chose '\\x1b[2Jsurrender' (Who gives up?)" in told


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_flipped_byte_is_found_wherever_it_is(duel: Command, saved: Path, command: str) -> None:
    whole = saved.read_bytes()
    # Every single byte is tried where saves are read (tests/engine/test_saves.py); here, that the command says so.
    for place in range(0, len(whole), 13 if command == "verify" else 41):
        damaged = bytearray(whole)
        damaged[place] ^= 1
        saved.write_bytes(damaged)
        code, _ = duel(command, saved).error()
        assert code in ("damaged_tape", "incompatible_save"), place
    tried = [part for part in (b'"navalcore"', b'"kind":"choice"', b'"kind":"chance"', b'"h"') if part in whole]
    assert len(tried) == 4, "header, choices, a die and digests were all tried"


def test_a_torn_last_line_is_told_of_wherever_it_was_torn(duel: Command, saved: Path) -> None:
    whole = saved.read_bytes()
    last = whole.rindex(b"\n", 0, -1) + 1
    for end in range(last + 1, len(whole) - 1):
        saved.write_bytes(whole[:end])
        code, message = duel("verify", saved).error()
        assert code == "damaged_tape"
        assert "torn" in message or "lost its end" in message
    saved.write_bytes(whole[: last + 10])
    told = duel("replay", saved)
    assert told.error()[0] == "damaged_tape"
    assert "Red ship: port" in told.out, "what is whole is told all the same"
    for words in ("verify", "replay", "replay --narrate", "replay --how port"):
        told = duel(*words.split(), saved, "--json")
        code, message = told.error()
        assert json.loads(told.out)["error"] == {"code": code, "message": message}, words


def test_a_match_with_a_torn_last_line_goes_on_without_that_line(duel: Command, saved: Path) -> None:
    whole = saved.read_bytes()
    saved.write_bytes(whole[:-30])
    ran = duel("play", "duel", "--save", saved, typed=["/log"])
    assert ran.status == 0
    assert "Its last line was torn off" in ran.out
    assert duel("verify", saved).status == 0


def test_an_empty_file_is_a_new_match_to_play_and_nothing_to_verify(duel: Command, tmp_path: Path) -> None:
    file = tmp_path / "empty"
    file.touch()
    assert duel("verify", file).error()[0] == "damaged_tape"
    assert duel("play", "duel", "--save", file, typed=["port"]).status == 0
    assert duel("verify", file).status == 0


HEADER_FIELDS = ("navalcore", "game", "rules", "scenario", "options", "chance", "commitment", "salt", "h")


@pytest.mark.parametrize("field", HEADER_FIELDS)
def test_a_field_missing_from_the_header_is_told_of(duel: Command, saved: Path, field: str) -> None:
    first, *rest = saved.read_text(encoding="utf-8").splitlines(keepends=True)
    header = json.loads(first)
    del header[field]
    saved.write_text(json.dumps(header) + "\n" + "".join(rest), encoding="utf-8")
    assert duel("verify", saved).error()[0] == "damaged_tape"


@pytest.mark.parametrize("field", ["kind", "role", "rule", "prompt", "asked", "pick", "key", "text"])
def test_a_field_missing_from_a_choice_is_named_even_if_the_digests_fit(duel: Command, saved: Path, field: str) -> None:
    header, entries = contents(saved)
    del entries[0][field]
    resealed(saved, header, entries)
    code, message = duel("verify", saved).error()
    assert code == "damaged_tape"
    assert f"{saved}, line 2: " in message
    assert field in message


def test_a_choice_that_the_rules_do_not_offer_is_where_the_replay_parts_from_the_file(
    duel: Command, saved: Path
) -> None:
    header, entries = contents(saved)
    entries[0] |= {"text": "hard to port", "key": "turn:hard to port"}
    resealed(saved, header, entries)
    code, message = duel("verify", saved).error()
    assert code == "diverged"
    assert "line 2, rule D1" in message


def test_a_die_that_the_seed_does_not_give_is_where_the_replay_parts_from_the_file(duel: Command, saved: Path) -> None:
    header, entries = contents(saved)
    (die,) = [entry for entry in entries if entry["kind"] == "chance" and entry["why"] == "red fires"]
    die["value"] = die["value"] % 6 + 1
    die["text"] = str(die["value"])
    resealed(saved, header, entries)
    assert duel("verify", saved).error()[0] == "diverged"


def test_a_record_of_what_a_role_may_know_is_told_and_made_a_page_and_is_no_save(
    navalcore: Command, tmp_path: Path
) -> None:
    match = played_cards()
    file, page = tmp_path / "convoy.jsonl", tmp_path / "convoy.html"
    match.save_for("convoy", file)
    told = navalcore("replay", file).out
    assert "as the convoy knows it" in told
    view = match.view("convoy")
    assert face_of(match.game).board_text(view).splitlines()[0] in told
    events = [event for event in read_record(file).events(match.game) if not isinstance(event, ChoiceMade)]
    assert len(events) > 20
    assert all(str(event) in told for event in events)
    assert navalcore("replay", file, "--html", page, "--narrate").status == 0
    assert "Told is what the convoy knows." in page.read_text()
    assert page.read_text().count("<li>") >= len(events)
    for command in (["verify"], ["report"], ["upgrade"], ["play", "uboat_cards", "--save"]):
        assert navalcore(*command, file).error()[0] == "incompatible_save"
    assert navalcore("replay", file, "--role", "uboat").error()[0] == "bad_data"
    assert navalcore("replay", file, "--to", "3").error()[0] == "bad_data"


def played_cards() -> Any:
    """A match of the card game, forty choices long."""
    match = nc.load("uboat_cards").new_match(seed=3)
    play_out(match, make_bots(match.game, seed=0), limit=40)
    return match
