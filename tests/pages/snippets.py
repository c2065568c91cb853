"""The code on all pages by its language, and a folder in which the Python of a page is run, in the order of the page.

``snippets.toml`` says what a page takes for granted and how each of its data files is read.
"""

from __future__ import annotations

import ast
import builtins
import dis
import doctest
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from types import CodeType, ModuleType
from typing import Any, Final

from navalcore._cli.new import make_kind
from tests.pages.commands import ROOT
from tests.pages.written_out import PIECE

SAYS: Final[dict[str, Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
FENCE: Final = re.compile(r"^(?P<indent> *)(?P<fence>`{3,})(?P<kind>[^`\n]*)\n(?P<code>.*?)^ *(?P=fence)$", re.M | re.S)
EXAMPLES: Final = frozenset({"{testsetup}", "{doctest}", "{testcode}"})


@dataclass(frozen=True)
class Snippet:
    """A fenced block of a page."""

    page: str
    line: int
    kind: str
    code: str
    is_piece: bool
    """Written out from a file, which has tests of its own."""

    @property
    def where(self) -> str:
        """The page and the line of the fence."""
        return f"{self.page}:{self.line}"


def snippets_of(page: str, text: str) -> list[Snippet]:
    """All fenced blocks of a page in their order."""
    pieces = [range(*found.span()) for found in PIECE.finditer(text)]
    return [
        Snippet(
            page,
            text.count("\n", 0, found.start()) + 1,
            (found["kind"].split() or [""])[0],
            dedent(found["code"]),
            any(found.start() in piece for piece in pieces),
        )
        for found in FENCE.finditer(text)
    ]


def pages() -> Iterator[tuple[str, str]]:
    """The pages that people read, by their path in the repository, with their text."""
    made = {"_build", "_generated", ".venv", "node_modules"}
    paths = [path for folder in ("docs", "examples", "deploy") for path in (ROOT / folder).rglob("*.md")]
    for path in sorted([*ROOT.glob("*.md"), *paths]):
        if not made & set(path.relative_to(ROOT).parts):
            yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def all_snippets() -> list[Snippet]:
    """The fenced blocks of all pages."""
    return [snippet for page, text in pages() for snippet in snippets_of(page, text)]


class PythonPage:
    """The Python of a page: one module, in which its blocks are run one after the other. What it puts on the path and
    imports is for the caller to take back.
    """

    def __init__(self, page: str, folder: Path) -> None:
        self.page = page
        self.says: Mapping[str, Any] = SAYS["python"].get(page, {})
        self.module = ModuleType(f"page_{re.sub(r'[^a-z0-9]', '_', page.lower())}")
        self.names: dict[str, Any] = vars(self.module)
        self._compiled: list[tuple[str, CodeType]] = []
        sys.modules[self.module.__name__] = self.module
        for game, kind in self.says.get("games", {}).items():
            make_kind(kind, folder / game, game, "", "")
            sys.path.insert(0, str(folder / game))
        sys.path[:0] = [str(ROOT / path) for path in self.says.get("paths", ())]
        self._run(f"{page}, what it takes for granted", self.says.get("before", ""))

    def run(self, snippets: list[Snippet]) -> None:
        """Run the blocks, the examples between them where they are wanted, and at last what ``after`` says."""
        last = max(snippet.line for snippet in snippets if snippet.kind == "python")
        for snippet in snippets:
            if snippet.kind == "python":
                self._run(snippet.where, self._quicker(snippet.code))
            elif snippet.kind in EXAMPLES and self.says.get("examples") and snippet.line < last:
                self._show(snippet)
        self._run(f"{self.page}, afterwards", self.says.get("after", ""))

    def unknown_names(self) -> list[str]:
        """The names that functions of the page use and that are nowhere: those functions may never have been called."""
        return [
            f"{where}: {name}"
            for where, code in self._compiled
            for name in globals_of(code)
            if name not in self.names and not hasattr(builtins, name)
        ]

    def close(self) -> None:
        """Forget the page."""
        del sys.modules[self.module.__name__]

    def _quicker(self, code: str) -> str:
        for pattern, instead in self.says.get("instead", {}).items():
            code = re.sub(pattern, instead, code)
        return code

    def _run(self, where: str, code: str) -> None:
        """Run a block; the value of an expression at its end is ``_``, as where somebody types it."""
        tree = ast.parse(code, where)
        last = [tree.body.pop()] if tree.body and isinstance(tree.body[-1], ast.Expr) else []
        compiled = compile(tree, where, "exec", dont_inherit=True)
        self._compiled.append((where, compiled))
        exec(compiled, self.names)
        for each in last:
            assert isinstance(each, ast.Expr)
            self.names["_"] = eval(compile(ast.Expression(each.value), where, "eval"), self.names)

    def _show(self, snippet: Snippet) -> None:
        """Run the lines of an example that other tests compare with what it prints."""
        if snippet.kind != "{doctest}":
            self._run(snippet.where, snippet.code)
            return
        for example in doctest.DocTestParser().get_examples(snippet.code):
            try:
                exec(compile(example.source, snippet.where, "single", dont_inherit=True), self.names)
            except Exception:
                if example.exc_msg is None:
                    raise


def globals_of(code: CodeType) -> set[str]:
    """The global names that a piece of code and the functions in it read."""
    found = {each.argval for each in dis.get_instructions(code) if each.opname == "LOAD_GLOBAL"}
    inner = [each for each in code.co_consts if isinstance(each, CodeType)]
    return found.union(*map(globals_of, inner))
