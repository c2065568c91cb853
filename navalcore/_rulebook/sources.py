"""Code and tests that cite sections, read off the source: nothing of a game is imported to show a rule."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from navalcore._rulebook.citing import Citation, citations, from_import_root, parts_of, played, submodules
from navalcore.errors import BadData

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


_MARK: Final = re.compile(rb"""mark\.rule\s*\(\s*(?:["'](\w*)["'])?""")
"""A mark with the game that it names, or without a name where that is not written out."""
_TESTS: Final = re.compile(r"test_.*\.py|.*_test\.py")


def tests_of(game: str, tests_dir: Path | str, only: str = "") -> dict[str, list[Citation]]:  # noqa: PT028 - no test
    """The tests of a game's sections by number, from the files that pytest collects (of ``only`` one section)."""
    folder = Path(tests_dir).resolve()
    if not folder.is_dir():
        raise BadData(f"there is no folder of tests {folder}; name the one that has them")
    found: dict[str, list[Citation]] = {}
    for path in sorted(_collected(folder)):
        for citation in _marks_in(path, folder.parent, game, only):
            found.setdefault(citation.number, []).append(citation)
    return {number: found[number] for number in sorted(found)}


def _collected(folder: Path) -> Iterator[Path]:
    """The files of tests in a folder and those beneath it in which pytest looks for any."""
    for where, folders, files in os.walk(folder):
        folders[:] = [each for each in folders if each not in ("node_modules", "__pycache__") and each[0] != "."]
        yield from (Path(where, each) for each in files if _TESTS.fullmatch(each))


def _marks_in(path: Path, root: Path, game: str, only: str) -> list[Citation]:
    """The marks of a game in a file, which is not parsed where it can have none."""
    try:
        source = path.read_bytes()
        named = _MARK.findall(source)
        if only.encode() not in source or not any(name in (b"", game.encode()) for name in named):
            return []
        return [citation for marked, citation in _marks_of(source, path, root) if marked == game]
    except (OSError, SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        raise BadData(f"{path}:{line}: the tests cannot be read: {error}") from error


@lru_cache(maxsize=1024)
def _marks_of(source: bytes, path: Path, root: Path) -> tuple[tuple[str, Citation], ...]:
    """The marks in a file: a variant's rule book is looked for in the same files as its game's."""
    lines = [source.count(b"\n", 0, found.start()) + 1 for found in _MARK.finditer(source)]
    reader = _MarkReader(path, root, lines)
    reader.visit(ast.parse(source, filename=str(path)))
    return tuple(reader.marks)


def _dotted(called: ast.expr) -> str:
    """``pytest.mark.rule`` as it is written, with ? for anything but a name."""
    match called:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=owner, attr=name):
            return f"{_dotted(owner)}.{name}"
        case _:
            return "?"


class _MarkReader(ast.NodeVisitor):
    """Collects the rule marks of a test file with their owners; walks only the parts that hold the lines of marks."""

    def __init__(self, path: Path, root: Path, lines: Sequence[int]) -> None:
        self.marks: list[tuple[str, Citation]] = []
        self._lines = lines
        self._path = path
        relative = path.relative_to(root)
        self._file = relative.as_posix()
        self._module = ".".join(relative.with_suffix("").parts)
        self._owner: tuple[str, ...] = ()
        self._attached = False

    def visit(self, node: ast.AST) -> None:
        """Visit a node, unless no mark is in its lines and those of its decorators."""
        places = [*getattr(node, "decorator_list", ()), node]
        if not hasattr(node, "lineno") or any(
            each.lineno <= line <= each.end_lineno for line in self._lines for each in places
        ):
            super().visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self._visit_definition(node, collected=node.name.startswith("test"))

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.visit_FunctionDef(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        unittest_case = any(_dotted(base).endswith("TestCase") for base in node.bases)
        self._visit_definition(node, collected=node.name.startswith("Test") or unittest_case)

    def visit_Assign(self, node: ast.Assign) -> None:
        names = [target.id for target in node.targets if isinstance(target, ast.Name)]
        self._visit_attached(node.value, "pytestmark" in names)

    def visit_Call(self, node: ast.Call) -> None:
        called = _dotted(node.func)
        if called in ("pytest.mark.rule", "mark.rule"):
            self._take(node)
        else:
            before = self._attached
            self._attached = before or called in ("pytest.param", "param")
            self.generic_visit(node)
            self._attached = before

    def _visit_definition(self, node: _Definition, *, collected: bool) -> None:
        outside = self._owner
        self._owner = (*outside, node.name)
        for decorator in node.decorator_list:
            self._visit_attached(decorator, collected)
        for inner in node.body:
            self.visit(inner)
        self._owner = outside

    def _visit_attached(self, node: ast.expr, attached: bool) -> None:
        self._attached = attached
        self.visit(node)
        self._attached = False

    def _take(self, mark: ast.Call) -> None:
        place = f"{self._path}:{mark.lineno}"
        if not self._attached:
            raise BadData(
                f"{place}: this rule mark protects no test; put it on a test function (test...) or class "
                "(Test...), in pytestmark, or in the marks of a pytest.param"
            )
        texts = [given.value for given in mark.args if isinstance(given, ast.Constant)]
        words = [text for text in texts if isinstance(text, str)]
        if len(words) < max(2, len(mark.args)) or mark.keywords:
            raise BadData(
                f"{place}: {ast.unparse(mark)} cannot be read; write out the game's id and the section "
                'numbers as text: pytest.mark.rule("silent_war", "14.16")'
            )
        qualname = ".".join(self._owner) or "(module)"
        for number in words[1:]:
            self.marks.append((words[0], Citation(number, self._module, qualname, self._file, mark.lineno)))
