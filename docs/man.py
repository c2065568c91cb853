"""Writes the manual pages of the command: ``python -m docs.man FOLDER``, one page for each command of its own."""

import sys
from importlib.metadata import version
from pathlib import Path

from click_man.core import write_man_pages
from typer.main import get_command

from navalcore._cli.app import command_line


def write(folder: Path) -> None:
    """Write every page into a folder such as ``share/man/man1``, which is made if it is not there."""
    folder.mkdir(parents=True, exist_ok=True)
    write_man_pages("navalcore", get_command(command_line()), version=version("navalcore"), target_dir=str(folder))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
