"""The parts that are mutated, where in them a mutant can be made, and a seeded sample of these."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.ast.ast_query import ASTQuery
from cosmic_ray.plugins import get_operator, operator_names
from cosmic_ray.work_item import MutationSpec

PARTS: Final = {
    "core": (
        (
            "navalcore/_rules",
            "navalcore/_play",
            "navalcore/_saves",
            "navalcore/_wire",
            "navalcore/_match",
            "navalcore/components",
        ),
        ("tests/engine", "tests/components"),
    ),
    "odds": (("navalcore/odds",), ("tests/odds",)),
    "bots": (("navalcore/bots",), ("tests/bots",)),
    "boards": (
        ("navalcore/boards", "navalcore/_face"),
        ("tests/boards", "tests/face", "tests/cli/test_charts.py", "tests/cli/test_match_page.py"),
    ),
    "learn": (("navalcore/learn",), ("tests/learn",)),
    "notebook": (("navalcore/notebook",), ("tests/notebook",)),
    "cli": (("navalcore/_cli",), ("tests/cli",)),
    "table": (("navalcore/table",), ("tests/table",)),
}
"""Of each part the folders of modules, and the folders or files of tests; every other game is a part of its own."""

TOO_LONG: Final = ("test_browser", "test_site", "test_attacks", "test_killed")
"""Beginnings of the names of files whose tests no mutant meets: browsers, and servers in processes of their own, take
more time and memory than a mutant is given.
"""

Place = tuple[str, tuple[int, int], tuple[int, int]]

# Beginnings of the names of folders and files that show a game or play it, without being its rules.
NO_RULES = ("bots", "odds", "render", "views", "face", "pictures", "reference", "calibration", "otto")
# Equal by definition: what these compare are enumerations, ``None`` and small whole numbers, one object each.
NEVER_DIFFERENT = ("_Eq_Is", "_Is_Eq", "_NotEq_IsNot", "_IsNot_NotEq", "RemoveDecorator")


def folders(part: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The folders in which a part's modules lie, and those of its tests."""
    return PARTS.get(part, ((f"games/{part}",), (f"tests/games/{part}",)))


def parts(root: Path) -> list[str]:
    """Every part there is."""
    return [*sorted(path.parent.name for path in root.glob("games/*/game.py")), *PARTS]


def modules(part: str, root: Path) -> list[Path]:
    """The modules that are mutated, relative to the root: of a game those with a rule in them."""
    found = [path.relative_to(root) for folder in folders(part)[0] for path in sorted((root / folder).rglob("*.py"))]
    return found if part in PARTS else [path for path in found if has_rules(path, root)]


def has_rules(path: Path, root: Path) -> bool:
    """Whether a module of a game carries out its rules."""
    return "@rule(" in (root / path).read_text(encoding="utf-8") and not any(
        name.startswith(NO_RULES) for name in path.parts[2:]
    )


def sample(part: str, root: Path, seed: int, number: int) -> list[MutationSpec]:
    """Mutants drawn with the seed: first a place, each as likely as any other, then one of its mutations."""
    by_place: dict[Place, list[MutationSpec]] = {}
    for path in modules(part, root):
        for mutant in mutants(path, (root / path).read_text(encoding="utf-8")):
            by_place.setdefault((str(path), mutant.start_pos, mutant.end_pos), []).append(mutant)
    luck = random.Random(f"{part} {seed}")
    drawn = luck.sample(sorted(by_place), min(number, len(by_place)))
    return [luck.choice(by_place[place]) for place in drawn]


def mutants(path: Path, source: str) -> Iterator[MutationSpec]:
    """Every mutant of a module that lies in the body of a function and could change what it does."""
    nodes = list(ast_nodes(get_ast(source)))
    bodies, left_out = spans(ast.parse(source))
    for name in operator_names():
        operator_class = get_operator(name)
        if name.endswith(NEVER_DIFFERENT) or operator_class.arguments():
            continue
        operator = operator_class()
        positions = ((node, *place) for node in nodes for place in operator.mutation_positions(node))
        for occurrence, (node, start, end) in enumerate(positions):
            if inside(start, bodies) and not inside(start, left_out):
                function = ASTQuery(node).get_definition_name()
                yield MutationSpec(path, name, occurrence, start, end, definition_name=function)


Span = tuple[tuple[int, int], tuple[int, int]]


def spans(tree: ast.Module) -> tuple[list[Span], list[Span]]:
    """The bodies of functions; and what in them is text, an annotation, or the head of another function."""
    bodies: list[Span] = []
    left_out: list[Span] = []
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name="__str__" | "__repr__") | ast.JoinedStr() | ast.Raise():
                left_out.append(span(node))
            case ast.FunctionDef():
                bodies.append((start_of(node.body[0]), span(node)[1]))
                head = node.decorator_list[0] if node.decorator_list else node
                left_out.append((start_of(head), start_of(node.body[0])))
            case ast.AnnAssign():
                left_out.append(span(node.annotation))
    return bodies, left_out


def start_of(node: ast.stmt | ast.expr) -> tuple[int, int]:
    """Line and column."""
    return node.lineno, node.col_offset


def span(node: ast.stmt | ast.expr) -> Span:
    """From where to where a node reaches."""
    return start_of(node), (node.end_lineno or node.lineno, node.end_col_offset or 0)


def inside(position: tuple[int, int], areas: list[Span]) -> bool:
    """Whether a position lies in one of the spans."""
    return any(start <= position < end for start, end in areas)


def lines_of_statement(source: str, line: int) -> range:
    """The lines of the innermost statement around a line, without the statements in its body."""
    first, last = line, line
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.stmt) and first <= line and node.lineno <= line <= (node.end_lineno or 0):
            body = getattr(node, "body", None)
            end = body[0].lineno - 1 if isinstance(body, list) and body else node.end_lineno or line
            if node.lineno <= line <= max(end, node.lineno):
                first, last = node.lineno, max(end, node.lineno)
    return range(first, last + 1)
