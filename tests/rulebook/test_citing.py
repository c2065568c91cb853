"""``@rule`` registers a place in the code and leaves what it decorates alone."""

import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import assert_type

import pytest

from navalcore._rulebook.citing import Citation, citations, rule
from navalcore.errors import BadData, BrokenPlugin

Laid = Callable[[dict[str, str]], str]
_names = (f"laid_game_{number}" for number in count(1))


@pytest.fixture
def lay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Laid]:
    """Lay a package of the given files, with a name of its own, where it can be imported."""
    monkeypatch.syspath_prepend(str(tmp_path))
    laid: list[str] = []

    def lay_package(files: dict[str, str]) -> str:
        name = next(_names)
        laid.append(name)
        for file, text in files.items():
            path = tmp_path / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return name

    yield lay_package
    for module in [module for module in sys.modules if module.split(".")[0] in laid]:
        del sys.modules[module]


COMBAT = """\
from navalcore._rulebook.citing import rule


@rule("8.2", "8.3")
def attack() -> None: ...


class Convoy:
    @rule("9")
    def disrupt(self) -> None: ...

    @rule("8.2")
    @staticmethod
    def scatter() -> None: ...


@rule("9.1")
class Escort: ...
"""


def test_the_decorated_thing_is_returned_unchanged() -> None:
    def attack() -> int:
        return 8

    class Escort:
        pass

    before = dict(vars(attack)), dict(vars(Escort))
    assert_type(rule("8.2")(attack)(), int)
    assert rule("8.2")(attack) is attack
    assert rule("8.2", "8.3")(Escort) is Escort
    assert (dict(vars(attack)), dict(vars(Escort))) == before


def test_functions_methods_and_classes_are_listed_by_section_with_their_place(lay: Laid) -> None:
    name = lay({"__init__.py": "", "combat.py": COMBAT})
    module, file = f"{name}.combat", f"{name}/combat.py"
    assert citations(name) == {
        "8.2": [
            Citation("8.2", module, "attack", file, 4),
            Citation("8.2", module, "Convoy.scatter", file, 12),
        ],
        "8.3": [Citation("8.3", module, "attack", file, 4)],
        "9": [Citation("9", module, "Convoy.disrupt", file, 9)],
        "9.1": [Citation("9.1", module, "Escort", file, 17)],
    }


def test_all_modules_below_the_package_are_found_with_or_without_init(lay: Laid) -> None:
    cited = "from navalcore._rulebook.citing import rule\n@rule({number!r})\ndef step(): ...\n"
    name = lay(
        {
            "__init__.py": cited.format(number="1"),
            "phases/__init__.py": cited.format(number="2"),
            "phases/deep/search.py": cited.format(number="3"),
            "__main__.py": "raise SystemExit('a program, not rules')",
            "data/numbers.toml": "",
        }
    )
    found = citations(name)
    assert [(number, [place.file for place in places]) for number, places in found.items()] == [
        ("1", [f"{name}/__init__.py"]),
        ("2", [f"{name}/phases/__init__.py"]),
        ("3", [f"{name}/phases/deep/search.py"]),
    ]


def test_a_game_does_not_see_the_citations_of_one_whose_name_begins_alike(lay: Laid) -> None:
    name = lay({"__init__.py": "", "war.py": COMBAT, "war_at_sea.py": COMBAT})
    assert citations(name)["9"] != citations(f"{name}.war")["9"]
    assert [place.module for place in citations(f"{name}.war")["9"]] == [f"{name}.war"]


def test_two_functions_of_one_name_are_both_listed(lay: Laid) -> None:
    twice = "from navalcore._rulebook.citing import rule\n@rule('4')\ndef _(): ...\n@rule('4')\ndef _(): ...\n"
    name = lay({"__init__.py": twice})
    assert [place.line for place in citations(name)["4"]] == [2, 4]


@pytest.mark.parametrize("failure", ["1 / 0", "import no_such_module_at_all", "raise SystemExit(3)", "def (:"])
def test_a_module_that_cannot_be_imported_is_named(lay: Laid, failure: str) -> None:
    name = lay({"__init__.py": "", "phases/__init__.py": "", "phases/combat.py": failure})
    with pytest.raises(BrokenPlugin, match=rf"module {name}\.phases\.combat cannot be imported: \w+: "):
        citations(name)


def test_a_module_that_needs_an_extra_that_is_not_installed_is_left_out(
    lay: Laid, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = lay({"__init__.py": COMBAT, "batch.py": "import numpy\n" + COMBAT.replace('"9"', '"10"')})
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert "10" not in citations(name)
    assert "9" in citations(name)


def test_a_package_that_does_not_exist_is_named() -> None:
    with pytest.raises(BrokenPlugin, match=r"module no_such_game cannot be imported: ModuleNotFoundError"):
        citations("no_such_game")


def test_rule_without_section_numbers_as_text_is_refused() -> None:
    with pytest.raises(BadData, match="names no section"):
        rule()
    with pytest.raises(BadData, match="write the numbers as text"):
        rule(8.2)  # type: ignore[arg-type]
    with pytest.raises(BadData, match="write the numbers as text"):

        @rule  # type: ignore[arg-type]
        def attack() -> None: ...


def test_rule_on_something_that_has_no_name_is_refused_with_its_place() -> None:
    with pytest.raises(BadData, match=r"test_citing\.py:\d+: @rule belongs on a function or class"):
        rule("8.2")(object())  # type: ignore[type-var]
