"""Examples of public names: written in ``docs/reference/examples``, a file or several a door, and shown with the names.

A file is Markdown. A heading is the full public name, what follows it in a fence is the example. An example of several
members of a class has one heading, ``## navalcore.odds.Comparison.rows, markdown``; it is shown with the first of them.
What a class inherits from a base has the example of any class that inherits it. The examples of a door are independent
of each other. Each begins with the lines above the first heading of the file that is called like the door
(``import navalcore as nc``), which the door's page shows; further files are called ``DOOR_SUBJECT.md``.
"""

import inspect
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

FOLDER = Path(__file__).parents[1] / "reference" / "examples"
HEADING = re.compile(r"^## (\S.*)$", re.MULTILINE)
FIELD = re.compile(r":\w+(?: [^:`]+)?:(?!`)")
"""How a field of a docstring begins, such as ``:param seed:``; a role such as ``:meth:`save``` is none."""
FENCE = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def fenced(text: str) -> str:
    """What stands in a text's fences.

    >>> fenced("Words.\\n```pycon\\n>>> 1 + 1\\n2\\n```\\n")
    '>>> 1 + 1\\n2\\n'
    """
    return "\n".join(FENCE.findall(text))


@cache
def beginning_of(door: str) -> str:
    """What every example of a door begins with, such as the imports."""
    return fenced(HEADING.split((FOLDER / f"{door}.md").read_text(encoding="utf-8"))[0])


@cache
def examples() -> dict[str, tuple[str, str]]:
    """Of each public name that has an example: what it begins with, and the example."""
    found: dict[str, tuple[str, str]] = {}
    for path in sorted(FOLDER.glob("*.md")):
        _, *parts = HEADING.split(path.read_text(encoding="utf-8"))
        beginning = beginning_of(path.stem.partition("_")[0])
        for heading, text in zip(parts[::2], parts[1::2], strict=True):
            for name in named(heading):
                assert name not in found, f"{path.name}: two examples of {name}"
                found[name] = beginning, fenced(text)
    return found


def named(heading: str) -> list[str]:
    """The full names in a heading.

    >>> named("navalcore.odds.Comparison.rows, markdown")
    ['navalcore.odds.Comparison.rows', 'navalcore.odds.Comparison.markdown']
    """
    first, *others = heading.split(", ")
    owner = first.rpartition(".")[0]
    return [first, *(f"{owner}.{other}" for other in others)]


@cache
def where_shown() -> dict[str, str]:
    """For each member in the heading of another one: that one, where the example is shown."""
    headings = [line for path in FOLDER.glob("*.md") for line in HEADING.findall(path.read_text(encoding="utf-8"))]
    return {name: names[0] for names in map(named, headings) for name in names[1:]}


def static_member(name: str) -> Any:
    """What a class has under the name of a member, bases included; None for a name that is not a member's."""
    module, _, owner = name.rpartition(".")[0].rpartition(".")
    cls = getattr(import_module(module), owner, None) if module.startswith("navalcore") else None
    return inspect.getattr_static(cls, name.rpartition(".")[2], None) if isinstance(cls, type) else None


@cache
def inherited() -> dict[int, str]:
    """The name whose example shows a member, by the identity of the member: classes that inherit it share it."""
    return {id(member): name for name in examples() if (member := static_member(name)) is not None}


def shown_by(name: str) -> str | None:
    """The name whose example shows this name, or None."""
    return name if name in examples() else inherited().get(id(static_member(name)))


def lines_of(name: str) -> list[str]:
    """The example of a name, or a line that says where it is, as reStructuredText; nothing where it has none."""
    home = shown_by(name)
    if home is None:
        return []
    if where_shown().get(home, home) != name:
        return ["", f"Example: see :any:`{where_shown().get(home, home)}`.", ""]
    return ["", ".. code-block:: pycon", "", *(f"   {line}" for line in examples()[name][1].splitlines()), ""]


def add_example(app: Sphinx, kind: str, name: str, found: Any, options: Any, lines: list[str]) -> None:  # noqa: ARG001
    """Put a name's example below its docstring, before the fields that describe arguments and results."""
    fields = next((at for at, line in enumerate(lines) if FIELD.match(line)), len(lines))
    lines[fields:fields] = lines_of(name)


def setup(app: Sphinx) -> dict[str, Any]:
    """After napoleon, which makes fields of sections."""
    app.connect("autodoc-process-docstring", add_example, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
