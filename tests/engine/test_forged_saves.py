"""Saves that somebody has changed and chained anew, to cheat or to break things, are refused in a clear sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import navalcore as nc
from navalcore._match.loading import verify
from navalcore._play.commitments import RevealedSeed
from navalcore._printable import printable
from navalcore._rules.state import canonical_json, digest
from navalcore._saves.entries import ChoiceEntry
from navalcore._saves.files import read_save, read_save_text
from navalcore._saves.tape import chained, written
from navalcore.boards import record_report
from navalcore.errors import BadData, DamagedTape, Diverged, NavalCoreError, UnknownGame
from tests.engine.conftest import Lagoon
from tests.engine.forging import Lines, forged
from tests.engine.test_words_of_saves import LINE, choices_of, reword, saved

LONE = "\ud800"
"""Half of a character, which JSON can hold and no encoding can write."""


def rolls_of(entries: Lines) -> Lines:
    return [entry for entry in entries if entry["kind"] == "chance"]


def with_header(path: Path, **changes: Any) -> str:
    """The text of the save with another first line, whatever that says, and a chain that fits it."""
    header, *entries = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    del header["h"]
    header = {name: value for name, value in (header | changes).items() if value is not ...}
    head = digest(canonical_json({name: value for name, value in header.items() if name not in ("seed", "salt")}))
    text = written(header, head)
    for entry in entries:
        del entry["h"]
        head = chained(head, entry)
        text += written(entry, head)
    return text


def committed(header: dict[str, Any], seed: str, salt: str) -> str:
    """The commitment of that seed and salt in a file with this header."""
    bound = [header[name] for name in ("game", "rules", "scenario", "options", "chance", "undo")]
    return RevealedSeed(seed, salt, *bound).commitment


@pytest.mark.parametrize(("seed", "salt"), [("", "c0ffee"), (LONE, "c0ffee"), ("5", LONE)])
def test_a_seed_that_no_match_has_is_refused_however_it_is_committed_to(
    lagoon: Lagoon, tmp_path: Path, seed: str, salt: str
) -> None:
    path = saved(lagoon, 5, tmp_path / "match.jsonl", LINE)
    header = json.loads(path.read_text().splitlines()[0])
    commitment = committed(header, seed, salt)
    with pytest.raises(DamagedTape, match=r"line 1: the line: (the seed is empty|seed or salt has a character)"):
        read_save_text(with_header(path, seed=seed, salt=salt, commitment=commitment))
    entry = {"kind": "reseed", "commitment": commitment, "seed": seed, "salt": salt}
    with pytest.raises(DamagedTape, match=r"line 2: field reseed: (the seed is empty|seed or salt has a character)"):
        read_save(forged(path, lambda entries: entries.insert(0, entry)))


@pytest.mark.parametrize("entry", [{"kind": "reseed", "seed": "7"}, {"kind": "reseed", "commitment": "", "seed": "7"}])
def test_a_seed_taken_in_mid_match_has_a_commitment(lagoon: Lagoon, tmp_path: Path, entry: dict[str, Any]) -> None:
    for version in (4, 5):
        path = saved(lagoon, version, tmp_path / f"{version}.jsonl", LINE)
        with pytest.raises(DamagedTape, match=r"line \d+: field reseed"):
            read_save(forged(path, lambda entries: entries.append(entry)))
    assert chained("", entry) != chained("", {**entry, "seed": "8"}), "a seed without a commitment is in the chain"


def test_a_choice_of_an_older_format_whose_words_are_another_options_is_refused(
    lagoon: Lagoon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def change(entries: Lines) -> None:
        first = choices_of(entries)[0]
        first.update(asked="00000000", pick=first["pick"] + 1)

    path = forged(saved(lagoon, 4, tmp_path / "match.jsonl", LINE), change)
    with pytest.raises(Diverged, match="line 3, rule 2: expected red chose 'roll a die'"):
        nc.load_match(path, lagoon)
    reword(monkeypatch)
    with pytest.raises(Diverged):
        nc.load_match(path, lagoon)


@pytest.mark.parametrize("version", [4, 5])
def test_a_result_that_a_match_carried_over_has_no_use_for_is_refused(
    lagoon: Lagoon, tmp_path: Path, version: int
) -> None:
    class Later(Lagoon):
        version = "3.0"
        migrations = {"2.0": lambda entries: entries}  # noqa: RUF012

    path = saved(lagoon, version, tmp_path / "match.jsonl", LINE)
    assert nc.load_match(path, Later()).count == len(LINE)
    forged(path, lambda entries: entries.append(rolls_of(entries)[0]))
    with pytest.raises(Diverged, match="where the rules of today roll and draw nothing more"):
        nc.load_match(path, Later())


def test_a_result_before_the_first_choice_is_compared_in_a_match_carried_over_too(
    lagoon: Lagoon, tmp_path: Path
) -> None:
    class Later(Lagoon):
        version = "3.0"
        migrations = {"2.0": lambda entries: entries}  # noqa: RUF012

    path = tmp_path / "match.jsonl"
    lagoon.new_match(seed=5).save(path)
    assert nc.load_match(path, Later()).count == 0

    def change(entries: Lines) -> None:
        first = rolls_of(entries)[0]
        first.pop("text", None)
        first.update(value=first["value"] - 1 if first["value"] > 1 else 2)

    with pytest.raises(Diverged, match="where the rules of today get"):
        nc.load_match(forged(path, change), Later())


def lie(where: str, /, **changes: Any) -> Callable[[Lines], None]:
    """A change of the second entry of a kind."""
    return lambda entries: [entry for entry in entries if entry["kind"] == where][1].update(changes)


@pytest.mark.parametrize(
    "change",
    [
        lie("chance", die=LONE),
        lie("chance", die="\x1b[2J\n"),
        lie("chance", value=10**4000),
        lie("chance", rule="\x1b[2J\n" + LONE),
        lie("choice", role="\x1b[2J\nblue"),
        lie("choice", text="\x1b[2J\n" * 9999, pick=99),
        lie("choice", kind="\x1b[2J\n" + LONE),
        lie("choice", kind=[]),
        lie("choice", **{LONE: 1}),
    ],
)
def test_what_a_forger_wrote_is_quoted_in_one_printable_sentence_of_bounded_length(
    lagoon: Lagoon, tmp_path: Path, change: Callable[[Lines], None]
) -> None:
    path = forged(saved(lagoon, 5, tmp_path / "match.jsonl", LINE), change)
    with pytest.raises(NavalCoreError) as refused:
        verify(path, lagoon)
    assert isinstance(refused.value, DamagedTape | Diverged)
    message = str(refused.value)
    assert message.isprintable()
    assert "line " in message
    assert len(message) < 2100


def test_the_name_of_a_game_that_is_not_installed_is_quoted_so_too(lagoon: Lagoon, tmp_path: Path) -> None:
    path = saved(lagoon, 5, tmp_path / "match.jsonl", LINE)
    text = with_header(path, game="\x1b[31m\n", seed=None, salt=None)
    with pytest.raises(UnknownGame) as refused:
        nc.loads_match(text)
    assert str(refused.value).isprintable()
    assert printable("Häfen\u00a0\u202e") == "Häfen\u00a0\\u202e"


def test_a_kind_of_line_that_does_not_exist_is_named_with_those_that_do(lagoon: Lagoon, tmp_path: Path) -> None:
    path = saved(lagoon, 5, tmp_path / "match.jsonl", LINE)
    with pytest.raises(DamagedTape, match=r"field 'kind' should be one of choice, .*, outcome, and is 'boast'"):
        read_save(forged(path, lie("choice", kind="boast")))
    with pytest.raises(DamagedTape, match=r"field 'kind' should be one of choice, .*, and is missing"):
        read_save(forged(path, lambda entries: entries[0].pop("kind")))


def test_line_ends_or_a_mark_that_a_program_has_put_into_a_save_are_named(lagoon: Lagoon, tmp_path: Path) -> None:
    path = saved(lagoon, 5, tmp_path / "match.jsonl", LINE)
    data = path.read_bytes()
    path.write_bytes(data.replace(b"\n", b"\r\n"))
    with pytest.raises(DamagedTape, match="line 1: ends in CR LF"):
        read_save(path)
    path.write_bytes(b"\xef\xbb\xbf" + data)
    with pytest.raises(DamagedTape, match="line 1: a program has put a byte order mark before it"):
        read_save(path)


@pytest.mark.parametrize("nothing", ["", "  ", 5])
def test_a_commitment_that_is_none_is_no_commitment_that_a_file_could_have(
    lagoon: Lagoon, tmp_path: Path, nothing: Any
) -> None:
    path = tmp_path / "match.jsonl"
    lagoon.new_match(chance="physical").save(path)
    with pytest.raises(BadData, match="the commitment that was published is a text of hexadecimal digits"):
        verify(path, lagoon, commitment=nothing)


def test_calling_a_file_of_format_5_by_an_older_number_proves_no_more_and_lets_nothing_else_be_chosen(
    lagoon: Lagoon, tmp_path: Path
) -> None:
    path = saved(lagoon, 5, tmp_path / "match.jsonl", LINE)
    with pytest.raises(DamagedTape, match="field 'key' belongs to every choice from format 5 on"):
        read_save_text(with_header(path, navalcore=4))
    forged(path, lambda entries: [each.pop("key", None) for each in entries])
    told = verify(read_save_text(with_header(path, navalcore=4)), lagoon)
    assert told.unproven == ("choices",), "the fingerprints are none of format 4"
    assert told.match is not None
    assert [e.text for e in told.match.tape() if isinstance(e, ChoiceEntry)] == list(LINE)


def test_a_record_whose_view_no_match_comes_to_is_refused_when_it_is_shown(tmp_path: Path) -> None:
    match = nc.load("uboat_cards").new_match(seed=17)
    match.choose(0)
    *lines, last = match.dumps_for("convoy").splitlines(keepends=True)
    standing = json.loads(last)
    standing["view"]["uboat"]["hand_size"] = -1
    path = tmp_path / "convoy.jsonl"
    path.write_text("".join([*lines, json.dumps(standing, ensure_ascii=False, separators=(",", ":")) + "\n"]))
    with pytest.raises(DamagedTape, match="the view in its last line is not one that a match of uboat_cards comes to"):
        record_report(nc.read_record(path))
