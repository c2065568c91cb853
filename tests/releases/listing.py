"""The listing of a release: a stub of every door, whole, with annotations, made from the sources without running them.

What is written: classes with all they inherit from private classes, functions, constants; no text but the errors that a
docstring says are raised. Names in annotations are those of the doors, so moving or renaming what is private shows
nowhere; an annotation may name no private class (:func:`strangers_in`). Griffe reads the sources, and the listing again
for comparison.
"""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Set
from functools import cache
from pathlib import Path
from typing import Any, Final

import griffe

from navalcore._doors import names_in

INNER: Final = (
    "errors",
    "components",
    "odds",
    "boards",
    "bots",
    "rules",
    "study",
    "testing",
    "learn",
    "notebook",
    "table",
)
DOORS: Final = (*INNER, "")
"""Where a name of several doors is written out: in the first of these; the empty one is ``navalcore`` itself."""

HOOKS: Final = "hooks"
"""The stub with the hooks of plug-ins, which is no door."""
OF_PYTHON: Final = frozenset((*sys.stdlib_module_names, *dir(builtins)))
LIBRARIES: Final = frozenset(("networkx", "pydantic", "pydantic_core"))
"""Whose classes annotations may name everywhere."""
LIBRARIES_OF: Final = {
    "navalcore.learn": frozenset(("gymnasium", "numpy", "pettingzoo")),
    "navalcore.notebook": frozenset(("anywidget", "ipywidgets", "traitlets")),
    "navalcore.table": frozenset(("fastapi", "uvicorn")),
}
"""Whose classes the annotations of one door may name too."""
LONGEST_VALUE: Final = 300
OWN_AFFAIRS: Final = frozenset(
    (
        *("__slots__", "__repr__", "__str__", "__hash__", "__post_init__", "__match_args__", "__init_subclass__"),
        *("__copy__", "__deepcopy__", "__reduce__", "__getstate__", "__setstate__", "__get_pydantic_core_schema__"),
    )
)


@cache
def read(folder: Path) -> griffe.Module:
    """The package ``navalcore`` in a folder: the sources, or the stubs of a listing."""
    package = griffe.load("navalcore", search_paths=[folder], allow_inspection=False, try_relative_path=False)
    assert isinstance(package, griffe.Module)
    return package


def stubs(folder: Path) -> dict[str, str]:
    """The listing of the sources in a folder: the text of a stub for every door and for the hooks, by name."""
    return _writer(folder).written()


def strangers_in(folder: Path) -> dict[str, set[str]]:
    """For each place in a door what its annotations name though nobody is promised it: private classes, and classes of
    libraries that are not expected there. An attribute without a type is told too.
    """
    writer = _writer(folder)
    writer.written()
    return dict(writer.strangers)


def _writer(folder: Path) -> _Writer:
    return _Writer(read(folder), {door: _promised(folder / "navalcore", door) for door in DOORS})


def write(listing: dict[str, str], folder: Path) -> Path:
    """Lay the stubs down as a package ``navalcore`` in a folder; returns the folder."""
    package = folder / "navalcore"
    package.mkdir(parents=True, exist_ok=True)
    for door, text in listing.items():
        (package / f"{door or '__init__'}.pyi").write_text(text, encoding="utf-8")
    return folder


def _promised(package: Path, door: str) -> dict[str, str]:
    """The names of a door, each with the path of what it is."""
    here = package / door if (package / door).is_dir() else package
    module = package / f"{door}.pyi" if here == package and door else here / "__init__.pyi"
    if module.exists():
        return {name: f"{made.home}.{made.name}" for name, made in names_in(module).items()}
    text = module.with_suffix(".py").read_text(encoding="utf-8") if not door else (package / f"{door}.py").read_text()
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "__all__":
            return {name: f"navalcore.{door}.{name}" for name in ast.literal_eval(node.value)}
    raise ValueError(f"navalcore.{door} has neither a stub nor an __all__ that can be read")


class _Writer:
    """Writes the stubs of one package."""

    def __init__(self, package: griffe.Module, promised: dict[str, dict[str, str]]) -> None:
        self.package, self.promised = package, promised
        self.homes: dict[str, tuple[str, str]] = {}
        """For the path of everything public its door and its name there."""
        self.strangers: defaultdict[str, set[str]] = defaultdict(set)
        """For each place in a door what its annotations name and no door has."""
        self.place: list[str] = []
        self.found: dict[tuple[str, str], Any] = {}
        for door, names in promised.items():
            for name, path in names.items():
                thing = self.found[door, name] = self._thing(path)
                self.homes.setdefault(thing.path, (door, name))

    def _thing(self, path: str) -> Any:
        thing: Any = self.package[path.removeprefix("navalcore.")]
        return thing.final_target if thing.is_alias else thing

    def written(self) -> dict[str, str]:
        """The text of every stub."""
        texts = {}
        for door, names in self.promised.items():
            self.place = [f"navalcore.{door}".rstrip(".")]
            lines = [f"__all__ = {sorted(names)!r}"]
            for name in sorted(names):
                home, own_name = self.homes[self.found[door, name].path]
                if (home, own_name) == (door, name):
                    lines += ["", *self.lines(self.found[door, name], name)]
                else:
                    lines.append(f"from navalcore{home and '.'}{home} import {own_name} as {name}")
            texts[door] = "\n".join(lines) + "\n"
        self.place = [HOOKS]
        hooks = [line for hook in self._hooks(self.package) for line in ("", *self.lines(hook, hook.name))]
        texts[HOOKS] = "\n".join(hooks).lstrip() + "\n"
        return texts

    def _hooks(self, module: griffe.Module) -> Iterator[Any]:
        for member in module.members.values():
            if member.is_alias:
                continue
            if isinstance(member, griffe.Module):
                yield from self._hooks(member)
            elif isinstance(member, griffe.Function) and "hookspec" in [str(each.value) for each in member.decorators]:
                yield member

    def lines(self, thing: Any, name: str) -> list[str]:
        """A class, a function or a constant as it stands in a stub."""
        self.place.append(name)
        if isinstance(thing, griffe.Class):
            lines = self._class(thing, name)
        elif isinstance(thing, griffe.Function):
            lines = self._function(thing, name)
        else:
            lines = [self._attribute(thing, name)]
        self.place.pop()
        return lines

    def _class(self, cls: griffe.Class, name: str) -> list[str]:
        line = _ancestry(cls)
        members: dict[str, Any] = {}
        for ancestor in reversed(line):
            members |= {key: value for key, value in ancestor.members.items() if not value.is_alias}
        public = {key: value for key, value in members.items() if _is_public(key)}
        body = [line for key in sorted(public) for line in self.lines(public[key], key)]
        if any("NamedTuple" in str(base) for base in cls.bases):
            body.insert(0, self._made_of_fields(public))
        bases = list(dict.fromkeys(base for ancestor in line for base in self._bases(ancestor, cls)))
        return [f"class {name}({', '.join(bases)}):", *(f"    {line}" for line in body or ["..."])]

    def _made_of_fields(self, members: dict[str, Any]) -> str:
        """How a named tuple is made, which says the order of its fields."""
        fields = [each for each in members.values() if each.is_attribute and "property" not in each.labels]
        return f"def __init__(self, {', '.join(self._attribute(each, each.name) for each in fields)}) -> None: ..."

    def _bases(self, ancestor: griffe.Class, cls: griffe.Class) -> Iterator[str]:
        if ancestor is not cls and ancestor.path in self.homes:
            yield self.homes[ancestor.path][1]
        for base in ancestor.bases:
            path = getattr(base, "canonical_path", str(base))
            if not path.startswith("navalcore.") and not str(base).startswith(("Generic", "object")):
                yield self.text(base)

    def _function(self, function: griffe.Function, name: str) -> list[str]:
        marks = [f"@{mark}" for mark in ("classmethod", "staticmethod") if mark in function.labels]
        if any("abstractmethod" in str(each.value) for each in function.decorators):
            marks.append("@abstractmethod")
        asynchronous = "async " if "async" in function.labels else ""
        result = f" -> {self.text(function.returns)}" if function.returns is not None else ""
        head = f"{asynchronous}def {name}({', '.join(self._parameters(function.parameters))}){result}:"
        raised = raised_in(function.docstring.value) if function.docstring else []
        return [*marks, head + (f' "Raises {", ".join(raised)}"' if raised else " ...")]

    def _parameters(self, parameters: Iterable[griffe.Parameter]) -> Iterator[str]:
        kinds = griffe.ParameterKind
        before, starred = None, False
        for each in parameters:
            if before is kinds.positional_only and each.kind is not kinds.positional_only:
                yield "/"
            if each.kind is kinds.keyword_only and not starred:
                yield "*"
            starred = starred or each.kind in (kinds.keyword_only, kinds.var_positional)
            before = each.kind
            stars = "*" if each.kind is kinds.var_positional else "**" if each.kind is kinds.var_keyword else ""
            annotation = f": {self.text(each.annotation)}" if each.annotation is not None else ""
            default = f" = {self.value(each.default)}" if each.default is not None and not stars else ""
            yield f"{stars}{each.name}{annotation}{default}"
        if before is kinds.positional_only:
            yield "/"

    def _attribute(self, attribute: griffe.Attribute, name: str) -> str:
        annotation = f": {self.text(attribute.annotation)}" if attribute.annotation is not None else ""
        of_instances = "instance-attribute" in attribute.labels and "class-attribute" not in attribute.labels
        if of_instances and not annotation and str(attribute.value) == name:  # set by a parameter of its own name
            made = attribute.parent.members.get("__init__") if attribute.parent else None
            if isinstance(made, griffe.Function) and name in made.parameters:
                annotation = f": {self.text(made.parameters[name].annotation)}"
        if "property" in attribute.labels or of_instances or attribute.value is None:
            if not annotation:
                self._note(f"{name} without a type")
            return f"{name}{annotation or ': Any'}"
        return f"{name}{annotation} = {self.value(attribute.value)}"

    def value(self, expression: Any) -> str:
        """A value on one line; a long one, and one that something private makes, is nobody's affair."""
        if not isinstance(expression, str):
            named = [self._ours(part) for part in expression.iterate(flat=True) if isinstance(part, griffe.ExprName)]
            made_by = [each for each in named if isinstance(each, griffe.Class | griffe.Function)]
            if any(each.path not in self.homes for each in made_by):
                return "..."
        text = self.text(expression, is_type=False)
        return text if len(text) <= LONGEST_VALUE else "..."

    def text(self, expression: Any, *, is_type: bool = True) -> str:
        """An annotation or a value, on one line, with public names for what has them."""
        if isinstance(expression, str):
            return expression
        parts = [self._word(part, is_type) for part in expression.iterate(flat=True)]
        return re.sub(r"\s+", " ", "".join(parts))

    def _word(self, part: Any, is_type: bool) -> str:
        """A name as the doors have it; a private name for a type or a plain value is spelt out."""
        if not isinstance(part, griffe.ExprName):
            return str(part)
        thing = self._ours(part)
        if thing is not None and thing.path in self.homes:
            return self.homes[thing.path][1]
        if isinstance(thing, griffe.Attribute) and (_is_type_alias(thing) or _is_constant(thing)):
            return self.text(thing.value, is_type=is_type)
        library = part.canonical_path.partition(".")[0]
        if is_type and (isinstance(thing, griffe.Class) or (thing is None and library not in self.libraries)):
            self._note(part.canonical_path)
        return str(part.name)

    def _ours(self, part: griffe.ExprName) -> Any:
        """What a name of this package means; None for all others."""
        path = re.sub(r"\.(kw)?args$", "", part.canonical_path)  # of a ParamSpec
        try:
            return self._thing(path) if path.startswith("navalcore.") else None
        except (KeyError, griffe.GriffeError):
            return None

    @property
    def libraries(self) -> Set[str]:
        """What annotations may come from at this place."""
        return OF_PYTHON | LIBRARIES | LIBRARIES_OF.get(self.place[0], frozenset())

    def _note(self, stranger: str) -> None:
        self.strangers[".".join(self.place)].add(stranger)


def _is_type_alias(attribute: griffe.Attribute) -> bool:
    parts = list(attribute.value.iterate(flat=True)) if isinstance(attribute.value, griffe.Expr) else []
    named = "TypeAlias" in str(attribute.annotation) or (attribute.annotation is None and attribute.name[0].isupper())
    return bool(parts) and named and not attribute.name.isupper() and str(parts[0]) not in ("TypeVar", "ParamSpec")


def _is_constant(attribute: griffe.Attribute) -> bool:
    return attribute.name.isupper() and isinstance(attribute.value, str)


def _ancestry(cls: griffe.Class) -> list[griffe.Class]:
    """A class and those it derives from, as far as they are ours."""
    try:
        return [cls, *cls.mro()]
    except ValueError:
        return [cls]


def _is_public(name: str) -> bool:
    if name.startswith("__") and name.endswith("__"):
        return name not in OWN_AFFAIRS
    return not name.startswith("_")


def raised_in(docstring: str) -> list[str]:
    """The errors that a docstring says are raised: in its section, or in a sentence that begins with ``Raises``."""
    section = re.search(r"^Raises:\n((?:[ ]+.*\n?|\n)+)", docstring, re.MULTILINE)
    named = re.findall(r"^ {1,8}([A-Z]\w+):", section[1], re.MULTILINE) if section else []
    for sentence in re.findall(r"\bRaises\s+([^.]*)\.", docstring):
        named += re.findall(r"\b[A-Z][a-z]+\w*\b", sentence)
    return sorted(set(named))
