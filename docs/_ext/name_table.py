"""``{names}``: every public name in one table, with its door, what it is, and how it is used in one line."""

import inspect
import re
from typing import Any

from docutils import nodes
from door_pages import DOORS, Home, data_text, described, names_of
from reference_examples import examples
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

ROLE = re.compile(r":[\w:]+:`~?(?:[^`<]*<)?([^`>]+)>?`")
LONGEST = 70
"""Characters of an example in the table."""


def in_a_line(text: str) -> str:
    """The first sentence of a docstring as Markdown, without links.

    >>> in_a_line("What :meth:`~navalcore.Match.odds` answers: ``Odds``. More of it.")
    'What `odds` answers: `Odds`.'
    """
    whole = " ".join(text.split("\n\n")[0].split())
    plain = ROLE.sub(lambda found: f"`{found[1].rpartition('.')[2]}`", whole).replace("``", "`").replace("|", "\\|")
    return re.split(r"(?<=[.!?])\s(?=[A-Z`])", plain)[0].rstrip(":") if plain else ""


def text_of(home: Home) -> str:
    """What is said of a name where it is defined."""
    if isinstance(home.found, type) or inspect.isfunction(inspect.unwrap(home.found)):
        return inspect.getdoc(home.found) or ""
    return "\n".join(data_text(home))


def used(name: str, home: Home) -> str:
    """A line that uses the name: of its example, or of the examples in its docstring."""
    written = examples()[name][1] if name in examples() else text_of(home)
    lines = [line.strip()[4:].partition("  #")[0] for line in written.splitlines() if line.strip().startswith(">>> ")]
    using = [line for line in lines if re.search(rf"\b{home.name}\b", line) and not line.startswith(("from", "import"))]
    return min(using or lines, key=lambda line: (len(line) > LONGEST, line.endswith(":")), default="")


def rows() -> list[tuple[str, str, str, str]]:
    """Name, door, what it is, and how it is used, in the order of the alphabet."""
    found = []
    for door in DOORS:
        for short, home in names_of(door).items():
            if (name := described()[home]) == f"{door}.{short}":
                found.append((name, door, in_a_line(text_of(home)), used(name, home)))
    return sorted(found, key=lambda row: row[0].rpartition(".")[2].lower())


class Names(SphinxDirective):
    """``{names}``: the table."""

    def run(self) -> list[nodes.Node]:
        """The table, each name a link to where it is described."""
        lines = ["| name, import from | what it is | in use |", "| --- | --- | --- |"]
        for name, door, text, use in rows():
            link = f"{{py:obj}}`{name.rpartition('.')[2]} <{name}>`"
            shown = f"`` {use} ``" if "`" in use else f"`{use}`"
            lines.append(f"| {link} `{door}` | {text} | {shown.replace('|', chr(92) + '|')} |")
        return self.parse_text_to_nodes("\n".join(lines))


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("names", Names)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
