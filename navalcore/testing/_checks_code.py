"""Checks of a game's code itself: calls that do nothing, and values of modules that change."""

from __future__ import annotations

import ast
import inspect
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from navalcore._match.match import AnyGame
from navalcore.testing._registry import check
from navalcore.testing._trial import Trial, require

_PLAIN: Final = (int, float, str, list, dict, set, deque, bytearray, count, type(None))
"""The types of values that are compared by their text."""
_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)


@check(trials=1, shrinks=0)
def procedures_are_carried_out(trial: Trial) -> None:
    """No procedure is called without ``yield from`` on a line of its own, where it does nothing."""
    idle = [told for module in modules_of(trial.game) for told in idle_calls(module)]
    require(not idle, "procedures that are carried out with yield from", "; ".join(idle))


def modules_of(game: AnyGame) -> list[ModuleType]:
    """The loaded modules that a game is written in: that of its class, those in its package, those of its variants."""
    package = sys.modules.get(game.package)
    whole = package is not None and getattr(package, "__file__", None)  # a mere folder holds what is not the game's
    names = {type(game).__module__, *(type(variant).__module__ for variant in game.variants)}
    if whole:
        names |= {name for name in sys.modules if f"{name}.".startswith(f"{game.package}.")}
    return [sys.modules[name] for name in sorted(names) if name in sys.modules]


def idle_calls(module: ModuleType) -> Iterator[str]:
    """The calls of procedures in a module whose result is not taken, each as a sentence with file and line."""
    file = getattr(module, "__file__", None)
    if file is None or not file.endswith(".py"):
        return
    try:
        tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    except (OSError, ValueError, SyntaxError):
        return  # the module runs all the same, from elsewhere
    for call, called in _calls_alone(tree, module, {}):
        name = ast.unparse(call.func)
        if called is None or inspect.isgeneratorfunction(called):
            yield f"{Path(file).name}:{call.lineno}: {name}(...) does nothing; write yield from {name}(...)"


def _calls_alone(node: ast.AST, owner: object, local: dict[str, bool]) -> Iterator[tuple[ast.Call, object]]:
    """The calls that are statements, each with the function that is called: None for one within the same function."""
    if isinstance(node, _FUNCTIONS):
        local = local | dict(_names_within(node))
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Call):
            call = child.value
            if not (isinstance(call.func, ast.Name) and call.func.id in local):
                yield call, _called(call.func, owner)
            elif local[call.func.id]:
                yield call, None
        inner = getattr(owner, child.name, owner) if isinstance(child, ast.ClassDef) else owner
        yield from _calls_alone(child, inner, local)


def _names_within(function: ast.AST) -> Iterator[tuple[str, bool]]:
    """The names that a function has for itself, each with whether it is a procedure."""
    for each in ast.walk(function):
        if isinstance(each, ast.arg):
            yield each.arg, False
        elif isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            yield each.id, False
        elif isinstance(each, _FUNCTIONS) and each is not function:
            yield each.name, _yields(each)


def _yields(function: ast.AST) -> bool:
    """Whether a function is a procedure: functions within it are none of its own."""
    for child in ast.iter_child_nodes(function):
        if isinstance(child, (*_FUNCTIONS, ast.Lambda, ast.ClassDef)):
            continue
        if isinstance(child, ast.Yield | ast.YieldFrom) or _yields(child):
            return True
    return False


def _called(name: ast.expr, owner: object) -> object:
    """The function that a name in a module, or in a class of it, means; a text where it cannot be told."""
    unknown = "not known"
    if isinstance(name, ast.Attribute):
        if isinstance(name.value, ast.Name) and name.value.id in ("self", "cls") and isinstance(owner, type):
            return getattr(owner, name.attr, unknown)
        of = _called(name.value, owner)
        return getattr(of, name.attr, unknown) if isinstance(of, type | ModuleType) else unknown
    if isinstance(name, ast.Name):
        module = owner if isinstance(owner, ModuleType) else sys.modules.get(getattr(owner, "__module__", ""))
        return vars(module).get(name.id, unknown) if module is not None else unknown
    return unknown


def values_in(modules: Iterable[ModuleType]) -> dict[str, str]:
    """The plain values that modules and their classes hold, by name, each as its text."""
    owners: dict[str, Any] = {module.__name__: module for module in modules}
    owners |= {
        f"{module.__name__}.{name}": each
        for module in owners.values()
        for name, each in vars(module).items()
        if isinstance(each, type) and each.__module__ == module.__name__
    }
    found = {}
    for owner, each in owners.items():
        for name, value in list(vars(each).items()):
            if isinstance(value, _PLAIN) and not name.startswith("__"):
                with suppress(Exception):  # a value that cannot be written is left out
                    found[f"{owner}.{name}"] = repr(value)
    return found
