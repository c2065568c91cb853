"""Every command line of every page works from the folder that the page says."""

import importlib
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pages.commands import ROOT, SAYS, Line, Reader, lines_of, pages, why_only_read
from tests.pages.shell import Asked, Shell

PAGES = pages()
LINES = [line for lines in PAGES.values() for line in lines]


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shell]:
    """A shell whose matches and settings are nobody's."""
    home = tmp_path_factory.mktemp("home")
    settings = home / "config.toml"
    settings.touch()
    places = {"HOME": home, "NAVALCORE_STATE": home / "journals", "NAVALCORE_CONFIG": settings}
    shell = Shell({name: str(place) for name, place in places.items()})
    yield shell
    shell.close()


@pytest.mark.parametrize(
    "page",
    [pytest.param(each, marks=[pytest.mark.long] * SAYS["pages"].get(each, {}).get("long", False)) for each in PAGES],
)
def test_every_command_line_of_a_page_works_from_the_folder_that_the_page_says(
    page: str, shell: Shell, tmp_path: Path
) -> None:
    if not shutil.which(needed := SAYS["pages"].get(page, {}).get("needs", "sh")):
        pytest.skip(f"it needs {needed}")
    reader = Reader(page, tmp_path, shell)
    for line in PAGES[page]:
        ended = reader.does(line)
        assert not ended.status, (line.text, ended.printed)


def test_every_example_in_the_help_of_a_command_is_a_command(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page of the command line shows them, as the help does. They are read, not carried out."""
    monkeypatch.syspath_prepend(str(ROOT / "docs" / "_ext"))
    command_pages = importlib.import_module("command_pages")

    found = lines_of("docs/reference/command_line.md", "\n".join(command_pages.pages()))
    assert len(found) > 100
    refused = {}
    for line in found:
        command = re.split(r"\s{2,}", re.sub(r" --(plugin|data) \S+", "", line.text))[0]  # what follows explains it
        ended = shell.carry_out(Asked("navalcore", shlex.split(command)[1:], str(tmp_path), read=True))
        if ended.status:
            refused[line.text] = ended.printed
    assert refused == {}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("navalcore simulate uboat_cards -n 2000 --sed 1", "No such option: --sed"),
        ("navalcore serve --prot 80  # it is only read", "No such option: --prot"),
        ("navalcore replay nothing.jsonl", "nothing.jsonl"),
        ("python -m benchmarks.levels uboat_cards --mathces 1", "unrecognized arguments: --mathces 1"),
        ("make test && make tset", "tset"),
        ("pip install 'navalcore[tabel]'", "tabel"),
        ("cd nowhere", "nowhere"),
        ("cp nothing mine", "nothing"),
        ("swim to Scapa", "no test knows how to carry out swim"),
    ],
)
def test_a_line_that_does_not_work_or_that_nobody_has_tried_is_refused(
    text: str, told: str, shell: Shell, tmp_path: Path
) -> None:
    reader = Reader("README.md", tmp_path, shell)
    ended = reader.does(Line("README.md", text))
    assert ended.status
    assert told in ended.printed


def test_each_thing_that_is_said_of_command_lines_is_said_of_one_that_there_is() -> None:
    assert len(LINES) > 150
    texts = [line.text for line in LINES]
    assert [pattern for pattern in SAYS["read"] if not any(re.match(pattern, text) for text in texts)] == []
    assert [pattern for pattern in SAYS["quicker"] if not any(re.search(pattern, text) for text in texts)] == []
    assert set(SAYS["pages"]) <= set(PAGES)
    for page, says in SAYS["pages"].items():
        own = [line.text for line in PAGES[page]]
        assert [each for each in says.get("instead", {}) if not any(re.search(each, text) for text in own)] == []
        assert [each for each in says.get("then", {}) if not any(re.match(each, text) for text in own)] == []


def test_few_lines_are_only_read() -> None:
    assert sum(bool(why_only_read(line.text)) for line in LINES) < len(LINES) // 5


def test_the_page_of_guarantees_names_the_command_that_runs_its_tests() -> None:
    lists = [(ROOT / "tests" / f"{name}_tests.txt").read_text(encoding="utf-8") for name in ("long", "night")]
    page = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[\w/.]+)`[^`]*`make (test|proofs)`", page)
    assert len(named) == 2
    for file, command in named:
        assert (command == "proofs") == any(line.startswith(file) for line in "\n".join(lists).splitlines()), file
