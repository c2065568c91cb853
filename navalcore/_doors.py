"""Doors: the public names of a module are written once, in the stub next to it, and are loaded when first used.

A stub imports each name as itself from where it is made. A name that has become another is retired there too::

    from typing_extensions import deprecated

    @deprecated("since 1.4 write navalcore.rules.order; gone in 2.0")
    def plot(what: str) -> None: ...

Type checkers mark it (PEP 702), and its users are warned with these words and get what they name. A name that goes
without a successor is marked with the same decorator where it is defined.
"""

from __future__ import annotations

import ast
import re
import sys
import warnings
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any, Final, NamedTuple, cast

from navalcore._misfits import told_of_misfits

RETIRED: Final = re.compile(r"since \d+\.\d+ write (?P<home>[\w.]+)\.(?P<name>\w+); gone in \d+\.0")
"""The text about a retired name: the release, the name to write now, the major version that no longer has it."""


class NameOrigin(NamedTuple):
    """Where a public name is made."""

    home: str
    name: str
    retired: str = ""
    """The text for its users; empty for a name that stays."""


def names_in(stub: Path) -> dict[str, NameOrigin]:
    """The public names in a stub, each with the module it comes from and its name there."""
    found: dict[str, NameOrigin] = {}
    for node in ast.parse(stub.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            found |= {name.asname: NameOrigin(node.module, name.name) for name in node.names if name.asname is not None}
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = _retired(node)
    return found


def _retired(node: ast.FunctionDef | ast.ClassDef) -> NameOrigin:
    """A name of which the stub says what to write in its place."""
    for mark in node.decorator_list:
        words = ast.literal_eval(mark.args[0]) if isinstance(mark, ast.Call) else ""
        if what := RETIRED.fullmatch(words):
            return NameOrigin(what["home"], what["name"], words)
    raise ValueError(f"{node.name} is not imported, and no @deprecated says what to write: {RETIRED.pattern}")


def _told(function: FunctionType, door: str, name: str) -> FunctionType:
    """The function as its doors give it, the same at each."""
    if function not in _TOLD:
        told = told_of_misfits(function, f"{door}.{name}")
        if told is not function:
            told.__module__, told.__qualname__ = door, name  # where a pickle finds it
        _TOLD[function] = cast(FunctionType, told)
    return _TOLD[function]


_TOLD: Final[dict[FunctionType, FunctionType]] = {}


def opened(
    door: str, file: str, *, extra: str = "", elsewhere: Mapping[str, str] | None = None, told: bool = True
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """``__getattr__``, ``__dir__`` and ``__all__`` of a door. Retired names are in neither list, and work.

    A function says which argument does not fit (:func:`~navalcore._misfits.told_of_misfits`), unless ``told`` is False:
    so it is where some functions look at the line that calls them.
    A name that was moved raises ImportError: of an AttributeError ``from door import name`` would drop the words.
    """
    made = names_in(Path(file).with_suffix(".pyi"))
    public = sys.modules[door].__dict__
    names = sorted(name for name in made if not made[name].retired)

    def get(name: str) -> Any:
        if name not in made:
            if elsewhere and name in elsewhere:
                raise ImportError(f"module {door!r} has no {name!r}; {elsewhere[name]}", name=door)
            raise AttributeError(f"module {door!r} has no attribute {name!r}")
        home, own_name, retired = made[name]
        try:
            value = getattr(import_module(home), own_name)
        except ModuleNotFoundError as error:
            if not extra or error.name is None or error.name.startswith("navalcore"):
                raise
            lacking = f"{door}.{name} needs {error.name}: pip install 'navalcore[{extra}]'"
            raise ModuleNotFoundError(lacking, name=error.name) from None
        if isinstance(value, FunctionType) and told:
            value = _told(value, door, name)
        if retired:
            warnings.warn(f"{door}.{name}: {retired}", DeprecationWarning, stacklevel=2)
        else:
            public[name] = value
        return value

    return get, lambda: sorted({*public, *names}), names
