"""The code's side of the register: ``@rule`` says which sections a procedure carries out."""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, TypeVar

from navalcore.errors import BadData, BrokenPlugin

_Cited = TypeVar("_Cited", bound=Callable[..., object])


class Citation(NamedTuple):
    """A place in code or tests that cites a section.

    Attributes:
        number: the section's number.
        module: the module's dotted name.
        qualname: the function or class in it, such as ``Convoy.disrupt``; ``(module)`` if all of it is meant.
        file: the file, from the folder the module is imported from, such as ``games/uboat_cards/combat.py``.
        line: the line, counted from 1.
    """

    number: str
    module: str
    qualname: str
    file: str
    line: int


_registered: dict[str, dict[Citation, None]] = {}  # by module; a dict keeps the order and drops repeats


def rule(*numbers: str) -> Callable[[_Cited], _Cited]:
    """Decorator: the function or class carries out the sections of these numbers of its game's rule book.

    It returns what it decorates, unchanged. Raises BadData if no number is given or one is not text.
    """
    if not numbers or not all(isinstance(number, str) and number for number in numbers):
        raise BadData(f'@rule{numbers!r} names no section; write the numbers as text: @rule("8.5", "8.5.1")')
    frame = sys._getframe(1)
    module = str(frame.f_globals["__name__"])
    file = _from_import_root(Path(frame.f_code.co_filename), module)
    line = frame.f_lineno

    def register(cited: _Cited) -> _Cited:
        qualname = getattr(cited, "__qualname__", None)
        if qualname is None:
            raise BadData(f"{file}:{line}: @rule belongs on a function or class, not on {cited!r}")
        places = _registered.setdefault(module, {})
        for number in numbers:
            places[Citation(number, module, qualname, file, line)] = None
        return cited

    return register


def citations(package: str) -> dict[str, list[Citation]]:
    """All citations by ``@rule`` in a package (or single module) and all below it, by section number.

    What lies below its subpackage ``variants`` is left out: a variant has a rule book of its own.

    Imports every module of the package first (except ``__main__``, which is a program); numbers come in
    alphabetical order, the places of each by file and line. Raises BrokenPlugin if a module cannot be
    imported.
    """
    variants = f"{package}.variants"
    _import_all(package, leaving_out=variants)
    found: dict[str, list[Citation]] = {}
    for module, places in _registered.items():
        if (module == package or module.startswith(package + ".")) and not module.startswith(variants):
            for citation in places:
                found.setdefault(citation.number, []).append(citation)
    return {number: sorted(found[number], key=lambda place: (place.file, place.line)) for number in sorted(found)}


def _import_all(name: str, leaving_out: str = "") -> None:
    try:
        module = import_module(name)
    except (Exception, SystemExit) as error:
        message = f"module {name} cannot be imported: {type(error).__name__}: {error}"
        raise BrokenPlugin(message) from error
    for submodule in _submodules(list(getattr(module, "__path__", ()))):
        if submodule != "__main__" and f"{name}.{submodule}" != leaving_out:
            _import_all(f"{name}.{submodule}")


def _submodules(folders: list[str]) -> Iterator[str]:
    """Names of the modules in the folders, with the folders of Python files that have no ``__init__.py``."""
    listed = {found.name for found in pkgutil.iter_modules(folders)}
    for folder in map(Path, folders):
        if folder.is_dir():
            listed |= {
                inner.name for inner in folder.iterdir() if inner.name.isidentifier() and any(inner.glob("*.py"))
            }
    yield from sorted(listed)


def _from_import_root(file: Path, module: str) -> str:
    depth = module.count(".") + (2 if file.name == "__init__.py" else 1)
    return "/".join(file.parts[-depth:])
