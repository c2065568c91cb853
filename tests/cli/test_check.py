"""``navalcore check``: the conformance kit on the command line."""

from pathlib import Path

import pytest

from tests.cli.conftest import DUEL, Command, process


def test_a_game_that_keeps_its_promises_passes_by_its_id_and_by_its_module() -> None:
    by_id = process("--plugin", "duel", "check", "duel", "--matches", 2, cwd=DUEL)
    assert (by_id.status, by_id.err) == (0, "")
    assert by_id.out.startswith("duel keeps every promise checked")
    by_module = process("check", "duel", "--matches", 2, cwd=DUEL)
    assert by_module.out == by_id.out


def test_a_game_with_dice_of_its_own_fails_with_status_1(tmp_path: Path) -> None:
    cheating = (DUEL / "duel.py").read_text(encoding="utf-8")
    cheating = cheating.replace("face = play.dice.d6(", "face = __import__('random').randint(1, 6) or (")
    (tmp_path / "cheat.py").write_text(cheating, encoding="utf-8")
    ran = process("check", "cheat", "--matches", 4, cwd=tmp_path)
    assert ran.status == 1
    assert ran.out.startswith("duel fails ")


@pytest.mark.parametrize(
    ("name", "code"),
    [("no_such_game", "unknown_game"), ("broken", "broken_plugin"), ("json", "broken_plugin")],
)
def test_what_cannot_be_checked_is_told_of_in_one_line(
    navalcore: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, code: str
) -> None:
    (tmp_path / "broken.py").write_text("raise RuntimeError('holed below the waterline')\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert navalcore("check", name).error()[0] == code
