"""Links for names that docstrings write short or by their public address.

Docstrings say ``BadData`` or ``navalcore.Match``, while the reference describes each object once, in the
module that defines it. A name that fits exactly one described object becomes a link to it; any other stays a
warning. Type variables, and types of other libraries under the name their importer gave them, are shown
without a link.
"""

import ast
import builtins
import inspect
import keyword
import sys
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any, NewType, ParamSpec, TypeVar, get_origin

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.domains.python import PythonDomain
from sphinx.environment import BuildEnvironment
from sphinx.util.nodes import make_refnode

OURS = ("navalcore", "games")
BUILT_IN = {name for name, value in vars(builtins).items() if isinstance(value, type)} | {"None"}


@cache
def by_last_part(domain: PythonDomain) -> dict[str, list[str]]:
    """The full names that the reference describes, under the last part of each; asked only when all pages are read."""
    found = defaultdict(list)
    for name, entry in domain.objects.items():
        if not entry.aliased:
            found[name.rpartition(".")[2]].append(name)
    return found


def candidates(target: str, known: Sequence[str]) -> set[str]:
    """The known full names ``target`` may mean: its first parts name their package, the rest their end."""
    parts = target.split(".")
    for split in range(len(parts)):
        head, tail = ".".join(parts[:split]), "." + ".".join(parts[split:])
        start = f"{head}." if head else ""
        if found := {name for name in known if name.startswith(start) and name.endswith(tail)}:
            return found
    return set()


def nearest(found: set[str], module: str) -> set[str]:
    """Those of ``found`` in the innermost package around ``module`` that holds any of them."""
    while module:
        if near := {name for name in found if name.startswith(f"{module}.")}:
            return near
        module = module.rpartition(".")[0]
    return found


@cache
def imported_for_types(module: str) -> dict[str, tuple[str, str]]:
    """What a module imports for its annotations only: the name, and the module and name it stands for."""
    found: dict[str, tuple[str, str]] = {}
    if not getattr(sys.modules.get(module), "__file__", None):  # a namespace has no text
        return found
    for block in ast.walk(ast.parse(inspect.getsource(sys.modules[module]))):
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING":
            for line in block.body:
                for name in getattr(line, "names", ()):
                    home = line.module if isinstance(line, ast.ImportFrom) and line.module else name.name
                    found[name.asname or name.name] = home, name.name if isinstance(line, ast.ImportFrom) else ""
    return found


def read_in(module: str, target: str) -> object:
    """What a dotted name stands for where a module writes it, or None."""
    first, *rest = target.split(".")
    found: object = getattr(sys.modules.get(module), first, None)
    if found is None and first in (names := imported_for_types(module)):
        home, name = names[first]
        found = getattr(import_module(home), name) if name else import_module(home)
    for part in rest:
        found = getattr(found, part, None)
    return found


def is_foreign(target: str, module: str) -> bool:
    """Whether ``target``, as ``module`` reads it, is a type variable or belongs to another library."""
    home, _, name = target.rpartition(".")
    found = getattr(sys.modules[home], name, None) if home in sys.modules else read_in(module, target)
    origin = found.__name__ if isinstance(found, ModuleType) else getattr(found, "__module__", None)
    return isinstance(found, TypeVar | ParamSpec) or (bool(origin) and origin.partition(".")[0] not in OURS)


def exact_names(_app: Sphinx, doctree: nodes.document) -> None:
    """Give each short name the full one it has where it is written, so that games may share words such as Side.

    Python's own types and those of other libraries have no page here. They are most of the names, and Sphinx would hold
    each against every name that it knows.
    """
    for node in list(doctree.findall(pending_xref)):
        if node.get("refdomain") != "py":
            continue
        target, module = node["reftarget"], node.get("py:module") or ""
        if node["reftype"] in ("class", "exc", "obj") and (target in BUILT_IN or is_foreign(target, module)):
            node.replace_self(node.children)
            continue
        found = read_in(module, target)
        found = get_origin(found) or found  # an alias such as Play = play.Play[State, Options] leads to Play
        if node["reftype"] == "class" and isinstance(found, FunctionType):  # a mark in an annotation
            node.replace_self(node.children)
            continue
        home, name = getattr(found, "__module__", None), getattr(found, "__qualname__", None)
        if isinstance(found, type | NewType) and home and name and home.partition(".")[0] in OURS:
            node["reftarget"] = f"{home}.{name}"


def is_private(target: str, node: pending_xref) -> bool:
    """Whether the reference leaves ``target`` out: a private name, an attribute described with its class, no name."""
    parts = target.split(".")
    if parts[-1].startswith("_") or not all(part.isidentifier() for part in parts) or keyword.iskeyword(target):
        return True
    around = getattr(sys.modules.get(node.get("py:module") or ""), node.get("py:class") or "", None)
    return node["reftype"] == "attr" and hasattr(around, target)


def defined_in(domain: PythonDomain, target: str, node: pending_xref) -> str:
    """For a member that a class has from a base, or that a base's docstring names of the class made of it: its full
    name where it is described; else the target as it is.
    """
    head, _, member = target.rpartition(".")
    classes = [getattr(sys.modules.get(node.get("py:module") or ""), node.get("py:class") or "", None)]
    for name in candidates(head, by_last_part(domain).get(head.rpartition(".")[2], ())) if head else ():
        module, _, class_name = name.rpartition(".")
        classes.append(getattr(sys.modules.get(module), class_name, None))
    for found in classes:
        if isinstance(found, type):
            for base in (*found.__mro__, *found.__subclasses__()):
                if member in vars(base):
                    return f"{base.__module__}.{base.__qualname__}.{member}"
    return target


def resolve(app: Sphinx, env: BuildEnvironment, node: pending_xref, contnode: nodes.Element) -> nodes.Element | None:
    """The link for a Python reference that the domain could not resolve, or None to leave it a warning."""
    if node.get("refdomain") != "py":
        return None
    target, module = node["reftarget"], node.get("py:module") or ""
    if is_private(target, node) or is_foreign(target, module):
        return contnode
    domain = env.domains.python_domain
    target = defined_in(domain, target, node)
    known = by_last_part(domain).get(target.rpartition(".")[2], ())
    found = nearest(candidates(target, known), module)
    if len(found) != 1:
        return None
    name = found.pop()
    entry = domain.objects[name]
    return make_refnode(app.builder, node["refdoc"], entry.docname, entry.node_id, contnode, name)


def keep_prose(_app: Sphinx, what: str, _name: str, _obj: object, _options: Any, lines: list[str]) -> None:
    """Napoleon takes what stands before a colon in an attribute's first line for its type; ours are annotated."""
    if what in ("attribute", "data", "property"):
        lines[:0] = ["..", ""]


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the resolver."""
    app.connect("doctree-read", exact_names)
    app.connect("missing-reference", resolve)
    app.connect("autodoc-process-docstring", keep_prose, priority=400)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
