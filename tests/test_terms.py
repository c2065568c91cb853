"""One meaning for each word: no two classes or types of the library have the same name."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import navalcore

ROOT = Path(navalcore.__file__).parent
ALIKE: dict[str, str] = {}
"""Names that are made in several modules, each with the reason why that is not two meanings."""


def names_made(module: ast.Module) -> Iterator[str]:
    """The classes of a module and the types that it names, without an underscore: it makes no other word of them."""
    for node in ast.walk(module):
        if isinstance(node, ast.ClassDef):
            yield node.name.lstrip("_")
        elif isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
            yield ast.unparse(node.target).lstrip("_")


def made_twice(texts: dict[str, str]) -> dict[str, list[str]]:
    """The names that more than one module makes, with these modules."""
    found: dict[str, list[str]] = defaultdict(list)
    for path, text in texts.items():
        for name in dict.fromkeys(names_made(ast.parse(text))):
            found[name].append(path)
    return {name: paths for name, paths in found.items() if len(paths) > 1}


def test_no_two_classes_or_types_of_the_library_have_the_same_name() -> None:
    modules = [path for path in ROOT.rglob("*.py") if "template" not in path.parts]
    assert len(modules) > 200
    found = made_twice({str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in modules})
    assert {name: paths for name, paths in found.items() if name not in ALIKE} == {}
    assert [name for name in ALIKE if name not in found] == [], "no longer there twice"


def test_two_meanings_of_a_word_would_be_seen() -> None:
    texts = {"a.py": "class Record: ...", "b.py": "class _Record: ...", "c.py": "Line: TypeAlias = str\nclass Log: ..."}
    assert made_twice(texts) == {"Record": ["a.py", "b.py"]}
    assert made_twice({**texts, "d.py": "class Line: ..."}).keys() == {"Record", "Line"}
