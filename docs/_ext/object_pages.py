"""Pages of objects: ``{described} navalcore.Match`` describes a class, ``{members} navalcore.Match`` members of it.

Such a page is written by hand, so its members come in the order in which a reader needs them; a test sees to it that
none is left out. The page of the door then links to the object's page.
"""

import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from docutils import nodes
from reference_examples import beginning_of
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

FOLDER = Path(__file__).parents[1] / "reference" / "objects"
OBJECT = re.compile(r"^```\{described\} (\S+)$", re.MULTILINE)
MEMBERS = re.compile(r"^```\{members\} (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def beginning_lines(door: str) -> list[str]:
    """The lines of reStructuredText that show what every example of a door begins with."""
    return [
        "Each example on this page begins with:",
        "",
        ".. code-block:: pycon",
        "",
        *(f"   {each}" for each in beginning_of(door.rpartition(".")[2]).splitlines()),
        "",
    ]


@cache
def pages_of_objects() -> dict[str, str]:
    """The page of each object that has one, by the object's full public name."""
    found = {}
    for path in sorted(FOLDER.glob("*.md")):
        for name in OBJECT.findall(path.read_text(encoding="utf-8")):
            found[name] = path.stem
    return found


def members_listed(name: str) -> list[str]:
    """The members that the page of an object lists, in its order."""
    text = (FOLDER / f"{pages_of_objects()[name]}.md").read_text(encoding="utf-8")
    return [member for owner, listed in MEMBERS.findall(text) if owner == name for member in listed.split()]


def directive_of(owner: type, member: str) -> str:
    """Which of autodoc's directives describes a member."""
    for base in owner.__mro__:
        if member in vars(base):
            found = vars(base)[member]
            if isinstance(found, property) or type(found).__name__ == "cached_property":
                return "autoproperty"
            return "automethod" if isinstance(found, classmethod | staticmethod) or callable(found) else "autoattribute"
    return "autoattribute"


def found_under(name: str) -> Any:
    """What a full public name means."""
    door, _, short = name.rpartition(".")
    return getattr(import_module(door), short)


class Object(SphinxDirective):
    """``{described} NAME``: what the class is, without its members, and what the examples of the page begin with."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The nodes, as autodoc makes them."""
        name = self.arguments[0]
        door = name.rpartition(".")[0]
        lines = [f".. py:currentmodule:: {door}", "", f".. autoclass:: {name}", ""]
        shown = self.env.temp_data.setdefault("beginnings_shown", set())
        if door not in shown:
            shown.add(door)
            lines = [*beginning_lines(door), *lines]
        return self.parse_text_to_nodes("\n".join(["````{eval-rst}", *lines, "````"]))


class Members(SphinxDirective):
    """``{members} NAME``: the members that the body names, each with its example."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """The nodes, as autodoc makes them."""
        name = self.arguments[0]
        door, _, short = name.rpartition(".")
        owner = found_under(name)
        lines = [f".. py:currentmodule:: {door}", ""]
        for member in " ".join(self.content).split():
            lines += [f".. {directive_of(owner, member)}:: {short}.{member}", ""]
        return self.parse_text_to_nodes("\n".join(["````{eval-rst}", *lines, "````"]))


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directives."""
    app.add_directive("described", Object)
    app.add_directive("members", Members)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
