"""``navalcore rules GAME N`` waits for the rule book and for what cites it, and for nothing of the game itself."""

import json
import subprocess
import sys
from random import Random

import pytest

import navalcore as nc
from navalcore._rulebook.citing import citations
from navalcore._rulebook.sources import citations_of
from tests.cli.conftest import environment

LOOKED_UP = {
    "aa50_subwar": "S5",
    "bismarck": "4.32",
    "silent_war": "14.16-A",
    "tonnage_war": "8.5",
    "uboat_cards": "U4",
}
"""A section of each game that has code and tests."""

HEAVY = ("navalcore._rules", "navalcore._play", "navalcore._match", "navalcore._saves", "navalcore._wire", "rich")
"""What plays a match, and what draws on a terminal."""


@pytest.mark.parametrize("game", nc.games())
def test_looking_up_a_section_imports_neither_the_game_nor_the_engine(game: str) -> None:
    code = "; ".join(
        [
            "import json, sys",
            "from navalcore._cli.app import run",
            f"status = run(['rules', '{game}', '{LOOKED_UP[game]}'])",
            "print(json.dumps([status, sorted(sys.modules)]))",
        ]
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, text=True, timeout=120, check=True
    )
    *shown, last = done.stdout.splitlines()
    status, loaded = json.loads(last)
    assert status == 0
    assert shown[0].startswith(LOOKED_UP[game])
    assert "Code:" in shown
    assert [name for name in loaded if name.startswith(f"navalcore_games.{game}.") or name.startswith(HEAVY)] == []


@pytest.mark.parametrize("game", nc.games())
def test_the_code_of_a_section_is_the_same_read_off_the_source_and_imported(game: str) -> None:
    package = f"navalcore_games.{game}"
    cited = citations(package)
    assert LOOKED_UP[game] in cited
    some = Random(game).sample(sorted(cited), min(len(cited), 30))  # each is looked for in every file of the game
    assert {number: citations_of(package, number)[number] for number in some} == {each: cited[each] for each in some}
    assert citations_of(package, "no such section") == {"no such section": []}
