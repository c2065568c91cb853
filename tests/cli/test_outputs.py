"""Whatever a command writes is written whole or not at all, and never over a match."""

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
        ("report {match} --seconds-per-decision 0 --picture {}", "m.svg"),
        ("simulate uboat_cards -n 1 --csv {}", "m.csv"),
        ("simulate uboat_cards -n 1 --rows {}", "m.json"),
        ("simulate uboat_cards -n 1 --plot {}", "m.svg"),
        ("odds uboat_cards opening-hand --plot {}", "m.svg"),
        ("branch save {tree} main {}", "m.jsonl"),
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
        ("report {match} --picture x.png", ".svg"),
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
