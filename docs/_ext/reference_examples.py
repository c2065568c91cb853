"""Examples of public names: written in ``docs/reference/examples``, a file or several a door, and shown with the names.

A file is Markdown. A heading is the full public name, what follows it in a fence is the example. The examples of a door
are independent of each other. Each begins with the lines above the first heading of the file that is called like the
door (``import navalcore as nc``), which the door's page shows; further files are called ``DOOR_SUBJECT.md``.
"""

import re
from functools import cache
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

FOLDER = Path(__file__).parents[1] / "reference" / "examples"
HEADING = re.compile(r"^## (\S+)$", re.MULTILINE)
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
    """Of each public name: what its example begins with, and the example."""
    found: dict[str, tuple[str, str]] = {}
    for path in sorted(FOLDER.glob("*.md")):
        _, *parts = HEADING.split(path.read_text(encoding="utf-8"))
        beginning = beginning_of(path.stem.partition("_")[0])
        for name, text in zip(parts[::2], parts[1::2], strict=True):
            assert name not in found, f"{path.name}: two examples of {name}"
            found[name] = beginning, fenced(text)
    return found


def lines_of(name: str) -> list[str]:
    """The example of a name as reStructuredText; nothing where it has none."""
    if name not in examples():
        return []
    return ["", ".. code-block:: pycon", "", *(f"   {line}" for line in examples()[name][1].splitlines()), ""]


def add_example(app: Sphinx, kind: str, name: str, found: Any, options: Any, lines: list[str]) -> None:  # noqa: ARG001
    """Put a name's example below its docstring, before the fields that describe arguments and results."""
    fields = next((at for at, line in enumerate(lines) if FIELD.match(line)), len(lines))
    lines[fields:fields] = lines_of(name)


def setup(app: Sphinx) -> dict[str, Any]:
    """After napoleon, which makes fields of sections."""
    app.connect("autodoc-process-docstring", add_example, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
