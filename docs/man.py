"""Writes the manual pages of the command: ``python -m docs.man FOLDER``, a page for each command."""

import sys
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path
from typing import Any

from click_man.man import ManPage
from typer.main import get_command

from navalcore import __version__
from navalcore._cli.app import command_line


def _description(help_text: str) -> str:
    """The words of a help, with its examples as they are typed."""
    text, _, examples = help_text.partition("\b\n")
    said = cleandoc(text).strip()
    return f"{said}\n\n.nf\n{cleandoc(examples).strip()}\n.fi" if examples.strip() else said


def _summary(help_text: str) -> str:
    """The first sentence of a help, or the first of its lines."""
    return " ".join(help_text.split("\n\n")[0].split()).split(". ")[0].removesuffix(".")


def pages(command: Any, context: Any) -> Iterator[tuple[str, str]]:
    """The name and the text of the page of a command, and of those of each command within it."""
    page = ManPage(context.command_path)
    page.version = __version__
    page.short_help = _summary(command.help or "")
    page.synopsis = " ".join(command.collect_usage_pieces(context))
    page.description = _description(command.help or "")
    page.options = [found for each in command.params if (found := each.get_help_record(context)) is not None]
    within = getattr(command, "commands", {})
    page.commands = [(name, _summary(each.help or "")) for name, each in within.items()]
    name_of_page = context.command_path.replace(" ", "-")
    yield name_of_page, str(page).replace(f"See \\fB{context.command_path}-", f"See \\fB{name_of_page}-")
    for name, each in within.items():
        yield from pages(each, type(context)(each, info_name=name, parent=context))


def write(folder: Path) -> None:
    """Write every page into a folder such as ``share/man/man1``, which is made if it is not there."""
    folder.mkdir(parents=True, exist_ok=True)
    whole: Any = get_command(command_line())
    for name, text in pages(whole, whole.make_context("navalcore", [], resilient_parsing=True)):
        (folder / f"{name}.1").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
