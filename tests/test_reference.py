"""Docstrings of public callables: each names every parameter and the errors that it raises itself."""

import ast
import importlib
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from navalcore import errors
from tests.test_doors import DOORS

REFERRED = re.compile(r"\b[Aa]rguments\b[^.:]*:(?:func|meth|class):`(?:[^`]*<)?~?(?:[\w.]*\.)?(\w+)>?`")
"""A sentence that sends the reader to another callable for the arguments."""


class Documented(NamedTuple):
    """A public callable, with everything that its reader is shown about its parameters."""

    name: str
    function: Callable[..., Any]
    docstring: str


def function_of(member: object) -> Callable[..., Any] | None:
    """The function behind a public name or a member of a class, where it is written by hand and in the library.

    The ``__init__`` of a dataclass is not: its fields have docstrings of their own.
    """
    if isinstance(member, classmethod | staticmethod):
        member = member.__func__
    member = inspect.unwrap(member) if callable(member) else member
    if not inspect.isfunction(member) or not member.__module__.startswith("navalcore"):
        return None
    return None if member.__code__.co_filename == "<string>" or member.__name__ == "<lambda>" else member


def members_of(full_name: str, owner: type) -> Iterator[Documented]:
    """The public methods of a class. One that overrides another is also described by the docstring of the other."""
    names = dict.fromkeys(name for base in owner.__mro__ for name in vars(base))
    for name in names:
        versions = [vars(base)[name] for base in owner.__mro__ if name in vars(base)]
        function = function_of(versions[0])
        if function is None or (name.startswith("_") and name != "__init__"):
            continue
        texts = [inspect.getdoc(each) or "" for each in map(function_of, versions) if each is not None]
        if name == "__init__":
            ours = [base.__doc__ or "" for base in owner.__mro__ if base.__module__.startswith("navalcore")]
            yield Documented(full_name, function, "\n".join([*map(inspect.cleandoc, ours), *texts]))
        else:
            yield Documented(f"{full_name}.{name}", function, "\n".join(texts))


def public_callables() -> list[Documented]:
    """Every public function and method of every door."""
    found: list[Documented] = []
    for door in DOORS:
        module = importlib.import_module(door)
        for name in module.__all__:
            thing = getattr(module, name)
            if isinstance(thing, type):
                found += members_of(f"{door}.{name}", thing)
            elif function := function_of(thing):
                found.append(Documented(f"{door}.{name}", function, inspect.getdoc(thing) or ""))
    return found


def named_in(docstring: str, parameter: str) -> bool:
    """Whether a docstring lists a parameter, or names it in a sentence."""
    listed = rf"^\s*(?:\w+, )*\*{{0,2}}{parameter}(?:, \w+)*(?: \([^)]*\))?:"
    return re.search(rf"{listed}|``\*{{0,2}}{parameter}(?:``|=)", docstring, re.MULTILINE) is not None


def unexplained(callables: list[Documented]) -> list[str]:
    """The parameters that nothing explains, as ``door.name(parameter)``."""
    texts: dict[str, str] = {}
    for each in callables:
        texts[each.name.rpartition(".")[2]] = texts.get(each.name.rpartition(".")[2], "") + "\n" + each.docstring
    missing = []
    for each in callables:
        read = "\n".join([each.docstring, *(texts.get(name, "") for name in REFERRED.findall(each.docstring))])
        wanted = list(inspect.signature(each.function).parameters)
        if wanted and "." in each.function.__qualname__ and wanted[0] in ("self", "cls"):
            wanted = wanted[1:]
        missing += [f"{each.name}({name})" for name in wanted if not name.startswith("_") and not named_in(read, name)]
    return missing


def raised_by(function: Callable[..., Any]) -> set[str]:
    """The public errors that a function makes and raises in its own lines."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    made = [node.exc.func for node in ast.walk(tree) if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)]
    return {each.id for each in made if isinstance(each, ast.Name)} & {*errors.__all__}


def test_every_parameter_of_a_public_callable_is_named_by_its_docstring() -> None:
    callables = public_callables()
    assert len(callables) > 500
    assert unexplained(callables) == []


def test_every_public_error_that_a_public_callable_raises_itself_is_named_by_its_docstring() -> None:
    found = [(each, raised_by(each.function)) for each in public_callables()]
    assert sum(map(len, (names for _, names in found))) > 100
    assert [(each.name, name) for each, names in found for name in sorted(names) if name not in each.docstring] == []
