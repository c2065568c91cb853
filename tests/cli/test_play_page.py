"""The pages on play in the terminal show what the program does."""

import re
import shlex
from pathlib import Path

from tests.cli.conftest import Command

DOCS = Path(__file__).parents[2] / "docs"
PAGE = "\n".join((DOCS / f"play{part}.md").read_text(encoding="utf-8") for part in ("", "_scripts"))


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
