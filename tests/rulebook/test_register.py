"""The register says which binding sections lack code or tests, and which citations point nowhere."""

import json
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from navalcore._rulebook.model import Rulebook, Section, SectionKind, Source
from navalcore._rulebook.register import coverage
from navalcore.errors import BrokenPlugin

SECTIONS = [
    ("1", SectionKind.COMMENTARY),
    ("2", SectionKind.SETUP),
    ("3", SectionKind.RULE),
    ("4", SectionKind.TABLE),
    ("5", SectionKind.OPTION),
    ("6", SectionKind.SCENARIO),
    ("7", SectionKind.RULE),
]
SKIRMISH = Rulebook(
    game="skirmish",
    title="Skirmish at sea",
    source=Source(designer="A. Designer", year=1999),
    sections=tuple(Section(number=number, title="t", summary="s", kind=kind) for number, kind in SECTIONS),
)


_names = (f"covered_game_{number}" for number in count(1))


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of a module to lay in the test's folder; one for each, as the register forgets nothing."""
    monkeypatch.syspath_prepend(str(tmp_path))
    name = next(_names)
    yield name
    sys.modules.pop(name, None)


def cite(folder: Path, game: str, code: list[str], tests: list[str]) -> None:
    lines = ["from navalcore._rulebook.citing import rule"]
    lines += [f"@rule({number!r})\ndef f{index}(): ..." for index, number in enumerate(code)]
    (folder / f"{game}.py").write_text("\n".join(lines), encoding="utf-8")
    lines = ["import pytest"]
    lines += [
        f"@pytest.mark.rule('skirmish', {number!r})\ndef test_{index}(): ..." for index, number in enumerate(tests)
    ]
    (folder / "tests").mkdir()
    (folder / "tests" / "test_game.py").write_text("\n".join(lines), encoding="utf-8")


BINDING = ["2", "3", "4", "5", "6", "7"]


def test_a_register_with_code_and_tests_for_all_but_commentary_is_complete(tmp_path: Path, game: str) -> None:
    cite(tmp_path, game, BINDING, BINDING)
    report = coverage(SKIRMISH, [game], tmp_path / "tests")
    assert report.complete
    assert report.summary_line() == ("rule coverage skirmish: 100 % (6 of 6 sections have code and tests)")


def test_every_kind_but_commentary_needs_code_and_a_test(tmp_path: Path, game: str) -> None:
    cite(tmp_path, game, [], [])
    report = coverage(SKIRMISH, [game], tmp_path / "tests")
    assert [section.number for section in report.without_code] == BINDING
    assert [section.number for section in report.without_tests] == BINDING
    assert report.percentage == 0


def test_what_lacks_code_and_what_lacks_tests_is_told_apart(tmp_path: Path, game: str) -> None:
    cite(tmp_path, game, ["2", "3", "4", "5"], ["1", "2", "3", "6"])
    report = coverage(SKIRMISH, [game], tmp_path / "tests")
    assert [section.number for section in report.without_code] == ["6", "7"]
    assert [section.number for section in report.without_tests] == ["4", "5", "7"]
    assert not report.complete
    # 2 and 3 have both: two of six, a third, is 33 % rounded down.
    assert report.summary_line() == "rule coverage skirmish: 33 % (2 of 6 sections have code and tests)"
    entry = report.sections[2]
    assert entry.section.number == "3"
    assert [place.qualname for place in entry.code] == ["f1"]
    assert [place.qualname for place in entry.tests] == ["test_2"]


def test_citations_of_sections_the_rule_book_does_not_have_are_listed(tmp_path: Path, game: str) -> None:
    cite(tmp_path, game, [*BINDING, "3.9"], [*BINDING, "8"])
    report = coverage(SKIRMISH, [game], tmp_path / "tests")
    assert [(place.number, place.file) for place in report.unknown] == [
        ("3.9", f"{game}.py"),
        ("8", "tests/test_game.py"),
    ]
    assert report.percentage == 100
    assert not report.complete
    assert report.summary_line().endswith("; cited but not in the rule book: 3.9, 8")


@pytest.mark.parametrize("folder", [None, "nowhere"])
def test_without_a_folder_of_tests_only_code_is_asked_for_and_the_report_says_so(
    tmp_path: Path, game: str, folder: str | None
) -> None:
    cite(tmp_path, game, BINDING, [])
    report = coverage(SKIRMISH, [game], None if folder is None else tmp_path / folder)
    assert not report.tests_seen
    assert report.without_tests == ()
    assert not report.complete
    assert report.summary_line() == (
        "rule coverage skirmish: 100 % (6 of 6 sections have code; tests were not looked at)"
    )


def test_almost_complete_is_never_rounded_up_to_100_percent(tmp_path: Path, game: str) -> None:
    many = tuple(Section(number=str(number), title="t", summary="s", kind=SectionKind.RULE) for number in range(1000))
    cited = [section.number for section in many[1:]]
    cite(tmp_path, game, cited, cited)
    report = coverage(SKIRMISH.model_copy(update={"sections": many}), [game], tmp_path / "tests")
    assert report.percentage == 99


def test_the_register_as_json_holds_every_section_and_its_places(tmp_path: Path, game: str) -> None:
    cite(tmp_path, game, ["2", "9"], ["2"])
    document = json.loads(json.dumps(coverage(SKIRMISH, [game], tmp_path / "tests").to_json()))
    assert document["game"] == "skirmish"
    assert document["complete"] is False
    assert (document["covered"], document["binding"], document["percentage"]) == (1, 6, 16)
    assert document["without_code"] == document["without_tests"] == ["3", "4", "5", "6", "7"]
    assert document["unknown"] == [{"number": "9", "module": game, "qualname": "f1", "file": f"{game}.py", "line": 4}]
    assert [entry["number"] for entry in document["sections"]] == ["1", *BINDING]
    setup = document["sections"][1]
    assert (setup["kind"], setup["code"][0]["line"], setup["tests"][0]["line"]) == ("setup", 2, 2)


def test_a_broken_package_stops_the_register(tmp_path: Path, game: str) -> None:
    (tmp_path / f"{game}.py").write_text("1 / 0", encoding="utf-8")
    with pytest.raises(BrokenPlugin, match=f"{game} cannot be imported: ZeroDivisionError"):
        coverage(SKIRMISH, [game], tmp_path / "tests")
