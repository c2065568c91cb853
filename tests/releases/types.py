"""Types as they are written: whether one may stand where another stood.

What is handed in may be more than before, what is given back may be less. A type is compared part by part: unions and
``Literal`` are sets, well-known classes of Python stand in a line from narrow to wide, all else must be the same.
"""

from __future__ import annotations

import ast
from typing import Final

WIDER: Final = {
    "bool": "int",
    "int": "float",
    "list": "Sequence",
    "tuple": "Sequence",
    "Sequence": "Collection",
    "set": "Collection",
    "frozenset": "Collection",
    "Collection": "Iterable",
    "Generator": "Iterator",
    "Iterator": "Iterable",
    "dict": "Mapping",
    "Mapping": "Collection",
}
"""For a class the next one that takes its values too."""
SAME_INSIDE: Final = frozenset(("list", "set", "dict", "type"))
"""What can be filled as well as read: its parts must stay the same."""


def fits(narrow: str, wide: str) -> bool:
    """Whether every value of the first type is one of the second."""
    if narrow == wide or wide in ("Any", "object"):
        return True
    try:
        return _fits(ast.parse(narrow, mode="eval").body, ast.parse(wide, mode="eval").body)
    except SyntaxError:
        return False


def _members(node: ast.expr) -> list[ast.expr]:
    """The types of a union, each value of a ``Literal`` by itself."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return _members(node.left) + _members(node.right)
    if isinstance(node, ast.Subscript):
        name, inside = ast.unparse(node.value), _inside(node)
        if name == "Optional":
            return [*_members(inside[0]), ast.Constant(None)]
        if name == "Union":
            return [member for each in inside for member in _members(each)]
        if name == "Literal" and len(inside) > 1:
            return [ast.Subscript(node.value, each, ast.Load()) for each in inside]
        if name in ("Final", "ClassVar", "Annotated", "Required"):
            return _members(inside[0])
    return [node]


def _inside(node: ast.Subscript) -> list[ast.expr]:
    return list(node.slice.elts) if isinstance(node.slice, ast.Tuple) else [node.slice]


def _fits(narrow: ast.expr, wide: ast.expr) -> bool:
    return all(any(_one_fits(each, other) for other in _members(wide)) for each in _members(narrow))


def _one_fits(narrow: ast.expr, wide: ast.expr) -> bool:
    if ast.dump(narrow) == ast.dump(wide) or ast.unparse(wide) in ("Any", "object"):
        return True
    if isinstance(narrow, ast.Subscript) and ast.unparse(narrow.value) == "Literal":
        (value,) = _inside(narrow)
        return isinstance(value, ast.Constant) and type(value.value).__name__ == ast.unparse(wide)
    narrow_name, narrow_parts = _split(narrow)
    wide_name, wide_parts = _split(wide)
    at = narrow_name
    while at != wide_name:
        if at not in WIDER:
            return False
        at = WIDER[at]
    if not wide_parts:
        return True
    if narrow_name == "tuple" != wide_name:  # any of them may stand anywhere
        return all(_fits(each, wide_parts[0]) for each in narrow_parts if ast.unparse(each) != "...")
    if narrow_name in ("Mapping", "dict") and wide_name in ("Collection", "Iterable"):
        narrow_parts = narrow_parts[:1]
    if narrow_name == "Generator" != wide_name:
        narrow_parts = narrow_parts[:1]
    if len(narrow_parts) != len(wide_parts):
        return False
    pairs = list(zip(narrow_parts, wide_parts, strict=True))
    if wide_name in SAME_INSIDE:
        return all(ast.dump(each) == ast.dump(other) for each, other in pairs)
    if wide_name == "Callable":
        (taken, given), (taken_before, given_before) = narrow_parts, wide_parts
        return _fits(given, given_before) and _all_taken(taken, taken_before)
    return all(_fits(each, other) for each, other in pairs)


def _all_taken(taken: ast.expr, taken_before: ast.expr) -> bool:
    """Whether a function takes what another took: its parameters may be wider."""
    if not isinstance(taken, ast.List) or not isinstance(taken_before, ast.List):
        return ast.dump(taken) == ast.dump(taken_before)
    pairs = zip(taken_before.elts, taken.elts, strict=False)
    return len(taken.elts) == len(taken_before.elts) and all(_fits(before, now) for before, now in pairs)


def _split(node: ast.expr) -> tuple[str, list[ast.expr]]:
    if isinstance(node, ast.Subscript):
        return ast.unparse(node.value), _inside(node)
    return ast.unparse(node), []
