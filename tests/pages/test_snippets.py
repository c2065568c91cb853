"""Every piece of code on every page works: Python runs, data is loaded, settings are read."""

import ast
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from navalcore._rulebook.citing import _registered
from navalcore.errors import BadData
from tests.pages.commands import ROOT
from tests.pages.readers import READERS
from tests.pages.snippets import SAYS, PythonPage, Snippet, all_snippets, snippets_of

ALL = all_snippets()
OWN = [snippet for snippet in ALL if not snippet.is_piece]
"""Those that are not pieces of files, which are compared with their files."""
PYTHON = list(dict.fromkeys(snippet.page for snippet in OWN if snippet.kind == "python"))
COMMANDS = frozenset({"console", "sh", "bash", "shell"})
"""``test_commands.py`` carries them out."""
READ = frozenset({"json", "toml", "ini", "nginx", "text"})
OTHERS = [snippet for snippet in OWN if snippet.kind in READ and not snippet.code.startswith("$ ")]


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder to be in; no later test meets the modules and the rules that are written in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(sys, "path", [*sys.path])
    modules, rules = set(sys.modules), set(_registered)
    yield tmp_path
    for name in set(_registered) - rules:
        del _registered[name]
    for name in set(sys.modules) - modules:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


def faults(page: str, snippets: list[Snippet], folder: Path) -> list[str]:
    """The names that the Python of a page does not know; what it cannot run raises."""
    run = PythonPage(page, folder)
    try:
        run.run(snippets)
        return run.unknown_names()
    finally:
        run.close()


@pytest.mark.parametrize("page", PYTHON)
def test_the_python_of_a_page_runs_in_the_order_of_the_page(page: str, alone: Path) -> None:
    for module in SAYS["python"].get(page, {}).get("needs", ()):
        if find_spec(module) is None:
            pytest.skip(f"it needs {module}")
    assert faults(page, [snippet for snippet in OWN if snippet.page == page], alone) == []


def reader_of(snippet: Snippet) -> str:
    """The name of the reader of a block, or the test that compares it."""
    readers = SAYS["others"].get(snippet.page, [])
    of_page = [other for other in OTHERS if other.page == snippet.page]
    assert len(readers) == len(of_page), f"{snippet.where}: name a reader of each block of the page"
    return str(readers[of_page.index(snippet)])


def test_a_line_for_a_list_can_be_pasted_into_the_list_as_it_is() -> None:
    """What formats the pages had put the case of the first game into brackets of its own, and pytest refused it."""
    (snippet,) = [each for each in OWN if each.page == "docs/first_game.md" and "flare" in each.code]
    cases = ast.literal_eval(f"[('', 'stalk', 0, [], (5, 1, 0)),\n{snippet.code}]")
    assert [len(case) for case in cases] == [5, 5]


@pytest.mark.parametrize("snippet", OTHERS, ids=lambda snippet: snippet.where)
def test_data_settings_and_printed_lines_on_a_page_are_what_the_page_says(snippet: Snippet, alone: Path) -> None:
    name = reader_of(snippet)
    if name.startswith("tests/"):
        assert (ROOT / name).is_file()
    else:
        READERS[name](snippet.code, alone)


def test_javascript_on_a_page_can_be_read(tmp_path: Path) -> None:
    """All of today is pieces of files, which tests/test_front_end.py and others run."""
    for snippet in OWN:
        if snippet.kind == "javascript":
            assert node_refuses(snippet.code, tmp_path) == "", snippet.where


def node_refuses(code: str, folder: Path) -> str:
    node = shutil.which("node")
    if node is None:
        pytest.skip("it needs node")
    path = folder / "page.mjs"
    path.write_text(code, encoding="utf-8")
    ran = subprocess.run([node, "--check", str(path)], capture_output=True, text=True, timeout=30, check=False)
    return ran.stderr


def test_each_block_of_a_page_is_of_a_kind_that_some_test_runs() -> None:
    """Directives are carried out when the pages are built, and examples with ``>>>`` by the doctest builder."""
    known = {"python", "javascript", *COMMANDS, *READ}
    examples = "docs/reference/examples/"  # test_reference_examples.py types them
    assert len(ALL) > 300
    assert [
        f"{snippet.where} {snippet.kind}"
        for snippet in OWN
        if not (
            snippet.kind in known
            or snippet.kind.startswith("{")
            or (snippet.kind == "pycon" and snippet.page.startswith(examples))
        )
    ] == []


def test_each_thing_that_is_said_of_code_is_said_of_a_page_that_has_it() -> None:
    assert set(SAYS["python"]) <= set(PYTHON)
    assert set(SAYS["others"]) == {snippet.page for snippet in OTHERS}
    used = {name for names in SAYS["others"].values() for name in names if not name.startswith("tests/")}
    assert used == set(READERS)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("import navalcore as nc\ngame = nc.laod('uboat_cards')", "laod"),
        ("from navalcore.rules import Variannt", "Variannt"),
        ("def facts(self, view):\n    return Fractoin(view.hits, 6)", "Fractoin"),
        ("class Later(Game:\n    version = 1", "invalid syntax"),
    ],
)
def test_python_with_a_typing_error_is_refused(code: str, told: str, alone: Path) -> None:
    snippets = snippets_of("page.md", f"A page.\n\n```python\n{code}\n```\n")
    assert [(snippet.line, snippet.kind) for snippet in snippets] == [(3, "python")]
    try:
        found = faults("page.md", snippets, alone)
    except (AttributeError, ImportError, SyntaxError) as error:
        found = [str(error)]
    assert told in " ".join(found)


@pytest.mark.parametrize(
    ("reader", "code"),
    [
        ("position", 'game = "uboat_cards"\nat = "uboat_acton"'),
        ("scenario_of_a_small_game", '[scenarios.long]\ntitle = "Long"\nnihgts = 12\nships = 5'),
        ("glossary", '[[term]]\nterm = "flare"\ntxet = "No stalking."'),
        ("settings_of_a_player", "palin = false"),
        ("settings_of_a_table", 'hsots = ["table.example"]'),
        ("act", '{"act": "chose", "keys": ["pass"], "decision": 1}'),
        ("act", '{"act": "choose", "keys": ["pas"], "decision": 1}'),
        ("unit", "[Unit]\nDescription=x\n[Servcie]\nUser=navalcore"),
        ("part_of_nginx", "server {\n    lisen 443 ssl;\n}"),
        ("part_of_nginx", "server {\n    listen 443 ssl;\n"),
        ("part_of_nginx", "server {\n    server_name $hots;\n}"),
        ("orders_of_silent_war", "> orders fihgt all"),
        ("folders_of_a_game", "games/<game>/\n  gmae.py  what"),
    ],
)
def test_data_with_a_typing_error_is_refused(reader: str, code: str, alone: Path) -> None:
    with pytest.raises((AssertionError, BadData)):
        READERS[reader](code, alone)


def test_javascript_with_a_typing_error_is_refused(tmp_path: Path) -> None:
    assert "SyntaxError" in node_refuses("cosnt answer = 42;", tmp_path)
    assert node_refuses("const answer = 42;", tmp_path) == ""


def test_the_tables_of_the_battle_on_hexes_are_what_its_commands_print() -> None:
    page = ROOT / "docs" / "hex_battle.md"
    blocks = [each for each in OWN if each.page == "docs/hex_battle.md"]
    tables = [each.code for each in blocks if each.kind == "text"]
    commands = [line[2:] for each in blocks for line in each.code.splitlines() if " simulate " in line]
    assert page.is_file()
    assert len(commands) == len(tables) == 2
    for command, table in zip(commands, tables, strict=True):
        words = [sys.executable, "-m", "navalcore", "--plugin", "skerry_passage", *command.split()[1:], "--jobs", "2"]
        folder = ROOT / "examples" / "skerry_passage" / "src"
        ran = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=900, check=True)
        assert table in ran.stdout
