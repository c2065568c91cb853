"""Whatever a command writes is written whole or not at all, and never over a match."""

import os
import shlex
import socket
import subprocess
import sys
from pathlib import Path

import pytest

import navalcore as nc
from tests.cli.conftest import Command


@pytest.fixture
def match(tmp_path: Path) -> Path:
    """A saved match."""
    path = tmp_path / "match.jsonl"
    begun = nc.load("uboat_cards").new_match(seed=1)
    for _ in range(4):
        begun.choose(0)
    begun.save(path)
    return path


@pytest.fixture
def tree(match: Path, navalcore: Command) -> Path:
    """A tree of branches of it."""
    path = match.with_name("tree.json")
    assert navalcore("branch", "start", path, match).status == 0
    return path


def disguised(match: Path, name: str) -> Path:
    """The match under a name that an output may have."""
    path = match.with_name(name)
    path.write_bytes(match.read_bytes())
    return path


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("render uboat_cards -o {}", "m.svg"),
        ("replay {match} --narrate --html {}", "m.html"),
        ("report {match} --seconds-per-decision 0 --plot {}", "m.svg"),
        ("simulate uboat_cards -n 1 --csv {}", "m.csv"),
        ("simulate uboat_cards -n 1 --rows {}", "m.json"),
        ("simulate uboat_cards -n 1 --plot {}", "m.svg"),
        ("odds uboat_cards opening-hand --plot {}", "m.svg"),
        ("branch save {tree} main -o {}", "m.jsonl"),
    ],
)
def test_no_output_replaces_a_match_unless_it_is_forced(
    line: str, name: str, match: Path, tree: Path, navalcore: Command
) -> None:
    target = disguised(match, name)
    before = target.read_bytes()
    words = line.format(target, match=match, tree=tree).split()
    assert "holds a match" in navalcore(*words).error()[1]
    assert target.read_bytes() == before
    assert navalcore(*words, "--force").status == 0
    assert target.exists()
    assert target.read_bytes() != before or name == "m.jsonl"


@pytest.mark.parametrize("force", [(), ("--force",)])
def test_no_output_replaces_what_the_command_reads(force: tuple[str, ...], match: Path, navalcore: Command) -> None:
    page = disguised(match, "match.html")
    before = page.read_bytes()
    assert "is read by this command" in navalcore("replay", page, "--narrate", "--html", page, *force).error()[1]
    link = match.with_name("link.html")
    link.symlink_to(page)
    assert "is read by this command" in navalcore("replay", page, "--narrate", "--html", link, *force).error()[1]
    assert page.read_bytes() == before


@pytest.mark.parametrize(
    ("line", "ending"),
    [
        ("render uboat_cards -o x.png", ".svg"),
        ("report {match} --plot x.png", ".svg"),
        ("replay {match} --narrate --html x.txt", ".html"),
        ("simulate uboat_cards -n 1 --csv x.json", ".csv"),
        ("simulate uboat_cards -n 1 --rows x.csv", ".json"),
    ],
)
def test_a_name_must_end_as_what_is_written_does(line: str, ending: str, match: Path, navalcore: Command) -> None:
    assert f"name a file that ends in {ending}" in navalcore(*line.format(match=match).split()).error()[1]


def test_a_dash_is_standard_output_and_nothing_else_is_printed_there(match: Path, navalcore: Command) -> None:
    assert navalcore("render", "uboat_cards", "-o", "-").out.startswith("<svg")
    assert navalcore("replay", match, "--narrate", "--html", "-").out.lstrip().startswith("<!")
    rows = navalcore("simulate", "uboat_cards", "-n", 2, "--seed", 1, "--csv", "-").out.splitlines()
    assert len(rows) == 3
    assert rows[0].startswith("number,seed,winner")
    assert (
        "--json writes to standard output too"
        in navalcore("simulate", "uboat_cards", "-n", 1, "--csv", "-", "--json").error()[1]
    )


def test_a_file_that_is_there_stays_as_it_was_if_the_work_fails(
    match: Path, navalcore: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = match.with_name("page.html")
    page.write_text("before", encoding="utf-8")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    assert "No space left on device" in navalcore("replay", match, "--narrate", "--html", page).error()[1]
    assert page.read_text(encoding="utf-8") == "before"
    assert sorted(each.name for each in page.parent.glob("*page*")) == ["page.html"], "and nothing is left beside it"


def test_one_file_cannot_be_two_outputs(tmp_path: Path, navalcore: Command) -> None:
    both = tmp_path / "both.csv"
    told = navalcore("simulate", "uboat_cards", "-n", 1, "--csv", both, "--rows", both).error()[1]
    assert "ends in .json" in told


def test_an_output_is_not_the_journal_of_the_simulation_though_neither_is_there_yet(
    tmp_path: Path, navalcore: Command
) -> None:
    line = ("simulate", "uboat_cards", "-n", 1, "--jobs", 1, "--csv", tmp_path / "a.csv")
    other = tmp_path / "folder" / ".." / "a.csv"
    (tmp_path / "folder").mkdir()
    assert "is read by this command" in navalcore(*line, "--journal", other).error()[1]
    assert not (tmp_path / "a.csv").exists()


@pytest.mark.parametrize("force", [(), ("--force",)])
def test_no_output_replaces_a_match_that_is_being_played(
    force: tuple[str, ...], match: Path, navalcore: Command
) -> None:
    played = nc.load_match(match)
    played.record_to(match)
    link = match.with_name("link.svg")
    link.symlink_to(match)
    assert navalcore("render", "uboat_cards", "-o", link, *force).error()[0] == "in_use"
    played.choose(0)
    assert nc.read_save(match).count == played.count


def test_a_link_to_itself_is_written_like_a_file_that_is_not_there(tmp_path: Path, navalcore: Command) -> None:
    loop = tmp_path / "loop.svg"
    loop.symlink_to(loop)
    assert navalcore("render", "uboat_cards", "-o", loop).status == 0
    assert loop.read_text(encoding="utf-8").startswith("<svg")


def test_a_saved_match_is_read_from_standard_input_too(tmp_path: Path, navalcore: Command) -> None:
    save = tmp_path / "match.jsonl"
    nc.load("uboat_cards").new_match(seed=7).save(save)
    named = {}
    for command in (["replay", "FILE"], ["perft", "uboat_cards", "FILE", "1"]):
        of_file = [str(save) if word == "FILE" else word for word in command]
        of_input = ["-" if word == "FILE" else word for word in command]
        named[command[0]] = navalcore(*of_file).out
        assert named[command[0]] == navalcore(*of_input, typed=save.read_text(encoding="utf-8")).out != ""
    assert navalcore("verify", "-", typed=["no match"]).error()[0] == "damaged_tape"
    line = [sys.executable, "-m", "navalcore", "replay", "-"]
    piped = subprocess.run(line, input=save.read_bytes(), capture_output=True, check=True)
    assert piped.stdout.decode().splitlines() == named["replay"].splitlines()


@pytest.mark.parametrize(
    "line",
    [
        "play uboat_cards --role spectator --save -",
        "simulate uboat_cards -n 1 --journal -",
        "resolve aa50_subwar --save -",
        "branch start - {match}",
        "upgrade -",
        "table backup -o -",
    ],
)
def test_what_is_kept_in_a_file_is_not_kept_in_one_that_is_called_like_a_standard_stream(
    line: str, match: Path, navalcore: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(match.parent)
    assert "name a file" in navalcore(*line.format(match=match).split()).error()[1]
    assert [each.name for each in match.parent.iterdir()] == [match.name]


@pytest.mark.parametrize("command", ["fuzz uboat_cards -n 1", "check uboat_cards -n 1 --only plays"])
def test_a_folder_for_failures_that_cannot_be_made_is_refused_before_the_work(
    command: str, match: Path, navalcore: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "is a file" in navalcore(*command.split(), "--failures", match / "found").error()[1]
    monkeypatch.setattr("navalcore._cli.outputs.os.access", lambda *_: False)
    code, told = navalcore(*command.split(), "--failures", match.with_name("found")).error()
    assert (code, "Permission denied" in told) == ("no_permission", True)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is a disk without room")
def test_a_full_disk_and_a_missing_permission_have_codes_of_their_own(
    navalcore: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = tmp_path / "x.svg"
    picture.symlink_to("/dev/full")
    assert navalcore("render", "uboat_cards", "-o", picture).error()[0] == "disk_full"
    monkeypatch.setattr("navalcore._cli.outputs.os.access", lambda *_: False)
    assert navalcore("render", "uboat_cards", "-o", tmp_path / "y.svg").error()[0] == "no_permission"


def test_a_port_that_is_taken_has_a_code_of_its_own(navalcore: Command, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        line = ["serve", "--port", taken.getsockname()[1], "--database", f"sqlite:///{tmp_path}/table.db"]
        code, told = navalcore(*line).error()
    assert (code, "the server cannot listen at" in told) == ("port_in_use", True)


@pytest.mark.parametrize("host", ["a..b", "x" * 300, "\udcff", "1.2.3"])
def test_a_host_that_there_cannot_be_is_refused_by_its_name(host: str, navalcore: Command, tmp_path: Path) -> None:
    code, told = navalcore("serve", "--host", host, "--port", 0, "--database", f"sqlite:///{tmp_path}/t.db").error()
    assert (code, "another --host" in told, "None" in told) == ("bad_data", True, False)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break otherwise there")
def test_a_reader_who_stops_before_the_end_is_no_error() -> None:
    line = [sys.executable, "-m", "navalcore", "play", "uboat_cards", "--seed", "1", "--role", "spectator"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as playing:
        assert playing.stdout is not None
        assert playing.stderr is not None
        playing.stdout.readline()
        playing.stdout.close()
        assert (playing.stderr.read(), playing.wait(60)) == (b"", 141)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break otherwise there")
@pytest.mark.parametrize("line", ["--help", "--version", "matches", "play --help", "games"])
def test_a_reader_who_has_gone_before_the_first_line_is_no_error_of_any_command(line: str) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    ran = subprocess.run([sys.executable, "-m", "navalcore", *line.split()], stdout=writes, stderr=subprocess.PIPE)
    os.close(writes)
    assert (ran.stderr, ran.returncode) == (b"", 141)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is a disk without room")
def test_output_without_room_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run([sys.executable, "-m", "navalcore", "games"], stdout=full, stderr=subprocess.PIPE)
    assert (ran.returncode, ran.stderr) == (2, b"navalcore: error [disk_full]: output: No space left on device\n")


@pytest.mark.parametrize("game", [("duel",), ("uboat_cards", "--observations")])
def test_the_command_on_the_card_of_a_data_set_makes_the_same_rows_again(
    duel: Command, navalcore: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: tuple[str, ...]
) -> None:
    for needed in ("numpy", "greenlet"):
        pytest.importorskip(needed)
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.chdir(tmp_path)
    told = duel("dataset", *game, "-n", 1, "--seed", "two words", "-o", "rows.parquet", "--card", "card.md")
    assert told.status == 0, told.err
    first = parquet.read_table("rows.parquet")
    command = Path("card.md").read_text(encoding="utf-8").split("```sh\n")[1].split("\n```")[0]
    Path("rows.parquet").unlink()
    again = navalcore(*shlex.split(command)[1:])
    assert again.status == 0, again.err
    assert parquet.read_table("rows.parquet").equals(first)
