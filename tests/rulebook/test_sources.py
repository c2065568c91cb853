"""The code of one section is read off the source; where that does not tell, the package is imported."""

import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from navalcore._rulebook.citing import Citation
from navalcore._rulebook.sources import citations_of
from navalcore.errors import BrokenPlugin

_names = (f"read_game_{number}" for number in count(1))
BEGIN = "from navalcore._rulebook import citing\nfrom navalcore._rulebook.citing import rule\n"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a package that can be imported."""
    monkeypatch.syspath_prepend(str(tmp_path))
    folder = tmp_path / next(_names)
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    yield folder
    for module in [module for module in sys.modules if module.split(".")[0] == folder.name]:
        del sys.modules[module]


def lay(package: Path, file: str, text: str) -> None:
    (package / file).parent.mkdir(exist_ok=True)
    (package / file).write_text(BEGIN + text, encoding="utf-8")


def test_functions_methods_and_what_is_inside_them_have_their_place_and_nothing_is_imported(package: Path) -> None:
    lay(package, "combat.py", "@rule('8', '9')\ndef hit():\n    @citing.rule('9')\n    def _(): ...\n    return _\n")
    lay(package, "phases/search.py", "class Convoy:\n    @rule(\n        '9',\n    )\n    async def hide(self): ...\n")
    lay(package, "variants/night.py", "@rule('9')\ndef night(): ...\n")
    lay(package, "__main__.py", "@rule('9')\ndef main(): ...\n")
    name = package.name
    assert citations_of(name, "9")["9"] == [
        Citation("9", f"{name}.combat", "hit", f"{name}/combat.py", 3),
        Citation("9", f"{name}.combat", "hit.<locals>._", f"{name}/combat.py", 5),
        Citation("9", f"{name}.phases.search", "Convoy.hide", f"{name}/phases/search.py", 4),
    ]
    assert [module for module in sys.modules if module.startswith(name)] == []


@pytest.mark.parametrize("mark", ["@rule(*NUMBERS)\n", "@rule(NUMBERS[0])\n"])
def test_marks_whose_numbers_are_not_written_out_are_found_by_importing(package: Path, mark: str) -> None:
    lay(package, "combat.py", f"NUMBERS = ['9']\n{mark}def hit(): ...\n")
    assert [place.qualname for place in citations_of(package.name, "9")["9"]] == ["hit"]


def test_a_mark_that_is_no_decorator_is_found_by_importing(package: Path) -> None:
    lay(package, "combat.py", "def hit(): ...\nrule('9')(hit)\n")
    assert [place.qualname for place in citations_of(package.name, "9")["9"]] == ["hit"]


def test_a_package_that_is_not_there_and_one_that_is_not_python_are_named(package: Path) -> None:
    with pytest.raises(BrokenPlugin, match="module no_such_game cannot be imported: ModuleNotFoundError"):
        citations_of("no_such_game", "9")
    lay(package, "combat.py", "@rule('9')\ndef (:\n")
    with pytest.raises(BrokenPlugin, match=rf"module {package.name}\.combat cannot be imported: SyntaxError"):
        citations_of(package.name, "9")
