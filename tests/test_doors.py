"""The doors: twelve modules are public, all else is private by name, and everybody comes in through a door."""

import ast
import importlib
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
INNER = ("rules", "components", "boards", "odds", "bots", "study", "testing", "learn", "notebook", "table", "errors")
DOORS = ("navalcore", *(f"navalcore.{name}" for name in INNER))
MOST_NAMES = 50

OUR_FRONTS = ("navalcore._cli", "navalcore.table")
"""Front ends of ours, which show that nobody needs more than the doors: each may use what is private to itself."""


class Use(NamedTuple):
    """A private name that is used where it should not be."""

    line: int
    name: str


def module_of(path: Path) -> str:
    """The dotted name of a module of the tree."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def is_private(dotted: str) -> bool:
    """Whether a part of a dotted name has a leading underscore; names with two at both ends are the language's."""
    return any(part.startswith("_") and not part.endswith("__") for part in dotted.split("."))


@cache  # several tests look at the same trees
def nodes(tree: ast.AST) -> tuple[ast.AST, ...]:
    """All nodes of a tree."""
    return tuple(ast.walk(tree))


def imports(tree: ast.AST) -> Iterator[Use]:
    """What is imported from navalcore, each name with its module."""
    for node in nodes(tree):
        if isinstance(node, ast.Import):
            yield from (Use(node.lineno, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (Use(node.lineno, f"{node.module}.{name.name}") for name in node.names)


def past_the_doors(tree: ast.AST, own: str = "") -> list[Use]:
    """What is imported from navalcore and is neither a door nor in one; ``own`` is the room of the importer, if any."""
    found = []
    for use in imports(tree):
        inside = own and f"{use.name}.".startswith(f"{own}.")
        if use.name.split(".")[0] != "navalcore" or inside:
            continue
        door, _, name = use.name.rpartition(".")
        if not (use.name in DOORS or (door in DOORS and not is_private(name))):
            found.append(use)
    for node in nodes(tree):
        if isinstance(node, ast.Attribute) and (dotted := _dotted(node)).startswith(("navalcore.", "nc.")):
            found += [Use(node.lineno, dotted)] if is_private(dotted) and not (own and dotted.startswith(own)) else []
    return found


def _dotted(node: ast.expr) -> str:
    """A name with its attributes as it is written, or nothing if it is something else."""
    if isinstance(node, ast.Attribute) and (before := _dotted(node.value)):
        return f"{before}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def own_attributes(tree: ast.AST) -> set[str]:
    """The names with a leading underscore that some class or module of this code defines itself."""
    found = set()
    for node in nodes(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name, ctx=ast.Store()):
                found.add(name)
            case ast.Name(id=name, ctx=ast.Store()):
                found.add(name)
            case ast.ImportFrom(names=names):
                found |= {each.asname or each.name for each in names}
            case ast.Assign(targets=[ast.Name(id="__slots__")], value=value):
                found |= set(ast.literal_eval(value))
    return {name for name in found if name.startswith("_")}


OF_THE_LANGUAGE = {"_replace", "_asdict", "_fields", "_make", "_missing_", "_value_", "_name_", "_generate_next_value_"}


def foreign_attributes(tree: ast.AST, own: set[str]) -> list[Use]:
    """Private attributes of objects whose class is elsewhere: what nobody in this code defines."""
    return [
        Use(node.lineno, node.attr)
        for node in nodes(tree)
        if isinstance(node, ast.Attribute)
        and node.attr.startswith("_")
        and not node.attr.startswith("__")
        and node.attr not in own | OF_THE_LANGUAGE
        and not _dotted(node).startswith(("navalcore.", "nc."))  # an import by its whole name, seen above
    ]


@cache
def trees(folder: Path) -> dict[Path, ast.Module]:
    """The code of a folder, file by file; in templates names to be filled in stand for themselves."""
    found = {}
    for path in sorted([*folder.rglob("*.py"), *folder.rglob("*.pyi"), *folder.rglob("*.py.jinja")]):
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".jinja":
            text = re.sub(r"\{%.*?%\}", "", re.sub(r"\{\{.*?\}\}", "filled_in", text))
        elif "{{" in str(path):
            continue
        found[path] = ast.parse(text, filename=str(path))
    return found


def strangers_to(folder: Path, own: str = "") -> dict[str, list[str]]:
    """For each file of a folder the private names of navalcore that it uses, other than those of its own room."""
    code = trees(folder)
    defined = set().union(*(own_attributes(tree) for tree in code.values()))
    found = {}
    for path, tree in code.items():
        uses = past_the_doors(tree, own) + foreign_attributes(tree, defined)
        if uses:
            found[path.relative_to(ROOT).as_posix()] = sorted({use.name for use in uses})
    return found


# ---- (a) the doors themselves -------------------------------------------------------------------------------------


def test_every_module_of_navalcore_is_a_door_or_private_by_name() -> None:
    modules = {module_of(path) for path in ROOT.glob("navalcore/**/*.py") if "template" not in path.parts}
    public = {module for module in modules if not is_private(module)}
    assert {name for name in public if not name.endswith(".__main__")} == set(DOORS)


@pytest.mark.parametrize("door", DOORS)
def test_every_name_a_door_promises_is_there_and_none_is_private(door: str) -> None:
    module = importlib.import_module(door)
    assert len(set(module.__all__)) == len(module.__all__) > 0
    assert [name for name in module.__all__ if name.startswith("_") or not hasattr(module, name)] == []


@pytest.mark.parametrize("door", DOORS)
def test_no_name_is_also_promised_by_a_module_behind_its_door(door: str) -> None:
    # ``__module__`` is where pickles, tracebacks and pages look: it may be private, but it must be there.
    module = importlib.import_module(door)
    for name in module.__all__:
        thing = getattr(module, name)
        if isinstance(thing, type):
            assert getattr(importlib.import_module(thing.__module__), thing.__qualname__) is thing


def test_the_front_door_stays_small_enough_to_learn() -> None:
    assert len(importlib.import_module("navalcore").__all__) <= MOST_NAMES


# ---- (b) who comes in through them --------------------------------------------------------------------------------


@pytest.mark.parametrize("folder", ["games", "examples", "navalcore/_cli/template"])
def test_games_and_examples_use_nothing_but_the_doors(folder: str) -> None:
    packages = [path for path in (ROOT / folder).iterdir() if path.is_dir()]
    assert packages
    assert {file: names for package in packages for file, names in strangers_to(package).items()} == {}


@pytest.mark.parametrize("front", OUR_FRONTS)
def test_our_front_ends_use_nothing_but_the_doors(front: str) -> None:
    folder = ROOT / front.replace(".", "/")
    found = strangers_to(folder, own=front)
    found.pop("navalcore/table/__init__.py", None)  # a door itself, which opens as every door does
    assert found == {}


FENCE = re.compile(r"^([ ]*)(`{3,})(?P<head>[^\n]*)\n(?P<code>.*?)^\1\2[ ]*$", re.MULTILINE | re.DOTALL)
IS_CODE = re.compile(r"python|\{(doctest|testcode|testsetup|code-cell)\}")


def examples_in(page: str) -> Iterator[tuple[int, str]]:
    """The Python in a page, block by block with its line: fenced blocks, and the prompts of sessions in them."""
    for block in FENCE.finditer(page):
        line, code = page.count("\n", 0, block.start()) + 2, block["code"]
        if prompts := re.findall(r"^ *(?:>>>|\.\.\.) ?(.*)$", code, re.MULTILINE):
            yield line, "\n".join(prompts)
        elif IS_CODE.search(block["head"]):
            indent = len(block[1])
            yield line, "\n".join(each[indent:] for each in code.splitlines() if not each.startswith(":"))


def cells_of(notebook: Path) -> Iterator[tuple[int, str]]:
    """The Python in a notebook, cell by cell."""
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            yield 0, "".join(line for line in cell["source"] if not line.startswith(("%", "!")))


def parsed(code: str) -> ast.Module | None:
    """The code, or None where a block is only a piece of something."""
    try:
        return ast.parse(code)
    except SyntaxError:
        return None


def pages() -> list[Path]:
    """What people read: the documentation as it is written, the README, those of the examples and the template."""
    made = {"_build", "_generated", "modules", "node_modules"}
    folders = (ROOT / "docs", ROOT / "examples", ROOT / "navalcore" / "_cli" / "template")
    found = [path for folder in folders for kind in ("*.md", "*.ipynb", "*.md.jinja") for path in folder.rglob(kind)]
    return [ROOT / "README.md", *(path for path in sorted(found) if not made & set(path.parts))]


def test_the_examples_of_every_page_use_nothing_but_the_doors() -> None:
    found: dict[str, list[str]] = {}
    blocks = 0
    for page in pages():
        code = cells_of(page) if page.suffix == ".ipynb" else examples_in(page.read_text(encoding="utf-8"))
        trees_of_page = [tree for _, block in code if (tree := parsed(block))]
        own = set().union(*map(own_attributes, trees_of_page))
        uses = [use for tree in trees_of_page for use in past_the_doors(tree) + foreign_attributes(tree, own)]
        blocks += len(trees_of_page)
        if uses:
            found[page.relative_to(ROOT).as_posix()] = sorted({use.name for use in uses})
    assert blocks > 150
    assert found == {}


def is_public(dotted: str) -> bool:
    """Whether a name that a page refers to leads from a door to something that is there."""
    door = max((each for each in DOORS if f"{dotted}.".startswith(f"{each}.")), key=len)
    found: object = importlib.import_module(door)
    for name in dotted.removeprefix(door).split(".")[1:]:
        fields = getattr(found, "__pydantic_fields__", {})
        if name.startswith("_") or not (name in fields or hasattr(found, name)):
            return False
        found = getattr(found, name, None)
    return True


def test_every_name_that_a_page_refers_to_is_public_and_there() -> None:
    named = re.compile(r"\{(?:py:)?(?:func|class|meth|data|attr|mod|exc)\}`(?:[^`<]*<)?~?(navalcore[\w.]*)")
    texts = {page.relative_to(ROOT).as_posix(): page.read_text(encoding="utf-8") for page in pages()}
    found = {(page, name) for page, text in texts.items() for name in named.findall(text)}
    assert len(found) > 100
    assert sorted(f"{page}: {name}" for page, name in found if not is_public(name)) == []


# ---- (c) the room of Match ----------------------------------------------------------------------------------------


def private_of_match() -> set[str]:
    """The names with a leading underscore that Match has."""
    tree = ast.parse((ROOT / "navalcore" / "_match" / "match.py").read_text(encoding="utf-8"))
    (match_class,) = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Match"]
    return own_attributes(match_class)


def uses_of_match(tree: ast.AST, private: set[str]) -> list[Use]:
    """Where a private name of Match is used: on what is called a match, or is annotated as one."""
    found = []
    matches = {"match"} | {
        node.arg
        for node in nodes(tree)
        if isinstance(node, ast.arg) and node.annotation and re.match(r"'?(Any)?Match\b", ast.unparse(node.annotation))
    }
    for node in nodes(tree):
        if isinstance(node, ast.Attribute) and node.attr in private:
            holder = _dotted(node.value).split(".")[-1]
            if holder in matches or holder.endswith("_match"):
                found.append(Use(node.lineno, node.attr))
    return found


def test_nobody_outside_its_room_uses_what_is_private_to_a_match() -> None:
    private = private_of_match()
    assert private, "Match has private attributes, or this test looks at the wrong class"
    found: dict[str, list[str]] = {}
    for top in ("navalcore", "games", "examples", "benchmarks", "website"):
        for path, tree in trees(ROOT / top).items():
            uses = uses_of_match(tree, private)
            if uses and path.parent != ROOT / "navalcore" / "_match":
                found[path.relative_to(ROOT).as_posix()] = sorted({use.name for use in uses})
    assert found == {}


# ---- these tests find what they look for --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("from navalcore._play.driver import Driver", "navalcore._play.driver.Driver"),
        ("from navalcore.boards._letters import cut", "navalcore.boards._letters.cut"),
        ("from navalcore import _notebook", "navalcore._notebook"),
        ("import navalcore.learn._spiel", "navalcore.learn._spiel"),
        ("from navalcore.engine import Match", "navalcore.engine.Match"),
        ("import navalcore as nc\nnc._notebook", "nc._notebook"),
    ],
)
def test_a_way_round_the_doors_is_seen(code: str, name: str) -> None:
    assert [use.name for use in past_the_doors(ast.parse(code))] == [name]


@pytest.mark.parametrize(
    "code",
    [
        "import navalcore as nc\nnc.load('bismarck')\nnc.__version__",
        "from navalcore import Match, rules",
        "from navalcore.rules import choose",
        "from navalcore_games.bismarck._laws import x",
        "from _mine import navalcore_things",
    ],
)
def test_what_comes_through_a_door_is_let_pass(code: str) -> None:
    assert past_the_doors(ast.parse(code)) == []


def test_a_room_may_use_what_is_private_to_itself() -> None:
    tree = ast.parse("from navalcore._cli.output import Output\nfrom navalcore._client import x")
    assert [use.name for use in past_the_doors(tree, own="navalcore._cli")] == ["navalcore._client.x"]


def test_private_attributes_of_other_peoples_classes_are_seen_and_ones_own_are_not() -> None:
    tree = ast.parse("class Mine:\n def __init__(self): self._x = 1\nMine()._x, match._driver, card._replace(a=1)")
    assert [use.name for use in foreign_attributes(tree, own_attributes(tree))] == ["_driver"]


def test_a_private_name_of_a_match_is_seen_under_its_usual_names() -> None:
    tree = ast.parse("def f(game: 'Match[Any]'): return game._line, self.match._line, the_match._line, self._line")
    assert [use.line for use in uses_of_match(tree, {"_line"})] == [1, 1, 1]


def test_examples_in_pages_are_found_in_blocks_and_sessions() -> None:
    session = ">>> import b\n>>> for x in y:\n...     x\n1\n"
    page = f"a\n```python\nimport a\n```\n```{{doctest}}\n{session}```\n```console\nls\n```\n"
    assert [code for _, code in examples_in(page)] == ["import a", "import b\nfor x in y:\n    x"]
