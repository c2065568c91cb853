"""Files: one writer each, whole from the first moment, and odd ones refused in bounded time and memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

import navalcore as nc
from navalcore._saves import files
from navalcore._saves.files import read_save
from navalcore._saves.locks import is_locked
from navalcore.components._data_files import LARGEST_DATA, load_toml
from navalcore.errors import BadData, DamagedTape, InUse, NavalCoreError
from navalcore.study import Branches
from tests.engine.conftest import Lagoon, played, verified


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.jsonl"


# ---- one writer --------------------------------------------------------------------------------------------------


def test_a_second_writer_of_this_program_is_refused_and_the_file_stays_whole(lagoon: Lagoon, path: Path) -> None:
    match = lagoon.new_match(seed=5)
    match.record_to(path)
    match.choose("roll a die")
    whole = path.read_bytes()
    again = nc.load_match(path, lagoon)
    with pytest.raises(InUse, match="recorded to by another match of this program, since 20"):
        again.record_to(path)
    for attempt in (again.save, lagoon.new_match().save, match.save):
        with pytest.raises(InUse):
            attempt(path)
    again.choose("secretly in")
    assert path.read_bytes() == whole
    match.choose("secretly out")
    assert verified(path, lagoon).digest == match.digest
    match.stop_recording()
    nc.load_match(path, lagoon).record_to(path)


def test_another_name_of_the_file_is_the_same_file(lagoon: Lagoon, path: Path) -> None:
    match = lagoon.new_match(seed=5)
    match.record_to(path)
    link = path.with_name("link.jsonl")
    link.symlink_to(path)
    with pytest.raises(InUse):
        nc.load_match(link, lagoon).record_to(link)


def test_recording_to_the_same_file_again_goes_on_and_to_another_lets_the_first_go(lagoon: Lagoon, path: Path) -> None:
    match = lagoon.new_match(seed=5)
    match.record_to(path)
    match.choose("do nothing")
    match.record_to(path, durable=True)
    match.choose("secretly in")
    match.record_to(path.with_name("other.jsonl"))
    assert not is_locked(path)
    assert is_locked(path.with_name("other.jsonl"))
    assert nc.load_match(path, lagoon).count == 2
    match.stop_recording()
    assert sorted(each.name for each in path.parent.iterdir()) == ["match.jsonl", "other.jsonl"], "no lock is left"


def test_a_match_that_is_gone_holds_no_file(lagoon: Lagoon, path: Path) -> None:
    match = lagoon.new_match(seed=5)
    match.record_to(path)
    del match
    assert not is_locked(path)
    again = nc.load_match(path, lagoon)
    again.record_to(path)
    assert is_locked(path)


def test_what_asks_whether_a_file_is_recorded_to_writes_nothing(path: Path) -> None:
    assert not is_locked(path.parent / "nowhere" / "match.jsonl"), "nothing could be written there"


@pytest.mark.skipif(sys.platform == "win32", reason="links are for administrators there")
def test_a_link_that_leads_back_to_itself_is_refused_and_stays(lagoon: Lagoon, path: Path) -> None:
    path.symlink_to(path)
    match = lagoon.new_match(seed=5)
    for keep in (match.record_to, match.save):
        with pytest.raises(BadData, match="it is a link that leads back to itself"):
            keep(path)
    assert path.is_symlink()


def test_another_program_is_named_and_its_death_frees_the_file(path: Path) -> None:
    program = """
        import sys
        import navalcore as nc
        match = nc.load("uboat_cards").new_match(seed=1)
        match.record_to(sys.argv[1])
        match.choose(0)
        print("ready", flush=True)
        sys.stdin.read()
    """
    writer = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program), path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert writer.stdout is not None
    assert writer.stdin is not None
    try:
        assert writer.stdout.readline() == b"ready\n"
        match = nc.load_match(path)
        with pytest.raises(InUse, match=rf"process {writer.pid}, since 20.*choose another file"):
            match.record_to(path)
    finally:
        writer.kill()
        writer.wait()
        writer.stdin.close()
        writer.stdout.close()
    match.record_to(path)
    match.choose(0)
    assert verified(path).count == 2


def test_what_a_dead_process_left_beside_the_file_blocks_nobody(lagoon: Lagoon, path: Path) -> None:
    beside = path.with_name(f".{path.name}.lock")
    for text in ("", "rubbish", json.dumps({"pid": 1, "program": "play", "since": "1941-05-27"})):
        beside.write_text(text)
        match = lagoon.new_match(seed=5)
        match.record_to(path)
        match.choose("do nothing")
        match.stop_recording()
        assert verified(path, lagoon).count == 1, text
        path.unlink()


# ---- whole from the first moment ---------------------------------------------------------------------------------


@pytest.mark.parametrize("chance", ["seeded", "committed", "physical"])
def test_a_journal_has_its_header_before_anything_has_happened(lagoon: Lagoon, path: Path, chance: Any) -> None:
    match = lagoon.new_match(chance=chance)
    match.record_to(path)
    again = nc.load_match(path, lagoon)
    assert again.digest == match.digest
    assert again.decision is not None
    assert match.decision is not None
    assert (again.decision.prompt, again.count) == (match.decision.prompt, 0)
    assert verified(path, lagoon).count == 0


# ---- odd files ---------------------------------------------------------------------------------------------------


def test_what_is_no_file_is_refused_and_not_waited_for(lagoon: Lagoon, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for odd, what in (
        (tmp_path / "pipe", "is a pipe or a device"),
        (Path("/dev/zero"), "is a pipe or a device"),
        (tmp_path, "is a directory"),
        (tmp_path / "nowhere", "No such file"),
    ):
        with pytest.raises(BadData, match=f"cannot be read: {what}"):
            read_save(odd)
        with pytest.raises(BadData, match="cannot be read"):
            load_toml(odd)
    match = lagoon.new_match()
    for odd in (tmp_path / "pipe", tmp_path):
        with pytest.raises(BadData, match="cannot be written"):
            match.record_to(odd)


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_file_without_permission_is_refused(lagoon: Lagoon, path: Path) -> None:
    lagoon.new_match().save(path)
    path.chmod(0)
    with pytest.raises(BadData, match="Permission denied"):
        read_save(path)


@pytest.mark.parametrize("write", ["match", "branch", "tree"])
def test_a_file_that_is_protected_is_not_replaced_by_any_save(
    write: str, lagoon: Lagoon, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = lagoon.new_match(seed=1)
    match.save(path)
    before, tree = path.read_bytes(), Branches.begin(match)
    played(match, "roll a die")
    monkeypatch.setattr(os, "access", lambda file, _: Path(file) != path)
    writes = {
        "match": lambda: match.save(path),
        "branch": lambda: tree.save("main", path),
        "tree": lambda: tree.write(path),
    }
    with pytest.raises(BadData, match="cannot be written: Permission denied"):
        writes[write]()
    assert path.read_bytes() == before


def test_a_file_that_is_replaced_keeps_who_may_read_it(lagoon: Lagoon, path: Path) -> None:
    match = lagoon.new_match(seed=1)
    match.save(path)
    path.chmod(0o640)
    match.save(path)
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_line_or_a_file_without_end_is_read_no_further_than_a_save_goes(
    lagoon: Lagoon, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(lagoon.new_match(seed=5), "roll a die").save(path)
    with path.open("r+b") as file:
        file.truncate(files.LARGEST_SAVE)  # a file of holes: a line of 256 MB that takes no room on the disk
    with pytest.raises(DamagedTape, match="line 5: is longer than any line of a save"):
        read_save(path)
    with path.open("r+b") as file:
        file.truncate(files.LARGEST_SAVE + 1)
    with pytest.raises(BadData, match="has 256 MB, and may have 256 MB"):
        read_save(path)


@pytest.mark.parametrize("opening", ["[", '{"a":'])
@pytest.mark.parametrize("depth", [100, 5_000, 100_000])
def test_a_line_nested_deep_is_damage_and_no_crash(lagoon: Lagoon, path: Path, opening: str, depth: int) -> None:
    closing = "]" if opening == "[" else "}"
    nested = opening * depth + "1" + closing * depth
    match = lagoon.new_match(seed=5)
    match.save(path)
    header, _, _ = path.read_text().partition("\n")
    for text in (
        f"{nested}\n",
        header.replace('"options":{', f'"options":{{"deep":{nested},') + "\n",
        f"{header}\n{nested}\n",
        f'{header}\n{{"kind":{nested}}}\n',
    ):
        path.write_text(text)
        with pytest.raises(NavalCoreError) as caught:
            nc.verify(path, lagoon)
        assert caught.value.code in ("damaged_tape", "bad_data", "incompatible_save")


def test_a_data_file_nested_deep_or_far_too_large_is_refused(tmp_path: Path) -> None:
    deep, large = tmp_path / "deep.toml", tmp_path / "large.toml"
    deep.write_text("a = " + "[" * 5000 + "]" * 5000)
    with pytest.raises(BadData, match=r"deep.toml: is nested too deep"):
        load_toml(deep)
    with large.open("wb") as file:
        file.truncate(50 << 20)
    with pytest.raises(BadData, match=f"has 50 MB, and may have {LARGEST_DATA >> 20} MB"):
        load_toml(large)
