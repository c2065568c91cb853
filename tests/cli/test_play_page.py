"""The pages on play in the terminal show what the program does."""

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Command

DOCS = Path(__file__).parents[2] / "docs"
PAGE = "\n".join((DOCS / f"play{part}.md").read_text(encoding="utf-8") for part in ("", "_screen", "_scripts"))
COMMANDS = sorted({line[2:] for line in PAGE.splitlines() if line.startswith("$ ") and " --data " not in line})
"""Those with an owner's data need a process of their own: ``test_own_data`` tries them."""


def test_the_session_on_the_page_is_what_the_program_prints(navalcore: Command) -> None:
    (session,) = re.findall(r"```text\n\$ (navalcore play .*?)```", PAGE, re.DOTALL)
    command, *shown = session.splitlines()
    typed = [line[2:] for line in shown if line.startswith("> ")]
    printed = navalcore(*shlex.split(command)[1:], typed=typed).out.splitlines()
    for passage in "\n".join(shown).split("\n...\n"):
        assert passage.removeprefix("...\n").strip("\n") in "\n".join(printed)


def test_the_error_on_the_page_is_what_the_program_prints(navalcore: Command) -> None:
    (line,) = [line for line in PAGE.splitlines() if line.startswith("navalcore: error")]
    assert navalcore("play", "uboat_cards", "--role", "admiral").err == f"{line}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_on_the_page_is_one(
    navalcore: Command, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    navalcore("play", "uboat_cards", "--save", "evening.jsonl", typed=["1"])
    (tmp_path / "match.jsonl").write_bytes((tmp_path / "evening.jsonl").read_bytes())
    line = command.replace("-n 2000", "-n 2 --jobs 1").replace("my_game", "duel").replace("check duel", "games")
    line = line.replace("fuzz duel --minutes 10", "fuzz --help").replace("report match.jsonl", "report --help")
    ran = navalcore(*shlex.split(line)[1:])
    if "--screen" in command:  # there is no terminal here to draw on
        assert ran.error()[1].startswith("--screen needs a terminal")
        return
    assert ran.status == 0
