"""The code that cites one section, read off the source: nothing of a game is imported to show a rule."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from navalcore._rulebook.citing import Citation, citations, from_import_root, parts_of, played, submodules

_RULE: Final = re.compile(r"\brule\s*\(")
_WRITTEN_OUT: Final = re.compile(r"""^\s*@(?:\w+\.)*rule\(\s*(?:(["'])[^"'\\\n]+\1\s*,?\s*)+\)""", re.MULTILINE)
"""A mark whose numbers are written out, as a decorator."""
_MARKS: Final = ("rule", "replaces")
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def citations_of(package: str, number: str) -> dict[str, list[Citation]]:
    """The :func:`citations` under one number; the package is imported only if its source does not show them."""
    try:
        name, variant = parts_of(package)
        cited = (place for module, file in _modules(name) for place in _cited_in(module, file, number))
        found = [place for place in cited if played(place, variant)]
    except (ImportError, OSError, SyntaxError, ValueError):
        found = citations(package).get(number, [])
    return {number: sorted(found, key=lambda place: (place.file, place.line))}


def _cited_in(module: str, file: Path | None, number: str) -> Iterator[Citation]:
    if file is None:
        raise ValueError(f"{module} has no source; install it with its .py files")
    source = file.read_text(encoding="utf-8")
    if len(_RULE.findall(source)) != len(_WRITTEN_OUT.findall(source)):
        raise ValueError(f"{file} has marks that are not written out")
    if f'"{number}"' in source or f"'{number}'" in source:
        yield from _marked(ast.parse(source, str(file)), number, module, from_import_root(file, module))


def _modules(package: str) -> Iterator[tuple[str, Path | None]]:
    """The modules of a package that :func:`citations` would import, each with its file, or None if it has none."""
    spec = find_spec(package)
    if spec is None or not (spec.origin or spec.submodule_search_locations):
        yield package, None
    else:
        folders = [Path(folder) for folder in spec.submodule_search_locations or ()]
        yield from _below(package, Path(spec.origin) if spec.origin else None, folders, f"{package}.variants")


def _below(module: str, file: Path | None, folders: list[Path], leaving_out: str) -> Iterator[tuple[str, Path | None]]:
    if file is not None or not folders:
        yield module, file if file is not None and file.suffix == ".py" else None
    for name in submodules(list(map(str, folders))):
        if name == "__main__" or f"{module}.{name}" == leaving_out:
            continue
        inner = [folder / name for folder in folders if (folder / name).is_dir()]
        places = [each / "__init__.py" for each in inner] or [folder / f"{name}.py" for folder in folders]
        yield from _below(f"{module}.{name}", next(filter(Path.is_file, places), None), inner, leaving_out)


def _marked(tree: ast.AST, number: str, module: str, file: str, owner: str = "") -> Iterator[Citation]:
    """The functions and classes that cite the section, each with its place as the decorator sees it."""
    for node in ast.iter_child_nodes(tree):
        inside = owner
        if isinstance(node, _Definition):
            qualname = f"{owner}{node.name}"
            inside = f"{qualname}." if isinstance(node, ast.ClassDef) else f"{qualname}.<locals>."
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func).split(".")[-1] in _MARKS:
                    cited = [each.value for each in mark.args if isinstance(each, ast.Constant)]
                    yield from [Citation(number, module, qualname, file, mark.lineno)] * (number in cited)
        yield from _marked(node, number, module, file, inside)
