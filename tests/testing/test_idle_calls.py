"""A procedure that is called without ``yield from`` is told with file and line, and nothing else is."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import navalcore as nc
from navalcore.testing import check_game
from navalcore.testing._checks_code import idle_calls, modules_of
from tests.kit import forgetful
from tests.kit.forgetful import Forgetful

SOURCE = """
from navalcore.rules import choose
import navalcore.rules as rules

def ask(play):
    yield from ()

def tell(play):
    return [each for each in play]

def step(play, ask_first, other):
    def within():
        yield 1
    def plain():
        def deeper():
            yield 2
    within()                        # idle
    plain()
    tell(play)
    play.tell(play)
    ask_first(play)
    other.ask(play)
    kept = ask(play)
    yield from ask(play)
    for _ in ask(play):
        ask(play)                   # idle
    if play:
        choose(play, "?", [])       # idle
        rules.choose(play, "?", []) # idle

def shadowed(ask):
    ask(1)

class Plan:
    def ask(self):
        yield 1
    def plain(self):
        self.ask()                  # idle
        self.tell()
        self.plain()
    def tell(self):
        ask(self)                   # idle
"""


@pytest.fixture
def module(tmp_path: Path) -> Iterator[ModuleType]:
    file = tmp_path / "forgetting.py"
    file.write_text(SOURCE, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("forgetting", file)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules["forgetting"] = made
    spec.loader.exec_module(made)
    yield made
    del sys.modules["forgetting"]


def test_each_call_of_a_procedure_that_does_nothing_is_told_by_its_line_and_no_other_call_is(
    module: ModuleType,
) -> None:
    idle = [number for number, line in enumerate(SOURCE.splitlines(), 1) if "# idle" in line]
    told = list(idle_calls(module))
    assert [int(each.split(":")[1]) for each in told] == idle
    assert told[0] == f"forgetting.py:{idle[0]}: within(...) does nothing; write yield from within(...)"


def test_the_kit_says_it_in_one_sentence_with_file_and_line() -> None:
    report = check_game(Forgetful, matches=1, max_choices=50, only=["procedures_are_carried_out"])
    line = Path(str(forgetful.__file__)).read_text(encoding="utf-8").splitlines().index("    scout_again(play)") + 1
    said = f"forgetful.py:{line}: scout_again(...) does nothing; write yield from scout_again(...)"
    assert said in " ".join(report.text().split())


@pytest.mark.parametrize("game", nc.games())
def test_no_game_of_ours_forgets_to_carry_out_a_procedure(game: str) -> None:
    modules = modules_of(nc.load(game))
    assert len(modules) > 5, "all its modules are read"
    assert [told for each in modules for told in idle_calls(each)] == []
