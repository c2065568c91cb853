"""Plug-ins of strangers that break something: the command names them, and everything else goes on."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command

MARK = "from navalcore.rules import hookimpl\n"
SEASICK_BOT = (
    MARK
    + """
from navalcore.bots import Bot

class Seasick(Bot):
    game = "uboat_cards"
    name = "seasick"

    def __init__(self, role, chance):
        pass

    def decide(self, view, decision):
        raise ZeroDivisionError("the captain is below")

@hookimpl
def navalcore_bots():
    return [Seasick]
"""
)
BROKEN = {
    "wrong_signature": (MARK + "@hookimpl\ndef navalcore_games(match): return []\n", "PluginValidationError"),
    "unknown_hook": (MARK + "@hookimpl\ndef navalcore_gamez(): return []\n", "unknown hook 'navalcore_gamez'"),
    "duplicate_game": (
        MARK + "from navalcore_games.uboat_cards.game import UboatCards\n"
        "@hookimpl\ndef navalcore_games(): return [UboatCards()]\n",
        'offers the game "uboat_cards", which plug-in uboat_cards of navalcore offers already',
    ),
    "from_tomorrow": (
        'requires_navalcore = ">=99"\n' + MARK + "@hookimpl\ndef navalcore_games(): return []\n",
        "needs navalcore >=99, and this is ",
    ),
    "cannot_import": ("import no_such_chart\n", "No module named 'no_such_chart'"),
}


def lay(folder: Path, name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module in the current folder, where ``--plugin`` finds it."""
    (folder / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.chdir(folder)


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_plug_in_is_named_by_games_and_all_other_games_are_listed(
    navalcore: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    text, error = BROKEN[name]
    lay(tmp_path, name, text, monkeypatch)
    ran = navalcore("--plugin", name, "games", "--json")
    listed = json.loads(ran.out)
    assert ran.status == 0
    assert {"uboat_cards", "bismarck", "silent_war"} <= {game["id"] for game in listed["games"]}
    (fault,) = listed["broken"]
    assert fault["name"] == name
    assert error in fault["error"]


def test_games_says_with_its_exit_status_that_a_plug_in_is_broken_if_asked_to_be_strict(
    navalcore: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = next(iter(BROKEN))
    assert navalcore("games", "--strict").status == 0
    lay(tmp_path, name, BROKEN[name][0], monkeypatch)
    for more in ([], ["--json"]):
        ran = navalcore("--plugin", name, "games", "--strict", *more)
        assert (ran.status, name in ran.out, "uboat_cards" in ran.out) == (1, True, True)


def test_a_plug_in_that_needs_another_navalcore_is_told_of_when_its_game_is_asked_for(
    navalcore: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(tmp_path, "from_next_year", BROKEN["from_tomorrow"][0], monkeypatch)
    code, message = navalcore("--plugin", "from_next_year", "play", "next_years_game").error()
    assert code == "unknown_game"
    assert "plug-in from_next_year is broken: it needs navalcore >=99" in message


@pytest.mark.parametrize(
    "command",
    [
        ("play", "uboat_cards", "--role", "spectator", "--bot", "convoy=seasick"),
        ("simulate", "uboat_cards", "-n", 1, "--jobs", 1, "--bot", "convoy=seasick"),
    ],
)
def test_a_bot_that_fails_is_named_with_the_question_it_failed_on(
    navalcore: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[object, ...]
) -> None:
    lay(tmp_path, "seasick_captain", SEASICK_BOT, monkeypatch)
    code, message = navalcore("--plugin", "seasick_captain", *command).error()
    assert code == ("broken_plugin" if command[0] == "play" else "rule_error"), "a simulation tells of failed matches"
    assert "bot seasick_captain.Seasick of convoy failed on '" in message
    assert "ZeroDivisionError: the captain is below" in message
