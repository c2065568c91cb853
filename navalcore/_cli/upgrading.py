"""``navalcore check --upgrade``: what a plug-in made for an earlier navalcore has to change, line by line."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Final

from navalcore.errors import BadData
from navalcore.rules import Game

METHODS: Final = ("initial_state", "sequence_of_play", "outcome", "view", "redeal", "invariants")
"""Methods of a game that were given the scenario and the options, which are terms now."""


def to_change(folder: Path) -> Iterator[str]:
    """A line for each place in a folder's Python files (BadData if it has none) that this version cannot follow."""
    files = [each for each in sorted(folder.rglob("*.py")) if not any(part.startswith(".") for part in each.parts)]
    if not files:
        raise BadData(f"{folder}: has no Python files; name the folder of a plug-in's source")
    for file in files:
        try:
            tree = ast.parse(file.read_text(encoding="utf-8"), str(file))
        except (SyntaxError, ValueError) as error:
            yield f"{file}: cannot be read as Python: {error}"
            continue
        found = {(line, told) for node in ast.walk(tree) for line, told in _of(node)}
        yield from (f"{file}:{line}: {told}" for line, told in sorted(found))


def _of(node: ast.AST) -> Iterator[tuple[int, str]]:
    if isinstance(node, ast.ImportFrom) and node.level == 0 and _ours(node.module):
        for name in node.names:
            yield from _missing(node.lineno, str(node.module), name.name)
    elif isinstance(node, ast.Import):
        for name in node.names:
            yield from _missing(node.lineno, name.name) if _ours(name.name) else ()
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ("nc", "navalcore"):
        yield from _missing(node.lineno, "navalcore", node.attr)
    elif isinstance(node, ast.ClassDef):
        yield from _methods(node)


def _ours(module: str | None) -> bool:
    return module is not None and module.partition(".")[0] in ("navalcore", "navalcore_games", "games")


def _missing(line: int, module: str, name: str = "") -> Iterator[tuple[int, str]]:
    if any(part.startswith("_") for part in module.split(".")):
        yield line, f"{module} is private; import from navalcore, navalcore.rules or another door instead"
        return
    try:
        found = import_module(module)
        if name and name != "*" and not hasattr(found, name):
            import_module(f"{module}.{name}")
    except ImportError as error:
        told = str(error)
        try:
            getattr(import_module(module), name or "__name__")
        except (ImportError, AttributeError) as said:
            told = str(said)
        if told == f"No module named '{module}'" and module.count(".") > 1:
            told += f"; what it has comes from {'.'.join(module.split('.')[:2])}"
        yield line, told


def _methods(node: ast.ClassDef) -> Iterator[tuple[int, str]]:
    """Methods of a game that take what they are not given any more."""
    written = {each.name: each for each in node.body if isinstance(each, ast.FunctionDef) and each.name in METHODS}
    for name, method in written.items() if len(written) > 1 else ():
        takes = [each.arg for each in method.args.args]
        wanted = list(signature(getattr(Game, name)).parameters)
        if len(takes) != len(wanted) and method.args.vararg is None:
            yield method.lineno, f"{node.name}.{name} takes ({', '.join(takes)}); write ({', '.join(wanted)})"
