"""Doors: the public names of a module stand once, in the stub beside it, and are loaded when first used."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any


def names_in(stub: Path) -> dict[str, tuple[str, str]]:
    """The public names in a stub, each with the module it comes from and its name there."""
    found: dict[str, tuple[str, str]] = {}
    for node in ast.parse(stub.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            found |= {name.asname: (node.module, name.name) for name in node.names if name.asname is not None}
    return found


def opened(
    door: str, file: str, *, extra: str = "", elsewhere: Mapping[str, str] | None = None
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """``__getattr__``, ``__dir__`` and ``__all__`` of a door."""
    homes = names_in(Path(file).with_suffix(".pyi"))
    public = sys.modules[door].__dict__

    def get(name: str) -> Any:
        if name not in homes:
            now = f"; {elsewhere[name]}" if elsewhere and name in elsewhere else ""
            raise AttributeError(f"module {door!r} has no attribute {name!r}{now}")
        home, own_name = homes[name]
        try:
            public[name] = value = getattr(import_module(home), own_name)
        except ModuleNotFoundError as error:
            if not extra or error.name is None or error.name.startswith("navalcore"):
                raise
            lacking = f"{door}.{name} needs {error.name}: pip install 'navalcore[{extra}]'"
            raise ModuleNotFoundError(lacking, name=error.name) from None
        return value

    return get, lambda: sorted({*public, *homes}), sorted(homes)
