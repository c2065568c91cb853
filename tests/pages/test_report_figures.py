"""Figures of the reports come from one file, with the date, the commit, the machine and the command of each table."""

import importlib.util
import json
import re
from datetime import date
from pathlib import Path

import pytest

from benchmarks import figures, instructions

ROOT = Path(__file__).parents[2]
REPORTS = ROOT / "docs" / "reports"
SHOWN = re.compile(r"^```\{figures\} (\w+)$", re.MULTILINE)


def pages() -> dict[str, str]:
    return {path.stem: path.read_text(encoding="utf-8") for path in REPORTS.glob("*.md")}


def test_every_table_of_the_file_is_shown_once_and_has_date_commit_machine_and_command() -> None:
    found = figures.read()
    assert sorted(name for text in pages().values() for name in SHOWN.findall(text)) == sorted(found)
    for name, table in found.items():
        assert date.fromisoformat(table["date"]) >= date(2026, 11, 20), name
        assert "Python 3." in table["machine"], name
        assert re.match(r"[0-9a-f]{10}\b", table.get("commit") or table["recorded"]), name
        assert {len(row) for row in table["rows"]} == {len(table["header"])}, name


def test_the_commands_are_programs_of_this_repository() -> None:
    commands = [table["command"] for table in figures.read().values() if table["command"].startswith("python -m ")]
    assert len(commands) > 15
    assert [each for each in commands if importlib.util.find_spec(each.split()[2]) is None] == []


def test_no_report_has_a_table_of_figures_that_was_written_by_hand() -> None:
    by_hand = [
        f"{name}: {line}"
        for name, text in pages().items()
        for line in text.splitlines()
        if line.startswith("|") and re.search(r"\d", line)
    ]
    assert by_hand == []


def test_no_guide_has_a_table_of_times_or_sizes_that_were_measured() -> None:
    guides = [path for folder in ("", "howto", "start", "migrate") for path in (ROOT / "docs" / folder).glob("*.md")]
    measured = re.compile(r"\|[^|`]*\b\d[\d.,]* (?:ms|KB|MB|seconds?|choices a second)\b[^|]*\||, (?:ms|KB)\b[^|]*\|")
    found = [
        f"{path.name}: {line}"
        for path in guides
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith("|") and measured.search(line)
    ]
    assert [line for line in found if not line.startswith("speed.md: ")] == []  # that page sums the reports up


def test_a_table_is_written_with_todays_date_and_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "figures.json"
    file.write_text("{}", encoding="utf-8")
    monkeypatch.setattr(figures, "FILE", file)
    figures.write("pace", "python -m benchmarks", ["game", "ratio"], [["cards", "2.2"]])
    written = json.loads(file.read_text(encoding="utf-8"))["pace"]
    assert (written["header"], written["rows"]) == (["game", "ratio"], [["cards", "2.2"]])
    assert "Python 3." in written["machine"]
    assert re.fullmatch(r"[0-9a-f]{10}( with changes)?", written["commit"])
    with pytest.raises(ValueError, match="pace: each row needs 2 cells"):
        figures.write("pace", "python -m benchmarks", ["game", "ratio"], [["cards"]])


def test_instructions_become_a_row_a_part_and_one_for_the_sum() -> None:
    found = {"by hand": {"rules": 103.2}, "engine": {"rules": 184.0, "driver": 53.4}}
    assert instructions.rows(found) == [["rules", "103", "184"], ["driver", "", "53"], ["in all", "103", "237"]]
