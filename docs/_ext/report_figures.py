"""``{figures} NAME``: a table of ``benchmarks/figures.json``, and below it when, where and how it was measured."""

import json
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

FILE = Path(__file__).parents[2] / "benchmarks" / "figures.json"


def lines_of(name: str) -> list[str]:
    """A table and its origin as Markdown."""
    found = json.loads(FILE.read_text(encoding="utf-8"))[name]
    rows = [found["header"], ["---"] * len(found["header"]), *found["rows"]]
    table = [f"| {' | '.join(row)} |" for row in rows]
    code = f", commit {found['commit']}" if found.get("commit") else f", written down in commit {found['recorded']}"
    return [*table, "", f"*{found['date']}{code}, {found['machine']}; `{found['command']}`*"]


class FiguresOfReport(SphinxDirective):
    """``{figures} NAME``: the table."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The table and a line on where it comes from."""
        self.env.note_dependency(str(FILE))
        return self.parse_text_to_nodes("\n".join(lines_of(self.arguments[0])))


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("figures", FiguresOfReport)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
