"""Rule marks are found in test files without running them, where pytest would attach them to a test."""

from pathlib import Path

import pytest

from navalcore._rulebook import sources as rulebook
from navalcore.errors import BadData

MARKED = """\
import pytest
from pytest import mark

pytestmark = [pytest.mark.rule("skirmish", "1")]

CASES = [pytest.param(3, marks=(pytest.mark.rule("skirmish", "2"), pytest.mark.slow))]


@pytest.mark.rule("skirmish", "8.2", "8.3")
@pytest.mark.rule("other_game", "8.4")
def test_attack(): ...


@mark.rule("skirmish", "8.2")
async def test_attack_at_night(): ...


@pytest.mark.rule("skirmish", "9")
class TestConvoy:
    pytestmark = pytest.mark.rule("skirmish", "9.1")

    @pytest.mark.parametrize("ships", [1, pytest.param(2, marks=pytest.mark.rule("skirmish", "9.2"))])
    def test_disrupt(self, ships): ...

    class TestEscorts:
        @pytest.mark.rule("skirmish", "9.3")
        def test_screen(self): ...
"""


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_marks_on_functions_classes_modules_and_parameters_are_found(tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    write(tests, "skirmish/test_combat.py", MARKED)
    found = rulebook.tests_of("skirmish", tests)
    places = {number: [(place.qualname, place.line) for place in found[number]] for number in found}
    assert places == {
        "1": [("(module)", 4)],
        "2": [("(module)", 6)],
        "8.2": [("test_attack", 9), ("test_attack_at_night", 14)],
        "8.3": [("test_attack", 9)],
        "9": [("TestConvoy", 18)],
        "9.1": [("TestConvoy", 20)],
        "9.2": [("TestConvoy.test_disrupt", 22)],
        "9.3": [("TestConvoy.TestEscorts.test_screen", 26)],
    }
    assert found["1"][0].file == "tests/skirmish/test_combat.py"
    assert found["1"][0].module == "tests.skirmish.test_combat"


def test_marks_of_another_game_are_its_own(tmp_path: Path) -> None:
    write(tmp_path, "test_combat.py", MARKED)
    assert list(rulebook.tests_of("other_game", tmp_path)) == ["8.4"]
    assert rulebook.tests_of("third_game", tmp_path) == {}


def test_a_file_is_read_only_where_it_marks_the_game_and_the_section_that_is_asked_for(tmp_path: Path) -> None:
    """Who looks up one section does not wait until every test of every game is parsed."""
    write(tmp_path, "test_combat.py", MARKED)
    write(tmp_path, "test_other.py", '@pytest.mark.rule("another", "8.2")\ndef test_x(:\n')
    write(tmp_path, "test_nothing.py", "def test_x(:\n")
    whole = rulebook.tests_of("skirmish", tmp_path)
    write(tmp_path, "test_elsewhere.py", '@pytest.mark.rule("skirmish", "9.9")\ndef test_x(:\n')
    assert rulebook.tests_of("skirmish", tmp_path, "8.2")["8.2"] == whole["8.2"]
    with pytest.raises(BadData, match=r"test_elsewhere\.py:2: the tests cannot be read"):
        rulebook.tests_of("skirmish", tmp_path)


def test_files_pytest_does_not_collect_protect_nothing(tmp_path: Path) -> None:
    write(tmp_path, "helpers.py", MARKED)
    for folder in ("node_modules", ".venv"):
        (tmp_path / folder).mkdir()
        write(tmp_path / folder, "test_combat.py", MARKED)
    assert rulebook.tests_of("skirmish", tmp_path) == {}
    write(tmp_path, "combat_test.py", MARKED)
    assert "8.2" in rulebook.tests_of("skirmish", tmp_path)


@pytest.mark.parametrize(
    "unattached",
    [
        '@pytest.mark.rule("skirmish", "8.2")\ndef attack(): ...\n',
        '@pytest.mark.rule("skirmish", "8.2")\nclass Attack: ...\n',
        'attack = pytest.mark.rule("skirmish", "8.2")\n',
        '@pytest.mark.slow\ndef test_attack():\n    pytest.mark.rule("skirmish", "8.2")\n',
    ],
)
def test_a_mark_that_protects_no_test_is_refused_with_its_place(tmp_path: Path, unattached: str) -> None:
    path = write(tmp_path, "test_combat.py", unattached)
    line = 1 + unattached[: unattached.index("pytest.mark.rule")].count("\n")
    with pytest.raises(BadData) as refused:
        rulebook.tests_of("skirmish", tmp_path)
    assert str(refused.value).startswith(f"{path}:{line}: this rule mark protects no test")


@pytest.mark.parametrize(
    "arguments", ['"skirmish"', "", 'GAME, "8.2"', '"skirmish", 8.2', '"skirmish", section="8.2"', "*BOTH"]
)
def test_a_mark_that_is_not_written_out_is_refused_with_its_place(tmp_path: Path, arguments: str) -> None:
    path = write(tmp_path, "test_combat.py", f"\n@pytest.mark.rule({arguments})\ndef test_attack(): ...\n")
    with pytest.raises(BadData) as refused:
        rulebook.tests_of("skirmish", tmp_path)
    assert str(refused.value).startswith(f"{path}:2: pytest.mark.rule(")
    assert "write out the game's id and the section numbers as text" in str(refused.value)


def test_a_test_file_that_is_no_python_is_refused_with_its_line(tmp_path: Path) -> None:
    path = write(tmp_path, "test_combat.py", "# mark.rule(GAME)\ndef (:\n")
    with pytest.raises(BadData) as refused:
        rulebook.tests_of("skirmish", tmp_path)
    assert str(refused.value).startswith(f"{path}:2: the tests cannot be read")


def test_a_folder_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="there is no folder of tests"):
        rulebook.tests_of("skirmish", tmp_path / "nowhere")
