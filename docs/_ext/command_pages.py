"""``{commands}``: every command of the command line, from the commands themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from typer.main import get_command

from navalcore._cli.app import command_line
from navalcore._cli.grammar import GROUPS


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _name(text: str) -> str:
    """The name of a parameter, with its values where they are few, and without the names of Python's types."""
    return _cell(re.sub(r"<([^>]+)>", lambda found: found[1] if "|" in found[1] else "", text)).strip()


def _about(command: Any) -> Iterator[str]:
    """The words of a help, with its examples as a block."""
    text, _, examples = (command.help or "").partition("\b\n")
    yield re.sub(r"(?<![\w`])(--?[\w-]+)", r"`\1`", text.strip())
    if examples.strip():
        yield "\n```console\n" + "\n".join(f"$ {line.strip()}" for line in examples.strip().splitlines()) + "\n```\n"


def _parameters(command: Any, context: Any) -> Iterator[str]:
    rows = [each.get_help_record(context) for each in command.params]
    found = [(name, text) for name, text in filter(None, rows) if "--help" not in name]
    if found:
        yield "| | |\n| --- | --- |"
        yield from (f"| `{_name(name)}` | {_cell(text)} |" for name, text in found)
        yield ""


def pages() -> Iterator[str]:
    """The lines of the page."""
    whole: Any = get_command(command_line())
    context = whole.make_context("navalcore", [], resilient_parsing=True)
    yield "## Before every command\n"
    yield from _parameters(whole, context)
    for group, names in GROUPS.items():
        yield f"## {group}\n"
        for name in names:
            command = whole.commands[name]
            inner = type(context)(command, info_name=name, parent=context)
            yield f"### navalcore {name}\n"
            yield from _about(command)
            if hasattr(command, "commands"):
                for part, each in command.commands.items():
                    yield f"#### navalcore {name} {part}\n"
                    yield from _about(each)
                    yield from _parameters(each, type(context)(each, info_name=part, parent=inner))
            else:
                yield from _parameters(command, inner)


class Commands(SphinxDirective):
    """``{commands}``: what each command does, with its options and examples."""

    def run(self) -> list[nodes.Node]:
        return self.parse_text_to_nodes("\n".join(pages()), allow_section_headings=True)


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("commands", Commands)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
