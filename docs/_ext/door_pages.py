"""``{door} navalcore.rules``: what a door has. A name is described in the first door that has it, others link to it."""

import inspect
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from docutils import nodes
from object_pages import beginning_lines, pages_of_objects
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective

from navalcore._doors import names_in

DOORS = (
    "navalcore", "navalcore.rules", "navalcore.components", "navalcore.boards", "navalcore.odds", "navalcore.bots",
    "navalcore.study", "navalcore.testing", "navalcore.learn", "navalcore.notebook", "navalcore.table",
    "navalcore.errors",
)  # fmt: skip
"""In the order in which a name is looked for."""


class Home(NamedTuple):
    """Where a public name is defined."""

    module: str
    name: str

    @property
    def found(self) -> Any:
        """What the name means."""
        return getattr(import_module(self.module), self.name)


@cache
def names_of(door: str) -> dict[str, Home]:
    """The public names of a door, from its stub or, where it defines them itself, from its ``__all__``."""
    opened = import_module(door)
    stub = Path(inspect.getfile(opened)).with_suffix(".pyi")
    if stub.exists():
        return {name: Home(made.home, made.name) for name, made in sorted(names_in(stub).items())}
    return {name: Home(door, name) for name in opened.__all__ if not name.startswith("_")}


@cache
def described() -> dict[Home, str]:
    """Every public thing under its full public name: that of the first door that has it."""
    found: dict[Home, str] = {}
    for door in DOORS:
        for name, home in names_of(door).items():
            found.setdefault(home, f"{door}.{name}")
    return found


def is_ours(found: type) -> bool:
    """Whether a class is one of this library."""
    return found.__module__.partition(".")[0] == "navalcore"


@cache
def private_bases() -> dict[Home, str]:
    """The private classes that exactly one public class is made of; their members are described with it."""
    found: dict[Home, set[str]] = {}
    for home, name in described().items():
        if isinstance(home.found, type):
            for base in home.found.__mro__:
                of_base = Home(base.__module__, base.__qualname__)
                if is_ours(base) and of_base not in described():
                    found.setdefault(of_base, set()).add(name)
    return {home: names.pop() for home, names in found.items() if len(names) == 1}


def public_name(home: Home) -> str | None:
    """The full public name of what a module of ours calls so (``Match.choose`` too), or None if it is private."""
    first, _, rest = home.name.partition(".")
    of_first = Home(home.module, first)
    if home.module in DOORS:  # a function says that it is from its door
        of_first = names_of(home.module).get(first, of_first)
    found = described().get(of_first) or private_bases().get(of_first)
    return f"{found}.{rest}" if found and rest else found


def description(door: str, name: str, home: Home) -> list[str]:
    """The lines of reStructuredText that describe one name."""
    found = home.found
    if isinstance(found, type):
        kind = "exception" if issubclass(found, BaseException) else "class"
        bases = [base for base in found.__mro__ if Home(base.__module__, base.__qualname__) in described()]
        members = ["   :members:"]
        if len([base for base in found.__mro__ if is_ours(base)]) > len(bases):  # what private bases have is shown too
            others = {b.__name__ for b in found.__mro__[1:] if b in bases or not is_ours(b)}
            members.append(f"   :inherited-members: {', '.join(sorted(others))}")
        return [f".. auto{kind}:: {door}.{name}", *members, ""]
    if callable(found) and inspect.isfunction(inspect.unwrap(found)):
        return [f".. autofunction:: {door}.{name}", ""]
    value = [f"   :value: {found!r}"] if isinstance(found, str | int | float) else []
    return [f".. py:data:: {name}", *value, "", *(f"   {line}" for line in data_text(home)), ""]


def data_text(home: Home) -> list[str]:
    """What stands below a constant or an alias where it is defined."""
    texts = ModuleAnalyzer.for_module(home.module).find_attr_docs()
    if ("", home.name) not in texts:
        raise ExtensionError(f"{home.module}.{home.name} is public and says nothing of itself: write a text below it")
    return texts["", home.name]


class Door(SphinxDirective):
    """``{door} NAME``: the module, each name that is described here, and links to those described in another door."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The nodes, as autodoc makes them."""
        door = self.arguments[0]
        here = {name: home for name, home in names_of(door).items() if described()[home] == f"{door}.{name}"}
        lines = [f".. py:module:: {door}", "", *beginning_lines(door)]
        for name, home in here.items():
            if f"{door}.{name}" not in pages_of_objects():
                lines += description(door, name, home)
        elsewhere = [described()[home] for name, home in names_of(door).items() if name not in here]
        made = self.parse_text_to_nodes("\n".join(["````{eval-rst}", *lines, "````"]))
        if objects := [name for name in here if f"{door}.{name}" in pages_of_objects()]:
            links = ", ".join(f"{{py:class}}`{name} <{door}.{name}>`" for name in objects)
            made[:0] = self.parse_text_to_nodes(f"These have a page of their own, with every member: {links}.")
        if elsewhere:
            links = ", ".join(f"{{py:obj}}`{name}`" for name in elsewhere)
            made[:0] = self.parse_text_to_nodes(f"Also in this door, and described where the link leads: {links}.")
        return made


def open_all(_app: Sphinx) -> None:
    """Import everything public: once autodoc has described an attribute of a pydantic model, it has written types into
    pydantic's own base class, and some models can no longer be made.
    """
    private_bases()


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.connect("builder-inited", open_all)
    app.add_directive("door", Door)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
