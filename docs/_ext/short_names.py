"""Links for names that docstrings write short or as their own module knows them.

The reference describes each public name once, on the page of a door. A docstring was written in some private module and
says ``BadData`` or ``Match.choose``: what that means there becomes a link to its public name. What is ours and private
is shown without a link, and so are type variables and types of other libraries. Any other name stays a warning.
"""

import ast
import builtins
import inspect
import keyword
import re
import sys
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, ParamSpec, TypeVar, get_origin

from docutils import nodes
from door_pages import DOORS, Home, described, is_ours, names_of, public_name
from sphinx.addnodes import desc, pending_xref
from sphinx.application import Sphinx
from sphinx.domains.python import PythonDomain
from sphinx.environment import BuildEnvironment
from sphinx.util.nodes import make_refnode

OURS = ("navalcore", "navalcore_games")
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


@cache
def private_words() -> frozenset[str]:
    """The name of every class, function and constant of the library, whether public or not."""
    root = Path(inspect.getfile(import_module("navalcore"))).parent
    found = set()
    for path in root.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                found.add(node.name)
            elif isinstance(node, ast.AnnAssign | ast.Assign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return frozenset(found)


def written_in(node: nodes.Node) -> str:
    """The module whose text holds a reference: that of the public name it is described with, if there is one."""
    found = ""
    above: nodes.Node | None = node
    while above is not None:
        if isinstance(above, desc) and above.get("domain") == "py":
            name = above[0].get("fullname", "").partition(".")[0]
            home = names_of(above[0]["module"]).get(name) if above[0].get("module") in DOORS else None
            found = home.module if home else found
        above = above.parent
    return found or str(node.get("py:module") or "")


def is_foreign(target: str, module: str) -> bool:
    """Whether ``target``, as ``module`` reads it, is a type variable or belongs to another library."""
    home, _, name = target.rpartition(".")
    found = getattr(sys.modules[home], name, None) if home in sys.modules else read_in(module, target)
    origin = found.__name__ if isinstance(found, ModuleType) else getattr(found, "__module__", None)
    return isinstance(found, TypeVar | ParamSpec) or (bool(origin) and origin.partition(".")[0] not in OURS)


def exact_names(_app: Sphinx, doctree: nodes.document) -> None:
    """Give each name the full public one of what it means where it is written; leave what has none without a link.

    Python's own types and those of other libraries have no page here. They are most of the names, and Sphinx would hold
    each against every name that it knows.
    """
    for description in doctree.findall(desc):
        for text in list(description.findall(nodes.Text)):
            if "._" in text:
                text.parent.replace(text, nodes.Text(without_rooms(text)))
    public = set(described().values())
    for node in list(doctree.findall(pending_xref)):
        if node.get("refdomain") != "py":
            continue
        target, module = node["reftarget"].removeprefix("~"), written_in(node)
        if target in public:
            continue  # also an alias, such as navalcore.rules.Flow, which means a type of another library
        if node["reftype"] in ("class", "exc", "obj") and (target in BUILT_IN or is_foreign(target, module)):
            node.replace_self(node.children)
            continue
        home, _, name = target.rpartition(".")
        found = getattr(sys.modules[home], name, None) if home in sys.modules else read_in(module, target)
        found = get_origin(found) or found  # an alias such as Play = play.Play[State, Options] leads to Play
        origin, name = getattr(found, "__module__", None), getattr(found, "__qualname__", None)
        if not (isinstance(found, type | FunctionType) and origin and name and origin.partition(".")[0] in OURS):
            continue
        if full := public_name(Home(origin, name)):
            node["reftarget"] = full
        else:
            node.replace_self(node.children)


def is_private(target: str, node: pending_xref) -> bool:
    """Whether the reference leaves ``target`` out: a private name, an attribute described with its class, no name."""
    parts = target.split(".")
    if parts[-1].startswith("_") or not all(part.isidentifier() for part in parts) or keyword.iskeyword(target):
        return True
    around = getattr(sys.modules.get(node.get("py:module") or ""), node.get("py:class") or "", None)
    return node["reftype"] == "attr" and hasattr(around, target)


def resolve(app: Sphinx, env: BuildEnvironment, node: pending_xref, contnode: nodes.Element) -> nodes.Element | None:
    """The link for a Python reference that the domain could not resolve, or None to leave it a warning."""
    if node.get("refdomain") != "py":
        return None
    target, module = node["reftarget"], written_in(node)
    if is_private(target, node) or is_foreign(target, module):
        return contnode
    domain = env.domains.python_domain
    known = by_last_part(domain).get(target.rpartition(".")[2], ())
    found = candidates(target, known)
    if len(found) != 1:
        return contnode if set(target.split(".")) & private_words() else None
    name = found.pop()
    entry = domain.objects[name]
    return make_refnode(app.builder, node["refdoc"], entry.docname, entry.node_id, contnode, name)


_PRIVATE = re.compile(r"~?\bnavalcore\.(?:\w+\.)*?_\w+(?:\.\w+)*\.([A-Za-z]\w*)\b")
"""A name in a private module, as autodoc writes it."""


def without_rooms(text: str) -> str:
    """A text in which what is in a private module has only its last name, as docstrings write it."""
    return _PRIVATE.sub(r"\1", text)


def readable_signature(
    _app: Sphinx, _what: str, _name: str, _obj: object, _options: Any, signature: str | None, answer: str | None
) -> tuple[str | None, str | None]:
    """A default that has no text, as Python could read it; otherwise Sphinx reads none of the signature."""
    return signature and re.sub(r"<(factory|function \w+)>", "...", signature), answer


def public_bases(_app: Sphinx, _name: str, _obj: object, _options: Any, bases: list[Any]) -> None:
    """The bases without private ones, whose members are described with the class itself."""
    classes = [(base, get_origin(base) or base) for base in bases]
    shown = [base for base, kind in classes if not is_ours(kind) or Home(kind.__module__, kind.__name__) in described()]
    bases[:] = shown or [object]


def skip_constructors(_app: Sphinx, what: str, name: str, found: object, skip: bool, _options: Any) -> bool | None:
    """Leave out how an object is made where it takes nothing, or where a user does not make it: those add no line."""
    if what == "class" and name in ("__init__", "__new__"):
        said = inspect.getdoc(found)
        takes = [each for each in inspect.signature(found).parameters if each not in ("self", "cls")]  # type: ignore[arg-type]
        return name == "__new__" or not takes or not said or None
    return skip or None


def keep_prose(_app: Sphinx, what: str, _name: str, _obj: object, _options: Any, lines: list[str]) -> None:
    """Napoleon takes what stands before a colon in an attribute's first line for its type; ours are annotated."""
    if what in ("attribute", "data", "property"):
        lines[:0] = ["..", ""]


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the resolver."""
    app.connect("doctree-read", exact_names)
    app.connect("missing-reference", resolve)
    app.connect("autodoc-process-signature", readable_signature)
    app.connect("autodoc-process-bases", public_bases)
    app.connect("autodoc-skip-member", skip_constructors)
    app.connect("autodoc-process-docstring", keep_prose, priority=400)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
